"""Pictures: the SVG that is built, its lettering, and what becomes of it as pixels."""

import os
import string
import subprocess
import sys
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from quiltenvs.core import lettering
from quiltenvs.core.drawing import (
    CAP_HEIGHT,
    INK,
    MUTED,
    PAPER,
    PLAYER_COLORS,
    Drawing,
    Window,
    blend,
    ink_on,
    rasterize,
    save_gif,
    save_png,
    text_width,
)
from quiltenvs.core.palette import contrast

SVG = "{http://www.w3.org/2000/svg}"
TIMES, MINUS = "\u00d7", "\u2212"
PROMISED = [*sorted(set(string.printable) - set(string.whitespace)), TIMES, MINUS]


def board() -> Drawing:
    """One of everything."""
    drawing = Drawing(200, 120, title="A board & more")
    drawing.rect(5, 5.5, 60, 40, radius=4, fill="#ffffff", stroke=INK, stroke_width=2)
    drawing.circle(100, 30, 12, fill=PLAYER_COLORS[0], title="player <0>")
    drawing.line(0, 60, 200, 60, stroke=MUTED, dash="4 2")
    drawing.polyline([(0, 70), (10, 80), (20, 70)], stroke=INK)
    with drawing.group(150, 60, scale=2, rotate=30, opacity=0.5, title="a tile"):
        drawing.polygon([(0, -10), (9, -5), (9, 5), (0, 10), (-9, 5), (-9, -5)], fill="#dddddd")
        drawing.hatch([(0, -10), (9, -5), (9, 5), (0, 10), (-9, 5), (-9, -5)], 3, stroke=INK)
    drawing.path("M0 100h40v10", stroke=INK)
    drawing.text(100, 100, 'A < "b" & c', 14, anchor="middle", weight="bold")
    return drawing


def ink(svg: str) -> np.ndarray:
    """Return (H, W) bool: where the picture is darker than its background."""
    return rasterize(svg).mean(axis=2) < 160


def written(text: str, x: float = 10, size: float = 40, **options: str) -> np.ndarray:
    drawing = Drawing(400, 80, background="#ffffff")
    drawing.text(x, 50, text, size, color="#000000", **options)
    return ink(drawing.svg())


def columns(pixels: np.ndarray) -> tuple[int, int]:
    """Return the first column with ink and the one after the last."""
    used = np.flatnonzero(pixels.any(axis=0))
    return int(used[0]), int(used[-1]) + 1


# --- the document ---------------------------------------------------------------------------


def test_svg_is_well_formed_and_complete():
    root = ElementTree.fromstring(board().svg())
    assert root.tag == SVG + "svg"
    assert (root.get("width"), root.get("height")) == ("200", "120")
    assert root.get("viewBox") == "0 0 200 120"
    tags = [element.tag.removeprefix(SVG) for element in root.iter()]
    assert {tag: tags.count(tag) for tag in set(tags)} == {
        "svg": 1, "g": 1, "title": 3, "rect": 2, "circle": 1, "line": 1, "polyline": 1,
        "polygon": 1, "path": 3,
    }  # fmt: skip


def test_titles_and_labels_survive_escaping():
    root = ElementTree.fromstring(board().svg())
    assert [title.text for title in root.iter(SVG + "title")] == [
        "A board & more", "player <0>", "a tile",
    ]  # fmt: skip
    assert [path.get("aria-label") for path in root.iter(SVG + "path")][-1] == 'A < "b" & c'


def test_characters_that_xml_forbids_are_replaced():
    drawing = Drawing(10, 10, title="a\x00b")
    drawing.text(0, 5, "c\x1bd\ud800", 8)
    drawing.circle(5, 5, 2, fill="\x02")
    root = ElementTree.fromstring(drawing.svg().encode())
    assert root.findtext(SVG + "title") == "a\ufffdb"
    assert root.find(SVG + "path").get("aria-label") == "c\ufffdd\ufffd"


