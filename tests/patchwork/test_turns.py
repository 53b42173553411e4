"""Whose turn it is, and advancing: "Find whose turn it is", "Choose one of two actions"."""

import pytest

import quiltenvs
from tests.patchwork.positions import ADVANCE, FULL, GAME, buy, play, purchases, table


@pytest.mark.parametrize(
    ("position", "on_top", "player"),
    [
        ((3, 7), 0, 0),
        ((3, 7), 1, 0),  # who moved last does not matter on different spaces
        ((7, 3), 0, 1),
        ((7, 3), 1, 1),
        ((7, 7), 0, 0),  # the token on top is that which arrived last
        ((7, 7), 1, 1),
        ((53, 52), 0, 1),  # a player at the finish never moves
        ((52, 53), 1, 0),
    ],
)
def test_who_moves(position, on_top, player):
    state = table(position=position, on_top=on_top)
    assert GAME.current_player(state) == player
    assert not GAME.is_terminal(state)


@pytest.mark.parametrize("starter", [0, 1])
def test_the_first_move(starter):
    """Both tokens start on 0, the starter's on top; its advance moves 1 and earns 1 button."""
    game = quiltenvs.game("patchwork", starting_player=starter)
    state = game.new_state(3)
    assert game.current_player(state) == starter
    game.play(state, ADVANCE)
    assert state.position.tolist() == [int(starter == 0), int(starter == 1)]
    assert state.buttons.tolist() == [5 + (starter == 0), 5 + (starter == 1)]
    assert game.current_player(state) == 1 - starter


@pytest.mark.parametrize("player", [0, 1])
def test_moving_onto_the_other_token_means_moving_again(player):
    """Whoever arrives lies on top."""
    position = (3, 5) if player == 0 else (5, 3)
    state = table(position=position, on_top=1 - player, market=[1])  # patch 1 takes two spaces
    buy(state, 0)
    assert state.position.tolist() == [5, 5]
    assert GAME.current_player(state) == player
    play(state, ADVANCE)
    assert sorted(state.position.tolist()) == [5, 6]
    assert GAME.current_player(state) == 1 - player


def test_turns_do_not_alternate():
    state = table(position=(0, 20), market=[1, 29, 28], buttons=(9, 9))
    for _ in range(3):
        assert GAME.current_player(state) == 0
        buy(state, 0)
    assert state.position.tolist() == [2 + 1 + 3, 20]


@pytest.mark.parametrize(
    ("own", "other", "moved"), [(0, 0, 1), (6, 8, 3), (0, 5, 6), (24, 24, 1), (46, 52, 7)]
)
def test_an_advance_goes_just_beyond_the_other_token(own, other, moved):
    """For a button per space really moved."""
    state = table(position=(own, other), special_patches=())
    play(state, ADVANCE)
    assert state.position.tolist() == [own + moved, other]
    assert state.buttons.tolist() == [5 + moved, 5]


@pytest.mark.parametrize(("start", "moved"), [(44, 9), (50, 3), (52, 1)])
def test_an_advance_with_the_opponent_at_the_finish(start, moved):
    """To the same space, not beyond it; a button per space really moved."""
    state = table(position=(start, 53), special_patches=())
    play(state, ADVANCE)
    assert state.position.tolist() == [53, 53]
    assert state.buttons[0] == 5 + moved
    assert GAME.is_terminal(state)


def test_an_advance_beyond_an_opponent_before_the_finish():
    state = table(position=(50, 52), special_patches=())
    play(state, ADVANCE)
    assert state.position.tolist() == [53, 52]
    assert state.buttons[0] == 5 + 3
    assert GAME.current_player(state) == 1


def test_advancing_is_legal_even_if_a_patch_can_be_bought():
    state = table()
    assert purchases(state)
    assert GAME.legal_actions(state)[0] == ADVANCE


def test_without_money_there_is_only_the_advance():
    state = table(buttons=(0, 9), market=[1, 2, 3, 28])  # the free patch 28 is the fourth
    assert GAME.legal_actions(state) == [ADVANCE]


def test_on_a_full_quilt_there_is_only_the_advance():
    state = table(quilts=(FULL, FULL), buttons=(50, 50))
    assert GAME.legal_actions(state) == [ADVANCE]


def test_the_finish_is_noted_for_whoever_reaches_it_first():
    state = table(position=(51, 52), on_top=1, special_patches=())
    play(state, ADVANCE)
    assert (state.position.tolist(), state.finished_first) == ([53, 52], 0)
    play(state, ADVANCE)
    assert (state.position.tolist(), state.finished_first) == ([53, 53], 0)
    assert GAME.is_terminal(state)
    assert GAME.legal_actions(state) == []


def test_a_finished_player_waits_while_the_other_goes_on():
    state = table(position=(53, 40), finished_first=0, market=[1, 29, 28], special_patches=())
    for _ in range(3):
        assert GAME.current_player(state) == 1
        buy(state, 0)
    assert state.position.tolist() == [53, 46]


def test_a_game_of_advances():
    """The tokens leapfrog: 1 space, then 2 at a time, then 1; and five special patches."""
    state, advances, placed = GAME.new_state(0), 0, 0
    while not GAME.is_terminal(state):
        advances += state.pending < 0
        placed += state.pending >= 0
        play(state, GAME.legal_actions(state)[0])
    assert (advances, placed) == (1 + 52 + 1, 5)
    assert state.num_steps == advances + placed
    assert state.buttons.tolist() == [5 + 53, 5 + 53]


def test_max_steps_is_a_bound():
    """Every action but the five placements moves a token, 2 * 53 spaces in all."""
    assert GAME.spec.max_steps == 2 * 53 + 5
    assert quiltenvs.game("patchwork", match="two_game").spec.max_steps == 2 * (2 * 53 + 5)
