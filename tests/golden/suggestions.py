#!/usr/bin/env python3
"""
suggestions.py PAWL: no help changes the meaning of what was written.

Each help that names a text to write or a piece to take out, for the machines in diagnostics/, is followed by a machine
(edits.py): the finding is gone, and no other error is there instead. A help that edits.py knows neither as an edit nor as
advice is a failure, and so is one in the compiler that no machine there is answered with. Then habits of other languages:
each is told once, on its line, with the words that lead to what was meant; and what was meant is said beside it, and
compiles.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

from edits import ADVICE, EDITS, NEXT, Finding

HERE = os.path.dirname(os.path.abspath(__file__))

# A line in a state, what the help must say of it, and the line that was meant. In state `a`; `b` is final, `p` and `q` are
# guards, `x` is an effect.
HABITS = [
    ("on go -> b when !p;", "`not`", "on go -> b when not p;"),
    ("on go -> b when p && q;", "joined by `and`", "on go -> b when p and q;"),
    ("on go -> b when p & q;", "joined by `and`", "on go -> b when p and q;"),
    ("on go -> b when p or q;", "one move for each guard", "on go -> b when p; on go -> b when q;"),
    ("on go -> b when p || q;", "one move for each guard", "on go -> b when p; on go -> b when q;"),
    ("on go -> b if p;", "`when GUARD`", "on go -> b when p;"),
    ("on go -> b where p;", "`when GUARD`", "on go -> b when p;"),
    ("on go -> b unless p;", "`when not GUARD`", "on go -> b when not p;"),
    ("on go -> b do x when p;", "`when` stands before `do`", "on go -> b when p do x;"),
    ("on go [p] -> b;", "behind the state", "on go -> b when p;"),
    ("on go => b;", "`->`", "on go -> b;"),
    ("on go --> b;", "`->`", "on go -> b;"),
    ("on go ==> b;", "`->`", "on go -> b;"),
    ("on go \u2192 b;", "`->`", "on go -> b;"),
    ("on go \u2013> b;", "`->`", "on go -> b;"),
    ("on go goto b;", "`->`", "on go -> b;"),
    ("after 3d&go -> b;", "joined by `and`", "after 3d go -> b;"), # a sign where a name would stand
    ("on go to b;", "`->`", "on go -> b;"),
    ("on go: b;", "`->`", "on go -> b;"),
    ("on\u00a0go -> b;", "no ordinary blank", "on go -> b;"),
    ("on go\u00a0-> b;", "no ordinary blank", "on go -> b;"),
    ("on go -> b; -- a remark", "begins with //", "on go -> b; // a remark"),
    ("on go -> b; # a remark", "begins with //", "on go -> b; // a remark"),
    ("transition go -> b;", "`on EVENT -> STATE;`", "on go -> b;"),
    ("trigger go -> b;", "`on EVENT -> STATE;`", "on go -> b;"),
    ("timeout 3d go -> b;", "`after 3d EVENT -> STATE;`", "after 3d go -> b;"),
    ("within 3d go -> b;", "`after 3d EVENT -> STATE;`", "after 3d go -> b;"),
    ("after 3 days go -> b;", "as one word", "after 3d go -> b;"),
    ("on go -> b when p; else -> b;", "behind it and without `when`", "on go -> b when p; on go -> b;"),
    ("on go -> b; on entry do x;", "`enter do EFFECT;`", "on go -> b; enter do x;"),
    ("on go -> b; exit do x;", "`leave do EFFECT;`", "on go -> b; leave do x;"),
]
# The same of lines in a machine.
IN_MACHINE = [
    ("state c \u201cA label\u201d { on go2 -> b; } on make -> c;", "straight double quotes",
     'state c "A label" { on go2 -> b; } on make -> c;'),
    ("state c \u00abA label\u00bb { on go2 -> b; } on make -> c;", "straight double quotes",
     'state c "A label" { on go2 -> b; } on make -> c;'),
    ("on make -> a; final c;", "write `state` here", "on make -> c; final state c;"),
    ("assert can always finish;", "`assert always can finish;`", "assert always can finish;"),
]
MACHINE = "pawl 1;\nmachine m {{\n  guard p;\n  guard q;\n  effect x;\n  initial state a {{\n    {state}\n  }}\n" \
    "  final state b;\n  {machine}\n}}\n"
# Whole files: how often it is told, at which line, and with what.
FILES = [
    ("machine m {\n  start a { on go -> b; }\n  final state b;\n}\n", 2, "`initial state NAME { ... }`"),
    ("machine m {\n  initial state a { on go -> b; }\n  end b;\n}\n", 3, "`final state NAME;`"),
    ('{ "initial": "a", "states": ["a"] }\n', 1, "`pawl 1;`"),
    ("pawl 1;\nmachine m {\n  initial state a {\n    on go -> b;\n    }\n  }\n  state b {\n    on stop -> c;\n  }\n"
     "  final state c;\n  assert always can finish;\n}\n", 5, "take one `}` out"),
]


def check(pawl, text, folder):
    path = os.path.join(folder, "m.fsm")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([pawl, "check", "--format=json", "-Wno-all", path], capture_output=True, text=True)
    return json.loads(done.stdout)["diagnostics"]


def compile_(pawl, text, options, folder):
    path = os.path.join(folder, "m.fsm")
    with open(path, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    done = subprocess.run([pawl, path, *options, "--format=json", "-o", os.path.join(folder, "out")], capture_output=True, text=True)
    return json.loads(done.stdout)["diagnostics"]


def follow(pawl, folder):
    """Follows each help in diagnostics/: the problems, and which helps there were."""
    helps, used, problems, applied, gone_on = set(), set(), [], 0, set()
    for name in sorted(os.listdir(os.path.join(HERE, "diagnostics"))):
        if not name.endswith(".fsm"):
            continue
        path = os.path.join(HERE, "diagnostics", name)
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "surrogateescape")
        options = ["--emit=header,source,postgres,sqlite" if name.endswith(("not_executed.fsm", "name_foreign.fsm")) else "--emit=mermaid"]
        if os.path.exists(path[:-4] + ".options"):
            with open(path[:-4] + ".options", encoding="utf-8") as file:
                options += file.read().split()
        found = compile_(pawl, text, options, folder)
        before = collections.Counter((finding["code"], finding["message"]) for finding in found)
        for finding in found:
            words = finding["help"] or ""
            where = f"{name}:{finding['line']}: {finding['message']}; {words}"
            forms = [(form, edits) for form, edits in EDITS if re.fullmatch(form, words)]
            is_advice = is_form(words) or re.sub("`[^`]*`", "`_`", words) in ADVICE
            helps.add(words)
            used.add(re.sub("`[^`]*`", "`_`", words) if is_advice else forms[0][0] if forms else None)
            if len(forms) + is_advice != 1:
                problems.append(f"{where}: edits.py has it {len(forms) + is_advice} times among edits and advice")
            for number, edit in enumerate(forms[0][1] if forms else ()):
                applied += 1
                after = compile_(pawl, edit(Finding(text, finding), re.fullmatch(forms[0][0], words)), options, folder)
                now = collections.Counter((left["code"], left["message"]) for left in after)
                kind = (finding["code"], finding["message"])
                # an error is never left in its place, nor is the same warning about something else
                others = [left["message"] for left in after
                          if (left["severity"] == "error" or left["code"] == finding["code"]) and
                          (left["code"], left["message"]) not in before]
                if now[kind] < before[kind] and not others:
                    continue
                gone_on.add((name[:-4], finding["line"]))
                if (name[:-4], finding["line"]) not in NEXT:
                    problems.append(f"{where}: followed ({number + 1}), it is {'still' if now[kind] >= before[kind] else 'not'} "
                                    f"told, and {others}")
    problems += [f"edits.py, EDITS and ADVICE: no machine is answered with this: {form}"
                 for form in [form for form, _ in EDITS] + sorted(ADVICE) if form not in used]
    problems += [f"edits.py, NEXT: nothing else is told of {place}" for place in NEXT if place not in gone_on]
    return problems, helps, applied


# Of files that are too large or too deep for diagnostics/: tests/unit/compiler/command.sh, tests/fuzz.
OF_LIMITS = {
    "write them into several files",
    "split it into several machines",
    "nobody can follow that: write fewer and longer ones",
    "name classes alike where they are: `lock ... as CLASS`",
    "shorten the names: `use PROCEDURE(...) as SHORT`",
    "use fewer procedures in each other, or write several files",
    "keep those with new content: all of them go into each output",
}


def unseen(helps):
    """Helps in the compiler's own text that nothing in diagnostics/ is answered with."""
    folder = os.path.join(HERE, "..", "..", "compiler", "base")
    field = r'((?:(?:"(?:[^"\\]|\\.)*"|\w+)\s*)+)' # NULL, or what may have macros in it
    count = 0
    for source in sorted(name for name in os.listdir(folder) if re.fullmatch(r"messages_\w+\.def", name)):
        with open(os.path.join(folder, source), encoding="utf-8") as file:
            text = file.read()
        macros = {name: re.findall(r'"((?:[^"\\]|\\.)*)"', words)[0]
                  for name, words in re.findall(r"^#define (\w+) (.*)$", text, re.M)}
        for name, _, _, written in re.findall(r"^MESSAGE\((\w+), \w+,\s*%s,\s*%s,\s*%s\)" % (field, field, field), text, re.M):
            literals = re.findall(r'"((?:[^"\\]|\\.)*)"|(\w+)', written)
            words = "".join(macros.get(macro, "") if macro else literal for literal, macro in literals)
            words = words.replace('\\"', '"').replace("\\\\", "\\")
            pieces = re.split(r"%\d", words)
            count += 1
            form = ".*".join(re.escape(piece) for piece in pieces)
            if "".join(pieces).strip() and words not in OF_LIMITS and not any(re.fullmatch(form, help_, re.S) for help_ in helps):
                yield f"{source}: nothing in diagnostics/ is answered with the help of {name}: {words}"
    if count == 0:
        yield "compiler/base/messages_*.def: no message was read there"


