"""Songs whose mood can be heard, under much that is their own and means nothing."""

from typing import NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter1d

PERIODS = np.array([3, 4.5, 6, 8, 11, 15])
"""Frames of a mood's pulse."""


class Songs(NamedTuple):
    mels: np.ndarray
    mood: np.ndarray

    def mel(self, song):
        return self.mels[song]


def songs(n=600, frames=160, seed=0):
    """A pulse of 2 dB by mood; loudness, equalisation and a slow swell of the song's own, louder.

    Two crops of one song share all of it, so that holding them together need not mean to hear the
    mood; two songs of one mood share the pulse alone.
    """
    rng = np.random.default_rng(seed)
    mood = rng.integers(0, len(PERIODS), n)
    time = np.arange(frames)
    mels = np.empty((n, 48, frames), np.float32)
    for song in range(n):
        phase = rng.uniform(0, 2 * np.pi, 2)
        pulse = 2 * np.sin(2 * np.pi * time / PERIODS[mood[song]] + phase[0])
        swell = 2 * np.sin(2 * np.pi * time / rng.uniform(20, 60) + phase[1])
        colour = gaussian_filter1d(rng.normal(size=48), 1.5)
        own = 4 * rng.normal() + 4 * colour / colour.std()
        noise = 3 * rng.normal(size=(48, frames))
        mels[song] = -40 + own[:, None] + pulse + swell + noise
    return Songs(mels, mood)


def pairs_of_one_mood(mood, rng, each=5):
    """What playlists of one mood would join: some pairs a song."""
    drawn = []
    for one in np.unique(mood):
        members = np.flatnonzero(mood == one)
        drawn.append(rng.choice(members, (len(members) * each, 2)))
    pairs = np.concatenate(drawn)
    return pairs[pairs[:, 0] != pairs[:, 1]]


def same_mood_share(vectors, mood, k=10):
    """The mean share of each song's k nearest that has its mood; 1/6 by chance."""
    alike = vectors @ vectors.T
    np.fill_diagonal(alike, -np.inf)
    nearest = np.argsort(-alike, axis=1)[:, :k]
    return float((mood[nearest] == mood[:, None]).mean())
