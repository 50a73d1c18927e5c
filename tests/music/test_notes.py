import pytest
from hypothesis import given
from hypothesis import strategies as st

from earwitness.errors import InputError
from earwitness.music.notes import VOICES, note_name, parse_note, parse_notes, parse_range


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("C4", 60),
        ("F#4", 66),
        ("f♯4", 66),
        ("Bb3", 58),
        ("B♭3", 58),
        ("bb3", 58),
        ("Cb4", 59),
        ("B#3", 60),
        ("F##4", 67),
        ("Abb4", 67),
        ("C-1", 0),
        ("G9", 127),
        ("c'", 60),
        ("cis'", 61),
        ("c''", 72),
        ("es''", 75),
        ("as'", 68),
        ("b'", 71),
        ("fis’’", 78),
        (" A4 ", 69),
        ("Fis4", 66),
    ],
)
def test_reads_notes_as_people_write_them(text, number):
    assert parse_note(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("H", 47),
        ("B", 46),
        ("h", 59),
        ("b", 58),
        ("h'", 71),
        ("b'", 70),
        ("B4", 70),
        ("H4", 71),
        ("Bb4", 70),
        ("c", 48),
        ("C", 36),
        ("CC", 24),
        ("his", 60),
    ],
)
def test_reads_german_notes(text, number):
    assert parse_note(text, german=True) == number


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X4", "'X4' is not a note; write notes like C4"),
        ("", "'' is not a note"),
        ("F#", "'F#' has no octave; write F#4"),
        ("H4", "'H4' is a German note name; write B"),
        ("C'", "marks follow small letters: c'"),
        ("G10", "outside the range of MIDI"),
        ("C99", "outside the range of MIDI"),
        ("ds'", "is not a note"),
    ],
)
def test_says_what_is_wrong_with_a_note(text, says):
    with pytest.raises(InputError, match=None) as error:
        parse_note(text)
    assert says in str(error.value)


@given(st.integers(0, 127))
def test_a_name_reads_back(number):
    assert parse_note(note_name(number)) == number


def test_names_only_midi_numbers():
    with pytest.raises(InputError, match="128 is not a MIDI number; use 0 to 127"):
        note_name(128)


@pytest.mark.parametrize("text", ["A3-F5", "A3 – F5", "a3—f5", "a-f''"])
def test_reads_ranges(text):
    assert parse_range(text, german="'" in text) == (57, 77)


def test_a_voice_stands_for_its_range():
    assert parse_range("Alto") == (53, 74)
    assert {voice: parse_range(voice) for voice in VOICES}["soprano"] == (60, 84)


def test_ranges_reach_below_zero():
    assert parse_range("C-1-C4") == (0, 60)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A3", "'A3' is not a range; write its ends like A3-F5"),
        ("F5-A3", "begins above its end; write A3-F5"),
        ("A3-X5", "is not a range"),
        ("A3-F55", "'F55' lies outside"),
    ],
)
def test_says_what_is_wrong_with_a_range(text, says):
    with pytest.raises(InputError) as error:
        parse_range(text)
    assert says in str(error.value)


def test_reads_lists_with_ranges():
    assert parse_notes("D4-G4, E5") == (62, 63, 64, 65, 66, 67, 76)
    assert parse_notes("E5;D4 – E4 D4") == (62, 63, 64, 76)
    assert parse_notes("") == ()
    assert parse_notes("H, B", german=True) == (46, 47)


def test_a_bad_note_in_a_list_is_named():
    with pytest.raises(InputError, match="'Q4' is not a note"):
        parse_notes("D4, Q4")
