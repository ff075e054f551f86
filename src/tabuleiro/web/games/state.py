"""The state of a game as a viewer sees it, as JSON in the viewer's language.

Most of it is the same for all viewers who read the same language. That part is made once for each
version of a game; the little that differs between viewers is joined to it.
"""

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, takewhile
from typing import Any, NamedTuple

import pydantic_core

from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Mark, Scene, player_name
from tabuleiro.language import Translate, translator
from tabuleiro.play import Table
from tabuleiro.play.event_wording import (
    Sentences,
    describe_latest_events,
    ending_in_words,
    reasons_in_words,
)
from tabuleiro.play.player_names import (
    names_in_sentences,
    names_of_seats,
    told_to,
    with_names,
    with_pronouns,
)
from tabuleiro.play.text_commands import TableQuestion, whose_turn
from tabuleiro.records import Ply
from tabuleiro.records.ply import move_numbers, scene_at
from tabuleiro.web.board import Choices, choices_of, moving_board
from tabuleiro.web.lru_cache import LruCache

Data = dict[str, Any]

MOST_SENTENCES = 4  # about recent moves
MOST_NAMED = 8  # moves of a turn that are named, and recent moves that are marked
LATEST_EVENTS = 4  # events that a viewer who was away for a moment is shown
MOST_STATES = 1_000  # values that a cache of states keeps


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game as it is shown: its id, its table, and whether hints are allowed during it."""

    id: str
    table: Table
    hints: bool = False

    @property
    def may_advise(self) -> bool:
        """Whether anything that helps to judge the position may be shown."""
        return self.hints or self.table.over


@dataclass(frozen=True, slots=True)
class ViewedGame:
    """A game, and the seats that its viewer holds."""

    game: GameSnapshot
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a game: the seats they hold (none for a spectator), their language and theme."""

    seats: tuple[int, ...]
    language: str
    theme: str = ""


class StateParts(NamedTuple):
    """What every state of a version is made of, in any language: the scene, the moves to choose
    from, and the latest events in words, each with the version after it."""

    scene: Scene
    choices: Choices | None
    events: tuple[tuple[int, Sentences], ...]


StateCache = LruCache[Hashable, Any]
"""The parts and texts of the games that were rendered last."""


def state_text(cache: StateCache, game: GameSnapshot, viewer: Viewer, now: float) -> str:
    """The state of a game as a viewer sees it, as JSON."""
    table = game.table
    key = (game.id, table.version)
    parts: StateParts = cache.get_or_make(key, lambda: parts_of(table))
    words = (viewer.language, viewer.theme)
    translate = translator_at(table, *words)
    shared: str = cache.get_or_make(
        (*key, *words), lambda: to_json(shared_state(game, parts, translate, viewer.theme))
    )
    own: str = cache.get_or_make(
        (*key, viewer), lambda: to_json(own_state(game, parts, viewer.seats, translate))
    )
    return f'{shared[:-1]}, {own[1:-1]}, "clocks": {json.dumps(clocks_of(table, now))}}}'


def parts_of(table: Table) -> StateParts:
    """The parts of the states of a game."""
    scene = table.scene()
    choices = None if table.player is None else choices_of(table.position, scene)
    return StateParts(scene, choices, tuple(describe_latest_events(table, LATEST_EVENTS)))


def to_json(data: Data) -> str:
    """Data as compact JSON, faster than with `json.dumps`."""
    return pydantic_core.to_json(data).decode()


# --- what all viewers see ------------------------------------------------------------------


def shared_state(game: GameSnapshot, parts: StateParts, translate: Translate, theme: str) -> Data:
    """The part of the state that is the same for all readers of a language and theme."""
    table, position, scene = game.table, game.table.position, parts.scene
    rules, asked = position.game, table.asked_about_layout
    return {
        "id": game.id,
        "version": table.version,
        "game": rules.id,
        "options": table.game_text,
        "title": scene.title.text(translate),
        "seats": seats_data(table, theme, translate),
        "player": table.player,
        "moves": moves_data(table.positions, table.plies),
        "task": [] if table.player is None else texts(rules.instructions(position), translate),
        "captions": texts(captions_of(table, scene), translate),
        "proposal": proposal_data(table),
        "layout": None if asked is None else {"asked": asked},
        "next": table.next_game or None,
        "advice": game.may_advise,
        **moving_board(scene.with_marks(*earlier_marks(table)), parts.choices, translate),
    }


def texts(messages: Iterable[Message], translate: Translate) -> list[str]:
    """Sentences in a language."""
    return [message.text(translate) for message in messages]


def translator_at(table: Table, language: str, theme: str) -> Translate:
    """A translator that also writes the names of the players at a table."""
    names = names_in_sentences(table.position, table.setup.seats, theme)
    return with_names(translator(language), names)


def recent_moves(table: Table, seats: tuple[int, ...] = ()) -> range:
    """The numbers of the moves since the last one of the viewer with one of the seats, or of the
    player to move. During their turn, and at the end, those of the last turn."""
    players = [position.player for position in table.positions[: len(table.plies)]]
    waiting = table.player if table.over or len(seats) != 1 else seats[0]
    ended = not players or waiting in (None, players[-1])
    recent = (lambda each: each == players[-1]) if ended else (lambda each: each != waiting)
    found = takewhile(recent, reversed(players))
    return range(len(players) - len(list(found)) + 1, len(players) + 1)


