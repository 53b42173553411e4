"""The house variation of two games whose scores are added: "Two-game total"."""

import pytest

import quiltenvs
from tests.patchwork.positions import ADVANCE, EMPTY, FULL, cells, drawn, market, play, table

GAME = quiltenvs.game("patchwork", match="two_game")
NOBODY = -1


def gappy(gaps):
    """Draw a quilt with so many gaps, from the top left."""
    return "\n".join(("." * gaps + "#" * (81 - gaps))[i : i + 9] for i in range(0, 81, 9))


def finish(state, scores, gaps=(9, 9), first=0):
    """Let the running game end with these scores, by two last advances."""
    quilts = [gappy(gaps[seat]) for seat in (0, 1)]
    end = table(
        quilts=quilts,
        buttons=[scores[seat] + 2 * gaps[seat] - 1 for seat in (0, 1)],
        position=(52, 52),
        on_top=first,
        special_patches=(),
        game=GAME,
    )
    for field in ("quilts", "buttons", "position", "on_top", "special_patches", "income"):
        state[field] = end[field]
    state.seven_by_seven = state.pending = state.finished_first = NOBODY
    return play_on(state, ADVANCE, ADVANCE)


def play_on(state, *actions):
    for action in actions:
        GAME.play(state, action)
    return state


@pytest.mark.parametrize("starter", [0, 1])
def test_the_second_game_is_set_up_anew_for_the_other_starter(starter):
    game = quiltenvs.game("patchwork", match="two_game", starting_player=starter)
    state = game.new_state(4)
    first_deal = market(state)
    assert game.current_player(state) == starter
    finish(state, (10, -4), gaps=(6, 20))
    assert (state.game_number, game.is_terminal(state)) == (1, False)
    assert game.current_player(state) == 1 - starter
    assert sorted(market(state)) == list(range(33))
    assert market(state)[-1] == 0
    assert market(state) != first_deal
    assert [drawn(quilt) for quilt in state.quilts] == [EMPTY, EMPTY]
    assert state.buttons.tolist() == [5, 5]
    assert state.income.tolist() == state.position.tolist() == [0, 0]
    assert state.special_patches == game.new_state(4).special_patches
    assert (state.pending, state.seven_by_seven, state.finished_first) == (NOBODY,) * 3
    assert state.first_score.tolist() == [10, -4]
    assert state.first_empty.tolist() == [6, 20]
    assert state.num_steps == 2  # of both games together


def test_the_score_is_the_sum_over_the_games_so_far():
    state = GAME.new_state(4)
    assert GAME.scores(state) == (-157, -157)
    finish(state, (10, -4))
    assert GAME.scores(state) == (10 - 157, -4 - 157)
    finish(state, (-3, 30))
    assert GAME.is_terminal(state)
    assert GAME.scores(state) == (7, 26)


def test_the_tile_of_the_first_game_counts_in_its_score():
    state = table(
        quilts=(FULL, EMPTY), position=(52, 53), buttons=(9, 200), seven_by_seven=0,
        special_patches=(), game=GAME,
    )  # fmt: skip
    play_on(state, ADVANCE)
    assert state.first_score.tolist() == [9 + 1 + 7, 200 - 162]
    assert state.seven_by_seven == NOBODY  # and is there to be won again


@pytest.mark.parametrize(("gap_penalty", "score"), [(1, 20 - 9), (2, 20 - 18)])
def test_the_gap_penalty_holds_in_both_games(gap_penalty, score):
    game = quiltenvs.game("patchwork", match="two_game", gap_penalty=gap_penalty)
    state = table(
        quilts=(gappy(9), FULL), position=(52, 53), buttons=(19, 0), special_patches=(), game=game
    )
    game.play(state, ADVANCE)
    assert state.first_score.tolist() == [score, 0]
    assert game.scores(state)[1] == 5 - 81 * gap_penalty


@pytest.mark.parametrize("board", ["revised", "original"])
def test_the_time_board_is_the_same_in_both_games(board):
    game = quiltenvs.game("patchwork", match="two_game", time_board=board)
    state = game.new_state(1)
    spaces = int(state.special_patches)
    finish(state, (1, 1))
    assert int(state.special_patches) == spaces


def test_the_second_game_waits_for_the_last_special_patch():
    state = table(position=(49, 53), special_patches=(50,), finished_first=1, game=GAME)
    play_on(state, ADVANCE)
    assert (state.position.tolist(), state.pending) == ([53, 53], 0)
    assert state.game_number == 0
    play_on(state, 1)
    assert state.game_number == 1
    assert state.first_empty.tolist() == [80, 81]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("scores", "gaps", "places"),
    [
        (((10, 0), (0, 9)), ((9, 9), (9, 9)), (1, 2)),
        (((10, 0), (0, 11)), ((9, 9), (9, 9)), (2, 1)),
        (((-10, 0), (0, -9)), ((9, 9), (9, 9)), (2, 1)),
        (((10, 0), (0, 10)), ((5, 9), (9, 6)), (1, 2)),  # 14 gaps against 15
        (((10, 0), (0, 10)), ((5, 9), (9, 4)), (2, 1)),  # 14 against 13
        (((10, 0), (0, 10)), ((5, 9), (9, 5)), (1, 1)),
        (((4, 4), (4, 4)), ((9, 9), (9, 9)), (1, 1)),
        (((4, 4), (4, 4)), ((81, 80), (80, 81)), (1, 1)),
        (((4, 4), (4, 4)), ((81, 81), (81, 80)), (2, 1)),
    ],
)
def test_the_winner_of_a_match(scores, gaps, places, first):
    """Higher sum, then fewer gaps in both games together, then shared; not who was first."""
    state = GAME.new_state(3)
    finish(state, scores[0], gaps[0], first)
    assert not GAME.is_terminal(state)
    finish(state, scores[1], gaps[1], first)
    assert GAME.is_terminal(state)
    assert GAME.ranking(state) == places
    assert GAME.scores(state) == tuple(map(sum, zip(*scores, strict=True)))


def test_a_single_game_ends_after_one():
    state = table(position=(52, 53), special_patches=())
    play(state, ADVANCE)
    assert state.game_number == 0
    assert state.first_score.tolist() == [0, 0]


def test_the_second_deal_depends_on_the_seed_and_not_on_the_play():
    """Paired games stay comparable: both seat orders see the same two deals."""
    deals = []
    for seed in (1, 1, 2):
        state = GAME.new_state(seed)
        finish(state, (len(deals) + 9, 3), gaps=(len(deals), 1), first=len(deals) % 2)
        deals.append(market(state))
    assert deals[0] == deals[1] != deals[2]


def test_a_redealt_second_game_is_another_one():
    """The one thing in Patchwork that nobody can know."""
    state = GAME.new_state(1)
    deals = set()
    for seed in range(5):
        other = state.copy()
        GAME.redeal_hidden(other, 0, seed)
        assert market(other) == market(state)
        deals.add(tuple(market(finish(other, (1, 2)))))
    assert len(deals) == 5


def test_quilts_are_drawn_as_they_are():
    assert len(cells(gappy(20))) == 61
