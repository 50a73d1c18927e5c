"""Records and scores as Parquet."""

import io
import json
from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from earwitness.domain import Answer, Record, Scores

RECORDS = pa.schema(
    [
        ("task", pa.string()),
        ("system", pa.string()),
        ("case", pa.string()),
        ("step", pa.int32()),
        ("person", pa.string()),
        ("items", pa.list_(pa.string())),
        ("scores", pa.list_(pa.float64())),
        ("detail", pa.string()),
        ("failure", pa.string()),
    ]
)


def records_table(task: str, records: Sequence[Record]) -> pa.Table:
    """One row a record; `detail` is JSON; items and scores are null where there is no answer."""
    answers = [record.answer for record in records]
    columns = [
        [task] * len(records),
        [record.system for record in records],
        [record.case for record in records],
        [record.step for record in records],
        [record.person for record in records],
        [a.items if a else None for a in answers],
        [a.scores if a else None for a in answers],
        [json.dumps(a.detail, sort_keys=True) if a and a.detail else None for a in answers],
        [record.failure for record in records],
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, RECORDS, strict=True)]
    return pa.Table.from_arrays(arrays, schema=RECORDS)


def table_records(table: pa.Table) -> list[Record]:
    """The inverse of `records_table`, without the task."""
    items = _item_lists(table["items"])
    columns = [table[name].to_pylist() for name in ("scores", "detail", "failure", "step")]
    names = [table[name].to_pylist() for name in ("system", "case", "person")]
    records = []
    for i, (system, case, person) in enumerate(zip(*names, strict=True)):
        scores, detail, failure, step = (column[i] for column in columns)
        answer = None
        if items[i] is not None:
            answer = Answer(
                items[i] or (),
                None if scores is None else tuple(scores),
                json.loads(detail) if detail else {},
            )
        records.append(Record(system, case, answer, failure, step, person))
    return records


def _item_lists(column: pa.ChunkedArray) -> list[tuple[str, ...] | None]:
    """Tuples that share their strings: rankings name the same songs over and over."""
    rows: list[tuple[str, ...] | None] = []
    for chunk in column.chunks:
        encoded = pc.dictionary_encode(chunk.flatten())
        names = np.array(encoded.dictionary.to_pylist(), dtype=object)
        flat = names[encoded.indices.to_numpy()].tolist() if len(names) else []
        lengths = pc.list_value_length(chunk).to_pylist()
        start = 0
        for length in lengths:
            rows.append(None if length is None else tuple(flat[start : start + length]))
            start += length or 0
    return rows


def scores_table(scores: Iterable[Scores]) -> pa.Table:
    """Long: one row a task, measure, system and case; null is undefined; groups as columns."""
    parts = [_score_rows(part) for part in scores]
    return pa.concat_tables(parts, promote_options="default")


def _score_rows(part: Scores) -> pa.Table:
    measures, systems, cases = part.values.shape
    flat = part.values.reshape(-1)
    repeats = measures * systems
    columns = {
        "task": pa.array([part.task] * flat.size),
        "system": pa.array(np.tile(np.repeat(part.systems, cases), measures).tolist(), pa.string()),
        "case": pa.array(list(part.cases) * repeats, pa.string()),
        "person": pa.nulls(flat.size, pa.string()),
        "measure": pa.array(np.repeat(part.measures, systems * cases).tolist(), pa.string()),
        "value": pa.array(flat, pa.float64(), mask=np.isnan(flat)),
    }
    columns |= {
        name: pa.array(list(labels) * repeats, pa.string()) for name, labels in part.groups.items()
    }
    return pa.table(columns)


def table_scores(table: pa.Table) -> Scores:
    """The inverse of `scores_table` for one task."""
    order = ("measure", "system", "case")
    measures, systems, cases = (tuple(table[name].unique().to_pylist()) for name in order)
    values = table["value"].to_numpy().reshape(len(measures), len(systems), len(cases))
    columns = {"task", "person", "value", *order}
    groups = {
        name: tuple(table[name].slice(0, len(cases)).to_pylist())
        for name in table.column_names
        if name not in columns and table[name].null_count == 0
    }
    return Scores(table["task"][0].as_py(), measures, systems, cases, values, groups)


def parquet_bytes(table: pa.Table) -> bytes:
    """The same table gives the same bytes."""
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()
