"""Recall@20 + nDCG@20 + MRR over 100,000 cases × 20 items, beside ranx.

Both get the same integer arrays, and must give the same three means.

- first call: a fresh process goes from the arrays to the three means. The import of the library
  does not count. ranx compiles its code in that call; what it takes once its compiled code lies
  on disk stands in the note.
- warm: the second call, with what each library asks for built. For ranx that is a Qrels and a
  Run; for earwitness the arrays themselves, so matching ids counts.
- warm, scoring alone: ranx has its innermost form (typed lists of arrays), earwitness its Hits.

ranx runs on all cores, earwitness on one. Run `python benchmarks/ranking.py` to see the table.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

CASES = 100_000
DEPTH = 20
CATALOGUE = 50_000
THEIR_NAMES = ["recall@20", "ndcg@20", "mrr"]

Arrays = tuple[np.ndarray, np.ndarray, np.ndarray]


def bench() -> list[dict[str, Any]]:
    """One row a comparison: seconds of both, their ratio and the ratio aimed at."""
    with tempfile.TemporaryDirectory() as empty:
        ours, theirs = _fresh("ours"), _fresh("ranx", NUMBA_CACHE_DIR=empty)
        compiled = _fresh("ranx", NUMBA_CACHE_DIR=empty)
    np.testing.assert_allclose(ours["means"], theirs["means"], rtol=1e-9)
    ratio = compiled["first"] / ours["first"]
    note = f"with compiled code on disk ranx takes {compiled['first']:.1f} s: ratio {ratio:.0f}"
    return [
        _row("ranking, first call", ours["first"], theirs["first"], 100, note),
        _row("ranking, warm", ours["warm"], compiled["warm"], 5, "matching ids included"),
        _row(
            "ranking, warm, scoring alone",
            ours["alone"],
            compiled["alone"],
            5,
            "ranx matches ids within this time; ours are matched already, which took "
            f"{ours['warm'] - ours['alone']:.3f} s",
        ),
    ]


def arrays() -> Arrays:
    """Distinct items a case, 1 to 20 relevant ids a case, about a third of them hit."""
    rng = np.random.default_rng(1)
    width = 2 * DEPTH
    ids = rng.integers(0, CATALOGUE // width, (CASES, width)) * width + np.arange(width)
    ids = rng.permuted(ids, axis=1)
    counts = rng.integers(1, 21, CASES)
    wanted = rng.permuted(ids[:, DEPTH // 2 :], axis=1)
    relevant = wanted[np.arange(wanted.shape[1]) < counts[:, None]]
    return np.ascontiguousarray(ids[:, :DEPTH]), relevant, np.concatenate([[0], counts.cumsum()])


def measure_ours() -> dict[str, Any]:
    """Seconds of the first call, of a warm one, and of scoring alone."""
    from earwitness.measures import MRR, NDCG, Hits, Recall

    given = arrays()
    measures = [Recall(20), NDCG(20), MRR()]

    def score(hits: Hits) -> list[float]:
        return [float(measure.score_hits(hits).mean()) for measure in measures]

    first, means = _timed(lambda: score(Hits.from_arrays(*given)))
    hits = Hits.from_arrays(*given)
    return {
        "first": first,
        "means": means,
        "warm": _best(lambda: score(Hits.from_arrays(*given))),
        "alone": _best(lambda: score(hits)),
    }


def measure_ranx() -> dict[str, Any]:
    """The same of ranx."""
    warnings.simplefilter("ignore")
    from ranx import Qrels, Run, evaluate

    given = arrays()
    built = []

    def first_call() -> list[float]:
        qrels, run = _as_dicts(*given)
        built.extend([Qrels(qrels), Run(run)])
        return score(*built)

    def score(qrels: Any, run: Any) -> list[float]:
        found = evaluate(qrels, run, THEIR_NAMES, save_results_in_run=False)
        return [float(found[name]) for name in THEIR_NAMES]

    first, means = _timed(first_call)
    lists = [one.to_typed_list() for one in built]
    return {
        "first": first,
        "means": means,
        "warm": _best(lambda: score(*built)),
        "alone": _best(lambda: score(*lists)),
    }


def _as_dicts(
    items: np.ndarray, relevant: np.ndarray, starts: np.ndarray
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """What ranx is made from: the preferred way of its documentation."""
    scores = np.arange(DEPTH, 0, -1).astype(float).tolist()
    names = list(map(str, relevant.tolist()))
    bounds = starts.tolist()
    qrels = {
        str(case): dict.fromkeys(names[begin:end], 1)
        for case, (begin, end) in enumerate(pairwise(bounds))
    }
    run = {
        str(case): dict(zip(map(str, row), scores, strict=True))
        for case, row in enumerate(items.tolist())
    }
    return qrels, run


def _timed(call: Callable[[], list[float]]) -> tuple[float, list[float]]:
    begin = time.perf_counter()
    value = call()
    return time.perf_counter() - begin, value


def _best(call: Callable[[], list[float]], repeats: int = 5) -> float:
    return min(_timed(call)[0] for _ in range(repeats))


def _fresh(who: str, **environment: str) -> dict[str, Any]:
    """What a process of its own measures."""
    done = subprocess.run(
        [sys.executable, __file__, who],
        env=os.environ | environment,
        capture_output=True,
        check=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _row(name: str, ours: float, peer: float, target: float, note: str) -> dict[str, Any]:
    return {
        "name": f"{name}: {CASES:,} cases × {DEPTH}, Recall@20 + nDCG@20 + MRR",
        "ours": ours,
        "peer": peer,
        "ratio": peer / ours,
        "peer_name": "ranx",
        "target": target,
        "note": note,
    }


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps({"ours": measure_ours, "ranx": measure_ranx}[sys.argv[1]]()))
    else:
        for row in bench():
            print(
                f"{row['name']}\n"
                f"  ours {row['ours']:.3f} s, {row['peer_name']} {row['peer']:.2f} s: "
                f"{row['ratio']:.0f} times as fast (aim {row['target']}); {row['note']}"
            )
