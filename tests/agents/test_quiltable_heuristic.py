"""What Quiltable's heuristic expects: completions, odds, and what the next player wants."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents.quiltable_assistants import choose_corner, choose_kept
from quiltenvs.agents.quiltable_completions import (
    BLOCK,
    FREE,
    NUM_ODDS,
    SAME,
    expected_completions,
    filled_bits,
    frame_cells,
    packed_cells,
    placement_odds,
    prepare,
)
from quiltenvs.agents.quiltable_evaluation import far_worth
from quiltenvs.agents.quiltable_heuristic import (
    MOST_FOR_END,
    WORTH_OF_LEAD,
    actions_to_come,
    gain_of_next,
    look_out,
    worth_of_end,
)
from quiltenvs.core.bits import ZERO
from quiltenvs.core.jit import COMPILED
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.choices import FIRST_CORNER
from quiltenvs.quiltable.patterns import FILLED, NIBBLE, count_completions, placements
from quiltenvs.quiltable.state import CORNER, KEEP
from tests.agents.samples import sample_positions
from tests.strategies import scaled

TYPES = range(rules.NUM_TYPES)
ODDS = np.zeros(NUM_ODDS)
ODDS[: rules.NUM_TYPES] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
ODDS[[FREE, SAME]] = 0.9, 0.25
prepare(ODDS)
WHOLE, MINI = np.uint64(0xFFFF), np.uint64(0x0777)


def word_of(codes):
    return np.uint64(sum(int(code) << NIBBLE * cell for cell, code in enumerate(codes)))


def expected(codes, card, frame=WHOLE):
    word = word_of(codes)
    return expected_completions(word, packed_cells(word), frame, card, ODDS)


def literal_odds(codes, card, cells):
    """The chance of one placement: spot by spot, letters bound by the blocks that lie there."""
    spots, letters, chance = CARDS[card].spots, {}, 1.0
    for spot, cell in zip(spots, cells, strict=True):
        if codes[cell] and spot.label >= rules.NUM_TYPES:
            if letters.setdefault(spot.label, codes[cell]) != codes[cell]:
                return 0.0
        elif codes[cell] and codes[cell] != FILLED + spot.label:
            return 0.0
    if len(set(letters.values())) < len(letters):
        return 0.0
    for spot, cell in zip(spots, cells, strict=True):
        if codes[cell]:
            continue
        if spot.label < rules.NUM_TYPES:
            chance *= ODDS[spot.label]
        elif spot.label not in letters:
            chance *= ODDS[FREE]
            letters[spot.label] = None
        elif letters[spot.label] is None:
            chance *= ODDS[SAME]
        else:
            chance *= ODDS[letters[spot.label] - FILLED]
    return chance


def some_quilts(seed, share_open):
    """Cells of the frame with blocks of few types, so that much matches."""
    rng = np.random.default_rng(seed)
    types = rng.choice(rules.NUM_TYPES, 3, replace=False)
    codes = FILLED + rng.choice(types, rules.NUM_QUILT_CELLS)
    return np.where(rng.random(rules.NUM_QUILT_CELLS) < share_open, 0, codes).astype(np.int64)


@pytest.mark.parametrize("share_open", [0.2, 0.6, 1.0])
def test_chance_of_every_placement(share_open):
    first, found = 0, set()
    codes = some_quilts(int(10 * share_open), share_open)
    word = word_of(codes)
    for card in range(rules.NUM_CARDS):
        for row, cells in enumerate(placements(CARDS[card].spots), start=first):
            chance = placement_odds(word, filled_bits(word), card, row, ODDS)
            assert chance == pytest.approx(literal_odds(codes.tolist(), card, cells))
            found.add(chance)
        first += len(placements(CARDS[card].spots))
    assert len(found) > 5


def literal_completions(codes, card, frame):
    """Completions of now, and for each cell the best chance of a placement off them."""
    chances = {
        cells: literal_odds(codes, card, cells)
        for cells in placements(CARDS[card].spots)
        if all(int(frame) >> cell & 1 for cell in cells)
    }
    taken = {cell for cells, chance in chances.items() if chance == 1 for cell in cells}
    best = [0.0] * rules.NUM_QUILT_CELLS
    for cells, chance in chances.items():
        if chance < 1 and not taken & set(cells):
            for cell in cells:
                best[cell] = max(best[cell], chance)
    return count_completions(word_of(codes), card) + sum(best) / len(CARDS[card].spots)


@pytest.mark.parametrize("frame", [WHOLE, MINI])
def test_each_cell_counts_with_the_best_of_its_placements(frame):
    for seed in range(scaled(6)):
        codes = some_quilts(seed, (0.3, 0.6, 1.0)[seed % 3]).tolist()
        codes = [code if int(frame) >> cell & 1 else 0 for cell, code in enumerate(codes)]
        word = word_of(codes)
        assert packed_cells(word) == sum(1 << cell for cell in range(16) if codes[cell])
        for card in range(rules.NUM_CARDS):
            literal = literal_completions(codes, card, frame)
            assert expected(codes, card, frame) == pytest.approx(literal)


def test_the_frame_of_the_mini_game_is_smaller():
    mini = quiltenvs.game("quiltable", mode="mini", num_players=5).new_state(0)
    assert frame_cells(mini) == MINI
    assert frame_cells(quiltenvs.game("quiltable").new_state(0)) == WHOLE


def test_a_complete_quilt_brings_what_it_scores():
    num_completed = 0
    for seed in range(scaled(20)):
        codes = some_quilts(seed, 0.0)
        for card in range(rules.NUM_CARDS):
            completions = count_completions(word_of(codes), card)
            assert expected(codes, card) == completions
            num_completed += completions
    assert num_completed > 0


def test_what_is_open_counts_by_its_odds_beside_what_is_completed():
    leaf_pair = 14  # two sunflowers, side by side
    assert CARDS[leaf_pair].pattern == "sunflower sunflower"
    other = FILLED + 7
    codes = [other] * 16
    codes[0] = codes[1] = FILLED
    assert expected(codes, leaf_pair) == 1
    codes[15], codes[14] = FILLED, 0
    assert expected(codes, leaf_pair) == pytest.approx(1 + 0.1)
    codes[2] = 0  # beside a sunflower that is taken
    assert expected(codes, leaf_pair) == pytest.approx(1 + 0.1)
    codes[1] = 0
    assert expected(codes, leaf_pair) == pytest.approx((0.1 + 0.1 + 0.01) / 2 + 0.1)


def test_far_worth_of_what_is_over_is_the_score_and_the_blocks():
    game = quiltenvs.game("quiltable", patches=True, symmetry=True)
    nothing = np.zeros(NUM_ODDS)
    nothing[BLOCK] = 0.5
    for seed in range(scaled(4)):
        for state in sample_positions(game, seed):
            for player in range(2):
                blocks = int(state.quilt_cells[player]).bit_count()
                worth = far_worth(state.copy(), player, nothing)
                assert worth == pytest.approx(int(state.scores[player]) + 0.5 * blocks)


def test_odds_are_chances_and_rarer_types_have_lower_ones():
    game = quiltenvs.game("quiltable")
    state, odds = game.new_state(3), np.zeros(NUM_ODDS)
    look_out(state, int(state.mover), odds)
    assert (odds[: rules.NUM_TYPES] > 0).all()
    assert (odds[[*TYPES, FREE, SAME]] < 1).all()
    before = odds.copy()
    state.unseen[: rules.NUM_CARDS // rules.NUM_TYPES] = 0  # the sunflowers are gone
    look_out(state, int(state.mover), odds)
    assert odds[0] < before[0]
    assert (odds[1 : rules.NUM_TYPES] > before[1 : rules.NUM_TYPES]).all()


def test_fewer_cards_in_the_piles_are_fewer_actions_and_lower_odds():
    game = quiltenvs.game("quiltable")
    state, odds, fewer = game.new_state(3), np.zeros(NUM_ODDS), np.zeros(NUM_ODDS)
    look_out(state, int(state.mover), odds)
    before = actions_to_come(state)
    state.pile_end[:4] = state.pile_top[:4] + 1
    assert 2 < actions_to_come(state) < before
    look_out(state, int(state.mover), fewer)
    assert fewer[FREE] < odds[FREE]
    state.ender = 0
    assert actions_to_come(state) == 2


@pytest.mark.parametrize("lead", [-50, -4, 0, 3, 50])
def test_who_is_ahead_likes_to_end_the_game(lead):
    game = quiltenvs.game("quiltable", num_players=3)
    state = game.new_state(1)
    state.scores[:3] = 60 + lead, 20, 60
    assert worth_of_end(state, 0) == pytest.approx(
        np.clip(WORTH_OF_LEAD * lead, -MOST_FOR_END, MOST_FOR_END)
    )
    state.ender = 1
    assert worth_of_end(state, 0) == 0


def test_what_the_next_player_wants_is_what_its_quilt_would_gain():
    game, gains = quiltenvs.game("quiltable", num_players=3), set()
    nothing = np.zeros(NUM_ODDS)
    for state in sample_positions(game, 5):
        trial = state.copy()
        for card in range(0, rules.NUM_CARDS, 7):
            following = (int(state.mover) + 1) % 3
            gain = gain_of_next(state, int(state.mover), card, nothing, trial)
            word = word_of([0 if c < 0 else FILLED + CARDS[c].type for c in state.quilt[following]])
            assert gain == CARDS[card].points * count_completions(word, card)
            gains.add(gain)
        assert trial.patterns.tobytes() == state.patterns.tobytes()
    assert len(gains) > 1 or not COMPILED
    alone = quiltenvs.game("quiltable", num_players=1).new_state(0)
    assert gain_of_next(alone, 0, 3, ODDS, alone.copy()) == 0


def test_quick_start_keeps_what_is_worth_most():
    game = quiltenvs.game("quiltable", mode="quick_start")
    state, odds = game.new_state(4), np.zeros(NUM_ODDS)
    assert state.phase == KEEP
    player = int(state.mover)
    pile = state.deck[state.pile_top[player] : state.pile_end[player]].tolist()
    assert choose_kept(state, player, odds) in pile
    look_out(state, player, odds)
    worths = {
        c: CARDS[c].points * (0.01 + expected_completions(ZERO, ZERO, WHOLE, c, odds)) for c in pile
    }
    assert worths[choose_kept(state, player, odds)] == pytest.approx(max(worths.values()))


def test_the_master_begins_where_it_gets_least():
    game = quiltenvs.game("quiltable", num_players=1, quilting_master="terrific_tim")
    border = [(1, 1), (1, 2), (1, 4), (2, 4), (4, 4), (4, 3), (4, 1), (3, 1)]  # first two of each
    for seed in range(scaled(10)):
        state = game.new_state(seed)
        assert state.phase == CORNER
        cards = [CARDS[int(state.area[6 * r + c])].points for r, c in border]
        points = [cards[i] + cards[i + 1] for i in range(0, 8, 2)]
        assert points[choose_corner(state) - FIRST_CORNER] == min(points)
