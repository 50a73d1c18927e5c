"""Files as they come, good and hostile: each gets its score, or one clear sentence in a second."""

import io
import subprocess
import sys
import time
import tracemalloc
import zipfile

import pytest

from earwitness.errors import DataError
from earwitness.music.counting import count_written
from earwitness.music.reading import read_score

CONTAINER = (
    '<?xml version="1.0"?><container><rootfiles><rootfile full-path="{path}"/></rootfiles>'
    "</container>"
)


def read(name, data):
    return read_score(name, io.BytesIO(data), len(data))


def zipped(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def mxl(score, path="score.xml"):
    return zipped({"META-INF/container.xml": CONTAINER.format(path=path), path: score})


@pytest.fixture
def plain(xml):
    head = (
        "<work><work-title>Winterreise</work-title></work>"
        "<movement-title>Gefrorne\n Tränen</movement-title><identification>"
        '<creator type="composer">Franz Schubert</creator>'
        '<creator type="lyricist">W. Müller</creator>'
        "<rights>CC0</rights></identification>"
    )
    return xml.document(xml.part(xml.sung("C4") + xml.note("D4", 2)), head=head)


def total(score):
    return count_written(score).total


class TestGood:
    def test_header(self, plain):
        score = read("a.musicxml", plain)
        assert (score.title, score.set, score.composer, score.poet, score.licence) == (
            "Gefrorne Tränen",
            "Winterreise",
            "Franz Schubert",
            "W. Müller",
            "CC0",
        )

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
    def test_unicode_of_all_kinds(self, plain, encoding):
        text = plain.decode().replace('encoding="UTF-8"', "")
        mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
        score = read("a.xml", mark + text.encode(encoding))
        assert (score.title, total(score)) == ("Gefrorne Tränen", 3)

    def test_declared_latin_1(self, plain):
        text = plain.decode().replace("UTF-8", "ISO-8859-1")
        assert read("a.xml", text.encode("latin-1")).title == "Gefrorne Tränen"

    def test_compressed_under_the_name_that_the_container_gives(self, plain):
        assert total(read("a.MXL", mxl(plain, "deep/in/here.musicxml"))) == 3

    def test_compressed_without_container(self, plain):
        assert total(read("a.mxl", zipped({"score.musicxml": plain}))) == 3

    def test_comments_and_cdata_change_nothing(self, plain):
        strange = plain.replace(b"<note>", b"<!-- </part> <note> --><note>").replace(
            b"<text>la</text>", b"<text><![CDATA[<la>]]></text>"
        )
        assert total(read("a.xml", strange)) == 3

    def test_prefixed_names_change_nothing(self, plain):
        import re

        strange = re.sub(rb"<(/?)([a-z])", rb"<\1m:\2", plain.split(b"\n", 2)[2])
        strange = strange.replace(b"<m:score-partwise", b'<m:score-partwise xmlns:m="urn:x"')
        assert total(read("a.xml", strange)) == 3

    def test_measures_above_parts(self, xml):
        def cell(part, content):
            divisions = "<attributes><divisions>1</divisions></attributes>"
            return f'<part id="{part}">{divisions}{content}</part>'

        piano = cell("P2", xml.note("C3"))
        timewise = (
            "<score-timewise><part-list/>"
            f"<measure>{cell('P1', xml.sung('C4'))}{piano}</measure>"
            f"<measure>{cell('P1', xml.sung('D4'))}{piano}</measure>"
            "</score-timewise>"
        )
        tally = count_written(read("a.xml", timewise.encode()))
        assert tally.histogram[[48, 60, 62]].tolist() == [0, 1, 1]

    def test_a_doctype_is_never_fetched(self, plain, monkeypatch):
        import socket

        monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("no network is needed"))
        assert total(read("a.xml", plain.replace(b"<note>", b"<!-- --><note>"))) == 3


