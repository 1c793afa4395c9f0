"""Tapes and accumulators: what opens them, and what asks them."""

from typing import Any, assert_never

from .. import program as p
from ..outcome import Returned
from .bindings import DONE, Bindings
from .observing import known_as


def context(frame: Bindings, scope: p.Scope) -> Any:
    """What a scope's `with` enters; a new tape or accumulator has its name by then."""
    match scope:
        case p.Tape():
            tape = frame.tf.GradientTape(scope.persistent, scope.watch_accessed_variables)
            frame.names[scope.out] = tape
            return tape
        case p.Accumulator():
            make = frame.tf.autodiff.ForwardAccumulator
            frame.names[scope.out] = made = make(frame.tree(scope.primals), frame.tree(scope.tangents))
            return made
        case p.Reenter():
            return frame.get(scope.tape)
        case p.StopRecording():
            return frame.get(scope.tape).stop_recording()
        case _:
            assert_never(scope)


def step(frame: Bindings, s: p.TapeStatement) -> Returned:
    match s:
        case p.Gradient():
            return frame.define(s.out, _gradient(frame, s))
        case p.Jacobian():
            ask = frame.get(s.tape).jacobian
            return frame.define(s.out, ask(frame.tree(s.target), frame.tree(s.sources), **_options(s)))
        case p.BatchJacobian():
            ask = frame.get(s.tape).batch_jacobian
            return frame.define(s.out, ask(frame.tree(s.target), frame.tree(s.source), **_options(s)))
        case p.Jvp():
            unconnected = s.unconnected_gradients
            ask = frame.get(s.accumulator).jvp
            return frame.define(s.out, ask(frame.tree(s.primals), unconnected_gradients=unconnected))
        case p.Watch():
            frame.get(s.tape).watch(frame.tree(s.tensor))
            return DONE
        case p.Reset():
            frame.get(s.tape).reset()
            return DONE
        case p.WatchedVariables():
            return Returned(known_as(frame.get(s.tape).watched_variables(), frame.names))
        case p.Tape() | p.Accumulator() | p.Reenter() | p.StopRecording():
            raise TypeError(f"{type(s).__name__} opens a scope; it is no step")
        case _:
            assert_never(s)


def _gradient(frame: Bindings, s: p.Gradient) -> Any:
    seeds = s.output_gradients
    options = {} if seeds == p.OMITTED else {"output_gradients": frame.tree(seeds)}
    return frame.get(s.tape).gradient(
        frame.tree(s.target),
        frame.tree(s.sources),
        unconnected_gradients=s.unconnected_gradients,
        **options,
    )


def _options(s: p.Jacobian | p.BatchJacobian) -> dict[str, Any]:
    """The keywords of a jacobian, those that are at their defaults left out."""
    options: dict[str, Any] = {"unconnected_gradients": s.unconnected_gradients}
    if s.parallel_iterations is not None:
        options["parallel_iterations"] = s.parallel_iterations
    if s.experimental_use_pfor is not True:
        options["experimental_use_pfor"] = s.experimental_use_pfor
    return options
