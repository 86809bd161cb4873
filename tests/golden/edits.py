"""
The helps of the compiler, by what a machine can do with them: EDITS name a text to write or a piece to take out, and say here how
that is done; ADVICE leaves open what to write. Every help is in one of the two.

An edit is a function of a Finding; it gives the file as it would be. Text is one character for each byte.
"""
import re

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(?P<text>"""(?:.*?)"""|"(?:[^"\\\n]|\\.)*")|(?P<word>\w+)|(?P<sign>->|[^\w\s])', re.S)


def tokens_of(text):
    return [(m.start(), m.end(), m.group()) for m in TOKEN.finditer(text) if m.lastgroup]


class Finding:
    def __init__(self, text, found):
        self.text, self.found = text, found
        self.message, self.help, self.code = found["message"], found.get("help") or "", found["code"]
        self.start, self.end = self.offset(found), self.offset(found["end"])
        note = next(iter(found["notes"]), None)
        self.note = (self.offset(note), self.offset(note["end"])) if note else None

    def offset(self, place):
        lines = self.text.split("\n")
        return sum(len(line) + 1 for line in lines[:place["line"] - 1]) + place["column"] - 1

    def put(self, start, end, what):
        return self.text[:start] + what + self.text[end:]

    # ---- pieces: from behind the `;` or brace before to the `;` or the closing brace ---------------------------

    def piece(self, at):
        tokens = tokens_of(self.text)
        here = max(i for i, token in enumerate(tokens) if token[0] <= at)
        first = here
        while first > 0 and tokens[first - 1][2] not in (";", "{", "}"):
            first -= 1
        last, depth = here, 0
        while last < len(tokens):
            sign = tokens[last][2]
            depth += (sign == "{") - (sign == "}")
            if depth < 0:
                return tokens[first][0], tokens[last - 1][1]
            if depth == 0 and sign in (";", "}"):
                break
            last += 1
        return tokens[first][0], tokens[min(last, len(tokens) - 1)][1]

    def cut_piece(self, at):
        start, end = self.piece(at)
        return self.put(start, end, "")

    def item(self, at):
        """Of a list: with the comma that goes with it."""
        tokens = tokens_of(self.text)
        here = max(i for i, token in enumerate(tokens) if token[0] <= at)
        first = last = here
        while tokens[first - 1][2] not in (",", "(", "{", ";", "ignore", "refuse", "sets"):
            first -= 1
        while tokens[last + 1][2] not in (",", ")", "=", "}", ";"):
            last += 1
        if tokens[first - 1][2] == ",":
            return tokens[first - 1][0], tokens[last][1]
        return tokens[first][0], tokens[last + 1][1] if tokens[last + 1][2] == "," else tokens[last][1]

    def state(self, name):
        """Where a state begins, and where something may be written into it, and with which braces."""
        found = re.compile(rf"(?:\b(?:initial|final)\s+)?\bstate\s+{name}\b").search(self.text, self.flow()[0])
        start, end = self.piece(found.end() - 1)
        begins = re.search(rf"(?:\b(?:initial|final)\s+)?\bstate\s+{name}\b", self.text[start:end])
        return start + begins.start(), end

    def flow(self):
        """The machine, flow or procedure in which it was found."""
        heads = [m.start() for m in re.finditer(r"^(machine|flow|procedure)\b", self.text, re.M)] + [len(self.text)]
        at = max(i for i, head in enumerate(heads[:-1]) if head <= self.start)
        return heads[at], heads[at + 1]

    def into_state(self, name, what):
        start, end = self.state(name)
        if self.text[end - 1] == ";":
            return self.put(end - 1, end, f" {{ {what} }}")
        return self.put(end - 1, end - 1, f" {what} ")

    def into_machine(self, what, at=None):
        """Behind what stands first in the machine or flow."""
        heads = [m.start() for m in re.finditer(r"^(machine|flow|procedure)\b", self.text, re.M)]
        before = max([head for head in heads if head <= (self.start if at is None else at)], default=heads[0])
        brace = self.text.index("{", before)
        return self.put(brace + 1, brace + 1, f" {what} ")

    def at_end(self, what):
        return self.text + f"\n{what}\n"

    def behind_piece(self, at, what):
        """Before the `;` with which the piece ends."""
        _, end = self.piece(at)
        return self.put(end - 1, end - 1, f" {what}")

    def quoted(self, number=0, of=None):
        return re.findall("`([^`]*)`", self.message if of is None else of)[number]

    def final(self):
        """A state to go to, another one than where it was found."""
        finals = re.findall(r"\bfinal\s+state\s+(\w+)\s*(?:\"[^\"]*\"\s*)?(?:stored\s+\"[^\"]*\"\s*)?;", self.text)
        return finals[-1] if finals else (re.findall(r"\bstate\s+(\w+)", self.text) or ["begun"])[-1]


