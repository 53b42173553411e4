"""The end: "Finish both time tracks, then count the gaps"."""

import pytest

import quiltenvs
from tests.patchwork.positions import EMPTY, FULL, GAME, table

GENTLE = quiltenvs.game("patchwork", gap_penalty=1)

FIVE_GAPS = """
#########
#########
###...###
#########
#########
#########
#####.###
#########
########.
"""


def finished(buttons, gaps=(0, 0), first=0, game=GAME, **fields):
    """A game that is over, with so many gaps on each quilt."""
    quilts = [
        "\n".join(("." * n + "#" * (81 - n))[i : i + 9] for i in range(0, 81, 9)) for n in gaps
    ]
    return table(
        quilts=quilts, buttons=buttons, position=(53, 53), finished_first=first, game=game, **fields
    )


@pytest.mark.parametrize(("game", "points"), [(GAME, 11), (GENTLE, 16)], ids=["rules", "gentle"])
def test_the_rulebook_s_example(game, points):
    """14 buttons, the special tile and five gaps: 14 + 7 - 10 = 11."""
    state = table(
        quilts=(FIVE_GAPS, EMPTY), buttons=(14, 0), income=(9, 0), seven_by_seven=0, game=game
    )
    assert game.score(state, 0) == points


@pytest.mark.parametrize(("game", "penalty"), [(GAME, 2), (GENTLE, 1)], ids=["rules", "gentle"])
def test_the_gap_penalty(game, penalty):
    start = game.new_state(0)
    assert game.scores(start) == (5 - 81 * penalty, 5 - 81 * penalty)
    for gaps in (0, 1, 40, 63, 64, 80):
        state = finished((20, 20), (gaps, 0), game=game)
        assert game.scores(state) == (20 - gaps * penalty, 20)


def test_printed_buttons_and_seats_do_not_mix():
    state = table(quilts=(FULL, FIVE_GAPS), buttons=(3, 8), income=(10, 1), seven_by_seven=1)
    assert GAME.scores(state) == (3, 8 + 7 - 10)


def test_a_score_may_be_negative():
    """-4 beats -9."""
    state = finished((4, 1), gaps=(4, 5))
    assert GAME.scores(state) == (-4, -9)
    assert GAME.ranking(state) == (1, 2)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("buttons", "places"), [((3, 2), (1, 2)), ((2, 3), (2, 1))])
def test_the_higher_score_wins_whoever_finished_first(buttons, places, first):
    assert GAME.ranking(finished(buttons, first=first)) == places


@pytest.mark.parametrize(("first", "places"), [(0, (1, 2)), (1, (2, 1))])
def test_a_tie_goes_to_whoever_reached_the_finish_first(first, places):
    """A single game has no draws; how many gaps there are does not matter."""
    for gaps in ((0, 0), (5, 0), (0, 5)):
        buttons = 20 + 2 * gaps[0], 20 + 2 * gaps[1]
        state = finished(buttons, gaps=gaps, first=first)
        assert GAME.scores(state) == (20, 20)
        assert GAME.ranking(state) == places


def test_before_anybody_finished_equal_scores_are_equal_places():
    assert GAME.ranking(GAME.new_state(0)) == (1, 1)


@pytest.mark.parametrize(
    ("position", "pending", "is_over"),
    [
        ((53, 53), -1, True),
        ((53, 53), 0, False),
        ((53, 53), 1, False),
        ((53, 52), -1, False),
        ((52, 53), -1, False),
        ((52, 52), -1, False),
    ],
)
def test_when_it_is_over(position, pending, is_over):
    """Both at the finish and no special patch pending."""
    state = table(position=position, pending=pending)
    assert GAME.is_terminal(state) == is_over
    assert (GAME.legal_actions(state) == []) == is_over
    assert not GAME.is_truncated(state)


def test_neither_full_quilts_nor_an_empty_market_nor_poverty_end_it():
    state = table(quilts=(FULL, FULL), market=[], buttons=(0, 0))
    assert not GAME.is_terminal(state)
    assert GAME.legal_actions(state) == [0]
