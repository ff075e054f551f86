"""The table of player kinds; `make_player` makes a player by its name."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tabuleiro.core.extras import MissingPackageError, import_extra
from tabuleiro.core.game import Game, choose_random
from tabuleiro.core.message import Message, check_type, quote, say
from tabuleiro.games import find_game
from tabuleiro.players.fast_networks import has_fast_network
from tabuleiro.players.levels import levels
from tabuleiro.players.names import FILE, PlayerName, name_text, read_settings, split_name
from tabuleiro.players.networks import has_network, missing_network_advice
from tabuleiro.players.player import Player, PlayerError
from tabuleiro.players.search_player import EndgameSolver, FastPlayer, SearchPlayer, TurnTimer
from tabuleiro.players.searches import MEGABYTES, SEARCHES, TREE_SEARCHES, SearchKind, SearchSpec
from tabuleiro.players.simple import SimplePlayer, as_player
from tabuleiro.search.limit import Limit
from tabuleiro.search.memory import NoMemoryError, check_megabytes, no_memory
from tabuleiro.search.solver import Solver

SECONDS = 1.0  # for a turn of a search without a limit
SOLVER_PART = 4  # the solver gets 1 / SOLVER_PART of the memory, if that is a megabyte
POLICY = "policy"
ANALYSIS_SEARCHES = (*TREE_SEARCHES, "alphabeta")  # searches that report several lines
PLUG_IN_GROUP = "tabuleiro.players"
OPENSPIEL = EntryPoint(
    "openspiel", "tabuleiro.environments.openspiel:TreeSearchPlayer", PLUG_IN_GROUP
)  # of a higher layer, so that it is loaded like the players of other packages
NOT_FOR_ANALYSIS = ("temperature", "threads")  # settings: no random moves; threads are separate


@dataclass(frozen=True)
class PlayerKind:
    """A kind of players. `settings` are those that their names take. `values` are allowed after the
    kind in a name (None is the kind alone; not set if no value is allowed). If a game has none of
    these players, `advice` says what to do."""

    name: str
    description: Message
    make: Callable[[PlayerName, SearchSpec], Player]
    settings: tuple[str, ...] = ()
    values: Callable[[Game[Any]], tuple[str | None, ...]] | None = None
    advice: Callable[[Game[Any]], Message] | None = None

    def names(self, game: Game[Any]) -> list[str]:
        """The names without settings."""
        if self.values is None:
            return [self.name]
        return [name_text(self.name, value, {}) for value in self.values(game)]


def make_player(name: str, game: Game[Any] | str, seed: int = 1) -> Player:
    """A new player of the game; the seed decides all random choices."""
    check_type("name", name, str)
    check_type("seed", seed, int)
    check_type("game", game, Game | str)
    game = game if isinstance(game, Game) else find_game(game)
    parts = split_name(name)
    kind = KINDS.get(parts.kind)
    if kind is None or (parts.value is not None and kind.values is None):
        raise unknown_player(parts, game)
    numbers = read_settings(parts, kind.settings)
    megabytes = int(numbers.get("megabytes", MEGABYTES))
    check_megabytes(megabytes)
    spec = SearchSpec(game, numbers, seed, megabytes, parts.settings.get(FILE))
    try:
        return kind.make(parts, spec)
    except NoMemoryError as error:  # of a part; the error is about all of the memory
        raise no_memory(megabytes) from error


def player_names(game: Game[Any]) -> list[str]:
    """The names of the players of the game, without settings."""
    return [name for kind in KINDS.values() for name in kind.names(game)]


def unknown_player(name: PlayerName, game: Game[Any]) -> PlayerError:
    """The error for an unknown player name. It lists the players of the kind or, if no kind has a
    similar name, all players."""
    kind = KINDS.get(name.kind)
    alike = kind.names(game) if kind and kind.values else []
    if name.kind == "level":
        advice = say("levels go from {low} to {high}", low=alike[0], high=alike[-1])
    elif alike:
        advice = say("the players of this kind are {names}", names=tuple(alike))
    elif kind and kind.advice:
        advice = kind.advice(game)
    elif similar := get_close_matches(name.kind, KINDS.keys() - {name.kind}, 1):
        meant = similar[0] + name.text[len(name.kind) :]
        advice = say("did you mean {meant}?", meant=quote(meant))
    else:
        advice = say("the players are {names}", names=tuple(player_names(game)))
    reason = say(
        "no player of {game} is called {name}: {advice}",
        game=game.name,
        name=quote(name.text),
        advice=advice,
    )
    return PlayerError(reason)


# --- players -------------------------------------------------------------------------------


def make_classic(name: PlayerName, spec: SearchSpec) -> Player:
    """A player of the first program of the game."""
    try:
        return SimplePlayer(spec.game.classic[name.value or ""], spec.seed)
    except KeyError:
        raise unknown_player(name, spec.game) from None


def make_searching(name: PlayerName, spec: SearchSpec) -> Player:
    """A search with the limits in its name."""
    if name.value is not None:
        raise unknown_player(name, spec.game)
    nodes, depth = (int(spec.numbers.get(setting, 0)) for setting in ("nodes", "depth"))
    limit = Limit(nodes=nodes or None, depth=depth or None)
    seconds = spec.numbers.get("time", SECONDS if limit == Limit() else None)
    turn = None if seconds is None else TurnTimer(round(1000 * seconds))
    endgame = spec.numbers.get("endgame", 0) == 1
    return make_search_player(spec, name.kind, limit, turn, endgame=endgame)


def make_search_player(
    spec: SearchSpec, search: str, limit: Limit, turn: TurnTimer | None, *, endgame: bool
) -> SearchPlayer:
    """A search with limits, and a solver for the end of a game if `endgame` is set."""
    for_solver = spec.megabytes // SOLVER_PART if endgame else 0
    return SearchPlayer(
        SEARCHES[search].make(replace(spec, megabytes=spec.megabytes - for_solver)),
        limit,
        turn,
        EndgameSolver(Solver(megabytes=for_solver)) if for_solver else None,
    )


def make_net(name: PlayerName, spec: SearchSpec) -> Player:
    """A search with a network, or the policy of a network without search."""
    if name.value != POLICY:
        return make_searching(name, spec)
    read_settings(name, (*SEARCHES[POLICY].settings, "megabytes"))
    return SearchPlayer(SEARCHES[POLICY].make(spec), Limit(nodes=1))


def search_by_name(name: str, game: Game[Any]) -> tuple[str, SearchSpec]:
    """The search of a name, and what it is made from, for callers that set its limits."""
    parts = split_name(name)
    if parts.kind not in ANALYSIS_SEARCHES or parts.value is not None:
        reason = say(
            "{name} cannot analyse: the searches that can are {names}",
            name=quote(name),
            names=ANALYSIS_SEARCHES,
        )
        raise PlayerError(reason)
    given = tuple(one for one in SEARCHES[parts.kind].settings if one not in NOT_FOR_ANALYSIS)
    numbers = read_settings(parts, given)
    return parts.kind, SearchSpec(game, numbers, file=parts.settings.get(FILE))


def make_level(name: PlayerName, spec: SearchSpec) -> Player:
    """A level of the game. Every level takes threads; searches that use one thread ignore them."""
    by_number = {str(level.number): level for level in levels(spec.game)}
    level = by_number.get(name.value or "")
    if level is None:
        raise unknown_player(name, spec.game)
    spec = replace(spec, numbers={**level.settings, **spec.numbers})
    turn = TurnTimer(round(1000 * level.seconds(spec.numbers.get("time"))))
    limit = Limit(nodes=level.nodes)

    def make(search: str) -> SearchPlayer:
        return make_search_player(spec, search, limit, turn, endgame=level.endgame)

    return FastPlayer(make) if level.search == "nnue" else make(level.search)


def make_plug_in(entry: EntryPoint, name: PlayerName, spec: SearchSpec) -> Player:
    """A player of another package: a function of a position, or a class of players."""
    if name.value is not None:
        raise unknown_player(name, spec.game)
    try:
        import_extra(entry.module)
        found = entry.load()
        is_class = isinstance(found, type) and issubclass(found, Player)
        return found(spec.game, spec.seed, **spec.numbers) if is_class else as_player(found)
    except MissingPackageError:
        raise
    except Exception as error:
        reason = say(
            "the player {name} cannot be loaded from {value}: {error}",
            name=quote(entry.name),
            value=entry.value,
            error=f"{type(error).__name__}: {error}",
        )
        raise PlayerError(reason) from error


def search_settings(search: SearchKind) -> tuple[str, ...]:
    """The settings of a search, with its limits and its memory."""
    return ("nodes", "time", "depth", *search.settings, "endgame", "megabytes")


KINDS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind(
            "random",
            say("any legal move"),
            lambda name, spec: SimplePlayer(choose_random, spec.seed),
        ),
        PlayerKind(
            "classic",
            say("as in the original program of the game"),
            make_classic,
            values=lambda game: tuple(game.classic),
        ),
        *(
            PlayerKind(name, search.description, make_searching, search_settings(search))
            for name, search in SEARCHES.items()
            if name not in ("net", "nnue", POLICY)
        ),
        PlayerKind(
            "net",
            say("a trained network, with tree search or by itself"),
            make_net,
            settings=search_settings(SEARCHES["net"]),
            values=lambda game: (None, POLICY) if has_network(game) else (),
            advice=missing_network_advice,
        ),
        PlayerKind(
            "nnue",
            SEARCHES["nnue"].description,
            make_searching,
            settings=search_settings(SEARCHES["nnue"]),
            values=lambda game: (None,) if has_fast_network(game) else (),
        ),
        PlayerKind(
            "level",
            say("a level, from the weakest to the strongest"),
            make_level,
            settings=("time", "threads", "megabytes"),
            values=lambda game: tuple(str(level.number) for level in levels(game)),
        ),
        PlayerKind(
            OPENSPIEL.name,
            say("the tree search of OpenSpiel"),
            partial(make_plug_in, OPENSPIEL),
            settings=("nodes",),
            values=lambda game: (),  # not listed, because few have OpenSpiel
        ),
    )
}

PLUG_INS: dict[str, PlayerKind] = {
    entry.name.lower(): PlayerKind(
        entry.name.lower(), say("from {module}", module=entry.module), partial(make_plug_in, entry)
    )
    for entry in entry_points(group=PLUG_IN_GROUP)
    if entry.name.lower() not in KINDS
}
"""The players of other packages; they are loaded when they play."""

KINDS |= PLUG_INS
