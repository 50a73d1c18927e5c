"""The sanity checks of a run folder."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from earwitness.domain import Results, Scores
from earwitness.errors import EarwitnessError
from earwitness.run import RunFolder, fingerprint

FILES = ("manifest.json", "records.parquet", "scores.parquet", "results.json", "report.html")
FOLDERS = ("figures", "tables")


@dataclass(frozen=True)
class Check:
    """One check: what was seen, or the fault that was found."""

    name: str
    seen: str
    fault: str | None = None


def check_folder(folder: RunFolder) -> list[Check]:
    """All checks; one that cannot even be made has failed."""
    return [_made(name, look, folder) for name, look in CHECKS.items()]


def _made(name: str, look: Callable[[RunFolder], str], folder: RunFolder) -> Check:
    try:
        return Check(name, look(folder))
    except (EarwitnessError, _Fault) as error:
        return Check(name, "", str(error))


class _Fault(Exception):  # noqa: N818 - it is what was found
    """What is wrong, in words."""


def _first_fault(faults: Iterator[str]) -> None:
    for fault in faults:
        raise _Fault(fault)


def _complete(folder: RunFolder) -> str:
    manifest = folder.manifest()
    if not manifest["complete"]:
        raise _Fault("the run was not finished; go on with --resume")
    if folder.shards.exists():
        raise _Fault("the run is complete, but shards of it are left")
    return f"run of {manifest['study']} ({manifest['protocol']}), finished"


def _files(folder: RunFolder) -> str:
    missing = [name for name in FILES if not (folder.path / name).is_file()]
    missing += [
        name
        for name in FOLDERS
        if not (folder.path / name).is_dir() or not any((folder.path / name).iterdir())
    ]
    if missing:
        raise _Fault(f"missing or empty: {', '.join(missing)}")
    return f"{len(FILES)} files and {len(FOLDERS)} folders"


def _config(folder: RunFolder) -> str:
    manifest = folder.manifest()
    if fingerprint(manifest["config"]) != manifest["config_sha256"]:
        raise _Fault("the configuration is not the one that the run was begun with")
    return f"sha256 {manifest['config_sha256'][:12]}…"


def _records(folder: RunFolder) -> str:
    records = folder.records()
    total = failures = 0
    for task, rows in records.items():
        cases: dict[str, list[tuple[str, int, str | None]]] = {}
        for row in rows:
            cases.setdefault(row.system, []).append((row.case, row.step, row.person))
            failures += row.failure is not None
            if (row.answer is None) == (row.failure is None):
                raise _Fault(f"{task}: {row.system} on {row.case} has neither answer nor failure")
        total += len(rows)
        first = next(iter(cases.values()))
        for system, met in cases.items():
            if len(set(met)) != len(met):
                raise _Fault(f"{task}: {system} has two records of one case")
            if met != first:
                raise _Fault(f"{task}: {system} met other cases than the first system")
    return f"{total:,} records, {failures:,} of them failures"


def _ranges(folder: RunFolder) -> str:
    infos = {info.label: info for info in folder.results().measures}
    values = 0
    for part in folder.scores():
        values += part.values.size
        for m, measure in enumerate(part.measures):
            info = infos.get(measure)
            if info is None:
                raise _Fault(f"{part.task}: results.json does not describe {measure}")
            known = part.values[m][~np.isnan(part.values[m])]
            low, high = (
                -np.inf if info.low is None else info.low,
                np.inf if info.high is None else info.high,
            )
            outside = known[(known < low - 1e-9) | (known > high + 1e-9)]
            if outside.size:
                raise _Fault(
                    f"{part.task}: {measure} is {outside[0]:g}, outside {low:g} to {high:g}"
                )
    return f"{values:,} scores within the ranges of their measures"


def _estimates(folder: RunFolder) -> str:
    results = folder.results()
    if not results.estimates:
        raise _Fault("results.json has no estimate")
    _first_fault(_estimate_faults(results, {part.task: part for part in folder.scores()}))
    return f"{len(results.estimates):,} estimates, {len(results.comparisons):,} comparisons"


def _estimate_faults(results: Results, scores: dict[str, Scores]) -> Iterator[str]:
    for e in results.estimates:
        where = f"{e.system}, {e.measure} ({', '.join(e.groups.values())})"
        if e.value is None and e.n:
            yield f"{where}: undefined over {e.n} scores"
        known = None not in (e.value, e.low, e.high)
        if known and not e.low - 1e-9 <= e.value <= e.high + 1e-9:  # type: ignore[operator]
            yield f"{where}: {e.value} lies outside its interval [{e.low}, {e.high}]"
        part = scores.get(e.groups.get("task", ""))
        if part is None or set(e.groups) != {"task"} or e.measure not in part.measures:
            continue
        undefined = int(np.isnan(part.of(e.measure, e.system)).sum())
        if e.n + e.undefined == len(part.cases) and e.undefined != undefined:
            yield f"{where}: says {e.undefined} undefined, the scores have {undefined}"


def _no_nan(folder: RunFolder) -> str:
    def refuse(constant: str) -> Any:
        raise _Fault(f"results.json holds {constant}")

    try:
        text = (folder.path / "results.json").read_text(encoding="utf-8")
        json.loads(text, parse_constant=refuse)
    except (OSError, ValueError) as error:
        raise _Fault(f"results.json cannot be read: {error}") from error
    return "results.json has no nan"


CHECKS: dict[str, Callable[[RunFolder], str]] = {
    "complete": _complete,
    "files": _files,
    "configuration": _config,
    "records": _records,
    "score ranges": _ranges,
    "estimates": _estimates,
    "no nan": _no_nan,
}
