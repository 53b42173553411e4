"""Colors of all pictures, written ``#rrggbb``."""

import re

PAPER = "#fffdf8"  # background
INK = "#22252b"  # text and outlines
MUTED = "#6b7078"  # secondary text; contrast 4.9 to 1 on PAPER
FAINT = "#dcd8cf"  # grids and empty cells
# By seat: the eight colors of Okabe and Ito's "Color Universal Design", black made lighter. Blue
# and orange, which everybody tells apart most easily, come first.
PLAYER_COLORS = (
    "#0072b2",  # blue
    "#e69f00",  # orange
    "#009e73",  # green
    "#cc79a7",  # pink
    "#56b4e9",  # sky
    "#d55e00",  # vermilion
    "#f0e442",  # yellow
    "#3d3d3d",  # charcoal
)

_COLOR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


def blend(color: str, other: str, share: float) -> str:
    """Return ``color`` mixed with ``share`` (0 .. 1) of ``other``, both as ``#rrggbb``.

    Raises:
        ValueError: a color is not written as ``#rrggbb``.
    """
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(color: str, other: str) -> float:
    """Return the contrast of two colors, 1 .. 21 (WCAG 2, "contrast ratio").

    Raises:
        ValueError: a color is not written as ``#rrggbb``.
    """
    dark, light = sorted((_luminance(color), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(color: str) -> str:
    """Return the text color, ``INK`` or white, that is read best on ``color`` (``#rrggbb``).

    Raises:
        ValueError: the color is not written as ``#rrggbb``.
    """
    return max((INK, "#ffffff"), key=lambda ink: contrast(ink, color))


def _channels(color: str) -> tuple[int, int, int]:
    if not _COLOR.fullmatch(color):
        raise ValueError(f"a color is written as #rrggbb, not {color!r}")
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    """Return the relative luminance, 0 .. 1, of an sRGB color (WCAG 2)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(color))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
