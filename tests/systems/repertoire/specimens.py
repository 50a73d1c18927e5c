"""Small songs made for the tests."""

import numpy as np

from earwitness.music.song import PITCHES, Song, Songs


def song(name: str, held: dict[int, float], **facts) -> Song:
    """A song that holds each pitch so long; both halves are alike."""
    histogram = np.zeros(PITCHES)
    for pitch, length in held.items():
        histogram[pitch] = length
    sounded = np.zeros(PITCHES, dtype=bool)
    sounded[list(held)] = True
    halves = np.stack([histogram, histogram]) / 2
    known = {
        "composer": "",
        "title": name,
        "total": float(histogram.sum()),
        "filename": f"{name}.mxl",
    }
    return Song(id=name, histogram=histogram, sounded=sounded, halves=halves, **(known | facts))


def random_songs(seed: int, number: int = 12, low: int = 50, high: int = 80) -> Songs:
    rng = np.random.default_rng(seed)
    songs = []
    for i in range(number):
        pitches = rng.choice(np.arange(low, high + 1), rng.integers(2, 12), replace=False)
        lengths = rng.integers(1, 40, len(pitches)) / 4
        songs.append(song(f"s{i:02}", dict(zip(pitches.tolist(), lengths.tolist(), strict=True))))
    return Songs(tuple(songs))
