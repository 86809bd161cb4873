#!/usr/bin/env python3
"""serve.py PAWLCTL SCRATCH: the page of `pawlctl serve` on $PAWL_DB, which serve.sh has filled; $DROP drops that database.

First with raw sockets: hosts, tokens, methods and limits. Then in a browser: each view, in light and dark, on a phone, by
keyboard, with hostile ids, next to another site that attacks, and with a database that goes away.
"""
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "page"))
import browser  # noqa: E402

PAWLCTL, SCRATCH = sys.argv[1:]
IS_FIRST = os.environ["PAWL_DB"].startswith("sqlite:")  # of the databases: what none of them changes is tested there
WAIT = 30  # seconds until something is taken to have failed
SCRIPT, STRANGE = "<script>pwned = 1</script>", "ä/b?c&d=1#e \"☃'%"
TOKEN = "0123456789abcdef0123"
failed = 0


def check(holds, what):
    global failed
    if not holds:
        failed += 1
        print("FAILED:", what)


def ctl(*words):
    done = subprocess.run([PAWLCTL, *words], capture_output=True, text=True, check=False)
    return done.stdout


def ageless(data):
    """Without ages, which always change."""
    if isinstance(data, list):
        return [ageless(each) for each in data]
    if isinstance(data, dict):
        return {name: ageless(value) for name, value in data.items() if not name.endswith("_seconds")}
    return data


def until(look, what, seconds=WAIT):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if look():
            return True
        time.sleep(0.1)
    check(False, what)
    return False


