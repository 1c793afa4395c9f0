"""FEATURES: what a program does, as names.

A draft switches features on and off for a whole program (*swarm*: programs that lack something find what
hides behind it).  `of` says which features a finished program has; campaigns count them.
"""

from . import program as p
from .statement_features import of_statement

# What a draft may switch off for a whole program; everything else is always in reach.
SWARM = (
    "accumulator",
    "alias",
    "apply gradients",
    "assign",
    "assign in a function",
    "augmented assignment",
    "batch_jacobian",
    "body constant",
    "body variable",
    "branches",
    "complex",
    "composites",
    "custom gradient",
    "delete",
    "dict",
    "empty",
    "float64",
    "function call",
    "grad_pass_through",
    "half precision",
    "index",
    "integers",
    "jacobian",
    "kept tape",
    "list of targets",
    "loop over rows",
    "made slices",
    "module",
    "nested function",
    "nested structure",
    "nested tapes",
    "non-trainable",
    "numpy",
    "open shape",
    "optimizers",
    "output_gradients",
    "part of a variable",
    "part of slices",
    "persistent",
    "plain function",
    "py_function",
    "read",
    "recompute_grad",
    "reenter",
    "repeat",
    "reset",
    "rows of a variable",
    "scatter",
    "scatter_nd",
    "several sources",
    "small integers",
    "stop_recording",
    "strings",
    "tape in a function",
    "unread assignment",
    "unwatched variables",
    "variable of a value",
    "vectorized_map",
    "watch",
    "watched_variables",
    "while loop",
    "wrong call",
    "zero mode",
)

# What a program does with its tapes and functions, of which every pair is to occur together in some program.
# "error" is that a statement raised, which a program's text does not show.
TAPE_FEATURES = (
    "accumulator",
    "alias",
    "apply gradients",
    "assign",
    "assign after a read",
    "assign in a function",
    "batch_jacobian",
    "branches",
    "composites",
    "custom gradient",
    "error",
    "function call",
    "grad_pass_through",
    "gradient inside its tape",
    "jacobian",
    "list of targets",
    "loop over rows",
    "made slices",
    "module",
    "nested tapes",
    "non-trainable",
    "numpy",
    "open shape",
    "output_gradients",
    "persistent",
    "plain function",
    "py_function",
    "recompute_grad",
    "reenter",
    "repeat",
    "repeated source",
    "reset",
    "scatter",
    "several sources",
    "stop_recording",
    "tape in a function",
    "target is source",
    "unwatched variables",
    "vectorized_map",
    "watch",
    "watched_variables",
    "while loop",
    "zero mode",
)

# Inputs that end TensorFlow's process.  No draft makes the first two; where one comes upon the others, the
# reference says so, and the statement is withdrawn.
EXCLUDED = (
    "a gradient asked for from another thread while the tape records (X11)",
    "None among output_gradients (O11)",
    "fewer output_gradients than targets (O08)",
    "cotangents of a recorded source that cannot be added",
)


def of(program: p.Program) -> frozenset[str]:
    """The features that a program has, as far as its text shows them."""
    found: set[str] = set()
    for statement in program.inputs:
        found.update(of_statement(statement))
    _collect(program.body, (), found)
    if _calls_as_it_is(program):
        found.add("plain function")
    if _assigns_after_a_read(program):
        found.add("assign after a read")
    return frozenset(found)


def _collect(body, open_tapes, found, in_function=False):
    for s in body:
        found.update(of_statement(s))
        match s:
            case p.Tape():
                if in_function:
                    found.add("tape in a function")
                elif open_tapes:
                    found.add("nested tapes")
                _collect(s.body, (*open_tapes, s.out), found, in_function)
            case p.Reenter() | p.StopRecording():
                _collect(s.body, (*open_tapes, s.tape), found, in_function)
            case p.Accumulator():
                _collect(s.body, open_tapes, found, in_function)
            case p.Repeat():
                _collect(s.body, open_tapes, found, in_function)
            case p.Def():
                own = s.body[:-1] if s.decorator == "custom_gradient" else s.body
                if any(isinstance(inner, p.Def) for inner in own):
                    found.add("nested function")
                _collect(s.body, (), found, True)
            case p.Gradient() if s.tape in open_tapes:
                found.add("gradient inside its tape")
            case p.Constant() if open_tapes:
                found.add("body constant")
            case p.Variable() if open_tapes:
                found.add("body variable")
            case p.Assign() | p.AssignSlice() if in_function:
                found.add("assign in a function")


def _calls_as_it_is(program: p.Program) -> bool:
    plain = {s.out for s in p.statements(program.body) if isinstance(s, p.Def) and s.decorator is None}
    return any(isinstance(s, p.Call) and s.function in plain for s in p.statements(program.body))


def _assigns_after_a_read(program: p.Program) -> bool:
    """Whether a variable is written to between an operation on it and a gradient."""
    read: set[str] = set()
    written = False
    for s in p.statements(program.body):
        match s:
            case p.Apply() | p.Operate():
                read.update(name for tree in s.operands for name in p.leaves(tree))
            case p.Read():
                read.add(s.variable)
            case p.Assign() | p.AssignSlice() | p.ScatterNd():
                written |= s.variable in read
            case p.Gradient():
                if written:
                    return True
    return False
