"""What a study is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from earwitness.domain import Record, Results, Scores
from earwitness.run import Progress, Task
from earwitness.studies.file import StudyConfig

STUDIES = {
    "repertoire": "earwitness.studies.repertoire:RepertoireStudy",
    "playlists": "earwitness.studies.playlists:PlaylistsStudy",
}
"""Where each study is found; imported when it is asked for."""


@dataclass(frozen=True)
class DataUsed:
    """What a run was run on."""

    name: str
    sha256: str
    rows: int


@dataclass(frozen=True)
class Plan:
    """Everything that is fixed before a system is asked."""

    tasks: Sequence[Task]
    data: Sequence[DataUsed]


@dataclass(frozen=True)
class Conclusion:
    """Everything that follows from the records. `exports` are further files, by name."""

    scores: Sequence[Scores]
    results: Results
    exports: Mapping[str, bytes] = field(default_factory=dict)


class Study(Protocol):
    """One study with a checked configuration. `folder` is where its file's paths begin."""

    config_type: type[StudyConfig]

    def __init__(self, config: Any, folder: Path) -> None: ...

    def prepare(self, progress: Progress) -> Plan: ...

    def conclude(
        self, plan: Plan, records: Mapping[str, Sequence[Record]], progress: Progress
    ) -> Conclusion: ...


def load_study(name: str) -> type[Study]:
    """The study's class."""
    module, _, attribute = STUDIES[name].partition(":")
    study: type[Study] = getattr(import_module(module), attribute)
    return study
