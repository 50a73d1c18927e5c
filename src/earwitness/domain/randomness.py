"""Randomness as an argument."""

import hashlib

import numpy as np


def generator(seed: int, *names: str) -> np.random.Generator:
    """A generator that depends on the seed and the names alone, not on order or on workers."""
    return np.random.default_rng([seed, *hash_words(*names)])


def hash_words(*names: str) -> list[int]:
    """Four 32-bit words from the SHA-256 of the names."""
    digest = hashlib.sha256("\x1f".join(names).encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]


def hash_order(names: list[str], salt: str = "") -> list[str]:
    """The names in an order that hangs on nothing but themselves and the salt.

    A sample is its beginning: the same names are chosen however they are listed.
    """
    return sorted(names, key=lambda name: hashlib.sha256(f"{salt}\x1f{name}".encode()).digest())
