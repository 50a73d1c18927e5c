"""The systems of the study, trained on the playlists that they may see."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from earwitness.catalogue import Playlists, Tracks
from earwitness.domain import System
from earwitness.studies.playlists.config import PlaylistsConfig
from earwitness.systems import own
from earwitness.systems.playlists import (
    LONG,
    Audio,
    AudioNeighbours,
    CoOccurrence,
    Ease,
    Fused,
    GroupPopularity,
    Hybrid,
    ImplicitALS,
    Item2Vec,
    Popularity,
    Reranked,
    Rules,
    Training,
    TunedItem2Vec,
)

ABOUT = {
    "Stage 1": "the source's item2vec: the cosine of vectors learnt from playlists",
    "Stage 1.5": "Stage 1 ranked again by artist and genre",
    "Stage 3": "Stage 1.5 mixed with the likeness of audio",
    "popularity": "the most played tracks, whatever the seed",
    "artist's hits": "the most played tracks of the seed's artist",
    "co-occurrence": "how often tracks stand in one playlist, over their plays to a power",
    "EASE": "a linear model of co-occurrence, with neighbours for rare tracks",
    "iALS": "implicit matrix factorisation, the seed folded in",
    "tuned item2vec": "item2vec with whole lists as windows and IN·OUT scores",
    "audio": "the nearest audio vectors",
    "fused": "our system: what playlists, audio and metadata say, by what is known of the seed; at "
    "most two tracks of an artist",
    "oracle": "the true probability of each track given the seed, known as the data are synthetic",
}


@dataclass(frozen=True)
class Material:
    """What systems are made from."""

    config: PlaylistsConfig
    folder: Path
    tracks: Tracks
    train: Playlists
    audio: Audio | None

    @property
    def training(self) -> Training:
        options = self.config.item2vec
        return Training(
            vector_size=options.vector_size,
            window=options.window,
            min_count=self.config.cases.min_count,
            epochs=options.epochs,
            negative=options.negative,
            seed=self.config.seed,
            workers=options.workers,
        )

    @property
    def tuned(self) -> Training:
        """Item2vec made for playlists, in the space and with the seed of Stage 1."""
        options = self.config.item2vec
        return replace(
            LONG,
            vector_size=options.vector_size,
            min_count=self.config.cases.min_count,
            epochs=4 * options.epochs,
            seed=self.config.seed,
            workers=options.workers,
        )

    @property
    def rules(self) -> Rules:
        options = self.config.rerank
        return Rules(
            topn_cf=options.candidates,
            max_per_artist_soft=options.artist_free,
            penalty_per_extra=options.artist_penalty,
            offrail_general=options.general_penalty,
            offrail_special=options.special_penalty,
            special=tuple(options.special_genres),
            max_per_artist_final=options.most_per_artist,
            topk_final=max(30, *self.config.cutoffs),
        )


Systems = dict[str, System]


def stages(material: Material, model: str = "", suffix: str = "") -> Systems:
    """The source's stages: Stage 3 only where there is audio."""
    path = material.folder / model if model else None
    first = Item2Vec(material.tracks, material.train, material.training, path)
    second = Reranked(material.tracks, first, material.rules)
    found: Systems = {"Stage 1": first, "Stage 1.5": second}
    if material.audio is not None:
        found["Stage 3"] = hybrid(material, second)
    return {name + suffix: system for name, system in found.items()}


def hybrid(material: Material, base: Reranked, beta: float | None = None) -> Hybrid:
    options = material.config.hybrid
    if material.audio is None:
        raise ValueError("a hybrid needs audio")
    return Hybrid(
        material.tracks,
        base,
        material.audio,
        options.alpha,
        options.beta if beta is None else beta,
        options.year,
        options.missing_audio,
    )


def ablations(material: Material, base: Item2Vec) -> Systems:
    """Stage 1.5 without each of its rules."""
    rules = material.rules
    changed = {
        "soft penalty": replace(rules, penalty_per_extra=0.0),
        "genre rail": replace(rules, offrail_general=0.0, offrail_special=0.0),
        "hard cut": replace(rules, max_per_artist_final=None),
    }
    return {
        f"1.5 without {name}": Reranked(material.tracks, base, other)
        for name, other in changed.items()
    }


def sweep(material: Material, base: Item2Vec) -> Systems:
    """One system for every value that the study file wants tried."""
    wanted = material.config.sweep
    found: Systems = {}
    for value in wanted.general_penalty:
        rules = replace(material.rules, offrail_general=value)
        found[f"1.5, rail {value:g}"] = Reranked(material.tracks, base, rules)
    for value in wanted.artist_penalty:
        rules = replace(material.rules, penalty_per_extra=value)
        found[f"1.5, penalty {value:g}"] = Reranked(material.tracks, base, rules)
    if material.audio is not None:
        second = Reranked(material.tracks, base, material.rules)
        for value in wanted.beta:
            found[f"3, β = {value:g}"] = hybrid(material, second, value)
    return found


def peers(
    material: Material, rail: Reranked, validation: Playlists, tell: Callable[[str], None]
) -> Systems:
    """What the stages should be held against; ours is tuned on the validation playlists."""
    tracks, train, audio = material.tracks, material.train, material.audio
    counted = CoOccurrence(tracks, train)
    makers: dict[str, Callable[[], System]] = {
        "popularity": lambda: Popularity(tracks, train),
        "artist's hits": lambda: GroupPopularity(tracks, train, "artist"),
        "co-occurrence": lambda: counted,
        "EASE": lambda: Ease(tracks, train),
        "iALS": lambda: ImplicitALS(tracks, train),
        "tuned item2vec": lambda: TunedItem2Vec(tracks, train, material.tuned),
        "fused": lambda: Fused(
            tracks, train, validation, rail, [counted], audio, page=material.config.cutoffs[0]
        ),
    }
    if audio is not None:
        heard = audio
        makers["audio"] = lambda: AudioNeighbours(tracks, heard)
    found: Systems = {}
    for name, make in makers.items():
        tell(name)
        found[name] = make()
    return found


def own_systems(material: Material) -> Systems:
    """The user's own, which may ask for `tracks`, `playlists` (train) and `audio`."""
    offered = {
        "tracks": material.tracks,
        "playlists": material.train,
        "audio": material.audio,
        "topk": max(material.config.cutoffs),
    }
    return {
        name: own.load(choice.use, offered, choice.options, {})
        for name, choice in material.config.systems.items()
    }


def about(name: str, config: PlaylistsConfig) -> str:
    """A line on a system, for the report."""
    if name in config.systems:
        return config.systems[name].use
    plain = name.removesuffix(LEAKY)
    if plain in ABOUT:
        return ABOUT[plain] + (", trained on the test playlists as well" if plain != name else "")
    if name.startswith("1.5 without "):
        return f"Stage 1.5 without its {name.removeprefix('1.5 without ')}"
    return f"Stage {name}"


LEAKY = ", leaky"
"""Marks systems that were trained on all playlists, the test ones included, as in the source."""
