"""The repertoire study: does a recommender find the songs that fit a singer?

`source` follows the evaluation plan of a tessituragram-based recommender to the letter; `sound`
repairs what the plan cannot see.
"""

from earwitness.studies.repertoire.study import RepertoireStudy

__all__ = ["RepertoireStudy"]
