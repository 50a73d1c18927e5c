"""Songs in a terminal."""

import unicodedata
from typing import TYPE_CHECKING, Any

from earwitness.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from earwitness.music.singer import Singer
    from earwitness.music.song import Song, Songs
    from earwitness.systems.repertoire import Recommendation

BLOCKS = "·▁▂▃▄▅▆▇█"
"""From a note that is not sung to the one that is held longest."""


def find_song(songs: "Songs", text: str) -> "Song":
    """The one song that a title, or a composer and a title, or an id names."""
    found = matching(songs, text)
    if not found:
        raise InputError(f"no song of the library has {text!r} in its title, composer or file name")
    titles = dict.fromkeys((song.composer, song.title, song.set) for song in found)
    if len(titles) > 1:
        listed = "; ".join(f"{composer}: {title}" for composer, title, _ in list(titles)[:8])
        more = f" and {len(titles) - 8} more" if len(titles) > 8 else ""
        raise InputError(
            f"{text!r} names {len(titles)} songs: {listed}{more}; add the composer or use the file "
            f"name, such as {found[0].id!r}"
        )
    return found[0]


def matching(songs: "Songs", text: str) -> "list[Song]":
    """Songs whose title is the text, or else those that hold all its words."""
    exact = [s for s in songs if s.id == text or _plain(s.title) == _plain(text)]
    if exact:
        return exact
    words = _plain(text).split()
    return [
        song
        for song in songs
        if words
        and all(word in _plain(f"{song.composer} {song.title} {song.id}") for word in words)
    ]


def _plain(text: str) -> str:
    """Without accents, punctuation and capitals: people type what they can."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = (c for c in letters if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() or c in "#." else " " for c in bare).split())


def bars(one: "Recommendation", singer: "Singer") -> "Text":
    """The song's tessituragram as a line of small bars over the singer's range."""
    from rich.text import Text

    low = one.low if singer.low is None else singer.low
    high = one.high if singer.high is None else singer.high
    histogram = one.song.histogram
    longest = float(histogram.max())
    line = Text()
    for pitch in range(low, high + 1):
        place = pitch - one.shift
        held = float(histogram[place]) if 0 <= place < len(histogram) else 0.0
        level = 0 if held <= 0 else 1 + min(7, int(8 * held / longest))
        style = "green" if pitch in singer.favourites else "red" if pitch in singer.avoids else ""
        line.append(BLOCKS[level], style)
    return line


def moved(shift: int) -> str:
    """The transposition as a table shows it."""
    return "as written" if shift == 0 else f"{shift:+d}".replace("-", "−")


def length(song: "Song") -> str:
    """Minutes and seconds, or beats where the score gives no tempo."""
    if song.unit != "seconds":
        return f"{song.total:.0f} beats"
    return f"{int(song.total // 60)}:{int(song.total % 60):02}"


def score_link(song: "Song") -> str | None:
    """The score's page, where the corpus knows it."""
    if not song.lc:
        return None
    return f"https://musescore.com/openscore-lieder-corpus/scores/{song.lc}"


def song_json(song: "Song") -> dict[str, Any]:
    from earwitness.music.notes import note_name

    held = {
        note_name(p): round(float(song.histogram[p]), 3) for p in range(song.low, song.high + 1)
    }
    return {
        "id": song.id,
        "composer": song.composer,
        "title": song.title,
        "set": song.set,
        "poet": song.poet,
        "language": song.language,
        "part": song.part,
        "low": note_name(song.low),
        "high": note_name(song.high),
        "unit": song.unit,
        "total": round(song.total, 3),
        "verses": song.verses,
        "longest_phrase": song.longest_phrase,
        "largest_leap": song.largest_leap,
        "held": held,
        "licence": song.licence,
        "score": score_link(song),
    }


def recommendation_json(one: "Recommendation", singer: "Singer") -> dict[str, Any]:
    from earwitness.music.notes import note_name
    from earwitness.systems.repertoire import key_words, why

    return {
        "rank": one.rank,
        "fit": one.fit,
        "shift": one.shift,
        "key": key_words(one.shift),
        "sounding_low": note_name(one.low),
        "sounding_high": note_name(one.high),
        "why": why(one, singer),
        "song": song_json(one.song),
    }


def tessituragram(song: "Song", width: int = 40) -> "Sequence[Text]":
    """One line a pitch, highest first, with a bar as long as it is held."""
    from rich.text import Text

    from earwitness.music.notes import note_name

    longest = float(song.histogram.max())
    unit = "s" if song.unit == "seconds" else "beats"
    lines = []
    for pitch in range(song.high, song.low - 1, -1):
        held = float(song.histogram[pitch])
        eighths = round(8 * width * held / longest) if longest else 0
        bar = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
        line = Text(f"{note_name(pitch):>4} ", "dim" if pitch % 12 in {1, 3, 6, 8, 10} else "")
        line.append(bar or ("·" if song.sounded[pitch] else ""), "blue")
        if song.sounded[pitch]:
            line.append(f" {held:.1f} {unit}", "dim")
        lines.append(line)
    return lines
