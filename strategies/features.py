"""FEATURES: what a program does, as names.

A draft switches features on and off for a whole program (*swarm*: programs that lack something find what
hides behind it).  `of` says which features a finished program has; campaigns count them.
"""

from . import literals
from . import program as p

# What a draft may switch off for a whole program; everything else is always in reach.
SWARM = (
    "alias",
    "apply gradients",
    "assign",
    "augmented assignment",
    "body constant",
    "body variable",
    "complex",
    "delete",
    "dict",
    "empty",
    "float64",
    "half precision",
    "index",
    "integers",
    "jacobian",
    "kept tape",
    "list of targets",
    "nested structure",
    "nested tapes",
    "made slices",
    "non-trainable",
    "numpy",
    "open shape",
    "output_gradients",
    "part of slices",
    "part of a variable",
    "persistent",
    "read",
    "reenter",
    "reset",
    "rows of a variable",
    "scatter",
    "scatter_nd",
    "several sources",
    "small integers",
    "stop_recording",
    "strings",
    "unread assignment",
    "unwatched variables",
    "variable of a value",
    "watch",
    "watched_variables",
    "wrong call",
    "zero mode",
)

# What a program does with its tapes, of which every pair is to occur together in some program.
TAPE_FEATURES = (
    "assign",
    "augmented assignment",
    "body constant",
    "body variable",
    "delete",
    "dict",
    "gradient inside its tape",
    "jacobian",
    "list of targets",
    "made slices",
    "nested tapes",
    "non-trainable",
    "output_gradients",
    "persistent",
    "read",
    "reenter",
    "repeated source",
    "reset",
    "scatter",
    "scatter_nd",
    "several sources",
    "stop_recording",
    "target is source",
    "unwatched variables",
    "watch",
    "watched_variables",
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
    return frozenset(found)


def _collect(body, open_tapes, found):
    for s in body:
        found.update(_of_statement(s))
        match s:
            case p.Tape():
                if open_tapes:
                    found.add("nested tapes")
                _collect(s.body, (*open_tapes, s.out), found)
            case p.Reenter() | p.StopRecording():
                _collect(s.body, (*open_tapes, s.tape), found)
            case p.Gradient() if s.tape in open_tapes:
                found.add("gradient inside its tape")
            case p.Constant() if open_tapes:
                found.add("body constant")
            case p.Variable() if open_tapes:
                found.add("body variable")


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
    p.Def: "def",
    p.Call: "call",
    p.Repeat: "loop",
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
