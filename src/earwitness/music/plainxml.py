"""From a file's bytes to plain XML: unzipped, in UTF-8, with no surprises.

Files come from anywhere, so sizes are checked before anything is unpacked, and a document that
declares entities is refused: a few lines of them can unfold to gigabytes.
"""

import io
import re
import zipfile
import zlib
from xml.etree import ElementTree as ET

from earwitness.errors import DataError

LARGEST = 64 * 2**20
"""Bytes of XML that are read at most; the longest song of the Lieder corpus has 2.4 million."""
LARGEST_TREE = 8 * 2**20
"""Bytes of XML that are parsed as a whole at most: the tree takes about twenty times as much."""
DENSEST = 250
"""Bytes out per byte in at most: scores reach about 60, a zip bomb 1,000."""
HEAD = 2**16
"""A score's root element starts within so many bytes."""

_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']""")
_READABLE = re.compile(r"utf-16|us-ascii|iso-8859-(?:[1-9]|1[0-6])|windows-125[0-8]")
_NO_SCORE = "is not a MusicXML score: no score-partwise element stands at its beginning"
_ROOT = re.compile(rb"<(?:[\w.-]+:)?score-(?:part|time)wise\b")


def check_size(size: int) -> None:
    """Refuse what is too large to be a score, before it is read."""
    if size > LARGEST:
        raise DataError(f"has {size / 2**20:.0f} MB, more than the {LARGEST >> 20} MB of any score")
    if size == 0:
        raise DataError("is empty")


def check_head(head: bytes) -> None:
    """Refuse, from its first bytes, what is XML of another kind or no XML at all."""
    if b"score-" not in head.replace(b"\0", b""):  # UTF-16 has zeros between the letters
        raise DataError(_NO_SCORE)


def parse_xml(data: bytes) -> ET.Element:
    """Parse a document, or a piece of one, that declares no entities."""
    try:
        return ET.fromstring(data)  # noqa: S314 - declared entities were refused by plain_xml
    except ET.ParseError as error:
        raise DataError(f"is not well-formed XML ({error})") from None


def unzip_score(data: bytes) -> bytes:
    """The score inside a compressed MusicXML file (.mxl), as META-INF/container.xml names it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _member(archive, _rootfile(archive))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
        raise DataError(f"is a damaged .mxl file ({error})") from None
    except RuntimeError:  # zipfile's word for encryption
        raise DataError("is protected by a password") from None


def plain_xml(data: bytes) -> bytes:
    """The document in UTF-8, from its root element on, without comments, CDATA or prefixes."""
    data = _utf8(data)
    root = _ROOT.search(data, 0, HEAD)
    if root is None:
        raise DataError(_NO_SCORE)
    prologue = data[: root.start()]
    plain = root[0] == b"<score-partwise" and b"<!--" not in prologue
    if plain and b"<!ENTITY" not in prologue and not _has_declarations(data, root.start()):
        return data[root.start() :]
    _refuse_entities(data)
    if len(data) > LARGEST_TREE:
        raise DataError(
            f"has {len(data) / 2**20:.0f} MB of XML that must be rewritten; save it again without "
            "comments, CDATA and prefixes, parts above measures"
        )
    return _rewritten(parse_xml(data))


def _has_declarations(data: bytes, start: int) -> bool:
    """Whether <! stands after `start`; the search for the rare ! is ten times faster."""
    place = data.find(b"!", start)
    while place >= 0 and data[place - 1 : place] != b"<":
        place = data.find(b"!", place + 1)
    return place >= 0


def _rootfile(archive: zipfile.ZipFile) -> str:
    try:
        data = _utf8(_member(archive, "META-INF/container.xml"))
    except KeyError:
        names = [
            n for n in archive.namelist() if n.endswith((".xml", ".musicxml")) and "META" not in n
        ]
        if len(names) == 1:
            return names[0]
        raise DataError("is a zip file without META-INF/container.xml: not an .mxl score") from None
    _refuse_entities(data)
    for element in parse_xml(data).findall(".//{*}rootfile"):
        path, kind = element.get("full-path"), element.get("media-type", "")
        if path and kind in {"", "application/vnd.recordare.musicxml+xml"}:
            return path
    raise DataError("names no score in its META-INF/container.xml")


def _refuse_entities(data: bytes) -> None:
    if b"<!ENTITY" in data:
        raise DataError("declares XML entities, which no score needs; remove its <!ENTITY lines")


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    """One file of the archive, and never more of it than its declared size."""
    info = archive.getinfo(name)
    check_size(info.file_size)
    if info.file_size > HEAD and info.file_size > DENSEST * info.compress_size:
        raise DataError(
            f"unpacks to {info.file_size / info.compress_size:.0f} times its size, as no score does"
        )
    with archive.open(info) as stream:
        return stream.read(info.file_size)


def _utf8(data: bytes) -> bytes:
    """The document in UTF-8, its declaration of another encoding taken away."""
    encoding = "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif data.startswith(b"\xef\xbb\xbf"):
        return data[3:]
    elif (declared := _DECLARED.match(data[:200])) is not None:
        encoding = declared[1].decode("ascii").lower()
    if encoding == "utf-8":
        return data
    if not _READABLE.fullmatch(encoding):
        raise DataError(f"declares the encoding {encoding!r}, which is not read; save it as UTF-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(f"is not in {encoding}, as it declares ({error.reason})") from None
    return re.sub(r"^\s*<\?xml.*?\?>", "", text, count=1).encode()


def _rewritten(root: ET.Element) -> bytes:
    """The same score with local names, and with parts above measures."""
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    if root.tag == "score-timewise":
        parts: dict[str, ET.Element] = {}
        for measure in root.findall("measure"):
            root.remove(measure)
            for part in measure.findall("part"):
                identifier = part.get("id", "")
                if identifier not in parts:
                    parts[identifier] = ET.SubElement(root, "part", id=identifier)
                copy = ET.SubElement(parts[identifier], "measure", measure.attrib)
                copy.extend(part)
        root.tag = "score-partwise"
    return ET.tostring(root)
