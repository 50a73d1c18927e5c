"""The only place where the stages meet: one study a module, readable as its protocol."""

from earwitness.studies.base import STUDIES, Conclusion, Plan, Study, load_study
from earwitness.studies.execution import execute

__all__ = ["STUDIES", "Conclusion", "Plan", "Study", "execute", "load_study"]
