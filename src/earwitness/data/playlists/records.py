"""The objects of a JSON array in a large file, one at a time."""

import mmap
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from earwitness.data.playlists.fastjson import fast_json
from earwitness.data.playlists.gathering import Progress
from earwitness.errors import DataError

_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*")
_CLOSING = re.compile(rb"\s*\]\s*\Z")
_SEPARATOR = re.compile(rb"\s*,\s*(?=\{)")
_NEXT = re.compile(rb"[,}]\s*(?=\{)")
"""Where, after damage, an object may begin."""
_END = re.compile(rb"\}")
"""Where an object may end. The brace may also stand in a text, which parsing then shows."""
_TRIES = 20
"""So many possible ends are tried before an object counts as damaged."""
_STEP = 4096
"""Progress is told once in so many records."""


def stream_records(
    path: Path, damaged: Callable[[str], None], progress: Progress | None = None
) -> Iterator[dict[str, Any]]:
    """The objects of the array in the file, in their order.

    No beginning of a JSON object is itself one. So the first possible end at which the text parses
    is the object's end, and no object is held but the present one. A damaged object is told to
    `damaged`, by record and byte, and reading goes on at the next that can be read.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        if not size:
            raise DataError(f"{path} is empty")
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            opening = _OPENING.match(data)
            if opening is None:
                raise DataError(f"{path} is not a JSON array: it does not begin with '['")
            yield from _records(data, opening.end(), path.name, damaged, progress)
    if progress is not None:
        progress(size, size)


def _records(
    data: mmap.mmap,
    place: int,
    name: str,
    damaged: Callable[[str], None],
    progress: Progress | None,
) -> Iterator[dict[str, Any]]:
    orjson = fast_json()
    number = 0
    while _CLOSING.match(data, place) is None:
        number += 1
        if progress is not None and number % _STEP == 0:
            progress(place, len(data))
        found = _parse(orjson, data, place)
        if found is None:
            damaged(f"{name}, record {number}, byte {place}")
            following = _NEXT.search(data, place)
        else:
            record, place = found
            yield record
            following = _SEPARATOR.match(data, place)
            if following is None and _CLOSING.match(data, place) is None:
                number += 1
                damaged(f"{name}, record {number}, byte {place}")
                following = _NEXT.search(data, place - 1)
        if following is None:
            return
        place = following.end()


def _parse(orjson: ModuleType, data: mmap.mmap, start: int) -> tuple[dict[str, Any], int] | None:
    for end in islice(_END.finditer(data, start), _TRIES):
        try:
            record = orjson.loads(data[start : end.end()])
        except orjson.JSONDecodeError:
            continue
        return (record, end.end()) if isinstance(record, dict) else None
    return None
