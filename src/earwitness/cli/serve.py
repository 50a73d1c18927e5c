"""`earwitness serve`."""

from pathlib import Path

import click

from earwitness.cli.display import progress_bars
from earwitness.errors import StudyError


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(file: Path, host: str, port: int) -> None:
    """Answer seed tracks over HTTP with the systems of the playlists study FILE.toml.

    \b
    earwitness serve playlists.toml
    curl 'http://127.0.0.1:8000/api/recommend?system=Stage%201&seed=123&k=20'
    """
    try:
        import uvicorn

        from earwitness.web.recommending import create_app
    except ImportError as error:
        raise StudyError(
            f"serving needs {error.name}; install it with: pip install 'earwitness[web]'"
        ) from error
    from earwitness.studies.serving import served

    with progress_bars() as progress:
        systems, tracks = served(file, progress)
    click.echo(f"Serving {', '.join(systems)} at http://{host}:{port}; stop with Ctrl-C.", err=True)
    uvicorn.run(create_app(systems, tracks), host=host, port=port, log_level="warning")
