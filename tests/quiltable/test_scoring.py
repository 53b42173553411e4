"""Points and places: patterns, premium blocks, the full quilt, patches, symmetry, ranking."""

from itertools import product

import numpy as np
import pytest

from quiltenvs.quiltable import rules
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.scoring import do_patches_match, is_symmetric
from tests.quiltable.positions import FULL_BUT_ONE, card_of, game_at, play, scores, table

PLAIN = (1, 2, 3, 7, 8)
"""The cards of a type that are not premium: pairs and the square, numbered as blocks are."""
GREEN, YELLOW, ORANGE, BROWN = range(4)
LEFT, MIDDLE, RIGHT = range(3)


def block(type_letter, color, position):
    """Return the block of a type with this patch."""
    return f"{type_letter}{4 * position + color}"


def premium(drawing):
    return sum(int(word[1:]) not in PLAIN for word in drawing.split() if word != ".")


# --- patterns, premium, full ----------------------------------------------------------------


def test_the_rulebooks_example():
    """11 for premium blocks, 12 and 6 for two patterns, 5 for finishing: 34."""
    quilt = """
        P0 S11 S4  I0
        P4 S5  S6  A1
        P5 S9  S10 N1
        H2 P1  H3  C0
    """
    assert premium(quilt) == 11
    state = table(quilts=[quilt], patterns=[["pumpkin A A", "cottage pumpkin"]])
    assert scores(state) == (11 + 3 * 4 + 2 * 3 + 5, 0)


def test_points_are_those_of_the_patterns_times_their_completions():
    quilt = "P1 P2 P3\nP7 P8 .\nI1 I2 ."
    assert scores(table(quilts=[quilt])) == (0, 0)
    square = "pumpkin pumpkin / pie pie"
    for patterns, points in [
        (["pumpkin pumpkin"], 6),
        ([square], 8),
        (["pie pie"], 3),
        (["pumpkin pumpkin", square, "pie pie"], 17),  # a block serves different cards
        (["pumpkin leaf", "A A A B", "leaf A A"], 0),  # cards that are not completed cost nothing
    ]:
        assert scores(table(quilts=[quilt], patterns=[patterns])) == (points, 0)


def test_a_pattern_planned_again_scores_again():
    """With two copies of the game a player may have a pattern twice."""
    quilt, options = "P1 P2\nP3 P7", {"num_players": 2, "copies": 2}
    assert scores(table(quilts=[quilt], patterns=[["pumpkin pumpkin"]], **options)) == (6, 0)
    twice = table(quilts=[quilt], patterns=[["pumpkin pumpkin"] * 2], **options)
    assert scores(twice) == (12, 0)


def test_patterns_of_others_do_not_score():
    assert scores(table(quilts=["P1 P2", ""], patterns=[[], ["pumpkin pumpkin"]])) == (0, 0)


def test_points_of_unfinished_quilts_count():
    state = table(quilts=["P0 P1", "S0 S4 S5"], patterns=[["pumpkin pumpkin"]])
    assert scores(state) == (4, 3)


@pytest.mark.parametrize("number", range(96))
def test_a_premium_block_is_worth_one_point(number):
    """All but pairs and squares of named blocks, whatever pattern lies on its back."""
    word = f"{'SLCIAPHN'[number // 12]}{number % 12}"
    kind = rules.KINDS[CARDS[number].kind]
    is_plain = kind in ("specific_pair", "specific_square")
    assert scores(table(quilts=[word]))[0] == (0 if is_plain else 1)


def test_a_complete_quilt_earns_five_points():
    """Sixteen blocks, and fifteen."""
    quilt = "P1 P2 P3 P7\nS1 S2 S3 S7\nL1 L2 L3 L7\nC1 C2 C3 C7"
    assert scores(table(quilts=[quilt])) == (5, 0)
    assert scores(table(quilts=[quilt[:-2] + "."])) == (0, 0)


