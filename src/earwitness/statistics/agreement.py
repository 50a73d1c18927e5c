"""How alike two rankings are."""

from collections.abc import Hashable, Sequence

import numpy as np

from earwitness.errors import StudyError
from earwitness.statistics.interval import Floats, Values, check_lengths, numbers
from earwitness.statistics.resampling import block_rows


def kendall_tau(x: Values, y: Values) -> float | None:
    """Kendall's τ-b of two lists of scores of the same items; None where either is constant.

    τ-b = (C − D) / √((P − T_x)(P − T_y)): concordant minus discordant pairs, over all P pairs
    without those tied in x and in y (Kendall, Rank Correlation Methods, 1948).
    """
    tau = kendall_taus(x, [numbers(y, "y")])[0]
    return None if np.isnan(tau) else float(tau)


def kendall_taus(reference: Values, others: Values) -> Floats:
    """τ-b of the reference scores with each row of others[ranking, item]; nan where undefined.

    O(n log n) a ranking, many rankings at one time (Knight, A computer method for calculating
    Kendall's tau with ungrouped data, Journal of the American Statistical Association 61, 1966).
    """
    x, table = numbers(reference, "reference"), numbers(others, "others", dimensions=2)
    check_lengths(reference=x, each_other=table.T)
    if np.isnan(x).any() or np.isnan(table).any():
        raise StudyError("A score is undefined; give rankings of the items that all have scored.")
    if len(x) < 2:
        return np.full(len(table), np.nan)
    rows = block_rows(len(x))
    parts = [_taus(x, table[start : start + rows]) for start in range(0, len(table), rows)]
    return np.concatenate([*parts, np.empty(0)])


def tau_null_sd(n: int) -> float:
    """The standard deviation of τ between two random orders of n items without ties.

    √(2(2n + 5) / (9n(n − 1))) (Kendall 1948).
    """
    if n < 2:
        raise StudyError(f"The number of items is {n}; an order needs 2 or more.")
    return float(np.sqrt(2 * (2 * n + 5) / (9 * n * (n - 1))))


def rbo(a: Sequence[Hashable], b: Sequence[Hashable], p: float = 0.9) -> float | None:
    """Rank-biased overlap, extrapolated (RBO_EXT), of two lists, best first, of any lengths.

    With s and l the lengths of the shorter and the longer list and X_d the number of items that
    both hold down to depth d: (1−p)/p · [Σ_{d≤l} X_d/d · p^d + Σ_{s<d≤l} X_s(d−s)/(s·d) · p^d] +
    [(X_l − X_s)/l + X_s/s] · p^l (Webber, Moffat & Zobel, A similarity measure for indefinite
    rankings, ACM Transactions on Information Systems 28(4), 2010, equation 32). 1 for equal
    lists, 0 where nothing is shared or one list is empty; None where both are.
    """
    if not 0 < p < 1:
        raise StudyError(f"p is {p}; use one between 0 and 1, such as 0.9.")
    _check_distinct(a, b)
    shorter, longer = sorted((a, b), key=len)
    s, l = len(shorter), len(longer)
    if s == 0:
        return 0.0 if l else None
    place = {item: d for d, item in enumerate(shorter, 1)}
    meets = [max(d, place[item]) for d, item in enumerate(longer, 1) if item in place]
    overlap = np.cumsum(np.bincount(meets, minlength=l + 1))[1:]
    depth = np.arange(1, l + 1)
    x_s, x_l = overlap[s - 1], overlap[-1]
    agreement = overlap / depth + x_s * np.maximum(depth - s, 0) / (s * depth)
    tail = ((x_l - x_s) / l + x_s / s) * p**l
    return float((1 - p) / p * np.sum(agreement * p**depth) + tail)


def overlap_at(a: Sequence[Hashable], b: Sequence[Hashable], k: int) -> float | None:
    """The share of the first k places that hold items of both lists: |a[:k] ∩ b[:k]| / k.

    Lists shorter than k are not scaled up. None where both are empty.
    """
    if k < 1:
        raise StudyError(f"k is {k}; use 1 or more.")
    _check_distinct(a, b)
    if not (a or b):
        return None
    return len(set(a[:k]) & set(b[:k])) / k


def _check_distinct(*lists: Sequence[Hashable]) -> None:
    if any(len(set(items)) < len(items) for items in lists):
        raise StudyError("A ranking holds an item twice; give each item one place.")


def _taus(x: Floats, table: Floats) -> Floats:
    n = len(x)
    x_ties = _tied_pairs(np.sort(x)[None, :])[0]
    if x_ties:
        # Pairs tied in x are put in the order of y, so that they do not count as discordant.
        order = np.lexsort((table, np.broadcast_to(x, table.shape)), axis=-1)
        y = np.take_along_axis(table, order, axis=1)
        both = _tied_pairs(y, x[order])
    else:
        y = table[:, np.argsort(x)]
        both = np.zeros(len(table))
    y_ties = _tied_pairs(np.sort(y, axis=1))
    # Ties in y keep their order, so that they do not count as discordant either.
    places = np.argsort(y, axis=1, kind="stable" if y_ties.any() else None)
    pairs = n * (n - 1) / 2
    difference = pairs - x_ties - y_ties + both - 2 * _inversions(places)
    scale = np.sqrt((pairs - x_ties) * (pairs - y_ties))
    with np.errstate(invalid="ignore"):
        return np.asarray(np.clip(difference / scale, -1.0, 1.0), dtype=np.float64)


def _tied_pairs(*sorted_rows: Floats) -> Floats:
    """The number of pairs in each row that are equal in all the tables; equal ones are adjacent."""
    equal = np.all([rows[:, 1:] == rows[:, :-1] for rows in sorted_rows], axis=0)
    if not equal.any():
        return np.zeros(len(equal))
    new = np.pad(~equal, ((0, 0), (1, 0)), constant_values=True)
    place = np.arange(new.shape[1])
    # How many equal ones stand before each: its place minus the place where its run began.
    start = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    return np.asarray(np.sum(place - start, axis=1), dtype=np.float64)


def _inversions(permutations: np.ndarray) -> Floats:
    """The number of pairs out of order in each row, which is a permutation of 0 to n − 1.

    A merge sort from blocks of 2 upwards, all rows at one time. When the halves of a block are
    sorted together, a right element lands behind the left ones that are smaller than it; the
    other left ones are out of order with it.
    """
    rows, n = permutations.shape
    bits = int(n - 1).bit_length()
    size = 2**bits
    # The lowest bit is kept free to tell right elements from left ones.
    doubled = np.empty((rows, size), dtype=np.int32)
    doubled[:, :n] = 2 * permutations
    doubled[:, n:] = 2 * np.arange(n, size)
    found = np.zeros(rows)
    for half in 2 ** np.arange(bits):
        blocks = doubled.reshape(rows, -1, 2 * half)
        blocks[:, :, half:] += 1
        blocks.sort(axis=2)
        right = doubled & 1
        landed = np.sum(right * (np.arange(size) % (2 * half)), axis=1)
        pairs = size // 2 * half
        found += pairs - (landed - size // (2 * half) * (half * (half - 1) // 2))
        doubled -= right
    return found
