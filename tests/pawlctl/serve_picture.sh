#!/bin/bash
# serve_picture.sh PAWLCTL PAWL: draws runtime/serve.png, which README shows, from a database of its own.
set -eu
pawlctl=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d /tmp/pawlctl.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
export PAWL_DB=sqlite:$scratch/demo.db
"$2" "$here/../../examples/payments/payment.fsm" -o "$scratch" --emit=sqlite
sqlite3 "$scratch/demo.db" "create table payments (id text primary key)"
"$pawlctl" apply "$scratch/payment.sqlite.sql" >/dev/null

# fire EVENT FIRST LAST [NAME=VALUE]...: at each of these payments
fire() {
    for ((i = $2; i <= $3; i++)); do
        [ "$1" != create ] || sqlite3 "$scratch/demo.db" "insert into payments values ('PM$i')"
        "$pawlctl" fire payment "PM$i" "$1" "${@:4}" --actor=web >/dev/null
    done
}
fire create 101 160 amount=500 currency=EUR
fire submit 101 148 submission_id=SB1
fire confirm 101 136
fire cancel 137 139 reason=duplicate
"$pawlctl" freeze payment --mode=sleep --reason="the bank is being upgraded" >/dev/null
PYTHONPATH=$here/../page python3 - "$pawlctl" "$here/../../runtime/serve.png" <<'END'
import base64
import subprocess
import sys
import time

from browser import FLAGS, Browser

FLAGS.append("--disable-lcd-text")  # a third of the bytes

server = subprocess.Popen([sys.argv[1], "serve", "--listen=127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
url = server.stdout.readline().split()[1].rstrip(";")
with Browser() as page:
    page.view(920)
    page.call("Page.navigate", url=url + "#/machine/payment")
    while not page.run("document.querySelector('.diagram') !== null"):
        time.sleep(0.1)
    with open(sys.argv[2], "wb") as picture:
        clip = {"x": 0, "y": 0, "width": 920, "height": page.run("document.querySelector('.diagram').getBoundingClientRect().bottom"), "scale": 1}
        picture.write(base64.b64decode(page.call("Page.captureScreenshot", format="png", clip=clip)["data"]))
server.terminate()
END
