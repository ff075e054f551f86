"""Any scene as a PNG image, with bundled fonts so that it looks the same everywhere."""

from importlib.resources import as_file, files

from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.svg import check_width, draw_svg
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.extras import import_extra
from tabuleiro.core.scene import Scene

FONT_FAMILY = "DejaVu Sans"


def draw_png(
    scene: Scene, theme: Theme = LIGHT, width: int = 1200, translate: Translate = str
) -> bytes:
    """The scene as PNG, `width` pixels wide."""
    check_width(width)
    return render_png(draw_svg(scene, theme, translate=translate), width, theme["board"])


def render_png(svg: str, width: int, background: str) -> bytes:
    """An SVG picture as PNG; only the bundled fonts are used."""
    resvg_py = import_extra("resvg_py")
    with as_file(files("tabuleiro.core.drawing") / "fonts") as fonts:
        png: bytes = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=background,
            skip_system_fonts=True,
            font_dirs=[str(fonts)],
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
        )
    return png
