#!/usr/bin/env python3
"""lsp.py PAWL SOURCE [--measure]: an editor's side of `pawl lsp`: answers, positions in UTF-16, texts as they are while somebody
types, garbage, huge messages, cancelled requests, and an end without shutdown. With --measure it only prints times."""
import glob
import json
import os
import queue
import random
import re
import statistics
import subprocess
import sys
import threading
import time

PAWL, SOURCE = sys.argv[1:3]
URI = "file:///shop/payment.fsm"
PATIENCE = 300  # seconds, in which an answer comes however slow the machine is

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}


class Server:
    """`with` ends it in order, and requires that it has written nothing to standard error."""

    def __init__(self, *options, starts=True):
        self.process = subprocess.Popen([PAWL, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.received, self.ids, self.diagnostics, self.versions = queue.Queue(), 0, {}, {}
        threading.Thread(target=self.read, daemon=True).start()
        if starts:
            self.capabilities = self.request("initialize", INITIALIZE)["capabilities"]
            self.notify("initialized", {})

    def read(self):
        while line := self.process.stdout.readline():
            name, _, value = line.partition(b": ")
            assert name == b"Content-Length" and self.process.stdout.readline() == b"\r\n", line
            self.received.put(json.loads(self.process.stdout.read(int(value))))
        self.received.put(None)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @staticmethod
    def framed(message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def notify(self, method, params):
        self.write(self.framed({"jsonrpc": "2.0", "method": method, "params": params}))

    def ask(self, method, params):
        self.ids += 1
        self.write(self.framed({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}))
        return self.ids

    def next(self):
        message = self.received.get(timeout=PATIENCE)
        if message is not None and message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
        return message

    def reply(self, number):
        """The answer to that request, or to one without a readable id (None)."""
        while (message := self.next()) is not None:
            if "id" in message and message["id"] == number:
                return message
        raise AssertionError(f"the server ended: {self.process.stderr.read().decode()}")

    def request(self, method, params=None):
        message = self.reply(self.ask(method, params))
        assert "error" not in message, message
        return message["result"]

    def refused(self, method, params=None):
        return self.reply(self.ask(method, params))["error"]["code"]

    def findings(self, version, uri=URI):
        while self.versions.get(uri) != version:
            assert self.next() is not None, "the server ended"
        return self.diagnostics[uri]

    def open(self, text, version=1, uri=URI):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "pawl", "version": version, "text": text}})

    def change(self, text, version, uri=URI):
        self.notify("textDocument/didChange",
                    {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

    def at(self, method, place, uri=URI):
        return self.request("textDocument/" + method,
                            {"textDocument": {"uri": uri}, "position": {"line": place[0], "character": place[1]}})

    def of(self, method, uri=URI):
        return self.request("textDocument/" + method, {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}})

    def labels(self, place):
        return [item["label"] for item in self.at("completion", place)]

    def used(self):
        """Seconds of the processor, which depend less on what else runs."""
        with open(f"/proc/{self.process.pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        said = self.process.stderr.read().decode()
        assert said == "", said
        return status

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.process.kill()
            return
        assert self.request("shutdown") is None
        self.notify("exit", None)
        assert self.end() == 0


def units(text):
    return len(text.encode("utf-16-le")) // 2


def place(text, words, behind=0, nth=0):
    """Line and unit of the words, or of the place so many characters behind their begin."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(words, offset + 1)
    before = text[:offset + behind]
    return before.count("\n"), units(before[before.rfind("\n") + 1:])


def text_in(text, span):
    """What lies in a range of the protocol."""
    lines = text.split("\n")

    def offset(position):
        line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
        return sum(len(other) + 1 for other in lines[:position["line"]]) + len(line)
    return text[offset(span["start"]):offset(span["end"])]


def pawl(*arguments, text=None):
    return subprocess.run([PAWL, *arguments], input=text, capture_output=True, text=True).stdout


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8", newline="") as file:
        return file.read()


# ---- answers

PAYMENT = """pawl 1;

/// A bank payment, until the money has arrived.
machine payment "Bank payment" {
  entity payments.id: text;
  event create(amount: bigint);
  event submit(submission_id: text) "Send to the bank";
  guard has_funds sql "select :create.amount > 0";

  initial state pending_submission "Waiting to be sent" {
    on submit -> submitted when has_funds do notify_bank;
    on submit -> on_hold;
  }
  state active "With the bank" {
    on cancel -> cancelled;
    initial state submitted "Submitted" {
      on confirm -> paid;
      after 3d give_up -> expired;
    }
    state on_hold { on release -> submitted; }
  }
  final state paid;
  final state cancelled;
  final state expired;
  assert paid only after submitted;
  scenario "sent" { create, submit(has_funds) => submitted }
}
"""

BROKEN = """machine loan "Lo\u00e4n" {
  initial state asked "\U0001f98e \u00e9" { on grant -> granted; on deny -> denied; }
  state checked; final state granted; final state denied;
  assert granted only after checked;
}
"""


def test_life():
    server = Server(starts=False)
    assert server.refused("textDocument/hover") == -32002
    server.open("machine")  # comes before initialize, and is dropped
    server.request("initialize", INITIALIZE)
    assert server.refused("initialize", INITIALIZE) == -32600
    assert server.refused("workspace/nothing", {}) == -32601
    assert server.refused("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}) == -32602
    server.notify("$/setTrace", {"value": "off"})
    server.notify("workspace/nothing", {})
    assert server.request("shutdown") is None
    assert server.refused("textDocument/hover") == -32600
    server.notify("exit", None)
    assert server.end() == 0
    for last in b"", Server.framed({"jsonrpc": "2.0", "method": "exit"}), b"Content-Length: 100\r\n\r\n{":
        server = Server()
        server.open(PAYMENT)
        server.write(last)
        assert server.end() == 1, "it ended without shutdown"


def test_findings():
    with Server() as server:
        server.open(BROKEN)
        found = {finding["code"]: finding for finding in server.findings(1)}
        proof = found["E083"]
        assert proof["severity"] == 1 and proof["source"] == "pawl", proof
        assert "\n(nothing) -create-> asked -grant-> granted" in proof["message"], proof
        assert text_in(BROKEN, proof["range"]) == "assert granted only after checked", proof
        assert proof["relatedInformation"][0]["location"]["uri"] == URI
        assert found["W001"]["severity"] == 2 and text_in(BROKEN, found["W001"]["range"]) == "checked", found
        # the model is there, though an assert fails
        assert "Nothing leaves it" in server.at("hover", place(BROKEN, "checked"))["contents"]["value"]
        wrong = BROKEN.replace("-> denied", "-> deneid")
        server.change(wrong, 2)
        finding = server.findings(2)[0]
        assert finding["code"] == "E043" and text_in(wrong, finding["range"]) == "deneid", finding
        assert finding["range"]["start"]["character"] == units('  initial state asked "\U0001f98e \u00e9" { on grant -> granted; on deny -> ')
        assert "did you mean `denied`?" in finding["message"], finding
        hover = server.at("hover", place(wrong, "grant"))["contents"]["value"]
        assert "the last version without errors" in hover, hover
        server.change(BROKEN.replace("only after checked", "only after asked").replace("state checked; ", ""), 3)
        assert server.findings(3) == []
        server.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        assert server.findings(None) == []
    text = "machine a { initial state b { on c -> d when e; on c -> d; } final state d; }\n"
    for options, count in ((), 0), (("-Wall",), 1), (("-Wall", "-Werror", "--stdio"), 1):
        with Server(*options) as server:
            server.open(text)
            found = server.findings(1)
            assert (len(found) > 0) == (count > 0), (options, found)
            assert all(finding["severity"] == (1 if "-Werror" in options else 2) for finding in found)


def test_hover():
    lines = set(pawl("explain", "-", text=PAYMENT).splitlines())
    with Server() as server:
        server.open(PAYMENT)
        for words, behind, wanted in (("pending_submission", 0, "Send to the bank moves it to"), ("active \"", 3, "What follows holds in each"),
                                      ("submit ->", 1, "carries"), ("has_funds sql", 0, "checked in the database"), ("do notify_bank", 4, "runs in the program")):
            hover = server.at("hover", place(PAYMENT, words, behind))
            words = hover["contents"]["value"]
            assert hover["contents"]["kind"] == "plaintext" and wanted in words, words
            assert set(words.splitlines()) <= lines, set(words.splitlines()) - lines
        assert "A bank payment" in server.at("hover", place(PAYMENT, "payment \"Bank"))["contents"]["value"]
        assert server.at("hover", place(PAYMENT, "machine")) is None
        assert server.at("hover", (100000, 5)) is None
    with Server() as server:
        server.open("machine a {\n  /// So it begins.\n  initial state b;\n  state c {\n}\n")
        assert server.at("hover", (2, 17))["contents"]["value"] == "So it begins."


def test_definition():
    with Server() as server:
        server.open(PAYMENT)
        for words, behind, declared in (("-> submitted", 4, "submitted \""), ("on submit", 3, "submit(submission_id"),
                                        ("when has_funds", 6, "has_funds sql"), ("after submitted", 7, "submitted \"")):
            target = server.at("definition", place(PAYMENT, words, behind))
            line, character = place(PAYMENT, declared)
            assert target["uri"] == URI and target["range"]["start"] == {"line": line, "character": character}, (words, target)
        text = read("examples/provision/provision.fsm")
        uri = "file:///shop/provision.fsm"
        server.open(text, 1, uri)
        for words, behind, declared in (("data.volumes undo", 5, "volumes: int;"), ("use build", 4, "build(volumes"), ("repeat volumes", 7, "volumes: int,")):
            line, character = place(text, declared)
            assert server.at("definition", place(text, words, behind), uri)["range"]["start"] == {"line": line, "character": character}, words
        assert "Done in the database" in server.at("hover", place(text, "tx reserve", 3), uri)["contents"]["value"]
        assert "Makes the virtual machine" in server.at("hover", place(text, "use build", 4), uri)["contents"]["value"]
        assert server.at("definition", place(PAYMENT, "machine")) is None


def place_of(text, offset):
    return text.count("\n", 0, offset), units(text[text.rfind("\n", 0, offset) + 1:offset])


def test_completion():
    text = """pawl 1;
machine order "Order" {
  entity orders.id: text;
  event create(amount: bigint);
  guard is_paid "Is it paid?" sql "select true";
  effect post sql "insert into x values (:id)";
  initial state open { on pay -> closed when is_paid do post; after 3d give_up -> closed; }
  state parked "On hold" { on pay -> closed; }
  final state closed;
  assert always can finish;
  scenario "one" { create, pay(is_paid) => closed }
  
}
flow f(a: text) { data { d: int; } tx one sets data.d undo two; use p(a); }
procedure p(x: text) { tx three; }
"""
    states, events = {"open", "parked", "closed"}, {"create", "pay", "give_up"}
    cases = [("on pay -> ", states | {"same", "stay"}), ("on ", events), ("on pay -> closed when ", {"is_paid", "not"}), ("on pay -> closed when not ", {"is_paid"}),
             ("on pay -> closed do ", {"post"}), ("on pay -> closed; work ring attempts 2 else ", {"pay"}),
             ("on pay -> closed ", {"when", "restart", "do", "then"}), ("on pay -> stay restart give_up ", {"unrecorded", "do", "then"}), ("after 3d ", events), ("from ", states | {"any"}), ("from any except ", states),
             ("from open ", {"on", "reopen", "ignore"}), ("assert ", states | events | {"always", "final", "working"}),
             ("assert closed only after ", states), ("assert closed leads to ", states), ("assert open never ", {"reaches"}),
             ("event e(x: ", {"text", "bigint", "int", "bool", "timestamp", "numeric", "uuid", "json", "bytes"}),
             ("key :create.", {"amount"}), ("after :create.", {"amount"}), ("key :", {"create", "id"}), ("emit :", {"create"}), ("initial ", {"state"}), ("state ", set()),
             ("scenario \"x\" { ", events), ("scenario \"x\" { create, pay(", {"is_paid", "not"}), ("scenario \"x\" { create => ", states | {"refused"}),
             ("// ", set()), ("state x; /* ", set()), ("guard g sql \"", set()), ("guard g sql \"\"\"\n ", set()), ("on pay -> closed // ", set())]
    with Server() as server:
        for version, (typed, wanted) in enumerate(cases):
            for begun in "", "zz":
                whole = text.replace("  \n}", "  " + typed + begun + "\n}", 1) if not typed.startswith(("on pay -> c", "after")) else \
                    text.replace("  \n}", "  state x { " + typed + begun + "\n}", 1)
                where = place(whole, typed + begun + "\n}", len(typed + begun))
                (server.open if version == 0 and not begun else server.change)(whole, version)
                got = set(server.labels(where))
                assert got == wanted, (typed + begun, sorted(got), sorted(wanted))
        server.change(text, 100)
        pieces = server.at("completion", place(text, "  \n}", 2))
        assert {"on", "state", "assert", "from", "event"} <= {item["label"] for item in pieces}
        assert all("is written" not in item.get("detail", "") for item in pieces)
        assert [item["detail"] for item in pieces if item["label"] == "assert"][0].startswith("an assert: `assert always can finish;`")
        assert {item["label"]: item.get("detail") for item in server.at("completion", place(text, "-> closed", 3))}["parked"] == "On hold"
        assert {"machine", "flow", "procedure"} == set(server.labels(place(text, "flow f")))
        assert {"p"} == set(server.labels(place(text, "use p", 4))) and {"d"} == set(server.labels(place(text, "sets data.d", 10)))
        assert server.labels(place(text, "undo two", 5)) == ["one"] and "tx" in server.labels(place(text, "tx one"))


def is_at(where, position):
    return (where["start"]["line"], where["start"]["character"]) <= position < (where["end"]["line"], where["end"]["character"])


# Findings of a name that is none, or is none there. That a hook or timer needs a parameter of another event is not one of them.
UNKNOWN = {"E015", "E043", "E060", "E063", "E072", "E105", "E106"}


def test_completion_is_accepted():
    """Words of machines are replaced by what is offered in their place: no finding there is about an unknown name."""
    texts = []
    for path in sorted(glob.glob(f"{SOURCE}/tests/c*/*.fsm") + glob.glob(f"{SOURCE}/examples/*/*.fsm")):
        with open(path, encoding="utf-8") as file:
            texts.append((path, file.read()))
    wrong, version, generator = [], 0, random.Random(7)
    with Server() as server:
        for path, text in texts:
            bare = re.sub(r'//[^\n]*|"""(?s:.*?)"""|"(?:\\.|[^"\\])*"', lambda found: " " * len(found[0]), text)
            server.open(text, version := version + 1)
            asked = [(word.start(), word.end(), server.labels(place_of(text, word.start()))) for word in re.finditer(r"[a-z_]\w*(?![\w.])", bare)]
            for start, end, labels in asked:
                for label in generator.sample(labels, min(2, len(labels))):
                    if label in ("create", "data"):  # before `.NAME`
                        continue
                    version += 1
                    server.change(text[:start] + label + text[end:], version)
                    for finding in server.findings(version):
                        if finding["code"] in UNKNOWN and is_at(finding["range"], place_of(text, start)) and not "needs" in finding["message"]:
                            wrong.append((os.path.basename(path), text[text.rfind("\n", 0, start) + 1:end].strip(), label, finding["code"], finding["message"][:90]))
    assert not wrong, wrong


def test_symbols():
    def check(symbols, text, outer):
        for symbol in symbols:
            whole = text_in(text, symbol["range"])
            assert text_in(text, symbol["selectionRange"]) == symbol["name"] and symbol["name"] in whole and whole in outer, symbol
            check(symbol["children"], text, whole)
    with Server() as server:
        server.open(PAYMENT)
        symbols = server.of("documentSymbol")
        assert [symbol["name"] for symbol in symbols] == ["payment"] and symbols[0]["detail"] == "Bank payment"
        inner = {symbol["name"]: symbol for symbol in symbols[0]["children"]}
        assert {"submitted", "on_hold"} <= {symbol["name"] for symbol in inner["active"]["children"]}, inner
        assert text_in(PAYMENT, inner["active"]["range"]).endswith("}") and "has_funds" in inner
        check(symbols, PAYMENT, PAYMENT)


def test_formatting():
    with Server() as server:
        for version, text in enumerate((PAYMENT, PAYMENT.replace("  ", "\t"), "machine a{initial state b;\r\n\r\n\r\n}", "// \U0001f98e\n", "machine {")):
            (server.open if version == 0 else server.change)(text, version)
            edits = server.of("formatting")
            wanted = pawl("fmt", "-", text=text)
            if text == "machine {":
                assert edits is None
                continue
            plain = text.replace("\r\n", "\n")
            got = plain if edits == [] else plain.replace(text_in(plain, edits[0]["range"]), edits[0]["newText"])
            assert got == wanted, (got, wanted)
        assert server.at("hover", (0, 0)) is None


# ---- texts that nobody wrote so

def test_corpus():
    """All machines of the tree, whole, and each place of a name in them."""
    chance = random.Random(1)
    with Server("-Wall") as server:
        for path in sorted(glob.glob(SOURCE + "/tests/corpus/*.fsm") + glob.glob(SOURCE + "/tests/golden/diagnostics/*.fsm")
                           + glob.glob(SOURCE + "/examples/*/*.fsm")):
            with open(path, "rb") as file:
                data = file.read()
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            uri = "file://" + path
            server.open(text, 1, uri)
            server.findings(1, uri)
            server.of("documentSymbol", uri)
            server.of("formatting", uri)
            lines = text.split("\n")
            explained = set(pawl("explain", path, "-Wno-all").splitlines())
            for _ in range(12):
                line = chance.randrange(len(lines))
                where = (line, chance.randrange(units(lines[line]) + 1))
                hover = server.at("hover", where, uri)
                if hover is not None and explained and "[" in hover["contents"]["value"]:
                    assert set(hover["contents"]["value"].splitlines()) - {""} <= explained, (path, where, hover)
                server.at("definition", where, uri)
                server.at("completion", where, uri)
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_typing():
    """Each beginning of a file, as if it were typed; requests and changes in one go."""
    with Server() as server:
        server.open("")
        for version, length in enumerate(range(0, len(PAYMENT), 23)):
            text = PAYMENT[:length]
            where = (text.count("\n"), units(text[text.rfind("\n") + 1:]))
            server.change(text, version)
            server.labels(where)
            server.at("hover", where)
            if version % 10 == 0:
                server.of("documentSymbol")
        for version in range(1000, 1100):
            server.change(PAYMENT + "\n" * version, version)
        assert server.findings(1099) == []


def test_cancelled():
    with Server() as server:
        server.open(PAYMENT)
        server.findings(1)
        def one(number):
            return {"jsonrpc": "2.0", "id": f"r{number}", "method": "shutdown?"}
        batch = b"".join([Server.framed(one(n)) for n in range(10)]
                         + [Server.framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": f"r{n}"}}) for n in range(5, 20)])
        assert len(batch) < 4096  # which comes in at once
        server.write(batch)
        codes = [server.reply(f"r{n}")["error"]["code"] for n in (5, 6, 7, 8, 9, 0, 1, 2, 3, 4)]
        assert codes == [-32800] * 5 + [-32601] * 5, codes
        server.write(Server.framed({"jsonrpc": "2.0", "method": "$/cancelRequest"}))


def test_garbage():
    chance = random.Random(7)
    bodies = [b"", b"{", b"[]", b"null", b"17", b"{}", b'{"id": 3}', b'{"id": {}, "method": 5}', b"\xff\xfe", b'"\\ud800"', b"[" * 100000,
              b'{"id": 1e999, "method": "initialize"}', b'{"jsonrpc": "2.0", "method": "textDocument/didOpen"}',
              b'{"method": "textDocument/didOpen", "params": [1, 2]}', b'{"method": "textDocument/didChange", "params": {"textDocument": 5}}',
              b'{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": 5, "text": "x"}}}',
              b'{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "x", "text": 5}}}',
              b'{"method": "textDocument/didClose", "params": {"textDocument": {"uri": "nowhere"}}}',
              b'{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///shop/payment.fsm"}, "contentChanges": [{"range": {}, "text": "x"}, 5]}}',
              b'{"id": 9, "result": null}', b'{"id": "x", "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///shop/payment.fsm"}, "position": {"line": -1, "character": 1e3}}}']
    heads = [b"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}", b"content-LENGTH:7\r\n\r\n1234567", b"X-Content-Length: 9\nContent-Length: \t2 \n\n{}",
             b"Content-Length: 0\r\n\r\n"]
    with Server() as server:
        server.open(PAYMENT)
        for _ in range(300):
            server.write(chance.choice([Server.framed(chance.choice(bodies)), chance.choice(heads)]))
            if chance.random() < 0.2:
                assert server.at("hover", place(PAYMENT, "pending_submission")) is not None
        server.change("machine \0 \ud83e\udd8e\u0007 {", 2)
        assert server.findings(2)[0]["code"] == "E001"
        server.of("formatting")
        server.labels((0, 3))


def test_malformed_header():
    """Nobody knows where the next message begins: what came before is answered, then the session ends."""
    with Server() as server:
        server.write(b"Content-Length: 0\r\n\r\n")  # has no JSON, but an end
        assert server.reply(None)["error"]["code"] == -32700
    for header, words in ((b"Content-Length: -1\r\n\r\n", "not a number"), (b"Content-Length: +2\r\n\r\n{}", "not a number"),
                          (b"Content-Length: \r\n\r\n", "not a number"), (b"Content-Length: 2x\r\n\r\n{}", "not a number"),
                          (b"Content-Length: 2\0\r\n\r\n{}", "not a name and a value"), (b"Content-Length 2\r\n\r\n{}", "not a name and a value"),
                          (b"hello\r\n", "not a name and a value"), (b"\r\n", "no Content-Length"), (b"Content-Type: x\r\n\r\n{}", "no Content-Length"),
                          (b"Content-Length: 268435457\r\n\r\n{}", "larger than 256 MB"), (b"Content-Length: 99999999999999999999\r\n\r\n", "larger than 256 MB"),
                          (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "two lines Content-Length"), (b"x" * 10000, "too long")):
        server = Server()
        earlier = server.ask("workspace/nothing", {})
        server.write(header)
        assert server.reply(earlier)["error"]["code"] == -32601, header
        problem = server.reply(None)["error"]
        assert problem["code"] == -32700 and words in problem["message"], (header, problem)
        assert server.next() is None and server.process.wait(PATIENCE) == 1, header
        said = server.process.stderr.read().decode()
        assert said.startswith("pawl: lsp: ") and words in said and said.count("\n") == 1, (header, said)


def test_huge():
    states = 200
    text = "machine m {\n" + "".join(f"  {'initial ' if n == 0 else ''}state s{n} {{ on e{n} -> s{(n + 1) % states}; }}\n" for n in range(states)) + "}\n"
    with Server() as server:
        server.open(text + "// " + "\U0001f98e" * 2000000 + "\n")  # 24 MB as JSON
        assert server.findings(1) == []
        assert "s1" in server.labels(place(text, "-> s1", 3))
        server.change(text, 2)
        assert server.findings(2) == []
        for number in range(300):
            server.open(text, 1, f"file:///{number}.fsm")
        assert server.findings(1, "file:///299.fsm") == []


# ---- times

def measure():
    for states in 20, 1000:
        text = "machine m {\n" + "".join(
            f"  {'initial ' if n == 0 else ''}state s{n} \"State {n}\" {{ on go_{n} -> s{(n + 1) % states} when g{n % 7}; on stop -> done; after 3d late -> s{n * 7 % states}; }}\n"
            for n in range(states)) + "  final state done;\n  assert always can finish;\n  assert done only after s0;\n}\n"
        with Server() as server:
            server.open(text)
            server.findings(1)
            where = place(text, "s5 \"")
            for what, call in (("findings of a change", lambda n: (server.change(text + "\n" * n, n), server.findings(n))),
                               ("change and completion", lambda n: (server.change(text + "\n" * n, n), server.labels(where))),
                               ("hover", lambda n: server.at("hover", where)), ("symbols", lambda n: server.of("documentSymbol")),
                               ("formatting", lambda n: server.of("formatting"))):
                taken, used = [], server.used()
                for n in range(2, 32):
                    begin = time.monotonic()
                    call(n + len(what) * 100)
                    taken.append(time.monotonic() - begin)
                print(f"{states} states, {what}: {statistics.median(taken) * 1000:.1f} ms, of the processor {(server.used() - used) / 30 * 1000:.1f} ms")


def main():
    if "--measure" in sys.argv:
        return measure()
    chosen = os.environ.get("PAWL_TEST_FILTER", "")
    for name, test in sorted(globals().items()):
        if name.startswith("test_") and chosen in name:
            print(name, flush=True)
            test()


main()
