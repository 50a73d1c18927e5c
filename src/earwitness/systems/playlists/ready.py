"""Recommendations that someone made elsewhere, read from a file.

- `.csv` and `.parquet`: one row a recommended track, with the columns `seed`, `item`, `rank` (1 is
  best) and, if there are any, `score`.
- `.run` and `.trec`: TREC's run format, `seed Q0 item rank score name` divided by blanks.

A seed is a track id. Where a query has several, their ids joined by "+" in the query's order.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from earwitness.catalogue import Tracks
from earwitness.domain import Answer
from earwitness.errors import DataError

COLUMNS = ("seed", "item", "rank")


class Ready:
    """Answers from a file. A query that it does not hold gets an empty list.

    The file is checked whole: tracks that are not in the catalogue, a track twice for one seed or
    the seed itself, a rank twice, and scores that rise with the rank are refused with the place.
    """

    def __init__(self, tracks: Tracks, path: Path | str) -> None:
        table = _read(Path(path))
        self._answers = _checked(table, tracks, Path(path))

    def recommend(self, seed_song_id: str | int, topk: int) -> list[str]:
        """The ids of the first `topk` tracks for one seed."""
        return list(self._answer({"seeds": [str(seed_song_id)], "k": topk}).items)

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        del rng  # nothing here is random
        return self._answer(query)

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        del rngs
        return [self._answer(query) for query in queries]

    def _answer(self, query: Mapping[str, Any]) -> Answer:
        whole = self._answers.get("+".join(query["seeds"]), Answer())
        kept = slice(query["k"])
        return Answer(whole.items[kept], whole.scores and whole.scores[kept])


def _read(path: Path) -> Any:
    """The file as an Arrow table of text ids, whole ranks and, if any, scores."""
    import pyarrow as pa
    from pyarrow import compute, csv, parquet

    try:
        if path.suffix == ".parquet":
            table = parquet.read_table(path)
        elif path.suffix == ".csv":
            ids = csv.ConvertOptions(column_types={"seed": pa.string(), "item": pa.string()})
            table = csv.read_csv(path, convert_options=ids)
        elif path.suffix in {".run", ".trec"}:
            table = _trec(path)
        else:
            raise DataError(f"{path} ends in {path.suffix!r}; use .csv, .parquet, .run or .trec")
        lacking = [name for name in COLUMNS if name not in table.column_names]
        if lacking:
            raise DataError(f"{path} has no column {lacking[0]!r}; it needs seed, item and rank")
        kinds = {
            "seed": pa.string(),
            "item": pa.string(),
            "rank": pa.int64(),
            "score": pa.float64(),
        }
        columns = {
            name: compute.cast(table[name], kind)
            for name, kind in kinds.items()
            if name in table.column_names
        }
    except (OSError, pa.ArrowException) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
    if any(column.null_count for column in columns.values()):
        raise DataError(f"{path} has rows with empty cells; fill or remove them")
    return pa.table(columns)


def _trec(path: Path) -> Any:
    import pyarrow as pa

    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        fields = line.split()
        if len(fields) != 6:
            raise DataError(
                f"{path}, line {number}: {len(fields)} fields; a TREC run has six, "
                "`seed Q0 item rank score name`"
            )
        rows.append(fields)
    names = {"seed": 0, "item": 2, "rank": 3, "score": 4}
    return pa.table({name: [row[place] for row in rows] for name, place in names.items()})


def _checked(table: Any, tracks: Tracks, path: Path) -> dict[str, Answer]:
    """The answers by seed; a fault is told with the seed that it stands at."""
    lists: dict[str, list[tuple[int, str, float | None]]] = {}
    scores = table["score"].to_pylist() if "score" in table.column_names else [None] * len(table)
    columns = (table[name].to_pylist() for name in COLUMNS)
    for seed, item, rank, score in zip(*columns, scores, strict=True):
        lists.setdefault(seed, []).append((rank, item, score))
    answers = {}
    for seed, rows in lists.items():
        rows.sort(key=lambda row: row[0])
        items = tuple(item for _, item, _ in rows)
        fault = _fault(seed, rows, items, tracks)
        if fault:
            raise DataError(f"{path}, seed {seed}: {fault}")
        numbers = tuple(score for _, _, score in rows if score is not None)
        answers[seed] = Answer(items, numbers or None)
    return answers


def _fault(
    seed: str, rows: Sequence[tuple[int, str, float | None]], items: Sequence[str], tracks: Tracks
) -> str | None:
    """What is wrong with a seed's list, in words; None where nothing is."""
    unknown = [item for item in items if item not in tracks.code]
    if unknown:
        return f"track {unknown[0]!r} is not in the catalogue"
    if len(set(items)) < len(items):
        return "a track is named twice"
    if set(seed.split("+")) & set(items):
        return "the seed itself is recommended"
    ranks = [rank for rank, _, _ in rows]
    if ranks[0] < 0 or len(set(ranks)) < len(ranks):
        return "ranks must be different and not below 0"
    scores = [score for _, _, score in rows if score is not None]
    if not np.isfinite(scores).all() or scores != sorted(scores, reverse=True):
        return "scores must be finite and fall with the rank"
    return None
