"""TAPE: what `tf.GradientTape` records, watches, forgets and answers.

A tape writes a `Log` while it is recording.  Three states follow from two facts, whether it has a log and
whether it is recording:

    fresh      no log yet                      before the first `with`
    recording  has a log, is on the stack      inside `with`, outside `stop_recording`
    idle       has a log, is not on the stack  after `with`, or inside `stop_recording`
    spent      no log any more                 a non-persistent tape that has answered

Entering a fresh or a spent tape gives it a new, empty log.
"""

from contextlib import contextmanager

from . import nest
from .backprop import Log, gradients, zeros_like
from .composite import Composite
from .dtypes import DType
from .errors import OpError, error, process_ends
from .logs import line_outside, warn
from .record import recording
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .unconnected import UnconnectedGradients
from .variable import Cell, Variable


class GradientTape:
    """Records operations for automatic differentiation.

    `persistent` lets it answer more than once; `watch_accessed_variables` makes it watch every trainable
    variable that is read.  Quirk only-true-counts: both arguments count only if they are the object True
    (W01, W02).
    """

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self._persistent, self._watch_accessed_variables = persistent, watch_accessed_variables
        self._log = None
        self._recording = False
        self._watched_variables = ()
        self._function = None  # the traced function that it records in

    # Recording

    def __enter__(self):
        self._start()
        return self

    def __exit__(self, *exc):
        if self._recording:
            self._stop()

    def _start(self):
        """Quirk entered-again: a spent tape that is entered again gets a new log, and answers again (L09)."""
        if self._recording:
            raise error(
                ValueError, "Tape is still recording, This can happen if you try to re-enter an active tape."
            )
        if self._log is None:
            self._log = Log(self._persistent is True, self._watch_accessed_variables is True)
            self._function = recording.function
        recording.tapes.append(self._log)
        self._recording = True

    def _stop(self):
        if not self._recording:
            raise error(ValueError, "Tape is not recording.")
        if self._log not in recording.tapes:
            raise process_ends("the tape is recording in another thread (X11)")
        recording.tapes.remove(self._log)
        self._recording = False

    @contextmanager
    def stop_recording(self):
        """Within the block nothing is recorded on this tape, and no variable watched that is read (L17, L23).

        Raises RuntimeError on a fresh or spent tape (L18, L20).

        Quirk stop-recording-when-idle: an idle tape raises ValueError, not RuntimeError as documented (L19,
        L21).  Quirk spent-while-stopped: where the tape is spent within the block, it leaves the block with a
        new, empty log (L25).
        """
        if self._log is None:
            raise error(RuntimeError, "Trying to stop recording a tape which is not recording.")
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self):
        """Forgets everything, what is watched included.  Raises ValueError unless the tape is recording."""
        self._stop()
        self._log = None
        self._start()

    # Watching

    def watch(self, tensor):
        """Makes `tensor`, a tensor or variable or a structure of them, known to the tape from here on: what
        was computed from it before stays unknown (W45).

        Of slices, their values are watched.  Ints and bools may be watched, with a warning, and have no
        gradient (W32).  Raises ValueError for anything else, with what stood before it watched (W36, W37).
        Quirk watch-without-a-log: on a fresh or spent tape `watch` raises AttributeError (W41, W44).  Quirk
        watch-when-idle: `watch` is ignored while no tape at all is recording in this thread, while a tape
        that is idle takes tensors as long as another one records (W42, W43, L24).
        """
        leaves = nest.flatten(tensor)
        for x in leaves:
            if isinstance(x, IndexedSlices):
                x.require_rows()
        for x in leaves:
            for part in _parts(x):
                self._watch(part)

    def _watch(self, x):
        if not isinstance(x, Tensor | Variable | Cell):
            raise error(
                ValueError,
                f"Passed in object {x!r} of type {type(x).__name__!r}, not tf.Tensor or tf.Variable",
            )
        if not isinstance(x, Cell) and not x.dtype.is_differentiable:
            warn(
                "The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", x.dtype, most=5
            )
        if self._log is None:
            raise error(AttributeError, "'NoneType' object has no attribute '_tape'")
        if not any(isinstance(tape, Log) for tape in recording.tapes):
            return
        if isinstance(x, Variable):
            self._log.watch_variable(x)
        else:
            self._log.watch(x.id)

    def watched_variables(self):
        """The variables that this tape watches, in the order in which they were made (V01)."""
        if self._log is not None:
            variables = self._log.variables
            self._watched_variables = tuple(variables[id] for id in sorted(variables))
        return self._watched_variables

    # Answering

    def gradient(
        self, target, sources, output_gradients=None, unconnected_gradients=UnconnectedGradients.NONE
    ):
        """d(sum of all targets)/d(source), in the structure of `sources`.

        `output_gradients` weights the targets, entry by entry.  A source that no recorded path connects to a
        target, whatever its numbers (U12), gets None, or zeros where `unconnected_gradients` is "zero".

        Raises RuntimeError on a fresh or spent tape, ValueError for an unknown `unconnected_gradients`,
        TypeError or AttributeError for targets and sources that are no tensors; none of these spends the
        tape.  Quirk variable-as-target: a variable is a fine target, though documented as a ValueError (T06,
        T07).
        """
        # CHECK
        self._begin_answer()
        if target is None:
            raise error(
                TypeError, "Argument `target` should be a list or nested structure of Tensors, not None."
            )
        targets = [_leaf(t) for t in nest.flatten(target)]
        given = nest.flatten(sources)
        leaves = [_leaf(x) for x in given]
        seeds = [] if output_gradients is None else [_seed(s) for s in nest.flatten(output_gradients)]
        mode = UnconnectedGradients.of(unconnected_gradients)
        for x in (*targets, *leaves):
            _require_id(x)
        # SEED, PULL BACK, COLLECT
        try:
            answers = gradients(self._log, targets, leaves, seeds)
        except (OpError, TypeError, ValueError) as problem:
            passed_over = isinstance(problem, OpError | TypeError) or getattr(problem, "passed_over", False)
            zero = mode is UnconnectedGradients.ZERO
            if zero and passed_over and any(isinstance(x, Variable) for x in given):
                raise process_ends(
                    f"an error passed over in zero mode beside a variable: {problem}"
                ) from problem
            raise
        if mode is UnconnectedGradients.ZERO:
            # Quirk zeros-of-strings: in zero mode a target of strings that is a source stays None (Q79).
            strings = {t.id for t in targets if t.dtype.name == "string"}
            missing = [a is None and x.id not in strings for a, x in zip(answers, leaves, strict=True)]
            answers = [_zeros(x) if m else a for a, x, m in zip(answers, given, missing, strict=True)]
        # RELEASE
        self._release()
        answers = [_as_given(a, x) for a, x in zip(answers, given, strict=True)]
        return nest.pack_as(sources, answers)

    def jacobian(
        self,
        target,
        sources,
        unconnected_gradients=UnconnectedGradients.NONE,
        parallel_iterations=None,
        experimental_use_pfor=True,
    ):
        """d(each element of `target`)/d(source), of shape target.shape + source.shape, in the structure of
        `sources`.

        `target` is one tensor; slices are made dense.  Where no path connects them the answer is None, or
        zeros (J08).  Raises as `gradient` does.  Quirk no-structures: a structure as target raises
        AttributeError in `jacobian` (J06).  `parallel_iterations` and `experimental_use_pfor` change no
        numbers.  Quirk one-by-one: with `experimental_use_pfor=False` a non-persistent tape does not answer,
        but raises RuntimeError (J10).
        """
        self._require_log()
        given = nest.flatten(sources)
        if not hasattr(target, "shape"):
            raise error(AttributeError, f"{type(target).__name__!r} object has no attribute 'shape'")
        from .jacobian import jacobian

        options = unconnected_gradients, parallel_iterations, experimental_use_pfor
        return nest.pack_as(sources, jacobian(self, target, given, *options))

    def batch_jacobian(
        self,
        target,
        source,
        unconnected_gradients=UnconnectedGradients.NONE,
        parallel_iterations=None,
        experimental_use_pfor=True,
    ):
        """d(each element of target[i])/d(source[i]) for each i, of shape target.shape + source.shape[1:].

        `target` and `source` are one tensor or variable each, of two dimensions or more.
        Quirk batch-jacobian-sums: paths from source[j] to target[i] are not left out, but added (B09).
        An unconnected source has zeros, never None (B05).  Raises as `jacobian` does, and for shapes that do
        not fit.
        """
        self._require_log()
        from .jacobian import batch_jacobian

        options = unconnected_gradients, parallel_iterations, experimental_use_pfor
        return batch_jacobian(self, target, source, *options)

    def _require_log(self):
        if self._log is None:
            raise error(
                RuntimeError,
                "A non-persistent GradientTape can only be used to compute one set of gradients or jacobians",
            )

    def _begin_answer(self):
        """Checks that there is a record; TypeError if it is of a traced function that has ended (N22).

        Quirk gradient-within-its-context: the tape raises no RuntimeError, as documented, but ends recording,
        or warns if it is persistent, once for each line that calls it (L03, L04).
        """
        self._require_log()
        if self._function is not None and not (
            recording.function is not None and recording.function.includes(self._function)
        ):
            raise error(TypeError, "a tensor is out of scope and cannot be used here: its function has ended")
        if self._recording:
            if not self._persistent:
                self._stop()
            else:
                message = "Calling GradientTape.gradient on a persistent tape inside its context is slow"
                warn(message, most=1, line=line_outside(__file__))

    def _release(self):
        if not self._persistent:
            self.watched_variables()
            self._log = None


