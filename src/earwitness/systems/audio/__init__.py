"""An encoder of audio: mel arrays -> vectors that lie near each other where songs go together.

`mel` makes mel arrays of audio files. `training` trains an encoder, `encoder` uses one, and its
vectors may be replaced by anyone's. Both need JAX, Equinox and Optax: the extra `[encoder]`.
"""