def test_a_complete_quilt_of_the_mini_game_has_nine_blocks():
    quilt, mini = "P1 P2 P3\nS1 S2 S3\nL1 L2 L3", {"mode": "mini", "num_players": 5}
    assert scores(table(quilts=[quilt], **mini))[0] == 5
    assert scores(table(quilts=[quilt[:-2] + "."], **mini))[0] == 0
    assert scores(table(quilts=[quilt]))[0] == 0


def test_the_bonus_is_lost_with_the_block():
    state = table(quilts=["P1 P2 P3 P7\nS1 S2 S3 S7\nL1 L2 L3 L7\nC1 C2 C3 C7"])
    play(state, "return 0 0, done, lay 0 1")
    assert scores(state) == (0, 0)


# --- patches --------------------------------------------------------------------------------


def patch_points(drawing, **options):
    """Return what patches earn in a quilt."""
    advanced = table(quilts=[drawing], patches=True, **options)
    return scores(advanced)[0] - scores(table(quilts=[drawing], **options_without(options)))[0]


def options_without(options):
    return {name: value for name, value in options.items() if name != "patch_match"}


def perfect_quilt(color):
    """Return a quilt in which all 24 seams match: left and right patches, as on a chessboard."""
    left, right = iter("SLCIAPHN"), iter("LSICPANH")
    return "\n".join(
        " ".join(
            block(next(right), color, RIGHT) if (row + column) % 2 else block(next(left), color, 0)
            for column in range(4)
        )
        for row in range(4)
    )


@pytest.mark.parametrize("color", range(4))
def test_a_perfect_quilt_earns_72_points(color):
    quilt = perfect_quilt(color)
    assert patch_points(quilt) == 72
    assert patch_points(quilt, patch_match="label") == 0


def test_which_patches_match():
    """Those of a color that meet at the seam: left with right, middle with middle."""
    for first, second in product(range(96), repeat=2):
        one, two = CARDS[first], CARDS[second]
        pair = (one.position, two.position)
        meets = pair in ((LEFT, RIGHT), (RIGHT, LEFT), (MIDDLE, MIDDLE))
        is_one_color = one.color == two.color
        assert do_patches_match(first, second, False) == (is_one_color and meets)
        is_same = one.position == two.position
        assert do_patches_match(first, second, True) == (is_one_color and is_same)


@pytest.mark.parametrize(
    ("drawing", "aligned", "label"),
    [
        ("P0 S8", 3, 0),
        ("S8 P0", 3, 0),
        ("P0\nS8", 3, 0),
        ("P8\nS0", 3, 0),
        ("P0 S0", 0, 3),
        ("P8 S8", 0, 3),
        ("P4 S4", 3, 3),
        ("P4\nS4", 3, 3),
        ("P0 S9", 0, 0),
        ("P4 S5", 0, 0),
        ("P0 S4", 0, 0),
        ("P4 S4 L4\nC4 . A4", 12, 12),
        ("P4 . S4\nL5 I5 N5", 6, 6),  # blocks apart have no seam
        ("P4 L5\nI5 S4", 0, 0),  # no seam across a corner
        ("P4 L5 C5 S4\nI4 A5 N5 H4", 6 + 12, 6 + 12),  # nor from the end of a row to the next
    ],
)
def test_seams(drawing, aligned, label):
    assert patch_points(drawing) == aligned
    assert patch_points(drawing, patch_match="label") == label


def test_no_points_for_patches_without_the_module():
    quilt = perfect_quilt(GREEN)
    assert scores(table(quilts=[quilt]))[0] == premium(quilt) + 5


# --- symmetry -------------------------------------------------------------------------------


def symmetry_points(drawing, **options):
    """Return what symmetry earns for a quilt."""
    advanced = scores(table(quilts=[drawing], symmetry=True, **options))[0]
    return advanced - scores(table(quilts=[drawing], **options))[0]


