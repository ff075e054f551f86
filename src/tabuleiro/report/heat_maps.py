"""Heat maps: how often each site of a board was touched."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tabuleiro.core.drawing.pixels import mixed
from tabuleiro.core.drawing.theme import Theme
from tabuleiro.core.scene import Mark, Scene, Site, SiteShape
from tabuleiro.report.sample_schedule import Trace

TINTS = 10
PLAYERS = 4  # at most
FILLED: tuple[SiteShape, ...] = ("octagon", "diamond", "square")
"""Shapes that are filled with the tone of their site; others become octagons."""
WIDTH = 0.8  # of these octagons
LABELLED = 12  # sites with their share written on them, the most touched
LEAST = 0.01  # smallest share that is written


def touch_shares(traces: Iterable[Trace], player: int) -> dict[str, float]:
    """The share of games in which the first moves of a player touched each site."""
    counts: Counter[str] = Counter()
    games = 0
    for trace in traces:
        games += 1
        counts.update(
            {site for touch in trace.opening if touch.player == player for site in touch.sites}
        )
    return {site: number / games for site, number in counts.items()}


def heat_map(scene: Scene, shares: Mapping[str, float], player: int) -> Scene:
    """The board of a scene without its pieces, each site in the tint of its share; the largest
    shares are written on their sites in percent."""
    known = {site.name: site for site in scene.sites}
    on_board = {name: part for name, part in shares.items() if name in known}
    most = max(on_board.values(), default=1.0)
    tints = {name: round(TINTS * part / most) for name, part in on_board.items()}
    sites = (tinted(site, tints.get(site.name, 0), player) for site in scene.sites)
    ranked = sorted(on_board, key=lambda name: (-on_board[name], name))
    large = [name for name in ranked if not known[name].inside and on_board[name] >= LEAST]
    marks = (Mark("value", (name,), f"{100 * on_board[name]:.0f}") for name in large[:LABELLED])
    return replace(
        scene, sites=tuple(sites), pieces=(), links=(), marks=tuple(marks), supplies=(), captions=()
    )


def tinted(site: Site, tint: int, player: int) -> Site:
    """A site in a tint; 0 is none."""
    if tint == 0:
        return site
    tone = tint_name(player, tint)
    if site.shape in FILLED:
        return replace(site, tone=tone)
    return replace(site, tone=tone, shape="octagon", size=min(site.size, 1.0) * WIDTH)


def tint_name(player: int, tint: int) -> str:
    """The name of a tint in a theme."""
    return f"p{player + 1}-heat-{tint}"


def with_heat_tints(theme: Theme) -> Theme:
    """A theme with the tints of heat maps."""
    return theme.over(
        {
            tint_name(player, tint): mixed(theme["cell"], theme[f"p{player + 1}"], tint / TINTS)
            for player in range(PLAYERS)
            for tint in range(1, TINTS + 1)
        }
    )
