"""The progress chart: circles, points, ranks, and the file that it is kept in."""

import json
import os

import pytest

from quiltenvs.calico.achievements import ACHIEVEMENTS
from quiltenvs.calico.progress import ChartError, ProgressChart
from quiltenvs.core.errors import QuiltError
from tests.calico.test_achievements import chart_of, refused

CIRCLES = [achievement.name for achievement in ACHIEVEMENTS]


# --- names, circles, points, ranks


def test_a_chart_begins_empty():
    chart = ProgressChart()
    assert chart.names == ()
    chart.add_player("Ada")
    assert chart.names == ("Ada",)
    assert (chart.filled("Ada"), chart.points("Ada"), chart.rank("Ada")) == ((), 0, "")


def test_circles_are_kept_by_name_and_told_in_the_order_of_the_table():
    chart = chart_of("Ben", Ada="scenario_10 no_cats score_60")
    assert chart.names == ("Ben", "Ada")
    assert chart.filled("Ada") == ("score_60", "no_cats", "scenario_10")
    assert (chart.points("Ada"), chart.points("Ben")) == (3, 0)


def test_ranks_by_points():
    chart = chart_of("Ada", "Ben")
    expected = {
        0: "",
        **dict.fromkeys(range(1, 5), "Budding Quilter"),
        **dict.fromkeys(range(5, 10), "Weekend Warrior"),
        **dict.fromkeys(range(10, 15), "Impressive Skills"),
        **dict.fromkeys(range(15, 20), "Semi-pro"),
        **dict.fromkeys(range(20, 26), "Craft Honed"),
        26: "Calico Quilt MASTER",
    }
    found = {0: chart.rank("Ada")}
    for circle in CIRCLES:
        chart.fill("Ada", circle)
        found[chart.points("Ada")] = chart.rank("Ada")
    assert found == expected
    assert chart.rank("Ben") == ""


def test_thresholds_can_be_others():
    chart = ProgressChart((2, 3, 4, 5, 6, 7))
    chart.add_player("Ada")
    ranks = []
    for circle in CIRCLES[:8]:
        chart.fill("Ada", circle)
        ranks.append(chart.rank("Ada"))
    assert ranks[0] == ""
    assert ranks[1:3] == ["Budding Quilter", "Weekend Warrior"]
    assert ranks[6:] == ["Calico Quilt MASTER"] * 2


@pytest.mark.parametrize(
    "thresholds",
    [
        (1, 5, 10, 15, 20),
        (1, 5, 10, 15, 20, 25, 26),
        (0, 5, 10, 15, 20, 26),
        (1, 5, 10, 15, 20, 27),
        (1, 5, 5, 15, 20, 26),
        (1, 10, 5, 15, 20, 26),
        (True, 5, 10, 15, 20, 26),
        (1, 5.0, 10, 15, 20, 26),
        (1, "5", 10, 15, 20, 26),
        "123456",
        None,
        6,
    ],
    ids=repr,
)
def test_thresholds_that_make_no_ranks_are_refused(thresholds):
    with pytest.raises(ChartError, match=r"are not 6 ascending integers of 1 \.\. 26"):
        ProgressChart(thresholds)


@pytest.mark.parametrize("name", ["A", "Ada Lovelace", "Žofie", "縫い子", "x" * 40, "null", "1"])
def test_names_that_can_be_had(name, tmp_path):
    chart = chart_of(name)
    chart.save(tmp_path / "chart.json")
    assert ProgressChart.load(tmp_path / "chart.json").names == (name,)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "empty"),
        (" ", "empty"),
        (" Ada", "space around"),
        ("Ada\n", "space around"),
        ("x" * 41, "longer than 40"),
        ("A\tda", "cannot be printed"),
        ("A\u200bda", "cannot be printed"),
        ("A\ud800da", "cannot be printed"),
        (None, "not a text"),
        (7, "not a text"),
        (["Ada"], "not a text"),
    ],
)
def test_names_that_cannot(name, fault):
    chart = chart_of("Ben")
    refused(chart, fault, lambda: chart.add_player(name))


def test_a_name_twice_and_a_seventh_are_refused():
    chart = chart_of(*"ABCDE")
    refused(chart, "'C' is on the progress chart already", lambda: chart.add_player("C"))
    chart.add_player("F")
    assert len(chart.names) == 6
    refused(chart, "no room for 'G': a progress chart has 6", lambda: chart.add_player("G"))


def test_circles_that_cannot_be_filled():
    chart = chart_of("Ben", Ada="no_cats")
    refused(chart, "'Ada' has filled 'no_cats' already", lambda: chart.fill("Ada", "no_cats"))
    refused(chart, "no achievement 'fame'; they are sc", lambda: chart.fill("Ada", "fame"))
    refused(chart, "no achievement ['no_cats']", lambda: chart.fill("Ben", ["no_cats"]))
    refused(chart, "'Eve' is not on the progress chart", lambda: chart.fill("Eve", "no_cats"))
    chart.fill("Ben", "no_cats")  # everybody has an own circle


