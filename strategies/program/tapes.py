"""TAPES: statements that record, and that ask what was recorded."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from .trees import OMITTED, RARE, Attribute, Name, Tree

if TYPE_CHECKING:
    from . import Statement


@dataclass(frozen=True)
class Watch:
    """tape.watch(tensor)"""

    tape: Name
    tensor: Tree


@dataclass(frozen=True)
class Tape:
    """with tf.GradientTape(persistent, watch_accessed_variables) as out: body"""

    out: Name
    persistent: bool
    watch_accessed_variables: bool
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class Reenter:
    """with tape: body"""

    tape: Name
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class StopRecording:
    """with tape.stop_recording(): body"""

    tape: Name
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class Reset:
    """tape.reset()"""

    tape: Name


@dataclass(frozen=True)
class WatchedVariables:
    """tape.watched_variables(), observed as the names of the variables"""

    tape: Name


@dataclass(frozen=True)
class Gradient:
    """out = tape.gradient(target, sources, output_gradients, unconnected_gradients)

    `output_gradients` is Nothing() where the argument is left out.
    """

    out: Name
    tape: Name
    target: Tree
    sources: Tree
    output_gradients: Tree = OMITTED
    unconnected_gradients: Attribute = "none"


@dataclass(frozen=True)
class Jacobian:
    """out = tape.jacobian(target, sources, unconnected_gradients, parallel_iterations,
    experimental_use_pfor)
    """

    out: Name
    tape: Name
    target: Tree
    sources: Tree
    unconnected_gradients: Attribute = "none"
    parallel_iterations: Attribute = field(default=None, metadata=RARE)
    experimental_use_pfor: Attribute = field(default=True, metadata=RARE)


@dataclass(frozen=True)
class BatchJacobian:
    """out = tape.batch_jacobian(target, source, unconnected_gradients, parallel_iterations,
    experimental_use_pfor)
    """

    out: Name
    tape: Name
    target: Tree
    source: Tree
    unconnected_gradients: Attribute = "none"
    parallel_iterations: Attribute = field(default=None, metadata=RARE)
    experimental_use_pfor: Attribute = field(default=True, metadata=RARE)


@dataclass(frozen=True)
class Accumulator:
    """with tf.autodiff.ForwardAccumulator(primals, tangents) as out: body"""

    out: Name
    primals: Tree
    tangents: Tree
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class Jvp:
    """out = accumulator.jvp(primals, unconnected_gradients)"""

    out: Name
    accumulator: Name
    primals: Tree
    unconnected_gradients: Attribute = "none"


Scope: TypeAlias = Tape | Reenter | StopRecording | Accumulator  # its body's statements run one by one
TapeStatement: TypeAlias = (
    Watch
    | Tape
    | Reenter
    | StopRecording
    | Accumulator
    | Reset
    | WatchedVariables
    | Gradient
    | Jacobian
    | BatchJacobian
    | Jvp
)
