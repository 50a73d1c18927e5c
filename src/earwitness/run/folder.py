"""The run folder: what is in it, and when it may be trusted."""

import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from earwitness import __version__
from earwitness.domain import Record, Results, Scores, from_json, to_json
from earwitness.errors import FolderError
from earwitness.run.storage import LEFTOVERS, storing, write_json, write_whole

T = TypeVar("T")

FORMAT = 1
"""The layout of the folder. A folder of another layout is refused, not guessed at."""
MANIFEST: Mapping[str, type] = {
    "study": str,
    "protocol": str,
    "config": dict,
    "config_sha256": str,
    "data": list,
    "versions": dict,
    "times": dict,
    "complete": bool,
}
"""What is read from a manifest, so that its absence is told before it is missed."""


def fingerprint(value: Any) -> str:
    """SHA-256 of the value as canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class RunFolder:
    """Reads and writes the files that product.md names; each is whole or not there."""

    path: Path

    # Beginning, resuming, ending

    def begin(
        self,
        *,
        study: str,
        protocol: str,
        config: Mapping[str, Any],
        data: Sequence[Mapping[str, Any]],
        seed: int,
        resume: bool,
    ) -> None:
        """Write the manifest of a new run, or check that the run there is the same one."""
        identity = {
            "format": FORMAT,
            "study": study,
            "protocol": protocol,
            "config": config,
            "config_sha256": fingerprint(config),
            "data": list(data),
            "seed": seed,
        }
        with storing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            for leftover in self.path.glob(LEFTOVERS):
                leftover.unlink()
        if self.manifest_path.exists():
            self._check_same(identity, resume=resume)
            return
        if any(self.path.iterdir()):
            raise FolderError(
                f"{self.path} is not empty and holds no run; choose an empty or new folder"
            )
        times = {"started": _now()}
        self.write_manifest(identity | {"versions": _versions(), "times": times, "complete": False})

    def _check_same(self, identity: Mapping[str, Any], *, resume: bool) -> None:
        stored = self.manifest()
        begun_by = stored["versions"].get("earwitness")
        if not resume:
            raise FolderError(
                f"{self.path} already holds a run; go on with it by --resume, or choose another "
                "--out"
            )
        if begun_by != __version__:
            raise FolderError(
                f"{self.path} was begun by earwitness {begun_by} and this is {__version__}; finish "
                "it with that version, or choose another --out"
            )
        for key, what in (("config_sha256", "configuration"), ("data", "data")):
            if stored[key] != identity[key]:
                raise FolderError(
                    f"{self.path} holds a run with another {what}; choose another --out, or run "
                    "the study file it was begun with"
                )

    def finished(self, systems: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """The manifest of a complete run, with what is known of each system (its failures)."""
        manifest = self.manifest()
        manifest["times"] |= {"finished": _now()}
        return manifest | {"systems": systems, "complete": True}

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        write_json(self.manifest_path, manifest)

    def lock(self) -> "Lock":
        """Keep a second process out while this one runs; released by the system at its end."""
        return Lock(self.path)

    # What is stored

    @property
    def manifest_path(self) -> Path:
        return self.path / "manifest.json"

    @property
    def shards(self) -> Path:
        """Where records lie while the run goes on."""
        return self.path / "shards"

    def manifest(self) -> dict[str, Any]:
        if not self.manifest_path.exists():
            raise FolderError(f"{self.path} is not a run folder: it has no manifest.json")
        manifest = _read_json(self.manifest_path)
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            found = manifest.get("format") if isinstance(manifest, dict) else None
            raise FolderError(
                f"{self.path} has the layout {found!r} and this earwitness reads layout {FORMAT}; "
                "run the study again, or use the version that wrote it"
            )
        for key, kind in MANIFEST.items():
            if not isinstance(manifest.get(key), kind):
                raise FolderError(f"{self.manifest_path} is damaged: {key!r} is missing or wrong")
        return manifest

    def write_records(self, tables: Iterable[Any]) -> None:
        import pyarrow as pa

        from earwitness.run.table import parquet_bytes

        write_whole(self.path / "records.parquet", parquet_bytes(pa.concat_tables(list(tables))))

    def records(self) -> dict[str, list[Record]]:
        """All records by task, in the order in which they were planned."""
        from earwitness.run.table import table_records

        return self._by_task("records.parquet", table_records)

    def write_scores(self, scores: Iterable[Scores]) -> None:
        from earwitness.run.table import parquet_bytes, scores_table

        write_whole(self.path / "scores.parquet", parquet_bytes(scores_table(scores)))

    def scores(self) -> list[Scores]:
        """The scores of each task."""
        from earwitness.run.table import table_scores

        return list(self._by_task("scores.parquet", table_scores).values())

    def write_results(self, results: Results) -> None:
        write_json(self.path / "results.json", to_json(results))

    def results(self) -> Results:
        self.manifest()  # results of another layout are not guessed at
        path = self.path / "results.json"
        if not path.exists():
            raise FolderError(
                f"{self.path} has no results.json: the run was not finished; go on with --resume"
            )
        try:
            return from_json(_read_json(path))
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise FolderError(f"{path} is not a results file of this version: {error}") from error

    def _by_task(self, name: str, parse: Callable[[Any], T]) -> dict[str, T]:
        """What `parse` makes of the rows of each task, in the order of the file."""
        import pyarrow as pa
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        path = self.path / name
        if not path.exists():
            raise FolderError(
                f"{self.path} has no {name}: the run was not finished; go on with --resume"
            )
        try:
            table = pq.read_table(path)
            tasks = table["task"].unique().to_pylist()
            return {task: parse(table.filter(pc.equal(table["task"], task))) for task in tasks}
        except (pa.ArrowException, OSError, LookupError, TypeError, ValueError) as error:
            raise FolderError(f"{path} is damaged: {error}; run the study again") from error


class Lock:
    """An exclusive lock on the folder itself, so that no file is left behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        with storing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._descriptor)
            raise FolderError(
                f"another process is running in {self.path}; wait for it, or choose another --out"
            ) from error

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (ValueError, OSError) as error:
        raise FolderError(f"{path} is damaged: {error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    packages = ("numpy", "scipy", "pyarrow")
    return {
        "earwitness": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }
