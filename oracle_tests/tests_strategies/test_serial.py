import copy
import itertools
import json
import pickle
from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import serial, wellformed
from strategies.encoding import KINDS
from strategies.malformed import Malformed
from strategies.program import (
    Apply,
    Constant,
    Gradient,
    Literal,
    Number,
    Operate,
    Optimizer,
    Program,
    Reenter,
    Sequence,
    Statement,
    StopRecording,
    Tape,
    Variable,
    Watch,
    statements,
)
from strategies.serial import dumps, from_json, load, loads, to_json

from .any_programs import programs
from .samples import EVERY_KIND, reentered, wrapped

SMALL = Program(
    (Variable("v1", Literal("float32", (2,), (0.1, float("nan")))),),
    (
        Tape("tape2", False, True, (Operate("t3", "*", ("v1", Number(2.0))),)),
        Gradient("g4", "tape2", "t3", Sequence("list", ("v1",))),
    ),
)

SMALL_TEXT = """\
{
 "format": "tape-program",
 "version": 1,
 "inputs": [
  {"kind": "Variable", "out": "v1", "value": {"dtype": "float32", "shape": [2], "values": ["0.1", "nan"]}, \
"trainable": true}
 ],
 "body": [
  {"kind": "Tape", "out": "tape2", "persistent": false, "watch_accessed_variables": true, "body": [
   {"kind": "Operate", "out": "t3", "operator": "*", "operands": ["v1", {"number": {"float": "2.0"}}]}
  ]},
  {"kind": "Gradient", "out": "g4", "tape": "tape2", "target": "t3", "sources": {"list": ["v1"]}, \
"output_gradients": null, "unconnected_gradients": "none"}
 ]
}
"""


def refused(text):
    """The refusal of a text, which must say where and what."""
    with pytest.raises(Malformed) as raised:
        loads(text)
    assert str(raised.value) == f"{raised.value.place}: {raised.value.advice}"
    assert len(str(raised.value)) < 500
    return raised.value


def edited(path, value, program=EVERY_KIND):
    """The text of `program` with the value at `path` replaced, or taken away where `value` is ..."""
    document = to_json(program)
    here = document
    for step in path[:-1]:
        here = here[step]
    if value is ...:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return json.dumps(document)


# -- exactness


@given(programs())
def test_a_program_survives_its_text_exactly(program):
    text = dumps(program)
    assert repr(loads(text)) == repr(program)
    assert dumps(loads(text)) == text


@given(programs())
def test_text_and_document_say_the_same_in_strict_json(program):
    def no_number(text):
        raise AssertionError(text)

    document = json.loads(dumps(program), parse_constant=no_number, parse_float=no_number)
    assert document == to_json(program)
    assert repr(from_json(document)) == repr(program)


def test_every_kind_of_statement_survives():
    assert {type(s) for s in (*EVERY_KIND.inputs, *statements(EVERY_KIND.body))} == set(get_args(Statement))
    assert repr(loads(dumps(EVERY_KIND))) == repr(EVERY_KIND)


def test_text_is_laid_out_with_a_line_for_each_statement():
    assert dumps(SMALL) == SMALL_TEXT
    assert dumps(Program((), ())).splitlines()[-3:] == [' "inputs": [],', ' "body": []', "}"]


def test_literals_that_mean_the_same_have_the_same_text():
    one, other = (Program((Constant("c1", Literal("float32", (), (x,))),), ()) for x in (0.1, 0.10000000149))
    assert dumps(one) == dumps(other)
    assert repr(loads(dumps(other))) == repr(one)


@pytest.mark.parametrize("one", [True, 1, 1.0])
def test_bools_ints_and_floats_stay_apart(one):
    operate = Operate("y2", "*", ("x1", Number(one)))
    program = Program((Constant("x1", Literal("float32", (), (1.0,))),), (operate,))
    assert f"Number(value={one!r})" in repr(loads(dumps(program)))


