"""The mark that a live piece of a page bears: its topic, and the version that it shows."""

from fokozat.office.live import versions

Mark = dict[str, object]


def mark(topic: str) -> Mark:
    """Ask before the facts are read: then nothing is missed in between."""
    return marks(topic)[0]


def marks(*topics: str) -> list[Mark]:
    """The same for several pieces, in one question."""
    found = versions(topics)
    return [{"topic": topic, "version": found[topic]} for topic in topics]
