"""JAX, Equinox and Optax, or a sentence that says how to get them."""

from earwitness.errors import StudyError

try:
    import equinox as eqx
    import jax
    import jax.numpy as jnp
    import optax
except ImportError as error:
    raise StudyError(
        f"the audio encoder needs {error.name}; install it with: pip install 'earwitness[encoder]'"
    ) from error

__all__ = ["eqx", "jax", "jnp", "optax"]
