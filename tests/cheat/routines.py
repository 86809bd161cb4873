#!/usr/bin/python3
"""routines.py DATABASE CATALOG [--update]: the list `routines` against a catalog, and runtime/SQL_API.md against both.

CATALOG is a file of lines `name|roles|arguments|result|comment`, as routines.sh asks PostgreSQL or MariaDB for them. On PostgreSQL
an argument with a default is in brackets; on MariaDB there is only the number of arguments. One line for each finding.
"""
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.join(here, "..", "..")
page = os.path.join(root, "runtime", "SQL_API.md")
database, catalog = sys.argv[1:3]
EVENTS = ("create", "open", "rot") # of routines.fsm
OWN = ["by", "owner"]              # their parameters; order_id: the flow's
failed = False


def fail(finding):
    global failed
    failed = True
    print("FAILED: " + finding)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


listed = {}
for line in read(os.path.join(here, "routines")).splitlines():
    found = re.fullmatch(r"(page|libpawl|everybody) +(\w+)(?: \(([^)]*)\))?(?:: (.*))?", line)
    if found:
        listed[found[2]] = found.groups()
    elif line and line[0] != "#":
        fail(f"this is no line of the list: {line}")


def general(name):
    """The name in the list of a routine of the machine `box`: that of all its events."""
    if re.fullmatch(r"box_(model_)?\d+_[0-9a-f]{16}(_\w+)?", name):
        return "MACHINE_VERSION"
    name = re.sub(r"\$\d+$", "", name)
    name = re.sub("^deliver_(start$|signal_)", r"FLOW_\1", name).replace("FLOW_signal_arrived", "FLOW_signal_NAME")
    return re.sub("^box_", "MACHINE_", re.sub(rf"^box_({'|'.join(EVENTS)})(?=$|_many$)", "MACHINE_EVENT", name))


def commented():
    """The comment above each function of the shared schema, in one line."""
    texts = {}
    for folder, _, files in os.walk(os.path.join(root, "runtime", "postgres", "schema")):
        for file in (file for file in files if not {"distributed", "upgrade"} & set(folder.split(os.sep))):
            for comment, name in re.findall(r"((?:^-- .*\n)+)create or replace function public\.(\w+)\(", read(os.path.join(folder, file)),
                                            re.M):
                texts[name] = " ".join(re.sub(r"^-- ", "", comment, flags=re.M).split())
    return texts


def bare(arguments):
    return [argument.strip("[] ") for argument in arguments.split(",") if argument.strip()]


def there(arguments):
    """The number of arguments on MariaDB: an item is three."""
    return len(bare(arguments)) + 2 * ("item" in bare(arguments))


rows = {}
for line in read(catalog).splitlines():
    name, roles, arguments, result, comment = line.split("|", 4)
    rows.setdefault(general(name), []).append((name, roles, arguments, result, comment))
for name in rows.keys() - listed.keys():
    fail(f"{database}: {rows[name][0][0]} can be called by {rows[name][0][1]}, and is not in the list")
for name, (kind, _, own, _) in listed.items():
    if database == "postgres" and kind == "everybody" and name not in rows:
        fail(f"postgres: not everybody may call {name}")
    for routine, roles, _, _, _ in rows.get(name, []):
        if (kind == "everybody") != (roles == "everybody") and name != "pawl_key":
            fail(f"{database}: {routine} is for {kind}, and can be called by {roles}")
if database == "mariadb":
    shown = dict(re.findall(r"^- `(\w+)\(([^)]*)\)", read(page), re.M))
    callers = {name: section.split("`")[1] for section in read(page).split("\n## ")[1:] if section.startswith(("For a", "For o"))
               for name in re.findall(r"^- `(\w+)\(", section, re.M)}
    for name, (kind, _, own, _) in listed.items():
        if kind != "page" or name == "MACHINE_EVENT_many":
            continue
        if (name in rows) == (own == "-"):
            fail(f"mariadb: {name} is {'there' if own == '-' else 'not there'}")
        for routine, roles, _, _, _ in rows.get(name, []):
            if callers.get(name, "") not in roles:
                fail(f"mariadb: {routine} is for {callers[name]}, and can be called by {roles}")
        most = there(own or shown.get(name, ""))
        for routine, _, arguments, _, _ in rows.get(name, []):
            # events have arguments of their own, and creations fewer
            if int(arguments) != most and not (name == "MACHINE_EVENT" and int(arguments) in (most, most - 1, most - 4)):
                fail(f"mariadb: {routine} has {arguments} arguments, not the {most} of ({own or shown.get(name)})")
    sys.exit(failed)

texts, groups = commented(), {}
for name, (kind, _, own, text) in listed.items():
    if kind != "page":
        continue
    if name not in rows:
        groups.setdefault("pawl_app", []).append(f"`{name}({own})`: {text} MariaDB only.")
        continue
    # the event with most arguments has those of all
    routine, roles, arguments, result, comment = max(rows[name], key=lambda row: len(row[2]))
    for other in rows[name]:
        if not set(bare(other[2])) <= set(bare(arguments)) | set(OWN):
            fail(f"{other[0]} has other arguments than {routine}: {other[2]}")
    if name.startswith("MACHINE_EVENT"):
        arguments = re.sub(r"\[?by\]?", "PARAMETERS", arguments)
        comment = ""
    if name == "FLOW_start":
        arguments = arguments.replace("order_id", "ARGUMENTS")
    if name.startswith("FLOW_"):
        comment = ""
    if name == "MACHINE_EVENT_many":
        arguments = re.sub(r"\[actor\].*?, (?=\[actors\])", "..., ", arguments)
    text = text or comment or texts.get(name, "")
    if not text:
        fail(f"{name} has no comment, and no text in the list")
    differs = "" if own is None else " Not on MariaDB." if own == "-" else f" MariaDB: `({own})`."
    group = groups.setdefault("pawl_app,pawl_operator" if roles == "everybody" else roles, [])
    group.append(f"`{name}({arguments}): {result}`. {text}{differs}")

written = read(os.path.join(here, "routines.head"))
for roles, title in (("pawl_app", "For applications (`pawl_app`)"), ("pawl_app,pawl_operator", "For both"),
                     ("pawl_operator", "For operators (`pawl_operator`)")):
    entries = "".join(f"- {entry}\n" for entry in groups.pop(roles, []))
    if entries:
        written += f"\n## {title}\n\n{entries}"
if groups:
    fail(f"the page has no place for {groups}")
if "--update" in sys.argv:
    with open(page, "w", encoding="utf-8") as file:
        file.write(written)
elif not os.path.exists(page) or read(page) != written:
    fail("runtime/SQL_API.md is not what the catalog says: run tests/cheat/routines.sh postgres PAWLCTL PAWL --update")
sys.exit(failed)
