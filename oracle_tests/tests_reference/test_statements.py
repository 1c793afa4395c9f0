"""What users of `tf.GradientTape` are promised, as they would write it, on the reference and on TensorFlow.

Two promises of its documentation TensorFlow 2.21 does not keep; the reference names them as quirks.
"""

import numpy as np
import pytest

from oracle_tests.quirks import said_in
from oracle_tests.subjects import ROOT, load

SUBJECTS = ["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)]


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def close(tensor, values, tolerance=1e-6):
    assert tensor is not None
    np.testing.assert_allclose(tensor.numpy(), np.array(values, np.float32), rtol=tolerance, atol=1e-7)


def added_in_the_tape(tf):
    x0, x1 = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape(persistent=True) as tape:
        x1.assign_add(x0)
        y = x1**2
    return x0, x1, y, tape


def test_no_gradient_flows_to_what_was_added_to_a_variable(tf):
    x0, _, y, tape = added_in_the_tape(tf)
    assert tape.gradient(y, x0) is None


def test_the_variable_itself_gets_the_gradient_at_its_new_value(tf):
    _, x1, y, tape = added_in_the_tape(tf)
    close(tape.gradient(y, x1), 6.0)


def test_rebinding_a_name_instead_leaves_one_variable_and_its_gradient(tf, capsys):
    x0 = tf.Variable(3.0)
    x1 = tf.Variable(0.0)
    with tf.GradientTape() as tape:
        x1 = x0
        y = x1**2
    print(tape.gradient(y, x0))
    assert capsys.readouterr().out == "tf.Tensor(6.0, shape=(), dtype=float32)\n"


def test_trainable_variables_are_watched_by_themselves(tf):
    trainable, fixed = tf.Variable(3.0), tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as tape:
        y = trainable * fixed
    close(tape.gradient(y, [trainable, fixed])[0], 3.0)
    assert [v is trainable for v in tape.watched_variables()] == [True]


def test_a_variable_that_is_not_trainable_gets_none(tf):
    fixed = tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as tape:
        y = fixed * fixed
    assert tape.gradient(y, fixed) is None


def test_a_constant_gets_none_unless_it_is_watched(tf):
    watched, ignored = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch(watched)
        y = watched * watched + ignored * ignored
    gradients = tape.gradient(y, [watched, ignored])
    close(gradients[0], 4.0)
    assert gradients[1] is None


def test_a_polynomial(tf):
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x**2 + 2 * x
    close(tape.gradient(y, x), 8.0)


def test_a_watched_cube(tf):
    c = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(c)
        y = c**3
    close(tape.gradient(y, c), 27.0)


def test_a_step_of_descent(tf):
    w, b = tf.Variable([1.0, -2.0]), tf.Variable(0.5)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * [3.0, 4.0]) + b
    dw, db = tape.gradient(loss, [w, b])
    close(dw, [3.0, 4.0])
    close(db, 1.0)
    w.assign_sub(0.1 * dw)
    close(w, [0.7, -2.4])


def test_the_result_has_the_structure_of_the_sources(tf):
    a, b = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = a * b
    close(tape.gradient(y, a), 3.0)
    as_list = tape.gradient(y, [a, b])
    as_dict = tape.gradient(y, {"b": b, "a": a})
    nested = tape.gradient(y, [a, {"inner": (b, a)}])
    assert isinstance(as_list, list)
    assert list(as_dict) == ["b", "a"]
    close(as_dict["b"], 2.0)
    assert isinstance(nested[1]["inner"], tuple)
    close(nested[1]["inner"][0], 2.0)


def test_a_source_without_influence_gets_none(tf):
    x, unused = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        unused * 2.0
        y = x * x
    assert tape.gradient(y, unused) is None


def test_a_copied_tensor_is_another_source(tf):
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, tf.constant(x.numpy())) is None


def test_a_path_through_ints_gives_none(tf):
    x = tf.Variable(2.5)
    with tf.GradientTape() as tape:
        y = tf.cast(tf.cast(x, tf.int32), tf.float32)
    assert tape.gradient(y, x) is None


def test_a_second_gradient_of_a_non_persistent_tape_raises(tf):
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
    close(tape.gradient(y, x), 6.0)
    with pytest.raises(
        RuntimeError, match="A non-persistent GradientTape can only be used to compute one set"
    ):
        tape.gradient(y, x)


def test_a_persistent_tape_answers_again_and_may_be_deleted(tf):
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = y * y
    close(tape.gradient(y, x), 6.0)
    close(tape.gradient(z, x), 108.0)
    del tape
    close(x, 3.0)