@pytest.mark.parametrize("rate", [0.1, -0.0, float("nan"), float("inf"), 5e-324])
def test_learning_rates_of_every_sort_survive(rate):
    program = Program((), (Optimizer("opt1", rate),))
    assert repr(loads(dumps(program))) == repr(program)


def test_fields_with_a_default_may_be_left_out():
    document = to_json(SMALL)
    del document["inputs"][0]["trainable"]
    del document["body"][1]["output_gradients"], document["body"][1]["unconnected_gradients"]
    assert repr(from_json(document)) == repr(SMALL)


def test_largest_programs_that_are_well_formed_can_be_read():
    body = reentered((Watch("tape1", wrapped("x1", 8)), *(Watch("tape1", "x1") for _ in range(1_980))), 8)
    program = Program(
        (Constant("x1", Literal("bool", (100_000,), (True,) * 100_000)),), (Tape("tape1", False, True, body),)
    )
    wellformed.check(program)
    program = Program((Constant("x1", Literal("bool", (20_000,), (True,) * 20_000)),), program.body)
    assert repr(loads(dumps(program))) == repr(program)


# -- hostile and broken texts


def test_every_truncation_is_refused():
    for end in range(len(SMALL_TEXT) - 2):
        refused(SMALL_TEXT[:end])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "3",
        '"program"',
        "{}",
        "\ufeff{}",
        "{'format': 1}",
        "\x00",
        '{"format": "tape-program"}',
    ],
)
def test_what_is_no_program_at_all_is_refused(text):
    refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        "[" * 10_000 + "]" * 10_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"body": ' + "[" * 400_000,
        SMALL_TEXT.replace("null", "[" * 10_000 + "]" * 10_000),
        '"' * 900_001 + "[" * 90_000,
        '"\\' * 450_000,
        '{"body": [' * 100_000,
    ],
)
def test_texts_nested_deeply_are_refused_before_they_are_parsed(text):
    refused(text)


def test_deep_documents_that_never_were_text_are_refused():
    document: list = []
    for _ in range(100_000):
        document = [document]
    with pytest.raises(Malformed, match="deeper"):
        from_json({"format": "tape-program", "version": 1, "inputs": [], "body": document})
    loop = to_json(SMALL)
    loop["body"].append(loop)
    with pytest.raises(Malformed, match="deeper"):
        from_json(loop)


def test_brackets_in_strings_are_only_characters():
    brackets = "[{" * 90 + '\\"['
    text = edited(("body", 6, "unconnected_gradients"), brackets)
    assert to_json(loads(text))["body"][6]["unconnected_gradients"] == brackets


def test_long_texts_are_refused_before_they_are_parsed():
    refusal = refused("[" + " " * 1_000_000)
    assert (refusal.place, "1000000" in refusal.advice) == ("text", True)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "0.5", "1e5", "1.0", "-0.0", "1E400"])
def test_numbers_with_a_fraction_or_without_a_value_are_refused(number):
    assert "write floats as" in refused(SMALL_TEXT.replace("null", number)).advice


@pytest.mark.parametrize("digits", ["9" * 21, "-" + "1" * 5_000, "1" * 900_000])
def test_long_integers_are_refused(digits):
    assert "integer" in refused(SMALL_TEXT.replace("null", digits)).advice


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**6_000], ids=["large", "negative", "huge"])
def test_large_integers_are_refused(number):
    document = to_json(SMALL)
    document["body"][1]["output_gradients"] = {"number": number}
    with pytest.raises(Malformed, match="integer of"):
        from_json(document)


def test_an_object_with_two_fields_of_one_name_is_refused():
    refusal = refused(SMALL_TEXT.replace('"out": "g4"', '"out": "g4", "out": "g5"'))
    assert "two fields of one name" in refusal.advice