def test_same_calls_give_same_bytes_in_any_process():
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['board']().svg(), end='')"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, __file__],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {board().svg()}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"), (1.0, "1"), (-0.0, "0"), (-0.001, "0"), (0.1 + 0.2, "0.3"), (2.345678, "2.35"),
        (100, "100"), (np.float32(0.1), "0.1"), (np.int8(-3), "-3"), (1e-7, "0"), (1e6, "1000000"),
    ],
)  # fmt: skip
def test_numbers_are_short_and_stable(value, text):
    assert lettering.number(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_must_be_finite(value):
    with pytest.raises(ValueError, match="finite number"):
        Drawing(10, 10).circle(value, 0, 1)


def test_bad_arguments_are_named():
    drawing = Drawing(10, 10)
    with pytest.raises(TypeError, match="unknown style 'colour'; allowed are fill, stroke"):
        drawing.circle(0, 0, 1, colour="red")
    with pytest.raises(ValueError, match="anchor must be one of start, middle, end, not 'left'"):
        drawing.text(0, 0, "a", 10, anchor="left")
    with pytest.raises(ValueError, match="weight must be one of regular, bold, not 'thin'"):
        drawing.text(0, 0, "a", 10, weight="thin")
    with pytest.raises(ValueError, match="size of a text must be above 0, not 0"):
        drawing.text(0, 0, "a", 0)
    with pytest.raises(ValueError, match="spacing of a hatching must be above 0, not 0"):
        drawing.hatch([(0, 0), (1, 0), (1, 1)], 0, stroke=INK)
    with pytest.raises(ValueError, match="above 0, not 0 and 5"):
        Drawing(0, 5)
    with drawing.group(), pytest.raises(RuntimeError, match="inside a group"):
        drawing.svg()


# --- shapes ---------------------------------------------------------------------------------


def test_shapes_land_where_they_are_told():
    drawing = Drawing(60, 40)
    drawing.rect(10, 10, 5, 8, fill="#000000")
    with drawing.group(30, 20, scale=2, rotate=90):
        drawing.rect(0, 0, 5, 2, fill="#000000")  # runs down from (30, 20), 4 wide to the left
    expected = np.zeros((40, 60), bool)
    expected[10:18, 10:15] = True
    expected[20:30, 26:30] = True
    np.testing.assert_array_equal(ink(drawing.svg()), expected)


def test_nothing_is_painted_unless_it_is_named():
    drawing = Drawing(20, 20)
    drawing.rect(2, 2, 10, 10)
    drawing.polygon([(0, 0), (20, 0), (20, 20)], stroke_width=3)
    np.testing.assert_array_equal(rasterize(drawing.svg()), rasterize(Drawing(20, 20).svg()))


def test_transparent_is_white():
    assert (rasterize(Drawing(4, 3, background=None).svg()) == 255).all()


def test_hatching_stays_inside_a_concave_shape():
    shape = [(10, 10), (50, 10), (50, 50), (40, 50), (40, 20), (20, 20), (20, 50), (10, 50)]
    area, hatched = Drawing(60, 60), Drawing(60, 60)
    area.polygon(shape, fill="#000000", stroke="#000000", stroke_width=2)
    hatched.hatch(shape, 4, angle=30, stroke="#000000")
    inside, lines = ink(area.svg()), ink(hatched.svg())
    assert not (lines & ~inside).any()
    for corner in (slice(11, 20), slice(41, 50)):  # both legs and the bar hold lines
        assert lines[30:48, corner].any()
    assert lines[11:19, 21:39].any()


def test_hatchings_of_neighbors_join():
    whole, halves = Drawing(40, 40), Drawing(40, 40)
    whole.hatch([(3, 3), (37, 3), (37, 37), (3, 37)], 5, stroke="#000000")
    halves.hatch([(3, 3), (20, 3), (20, 37), (3, 37)], 5, stroke="#000000", cap="square")
    halves.hatch([(20, 3), (37, 3), (37, 37), (20, 37)], 5, stroke="#000000", cap="square")
    missing = ink(whole.svg()) & ~ink(halves.svg())
    assert not missing.any()


def test_hatching_through_corners():
    """A corner on a line neither breaks the line nor leaves a dot."""
    drawing = Drawing(30, 30)
    drawing.hatch([(15, 0), (25, 10), (15, 20), (5, 10)], 10, angle=0, stroke=INK)
    assert ElementTree.fromstring(drawing.svg()).find(SVG + "path").get("d") == "M5 10L25 10"


def test_hatching_smaller_than_its_spacing_is_empty():
    drawing = Drawing(10, 10)
    drawing.hatch([(1, 1), (2, 1), (2, 2)], 50, angle=0, stroke=INK)
    assert drawing.svg() == Drawing(10, 10).svg()


# --- lettering ------------------------------------------------------------------------------


def test_every_promised_character_has_a_glyph():
    assert [char for char in PROMISED if char not in lettering.GLYPHS] == []


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_no_two_glyphs_look_the_same(weight):
    looks = {char: written(char, weight=weight).tobytes() for char in [*PROMISED, "\u2603"]}
    assert written(" ").sum() == 0
    assert [a + b for a, b in combinations(looks, 2) if looks[a] == looks[b]] == []
    assert all(np.frombuffer(look, bool).sum() > 20 for look in looks.values())


def test_unknown_characters_are_a_visible_box():
    box = written("\u2603")
    assert box.sum() > 200
    np.testing.assert_array_equal(written("\n"), box)


@pytest.mark.parametrize("weight", ["regular", "bold"])
@pytest.mark.parametrize("text", ["HIH", "nil", "[42]", "HEM", "Bl 8:0 H"])
def test_anchor_and_width(text, weight):
    width = text_width(text, 40, weight)
    for anchor, left in (("start", 200), ("middle", 200 - width / 2), ("end", 200 - width)):
        first, after = columns(written(text, x=200, anchor=anchor, weight=weight))
        assert abs(first - left) <= 1.5
        assert abs(after - left - width) <= 1.5


def test_width_is_proportional_to_size():
    assert text_width("Patchwork", 20) == pytest.approx(2 * text_width("Patchwork", 10))
    assert text_width("ab", 10) > text_width("a", 10) + text_width("b", 10)  # a gap between
    assert text_width("", 10) == 0


def test_digits_share_one_width():
    assert len({text_width(digit, 10) for digit in string.digits}) == 1


def large(char: str) -> np.ndarray:
    """Return the ink of one character at ten pixels to the grid unit, cut to its bounds."""
    drawing = Drawing(200, 320, background="#ffffff")
    drawing.text(20, 200, char, 200, color="#000000")
    pixels = ink(drawing.svg())
    rows = np.flatnonzero(pixels.any(axis=1))
    return pixels[rows[0] : rows[-1] + 1, slice(*columns(pixels))]


@pytest.mark.parametrize("pair", ["bd", "pq", "()", "[]", "{}", "<>", "/\\"])
def test_mirrored_characters(pair):
    one, other = large(pair[0]), large(pair[1])[:, ::-1]
    assert one.shape == other.shape
    assert (one != other).mean() < 0.01  # edges between two pixels may round either way


@pytest.mark.parametrize("pair", ["69", "nu"])
def test_turned_characters(pair):
    one, other = large(pair[0]), large(pair[1])[::-1, ::-1]
    assert one.shape == other.shape
    assert (one != other).mean() < 0.01


@pytest.mark.parametrize("text", ["H", "E", "I", "Z", "1"])
def test_capitals_stand_on_the_baseline_and_are_cap_height_high(text):
    rows = np.flatnonzero(written(text).any(axis=1))
    assert (rows[0], rows[-1] + 1) == (50 - CAP_HEIGHT * 40, 50)


def test_bold_is_heavier():
    assert written("Quilt", weight="bold").sum() > 1.3 * written("Quilt").sum()


def test_small_text_keeps_its_contrast():
    """At 11 pixels every character still has a pixel near the full color of the pen."""
    for char in PROMISED:
        drawing = Drawing(20, 20, background="#ffffff")
        drawing.text(4, 15, char, 11, color="#000000")
        assert rasterize(drawing.svg()).min() < 110, char


# --- colors ---------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes 2009, severity 1.0; they act on linear RGB.
DEFICIENCIES = {
    "none": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
) / [[0.9505], [1.0], [1.089]]


def lab(color: str, deficiency: str) -> np.ndarray:
    """Return the CIELAB coordinates that someone with ``deficiency`` sees."""
    srgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(DEFICIENCIES[deficiency] @ linear, 0.001, 1))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_player_colors_are_apart_for_all_eyes(deficiency):
    """15 is more than six just noticeable differences; the first two seats have 70."""
    colors = [lab(color, deficiency) for color in PLAYER_COLORS]
    assert len(colors) == 8
    assert min(np.linalg.norm(a - b) for a, b in combinations(colors, 2)) > 15
    assert np.linalg.norm(colors[0] - colors[1]) > 70


