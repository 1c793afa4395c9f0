"""A script on the reference alone: it looks to the script as if Python ran it with TensorFlow installed."""

import pytest

from oracle_tests.tests_scripts.together import together

SCRIPTS = {
    "itself": "import sys\nprint(__name__, __file__ == sys.argv[0], sys.argv[1:], sys.path[0])\n"
    "import __main__\nprint(__main__.sys is sys)\n",
    "beside": "import neighbour\nprint(neighbour.half(3.0))\n",
    "imports": (
        "import tensorflow as tf\nimport tensorflow.keras.optimizers as o\nfrom tensorflow.math import log\n"
        "from tensorflow import keras, Variable\nimport tensorflow.compat.v2 as tf2\nimport keras as k\n"
        "from tensorflow.compat.v2.math import tanh\nimport tensorflow.math\n"
        "print(o.SGD is k.optimizers.SGD is keras.optimizers.SGD, tf2.math.log is log)\n"
        "print(tf.Variable is Variable is tf.compat.v2.Variable, tanh is tensorflow.math.tanh)\n"
        "print(tf.__name__, tf.__version__)\n"
        "print('math' in dir(tf), isinstance(tf.constant(1.0), tf.Tensor))\n"
    ),
    "assigns": "import tensorflow as tf\ntf.tanh = None\nprint(tf.tanh)\n",
    "assigned": "import tensorflow as tf\nprint(tf.tanh is not None)\n",
    "attribute": "import tensorflow as tf\nprint('before')\ntf.summary.scalar('loss', 1.0).take(2)\n",
    "from import": "from tensorflow.math import tanh, no_such_name\n",
    "import": "import tensorflow.no.such.name as n\n",
    "keras": "import keras\nkeras.losses.MeanSquaredError()\n",
    "internal": "from tensorflow import tape\n",
    "of a class": "import tensorflow as tf\ntf.Variable(1.0).no_such_method(tf.Variable(2.0).x)\n",
    "of the class itself": "import tensorflow as tf\nprint(tf.Variable.from_nothing)\n",
    "star": "from tensorflow import *\nimport builtins\nbuiltins.print(math.log(Variable(1.0)).numpy())\n",
    "of an optimizer": "import tensorflow as tf\nprint(hasattr(tf.keras.optimizers.SGD(0.1), 'nothing'))\n",
    "asked": "import tensorflow as tf\nprint(hasattr(tf, 'contrib'), getattr(tf.nn, 'fancy', 7))\n",
    "NumPy asks": "import numpy as np, tensorflow as tf\nprint(np.sum(tf.constant([1.0, 2.0])))\n",
    "exits": "import sys\nsys.exit(260)\n",
    "exits with words": "import sys\nsys.exit('words')\n",
    "raises": "class Odd(Exception): pass\ndef f():\n    raise Odd('why')\nf()\n",
    "meant": "import tensorflow as tf\ntf.add(tf.constant(1), tf.constant(1.0))\n",
    "latin": "# -*- coding: latin-1 -*-\nprint('\xe9')\n",
    "name of a file": "import tensorflow as tf\nprint(tf.__file__)\n",
}


@pytest.fixture(scope="module")
def performances(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "neighbour.py").write_text("def half(x):\n    return x / 2\n")
    files = {name: folder / f"{name}.py" for name in SCRIPTS}
    for name, file in files.items():
        file.write_text(SCRIPTS[name], encoding="latin-1" if name == "latin" else "utf-8")
    return dict(
        zip(files, together("reference", list(files.values()), arguments=["-x"]), strict=True)
    ), folder


@pytest.fixture
def perform(performances):
    return performances[0].__getitem__


def test_a_script_sees_itself_as_the_main_program(performances):
    done, folder = performances
    assert done["itself"].printed == f"__main__ True ['-x'] {folder}\nTrue\n"


def test_a_script_imports_what_lies_beside_it(perform):
    assert perform("beside").printed == "1.5\n"


def test_every_way_to_import_tensorflow_leads_to_the_reference(perform):
    assert perform("imports").printed == "True True\nTrue True\ntensorflow 2.21.0\nTrue True\n", perform(
        "imports"
    ).complained
    assert perform("imports").end.missing == {}


def test_what_one_script_assigns_the_next_does_not_see(perform):
    assert perform("assigns").printed == "None\n"
    assert perform("assigned").printed == "True\n"


@pytest.mark.parametrize(
    ("name", "missing", "raised"),
    [
        ("attribute", {"tf.summary": "tf.summary.scalar"}, "AttributeError"),
        ("from import", {"tf.math.no_such_name": "tf.math.no_such_name"}, "ImportError"),
        ("import", {"tf.no": "tf.no.such.name"}, "ModuleNotFoundError"),
        ("keras", {"keras.losses": "keras.losses.MeanSquaredError"}, "AttributeError"),
        ("internal", {"tf.tape": "tf.tape"}, "ImportError"),
        ("of a class", {"tf.Variable.no_such_method": "tf.Variable.no_such_method"}, "AttributeError"),
        ("of the class itself", {"tf.Variable.from_nothing": "tf.Variable.from_nothing"}, "AttributeError"),
        (
            "of an optimizer",
            {"tf.keras.optimizers.SGD.nothing": "tf.keras.optimizers.SGD.nothing"},
            None,
        ),
        ("asked", {"tf.contrib": "tf.contrib", "tf.nn.fancy": "tf.nn.fancy"}, None),
    ],
)
def test_names_that_the_reference_lacks_are_noted_in_full(perform, name, missing, raised):
    assert perform(name).end.missing == missing
    assert perform(name).end.raised == raised


@pytest.mark.parametrize(("name", "status"), [("exits", 4), ("exits with words", 1)])
def test_an_exit_is_kept_with_its_status(perform, name, status):
    assert (perform(name).end.raised, perform(name).end.status) == ("SystemExit", status)


def test_the_traceback_is_the_scripts_own(perform):
    done = perform("raises")
    assert (done.end.raised, done.end.message, done.end.fault) == ("Odd", "why", False)
    assert done.complained.startswith("Traceback")
    assert "oracle_tests" not in done.complained
    assert "oracle_tests" not in perform("of a class").complained


def test_what_the_reference_means_to_raise_is_no_fault(perform):
    assert perform("meant").end.raised == "InvalidArgumentError"
    assert not perform("meant").end.fault


def test_a_script_may_declare_its_encoding(perform):
    assert perform("latin").printed == "é\n"


def test_all_names_may_be_imported_at_once(perform):
    assert (perform("star").printed, perform("star").end.missing) == ("0.0\n", {})


def test_what_numpy_asks_a_tensor_for_is_no_name_of_tensorflow(perform):
    assert (perform("NumPy asks").printed, perform("NumPy asks").end.missing) == ("3.0\n", {})


def test_what_the_import_system_asks_for_is_no_name_of_tensorflow(perform):
    assert perform("name of a file").end.missing == {}
