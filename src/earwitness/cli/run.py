"""`earwitness demo`, `new` and `run`."""

import shlex
from pathlib import Path

import click

from earwitness.cli.display import as_json, print_json, progress_bars

OUT = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=OUT, required=True, help="The run folder to write.")
@click.option("--resume", is_flag=True, help="Go on with the run in that folder.")
@click.option("--workers", type=click.IntRange(1), default=1, help="Processes on this machine.")
@click.option("--dask", metavar="ADDRESS", help="A Dask scheduler, such as tcp://127.0.0.1:8786.")
@as_json
def run(
    file: Path, out: Path, resume: bool, workers: int, dask: str | None, json_wanted: bool
) -> None:
    """Run the study FILE.toml into a run folder, with a report in it.

    Cut off by Ctrl-C, a crash or a full disk, it goes on with --resume and ends with the same
    results, byte for byte. The number of workers changes the time, never the results.

    \b
    earwitness new repertoire
    earwitness run repertoire.toml --out runs/first --workers 2
    """
    from earwitness.cli.summary import print_summary
    from earwitness.run import DaskEngine, LocalEngine
    from earwitness.studies import execute

    engine = DaskEngine(dask) if dask else LocalEngine(workers)
    try:
        with progress_bars() as progress:
            folder = execute(file, out, resume=resume, engine=engine, progress=progress)
    except KeyboardInterrupt:
        again = shlex.join(["earwitness", "run", str(file), "--out", str(out), "--resume"])
        click.echo(f"earwitness: interrupted; go on with: {again}", err=True)
        raise SystemExit(130) from None
    print_summary(folder, json_wanted=json_wanted)


@click.command()
@click.argument("study", type=click.Choice(["repertoire", "playlists"]))
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
def new(study: str, out: Path | None) -> None:
    """Write a commented study file to start from."""
    from importlib.resources import files

    from earwitness.errors import StudyError
    from earwitness.run import write_whole

    path = out or Path(f"{study}.toml")
    if path.exists():
        raise StudyError(f"{path} exists already; choose another name with --out")
    text = (files("earwitness.studies") / "templates" / f"{study}.toml").read_bytes()
    write_whole(path, text)
    click.echo(f"Wrote {path}. Run it with: earwitness run {path} --out runs/{study}")


@click.command()
@click.option("--out", type=OUT, default=Path("demo"), show_default=True, help="Where to write.")
@click.option("--workers", type=click.IntRange(1), default=1, help="Processes on this machine.")
@as_json
def demo(out: Path, workers: int, json_wanted: bool) -> None:
    """Run all studies on embedded data, write OUT/index.html and print a summary.

    Nothing is downloaded. A demo that was cut off goes on where it was.
    """
    from earwitness.cli.summary import demo_row, print_demo
    from earwitness.report import write_index
    from earwitness.run import LocalEngine
    from earwitness.studies import execute
    from earwitness.studies.demo import demo_files

    folders = []
    for name, file in demo_files():
        click.echo(f"Running {name}…", err=True)
        with progress_bars() as progress:
            folder = execute(
                file,
                out / name,
                resume=(out / name / "manifest.json").exists(),
                engine=LocalEngine(workers),
                progress=progress,
            )
        folders.append(folder)
    index = write_index(out, [(f.path, f.results(), f.manifest()) for f in folders])
    if json_wanted:
        print_json({"index": str(index), "runs": [demo_row(folder) for folder in folders]})
        return
    print_demo(folders)
    click.echo(f"\nOpen {index} in a browser.")
