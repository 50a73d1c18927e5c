"""Training of the encoder, in steps that can be cut off and taken up again.

Everything that is drawn in a step depends on the seed and on the step's number alone, and a
checkpoint holds the layers, the batch norms' state and the optimiser's. So a training that was
cut off and resumed ends with the same bytes as one that was not, on the same machine.
"""

import hashlib
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import generator
from earwitness.errors import DataError, StudyError
from earwitness.systems.audio.crops import Mels, level_of, random_crop
from earwitness.systems.audio.encoder import Encoder, Progress, no_progress
from earwitness.systems.audio.libraries import eqx, jax, jnp, optax
from earwitness.systems.audio.network import Layers, NetworkOptions, embed_crops, make_network
from earwitness.systems.audio.objectives import Draw, Factors, Objective


class Rates(NamedTuple):
    """What a step of the optimiser is compiled for."""

    temperature: float
    learning_rate: float
    weight_decay: float

    @property
    def optimiser(self) -> Any:
        return optax.chain(
            optax.add_decayed_weights(self.weight_decay), optax.adam(self.learning_rate)
        )


@dataclass(frozen=True)
class Training:
    """How to train; the defaults are the source's.

    `noise` is the standard deviation of what is added to the scaled input. Crops are rolled by up
    to `roll` frames either way. The weight decay is added to the gradient, as in Adam with L2.
    `checkpoint_every` says after how many steps the state is stored; it changes no result.
    """

    epochs: int = 10
    batch: int = 64
    temperature: float = 0.1
    learning_rate: float = 1e-3
    weight_decay: float = 1e-4
    noise: float = 0.005
    roll: int = 5
    seed: int = 42
    checkpoint_every: int = 50

    def __post_init__(self) -> None:
        for name, least in (("epochs", 1), ("batch", 2), ("roll", 0), ("checkpoint_every", 1)):
            if getattr(self, name) < least:
                raise StudyError(f"{name} is {getattr(self, name)}; use {least} or more")
        if self.temperature <= 0 or self.learning_rate <= 0:
            raise StudyError("temperature and learning_rate must be above 0")

    @property
    def rates(self) -> Rates:
        return Rates(self.temperature, self.learning_rate, self.weight_decay)


def train(
    mel: Mels,
    objective: Objective,
    training: Training | None = None,
    options: NetworkOptions | None = None,
    *,
    checkpoint: Path | str | None = None,
    progress: Progress = no_progress,
) -> Encoder:
    """Train an encoder on the objective's songs.

    With `checkpoint` the state is stored in that file on the way and at the end, and a training
    that was cut off goes on from it; `load_encoder` reads it.
    """
    training = training or Training()
    options = replace(options or NetworkOptions(), targets=_targets(objective))
    if len(objective.songs) < 2:
        raise DataError(f"there are {len(objective.songs)} songs to learn from; give 2 or more")
    steps = training.epochs * _steps_an_epoch(objective, training)
    file = None if checkpoint is None else Path(checkpoint)
    encoder, memory, done = _begin(mel, objective, training, options, file)
    update = eqx.filter_jit(_step)
    for step in range(done, steps):
        rng = generator(training.seed, "step", str(step))
        drawn = objective.draw(_anchors(objective, training, step), rng)
        crops = _crops(mel, drawn, encoder, training, rng)
        layers, state, memory, loss = update(
            encoder.layers, encoder.state, memory, crops, _answers(drawn), training.rates
        )
        encoder = replace(encoder, layers=layers, state=state)
        if not np.isfinite(loss):
            raise DataError(
                f"the loss is {loss} at step {step + 1}; lower the learning_rate, or raise the "
                "temperature"
            )
        if file is not None and ((step + 1) % training.checkpoint_every == 0 or step + 1 == steps):
            _store(file, encoder, memory, step + 1)
        progress("training the encoder", step + 1, steps)
    return encoder


