#!/usr/bin/python3
"""mermaid.py MERMAID.MIN.JS MARKDOWN...: whether Mermaid itself draws each block, with all its words."""

import html
import json
import pathlib
import re
import sys
import tempfile

import browser

PAGE = """<!DOCTYPE html><meta charset="utf-8"><script src="{script}"></script>"""

DRAW = """(async () => {{
    mermaid.initialize({{startOnLoad: false, securityLevel: 'strict'}});
    const drawn = await mermaid.render('drawn', {source});
    const part = document.createElement('div');
    part.innerHTML = drawn.svg;
    part.querySelectorAll('style').forEach(style => style.remove());
    return part.textContent;
}})()"""


def words(source):
    """What must be seen: labels of states and arrows, and notes; apart from blanks, which are broken anew."""
    for label in re.findall(r'"(.*)"| : (.*)', source):
        yield from "".join(label).split("<br/>")


def bare(text):
    return "".join(html.unescape(text).split()).replace("\u2060", "")


def main():
    script = pathlib.Path(sys.argv[1]).resolve().as_uri()
    failed = False
    with tempfile.TemporaryDirectory() as work, browser.Browser() as chromium:
        page = pathlib.Path(work) / "page.html"
        page.write_text(PAGE.format(script=script))
        for path in sys.argv[2:]:
            for source in re.findall(r"^```mermaid\n(.*?)^```$", pathlib.Path(path).read_text(), re.M | re.S):
                chromium.open(page)
                drawn = bare(chromium.run(DRAW.format(source=json.dumps(source))))
                missing = [word for word in words(source) if bare(word) not in drawn]
                print(f"{path}: {'drawn' if not missing else f'does not show {missing}'}")
                failed = failed or bool(missing)
    sys.exit(1 if failed else 0)


main()
