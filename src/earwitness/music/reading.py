"""Score files of all kinds to scores."""

from pathlib import PurePosixPath
from typing import IO

from earwitness.errors import DataError
from earwitness.music.midi import read_midi
from earwitness.music.musicxml import read_musicxml
from earwitness.music.plainxml import HEAD, check_head, check_size, unzip_score
from earwitness.music.score import Score

READABLE = frozenset({".mxl", ".musicxml", ".xml", ".mid", ".midi"})
"""Endings of the files that are read."""


def read_score(name: str, stream: IO[bytes], size: int) -> Score:
    """Read one score of `size` bytes; its kind is told by the ending of its name.

    Whatever is wrong with it becomes a DataError that reads on after the file's name: "has no
    notes". Sizes and first bytes are looked at before the rest is taken into memory.
    """
    check_size(size)
    kind = PurePosixPath(name).suffix.lower()
    try:
        if kind == ".mxl":
            return read_musicxml(unzip_score(stream.read()))
        if kind in {".mid", ".midi"}:
            return read_midi(stream.read())
        if kind in READABLE:
            check_head(stream.read(HEAD))
            stream.seek(0)
            return read_musicxml(stream.read())
    except (ValueError, LookupError, RecursionError) as error:  # from what no valid score holds
        raise DataError(f"is damaged ({error})") from None
    raise DataError(f"ends in {kind!r}; scores end in {', '.join(sorted(READABLE))}")
