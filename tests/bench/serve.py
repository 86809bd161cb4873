#!/usr/bin/env python3
"""serve.py PAWL PAWLCTL PGBENCH CONNINFO SCRATCH TRANSITIONS ROUNDS: what the live page takes, and what it costs the writers.

Fills an empty database with so many transitions. Asks each view many times, as people who open it do, and prints how long the
answers took. Then writers work with pgbench, without and with ten people who look, in turn.
"""
import http.client
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

PAWL, PAWLCTL, PGBENCH, CONNINFO, SCRATCH = sys.argv[1:6]
TRANSITIONS, ROUNDS = int(sys.argv[6]), int(sys.argv[7])
HERE = pathlib.Path(__file__).resolve().parent
ASKED, SECONDS, VIEWERS, EVERY, RENEWALS = 100, 2, 10, 4, 30
LIMIT_MS, LIMIT_COST = 200, 0.01
PARCELS = TRANSITIONS // 3 # each is created, sent and delivered, but for the last ones
PACKED, SENT, RUNS, DOORS = PARCELS // 30, PARCELS // 60, PARCELS // 30, 8192
short = False


def psql(sql):
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", CONNINFO], input=sql, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"serve.py: {done.stderr}")
    return done.stdout.strip()


def figure(name, value, limit, text):
    global short
    short = short or value > limit
    print(f"  {name:58} {text:>34}  <= {limit:<7g} {'ok' if value <= limit else 'SHORT'}", flush=True)


# ---- the database ----------------------------------------------------------------------------------------


def fill():
    gen = f"{SCRATCH}/gen"
    subprocess.run([PAWL, HERE / "serve.fsm", "-o", gen, "--emit=postgres"], check=True)
    psql("create table parcels (id text primary key)")
    subprocess.run([PAWLCTL, "apply", f"{gen}/serve.postgres.sql"], check=True, stdout=subprocess.DEVNULL)
    began = time.monotonic()
    tables = psql("select tgrelid::regclass from pg_trigger where tgname = 'pawl_refuse_write'").split()
    psql("set synchronous_commit = off; set session_replication_role = replica;\n"
         + "".join(f"alter table {table} disable trigger pawl_refuse_write;\n" for table in tables)
         + pathlib.Path(HERE / "serve/rows.sql").read_text().format(parcels=PARCELS, packed=PACKED, sent=SENT, runs=RUNS, doors=DOORS)
         + "".join(f"alter table {table} enable always trigger pawl_refuse_write;\n" for table in tables))
    psql("vacuum (analyze)")
    psql("checkpoint")
    print(f"{psql('select (select count(*) from parcel_transitions) + (select count(*) from door_transitions)')} transitions of {PARCELS} entities, "
          f"{RUNS} runs; filled in {time.monotonic() - began:.0f} s")


# ---- the page --------------------------------------------------------------------------------------------


