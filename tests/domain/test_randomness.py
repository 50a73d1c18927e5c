from collections import Counter

from earwitness.domain import generator, hash_order


def test_a_generator_hangs_on_the_seed_and_every_name():
    first = generator(1, "a", "b").random()
    assert generator(1, "a", "b").random() == first
    others = [generator(2, "a", "b"), generator(1, "b", "a"), generator(1, "ab"), generator(1)]
    assert len({first, *(other.random() for other in others)}) == 5


def test_a_hash_order_hangs_on_the_names_alone_and_favours_none():
    names = [f"n{i}" for i in range(20)]
    assert hash_order(names) == hash_order(names[::-1])
    assert sorted(hash_order(names, "x")) == sorted(names)
    firsts = Counter(hash_order(names, str(salt))[0] for salt in range(2000))
    assert len(firsts) == 20
    assert max(firsts.values()) < 150
