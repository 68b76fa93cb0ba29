"""One module for each command; adding a command is one line here."""

from fokozat.cli.command import Command
from fokozat.cli.commands import bench, compare, completion, convert, editions, explain, exports, imports, rate, serve

__all__ = ("COMMANDS",)

COMMANDS: tuple[Command, ...] = (
    rate.COMMAND,
    explain.COMMAND,
    editions.COMMAND,
    compare.COMMAND,
    convert.COMMAND,
    completion.COMMAND,
    imports.COMMAND,
    exports.COMMAND,
    serve.COMMAND,
    bench.COMMAND,
)
