#!/usr/bin/env python3
"""objects.py PAWL FILE.fsm...: what the SQL for PostgreSQL creates for a machine and what it lists as the machine's
(objects.sql of the compiler) are the same: pawlctl verify and migrations go by the lists."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOKEN = re.compile(r"--[^\n]*|E?'(?:[^']|'')*'|(?P<tag>\$\w*\$).*?(?P=tag)", re.S)
NAME = r'(?:"?\w+"?\.)?"?(\w+)"?'


def unquoted(sql):
    """Without comments, texts and bodies of functions."""
    return TOKEN.sub("", sql)


LIST = r"'\{([^}]*)\}'::text\[\]"
RECORDED = re.compile(rf"^call public\.pawl_record\('\w+'::text, '\w+'::text, {LIST}, {LIST}", re.M)
BEGUN = re.compile(rf"^call public\.pawl_begin_machine\('\w+'::text, '\w+'::text, '\w+'::text,\s+{LIST}", re.M)
FREED = re.compile(r"^call public\.pawl_add_is_free\('(\w+)'::text", re.M)
ACCEPTED = re.compile(r"^call public\.pawl_accept_programs\('(\w+)'::text, '(\w+)'::text, (\d+)::integer", re.M)


def check(path):
    sql = path.read_text()
    problems = []
    plain = unquoted(sql)
    relations = set(re.findall(rf"^create (?:or replace )?(?:table|view)(?: if not exists)? {NAME}", plain, re.M))
    routines = set(re.findall(rf"^create or replace function {NAME}", plain, re.M))
    relations = {name for name in relations if not name.startswith("pawl_")}
    routines = {name for name in routines if not name.startswith("pawl_")}
    routines |= {f"{machine}_model_{abi}_{version}" for machine, version, abi in ACCEPTED.findall(sql)}
    routines |= {f"{machine}_is_free" for machine in FREED.findall(sql)}
    recorded = RECORDED.findall(sql)
    recorded_relations = {name for names, _ in recorded for name in names.split(",") if name}
    listed_routines = {name for _, names in recorded for name in names.split(",") if name}
    listed_relations = {name for names in BEGUN.findall(sql) for name in names.split(",")}
    indexes = set(re.findall(rf"create (?:unique )?index {NAME} on", sql))
    transitions = {name for name in indexes if re.search(rf"pawl\.makes_table(?:(?!end if).)*index {name}\b", sql, re.S)}
    indexes = {name for name in indexes - transitions if not name.startswith("pawl_")}
    for kind, made, told in (("tables and views", relations, recorded_relations),
                             ("tables and views, at the beginning", relations, listed_relations - indexes),
                             ("functions", routines, listed_routines)):
        if made != told:
            problems.append(f"{path.name}: {kind}: created and not listed {sorted(made - told)}, "
                            f"listed and not created {sorted(told - made)}")
    if not indexes <= listed_relations:
        problems.append(f"{path.name}: indexes: not listed {sorted(indexes - listed_relations)}")
    return problems


def main():
    pawl, files = sys.argv[1], sys.argv[2:]
    problems = []
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([pawl, file, "--emit=postgres", "-o", folder], capture_output=True, text=True)
            if done.returncode != 0:
                problems.append(f"{file}: {done.stderr}")
                continue
            for path in Path(folder).glob("*.postgres.sql"):
                if path.name != "pawl.postgres.sql":
                    problems += check(path)
    print("\n".join(problems) or f"{len(files)} files: what is created is what is listed")
    return 1 if problems or not files else 0


sys.exit(main())
