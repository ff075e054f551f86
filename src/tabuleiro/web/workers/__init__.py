"""Processes beside the server: computer players, the sandbox, the renderer; background jobs."""
