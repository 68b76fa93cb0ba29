"""Benches: plain functions in one explicit tuple; each measures ours beside a peer."""

from fokozat.cli.bench.explain import explain
from fokozat.cli.bench.journal import journal
from fokozat.cli.bench.live import live
from fokozat.cli.bench.measure import Bench
from fokozat.cli.bench.office import office
from fokozat.cli.bench.pages import pages
from fokozat.cli.bench.read import read
from fokozat.cli.bench.start import start
from fokozat.cli.bench.work import work

__all__ = ("BENCHES", "Bench")

BENCHES: tuple[Bench, ...] = (explain, start, read, office, pages, journal, work, live)
