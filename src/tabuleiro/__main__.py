"""Runs the command line: `python -m tabuleiro`."""

from tabuleiro.cli import main

if __name__ == "__main__":  # processes that it starts load it under another name
    main()