@pytest.mark.parametrize("version", [0, 2, "1", None, True, [1]])
def test_other_versions_are_refused(version):
    assert refused(edited(("version",), version)).place == "version"


def test_a_file_of_another_format_is_refused():
    assert refused(edited(("format",), "tape-programs")).place == "format"
    assert refused(edited(("more",), 1)).place == "program"


@pytest.mark.parametrize(
    ("shape", "values"),
    [
        ([1_000_000_000], []),
        ([100_001], []),
        ([100_000, 100_000], []),
        ([100_000] * 32, []),
        ([2**63, 0], []),
        ([1] * 33, ["1.0"]),
        ([-1], []),
        ([-1, -1], ["1.0"]),
        ([True], ["1.0"]),
        (["1"], ["1.0"]),
        ([None], []),
        ([[1]], ["1.0"]),
        (1, ["1.0"]),
        (None, ["1.0"]),
        ([2], ["1.0"]),
        ([2], ["1.0", "2.0", "3.0"]),
        ([], []),
        ([1], None),
        ([1], "1"),
        ([3], {"0": "1.0"}),
    ],
)
def test_shapes_that_are_too_large_or_not_filled_are_refused(shape, values):
    literal = {"dtype": "float32", "shape": shape, "values": values}
    assert refused(edited(("inputs", 0, "value"), literal)).place.startswith("inputs[0].value.")


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        ("float32", "0.10000000149011612"),
        ("float32", "1e300"),
        ("float32", "1"),
        ("float32", "1.00"),
        ("float32", "01.0"),
        ("float32", "+1.0"),
        ("float32", " 1.0"),
        ("float32", "1.0\n"),
        ("float32", "1_0.0"),
        ("float32", "NaN"),
        ("float32", "-nan"),
        ("float32", "Infinity"),
        ("float32", "0x1p3"),
        ("float32", "١.٠"),
        ("float32", "1" * 100_000),
        ("float32", 1),
        ("float32", None),
        ("float32", ["1.0"]),
        ("float32", "true"),
        ("bfloat16", "1.001"),
        ("float16", "65504.0"),
        ("float16", "1e6"),
        ("int8", "128"),
        ("int8", "1.0"),
        ("int8", "-0"),
        ("int8", "007"),
        ("uint8", "-1"),
        ("uint64", str(2**64)),
        ("int64", "9" * 20),
        ("int32", "1" * 10_000),
        ("int32", 5),
        ("bool", "True"),
        ("bool", "1"),
        ("bool", True),
        ("complex64", "1.0"),
        ("complex64", ["1.0"]),
        ("complex64", ["1.0", "1.0", "1.0"]),
        ("complex64", ["1.0", "1"]),
        ("complex64", ["0.10000000149", "0.0"]),
        ("complex128", [["1.0", "1.0"], ["1.0", "1.0"]]),
        ("string", 1),
        ("string", None),
        ("string", ["a"]),
        ("string", "a" * 201),
        ("string", "\ud800"),
    ],
)
def test_a_value_in_any_but_its_one_form_is_refused(dtype, text):
    literal = {"dtype": dtype, "shape": [2], "values": [text, text]}
    assert refused(edited(("inputs", 0, "value"), literal)).place.startswith("inputs[0].value.values")


@pytest.mark.parametrize("dtype", ["float", "object", "float8", "O", "<f4", None, 5, ["float32"], {}])
def test_unknown_dtypes_are_refused(dtype):
    literal = {"dtype": dtype, "shape": [1], "values": ["1.0"]}
    assert refused(edited(("inputs", 0, "value"), literal)).place == "inputs[0].value.dtype"


@pytest.mark.parametrize("value", [complex("nan-0j"), complex("-0+infj"), 1j, complex(0.1, -2.5)])
def test_complex_numbers_beside_tensors_are_exact(value):
    program = Program(
        (Constant("c1", Literal("complex64", (), (1j,))),), (Operate("t1", "*", ("c1", Number(value))),)
    )
    (again,) = loads(dumps(program)).body
    assert repr(again.operands[1].value) == repr(value)


