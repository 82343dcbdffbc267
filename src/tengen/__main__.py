"""Lets `python -m tengen` do what `tengen` does."""

from tengen.cli.main import main

main()
