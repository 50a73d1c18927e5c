"""Evidence about music recommenders."""

__version__ = "0.1.0"