class Server:
    def __init__(self, *options, **environment):
        self.process = subprocess.Popen([PAWLCTL, "serve", "--listen=127.0.0.1:0", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment})
        line = self.process.stdout.readline()
        if not line.startswith("serving http://"):
            raise RuntimeError(line + self.process.stdout.read())
        self.url = line.split()[1].rstrip(";")
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            check(self.process.wait(WAIT) == 0, f"after SIGTERM the server ends with {self.process.returncode}")
        except subprocess.TimeoutExpired:
            check(False, "SIGTERM does not end the server")
            self.process.kill()
        self.log = self.process.stdout.read()

    def send(self, request):
        """The whole answer to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), WAIT) as connection:
            connection.settimeout(WAIT)
            try:
                connection.sendall(request)
                parts = []
                while part := connection.recv(65536):
                    parts.append(part)
            except ConnectionError:
                pass
            return b"".join(parts).decode(errors="replace")

    def ask(self, path, method="GET", body=None, **headers):
        """Status, headers and body."""
        lines = {"Host": f"127.0.0.1:{self.port}", "Connection": "close"}
        lines.update({name.replace("_", "-"): value for name, value in headers.items()})
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            lines.setdefault("Content-Length", str(len(body)))
        text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
        head, _, rest = self.send(text.encode() + b"\r\n" + (body or b"")).partition("\r\n\r\n")
        words = head.split()
        return int(words[1]) if len(words) > 1 else 0, head, rest


def refuses(words, *options):
    done = subprocess.run([PAWLCTL, "serve", *options], capture_output=True, text=True, timeout=WAIT, check=False)
    check(done.returncode == 2 and words in done.stderr, f"serve {' '.join(options)} ends with {done.returncode}, and says: {done.stderr}")


# ---- by sockets ------------------------------------------------------------------------------------------


def starts():
    tokens = pathlib.Path(SCRATCH, "tokens")
    tokens.write_text(f"# who may call\nann {TOKEN}\n")
    refuses("others can reach this address", "--listen=0.0.0.0:0")
    tokens.chmod(0o640)
    refuses("chmod 600", "--listen=0.0.0.0:0", f"--tokens={tokens}")
    tokens.chmod(0o600)
    bad = pathlib.Path(SCRATCH, "bad")
    bad.touch(0o600)
    refuses("no line of a name and a token", f"--tokens={bad}")
    bad.write_text("ann short\n")
    refuses("at least 20 characters", f"--tokens={bad}")
    bad.write_text(f"ann {TOKEN}\nberta {TOKEN}\n")
    refuses("line 2: ann has the same token", f"--tokens={bad}")
    refuses("expected the name of a header, got `X Y`", "--person-header=X Y")
    for host in ("a b", "a:8040", "http://a"):
        refuses(f"expected the name of a host, got `{host}`", f"--host={host}")
    refuses("records who acts", "--allow-actions")
    for address in ("8040", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:65536", "127.0.0.1:-1", "[::1]:+80", "127.0.0.1:80x", "127.0.0.1: 80"):
        refuses("expected an address and a port", f"--listen={address}")
    with Server() as server:
        refuses("in use", f"--listen=127.0.0.1:{server.port}")
    return str(tokens)


def reads():
    with Server("--host=pawl.example") as server:
        status, head, body = server.ask("/")
        check(status == 200 and "<!doctype html>" in body, f"/: {head}")
        for header in ("default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-referrer"):
            check(header in head, f"{header} is missing: {head}")
        check("unsafe" not in head and "Access-Control" not in head, head)
        for host, wanted in (("localhost", 200), ("[::1]:8040", 200), ("pawl.example", 200), ("PAWL.example:443", 200), ("evil.example", 403),
                             ("127.0.0.1.evil.example", 403), ("localhost:80@evil.example", 403), ("pawl.example.evil", 403), ("", 403), (None, 403)):
            for path in ("/", "/api/status"):
                status = server.ask(path, Host=host)[0]
                check(status == wanted, f"with Host {host}, {path} has status {status}")
        status, head, body = server.ask("/api/status")
        check(ageless(json.loads(body)) == ageless(json.loads(ctl("status", "--json"))), f"/api/status is not as `pawlctl status --json`: {body}")
        for path, words in (("/api/history?id=PM101", ("history", "PM101", "--limit=50")), ("/api/entities?machine=payment&state=paid", ("ls", "payment", "--state=paid")), ("/api/why?machine=payment&id=PM102", ("why", "payment", "PM102")),
                            ("/api/locks", ("locks",)), ("/api/stuck", ("stuck",)), ("/api/outbox", ("outbox", "status")), ("/api/run?run=1", ("flow", "show", "1")),
                            ("/api/runs?flow=provision&status=done", ("flow", "ls", "provision", "--status=done")), ("/api/steps?flow=provision", ("graph", "provision"))):
            printed, body = json.loads(ctl(*words, "--json")), json.loads(server.ask(path)[2])
            check(ageless(body) == ageless(printed), f"{path} is not as pawlctl {' '.join(words)} --json: {body}")
        for path, wanted in (("/api/nothing", 404), ("/../etc/passwd", 404), ("/api/history", 400), ("/api/history?id=nobody", 404),
                             ("/api/status?machine=paymnt", 404), ("/api/status?machine=--help", 404), ("/api/runs?flow=provision&status=x", 400),
                             ("/api/status?machine=%27%3bdrop", 404), ("/api/run?run=999", 404),
                             ("/api/history?id=PM101%00x", 400), ("/api/status?machine=payment%00", 400), ("/api/history?id=PM101&before%00=x", 400)):
            status, _, body = server.ask(path)
            check(status == wanted and json.loads(body)["error"], f"{path} has status {status}: {body}")
        check(json.loads(server.ask("/api/history?id=" + urllib.parse.quote(SCRIPT))[2])["id"] == SCRIPT, "an id with a script is not found")
        for site, wanted in (("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)):
            status = server.ask("/api/locks", Sec_Fetch_Site=site)[0]
            check(status == wanted, f"a request that is {site} has status {status}")
        status, head, body = server.ask("/metrics")
        check(status == 200 and "application/openmetrics-text" in head and body.endswith("# EOF\n"), f"/metrics: {head} {body[-100:]}")
        status, head, body = server.ask("/api/diagram?machine=payment&version=1")
        check(status == 200 and "image/svg+xml" in head and body.count("00000000000000") == 3, f"the diagram: {head}{body[:200]}")
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            status = server.ask("/api/status", method, b"{}")[0]
            check(status == 405, f"{method} has status {status}")
        status, _, body = server.ask("/api/fire", "POST", {"machine": "payment"})
        check(status == 403 and "only reads" in body, f"an action of a server that only reads: {status} {body}")
        status = server.ask("/api/status", "POST", b"x" * 9000)[0]
        check(status == 413, f"a large body has status {status}")
        status = server.ask("/api/status", Cookie="x" * 40000)[0]
        check(status in (0, 400, 413, 431, 494), f"large headers have status {status}")
        check(not server.send(b"GET / HTTP/9.9\r\n\r\n\0\0\xff\xfe" * 9).startswith("HTTP/1.1 200"), "garbage is understood")
        chunked = f"POST /api/fire HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{0x4000:x}\r\n".encode() + b"x" * 0x4000 + b"\r\n0\r\n\r\n"
        check(not server.send(chunked).startswith("HTTP/1.1 2"), "a large chunked body is taken")
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            check(server.ask("/")[0] == 200, "after a slow client the server does not answer")
        many = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
        for each in many:
            each.close()
        until(lambda: server.ask("/")[0] == 200, "after many connections the server does not answer")
        threads = [threading.Thread(target=lambda i=i: server.ask(f"/api/history?id=PM10{i % 4 + 1}")) for i in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        check(server.ask("/api/history?id=PM101")[0] == 200, "after 40 requests at once the server does not answer")


def holds():
    """Clients that send nothing, or a byte now and then, or take a byte now and then, lose their connections."""
    with Server() as server:
        def sockets():
            links = pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir()
            return sum(link.is_symlink() and os.readlink(link).startswith("socket:") for link in links)

        before, clients = sockets(), []
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"POST /api/fire HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n",
                     b"GET /views.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 600):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", server.port))
            client.sendall(sent)
            clients.append(client)
        until(lambda: sockets() == before + 4, "not all clients are connected")

        def go_on():
            for client in clients[1:3]:
                try:
                    client.send(b"x")
                except OSError:
                    pass
            clients[3].recv(1)
            return sockets() == before

        until(go_on, "slow clients keep their connections")
        check(server.ask("/")[0] == 200, "after slow clients the server does not answer")


def runs_few():
    """At most 6 processes at once; other requests wait for them."""
    with Server() as server:
        def children():
            return pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()

        statuses, threads = [], []

        def ask(number):
            statuses.append(server.ask(f"/api/history?id=nobody{number}")[0])

        def stop():
            if not any(thread.is_alive() for thread in threads):  # first, and if all have ended before they were stopped
                threads.extend(threading.Thread(target=ask, args=(len(threads) + i,)) for i in range(40))
                for thread in threads[-40:]:
                    thread.start()
            for child in children():
                try:
                    os.kill(int(child), signal.SIGSTOP)
                except ProcessLookupError:
                    pass
            stopped = [child for child in children() if pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "T"]
            return len(stopped) >= 6

        until(stop, "there are never 6 processes")
        time.sleep(0.5)
        check(len(children()) == 6, f"there are {len(children())} processes")
        check(server.ask("/api/session")[0] == 200, "the server waits for its processes")
        for child in children():
            os.kill(int(child), signal.SIGCONT)
        for thread in threads:
            thread.join()
        check(statuses == [404] * len(threads), f"of those that waited, the statuses are {statuses}")


def moves(entity):
    return [move["event"] for move in json.loads(ctl("history", "payment", entity, "--json"))["moves"]]


def acts(tokens):
    with Server("--allow-actions", f"--tokens={tokens}") as server:
        who = f"Bearer {TOKEN}"
        check(server.ask("/")[0] == 200, "the page itself needs a token")
        for authorization in (None, "Bearer ", "Bearer x", f"Bearer {TOKEN}x", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}"):
            status, head, _ = server.ask("/api/status", Authorization=authorization)
            check(status == 401 and "Bearer" in head, f"with {authorization} the status is {status}")
        secret = json.loads(server.ask("/api/session", Authorization=who)[2])["token"]
        fire = {"machine": "payment", "id": "PM102", "event": "confirm"}
        good = {"Authorization": who, "X-Pawl-Token": secret, "Content-Type": "application/json"}
        for name, value in (("X-Pawl-Token", None), ("X-Pawl-Token", "0" * 32), ("Content-Type", "text/plain"), ("Content-Type", None),
                            ("Origin", "http://evil.example"), ("Origin", "null"), ("Authorization", None)):
            status = server.ask("/api/fire", "POST", fire, **{**good, name: value})[0]
            check(status in (401, 403), f"with {name}: {value} an action has status {status}")
        for body, wanted in ((b"", 400), (b"[]", 400), (b"{", 400), ({"machine": "payment"}, 400), ({**fire, "event": "pay"}, 409), ({**fire, "event": "--help"}, 409),
                             ({**fire, "args": ["x=1"]}, 400), ({**fire, "id": "nobody"}, 409), (b'{"machine":"payment","id":"nobody","id":"PM102","event":"confirm"}', 400)):
            status, _, text = server.ask("/api/fire", "POST", body, **good)
            check(status == wanted, f"{body} has status {status}: {text}")
        for name, value in (("args", {"note": "x"}), ("args", [5]), ("args", 5), ("args", [["note=1"]]), ("args", ["note=1", None]), ("args", None),
                            ("id", 5), ("id", ["PM102", "x"]), ("event", True)):
            status, _, text = server.ask("/api/fire", "POST", {**fire, name: value}, **good)
            check(status == 400 and f"the parameter {name} is not a text" in text, f"{name}: {value} has status {status}: {text}")
        check(server.ask("/api/fire", **good)[0] == 405, "GET acts")
        check(moves("PM102") == ["create"], f"what was refused has moved: {moves('PM102')}")
        status, _, text = server.ask("/api/fire", "POST", fire, Origin=server.url.rstrip("/"), **good)
        check(status == 200 and json.loads(text)["to"] == "paid", f"fire has status {status}: {text}")
        last = json.loads(server.ask("/api/history?machine=payment&id=PM102", Authorization=who)[2])["moves"][-1]
        check((last["event"], last["actor"]) == ("confirm", "ann"), f"the history has {last}")
    with Server("--allow-actions", "--person-header=X-Remote-User") as server:
        session = json.loads(server.ask("/api/session", X_Remote_User="berta")[2])
        check(session["person"] == "berta", f"{session}")
        good = {"X-Pawl-Token": session["token"], "Content-Type": "application/json"}
        check(server.ask("/api/fire", "POST", {**fire, "event": "cancel"}, **good)[0] == 403, "nobody acts")
        status, _, text = server.ask("/api/fire", "POST", {**fire, "event": "cancel", "args": ["reason=a=b c"]}, X_Remote_User="berta", **good)
        last = json.loads(ctl("history", "payment", "PM102", "--json"))["moves"][-1]
        check(status == 200 and (last["actor"], last["params"]) == ("berta", {"reason": "a=b c"}), f"{status} {text} {last}")
        for path, body, look in (("/api/pause", {"machine": "payment", "reason": "x"}, lambda found: "x (berta)" in str(found)), ("/api/resume", {"machine": "payment"}, lambda found: len(found) == 1)):
            status, _, text = server.ask(path, "POST", body, X_Remote_User="berta", **good)
            frozen = json.loads(ctl("locks", "--json"))["frozen"]
            check(status == 200 and look(frozen), f"{path} has status {status}: {text}; {frozen}")


def ask_slowly(server, path):
    """Asks, and stops the process that answers for a while."""
    asked = threading.Thread(target=lambda: server.ask(path))
    asked.start()
    children, found = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children"), []
    while asked.is_alive() and not found:
        found = children.read_text().split()
    try:
        os.kill(int(found[0]), signal.SIGSTOP)
        time.sleep(0.5)
        os.kill(int(found[0]), signal.SIGCONT)
    except (IndexError, ProcessLookupError):
        check(False, f"the process of {path} is not stopped")
    asked.join()


def shows_actions():
    """No answer that is older than the last action, also if it takes long."""
    with Server("--allow-actions", "--person-header=X-Remote-User") as server:
        good = {"X-Remote-User": "berta", "X-Pawl-Token": json.loads(server.ask("/api/session")[2])["token"], "Content-Type": "application/json"}
        history, metrics = "/api/history?machine=payment&id=PM106", "/metrics"
        ask_slowly(server, metrics)
        before = server.ask(metrics)[2]
        status, _, text = server.ask("/api/fire", "POST", {"machine": "payment", "id": "PM106", "event": "create", "args": ["account=A1"]}, **good)
        check(status == 200, f"create has status {status}: {text}")
        check(server.ask(metrics)[2] != before, "after an action the metrics are those of before")
        ask_slowly(server, history)
        status, _, text = server.ask("/api/fire", "POST", {"machine": "payment", "id": "PM106", "event": "confirm"}, **good)
        check(status == 200, f"confirm has status {status}: {text}")
        for headers in ({}, {"Cache-Control": "max-stale"}):
            status, head, text = server.ask(history, **headers)
            check('"confirm"' in text, f"after an action the history is that of before: {head} {text}")


def run(number):
    return json.loads(ctl("flow", "show", str(number), "--json"))


def runs(status):
    return [each["run"] for each in json.loads(ctl("flow", "ls", "provision", f"--status={status}", "--json"))["runs"]]


def wishes():
    return subprocess.run(os.environ["WISHES"], shell=True, capture_output=True, text=True, check=True).stdout.split()


def parked(what):
    """The entities of parked jobs, or of parked events."""
    return sorted(row["entity"] for row in json.loads(ctl(what, "status", "--json"))["parked"])


def repairs():
    """What operators do to jobs, events and runs."""
    with Server("--allow-actions", "--person-header=X-Remote-User") as server:
        good = {"X-Remote-User": "berta", "X-Pawl-Token": json.loads(server.ask("/api/session")[2])["token"], "Content-Type": "application/json"}
        for path, what in (("retry", "queue"), ("resend", "outbox")):
            check(parked(what) == ["PM104", "PM105"], f"{what}: {parked(what)} are parked")
            for wanted in (200, 409):
                status, _, text = server.ask("/api/" + path, "POST", {"machine": "payment", "id": "PM104"}, **good)
                check(status == wanted and parked(what) == ["PM105"], f"{path} has status {status}: {text}; {parked(what)}")
        for verb, number in (("resume", runs("paused")[0]), ("pause", runs("paused")[0]), ("cancel", runs("paused")[0]), ("retry", runs("parked")[0])):
            status, _, text = server.ask("/api/change", "POST", {"verb": verb, "run": str(number)}, **good)
            check(status == 200 and run(number)["wish"] == verb and "berta" in wishes(), f"{verb} has status {status}: {text}; {wishes()}")
        for body, wanted in (({"verb": "cancel", "run": "1"}, 409), ({"verb": "cancel", "run": "999"}, 409), ({"verb": "fly", "run": "1"}, 400), ({"verb": "signal", "run": "1"}, 400), ({"run": "1"}, 400)):
            status, _, text = server.ask("/api/change", "POST", body, **good)
            check(status == wanted, f"{body} has status {status}: {text}")
    for words in ('berta retry: {"machine":"payment","id":"PM104"}', 'berta resend: {"machine":"payment","id":"PM104"}', 'berta change: {"verb":"pause"'):
        check(words in server.log, f"the log lacks {words}: {server.log}")


# ---- in a browser ------------------------------------------------------------------------------------------


class Page(browser.Browser):
    def visit(self, url):
        self.events = []
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        until(lambda: self.run("document.readyState === 'complete' && !/^(Loading)?$/.test((document.querySelector('#view') || document.body).textContent)"),
              f"{url} shows nothing")

    def text(self, selector="#view"):
        return self.run(f"(document.querySelector({json.dumps(selector)}) || {{}}).innerText || ''")

    def shows(self, words, selector="#view"):
        return until(lambda: words in self.text(selector), f"the page does not show {words!r}")

    def draws(self):
        until(lambda: self.run("document.querySelector('.diagram .node') !== null"), "there is no diagram")

    def type(self, words):
        self.call("Input.insertText", text=words)

    def click(self, words):
        found = self.run(f"(() => {{ const found = [...(document.querySelector('dialog[open]') || document.querySelector('#view')).querySelectorAll('a, button')].find(each => each.textContent === {json.dumps(words)});"
                         " if (found) found.click(); return Boolean(found); })()")
        check(found, f"there is nothing {words!r} to click on: {self.text('body')}")


VIEWS = {
    "#/": ["What is stuck", "order is paused: new <b>shelves</b>", "End it: pawlctl thaw order", "Payment", "paused: new <b>shelves</b>", "Provision an order"],
    "#/machine/payment": ["waiting", "PM10", "waiting.remind", "Median stay", "of a sample"],
    "#/entity/payment/PM101": ["cancelled", "he said \"no\" & <i>left</i>", "ACCOUNT-1", "ann", "Not in this state"],
    "#/entity/payment/" + urllib.parse.quote(SCRIPT, safe=""): [SCRIPT, "<img src=x onerror='pwned = 2'>", "confirm", "possible"],
    "#/entity/payment/" + urllib.parse.quote(STRANGE, safe=""): [STRANGE],
    "#/entity/payment/PM105": ["1 event is parked in the outbox", "too large"],
    "#/entity/payment/nobody": ["there is no such payment"],
    "#/entities/payment/cancelled": ["PM101", "cancel", "ann"],
    "#/entities/payment": ["PM104", SCRIPT],
    "#/machine/paymnt": ["there is no machine"],
    "#/flows": ["Provision an order"],
    "#/flow/provision": ["done"],
    "#/runs/provision/done": ["provision 1"],
    "#/run/1": ["Charge the account", "failed", "vm_id", "worker"],
    "#/run/999": ["999"],
    "#/find/nobody": ["nobody holds a lock on such a key"],
    "#/locks": ["new <b>shelves</b>", "order"],
    "#/outbox": ["payments"],
    "#/nothing": ["Payment"],
}

# What a person cannot read: letters on what is behind them, in contrast as of WCAG 2.
FAINT = """(() => {
  const light = c => { const [r, g, b] = c.map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const read = text => text.match(/[0-9.]+/g).map(Number);
  const behind = e => { for (; e; e = e.parentElement) { const c = read(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  return [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('svg') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).filter(e => {
    const [a, b] = [light(read(getComputedStyle(e).color)), light(behind(e).slice(0, 3))].sort();
    return (b + 0.05) / (a + 0.05) < 4.5;
  }).map(e => e.outerHTML.slice(0, 90));
})()"""


def looks():
    with Server() as server, Page() as page:
        for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"))[0 if IS_FIRST else 2:]:
            page.view(width, scheme)
            for address, words in VIEWS.items():
                page.visit(server.url + address)
                for each in words:
                    page.shows(each)
                check(page.run("document.documentElement.scrollWidth") <= width, f"{address} is wider than {width}")
                faint = page.run(FAINT)
                check(not faint, f"{address} in {scheme}: {faint}")
                check(page.run("typeof pwned") == "undefined" and page.run("document.querySelectorAll('#view script, #view img, #view i, #view b').length") == 0,
                      f"{address} has the HTML of a text")
                wrong = [each for each in page.events_of("Log.entryAdded", "Runtime.exceptionThrown") if "status of 40" not in str(each)]
                check(not wrong, f"{address}: {wrong}")
                other = [each["request"]["url"] for each in page.events_of("Network.requestWillBeSent")
                         if not each["request"]["url"].startswith((server.url, "about:"))]
                check(not other, f"{address} asks others: {other}")
        page.visit(server.url + "#/flow/provision")
        page.draws()
        hidden = "(each => each.scrollWidth - each.clientWidth)(document.querySelector('.diagram'))"
        check(page.run(hidden) <= 0, "on a phone a part of a diagram is hidden")
        page.run("document.querySelector('.diagram').focus()")
        check(page.run(hidden) > 0, "on a phone a diagram stays small")
        page.view(1280)
        page.visit(server.url + "#/machine/payment")
        page.draws()
        check("overdue" not in page.text() or page.run("document.querySelectorAll('.diagram .overdue').length") == 1, "what is late is not red")
        drawn = page.run("[...document.querySelectorAll('.diagram .here')].map(each => each.textContent).join()")
        check("waiting" in drawn and "\u00b7" in drawn, f"the diagram has no numbers: {drawn}")
        check(page.run("document.querySelectorAll('.diagram [style*=fill]').length") > 5, "the diagram is not in the colours of the page")
        before = page.text("table")
        ctl("fire", "payment", "PM103", "confirm")
        until(lambda: page.text("table") != before, "the numbers stay as they were")
        page.run("document.querySelector('#search input').blur()")
        page.call("Input.dispatchKeyEvent", type="keyDown", key="/", text="/")
        page.call("Input.dispatchKeyEvent", type="keyUp", key="/")
        check(page.run("document.activeElement.name") == "id", "/ does not lead to the search")
        for wanted in (STRANGE, SCRIPT, "1"):
            page.run("document.querySelector('#search input').value = ''; document.querySelector('#search input').focus()")
            page.type(wanted)
            page.press("Enter")
            page.shows(wanted)
        page.press("Tab")
        check(page.run("document.activeElement !== document.body"), "Tab leads nowhere")
        page.visit(server.url + "#/entity/payment/PM101")
        page.draws()
        visited = page.run("[...document.querySelectorAll('.diagram .visited')].map(each => each.textContent.replace(/\\s+/g, ' ')).join('|')")
        check(all(any(state in part and number in part for part in visited.split("|")) for state, number in (("waiting", "1"), ("paid", "2"), ("cancelled", "3"))),
              f"the path is {visited}")
        check(page.run("document.querySelector('time').title").endswith(" UTC"), "a time has no exact one")


def acts_in_browser(tokens):
    with Server("--allow-actions", f"--tokens={tokens}") as server, Page() as page:
        page.view(1280)
        page.visit(server.url + "#/entity/payment/PM103")
        page.shows("A token is needed")
        check("no such token" not in page.text(), "the first form complains of a token")
        page.type("wrong")
        page.press("Enter")
        until(lambda: page.run("document.querySelector('#token').value") == "", "a wrong token is not asked for again")
        page.shows("This server has no such token")
        page.run("document.querySelector('#token').focus()")
        page.type(TOKEN)
        page.press("Enter")
        page.shows("Fire cancel")
        page.click("Fire cancel")
        page.shows("The history will name ann.", "dialog")
        page.click("Back")
        check(moves("PM103") == ["create", "confirm"], "Back acts")
        page.click("Fire cancel")
        page.shows("reason (text, optional)", "dialog")
        page.type("<b>late</b>")
        page.click("Fire cancel")
        page.shows("<b>late</b>")
        last = json.loads(ctl("history", "payment", "PM103", "--json"))["moves"][-1]
        check((last["event"], last["actor"], last["params"]) == ("cancel", "ann", {"reason": "<b>late</b>"}), f"the history has {last}")

        def parcel():
            return json.loads(ctl("history", "parcel", "X1", "--json"))["moves"][-1]

        page.visit(server.url + "#/entity/parcel/X1")
        page.shows("Fire send")
        page.shows("refused by: Is it insured? (insured)")
        page.click("Fire send")
        page.shows("carrier (text, required)", "dialog")
        page.shows("parts (int, optional)", "dialog")
        page.click("Fire send")
        page.shows("carrier is required", "dialog")
        check(parcel()["event"] == "create", "an event without a required parameter is sent")
        page.type("a=b")
        page.run("document.querySelector('#field1').focus()")
        page.type("many")
        page.click("Fire send")
        page.shows("parts", "dialog .error")
        page.run("document.querySelector('#field1').value = ''")
        page.click("Fire send")
        until(lambda: parcel()["event"] == "send", "send is not sent")
        check(parcel()["params"] == {"carrier": "a=b"}, f"the history has {parcel()}")

        def press(label, record, after, kind=""):
            page.shows(label)
            page.click(label)
            page.shows(record + " will name ann.", "dialog")
            if kind:
                page.type(kind)
            page.click(label)
            until(lambda: not page.run("document.querySelector('dialog').open") and after(), f"{label} does nothing: {page.text('dialog')}")

        log, number = "The table pawl_lock_log", runs("parked")[0]
        page.visit(server.url + "#/machine/payment")
        press("Retry", log, lambda: parked("queue") == [])
        press("Pause", "The reason", lambda: "paused: tea (ann)" in page.text(), "tea")
        press("Resume", log, lambda: "tea (ann)" not in page.text())
        page.visit(server.url + "#/")
        press("Resume", log, lambda: "order is paused" not in page.text())
        page.visit(server.url + "#/outbox")
        press("Send again", log, lambda: "No event is parked." in page.text())
        page.visit(f"{server.url}#/run/{number}")
        for label in ("Retry", "Cancel"):
            press(label, "The run's timeline", lambda label=label: run(number)["wish"] == label.lower())
            page.shows(label.lower() + " is requested")
            check("ann" in wishes(), f"it is not known that ann did it: {wishes()}")


ATTACK = """<!doctype html><form method=post enctype=text/plain action=%(url)sapi/fire><input name='{"machine":"payment","id":"PM104","event":"confirm","x":"' value='"}'></form>
<iframe src=%(url)s></iframe><script>
const body = JSON.stringify({machine: "payment", id: "PM104", event: "confirm"});
const tries = [
  () => fetch("%(url)sapi/fire", {method: "POST", mode: "no-cors", body}),
  () => fetch("%(url)sapi/fire", {method: "POST", body, headers: {"Content-Type": "application/json", "X-Pawl-Token": "0"}}),
  () => fetch("%(url)sapi/session").then(answer => answer.text()).then(text => document.title = "read " + text),
  () => fetch("%(rebound)sapi/session").then(answer => answer.text()).then(text => document.title = "read " + text)];
Promise.allSettled(tries.map(each => each())).then(() => { document.title += " tried"; });
</script>"""


def attacks():
    """Another site, and one whose name has been made to lead here."""
    browser.FLAGS.append("--host-resolver-rules=MAP evil.test 127.0.0.1")
    with Server("--allow-actions", "--person-header=Accept-Language") as server, Page() as page:
        site = (ATTACK % {"url": server.url, "rebound": f"http://evil.test:{server.port}/"}).encode()

        class Site(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(site)

            def log_message(self, *_):
                pass

        evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        page.call("Page.navigate", url=f"http://evil.test:{evil.server_port}/")
        until(lambda: (page.run("document.title") or "").endswith("tried"), "the attack does not end")
        check("read" not in page.run("document.title"), f"another site reads: {page.run('document.title')}")
        page.run("document.forms[0].submit()")
        until(lambda: page.run("location.href").startswith(server.url), "the form is not sent")
        check("403" not in page.text("body") and "error" in page.text("body"), page.text("body"))
        page.call("Page.navigate", url=f"http://evil.test:{server.port}/")
        until(lambda: "not a name of this server" in (page.text("body") or ""), "a name that was made to lead here is answered")
        check(moves("PM104") == ["create"], f"an attack moves: {moves('PM104')}")
        evil.shutdown()


def without_dot():
    with Server(PATH="/nonexistent") as server, Page() as page:
        status, _, body = server.ask("/api/diagram?machine=payment&version=1")
        check(status == 404 and "graphviz" in body, f"without dot the diagram has status {status}: {body}")
        page.view(1280)
        page.visit(server.url + "#/machine/payment")
        page.shows("States")
        check(page.run("document.querySelector('#view svg') === null"), "there is a diagram without dot")


def ends_statements():
    """The database itself ends a statement of the page after 30 s: the process that sent it is killed before."""
    client = os.environ.get("CLIENT")
    if client is None:
        return

    def blocked():
        return subprocess.run(client, shell=True, input=os.environ["BLOCKED"], capture_output=True, text=True, check=True).stdout.strip()

    with Server() as server, subprocess.Popen(client, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        holder.stdin.write(os.environ["LOCK"] + " select 'locked';\n")
        holder.stdin.flush()
        check("locked" in holder.stdout.readline(), "the table is not locked")
        asked = threading.Thread(target=lambda: server.ask("/api/entities?machine=order"))
        asked.start()
        until(lambda: blocked() == "1", "the page does not wait for the lock")
        for child in pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        asked.join()
        check(blocked() == "1", "the statement ended with its process: this shows nothing of the server's limit")
        until(lambda: blocked() == "0", "the server does not end a statement of the page", 2 * WAIT)
        holder.stdin.close()


def goes_away():
    with Server() as server, Page() as page:
        page.view(1280)
        page.visit(server.url + "#/")
        page.shows("Payment")
        subprocess.run(os.environ["DROP"], shell=True, check=True)
        page.shows("trying again", "#state")
        check("Payment" in page.text(), "what was shown has gone with the database")
        status, _, body = server.ask("/api/locks")
        check(status == 503 and json.loads(body)["error"], f"without a database: {status} {body}")


def main():
    tokens = starts()
    reads()
    if IS_FIRST:
        holds()
        runs_few()
    acts(tokens)
    shows_actions()
    repairs()
    looks()
    acts_in_browser(tokens)
    statements = threading.Thread(target=ends_statements)
    statements.start()
    if IS_FIRST:
        attacks()
        without_dot()
    statements.join()
    goes_away()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
