"""Speed of the repertoire recommenders, beside a plain loop over songs.

python benchmarks/repertoire.py
"""

import math
import time
from collections.abc import Callable

from earwitness.data.library import load_library
from earwitness.data.singers import chosen, eligible, self_retrieval_cases, stability_cases
from earwitness.domain import generator
from earwitness.music.singer import Singer
from earwitness.systems.repertoire import VOICES, Fit, SourceRecommender
from earwitness.systems.repertoire.fit import FURTHEST, target

Plain = list[tuple[str, str, dict[int, float]]]
"""Songs as a straightforward program holds them: id, file name, length by pitch."""


def source_loop(songs: Plain, singer: Singer, alpha: float = 0.5, base: float = 0.2):
    """The source's formula, song by song."""
    low, high = singer.low, singer.high
    weights = dict.fromkeys(range(low, high + 1), base)
    for note in singer.favourites:
        weights[note] += 1
    for note in singer.avoids:
        weights[note] = max(0.0, weights[note] - 1)
    norm = math.sqrt(sum(weight**2 for weight in weights.values()))
    rows = []
    for name, filename, held in songs:
        if min(held) < low or max(held) > high:
            continue
        total = sum(held.values())
        dot = sum(length * weights[pitch] for pitch, length in held.items())
        length = math.sqrt(sum(x * x for x in held.values()))
        cosine = dot / (length * norm) if length else 0.0
        penalty = sum(held.get(note, 0.0) for note in singer.avoids) / total if total else 0.0
        rows.append((-round(cosine - alpha * penalty, 4), filename, name))
    return [name for *_, name in sorted(rows)]


def fit_loop(songs: Plain, singer: Singer):
    """Each song in each key: 1 − the Jensen–Shannon divergence from the target."""
    wish = target(singer).tolist()
    rows = []
    for name, filename, held in songs:
        total = sum(held.values()) or 1.0
        best = -1.0
        for shift in range(-FURTHEST, FURTHEST + 1):
            if min(held) + shift < singer.low or max(held) + shift > singer.high:
                continue
            fit = 0.0
            for pitch, length in held.items():
                t, b = wish[pitch + shift], length / total
                if t > 0 and b > 0:
                    both = (t + b) * math.log2(t + b)
                    fit += (both - t * math.log2(t) - b * math.log2(b)) / 2
            best = max(best, fit)
        if best >= 0:
            rows.append((-round(best, 9), filename, name))
    return [name for *_, name in sorted(rows)]


def seconds(job: Callable[[], object], repeats: int) -> float:
    """The shortest of some runs: the least disturbed one."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def plain(songs) -> Plain:
    return [
        (
            song.id,
            song.filename,
            {int(p): float(song.histogram[p]) for p in song.sounded.nonzero()[0]},
        )
        for song in songs
    ]


def bench_fit() -> dict:
    songs = load_library("sung")
    alto = VOICES["alto"]
    singer = Singer(alto.low, alto.high, (69, 67, 64, 62), (74, 73))
    query, rng, fit, simple = (
        singer.to_query(),
        generator(0),
        Fit(songs, transpose=True),
        plain(songs),
    )
    assert list(fit.answer(query, rng).items) == fit_loop(simple, singer)
    return row(
        "one singer, the whole library, all transpositions",
        seconds(lambda: fit.answer(query, rng), 20),
        seconds(lambda: fit_loop(simple, singer), 3),
        "under 0.02 s",
        f"{len(songs)} songs as sung, {len(fit.shifts)} transpositions, an alto's range",
    )


def bench_source() -> dict:
    """The loop answers every 20th query, and its time is taken twenty-fold."""
    songs = load_library("written")
    cases = self_retrieval_cases(songs)
    cases += stability_cases(songs, chosen(eligible(songs, 10), 100, "benchmark"))
    queries = [case.query for case in cases]
    rngs = [generator(0)] * len(queries)
    system, simple = SourceRecommender(songs), plain(songs)
    some = [Singer.from_query(query) for query in queries[::20]]
    for singer in some[::20]:
        expected = source_loop(simple, singer)
        assert list(system.answer(singer.to_query(), rngs[0]).items) == expected
    return row(
        "the source's protocol: every song, every change of 100 baselines",
        seconds(lambda: system.answer_many(queries, rngs), 1),
        seconds(lambda: [source_loop(simple, singer) for singer in some], 1)
        * len(queries)
        / len(some),
        "under 60 s",
        f"{len(queries)} queries, {len(songs)} songs as written, one core",
    )


def row(name: str, ours: float, peer: float, target_: str, note: str) -> dict:
    return {
        "name": name,
        "ours": ours,
        "peer": peer,
        "ratio": peer / ours,
        "peer_name": "a plain Python loop over songs",
        "target": target_,
        "note": note,
    }


def bench() -> list[dict]:
    return [bench_fit(), bench_source()]


if __name__ == "__main__":
    for found in bench():
        print(
            f"{found['name']} ({found['note']}): {found['ours']:.4f} s, target {found['target']}; "
            f"{found['peer_name']} {found['peer']:.3f} s, {found['ratio']:.0f} times as long"
        )
