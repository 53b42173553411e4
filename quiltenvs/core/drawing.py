"""Positions as SVG: shapes, lettering and colors that every game's pictures are made of.

A game draws one :class:`Drawing` per position; its text is the picture. The same text becomes
pixels, files and a window in ``raster.py``, whose functions are found here too, like the
lettering's and the palette's. Importing this needs none of the optional packages.
"""

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypedDict
from xml.sax.saxutils import escape, quoteattr

from quiltenvs.core.lettering import (
    CAP_HEIGHT,
    STROKES,
    UNITS,
    Anchor,
    Weight,
    number,
    text_path,
    text_width,
)
from quiltenvs.core.palette import (
    FAINT,
    INK,
    MUTED,
    PAPER,
    PLAYER_COLORS,
    blend,
    ink_on,
)
from quiltenvs.core.raster import Window, rasterize, save_gif, save_png

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "CAP_HEIGHT",
    "FAINT",
    "INK",
    "MUTED",
    "PAPER",
    "PLAYER_COLORS",
    "Anchor",
    "Drawing",
    "Point",
    "Style",
    "Weight",
    "Window",
    "blend",
    "ink_on",
    "rasterize",
    "save_gif",
    "save_png",
    "text_width",
]

Point = Sequence[float]  # x to the right, y down

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ATTRIBUTES = {
    "fill": "fill",
    "stroke": "stroke",
    "stroke_width": "stroke-width",
    "opacity": "opacity",
    "dash": "stroke-dasharray",
    "cap": "stroke-linecap",
}


class Style(TypedDict, total=False):
    """How a shape is painted; what is not named is not painted."""

    fill: str  # SVG color
    stroke: str  # SVG color
    stroke_width: float  # 1 if only the stroke is named
    opacity: float  # 0 .. 1
    dash: str  # lengths of strokes and gaps, as "4 2"
    cap: str  # ends of lines: "round" (default), "butt" or "square"
    title: str  # shown by browsers under the pointer, read by screen readers


