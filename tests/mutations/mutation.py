#!/usr/bin/python3
"""mutation.py: applies the files of this folder, and makes them.

  mutation.py apply MUTATION TREE   breaks what it names; the files as they were stand beside, as FILE.whole
  mutation.py undo MUTATION TREE    puts these back
  mutation.py check TREE            whether all of them can be applied
  mutation.py make NAME PROMISE TESTS WHY FILE...
                                    makes NAME.mutation of what was changed in FILE since the last commit, and takes that back

A mutation has a heading (see ../README.md, "Mutations"), then for each file `--- PATH` and its places, parted by `@@`. A place
is as in a diff without numbers: lines behind " " stay, lines behind "-" go, lines behind "+" come. Those that are there before,
" " and "-", must stand in the file, one behind the other, exactly once: so a place needs no more of what is around it than
what tells it from others, and other changes of the file leave it alone.
"""
import difflib
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


class Refused(Exception):
    pass


def places_of(mutation):
    """[(path, [(old lines, new lines)])]"""
    found = []
    for line in pathlib.Path(mutation).read_text().splitlines():
        if line.startswith("--- "):
            found.append((line[4:], [([], [])]))
        elif not found:
            continue  # the heading
        elif line == "@@":
            found[-1][1].append(([], []))
        elif line[:1] in (" ", "-", "+"):
            old, new = found[-1][1][-1]
            if line[0] != "+":
                old.append(line[1:])
            if line[0] != "-":
                new.append(line[1:])
        else:
            raise Refused(f"{mutation}: a line of a place begins with a blank, - or +: {line!r}")
    if not found:
        raise Refused(f"{mutation}: names no file")
    return found


def positions(lines, old):
    return [i for i in range(len(lines) - len(old) + 1) if lines[i : i + len(old)] == old] if old else []


def changed(path, text, places):
    """The text with all places changed; each is looked for in the text as it is."""
    lines = text.split("\n")
    edits = []
    for old, new in places:
        where = positions(lines, old)
        if len(where) != 1:
            raise Refused(f"{path} has {len(where)} of these places, not one:\n" + "\n".join(old))
        edits.append((where[0], len(old), new))
    for begin, length, new in sorted(edits, reverse=True):
        lines[begin : begin + length] = new
    return "\n".join(lines)


def apply(mutation, tree):
    texts = []
    for name, places in places_of(mutation):
        path = pathlib.Path(tree) / name
        if not path.exists():
            raise Refused(f"{mutation}: there is no {name}")
        whole = path.read_text()
        texts.append((path, whole, changed(name, whole, places)))
    for path, whole, text in texts:
        path.with_name(path.name + ".whole").write_text(whole)
        path.write_text(text)


def undo(mutation, tree):
    for name, _ in places_of(mutation):
        path = pathlib.Path(tree) / name
        kept = path.with_name(path.name + ".whole")
        if kept.exists():
            path.write_text(kept.read_text())  # with the time of now, so that it is built anew
            kept.unlink()


def check(tree):
    refused = 0
    for mutation in sorted(HERE.glob("*.mutation")):
        try:
            for name, places in places_of(mutation):
                changed(name, (pathlib.Path(tree) / name).read_text(), places)
        except (Refused, OSError) as refusal:
            print(f"{mutation.stem}: {refusal}")
            refused += 1
    return refused


def grown(lines, begin, end):
    """The smallest range around begin..end whose lines stand there once."""
    for more in range(0, 30):
        for before in range(more, -1, -1):
            first, last = begin - before, end + more - before
            if first >= 0 and last <= len(lines) and len(positions(lines, lines[first:last])) == 1:
                return first, last
    raise Refused("no lines around line %d stand there once" % (begin + 1))


def place(lines, begin, end, new):
    first, last = grown(lines, begin, end)
    return (
        [" " + line for line in lines[first:begin]]
        + ["-" + line for line in lines[begin:end]]
        + ["+" + line for line in new]
        + [" " + line for line in lines[end:last]]
    )


def described(name, before, after):
    old, new = before.split("\n"), after.split("\n")
    out = ["--- " + name]
    for tag, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            out += (["@@"] if len(out) > 1 else []) + place(old, i, j, new[k:m])
    return out


def make(name, promise, tests, why, files):
    text = [f"Promise: {promise}", f"Tests: {tests}", f"Why: {why}", ""]
    for file in files:
        before = subprocess.run(["git", "show", f"HEAD:./{file}"], check=True, capture_output=True, text=True).stdout
        text += described(file, before, pathlib.Path(file).read_text())
    mutation = HERE / f"{name}.mutation"
    mutation.write_text("\n".join(text) + "\n")
    subprocess.run(["git", "checkout", "-q", "--", *files], check=True)
    apply(mutation, ".")
    undo(mutation, ".")


def main(arguments):
    verb, rest = (arguments or [""])[0], arguments[1:]
    if verb == "apply" and len(rest) == 2:
        apply(*rest)
    elif verb == "undo" and len(rest) == 2:
        undo(*rest)
    elif verb == "check" and len(rest) == 1:
        return check(*rest) > 0
    elif verb == "make" and len(rest) > 4:
        make(*rest[:4], rest[4:])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refusal:
        sys.exit(f"mutation.py: {refusal}")
