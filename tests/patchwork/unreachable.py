"""Actions of the 2,026 that can never be legal; see tests/conformance/test_reachability.py.

The action space gives every offer all 8 orientations and all 81 anchors. No patch can have its
bounding box everywhere: nothing but a straight row fits at the bottom, and some orientations are
new only for shapes without symmetry. Counted here from the printed shapes, cell by cell.
"""

from quiltenvs.patchwork.rules import PATCHES


def turned(shape, orientation):
    """Rows of ``shape``: 0-3 quarter turns clockwise, 4-7 the same after a left-right flip."""
    rows = [row[::-1] for row in shape] if orientation >= 4 else list(shape)
    for _ in range(orientation % 4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return tuple(rows)


def _reachable():
    yield from range(1 + 81)
    for patch in PATCHES:
        looks = [turned(patch.shape, orientation) for orientation in range(8)]
        for orientation, rows in enumerate(looks):
            if rows in looks[:orientation]:
                continue
            for top in range(9 - len(rows) + 1):
                for left in range(9 - len(rows[0]) + 1):
                    for offer in range(3):
                        yield 82 + (offer * 8 + orientation) * 81 + top * 9 + left


ACTIONS = set(range(2026)) - set(_reachable())


def actions(game):
    """Return the same for every variant."""
    return ACTIONS
