"""Games on the server: opening, joining, playing, and who may do what."""
