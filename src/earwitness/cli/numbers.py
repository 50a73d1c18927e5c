"""Numbers as options."""

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A number that is one: neither nan nor infinite."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number
