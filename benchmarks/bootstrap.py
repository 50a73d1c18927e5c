"""Bootstrap intervals of many measures at once, against scipy: `python benchmarks/bootstrap.py`.

Both do the whole work: 10,000 resamples of 10,000 cases, jointly for 8 measures, and BCa
intervals (the default of both) of the eight means. scipy gets the measures as rows, where it is
fastest, and 50 resamples at one time, as all at once would take 6.4 GB. Each runs three times in
a fresh process of its own, in turn; the best time counts, and the process's peak memory.
"""

import multiprocessing
import resource
import time
from collections.abc import Callable

import numpy as np

CASES, MEASURES, RESAMPLES = 10_000, 8, 10_000
REPEATS = 3
MEMORY_LIMIT_MB = 500


def _scores() -> np.ndarray:
    return np.random.default_rng(42).beta(2, 5, (CASES, MEASURES))


def _ours() -> None:
    from earwitness.statistics import mean_intervals

    mean_intervals(_scores(), resamples=RESAMPLES)


def _scipy() -> None:
    from scipy.stats import bootstrap

    rows = np.ascontiguousarray(_scores().T)
    bootstrap((rows,), np.mean, axis=-1, n_resamples=RESAMPLES, batch=50, rng=42)


def _measure(job: Callable[[], None]) -> tuple[float, float]:
    """Seconds, and the peak memory of this process in MB, with what it has imported."""
    # Imports are no part of the work.
    import scipy.stats  # noqa: F401

    import earwitness.statistics  # noqa: F401

    start = time.perf_counter()
    job()
    seconds = time.perf_counter() - start
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _in_fresh_process(job: Callable[[], None]) -> tuple[float, float]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_measure, (job,))


def bench() -> list[dict[str, object]]:
    """One row: seconds of both, their ratio, and what was run."""
    runs = [(_in_fresh_process(_ours), _in_fresh_process(_scipy)) for _ in range(REPEATS)]
    ours, peer = (min(run[side][0] for run in runs) for side in (0, 1))
    memory, peer_memory = (max(run[side][1] for run in runs) for side in (0, 1))
    return [
        {
            "name": "bootstrap of 10,000 cases × 8 measures",
            "ours": ours,
            "peer": peer,
            "ratio": peer / ours,
            "peer_name": "scipy.stats.bootstrap",
            "target": 8.0,
            "note": (
                f"10,000 resamples, BCa, best of {REPEATS}; peak memory {memory:.0f} MB "
                f"(limit {MEMORY_LIMIT_MB}), scipy {peer_memory:.0f} MB with batch=50"
            ),
        }
    ]


if __name__ == "__main__":
    for row in bench():
        print(
            f"{row['name']}: {row['ours']:.2f} s, {row['peer_name']} {row['peer']:.2f} s, "
            f"{row['ratio']:.1f}× (target {row['target']:.0f}×)\n{row['note']}"
        )
