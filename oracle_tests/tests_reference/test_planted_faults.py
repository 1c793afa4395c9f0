"""A fault planted in a rule of the tape is seen by a fact, so that the facts do watch over these rules."""

from contextlib import nullcontext

import pytest

import reference
from oracle_tests.facts import (
    test_accumulation,
    test_custom_gradient,
    test_lifecycle,
    test_mutation,
    test_sources,
    test_spent,
    test_stop_recording,
    test_targets,
    test_unconnected,
    test_watch,
    test_watching,
)
from oracle_tests.facts.fact import difference, observed
from reference import backprop, tape, variable
from reference.tape import GradientTape
from reference.variable import Variable


def holds(test):
    return difference(observed(test.fact.program, reference), test.fact.expected) == ""


def reset_ignored(patch):
    patch.setattr(GradientTape, "reset", lambda self: None)


def stop_recording_ignored(patch):
    patch.setattr(GradientTape, "stop_recording", lambda self: nullcontext())


def spent_tapes_kept(patch):
    patch.setattr(GradientTape, "_release", lambda self: None)


def record_kept_after_failure(patch):
    keep = lambda log, *rest: gradients(_persistent(log), *rest)  # noqa: E731
    gradients = backprop.gradients
    patch.setattr(tape, "gradients", keep)


def _persistent(log):
    log.persistent = True
    return log


def everything_trainable(patch):
    patch.setattr(Variable, "trainable", property(lambda self: True))
    patch.setattr(
        Variable, "_trainable", property(lambda self: True, lambda self, value: None), raising=False
    )


def watch_needs_no_recording_tape(patch):
    patch.setattr(GradientTape, "_watch", lambda self, x: self._log.watch(x.id))


def assigned_in_place(patch):
    patch.setattr(Variable, "assign", lambda self, value: self._cell.array.__setitem__(..., value))


def assignment_watches_nothing(patch):
    patch.setattr(Variable, "_assigned", lambda self: variable._UnreadVariable(self))


def last_come_first_summed(patch):
    accumulated = backprop.accumulated
    patch.setattr(backprop, "accumulated", lambda cts: accumulated(cts[::-1]))


def numbers_ordered(patch):
    patch.setattr(backprop, "table_order", sorted)


def what_arrived_stays_unsummed(patch):
    patch.setattr(backprop, "_total", lambda arrived: arrived[0])


def unknown_seeded_with_zeros(patch):
    patch.setattr(backprop, "ones_like", backprop.zeros_like)


def zeros_by_default(patch):
    patch.setattr(tape.UnconnectedGradients, "of", lambda mode: tape.UnconnectedGradients.ZERO)


def seeds_ignored(patch):
    gradients = backprop.gradients
    patch.setattr(
        tape, "gradients", lambda log, targets, sources, seeds: gradients(log, targets, sources, [])
    )


@pytest.mark.parametrize(
    ("plant", "fact"),
    [
        (reset_ignored, test_lifecycle.test_L13_reset_forgets_operations_and_watches),
        (reset_ignored, test_lifecycle.test_L14_after_reset_only_new_reads_count),
        (stop_recording_ignored, test_stop_recording.test_L17_stop_recording_leaves_out_what_runs_within),
        (spent_tapes_kept, test_lifecycle.test_L01_a_second_gradient_of_a_non_persistent_tape_raises),
        (
            record_kept_after_failure,
            test_spent.test_L33_a_gradient_that_fails_on_the_way_has_used_up_the_record,
        ),
        (everything_trainable, test_watching.test_W21_a_variable_that_is_not_trainable_is_not_watched),
        (watch_needs_no_recording_tape, test_watch.test_W42_watch_is_ignored_while_no_tape_records),
        (
            assigned_in_place,
            test_mutation.test_M01_an_assignment_after_the_block_changes_no_gradient,
        ),
        (assignment_watches_nothing, test_mutation.test_M10_an_assignment_watches_a_trainable_variable),
        (
            last_come_first_summed,
            test_accumulation.test_G01_a_sum_of_three_is_one_sum_in_the_order_of_arrival,
        ),
        (numbers_ordered, test_accumulation.test_G02_targets_arrive_last_first),
        (what_arrived_stays_unsummed, test_sources.test_S05_all_reads_of_a_variable_count),
        (unknown_seeded_with_zeros, test_targets.test_T08_what_is_target_and_source_gets_ones_watched_or_not),
        (zeros_by_default, test_unconnected.test_U01_none_or_zeros),
        (zeros_by_default, test_custom_gradient.test_C03_none_is_no_contribution),
        (seeds_ignored, test_accumulation.test_G03_a_single_cotangent_is_returned_as_it_came),
    ],
    ids=lambda x: x.__name__.removeprefix("test_"),
)
def test_a_fact_sees(plant, fact, monkeypatch):
    assert holds(fact)
    with monkeypatch.context() as patch:
        plant(patch)
        assert not holds(fact)
    assert holds(fact)
