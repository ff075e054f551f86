"""Any scene in words, for screen readers and text interfaces: a site, a player, the whole board.

The texts are meant to be heard: short, and in an order that is easy to follow.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain, groupby
from operator import attrgetter

from tabuleiro.core.message import Message, SiteError, quote, say
from tabuleiro.core.scene import Mark, MarkKind, Piece, Scene, Site, SiteShape, Supply, player_name

CONTROLS: tuple[SiteShape, ...] = ("handle", "none")
"""Sites that can be touched but never hold pieces."""

BETWEEN: tuple[SiteShape, ...] = ("diamond",)
"""Sites between cells; they are left out if they are empty."""

MARKS: dict[MarkKind, Message] = {
    "last": say("the last move ended here"),
    "origin": say("the last move came from here"),
    "cut": say("taken by the last move"),
    "open": say("on a link that can be cut"),
    "threat": say("a link can be cut from here"),
    "path": say("on the path shown"),
    "passed": say("passed over"),
    "selected": say("selected"),
    "touch": say("can be selected"),
}
"""What a mark means for its sites. The other kinds are not described."""

EMPTY = say("empty")

Stacks = Mapping[str, Sequence[Piece]]
"""The pieces of each site, from the bottom to the top."""


# --- one site ------------------------------------------------------------------------------


class SceneDescriber:
    """Describes the sites of a scene; the pieces of each are looked up once."""

    def __init__(self, scene: Scene) -> None:
        self._marks = [mark for mark in scene.marks if mark.kind in MARKS]
        self._beside = {id(site) for supply in scene.supplies for site in supply.sites}
        self._stacks = scene.pieces_by_site()
        self._dots: dict[str, list[Site]] = {}
        self._dot_numbers: dict[str, int] = {}
        inside = (site for site in scene.sites if site.inside)
        for site in sorted(inside, key=lambda site: (site.y, site.x)):
            dots = self._dots.setdefault(site.inside, [])
            self._dot_numbers[site.name] = len(dots)
            dots.append(site)

    def describe(self, site: Site) -> Message:
        """What is on a site of the scene, and its marks."""
        said = site.label  # all there is to say of a control, or of a site beside the board
        if site.shape not in CONTROLS and id(site) not in self._beside:
            said = say("{site}: {content}", site=site.label, content=self._content(site))
        marks = tuple(MARKS[mark.kind] for mark in self._marks if site.name in mark.sites)
        return say("{said}; {marks}", said=said, marks=marks) if marks else said

    def reach(self, site: Site) -> list[str]:
        """Where the full dots of the piece on a site lead; they are in reading order."""
        (full,) = [piece.dots for piece in self._stacks.get(site.name, ())[-1:]] or [()]
        dots = zip(self._dots.get(site.name, ()), full, strict=False)  # other pieces have none
        return [dot.leads for dot, is_full in dots if is_full and dot.leads]

    def _content(self, site: Site) -> Message:
        """What is on a site."""
        if site.inside:
            (panel,) = self._stacks[site.inside]
            return (panel.dots[self._dot_numbers[site.name]] and panel.form.dot) or EMPTY
        pieces = self._stacks.get(site.name)
        return _standing(pieces) if pieces else EMPTY


def site_in_words(scene: Scene, name: str) -> Message:
    """What is on the site of that name, in upper or lower case, and its marks."""
    return SceneDescriber(scene).describe(find_site(scene, name))


def find_site(scene: Scene, name: str) -> Site:
    """The site of that name, in upper or lower case."""
    wanted = str(name).lower()
    for site in scene.all_sites():
        if site.name == wanted:
            return site
    raise SiteError(say("there is no place {name} on this board", name=quote(str(name))))


def mark_sites(scene: Scene, arrows: Iterable[tuple[str, str]], marks: Iterable[str]) -> Scene:
    """The scene with arrows from one site to another, and with highlighted sites."""
    try:
        pairs = [(first, last) for first, last in arrows]
        names = list(marks)
    except (TypeError, ValueError):
        raise SiteError(say("arrows are pairs of places, and marks are places")) from None
    sites = tuple(find_site(scene, name).name for name in names)
    drawn = (Mark("arrow", tuple(find_site(scene, end).name for end in pair)) for pair in pairs)
    return scene.with_marks(*drawn, Mark("selected", sites))


def _standing(pieces: Sequence[Piece]) -> Message:
    """A piece or a stack, and its owner unless the name of the piece contains it."""
    top = pieces[-1]
    if top.owner is None or player_name(top.owner) in top.name.values.values():
        return _kind(pieces)
    owner = player_name(top.owner)
    if len(pieces) == 1:
        return say("{piece} of {player}", piece=top.name, player=owner)
    return say(
        "a stack of {height} of {player}, from the top {pieces}",
        height=len(pieces),
        player=owner,
        pieces=_names(pieces),
    )


def _kind(pieces: Sequence[Piece]) -> Message:
    """A piece with its details, or a stack from the top."""
    if len(pieces) == 1:
        return pieces[0].details or pieces[0].name
    return say(
        "a stack of {height}, from the top {pieces}", height=len(pieces), pieces=_names(pieces)
    )


def _names(pieces: Sequence[Piece]) -> tuple[Message, ...]:
    """The pieces of a stack, from the top."""
    return tuple(piece.name for piece in reversed(pieces))


# --- what a player has ---------------------------------------------------------------------


def owned_in_words(scene: Scene, player: int) -> tuple[Message, ...]:
    """The pieces of a player on the board: each kind once, with its sites."""
    stacks = scene.pieces_by_site()
    kinds: dict[Message, list[Site]] = {}
    for site in _in_order(scene, scene.sites):
        pieces = stacks.get(site.name)
        if pieces and pieces[-1].owner == player:
            kinds.setdefault(_kind(pieces), []).append(site)
    if not kinds:
        return (say("{player} has nothing on the board", player=player_name(player)),)
    return tuple(
        say("{piece}: {sites}", piece=kind, sites=_runs(sites)) for kind, sites in kinds.items()
    )


def sites_in_words(scene: Scene, names: Collection[str]) -> tuple[Message, ...]:
    """Only the names of those sites, in the order of the board; what is on them is not said."""
    return _runs(_in_order(scene, (site for site in scene.all_sites() if site.name in names)))


def _runs(sites: Iterable[Site]) -> tuple[Message, ...]:
    """The names of sites in their order; neighbours along a row as `a1 to d1`."""
    runs: list[list[Site]] = []
    for site in sites:
        if runs and _beside(runs[-1][-1], site):
            runs[-1].append(site)
        else:
            runs.append([site])
    return tuple(_run(run) for run in runs)


def _beside(first: Site, second: Site) -> bool:
    """Whether the second is the right neighbour of the first."""
    return first.y == second.y and second.x - first.x == 1 and first.shape == second.shape


def _run(sites: Sequence[Site]) -> Message:
    first, last = sites[0].name, sites[-1].name
    if len(sites) == 1:
        return say("{site}", site=first)
    return say("{first} to {last}", first=first, last=last)


# --- the board -----------------------------------------------------------------------------


def board_in_words(scene: Scene) -> tuple[Message, ...]:
    """The board line by line, with empty lines together, then the supplies."""
    stacks = scene.pieces_by_site()
    sites = [
        site
        for site in scene.sites
        if not site.inside
        and site.shape not in CONTROLS
        and (site.shape not in BETWEEN or site.name in stacks)
    ]
    line_of = attrgetter("y" if _read_by_rows(scene) else "x")
    lines = groupby(_in_order(scene, sites), key=line_of)
    said = _lines(stacks, [list(line) for _, line in lines])
    if any(len(stacks.get(site.name, ())) > 1 for site in sites):
        said.insert(0, say("Stacks are read from the top"))
    return (*said, *(_supply(stacks, supply) for supply in scene.supplies))


def _read_by_rows(scene: Scene) -> bool:
    """Whether the board has rows: some label is level with sites. Otherwise columns are read."""
    levels = {label.y for label in scene.labels}
    return not levels or any(site.y in levels for site in scene.sites)


def _in_order(scene: Scene, sites: Iterable[Site]) -> list[Site]:
    """Rows from the top and from the left, or columns from the left and from the bottom."""
    if _read_by_rows(scene):
        return sorted(sites, key=lambda site: (site.y, site.x))
    return sorted(sites, key=lambda site: (site.x, -site.y))


def _lines(stacks: Stacks, lines: Iterable[Sequence[Site]]) -> list[Message]:
    """A sentence for each line, and one for consecutive empty lines."""
    said = []
    for taken, alike in groupby(lines, key=lambda line: any(s.name in stacks for s in line)):
        together = list(alike)
        if not taken:
            together = [list(chain.from_iterable(together))]
        said += [_line(stacks, line) for line in together]
    return said


def _line(stacks: Stacks, line: Sequence[Site]) -> Message:
    """The sites of a row or column; consecutive ones with the same content are grouped."""
    runs = groupby(line, key=lambda site: _in_short(stacks, site))
    return _joined(
        [
            say("{sites} {content}", sites=_run(list(sites)), content=content)
            for content, sites in runs
        ]
    )


def _in_short(stacks: Stacks, site: Site) -> Message:
    """What is on a site, without details."""
    pieces = stacks.get(site.name)
    return say("{pieces}", pieces=_names(pieces)) if pieces else EMPTY


def _supply(stacks: Stacks, supply: Supply) -> Message:
    """A card: its title, its note, and what is on it or can be touched."""
    things = tuple(
        words
        for site in supply.sites
        for words in ([site.label] if site.shape in CONTROLS else _names(stacks.get(site.name, ())))
    )
    said = [supply.title]
    if supply.note is not None:
        said = [say("{title}: {note}", title=supply.title, note=supply.note)]
    return _joined([*said, say("{things}", things=things)] if things else said)


def _joined(messages: Sequence[Message]) -> Message:
    return reduce(lambda first, rest: say("{first}; {rest}", first=first, rest=rest), messages)
