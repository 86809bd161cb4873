#!/usr/bin/env python3
"""walk.py BUILD PAGE [HEADING]: follows a page, or the part under that heading, in an empty folder with an installed copy of BUILD.
walk.py --write FOLDER PAGE [HEADING]: only writes the files that the page shows.

The language of a fenced block decides its use:
  sh        bash runs it, in one shell for the whole page; it must succeed, unless an output follows
  none      the expected output of the `sh` block before it; fingerprints may differ
  console   is skipped
  another   a file; the last word in backticks before the block is its name

BUILD takes the place of build/own in `cmake --install`, and the commands that make build/own are skipped. The database
`shop` gets another name, since other tests use the server, too.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"`([^`\s]+)`[^`]*\Z")


def blocks(page, heading):
    """(line, language, code, name of the file) of each block."""
    text = page.read_text()
    begin, end = 0, len(text)
    if heading:
        found = re.search(rf"^(#+) {re.escape(heading)}$", text, re.M)
        if not found:
            sys.exit(f"{page}: no heading {heading}")
        begin = found.end()
        following = re.compile(rf"^#{{1,{len(found[1])}}} ", re.M)
        for next_heading in following.finditer(text, begin):
            if all(not (block.start() < next_heading.start() < block.end()) for block in BLOCK.finditer(text)):
                end = next_heading.start()
                break
    for block in BLOCK.finditer(text):
        if begin <= block.start() < end:
            named = FILE.search(text[begin:block.start()].rstrip().split("\n\n")[-1])
            yield text.count("\n", 0, block.start()) + 1, block[1], block[2], named and named[1]


def script(page, heading, build, out):
    """The commands for bash, and for each block with an output: (line, file with the output, expected output)."""
    found = list(blocks(page, heading))
    lines, prints = ["set -eo pipefail"], []
    for index, (line, language, code, name) in enumerate(found):
        if language == "sh":
            code = re.sub(r"^cmake .*build/own.*\n", lambda command: command[0].replace(
                "build/own", shlex.quote(build)) if "--install" in command[0] else "", code, flags=re.M)
            is_last = index + 1 == len(found) or found[index + 1][1] != ""
            log = out / str(line)
            lines += [f"echo {line} >{shlex.quote(str(out / 'at'))}", "set -e" if is_last else "set +e",
                      f"{{\n{code}}} >{shlex.quote(str(log))} 2>&1", "set -e"]
            if not is_last:
                prints.append((line, log, found[index + 1][2]))
        elif language not in ("", "console"):
            if not name:
                sys.exit(f"{page}:{line}: no file is named before this block")
            lines.append(f"cat >{shlex.quote(name)} <<'END OF {name}'\n{code}END OF {name}")
    return "\n".join(lines) + "\n", prints


def plain(text):
    """Lines to compare."""
    text = re.sub(r"\b[0-9a-f]{16}\b", "FINGERPRINT", text)
    return [line.rstrip() for line in text.strip().splitlines()]


def walk(build, page, heading):
    conninfo = dict(word.split("=", 1) for word in os.environ.get("PAWL_TEST_POSTGRES", "").split())
    if not conninfo:
        print('PAWL_TEST_POSTGRES is not set: give a superuser\'s "host=... user=... dbname=..."')
        return 77
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="pawl-walk."))
    try:
        home, folder, out = scratch / "home", scratch / "shop", scratch / "out"
        for made in (home, folder, out):
            made.mkdir()
        environment = os.environ | {"HOME": str(home), "PGDATABASE": "postgres"}
        environment |= {f"PG{key.upper()}": value for key, value in conninfo.items() if key in ("host", "port", "user", "password")}
        for variable in ("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH"):
            environment.pop(variable, None)
        subprocess.run(["cmake", "--install", build, "--prefix", home / "pawl"], check=True, stdout=subprocess.DEVNULL)
        environment["PATH"] = f"{home}/pawl/bin:{environment['PATH']}"
        # this build has Debian's folder of libraries, for packages; that of a reader has lib
        for file in next((home / "pawl").rglob("libpawl.so")).parent.glob("*"):
            if file.parent != home / "pawl/lib":
                (home / "pawl/lib" / file.name).symlink_to(file)
        environment["LD_LIBRARY_PATH"] = f"{home}/pawl/lib"
        environment["PKG_CONFIG_PATH"] = f"{home}/pawl/lib/pkgconfig"
        database = f"pawl_walk_{os.getpid()}"
        text, prints = script(page, heading, build, out)
        text = re.sub(r"\bshop\b", database, text)
        run = subprocess.run(["bash", "-c", text], cwd=folder, env=environment, capture_output=True, text=True)
        subprocess.run(["dropdb", "--if-exists", "--force", database], env=environment)
        failed = False
        if run.returncode != 0:
            at = (out / "at").read_text().strip()
            print(f"{page}:{at}: this failed:\n{(out / at).read_text()}{run.stderr}")
            failed = True
        for line, log, expected in prints:
            printed = log.read_text() if log.exists() else "(nothing was run)"
            if plain(printed) != plain(expected.replace("shop", database)):
                print(f"{page}:{line}: this prints:\n{printed}and the page shows:\n{expected}")
                failed = True
        return 1 if failed else 0
    finally:
        shutil.rmtree(scratch)


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--write"] and len(arguments) in (3, 4):
        for _, language, code, name in blocks(pathlib.Path(arguments[2]), arguments[3] if len(arguments) == 4 else None):
            if language not in ("", "sh", "console"):
                (pathlib.Path(arguments[1]) / name).write_text(code)
    elif len(arguments) in (2, 3):
        sys.exit(walk(arguments[0], pathlib.Path(arguments[1]), arguments[2] if len(arguments) == 3 else None))
    else:
        sys.exit(__doc__)


main()
