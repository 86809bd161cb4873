#!/usr/bin/env python3
"""foreign.py SOURCE [--update]: compiler/resolve/foreign.def lists the names in C that others take: the C library's
headers, and the client libraries that libpawl is linked with. The list is of Debian 12; elsewhere this compares nothing.

A name counts if pawl could write it: in small letters, with an underscore within it, or a constant of a machine or flow.
Of macros without arguments those count, too, that would break a member of a struct: they expand to more than another name.
"""
import os
import re
import subprocess
import sys

COLUMNS = 112
FOLDERS = ("", "arpa/", "net/", "netinet/", "sys/")
# Headers that do not compile, or not together with the others, or in user space at all.
LEFT_OUT = {"regexp.h", "sys/elf.h", "sys/vm86.h", "varargs.h"}
# Headers of the compiler itself.
OF_COMPILER = ["iso646.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdnoreturn.h"]
LIBRARIES = [("libpq", "libpq.so.5"), ("libsqlite3", "libsqlite3.so.0"), ("libmariadb", "libmariadb.so.3")]
WORDS = {"char", "double", "enum", "float", "inline", "int", "long", "short", "signed", "struct", "union", "unsigned", "void"}
GENERATED = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+|[A-Z][A-Z0-9_]*_(STATE|EVENT|STEP|SIGNAL)_[A-Z0-9_]+")

HEAD = """\
/* FOREIGN(holder, names): names in C that others have. tests/toolchain/foreign.py writes this file on Debian 12. */

"""


def run(*command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{done.stderr[:2000]}")
    return done.stdout


def headers():
    found = []
    for path in run("dpkg", "-L", "libc6-dev").split():
        name = re.sub(r"^/usr/include/(\w+-linux-gnu/)?", "", path)
        if name != path and name.endswith(".h") and name[:name.rfind("/") + 1] in FOLDERS and name not in LEFT_OUT:
            found.append(name)
    return sorted(set(found) | set(OF_COMPILER))


def clang(*options, text):
    return run("clang", "-std=gnu17", "-D_GNU_SOURCE", "-w", *options, "-xc", "-", text=text)


def declared(text):
    """Functions, variables, types and tags at the top of what is included, and constants of enums."""
    for line in clang("-fsyntax-only", "-Xclang", "-ast-dump", text=text).splitlines():
        kind = re.match(r"\W*(\w+)Decl 0x", line)
        if kind is None:
            continue
        if kind[1] in ("Function", "Var", "Typedef", "EnumConstant") and (line[0] != " " or kind[1] == "EnumConstant"):
            name = re.search(r" (\w+) '", line)
        elif kind[1] in ("Record", "Enum"):
            name = re.search(r" (?:struct|union) (\w+)|:\d+ (\w+)$", line)
        else:
            continue
        if name is not None:
            yield name[1] or name[2]


def macros(text):
    """Their names, and of those without arguments the ones that are no other name for something."""
    own = set(re.findall(r"#define (\w+)", clang("-dM", "-E", text="")))
    every = dict(re.findall(r"#define (\w+)(\(?.*)", clang("-dM", "-E", text=text)))
    breaking = set()
    for name, body in every.items():
        seen = {name}
        while re.fullmatch(r" [A-Za-z]\w*", body) and body.strip() in every and body.strip() not in seen:
            seen.add(body.strip())
            body = every[body.strip()]
        is_name = re.fullmatch(r" (?!_[A-Z])[A-Za-z_]\w*", body) and body.strip() not in WORDS
        if not body.startswith("(") and not is_name:
            breaking.add(name)
    return set(every) - own, breaking - own


def exported(library):
    folder = "/usr/lib/" + run("gcc", "-print-multiarch").strip()
    return re.findall(r"^\w+ [A-Z] (\w+)", run("nm", "-D", "--defined-only", f"{folder}/{library}"), re.M)


def lines(macro, holder, names):
    out, line = "", ""
    for name in sorted(names):
        if len(f'{macro}("{holder}", "{line} {name}")') > COLUMNS:
            out += f'{macro}("{holder}", "{line}")\n'
            line = ""
        line += (" " if line else "") + name
    return out + f'{macro}("{holder}", "{line}")\n'


def main():
    with open("/etc/os-release", encoding="utf-8") as release:
        if 'VERSION_ID="12"' not in release.read():
            print("not Debian 12: the list is not compared")
            return
    text = "".join(f"#include <{name}>\n" for name in ["stddef.h", "stdio.h", "sys/types.h", *headers()])
    defined, breaking = macros(text)
    system = set(declared(text)) | defined
    out = HEAD + lines("FOREIGN", "the C library", filter(GENERATED.fullmatch, system))
    for title, library in LIBRARIES:
        out += "\n" + lines("FOREIGN", title, set(filter(GENERATED.fullmatch, exported(library))) - system)
    out += "\n/* Macros that would break a member of a struct. */\n"
    out += lines("FOREIGN_MACRO", "the C library", (name for name in breaking if re.fullmatch(r"[a-z][a-z0-9_]*", name)))
    path = os.path.join(sys.argv[1], "compiler/resolve/foreign.def")
    if "--update" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(out)
        return
    with open(path, encoding="utf-8") as file:
        if file.read() != out:
            sys.exit(f"{path} is not what this system has; {sys.argv[0]} SOURCE --update writes it anew")


main()
