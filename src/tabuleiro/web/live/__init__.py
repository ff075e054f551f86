"""Server-sent events: games, analyses and reviews as they happen."""
