"""The engine protocol."""

from __future__ import annotations

from threading import Event

import pytest

from clocks import TICK, FakeClock, set_search_clock
from engine.session import (
    GAMES,
    INFO,
    ONE_TO_WIN,
    SMALL,
    START,
    WON,
    Session,
    answers,
    best,
    error,
    figure,
)
from tabuleiro.core.drawing.text import draw_text
from tabuleiro.core.playouts import perft, random_walk
from tabuleiro.core.position import PLAYER_LETTERS, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.engine import streams as engine_lines
from tabuleiro.engine import ugi
from tabuleiro.games import games, start
from tabuleiro.players import levels
from tabuleiro.search import memory
from waiting import PATIENCE

LEVELS = levels(games()["squex"])


# --- ugi, isready, uginewgame, quit, stop --------------------------------------------------


def test_ugi_is_answered_by_names_options_and_ugiok() -> None:
    lines = answers("ugi")
    assert lines[0].startswith("id name Tabuleiro")
    assert lines[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in lines[2:-1])
    assert lines[-1] == "ugiok"


def test_the_options_of_the_engine_and_of_squex_are_listed_with_their_types() -> None:
    lines = answers("ugi")
    games_listed = "".join(f" var {game}" for game in GAMES)
    assert f"option name Game type combo default squex{games_listed}" in lines
    assert "option name Level type spin default 10 min 1 max 10" in lines
    assert "option name rows type spin default 8 min 3 max 15" in lines
    assert "option name swap type check default false" in lines
    names = [line.split()[2] for line in lines[2:-1]]
    engine = ["Game", "Level", "Threads", "Hash", "search-seed", "MultiPV"]
    assert names == [*engine, "rows", "columns", "swap"]


@pytest.mark.parametrize("game", GAMES)
def test_ugi_sent_again_lists_the_options_of_the_game_in_force(game: str) -> None:
    lines = answers("ugi", f"setoption name Game value {game}", "ugi")
    second = lines[lines.index("ugiok") + 1 :]
    names = [line.split()[2] for line in second[2:-1]]
    assert names[6:] == [option.name for option in games()[game].options]
    for option, line in zip(games()[game].options, second[8:-1], strict=True):
        assert f" type {option.kind} default " in line
        for value in option.domain().get("values", []) if option.kind == "combo" else []:
            assert f" var {value}" in line


def test_isready_is_answered_by_readyok() -> None:
    assert answers("isready", "isready") == ["readyok", "readyok"]


def test_uginewgame_sets_the_start_and_keeps_the_options() -> None:
    lines = answers(*SMALL, "position startpos moves a1", "uginewgame", "query fen")
    assert lines == ["response 3/3/3 2/2 x 1"]


def test_quit_ends_the_engine_without_a_word() -> None:
    assert answers("quit", "isready") == []


def test_stop_when_idle_is_ignored() -> None:
    assert answers("stop", "stop", "isready") == ["readyok"]


def test_empty_lines_are_ignored_and_blanks_around_words_allowed() -> None:
    assert answers("", "   ", "\r\n", "  isready \r\n") == ["readyok"]


# --- setoption -----------------------------------------------------------------------------


def test_setting_an_option_prints_nothing() -> None:
    engine_values = {"Level": 3, "Threads": 2, "Hash": 16, "search-seed": 7, "MultiPV": 2}
    values = {**engine_values, "rows": 5, "columns": 5}
    lines = [f"setoption name {name} value {value}" for name, value in values.items()]
    assert answers(*lines, "setoption name swap value on", "isready") == ["readyok"]


def test_until_it_is_set_the_game_is_squex() -> None:
    assert answers("query fen") == [f"response {START}"]


@pytest.mark.parametrize("game", GAMES)
def test_setting_the_game_gives_its_start_with_default_options(game: str) -> None:
    lines = answers(*SMALL, f"setoption name Game value {game}", "query fen")
    assert lines == [f"response {start(game).text}"]