def test_text_colors_are_readable():
    """WCAG 2 asks 4.5 to 1 of small text and 3 to 1 of large text."""
    assert contrast(INK, PAPER) > 7
    assert contrast(MUTED, PAPER) > 4.5
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    for color in PLAYER_COLORS:
        assert contrast(ink_on(color), color) > 3.5
    assert (ink_on("#000000"), ink_on("#ffffff")) == ("#ffffff", INK)


def test_blend():
    assert blend("#000000", "#ffffff", 0) == "#000000"
    assert blend("#102030", "#ffffff", 1) == "#ffffff"
    assert blend("#000000", "#ff8040", 0.5) == "#804020"
    with pytest.raises(ValueError, match="written as #rrggbb, not 'red'"):
        blend("red", "#ffffff", 0.5)


# --- pixels and files -----------------------------------------------------------------------


def test_raster_size_and_dtype():
    svg = board().svg()
    natural, double = rasterize(svg), rasterize(svg, width=400)
    assert (natural.shape, natural.dtype) == ((120, 200, 3), np.uint8)
    assert double.shape == (240, 400, 3)
    assert tuple(natural[30, 100]) == (0x00, 0x72, 0xB2)
    assert natural.flags.writeable
    np.testing.assert_array_equal(natural, rasterize(svg))


