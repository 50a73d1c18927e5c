"""Studies without their reports, and run folders made by hand."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from earwitness.domain import (
    Account,
    Answer,
    Estimate,
    MeasureInfo,
    Record,
    Results,
    Scores,
    to_json,
)
from earwitness.run import LocalEngine, RunFolder, run_tasks
from earwitness.run.table import records_table
from earwitness.studies.base import Conclusion
from earwitness.studies.estimating import Estimator
from earwitness.studies.repertoire import RepertoireStudy
from earwitness.studies.words import find

INFOS = [
    MeasureInfo("HR@1", "Hit rate", "higher", 0.0, 1.0, 0.0, "x"),
    MeasureInfo("delay", "Delay", "lower", 0.0, None, None, "x"),
    MeasureInfo("length", "Length", "neither", 0.0, None, None, "x"),
]
ACCOUNT = Account("T", "Q?", ["v"], ["c"], ["d"], ["l"], "m", "b")


@pytest.fixture
def make_run(tmp_path):
    """Write a finished run folder whose scores are given as {measure: {system: values}}."""

    def make(name, values, *, cases=None, sets=None, study="repertoire", estimator=None):
        measures = tuple(values)
        systems = tuple(next(iter(values.values())))
        n = len(next(iter(values[measures[0]].values())))
        cases = tuple(cases or (f"case {i}" for i in range(n)))
        groups = {"set": tuple(sets or cases), "half": tuple("ab"[i % 2] for i in range(n))}
        array = np.array([[values[m][s] for s in systems] for m in measures], dtype=float)
        scores = Scores("task", measures, systems, cases, array, groups)
        estimator = estimator or Estimator(42, 200, 0.95, "set")
        estimates = estimator.estimates(scores, by="half")
        comparisons = estimator.comparisons(scores, measures) if len(systems) > 1 else []
        folder = RunFolder(tmp_path / name)
        config = {"seed": 42}
        folder.begin(study=study, protocol="sound", config=config, data=[], seed=42, resume=False)
        records = [Record(s, c, Answer(("a",))) for s in systems for c in cases]
        folder.write_records([records_table("task", records)])
        folder.write_scores([scores])
        infos = [info for info in INFOS if info.label in measures]
        about = dict.fromkeys(systems, "a system")
        folder.write_results(
            Results(study, "sound", ACCOUNT, about, infos, estimates, comparisons, clusters="set")
        )
        folder.write_manifest(folder.finished({}))
        return folder

    return make


@dataclass(frozen=True)
class Concluded:
    """A study that was run to its end."""

    study: RepertoireStudy
    records: Mapping[str, Sequence[Record]]
    conclusion: Conclusion

    @property
    def results(self) -> Results:
        return self.conclusion.results

    @property
    def plain(self) -> dict[str, Any]:
        """As results.json holds it."""
        return json.loads(json.dumps(to_json(self.results), allow_nan=False))

    def estimate(self, system: str, measure: str, **groups: str) -> Estimate:
        return find(self.results.estimates, system, measure, **groups)


@pytest.fixture(scope="session")
def conclude(tmp_path_factory):
    """Run a study as `execute` does, but write no report."""

    def run(**config: Any) -> Concluded:
        config = RepertoireStudy.config_type(**({"study": "repertoire", "resamples": 200} | config))
        study = RepertoireStudy(config, Path())
        plan = study.prepare(nothing)
        out = RunFolder(tmp_path_factory.mktemp("concluded"))
        out.begin(study="x", protocol="y", config={}, data=[], seed=config.seed, resume=False)
        engine, seed, limit = LocalEngine(), config.seed, config.time_limit
        run_tasks(out, plan.tasks, engine=engine, seed=seed, time_limit=limit, progress=nothing)
        records = out.records()
        return Concluded(study, records, study.conclude(plan, records, nothing))

    return run


def nothing(*_: object) -> None:
    """Progress that nobody watches."""


@pytest.fixture
def own_module(tmp_path, monkeypatch):
    """Write a module beside the study; forget it afterwards."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    written = []

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)
        written.append(name)

    yield write
    for name in written:
        sys.modules.pop(name, None)