@pytest.mark.parametrize("method", ["filled", "points", "rank"])
def test_who_is_not_on_the_chart(method):
    chart = chart_of("Ada", "Ben")
    for name in ("Eve", "ada", None, ["Ada"]):
        with pytest.raises(ChartError, match="is not on the progress chart; it has 'Ada', 'Ben'"):
            getattr(chart, method)(name)
    with pytest.raises(ChartError, match="it has nobody"):
        getattr(ProgressChart(), method)("Ada")


# --- the file


def test_a_missing_file_is_an_empty_chart(tmp_path):
    chart = ProgressChart.load(tmp_path / "none.json")
    assert chart.to_json() == ProgressChart().to_json()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("as_path", [str, lambda path: path], ids=["text", "Path"])
def test_a_chart_comes_back_from_its_file(tmp_path, as_path):
    path = as_path(tmp_path / "chart.json")
    chart = ProgressChart((2, 3, 4, 5, 6, 26))
    for name in ("Žofie", "Ada", "Ben"):
        chart.add_player(name)
    for name, circle in [("Ada", "scenario_2"), ("Ada", "score_60"), ("Ben", "no_hand")]:
        chart.fill(name, circle)
    chart.save(path)
    found = ProgressChart.load(path)
    assert found.names == ("Žofie", "Ada", "Ben")
    assert found.filled("Ada") == ("score_60", "scenario_2")
    assert (found.filled("Žofie"), found.filled("Ben")) == ((), ("no_hand",))
    assert (found.rank("Ada"), found.rank("Ben")) == ("Budding Quilter", "")
    found.fill("Ben", "no_cats")
    found.save(path)
    assert ProgressChart.load(path).points("Ben") == 2
    assert os.listdir(tmp_path) == ["chart.json"]


def test_the_file_is_for_people_too(tmp_path):
    chart_of(Žofie="no_cats score_60").save(tmp_path / "chart.json")
    text = (tmp_path / "chart.json").read_bytes().decode()
    assert json.loads(text) == {
        "format": 1,
        "thresholds": [1, 5, 10, 15, 20, 26],
        "players": [{"name": "Žofie", "filled": ["score_60", "no_cats"]}],
    }
    lines = [line.strip() for line in text.split("\n")]
    assert '"name": "Žofie",' in lines
    assert '"score_60",' in lines
    assert text.endswith("}\n")


def test_every_circle_survives(tmp_path):
    chart = chart_of(**dict.fromkeys("ABCDEF", " ".join(CIRCLES)))
    chart.save(tmp_path / "chart.json")
    found = ProgressChart.load(tmp_path / "chart.json")
    assert [found.filled(name) for name in "ABCDEF"] == [tuple(CIRCLES)] * 6


GOOD = {"format": 1, "thresholds": [1, 5, 10, 15, 20, 26], "players": []}


def changed(**fields):
    return json.dumps({**GOOD, **fields})


def players(*rows):
    return changed(players=[{"name": name, "filled": filled} for name, filled in rows])


DAMAGED = {
    "empty": ("", "Expecting value"),
    "text": ("hello", "Expecting value"),
    "half": (changed()[:-5], "Expecting"),
    "more": (changed() + "{}", "Extra data"),
    "deep": ("[" * 100_000, ""),
    "list": ("[]", "no object"),
    "null": ("null", "no object"),
    "no players": (json.dumps({"format": 1, "thresholds": [1]}), "no object with the fields"),
    "a field more": (changed(game="calico"), "no object with the fields format (int), thresh"),
    "a field twice": ('{"format": 1, ' + changed()[1:], "a field twice"),
    "no format": (json.dumps({**GOOD, "format": None}), "format None"),
    "format 2": (changed(format=2, seasons=[]), "format 2; this version reads 1"),
    "format text": (changed(format="1"), "format '1'"),
    "format true": (changed(format=True), "format is True, not int"),
    "format 1.0": (changed(format=1.0), "format is 1.0, not int"),
    "thresholds": (changed(thresholds=[1, 2, 3]), "6 ascending"),
    "thresholds text": (changed(thresholds="abcdef"), "thresholds is 'abcdef', not list"),
    "players by name": (changed(players={"Ada": []}), "players is {'Ada': []}, not list"),
    "no rows": (changed(players=["Ada"]), "no object with the fields name (str), filled"),
    "half a row": (changed(players=[{"name": "Ada"}]), "no object with the fields name"),
    "name 5": (players((5, [])), "name is 5, not str"),
    "name empty": (players(("", [])), "'' is no name"),
    "name surrogate": (players(("\ud800", [])), "cannot be printed"),
    "filled text": (players(("Ada", "no_cats")), "filled is 'no_cats', not list"),
    "circle 5": (players(("Ada", [5])), "no achievement 5"),
    "circle list": (players(("Ada", [["no_cats"]])), "no achievement ['no_cats']"),
    "circle unknown": (players(("Ada", ["fame"])), "no achievement 'fame'"),
    "circle twice": (players(("Ada", ["no_cats", "no_cats"])), "has filled 'no_cats' already"),
    "name twice": (players(("Ada", []), ("Ada", [])), "'Ada' is on the progress chart already"),
    "seven": (players(*((name, []) for name in "ABCDEFG")), "no room for 'G'"),
}


