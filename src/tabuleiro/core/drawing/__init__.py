"""Drawing any scene as SVG, PNG, plain text or coloured characters."""
