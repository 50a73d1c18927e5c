"""Tune the repertoire recommender on split-half retrieval; report on the songs held out.

Half of the library (whole sets, by a hash of their names) is for tuning: its first halves ask,
its second halves answer. The other half is asked once, against the second halves of all songs.

    python benchmarks/tune_repertoire.py
"""

from itertools import product

import numpy as np

from earwitness.data.library import load_library
from earwitness.data.singers import second_halves, self_retrieval_cases, split_half_cases
from earwitness.domain import Case, System, generator
from earwitness.music.song import Songs
from earwitness.statistics import paired_interval
from earwitness.systems.repertoire import (
    Fit,
    HistogramCosine,
    HistogramJS,
    SourceRecommender,
    Tuning,
    tuned_on,
)


def reciprocal_ranks(system: System, cases: list[Case]) -> np.ndarray:
    rng = generator(0)
    found = (system.answer(case.query, rng).items.index(case.id) + 1 for case in cases)
    return 1 / np.fromiter(found, dtype=float)


def tune(songs: Songs) -> None:
    part = Songs(tuple(filter(tuned_on, songs)))
    halves = second_halves(part)
    print(f"Tuning on {len(halves)} songs: HR@1, MRR")
    cases = split_half_cases(part, whole_histogram=True)
    for system in (HistogramCosine(halves), HistogramJS(halves)):
        ranks = reciprocal_ranks(system, cases)
        print(f"  {type(system).__name__:30} {(ranks == 1).mean():.4f} {ranks.mean():.4f}")
    trials = [(True, Tuning(power=power)) for power in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)]
    trials += [
        (False, Tuning(base=base, order=order, near=near))
        for base, order, near in product((0.05, 0.08, 0.12), (0.6, 0.7, 0.8, 1.0), (0.0, 0.5))
    ]
    for whole, tuning in trials:
        cases = split_half_cases(part, whole_histogram=whole)
        ranks = reciprocal_ranks(Fit(halves, tuning=tuning), cases)
        name = f"power {tuning.power}"
        if not whole:
            name = f"base {tuning.base} order {tuning.order} near {tuning.near}"
        print(f"  {name:30} {(ranks == 1).mean():.4f} {ranks.mean():.4f}")


def report(songs: Songs, kind: str) -> None:
    held_out = {song.id for song in songs if not tuned_on(song)}
    halves = second_halves(songs)
    wishes, histograms = (
        [c for c in split_half_cases(songs, whole_histogram=whole) if c.id in held_out]
        for whole in (False, True)
    )
    own = [case for case in self_retrieval_cases(songs) if case.id in held_out]
    asked = {
        "split-half, source": (SourceRecommender(halves), wishes),
        "split-half, histogram cosine": (HistogramCosine(halves), histograms),
        "split-half, histogram JS": (HistogramJS(halves), histograms),
        "split-half, fit by histogram": (Fit(halves), histograms),
        "split-half, fit by wishes": (Fit(halves), wishes),
        "self-retrieval, source": (SourceRecommender(songs), own),
        "self-retrieval, fit by wishes": (Fit(songs), own),
    }
    print(f"Held out, {kind}: n, HR@1, MRR, HR@1 minus the source's [95 %]")
    for name, (system, cases) in asked.items():
        ranks = reciprocal_ranks(system, cases)
        line = f"  {name:30} {len(ranks)} {(ranks == 1).mean():.4f} {ranks.mean():.4f}"
        if name.endswith("source"):
            hits = ranks == 1
        else:
            clusters = [case.groups["set"] for case in cases]
            gain = paired_interval((ranks == 1) * 1.0, hits * 1.0, clusters=clusters)
            line += f" {gain.value:+.4f} [{gain.low:+.4f}, {gain.high:+.4f}]"
        print(line)


if __name__ == "__main__":
    tune(load_library("sung"))
    report(load_library("sung"), "as sung")
    report(load_library("written"), "as written")
