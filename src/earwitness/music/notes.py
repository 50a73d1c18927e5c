"""Note names as people write them, and MIDI numbers (60 is C4, middle C).

Scientific names (C4, F#4, B♭3, fis4) and Helmholtz names (c', cis', b♭'') are read. In the German
manner (`german=True`) H is B natural, B alone is B flat, and names without a number or mark have
their octave too: c is C3, C is C2, CC is C1.
"""

import re

from earwitness.errors import InputError
from earwitness.music.song import PITCHES

VOICES = {
    "soprano": ("C4", "C6"),
    "mezzo": ("A3", "A5"),
    "alto": ("F3", "D5"),
    "tenor": ("C3", "C5"),
    "baritone": ("A2", "A4"),
    "bass": ("E2", "E4"),
}
"""The usual range of each voice, lowest and highest note."""

_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11, "H": 11}
_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
_SIGNS = {"": 0, "♮": 0, "#": 1, "♯": 1, "is": 1, "##": 2, "x": 2, "𝄪": 2, "isis": 2}
_SIGNS |= {"b": -1, "♭": -1, "es": -1, "s": -1, "bb": -2, "♭♭": -2, "𝄫": -2, "eses": -2, "ses": -2}
_SIGN = "|".join(sorted(filter(None, _SIGNS), key=len, reverse=True))
_NOTE = re.compile(rf"([A-Ha-h])({_SIGN}|)(-?\d+|'+|)")
_LOW = re.compile(rf"([A-H])\1({_SIGN}|)")
_RANGE = re.compile(r"([A-Ha-h][^\s–—-]*(?:-\d+)?)\s*[-–—]\s*([A-Ha-h][^\s–—-]*)")
_REMEDY = "write notes like C4, F#4, Bb3 or cis'"


def parse_note(text: str, *, german: bool = False) -> int:
    """The MIDI number of a note name: `F#4` is 66, `c'` is 60, `B♭3` is 58."""
    name = text.strip().replace("’", "'").replace("′", "'").replace("″", "''")
    if german and (match := _LOW.fullmatch(name)):
        letter, sign = match.groups()
        octave = 1
    elif match := _NOTE.fullmatch(name):
        letter, sign, mark = match.groups()
        octave = _octave(letter, mark, text, german=german)
    else:
        raise InputError(f"{text!r} is not a note; {_REMEDY}")
    if letter in "Hh" and not german:
        raise InputError(
            f"{text!r} is a German note name; write B, or ask for German names (--german)"
        )
    if sign in {"s", "ses"} and letter not in "AaEe":
        raise InputError(f"{text!r} is not a note; {_REMEDY}")
    alter = -1 if german and letter in "Bb" and not sign else _SIGNS[sign]
    number = 12 * (octave + 1) + _STEPS[letter.upper()] + alter
    if not 0 <= number < PITCHES:
        raise InputError(f"{text!r} lies outside the range of MIDI; use notes from C-1 to G9")
    return number


def parse_range(text: str, *, german: bool = False) -> tuple[int, int]:
    """Lowest and highest note of `A3-F5`; a voice's name such as `alto` stands for its range."""
    if voice := VOICES.get(text.strip().lower()):
        return parse_note(voice[0]), parse_note(voice[1])
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        voices = ", ".join(VOICES)
        raise InputError(f"{text!r} is not a range; write its ends like A3-F5, or one of {voices}")
    low, high = (parse_note(end, german=german) for end in match.groups())
    if low > high:
        raise InputError(f"the range {text!r} begins above its end; write {match[2]}-{match[1]}")
    return low, high


def parse_notes(text: str, *, german: bool = False) -> tuple[int, ...]:
    """All notes of a list such as `D4-G4, E5`, ascending and once each; ranges are filled."""
    joined = re.sub(r"\s*[-–—]\s*(?=[A-Ha-h])", "-", text)
    found: set[int] = set()
    for item in filter(None, re.split(r"[,;\s]+", joined)):
        if _RANGE.fullmatch(item):
            low, high = parse_range(item, german=german)
            found.update(range(low, high + 1))
        else:
            found.add(parse_note(item, german=german))
    return tuple(sorted(found))


def note_name(number: int) -> str:
    """The scientific name, with sharps: 66 is F#4."""
    if not 0 <= number < PITCHES:
        raise InputError(f"{number} is not a MIDI number; use 0 to {PITCHES - 1}")
    return f"{_NAMES[number % 12]}{number // 12 - 1}"


def _octave(letter: str, mark: str, text: str, *, german: bool) -> int:
    """From a number, from Helmholtz's marks, or (German only) from the case of the letter."""
    if mark and mark[0] != "'":
        return int(mark)
    if not mark and not german:
        raise InputError(f"{text!r} has no octave; write {text.strip()}4, for example")
    if letter.isupper() and mark:
        raise InputError(f"{text!r} is not a note; marks follow small letters: {text.lower()}")
    return 2 if letter.isupper() else 3 + len(mark)
