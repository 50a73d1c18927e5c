"""Tracks played together, against implicit's neighbours: `python benchmarks/cooccurrence.py`.

On synthetic playlists of the Melon dataset's size (115,071 playlists of 707,989 songs). Both start
from playlists × songs and end with the 200 songs that stand most often beside each of 11,000
seeds, as an evaluation asks. implicit (ItemItemRecommender, two threads) makes the neighbours of
all songs when it is fitted and then looks them up; ours makes those that are asked for. The same
counts come out. Each runs twice, in turn; the better time counts.
"""

import time
from collections.abc import Callable

import numpy as np

SEEDS, DEPTH, REPEATS = 11_000, 200, 2


def bench() -> list[dict[str, object]]:
    """One row: seconds of both, their ratio, and what was run."""
    from implicit.nearest_neighbours import ItemItemRecommender
    from scipy.sparse import csr_matrix

    from earwitness.data.playlists import make_world
    from earwitness.systems.playlists import CoOccurrence
    from earwitness.systems.playlists.cooccurrence import membership

    world = make_world("melon")
    lists = world.playlists()
    seeds = [codes[:1] for codes in lists.take(np.arange(SEEDS))]
    held = membership(world.tracks, lists)
    as_peer_wants = csr_matrix((held.data.astype(float), held.indices, held.indptr), held.shape)

    def ours() -> np.ndarray:
        system = CoOccurrence(world.tracks, lists, exponent=0, shrinkage=0)
        return system.top(seeds, DEPTH).scores

    def theirs() -> np.ndarray:
        system = ItemItemRecommender(K=DEPTH + 1, num_threads=2)
        system.fit(as_peer_wants, show_progress=False)
        codes = np.concatenate(seeds)
        items, counts = system.similar_items(codes, N=DEPTH + 1)
        others = np.where(items == codes[:, None], -1.0, counts)
        return -np.sort(-others, axis=1)[:, :DEPTH]

    times = [(_seconds(ours), _seconds(theirs)) for _ in range(REPEATS)]
    mine, peer = (min(column) for column in zip(*times, strict=True))
    same = float((np.abs(ours() - np.maximum(theirs(), 0)) < 0.5).mean())
    return [
        {
            "name": f"co-occurrence of {len(lists):,} playlists, top-{DEPTH} of {SEEDS:,} seeds",
            "ours": mine,
            "peer": peer,
            "ratio": peer / mine,
            "peer_name": "implicit ItemItemRecommender",
            "target": 1.0,
            "note": f"fit and answers, best of {REPEATS}; {same:.2%} of all counts are the same",
        }
    ]


def _seconds(job: Callable[[], np.ndarray]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


if __name__ == "__main__":
    for row in bench():
        print(
            f"{row['name']}: {row['ours']:.2f} s, {row['peer_name']} {row['peer']:.2f} s, "
            f"{row['ratio']:.1f}× (target {row['target']}×)\n{row['note']}"
        )
