"""Logistic regression with a pull towards given weights."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Doubles = NDArray[np.float64]
STEPS = 50
TOLERANCE = 1e-9
"""Stops when a step lowers the loss by less than this share of it."""


def fit_logistic(x: Doubles, y: Doubles, centre: Doubles, ridge: float) -> Doubles:
    """The weights w that minimise −log likelihood + ridge/2 · |w − centre|², by Newton's method.

    `y` is 0 or 1. The loss is convex, and a step that would raise it is halved.
    """

    def loss(w: Doubles) -> float:
        z = x @ w
        away = w - centre
        return float(np.logaddexp(0, z).sum() - z @ y + ridge / 2 * (away @ away))

    w, now = centre.copy(), loss(centre)
    for _ in range(STEPS):
        p = expit(x @ w)
        slope = x.T @ (p - y) + ridge * (w - centre)
        bend = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        while loss(w - step) > now and np.abs(step).max() > TOLERANCE:
            step /= 2
        w = w - step
        before, now = now, loss(w)
        if before - now <= TOLERANCE * before:
            break
    return w