BILLION_LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE score-partwise [<!ENTITY a "ha">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>
<score-partwise><part id="P1"><measure>&e;&e;&e;</measure></part></score-partwise>"""


def bomb():
    return mxl(b"<score-partwise>" + bytes(60 * 2**20))


def lying_bomb():
    """Declares a small size for what unpacks to much."""
    data = bytearray(bomb())
    real = (60 * 2**20 + 16).to_bytes(4, "little")
    small = (1000).to_bytes(4, "little")
    assert real in data
    return bytes(data.replace(real, small))


HOSTILE = {
    "a zip bomb": ("a.mxl", bomb, "times its size"),
    "a zip bomb that lies": ("a.mxl", lying_bomb, "damaged .mxl"),
    "a large zip bomb": ("a.mxl", lambda: mxl(bytes(100 * 2**20)), "has 100 MB"),
    "entity expansion": ("a.xml", lambda: BILLION_LAUGHS, "declares XML entities"),
    "entities in the container": (
        "a.mxl",
        lambda: zipped({"META-INF/container.xml": BILLION_LAUGHS}),
        "declares XML entities",
    ),
    "unclosed notes": (
        "a.xml",
        lambda: (
            b'<score-partwise><part id="a"><measure>'
            + b"<note>" * 2**20
            + b"</part></score-partwise>"
        ),
        "is opened and never closed",
    ),
    "parts without end": (
        "a.xml",
        lambda: b"<score-partwise>" + b"<part " * 2**20,
        "is never closed",
    ),
    "a note of a million lyrics": (
        "a.xml",
        lambda: (
            b'<score-partwise><part id="a"><measure><note><rest/>'
            + b"<lyric <text " * 2**18
            + b"</note></measure></part></score-partwise>"
        ),
        "has no notes",
    ),
    "a comment and three million elements": (
        "a.xml",
        lambda: b"<score-partwise><!-- -->" + b"<a/>" * 3 * 10**6 + b"</score-partwise>",
        "save it again without comments",
    ),
    "a deep nest": (
        "a.xml",
        lambda: (
            b"<score-partwise><!-- -->" + b"<a>" * 10**4 + b"</a>" * 10**4 + b"</score-partwise>"
        ),
        "is damaged",
    ),
    "no root": ("a.xml", lambda: b" " * 60 * 2**20, "is not a MusicXML score"),
    "another kind of XML": ("a.xml", lambda: b"<html><body/></html>", "is not a MusicXML score"),
    "nothing": ("a.musicxml", lambda: b"", "is empty"),
    "no zip": ("a.mxl", lambda: b"PK\3\4 no zip at all", "is a damaged .mxl file"),
    "a zip of other things": ("a.mxl", lambda: zipped({"a.txt": b"x"}), "without META-INF"),
    "an empty container": (
        "a.mxl",
        lambda: zipped({"META-INF/container.xml": "<container/>"}),
        "names no score",
    ),
    "a missing score": (
        "a.mxl",
        lambda: zipped({"META-INF/container.xml": CONTAINER.format(path="b.xml")}),
        "is damaged",
    ),
    "an unknown encoding": (
        "a.xml",
        lambda: b'<?xml version="1.0" encoding="klingon"?><score-partwise/>',
        "declares the encoding 'klingon', which is not read; save it as UTF-8",
    ),
    "no MIDI file": ("a.mid", lambda: b"RIFF....", "does not begin with MThd"),
    "another encoding than declared": (
        "a.xml",
        lambda: b'<?xml version="1.0" encoding="US-ASCII"?><score-partwise>\xe4</score-partwise>',
        "is not in us-ascii, as it declares",
    ),
    "a password": (
        "a.mxl",
        lambda: mxl(b"<score-partwise/>").replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1"),
        "is protected by a password",
    ),
    "another kind of file": ("a.pdf", lambda: b"%PDF", "scores end in .mid, .midi, .musicxml"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_get_one_sentence_in_a_second_and_no_memory(what):
    name, make, says = HOSTILE[what]
    data = make()
    stream = io.BytesIO(data)
    tracemalloc.start()
    begin = time.perf_counter()
    with pytest.raises(DataError) as error:
        read_score(name, stream, len(data))
    elapsed = time.perf_counter() - begin
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert elapsed < 1
    assert peak < 20 * 2**20


def test_100_mb_of_nothing_is_not_read(tmp_path):
    """In a process of its own, so that its memory can be told apart."""
    path = tmp_path / "nothing.musicxml"
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)
    program = (
        "import resource, sys, time\n"
        "from earwitness.music.reading import read_score\n"
        "from earwitness.errors import DataError\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "begin = time.perf_counter()\n"
        "try:\n"
        "    read_score('nothing.musicxml', open(sys.argv[1], 'rb'), 100 * 2**20)\n"
        "except DataError as error:\n"
        "    print(error)\n"
        "print(time.perf_counter() - begin)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    sentence, seconds, kilobytes = done.stdout.splitlines()
    assert sentence == "has 100 MB, more than the 64 MB of any score"
    assert float(seconds) < 1
    assert int(kilobytes) < 5_000


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
@pytest.mark.parametrize("compressed", [False, True])
def test_a_file_cut_anywhere_gives_a_clear_sentence(plain, share, compressed):
    data = mxl(plain) if compressed else plain
    with pytest.raises(DataError):
        read("a.mxl" if compressed else "a.xml", data[: int(share * len(data))])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"<octave>4</octave>", b"<octave>x</octave>", "is damaged"),
        (b"<octave>4</octave>", b"<octave>44</octave>", "notes lie between 0 and 127"),
        (b"<step>C</step>", b"<step>Q</step>", "is damaged"),
        (b"<duration>1<", b"<duration>nan<", "has 'nan' where a number belongs"),
        (b"<duration>1<", b"<duration>-1<", "has a note that lasts -1; durations are 0 or more"),
        (b"<duration>1<", b"<duration>one<", "has 'one' where a number belongs"),
        (b"<divisions>1<", b"<divisions>0<", "must be above 0"),
        (b"<text>la</text>", b"<text>\xff\xfe</text>", "is not in UTF-8"),
        (b"Franz", b"Fr\xffnz", "is not well-formed XML"),
        (b"<alter>0</alter>", b"<alter>0</octave>", "is not well-formed XML"),
    ],
)
def test_damage_inside_a_file_is_told(plain, old, new, says):
    with pytest.raises(DataError) as error:
        count_written(read("a.xml", plain.replace(old, new)))
    assert says in str(error.value)


def test_no_notes(xml):
    with pytest.raises(DataError, match="has no notes"):
        read("a.xml", xml.document(xml.part(xml.rest(4))))


def test_an_empty_note_is_nothing(xml):
    score = read("a.xml", xml.document(xml.part("<note/>" + xml.sung("C4"))))
    assert [note.pitch for note in score.lines[0].notes] == [60]


def test_no_parts(xml):
    with pytest.raises(DataError, match="has no <part>, so no notes"):
        read("a.xml", xml.document())