def describe_recent_moves(table: Table, seats: tuple[int, ...]) -> list[Message]:
    """What the recent moves did; if that is long, only which moves they were, or your last one."""
    looks = [(at, table.positions[at - 1]) for at in recent_moves(table, seats)]
    moves = [
        (table.positions[at], before, before.move(table.plies[at - 1].move)) for at, before in looks
    ]
    said = [table.position.game.view.describe_move(*move) for move in moves]
    if sum(map(len, said)) <= MOST_SENTENCES:
        return with_pronouns(seats, chain.from_iterable(said))
    if seats == (looks[-1][1].player,):
        return with_pronouns(seats, said[-1])
    turns = groupby(looks, lambda look: look[1].player)
    return [
        list_turn(player, [table.plies[at - 1].move for at, _ in turn]) for player, turn in turns
    ]


def list_turn(player: int, moves: list[str]) -> Message:
    """The moves that a player made in a row; of many, only their number."""
    if len(moves) > MOST_NAMED:
        return say("{player} made {count} moves", player=player_name(player), count=len(moves))
    return say("{player}: {moves}", player=player_name(player), moves=tuple(moves))


def earlier_marks(table: Table) -> list[Mark]:
    """Where the recent moves before the last one began and ended."""
    scenes = (
        scene_at(table.positions, table.plies, at) for at in recent_moves(table)[-MOST_NAMED:-1]
    )
    return [mark for scene in scenes for mark in scene.marks if mark.kind in ("origin", "last")]


def seats_data(table: Table, theme: str, translate: Translate) -> list[Data]:
    """All seats as data."""
    names = names_of_seats(table.position, table.setup.seats, theme)
    return [seat_data(table, *seat, translate) for seat in enumerate(names)]


def seat_data(table: Table, number: int, name: Message, translate: Translate) -> Data:
    """A seat as data: its player, their goal and score, whether they have left, their place."""
    seat, game = table.setup.seats[number], table.position.game
    notes = (*game.roles[number : number + 1], *game.player_notes(table.position, number))
    return {
        "seat": number,
        "name": name.text(translate),
        "notes": texts(notes, translate),
        "computer": seat.computer,
        "free": seat.free,
        "left": number not in table.remaining,
        "place": table.finish.places[number] if table.finish else None,
    }


def moves_data(positions: Sequence[Position], plies: Sequence[Ply]) -> list[Data]:
    """The moves with their numbers; `by` is a computer that stood in for a player."""
    seats = [position.player for position in positions[: len(plies)]]
    return [
        {"number": number, "seat": seat, "text": ply.move, "by": ply.by}
        for number, seat, ply in zip(move_numbers(seats), seats, plies, strict=True)
    ]


def captions_of(table: Table, scene: Scene) -> tuple[Message, ...]:
    """How the game stands, the most important first."""
    if table.finish and table.finish.ending != "rules":
        return ending_in_words(table.finish)
    if table.over or table.begun:
        return scene.captions
    return whose_turn(TableQuestion(table, 0, 0.0))


def proposal_data(table: Table) -> Data | None:
    """What is proposed, by whom, and who agrees so far."""
    proposed = table.open_proposal
    if proposed is None:
        return None
    return {"what": proposed.what, "seat": proposed.seat, "agreed": sorted(proposed.agreed)}


def clocks_of(table: Table, now: float) -> Data | None:
    """The time that each player has left at this time of the server."""
    clock = table.clock
    if clock is None:
        return None
    return {
        "left": [round(clock.remaining(seat, now), 3) for seat in range(len(clock.left))],
        "running": clock.running,
        "at": round(now, 3),
        "control": str(clock.control),
    }


# --- what differs between viewers ----------------------------------------------------------


def own_state(
    game: GameSnapshot, parts: StateParts, seats: tuple[int, ...], translate: Translate
) -> Data:
    """The part of the state that depends on the seats of the viewer."""
    can = permissions(game, seats)
    return {
        "you": list(seats),
        "can": can,
        "recent": texts(describe_recent_moves(game.table, seats), translate),
        "score": with_pronouns(seats, [game.table.position.describe_score()])[0].text(translate),
        "said": [
            {"version": version, "words": texts(told_to(seats, said), translate)}
            for version, said in parts.events
        ],
        "finish": finish_data(game.table, seats, translate),
        "choices": parts.choices if can["move"] else None,
    }


def finish_data(table: Table, seats: tuple[int, ...], translate: Translate) -> Data | None:
    """How the game ended; `words` say why. Who has won follows from the places."""
    finish = table.finish
    if finish is None:
        return None
    return {
        "result": finish.result,
        "ending": finish.ending,
        "places": list(finish.places),
        "words": texts(with_pronouns(seats, reasons_in_words(table)), translate),
    }


def permissions(game: GameSnapshot, seats: tuple[int, ...]) -> dict[str, bool]:
    """What a viewer may do now."""
    table = game.table
    playing = bool(set(seats) & set(table.remaining)) and not table.over and not table.free_seats
    proposed = table.open_proposal
    return {
        "move": table.player in seats and table.player in table.remaining,
        "undo": playing and any(position.player in seats for position in table.positions[:-1]),
        "redo": playing and table.can_redo and takes_back_alone(table),
        "draw": playing
        and proposed is None
        and table.begun
        and table.position.game.draws
        and any(table.may_propose(seat, "draw") for seat in seats),
        "resign": playing,
        "answer": proposed is not None and bool(set(seats) & table.asked_to_agree),
        "layout": table.asked_about_layout in seats,
        "hint": table.player in seats and game.may_advise,
        "rematch": table.over and not table.next_game and not proposed and bool(seats),
        "invite": bool(table.free_seats) and bool(seats),
    }


def takes_back_alone(table: Table) -> bool:
    """Whether moves are taken back and redone without consent."""
    people = [seat for seat in table.remaining if not table.computer_at(seat)]
    return table.setup.free_takebacks or len(people) < 2
