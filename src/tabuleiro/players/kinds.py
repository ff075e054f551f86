"""The kinds of players as data, and how each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, quote, say
from tabuleiro.players.adaptive import AdaptivePlayer
from tabuleiro.players.finishing import Finisher
from tabuleiro.players.levels import levels
from tabuleiro.players.names import FILE, Name, name_text, read_settings, split_name
from tabuleiro.players.networks import advice_without, has_network
from tabuleiro.players.player import Player, PlayerError
from tabuleiro.players.searches import MEGABYTES, SEARCHES, TREES, Plan, SearchKind
from tabuleiro.players.searching import SearchingPlayer
from tabuleiro.players.simple import SimplePlayer, at_random
from tabuleiro.players.turns import Turn
from tabuleiro.search.limit import Limit
from tabuleiro.search.memory import NoMemoryError, check_megabytes, no_memory
from tabuleiro.search.solve import Solver

SECONDS = 1.0  # a turn of a search that has no limit
SOLVER_PART = 4  # such a part of a level's memory is its solver's; none if it has less
POLICY = "policy"
ANALYSTS = (*TREES, "alphabeta")  # the searches that know several lines
BROAD = ("mcts", "guided")  # the trees that know most moves, not only what looks good
NOT_FOR_ANALYSTS = ("temperature", "threads")  # settings: they take no chances; given apart


@dataclass(frozen=True)
class Order:
    """What a player is made from: its name, the numbers set there, its game, its chance."""

    name: Name
    numbers: dict[str, float]
    game: Game[Any]
    seed: int

    def whole(self, setting: str, default: int) -> int:
        """A setting that is a whole number."""
        return int(self.numbers.get(setting, default))

    def megabytes(self) -> int:
        """The memory of the player."""
        return self.whole("megabytes", MEGABYTES)

    def plan(self, megabytes: int | None = None) -> Plan:
        """What its search is made from, with all of the memory unless a part is given."""
        file = self.name.settings.get(FILE)
        return Plan(self.game, self.numbers, self.seed, megabytes or self.megabytes(), file)


@dataclass(frozen=True)
class Kind:
    """Players of one kind: the settings that their names take, the values that a game has for them
    (not set where the kind itself is the name; None for one that is), and the sentence about values
    for those who give another."""

    name: str
    description: Message
    make: Callable[[Order], Player]
    settings: tuple[str, ...] = ()
    values: Callable[[Game[Any]], tuple[str | None, ...]] | None = None
    advice: Callable[[Game[Any]], Message] | None = None

    def names(self, game: Game[Any]) -> list[str]:
        """The names without settings."""
        if self.values is None:
            return [self.name]
        return [name_text(self.name, value, {}) for value in self.values(game)]


def make_player(name: str, game: Game[Any], seed: int = 1) -> Player:
    """A new player of the game; chance comes from the seed."""
    parts = split_name(name)
    kind = KINDS.get(parts.kind)
    if kind is None or (parts.value is not None and kind.values is None):
        raise unknown(parts, game)
    order = Order(parts, read_settings(parts, kind.settings), game, seed)
    check_megabytes(order.megabytes())
    try:
        return kind.make(order)
    except NoMemoryError as error:  # of one part of the player; what was asked for is all of it
        raise no_memory(order.megabytes()) from error


def player_names(game: Game[Any]) -> list[str]:
    """The names that players of the game have, without settings."""
    return [name for kind in KINDS.values() for name in kind.names(game)]


def unknown(name: Name, game: Game[Any]) -> PlayerError:
    """The error for a name that no player of the game has."""
    kind = KINDS.get(name.kind)
    advice = kind.advice if kind and kind.advice else advise_names
    return PlayerError(
        say(
            "no player of {game} is called {name}: {advice}",
            game=game.name,
            name=quote(name.text),
            advice=advice(game),
        )
    )


def advise_names(game: Game[Any]) -> Message:
    """All players that there are."""
    return say("the players are {names}", names=tuple(player_names(game)))


def advise_levels(game: Game[Any]) -> Message:
    """The levels that there are."""
    return say(
        "levels go from level:{low} to level:{high}",
        low=levels(game)[0].number,
        high=levels(game)[-1].number,
    )


def advise_classic(game: Game[Any]) -> Message:
    """The classic players that there are."""
    if not game.classic:
        return say("it has no classic players")
    return say("the classic players are {names}", names=tuple(KINDS["classic"].names(game)))


def advise_networks(game: Game[Any]) -> Message:
    """The players with a network that there are."""
    if not has_network(game):
        return advice_without(game)
    names = tuple(KINDS["net"].names(game))
    return say("the players with a network are {names}", names=names)


# --- players -------------------------------------------------------------------------------


def make_random(order: Order) -> Player:
    """Any legal move."""
    return SimplePlayer(at_random, order.seed)


def make_classic(order: Order) -> Player:
    """A player of the game's first program."""
    try:
        return SimplePlayer(order.game.classic[order.name.value or ""], order.seed)
    except KeyError:
        raise unknown(order.name, order.game) from None


