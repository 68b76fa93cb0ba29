"""One module for each command; adding a command is one line here."""

from fokozat.cli.command import Command
from fokozat.cli.commands import (
    backup,
    bench,
    bodies,
    check,
    compare,
    completion,
    convert,
    demo,
    editions,
    explain,
    exports,
    imports,
    mail,
    move_database,
    people,
    rate,
    restore,
    serve,
    systems,
    upgrade,
    work,
    worker,
)

__all__ = ("COMMANDS",)

COMMANDS: tuple[Command, ...] = (
    rate.COMMAND,
    explain.COMMAND,
    editions.COMMAND,
    compare.COMMAND,
    convert.COMMAND,
    completion.COMMAND,
    people.COMMAND,
    bodies.COMMAND,
    systems.COMMAND,
    imports.COMMAND,
    exports.COMMAND,
    check.COMMAND,
    backup.COMMAND,
    restore.COMMAND,
    upgrade.COMMAND,
    mail.COMMAND,
    move_database.COMMAND,
    demo.COMMAND,
    serve.COMMAND,
    work.COMMAND,
    worker.COMMAND,
    bench.COMMAND,
)
