#!/usr/bin/python3
"""server.py RECORD MODE [CERTIFICATE]: an HTTP server that keeps the bodies of what it accepts in RECORD, a line each.

It prints its port. The file MODE has what it does now, which may be changed at any time:

  accept             204
  storm              now and then 500, or the connection is cut, before the event is kept or after it
  silent             no answer
  STATUS [ENTITY]    this status, without keeping the event; with an entity only for its events
  later N            429 with `Retry-After: N` at first; what comes after that and before its time is a problem
  later date N       the same with the time of N seconds later
  token              204 with the right header Authorization, otherwise 401

RECORD.problems has what is wrong with requests: each event has its own Idempotency-Key, the same each time.
"""

import email.utils
import http.server
import json
import pathlib
import random
import ssl
import sys
import threading
import time

record, mode_path = map(pathlib.Path, sys.argv[1:3])
lock = threading.Lock()
keys = {}
refused_at = []  # when `later` has refused


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def problem(self, text):
        with open(f"{record}.problems", "a", encoding="utf-8") as file:
            file.write(text + "\n")

    def answer(self, status, *headers):
        self.send_response(status)
        for header in headers:
            self.send_header(*header)
        if 300 <= status < 400:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0" if status == 204 else "5")
        self.end_headers()
        self.wfile.write(b"" if status == 204 else b"words")

    def keep(self, body):
        with open(record, "ab") as file:
            file.write(body + b"\n")

    def check(self, body):
        event = json.loads(body)
        key = self.headers["Idempotency-Key"]
        if not key.isascii() or not key.isprintable() or " " in key:
            self.problem(f"{key}: a header that not every server takes")
        if keys.setdefault(key, (event["id"], event["created_at"])) != (event["id"], event["created_at"]):
            self.problem(f"{event['id']} and {keys[key]} have the key {key}")
        if keys.setdefault(event["id"], key) != key:
            self.problem(f"{event['id']} has the keys {key} and {keys[event['id']]}")
        if self.headers["traceparent"] != event["traceparent"]:
            self.problem(f"{event['id']} has the trace {self.headers['traceparent']}")
        if self.headers["Content-Type"] != "application/json" or self.path != "/events?shop=1":
            self.problem(f"{self.path}, {self.headers}")
        return event["entity"]

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        mode = mode_path.read_text().split()
        with lock:
            entity = self.check(body)
            chance = random.random() if mode[0] == "storm" else 1
            if 0.02 <= chance < 0.07:
                return self.answer(500)
            if mode[0] == "later" and not refused_at:
                refused_at.append(time.monotonic())
                after = mode[1] if mode[1] != "date" else email.utils.formatdate(time.time() + int(mode[2]), usegmt=True)
                return self.answer(429, ("Retry-After", after))
            if mode[0] == "later" and time.monotonic() - refused_at.pop() < min(int(mode[-1]) - (mode[1] == "date"), 5) - 0.01:
                self.problem("an event is sent again before the time of Retry-After")
            if mode[0] == "token":
                is_known = self.headers["Authorization"] == "Bearer sesame" and self.headers["X-Shop"] == "one: two"
                mode = ["accept" if is_known else "401"]
            if mode[0].isdigit() and entity in (mode[1:] or [entity]):
                return self.answer(int(mode[0]))
            if mode[0] != "silent" and chance >= 0.02:
                self.keep(body)
        if mode[0] == "silent":
            time.sleep(600)
        if chance < 0.09:
            self.close_connection = True
            return self.connection.close()
        return self.answer(204)

    def do_GET(self):
        self.problem("a redirect was followed")
        self.answer(204)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 100

    def handle_error(self, request, client_address):
        pass  # clients are killed


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
server.serve_forever()
