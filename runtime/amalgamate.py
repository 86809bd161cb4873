#!/usr/bin/env python3
"""amalgamate.py OUT BUILD FILE.c...: libpawl as OUT/pawl.c and OUT/pawl.h, for programs without a build system.

BUILD has the files that are generated. In pawl.c the headers come first, and then the files in their order; those of a driver can be
left out with -DPAWL_WITHOUT_POSTGRES and the like. It works as long as no two files name a function or a variable alike.
"""
import re
import sys
from pathlib import Path

RUNTIME = Path(__file__).resolve().parent
OUT, BUILD = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
DRIVERS = ("postgres", "sqlite", "mariadb")
STATEMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])')|\bsql_(?=\w)""") # which a literal does not name
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*\n', re.M)


def driver_of(path):
    """the driver whose folder a file is in; the schemas are called DRIVER_schema.c"""
    name = path.stem.removesuffix("_schema") if path.is_relative_to(BUILD) and path.suffix == ".c" else path.parent.name
    return name if name in DRIVERS else None


def find(name, includer):
    for folder in (includer.parent, RUNTIME, BUILD / "statements"):
        if (folder / name).exists():
            return (folder / name).resolve()
    raise SystemExit(f"{includer}: {name} is not found")


def included_by(path):
    return [find(name, path) for name in INCLUDE.findall(path.read_text())]


def text_of(path, written):
    """a file with what it includes in place, but for the headers that are written already"""
    def replace(match):
        included = find(match[1], path)
        if included in written:
            return ""
        if included.suffix == ".h" and not included.name.endswith(".sql.h"):
            written.add(included)
        return text_of(included, written)

    own = path.read_text()
    text = INCLUDE.sub(replace, own).replace("#pragma once\n", "")
    if path.suffix == ".c": # names of statements and macros belong to their file
        text = STATEMENT.sub(lambda match: match[1] or f"sql_{path.parent.name}_{path.stem}_", text)
        macros = dict.fromkeys(re.findall(r"^# *define (\w+)", own, re.M) + ["SQL_MEMBERS"])
        text += "".join(f"#undef {macro}\n" for macro in macros)
    return text


def common_headers(path, found):
    """adds the headers of no driver that a file needs, each behind those which it needs itself"""
    for header in included_by(path):
        if header.suffix == ".h" and not header.name.endswith(".sql.h") and header not in found:
            common_headers(header, found)
            if not driver_of(header):
                found[header] = True


public = set()
declared = text_of(RUNTIME / "pawl.h", public)
public.add(RUNTIME / "pawl.h")
sources = [(RUNTIME / name).resolve() for name in sys.argv[3:]]
headers = {}
for source in sources:
    common_headers(source, headers)
written = set(public)
parts = ["/* libpawl in one file. Link it with libpq, libsqlite3 and libmariadb; -DPAWL_WITHOUT_POSTGRES, -DPAWL_WITHOUT_SQLITE and\n"
         " * -DPAWL_WITHOUT_MARIADB leave out a database and its library. */\n"
         "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n"
         '#include "pawl.h"\n']
for header in headers:
    if header not in written:
        written.add(header)
        parts.append(text_of(header, written))
for source in sources:
    driver = driver_of(source) if source.stem != "absent" else None
    text = text_of(source, written)
    parts.append(f"#ifndef PAWL_WITHOUT_{driver.upper()}\n{text}#endif\n" if driver else text)
OUT.mkdir(parents=True, exist_ok=True)
(OUT / "pawl.h").write_text("#pragma once\n" + declared)
(OUT / "pawl.c").write_text("\n".join(parts))
