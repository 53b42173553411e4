"""Actions of Quiltable as text, and the cells that positions mark for them."""

import pytest

import quiltenvs
from quiltenvs.quiltable import choices, facts, render, rules
from tests.quiltable.positions import play, table
from tests.quiltable.scenes import VARIANTS, middle_game, random_positions


def names(state, block=""):
    """The names of the legal actions."""
    game = quiltenvs.game("quiltable", **facts.changed_options(state))
    found = [game.action_name(state, action) for action in game.legal_actions(state)]
    return [name for name in found if name.startswith(block)]


def test_action_names():
    state = middle_game()
    first_cell, first_lay = choices.FIRST_CHOOSE, choices.FIRST_CHOOSE + 36
    wanted = {
        0: "plan 1 pumpkin A A",
        3: "plan 4 -",
        choices.DONE: "done",
        choices.PASS: "pass",
        choices.TRADE: "trade",
        choices.ABILITY: "ability",
        choices.FIRST_SIDE + 1: "side 2",
        choices.FIRST_CORNER: "corner top left",
        choices.FIRST_CORNER + 2: "corner bottom right",
        choices.FIRST_SEAT: "player 0",
        choices.FIRST_RETURN + 5: "return b2 apple",
        choices.FIRST_RETURN + 15: "return d4 -",
        choices.FIRST_CARD: "card 1 pumpkin A A",
        choices.FIRST_CARD + 95: "card 96 - A - / B - B / - A -",
        choices.FIRST_PLACE: "place 0 @-3-3",
        choices.FIRST_PLACE + 49 + 7 * 4 + 1: "place 90 @+1-2",
        choices.FIRST_PLACE + 3 * 49 + 7 * 3 + 3: "place 270 @+0+0",
        first_cell: "choose a1 -",
        first_cell + 6 + 2: "choose c2 corn",
        first_lay: "lay a1",
        first_lay + 35: "lay f6",
    }
    assert {action: render.action_name(state, action) for action in wanted} == wanted


def test_actions_name_assistants():
    state = table(assistants="big_billy,uncle_sam", center="gifted_gladys")
    assert names(state, "trade") == ["trade gifted_gladys"]
    state = table(assistants="terrific_tim,uncle_sam", patterns=[["pie pie"]])
    assert names(state, "ability") == ["ability terrific_tim"]
    game = quiltenvs.game("quiltable", assistants="random", starting_player=0)
    state = game.new_state(0)
    card = int(state.assistant[0])
    assert names(state) == [f"side {rules.ASSISTANTS[card + side]}" for side in range(2)]
    state.assistant[0] += 1  # the names are of the card, whatever side is up
    assert render.action_name(state, choices.FIRST_SIDE) == f"side {rules.ASSISTANTS[card]}"


def test_actions_name_cards_by_the_side_that_matters():
    state = table(
        assistants="uncle_sam,big_billy", patterns=[["cottage cottage"]], piles=["S0 +8"] + [9] * 3
    )
    assert names(state, "plan 1") == ["plan 1 pumpkin A A"]
    play(state, "ability")
    assert names(state, "plan 1") == ["plan 1 sunflower"]
    assert names(state, "card") == ["card 75 cottage"]


def test_actions_name_players_in_turn_order():
    state = table(assistants="tricky_travis,uncle_sam,big_billy", num_players=3, turn=0)
    state.assistant[1], state.assistant[0] = state.assistant[0], state.assistant[1]
    state.holder[0] = state.mover = 1
    play(state, "ability")
    assert names(state) == ["player 2", "player 0"]


def test_cells_of_the_race_have_ten_columns():
    state = quiltenvs.game("quiltable", mode="symmetrical_race").new_state(0)
    assert render.action_name(state, choices.FIRST_CHOOSE + 99) == "choose j10 -"
    assert render.action_name(state, choices.FIRST_CHOOSE + 100 + 9) == "lay j1"


def test_a_negative_action_has_no_name():
    with pytest.raises(ValueError, match="-1"):
        render.action_name(middle_game(), -1)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_action_has_a_name_in_every_position(game):
    for state in random_positions(game, 7, every=25):
        before = state.tobytes()
        found = [render.action_name(state, action) for action in range(game.spec.num_actions)]
        assert all(name == name.strip() != "" and name.isprintable() for name in found)
        legal = [found[action] for action in game.legal_actions(state)]
        assert len(set(legal)) == len(legal)
        assert not any(name.endswith("-") and "/" not in name for name in legal)
        render.render(state)
        assert state.tobytes() == before


@pytest.mark.parametrize("game", VARIANTS)
def test_marked_cells_are_the_legal_ones(game):
    for state in random_positions(game, 8, every=3):
        legal = [render.action_name(state, action) for action in game.legal_actions(state)]
        area, mover = int(state.marker), int(state.mover)
        for start, cells in (
            ("lay ", facts.layable_cells(state, area)),
            ("choose ", facts.choosable_cells(state, area)),
            ("return ", facts.returnable_cells(state, mover)),
        ):
            found = [name.split()[1] for name in legal if name.startswith(start)]
            assert [facts.cell_name(cell) for cell in cells] == found
        assert facts.layable_cells(state, 1 - area) == []
        assert facts.choosable_cells(state, 1 - area) == []
