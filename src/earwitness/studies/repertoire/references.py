"""What a paper that uses the study should cite."""

BIBTEX = """@inproceedings{gotham2022openscore,
  author = {Gotham, Mark R. H. and Jonas, Peter},
  title = {The {OpenScore} {Lieder} Corpus},
  booktitle = {Music Encoding Conference Proceedings 2021},
  editor = {M{\\"u}nnich, Stefan and Rizo, David},
  pages = {131--136},
  publisher = {Humanities Commons},
  year = {2022},
  doi = {10.17613/1my2-dm23}
}
@article{herlocker2004evaluating,
  author = {Herlocker, Jonathan L. and Konstan, Joseph A. and Terveen, Loren G. and Riedl, John T.},
  title = {Evaluating Collaborative Filtering Recommender Systems},
  journal = {ACM Transactions on Information Systems},
  volume = {22}, number = {1}, pages = {5--53}, year = {2004}
}
@article{urbano2013evaluation,
  author = {Urbano, Juli{\\'a}n and Schedl, Markus and Serra, Xavier},
  title = {Evaluation in Music Information Retrieval},
  journal = {Journal of Intelligent Information Systems},
  volume = {41}, number = {2}, pages = {345--369}, year = {2013},
  doi = {10.1007/s10844-013-0249-4}
}
@book{kendall1948rank,
  author = {Kendall, Maurice G.},
  title = {Rank Correlation Methods},
  publisher = {Charles Griffin},
  address = {London},
  year = {1948}
}
@article{webber2010similarity,
  author = {Webber, William and Moffat, Alistair and Zobel, Justin},
  title = {A Similarity Measure for Indefinite Rankings},
  journal = {ACM Transactions on Information Systems},
  volume = {28}, number = {4}, year = {2010},
  doi = {10.1145/1852102.1852106}
}
@book{efron1993bootstrap,
  author = {Efron, Bradley and Tibshirani, Robert J.},
  title = {An Introduction to the Bootstrap},
  publisher = {Chapman and Hall},
  year = {1993}
}
"""