class Server:
    def __init__(self):
        self.process = subprocess.Popen([PAWLCTL, "serve", "--listen=127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def ask(self, path, **headers):
        """How long the answer took, in milliseconds, and its age in seconds."""
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status != 200:
            sys.exit(f"serve.py: {path} has status {answer.status}: {body[:300]}")
        return (time.monotonic() - began) * 1000, int(answer.getheader("Age") or 0)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def parcel():
    return f"PC{random.randrange(1, PARCELS)}"


def entity():
    machine, each = random.choice([("parcel", parcel()), ("door", str(random.randrange(DOORS)))])
    return [f"/api/{path}?machine={machine}&id={each}" for path in ("history", "why")]


def run():
    return [f"/api/run?run={random.randrange(1, RUNS)}"]


VIEWS = {
    "machines": lambda: ["/api/stuck", "/api/status", "/api/queue"],
    "a machine": lambda: ["/api/machine?machine=parcel", "/api/queue?machine=parcel"],
    "its diagram": lambda: ["/api/diagram?machine=parcel&version=1"],
    "entities in a state": lambda: [f"/api/entities?machine=parcel&state={random.choice(['packed', 'sent', 'delivered', 'cancelled'])}"],
    "a later page of them": lambda: [f"/api/entities?machine=parcel&state=delivered&after={parcel()}"],
    "an entity": entity,
    "search by id": lambda: [f"/api/history?id={parcel()}"],
    "flows": lambda: ["/api/status"] + [f"/api/runs?flow=delivery&status={status}" for status in ("parked", "waiting")],
    "a flow": lambda: ["/api/status?machine=delivery", "/api/steps?flow=delivery"],
    "runs": lambda: [f"/api/runs?flow=delivery&status={random.choice(['done', 'cancelled', 'waiting', 'parked'])}"],
    "a run": run,
    "locks": lambda: ["/api/locks"],
    "outbox": lambda: ["/api/outbox"],
    "metrics": lambda: ["/metrics"],
}


def ask_all(server):
    print(f"\n{'each view ' + str(ASKED) + ' times, milliseconds':60} {'first':>8} {'median':>8} {'99 %':>8} {'age, s':>8}  goal")
    for name, view in VIEWS.items():
        took, oldest = [], 0
        for _ in range(ASKED):
            answers = [server.ask(path) for path in view()]
            took.append(max(each[0] for each in answers))
            oldest = max(oldest, *(each[1] for each in answers))
        ranked = sorted(took)
        late = ranked[-1 - ASKED // 100]
        figure(name, late, LIMIT_MS, f"{took[0]:8.0f} {ranked[ASKED // 2]:8.0f} {late:8.0f} {oldest:8}")


# ---- people who look, and writers ------------------------------------------------------------------------


class Viewers:
    """Each opens a view, renews it each few seconds as the page does, and after two minutes opens another one."""

    def __init__(self, server):
        self.server, self.looks, self.ends = server, threading.Event(), False
        names = ["machines"] * 4 + ["a machine"] * 3 + ["an entity"] * 3
        self.threads = [threading.Thread(target=self.look, args=(names[i],), daemon=True) for i in range(VIEWERS)]
        for thread in self.threads:
            thread.start()

    def look(self, name):
        renewals = random.randrange(RENEWALS)
        while True:
            paths, headers = VIEWS[name](), {}
            for _ in range(renewals + 1):
                self.looks.wait()
                for path in paths:
                    self.server.ask(path, **headers)
                headers = {"Cache-Control": "max-stale"}
                time.sleep(random.uniform(0.5, 1.5) * EVERY)
            renewals = RENEWALS


def used(pid):
    """Seconds of processor time of a process and of its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def cost_without_writers(server, viewers):
    """The whole of what they make the processors do."""
    postmaster = int(psql("select pg_read_file('postmaster.pid')").split()[0])
    pids, seconds = (postmaster, server.process.pid), 60 if ROUNDS > 9 else 20
    viewers.looks.set()
    time.sleep(3 * EVERY) # until each has opened a view
    before = sum(map(used, pids))
    time.sleep(seconds)
    viewers.looks.clear()
    time.sleep(1)
    share = (sum(map(used, pids)) - before) / seconds / os.cpu_count()
    figure("processor time of ten people who look, of the machine's", share, LIMIT_COST, f"{share:.4f}")


def rate():
    done = subprocess.run([PGBENCH, "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", str(SECONDS), "-f", f"{SCRATCH}/flip.sql", CONNINFO],
                          capture_output=True, text=True, check=False)
    found = re.search(r"tps = ([\d.]+) \(without", done.stdout)
    if found is None:
        sys.exit(f"serve.py: {done.stdout}{done.stderr}")
    return float(found[1])


def interval(samples):
    """Of the median, by order statistics, as figures.c has it: 95 %."""
    ranked, count = sorted(samples), len(samples)
    low = max(0, int(count / 2 - 0.98 * count ** 0.5) - 1)
    return ranked[low], ranked[count // 2], ranked[count - 1 - low]


def compare(viewers):
    pathlib.Path(SCRATCH, "flip.sql").write_text(f"\\set door random(0, {DOORS - 1})\nselect status from door_flip(:door::text);\n")
    rate()
    ratios, rates = [], ([], [])
    for turn in range(ROUNDS):
        got = [0, 0]
        for looks in (turn % 2, 1 - turn % 2):
            (viewers.looks.set if looks else viewers.looks.clear)()
            got[looks] = rate()
            rates[looks].append(got[looks])
        ratios.append(got[1] / got[0])
    print(f"\n8 writers, {ROUNDS} x {SECONDS} s, transitions a second: {sorted(rates[0])[ROUNDS // 2]:.0f}; "
          f"with ten people who look: {sorted(rates[1])[ROUNDS // 2]:.0f}")
    low, middle, high = interval(ratios)
    print(f"  {'what the writers lose, of 1':58} {f'{1 - middle:.4f} [{1 - high:.4f}, {1 - low:.4f}]':>34}")


def main():
    os.environ["PAWL_DB"] = CONNINFO
    fill()
    server = Server()
    ask_all(server)
    viewers = Viewers(server)
    print()
    cost_without_writers(server, viewers)
    compare(viewers)
    server.end()
    return short


sys.exit(main())