def make_searching(order: Order) -> Player:
    """A search with the limits of its name."""
    limit = Limit(
        nodes=order.whole("nodes", 0) or None,
        depth=order.whole("depth", 0) or None,
    )
    seconds = order.numbers.get("time", SECONDS if limit == Limit() else None)
    turn = None if seconds is None else Turn(round(1000 * seconds))
    endgame = order.whole("endgame", 0) == 1
    return searching_player(order, order.name.kind, limit, turn, endgame=endgame)


def searching_player(
    order: Order, search: str, limit: Limit, turn: Turn | None, *, endgame: bool
) -> Player:
    """A search within limits, with a solver for the end of a game if that is wanted."""
    for_solver = order.megabytes() // SOLVER_PART if endgame else 0
    return SearchingPlayer(
        SEARCHES[search].make(order.plan(order.megabytes() - for_solver)),
        limit,
        turn,
        Finisher(Solver(megabytes=for_solver)) if for_solver else None,
    )


def make_net(order: Order) -> Player:
    """A search that asks a network, or what a network says without one."""
    if order.name.value is None:
        return make_searching(order)
    if order.name.value != POLICY:
        raise unknown(order.name, order.game)
    read_settings(order.name, (*SEARCHES[POLICY].settings, "megabytes"))
    return SearchingPlayer(SEARCHES[POLICY].make(order.plan()), Limit(nodes=1))


def plan_of(name: str, game: Game[Any]) -> tuple[str, Plan]:
    """The search that a name means, for those who set its limits themselves, and its plan."""
    parts = split_name(name)
    if parts.kind not in ANALYSTS or parts.value is not None:
        raise PlayerError(
            say(
                "{name} cannot analyse: the searches that can are {names}",
                name=quote(name),
                names=ANALYSTS,
            )
        )
    given = tuple(one for one in SEARCHES[parts.kind].settings if one not in NOT_FOR_ANALYSTS)
    numbers = read_settings(parts, given)
    return parts.kind, Plan(game, numbers, file=parts.settings.get(FILE))


def make_level(order: Order) -> Player:
    """A level of the game. Every level takes threads; those whose search has no use for them do
    without."""
    by_number = {str(level.number): level for level in levels(order.game)}
    level = by_number.get(order.name.value or "")
    if level is None:
        raise unknown(order.name, order.game)
    order = replace(order, numbers={**level.settings, **order.numbers})
    turn = Turn(round(1000 * level.seconds(order.numbers.get("time"))))
    limit = Limit(nodes=level.nodes)
    return searching_player(order, level.search, limit, turn, endgame=level.endgame)


def make_adaptive(order: Order) -> Player:
    """A player near the strength of its opponent, with a tree search that knows many moves; where
    the best search of the game is another, it has both, each with half of the memory."""
    strongest = levels(order.game)[-1]
    has_both = strongest.search not in BROAD
    megabytes = max(1, order.megabytes() // 2) if has_both else order.megabytes()
    tree = TREES["guided" if has_both else strongest.search](
        Plan(order.game, {} if has_both else strongest.settings, order.seed, megabytes)
    )
    other = SEARCHES[strongest.search].make(order.plan(megabytes)) if has_both else None
    return AdaptivePlayer(tree, other)


def searching(name: str, search: SearchKind) -> Kind:
    """The kind of the players of a search."""
    return Kind(name, search.description, make_searching, limited(search))


def limited(search: SearchKind) -> tuple[str, ...]:
    """The settings of a search with its limits and its memory."""
    return ("nodes", "time", "depth", *search.settings, "endgame", "megabytes")


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", say("any legal move"), make_random),
        Kind(
            "classic",
            say("as in the first program of the game"),
            make_classic,
            values=lambda game: tuple(game.classic),
            advice=advise_classic,
        ),
        *(searching(name, SEARCHES[name]) for name in ("mcts", "guided", "alphabeta")),
        Kind(
            "net",
            say("a trained network, with tree search or by itself"),
            make_net,
            settings=limited(SEARCHES["net"]),
            values=lambda game: (None, POLICY) if has_network(game) else (),
            advice=advise_networks,
        ),
        Kind(
            "level",
            say("a level, from the weakest to the strongest"),
            make_level,
            settings=("time", "threads", "megabytes"),
            values=lambda game: tuple(str(level.number) for level in levels(game)),
            advice=advise_levels,
        ),
        Kind("adaptive", say("near the strength of its opponent"), make_adaptive, ("megabytes",)),
    )
}
