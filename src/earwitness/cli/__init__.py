"""The command line. One file a command group; each is imported when it is asked for."""

import codecs
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from earwitness import __version__
from earwitness.errors import EarwitnessError

COMMANDS = {
    "demo": ("earwitness.cli.run:demo", "All studies on embedded data: a first look."),
    "new": ("earwitness.cli.run:new", "Write a commented study file to start from."),
    "run": ("earwitness.cli.run:run", "Run a study file into a run folder."),
    "check": ("earwitness.cli.folder:check", "Check a run folder: complete, whole, in range."),
    "report": ("earwitness.cli.folder:report", "Write the report again from what is stored."),
    "compare": ("earwitness.cli.folder:compare", "Two runs side by side, paired where possible."),
    "gate": ("earwitness.cli.folder:gate", "Exit 1 when a run got worse than a baseline."),
    "power": ("earwitness.cli.power:power", "How many cases are needed to see a difference."),
    "repertoire": ("earwitness.cli.repertoire:repertoire", "Songs that fit a voice."),
    "playlists": ("earwitness.cli.playlists:playlists", "Synthetic playlists, audio encoder."),
    "serve": ("earwitness.cli.serve:serve", "Answer seed tracks over HTTP."),
    "completion": ("earwitness.cli.completion:completion", "Print a shell's completion script."),
}
"""Command -> where it is, and its line in the help."""


class _ReaderGone(Exception):  # noqa: N818 - it is no error
    """The reader of our output has gone, as `head` does."""


class LazyGroup(click.Group):
    """Knows its commands by name, and imports one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command where the given one does not exist."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], COMMANDS, n=1, cutoff=0.5)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Keep a broken pipe from click, which would end with exit code 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGone from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without importing any of it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="earwitness")
def cli() -> None:
    """Evidence about music recommenders.

    Put a system before cases, record what happens, measure it, and learn what may be concluded:
    with intervals, nulls, ceilings and tests. Then see where the numbers would fool you.

    \b
    Start here:
      earwitness demo                                   a first look, on embedded data
      earwitness repertoire recommend --range A3-F5     songs for a voice
      earwitness new repertoire                         a study file of your own
    """


PLAINER = {"−": "-", "–": "-", "…": "...", "•": "*", "’": "'", "“": '"', "”": '"'}


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What is shown for a letter that the terminal does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return PLAINER.get(error.object[error.start], "?"), error.start + 1


def main() -> None:
    """Run the command line; an error that is meant for the user is one sentence on stderr."""
    codecs.register_error("earwitness", _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="earwitness")
    try:
        cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except EarwitnessError as error:
        click.echo(f"earwitness: {' '.join(str(error).split())}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("earwitness: interrupted", err=True)
        sys.exit(130)
    except (_ReaderGone, BrokenPipeError):
        # What is left to write at exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