def _leaf(x):
    """What the tape may know a target or source by, or the error that its type earns before the walk."""
    if isinstance(x, _KNOWN_BY_THEMSELVES):
        return x
    if isinstance(x, Composite):
        return x._differentiable()
    if isinstance(getattr(x, "handle", None), Cell):  # of Keras's variables too (K06)
        return x.handle
    if isinstance(x, DType) or hasattr(x, "__array__") or x in _NUMBERS_OF_FLOATING:
        return x
    if x in _NUMBERS_OF_DTYPES:  # a Python number is taken for the number of a dtype (T15)
        raise error(AttributeError, f"{type(x).__name__!r} object has no attribute 'dtype'")
    raise error(TypeError, f"Cannot convert the argument `type_value`: {x!r} to a TensorFlow DType.")


_WITH_ID = (Tensor, Cell)
_KNOWN_BY_THEMSELVES = (*_WITH_ID, IndexedSlices)
_NUMBERS_OF_DTYPES = (*range(1, 34), *range(101, 134))
_NUMBERS_OF_FLOATING = (1, 2, 8, 14, 18, 19, 20, 21)


def _require_id(x):
    """Quirk slices-are-no-target: slices are composite tensors, and yet neither targets nor sources (T20,
    S20).
    """
    if not isinstance(x, _WITH_ID):
        raise error(AttributeError, f"{type(x).__name__!r} object has no attribute '_id'")


def _as_given(gradient, source):
    """A gradient in the form of its source: of a ragged one, ragged."""
    if gradient is None or not isinstance(source, Composite):
        return gradient
    return source._with_gradient(gradient)


def _parts(x):
    """What `watch` watches of a value."""
    if isinstance(x, Composite):
        return x._components()
    if isinstance(x, IndexedSlices):
        return (x.values, x.indices) if x.dense_shape is None else (x.values, x.indices, x.dense_shape)
    return (x,)


def _seed(value):
    if isinstance(value, Composite):
        return value._differentiable()
    return None if value is None else convert_to_tensor(value)


def _zeros(x):
    """Zeros for an unconnected source.

    Quirk zeros-of-a-handle: for a handle the zeros are None nevertheless (U05).  Quirk
    zeros-read-the-variable: a variable is read for them, which other tapes see (Q80).  Raises AttributeError
    for Keras's ones (K06).
    """
    if hasattr(x, "handle") and not isinstance(x, Variable):
        raise error(AttributeError, "'str' object has no attribute '_type_enum'")
    if isinstance(x, Composite):
        return x._zeros()
    return None if isinstance(x, Cell) else zeros_like(convert_to_tensor(x))
