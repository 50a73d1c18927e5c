"""Watches over one worker process, and ends it when it hangs."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from earwitness.errors import StudyError
from earwitness.run.worker import Keep, Query, Reply

BATCH_PATIENCE = 10
"""A batch may take as long as this many single answers."""

START = "from earwitness.run.worker import main; main()"
START_SECONDS = 300
"""How long a worker may take to load the systems."""


class _Lost(Exception):  # noqa: N818 - it is no error of ours
    """The worker hangs or is gone; the text says which."""


class Guard:
    """One worker process with the systems of a run in it, started anew whenever it was lost.

    `payload` is a file with the pickled systems, `search_path` where their modules are found.
    """

    def __init__(self, payload: Path, search_path: Sequence[str]) -> None:
        self.payload = payload
        self._search_path = list(search_path)
        self._process: subprocess.Popen[bytes] | None = None
        self.stopped = False

    def ask(
        self,
        key: tuple[str, str],
        queries: Sequence[Query],
        seed: int,
        *,
        keep: Keep,
        time_limit: float,
        batched: bool,
    ) -> Iterator[list[Reply]]:
        """Yield replies as they come, every query exactly once, whatever the system does."""
        waiting = list(queries)
        while waiting and not self.stopped:
            try:
                self._start()
                self._sender.send((key, waiting, seed, batched, keep))
                while waiting:
                    replies = self._receive(time_limit * (BATCH_PATIENCE if batched else 1))
                    yield replies
                    waiting = waiting[len(replies) :]
            except (_Lost, BrokenPipeError) as loss:
                self.close()
                if self.stopped:
                    return
                if not batched:
                    yield [(waiting[0][0], None, str(loss))]
                    waiting = waiting[1:]
                batched = False  # one by one, to find the query that it was

    def _start(self) -> None:
        if self._process is not None:
            return
        to_worker, from_worker, lifeline = os.pipe(), os.pipe(), os.pipe()
        theirs = (to_worker[0], from_worker[1], lifeline[0])
        # One thread for linear algebra: the same bytes on any machine, and no crowding.
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-c", START, *map(str, theirs)],
            pass_fds=theirs,
            stdin=subprocess.DEVNULL,
            env=os.environ | threads,
            start_new_session=True,  # Ctrl-C is for the parent, which then ends its workers
        )
        for descriptor in theirs:
            os.close(descriptor)
        self._lifeline = lifeline[1]
        self._sender = Connection(to_worker[1], readable=False)
        self._receiver = Connection(from_worker[0], writable=False)
        self._sender.send((str(self.payload), self._search_path))
        fault: object
        try:
            fault = self._receive(START_SECONDS)
        except _Lost as loss:
            fault = loss
        if fault is not None:
            self.close()
            raise StudyError(
                f"the systems could not be loaded in a worker process: {fault}; their modules must "
                "be importable there"
            )

    def _receive(self, seconds: float) -> list[Reply]:
        if not self._receiver.poll(seconds):
            raise _Lost(f"no answer within {seconds:g} s")
        try:
            replies: list[Reply] = self._receiver.recv()
        except (EOFError, OSError):
            code = self._process.wait() if self._process else 0
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            raise _Lost(f"the process ended with {how}") from None
        return replies

    def stop(self) -> None:
        """From another thread: end the process, and with it what is being asked of it."""
        self.stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._sender.close()
            self._receiver.close()
            os.close(self._lifeline)
            self._process = None
