#!/usr/bin/env python3
"""sarif.py PAWL SOURCE: `pawl check --format=sarif` and `pawl FILE --format=sarif`, against what version 2.1.0 of the format requires
of the parts that pawl writes, for every bad machine of the tree; the places are those of --format=json."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema

PAWL, SOURCE = sys.argv[1:3]

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}, "additionalProperties": False}
LOCATION = {
    "type": "object", "required": ["physicalLocation"], "additionalProperties": False,
    "properties": {"message": TEXT, "physicalLocation": {
        "type": "object", "required": ["artifactLocation", "region"], "additionalProperties": False,
        "properties": {
            "artifactLocation": {"type": "object", "required": ["uri"], "additionalProperties": False,
                                 "properties": {"uri": {"type": "string", "pattern": "^(file:///)?([A-Za-z0-9._~-]|%[0-9A-F]{2})([A-Za-z0-9._~/-]|%[0-9A-F]{2})*$"}}},
            "region": {"type": "object", "additionalProperties": False, "required": ["startLine", "startColumn", "endLine", "endColumn"],
                       "properties": {name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")}}}}}}
SCHEMA = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": {
        "type": "array", "minItems": 1, "maxItems": 1, "items": {
            "type": "object", "required": ["tool", "invocations", "results"], "additionalProperties": False,
            "properties": {
                "columnKind": {"const": "unicodeCodePoints"},
                "invocations": {"type": "array", "minItems": 1, "maxItems": 1, "items": {
                    "type": "object", "required": ["executionSuccessful"], "additionalProperties": False,
                    "properties": {"executionSuccessful": {"type": "boolean"}}}},
                "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {"driver": {
                    "type": "object", "required": ["name"], "additionalProperties": False,
                    "properties": {"name": {"const": "pawl"}, "rules": {"type": "array", "uniqueItems": True, "items": {
                        "type": "object", "required": ["id"], "additionalProperties": False,
                        "properties": {"id": {"type": "string"}, "shortDescription": TEXT}}}}}}},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["message", "ruleId", "locations"], "additionalProperties": False,
                    "properties": {"ruleId": {"type": "string", "pattern": "^[EW][0-9]{3}$"}, "level": {"enum": ["warning", "error"]},
                                   "message": TEXT, "locations": {"type": "array", "minItems": 1, "items": LOCATION},
                                   "relatedLocations": {"type": "array", "items": LOCATION}}}}}}}}}

FORM = jsonschema.Draft7Validator(SCHEMA)


def run(*arguments, text=None):
    done = subprocess.run([PAWL, *arguments], capture_output=True, input=text)
    assert done.stderr == b"", (arguments, done.stderr)
    return json.loads(done.stdout), done.returncode


def places(location):
    """As --format=json has them."""
    region = location["physicalLocation"]["region"]
    return (urllib.parse.unquote(location["physicalLocation"]["artifactLocation"]["uri"].removeprefix("file://")), region["startLine"], region["startColumn"],
            region["endLine"], region["endColumn"])


def places_of_json(finding):
    return finding["file"], finding["line"], finding["column"], finding["end"]["line"], finding["end"]["column"]


def compare(*arguments, text=None):
    sarif, status = run(*arguments, "--format=sarif", text=text)
    plain, other = run(*arguments, "--format=json", text=text)
    FORM.validate(sarif)
    results = sarif["runs"][0]["results"]
    assert sarif["runs"][0]["invocations"] == [{"executionSuccessful": True}], arguments
    assert status == other and len(results) == len(plain["diagnostics"]), arguments
    rules = [rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]]
    assert set(rules) == {result["ruleId"] for result in results}, arguments
    for result, finding in zip(results, plain["diagnostics"]):
        assert result["level"] == finding["severity"] and result["ruleId"] == finding["code"], result
        assert result["message"]["text"].startswith(finding["message"]), result
        assert places(result["locations"][0]) == places_of_json(finding), result
        assert [places(note) for note in result.get("relatedLocations", [])] == [places_of_json(note) for note in finding["notes"]]
    return results


found = 0
for path in sorted(glob.glob(os.path.join(SOURCE, "tests/golden/diagnostics/*.fsm"))):
    found += len(compare("check", path))
assert found > 200, found
assert compare("check", os.path.join(SOURCE, "examples/payments/payment.fsm")) == []
bad = b"machine a { initial state B; }\n"
result, = compare("check", "-", "-Werror", "--name=a folder/\xc3\xa9/order.fsm".encode("latin-1"), text=bad)
assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20folder/%C3%A9/order.fsm", result
done = subprocess.run([PAWL, "check", os.path.join(SOURCE, "examples/payments/payment.fsm"), "nope.fsm", "--format=sarif"], capture_output=True)
unread = json.loads(done.stdout)
FORM.validate(unread)
assert done.returncode == 2 and unread["runs"][0]["invocations"] == [{"executionSuccessful": False}], unread
with tempfile.TemporaryDirectory() as folder:
    compare(os.path.join(SOURCE, "tests/golden/diagnostics/assert_can_finish.fsm"), "-o", folder)
    assert os.listdir(folder) == []
