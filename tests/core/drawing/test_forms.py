from tabuleiro.core.scene import BLOCK, CELL, Form


def test_a_form_is_as_wide_in_terminals_as_elsewhere_unless_it_says_otherwise() -> None:
    assert Form("counter", "disc", 0.6).terminal_width == 0.6
    assert Form("counter", "disc", 0.6, 0.66).terminal_width == 0.66


def test_forms_that_fill_their_site_have_no_width_in_terminals() -> None:
    assert CELL.terminal_width == BLOCK.terminal_width == 0
