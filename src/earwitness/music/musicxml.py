"""MusicXML to scores, fast.

A song's score is mostly piano. So the lyric-bearing `<part>`s are cut out of the raw bytes, cut
further into the few elements that matter, and only these go through the XML parser; equal notes
are parsed once. Documents with comments, CDATA, prefixes or measures above parts
(`score-timewise`) are rewritten plainly first, so that there is one way to read them all.

Reference: MusicXML 4.0, https://www.w3.org/2021/06/musicxml40/
"""

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

from earwitness.errors import DataError
from earwitness.music.parts import PartReader
from earwitness.music.plainxml import parse_xml, plain_xml
from earwitness.music.score import Line, Score

_PART = re.compile(rb"<part[\s][^>]*>")
_IDENTIFIER = re.compile(rb"""\bid\s*=\s*["']([^"']*)""")
_KEYBOARDS = re.compile(r"piano|klavier|clavier|pfte|organ|orgel|orgue|harmonium|keyboard|harp", re.IGNORECASE)
_JUMPS = (b"dacapo=", b"dalsegno=", b"fine=", b"tocoda=", b"coda=", b"segno=")


class _Part(NamedTuple):
    identifier: str
    text: bytes


def read_musicxml(data: bytes) -> Score:
    """Read an uncompressed MusicXML document.

    Where some part carries lyrics, only such parts are read; where none does, all are. Signs and
    tempi are taken from the first part too, and tempi from any part if these have none.
    """
    data = plain_xml(data)
    parts, header = _cut(data)
    sung = [part for part in parts if b"<lyric" in part.text] or parts
    names = {e.get("id", ""): e for e in header.iter("score-part")}
    readers = [_read(part, names) for part in sung]
    if not any(reader.measures for reader in readers):
        raise DataError("has no measures")
    lines = [line for reader in readers for _, line in sorted(reader.lines.items())]
    if not any(line.notes for line in lines):
        raise DataError("has no notes")
    return Score(
        lines=lines,
        measures=max((r.measures for r in readers), key=len),
        tempi=sorted({t for r in readers for t in r.tempi}),
        title=_title(header),
        composer=_creator(header, "composer"),
        poet=_creator(header, "lyricist") or _creator(header, "poet"),
        licence=(header.findtext("identification/rights") or "").strip(),
    )


def _cut(data: bytes) -> tuple[list[_Part], ET.Element]:
    """The parts as they stand, and all that comes before them."""
    parts: list[_Part] = []
    end, first = 0, None
    while (match := _PART.search(data, end)) is not None:
        end = data.find(b"</part>", match.end())
        if end < 0:
            raise DataError("is cut short: its last <part> is never closed")
        first = match.start() if first is None else first
        identifier = _IDENTIFIER.search(match[0])
        parts.append(_Part(identifier[1].decode() if identifier else "", data[match.end() : end]))
    if first is None:
        raise DataError("has no <part>, so no notes")
    return parts, parse_xml(data[:first] + b"</score-partwise>")


def _read(part: _Part, names: dict[str, ET.Element]) -> PartReader:
    entry = names.get(part.identifier)
    name = "" if entry is None else entry.findtext("part-name", "").strip()
    sounds = [] if entry is None else [e.text or "" for e in entry.iter("instrument-sound")]
    keyboard = bool(_KEYBOARDS.search(name)) or any(s.startswith("keyboard") for s in sounds)
    reader = PartReader(part.identifier, name, keyboard=keyboard)
    reader.read(part.text)
    return reader


def _title(header: ET.Element) -> str:
    return (header.findtext("work/work-title") or header.findtext("movement-title") or "").strip()


def _creator(header: ET.Element, kind: str) -> str:
    for creator in header.iter("creator"):
        if creator.get("type") == kind:
            return (creator.text or "").strip()
    return ""
