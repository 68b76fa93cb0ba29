"""The tree of errors: keys and fields, and where they belong."""

import pytest

from fokozat.kernel.errors import (
    BrokenInvariant,
    Conflict,
    Fault,
    FokozatError,
    Forbidden,
    IllegalMove,
    InvalidInput,
    NoPairing,
    NotFound,
)


def test_an_error_carries_its_key_its_place_and_its_fields() -> None:
    error = InvalidInput("formats.required", "players[3].id", wanted="text")
    assert (error.key, error.place, error.fields) == ("formats.required", "players[3].id", {"wanted": "text"})
    assert error.faults == (Fault("formats.required", "players[3].id", {"wanted": "text"}),)


def test_several_faults_stay_in_their_order() -> None:
    faults = (Fault("formats.required", "name"), Fault("formats.no-day", "start", {"found": "soon"}))
    error = InvalidInput.of(faults)
    assert error.faults == faults
    assert error.key == "formats.required"
    assert "start" in str(error)
    assert "formats.no-day" in str(error)


def test_forbidden_names_its_paragraph() -> None:
    error = Forbidden("mgsz_2012.times-differ", "6.§(2)", "rounds")
    assert error.paragraph == "6.§(2)"
    assert error.fields["paragraph"] == "6.§(2)"


@pytest.mark.parametrize("kind", [InvalidInput, IllegalMove, NoPairing, NotFound, Conflict])
def test_what_a_person_can_mend_is_in_the_tree(kind: type[FokozatError]) -> None:
    with pytest.raises(FokozatError):
        raise kind("kernel.no-row")


def test_our_own_fault_is_not_in_the_tree() -> None:
    assert not issubclass(BrokenInvariant, FokozatError)
