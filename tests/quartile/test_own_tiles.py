"""Games with a tile file of the user's own."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs import OptionError, StateError
from quiltenvs.quartile.tile_sets import COLUMNS, read_tiles
from tests.strategies import random_game


@pytest.fixture
def write(tmp_path):
    def written(name, tiles):
        lines = [",".join((*COLUMNS, "note"))]
        for number, tile in enumerate(tiles):
            lines.append(",".join(map(str, (f"t{number}", tile.center, *tile.pips, "mine"))))
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return written


def swapped(tiles):
    """The same tiles, the last turned by a quarter where that makes a difference."""
    *others, tile = tiles[:-2], tiles[-2]
    turned = tile._replace(pips=(*tile.pips[1:], tile.pips[0]))
    assert turned != tile
    return (*others[0], turned, tiles[-1])


def test_its_tiles_are_played(write):
    path = write("mine.csv", read_tiles("three_one"))
    own = quiltenvs.game("quartile", tile_set=path)
    named = quiltenvs.game("quartile", tile_set="three_one")
    for ours, theirs in zip(random_game(own, 3), random_game(named, 3), strict=True):
        assert ours.tobytes() == theirs.tobytes()
    assert own.from_json(own.to_json(own.new_state(1))).tobytes() == own.new_state(1).tobytes()


def test_two_files_are_two_games(write):
    tiles = read_tiles("mix")
    one = quiltenvs.game("quartile", tile_set=write("one.csv", tiles))
    other = quiltenvs.game("quartile", tile_set=write("other.csv", swapped(tiles)))
    assert one.description()["content"] != other.description()["content"]
    assert one.spec_hash != other.spec_hash
    assert "content" not in quiltenvs.game("quartile").description()
    saved = one.to_json(one.new_state(1)).replace("one.csv", "other.csv")
    with pytest.raises(StateError, match="tile_pips"):
        other.from_json(saved)
    assert not np.array_equal(one.blank.tile_pips, other.blank.tile_pips)


def test_a_file_that_is_wrong_is_refused_by_name(write, tmp_path):
    path = write("few.csv", read_tiles("mix")[:-1])
    with pytest.raises(OptionError, match=r"few\.csv: 48 tiles; a game has 49"):
        quiltenvs.game("quartile", tile_set=path)
    with pytest.raises(OptionError, match="No such file"):
        quiltenvs.game("quartile", tile_set=str(tmp_path / "none.csv"))
    with pytest.raises(OptionError, match="use 'mix' or 'opp' or 'adj' or 'three_one' or a CSV"):
        quiltenvs.game("quartile", tile_set="")
