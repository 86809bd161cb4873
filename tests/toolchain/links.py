#!/usr/bin/env python3
"""links.py PAWL SOURCE [CC]: the pages of the tree. links.py FOLDER: the links alone, of pages that are installed.

All relative links in all Markdown files resolve, their anchors too, and the files that sources name are there; README.md is a front page of a length that is read;
and the C of README.md and runtime/C_API.md compiles against the header that PAWL writes for the machine on that page.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FRONT_PAGE_LINES_MAX = 180
FENCE = re.compile(r"^( *)(```+|~~~+)(.*)$")
LINK = re.compile(r"(?<!\\)\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s+(\S+)")
NOT_RELATIVE = re.compile(r"^[a-z][a-z0-9+.-]*:|^//")

NAMED_FILE = re.compile(r"\b((?:compiler|runtime|grammar|examples|tests)/[\w./-]*\.(?:c|h|sql|re|y|def|py|sh|md))\b")

# What a statement on the page may take for given.
STATEMENTS_BEGIN = """static void snippet_{number}(struct pawl_db *db) {{
    struct pawl_error err = PAWL_ERROR_INIT;
    (void)db, (void)err;
    {{
"""
STATEMENTS_END = "    }\n}\n"
# Each snippet shows one thing, and leaves values unused that the next line of a real program would use.
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror", "-Wno-unused-variable", "-Wno-unused-function",
            "-Wno-unused-but-set-variable"]

failures = []


def fail(where, what):
    failures.append(f"{where}: {what}")


CONFLICT = re.compile(r"^(<<<<<<<|>>>>>>>) ")


def pages(root):
    for page in sorted(root.rglob("*.md")):
        if not {"build", ".git", "gen"} & set(page.relative_to(root).parts):
            yield page


def split(text):
    """(number, line) of what is prose, and (number, language, code) of each fenced block."""
    prose, blocks, fence, code = [], [], None, []
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line)
        if fence is None and found:
            fence, code = (number, found[2], found[3].strip()), []
        elif fence is not None and found and found[2].startswith(fence[1]) and not found[3].strip():
            blocks.append((fence[0], fence[2], "\n".join(code) + "\n"))
            fence = None
        elif fence is not None:
            code.append(line)
        else:
            prose.append((number, line))
    return prose, blocks


def slug(heading):
    """As GitHub makes an anchor of a heading."""
    words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def anchors(page, known={}):
    if page not in known:
        found, counts = set(), {}
        for _, line in split(page.read_text())[0]:
            heading = re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
            if heading:
                name = slug(heading[1])
                count = counts.get(name, 0)
                counts[name] = count + 1
                found.add(f"{name}-{count}" if count else name)
            found.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
        known[page] = found
    return known[page]


def check_link(root, page, number, target):
    where = f"{page.relative_to(root)}:{number}"
    path, _, anchor = target.partition("#")
    if NOT_RELATIVE.match(target):
        return
    if path.startswith("/"):
        fail(where, f"{target} is no relative link")
        return
    there = (page.parent / path).resolve() if path else page
    if root not in there.parents and there != root:
        fail(where, f"{target} leads out of the tree")
    elif not there.exists():
        fail(where, f"{target} is not there")
    elif anchor:
        if there.is_dir():
            there = there / "README.md"
        if there.suffix != ".md" or not there.is_file():
            fail(where, f"{target}: only pages have anchors")
        elif anchor not in anchors(there):
            fail(where, f"{target}: {there.relative_to(root)} has no such heading")


def check_links(root):
    count = 0
    for page in pages(root):
        # what stands between backticks is shown as it is, also over the end of a line
        for number, line in enumerate(page.read_text().splitlines(), 1):
            if CONFLICT.match(line):
                fail(f"{page.relative_to(root)}:{number}", "two versions of the page were merged, and both left standing")
        lines = split(page.read_text())[0]
        text = re.sub(r"(`+)(?:(?!\1)[^\n]|\n(?!\n))*?\1(?!`)", lambda code: "\n" * code[0].count("\n"),
                      "\n".join(line for _, line in lines))
        for (number, _), line in zip(lines, text.split("\n")):
            for target in LINK.findall(line) + DEFINITION.findall(line):
                count += 1
                check_link(root, page, number, target)
    if count < 50:
        fail("links", f"only {count} were found")


def check_named_files(root):
    """A source that says where another part stands names a file of the tree."""
    for folder in ("compiler", "runtime", "grammar"):
        for source in sorted((root / folder).rglob("*")):
            if source.suffix not in (".c", ".h", ".sql", ".re", ".y"):
                continue
            for number, line in enumerate(source.read_text().splitlines(), 1):
                for name in NAMED_FILE.findall(line):
                    if not (root / name).exists():
                        fail(f"{source.relative_to(root)}:{number}", f"{name} is not there")


def check_front_page(root):
    count = len((root / "README.md").read_text().splitlines())
    if count > FRONT_PAGE_LINES_MAX:
        fail("README.md", f"{count} lines, and a front page has at most {FRONT_PAGE_LINES_MAX}")


def is_file_scope(code):
    return re.search(r"^(static |#include|struct \w+ \{|enum \w+ \{)", code, re.M) is not None


def check_snippets(root, pawl, compiler, page, at_least):
    blocks = split(page.read_text())[1]
    machines = "\n".join(code for _, language, code in blocks if language == "fsm")
    snippets = [(number, code) for number, language, code in blocks if language == "c"]
    if not machines or len(snippets) < at_least:
        fail(page.name, "has no machine, or hardly any C")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "payment.fsm").write_text(machines)
        compiled = subprocess.run([pawl, folder / "payment.fsm", "-o", folder, "--emit=header"],
                                  capture_output=True, text=True)
        if compiled.returncode != 0:
            fail(page.name, f"its machine does not compile:\n{compiled.stderr}")
            return
        source = ['#include "payment.h"\n#include <stdio.h>\n']
        for number, code in snippets:
            whole = is_file_scope(code)
            source += ["" if whole else STATEMENTS_BEGIN.format(number=number), f'#line {number + 1} "{page}"\n', code,
                       "" if whole else STATEMENTS_END]
        (folder / "page.c").write_text("".join(source))
        compiled = subprocess.run([*compiler.split(), "-std=c17", "-fsyntax-only", *WARNINGS, "-I", folder,
                                   "-I", root / "runtime", folder / "page.c"], capture_output=True, text=True)
        if compiled.returncode != 0:
            fail(page.name, f"its C does not compile:\n{compiled.stderr}")


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[min(len(sys.argv) - 1, 2)]).resolve()
    check_links(root)
    if len(sys.argv) > 2:
        check_named_files(root)
        check_front_page(root)
        for page, at_least in (("README.md", 1), ("runtime/C_API.md", 10)):
            check_snippets(root, sys.argv[1], sys.argv[3] if len(sys.argv) == 4 else "cc", root / page, at_least)
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
