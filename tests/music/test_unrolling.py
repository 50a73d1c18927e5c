"""Each case is a row of measures, written as its signs; the order expected is that of a player."""

import pytest

from earwitness.music.score import Measure
from earwitness.music.unrolling import MOST_TURNS, find_sections, unroll


def measure(signs: str) -> Measure:
    """`|:` opens and `:|` closes a repeat, `x3` plays it three times; 1, 2 and 1+2 are endings."""
    made = Measure(0.0)
    for sign in signs.split():
        if sign == "|:":
            made.opens_repeat = True
        elif sign == ":|":
            made.plays = max(made.plays, 2)
        elif sign[0] == "x":
            made.plays = int(sign[1:])
        elif sign[0].isdigit():
            made.endings = tuple(map(int, sign.split("+")))
        elif sign in {"dacapo", "dalsegno"}:
            made.jump = sign
        else:
            setattr(made, sign, True)
    return made


def order(*signs: str) -> str:
    measures = [measure(sign) for sign in signs]
    return "".join("ABCDEFGHIJ"[i] for i in unroll(measures, find_sections(measures)))


@pytest.mark.parametrize(
    ("signs", "sung"),
    [
        (["", "", ""], "ABC"),
        (["", "|:", ":|", ""], "ABCBCD"),
        (["", ":|", ""], "ABABC"),
        (["", ":|", "", ":|"], "ABABCDCD"),
        (["|:", "x3 :|"], "ABABAB"),
        (["|: :|", "|: :|"], "AABB"),
        (["", "1 :|", "2", ""], "ABACD"),
        (["", "1", "1 :|", "2", "2", ""], "ABCADEF"),
        (["", "1+2 x3", "3"], "ABABAC"),
        (["", "1 :|", "2 :|", "3", ""], "ABACADE"),
        (["", "1 :|", "2", "|:", ":|"], "ABACDEDE"),
        (["", "1 :|", "2", "1 :|", "2"], "ABACDE"),
        (["", "fine", "dacapo"], "ABCAB"),
        (["", "", "dacapo"], "ABCABC"),
        (["", "segno", "fine", "dalsegno"], "ABCDBC"),
        (["", "segno", "to_coda", "dalsegno", "coda", ""], "ABCDBCEF"),
        (["", "to_coda", "dacapo", "coda"], "ABCABD"),
        (
            ["", "segno", "to_coda", "dalsegno", "coda", "dalsegno", "coda", ""],
            "ABCDBCEFBCGH",
        ),
        (["", ":|", "dacapo"], "ABABCABC"),
        (["", "1 :|", "2 fine", "dacapo"], "ABACDAC"),
        (["", "dalsegno", ""], "ABABC"),
    ],
)
def test_measures_follow_as_a_player_reads_them(signs, sung):
    assert order(*signs) == sung


def test_turns_beyond_the_endings_take_the_last_but_one():
    measures = [measure(s) for s in ("", "1 :|", "2")]
    (section,) = find_sections(measures)
    section.turns = 3
    assert unroll(measures, [section]) == [0, 1, 0, 1, 0, 2]


def test_an_absurd_number_of_turns_is_not_followed():
    assert len(order("x1000000")) == MOST_TURNS