def test_setting_the_game_again_resets_its_options() -> None:
    lines = answers(*SMALL, "setoption name Game value squex", "query fen")
    assert lines == [f"response {START}"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_option_takes_its_default(game: str) -> None:
    lines = [f"setoption name Game value {game}"]
    for option in games()[game].options:
        lines.append(f"setoption name {option.name} value {option.format(option.default)}")
    assert answers(*lines, "query fen") == [f"response {start(game).text}"]


def test_setting_a_game_option_puts_the_position_to_the_new_start() -> None:
    lines = answers("position startpos moves a1", "setoption name rows value 4", "query fen")
    assert lines == ["response 8/8/8/8 7/7/7 x 1"]


def test_setting_an_engine_option_leaves_the_position() -> None:
    lines = answers("position startpos moves a1", "setoption name Level value 2", "query player")
    assert lines == ["response o"]


@pytest.mark.parametrize(("word", "legal"), [("on", True), ("true", True), ("off", False)])
def test_a_switch_takes_on_off_true_and_false(word: str, legal: bool) -> None:
    lines = answers(
        f"setoption name swap value {word}", "position startpos moves a1", "query legal"
    )
    assert ("swap" in lines[0].split()) is legal


def test_names_of_options_are_taken_in_either_case() -> None:
    lines = answers("setoption name ROWS value 3", "setoption name game value squex", "query fen")
    assert lines == [f"response {START}"]


@pytest.mark.parametrize(
    "line",
    [
        "setoption",
        "setoption name",
        "setoption name rows",
        "setoption name rows value",
        "setoption rows 5",
        "setoption name nonsense value 5",
        "setoption name self value 5",
        "setoption name rows value 2",
        "setoption name rows value 16",
        "setoption name rows value five",
        "setoption name rows value 5 6",
        "setoption name rows value -5",
        "setoption name rows value 5.0",
        "setoption name rows value 99999999999999999999999",
        "setoption name swap value maybe",
        "setoption name Game value chess",
        "setoption name Game value Squex",
        "setoption name Level value 0",
        "setoption name Level value 11",
        "setoption name Threads value 0",
        "setoption name Hash value x",
        "setoption name search-seed value -1",
    ],
)
def test_a_bad_option_is_an_error_and_changes_nothing(line: str) -> None:
    lines = answers("position startpos moves a1", line, "query fen", "ugi")
    assert error(lines[:1])
    assert lines[1:] == answers("position startpos moves a1", "query fen", "ugi")


def test_an_option_that_contradicts_those_in_force_is_an_error() -> None:
    lines = answers("setoption name rows value 5", "setoption name swap value on", "query fen")
    assert error(lines[:1])
    assert lines[1] == "response 8/8/8/8/8 7/7/7/7 x 1"
    sizes_first = answers(*SMALL, "setoption name swap value on", "query fen")
    assert sizes_first == ["response 3/3/3 2/2 x 1"]
    assert error(answers("setoption name swap value on", "setoption name rows value 5"))


# --- position ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_every_game_are_read_as_they_are_written(game: str) -> None:
    for seed in range(3):
        text = random_walk(start(game), 7 * seed, seed).text
        choose = f"setoption name Game value {game}"
        assert answers(choose, f"position fen {text}", "query fen") == [f"response {text}"]


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_played_from_the_position_given(game: str) -> None:
    position = start(game)
    moves: list[str] = []
    while not position.over and len(moves) < 6:
        moves.append(position.move_text(position.legal_moves()[-1]))
        position = position.play(moves[-1])
    choose = f"setoption name Game value {game}"
    from_start = f"position startpos moves {' '.join(moves).upper()}"
    from_text = f"position  fen {start(game).text}  moves  {'  '.join(moves)}"
    for line in (from_start, from_text):
        assert answers(choose, line, "query fen") == [f"response {position.text}"]


@pytest.mark.parametrize("line", ["position startpos", "position startpos moves"])
def test_startpos_is_the_start_under_the_options_in_force(line: str) -> None:
    lines = answers(*SMALL, "position startpos moves a1", line, "query fen")
    assert lines == ["response 3/3/3 2/2 x 1"]


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position fen",
        "position moves a1",
        "position startpos a1",
        "position startposition",
        "position start",
        "position fen nonsense",
        f"position fen {START} 1",
        f"position fen {START.replace(' x', '  x')}",
        f"position fen {START.replace(' x', ' v')}",
        "position fen 3/3/3 2/2 x 1",
        "position startpos moves a1 a1",
        "position startpos moves z9",
        "position startpos moves a1 moves b1",
        "position startpos moves swap",
        f"position fen {START} moves",
        f"position fen {START} moves i1",
    ],
)
def test_a_bad_position_or_move_is_an_error_and_the_earlier_position_stays(line: str) -> None:
    if line.endswith(" moves"):
        assert answers(line) == []  # no moves are no error
        return
    lines = answers("position startpos moves c4", line, "query fen")
    assert error(lines[:1])
    assert lines[1] == "response 8/8/8/2x5/8/8/8/8 7/7/7/7/7/7/7 o 1"


