"""STATEMENT FEATURES: what one statement does, as names."""

from . import literals
from . import program as p


def of_statement(s) -> set[str]:
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
            return {_DECORATED[str(s.decorator)]} if s.decorator else set()
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
