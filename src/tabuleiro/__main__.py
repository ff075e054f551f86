"""`python -m tabuleiro`."""

from tabuleiro.cli import main

main()
