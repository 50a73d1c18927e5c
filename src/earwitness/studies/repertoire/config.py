"""The study file of the repertoire study."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from earwitness.studies.file import Options, StudyConfig
from earwitness.studies.repertoire.systems import ABOUT, WITH_ALPHA

Count = Annotated[int, Field(ge=1)]


class DataOptions(Options):
    """`library`: "embedded", or the path of a folder, a tar or a tessituragrams.json."""

    library: str = "embedded"
    counting: Literal["written", "sung"] = "written"


class SourceOptions(Options):
    """The plan's numbers, and the ways in which its published run departed from it."""

    queries: Count | Literal["all"] = "all"
    chosen_by: Literal["hash", "listing"] = "hash"
    baselines: Count | Literal["all"] = 5
    profiles: Count | Literal["all"] = 25
    candidates: Count = 10
    tau_interval: Literal["changes", "baselines"] = "changes"
    correlation: Literal["pearson", "spearman"] = "pearson"
    alphas: list[Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=lambda: [0.0, 0.25, 0.5, 0.75, 1.0]
    )


class SoundOptions(Options):
    """How much the sound protocol asks; "all" where nothing is left out."""

    songs: Count | Literal["all"] = "all"
    candidates: Count = 10
    changes_per_kind: Count | Literal["all"] = 1
    singers_per_voice: Count = 100
    transposed_singers: Count = 100


class RepertoireConfig(StudyConfig):
    """What the study file may hold."""

    study: Literal["repertoire"] = "repertoire"
    data: DataOptions = DataOptions()
    source: SourceOptions = SourceOptions()
    sound: SoundOptions = SoundOptions()

    @model_validator(mode="after")
    def _names_differ(self) -> "RepertoireConfig":
        for name in self.systems:
            if name in ABOUT or name.startswith(WITH_ALPHA):
                raise ValueError(f"`systems.{name}` is the name of a built-in; choose another")
        return self
