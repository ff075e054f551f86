"""The classic interface: menus, prompts, boards and messages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabuleiro.core.drawing.theme import CLASSIC
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, games, read, start
from tabuleiro.play import Seat, Setup, TimeControl, new_record
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.text_commands import TEXT_COMMANDS
from tabuleiro.players import levels
from tabuleiro.records import read_record
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.classic.game_loop import GameLoop
from tabuleiro.terminal.classic.setup_questions import option_question
from terminal.keyboard import PLAY, Keyboard, console_of, play, run_menu

RED, BLUE, CYAN, WHITE, BLACK, GREEN, YELLOW, MAGENTA = (
    "204;34;34", "27;79;208", "34;187;204", "255;255;255", "0;0;0", "34;170;68", "221;204;34",
    "204;51;204",
)  # fmt: skip


LASTING = ("exit", "hint", "save", "resign")
"""Commands that end a game, take their time or write files."""


def paper(rgb: str) -> str:
    """The code of a terminal for the colour of a cell."""
    return f"\x1b[48;2;{rgb}m"


def key_of(game_id: str) -> str:
    """The number of a game in the main menu."""
    return str(1 + list(games()).index(game_id))


SQUEX, CONTROL_V, FUSE, EIGENSTATE, LYNGK = (key_of(game.id) for game in GAMES)
SAVED, RULES, LANGUAGE = (str(len(games()) + number) for number in (1, 2, 3))


# --- menus ---------------------------------------------------------------------------------


def test_who_types_the_value_of_an_option_is_told_what_it_means() -> None:
    scoring = next(option for option in games()["fuse"].options if option.name == "scoring")
    assert str(option_question(scoring)) == (
        "What counts [largest (the largest group), product (the product of all groups); "
        "enter: largest]: "
    )


def test_any_number_can_be_the_start_of_a_game() -> None:
    seed = next(option for option in games()["lyngk"].options if option.name == "seed")
    assert str(option_question(seed)).endswith("[a number; enter: random]: ")


def test_the_main_screen_has_a_logo_in_block_letters_of_two_colours(tmp_path: Path) -> None:
    said = run_menu(tmp_path, colour=True, theme=CLASSIC)
    assert "█████" in said
    assert f"\x1b[38;2;{BLUE}m█" in said
    assert "\x1b[38;2;196;22;28m█" in said


def test_the_main_menu_offers_every_game_and_quits_by_0(tmp_path: Path) -> None:
    said = run_menu(tmp_path, "0")
    for number, game in enumerate(games().values(), start=1):
        assert f"{number}  {game.name}: " in said
    assert said.endswith("Goodbye.\n")


def test_a_wrong_choice_is_told_and_the_menu_shown_again(tmp_path: Path) -> None:
    said = run_menu(tmp_path, "99", "", "0")
    assert "'99' is not one of the choices" in said
    assert said.count("What would you like to play?") == 3


def test_an_error_is_red_and_what_was_chosen_green(tmp_path: Path) -> None:
    said = run_menu(tmp_path, EIGENSTATE, "2", "x", "1", "exit", colour=True)
    assert "\x1b[31m'x' is not one of the choices" in said
    assert "\x1b[32mChosen: Level 1 (Beginner)." in said


def test_every_game_of_two_offers_the_four_modes(tmp_path: Path) -> None:
    said = run_menu(tmp_path, SQUEX, "5", "0")
    for mode in ("1  Person against person", "2  Person against computer",
                 "3  Computer against person", "4  Computer against computer"):  # fmt: skip
        assert mode in said
    assert "'5' is not one of the choices" in said


def test_each_computer_player_has_a_level_and_the_choice_is_echoed(tmp_path: Path) -> None:
    said = run_menu(tmp_path, FUSE, "4", "ve", "10", "exit")
    assert "Which computer player is Player 1?" in said
    assert "Chosen: Classic player very-easy." in said
    assert "Which computer player is Player 2?" in said
    assert "Chosen: Level 10 (Strongest)." in said


def test_levels_stand_beside_the_classic_players_of_the_game(
    tmp_path: Path, game: Game[Any]
) -> None:
    mode = ("2", "2") if len(game.players) > 1 else ("2",)
    said = run_menu(tmp_path, key_of(game.id), *mode, "exit")
    for level in levels(game):
        assert re.search(rf"(?m)^ *{level.number}  Level {level.number} \({level.name}\)", said)
    for name in game.classic:
        assert re.search(rf"(?m)^ *[a-z0-9]+  Classic player {name}$", said)


def test_back_returns_to_the_question_before(tmp_path: Path) -> None:
    said = run_menu(tmp_path, FUSE, "2", "back", "4", "1", "back", "back", "0")
    assert said.count("Fuse: who plays?") == 3


def test_who_begins_is_asked_where_a_person_plays_a_computer(tmp_path: Path) -> None:
    said = run_menu(tmp_path, FUSE, "2", "1", "2", "2", "", "", "", "", "", "4", "2", "", "exit")
    assert "Who moves first?" in said
    assert "'4' is not one of the choices" in said
    assert "Player 1: Level 1 (Beginner)" in said


def test_sizes_and_options_are_asked_again_when_out_of_range(tmp_path: Path) -> None:
    said = run_menu(tmp_path, SQUEX, "1", "2", "16", "rows", "4", "7", "on", "", "", "exit")
    assert said.count("option rows cannot be") == 3
    assert "it takes a whole number from 3 to 15" in said
    assert "swap needs a square board" in said
    assert "PLAYER 1's TURN" in said
    assert len(re.findall(r"(?m)^\d ", said)) == 4


def test_any_allowed_board_can_be_chosen(tmp_path: Path) -> None:
    for rows, columns in (("3", "15"), ("15", "3")):
        said = run_menu(tmp_path, SQUEX, "1", rows, columns, "", "", "exit")
        assert len(re.findall(r"(?m)^ ?\d+ +[┃○]", said)) == int(rows)


def test_a_person_against_a_computer_may_draw_lots_which_is_announced(tmp_path: Path) -> None:
    said = run_menu(tmp_path, LYNGK, "2", "1", "", "", "", "", "", "", "exit")
    assert "Your choice (enter: 3): " in said
    assert "Drawn at random: the " in said


def test_the_rules_page_returns_to_the_menu_by_enter(tmp_path: Path) -> None:
    said = run_menu(tmp_path, RULES, SQUEX, "", "0")
    assert "Press enter to go back." in said
    assert said.count("What would you like to play?") == 2


def test_three_or_four_play_where_the_game_lets_them(tmp_path: Path) -> None:
    said = run_menu(tmp_path, CONTROL_V, "4", "1", "2", "2", "2", "1", "1", "1", "5", "0", "", "",
                    "", PLAY, "0")  # fmt: skip
    assert "Player 4: Level 1 (Beginner)" in said
    assert re.search(r"PLAYER \d WON!|IT IS A DRAW!", said)
    assert len(re.findall(r"║ +[1-4]\. Player [1-4] +║", said)) == 4


def test_the_language_is_chosen_in_the_menu(tmp_path: Path) -> None:
    assert "Português" in run_menu(tmp_path, LANGUAGE, "2", "0")


def test_exit_ends_the_program_at_every_kind_of_prompt(tmp_path: Path) -> None:
    way = (SQUEX, "2", "1", "3", "3", "", "", "", "b2")
    for length in range(len(way) + 1):
        said = run_menu(tmp_path, *way[:length], "EXIT", "never read")
        assert said.endswith("Goodbye.\n")
    for more in (("resign",), ("draw",), ("rules",)):
        said = run_menu(tmp_path, SQUEX, "1", "3", "3", "", "", *more, "exit")
        assert said.endswith("Goodbye.\n")


def test_the_input_may_end_at_every_prompt(tmp_path: Path, game: Game[Any]) -> None:
    way = (key_of(game.id), "2", "2", "1", "1")
    for length in range(len(way) + 1):
        assert run_menu(tmp_path, *way[:length]).endswith("Goodbye.\n")


# --- saved games ---------------------------------------------------------------------------


def test_a_saved_game_is_listed_and_taken_up_again(tmp_path: Path) -> None:
    run_menu(tmp_path, SQUEX, "1", "3", "3", "", "", "b2", "exit")
    said = " ".join(run_menu(tmp_path, SAVED, "1", "exit").split())
    assert "squex rows=3 columns=3, unfinished, 1 move: Player 1, Player 2" in said
    assert "PLAYER 2's TURN" in said


def test_without_saved_games_the_menu_says_so(tmp_path: Path) -> None:
    assert "There are no saved games." in run_menu(tmp_path, SAVED, "0")


def test_who_leaves_a_game_is_told_how_to_go_on_with_it(tmp_path: Path) -> None:
    said = run_menu(tmp_path, SQUEX, "1", "3", "3", "", "", "exit")
    assert "--resume" not in said
    assert not SavedGames(tmp_path / "games").games(), "a game without a move is not saved"
    said = run_menu(tmp_path, SQUEX, "1", "3", "3", "", "", "b2", "exit")
    (entry,) = SavedGames(tmp_path / "games").games()
    assert f"To resume it: tabuleiro play --resume {entry.name}" in said


def test_back_at_a_move_goes_to_the_menu_with_the_game_saved(tmp_path: Path) -> None:
    said = run_menu(tmp_path, SQUEX, "1", "3", "3", "", "", "b2", "back", "0")
    assert "To resume it: tabuleiro play --resume" in said
    assert said.count("What would you like to play?") == 2


def test_trouble_with_saving_is_told_once_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where a folder should be")
    said = play(tmp_path, start("squex rows=3 columns=3"), "b2", "b1", "c1")
    assert said.count("The game could not be saved") == 1
    assert "Player 1 places an octagon on c1" in said


# --- a turn --------------------------------------------------------------------------------


def test_the_board_has_labels_and_a_box_as_wide_as_itself(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=4 columns=4"), "exit")
    lines = said.splitlines()
    board = [line for line in lines if re.match(r"\d ", line)]
    (top,) = (line for line in lines if line.startswith("╔"))
    assert "    a   b   c   d" in lines
    assert [line[0] for line in board] == list("1234")
    assert len(top) == max(map(len, board))
    (turn,) = (line for line in lines if "PLAYER 1's TURN" in line)
    assert turn.strip("║") == "PLAYER 1's TURN".center(len(top) - 2)


def test_without_colour_and_unicode_every_piece_is_a_letter(
    tmp_path: Path, game: Game[Any]
) -> None:
    said = play(tmp_path, game.start(), "exit", unicode=False)
    assert said.isascii()
    assert "+--" in said


def test_pieces_are_painted_in_the_colours_of_their_players(tmp_path: Path) -> None:
    position = start("squex rows=3 columns=3").play("a1").play("b2")
    said = play(tmp_path, position, "exit", colour=True, theme=CLASSIC)
    assert paper(BLUE) in said
    assert paper("196;22;28") in said


def test_an_empty_line_asks_again(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "", "", "b2", "exit")
    assert said.count("Player 1 - Letter of the column") == 3


def test_parts_are_asked_one_after_another_and_back_takes_them_up_anew(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "b", "back", "a", "9", "1", "exit")
    assert said.count("Letter of the column, a to c") == 3
    assert "'9' is not valid: write a number from 1 to 3" in said
    assert "Player 1 places an octagon on a1" in said


def test_bad_input_and_a_taken_cell_are_told_and_asked_again(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "b2", "z", "é", "b2", "c3", "exit")
    assert "'z' is not valid" in said
    assert "b2 already holds an octagon" in said
    assert "Player 2 places an octagon on c3" in said


def test_a_cut_is_told_above_the_board_with_the_second_turn_it_gives(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "a1", "b1", "b2", "a2", "exit")
    assert "Player 2 cuts a link and takes the square a1-b2 from Player 1\n" in said
    assert "Player 1 now moves twice, because a link was cut\n" in said


def test_a_computer_move_is_announced_and_enter_asked_for(tmp_path: Path) -> None:
    said = play(
        tmp_path, start("squex rows=3 columns=3"), "b2", "nonsense", "help", "", "exit",
        seats=("", "level:1"),
    )  # fmt: skip
    told, _, rest = said.partition("Press enter to continue.")
    assert re.search(r"Player 2 places an octagon on [abc][123]\n$", told)
    assert "press enter, or write a command" in rest
    assert "PLAYER 1's TURN" in rest


def test_nothing_waits_for_enter_when_told_not_to(tmp_path: Path) -> None:
    seats = ("level:1", "level:1")
    said = play(tmp_path, start("squex rows=3 columns=3"), "", seats=seats, waits=False)
    assert "Press enter to continue" not in said
    assert "WON!" in said


def test_the_end_is_a_box_and_enter_goes_back_to_the_menu(tmp_path: Path) -> None:
    said = run_menu(tmp_path, SQUEX, "4", "1", "1", "3", "3", "", "", PLAY, "0")
    after = said[said.index("WON!") :]
    assert re.search(r"║ +PLAYER \d WON! +║", said)
    assert "Press enter to go back to the menu." in after
    assert "What would you like to play?" in after


def test_the_end_is_told_once_below_the_board(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "b1", "a2", "b2", "a1", "b3", "")
    assert "PLAYER 1 WON!" in said
    assert said.count("Player 1 has joined top and bottom") == 1


def test_a_long_question_breaks_between_words(tmp_path: Path) -> None:
    said = run_menu(tmp_path, "1", "1", "", "", "exit", width=80)
    rows = said.splitlines()
    assert max(map(len, rows)) <= 80
    assert "[on or off;\nenter: off]: " in said


def test_a_draw_is_boxed_with_both_scores(tmp_path: Path) -> None:
    over = read("fuse rows=2 columns=2 | 4/1xo1/1ox1/4 -")
    said = play(tmp_path, over, "")
    assert re.search(r"║ +IT IS A DRAW! +║", said)
    assert re.search(r"║ +Largest group: white 1, black 1 +║", said)


# --- commands ------------------------------------------------------------------------------


def test_undo_and_redo_change_the_board_back_and_forth(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "undo", "b2", "undo", "redo", "exit")
    assert "no move has been made yet" in said
    assert "Taken back." in said
    assert "The move is restored." in said
    assert re.findall(r"PLAYER (\d)'s TURN", said) == ["1", "2", "1", "2"]


def test_a_hint_names_a_legal_move_and_what_is_expected(tmp_path: Path) -> None:
    position = start("squex rows=3 columns=3")
    said = play(tmp_path, position, "hint", "exit")
    (move,) = re.findall(r"Try (\w+)\.", said)
    assert position.explain(move) is None
    assert "Expected score of Player 1: " in said


def test_why_moves_and_help_answer_at_the_prompt(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "why z9", "moves", "help", "exit")
    assert "z9 is not on the board" in said
    assert "9 legal moves" in said
    assert "hint: a move to consider" in said


def test_save_says_where_and_copies_to_a_file(tmp_path: Path) -> None:
    copy = tmp_path / "copy.record"
    said = play(tmp_path, start("squex rows=3 columns=3"), "b2", "save", f"save {copy}",
                f"save {copy}", "exit")  # fmt: skip
    assert f"Every move is saved, in {tmp_path / 'games'}" in " ".join(said.split())
    assert [ply.move for ply in read_record(copy.read_text()).plies] == ["b2"]
    assert "exists already: choose another name" in said


def test_before_the_first_move_save_says_that_nothing_is_saved(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "save", "exit")
    assert "nothing is saved yet" in said


@pytest.mark.parametrize(
    "name", ["a\0b", "/", "~nobody-of-that-name/x", "/no/such/folder", "x" * 999]
)
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), f"save {name}", "exit")
    assert "Copied to" not in said
    assert "LEFT" in said


def test_resigning_asks_first_and_ends_the_game(tmp_path: Path) -> None:
    said = play(
        tmp_path, start("squex rows=3 columns=3"), "resign", "", "resign", "no", "resign", "yes", ""
    )
    assert "Player 1 resigns." in said
    assert "PLAYER 2 WON!" in said
    assert "by resignation" in said


def test_a_draw_is_agreed_by_all_people_or_declined(tmp_path: Path) -> None:
    board = start("eigenstate")
    declined = play(tmp_path, board, "draw", "maybe", "no", "exit")
    assert "'maybe' is neither yes nor no" in declined
    assert "The draw is declined." in declined
    assert "IT IS A DRAW!" in play(tmp_path, board, "draw", "yes", "")


def test_the_rules_are_shown_during_a_game(tmp_path: Path) -> None:
    said = play(tmp_path, start("fuse"), "yes", "rules", "", "exit")
    assert "Press enter to go back." in said


def test_the_board_is_drawn_again_on_demand(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex rows=3 columns=3"), "board", "exit")
    assert said.count("PLAYER 1's TURN") == 2


def test_clocks_are_shown_and_a_fallen_flag_is_told(tmp_path: Path) -> None:
    setup = Setup((Seat("person"), Seat("person")), TimeControl(60, 1))
    saved_games = SavedGames(tmp_path / "games")
    times = iter([0.0, *[1.0] * 3, *[100.0] * 99])
    local_game = LocalGame(
        new_record(start("squex rows=3 columns=3"), setup),
        saved_games,
        Random(1),
        now=times.__next__,
    )
    keyboard = Keyboard(["b2", ""])
    GameLoop(console_of(keyboard), local_game).play()
    assert "Clock: Player 1 59 s, Player 2 1 min 0 s" in keyboard.text
    assert "The time of Player 1 is over." in keyboard.text
    assert "PLAYER 2 WON!" in keyboard.text
    assert "on time" in keyboard.text


def test_a_computer_player_answers_a_proposal_of_a_draw_at_once(tmp_path: Path) -> None:
    said = play(tmp_path, start("eigenstate"), "draw", "exit", seats=("", "level:1"))
    assert "The draw is declined." in said


def test_a_game_without_draws_has_no_command_for_them(tmp_path: Path) -> None:
    said = play(tmp_path, start("squex"), "help", "draw", "exit")
    assert "Squex has no draws" in said
    assert "draw: " not in said
    assert "draw: " in play(tmp_path, start("eigenstate"), "help", "exit")


def test_prompt_error_and_help_show_the_same_legal_move(tmp_path: Path, game: Game[Any]) -> None:
    position = game.start()
    move = position.move_text(position.legal_moves()[0])
    said = play(tmp_path, position, *["yes"] * game.refusable_start, "help", "exit")
    assert f"why, why {move}: " in said


def test_every_example_of_fuse_is_a_legal_move(tmp_path: Path) -> None:
    position = start("fuse seed=1")
    said = play(tmp_path, position, "yes", "b9", "b9-c9", "help", "exit")
    shown = set(re.findall(r"(?:such as|why, why) (\w+)", said))
    assert shown == {position.move_text(position.legal_moves()[0])}


def test_whatever_is_typed_in_a_game_is_answered(tmp_path: Path, game: Game[Any]) -> None:
    chance = Random(7)
    words = [
        word for command in TEXT_COMMANDS for word in command.words if command.name not in LASTING
    ]
    signs = "ab1 9=:-+#~/\\\0é\x1b\u2028°"
    typed = [
        " ".join([*chance.choices(words, k=chance.randint(0, 1)),
                  *("".join(chance.choices(signs, k=3)) for _ in range(chance.randint(0, 2)))])
        for _ in range(150)
    ]  # fmt: skip
    for plain in (False, True):
        said = play(tmp_path, game.start(), *typed, plain=plain)
        assert said.endswith("LEFT\n")


# --- points of single games ----------------------------------------------------------------


def test_control_v_asks_for_castles_and_pieces_by_row_and_column(tmp_path: Path) -> None:
    position = start("control_v size=5 castles=1")
    said = play(tmp_path, position, "11", "01", "02", "1", "2", "03", "3", "exit")
    assert "Player 1 - Row of the castle, 01 to 05: " in said
    assert "Player 1 - Column of the castle, 01 to 05: " in said
    assert "'11' is not valid" in said
    assert "b1 already holds a castle: only empty cells can be chosen" in said
    assert "Player 2 places a castle on c3" in said


def test_control_v_asks_for_block_symmetry_and_axes(tmp_path: Path) -> None:
    position = start("control_v size=5 castles=0").play("a1").play("e5")
    said = play(tmp_path, position, "3", "3", "1", "1", "4", "1", "q", "d", "1", "1", "3", "a", "h",
                "exit")  # fmt: skip
    assert "Symmetry: 1 horizontal axis, 2 vertical axis, 3 half turn" in said
    assert "'4' is not valid" in said
    assert "'q' is not valid: write a letter from a to d" in said
    assert "PLAYER 2's TURN" in said


def test_control_v_has_its_colours_its_numbers_and_two_digits_a_score(tmp_path: Path) -> None:
    first = play(tmp_path, start("control_v size=5"), "exit")
    assert "01  02  03  04  05" in first
    assert "00 00" in first
    assert re.search(r"(?m)─a$", first)
    assert "h   g   f   e" in first
    position = start("control_v size=5 castles=1 players=4")
    for cell in "a1 b1 c1 d1 a3 b3 c3 d3".split():
        position = position.play(cell)
    said = play(tmp_path, position, "exit", colour=True, theme=CLASSIC)
    for colour in (RED, CYAN, YELLOW, GREEN, WHITE, BLACK):
        assert paper(colour) in said


def test_control_v_tells_every_move_with_block_symmetry_and_axes(tmp_path: Path) -> None:
    position = start("control_v size=5 castles=0").play("a1").play("e5")
    said = play(tmp_path, position, "a1=a", "exit")
    assert "Player 1 mirrors" in said
    assert "axis a" in said


def test_control_v_says_who_has_no_moves_left(tmp_path: Path) -> None:
    position = read("control_v size=5 castles=0 | 1oxx1/xxxxo/2xxo/1oxxo/xx1o1 o")
    assert "Player 1 has no moves left" in play(tmp_path, position, "b4=df", "exit")


def test_fuse_asks_about_the_layout_until_somebody_likes_it(tmp_path: Path) -> None:
    said = play(tmp_path, start("fuse"), "perhaps", "no", "no", "no", "yes", "exit")
    assert "'perhaps' is neither yes nor no" in said
    assert "Nobody wants it: another one is drawn." in said
    assert "The start is accepted." in said


def test_fuse_has_cyan_cells_blank_spots_and_round_discs(tmp_path: Path) -> None:
    position = start("fuse rows=3 columns=3 seed=1")
    said = play(tmp_path, position, "yes", "exit", colour=True, theme=CLASSIC)
    assert said.count(paper(CYAN)) > 0
    assert "○" in said
    assert "●" in said
    assert "┌───┬───┬───┐" in play(tmp_path, position, "exit")
    assert re.search(r"(?m)^ +a   b   c   d   e$", said)
    assert re.search(r"(?m)^0 ", said)


def test_fuse_checks_a_move_in_order_with_a_message_each(tmp_path: Path) -> None:
    position = read("fuse rows=2 columns=2 | 1xo1/o2x/x2o/1ox1 x")
    said = play(tmp_path, position, "yes", "a1", "z9b1", "a1a1", "B1C1", "A1B1", "a2c1", "exit")
    assert "'a1' does not have four characters" in said
    assert "z9 is not on the grid" in said
    assert "a move cannot start and end on the same cell, a1" in said
    assert said.count("Player 1 - Move as column, row, column, row") == 7


def test_a_passed_turn_is_told(tmp_path: Path) -> None:
    position = read("fuse rows=2 columns=2 | 1x2/x3/x3/4 x")
    said = play(tmp_path, position, "yes", position.move_text(position.legal_moves()[0]), "exit")
    assert "Player 2 cannot move and has to pass" in said


def test_eigenstate_draws_every_piece_with_its_holes_on_a_chequered_board(tmp_path: Path) -> None:
    said = play(tmp_path, start("eigenstate"), "exit", theme=CLASSIC)
    assert "│ O O @ O O │" in said
    assert "│ O O * O O │" in said
    assert "░░░" in said
    painted = play(tmp_path, start("eigenstate"), "exit", theme=CLASSIC, colour=True)
    assert f"\x1b[38;2;{MAGENTA}m" in painted
    assert paper("27;138;58") in painted
    assert paper("196;22;28") in painted


def test_eigenstate_asks_for_piece_and_cell_then_piece_and_hole(tmp_path: Path) -> None:
    said = play(tmp_path, start("eigenstate"), "A", "1", "a2", "g9", "A2", "c3", "A2", "C", "2",
                "exit")  # fmt: skip
    assert "Piece to move" in said
    assert "Cell to move to" in said
    assert "Piece for peg 1 of 2" in said
    assert "Hole for peg 1 of 2" in said
    assert "'g9' is not valid" in said
    assert "Player 1 puts a peg into hole c2 of the piece on a2" in said


def test_eigenstate_says_what_is_wrong_with_piece_cell_and_hole(tmp_path: Path) -> None:
    said = play(tmp_path, start("eigenstate"), "c3", "a1", "c5", "a1a2", "b5", "a2", "c4", "exit")
    assert "c3 holds no piece of yours" in said
    assert "no peg of the piece on a1 leads to c5" in said
    assert "b5 holds no piece of yours" in said
    assert "hole c4 of the piece on a2 already holds a peg" in said


def test_eigenstate_draws_the_chosen_piece_alone_and_large(tmp_path: Path) -> None:
    said = play(tmp_path, start("eigenstate"), "a1a2", "a2", "exit")
    assert "  ┌───┬───┬───┬───┬───┐\n1 │" in said
    assert "4 │ · │ · │ ● │ · │ · │" in said
    assert "3 │ · │ · │ x │ · │ · │" in said
    original = play(tmp_path, start("eigenstate"), "a1a2", "a2", "exit", theme=CLASSIC)
    assert "│ * │" in original
    assert "│ @ │" in original


def test_lyngk_takes_instructions_claims_and_moves_by_numbers(tmp_path: Path) -> None:
    said = play(tmp_path, start("lyngk"), "jump", "claim", "pink", "R", "claim", "4-2:5-3", "exit")
    said = " ".join(said.split())
    assert "unknown instruction 'jump': write two cells such as a1b2, or claim" in said
    assert "black (D), red (R), ivory (I), green (G), blue (B)" in said
    assert "Player 1 claims red" in said
    assert "already claimed a colour in this turn" in said
    assert "PLAYER 2's TURN" in said


def test_lyngk_has_rows_and_columns_by_number_and_lines_between_cells(tmp_path: Path) -> None:
    said = play(tmp_path, start("lyngk"), "exit")
    assert re.search(r"(?m)^ +0     1     2     3     4     5     6     7     8$", said)
    for row in range(13):
        assert re.search(rf"(?m)^ ?{row} +", said)
    assert "╲" in said
    assert "│" in said


def test_lyngk_shows_both_players_with_colours_stacks_and_estimate(tmp_path: Path) -> None:
    position = start("lyngk").play("claim-red")
    position = position.play(position.move_text(position.legal_moves()[0]))
    said = play(tmp_path, position, "exit")
    cards = [line for line in said.splitlines() if "stacks won" in line.lower()]
    assert [card[:9] for card in cards] == ["Player 2:", "Player 1:"]
    assert "r" in cards[1]
    assert "Unclaimed: " in said
    assert "Estimate: Player 1 " in said


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_whole_game_is_played_in_both_languages(tmp_path: Path, language: str) -> None:
    said = run_menu(tmp_path, SQUEX, "4", "1", "1", "3", "3", "", "", PLAY, "0", language=language)
    assert ("WON!" in said, "GANHOU!" in said) == (language == "en", language == "pt")
    (entry,) = SavedGames(tmp_path / "games").games()
    assert entry.finished
