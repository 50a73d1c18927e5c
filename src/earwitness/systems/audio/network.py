"""The network: a mel crop in, a unit vector out.

Three blocks of convolution 3 × 3, batch norm, ReLU and max pool 2; the mean over what is left of
bands and time; a linear layer, layer norm, length 1. In Equinox's layers, on JAX.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from earwitness.errors import StudyError
from earwitness.systems.audio.libraries import eqx, jax, jnp
from earwitness.systems.audio.mel import BANDS

BATCH_AXIS = "batch"
MOMENTUM = 0.9
"""How much of the batch norms' running statistics a step keeps. With more, a brief training ends
with the statistics of layers as they were long ago."""


@dataclass(frozen=True)
class NetworkOptions:
    """The size of the network. A crop has 48 bands × `frames`; 256 frames last about 4 s.

    `targets` is how many numbers a head predicts from the embedding, 0 for no head.
    """

    frames: int = 256
    channels: tuple[int, ...] = (32, 64, 128)
    dimensions: int = 128
    targets: int = 0

    def __post_init__(self) -> None:
        least = 2 ** len(self.channels)
        if not self.channels or min(self.channels) < 1 or self.dimensions < 1:
            raise StudyError(
                f"the encoder has channels {self.channels} and {self.dimensions} dimensions; "
                "use 1 or more of each"
            )
        if self.frames < least or least > BANDS:
            raise StudyError(
                f"a crop of {self.frames} frames cannot be halved {len(self.channels)} times; "
                f"use {least} frames or more, and 5 blocks at most"
            )


class Layers(NamedTuple):
    """Equinox layers, as a tree of arrays."""

    convolutions: tuple[Any, ...]
    norms: tuple[Any, ...]
    linear: Any
    final_norm: Any
    head: Any


def make_network(options: NetworkOptions, seed: int) -> tuple[Layers, Any]:
    """Untrained layers, and the state of their batch norms."""
    made: tuple[Layers, Any] = eqx.nn.make_with_state(_layers)(options, jax.random.key(seed))
    return made


def _layers(options: NetworkOptions, key: Any) -> Layers:
    keys = jax.random.split(key, len(options.channels) + 2)
    widths = zip((1, *options.channels[:-1]), options.channels, keys, strict=False)
    dimensions = options.dimensions
    return Layers(
        tuple(eqx.nn.Conv2d(a, b, 3, padding=1, key=one) for a, b, one in widths),
        tuple(
            eqx.nn.BatchNorm(b, BATCH_AXIS, momentum=MOMENTUM, mode="batch")
            for b in options.channels
        ),
        eqx.nn.Linear(options.channels[-1], dimensions, key=keys[-2]),
        eqx.nn.LayerNorm(dimensions),
        eqx.nn.Linear(dimensions, options.targets, key=keys[-1]) if options.targets else None,
    )


def embed_crops(layers: Layers, state: Any, crops: Any) -> tuple[Any, Any]:
    """Unit vectors of crops[crop, band, frame], and the new state of the batch norms."""
    one = partial(_embed_crop, layers)
    mapped = jax.vmap(one, in_axes=(0, None), out_axes=(0, None), axis_name=BATCH_AXIS)
    vectors, state = mapped(crops, state)
    return vectors, state


def _embed_crop(layers: Layers, crop: Any, state: Any) -> tuple[Any, Any]:
    planes = crop[None]
    for convolution, norm in zip(layers.convolutions, layers.norms, strict=True):
        planes, state = norm(convolution(planes), state)
        planes = jax.nn.relu(_pooled(planes))
    vector = layers.final_norm(layers.linear(planes.mean(axis=(1, 2))))
    return vector / jnp.maximum(jnp.linalg.norm(vector), 1e-12), state


def _pooled(planes: Any) -> Any:
    """The largest of each 2 × 2 cells; an odd last row or column is left out.

    By reshaping: the gradient of a reduce-window is many times slower on a CPU.
    """
    channels, bands, frames = planes.shape
    cells = planes[:, : bands // 2 * 2, : frames // 2 * 2]
    return cells.reshape(channels, bands // 2, 2, frames // 2, 2).max(axis=(2, 4))
