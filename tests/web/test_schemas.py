"""Schemas name only what there is, and allow no key that they do not name."""

import json

import pytest

from kb.web.schemas import SCHEMAS, list_of, named, object_of, or_null


def referred(schema):
    """Every schema that one refers to."""
    return {part.split('"')[0] for part in json.dumps(schema).split("#/components/schemas/")[1:]}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_refers_to_those_that_there_are(name):
    assert referred(SCHEMAS[name]) <= set(SCHEMAS)


def test_an_object_has_its_required_keys_its_optional_ones_and_no_others():
    made = object_of({"a": {"type": "string"}}, {"b": or_null(list_of(named("Answer")))})

    assert made["required"] == ["a"] and set(made["properties"]) == {"a", "b"}
    assert made["additionalProperties"] is False