VERTICAL = "P S S P\nL C C L\nA I I A\nN H H N"
HORIZONTAL = "P S L C\nA I N H\nA I N H\nP S L C"
DIAGONAL = "P S L C\nS I A N\nL A H P\nC N P S"
OTHER_DIAGONAL = "C L S P\nN A I S\nP H A L\nS P N C"


@pytest.mark.parametrize("drawing", [VERTICAL, HORIZONTAL, DIAGONAL, OTHER_DIAGONAL])
def test_four_folds(drawing):
    """Each quilt has one fold only: a changed block on neither line of a fold ends it."""
    assert symmetry_points(drawing) == 15
    words = drawing.split()
    words[1] = "A" if words[1] != "A" else "P"
    changed = "\n".join(" ".join(words[4 * row : 4 * row + 4]) for row in range(4))
    assert symmetry_points(changed) == 0


def test_blocks_on_a_diagonal_fold_are_free():
    for end in "PSLCIANH":
        assert symmetry_points(DIAGONAL[:-1] + end) == 15
        assert symmetry_points(end + DIAGONAL[1:]) == 15


def test_points_for_symmetry_come_once():
    """Symmetric over all four lines."""
    drawing = "P S S P\nS L L S\nS L L S\nP S S P"
    assert symmetry_points(drawing) == 15


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("P", 15),
        ("P S", 15),  # side by side: over the horizontal line, nothing lies on the other half
        ("P S L", 15),
        ("P S L C", 15),
        ("P S L C\nA I N H", 15),
        ("P S L C\nA I N H\nP S L C", 0),
        ("P S L C\nA I N H\nA I N H", 15),  # with an empty row to come, below or above
        ("A I N H\nA I N H\nP S L C", 15),
        ("P S L C\nA . N H\nA I N H", 15),
        ("P S L C\nA I N H\nA I . H\n. S L C", 15),
        ("P S L C\nA I N H\nA I . H\nI S L C", 0),
        ("P S L .\nS I . .\nL . . .\n. . . .", 15),
        ("P . . .\nP S L .\n. . A N\n. . . .", 15),  # moves to where nothing lies on another
    ],
)
def test_unfinished_quilts_are_symmetric_if_they_could_be_filled_so(drawing, points):
    assert symmetry_points(drawing) == points


def folds_of(cells, side):
    """Whether some fold of a frame lays no two different blocks on each other."""
    last = side - 1
    folds = (
        lambda r, c: (r, last - c),
        lambda r, c: (last - r, c),
        lambda r, c: (c, r),
        lambda r, c: (last - c, last - r),
    )
    return any(
        all(cells.get(fold(*cell), block) == block for cell, block in cells.items())
        for fold in folds
    )


def is_literally_symmetric(cells, side):
    """Whether a quilt, moved to some place of its frame, is symmetric as the rulebook says."""
    height, width = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    return any(
        folds_of({(r + down, c + right): b for (r, c), b in cells.items()}, side)
        for down in range(side - height + 1)
        for right in range(side - width + 1)
    )


@pytest.mark.parametrize("side", [3, 4])
def test_symmetry_as_the_rulebook_says_it(side):
    """All sorts of quilts, drawn at random, moved about in the whole frame."""
    options = {"mode": "mini", "num_players": 5} if side == 3 else {}
    state, found = table(**options), []
    rng = np.random.default_rng(side)
    for number in range(600):
        share = (0.5, 0.8, 1.0)[number % 3]
        cells = {
            (r, c): int(rng.integers(3))
            for r in range(side)
            for c in range(side)
            if rng.random() < share
        }
        if not cells:
            continue
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        cells = {(r - top, c - left): kind for (r, c), kind in cells.items()}
        state.quilt[0] = -1
        for (r, c), kind in cells.items():
            state.quilt[0, 4 * r + c] = 12 * kind
        state.quilt_cells[0] = sum(1 << 4 * r + c for r, c in cells)
        expected = is_literally_symmetric(cells, side)
        assert is_symmetric(state, 0) == expected, cells
        found.append(expected)
    assert 100 < sum(found) < len(found) - 100