@pytest.mark.parametrize("texts", ["1.0", ["1.0"], ["1.0", "1"], ["1.0", 1], ["1.00", "0.0"], None])
def test_a_complex_number_in_any_but_its_one_form_is_refused(texts):
    program = Program(
        (Constant("c1", Literal("complex64", (), (1j,))),), (Operate("t1", "*", ("c1", Number(1j))),)
    )
    refusal = refused(edited(("body", 0, "operands", 1), {"number": {"complex": texts}}, program))
    assert refusal.place.startswith("body[0].operands[1]")


def test_a_complex_number_cannot_be_an_argument():
    program = Program((), (Apply("t1", "zeros", (Number(1),), (("dtype", 1j),)),))
    with pytest.raises(Malformed, match="cannot stand here"):
        wellformed.check(program)


def test_a_float_attribute_in_any_but_its_one_form_is_refused():
    for text in ("1", "0.50", "nan ", "1e400", "-nan", None, 1, ["0.5"]):
        assert (
            refused(edited(("body", 15, "learning_rate"), {"float": text})).place == "body[15].learning_rate"
        )
    assert (
        refused(edited(("body", 15, "learning_rate"), {"float": "0.5", "x": 1})).place
        == "body[15].learning_rate"
    )


def test_a_learning_rate_that_is_an_integer_is_refused():
    assert refused(edited(("body", 15, "learning_rate"), 1)).place == "body[15].learning_rate"


def places(body, path=("body",), place="body"):
    """Where each statement of a document stands: as a path, and as refusals say it."""
    for i, statement in enumerate(body):
        yield (*path, i), f"{place}[{i}]", statement
        yield from places(statement.get("body", ()), (*path, i, "body"), f"{place}[{i}].body")


STATEMENTS = list(places(to_json(EVERY_KIND)["body"]))
every_statement = pytest.mark.parametrize(("path", "place", "statement"), STATEMENTS)


@every_statement
def test_a_field_of_a_wrong_type_is_refused_at_its_place(path, place, statement):
    for field in statement:
        assert refused(edited((*path, field), {"odd": 1})).place == f"{place}.{field}"


@every_statement
def test_a_field_with_any_other_value_is_read_or_refused_and_nothing_else(path, place, statement):
    wrongs: list[Any] = [True, 3, [], [[]], "é", None, {"list": 1}, {"slice": [1]}, "x" * 5_000]
    for field, wrong in itertools.product(statement, wrongs):
        try:
            program = loads(edited((*path, field), wrong))
        except Malformed:
            continue
        wellformed.check(program)


@every_statement
def test_a_field_that_is_missing_is_refused_unless_it_has_a_default(path, place, statement):
    optional = {f.name for f in fields(KINDS[statement["kind"]]) if f.default is not MISSING}
    for field in statement:
        text = edited((*path, field), ...)
        if field in optional:
            loads(text)
        else:
            assert refused(text).place == place


@every_statement
def test_a_field_that_the_statement_does_not_have_is_refused(path, place, statement):
    refusal = refused(edited((*path, "surplus"), 1))
    assert (refusal.place, "'surplus'" in refusal.advice) == (place, True)


@pytest.mark.parametrize("kind", ["Import", "Program", "Literal", "gradient", "", None, 5, ["Gradient"], {}])
def test_unknown_kinds_are_refused(kind):
    assert refused(edited(("body", 1, "body", 0, "kind"), kind)).place == "body[1].body[0].kind"


@pytest.mark.parametrize("statement", [None, 5, "Gradient", [], {}])
def test_what_is_no_statement_is_refused(statement):
    assert refused(edited(("body", 3), statement)).place == "body[3]"
    assert refused(edited(("inputs", 1), statement)).place == "inputs[1]"
    assert refused(edited(("body",), statement)).place if statement != [] else True


