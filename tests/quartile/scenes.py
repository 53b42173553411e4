"""Positions of Quartile that the tests of text and picture look at."""

import numpy as np

import quiltenvs
from quiltenvs.quartile import engine, facts, table
from quiltenvs.quartile.state import NONE, OVER

GAME = quiltenvs.game("quartile", num_players=3, starting_player=0)
CLAIMING = quiltenvs.game("quartile", num_players=3, starting_player=0, may_claim_unable=True)
SHOWING = quiltenvs.game("quartile", num_players=3)
VARIANTS = [
    quiltenvs.game("quartile"),
    quiltenvs.game("quartile", num_players=4, tile_set="opp", visiting_quarry=True, target=75),
    quiltenvs.game(
        "quartile",
        num_players=6,
        starting_player="random",
        tile_set="three_one",
        table_size=97,
        may_claim_unable=True,
        children=True,
        target=10,
        visiting_quarry=True,
    ),
]


def tile(state, code):
    """The number of a tile by its center and pips as printed."""
    (number,) = (n for n in range(49) if facts.tile_code(state, n) == code)
    return number


def give(state, player, codes):
    """Put tiles into the slots of a hand."""
    for slot, code in enumerate(codes.split()):
        state.hand[player, slot] = tile(state, code)


def play(game, state, *names):
    for name in names:
        game.play(state, game.parse_action(state, name))


def middle_game(game=GAME):
    """Four tiles lie; player 1 to move."""
    state = game.new_state(1)
    state.placed_tile[0] = tile(state, "2:1111")
    state.quarry[state.num_drawn :] = range(49 - state.num_drawn)
    give(state, 0, "8:1717 6:1155 14:7777 9:4545")
    give(state, 1, "5:1144 10:3377 13:6677 12:5757")
    give(state, 2, "11:5566 3:1122 4:1313 7:3434")
    play(game, state, "tile 1 8:1717", "cell 0,1", "tile 2 10:3377r180", "cell 0,2")
    play(game, state, "tile 2 3:1122", "cell -1,0", "tile 2 6:1155", "cell -1,1")
    return state


def unable():
    """Player 1 said it was unable; player 2 has to play one of its tiles."""
    state = middle_game(CLAIMING)
    give(state, 1, "4:2222 4:2222 4:2222 4:2222")
    play(CLAIMING, state, "unable")
    return state


def showing():
    """Players 0 and 2 tied; player 0 has laid its second tile, player 2 has not."""
    state = SHOWING.new_state(1)
    give(state, 0, "3:1212 6:1155 14:7777 9:4545")
    give(state, 1, "5:1144 10:3377 13:6677 12:5757")
    give(state, 2, "11:5566 3:1122 4:1313 7:3434")
    play(SHOWING, state, "show 1", "show 3", "show 2", "show 4")
    return state


def finished(scores, target=0):
    game = quiltenvs.game("quartile", num_players=len(scores), starting_player=0)
    state = game.new_state(1)
    state.phase, state.hand[:], state.quarry[:] = OVER, NONE, NONE
    state.target, state.scores[: len(scores)] = target, scores
    return state


def in_a_row(num_tiles):
    """A row of equal tiles east of the start tile; ``num_tiles`` + 3 columns are used."""
    state = quiltenvs.game("quartile", table_size=97, starting_player=0).new_state(1)
    number = tile(state, "8:4444")
    for column in range(1, num_tiles + 1):
        index = table.find_open(state, column)
        table.lay(state, number, int(state.tile_pips[number]), index)
    return state


def random_positions(game, seed, every=5):
    """Positions of a game of random moves, the last one included."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    step = 0
    while not game.is_terminal(state):
        if step % every == 0:
            yield state
        legal = game.legal_actions(state)
        if legal[-1] == engine.UNABLE and len(legal) > 1 and rng.random() < 0.7:
            legal = legal[:-1]
        game.step(state, int(rng.choice(legal)))
        step += 1
    yield state