def test_a_target_of_several_elements_gives_the_gradient_of_its_sum(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * [3.0, 4.0]
    close(tape.gradient(y, x), 7.0)


def two_targets(tf):
    """x1, x2, y1 = x1² x2 and y2 = 3 x1 + x2, with their tape."""
    x1, x2 = tf.Variable(2.0), tf.Variable(5.0)
    with tf.GradientTape(persistent=True) as tape:
        y1 = x1**2 * x2
        y2 = 3.0 * x1 + x2
    return x1, x2, y1, y2, tape


def test_of_several_targets_the_gradients_are_added(tf):
    x1, x2, y1, y2, tape = two_targets(tf)
    by_x1, by_x2 = tape.gradient([y1, y2], [x1, x2])
    close(by_x1, 20.0 + 3.0)
    close(by_x2, 4.0 + 1.0)


def test_output_gradients_weight_each_target(tf):
    x1, x2, y1, y2, tape = two_targets(tf)
    weights = [tf.constant(10.0), tf.constant(-1.0)]
    by_x1, by_x2 = tape.gradient([y1, y2], [x1, x2], output_gradients=weights)
    close(by_x1, 10 * 20.0 - 3.0)
    close(by_x2, 10 * 4.0 - 1.0)


def test_unconnected_gradients_can_be_zeros(tf):
    x, unused = tf.Variable([1.0, 2.0]), tf.Variable([[3.0]])
    with tf.GradientTape() as tape:
        y = x * x
    gradients = tape.gradient(y, [x, unused], unconnected_gradients="zero")
    close(gradients[0], [2.0, 4.0])
    close(gradients[1], [[0.0]])


def test_an_unknown_unconnected_gradients_raises(tf):
    x = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = x * x
    with pytest.raises(ValueError, match="Unknown value for unconnected_gradients: 'nothing'"):
        tape.gradient(y, x, unconnected_gradients="nothing")


def test_an_embedding_gets_indexed_slices(tf):
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table, [2, 0, 2]) * 10.0)
    gradient = tape.gradient(loss, table)
    assert isinstance(gradient, tf.IndexedSlices)
    assert gradient.indices.numpy().tolist() == [2, 0, 2]
    close(gradient.values, [[10.0, 10.0]] * 3)
    close(tf.convert_to_tensor(gradient), [[10.0, 10.0], [0.0, 0.0], [20.0, 20.0]])


def classifier(tf, of_loss):
    """A linear classifier's loss for each of two rows, and the gradient of of_loss(loss) by its weights."""
    inputs = [[0.1, 0.0], [0.5, 0.51]]
    w, b = tf.Variable(inputs), tf.Variable(tf.zeros(2))
    with tf.GradientTape() as tape:
        logits = tf.matmul(tf.constant(inputs), w) + b
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits)
        target = of_loss(loss)
    return loss, tape.gradient(target, w)


def test_a_linear_classifier(tf):
    loss, dw = classifier(tf, lambda loss: loss)
    close(loss, [0.6881597, 0.71584916], tolerance=2e-7)
    close(dw, [[0.20586157, -0.20586154], [0.2607238, -0.26072377]], tolerance=3e-7)


def test_the_gradient_of_the_mean_is_half_of_that_of_the_vector_of_two(tf):
    _, dw = classifier(tf, lambda loss: loss)
    _, of_mean = classifier(tf, tf.reduce_mean)
    np.testing.assert_array_equal(of_mean.numpy() * 2, dw.numpy())


def test_an_optimizer_takes_gradients_with_their_variables(tf):
    w, b = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * w) * b
    variables = [w, b]
    gradients = tape.gradient(loss, variables)
    tf.keras.optimizers.SGD(learning_rate=0.1).apply_gradients(zip(gradients, variables, strict=True))
    close(w, [0.4, 0.8])
    close(b, 2.5)


def test_gradient_inside_the_context_does_not_raise_as_documented(tf):
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        close(tape.gradient(y, x), 6.0)


def test_a_variable_as_target_does_not_raise_as_documented(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        v * 2.0
    close(tape.gradient(v, v), [1.0, 1.0])


SAID = said_in(ROOT / "reference")


@pytest.mark.parametrize("fact", ["L03", "T06"])
def test_a_promise_that_is_not_kept_is_named_as_a_quirk(fact):
    assert [quirk for quirk in SAID if fact in quirk.facts and "documented" in quirk.sentence]


def test_a_jacobian(tf):
    w = tf.Variable([0.7, -2.4])
    with tf.GradientTape() as tape:
        y = w * w
    close(tape.jacobian(y, w), [[1.4, 0.0], [0.0, -4.8]])