# ---- edits ----------------------------------------------------------------------------------------------------------------

def span(what):
    return lambda f, m: f.put(f.start, f.end, m.expand(what))


def before(what):
    return lambda f, m: f.put(f.start, f.start, m.expand(what))


def behind(what):
    return lambda f, m: f.behind_piece(f.start, m.expand(what))


def into(what, of=0):
    """Into the state of which the message tells."""
    return lambda f, m: f.into_state(f.quoted(of), m.expand(what).replace("STATE", f.final()))


def top(what):
    return lambda f, m: f.into_machine(m.expand(what).replace("STATE", f.final()))


def cut(f, m):
    return f.cut_piece(f.start)


def cut_noted(f, m):
    return f.cut_piece(f.note[0])


def cut_item(f, m):
    start, end = f.item(f.start)
    return f.put(start, end, "")


def cut_span(f, m):
    return f.put(f.start, f.end, "")


def cut_text(what):
    def edit(f, m):
        words = m.expand(what)
        start, end = f.piece(f.start)
        found = re.search(r"\s*" + re.escape(words).replace(r"\ ", r"\s+") + r"(?!\w)", f.text[start:end])
        return f.put(start + found.start(), start + found.end(), "")
    return edit


def in_data(what):
    """Of the flow in which it was found."""
    def edit(f, m):
        brace = re.compile(r"\bdata\s*{").search(f.text, f.flow()[0]).end() - 1
        return f.put(brace + 1, brace + 1, f" {m.expand(what)}")
    return edit


def at_end(what):
    return lambda f, m: f.at_end(m.expand(what))


def replaced(old, new):
    """In the piece in which it was found."""
    def edit(f, m):
        start, end = f.piece(f.start)
        return f.put(start, end, re.sub(old, m.expand(new), f.text[start:end], count=1))
    return edit