# What the forms of compiler/syntax/forms.def stand in, by their keywords or else their places there.
AROUND = {
    "FILE": "%s machine z { initial state y; }",
    "MACHINE": "machine m { entity rows.id: text; event create(given: text); initial state a { on go -> b when p and not q; } "
               "final state b; state c { on go -> b; } %s }",
    "ENTITY": "machine m { initial state a { on go -> b; } final state b; %s }",
    "INITIAL": "machine m { state a { on go -> b; } final state b; %s }",
    "STATE": "machine m { event create(given: text, due: timestamp, days: int); initial state a { on go -> b; } final state b; "
             "state c { on go -> b; after 9d come -> a; initial state d { on again -> c; %s } } on make -> c; }",
    "FROM": "machine m { initial state a { on go -> b; } final state b; state c { on go -> b; } state d { on leave_all -> b; } %s }",
    "REOPEN": "machine m { initial state a { on go -> b; } final state b { %s } }",
    "FLOW": "flow f(first: text, second: text, count: int) { data { name_1: text; } %s tx last; } "
            "procedure other(x: text, inout y: text) { tx step sets y; }",
    "DATA": "flow f { %s tx first sets data.name_1, data.name_2; }",
}
PLACES = {"BOTH": "MACHINE", "ASSERT": "MACHINE"}
PIECES = {"STATE": "MACHINE", "MACHINE": "FILE", "FLOW": "FILE"} # where a keyword is the name of a place
FILL = {"STATE": ["b", "a", "b"], "EVENT": ["go", "come"], "GUARD": ["p", "q"], "ARGUMENT": ["first", "second"],
        "PARAMETER": ["given", "other"], "CODE": ["W001"], "PROCEDURE": ["other"], "TABLE": ["rows"]}
