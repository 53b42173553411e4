"""What the text of a Quiltable position says, read back: nothing is missing, nothing is wrong."""

import re

import pytest

from quiltenvs.quiltable import facts, render, rules
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.state import NONE
from tests.quiltable.scenes import VARIANTS, random_positions

_TYPES = dict(zip(("Su", "Le", "Co", "Pi", "Ap", "Pu", "Ct", "Ac"), rules.TYPES, strict=True))
_COLORS = {"G": "green", "Y": "yellow", "O": "orange", "B": "brown"}
_POSITIONS = {"l": "left", "m": "middle", "r": "right"}
_BLOCK = re.compile(r"([A-Z][a-z])([GYOB])([lmr])(\*?)")


def card_of(code):
    """The one card with a block."""
    kind, color, position, premium = _BLOCK.fullmatch(code).groups()
    wanted = (_TYPES[kind], _COLORS[color], _POSITIONS[position], bool(premium))
    (card,) = (
        number
        for number, card in enumerate(CARDS)
        if wanted
        == (
            rules.TYPES[card.type],
            rules.PATCH_COLORS[card.color],
            rules.PATCH_POSITIONS[card.position],
            card.is_premium,
        )
    )
    return card


def read_grid(lines, side, left=0):
    """The words of a grid by cell; the first line holds the letters of the columns."""
    found = {}
    for row, line in enumerate(lines[1 : side + 1]):
        line = line.ljust(left + 3 + 7 * side)[left:]
        assert line.split()[0] == str(row + 1)
        for column in range(side):
            found[row, column] = line[3 + 7 * column : 10 + 7 * column].strip()
    assert lines[0][left:].split()[:side] == list("abcdefghij"[:side])
    return found


def pattern_of(code):
    """The pattern that a word like ``4:PuPu/PiPi`` stands for, as on the card."""
    words = re.findall(r"[A-Z][a-z]|[A-C]|-|/", code.split(":")[1])
    return " ".join(_TYPES.get(word, word) for word in words)


# --- positions ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
def test_areas_are_what_lies_there(game):
    for state in random_positions(game, 1, every=13):
        lines = render.render(state).splitlines()
        top = next(i for i, line in enumerate(lines) if line.startswith("   a "))
        side = facts.area_side(state)
        for area in facts.area_numbers(state):
            words = read_grid(lines[top:], side, area * (3 + 7 * side + 4))
            start = area * side * side
            for (row, column), word in words.items():
                card = int(state.area[start + side * row + column])
                if card != NONE:
                    assert card_of(word.rstrip("<")) == card
                else:
                    assert re.fullmatch(r"\.|\+|\(\d+\)", word)
            piles = [len(pile) for pile in facts.piles(state, area) if pile]
            assert [int(word[1:-1]) for word in words.values() if word[0] == "("] == piles


@pytest.mark.parametrize("game", VARIANTS)
def test_players_have_what_is_theirs(game):
    for state in random_positions(game, 2, every=13):
        lines = render.render(state).splitlines()
        side = facts.frame_side(state)
        heads = [i for i, line in enumerate(lines) if re.match(r"player \d,", line)]
        assert len(heads) == game.spec.num_players
        for player, first in enumerate(heads):
            top = next(i for i in range(first, len(lines)) if lines[i].startswith("   a "))
            head = " ".join(line.strip() for line in lines[first:top])
            assert f"score {game.scores(state)[player]}" in head
            end = [*lines, ""].index("", top)
            cards = re.findall(r"(\d+):(\S+)\((\d)x(\d)\)", " ".join(lines[top:end]))
            numbers = [int(number) for number, *_ in cards]
            assert numbers == [facts.card_number(c) for c in facts.cards_in(state.patterns[player])]
            for number, code, _, points in cards:
                assert pattern_of(f":{code}") == CARDS[int(number) - 1].pattern
                assert int(points) == CARDS[int(number) - 1].points
            quilt = read_grid(lines[top:], side)
            found = {c: card_of(w.rstrip("<")) for c, w in quilt.items() if w not in (".", "")}
            assert found == {
                divmod(i, 4): int(card) for i, card in enumerate(state.quilt[player]) if card != -1
            }


@pytest.mark.parametrize("game", VARIANTS)
def test_the_parts_of_a_score_are_the_score(game):
    for state in random_positions(game, 3):
        for player, score in enumerate(game.scores(state)):
            if game.config.mode != "symmetrical_race":
                assert sum(facts.points(state, player).values()) == score
            else:
                assert facts.points(state, player) == {}


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_is_somewhere_in_the_text(game):
    """Nothing is hidden: what lies in areas, quilts, piles and hands and what was removed."""
    for state in random_positions(game, 4, every=40):
        text = render.render(state)
        found = re.findall(r"(?<!\S)(\d+):(?=\S)", text)  # patterns, hand, tops of the piles
        for words in re.findall(r"(?m)^((?:pile|removed) .*(?:\n  .*)*)", text):
            found += words.partition(" / " if words.startswith("pile") else ":")[2].split()
        grids = re.sub(r"(?m)^pile .*", "", text)
        codes = re.findall(rf"(?<!\S){_BLOCK.pattern}<?(?!\S)", grids)
        found += [facts.card_number(card_of("".join(code))) for code in codes]
        assert sorted(map(int, found)) == sorted([*range(1, 97)] * game.config.copies)


@pytest.mark.parametrize("game", VARIANTS)
def test_text_stays_small(game):
    for state in random_positions(game, 5, every=7):
        text = render.render(state)
        lines = text.splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 110
        assert not any(line != line.rstrip() for line in lines)
        assert text.replace("\n", "").isascii()
        assert text.replace("\n", "").isprintable()
