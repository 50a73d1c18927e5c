"""What a system must offer to be put on trial."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from earwitness.domain.record import Answer


@runtime_checkable
class System(Protocol):
    """Answers one query at a time. Whatever is random in it comes from `rng`."""

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer: ...


@runtime_checkable
class BatchSystem(System, Protocol):
    """Answers many queries in one call; each must get what `answer` would have given it."""

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> Sequence[Answer]: ...
