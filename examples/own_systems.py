"""Two systems, a measure and an audit of one's own; docs/own-system.md explains them."""

from dataclasses import dataclass

import numpy as np

from earwitness.domain import Finding, MeasureInfo


def nearest_average(query, songs):
    """Songs whose average pitch is nearest to the average of the favourites."""
    wanted = sum(query["favourites"]) / len(query["favourites"])
    distances = np.abs(average_pitches(songs) - wanted)
    return [
        (song.id, -d) for d, song in sorted(zip(distances, songs, strict=True), key=by_distance)
    ]


def average_pitches(songs):
    """One MIDI number a song: its pitches, weighted by how long they are held."""
    return songs.histograms @ np.arange(128) / songs.histograms.sum(axis=1)


def by_distance(pair):
    distance, song = pair
    return distance, song.id


class NearestAverage:
    """The same, but it keeps to a strict range, and it understands "songs like this one"."""

    def __init__(self, songs, middle=0.0):
        self.songs = songs
        self.middle = middle  # the weight of the range's middle, beside the favourites
        self.averages = average_pitches(songs)

    def answer(self, query, rng):
        return self.answer_many([query], [rng])[0]

    def answer_many(self, queries, rngs):
        wanted = np.array([self.wanted(query) for query in queries])
        distances = np.abs(self.averages - wanted[:, None])
        return [self.ranked(query, row) for query, row in zip(queries, distances, strict=True)]

    def wanted(self, query):
        if "histogram" in query:
            return np.average(np.arange(128), weights=query["histogram"])
        notes = query["favourites"] or [query["low"], query["high"]]
        middle = (query["low"] + query["high"]) / 2
        return (np.mean(notes) + self.middle * middle) / (1 + self.middle)

    def ranked(self, query, distances):
        fits = np.ones(len(self.songs), dtype=bool)
        if query["strict"]:
            fits = (self.songs.lows >= query["low"]) & (self.songs.highs <= query["high"])
        order = [i for i in np.argsort(distances, kind="stable") if fits[i]]
        return [(self.songs.ids[i], -distances[i]) for i in order]


@dataclass(frozen=True)
class Place:
    """The place of the right song in the list; one place after the cutoff where it is lower."""

    cutoff: int

    @property
    def info(self):
        worst = float(self.cutoff + 1)
        about = f"The place of the right song, or {worst:g} where it is not among the first."
        return MeasureInfo(f"Place@{self.cutoff}", "Place", "lower", 1.0, worst, worst, about)

    def score(self, answer, truth):
        (right,) = truth["relevant"]
        first = answer.items[: self.cutoff]
        return float(first.index(right) + 1 if right in first else self.cutoff + 1)


@dataclass(frozen=True)
class Failures:
    """Fires when a system fails on more than `share` of a task's cases."""

    share: float = 0.05

    name = "failures"

    def examine(self, evidence):
        findings = []
        for system in dict.fromkeys(record.system for record in evidence.records):
            met = [record for record in evidence.records if record.system == system]
            failed = [record for record in met if record.failure is not None]
            if len(failed) > self.share * len(met):
                title = f"{system} gave no answer to {len(failed)} of {len(met)} cases."
                advice = "Its scores are partly the floor of the measure. Mend it and run again."
                seen = {"system": system, "first": failed[0].failure}
                findings.append(Finding(self.name, "serious", title, seen, advice))
        return findings