def test_the_error_of_an_illegal_move_gives_the_reason() -> None:
    (line,) = answers("position startpos moves c4 d5 c4")
    assert "c4" in line
    assert "already holds" in line


# --- go ------------------------------------------------------------------------------------


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock, so that only the number of nodes limits a search."""
    set_search_clock(monkeypatch, FakeClock())


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("game", GAMES)
def test_go_is_answered_by_info_and_a_legal_move(game: str) -> None:
    lines = answers(f"setoption name Game value {game}", "go nodes 40")
    assert best(lines) in answers(f"setoption name Game value {game}", "query legal")[0].split()
    assert all(INFO.fullmatch(line) for line in lines[:-1])
    assert lines[-2].split(" pv ")[1].split()[0] == best(lines)
    assert " nodes 40 " in lines[-2]


@pytest.mark.parametrize(
    ("go", "name", "least", "most"),
    [
        ("go movetime 60", "time", 60, 110),
        ("go movetime 0", "time", 0, 30),
        ("go nodes 100", "nodes", 100, 100),
        ("go depth 2", "depth", 2, 9),
        ("go movetime 9000 nodes 100", "nodes", 100, 100),
        ("go nodes 999999999 movetime 60", "time", 60, 110),
        ("go p1time 1000 p2time 9000 p1inc 10 p2inc 900", "time", 37, 90),
        ("go p1time 0 p2time 0", "time", 0, 30),
        ("go p2time 9000 p1time 1000", "time", 30, 80),
        ("go p1time 1000 p2time 9000 p3time 9000 p4time 9000 p3inc 5 p4inc 0", "time", 30, 80),
    ],
)
def test_every_kind_of_limit_ends_the_search(
    go: str, name: str, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK))
    lines = answers("setoption name Level value 9", go)
    assert all(INFO.fullmatch(line) for line in lines[:-1])
    assert least <= figure(lines[-2], name) <= most
    assert best(lines) in answers("query legal")[0].split()


@pytest.mark.parametrize(
    "go",
    [
        "go nonsense",
        "go nodes",
        "go nodes x",
        "go nodes -5",
        "go nodes 0",
        "go depth 0",
        "go depth 1.5",
        "go movetime",
        "go movetime -1",
        "go nodes 5 nodes 6",
        "go infinite infinite",
        "go infinite nodes 5",
        "go nodes movetime 5",
        "go p1time",
        "go p1time --1 p2time 5",
        "go p1time - p2time 5",
        "go p1time 5 p1inc -1",
        "go p1inc 5",
        "go p5time 5",
        "go p1time 5 p2inc 5",
        "go infinite p1time 5",
        "go nodes 99999999999999999999999999",
        "go wtime 1000",
    ],
)
def test_a_malformed_go_is_an_error_and_no_search(go: str) -> None:
    assert error(answers(go))


@pytest.mark.parametrize("go", ["go p1time -20 p2time 5000", "go p1time 5000 p2time -20"])
def test_a_clock_that_has_run_past_its_end_has_nothing_left(go: str) -> None:
    assert best(answers("setoption name Level value 1", go)) in answers("query legal")[0].split()


@pytest.mark.usefixtures("still")
def test_a_bare_go_uses_the_level_alone() -> None:
    lines = answers("setoption name Level value 2", "go")
    assert f" nodes {LEVELS[1].nodes} " in lines[-2]


@pytest.mark.usefixtures("still")
def test_the_level_ends_a_search_whose_other_limits_are_wider() -> None:
    lines = answers("setoption name Level value 1", "go nodes 5000 movetime 60000")
    assert f" nodes {LEVELS[0].nodes} " in lines[-2]


def test_an_infinite_search_goes_beyond_the_level(session: Session) -> None:
    session.send("setoption name Level value 7", "go infinite")
    heard = iter(session.next, "")
    nodes = (figure(line, "nodes") for line in heard)
    assert next(filter((LEVELS[6].nodes or 0).__lt__, nodes))
    session.send("stop")
    assert best(session.until("bestmove")[-1:])


def test_the_clock_used_is_that_of_the_player_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    set_search_clock(monkeypatch, FakeClock(TICK))
    lines = answers("position startpos moves a1", "go p1time 3600000 p2time 1000")
    assert 30 <= figure(lines[-2], "time") <= 80


@pytest.mark.usefixtures("still")
def test_the_same_seed_gives_the_same_answer() -> None:
    setting = ("setoption name search-seed value 5", *SMALL)
    first, second = (answers(*setting, "go nodes 300") for _ in range(2))
    assert first[-1] == second[-1]
    assert first[-2].split()[:8] == second[-2].split()[:8]


@pytest.mark.usefixtures("still")
def test_threads_do_not_change_the_answer_of_a_search_by_nodes() -> None:
    one, two = (
        answers(f"setoption name Threads value {threads}", *SMALL, "go nodes 300")
        for threads in (1, 2)
    )
    assert one[-1] == two[-1]


def test_the_best_move_is_none_when_the_game_is_over() -> None:
    for go in ("go", "go nodes 5", "go infinite", "go p1time 5 p2time 5"):
        assert answers(*SMALL, WON, go) == ["bestmove none"]


def kept(session: Session, between: str) -> bool:
    """Whether a search that has no time knows a line of more than one move."""
    session.send("uginewgame", "position startpos", "go nodes 2000")
    first = session.until("bestmove")
    session.send(between, f"position startpos moves {best(first)}", "go movetime 0")
    return " depth 1 " not in session.until("bestmove")[-2]


@pytest.mark.parametrize("lines", [1, 3])
def test_the_tree_is_kept_between_moves_until_a_new_game(session: Session, lines: int) -> None:
    session.send(*SMALL, "setoption name rows value 6", f"setoption name MultiPV value {lines}")
    assert kept(session, "isready")
    assert not kept(session, "uginewgame")
    assert not kept(session, "setoption name Hash value 32")


def test_the_tree_is_kept_when_a_manager_sends_the_moves_of_both_players(session: Session) -> None:
    session.send(*SMALL, "setoption name rows value 6", "position startpos", "go nodes 4000")
    first, answer = session.until("bestmove")[-2].split(" pv ")[1].split()[:2]
    session.send(f"position startpos moves {first} {answer}", "go movetime 0")
    assert " depth 1 " not in session.until("bestmove")[-2]


# --- several lines ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("still")
def test_multipv_reports_as_many_lines_best_first(game: str) -> None:
    setting = (f"setoption name Game value {game}", "setoption name MultiPV value 3")
    lines = answers(*setting, "position startpos", "go nodes 200")
    *told, last = lines[-4:]
    assert [figure(line, "multipv") for line in told] == [1, 2, 3]
    moves = [line.split(" pv ")[1].split()[0] for line in told]
    assert len(set(moves)) == 3
    assert set(moves) <= {start(game).move_text(move) for move in start(game).legal_moves()}
    assert last == f"bestmove {moves[0]}"


def test_multipv_reports_no_more_lines_than_there_are_moves() -> None:
    board = start("squex rows=4 columns=4")
    sizes = [f"setoption name {name} value 4" for name in ("rows", "columns")]
    lines = answers(*sizes, "setoption name MultiPV value 500", "go nodes 200")
    last = lines[max(i for i, line in enumerate(lines) if " multipv 1 " in line) : -1]
    moves = {line.split(" pv ")[1].split()[0] for line in last}
    assert 1 < len(last) == len(moves) <= len(board.legal_moves())
    assert [figure(line, "multipv") for line in last] == [*range(1, len(last) + 1)]


def test_a_proved_win_needs_no_other_lines() -> None:
    lines = answers(*SMALL, "setoption name MultiPV value 3", ONE_TO_WIN, "go nodes 50")
    assert [" multipv 1 score mate 1 " in line for line in lines] == [True, False]
    assert lines[-1] == "bestmove a3"


def test_multipv_goes_with_every_limit_and_with_stop(session: Session) -> None:
    session.send("setoption name MultiPV value 2", "setoption name Level value 1")
    for go in ("go", "go movetime 20", "go depth 1", "go p1time 500 p2time 500"):
        session.send(go)
        assert best(session.until("bestmove")) != "none"
    session.send("go infinite")
    session.until("info")
    session.send("stop")
    assert best(session.until("bestmove")) != "none"


def test_one_line_is_reported_without_a_number(session: Session) -> None:
    session.send("setoption name MultiPV value 2", "setoption name MultiPV value 1", "go nodes 50")
    assert all(INFO.fullmatch(line) for line in session.until("bestmove")[:-1])


@pytest.mark.parametrize("value", ["0", "1001", "all"])
def test_a_wrong_number_of_lines_is_refused(value: str) -> None:
    assert error(answers(f"setoption name MultiPV value {value}"))


# --- the board -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_d_shows_the_board_and_the_position_text(game: str) -> None:
    lines = answers(f"setoption name Game value {game}", "d")
    assert "\n".join(lines[:-1]) == draw_text(start(game).scene(), unicode=False)
    assert lines[-1] == f"Fen: {start(game).text}"
    assert "\n".join(lines).isascii()


def test_d_is_answered_while_a_search_runs(session: Session) -> None:
    session.send(*SMALL, "go infinite", "d")
    assert session.until("Fen: ")[-1] == "Fen: 3/3/3 2/2 x 1"
    session.send("stop")
    session.until("bestmove")


def test_memory_that_cannot_be_had_is_named_and_the_old_player_stays(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "machine_megabytes", lambda: 100.0)
    session.send(*SMALL, "setoption name rows value 6")
    assert kept(session, "setoption name Hash value 65536")
    session.send("setoption name Hash value 65536")
    assert (
        session.until("info error")[-1] == "info error 65536 megabytes of memory are not available"
    )


def test_a_game_without_memory_for_its_player_changes_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.send(*SMALL, "query fen")
    before = session.until("response")
    monkeypatch.setattr(memory, "machine_megabytes", lambda: 1.0)
    session.send("setoption name Game value lyngk", "query fen", "go nodes 5")
    refused, *after = session.until("bestmove")
    assert refused == "info error 64 megabytes of memory are not available"
    assert after[0] == before[-1]
    assert not any("error" in line for line in after)


def test_centipawns_are_twice_the_expected_score_minus_one_in_thousandths() -> None:
    lines = answers("go nodes 200")
    score = int(lines[-2].split("score cp ")[1].split()[0])
    assert -1000 <= score <= 1000


def test_an_immediate_win_is_mate_in_one() -> None:
    lines = answers(*SMALL, ONE_TO_WIN, "go nodes 100")
    assert " score mate 1 " in lines[-2]
    assert best(lines) == "a3"


def test_a_proved_win_does_not_end_an_infinite_search(session: Session) -> None:
    session.send(*SMALL, ONE_TO_WIN, "go infinite")
    assert " score mate 1 " in session.next()
    assert session.ask("isready") == "readyok"
    assert session.ask("stop") == "bestmove a3"


# --- query ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_questions_about_a_position_of_every_game(game: str) -> None:
    for moves in (0, 9, 10_000):
        position = random_walk(start(game), moves, 3)
        outcome = position.outcome()
        over = outcome is not None
        legal = " ".join(sorted(position.move_text(move) for move in position.legal_moves()))
        wanted = {
            "gameover": str(over).lower(),
            "p1turn": str(position.player == 0).lower(),
            "result": outcome.result if outcome else "none",
            "player": "none" if over else PLAYER_LETTERS[position.player],
            "scores": " ".join(map(str, position.scores())),
            "fen": position.text,
            "legal": legal,
            "perft 1": str(len(position.legal_moves())),
        }
        lines = answers(
            f"setoption name Game value {game}",
            f"position fen {position.text}",
            *(f"query {question}" for question in wanted),
        )
        assert lines == [f"response {answer}".rstrip() for answer in wanted.values()]


def test_the_questions_when_the_game_is_over() -> None:
    questions = ("gameover", "p1turn", "result", "legal", "player", "scores")
    lines = answers(*SMALL, WON, *(f"query {question}" for question in questions))
    words = ("true", "false", "p1win", "", "none", "1 0")
    assert lines == [f"response {word}".rstrip() for word in words]


def test_perft_counts_sequences_of_moves() -> None:
    lines = answers(*(f"query perft {depth}" for depth in range(4)))
    assert lines == ["response 1", "response 64", "response 4032", "response 249984"]


@pytest.mark.parametrize("game", GAMES)
def test_perft_of_every_game_is_that_of_the_core(game: str) -> None:
    lines = answers(f"setoption name Game value {game}", "query perft 2", "quit")
    assert lines == [f"response {perft(start(game), 2)}"]


@pytest.mark.parametrize(
    "question",
    ["", " ", " nonsense", " perft", " perft x", " perft -1", " perft 1 2", " perft 501",
     " perft 99999999999999999999", " legal moves", " GAMEOVER"],
)  # fmt: skip
def test_a_bad_question_is_an_error(question: str) -> None:
    assert error(answers(f"query{question}"))


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event that is set when a count starts."""
    begun = Event()

    def count(position: Position, depth: int, stop: StopFlag) -> int:
        begun.set()
        return perft(position, depth, stop)

    monkeypatch.setattr(ugi, "perft", count)
    return begun


