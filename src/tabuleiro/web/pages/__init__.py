"""The HTML pages: routes, templates and forms."""