def test_raster_refuses_bad_input():
    with pytest.raises(ValueError, match="above 0, not 0"):
        rasterize(board().svg(), width=0)
    with pytest.raises(ValueError, match=r".+"):
        rasterize("no picture")


def test_drawing_imports_nothing_optional():
    code = (
        "import sys, quiltenvs.core.drawing as d; d.Drawing(9, 9).svg(); d.Window();"
        "print({'resvg_py', 'PIL', 'pygame'} & set(sys.modules))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("resvg_py", lambda path: rasterize(board().svg())),
        ("PIL.Image", lambda path: rasterize(board().svg())),
        ("resvg_py", lambda path: save_png(board().svg(), path)),
        ("PIL.Image", lambda path: save_gif([board().svg()], path)),
        ("pygame", lambda path: Window().show(board().svg())),
    ],
)
def test_missing_package_says_what_to_install(monkeypatch, tmp_path, module, use):
    monkeypatch.setitem(sys.modules, module, None)
    name = module.partition(".")[0]
    with pytest.raises(ImportError, match=rf'need {name}.*pip install "quiltenvs\[render\]"'):
        use(tmp_path / "picture")
    assert list(tmp_path.iterdir()) == []


def test_png_holds_the_same_pixels(tmp_path):
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "board.png"
    save_png(board().svg(), path, width=100)
    with image.open(path) as picture:
        pixels = np.array(picture.convert("RGB"))
    np.testing.assert_array_equal(pixels, rasterize(board().svg(), width=100))
    assert list(tmp_path.iterdir()) == [path]


