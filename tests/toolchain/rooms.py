#!/usr/bin/env python3
"""rooms.py SOURCE BUILD NM: whether compiler/ and runtime/ are still houses with rooms.

A room is a folder. Its doors are the headers that others may include; all its other headers are its own. What a file
needs of others is read from its object (nm: the symbols that it uses and another one defines) and from its lines of
#include. This fails where

- files need each other in a circle of more than CIRCLE_MAX, or rooms in any circle;
- a header that is no door is included from another room, or a door is not used by any;
- a room does not say at the top of its sign what lives there and what may not;
- pawl.h and pawl_flow.h include each other, in one step or in several;
- the compiler includes anything of the runtime but pawl_abi.h, or the library anything of the compiler;
- pawlctl includes anything of the library but its headers for users and pawl_admin.h, or that shows the inside of a handle;
- a file names a database that does not belong to it;
- pawlctl's SQL has a user's text between dollar quotes, which the text could end;
- the command VERB of commands.txt is not in ROOM/VERB.c of pawlctl.
"""
import collections
import glob
import os
import re
import subprocess
import sys

CIRCLE_MAX = 5

# Room -> its doors. The first is its sign, where the room has no file of its own name.
DOORS = {
    "compiler": "compile.h",
    "compiler/base": (
        "arena.h assert_forms.h completion.h diagnostic.h diagnostic_json.h escape.h fill.h hash.h map.h out.h source.h "
        "suggest.h terminal.h text.h warnings.def warnings.h"),
    "compiler/check": "check.h flow.h prove_report.h support.h",
    "compiler/emit": "emit.h",
    "compiler/emit/c": "c.h",
    "compiler/emit/diagram": "colours.def diagram.h dot.h dot_search.h graphviz.h mermaid.h",
    "compiler/emit/diff": "diff.h parts.h",
    "compiler/emit/json": "json.h",
    "compiler/emit/migrate": "migrate.h",
    "compiler/emit/page": "contents.h page.h",
    "compiler/emit/prose": "sentence.h explain.h places.h sentence_flow.h",
    "compiler/emit/sql": "queue.h sql.h",
    "compiler/emit/sql/function": "function.h",
    "compiler/emit/template": "template.h",
    "compiler/emit/test": "test.h",
    "compiler/lsp": "lsp.h",
    "compiler/model": "dialect.h graph.h hooks.h model.h queue.h timers.h",
    "compiler/resolve": "flow.h names.h references.h resolve.h",
    "compiler/syntax": "ast.h ast_flow.h fmt.h forms.h parse.h",
    "runtime": "pawl.h pawl_abi.h pawl_admin.h",
    "runtime/core": (
        "absent.h handle.h bracket.h clock.h deployment.h driver.h ending.h error.h json.h key.h known.h machine.h move.h "
        "operation.h parse.h schema.h script.h socket.h statements.h states.h text.h transact.h transaction.h value.h"),
    "runtime/flow": "calls.h flow.h",
    "runtime/lock": "calls.h lock.h",
    "runtime/move": "gather.h hooks.h later.h",
    "runtime/outbox": "calls.h outbox.h",
    "runtime/pool": "pool.h",
    "runtime/queue": "queue.h",
    "runtime/pawlctl/act": "act.h",
    "runtime/pawlctl/database": "argument.h database.h entity.h flow_model.h frozen.h hooks.h mirror.h model.h objects.h stays.h",
    "runtime/pawlctl/judge": "judge.h due.h",
    "runtime/pawlctl/keep": "keep.h",
    "runtime/pawlctl/look": "look.h",
    "runtime/pawlctl/metrics": "metrics.h",
    "runtime/pawlctl/relay": "relay.h",
    "runtime/pawlctl/serve": "serve.h",
    "runtime/pawlctl/say": "command.h interrupt.h json.h print.h progress.h row.h",
}

# Tables that name what stands in other rooms, so that nothing else has to. They make no room need another.
TABLES = {
    "compiler/emit/backends.c",
    "compiler/emit/sql/dialects.c",
    "compiler/model/dialect.c",
    "runtime/open/open.c",
    "runtime/pawl_admin.h",
    "runtime/pawlctl/database/dialects.c",
}

DATABASES = "postgres|sqlite|mariadb|mysql"

# Of the public header: these names have the types of the databases' own libraries.
PUBLIC_NAMES = r"\b(?:pawl_adopt_(?:%s)|struct sqlite3|struct st_mysql)\b" % DATABASES

# What may name a database without belonging to one.
NAMES_DATABASES = {
    "runtime/pawl_abi.h": "the table of all databases",
    "compiler/resolve/foreign.def": "names that client libraries have",
}


