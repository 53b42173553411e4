"""The ten scenarios: what they play with, and every objective just met and just missed."""

import itertools

import pytest

import quiltenvs
from quiltenvs.calico import rules, scenarios
from quiltenvs.calico.state import NONE, OVER
from tests.calico.positions import CATS, GOALS

# Read off the scenario cards: goals, cats, how many goals to complete (in blue: by color or
# pattern; in yellow: by both), what else, and the least score.
CARDS = """
!=      AA-BB-CC AAA-BBB    Millie Tibbit   Coconut    0 0  rainbow                  58
!=      AAA-BBB  AAA-BB-C   Callie Tibbit   Coconut    0 0  5_cats                   59
!=      AA-BB-CC AA-BB-C-D  Millie Rumi     Coconut    2 0  one_of_each_cat,rainbow  60
!=      AAA-BB-C AA-BB-C-D  Millie Tibbit   Tecolote   3 0  3_same_button            61
!=      AAAA-BB  AA-BB-C-D  Callie Coconut  Cira       3 0  3_same_cat               62
AAAA-BB AAA-BBB  AA-BB-CC   Tibbit Tecolote Almond     2 1  rainbow                  63
AAAA-BB AAA-BBB  AAA-BB-C   Rumi   Coconut  Gwenivere  2 1  5_cats                   64
AAAA-BB AAA-BB-C AA-BB-CC   Millie Almond   Leo        1 1  one_of_each_cat,rainbow  66
AAAA-BB AA-BB-CC AA-BB-C-D  Callie Cira     Leo        1 2  one_of_each_cat          68
AAA-BBB AAA-BB-C AA-BB-C-D  Tibbit Tecolote Gwenivere  0 2  one_of_each_cat,rainbow  72
"""
WORDS = {
    "score": "score {}",
    "goals": "{} goals",
    "both": "{} of them by color and pattern",
    "rainbow": "rainbow",
    "one_of_each_cat": "one of each cat",
    "5_cats": "5 cats",
    "3_same_cat": "3 of one cat",
    "3_same_button": "3 of one button",
}
"""How the objectives read."""
ROWS = dict(enumerate((line.split() for line in CARDS.strip().splitlines()), start=1))

# One line a quilt: the scenario; the objectives missed, each by one; how the three goals are met
# (by color, by pattern, by both); tokens of each cat; buttons of each color; the score. A quilt
# that misses nothing has exactly what is asked for.
QUILTS = """
1  none             cbb 0 0 0 211111 58
1  score            pcb 0 0 0 122111 57
1  rainbow          cbb 0 0 1 211110 59
2  none             cb- 0 1 4 100000 59
2  score            pb- 1 1 3 110000 58
2  5_cats           bb- 0 0 4 000001 59
3  none             cb- 1 1 1 211111 60
3  score            cp- 1 1 1 112211 59
3  goals            -b- 1 1 2 211112 60
3  rainbow          cb- 1 1 2 021111 61
3  one_of_each_cat  cb- 0 1 1 221111 60
4  none             bbc 0 0 3 300000 61
4  score            bpc 0 0 3 000301 60
4  goals            bb- 0 1 3 003000 61
4  3_same_button    bbp 0 0 3 000021 61
5  none             pbb 0 0 3 100000 62
5  score            bcb 0 0 3 000100 61
5  goals            cb- 0 0 4 100000 63
5  3_same_cat       cbb 0 1 2 100001 63
6  none             cbp 1 0 1 111111 63
6  score            pbb 0 0 1 111111 62
6  goals            cb- 1 1 1 111111 63
6  both             cpc 2 0 1 111111 63
6  rainbow          cbc 1 1 1 111101 64
7  none             cbp 1 4 0 100000 64
7  score            ccb 1 4 0 000010 63
7  goals            -bc 2 4 0 110000 64
7  both             pcp 2 4 0 010000 64
7  5_cats           bbc 0 4 0 001000 65
8  none             c-b 1 1 1 211111 66
8  score            -pb 1 1 1 111112 65
8  goals            --b 1 2 1 211111 67
8  both             p-c 1 2 1 121111 71
8  rainbow          c-b 1 2 1 201111 69
8  one_of_each_cat  p-b 0 1 1 221111 66
9  none             bbp 1 2 1 110000 68
9  score            bbc 1 1 2 000001 67
9  goals            bb- 1 3 1 110000 72
9  both             cbp 1 3 1 011000 71
9  one_of_each_cat  bbc 0 2 1 101010 68
10 none             b-b 1 2 1 111111 72
10 score            b-b 1 1 1 112211 71
10 goals,both       b-- 1 2 2 111111 75
10 both             b-p 1 2 1 111112 72
10 rainbow          b-b 1 3 1 111011 73
10 one_of_each_cat  b-b 0 3 1 111111 74
"""
MET = {"-": 0, "c": 1, "p": 2, "b": 3}
PARSED = [line.split(maxsplit=2) for line in QUILTS.strip().splitlines()]
EXACT = {int(k): quilt for k, missed, quilt in PARSED if missed == "none"}
CASES = [
    pytest.param(int(k), missed.split(","), quilt, id=f"{k}-{missed}-{i}")
    for i, (k, missed, quilt) in enumerate(PARSED)
]
SEATS = pytest.mark.parametrize(("num_players", "seat"), [(1, 0), (2, 0), (3, 2)])


