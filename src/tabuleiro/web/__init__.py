"""The browser app: a server on which people play, watch and study games."""
