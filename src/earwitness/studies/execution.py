"""From a study file to a run folder with a report in it."""

import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from earwitness.domain import Record
from earwitness.errors import EarwitnessError, StudyError
from earwitness.report import write_report
from earwitness.run import Engine, Progress, RunFolder, run_tasks, write_whole
from earwitness.studies.base import STUDIES, load_study
from earwitness.studies.file import StudyConfig, read_toml, study_name, validate


def execute(
    file: Path, out: Path, *, resume: bool, engine: Engine, progress: Progress
) -> RunFolder:
    """Run the study of `file` into the folder `out`."""
    content = read_toml(file)
    kind = load_study(study_name(file, content, list(STUDIES)))
    config = validate(file, content, kind.config_type)
    sys.path.insert(0, str(file.parent.resolve()))  # the user's own systems lie beside the file
    folder = RunFolder(out)
    with folder.lock():
        study = kind(config, file.parent)
        with own_code(config):
            plan = study.prepare(progress)
        if not any(task.cases for task in plan.tasks):
            raise StudyError(f"{file}: the data give no case to ask; bring more songs or data")
        folder.begin(
            study=config.study,
            protocol=config.protocol,
            config=config.model_dump(mode="json"),
            data=[asdict(used) for used in plan.data],
            seed=config.seed,
            resume=resume,
        )
        run_tasks(
            folder,
            plan.tasks,
            engine=engine,
            seed=config.seed,
            time_limit=config.time_limit,
            progress=progress,
        )
        records = folder.records()
        with own_code(config):
            conclusion = study.conclude(plan, records, progress)
            folder.write_scores(conclusion.scores)
            folder.write_results(conclusion.results)
        for name, content_bytes in conclusion.exports.items():
            path = folder.path / name
            path.parent.mkdir(exist_ok=True)
            write_whole(path, content_bytes)
        manifest = folder.finished(_outcomes(records))
        write_report(folder.path, conclusion.results, manifest, progress)
        folder.write_manifest(manifest)
    return folder


@contextmanager
def own_code(config: StudyConfig) -> Iterator[None]:
    """A fault in a measure or audit of the user's own is one sentence that says where."""
    try:
        yield
    except EarwitnessError:
        raise
    except Exception as error:
        own = [name for name in (*config.measures, *config.audits) if ":" in name]
        if not own:
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        raise StudyError(
            f"{' or '.join(own)} failed: {type(error).__name__}: {error} "
            f"({Path(place.filename).name}:{place.lineno})"
        ) from error


def _outcomes(records: Mapping[str, Sequence[Record]]) -> dict[str, dict[str, Any]]:
    """For each system: how many answers, how many failures, and the first failure's reason."""
    outcomes: dict[str, dict[str, Any]] = {}
    for part in records.values():
        for record in part:
            outcome = outcomes.setdefault(record.system, {"answers": 0, "failures": 0})
            outcome["failures" if record.failure else "answers"] += 1
            if record.failure:
                outcome.setdefault("first_failure", record.failure)
    return outcomes
