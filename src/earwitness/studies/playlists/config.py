"""The study file of the playlists study."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from earwitness.studies.file import Options, StudyConfig

Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(gt=0, lt=1)]
Weight = Annotated[float, Field(ge=0)]


class DataOptions(Options):
    """`path`: "synthetic", or a folder or file of playlists.

    `world` and `world_seed` say which synthetic data. `embeddings` is an .npz of audio embeddings
    (`song_ids`, `embeddings`); synthetic data bring planted ones.
    """

    path: str = "synthetic"
    world: Literal["tiny", "dense", "sparse", "cold", "melon"] = "tiny"
    world_seed: Annotated[int, Field(ge=0)] = 1
    embeddings: str = ""


class CaseOptions(Options):
    """Which playlists are asked about, and with which seed tracks."""

    min_count: Count = 2
    min_length: Annotated[int, Field(ge=2)] = 5
    split: Literal["random", "time"] = "random"
    seed_track: Literal["first", "random", "rare", "popular"] = "first"
    seed_tracks: Count = 1
    most: Count | Literal["all"] | None = None
    cold_share: Share = 0.1


class Item2VecOptions(Options):
    """The source's hyperparameters. More `workers` train faster and are not repeatable."""

    vector_size: Count = 128
    window: Count = 10
    epochs: Count = 5
    negative: Count = 10
    workers: Count = 1
    model: str = ""


class RerankOptions(Options):
    """The source's rules of Stage 1.5."""

    candidates: Count = 200
    artist_free: Count = 3
    artist_penalty: Weight = 0.05
    general_penalty: Weight = 0.008
    special_penalty: Weight = 0.03
    most_per_artist: Count = 2
    special_genres: list[str] = Field(
        default_factory=lambda: ["GN0700", "GN2100", "GN2200", "GN2400"]
    )


class HybridOptions(Options):
    """The source's weights of Stage 3."""

    alpha: Weight = 0.7
    beta: Weight = 0.3
    year: Weight = 0.0
    missing_audio: Literal["zero", "mean"] = "zero"


class SweepOptions(Options):
    """Values to try one by one; each becomes a system of its own. Empty lists try nothing."""

    beta: list[Weight] = Field(default_factory=list)
    general_penalty: list[Weight] = Field(default_factory=list)
    artist_penalty: list[Weight] = Field(default_factory=list)


class PlaylistsConfig(StudyConfig):
    """What the study file may hold."""

    study: Literal["playlists"] = "playlists"
    data: DataOptions = DataOptions()
    cases: CaseOptions = CaseOptions()
    item2vec: Item2VecOptions = Item2VecOptions()
    rerank: RerankOptions = RerankOptions()
    hybrid: HybridOptions = HybridOptions()
    sweep: SweepOptions = SweepOptions()
    cutoffs: list[Annotated[int, Field(ge=1, le=200)]] = Field(default_factory=lambda: [20, 50])
    ablation: bool = True
    fixed_seeds: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_a_cutoff(self) -> "PlaylistsConfig":
        if not self.cutoffs:
            raise ValueError("`cutoffs` is empty; give one or more, such as [20, 50]")
        return self
