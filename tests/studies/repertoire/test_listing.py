"""Results hang on the songs, and not on the order in which they are listed."""

import json
import random

import pytest

FEW = {"candidates": 3, "baselines": 2, "profiles": 3, "alphas": [0.0, 0.5], "queries": 15}
SMALL = {"songs": 10, "candidates": 3, "singers_per_voice": 3, "transposed_singers": 3}


@pytest.mark.parametrize("protocol", ["source", "sound"])
def test_a_shuffled_library_gives_the_same_results(conclude, tmp_path, protocol):
    from earwitness.data.library import load_library
    from earwitness.data.tessituragrams import write_tessituragrams

    songs = sorted(load_library("written"), key=lambda song: song.id)[::50]
    results = []
    for turn in range(2):
        folder = tmp_path / f"{turn}"
        folder.mkdir()
        write_tessituragrams(songs, folder / "songs.json")
        run = conclude(
            protocol=protocol,
            data={"library": str(folder / "songs.json")},
            source=FEW,
            sound=SMALL,
        )
        results.append(json.dumps(run.plain))
        random.Random(turn).shuffle(songs)
    assert results[0] == results[1]
    assert str(tmp_path) not in results[0], "nor on where the library lies"
