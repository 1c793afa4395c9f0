"""KINDS: what names stand for, and the words and counts that statements may have."""

from typing import TypeAlias

SCOPES = 9  # in each other; with a `try` around each, Python's limit of twenty blocks is not reached
STATEMENTS = 2_000  # in a program, inputs included
ROUNDS = 64  # of a loop
READS = ("read_value", "value")
ROWS = ("sparse_read", "gather_nd")
ASSIGNMENTS = ("assign", "assign_add", "assign_sub")
SCATTERS = (
    *("scatter_update", "scatter_add", "scatter_sub", "scatter_mul", "scatter_div", "scatter_min"),
    *("scatter_max", "batch_scatter_update"),
)
SCATTERS_ND = ("scatter_nd_update", "scatter_nd_add", "scatter_nd_sub", "scatter_nd_min", "scatter_nd_max")
PARTS = ("values", "indices", "dense_shape", "flat_values", "row_splits")
METHODS = {
    "TensorArray": (
        *("write", "read", "stack", "unstack", "concat", "gather", "scatter", "split", "size"),
        "identity",
    ),
    "RaggedTensor": ("to_tensor", "with_values", "with_flat_values", "row_lengths", "nrows", "value_rowids"),
    "SparseTensor": ("with_values",),
}
MAKES_COMPOSITES = ("write", "unstack", "scatter", "split", "with_values", "with_flat_values")
FIELDS = ("trainable_variables", "variables", "non_trainable_variables")
OPTIMIZERS = {
    "SGD": ("momentum", "nesterov"),
    "Adam": ("beta_1", "beta_2", "epsilon", "amsgrad"),
    "Adagrad": ("initial_accumulator_value", "epsilon"),
    "RMSprop": ("rho", "momentum", "epsilon", "centered"),
}

# What a name stands for: "tensor", "variable", "array", "tape", "accumulator", "optimizer", "function",
# "module"; "variables", a tuple of them; "composite", a TensorArray, RaggedTensor or SparseTensor; "value", a
# tensor or IndexedSlices; "result", one of these or a structure of them; or, where the text tells it, that
# structure.
Kind: TypeAlias = str | list["Kind"] | dict[str, "Kind"]
SLICES = ("value", "result")
DENSE = (*SLICES, "tensor", "variable")
INDEXED = (*DENSE, "array", "composite")
NO_VALUES = ("tape", "accumulator", "optimizer", "function", "module")
HIDDEN = ("tape", "accumulator", "optimizer")  # from the bodies of functions, outside of which they are made


def part(kind: Kind, step: int | str) -> Kind | None:
    """What a leaf of something stands for; None where it has none."""
    match kind, step:
        case list(), int():
            return kind[step] if step < len(kind) else None
        case dict(), str():
            return kind.get(step)
        case "variables", int():
            return "variable"
        case _:
            return "result" if kind == "result" else None


def article(kind: Kind) -> str:
    if not isinstance(kind, str):
        return "a structure"
    return {
        "variable": "a tf.Variable",
        "variables": "a tuple of variables",
        "tape": "a tf.GradientTape",
        "accumulator": "a ForwardAccumulator",
        "value": "a tensor or IndexedSlices",
    }.get(kind, f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}")
