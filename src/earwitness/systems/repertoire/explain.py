"""Why a song is recommended, and what would change its place. All of it is computed."""

from dataclasses import replace

from earwitness.music.notes import note_name
from earwitness.music.singer import Singer
from earwitness.music.song import Song
from earwitness.systems.repertoire.filters import Filters
from earwitness.systems.repertoire.fit import Fit, Recommendation
from earwitness.systems.repertoire.request import name_list

_INTERVALS = (
    "",
    "a semitone",
    "a whole tone",
    "a minor third",
    "a major third",
    "a fourth",
    "a tritone",
    "a fifth",
    "a minor sixth",
    "a major sixth",
    "a minor seventh",
    "a major seventh",
)


def key_words(shift: int) -> str:
    """How a song is to be moved: `as written`, `an octave and a whole tone lower`."""
    if shift == 0:
        return "as written"
    octaves, rest = divmod(abs(shift), 12)
    words = filter(None, [("", "an octave", "two octaves")[octaves], _INTERVALS[rest]])
    return f"{' and '.join(words)} {'lower' if shift < 0 else 'higher'}"


def why(recommendation: Recommendation, singer: Singer) -> str:
    """Why this song, in a sentence."""
    one = recommendation
    text = (
        f"Sung {key_words(one.shift)}, it lies between {note_name(one.low)} and "
        f"{note_name(one.high)}"
    )
    if singer.low is not None and singer.high is not None:
        where = "inside" if singer.low <= one.low and one.high <= singer.high else "not all inside"
        text += f", {where} your range {note_name(singer.low)} to {note_name(singer.high)}"
    if singer.histogram is not None:
        return f"{text}, and its notes are {one.fit:.0%} like those of the song you named."
    clauses = []
    if singer.favourites:
        share = _share(one.song, one.shift, singer.favourites)
        clauses.append(f"{share:.0%} of the singing is on {name_list(singer.favourites)}")
    if singer.avoids:
        share = _share(one.song, one.shift, singer.avoids)
        amount = "nothing" if share == 0 else f"{share:.1%}"
        lead = amount if singer.favourites else f"{amount} of the singing is"
        clauses.append(f"{lead} on {name_list(singer.avoids)}, which you avoid")
    return "; ".join([text, ", ".join(clauses)] if clauses else [text]) + "."


def what_would_change(
    fit: Fit, singer: Singer, recommendation: Recommendation, filters: Filters | None = None
) -> list[str]:
    """What would bring the song to its written key, or to a better place.

    Each avoid that the song touches is left out once, and its longest note that the singer does
    not name is made the first favourite once; the library is ranked anew each time, and a change
    is told if the song rises.
    """
    one = recommendation
    advice = [*_as_written(singer, one)]
    if singer.histogram is not None:
        return advice
    for note in singer.avoids:
        if _share(one.song, one.shift, (note,)) > 0:
            asked = replace(singer, avoids=tuple(p for p in singer.avoids if p != note))
            lead = f"Without {note_name(note)} among the avoids"
            advice += _rise(fit, asked, one, filters, lead)
    named = {*singer.favourites, *singer.avoids}
    held = [p for p in range(one.low, one.high + 1) if p not in named]
    if held:
        note = max(held, key=lambda p: _share(one.song, one.shift, (p,)))
        asked = replace(singer, favourites=(note, *singer.favourites))
        advice += _rise(fit, asked, one, filters, f"With {note_name(note)} as first favourite")
    return advice


def why_not(song: Song, singer: Singer) -> str | None:
    """Why no transposition brings the song into the range; None where one does."""
    if singer.low is None or singer.high is None:
        return None
    needs, has = song.high - song.low, singer.high - singer.low
    if needs <= has:
        return None
    return (
        f"It spans {needs} semitones, your range {has}: "
        f"{needs - has} more would bring it within reach."
    )


def _as_written(singer: Singer, one: Recommendation) -> list[str]:
    """Which notes the singer would need for the written key."""
    if one.shift == 0:
        return []
    missing = []
    if singer.low is not None and one.song.low < singer.low:
        missing.append(f"down to {note_name(one.song.low)}")
    if singer.high is not None and one.song.high > singer.high:
        missing.append(f"up to {note_name(one.song.high)}")
    if not missing:
        return ["It can be sung as written, too."]
    return [f"If you could sing {' and '.join(missing)}, it could be sung as written."]


def _rise(
    fit: Fit, asked: Singer, one: Recommendation, filters: Filters | None, lead: str
) -> list[str]:
    again = next(x for x in fit.recommend(asked, filters) if x.song.id == one.song.id)
    if again.rank >= one.rank:
        return []
    moved = "" if again.shift == one.shift else f", sung {key_words(again.shift)}"
    return [f"{lead} it would rise from place {one.rank} to {again.rank}{moved}."]


def _share(song: Song, shift: int, notes: tuple[int, ...]) -> float:
    """The share of the singing time on these sounding notes; 0 where nothing is held."""
    total = float(song.histogram.sum())
    held = sum(
        float(song.histogram[p - shift]) for p in notes if 0 <= p - shift < len(song.histogram)
    )
    return held / total if total else 0.0
