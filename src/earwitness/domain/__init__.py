"""The nouns that all agree on. Frozen, typed, no input or output."""

from earwitness.domain.case import Case
from earwitness.domain.estimate import Comparison, Estimate
from earwitness.domain.finding import Finding, Severity
from earwitness.domain.measure import BoundedMeasure, Direction, Measure, MeasureInfo
from earwitness.domain.randomness import generator, hash_order
from earwitness.domain.record import Answer, Record
from earwitness.domain.results import (
    Account,
    Figure,
    Matrix,
    Results,
    Section,
    Series,
    from_json,
    to_json,
)
from earwitness.domain.score import Scores
from earwitness.domain.system import BatchSystem, System

__all__ = [
    "Account",
    "Answer",
    "BatchSystem",
    "BoundedMeasure",
    "Case",
    "Comparison",
    "Direction",
    "Estimate",
    "Figure",
    "Finding",
    "Matrix",
    "Measure",
    "MeasureInfo",
    "Record",
    "Results",
    "Scores",
    "Section",
    "Series",
    "Severity",
    "System",
    "from_json",
    "generator",
    "hash_order",
    "to_json",
]
