"""Stage 1: item2vec as gensim trains it."""

from dataclasses import replace

import numpy as np
import pytest
from gensim.models import Word2Vec
from tests.systems.playlists.specimens import codes, playlists_of, small_world, tracks_of

from earwitness.errors import DataError, StudyError
from earwitness.systems.playlists import SOURCE, Item2Vec, Training, TunedItem2Vec
from earwitness.systems.playlists.item2vec import train

WORLD = small_world()
LISTS = WORLD.playlists()
QUICK = Training(vector_size=16, epochs=2)


@pytest.fixture(scope="module")
def model():
    return train(WORLD.tracks, LISTS, QUICK)


def test_the_defaults_are_the_documents():
    assert vars(SOURCE) == vars(SOURCE) | {
        "vector_size": 128,
        "window": 10,
        "min_count": 2,
        "epochs": 5,
        "negative": 10,
    }


def test_the_options_reach_gensim(model):
    assert (model.sg, model.hs, model.workers) == (1, 0, 1)
    assert (model.vector_size, model.epochs, model.negative, model.window) == (16, 2, 10, 10)
    counts = np.bincount(LISTS.tracks, minlength=len(WORLD.tracks))
    assert set(model.wv.index_to_key) == {str(code) for code in np.flatnonzero(counts >= 2)}


def test_it_ranks_as_gensim_does(model, tmp_path):
    model.save(str(tmp_path / "saved.model"))
    system = Item2Vec(WORLD.tracks, LISTS, model=tmp_path / "saved.model")
    for seed in model.wv.index_to_key[:5]:
        theirs = model.wv.most_similar(seed, topn=15)
        answer = system.answer({"seeds": [seed], "k": 15}, np.random.default_rng())
        assert list(answer.items) == [word for word, _ in theirs]
        np.testing.assert_allclose(answer.scores, [cosine for _, cosine in theirs], atol=1e-6)
    several = model.wv.index_to_key[3:6]
    theirs = [word for word, _ in model.wv.most_similar(several, topn=15)]
    query = {"seeds": several, "k": 15}
    assert list(system.answer(query, np.random.default_rng()).items) == theirs


def test_a_saved_models_vocabulary_is_the_catalogue(tmp_path):
    words = Word2Vec([["t1", "t3", "t0"]] * 9, min_count=1, vector_size=4, seed=1, workers=1)
    words.save(str(tmp_path / "v2_item2vec.model"))
    tracks = tracks_of([0, 1, 2, 3])
    system = Item2Vec(tracks, playlists_of([2, 2]), model=str(tmp_path / "v2_item2vec.model"))
    assert {tracks.ids[code] for code in system.known} == {"t0", "t1", "t3"}
    assert system.recommend("t2", 5) == []
    assert set(system.recommend("t1", 5)) == {"t0", "t3"}


def test_what_is_no_model_is_refused(tmp_path):
    (tmp_path / "text.model").write_text("not a model")
    with pytest.raises(DataError, match="is not a saved gensim Word2Vec"):
        Item2Vec(WORLD.tracks, LISTS, model=tmp_path / "text.model")


def test_a_model_of_other_tracks_is_refused(model, tmp_path):
    model.save(str(tmp_path / "saved.model"))
    with pytest.raises(DataError, match="is the id of a track; give the tracks it was trained on"):
        Item2Vec(tracks_of([0, 1]), LISTS, model=tmp_path / "saved.model")


def test_two_trainings_give_the_same_bytes(model):
    again = train(WORLD.tracks, LISTS, QUICK)
    assert again.wv.vectors.tobytes() == model.wv.vectors.tobytes()
    assert again.syn1neg.tobytes() == model.syn1neg.tobytes()
    other = train(WORLD.tracks, LISTS, replace(QUICK, seed=43))
    assert other.wv.vectors.tobytes() != model.wv.vectors.tobytes()


def test_tuned_scores_are_in_times_out_and_popularity(model):
    system = TunedItem2Vec(WORLD.tracks, LISTS, QUICK, popularity=0.3)
    seed, place = model.wv.index_to_key[0], {w: i for i, w in enumerate(model.wv.index_to_key)}
    plays = np.bincount(LISTS.tracks)
    answer = system.answer({"seeds": [seed], "k": 5}, np.random.default_rng())
    for item, score in zip(answer.items, answer.scores, strict=True):
        dot = model.wv[seed] @ model.syn1neg[place[item]]
        assert score == pytest.approx(dot + 0.3 * np.log(plays[int(item)]), abs=1e-5)


def test_the_mean_of_several_seeds_leaves_unknown_ones_out(model):
    system = TunedItem2Vec(WORLD.tracks, LISTS, QUICK)
    rare = np.flatnonzero(np.bincount(LISTS.tracks, minlength=300) < 2)[0]
    known = system.known[0]
    both = system.top([codes(known, rare)], 10)
    np.testing.assert_array_equal(both.codes, system.top([codes(known)], 10).codes)


def test_nothing_to_learn_from_is_told():
    with pytest.raises(DataError, match="no track is played 2 times or more"):
        Item2Vec(tracks_of([0, 1]), playlists_of([0, 1]))


def test_options_out_of_range_are_told():
    with pytest.raises(StudyError, match="epochs is 0; use 1 or more"):
        Training(epochs=0)