DURATION = "1m"
EDITS = [
    (r"add it: `event (\w+)\((\w+): TYPE\)`", [
        lambda f, m: re.sub(rf"\bevent {m[1]}\(", f"event {m[1]}({m[2]}: text, ", f.text)
        if re.search(rf"\bevent {m[1]}\(", f.text) else f.into_machine(f"event {m[1]}({m[2]}: text);")]),
    (r"add the parameter to the event, and no `\?` to its type", [
        lambda f, m: re.sub(rf"(\bevent {f.quoted(0)}\b[^;]*?\b{f.quoted(1)}: \w+)\?", r"\1", f.text)
        if re.search(rf"\bevent {f.quoted(0)}\b[^;]*\b{f.quoted(1)}: ", f.text) else
        re.sub(rf"\bevent {f.quoted(0)}\(", f"event {f.quoted(0)}({f.quoted(1)}: text, ", f.text)
        if re.search(rf"\bevent {f.quoted(0)}\(", f.text) else f.into_machine(f"event {f.quoted(0)}({f.quoted(1)}: text);")]),
    (r"a comment begins with //, and a transition is written with ->", [lambda f, m: f.put(f.start, f.start + 2, "//")]),
    (r"a few for each processor are enough: `partitions (\d+)`", [span(r"\1")]),
    (r"it fires by itself, without parameters: write `event create\((\w+): TYPE\)`, and use `:create\.\w+`", [
        lambda f, m: f.into_machine(f"event create({m[1]}: text);").replace(f":{m[1]}", f":create.{m[1]}")]),
    (r"use `:create\.(\w+)`, the parameter of the creation, which is always there", [
        lambda f, m: f.text.replace(f":{m[1]}", f":create.{m[1]}")]),
    (r"in the state itself write `(reopen on (\w+) -> \w+;)`", [
        lambda f, m: Finding(cut(f, m), f.found).into_state(f.quoted(), m[1])]),
    (r"take one `\}` out, or write the `\{` that is missing", [cut_span]),
    (r"an arrow is written `->`", [span("->")]),
    (r"a comment begins with //", [span("//")]),
    (r"close it with \"\"\"", [lambda f, m: f.text.rstrip() + '"""; }\n']),
    (r"close it with \"; put a text of several lines .*", [
        lambda f, m: re.sub(r"(?m)^.*", lambda line: re.sub(r"(\s*[;{]?)$", r'"\1', line[0], count=1), f.text[f.start:],
                            count=1).join([f.text[:f.start], ""])]),
    (r"close it with \*/", [lambda f, m: f.text + "*/"]),
    (r"close it with `}`", [lambda f, m: f.text + "}"]),
    (r"correct its guards, or take it out", [cut]),
    (r"declare it: `(state \w+;)`", [top(r"\1")]),
    (r"declare it: `(data \{ .+ \})`", [top(r"\1")]),
    (r"declare it: `(\w+: \w+;)` in `data`", [in_data(r"\1")]),
    (r"declare it among the arguments of the flow: `(\w+: \w+)`", [
        lambda f, m: f.put(f.text.index("(", f.flow()[0]) + 1, f.text.index("(", f.flow()[0]) + 1,
                           m[1] + ("" if f.text[f.text.index("(", f.flow()[0]) + 1] == ")" else ", "))]),
    (r"declare one: `(initial state begun;)`", [top(r"\1")]),
    (r"did you mean `([^`]*)`\?", [span(r"\1")]),
    (r"each of its states answers `\w+` in its own way, or cannot take it: take it out", [cut]),
    (r"for another way to begin write `on EVENT -> (\w+);` in the machine", [
        lambda f, m: Finding(f.put(*initial_of(f), ""), f.found).into_machine(f"on other_way -> {m[1]};")
        if f.text[f.piece(f.start)[0]:].startswith("initial") else f.put(*f.piece(f.start), f"on other_way -> {m[1]};")]),
    (r"give `(\w+)` to `(\w+)`; if it is meant, write `allow W015 \"...\";` with the reason",
     [top('allow W015 "it is meant";'),
      lambda f, m: re.sub(rf"(event {m[2]}\([^)]*)\)", rf"\1, {m[1]}: timestamp)", f.text)
      if re.search(rf"\bevent {m[2]}\(", f.text) else f.into_machine(f"event {m[2]}({m[1]}: timestamp);")]),
    (r"take the `\?` of `(\w+)` away; if it is meant, write `allow W015 \"...\";` with the reason",
     [top('allow W015 "it is meant";'), lambda f, m: re.sub(rf"\b({m[1]}: timestamp)\?", r"\1", f.text)]),
    (r"write `:now` there; if it is meant, write `allow W007 \"...\";` with the reason",
     [top('allow W007 "it is meant";'), lambda f, m: re.sub(r"\bnow\(\)|current_date|'tomorrow'|sysdate\(\)", ":now", f.text)]),
    (r"give one of them a name of its own: `(as \w+)`", [lambda f, m: name_it(f, m[1])]),
    (r"give one of them another text: stored \"\.\.\.\"", [lambda f, m: f.put(*f.piece(f.start), re.sub(
        r'stored "[^"]*"', "", f.text[slice(*f.piece(f.start))]).replace(";", ' stored "another text";', 1))]),
    (r"guard `\w+` is not named in the step and counts as passed; write `(\w+)\((not \w+)\)` if it fails", [
        lambda f, m: f.put(f.start, f.end, f"{m[1]}({m[2]})") if f.text[f.end] != "(" else
        f.put(f.end + 1, f.end + 1, f"{m[2]}, ")]),
    (r"leave `stored` out, and the name is stored", [cut_text('stored ""')]),
    (r"leave it out, and the name is shown", [cut_text('""')]),
    (r"put the one without a guard last", [lambda f, m: swap(f)]),
    (r"write how often at most: `repeat (.+) (max \d+) \{ \.\.\. \}`", [replaced(r"(repeat [\w.]+)", r"\\1 \2")]),
    (r"write how often: `(attempts \d+) (else \w+)`", [replaced(r"\belse \w+", r"\1 \2")]),
    (r"take `irreversible` or `undo` out", [
        lambda f, m: f.put(*f.piece(f.start), f.text[slice(*f.piece(f.start))].replace("irreversible", "")),
        replaced(r"\bundo \w+", "")]),
    (r"take `inout` out, and write `data \{ \.\.\. \}` for values that steps set", [cut_text("inout")]),
    (r"take `(every \w+)` out, or add a guard: `when GUARD every \w+`", [cut_text(r"\1"), replaced(r"\bevery", "when fits every")]),
    (r"take `(renamed from \w+)` out, or rename the other one, too", [cut_text(r"\1")]),
    (r"take it out", [cut]),
    (r"take it out here, and write it in the flows that use it", [cut]),
    (r"take it out: guards that are not named here pass", [
        lambda f, m: f.put(f.text.rindex("(", 0, f.start), f.text.index(")", f.end) + 1, "")]),
    (r"take it out: an event without a transition is refused anyway", [cut]),
    (r"take one of the two out", [lambda f, m: cut_word(f) if f.message.startswith("this step") or "handed over" in f.message
                                  else cut_item(f, m) if "," in f.text[slice(*f.piece(f.start))] and f.text[f.start] != "o"
                                  else cut(f, m)]),
    (r"take one of the two out, name another event, or give the first a guard", [
        cut, cut_noted, lambda f, m: f.put(f.start, f.end, f.text[f.start:f.end] + "_2"),
        lambda f, m: re.sub(r"^(.*-> \w+)", r"\1 when fits", f.text[slice(*f.piece(f.note[0]))]).join(
            [f.text[:f.piece(f.note[0])[0]], f.text[f.piece(f.note[0])[1]:]])]),
    (r"take one of the two out, or rename it", [cut]),
    (r"take one of these transitions out, or correct the assert", [cut_noted]),
    (r"take the `\?` after its type out", [lambda f, m: re.sub(rf"\b({f.quoted(0)}: \w+)\?", r"\1", f.text)]),
    (r"take the transition out, or correct the assert", [cut_noted]),
    (r"take the transition out, or the assert: an entity that can be reopened is final for no certain time", [cut, cut_noted]),
    (r"take the timer out, or the word `final`", [cut, lambda f, m: re.sub(rf"final (state {f.quoted(0)})\b", r"\1", f.text)]),
    (r"take the word out", [cut_span]),
    (r"take the word out, or write `(storage transitions;)`", [cut_span, top(r"\1")]),
    (r"take the word out, or write `storage head unindexed;`", [cut_span]),
    (r"take the word out; moves may name `\w+` as their target", [cut_text("initial")]),
    (r"take the work out, or the word `final`", [cut, lambda f, m: re.sub(rf"final (state {f.quoted(0)})\b", r"\1", f.text)]),
    (r"take this one out", [cut]),
    (r"take this out, and correct the error", [cut]),
    (r"take this out; repetition is a loop: `repeat`", [cut]),
    (r"write \\\" for a quote, \\\\ for a backslash, \\n for a new line", [span(r"\\\\")]),
    (r"write `(inout \w+: \w+)`", [lambda f, m: f.put(f.flow()[0], f.flow()[1], re.sub(
        rf"\b{m[1][6:]}\b", m[1], f.text[slice(*f.flow())], count=1))]),
    (r"write `initial` before `state (\w+)`", [
        lambda f, m: re.sub(rf"\bstate {m[1]}\b", f"initial state {m[1]}", f.text, count=1)]),
    (r"write `initial` before a state, or `on create -> STATE;` in the machine", [
        top("on create -> STATE;"), lambda f, m: re.sub(r"\bstate\b", "initial state", f.text, count=1)]),
    (r"write `sql` before it", [lambda f, m: f.put(f.start, f.start, "sql ")]),
    (r"write `save;` before it if you mean it, or move it", [before("save; ")]),
    (r"write `retry forever` after `(\w+)`, so that it never gives up, or move `\w+` to the end", [
        lambda f, m: f.put(f.flow()[0], f.flow()[1], re.sub(
            rf"\b((?:tx|call) {m[1]}\b[^;]*?)(?: retry \d+)?;", r"\1 retry forever;", f.text[slice(*f.flow())]))]),
    (r"write `when (\w+)` for a transition, or take it out", [cut]),
    (r"write `do (\w+)` for a transition, or take it out", [cut]),
    (r"write `undo NAME` after it, or `irreversible` if nothing can undo it", [behind("undo back"), behind("irreversible")]),
    (r"write `sets (data\.\w+)` after the step that does, or take it out", [lambda f, m: cut(f, m)]),
    (r"write `([;{])` here", [before(r"\1")]),
    (r"write `on (\w+) -> STATE;` in it", [into(r"on \1 -> STATE;")]),
    (r"write `after DURATION EVENT -> STATE;` in it, or in a state around it", [into(f"after {DURATION} elapsed -> STATE;", -1)]),
    (r"write `after DURATION EVENT -> STATE;` in it, or in a state around it: without a guard, and to another state", [
        into(f"after {DURATION} elapsed -> STATE;", 0)]),
    (r"write `(\w+): (\w+\?)` in the procedure, or take the `\?` out here", [
        lambda f, m: re.sub(rf"(\bflow [^{{]*\b{m[1]}: \w+)\?", r"\1", f.text)]),
    (r"write `on (\w+) -> STATE;` where you need it, or take it out", [cut]),
    (r"write `on (\w+) -> STATE;` where you need it, or take this out", [
        lambda f, m: cut(f, m) if re.search(r"\b(assert|ignore|refuse) \w+( at most once)?;", f.text[slice(*f.piece(f.start))])
        else cut_item(f, m) if re.search(r"\b(ignore|refuse)\b", f.text[slice(*f.piece(f.start))])
        else f.put(f.text.rindex("else", 0, f.start), f.end, "")]),
    (r"write `(data \{ (\w+): \w+; \})`, and set that", [
        lambda f, m: Finding(f.put(f.start, f.end, f"data.{m[2]}"), f.found).into_machine(m[1])]),
    (r"write `((\w+): \w+;)` in `data`, and set that", [
        lambda f, m: in_data(m[1])(Finding(f.put(f.start, f.end, f"data.{m[2]}"), f.found), m)]),
    (r"write `final state`, or add a transition out of it", [
        lambda f, m: f.put(f.state(f.quoted())[0], f.state(f.quoted())[0], "final ")]),
    (r"write `(\w+)`, or if you mean (?:it|both), declare (?:it|both): `(.+;)`", [span(r"\1"), top(r"\2")]),
    (r"write `(\w+)`; put the text for people into the label", [span(r"\1")]),
    (r"write `(data\.\w+)`", [span(r"\1")]),
    (r"write `min 0`, or leave it out", [replaced(r"min \w+", "min 0"), replaced(r"min \w+", "")]),
    (r"write `(mirror [\w.]+;)`", [lambda f, m: f.put(*f.piece(f.start), m[1])]),
    (r"write `emit \"TOPIC\";`, or name .+", [lambda f, m: f.put(*f.piece(f.start), 'emit "topic";')]),
    (r"write `(reopen on \w+ -> \w+;)`, or take out the word `final`", [
        lambda f, m: f.put(*f.piece(f.start), m[1]), lambda f, m: re.sub(rf"final (state {f.quoted(0)})\b", r"\1", f.text)]),
    (r"write `on (\w+) -> (\w+);`", [lambda f, m: f.put(*f.piece(f.start), f"on {m[1]} -> {m[2]};")]),
    (r"write `do (\w+)`, or use a C effect here", [replaced(r"\bthen", "do")]),
    (r"write `(pawl 1;)`, or use a newer pawl", [lambda f, m: m[1] + f.text[f.text.index(";") + 1:]]),
    (r"write a step: `(tx do_it;)`", [lambda f, m: put_into_braces(f, m[1])]),
    (r"write how often: `(\w+) (\d+)`", [span(r"\2")]),
    (r"write it after the guard: `when .+ (every \w+)`", [behind(r"\1")]),
    (r"write one into this file: `(procedure .+)`", [at_end(r"\1")]),
    (r"write one: `(machine .+)`", [at_end(r"\1")]),
    (r"all states are written `any`, as in `from any on EVENT -> STATE;`", [span("any")]),
    (r"write 1ms or more", [span("1ms")]),
    (r"write `use (\w+)\(\.\.\.\);` in a flow, or take it out", [cut]),
    (r"write the shorter one first: `(.+)`", [replaced(r"\w+ \w+ to \w+", r"\1")]),
    (r"use a parameter of the creation: `key :create\.PARAMETER;`", [cut]),
    (r"wait without `within`, or move `\w+` to the end of the flow", [lambda f, m: f.put(f.flow()[0], f.flow()[1], re.sub(r"\bwithin \w+", "", f.text[slice(*f.flow())]))]),
    (r"add a transition to it, or take it out", [lambda f, m: f.put(*f.state(f.quoted(-1)), "")]),
    (r"add a transition out of it, or make it final", [lambda f, m: f.put(*f.state(f.quoted(-1)), f"final state {f.quoted(-1)};")]),
    (r"add a transition without a guard", [into("on left_behind -> STATE;", -1)]),
    (r"add a transition without a guard, or a timer", [into("on left_behind -> STATE;", -1), into(f"after {DURATION} elapsed -> STATE;", -1)]),
    (r"write `final state NAME;`, or take the assert out(?:: a machine may run forever)?", [cut]),
    (r"make it shorter, or take it out", [cut]),
    (r"put it before them, correct its guards, or take it out", [cut]),
    (r"write a text for each that you use: `sql postgres \"\.\.\.\" sqlite \"\.\.\.\" mariadb \"\.\.\.\"`; .*", [
        replaced(r'sql ("(?:[^"\\\\]|\\\\.)*")', r"sql postgres \\1 sqlite \\1 mariadb \\1")]),
    (r"add `(\w+) \"\.\.\.\"`, write one text for all, `sql \"\.\.\.\"`, or choose other databases: --databases, or --db of `pawl test`", [
        lambda f, m: f.put(f.end, f.end + len(" sql"), f' sql {m[1]} "select 1"')]),
    (r"keep one of the two", [lambda f, m: f.text[:f.start] + re.sub(r'^\w+ "(?:[^"\\]|\\.)*"', "", f.text[f.start:])]),
    (r"move `(\w+)` to the end of the flow", [
        lambda f, m: move_to_end(f, m[1])]),
    (r"move it to the top of the flow", [lambda f, m: Finding(cut(f, m), f.found).into_machine(f.text[slice(*f.piece(f.start))])]),
    (r"move it to the top of the file", [lambda f, m: f.text[slice(*f.piece(f.start))] + "\n" + cut(f, m)]),
    (r"give a step before it `sets (data\.\w+)`, or make it an argument of the flow", [
        lambda f, m: into_flow(f, re.search("of flow `([^`]*)`", f.message)[1], f"tx first_of_all sets {m[1]};")]),
    (r"name another parameter, or take the word `personal` out", [lambda f, m: f.text.replace(" personal", "")]),
    (r"name a parameter of type timestamp, or write `(after 3d) EVENT -> STATE;`", [replaced(r"at :[\w.]+", r"\1")]),
    (r"take `every \w+` at the end out", [replaced(r"(?<=\w) every \w+;", ";")]),
    (r"name such a parameter, or write `(after 3d) EVENT -> STATE;`", [replaced(r"after :[\w.]+ \w+", r"\1")]),
    (r"write ms, s, m \(minutes\), h, d or w after it: `after (:[\w.]+ d) EVENT -> STATE;`", [span(r"\1")]),
    (r"write ms, s, m \(minutes\), h, d or w: `after :[\w.]+ (d) EVENT -> STATE;`", [span(r"\1")]),
    (r"take the state out of the file, or this line", [cut]),
    (r"use text, bigint, int or uuid", [span("text"), span("bigint")]),
    (r"use one of text, bigint, int, bool, numeric, timestamp, uuid, json, bytes", [span("text")]),
    (r"choose another name, such as `(\w+)`", [span(r"\1")]),
    (r"add it to the event, or use .*", [
        lambda f, m: give(f, *re.search("needs `:([^`]*)`, and event `([^`]*)`", f.message).groups())]),
    (r"the event follows the time: take `on` out", [lambda f, m: re.sub(r"\bon\s+$", "", f.text[:f.start]) + f.text[f.start:]]),
    (r"write `state` here", [before(" state")]),
    (r"write `([:,])` here", [before(r"\1")]),
    (r"write `(on \w+ ->)`", [span(r"\1")]),
    (r"write `((?:initial|final) state \w+)`", [span(r"\1")]),
    (r"take this `;` out", [cut_span]),
    (r"no `\{` is open here: take this `\}` out", [cut_span]),
    (r"name the state: `on (\w+) -> STATE;`", [lambda f, m: f.put(f.start, f.end, f.final())]),
    (r"name the row: `entity (\w+)\.KEY: text;`", [
        lambda f, m: f.into_machine(f"entity {'row_table' if m[1] == 'TABLE' else m[1]}.id: text;")]),
    (r"name the state itself", [lambda f, m: f.put(f.start, f.end, f.final())]),
]