def test_a_statement_among_the_inputs_is_refused():
    assert refused(edited(("inputs", 1), to_json(EVERY_KIND)["body"][3])).place == "inputs[1].kind"


@pytest.mark.parametrize(
    "name",
    [
        "lambda",
        "class",
        "x",
        "tf",
        "X1",
        "_1",
        "__import__",
        "x1; import os",
        "x1\n",
        "x1 ",
        "",
        "1",
        "x١",
        "é1",
        "x" * 21 + "1",
        "x" + "1" * 10,
        "g3.numpy",
        "g3[0]",
        "g3[0].numpy()",
        "g3[-1]",
        "g3[00]",
        'g3["b"]',
        "print",
        "debugging.assert_equal",
        "nest.flatten",
    ],
)
def test_words_that_are_no_names_are_refused(name):
    refusal = refused(edited(("body", 2, "out"), name))
    assert refusal.place == "body[2].out"
    assert refused(edited(("body", 2, "tensor"), name)).place == "body[2].tensor"


@pytest.mark.parametrize(
    "function",
    [
        "__import__",
        "math.__class__",
        "_rows",
        "math._x",
        "os.system",
        "io.write_file",
        "io.gfile.rmtree",
        "load_op_library",
        "math.np.load",
        "math.sin.__call__",
        "math.sin.vjp",
        "GradientTape",
        "Variable",
        "math",
        "errors.OpError",
        "math.lambda",
        "math.",
        ".sin",
        "math..sin",
        "math.sin\n",
        "math.sin()",
        "tf.math.sin",
        "",
        "math.sin(x1) or tf.io.write_file",
        "ｍath.sin",
        "numpy",
        "print",
        "debugging.assert_equal",
        "nest.flatten",
        "keras",
        "math.si",
    ],
)
def test_functions_that_the_reference_has_not_are_refused(function):
    assert refused(edited(("body", 0, "body", 1, "function"), function)).place == "body[0].body[1].function"


@pytest.mark.parametrize(
    "attributes",
    [
        [["axis"]],
        [["axis", 0, 1]],
        [[0, 0]],
        [["axis", 0], ["axis", 1]],
        [["for", 0]],
        [["a b", 0]],
        [["", 0]],
        [["x)", 0]],
        [["axis", "é"]],
        [["axis", "\n"]],
        [["axis", "x" * 201]],
        [["axis", {"int": 1}]],
        {"axis": 0},
    ],
)
def test_attributes_that_python_or_the_language_cannot_say_are_refused(attributes):
    refusal = refused(edited(("body", 0, "body", 2, "attributes"), attributes))
    assert refusal.place.startswith("body[0].body[2].attributes")


@pytest.mark.parametrize(
    "tree",
    [
        {"list": ["v1"], "tuple": ["v1"]},
        {"list": "v1"},
        {"set": ["v1"]},
        {"dict": {"a": "v1"}},
        {},
        ["v1"],
        1,
        True,
        {"dict": [["a", "v1"], ["a", "v1"]]},
        {"dict": [["a"]]},
        {"dict": [["in", "v1"]]},
        {"number": "1"},
        {"number": None},
        {"number": [1]},
        {"dict": [["a']; x", "v1"]]},
    ],
)
def test_trees_of_no_known_form_are_refused(tree):
    assert refused(edited(("body", 7, "target"), tree)).place.startswith("body[7].target")


def test_trees_and_attributes_nested_too_deeply_are_refused():
    tree: Any = "v1"
    attribute: Any = 1
    for _ in range(9):
        tree, attribute = {"list": [tree]}, [attribute]
    assert "structures in each other" in refused(edited(("body", 7, "target"), tree)).advice
    attributes = [["axis", attribute]]
    assert "tuples in each other" in refused(edited(("body", 0, "body", 2, "attributes"), attributes)).advice


