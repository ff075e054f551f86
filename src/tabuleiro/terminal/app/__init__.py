"""The full-screen app of the terminal."""
