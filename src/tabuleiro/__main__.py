"""Runs the command line: `tabuleiro` or `python -m tabuleiro`."""

from tabuleiro.core.extras import has_package, import_extra


def main() -> None:
    """Runs all commands, or those of the base if the extra `cli` is not installed."""
    complete = has_package("typer") and has_package("rich")
    import_extra("tabuleiro.cli" if complete else "tabuleiro.base_cli").main()


if __name__ == "__main__":  # processes that it starts load it under another name
    main()
