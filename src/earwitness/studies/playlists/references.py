"""What a paper that uses the study should cite."""

BIBTEX = """@inproceedings{barkan2016item2vec,
  author = {Barkan, Oren and Koenigstein, Noam},
  title = {Item2vec: Neural Item Embedding for Collaborative Filtering},
  booktitle = {IEEE International Workshop on Machine Learning for Signal Processing},
  year = {2016}
}
@inproceedings{ferraro2021melon,
  author = {Ferraro, Andres and Kim, Yuntae and Lee, Soohyeon and Kim, Biho and Jo, Namjun and
            Lim, Semi and Lim, Suyon and Jang, Jungtaek and Kim, Sehwan and Serra, Xavier and
            Bogdanov, Dmitry},
  title = {Melon Playlist Dataset: A Public Dataset for Audio-Based Playlist Generation and Music
           Tagging},
  booktitle = {IEEE International Conference on Acoustics, Speech and Signal Processing},
  year = {2021}
}
@inproceedings{steck2019embarrassingly,
  author = {Steck, Harald},
  title = {Embarrassingly Shallow Autoencoders for Sparse Data},
  booktitle = {The World Wide Web Conference},
  year = {2019}
}
@inproceedings{hu2008collaborative,
  author = {Hu, Yifan and Koren, Yehuda and Volinsky, Chris},
  title = {Collaborative Filtering for Implicit Feedback Datasets},
  booktitle = {IEEE International Conference on Data Mining},
  year = {2008}
}
"""