def number_pictures(count: int, size: int = 40) -> list[str]:
    pictures = []
    for value in range(count):
        drawing = Drawing(size, 30)
        drawing.rect(0, 0, 8, 8, fill=PLAYER_COLORS[value])
        drawing.text(12, 20, str(value), 16)
        pictures.append(drawing.svg())
    return pictures


def test_gif_shows_every_picture(tmp_path):
    image = pytest.importorskip("PIL.Image")
    path, pictures = tmp_path / "game.gif", number_pictures(5)
    save_gif(iter(pictures), str(path), frame_ms=120)
    with image.open(path) as gif:
        assert (gif.n_frames, gif.size, gif.info["loop"]) == (5, (40, 30), 0)
        for index, svg in enumerate(pictures):
            gif.seek(index)
            assert gif.info["duration"] == 120
            off = np.array(gif.convert("RGB")).astype(int) - rasterize(svg)
            assert np.abs(off).max() <= 8  # 256 colors a picture
    assert list(tmp_path.iterdir()) == [path]


def test_gif_leaves_the_old_file_on_errors(tmp_path):
    path = tmp_path / "game.gif"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match=r"one size, not \(40, 30\), \(50, 30\)"):
        save_gif([*number_pictures(2), *number_pictures(1, size=50)], path)
    with pytest.raises(ValueError, match="at least one picture"):
        save_gif([], path)
    with pytest.raises(ValueError, match="20 or more, not 5"):
        save_gif(number_pictures(2), path, frame_ms=5)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_failed_write_leaves_nothing_behind(monkeypatch, tmp_path):
    path = tmp_path / "board.png"

    def fail(self, target):
        raise OSError("disk full")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        save_png(board().svg(), path)
    assert list(tmp_path.iterdir()) == []


# --- the window -----------------------------------------------------------------------------


@pytest.fixture
def pygame(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    module = pytest.importorskip("pygame")
    module.display.quit()
    yield module
    module.display.quit()


def screen_pixels(pygame) -> np.ndarray:
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)


def test_window_shows_the_pixels(pygame):
    window = Window()
    window.show(board().svg(), "Patchwork, turn 3")
    np.testing.assert_array_equal(screen_pixels(pygame), rasterize(board().svg()))
    assert pygame.display.get_caption()[0] == "Patchwork, turn 3"
    assert not pygame.get_init()  # the display only: no sound device is opened
    window.show(Drawing(30, 20).svg())
    assert pygame.display.get_surface().get_size() == (30, 20)
    window.close()
    assert not pygame.display.get_init()


def test_window_width(pygame):
    window = Window(width=100)
    window.show(board().svg())
    assert pygame.display.get_surface().get_size() == (100, 60)
    window.close()


def test_window_takes_events_so_that_it_does_not_freeze(pygame):
    window = Window()
    window.show(board().svg())
    for call in (window.pump, lambda: window.show(board().svg())):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
        call()
        assert not pygame.event.peek(pygame.KEYDOWN)
    assert not window.is_closed
    window.close()


def test_window_survives_the_user_closing_it(pygame):
    window = Window()
    window.show(board().svg())
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(board().svg())
    assert window.is_closed
    assert not pygame.display.get_init()
    window.show(board().svg())
    window.pump()
    window.close()
    assert not pygame.display.get_init()


def test_windows_share_the_display(pygame):
    first, second = Window(), Window()
    first.show(board().svg())
    second.show(Drawing(30, 20).svg())
    second.close()
    first.pump()
    first.show(board().svg())
    np.testing.assert_array_equal(screen_pixels(pygame), rasterize(board().svg()))
    first.close()


def test_no_display_is_explained(pygame, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    window = Window()
    with pytest.raises(RuntimeError, match="'rgb_array', or set SDL_VIDEODRIVER=dummy"):
        window.show(board().svg())
    window.close()
