"""Worker processes on this machine."""

import queue
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from earwitness.run.guard import Guard
from earwitness.run.runner import Job
from earwitness.run.storage import write_whole
from earwitness.run.worker import Reply

Event = tuple[Job, list[Reply]] | Exception | None
"""Replies, an error that ends the run, or None when a thread has nothing left to do."""


@dataclass(frozen=True)
class LocalEngine:
    """`workers` processes, each watched by a thread of this one."""

    workers: int = 1

    def run(
        self, payload: bytes, jobs: Sequence[Job], *, seed: int, time_limit: float
    ) -> Iterator[tuple[Job, list[Reply]]]:
        todo: queue.SimpleQueue[Job] = queue.SimpleQueue()
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        for job in jobs:
            todo.put(job)
        with tempfile.TemporaryDirectory(prefix="earwitness-") as folder:
            file = Path(folder) / "systems.pickle"
            write_whole(file, payload)
            guards = [Guard(file, sys.path) for _ in range(min(self.workers, len(jobs)))]
            threads = [
                threading.Thread(target=_work, args=(guard, todo, events, seed, time_limit))
                for guard in guards
            ]
            try:
                for thread in threads:
                    thread.start()
                yield from _until_all_end(events, len(threads))
            finally:
                for guard in guards:
                    guard.stop()
                for thread in threads:
                    thread.join()


def _work(
    guard: Guard,
    todo: queue.SimpleQueue[Job],
    events: queue.SimpleQueue[Event],
    seed: int,
    time_limit: float,
) -> None:
    try:
        while not guard.stopped:
            job = todo.get_nowait()
            for replies in guard.ask(
                (job.task, job.system),
                job.queries,
                seed,
                keep=job.keep,
                time_limit=time_limit,
                batched=job.batched,
            ):
                events.put((job, replies))
    except queue.Empty:
        pass
    except Exception as error:  # noqa: BLE001 - raised again in the main thread
        events.put(error)
    finally:
        guard.close()
        events.put(None)


def _until_all_end(
    events: queue.SimpleQueue[Event], threads: int
) -> Iterator[tuple[Job, list[Reply]]]:
    while threads:
        event = events.get()
        if event is None:
            threads -= 1
        elif isinstance(event, Exception):
            raise event
        else:
            yield event
