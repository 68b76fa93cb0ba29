"""The law of the lease in every order: one holder at a time, every work ends, a cancel wins before the end only."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fokozat.work import lease
from fokozat.work.lease import CANCELLED, DONE, FAILED, RUNNING, WAITING, Stand

BEGIN = datetime(2012, 3, 10, tzinfo=UTC)
LEASE = timedelta(seconds=10)


class Leases(RuleBasedStateMachine):
    """Several workers that beat, end, die, come back late; a reaper; and a person who cancels and retries."""

    def __init__(self) -> None:
        super().__init__()
        self.now = BEGIN
        self.stand = Stand()
        self.fences: list[int] = []  # of everybody who ever took it
        self.alive: set[int] = set()
        self.effects: list[int] = []  # fences whose effects were kept since the last retry
        self.retries = 0
        self.cancel_kept = False

    def keep(self, stand: Stand | None) -> bool:
        if stand is not None:
            self.stand = stand
        return stand is not None

    @rule(seconds=st.integers(0, 15))
    def time_goes_by(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule()
    def a_worker_takes(self) -> None:
        before = self.stand
        if self.keep(lease.taken(self.stand, self.now, LEASE)):
            assert before.state == WAITING
            assert self.stand.fence not in self.fences
            self.fences.append(self.stand.fence)
            self.alive.add(self.stand.fence)

    @precondition(lambda self: self.fences)
    @rule(data=st.data())
    def somebody_beats(self, data: st.DataObject) -> None:
        fence = data.draw(st.sampled_from(self.fences))
        if self.keep(lease.beaten(self.stand, fence, self.now, LEASE)):
            assert fence == self.fences[-1]
            assert self.stand.lease_until is not None
            assert self.stand.lease_until >= self.now + LEASE

    @precondition(lambda self: self.fences)
    @rule(data=st.data())
    def somebody_is_through(self, data: st.DataObject) -> None:
        fence, cancelled = data.draw(st.sampled_from(self.fences)), self.stand.cancel_asked
        if self.keep(lease.done(self.stand, fence)):
            assert fence == self.fences[-1]
            assert not cancelled
            self.effects.append(fence)

    @precondition(lambda self: self.fences)
    @rule(data=st.data(), again=st.booleans())
    def somebody_fails(self, data: st.DataObject, again: bool) -> None:
        fence = data.draw(st.sampled_from(self.fences))
        if self.keep(lease.failed(self.stand, fence, self.now, again)):
            assert fence == self.fences[-1]
            assert again or self.stand.state in (FAILED, CANCELLED)

    @precondition(lambda self: self.fences)
    @rule(data=st.data())
    def somebody_lets_go(self, data: st.DataObject) -> None:
        tries = self.stand.tries
        if self.keep(lease.let_go(self.stand, data.draw(st.sampled_from(self.fences)))):
            assert self.stand.state == CANCELLED or self.stand.tries == tries - 1

    @precondition(lambda self: self.fences)
    @rule(data=st.data())
    def somebody_stops(self, data: st.DataObject) -> None:
        asked = self.stand.cancel_asked
        if self.keep(lease.stopped(self.stand, data.draw(st.sampled_from(self.fences)))):
            assert asked

    @rule()
    def the_reaper_comes(self) -> None:
        until = self.stand.lease_until
        if self.keep(lease.reaped(self.stand, self.now)):
            assert until is not None
            assert self.now >= until

    @rule()
    def a_person_cancels(self) -> None:
        before = self.stand
        if self.keep(lease.cancelled(self.stand)):
            self.cancel_kept = True
        else:
            assert before.is_ended

    @rule()
    def a_person_retries(self) -> None:
        before = self.stand
        if self.keep(lease.retried(self.stand)):
            assert before.state in (FAILED, CANCELLED)
            self.cancel_kept = False

    @invariant()
    def effects_are_kept_once(self) -> None:
        assert len(self.effects) == (self.stand.state == DONE)

    @invariant()
    def a_cancel_before_the_end_wins(self) -> None:
        assert not (self.cancel_kept and self.stand.state == DONE)

    @invariant()
    def who_runs_has_a_lease_and_nobody_else(self) -> None:
        assert (self.stand.state == RUNNING) == (self.stand.lease_until is not None)

    @invariant()
    def tries_stay_within_their_bound(self) -> None:
        assert 0 <= self.stand.tries <= self.stand.most_tries

    def teardown(self) -> None:
        """Whatever happened, workers that die and a reaper bring every work to an end."""
        for _ in range(2 * self.stand.most_tries + 2):
            if self.stand.is_ended:
                return
            self.now += timedelta(minutes=10)
            self.keep(lease.taken(self.stand, self.now, LEASE))
            self.now += LEASE
            self.keep(lease.reaped(self.stand, self.now))
        assert self.stand.is_ended


Leases.TestCase.settings = settings(max_examples=150, stateful_step_count=40)
TestLeases = Leases.TestCase


def running(**facts: object) -> Stand:
    taken = lease.taken(Stand(), BEGIN, LEASE)
    assert taken is not None
    return Stand(**{**vars(taken), **facts})


def test_an_old_fence_may_do_nothing() -> None:
    stand = running(fence=3)
    steps = (
        lease.beaten(stand, 2, BEGIN, LEASE), lease.done(stand, 2), lease.failed(stand, 2, BEGIN, True),
        lease.let_go(stand, 2), lease.stopped(running(fence=3, cancel_asked=True), 2),
    )  # fmt: skip
    assert steps == (None,) * 5


def test_a_late_beat_saves_a_lease_that_nobody_reaped() -> None:
    late = BEGIN + 5 * LEASE
    beaten = lease.beaten(running(), 1, late, LEASE)
    assert beaten is not None
    assert lease.reaped(beaten, late + LEASE - timedelta(microseconds=1)) is None


def test_a_beat_never_shortens_a_lease() -> None:
    beaten = lease.beaten(running(), 1, BEGIN - timedelta(hours=1), LEASE)
    assert beaten is not None
    assert beaten.lease_until == BEGIN + LEASE


@pytest.mark.parametrize(("state", "after"), [(FAILED, WAITING), (CANCELLED, WAITING), (DONE, None), (WAITING, None)])
def test_what_a_person_may_retry(state: str, after: str | None) -> None:
    retried = lease.retried(Stand(state=state, tries=3, cancel_asked=state == CANCELLED))
    assert (retried.state if retried else None) == after
    assert retried is None or (retried.tries, retried.cancel_asked) == (0, False)


def test_poisoned_work_fails_after_its_tries() -> None:
    stand, now, states = Stand(most_tries=2), BEGIN, []
    for _ in range(2):
        now += timedelta(minutes=1)
        taken = lease.taken(stand, now, LEASE)
        assert taken is not None
        failed = lease.failed(taken, taken.fence, now, again=True)
        assert failed is not None
        states.append(failed.state)
        stand = failed
    assert states == [WAITING, FAILED]


@given(st.integers(0, 1000))
def test_pauses_grow_and_have_a_bound(tries: int) -> None:
    assert lease.pause_after(tries) <= lease.pause_after(tries + 1) <= timedelta(minutes=5)
    assert lease.pause_after(1) == timedelta(seconds=2)
