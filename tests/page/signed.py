#!/usr/bin/python3
"""signed.py PAWL: `pawl check --signed` takes the page of a file as it was written, signed or saved by a browser, and no other.

The page is edited in one place at a time, also with its own hash put right; see README.md.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import browser

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE.parent / "golden"
FILL = """(() => { for (const line of document.querySelectorAll('.signature dd')) line.textContent = 'Jane <Doe>';
    return '<!DOCTYPE html>' + document.documentElement.outerHTML; })()"""


class Checks:
    def __init__(self, pawl, work):
        self.pawl, self.work, self.problems = pawl, pathlib.Path(work), []

    def run(self, *words):
        return subprocess.run([self.pawl, *map(str, words)], capture_output=True, text=True)

    def page(self, path, *options):
        done = self.run(path, "-o", self.work, "--emit=html", *options)
        assert done.returncode == 0, done.stderr
        return (self.work / path.name).with_suffix(".html").read_text()

    def expect(self, status, words, what, file, page):
        """page: its text, or a path."""
        path = page if isinstance(page, pathlib.Path) else self.work / "signed.html"
        if path is not page:
            path.write_bytes(page.encode())
        done = self.run("check", "-Wno-all", f"--signed={path}", *([file] if isinstance(file, pathlib.Path) else file))
        if done.returncode != status or words not in done.stderr or (status == 0) != (done.stderr == ""):
            self.problems.append(f"{what}: {done.returncode}, {done.stderr.strip()}")
        return done.stderr


def with_its_hash(page, complaint):
    """What somebody would do who knows how the hash is made."""
    new, old = re.search(r"has the hash (\w+), not (\w+)", complaint).groups()
    return page.replace(f'content="{old}"', f'content="{new}"')


def check_file(checks, path, chromium):
    page = checks.page(path)
    checks.expect(0, "", "as written", path, page)
    checks.expect(0, "", "with the line ends of another system", path, page.replace("\n", "\r\n"))
    checks.expect(0, "", "signed by a pen", path, page.replace("<dd></dd>", "<dd>Jane</dd>"))
    chromium.open(checks.work / f"{path.stem}.html")
    checks.expect(0, "", "saved by a browser", path, chromium.run(FILL))
    edits = [(r'<td class="to"><b class="state">([^<]+)', "Elsewhere"), (r"Whatever (is) not written", "was"),
             (r'<h\d id="m1-moves">([^<]+)', "What could happen"), (r"<style>\n()", ".happens { display: none; }"),
             (r"<h1>()", "Draft: "), (r"</html>()", "<p>Never mind.</p>"), (r'<body>()', "<p>Never mind.</p>"),
             (r"signature covers the words of this page, not (its pictures)", "its rules"), (r"I have read this page, and this is (how)", "not how")]
    for form, new in edits:
        found = re.search(form, page)
        if not found:
            continue
        edited = page[:found.start(1)] + new + page[found.end(1):]
        complaint = checks.expect(1, "was edited", f"with {new} for {form}", path, edited)
        if complaint:
            checks.expect(1, "other words", f"with {new} for {form} and its hash", path, with_its_hash(edited, complaint))
    found = re.search(r"<text[^>]*>([^<]+)", page)
    checks.expect(1, "was edited", "with another picture", path, page[:found.start(1)] + "x" + page[found.end(1):])
    checks.expect(1, "was edited", "cut off", path, page[:page.index("</main>") - 2000])
    checks.expect(1, "pawl did not write this page", "another page", path, "<html><body>payment</body></html>")
    checks.expect(1, "pawl did not write this page", "an empty page", path, "")


def main():
    os.environ["PATH"] = f"{HERE.parent}/support/hidden_lines:{os.environ['PATH']}"  # the layout is not signed
    with tempfile.TemporaryDirectory(prefix="pawl-signed.") as work, browser.Browser() as chromium:
        checks = Checks(sys.argv[1], work)
        for name in "diagrams/claim.fsm", "diagrams/shop.fsm", "outputs/texts.fsm", "../page/lacks.fsm":
            check_file(checks, (GOLDEN / name).resolve(), chromium)
        claim, before = GOLDEN / "diagrams/claim.fsm", HERE / "claim_before.fsm"
        checks.expect(0, "", "with its changes", claim, checks.page(claim, f"--since={before}"))
        checks.expect(0, "", "for another database", claim, checks.page(claim, "--databases=mariadb"))
        page = checks.page(before)
        checks.expect(1, "another version of `claim`", "the page of the version before", claim, page)
        checks.expect(1, "another version of `order`", "the page of another file", GOLDEN / "diagrams/shop.fsm", page)
        text = (GOLDEN / "diagrams/shop.fsm").read_text()
        less = pathlib.Path(work) / "shop.fsm"
        less.write_text(text[:text.rindex("\nflow ")])
        checks.expect(1, "other words", "the page of a file with one flow more", less, checks.page(GOLDEN / "diagrams/shop.fsm"))
        checks.expect(2, "cannot read", "a page that is not there", claim, pathlib.Path(work) / "none.html")
        checks.expect(2, "one .fsm file", "two files", [claim, before], page)
        broken = pathlib.Path(work) / "claim.fsm"
        broken.write_text("pawl 1; machine")
        checks.expect(1, "error", "a file with errors", broken, page)
    print(*checks.problems, sep="\n")
    return 1 if checks.problems else 0


try:
    sys.exit(main())
except FileNotFoundError as missing:
    print(missing, file=sys.stderr)
    sys.exit(77)  # ctest takes it for skipped
