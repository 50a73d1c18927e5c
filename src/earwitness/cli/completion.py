"""`earwitness completion`."""

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    bash:  earwitness completion bash >> ~/.bashrc
    zsh:   earwitness completion zsh >> ~/.zshrc
    fish:  earwitness completion fish > ~/.config/fish/completions/earwitness.fish
    """
    from click.shell_completion import get_completion_class

    from earwitness.cli import cli

    maker = get_completion_class(shell)
    if maker is None:
        raise click.UsageError(f"there is no completion for {shell!r}")
    click.echo(maker(cli, {}, "earwitness", "_EARWITNESS_COMPLETE").source())
