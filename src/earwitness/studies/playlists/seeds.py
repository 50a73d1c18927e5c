"""Tracks by name, as people write them: "artist – title", a title, or an id."""

import unicodedata

from earwitness.catalogue import Tracks
from earwitness.errors import StudyError


def find_track(tracks: Tracks, text: str) -> int:
    """The code of the one track that the text names; raises where there is none."""
    if text in tracks.code:
        return tracks.code[text]
    artist, dash, title = text.partition(" – ")
    wanted, by = (_plain(title), _plain(artist)) if dash else (_plain(text), "")
    for code, name in enumerate(tracks.titles):
        if _plain(name) == wanted and (not by or by in _plain(_artist(tracks, code))):
            return code
    raise StudyError(
        f"`fixed_seeds` names {text!r}, which is not in the metadata; write an id, a title or "
        "“artist – title”"
    )


def track_name(tracks: Tracks, code: int) -> str:
    """Artist and title."""
    artist = _artist(tracks, code)
    return f"{artist} – {tracks.titles[code]}" if artist else tracks.titles[code]


def genre_name(tracks: Tracks, code: int) -> str:
    genre = int(tracks.genre[code])
    return tracks.genre_names[genre] if genre >= 0 else "unknown"


def _artist(tracks: Tracks, code: int) -> str:
    artist = int(tracks.artist[code])
    return tracks.artists[artist] if artist >= 0 else ""


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()