class Drawing:
    """An SVG picture under construction; later shapes lie on top of earlier ones.

    The same calls give the same text, byte for byte. Lengths are in user units, one pixel each
    at natural size; y points down.

    Args:
        width: Width in user units, above 0.
        height: Height in user units, above 0.
        background: Color of the whole picture; None leaves it transparent.
        title: What the picture shows, for browsers and screen readers.

    Raises:
        ValueError: ``width`` or ``height`` is not above 0.
    """

    def __init__(
        self, width: float, height: float, background: str | None = PAPER, title: str = ""
    ) -> None:
        if not (width > 0 and height > 0):
            raise ValueError(f"width and height must be above 0, not {width} and {height}")
        self.width, self.height = width, height
        self._title = title
        self._lines: list[str] = []
        self._depth = 1
        if background is not None:
            self.rect(0, 0, width, height, fill=background)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0,
        **style: "Unpack[Style]",
    ) -> None:
        """Draw a rectangle from its top left corner, its corners rounded by ``radius``."""
        sides = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        self._add("rect", sides | ({"rx": number(radius)} if radius else {}), style)

    def circle(self, x: float, y: float, radius: float, **style: "Unpack[Style]") -> None:
        """Draw a circle around (``x``, ``y``)."""
        self._add("circle", {"cx": number(x), "cy": number(y), "r": number(radius)}, style)

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: "Unpack[Style]") -> None:
        """Draw a straight line."""
        ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
        self._add("line", ends, style)

    def polyline(self, points: Sequence[Point], **style: "Unpack[Style]") -> None:
        """Draw straight lines from point to point."""
        self._add("polyline", {"points": _points(points)}, style)

    def polygon(self, points: Sequence[Point], **style: "Unpack[Style]") -> None:
        """Draw a closed polygon."""
        self._add("polygon", {"points": _points(points)}, style)

    def path(self, data: str, **style: "Unpack[Style]") -> None:
        """Draw SVG path data, as ``M0 0h4v4z``."""
        self._add("path", {"d": data}, style)

    def hatch(
        self,
        points: Sequence[Point],
        spacing: float,
        angle: float = 45,
        **style: "Unpack[Style]",
    ) -> None:
        """Draw parallel lines inside a polygon.

        All hatchings of one spacing and angle lie on the same lines, so that those of
        neighboring shapes join. An ``angle`` of 0 is horizontal, 45 falls to the right.

        Raises:
            ValueError: ``spacing`` is not above 0.
        """
        if not spacing > 0:
            raise ValueError(f"the spacing of a hatching must be above 0, not {spacing}")
        lines = _hatching(points, spacing, math.radians(angle))
        data = "".join(
            f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for x1, y1, x2, y2 in lines
        )
        if data:
            self.path(data, **({"cap": "butt"} | style))

    def text(
        self,
        x: float,
        y: float,
        string: str,
        size: float,
        anchor: Anchor = "start",
        weight: Weight = "regular",
        color: str = INK,
    ) -> None:
        """Write one line of text.

        Capitals and digits are :data:`CAP_HEIGHT` times ``size`` high: text centered on
        ``cy`` has its baseline at ``cy + CAP_HEIGHT * size / 2``.

        Args:
            x: Left end, middle or right end, as ``anchor`` says.
            y: Baseline.
            string: Printable ASCII, the multiplication sign and the minus sign; any other
                character appears as a crossed box. The text stays in the SVG as a label.
            size: Font size, above 0.
            anchor: ``start``, ``middle`` or ``end``.
            weight: ``regular`` or ``bold``.
            color: Color of the pen.

        Raises:
            ValueError: an argument is not among the values above.
        """
        _check("anchor", anchor, ("start", "middle", "end"))
        _check("weight", weight, tuple(STROKES))
        if not size > 0:
            raise ValueError(f"the size of a text must be above 0, not {size}")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * text_width(string, size, weight)
        place = f"translate({number(x - shift)} {number(y)}) scale({number(size / UNITS, 4)})"
        label = {"role": "img", "aria-label": string}
        data = {"transform": place, "d": text_path(string, weight)}
        self._add("path", label | data, {"stroke": color, "stroke_width": STROKES[weight]})

    @contextmanager
    def group(
        self,
        x: float = 0,
        y: float = 0,
        scale: float = 1,
        rotate: float = 0,
        opacity: float = 1,
        title: str = "",
    ) -> Iterator[None]:
        """Draw what follows in the ``with`` block from a new origin.

        Args:
            x: New origin.
            y: New origin.
            scale: Length of a unit inside.
            rotate: Degrees clockwise, around the new origin.
            opacity: 0 .. 1, of the group as a whole.
            title: What the group is, for browsers and screen readers.
        """
        moves = [f"translate({number(x)} {number(y)})"] if x or y else []
        moves += [f"rotate({number(rotate)})"] if rotate else []
        moves += [f"scale({number(scale, 4)})"] if scale != 1 else []
        attributes = {"transform": " ".join(moves)} if moves else {}
        attributes |= {"opacity": number(opacity)} if opacity != 1 else {}
        self._write(f"<g{_attributes(attributes)}>")
        self._depth += 1
        if title:
            self._write(f"<title>{escape(_clean(title))}</title>")
        yield
        self._depth -= 1
        self._write("</g>")

    def svg(self) -> str:
        """Return the picture as a complete SVG 1.1 document.

        Raises:
            RuntimeError: a group is still open.
        """
        if self._depth != 1:
            raise RuntimeError("svg() was called inside a group; leave its with block first")
        size = {"width": number(self.width), "height": number(self.height)}
        head = {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1", **size}
        head["viewBox"] = f"0 0 {size['width']} {size['height']}"
        head |= {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
        title = [f"  <title>{escape(_clean(self._title))}</title>"] if self._title else []
        return "\n".join([f"<svg{_attributes(head)}>", *title, *self._lines, "</svg>", ""])

    def _add(self, tag: str, attributes: dict[str, str], style: Style) -> None:
        """Write one element.

        Raises:
            TypeError: ``style`` has a name that is not in :class:`Style`.
        """
        for name, value in style.items():
            if name in _ATTRIBUTES:
                text = value if isinstance(value, str) else number(value)  # type: ignore[arg-type]
                attributes[_ATTRIBUTES[name]] = text
            elif name != "title":
                allowed = ", ".join([*_ATTRIBUTES, "title"])
                raise TypeError(f"unknown style {name!r}; allowed are {allowed}")
        start = f"<{tag}{_attributes(attributes)}"
        title = style.get("title")
        end = f"><title>{escape(_clean(title))}</title></{tag}>" if title else "/>"
        self._write(start + end)

    def _write(self, line: str) -> None:
        self._lines.append("  " * self._depth + line)


def _hatching(
    points: Sequence[Point], spacing: float, angle: float
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the ends of the parallel lines inside a polygon."""
    cos, sin = math.cos(angle), math.sin(angle)
    # u runs along the lines and v across them; line k lies at v = k * spacing.
    turned = [(float(x) * cos + float(y) * sin, float(y) * cos - float(x) * sin) for x, y in points]
    edges = list(zip(turned, turned[1:] + turned[:1], strict=True))
    first = math.ceil(min(v for _, v in turned) / spacing)
    last = math.floor(max(v for _, v in turned) / spacing)
    for v in (k * spacing for k in range(first, last + 1)):
        # A corner belongs to the edge below it only, so that crossings come in pairs.
        crossings = sorted(
            u1 + (u2 - u1) * (v - v1) / (v2 - v1)
            for (u1, v1), (u2, v2) in edges
            if (v1 <= v) != (v2 <= v)
        )
        for u1, u2 in zip(crossings[::2], crossings[1::2], strict=True):
            if u1 < u2:
                yield u1 * cos - v * sin, u1 * sin + v * cos, u2 * cos - v * sin, u2 * sin + v * cos


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _clean(string: str) -> str:
    """Return ``string`` without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", string)


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(_clean(value))}" for name, value in attributes.items())


def _check(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
