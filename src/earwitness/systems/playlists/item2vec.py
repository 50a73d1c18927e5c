"""Stage 1: item2vec. Playlists are sentences, tracks are words, and word2vec learns a vector each.

Source: Barkan and Koenigstein, Item2vec: neural item embedding for collaborative filtering, MLSP
2016. Trained by gensim, whose word2vec with one worker is repeatable; with more it is not.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists, Tracks
from earwitness.errors import DataError, StudyError
from earwitness.systems.playlists.topk import NONE, Codes, Floats
from earwitness.systems.playlists.vectors import VectorRecommender, unit


@dataclass(frozen=True)
class Training:
    """Hyperparameters of word2vec by gensim's names; the defaults are the source's.

    The source names no others, so skip-gram with negative sampling is fixed (`sg` 1, `hs` 0) and
    `sample`, `ns_exponent`, `shrink_windows` and `alpha` are gensim's own. More than one worker
    is faster, and no two runs then give the same vectors.
    """

    vector_size: int = 128
    window: int = 10
    min_count: int = 2
    epochs: int = 5
    negative: int = 10
    sample: float = 1e-3
    ns_exponent: float = 0.75
    shrink_windows: bool = True
    alpha: float = 0.025
    seed: int = 42
    workers: int = 1

    def __post_init__(self) -> None:
        for name in ("vector_size", "window", "min_count", "epochs", "negative", "workers"):
            if getattr(self, name) < 1:
                raise StudyError(f"{name} is {getattr(self, name)}; use 1 or more")


SOURCE = Training()
LONG = Training(
    window=200,
    epochs=20,
    sample=1e-4,
    ns_exponent=-0.5,
    shrink_windows=False,
)
"""What suits playlists better than the defaults made for text: every track of a list is context."""


class Item2Vec(VectorRecommender):
    """Ranks tracks by the cosine of their vectors with the seed's (the mean of several seeds').

    Its catalogue is `known`: the tracks that stand in the playlists `min_count` times or more, or
    the vocabulary of a saved gensim `model`, which is loaded instead of training one.
    """

    def __init__(
        self,
        tracks: Tracks,
        playlists: Playlists,
        training: Training = SOURCE,
        model: Path | str | None = None,
    ) -> None:
        words = (train(tracks, playlists, training) if model is None else load(model)).wv
        places, codes = _vocabulary(tracks, words)
        super().__init__(tracks, codes, unit(words.vectors[places]))

    def query(self, rows: Codes) -> Floats:
        return unit(self._index.vectors[rows].mean(axis=0))

    def affinity(self, a: NDArray[np.integer], b: NDArray[np.integer]) -> Floats:
        """The cosine of tracks a[i] and b[i], by their codes; nan where one is not known."""
        rows, others = self._row[a], self._row[b]
        cosines = (self._index.vectors[rows] * self._index.vectors[others]).sum(axis=1)
        known = (rows != NONE) & (others != NONE)
        return np.where(known, cosines, np.float32(np.nan)).astype(np.float32)


class TunedItem2Vec(VectorRecommender):
    """item2vec made for playlists: whole lists as windows, and IN·OUT scores.

    Training makes u·v estimate log P(v | u) − ns_exponent · log(plays of v), up to a constant
    (Levy and Goldberg, Neural word embedding as implicit matrix factorization, NIPS 2014). The
    score is u·v + `popularity` · log(plays of v).
    """

    def __init__(
        self,
        tracks: Tracks,
        playlists: Playlists,
        training: Training = LONG,
        popularity: float = 0.0,
    ) -> None:
        model = train(tracks, playlists, training)
        places, codes = _vocabulary(tracks, model.wv)
        plays = np.bincount(playlists.tracks, minlength=len(tracks))[codes]
        outer = np.column_stack([model.syn1neg[places], popularity * np.log(plays)])
        super().__init__(tracks, codes, outer)
        ones = np.ones(len(codes), dtype=np.float32)
        self._inner = np.column_stack([model.wv.vectors[places], ones])

    def query(self, rows: Codes) -> Floats:
        mean: Floats = self._inner[rows].mean(axis=0)
        return mean


def train(tracks: Tracks, playlists: Playlists, training: Training) -> Any:
    """A gensim Word2Vec whose sentences are the playlists and whose words are track ids."""
    from gensim.models import Word2Vec

    if np.bincount(playlists.tracks).max(initial=0) < training.min_count:
        raise DataError(
            f"no track is played {training.min_count} times or more; give more playlists or lower "
            "min_count"
        )
    ids = np.array(tracks.ids, dtype=object)
    sentences = [ids[codes].tolist() for codes in playlists]
    return Word2Vec(sentences, sg=1, hs=0, **vars(training))


def load(path: Path | str) -> Any:
    """A saved gensim Word2Vec. Such a file is a pickle, which can run code: trust it first."""
    from gensim.models import Word2Vec

    try:
        return Word2Vec.load(str(path))
    except Exception as error:
        raise DataError(f"{path} is not a saved gensim Word2Vec: {error}") from error


def _vocabulary(tracks: Tracks, words: Any) -> tuple[list[int], Codes]:
    """The places of the words that are tracks, and the codes of these."""
    places = [i for i, word in enumerate(words.index_to_key) if word in tracks.code]
    if not places:
        raise DataError(
            f"none of the model's {len(words.index_to_key)} words, such as "
            f"{words.index_to_key[0]!r}, is the id of a track; give the tracks it was trained on"
        )
    codes = [tracks.code[words.index_to_key[i]] for i in places]
    return places, np.array(codes, dtype=np.int32)
