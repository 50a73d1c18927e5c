"""Was a model trained on the playlists that it is tested on?"""

from functools import cache

import numpy as np
import pytest
from scipy.sparse import csr_array
from tests.audits.contract import AuditContract

from earwitness.audits import Evidence
from earwitness.audits.joined import Joined
from earwitness.audits.leak import Leak
from earwitness.catalogue import Playlists

TRACKS, TOPICS, LISTS = 3000, 20, 2000


def as_playlists(lists):
    lengths = [len(one) for one in lists]
    return Playlists(
        [str(place) for place in range(len(lists))],
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate(lists).astype(np.int32),
        np.zeros(len(lists), dtype=np.int64),
    )


@cache
def split():
    """Playlists that keep to a topic most of the time; one in ten is tested.

    Twenty more tracks stand in tested playlists alone.
    """
    rng = np.random.default_rng(0)
    popular = rng.permutation(1 / np.arange(1, TRACKS + 1) ** 0.8)
    topic = rng.integers(0, TOPICS, TRACKS)
    lists = []
    for _ in range(LISTS):
        weight = popular * np.where(topic == rng.integers(TOPICS), 1, 0.05 / TOPICS)
        length = min(60, int(rng.lognormal(3, 0.5)) + 5)
        lists.append(rng.choice(TRACKS, length, replace=False, p=weight / weight.sum()))
    training, tested = lists[: LISTS * 9 // 10], lists[LISTS * 9 // 10 :]
    for new in range(20):
        tested[new] = np.append(tested[new], TRACKS + new)
    return as_playlists(training), as_playlists(tested)


def together(*parts):
    return as_playlists([one for part in parts for one in part])


def matrix(playlists):
    owner = np.repeat(np.arange(len(playlists)), playlists.lengths)
    ones = np.ones(len(owner))
    return csr_array((ones, (playlists.tracks, owner)), shape=(TRACKS + 20, len(playlists)))


def cosine(vectors):
    with np.errstate(invalid="ignore"):
        unit = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    return lambda a, b: (unit[a] * unit[b]).sum(axis=1)


def counts(playlists):
    """Tied as often as they stand together."""
    held = matrix(playlists)
    return lambda a, b: held[a].multiply(held[b]).sum(axis=1)


@cache
def factors(seen):
    """A low-rank model: it generalises, and remembers less than all."""
    from scipy.sparse.linalg import svds

    playlists = split()[0] if seen == "training" else together(*split())
    u, s, _ = svds(matrix(playlists), k=32, random_state=1)
    return cosine(u * s)


class TestLeak(AuditContract):
    audit = Leak()
    training, tested = split()
    flawed = Evidence(
        training=training,
        tested=tested,
        affinities={"counts": counts(together(training, tested)), "factors": factors("all")},
    )
    clean = Evidence(
        training=training,
        tested=tested,
        affinities={"counts": counts(training), "factors": factors("training")},
    )

    def test_it_accuses_each_model_by_name(self):
        found = self.audit.examine(self.flawed)
        assert [one.evidence["model"] for one in found] == ["counts", "factors"]
        assert all(one.severity == "serious" for one in found)
        assert all(one.evidence["p"] < 0.01 for one in found)

    def test_an_honest_model_that_generalises_is_not_accused_for_it(self):
        """Its tested pairs are above strangers too; that alone must not be held against it."""
        joined = Joined(self.training, self.tested)
        pairs = joined.pairs(self.tested, np.random.default_rng(1))
        honest = self.clean.affinities["factors"]
        above = honest(pairs.a, pairs.b) > honest(pairs.a, pairs.stranger)
        assert above.mean() > 0.6

    def test_popularity_alone_is_no_leak(self):
        plays = np.bincount(self.training.tracks, minlength=TRACKS + 20)
        evidence = Evidence(
            training=self.training,
            tested=self.tested,
            affinities={"popular": lambda a, b: plays[b]},
        )
        assert self.audit.examine(evidence) == []

    def test_too_few_tested_playlists_are_not_judged(self):
        few = self.tested.take(np.arange(40))
        leaked = counts(together(self.training, few))
        evidence = Evidence(training=self.training, tested=few, affinities={"counts": leaked})
        assert self.audit.examine(evidence) == []

    def test_it_tells_how_many_tracks_only_the_tested_playlists_can_have_taught(self):
        new = np.setdiff1d(self.tested.tracks, self.training.tracks)
        found = self.audit.examine(self.flawed)[0]
        assert found.evidence["tracks_known_from_tested_lists_alone"] == len(new) >= 20

    def test_a_model_that_knows_no_track_is_passed_over(self):
        evidence = Evidence(
            training=self.training,
            tested=self.tested,
            affinities={"none": lambda a, b: np.full(len(a), np.nan)},
        )
        assert self.audit.examine(evidence) == []


@pytest.mark.slow
def test_item2vec_is_accused_where_it_saw_the_tests_and_only_there():
    gensim = pytest.importorskip("gensim.models")

    def vectors(playlists):
        model = gensim.Word2Vec(
            [[str(t) for t in one] for one in playlists],
            vector_size=64, window=10, min_count=2, epochs=5, negative=10, sg=1, seed=1, workers=1,
        )  # fmt: skip
        table = np.full((TRACKS + 20, 64), np.nan)
        for word, row in model.wv.key_to_index.items():
            table[int(word)] = model.wv.vectors[row]
        return cosine(table)

    training, tested = split()
    evidence = Evidence(
        training=training,
        tested=tested,
        affinities={"honest": vectors(training), "leaked": vectors(together(training, tested))},
    )
    assert [one.evidence["model"] for one in Leak().examine(evidence)] == ["leaked"]


def test_a_pair_is_joined_once_and_its_stranger_never():
    training, tested = split()
    joined = Joined(training, tested)
    pairs = joined.pairs(tested, np.random.default_rng(3))
    assert len(pairs.a) > 200
    everyone = [set(one.tolist()) for one in together(training, tested)]
    for a, b, stranger, owner in list(zip(*pairs[:4], strict=True))[:200]:
        assert {a, b} <= set(tested.take(np.array([owner])).tracks.tolist())
        assert sum({a, b} <= one for one in everyone) == 1
        assert not any({a, stranger} <= one for one in everyone)
        assert stranger != a
    ratio = joined.plays[pairs.stranger] / joined.plays[pairs.b]
    assert 0.8 < np.median(ratio) < 1.25
