"""A single-stroke lettering, so that pictures need no font and look the same everywhere.

Every glyph is a few pen strokes on a grid of 20 units to the font size: baseline 0, capitals
up to -12, small letters up to -8.5, descenders down to 4 (y points down, as in SVG). A stroke
starts at an absolute point and goes on in relative steps, so that a glyph moves along the line
by changing its starting points only.
"""

import math
import re
from typing import Literal, NamedTuple

Weight = Literal["regular", "bold"]
Anchor = Literal["start", "middle", "end"]

UNITS = 20  # grid units to one font size
CAP_HEIGHT = 0.7  # height of capitals and digits, pen width included, as a share of the size
STROKES: dict[Weight, float] = {"regular": 2.0, "bold": 3.0}  # pen width, in grid units
_GAP = 2.5  # between the ink of two straight neighbours, in grid units

# Character, fitted width, strokes. Round and slanted sides reach over the fitted width, which
# brings their neighbours closer. The steps are SVG's M, l, h, v, c and z, and two more:
#   )dx dy  arc turning clockwise, (dx dy  the other way: a quarter of an ellipse with dx and dy
#           as its radii, or half a circle where one of them is 0.
_TABLE = """
0  7    M0 -8.5 )7 0 v5 )-7 0 z
1  7    M1 -9.6 l3.4 -2.4 v12
2  7    M0 -8.5 )7 0 c0 1.7 -.8 3 -2 4.1 l-5 4.4 h7.2
3  7    M.4 -9.8 c.3 -1.3 1.4 -2.2 3 -2.2 )3.1 2.9 )-3.1 2.8 h-1.2 h1.2 )3.6 3.1 )-3.6 3.2 \
c-1.8 0 -3.1 -1 -3.4 -2.6
4  7    M5.4 0 v-12 l-5.6 8.8 h7.6
5  7    M6.4 -12 h-5.3 l-.5 5.5 c.8 -.7 1.7 -1.1 2.8 -1.1 )3.6 3.8 )-3.6 3.8 \
c-1.7 0 -2.9 -.9 -3.4 -2.3
6  7    M6.3 -10.4 c-.5 -1 -1.4 -1.6 -2.6 -1.6 c-2.4 0 -3.7 2.2 -3.7 5.8 v2.5 (3.5 3.7 (3.5 -3.7 \
(-3.5 -3.7 (-3.5 3.7
7  7    M0 -12 h7 l-4.4 12
8  7    M3.5 -6.4 )-3 -2.8 )3 -2.8 )3 2.8 )-3 2.8 )3.5 3.2 )-3.5 3.2 )-3.5 -3.2 )3.5 -3.2 z
9  7    M.7 -1.6 c.5 1 1.4 1.6 2.6 1.6 c2.4 0 3.7 -2.2 3.7 -5.8 v-2.5 (-3.5 -3.7 (-3.5 3.7 \
(3.5 3.7 (3.5 -3.7
A  8    M-.5 0 l4.5 -12 l4.5 12 M1 -4 h6
B  7.6  M0 0 v-12 h4.2 )0 5.7 h-4.2 M4.2 -6.3 h.4 )0 6.3 h-4.6
C  8    M8.1 -9.6 c-.7 -1.5 -2 -2.4 -3.7 -2.4 (-4.6 5 v2 (4.6 5 c1.7 0 3 -.9 3.7 -2.4
D  8.2  M0 0 v-12 h3.6 )4.8 5 v2 )-4.8 5 z
E  6.8  M7 0 h-7 v-12 h7 M0 -6.2 h6
F  6.2  M0 0 v-12 h6.7 M0 -6 h5.6
G  8.6  M8.2 -9.6 c-.7 -1.5 -2 -2.4 -3.8 -2.4 (-4.6 5 v2 (4.6 5 (4.3 -4.2 v-1.6 h-3.8
H  8.4  M0 0 v-12 M8.4 0 v-12 M0 -6.2 h8.4
I  4    M0 0 h4 M0 -12 h4 M2 0 v-12
J  5.6  M5.6 -12 v8.6 )-3.2 3.4 c-1.4 0 -2.4 -.8 -2.8 -2.2
K  7.4  M0 0 v-12 M7.2 -12 l-7.2 7.6 M2.7 -7.2 l5.1 7.2
L  6    M0 -12 v12 h6.4
M  10   M0 0 v-12 l5 8 l5 -8 v12
N  8.4  M0 0 v-12 l8.4 12 v-12
O  8.8  M-.3 -7 )4.7 -5 )4.7 5 v2 )-4.7 5 )-4.7 -5 z
P  7.3  M0 0 v-12 h4.2 )0 6.8 h-4.2
Q  8.8  M-.3 -7 )4.7 -5 )4.7 5 v2 )-4.7 5 )-4.7 -5 z M5.4 -2.8 l3.8 3.9
R  7.7  M0 0 v-12 h4.2 )0 6.6 h-4.2 M4 -5.4 l4 5.4
S  7.4  M7.1 -9.8 c-.5 -1.4 -1.6 -2.2 -3.3 -2.2 c-2.1 0 -3.5 1.2 -3.5 3 c0 1.9 1.5 2.5 3.5 3 \
c2.1 .5 3.6 1.1 3.6 2.9 c0 1.9 -1.5 3.1 -3.7 3.1 c-2 0 -3.4 -.9 -3.8 -2.6
T  7.4  M-.4 -12 h8.2 M3.7 -12 v12
U  8.2  M0 -12 v7.9 (8.2 0 v-7.9
V  7.8  M-.5 -12 l4.4 12 l4.4 -12
W  12   M-.4 -12 l3.2 12 l3.2 -11 l3.2 11 l3.2 -12
X  7.4  M-.3 0 l8 -12 M-.3 -12 l8 12
Y  7.4  M-.6 -12 l4.3 6.2 l4.3 -6.2 M3.7 -5.8 v5.8
Z  7.4  M0 -12 h7.4 l-7.4 12 h7.4
a  6.4  M.6 -6.9 c.5 -1 1.4 -1.6 2.8 -1.6 )3 3 v5.5 M6.4 -4.9 h-3.2 c-2.1 0 -3.2 .9 -3.2 2.4 \
c0 1.5 1 2.5 2.6 2.5 c2.3 0 3.8 -1.4 3.8 -3.2
b  6.8  M0 -12 v12 M0 -4.9 )3.5 -3.6 )3.5 3.6 v1.3 )-3.5 3.6 )-3.5 -3.6
c  5.6  M5.9 -6.8 c-.5 -1.1 -1.5 -1.7 -2.7 -1.7 (-3.5 3.6 v1.3 (3.5 3.6 c1.2 0 2.2 -.6 2.7 -1.7
d  6.8  M6.8 -12 v12 M6.8 -4.9 (-3.5 -3.6 (-3.5 3.6 v1.3 (3.5 3.6 (3.5 -3.6
e  6.4  M-.2 -4.3 h7 v-.6 (-3.5 -3.6 (-3.5 3.6 v1.3 (3.5 3.6 c1.3 0 2.4 -.6 3 -1.7
f  3.8  M4.6 -12 h-.7 (-2.4 2.5 v9.5 M-.3 -8.5 h4.4
g  6.8  M6.8 -8.5 v8.7 )-3.5 3.6 c-1.3 0 -2.3 -.5 -2.9 -1.4 M6.8 -4.9 (-3.5 -3.6 (-3.5 3.6 v1.3 \
(3.5 3.6 (3.5 -3.6
h  6.6  M0 -12 v12 M0 -5.2 )3.3 -3.3 )3.3 3.3 v5.2
i  .2   M.1 -8.5 v8.5 M-.1 -11.9 h.4 v-.3 h-.4 z
j  1.6  M1.5 -8.5 v9.8 )-2.5 2.5 M1.3 -11.9 h.4 v-.3 h-.4 z
k  5.8  M0 -12 v12 M5.8 -8.5 l-5.8 5.4 M2.2 -5.2 l4 5.2
l  1.8  M0 -12 v9.8 (2.2 2.2
m  10.6 M0 -8.5 v8.5 M0 -5.5 )2.65 -3 )2.65 3 v5.5 M5.3 -5.5 )2.65 -3 )2.65 3 v5.5
n  6.6  M0 -8.5 v8.5 M0 -5.2 )3.3 -3.3 )3.3 3.3 v5.2
o  6.6  M-.3 -4.9 )3.6 -3.6 )3.6 3.6 v1.3 )-3.6 3.6 )-3.6 -3.6 z
p  6.8  M0 -8.5 v12.5 M0 -4.9 )3.5 -3.6 )3.5 3.6 v1.3 )-3.5 3.6 )-3.5 -3.6
q  6.8  M6.8 -8.5 v12.5 M6.8 -4.9 (-3.5 -3.6 (-3.5 3.6 v1.3 (3.5 3.6 (3.5 -3.6
r  3.8  M0 -8.5 v8.5 M0 -5 )3.5 -3.5 h.7
s  5.6  M5.5 -6.8 c-.4 -1.1 -1.3 -1.7 -2.7 -1.7 c-1.6 0 -2.6 .9 -2.6 2.2 c0 1.3 1.1 1.7 2.7 2 \
c1.7 .3 2.8 .8 2.8 2.1 c0 1.4 -1.1 2.2 -2.9 2.2 c-1.5 0 -2.6 -.7 -2.9 -1.9
t  4    M1.5 -11.3 v8.9 (2.4 2.4 h.6 M-.3 -8.5 h4.5
u  6.6  M0 -8.5 v5.2 (3.3 3.3 (3.3 -3.3 M6.6 -8.5 v8.5
v  6    M-.5 -8.5 l3.5 8.5 l3.5 -8.5
w  9.6  M-.4 -8.5 l2.6 8.5 l2.6 -7.7 l2.6 7.7 l2.6 -8.5
x  5.8  M-.3 0 l6.4 -8.5 M-.3 -8.5 l6.4 8.5
y  6.2  M-.5 -8.5 l3.6 8.2 M6.7 -8.5 l-4.4 10.2 c-.6 1.5 -1.4 2.1 -2.8 2.1
z  5.8  M0 -8.5 h5.8 l-5.8 8.5 h5.8
.  .4   M0 0 h.4 v-.4 h-.4 z
,  .8   M.8 -.4 l-.9 2.7
:  .4   M0 0 h.4 v-.4 h-.4 z M0 -7.4 h.4 v-.4 h-.4 z
;  .8   M.8 -.4 l-.9 2.7 M.5 -7.4 h.4 v-.4 h-.4 z
!  .4   M.2 -12 v7.6 M0 0 h.4 v-.4 h-.4 z
?  5.8  M0 -9.3 c.2 -1.7 1.3 -2.7 2.9 -2.7 )3 2.9 c0 2.7 -3 2.9 -3 5.4 M2.7 0 h.4 v-.4 h-.4 z
'  0    M0 -12 v3
"  3.4  M0 -12 v3 M3.4 -12 v3
-  4.2  M0 -4.6 h4.2
+  7    M-.2 -5.4 h7.4 M3.5 -9.1 v7.4
\u2212  7    M-.2 -5.4 h7.4
\u00d7  5.8  M.2 -8.1 l5.4 5.4 M.2 -2.7 l5.4 -5.4
*  5    M2.5 -12 v5.8 M0 -10.5 l5 2.8 M0 -7.7 l5 -2.8
/  4.6  M-.2 1.2 l5 -14.2
=  7    M-.2 -7.3 h7.4 M-.2 -3.5 h7.4
(  2.2  M2.6 -13.4 c-3.5 4.6 -3.5 11 0 15.6
)  2.2  M-.4 -13.4 c3.5 4.6 3.5 11 0 15.6
[  2.8  M2.9 -13.4 h-2.9 v15.6 h2.9
]  2.8  M-.1 -13.4 h2.9 v15.6 h-2.9
%  10.4 M8.6 -12 l-6.8 12 M-.1 -9.3 )2.2 -2.7 )2.2 2.7 )-2.2 2.7 )-2.2 -2.7 z \
M6.1 -2.7 )2.2 -2.7 )2.2 2.7 )-2.2 2.7 )-2.2 -2.7 z
#  8.2  M3 -11.8 l-1.4 11.8 M6.9 -11.8 l-1.4 11.8 M.2 -8 h8.3 M-.2 -3.8 h8.3
@  11   M8 -7.5 v4.2 (1.6 1.6 (1.7 -2.6 v-1.2 (-5.6 -6.5 (-5.6 6.6 (5.7 6.6 c1.4 0 2.4 -.3 3.4 -.8 \
M8 -4.9 (-2.5 -2.7 (-2.5 2.7 (2.5 2.7 (2.5 -2.7 z
&  8.6  M8.8 0 l-6.6 -7.4 c-1.8 -2.1 -.8 -4.6 1.6 -4.6 c1.7 0 2.6 1 2.6 2.3 c0 3.1 -6.4 3 -6.4 6.6 \
c0 1.9 1.4 3.1 3.4 3.1 c2.7 0 4.5 -2 4.8 -5.2
<  6.2  M6.2 -9.4 l-6.2 4 l6.2 4
>  6.2  M0 -9.4 l6.2 4 l-6.2 4
_  8    M-.6 2 h9.2
$  7.2  M6.7 -8.8 c-.4 -1.2 -1.5 -1.9 -3.1 -1.9 c-2 0 -3.3 1 -3.3 2.5 c0 1.6 1.4 2.1 3.3 2.5 \
c2 .4 3.4 .9 3.4 2.5 c0 1.6 -1.4 2.6 -3.5 2.6 c-1.9 0 -3.1 -.8 -3.5 -2.2 M3.6 -13.2 v15
\\  4.6  M-.2 -13 l5 14.2
^  5.4  M0 -8.4 l2.7 -3.6 l2.7 3.6
`  1.8  M0 -12 l1.8 2.2
{  3.4  M3.6 -13.4 c-1.8 0 -2.3 .8 -2.3 2.2 v3 c0 1.5 -.4 2.6 -1.6 2.6 c1.2 0 1.6 1.1 1.6 2.6 v3 \
c0 1.4 .5 2.2 2.3 2.2
|  0    M0 -13.4 v15.6
}  3.4  M-.2 -13.4 c1.8 0 2.3 .8 2.3 2.2 v3 c0 1.5 .4 2.6 1.6 2.6 c-1.2 0 -1.6 1.1 -1.6 2.6 v3 \
c0 1.4 -.5 2.2 -2.3 2.2
~  7    M-.2 -4.6 c1 -2 2.4 -2 3.7 -.8 c1.3 1.2 2.7 1.2 3.7 -.8
"""
_SPACE_WIDTH = 0.4
_UNKNOWN = "7 M0 0 v-12 h7 v12 z M0 -12 l7 12"  # a crossed box: seen, never taken for a letter

