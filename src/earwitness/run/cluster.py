"""Worker processes on a Dask cluster.

Each task of the cluster is one job. It is done by a guarded process of the Dask worker's machine,
as on one machine, so that a system that hangs or dies takes no Dask worker with it. The package
and the user's modules must be importable there.
"""

import hashlib
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from earwitness.errors import StudyError
from earwitness.run.guard import Guard
from earwitness.run.runner import Job
from earwitness.run.storage import write_whole
from earwitness.run.worker import Reply

_guards: dict[tuple[str, int], Guard] = {}
"""On a Dask worker: one guard a payload and thread, kept from job to job."""


@dataclass(frozen=True)
class DaskEngine:
    """Sends jobs to the scheduler at `address`, such as tcp://10.0.0.1:8786."""

    address: str

    def run(
        self, payload: bytes, jobs: Sequence[Job], *, seed: int, time_limit: float
    ) -> Iterator[tuple[Job, list[Reply]]]:
        from distributed import as_completed

        client = _connect(self.address)
        with client:
            everywhere = client.scatter(payload, broadcast=True, hash=False)
            futures = {
                client.submit(
                    do_job, everywhere, job, sys.path, seed, time_limit, pure=False, retries=2
                ): job
                for job in jobs
            }
            try:
                for future, replies in as_completed(futures, with_results=True):
                    yield futures[future], replies
            finally:
                client.cancel(list(futures))
                client.run(close_guards)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise StudyError(
            "--dask needs dask.distributed; install it with: pip install 'earwitness[dask]'"
        ) from error
    try:
        return Client(address, timeout=10)
    except (OSError, ValueError, TypeError) as error:
        raise StudyError(
            f"no Dask scheduler answers at {address!r} ({error}); give the address that "
            "`dask scheduler` prints, such as tcp://127.0.0.1:8786"
        ) from error


def do_job(
    payload: bytes, job: Job, search_path: Sequence[str], seed: int, time_limit: float
) -> list[Reply]:
    """All replies to one job; runs on a Dask worker."""
    key = hashlib.sha256(payload).hexdigest(), threading.get_ident()
    if key not in _guards:
        file = Path(tempfile.mkdtemp(prefix="earwitness-")) / "systems.pickle"
        write_whole(file, payload)
        _guards[key] = Guard(file, search_path)
    replies = _guards[key].ask(
        (job.task, job.system),
        job.queries,
        seed,
        keep=job.keep,
        time_limit=time_limit,
        batched=job.batched,
    )
    return [reply for group in replies for reply in group]


def close_guards() -> None:
    """End this Dask worker's guarded processes."""
    while _guards:
        _, guard = _guards.popitem()
        guard.stop()
        guard.close()
        shutil.rmtree(guard.payload.parent, ignore_errors=True)
