"""A group of commands, whose help has the whole first sentence of each."""

from typing import Any

from typer.core import TyperGroup

LONGEST_SENTENCE = 1000  # letters; typer would cut a sentence where the line ends


class CommandGroup(TyperGroup):
    """Lists its commands with a sentence each, over several lines where it is long."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # typer's own classes, which differ by version
        """Write the list of commands."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, one.get_short_help_str(LONGEST_SENTENCE)) for name, one in found if one and not one.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
