"""`python -m earwitness` and the console script."""


def main() -> None:
    from earwitness.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
