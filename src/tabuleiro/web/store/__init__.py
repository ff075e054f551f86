"""The store: games, seats, studies and job leases in SQLite or PostgreSQL."""
