"""How fast an event document is read and checked, beside `json.loads`, which only takes it apart."""

from fokozat.cli.bench.measure import Figure, seconds_of_both

PLAYERS, ROUNDS = 84, 5
RUNS = 21
MEGA = 1_000_000


def read() -> tuple[Figure, ...]:
    """Documents of an ordinary weekend event a second, and the same in megabytes."""
    import json

    from fokozat.formats import read_event

    data = json.dumps(event_document(PLAYERS, ROUNDS)).encode()
    ours, peer = seconds_of_both(lambda: read_event(data), lambda: json.loads(data), RUNS)
    size = len(data) / MEGA
    return (
        Figure("read", f"event/1, {PLAYERS} × {ROUNDS}", "documents/s", 1 / ours, "json.loads", 1 / peer),
        Figure("read", f"event/1, {PLAYERS} × {ROUNDS}", "MB/s", size / ours, "json.loads", size / peer),
    )


def event_document(players: int, rounds: int) -> dict[str, object]:
    """A made-up event of which every round is complete."""
    return {
        "fokozat": "event/1", "name": "Minta", "game": "go", "board": "19x19", "start": "2012-03-10",
        "end": "2012-03-11", "even": True, "rounds_planned": rounds,
        "time": {"base": 60, "overtime": {"kind": "japanese", "periods": 3, "seconds": 20}},
        "players": [
            {"id": f"P{number}", "name": f"Minta {number}", "rating": 1500 + number, "grade": "1k", "club": "Próba"}
            for number in range(players)
        ],
        "rounds": [
            {"number": number + 1, "games": [
                {"first": f"P{board}", "second": f"P{players - 1 - board}", "result": "first", "board": board + 1}
                for board in range(players // 2)
            ]}
            for number in range(rounds)
        ],
    }  # fmt: skip