_STEP = re.compile(r"([Mlhvcz()])([^Mlhvcz()]*)")


class Glyph(NamedTuple):
    """One character: its fitted width and its strokes, in grid units."""

    width: float
    strokes: tuple[tuple[float, float, str], ...]  # x and y of the start, then relative SVG


def number(value: float, digits: int = 2) -> str:
    """Return ``value`` in the shortest form, rounded to ``digits`` decimals; never ``-0``.

    Raises:
        ValueError: ``value`` is infinite or not a number.
    """
    if not math.isfinite(value):
        raise ValueError(f"a coordinate must be a finite number, not {value!r}")
    rounded = round(float(value), digits) + 0.0  # -0.0 + 0.0 is 0.0
    return f"{rounded:.{digits}f}".rstrip("0").rstrip(".")


def _arc(dx: float, dy: float, sweep: int) -> str:
    """Return a quarter of an ellipse, or half a circle where ``dx`` or ``dy`` is 0, as SVG."""
    half = (abs(dx) + abs(dy)) / 2
    rx, ry = (abs(dx), abs(dy)) if dx and dy else (half, half)
    return f"a{number(rx)} {number(ry)} 0 0 {sweep} {number(dx)} {number(dy)}"


def _glyph(line: str) -> Glyph:
    """Parse the width and the strokes of one line of the table."""
    width, path = line.split(maxsplit=1)
    strokes: list[tuple[float, float, str]] = []
    for name, numbers in _STEP.findall(path):
        if name == "M":
            x, y = map(float, numbers.split())
            strokes.append((x, y, ""))
            continue
        if name in "()":
            dx, dy = map(float, numbers.split())
            step = _arc(dx, dy, sweep=int(name == ")"))
        else:
            step = name + numbers.strip()
        x, y, steps = strokes[-1]
        strokes[-1] = (x, y, steps + step)
    return Glyph(float(width), tuple(strokes))


def _glyphs() -> dict[str, Glyph]:
    lines = [line.split(maxsplit=1) for line in _TABLE.strip().splitlines()]
    return {" ": Glyph(_SPACE_WIDTH, ())} | {char: _glyph(rest) for char, rest in lines}


GLYPHS = _glyphs()
UNKNOWN = _glyph(_UNKNOWN)


def text_width(string: str, size: float, weight: Weight = "regular") -> float:
    """Return the width of ``string`` at font ``size``, in the unit of ``size``."""
    pen = STROKES[weight]
    widths = [GLYPHS.get(char, UNKNOWN).width + pen for char in string]
    return (sum(widths) + _GAP * max(0, len(widths) - 1)) * size / UNITS


def text_path(string: str, weight: Weight = "regular") -> str:
    """Return ``string`` as SVG path data in grid units, from x = 0 on, with baseline y = 0."""
    pen = STROKES[weight]
    left, parts = pen / 2, []
    for char in string:
        glyph = GLYPHS.get(char, UNKNOWN)
        # The lower edge of the pen, not its middle, stands on the baseline.
        parts += [f"M{number(left + x)} {number(y - 1)}{steps}" for x, y, steps in glyph.strokes]
        left += glyph.width + pen + _GAP
    return "".join(parts)
