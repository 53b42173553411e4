"""How the tests read a picture of Quiltable."""

import re
from xml.etree import ElementTree

from quiltenvs.quiltable import blocks, drawing

SVG = "{http://www.w3.org/2000/svg}"


def picture(state):
    return ElementTree.fromstring(drawing.draw(state))


def title(node):
    return node.findtext(SVG + "title") or ""


def titled(root, start):
    """The elements whose title begins so, by title, in order; no title may be there twice."""
    found = [node for node in root.iter() if title(node) and title(node).startswith(start)]
    assert len({title(node) for node in found}) == len(found)
    return {title(node): node for node in found}


def group(root, name):
    """The one group with this title."""
    (found,) = (node for node in root.iter(SVG + "g") if title(node) == name)
    return found


def titles(root, pattern):
    """The titles that match a regular expression, in order."""
    found = [title(node) for node in root.iter()]
    return [text for text in found if re.fullmatch(pattern, text)]


def labels(root):
    """The texts of a picture, in order."""
    texts = [path.get("aria-label") for path in root.iter(SVG + "path")]
    return [text for text in texts if text]


def paths(root):
    return [path.get("d") for path in root.iter(SVG + "path")]


def place(node):
    """Origin and scale of a group."""
    moves = dict(re.findall(r"(translate|scale)\(([^)]*)\)", node.get("transform") or ""))
    x, y = map(float, moves.get("translate", "0 0").split())
    return x, y, float(moves.get("scale", "1"))


def numbers(node, *names):
    return tuple(float(node.get(name)) for name in names)


def kinds_in(root):
    """The types that are drawn, in order."""
    first = {picture.parts[0].path: kind for kind, picture in enumerate(blocks.PICTURES)}
    return [first[data] for data in paths(root) if data in first]
