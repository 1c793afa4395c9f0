"""Every primitive is declared in full: it runs on any module by its name, and says what it decides."""

import numpy as np
import pytest

import reference as tf
from oracle_tests import subjects
from reference.primitive import ENDPOINTS, REGISTRY

from .calls import Tolerance, differences, seen
from .samples import narrowed, samples

NAMES = sorted({primitive.name for primitive in REGISTRY.values()})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("module", ["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)])
def test_every_primitive_can_be_called_on_any_module(name: str, module: str) -> None:
    if module == "reference" and name.startswith("raw_ops."):
        # which the reference does not wear; its primitives are called themselves
        assert not hasattr(tf.raw_ops, name.removeprefix("raw_ops."))
        return
    there, primitive = subjects.load(module), REGISTRY[name]
    assert samples()[name]
    for noted in samples()[name]:
        arrays = narrowed(primitive, noted)
        arguments = list(arrays)
        for i in primitive.slots:
            x = arrays[i]
            arguments[i] = list(map(there.constant, x)) if isinstance(x, list) else there.constant(x)
        ours = primitive(*arrays)
        is_near = primitive.accumulates or primitive.rounds == "always"
        allowed = Tolerance(64, largest=64) if is_near else Tolerance()
        assert differences(seen(ours), seen(primitive.call_on(there, arguments)), allowed) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_declaration_is_complete(name: str) -> None:
    primitive = REGISTRY[name]
    assert primitive.__doc__
    assert primitive.slots
    assert primitive.internal == (name not in ENDPOINTS)
    for other in primitive.names:
        assert REGISTRY[other] is primitive


@pytest.mark.parametrize("name", [name for name in NAMES if REGISTRY[name].decides is not None])
def test_a_choice_is_stable_on_samples_and_takes_the_forwards_arguments(name: str) -> None:
    primitive = REGISTRY[name]
    for arrays in samples()[name]:
        with np.errstate(all="ignore"):
            choice = primitive.decides(*arrays)
            again = primitive.decides(
                *(
                    x.astype(np.longdouble) if isinstance(x, np.ndarray) and x.dtype == np.float64 else x
                    for x in arrays
                )
            )
        assert np.array_equal(np.asarray(choice), np.asarray(again))


@pytest.mark.parametrize(
    ("name", "below", "above"),
    [
        ("raw_ops.Abs", (-1e-9,), (1e-9,)), ("raw_ops.Sign", (-1e-9,), (1e-9,)), ("math.floor", (0.9999,),
        (1.0001,)),
        ("nn.relu", (-1e-9,), (1e-9,)), ("math.maximum", (1.0, 1.0001), (1.0, 0.9999)), ("math.minimum",
        (1.0, 1.0), (1.0, 0.9999)),
        ("math.floordiv", (5.999, 2.0), (6.001, 2.0)), ("math.floormod", (5.999, 2.0), (6.001, 2.0)),
        ("math.reduce_max", ([1.0, 1.001],), ([1.001, 1.0],)), ("math.reduce_min", ([1.0, 1.0],),
        ([1.001, 1.0],)),
        ("raw_ops.Cast", (1.999, "int32"), (2.001, "int32")), ("raw_ops.Cast", (0.0, "bool"), (1e-9, "bool")),
        ("raw_ops.ReluGrad", (1.0, -1e-9), (1.0, 1e-9)), ("math.less", (1.0, 1.0001), (1.0, 0.9999)),
        ("math.equal", (1.0, 1.0), (1.0, 1.0001)),
    ],
)  # fmt: skip
def test_a_choice_changes_where_the_result_jumps_or_its_slope_does(
    name: str, below: tuple, above: tuple
) -> None:
    def choice(arguments):
        arrays = [x if isinstance(x, str) else np.asarray(x) for x in arguments]
        decides = REGISTRY[name].decides or REGISTRY[name].forward  # what is no float decides for itself
        return np.asarray(decides(*arrays)).tolist()

    assert choice(below) != choice(above)


def test_casts_to_ints_do_not_change_at_zero_and_to_floats_never() -> None:
    decides = REGISTRY["raw_ops.Cast"].decides
    assert decides(np.asarray(-0.5), "int32") == decides(np.asarray(0.5), "int32")
    assert decides(np.asarray(0.5), "float32") is None