@pytest.mark.parametrize(
    "key",
    [
        [None],
        [{"slice": [0, 1]}],
        [{"slice": [0, 1, 2, 3]}],
        [{"slice": ["0", 1, 2]}],
        ["…"],
        [True],
        [[0]],
        0,
    ],
)
def test_index_keys_of_no_known_form_are_refused(key):
    assert refused(edited(("body", 2, "key"), key)).place.startswith("body[2].key")


def test_too_many_statements_are_refused():
    watch = {"kind": "Watch", "tape": "tape5", "tensor": "v1"}
    assert "statements" in refused(edited(("body",), [watch] * 2_001)).advice
    scope = {"kind": "Reenter", "tape": "tape5", "body": [watch] * 1_500}
    assert "statements" in refused(edited(("body",), [scope, scope])).advice


def test_scopes_nested_too_deeply_are_refused():
    body: list = []
    for _ in range(10):
        body = [{"kind": "StopRecording", "tape": "tape5", "body": body}]
    refusal = refused(edited(("body", 1, "body"), body))
    assert (refusal.place, "scopes in each other" in refusal.advice) == (
        "body[1]" + ".body[0]" * 9 + ".body",
        True,
    )


def test_a_text_that_is_read_is_also_judged():
    refusal = refused(edited(("body", 1, "body", 0, "tensor"), "t99"))
    assert str(refusal) == "body[1].body[0].tensor: t99 is not defined; define it in an earlier statement"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**65)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["v1", "tape5", "math.sin", "...", "1.0", "float32", "Gradient"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "list", "dict", "float", "number", "out", "body"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


@given(st.data())
def test_a_document_with_anything_anywhere_is_read_or_refused_and_nothing_else(data):
    document = copy.deepcopy(to_json(EVERY_KIND))
    for _ in range(data.draw(st.integers(1, 3))):
        here = document
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if not isinstance(here[key], dict | list) or data.draw(st.integers(0, 3)) == 0:
                here[key] = data.draw(json_values)
                break
            here = here[key]
    for read in (lambda: from_json(document), lambda: loads(json.dumps(document))):
        try:
            program = read()
        except Malformed:
            continue
        assert repr(loads(dumps(program))) == repr(program)


@given(st.data())
def test_a_text_with_any_characters_changed_is_read_or_refused_and_nothing_else(data):
    text = data.draw(st.sampled_from([SMALL_TEXT, dumps(EVERY_KIND)]))
    start = data.draw(st.integers(0, len(text)))
    text = text[:start] + data.draw(st.text(max_size=3)) + text[start + data.draw(st.integers(0, 3)) :]
    try:
        program = loads(text)
    except Malformed:
        return
    assert repr(loads(dumps(program))) == repr(program)


# -- files


def test_a_file_is_read(tmp_path):
    file = tmp_path / "program.json"
    file.write_text(SMALL_TEXT)
    assert repr(load(file)) == repr(load(str(file))) == repr(SMALL)


def test_refusals_of_files_name_the_file(tmp_path):
    file = tmp_path / "program.json"
    for content in (b"\xff", b"", b"x" * 2_000_000, SMALL_TEXT.replace("tape2", "tape3", 1).encode()):
        file.write_bytes(content)
        with pytest.raises(Malformed) as raised:
            load(file)
        assert raised.value.place.startswith(str(file))


def test_a_file_without_an_end_is_not_read_to_it():
    with pytest.raises(Malformed):
        load("/dev/zero")


def test_a_refusal_survives_the_way_between_processes():
    refusal = pickle.loads(pickle.dumps(refused("[")))
    assert isinstance(refusal, serial.Malformed)
    assert isinstance(refusal, ValueError)
    assert str(refusal) == str(refused("["))


def test_scopes_of_every_kind_have_their_bodies_last():
    for kind in (Tape, Reenter, StopRecording):
        assert fields(kind)[-1].name == "body"