def test_stop_interrupts_a_count(session: Session, counting: Event) -> None:
    session.send("query perft 9")
    assert counting.wait(PATIENCE)
    assert error([session.ask("stop")])
    assert session.ask("isready") == "readyok"


def test_a_stop_sent_together_with_the_count_interrupts_it() -> None:
    lines = answers("query perft 9", "stop", "isready")
    assert error(lines[:1])
    assert lines[1:] == ["readyok"]


def test_quit_interrupts_a_count_after_a_while(
    counting: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        assert counting.wait(PATIENCE)

    monkeypatch.setattr(engine_lines, "monotonic", FakeClock())
    monkeypatch.setattr(engine_lines, "sleep", sleep)
    assert error(answers("query perft 9", "quit"))
    assert slept == [engine_lines.PERFT_TIMEOUT]


def test_a_script_sent_at_once_has_all_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()  # the engine does not lose patience before this is set
    monkeypatch.setattr(engine_lines, "sleep", lambda seconds: over.wait(PATIENCE))
    lines = answers("query perft 3", "go infinite", "stop", "query perft 2", "quit")
    assert lines[0] == "response 249984"
    assert lines[-1] == "response 4032"
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    over.set()


def test_commands_after_a_count_wait_for_it() -> None:
    lines = answers("query perft 3", "isready", "position startpos moves a1", "query perft 1")
    assert lines == ["response 249984", "readyok", "response 63"]


# --- while a search runs -------------------------------------------------------------------


def test_isready_and_questions_are_answered_while_a_search_runs(searching: Session) -> None:
    searching.send("isready", "query player", "query perft 1", "query gameover")
    lines = searching.until("response false")
    assert [line for line in lines if not line.startswith("info depth")] == [
        "readyok",
        "response o",
        "response 63",
        "response false",
    ]


@pytest.mark.parametrize(
    "line",
    ["position startpos", "setoption name rows value 5", "uginewgame", "go nodes 5", "go",
     "setoption name Level value 1", "position nonsense"],
)  # fmt: skip
def test_what_would_change_a_running_search_is_an_error(searching: Session, line: str) -> None:
    searching.send(line)
    assert error(searching.until("info error")[-1:])
    searching.send("query fen")
    assert searching.until("response")[-1].endswith(" 7/7/7/7/7/7/7 o 1")
    searching.send("stop")
    assert best(searching.until("bestmove"))


def test_ugi_may_be_sent_while_a_search_runs(searching: Session) -> None:
    searching.send("ugi")
    assert searching.until("ugiok")


def test_stop_is_answered_by_the_best_move(searching: Session) -> None:
    searching.send("stop")
    move = best(searching.until("bestmove"))
    assert searching.ask(f"position startpos moves d4 {move}", "isready") == "readyok"


def test_after_stop_the_next_commands_are_obeyed_even_if_sent_together(searching: Session) -> None:
    searching.send("stop", "position startpos moves a1", "query legal", "go nodes 10")
    assert best(searching.until("bestmove"))
    assert searching.next().startswith("response a2 ")
    assert best(searching.until("bestmove"))


def test_whoever_has_read_the_best_move_can_go_on(session: Session) -> None:
    for _ in range(30):
        session.send("position startpos moves a1", "go nodes 3")
        assert not any(line.startswith("info error") for line in session.until("bestmove"))


def test_progress_is_reported_while_the_search_runs(searching: Session) -> None:
    first, second = searching.next(), searching.next()
    for line in (first, second):
        assert INFO.fullmatch(line)
