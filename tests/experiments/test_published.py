"""The measured tables of the READMEs are those of the files in experiments/results/."""

import json

import pytest

import quiltenvs
from quiltenvs.core.documentation import PROJECT_README, readme_path
from quiltenvs.experiments import published


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_game_readme(name):
    text = readme_path(name).read_text(encoding="utf-8")
    assert text == published.published(name), "run `make readme`"


def test_project_readme():
    text = PROJECT_README.read_text(encoding="utf-8")
    assert text == published.published_project(), "run `make readme`"


@pytest.mark.parametrize("name", quiltenvs.game_names())
@pytest.mark.parametrize("kind", ["tournament", "benchmark"])
def test_results_are_of_the_game_as_it_is(name, kind):
    folder = published.RESULTS / name
    main = folder / f"{kind}.json"
    files = sorted({*folder.glob(f"{kind}*.json"), *folder.glob(f"*/{kind}.json")})
    assert main in files
    for file in files:
        found = json.loads(file.read_text(encoding="utf-8"))
        options = found["game"]["options"]
        assert found["game"] == quiltenvs.game(name, **options).description()
        assert (options == quiltenvs.game(name).config.to_dict()) == (file == main)
        assert found["command"].startswith(f"quiltenvs {kind}")
        assert found["commit"]
        assert not found["commit"].endswith("-dirty")


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_tournament_was_read_off_its_numbers(name):
    """The Markdown beside the JSON shows the same shares."""
    folder = published.RESULTS / name
    found = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    tables = (folder / "tournament.md").read_text(encoding="utf-8")
    for pairing in found["pairings"]:
        assert f"{100 * pairing['win_share']['mean']:.1f} %" in tables


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_picture_is_drawn_by_the_code_as_it_is(name):
    path = published.picture_path(name)
    assert path.read_text(encoding="utf-8") == published.picture(name), "run `make readme`"