def sources(root):
    """The hand-written files, by their paths from the root of the tree."""
    for house in ("compiler", "runtime"):
        for folder, _, names in os.walk(os.path.join(root, house)):
            for name in names:
                if name.endswith((".c", ".h", ".def")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def text_of(root, file):
    with open(os.path.join(root, file), encoding="utf-8") as text:
        return text.read()


def includes(root, files):
    """File -> the hand-written files that it includes."""
    found = collections.defaultdict(set)
    for file in files:
        names = re.findall(r'^#include "([^"]+)"', text_of(root, file), re.MULTILINE)
        for name in names:
            beside = os.path.normpath(os.path.join(os.path.dirname(file), name))
            of_pawlctl = ["runtime/pawlctl/" + name] if file.startswith("runtime/pawlctl/") else []
            places = [beside, *of_pawlctl, "compiler/" + name, "runtime/" + name]
            found[file].update([place for place in places if place in files][:1])
    return found


def signs(root, files):
    """A room's sign says what lives there: NAME.h of the room NAME, else its first door, else NAME.c, dialect.h, .c or main.c."""
    for room in sorted({room_of(file) for file in files} - {"runtime"}):
        name, doors = os.path.basename(room), DOORS.get(room, "").split()
        places = [f"{name}.h", *doors[:1], f"{name}.c", "dialect.h", "dialect.c", "main.c"]
        sign = next((f"{room}/{place}" for place in places if f"{room}/{place}" in files), None)
        comment = sign and re.match(r"/\*.*?\*/", text_of(root, sign), re.DOTALL)
        if not comment or not re.search(r"Lives here: [^.].+\. Not here: .+\.", re.sub(r"\n \*", "", comment[0])):
            yield f"{sign or room}: does not begin with what lives in {room}, and what may not: `Lives here: ... Not here: ...`"


def is_linked_with(user, definer):
    """Whether both are in one program: symbols of different programs may have the same name."""
    if user.startswith("compiler/"):
        return definer.startswith("compiler/")
    if user.startswith("runtime/pawlctl/"):
        return definer.startswith(("runtime/", "compiler/base/"))
    return definer.startswith("runtime/") and not definer.startswith("runtime/pawlctl/")


def uses(build, nm, files):
    """File -> file whose symbols it uses -> one of them. Objects of files that have gone are passed over."""
    defined, wanted, objects = collections.defaultdict(set), collections.defaultdict(set), {}
    for house in ("compiler", "runtime"):
        for folder, _, names in os.walk(os.path.join(build, house)):
            for name in names:
                path = os.path.join(folder, name)
                source = re.sub(r"/CMakeFiles/[^/]+\.dir/(.*)\.o$", r"/\1", os.path.relpath(path, build))
                if source in files:
                    objects[path] = source
    listing = subprocess.run([nm, "--print-file-name", *objects], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        path, _, entry = line.partition(":")
        kind, symbol = entry.split()[-2:]
        if kind == "U":
            wanted[objects[path]].add(symbol)
        elif kind in "TDBRCVWG":
            defined[symbol].add(objects[path])
    found = collections.defaultdict(dict)
    for source, symbols in wanted.items():
        for symbol in sorted(symbols):
            for definer in sorted(defined[symbol] - {source}):
                if is_linked_with(source, definer):
                    found[source].setdefault(definer, symbol)
    return found


def circles(arrows):
    """The strongly connected components of more than one (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(arrows.get(node, ())):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            circle = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(circle) > 1:
                found.append(sorted(circle))

    for node in sorted(arrows):
        if node not in number:
            visit(node)
    return found


def room_of(file):
    return os.path.dirname(file)


def reaches(arrows, start, end):
    seen, left = set(), [start]
    while left:
        for other in arrows.get(left.pop(), ()):
            if other == end:
                return True
            if other not in seen:
                seen.add(other)
                left.append(other)
    return False


def without_comments(text, keeps_strings):
    """Line breaks stay, so that lines keep their numbers."""
    token = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''

    def blank(match):
        if match[0].startswith(("'", '"')):
            return match[0] if keeps_strings(match[0]) else '""'
        return "\n" * match[0].count("\n")

    return re.sub(token, blank, text, flags=re.DOTALL)


def belongs_to_database(path):
    return any(re.fullmatch(DATABASES, os.path.splitext(part)[0]) for part in path.split("/"))


def is_for_code(string):
    """What people read, as a help text, may name databases: code compares with a name alone."""
    return re.fullmatch('"(?:%s)"' % DATABASES, string) is not None


def names_of_databases(root, path):
    if belongs_to_database(path):
        return
    # a help text is documentation, and only the two programs have such
    is_program = path.startswith(("runtime/pawlctl/", "compiler/command/"))
    text = without_comments(text_of(root, path), is_for_code if is_program else lambda string: True)
    if path == "runtime/pawl.h":
        text = re.sub(PUBLIC_NAMES, "", text)
    names = [(number, line) for number, line in enumerate(text.splitlines(), 1)
             if re.search(DATABASES, line, re.IGNORECASE)]
    if path in NAMES_DATABASES:
        if not names:
            yield "%s: names no database any more: take it out of rooms.py" % path
        return
    for number, line in names:
        yield "%s:%d: names a database, to whose folder that belongs: %s" % (path, number, line.strip())


def twins(root, files):
    """One tag is one struct, so that grep finds what somebody reads of."""
    places = collections.defaultdict(set)
    for file in files:
        for tag in re.findall(r"^(?:typedef )?((?:struct|enum|union) \w+) \{", text_of(root, file), re.M):
            places[tag].add(file)
    return [f"{tag} is defined in {', '.join(sorted(where))}: one tag, one struct" for tag, where in sorted(places.items()) if len(where) > 1]


def misplaced(root, files):
    for verb in re.findall(r"^# (\w+): ", text_of(root, "runtime/pawlctl/commands.txt"), re.M):
        definition = rf"^int command_{verb}\(struct call \*call\) {{$"
        places = [file for file in files if file.startswith("runtime/pawlctl/") and re.search(definition, text_of(root, file), re.M)]
        if [os.path.basename(place) for place in places] != [f"{verb}.c"]:
            yield f"pawlctl {verb} is to be in one file {verb}.c, and is in: {' '.join(sorted(places))}"


def texts_in_dollar_quotes(root):
    for path in glob.glob(f"{root}/runtime/pawlctl/**/*.sql", recursive=True):
        with open(path, encoding="utf-8") as file:
            for _, block in re.findall(r"(\$\w*\$)(.*?)\1", file.read(), re.S):
                for word in set(re.findall(r"\{(\w+)", block)) - {"archive", "current", "name", "seconds"}:  # Pawl's own names
                    yield f"{os.path.relpath(path, root)}: {{{word}}} is between dollar quotes: hand it over by set_config"


def main():
    root, build, nm = sys.argv[1:]
    failures = []
    files = set(sources(root))
    included = includes(root, files)
    used = uses(build, nm, files)
    if len(used) < 100:
        failures.append(f"only {len(used)} objects were found in {build}")

    reasons = {(a, b): "#include" for a in included for b in included[a]}
    reasons.update({(a, b): symbol for a in used for b, symbol in used[a].items()})
    arrows = collections.defaultdict(set)
    rooms = collections.defaultdict(dict)
    for a, b in reasons:
        arrows[a].add(b)
        if room_of(a) != room_of(b) and a not in TABLES:
            rooms[room_of(a)].setdefault(room_of(b), f"{a} -> {b} ({reasons[a, b]})")

    for what, graph in (("files", arrows), ("rooms", rooms)):
        for circle in circles(graph):
            told = f"{len(circle)} {what} need each other: {' '.join(circle)}"
            print(told)
            if len(circle) > CIRCLE_MAX or what == "rooms":
                failures.append(told)
                for a in circle:
                    for b in sorted(set(graph[a]) & set(circle)):
                        print(f"    {a} -> {b} ({reasons[a, b]})" if what == "files" else f"    {graph[a][b]}")

    doors = {room: set(names.split()) for room, names in DOORS.items()}
    entered = collections.defaultdict(set)
    for a in sorted(included):
        for b in sorted(included[a]):
            room, name = room_of(b), os.path.basename(b)
            if room_of(a) == room:
                continue
            entered[room].add(name)
            if name not in doors.get(room, set()):
                failures.append(f"{a} includes {b}, which is no door of {room}")
            if a.startswith("compiler/") and b.startswith("runtime/") and b != "runtime/pawl_abi.h":
                failures.append(f"{a} includes {b}: the compiler knows pawl_abi.h of the runtime, and nothing else")
            if a.startswith("runtime/pawlctl/") and b.startswith("runtime/") and room != "runtime" and not room.startswith("runtime/pawlctl"):
                failures.append(f"{a} includes {b}: of the library, pawlctl includes pawl*.h alone")
            if a.startswith("runtime/") and b.startswith("compiler/") and (
                    not a.startswith("runtime/pawlctl/") or room != "compiler/base"):
                failures.append(f"{a} includes {b}: only pawlctl may, and only of compiler/base")
    for inside in ("runtime/core/driver.h", "runtime/core/handle.h"):
        if reaches(included, "runtime/pawl_admin.h", inside):
            failures.append(f"pawl_admin.h includes {inside}: pawlctl is to know a handle by its functions alone")
    for room, names in doors.items():
        for name in sorted(names - entered[room]):
            failures.append(f"{room}/{name} is called a door, and no other room includes it")

    if reaches(included, "runtime/pawl_flow.h", "runtime/pawl.h"):
        failures.append("pawl_flow.h includes pawl.h, which includes it")

    failures.extend(signs(root, files))
    failures.extend(twins(root, files))
    failures.extend(misplaced(root, files))
    failures.extend(texts_in_dollar_quotes(root))
    for file in sorted(files):
        failures.extend(names_of_databases(root, file))

    for failure in failures:
        print("FAIL:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