def test_what_is_damaged_below_was_good():
    assert ProgressChart.from_json(changed()).names == ()
    chart = ProgressChart.from_json(players(("Ada", ["no_cats"]), *((n, []) for n in "BCDEF")))
    assert (len(chart.names), chart.filled("Ada")) == (6, ("no_cats",))


@pytest.mark.parametrize(("text", "fault"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_reported_and_left_alone(tmp_path, text, fault):
    path = tmp_path / "chart.json"
    path.write_text(text, encoding="utf-8")
    before = os.stat(path)
    with pytest.raises(ChartError) as caught:
        ProgressChart.load(path)
    assert str(caught.value).startswith(f"{path}: damaged progress chart: ")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_text(encoding="utf-8") == text
    assert os.stat(path).st_mtime_ns == before.st_mtime_ns
    assert os.listdir(tmp_path) == ["chart.json"]


def test_bytes_that_are_no_text_are_reported(tmp_path):
    path = tmp_path / "chart.json"
    path.write_bytes(b"\xff\xfe" + changed().encode("utf-16-le"))
    with pytest.raises(ChartError, match=r"chart\.json: damaged progress chart: "):
        ProgressChart.load(path)
    assert path.read_bytes()[:2] == b"\xff\xfe"


def test_a_folder_is_no_chart_and_no_empty_one(tmp_path):
    with pytest.raises(OSError, match="directory"):
        ProgressChart.load(tmp_path)


def test_errors_are_those_of_a_user():
    assert issubclass(ChartError, QuiltError)


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failure_to_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, failing):
    path = tmp_path / "chart.json"
    chart_of("Ada").save(path)
    before = path.read_bytes()

    def fail(*_):
        raise OSError("disk full")

    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(type(path), "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        chart_of("Ben").save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["chart.json"]


def test_the_file_is_whole_on_the_disk_before_it_takes_its_place(tmp_path, monkeypatch):
    path, seen = tmp_path / "chart.json", []
    chart_of("Ada").save(path)
    chart = chart_of("Ben")

    def look(descriptor):
        assert ProgressChart.load(path).names == ("Ada",)
        (temporary,) = set(tmp_path.iterdir()) - {path}
        assert os.path.samestat(os.fstat(descriptor), temporary.stat())
        seen.append(temporary.read_text(encoding="utf-8"))

    monkeypatch.setattr(os, "fsync", look)
    chart.save(path)
    assert seen == [chart.to_json()] == [path.read_text(encoding="utf-8")]


# --- the table


def test_the_table_shows_everything():
    chart = chart_of("Ben", **{"Ada L.": "score_60 no_hand scenario_10"})
    lines = str(chart).split("\n")
    assert lines[:3] == [
        "   Name    Points  Rank",
        "1  Ben          0  -",
        "2  Ada L.       3  Budding Quilter",
    ]
    assert [line.split()[-2:] for line in lines if line and not line.startswith(" ")][2:] == [
        ["1", "2"]
    ] * 3
    rows = {line[2:-4].strip(): line[-3:] for line in lines if line.startswith("  ")}
    del rows[lines[0][2:-4].strip()]
    marks = {a.text: ". x" if a.name in chart.filled("Ada L.") else ". ." for a in ACHIEVEMENTS}
    assert rows == marks
    assert chart.table() == str(chart)


def test_marks_stand_in_one_column():
    chart = chart_of(*"ABCDE", F=" ".join(CIRCLES))
    lines = chart.table().split("\n")
    assert lines[6] == "6  F         26  Calico Quilt MASTER"
    tails = {line[-12:] for line in lines[7:] if line}
    assert tails == {" 1 2 3 4 5 6", " . . . . . x"}
    assert len({len(line) for line in lines[7:] if line}) == 1
    assert max(map(len, lines)) <= 100


def test_the_table_of_nobody():
    lines = ProgressChart().table().split("\n")
    assert lines[0] == "   Name  Points  Rank"
    assert [line.strip() for line in lines[2:] if line.startswith("  ")] == [
        achievement.text for achievement in ACHIEVEMENTS
    ]
    assert lines == [line.rstrip() for line in lines]
