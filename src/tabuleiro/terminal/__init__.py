"""Games, tables and reports in a terminal."""