def cut_word(f):
    """An option of a step that is said twice, with what belongs to it; or one of several values."""
    words = re.match(r"sets [\w.]+|(?:as|retry|undo|timeout|within|max|min)\s+\w+|irreversible|\"[^\"]*\"|\w+", f.text[f.start:])
    if f.text[:f.start].rstrip()[-1] in ",(":
        return cut_item(f, None)
    return f.put(f.start, f.start + words.end(), "")


def name_it(f, words):
    """Before the bounds of a loop, in the place of another name of a step, or behind it."""
    start, end = f.piece(f.start)
    piece = f.text[start:end]
    named = re.sub(r"\bas \w+", words, piece, count=1) if re.search(r"^[^{]*\bas \w+", piece) else \
        re.sub(r"^(repeat [\w.]+|[^;{]*?(?=;))", rf"\1 {words}", piece, count=1)
    return f.put(start, end, named)


def initial_of(f):
    found = re.search(r"\binitial\s+", f.text[f.piece(f.start)[0]:])
    return f.piece(f.start)[0] + found.start(), f.piece(f.start)[0] + found.end()


def give(f, param, event):
    """The event a parameter of the type that another event has under that name."""
    found = re.search(rf"\b{param}: (\w+)", f.text)
    declared = f"{param}: {found[1] if found else 'text'}"
    if re.search(rf"\bevent {event}\(", f.text):
        return re.sub(rf"\bevent {event}\(", f"event {event}({declared}, ", f.text)
    return f.into_machine(f"event {event}({declared});")


