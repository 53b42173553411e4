"""Who wins: points, then cat tokens, then button tokens, then shared. Solo: a target."""

import numpy as np
import pytest

import quiltenvs
from tests.calico.positions import EMPTY, GAME, GREEN, buttons, cats, table


def result(*quilts, **options):
    """Return cats, buttons and points of each player, and the ranking."""
    state = table(*quilts, **options)
    game = quiltenvs.game("calico", num_players=len(quilts))
    seats = range(len(quilts))
    figures = [(len(cats(state, p)), buttons(state, p), GAME.score(state, p)) for p in seats]
    return figures, game.ranking(state)


GREEN_BUTTON = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  ..  Gd  ##  ..  ..  Pv
      Lf  ..  Gf  Gq  ##  ..  Yf
    Ps  ..  ##  ..  ..  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
NOTHING = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  ..  ..  ..  ..  ..  Kw
    Kq  ..  Yd  ##  ..  ..  Pf
      Ls  ..  Gf  Ds  ##  ..  Ys
    Yw  ..  ##  ..  ..  ..  Lq
      Pv  ..  ..  ..  ..  ..  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""
MILLIE = NOTHING.replace("Gf  Ds  ##", "Gd  Dd  ##")


def test_more_points_win():
    assert result(GREEN_BUTTON, NOTHING) == ([(0, "G", 3), (0, "", 0)], (1, 2))


def test_of_equal_points_more_cats_win():
    assert result(GREEN_BUTTON, MILLIE) == ([(0, "G", 3), (1, "", 3)], (2, 1))


ALMOND = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  Yd  ..  ##  ..  ..  Pv
      Lf  ..  ..  ..  ##  ..  Yf
    Ps  ..  ##  Yw  Lw  ..  Gq
      Yd  ..  Pw  Gw  Dw  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
MILLIE_AND_TWO_BUTTONS = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  ..  ..  ..  ..  ..  Kw
    Kq  ..  Gd  ##  ..  ..  Pf
      Ls  ..  Gd  Gd  ##  ..  Ys
    Yw  ..  ##  ..  Dw  Dv  Lq
      Pv  ..  ..  ..  Dq  ..  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""


def test_of_equal_points_and_cats_more_buttons_win():
    figures, ranking = result(ALMOND, MILLIE_AND_TWO_BUTTONS, cats="Millie Almond Coconut")
    assert figures == [(1, "", 9), (1, "GD", 9)]
    assert ranking == (2, 1)


SIX_AND_RAINBOW = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Gd  Kd  Pf  Pv  ..  Dd
    Dq  Gf  ..  ##  Yd  Yq  Pv
      Lf  Lv  Gw  ..  ##  Yv  Yf
    Ps  Ld  ##  Dq  ..  ..  Gq
      Yd  Kf  Ks  Dv  Yw  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
SEVEN = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  Pf  Dq  Dv  Yf  Yw  Kw
    Kq  Pq  Gd  ##  ..  Pw  Pf
      Ls  Lf  ..  ..  ##  Pd  Ys
    Yw  Lv  ##  ..  Gs  Ld  Lq
      Pv  ..  Kv  Kq  ..  Lw  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""


def test_the_rainbow_is_one_button():
    """So seven button tokens are against seven, and the victory is shared."""
    figures, ranking = result(SIX_AND_RAINBOW, SEVEN, cats="Coconut Cira Gwenivere")
    assert figures == [(0, "YGLDPK*", 21), (0, "YLLDPPK", 21)]
    assert ranking == (1, 1)


def test_at_the_start_all_are_equal():
    assert result(EMPTY, GREEN)[1] == (1, 1)


def test_ranking_by_plain_comparison():
    """Four players with random tokens; equal places leave out those behind them."""
    game = quiltenvs.game("calico", num_players=4, setup="family", cats="Millie Rumi Leo")
    rng = np.random.default_rng(0)
    rankings = set()
    for _ in range(300):
        state = game.new_state(0)
        state.buttons[:, :2] = rng.integers(0, 3, (4, 2))
        state.rainbow = rng.integers(0, 2, 4)
        state.cats = rng.integers(0, 2, (4, 3))
        keys = []
        for player in range(4):
            num_buttons = int(state.buttons[player].sum() + state.rainbow[player])
            points = 3 * num_buttons + int(state.cats[player] @ [3, 5, 11])
            assert game.score(state, player) == points
            keys.append((points, int(state.cats[player].sum()), num_buttons))
        assert game.ranking(state) == tuple(1 + sum(b > a for b in keys) for a in keys)
        rankings.add(game.ranking(state))
    assert {(1, 1, 3, 4), (1, 2, 3, 4)} <= {tuple(sorted(ranking)) for ranking in rankings}


@pytest.mark.parametrize(("target", "place"), [(20, 1), (21, 1), (22, 2)])
def test_a_solo_game_is_won_with_the_target_score(target, place):
    options = {"cats": "Coconut Cira Gwenivere", "target_score": target}
    assert result(SIX_AND_RAINBOW, **options) == ([(0, "YGLDPK*", 21)], (place,))


def test_the_target_is_60_points_unless_told():
    assert int(table(EMPTY).target_score) == 60


def test_a_solo_scenario_is_won_by_its_objectives():
    """A score that would do without the scenario does not: there is no rainbow."""
    game = quiltenvs.game("calico", num_players=1, scenario=1)
    state = game.new_state(0)
    state.buttons[0, 0] = 9
    state.cats[0] = 5
    assert game.score(state, 0) == 9 * 3 + 5 * (3 + 5 + 7)
    assert game.ranking(state) == (2,)
    state.rainbow[0] = 1
    assert game.ranking(state) == (1,)