def finished(game, *quilts):
    """Return a game that is over, each seat with a quilt of QUILTS; of any other, "" will do."""
    state = game.new_state(0)
    while game.legal_actions(state)[0] > 68:  # choose goals: the first three as they lie
        game.play(state, game.legal_actions(state)[0])
    state.phase, state.open[:] = OVER, 0
    state.num_placed[: game.spec.num_players] = 22
    for seat, quilt in enumerate(quilts):
        if quilt:
            goals, *cats, buttons = quilt.split()[:5]
            state.goals_met[seat] = [MET[letter] for letter in goals]
            state.cats[seat] = list(map(int, cats))
            state.buttons[seat] = list(map(int, buttons))
            state.rainbow[seat] = min(state.buttons[seat]) > 0
    return state


def asked(k):
    """Return the objectives of a card: what it calls them, and the words for them."""
    blue, yellow, others, score = ROWS[k][6:]
    numbers = {"score": score, "goals": int(blue) + int(yellow), "both": int(yellow)}
    wanted = ["score", "goals", "both", *others.split(",")]
    return {kind: WORDS[kind].format(numbers.get(kind)) for kind in wanted if numbers.get(kind, 1)}


def test_the_table_is_that_of_the_cards():
    assert len(rules.SCENARIOS) == len(ROWS) == 10
    for k, scenario in enumerate(rules.SCENARIOS, start=1):
        needed = dict(zip(rules.OBJECTIVES, scenario.needed, strict=True))
        blue, yellow, others, score = ROWS[k][6:]
        assert [*scenario.goals, *scenario.cats] == ROWS[k][:6]
        assert needed == {
            "score": int(score),
            "goals": int(blue) + int(yellow),
            "goals by color and pattern": int(yellow),
            "rainbow": "rainbow" in others,
            "tokens of the rarest cat": "one_of_each_cat" in others,
            "cats": 5 * ("5_cats" in others),
            "tokens of one cat": 3 * ("3_same_cat" in others),
            "buttons of one color": 3 * ("3_same_button" in others),
        }


@pytest.mark.parametrize("k", ROWS)
def test_a_scenario_deals_its_cats_and_goals(k):
    game = quiltenvs.game("calico", num_players=2, scenario=k)
    state = game.new_state(0)
    assert [CATS[cat] for cat in state.lineup] == ROWS[k][3:6]
    goals = [GOALS.index(name) for name in ROWS[k][:3]]
    placed = set()
    for action in game.legal_actions(state):
        after = state.copy()
        game.play(after, action)
        placed.add(tuple(after.goals[0].tolist()))
        assert after.goal_offer[1].tolist() == [*goals, NONE]
    assert placed == set(itertools.permutations(goals))