def into_flow(f, name, what):
    brace = f.text.index("{", re.search(rf"\bflow {name}\b", f.text).start())
    return f.put(brace + 1, brace + 1, f" {what} ")


def move_to_end(f, name):
    start, end = f.flow()
    step = next(m for m in re.finditer(rf"\b(call|tx) {name}\b[^;]*;", f.text) if start <= m.start() < end)
    last = f.text.rindex("}", start, end)
    return f.text[:step.start()] + f.text[step.end():last] + " " + step[0] + f.text[last:]


def swap(f):
    """What was found, and what the note tells of, which stands before it."""
    one, other = f.piece(f.note[0]), f.piece(f.start)
    return f.text[:one[0]] + f.text[other[0]:other[1]] + f.text[one[1]:other[0]] + f.text[one[0]:one[1]] + f.text[other[1]:]


def put_into_braces(f, what):
    brace = f.text.index("{", f.start)
    return f.put(brace + 1, brace + 1, f" {what} ")


# With `_` for what stands in backquotes: a form to follow, a choice between many texts, or a thing to know.
ADVICE = {
    "", "there are `_`, `_` and `_`", "the file ends too early; complete it",
    # where something stands
    "steps are joined by `_`, and before the state stands `_`: `_`",
    "a move stands in the state that it leaves: `_`", "a state is written `_`, and its moves in these braces `_`",
    "this stands in the machine, outside of its states: is a `_` missing before it?",
    "this stands outside of machines and flows: is a `_` missing before it?",
    "a file holds machines, `_`, and flows, `_`",
    "a file holds machines, such as `_`", "the state itself is written `_`, or `_` where it is not left: `_`",
    # restarts
    "name the event of a timer, `_` or `_` a time that `_` brings, which would run on with this transition; one that begins or ends "
    "with it needs no `_`",
    "take `_` out, or give this transition an event that no timer fires", "write `_`, or take `_` out",
    "take `_` out, or the effects", "take `_` out, or fire an event without parameters",
    # signs and words of other languages
    "nothing is compared or set here: a guard does that, `_`, and `_` asks it",
    "all states are written `_`: `_`; begin and end are `_` and `_`", "what a move does stands behind its state: `_`",
    "each state is written by itself: `_`", "a piece ends with `_`", "each event has a move of its own: `_`",
    "a move leads to one state: write one for each guard, the first one first",
    "a state is known by its name alone, also one that stands in another: `_`", "only its name stands behind the arrow: `_`",
    "what runs then is written `_` or `_`", "a callback is only named: it gets the arguments and data of the flow",
    "a step is written `_` in the database, and `_` outside of it", "what is not always done is written `_`",
    "a loop is written `_`", "what takes a step back stands behind it: `_`", "a flow waits for a signal: `_`",
    "a flow ends behind its last step", "a move is written `_`, a timer `_`", "a step is written `_` or `_`",
    # forms that habits in suggestions.py write out
    "a transition is written with ->; in a name use _ in place of -", 'a text stands between double quotes: "like this"',
    "write the time as one word; units are ms, s, m (minutes), h, d and w: `_`, `_`, `_`", "join guards by `_`: `_`",
    "a machine is written as a text file in UTF-8; is this one?", "nothing is written with it; see share/doc/pawl/grammar/README.md",
    "units are ms, s, m (minutes), h, d and w: `_`, `_`, `_`", "write a shorter one, or leave it out",
    "references are `_` of the event, `_`, `_` for the key and `_` for the time",
    "`_` is a value of the entity's creation, by any event; values of other events are not kept",
    # names, and texts, that somebody must think of
    "rename one of them", "rename one of the two", "name another one, or choose among databases with --databases", "shorten it", "begin all names in C with a word of your own: `_`", "shorten one of the two", "give the state another name",
    "choose another name for the flow", "choose another name for the machine", "an event either creates or moves; use two names",
    "any, same, stay and not cannot be names; choose another one",
    "write it in plain letters; put the text for people into the label", "store something short; the label is the text for people",
    "parameters of one name share a column of the history; rename one of them",
    "each is a callback of another shape: give it another name", "give stored texts to the states in it",
    "name the column that shall hold the state", "only one can have been `_`", "its content can go to one state only",
    # what is meant, only its author knows
    "take the code from the warning itself: warning[W001]", "shorten a timer on the way, or correct the assert",
    "put the circle into a composite state with a timer of its own", "add a transition out of it",
    "add a transition out of it, or correct the assert", "add a transition out of the circle, or correct the assert",
    "name a final state, or a composite that has one",
    "nobody has to reopen it: lead the transitions to it elsewhere, or correct the assert",
    "break the circle, or write `_` if it is always left some day", "correct the scenario, or the machine",
    "nothing leaves a final state: lead the transitions to it elsewhere, or correct the assert",
    "a machine moves the rows of one table; write another machine", "write `_` before those of its states that are",
    "write `_` before the one to begin with, or name it here", "write its transitions in that state, and take it out",
    "let it fire an event of its own that has no parameters: an event that fires by itself has none",
    "if nothing else happens, the history grows forever: let one of them lead to an end",
    "no machine needs more than three levels: a `_` may be missing", "let one hook do both, or make two states of it",
    "databases take no more arguments; put some of them into one text", "use a parameter of type text, bigint, int or uuid",
    "write an effect for each and name them in their order: `_`",
    "take it out; between the quotes of a text it is allowed", "take it out: letters have a direction of their own",
    "parameters are declared in the machine: `_`", "a file stands alone: it imports nothing",
    "close it: it would take in the SQL that follows this text",
    "take this out, or write only outputs that do not run: --emit=dot,mermaid,json,html",
    "take this out, or leave --distribute out: then the machine is on the coordinator, and the table of its entities must be there, too",
    # flows
    "hand over one value for each, in their order", "give both the same `_`, or write a procedure and `_` it twice",
    "take them in one order everywhere, or all in one statement: `_`", "take both in one statement, which sorts them: `_`",
    "the content of its braces may be undone, and needs the lock then: take one lock around the loop",
    "pass its values: `_`, `_`", "write braces around the steps that need it: `_`", "write all of it in one place",
    "write `_` after the steps that must not roll back", "hand over data: `_`, or another `_`",
    "lock an argument, or write braces after the lock: `_`", "repeat as often as an int or bigint requires",
    "hand over other data for one of the two", "write the inner steps in a row",
    "`_` is a flow: flows share procedures", "a procedure has its parameters: `_`",
    "a run is known by what it is started with: name arguments", "lock a text, an int, a bigint or a uuid",
    "hand over a text, or change one of the two types", "give different things different names: `_`",
}

