"""Training of the encoder, and its use."""

import sys
from importlib import import_module, reload

import equinox as eqx
import numpy as np
import pytest
from tests.systems.audio.specimens import pairs_of_one_mood, same_mood_share, songs

from earwitness.errors import DataError, StudyError
from earwitness.systems.audio.encoder import load_encoder
from earwitness.systems.audio.network import NetworkOptions, embed_crops, make_network
from earwitness.systems.audio.objectives import CoOccurring, Factors, TwoCrops
from earwitness.systems.audio.training import Training, train

SMALL = NetworkOptions(frames=16, channels=(3,), dimensions=4)
BRIEF = Training(epochs=3, batch=4, checkpoint_every=2)
SONGS = songs(12, frames=40)
OBJECTIVES = {
    "two crops": TwoCrops(np.arange(10)),
    "co-occurring": CoOccurring(np.array([[0, 1], [1, 2], [3, 4], [5, 6], [7, 8], [0, 9]])),
    "factors": Factors(np.arange(10), np.random.default_rng(0).normal(size=(10, 5))),
}


class CutOffError(Exception):
    """Stands for a kill."""


def cut_off_after(steps):
    def progress(what, done, whole):
        if done == steps:
            raise CutOffError

    return progress


@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_training_that_was_cut_off_ends_with_the_same_bytes(tmp_path, name):
    objective = OBJECTIVES[name]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    train(SONGS.mel, objective, BRIEF, SMALL, checkpoint=whole)
    for steps in (3, 5):
        with pytest.raises(CutOffError):
            train(SONGS.mel, objective, BRIEF, SMALL, checkpoint=cut, progress=cut_off_after(steps))
    train(SONGS.mel, objective, BRIEF, SMALL, checkpoint=cut)
    assert cut.read_bytes() == whole.read_bytes()


def test_embeddings_are_unit_vectors_that_hang_on_the_song_alone(tmp_path):
    encoder = train(SONGS.mel, OBJECTIVES["two crops"], BRIEF, SMALL, checkpoint=tmp_path / "e")
    vectors = encoder.embed(SONGS.mel, np.arange(12))
    assert vectors.shape == (12, 4)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    alone = encoder.embed(SONGS.mel, np.array([7]))
    np.testing.assert_allclose(alone[0], vectors[7], atol=1e-6)
    stored = load_encoder(tmp_path / "e").embed(SONGS.mel, np.arange(12))
    np.testing.assert_array_equal(stored, vectors)


def test_another_seed_gives_another_encoder_and_progress_is_told():
    told = []
    first = train(
        SONGS.mel, OBJECTIVES["two crops"], BRIEF, SMALL, progress=lambda *what: told.append(what)
    )
    other = train(SONGS.mel, OBJECTIVES["two crops"], Training(3, 4, seed=1), SMALL)
    assert told[-1] == ("training the encoder", 6, 6)
    vectors = [one.embed(SONGS.mel, np.arange(3)) for one in (first, other)]
    assert np.abs(vectors[0] - vectors[1]).max() > 1e-3


def test_a_checkpoint_of_another_training_is_not_taken_up(tmp_path):
    file = tmp_path / "checkpoint"
    train(SONGS.mel, OBJECTIVES["two crops"], BRIEF, SMALL, checkpoint=file)
    with pytest.raises(DataError, match="other options or songs"):
        train(SONGS.mel, TwoCrops(np.arange(1, 11)), BRIEF, SMALL, checkpoint=file)
    with pytest.raises(DataError, match="other options or songs"):
        train(SONGS.mel, OBJECTIVES["two crops"], Training(3, 5), SMALL, checkpoint=file)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(DataError, match="is no checkpoint"):
        train(SONGS.mel, OBJECTIVES["two crops"], BRIEF, SMALL, checkpoint=file)


def test_what_is_no_encoder_is_named(tmp_path):
    with pytest.raises(DataError, match="does not exist"):
        load_encoder(tmp_path / "none")
    (tmp_path / "text").write_text("nothing\n")
    with pytest.raises(DataError, match="is not an encoder's file"):
        load_encoder(tmp_path / "text")


def test_options_without_sense_are_refused():
    with pytest.raises(StudyError, match="cannot be halved 3 times; use 8 frames"):
        NetworkOptions(frames=4)
    with pytest.raises(StudyError, match="use 1 or more of each"):
        NetworkOptions(dimensions=0)
    with pytest.raises(StudyError, match="batch is 1; use 2 or more"):
        Training(batch=1)
    with pytest.raises(StudyError, match="must be above 0"):
        Training(temperature=0)
    with pytest.raises(DataError, match="1 songs to learn from"):
        train(SONGS.mel, TwoCrops(np.array([3])), BRIEF, SMALL)
    with pytest.raises(DataError, match="lower the learning_rate"):
        train(SONGS.mel, TwoCrops(np.arange(4)), Training(batch=4, temperature=1e-40), SMALL)


def test_the_default_network_is_the_sources():
    layers, state = eqx.filter_eval_shape(make_network, NetworkOptions(), 0)
    assert [one.weight.shape for one in layers.convolutions] == [
        (32, 1, 3, 3),
        (64, 32, 3, 3),
        (128, 64, 3, 3),
    ]
    assert layers.linear.weight.shape == (128, 128)
    assert layers.head is None
    assert (Training().batch, Training().epochs, Training().temperature) == (64, 10, 0.1)
    crops = np.zeros((2, 48, 256), np.float32)
    vectors, _ = eqx.filter_eval_shape(embed_crops, layers, state, crops)
    assert vectors.shape == (2, 128)


def test_without_the_libraries_it_says_how_to_get_them(monkeypatch):
    libraries = import_module("earwitness.systems.audio.libraries")
    monkeypatch.setitem(sys.modules, "optax", None)
    with pytest.raises(StudyError, match="pip install 'earwitness\\[encoder\\]'"):
        reload(libraries)
    monkeypatch.undo()
    reload(libraries)


@pytest.mark.slow
def test_better_positives_find_cold_songs_of_the_same_mood_and_two_crops_do_not():
    world = songs(600, seed=0)
    warm, cold = np.arange(400), np.arange(400, 600)
    pairs = pairs_of_one_mood(world.mood[warm], np.random.default_rng(0))
    options = NetworkOptions(frames=64, channels=(8, 16, 32), dimensions=32)
    shares = {}
    for objective in (TwoCrops(warm), CoOccurring(pairs)):
        encoder = train(world.mel, objective, Training(epochs=8, batch=50), options)
        vectors = encoder.embed(world.mel, cold)
        shares[type(objective)] = same_mood_share(vectors, world.mood[cold])
    assert shares[CoOccurring] > shares[TwoCrops] + 0.15
    assert shares[CoOccurring] > 0.4
