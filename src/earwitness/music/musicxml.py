"""MusicXML to scores, fast.

A song's score is mostly piano. So the lyric-bearing `<part>`s are cut out of the raw bytes, cut
further into the few elements that matter, and only these go through the XML parser; equal notes
are parsed once. Documents with comments, CDATA, prefixes or measures above parts
(`score-timewise`) are rewritten plainly first, so that there is one way to read them all.

Reference: MusicXML 4.0, https://www.w3.org/2021/06/musicxml40/
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from earwitness.errors import DataError
from earwitness.music.parts import PartReader
from earwitness.music.plainxml import parse_xml, plain_xml
from earwitness.music.score import Measure, Score

_PART = re.compile(rb"<part[\s>]")
_IDENTIFIER = re.compile(rb"""\bid\s*=\s*["']([^"']*)""")
_KEYBOARDS = re.compile(
    r"piano|klavier|clavier|organ|orgel|orgue|harmonium|keyboard", re.IGNORECASE
)


class _Part(NamedTuple):
    identifier: str
    text: bytes


def read_musicxml(data: bytes) -> Score:
    """Read an uncompressed MusicXML document.

    Where some part carries lyrics, only such parts are read; where none does, all are. The top
    part is read for its signs and tempi too, and any part for its tempi if these have none.
    """
    data = plain_xml(data)
    parts, header = _cut(data)
    sung = [part for part in parts if b"<lyric" in part.text] or parts
    names = {e.get("id", ""): e for e in header.iter("score-part")}
    readers = [_read(part, names) for part in sung]
    lines = [line for reader in readers for _, line in sorted(reader.lines.items()) if line.notes]
    if not lines:
        raise DataError("has no notes")
    signs = readers if parts[0] in sung else [*readers, _read(parts[0], names)]
    if not any(reader.tempi for reader in signs):
        others = [part for part in parts[1:] if part not in sung and b"tempo=" in part.text]
        signs = [*signs, *(_read(part, names) for part in others)]
    work, movement = _text(header, "work/work-title"), _text(header, "movement-title")
    return Score(
        lines=lines,
        measures=_merged([reader.measures for reader in signs]),
        tempi=sorted({tempo for reader in signs for tempo in reader.tempi}),
        title=movement or work,
        set=work if movement else "",
        composer=_creator(header, "composer"),
        poet=_creator(header, "lyricist") or _creator(header, "poet"),
        licence=_text(header, "identification/rights"),
    )


def _cut(data: bytes) -> tuple[list[_Part], ET.Element]:
    """The parts as they stand, and all that comes before them."""
    parts: list[_Part] = []
    first = start = _next_part(data, 0)
    while start >= 0:
        opened = data.find(b">", start) + 1
        end = data.find(b"</part>", opened)
        if not opened or end < 0:
            raise DataError("is cut short: its last <part> is never closed")
        identifier = _IDENTIFIER.search(data, start, opened)
        parts.append(_Part(identifier[1].decode() if identifier else "", data[opened:end]))
        start = _next_part(data, end)
    if not parts:
        raise DataError("has no <part>, so no notes")
    if data.find(b"</score-partwise>", end) < 0:
        raise DataError("is cut short: </score-partwise> is missing at its end")
    return parts, parse_xml(data[:first] + b"</score-partwise>")


def _next_part(data: bytes, start: int) -> int:
    """Where the next `<part>` opens; others, such as `<part-list>`, are passed over."""
    match = _PART.search(data, start)
    return match.start() if match else -1


def _read(part: _Part, names: dict[str, ET.Element]) -> PartReader:
    try:
        part.text.decode()
    except UnicodeDecodeError as error:
        raise DataError(f"is not in UTF-8 ({error.reason}); save it as UTF-8") from None
    entry = names.get(part.identifier)
    name = "" if entry is None else " ".join(entry.findtext("part-name", "").split())
    sounds = [] if entry is None else [e.text or "" for e in entry.iter("instrument-sound")]
    if _KEYBOARDS.search(name) or any(sound.startswith("keyboard") for sound in sounds):
        kind = "keyboard"
    else:
        kind = "voice" if any(sound.startswith("voice") for sound in sounds) else ""
    reader = PartReader(part.identifier, name, kind)
    reader.read(part.text)
    return reader


def _merged(columns: Sequence[list[Measure]]) -> list[Measure]:
    """The measures of the longest part, with the jumps that stand in any part.

    Repeat signs and endings stand in every part; a D.S. or Fine may stand at the top part only.
    """
    merged = max(columns, key=len)
    for column in columns:
        for target, source in zip(merged, column, strict=False):
            target.segno |= source.segno
            target.coda |= source.coda
            target.fine |= source.fine
            target.to_coda |= source.to_coda
            target.jump = target.jump or source.jump
    return merged


def _text(header: ET.Element, path: str) -> str:
    return " ".join((header.findtext(path) or "").split())


def _creator(header: ET.Element, kind: str) -> str:
    found = next((e for e in header.iter("creator") if e.get("type") == kind), None)
    return "" if found is None else " ".join((found.text or "").split())