# Where an edit does what it should, and then something else is told that stands there, too: (file, line).
NEXT = {
    ("assert_at_most_once", 7): "the assert is about an event of which that was one of two moves",
    ("creation_target", 2): "two creations of that file stand without a state",
    ("final_timer", 3): "of a state that is not final the timer's parameter is asked",
    ("from_many", 21): "it was the only one on that event",
    ("flow_names", 7): "who refers to what is renamed must be renamed, too",
    ("flow_recursion", 4): "it was the only step",
    ("flow_said_twice", 11): "the step's other undo is of another kind",
    ("flow_unknown_procedure", 3): "then it is used twice",
    ("not_inherited", 5): "the same is written inside of it",
    ("open_comment", 2): "it has eaten the rest of the file",
    ("overridden", 11): "it stands in a list of states",
    ("shadowed_move", 4): "a third move comes behind",
    ("syntax", 6): "a parameter is missing, too", ("syntax", 13): "the word `state` is missing, too", ("syntax_end", 6): "nothing is initial",
    ("syntax_forms", 5): "the next one lacks its `:`", ("syntax_forms", 34): "more stands there that belongs elsewhere",
    ("unread", 12): "more of it cannot be read", ("unread", 24): "until then a state may follow",
    ("two_answers", 15): "it was the only move",
    ("unknown_param", 5): "not every event that asks the guard has the parameter",
    ("vacuous_assert", 3): "asserts are about it",
    ("version", 1): "the file is nonsense",
}