def test_an_empty_quilt_is_not_symmetric():
    assert scores(table(symmetry=True)) == (0, 0)


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("P S P\nL A L\nC I C", 15),
        ("P S L\nA C I\nP S L", 15),
        ("P S L\nS C I\nL I A", 15),
        ("L S P\nI C S\nA I L", 15),
        ("P S L\nA C I\nP S N", 0),
        ("P S\nL P", 15),  # over a diagonal, with its corner in that of the frame
        ("P S\nL C", 15),  # three of them beyond the fold
        ("P S L\nA C I", 15),
        ("P S L\nA C I\nP S .", 15),
    ],
)
def test_folds_of_the_mini_game(drawing, points):
    """The frame has three rows and columns, and its middle lines are folds."""
    assert symmetry_points(drawing, mode="mini", num_players=5) == points


# --- places ---------------------------------------------------------------------------------


def places(state):
    return game_at(state).ranking(state)


def test_most_points_win():
    assert places(table(quilts=["P0 P4", "S0", "L0 L4 L5"], num_players=3)) == (2, 3, 1)


@pytest.mark.parametrize(
    ("starter", "expected"), [(0, (4, 3, 2, 1)), (1, (2, 4, 3, 1)), (3, (4, 3, 2, 1))]
)
def test_ties_go_to_the_later_in_turn_order(starter, expected):
    """Three of four players have a point, counted from who began."""
    state = table(quilts=["P0", "S0", "L0", "C0 C4"], num_players=4, piles=[20, 20, 20, 19])
    state.starter = starter
    assert places(state) == expected


def race(*quilts, **options):
    return table(quilts=quilts, mode="symmetrical_race", **options)


def test_the_race_knows_no_points():
    """Only a complete symmetric quilt counts, and that one."""
    assert scores(race("P0 P4 P5", "S0")) == (0, 0)
    assert scores(race(VERTICAL, "P S\nL A")) == (1, 0)
    assert scores(race(VERTICAL[:-1] + "A")) == (0, 0)  # complete, and not symmetric
    assert scores(race(VERTICAL[:-1] + ".")) == (0, 0)


def test_players_of_a_race_share_a_place():
    assert places(race("P0 P4 P5", "S0", num_players=3)) == (1, 1, 1)
    assert places(race("P0", VERTICAL, num_players=3)) == (2, 1, 2)


def test_alone_a_tie_is_won():
    """The Quilting Master has the points printed on its cards, each once."""
    stack = ["pumpkin pumpkin"]
    assert places(table(num_players=1, quilts=["P0 P4"], stack=stack)) == (2,)
    assert places(table(num_players=1, quilts=["P0 P4 P5"], stack=stack)) == (1,)
    assert places(table(num_players=1)) == (1,)
    assert card_of("pumpkin pumpkin") == 2
    both = ["pumpkin pumpkin", "A A A B"]
    assert places(table(num_players=1, quilts=[FULL_BUT_ONE], stack=both)) == (1,)
    assert places(table(num_players=1, quilts=["P0 P4 P5"], stack=both)) == (2,)


def test_a_card_that_the_master_has_twice_counts_twice():
    options = {"num_players": 1, "copies": 2, "stack": ["pumpkin pumpkin"] * 2}
    assert places(table(quilts=["P0 P4 P5 P6"], **options)) == (2,)
    assert places(table(quilts=["P0 P4 P5 P6\nP9 P10 . ."], **options)) == (1,)


def test_the_masters_blocks_earn_nothing_else():
    """No premium: card 1 is one."""
    assert CARDS[0].is_premium
    state = table(num_players=1, quilts=["P0 P4 P5 P6"], stack=["pumpkin A A"])
    assert (scores(state), places(state)) == ((4,), (1,))
