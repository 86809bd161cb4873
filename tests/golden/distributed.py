#!/usr/bin/env python3
"""distributed.py PAWL FILE.fsm...: with --distribute=citus, the SQL has nothing that Citus refuses, or does otherwise than
PostgreSQL without a word; and the rules find something in what is written for one node. A machine that is refused says why.

What Citus does with each is in tests/citus/README.md."""
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LITERAL = re.compile(r"E?'(?:[^']|'')*'", re.S)
FUNCTION = re.compile(r"create or replace function (\S+?)\((.*?)\)\s*returns(.*?)\bas (\$\w*\$)(.*?)\4", re.S)
TABLE = re.compile(r"create table if not exists (\S+) \((.*?)\n\)", re.S)
ROUTINE = re.compile(r"(?:create or replace (?:function|procedure) (\S+?)\(.*?\bas |do )(\$\w*\$)(.*?)\2", re.S)
# a value without a type, as an argument: text, what format() puts in, or null
UNTYPED = re.compile(r"(?:^|,\s*|(?<!format)\()(E?'(?:[^']|'')*'|%L|null)\s*(?=[,)])", re.I)
CALL = re.compile(r"\b(?:call|select|perform) public\.pawl_\w+(?=(\((?:[^()']|'(?:[^']|'')*+'|\((?:[^()']|'(?:[^']|'')*+')*+\))*+\)))", re.I)
SHARED = re.compile(r"\bpublic\.pawl_(?:freezes|locks|deferred|outbox\w*|machines|lock_keys)\b")


@functools.cache  # most of what is looked at is the same for each machine
def rules_of_calls(sql):
    """Of both: whoever may create in the schema makes an overload that fits better, or a function that is found before."""
    found = []
    # comments go, and models, whose words may look like SQL
    code = re.sub(r"--[^\n]*|E?'(?:[^']|'')*+'(?:::json\b)?",
                  lambda found: "" if found[0].startswith("--") else "null::json" if found[0].endswith("::json") else found[0], sql)
    # also calls within literals; an empty literal is not the beginning of one
    for text in (code, re.sub(r"(?<=[ (])''(?=[ ,);:])", "'-'", code).replace("''", "'")):
        for call in CALL.finditer(text):
            if UNTYPED.search(re.sub(r"array\[[^]]*\]", "array", call.group(1))):
                found.append(("a call with a value that has no type", " ".join((call.group() + call.group(1)).split())[:80]))
    for routine in ROUTINE.finditer(code):
        before, asks, _ = routine.group().partition("run_command_on_workers(")
        if asks and not re.search(r"\bset (?:local )?search_path = pg_catalog, pg_temp\b", before):
            found.append(("what asks nodes, with the search_path of who calls", routine.group(1) or "do"))
    return found


def rules_of_machine(sql):
    """Of the file of machines, whose tables are distributed."""
    text = re.sub(r"--[^\n]*", "", sql)
    code = LITERAL.sub("''", text)
    for found in re.finditer(r"\bctid\b|\btid\b", code):
        yield "a place of a row, which is one of a shard", found.group()
    for found in re.finditer(r"create trigger[^;]*\btruncate\b[^;]*", code, re.I):
        yield "a trigger on TRUNCATE, which does not reach the shards", found.group()
    for name, parameters, head, _, _ in FUNCTION.findall(text):
        if re.search(r"\blanguage sql\b", head) and parameters.strip():
            yield "a function `language sql` with parameters", name
    keys = {}
    for table, body in TABLE.findall(text):
        key = re.match(r"\s*(\w+_id) ", body)
        if not key:
            continue
        keys[table] = key.group(1)
        if re.match(r"\s*\w+_id [a-z]+ collate", body):
            yield "a collation on the distribution key, which lies beside no other", table
        for columns in re.findall(r"\b(?:primary key|unique) \(([^)]*)\)", body):
            if keys[table] not in columns.split(", "):
                yield "a unique key without the distribution key", f"{table} ({columns})"
    for table, columns in re.findall(r"create unique index \S+ on (\S+) \(([^)]*)\)", text):
        if table in keys and keys[table] not in columns.split(", "):
            yield "a unique key without the distribution key", f"{table} ({columns})"
    names = [re.escape(table) for table in keys]
    for _, _, _, _, body in FUNCTION.findall(text):
        for statement in body.split(";"):
            if names and SHARED.search(statement) and re.search(rf"(?:{'|'.join(names)})\b", statement):
                yield "a statement about rows of the node and of an entity", " ".join(statement.split())[:60]
    told = re.findall(r"pawl_distribute_function\('([^']*?)\(", text)
    for name, _, head, _, _ in FUNCTION.findall(text):
        if re.match(r" public\.pawl_outcome", head) and name not in told:
            yield "a move that runs on the coordinator", name


def rules_of_shared(sql):
    """Of what all machines share. Its tables are each node's own, so only what it does to those of machines counts."""
    code = re.sub(r"--[^\n]*", "", sql)
    for found in re.finditer(r"create (?:or replace )?trigger[^;]*", code, re.I):
        if re.search(r"\btruncate\b", found.group()) and re.search(r"\b(?:insert|delete)\b", found.group()):
            yield "a trigger that also names TRUNCATE, which never reaches the shards", " ".join(found.group().split())[:60]


def rules_of_source(source):
    text = re.sub(r'"\s*\n\s*"', "", source)
    for called in re.findall(r"postgres_calls_of_\w+\[\] = \{(.*?)\n\};", text, re.S):
        for found in re.findall(r'"select [^"]*\bwhere\b[^"]*"', called):
            yield "a call with a condition, which is not sent to the node of the entity", found[:60]


def check(out):
    found = []
    for path in sorted(out.glob("*.sql")):
        rules = rules_of_shared if path.name == "pawl.postgres.sql" else rules_of_machine
        text = path.read_text()
        found += [f"{path.name}: {what}: {where}" for what, where in [*rules(text), *rules_of_calls(text)]]
    for path in sorted(out.glob("*.c")):
        found += [f"{path.name}: {what}: {where}" for what, where in rules_of_source(path.read_text())]
    return found


OF_CALLS = ("no type", "search_path of who calls")
RULES = ("a place of a row", "language sql", "a collation", "rows of the node and of an entity", "runs on the coordinator",
         "also names TRUNCATE", "a call with a condition")


def main():
    pawl, files = sys.argv[1], sys.argv[2:]
    problems, written, on_one_node, without = [], 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            command = [pawl, file, "--emit=header,source,postgres", "-o"]
            out = Path(folder, f"{number}.citus")
            done = subprocess.run(command + [str(out), "--distribute=citus"], capture_output=True, text=True)
            if done.returncode == 0:
                written += 1
                shared = (out / "pawl.postgres.sql").read_text()
                without = rules_of_calls(re.sub(r"::text|search_path", "", shared))
                problems += [f"{file}: {each}" for each in check(out)]
            elif "machines with --distribute=citus have no" not in done.stderr:
                problems.append(f"{file}: {done.stderr}")
            out = Path(folder, f"{number}.one")
            subprocess.run(command + [str(out)], capture_output=True, check=True)
            on_one_node += check(out)
    for rule in OF_CALLS:
        if not any(rule in what for what, _ in without):
            problems.append(f"nothing is found where types and search_path are left out: {rule}")
    for rule in RULES:
        if not any(rule in each for each in on_one_node):
            problems.append(f"nothing is found of what should be on one node: {rule}")
    print("\n".join(problems) or f"{written} of {len(files)} machines: nothing in them that Citus does otherwise")
    return 1 if problems or not written else 0


sys.exit(main())
