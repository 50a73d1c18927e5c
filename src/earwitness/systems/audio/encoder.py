"""A trained encoder: mel arrays in, one vector a song out; and its file."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError
from earwitness.systems.audio.crops import Mels, fixed_crops
from earwitness.systems.audio.libraries import eqx
from earwitness.systems.audio.network import Layers, NetworkOptions, embed_crops, make_network

CROPS = 4
"""An embedding is the mean over so many fixed crops."""
BATCH = 64
"""So many crops at a time; the last batch is filled up, so that all are computed alike."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


def no_progress(what: str, done: int, whole: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, eq=False)
class Encoder:
    """Layers and the state of their batch norms; `mean` and `deviation` scale the input.

    `training` tells how it was trained, as plain values.
    """

    options: NetworkOptions
    layers: Layers
    state: Any
    mean: float
    deviation: float
    training: dict[str, Any] = field(default_factory=dict)

    def embed(
        self,
        mel: Mels,
        songs: NDArray[np.integer],
        *,
        crops: int = CROPS,
        progress: Progress = no_progress,
    ) -> NDArray[np.float32]:
        """One unit vector a song: the mean over fixed crops, so that nothing is drawn."""
        infer = eqx.filter_jit(_inference)
        layers = eqx.nn.inference_mode(self.layers)
        vectors = np.empty((len(songs), self.options.dimensions), np.float32)
        at_once = max(1, BATCH // crops)
        for start in range(0, len(songs), at_once):
            part = songs[start : start + at_once].tolist()
            pieces = [fixed_crops(mel(song), self.options.frames, crops) for song in part]
            filled = np.zeros((at_once * crops, *pieces[0].shape[1:]), np.float32)
            filled[: len(part) * crops] = np.concatenate(pieces)
            found = np.asarray(infer(layers, self.state, self.scaled(filled)))
            means = found.reshape(at_once, crops, -1)[: len(part)].mean(axis=1)
            lengths = np.linalg.norm(means, axis=1, keepdims=True)
            vectors[start : start + len(part)] = means / np.maximum(lengths, 1e-12)
            progress("embedding songs", start + len(part), len(songs))
        return vectors

    def scaled(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        scaled: NDArray[np.float32] = (crops - np.float32(self.mean)) / np.float32(self.deviation)
        return scaled

    def write(self, stream: BinaryIO) -> None:
        """A line of JSON, then the arrays in numpy's format."""
        head = {
            "options": asdict(self.options),
            "mean": self.mean,
            "deviation": self.deviation,
            "training": self.training,
        }
        stream.write(json.dumps(head).encode() + b"\n")
        eqx.tree_serialise_leaves(stream, (self.layers, self.state))

    @classmethod
    def read(cls, stream: BinaryIO) -> "Encoder":
        head = json.loads(stream.readline())
        given = head["options"]
        options = NetworkOptions(**{**given, "channels": tuple(given["channels"])})
        like = make_network(options, seed=0)
        layers, state = eqx.tree_deserialise_leaves(stream, like)
        return cls(options, layers, state, head["mean"], head["deviation"], head["training"])


def load_encoder(path: Path | str) -> Encoder:
    """The encoder in a file that `train` wrote."""
    try:
        with Path(path).open("rb") as stream:
            return Encoder.read(stream)
    except FileNotFoundError:
        raise DataError(f"{path} does not exist; train an encoder first") from None
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, EOFError) as error:
        raise DataError(f"{path} is not an encoder's file ({error}); train it again") from None


def _inference(layers: Layers, state: Any, crops: Any) -> Any:
    return embed_crops(layers, state, crops)[0]
