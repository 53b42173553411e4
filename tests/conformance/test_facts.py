"""The facts of every game: spec, options, layout, and that a game is a constant."""

import copy
import dataclasses
import importlib
import json
import pickle
from itertools import chain

import numpy as np
import pytest

import quiltenvs
from quiltenvs import OptionError
from tests.strategies import observation
from tests.variants import VARIANTS, config_class, values, variants_of


def test_every_value_of_every_option_is_tried(name):
    tried = [quiltenvs.game(name, **options).config.to_dict() for options in variants_of(name)]
    for option, allowed in values(name).items():
        assert {config[option] for config in tried} == set(allowed)


def test_spec(game):
    spec, package = game.spec, importlib.import_module(f"quiltenvs.{game.spec.name}")
    assert spec.name in quiltenvs.game_names()
    assert spec.version == package.VERSION
    assert spec.title
    assert spec.num_players == game.config.num_players >= 1
    assert min(spec.num_actions, spec.max_steps, spec.score_scale) > 0


def test_options_are_the_game_s_own(game):
    """An option changes the game: no two variants are one."""
    name = game.spec.name
    games = [quiltenvs.game(name, **options) for options in variants_of(name)]
    assert len({other.spec_hash for other in games}) == len(games)
    assert len({other.blank.tobytes() for other in games}) == len(games)
    assert game in games


def test_a_game_is_a_constant(game):
    assert quiltenvs.game(game.spec.name, **game.config.to_dict()) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    assert copy.copy(game) is game


def test_description_is_plain_data(game):
    text = json.dumps(game.description(), sort_keys=True)
    assert json.loads(text) == game.description()
    assert game.description()["options"] == game.config.to_dict()
    assert len(game.spec_hash) == 16
    int(game.spec_hash, 16)


def test_options_go_through_json(game):
    config = game.config
    assert type(config).from_json(config.to_json()) == config
    assert json.loads(config.to_json()) == config.to_dict()


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '{"no_such_option": 1}'])
def test_bad_option_json_is_refused(name, text):
    with pytest.raises(OptionError):
        config_class(name).from_json(text)


def test_an_unknown_option_is_refused_by_name(name):
    with pytest.raises(OptionError, match="'no_such_option'") as caught:
        quiltenvs.game(name, no_such_option=1)
    assert all(option in str(caught.value) for option in values(name))


def lookalikes(value):
    """Values that equal an allowed one in Python and still are another kind."""
    if isinstance(value, bool):
        return [int(value), float(value)]
    if isinstance(value, int):
        return [float(value), *([bool(value)] if value in (0, 1) else []), str(value)]
    return [value.upper(), value.encode(), [value]]


def alternatives(name, option):
    """What an error has to name: every value that is listed, and what the others are."""
    (field,) = (f for f in dataclasses.fields(config_class(name)) if f.name == option)
    others = field.metadata["others"]
    return [*map(repr, field.metadata["allowed"]), *([others.text] if others else [])]


def test_a_wrong_value_is_refused_with_the_allowed_ones(name):
    for option, allowed in values(name).items():
        wrong = [
            None,
            -99,
            "no such value",
            1e9,
            (),
            *chain.from_iterable(map(lookalikes, allowed)),
        ]
        for value in wrong:
            if any(value == item and type(value) is type(item) for item in allowed):
                continue
            with pytest.raises(OptionError, match=rf"^{option}=") as caught:
                quiltenvs.game(name, **{option: value})
            assert repr(value) in str(caught.value)
            assert all(text in str(caught.value) for text in alternatives(name, option))


def test_a_wrong_player_count_is_refused(name):
    counts = values(name)["num_players"]
    for wrong in {0, -1, min(counts) - 1, max(counts) + 1}:
        with pytest.raises(OptionError, match=f"num_players={wrong}"):
            quiltenvs.game(name, num_players=wrong)


def test_options_cannot_be_changed_afterwards(game):
    with pytest.raises(AttributeError):
        game.config.num_players = 3
    with pytest.raises(AttributeError):
        game.spec.version = 7


def test_a_state_is_small(game):
    assert game.state_dtype.itemsize <= 2048
    assert issubclass(game.state_dtype.type, np.record)
    assert game.state_dtype["rng"] == np.uint64


def test_states_of_different_games_cannot_be_mixed_up():
    dtypes = {name: quiltenvs.game(name, **options).state_dtype for name, options in VARIANTS}
    assert len(set(map(str, dtypes.values()))) == len(dtypes) == len(quiltenvs.game_names())


def test_layout(game):
    names = [block.name for block in game.layout]
    assert len(set(names)) == len(names)
    assert all(text.isidentifier() for text in names)
    assert all(block.text and block.size > 0 for block in game.layout)
    assert game.observation_size == game.layout.size == sum(b.size for b in game.layout)


def test_layout_of_the_actions(game):
    assert game.actions.size == game.spec.num_actions
    assert len({block.name for block in game.actions}) == len(game.actions)
    assert all(block.text for block in game.actions)


@pytest.mark.parametrize("lead", [(), (4,), (2, 3)])
def test_unflatten_gives_all_blocks_as_views(game, lead):
    values = np.arange(np.prod(lead, dtype=int) * game.observation_size, dtype=np.float32)
    values = values.reshape((*lead, game.observation_size))
    blocks = game.unflatten(values)
    assert list(blocks) == [block.name for block in game.layout]
    for block in game.layout:
        assert blocks[block.name].shape == (*lead, *block.shape)
        assert np.shares_memory(blocks[block.name], values)
    flat = [blocks[block.name].reshape((*lead, -1)) for block in game.layout]
    assert (np.concatenate(flat, axis=-1) == values).all()


def test_unflatten_takes_torch_tensors(game):
    torch = pytest.importorskip("torch")
    values = np.stack([observation(game, game.new_state(seed), 0) for seed in range(2)])
    tensor = torch.from_numpy(values)
    for block_name, block in game.unflatten(tensor).items():
        assert isinstance(block, torch.Tensor)
        assert (block.numpy() == game.unflatten(values)[block_name]).all()
        assert block.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()


def test_unflatten_refuses_another_length(game):
    with pytest.raises(ValueError, match=str(game.observation_size)):
        game.unflatten(np.zeros(game.observation_size + 1))
