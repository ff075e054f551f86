"""The opening explorers of Tabuleiro's games, a file each, with their usual options."""