def test_there_is_a_quilt_for_every_objective():
    missed = {(int(k), kind) for k, kinds, _ in PARSED for kind in kinds.split(",")}
    assert missed == {(k, kind) for k in ROWS for kind in ["none", *asked(k)]}


@SEATS
@pytest.mark.parametrize(("k", "missed", "quilt"), CASES)
def test_objectives_just_met_and_just_missed(k, missed, quilt, num_players, seat):
    game = quiltenvs.game("calico", num_players=num_players, scenario=k)
    state = finished(game, *[""] * seat, quilt)
    assert game.score(state, seat) == int(quilt.split()[-1])
    expected = {words: kind not in missed for kind, words in asked(k).items()}
    assert scenarios.objectives(state, seat) == expected
    assert scenarios.has_passed(state, seat) == (missed == ["none"])
    for other in set(range(num_players)) - {seat}:
        assert not any(scenarios.objectives(state, other).values())
        assert not scenarios.has_passed(state, other)


@pytest.mark.parametrize(("k", "missed", "quilt"), CASES)
def test_by_the_smallest_step(k, missed, quilt):
    """The quilts above are as close as they say, also where an objective is a yes or no."""
    state = finished(quiltenvs.game("calico", num_players=1, scenario=k), quilt)
    kinds = dict(zip(WORDS, range(8), strict=True))
    assert [*kinds][:4] == ["score", "goals", "both", "rainbow"]
    for kind in asked(k):
        lacking = rules.SCENARIOS[k - 1].needed[kinds[kind]] - scenarios.figure(
            state, 0, kinds[kind]
        )
        if kind in missed:
            assert lacking == 1
        elif missed == ["none"]:
            assert lacking == 0
        else:
            assert lacking <= 0


@pytest.mark.parametrize(("k", "missed", "quilt"), CASES)
def test_alone_the_scenario_decides(k, missed, quilt):
    """Not the target score of 60: scenario 1 is passed with 58."""
    game = quiltenvs.game("calico", num_players=1, scenario=k)
    assert game.ranking(finished(game, quilt)) == ((1,) if missed == ["none"] else (2,))


def test_alone_without_a_scenario_the_target_score_decides():
    for target, place in [(58, 1), (59, 2)]:
        game = quiltenvs.game(
            "calico",
            num_players=1,
            cats="Millie Tibbit Coconut",
            goals="!= AA-BB-CC AAA-BBB",
            target_score=target,
        )
        state = finished(game, EXACT[1])
        assert game.ranking(state) == (place,)
        assert scenarios.objectives(state, 0) == {}


@pytest.mark.parametrize(("k", "missed", "quilt"), CASES)
def test_at_a_table_the_points_decide(k, missed, quilt):
    """Whoever passes has not won: points, then cats, then buttons."""
    game = quiltenvs.game("calico", num_players=2, scenario=k)
    state = finished(game, EXACT[k], quilt)
    keys = []
    for row in (EXACT[k], quilt):
        _, *cats, buttons, score = row.split()
        tokens = sum(map(int, buttons)) + ("0" not in buttons)
        keys.append((int(score), sum(map(int, cats)), tokens))
    assert game.ranking(state) == tuple(1 + sum(other > key for other in keys) for key in keys)
    passed = [scenarios.has_passed(state, seat) for seat in (0, 1)]
    assert passed == [True, missed == ["none"]]


def test_objectives_are_told_before_the_end_as_things_stand():
    game = quiltenvs.game("calico", scenario=1)
    state = game.new_state(0)
    assert scenarios.objectives(state, 0) == {"score 58": False, "rainbow": False}
    state.rainbow[0] = 1
    assert scenarios.objectives(state, 0) == {"score 58": False, "rainbow": True}
    assert scenarios.objectives(state, 1) == {"score 58": False, "rainbow": False}