FILL_IN = {("FROM", "STATE"): ["a", "c", "b"], ("FROM", "EVENT"): ["leave_all"], ("SCENARIO", "EVENT"): ["create", "go"],
           ("AT", "PARAMETER"): ["due"], ("AFTER", "PARAMETER"): ["days"], ("REPEAT", "ARGUMENT"): ["count"], ("AT", "EVENT"): ["late"], ("AFTER", "EVENT"): ["late"],
           ("ON", "EVENT"): ["move", "come"], ("REOPEN", "STATE"): ["a"]}


def read_forms():
    with open(os.path.join(HERE, "..", "..", "compiler", "syntax", "forms.def"), encoding="utf-8") as file:
        text = file.read()
    read = [(keyword, place, called, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"'))
            for keyword, place, called, literals in
            re.findall(r'^FORM\((\w+), (\w+), "([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text, re.M)]
    assert len(read) == len(re.findall(r"^FORM\(", text, re.M)) > 40
    return read


def is_form(help_):
    """Whether it says how a piece is written, in the words that follow_forms tries."""
    return any(re.fullmatch(rf"{re.escape(called)} (?:is written|stands in [^`]*:) {re.escape(written)}", help_)
               for _, _, called, written in read_forms())


def follow_forms(pawl, folder):
    """Each form compiles when names stand in the place of what is in capitals; an assert may fail."""
    for keyword, place, _, written in read_forms():
        for form in re.findall("`([^`]*)`", written):
            count = collections.Counter()

            def name(m):
                given = FILL_IN.get((keyword, m[0]), FILL.get(m[0], []))
                count[m[0]] += 1
                return given[count[m[0]] - 1] if count[m[0]] <= len(given) else f"{m[0].lower()}_{count[m[0]]}"

            piece = re.sub(r"\b[A-Z]{2,}\b", name, re.sub(r'"[^"]*"', lambda m: m[0].lower(), form))
            inside = {"MACHINE": "initial state a;", "STATE": "on go -> b;", "INITIAL": "on go -> b;"}.get(keyword, "tx inside;")
            around = AROUND[PIECES.get(keyword, keyword if keyword in AROUND else PLACES.get(place, place))]
            file = around % piece.replace("...", inside)
            for left in check(pawl, file, folder):
                if left["severity"] == "error" and not "E080" <= left["code"] <= "E087":
                    yield f"{file}: {left['message']}"


def main():
    pawl = os.path.abspath(sys.argv[1])
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        problems, helps, applied = follow(pawl, folder)
        for problem in problems + list(unseen(helps)) + list(follow_forms(pawl, folder)):
            failures += 1
            print(problem)
        for form, habits in (("state", HABITS), ("machine", IN_MACHINE)):
            for wrong, words, right in habits:
                fill = {"state": "on go -> b;", "machine": ""}
                found = check(pawl, MACHINE.format(**{**fill, form: wrong}), folder)
                line = MACHINE.format(**{**fill, form: "HERE"}).split("HERE")[0].count("\n") + 1
                if len(found) != 1 or found[0]["line"] != line or words not in (found[0].get("help") or ""):
                    failures += 1
                    print(f"{wrong}: expected one finding with {words}, got "
                          f"{[(f['line'], f['message'], f.get('help')) for f in found]}")
                for left in check(pawl, MACHINE.format(**{**fill, form: right}), folder):
                    failures += 1
                    print(f"{right}: {left['message']}")
        for text, line, words in FILES:
            found = check(pawl, text, folder)
            if len(found) != 1 or found[0]["line"] != line or words not in (found[0].get("help") or ""):
                failures += 1
                print(f"{text}: expected one finding in line {line} with {words}, got "
                      f"{[(f['line'], f['message'], f.get('help')) for f in found]}")
    print(f"{applied} suggestions applied, {len(HABITS) + len(IN_MACHINE) + len(FILES)} habits, {failures} problems")
    return 1 if failures else 0


sys.exit(main())
