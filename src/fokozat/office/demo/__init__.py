"""A made-up federation to try everything on: its people and a season of events, drawn from a seed. Pure values."""

from fokozat.office.demo.people import SEED, Invented, dice_of, federation, invent_people
from fokozat.office.demo.season import file_name, season

__all__ = ("SEED", "Invented", "dice_of", "federation", "file_name", "invent_people", "season")
