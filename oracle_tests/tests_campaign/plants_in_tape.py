"""Faults to plant in the reference's tape: what it watches, records, forgets and answers."""

from contextlib import ExitStack, nullcontext

from reference import backprop, nest, tape
from reference.backprop import Log
from reference.errors import error
from reference.primitive import Primitive
from reference.record import Record, recording
from reference.tape import GradientTape
from reference.variable import Variable, _ReadVariable

from .planting import Plant, replaced, ruled

DECIDED = ("reference wrong",)


def sign_says_none_for_zeros():
    return ruled("raw_ops.Sign", lambda good: lambda ct, y, x: (None,))


def only_the_first_target_counts():
    good = GradientTape.gradient

    def gradient(self, target, *args, **kwargs):
        leaves = nest.flatten(target)
        first = leaves[0] if isinstance(target, list | tuple) and len(leaves) > 1 else target
        return good(self, first, *args, **kwargs)

    return replaced(GradientTape, "gradient", gradient)


def reset_is_ignored():
    return replaced(GradientTape, "reset", lambda self: None)


def reset_keeps_what_is_watched():
    good = GradientTape.reset

    def reset(self):
        before = self._log
        good(self)
        for id, number in before.known.items():
            if number == backprop.WATCHED:
                self._log.watch(id)

    return replaced(GradientTape, "reset", reset)


def a_persistent_tape_forgets():
    good = GradientTape.gradient

    def gradient(self, *args, **kwargs):
        answer = good(self, *args, **kwargs)
        if self._log is not None:
            self._log.known.clear()
        return answer

    return replaced(GradientTape, "gradient", gradient)


def a_persistent_tape_uses_up_its_record():
    good = GradientTape.gradient

    def gradient(self, *args, **kwargs):
        answer = good(self, *args, **kwargs)
        if self._log is not None:
            self._log.entries.clear()
        return answer

    return replaced(GradientTape, "gradient", gradient)


def stop_recording_leaks():
    return replaced(GradientTape, "stop_recording", lambda self: nullcontext())


def an_error_forgets_what_is_watched():
    """After an operation that raises, the innermost tape knows nothing of what it watched."""
    good = Primitive.__call__

    def call(self, *args, **kwargs):
        try:
            return good(self, *args, **kwargs)
        except Exception:
            for log in recording.tapes[-1:]:
                log.known.clear()
            raise

    return replaced(Primitive, "__call__", call)


def zero_mode_gives_none():
    return replaced(tape, "_zeros", lambda x: None)


def spent_tapes_raise_value_error():
    def require(self):
        if self._log is None:
            raise error(ValueError, "the tape is spent")

    return replaced(GradientTape, "_require_log", require)


def assignments_are_recorded():
    """A path leads from a variable back to what was assigned, or added, to it."""

    def recording_what(good):
        def write(self, value, *args, **kwargs):
            answer = good(self, value, *args, **kwargs)
            for log in recording.tapes:
                if getattr(value, "id", None) in log.known:
                    log.write(Record(_ReadVariable, (value,), (self._cell,), ()))
            return answer

        return write

    stack = ExitStack()
    for name in ("assign", "_update"):
        stack.enter_context(replaced(Variable, name, recording_what(getattr(Variable, name))))
    return stack


def what_is_not_trainable_is_watched():
    good = Variable._touch

    def touch(self):
        good(self)
        for log in recording.tapes:
            if isinstance(log, Log):
                log.watch_variable(self)

    return replaced(Variable, "_touch", touch)


PLANTS = {
    "None for zeros": Plant(sign_says_none_for_zeros, ("none",), "raw_ops.Sign vjp", DECIDED, 28),
    "only the first of a list target": Plant(
        only_the_first_target_counts, ("value", "none"), "tape list of targets", DECIDED, 14
    ),
    "reset ignored": Plant(reset_is_ignored, ("none", "value", "structure", "error"), "reset", DECIDED, 23),
    "reset keeps what is watched": Plant(
        reset_keeps_what_is_watched, ("none", "value", "structure"), "reset", DECIDED, 47
    ),
    "a persistent tape forgets": Plant(
        a_persistent_tape_forgets, ("none", "value", "error"), "tape second answer", DECIDED, 112
    ),
    "a persistent tape uses up its record": Plant(
        a_persistent_tape_uses_up_its_record, ("none", "value", "error"), "tape", DECIDED, 13
    ),
    "stop_recording leaks": Plant(
        stop_recording_leaks, ("none", "value", "structure", "error"), "stop_recording", DECIDED, 26
    ),
    "an error forgets what is watched": Plant(
        an_error_forgets_what_is_watched,
        ("none", "value", "error"),
        "tape",
        (*DECIDED, "unclear"),  # in zero mode no fact has the number that is missing
        34,
    ),
    "zero mode gives None": Plant(zero_mode_gives_none, ("none",), "unconnected_gradients", DECIDED, 1),
    "spent tapes raise ValueError": Plant(spent_tapes_raise_value_error, ("error",), "tape", DECIDED, 5),
    "assignments are recorded": Plant(
        assignments_are_recorded, ("none", "value"), "tape assign", DECIDED, 65
    ),
    "what is not trainable is watched": Plant(
        what_is_not_trainable_is_watched, ("none", "value", "structure"), "tape", DECIDED, 1
    ),
}