def _steps_an_epoch(objective: Objective, training: Training) -> int:
    """Whole batches; fewer songs than a batch are one."""
    return max(1, len(objective.songs) // training.batch)


def _anchors(objective: Objective, training: Training, step: int) -> NDArray[np.integer]:
    """The songs of a step: every epoch goes once through all songs, in an order of its own.

    The songs that fill no whole batch are left out, others in each epoch.
    """
    epoch, turn = divmod(step, _steps_an_epoch(objective, training))
    order = generator(training.seed, "epoch", str(epoch)).permutation(objective.songs)
    return order[turn * training.batch : (turn + 1) * training.batch]


def _targets(objective: Objective) -> int:
    return objective.targets if isinstance(objective, Factors) else 0


def _begin(
    mel: Mels, objective: Objective, training: Training, options: NetworkOptions, file: Path | None
) -> tuple[Encoder, Any, int]:
    """The encoder to go on with, the optimiser's memory, and how many steps are done."""
    told = {
        **{k: v for k, v in asdict(training).items() if k != "checkpoint_every"},
        "objective": type(objective).__name__,
        "songs": len(objective.songs),
        "taught": _digest(objective),
    }
    if file is not None and file.exists():
        return _resumed(file, training, options, told)
    layers, state = make_network(options, training.seed)
    mean, deviation = level_of(mel, objective.songs)
    encoder = Encoder(options, layers, state, mean, deviation, told)
    return encoder, training.rates.optimiser.init(eqx.filter(layers, eqx.is_inexact_array)), 0


def _digest(objective: Objective) -> str:
    """Tells other songs, pairs or vectors from these."""
    digest = hashlib.sha256()
    for array in objective.arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _resumed(
    file: Path, training: Training, options: NetworkOptions, told: dict[str, Any]
) -> tuple[Encoder, Any, int]:
    try:
        with file.open("rb") as stream:
            encoder = Encoder.read(stream)
            like = training.rates.optimiser.init(eqx.filter(encoder.layers, eqx.is_inexact_array))
            memory, done = eqx.tree_deserialise_leaves(stream, (like, 0))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, EOFError) as error:
        raise DataError(f"{file} is no checkpoint ({error}); remove it to begin anew") from None
    if (encoder.options, encoder.training) != (options, told):
        raise DataError(
            f"{file} holds a training with other options or songs; remove it, or name another file"
        )
    return encoder, memory, done


def _store(file: Path, encoder: Encoder, memory: Any, done: int) -> None:
    """Whole or not at all: written beside the file, then put in its place."""
    beside = file.with_name(f"{file.name}.part")
    with beside.open("wb") as stream:
        encoder.write(stream)
        eqx.tree_serialise_leaves(stream, (memory, done))
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(file)


def _crops(
    mel: Mels, drawn: Draw, encoder: Encoder, training: Training, rng: np.random.Generator
) -> NDArray[np.float32]:
    """A changed crop of each anchor, then of each positive."""
    songs = drawn.anchors.tolist()
    if drawn.positives is not None:
        songs += drawn.positives.tolist()
    frames = encoder.options.frames
    rolls = rng.integers(-training.roll, training.roll + 1, len(songs)).tolist()
    crops = np.stack(
        [
            np.roll(random_crop(mel(song), frames, rng), by, axis=1)
            for song, by in zip(songs, rolls, strict=True)
        ]
    )
    noise = rng.standard_normal(crops.shape, dtype=np.float32)
    return encoder.scaled(crops) + np.float32(training.noise) * noise


def _answers(drawn: Draw) -> tuple[Any, Any]:
    """What the loss needs beside the crops: targets, or which songs of the step are the same."""
    if drawn.positives is None:
        return drawn.targets, None
    same = drawn.anchors[:, None] == drawn.positives[None, :]
    return None, same & ~np.eye(len(same), dtype=bool)


def _step(
    layers: Layers,
    state: Any,
    memory: Any,
    crops: Any,
    answers: tuple[Any, Any],
    rates: Rates,
) -> tuple[Layers, Any, Any, Any]:
    """One step of the optimiser."""
    ask = eqx.filter_value_and_grad(_loss, has_aux=True)
    (loss, state), gradient = ask(layers, state, crops, answers, rates.temperature)
    weights = eqx.filter(layers, eqx.is_inexact_array)
    updates, memory = rates.optimiser.update(gradient, memory, weights)
    return eqx.apply_updates(layers, updates), state, memory, loss


def _loss(
    layers: Layers, state: Any, crops: Any, answers: tuple[Any, Any], temperature: float
) -> tuple[Any, Any]:
    """InfoNCE over anchors and positives, both ways; or 1 − cos to the targets.

    A song that is by chance another anchor's positive in the same step is not its own negative.
    """
    vectors, state = embed_crops(layers, state, crops)
    targets, same = answers
    if targets is not None:
        guess = jax.vmap(layers.head)(vectors)
        guess /= jnp.maximum(jnp.linalg.norm(guess, axis=1, keepdims=True), 1e-12)
        return jnp.mean(1 - (guess * targets).sum(axis=1)), state
    half = len(vectors) // 2
    alike = jnp.where(same, -jnp.inf, vectors[:half] @ vectors[half:].T / temperature)
    ways = jax.nn.log_softmax(alike, axis=1), jax.nn.log_softmax(alike, axis=0)
    return -sum(jnp.diagonal(way).mean() for way in ways) / 2, state
