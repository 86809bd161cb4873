#!/usr/bin/env python3
"""operations.py SOURCE: whether each function that a program calls with a handle takes it, by OPERATION.

Without that a call of another thread's would not be refused, and a handle of a pool would keep its connection when the
call returns (runtime/core/handle.h). The functions are those that the public headers declare with a `struct pawl_db *`;
OPERATION must be the first statement of each. Fails, too, where one of them is not found.
"""
import glob
import os
import re
import sys

# They answer from what the handle keeps, or end it: pawl.h says that they refuse no other thread.
EXCEPTIONS = {"pawl_close", "pawl_warning", "pawl_dialect", "pawl_in_transaction", "pawl_stats"}


BEGINS = r"[^;{}]*\{\s*(\w+)"  # the first word behind a function's head


def text_of(path):
    """C without its comments, and with each macro on one line."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/|\\\n", " ", file.read(), flags=re.S)


def declared(header):
    """The functions of a header that get a handle."""
    for statement in text_of(header).split(";"):
        function = re.search(r"\b(pawl_\w+)\((?=.*struct pawl_db \*\w)", statement, re.S)
        if function and "typedef" not in statement:
            yield function[1]


def first_word(name, files):
    """Of the function's body, which a macro may have; None where no file defines it."""
    for text in files:
        found = re.search(r"^\w[\w *]*\b%s\(" % name + BEGINS, text, re.M)
        macro = re.search(r"^([A-Z]+)\(%s\b" % name, text, re.M)
        if macro:
            found = re.search(r"^#define %s\(" % macro[1] + BEGINS, text, re.M)
        if found:
            return found[1]
    return None


def main():
    runtime = os.path.join(sys.argv[1], "runtime")
    headers = sorted(glob.glob(os.path.join(runtime, "*.h")))
    files = [text_of(path) for path in sorted(glob.glob(os.path.join(runtime, "**/*.c"), recursive=True))]
    functions = {name for header in headers for name in declared(header)}
    if not EXCEPTIONS < functions:
        sys.exit("operations.py: no such function: " + " ".join(EXCEPTIONS - functions))
    begins = {name: first_word(name, files) for name in sorted(functions - EXCEPTIONS)}
    wrong = [f"{name}: {'begins without OPERATION' if word else 'is defined nowhere'}"
             for name, word in begins.items() if not word or not word.startswith("OPERATION")]
    print("\n".join(wrong) or f"{len(begins)} functions take their handle")
    sys.exit(1 if wrong else 0)


main()
