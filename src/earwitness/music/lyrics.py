"""The words under the notes: lines of lyrics, verses and translations."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from typing import NamedTuple

from earwitness.music.language import language_of
from earwitness.music.score import Note

_NUMBER = re.compile(rb"""number=["']([^"']*)""")


class Syllable(NamedTuple):
    """One syllable; `number` says which line of lyrics it stands in, `ends` that its word does."""

    number: str
    text: str
    ends: bool
    measure: int


def syllables(notes: Iterable[Note]) -> list[Syllable]:
    """All syllables with text, in the order of the notes."""
    found: list[Syllable] = []
    for note in notes:
        # Cut by hand: lyrics are so many that the XML parser would take three times as long.
        for lyric in note.lyrics.split(b"<lyric")[1:]:
            attributes, _, body = lyric.partition(b">")
            texts = [t.partition(b">")[2].partition(b"<")[0] for t in body.split(b"<text")[1:]]
            if text := unescape(b" ".join(texts).decode()).strip():
                # Some files write the hyphens themselves.
                goes_on = b">begin<" in body or b">middle<" in body or text[-1] in "-–"
                number = _NUMBER.search(attributes)
                line = number[1].decode() if number else "1"
                found.append(Syllable(line, text.rstrip("-–"), not goes_on, note.measure))
    return found


def words(found: Iterable[Syllable]) -> dict[str, str]:
    """The text of each line of lyrics, by its number."""
    pieces: dict[str, list[str]] = {}
    for syllable in found:
        pieces.setdefault(syllable.number, []).append(syllable.text + " " * syllable.ends)
    return {number: "".join(texts).strip() for number, texts in pieces.items()}


def first_line(texts: Mapping[str, str]) -> str:
    """The text of the line with the lowest number; empty where there is none."""
    return texts[min(texts, key=lambda number: (len(number), number))] if texts else ""


def without_translations(found: Sequence[Syllable]) -> list[Syllable]:
    """Only those lines of lyrics that are verses of one song.

    A line in another language than the first line is its translation: one sings either. A line
    whose language cannot be told is a verse.
    """
    texts = words(found)
    first = language_of(first_line(texts))
    translations = {n for n, text in texts.items() if language_of(text) not in {first, ""}}
    return [syllable for syllable in found if not first or syllable.number not in translations]


def count_verses(found: Iterable[Syllable], share: float) -> int:
    """How many lines of lyrics have at least `share` of the fullest line's syllables."""
    counts = Counter(syllable.number for syllable in found)
    fullest = max(counts.values(), default=0)
    return sum(1 for count in counts.values() if count >= share * fullest)
