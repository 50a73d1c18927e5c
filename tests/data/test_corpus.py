"""The Lieder corpus as a whole, and what is known about it from elsewhere."""

import gzip
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from earwitness.data.library import build_library, load_library, read_songs

GOLDEN = Path(__file__).parent.parent / "golden" / "written-music21.json.gz"
"""{lc id: [total with rests, {pitch: quarter beats}]}, as music21 10.5 counts; 4 decimals."""

OTHER_TOTALS = """
    lc28789279 lc28971308 lc28972937 lc29243405 lc29420288 lc29746199 lc30346709 lc30707789
    lc31208321 lc4999590 lc5002130 lc5058091 lc5084888 lc5087729 lc5098657 lc5115311 lc5652206
    lc5705502 lc5846139 lc5995663 lc6017382 lc6156388 lc6181050 lc6182149 lc6199576 lc6211549
    lc6212196 lc6214587 lc6215563 lc6217099 lc6217375 lc6243836 lc6259403 lc6261036 lc6421815
    lc6479829 lc6480111 lc6480349 lc6486038 lc6491340 lc6581364 lc6588799 lc6589315 lc6598318
    lc6602016 lc6622431 lc6622814 lc6656769 lc6666995 lc6762153 lc6762513 lc6826597 lc6834411
    lc6903010 lc8859729 lc8873154
"""
"""Scores whose rests add up otherwise in music21, which draws a rest that fills a measure out to
the time signature, also in upbeats and cut measures. Their tessituragrams are the same."""

LANGUAGES = {
    "English": """lc6425381 lc6564424 lc6518141 lc6257518 lc6477819 lc6650249 lc6650388 lc6218722
        lc6793692 lc6189616 lc6762513 lc6446003 lc6794671 lc8847705 lc6212196 lc31741250 lc6482928
        lc6232420""",
    "French": """lc5001735 lc6895220 lc6986065 lc6666995 lc5077645 lc5986599 lc6614717 lc6638810
        lc6264558 lc5001730 lc6654371 lc5920728 lc5079494 lc5057840 lc6214351 lc6312216 lc5060943
        lc5834392 lc6654215 lc6994174 lc29421629 lc6772888 lc5696993""",
    "Italian": "lc29748842 lc30064748",
    "German": """lc6248307 lc5098659 lc4982491 lc5846100 lc6981173 lc6022417 lc5023603 lc5908953
        lc5026092 lc5051346 lc5115550 lc6249340 lc5098728 lc6047553 lc5117906 lc4985973 lc5067312
        lc4985930 lc4926375 lc5800427 lc6260379 lc6982743 lc6267936 lc6891758 lc6162644 lc5001965
        lc6050218 lc4976604 lc5069022 lc4987664 lc5062156 lc5002041 lc5725144 lc4985937 lc4985940
        lc5098645 lc5098725 lc5071629 lc6022950 lc5004650 lc7019213 lc6488630 lc5104275 lc5105228
        lc6069162 lc5026077 lc5667967 lc5103323 lc5101361 lc6207054 lc6834588 lc4978379 lc5014002
        lc7008709 lc6054087 lc8712648 lc5133773""",
}
"""The 100 songs with the lowest SHA-256 of their lc id, labelled by reading their first line of
lyrics. Low German counts as German."""


@pytest.fixture(scope="module")
def written(corpus):
    """The corpus as written, and the files that could not be read."""
    return read_songs(corpus / "openscore-lieder.tar")


READING = """
import resource, sys, time
from earwitness.data.library import read_songs

seen = []

def watch(done, total):
    if done in {total // 4, total}:
        seen.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

begin = time.process_time()
read_songs(sys.argv[1], progress=watch)
print(time.process_time() - begin, seen[1] - seen[0])
"""
"""Prints the CPU seconds that reading takes, and by how many MB memory grows after a quarter."""


def test_languages_are_told_from_the_lyrics():
    told = {song.filename.removesuffix(".mxl"): song.language for song in load_library("written")}
    labels = {song: name for name, songs in LANGUAGES.items() for song in songs.split()}
    wrong = {song: (told[song], name) for song, name in labels.items() if told[song] != name}
    assert len(labels) == 100
    assert len(wrong) <= 3, wrong


@pytest.mark.needs("corpus")
def test_the_101_songs_of_the_source_give_95_valid_queries(corpus):
    songs, unread = read_songs(corpus / "lieder-101.tar")
    assert (len(songs), unread) == (101, [])
    inside = [((songs.lows >= s.low) & (songs.highs <= s.high)).sum() for s in songs]
    assert sum(count >= 2 for count in inside) == 95
    assert songs[0].filename.startswith("debussy-claude-3-chansons-de-france-no1-rondel")


@pytest.mark.slow
@pytest.mark.needs("corpus")
class TestWhole:
    def test_every_tessituragram_is_that_of_music21(self, written):
        songs, unread = written
        golden = json.loads(gzip.decompress(GOLDEN.read_bytes()))
        assert not unread
        assert len(songs) == len(golden) == 1460
        other_totals = set()
        for song in songs:
            name = song.filename.removesuffix(".mxl")
            total, held = golden[name]
            pitches = np.flatnonzero(song.sounded)
            assert sorted(map(int, held)) == pitches.tolist(), name
            assert [held[str(p)] for p in pitches] == pytest.approx(
                song.histogram[pitches], abs=1e-3
            ), name
            if abs(song.total - total) > 1e-3:
                other_totals.add(name)
        assert other_totals == set(OTHER_TOTALS.split())

    def test_one_process_reads_it_in_12_seconds_with_flat_memory(self, corpus):
        # In a process of its own, where nothing traces the lines.
        archive = str(corpus / "openscore-lieder.tar")
        command = [sys.executable, "-c", READING, archive]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        seconds, megabytes = map(float, shown.split())
        assert seconds < 12
        assert megabytes < 40

    def test_it_is_what_is_known_of_it(self, written):
        songs = written[0]
        assert len({song.composer for song in songs}) == 126
        sets = Counter(song.cluster for song in songs if song.set)
        assert sum(count >= 3 for count in sets.values()) == 175

    def test_building_it_again_gives_the_same_bytes(self, corpus, tmp_path):
        from importlib.resources import files

        library, unread = build_library(corpus / "openscore-lieder.tar", tmp_path)
        assert len(library["sung"]) == 1679
        # Three piano pieces: they count as written, by the source's rule, and have nothing to sing.
        assert {failure.reason for failure in unread} == {
            "has no vocal line: all its parts are keyboards"
        }
        assert len(unread) == 3
        # A score without tempo is counted in beats.
        timed = {song.filename for song in library["sung"] if song.unit == "seconds"}
        assert len(timed) == 1347
        for path in (files("earwitness.data") / "lieder").iterdir():
            assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
