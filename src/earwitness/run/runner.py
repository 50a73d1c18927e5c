"""Plans which system answers which case, has it done, and stores what comes."""

import pickle
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from earwitness.domain import BatchSystem, Case, Record, System
from earwitness.errors import FolderError, StudyError
from earwitness.run.folder import RunFolder
from earwitness.run.storage import LEFTOVERS, storing, write_whole
from earwitness.run.table import RECORDS, parquet_bytes, records_table
from earwitness.run.worker import KEEP_ALL, Keep, Query, Reply

BATCH = 64
"""Queries a batch. Fixed, so that no answer hangs on the number of workers."""
STORE_EVERY = 2.0
"""Seconds between two shards: what a kill may cost."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Task:
    """Cases, and the systems that answer all of them.

    `keep` says what of an answer is stored: rankings of a whole catalogue fill a disk.
    """

    name: str
    cases: Sequence[Case]
    systems: Mapping[str, System]
    keep: Keep = KEEP_ALL


@dataclass(frozen=True)
class Job:
    """Some queries for one system."""

    task: str
    system: str
    queries: tuple[Query, ...]
    batched: bool
    keep: Keep


class Engine(Protocol):
    """Does jobs somewhere. `run` yields replies as they come, in any order."""

    def run(
        self, payload: bytes, jobs: Sequence[Job], *, seed: int, time_limit: float
    ) -> Iterator[tuple[Job, list[Reply]]]: ...


def run_tasks(
    folder: RunFolder,
    tasks: Sequence[Task],
    *,
    engine: Engine,
    seed: int,
    time_limit: float,
    progress: Progress,
) -> None:
    """Leave the records of all tasks in records.parquet; go on from the shards that are there."""
    shards = Shards(folder.shards)
    if (folder.path / "records.parquet").exists():
        shards.remove()  # where a kill fell between the last two steps
        return
    done = shards.done()
    jobs = [job for task in tasks for job in plan(task, done)]
    counts = {task.name: len(task.cases) * len(task.systems) for task in tasks}
    left = {name: sum(len(j.queries) for j in jobs if j.task == name) for name in counts}
    for name, total in counts.items():
        progress(name, total - left[name], total)
    if jobs:
        systems = {(t.name, name): system for t in tasks for name, system in t.systems.items()}
        payload = _pickled(systems)
        with shards.storing_regularly():
            for job, replies in engine.run(payload, jobs, seed=seed, time_limit=time_limit):
                shards.add(job, replies)
                left[job.task] -= len(replies)
                progress(job.task, counts[job.task] - left[job.task], counts[job.task])
    folder.write_records(shards.merged(tasks))
    shards.remove()


def _pickled(systems: Mapping[tuple[str, str], System]) -> bytes:
    """All systems in one pickle, since they share their songs."""
    try:
        return pickle.dumps(systems)
    except Exception:
        # Pickling runs anyone's code, and raises anything: whose is it?
        for (_, name), system in systems.items():
            try:
                pickle.dumps(system)
            except Exception as error:
                raise StudyError(
                    f"system {name!r} cannot be sent to a worker process: "
                    f"{type(error).__name__}: {error}; keep no open file, lock or lambda in it"
                ) from error
        raise


def plan(task: Task, done: set[tuple[str, str, str]]) -> Iterator[Job]:
    """Jobs of fixed size; one whose queries are all done is left out.

    A batch that was not stored whole is asked again whole, so that its make-up never changes.
    """
    for name, system in task.systems.items():
        batched = isinstance(system, BatchSystem)
        for start in range(0, len(task.cases), BATCH):
            cases = task.cases[start : start + BATCH]
            missing = [case for case in cases if (task.name, name, case.id) not in done]
            if missing:
                asked = cases if batched else missing
                yield Job(
                    task.name, name, tuple((c.id, c.query) for c in asked), batched, task.keep
                )


class Shards:
    """Records on their way: small files, each whole or not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: dict[str, list[Record]] = {}
        self._stored_at = time.monotonic()
        with storing(path):
            path.mkdir(exist_ok=True)
            for leftover in path.glob(LEFTOVERS):
                leftover.unlink()
        self._files = sorted(path.glob("*.parquet"))

    def done(self) -> set[tuple[str, str, str]]:
        """Task, system and case of all that is stored."""
        columns = ("task", "system", "case")
        tables = [_read(file).select(columns) for file in self._files]
        return {
            row
            for table in tables
            for row in zip(*(table[name].to_pylist() for name in columns), strict=True)
        }

    def add(self, job: Job, replies: Sequence[Reply]) -> None:
        records = self._pending.setdefault(job.task, [])
        records += [Record(job.system, case, answer, failure) for case, answer, failure in replies]
        if time.monotonic() - self._stored_at > STORE_EVERY:
            self.store()

    @contextmanager
    def storing_regularly(self) -> Iterator[None]:
        """Whatever ends the block, what was added is stored."""
        try:
            yield
        finally:
            self.store()

    def store(self) -> None:
        if self._pending:
            tables = [records_table(task, records) for task, records in self._pending.items()]
            last = int(self._files[-1].stem) if self._files else -1
            file = self._path / f"{last + 1:06}.parquet"
            write_whole(file, parquet_bytes(pa.concat_tables(tables)))
            self._files.append(file)
            self._pending = {}
        self._stored_at = time.monotonic()

    def merged(self, tasks: Sequence[Task]) -> Iterator[pa.Table]:
        """All records in the order of the plan, each once."""
        table = pa.concat_tables(map(_read, self._files))
        columns = (table[name].to_pylist() for name in ("task", "system", "case"))
        rows = {key: row for row, key in enumerate(zip(*columns, strict=True))}
        for task in tasks:
            for system in task.systems:
                order = [rows[task.name, system, case.id] for case in task.cases]
                yield table.take(pa.array(order, pa.int64()))

    def remove(self) -> None:
        with storing(self._path):
            shutil.rmtree(self._path)


def _read(file: Path) -> pa.Table:
    try:
        table = pq.read_table(file)
    except (pa.ArrowException, OSError) as error:
        raise FolderError(_damaged(file, str(error))) from error
    if table.schema != RECORDS:
        raise FolderError(_damaged(file, "it has other columns"))
    return table


def _damaged(file: Path, why: str) -> str:
    return (
        f"{file} is damaged ({why}); delete it and go on with --resume: what it held is asked again"
    )
