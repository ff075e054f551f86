"""The JSON API: routes and models."""
