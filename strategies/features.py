"""FEATURES: what a program does, as names.

A draft switches features on and off for a whole program (*swarm*: programs that lack something find what
hides behind it).  `of` says which features a finished program has; campaigns count them.
"""

from . import literals
from . import program as p

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
        found.update(_of_statement(statement))
    _collect(program.body, (), found)
    if _calls_as_it_is(program):
        found.add("plain function")
    if _assigns_after_a_read(program):
        found.add("assign after a read")
    return frozenset(found)


def _collect(body, open_tapes, found, in_function=False):
    for s in body:
        found.update(_of_statement(s))
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


def _of_statement(s) -> set[str]:
    match s:
        case p.Tape():
            names = {"tape"}
            if s.persistent:
                names.add("persistent")
            if not s.watch_accessed_variables:
                names.add("unwatched variables")
            return names
        case p.Gradient():
            return {"gradient", *_of_gradient(s)}
        case p.Jacobian():
            return {"jacobian"}
        case p.Variable() | p.NewVariable():
            names = (
                {"variable", *_of_dtype(s.value.dtype)}
                if isinstance(s, p.Variable)
                else {"variable", "variable of a value"}
            )
            if isinstance(s, p.Variable) and s.shape is not None:
                names.add("open shape")
            return names if s.trainable else names | {"non-trainable"}
        case p.Constant():
            return {"constant", *_of_dtype(s.value.dtype)} | ({"empty"} if 0 in s.value.shape else set())
        case p.Apply() if s.function in _HIGHER:
            return {_HIGHER[s.function]}
        case p.Apply() if s.function in _COMPOSITES:
            return {"composites"}
        case p.Def():
            return {_DECORATED[s.decorator]} if s.decorator else set()
        case p.Optimizer() if s.algorithm != "SGD":
            return {"optimizer", "optimizers"}
        case p.Apply() | p.Operate():
            numbers = {"Python number"} if any(isinstance(o, p.Number) for o in s.operands) else set()
            return {"function" if isinstance(s, p.Apply) else "operator"} | numbers
        case p.Assign():
            return {
                "scatter" if "scatter" in s.method else "assign" if s.read_value else "unread assignment",
                s.method,
            }
        case p.ScatterNd():
            return {"scatter_nd", s.method}
        case p.ReadRows():
            return {"rows of a variable", s.method}
        case _:
            return {_NAMES[type(s)]}


def _of_dtype(name: str) -> set[str]:
    """A dtype, and the group of the rarer ones that it belongs to."""
    if name in literals.HALF:
        return {name, "half precision"}
    if name in literals.COMPLEX:
        return {name, "complex"}
    if name in literals.INTEGERS - {"int32", "int64"}:
        return {name, "small integers"}
    return {name, "strings"} if name == "string" else {name}


_HIGHER = {
    **dict.fromkeys(("cond", "case", "switch_case"), "branches"),
    **dict.fromkeys(("map_fn", "scan", "foldl", "foldr"), "loop over rows"),
    **dict.fromkeys(("py_function", "numpy_function"), "py_function"),
    "while_loop": "while loop",
    "vectorized_map": "vectorized_map",
}
_COMPOSITES = ("RaggedTensor.from_row_splits", "SparseTensor", "TensorArray")
_DECORATED = {
    "function": "function call",
    "custom_gradient": "custom gradient",
    "recompute_grad": "recompute_grad",
    "grad_pass_through": "grad_pass_through",
}

_NAMES = {
    p.Augment: "augmented assignment",
    p.AssignSlice: "part of a variable",
    p.IndexedSlices: "made slices",
    p.Index: "index",
    p.Alias: "alias",
    p.Read: "read",
    p.ToNumpy: "numpy",
    p.Part: "part of slices",
    p.Watch: "watch",
    p.Reenter: "reenter",
    p.StopRecording: "stop_recording",
    p.Reset: "reset",
    p.WatchedVariables: "watched_variables",
    p.Delete: "delete",
    p.Optimizer: "optimizer",
    p.ApplyGradients: "apply gradients",
    p.Method: "method",
    p.Module: "module",
    p.ModuleVariables: "module variables",
    p.Accumulator: "accumulator",
    p.BatchJacobian: "batch_jacobian",
    p.Jvp: "jvp",
    p.Call: "call",
    p.Repeat: "repeat",
}


def _of_gradient(s: p.Gradient) -> set[str]:
    found = set()
    targets, sources = list(p.leaves(s.target)), list(p.leaves(s.sources))
    if len(targets) > 1:
        found.add("list of targets")
    if len(sources) > 1:
        found.add("several sources")
    if len(set(sources)) < len(sources):
        found.add("repeated source")
    if set(targets) & set(sources):
        found.add("target is source")
    for tree in (s.target, s.sources):
        if isinstance(tree, p.Mapping):
            found.add("dict")
        if isinstance(tree, p.Sequence | p.Mapping) and any(not isinstance(i, str) for i in tree.items):
            found.add("nested structure")
    if not isinstance(s.output_gradients, p.Nothing):
        found.add("output_gradients")
    if s.unconnected_gradients == "zero":
        found.add("zero mode")
    return found
