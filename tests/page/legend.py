#!/usr/bin/python3
"""legend.py PAWL: each legend has the signs of its picture and no others, each drawn as in the picture.

Reads the DOT and the page of each machine and flow of examples/, tests/corpus and others. A legend does not depend on
the layout.
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
FILES = [file for folder in ("../examples/*", "corpus", "golden/diagrams", "golden/outputs", "pawlctl")
         for file in sorted(TESTS.glob(f"{folder}/*.fsm"))]
PLAIN = "#f5f6f8", "#8c96a5"  # the box of a state that nothing is said of
AMBER = "#7d5200"


def attribute(text, name, default=""):
    found = re.search(rf'\b{name}="?([^",;\s\]]+)', text)
    return found.group(1) if found else default


def lines_of(label):
    return [html.unescape(re.sub(r"<[^>]*>", "", line)).replace("\xa0", " ").strip()
            for line in re.split(r"<br[^>]*>", label)]


def words_in(name, kind, label):
    """The signs that are words, in the label of a node."""
    lines, is_event = lines_of(label), kind.startswith("event") or kind == "title"
    text = " ".join(lines)
    yield "a_b", not is_event and name in lines[1:]
    yield "n states", "closed" in kind and re.search(r"\d states\b", text)
    yield "undo", kind.startswith("step") and any(line.startswith("undo: ") for line in lines)
    yield "stays done", kind.startswith("step") and "stays done" in lines
    if is_event:
        yield "from", any(re.match("(or )?from .*", line) for line in lines)
        yield "→", "→" in text
        yield "amber", AMBER in label and "timer" not in kind
        yield "[ ]", "[" in text
        yield "NOT", re.search(r"(\[|: |and )NOT ", text)
        yield "[1: ]", re.search(r"\[\d+: ", text)
        yield "/", any(re.search(r"(^|\] )/ (?!then\b)", " ".join(pair)) for pair in zip(lines, lines[1:] + [""]))
        yield "then", re.search("[/,] then ", text)


class Graph:
    def __init__(self, text):
        body, legend = text.split("labelloc=b;")
        self.name = body.split('"')[0]
        self.boxes, self.lines, self.words = set(), set(), set()
        body = re.sub(r'\[class=title, .*?, (label=<.*>)\];', r'[\1, class="title"];', body)
        for name, label, kind, rest in re.findall(r'"([^"\n]*)" \[(?:label=<(.*)>, )?(?:margin=0, )?class="?([\w ]+)"?(.*)\];', body):
            self.words |= {word for word, is_there in words_in(name.split(".", 1)[-1], kind, label) if is_there}
            if re.match("state|step|begin created|end|lock|any", kind):
                self.boxes.add((attribute(rest, "fillcolor", PLAIN[0]), attribute(rest, "color", PLAIN[1]),
                                attribute(rest, "peripheries", "1"), "penwidth" in rest, "dashed" in rest))
        self.groups = set(re.findall(r'class=composite; bgcolor="(.*?)"; color="(.*?)"', body))
        for kind, rest in re.findall(r' -> .* \[class="(move[^"]*)"(.*)\];', body):
            if kind != "move":
                self.lines.add((attribute(rest, "color"), "penwidth" in rest, "dashed" in rest))
        self.words |= {"●—"} if re.search(r"arrow(?:tail|head)=dot", body) else set()
        self.read_legend(legend)

    def read_legend(self, legend):
        self.told_boxes, self.told_lines, self.told_words = set(), set(), set()
        for cell in re.findall(r"<td (?:align=\"right\"|colspan=\"2\").*?(?=<td align=\"right\"|<td colspan=\"2\"|$)", legend,
                               re.S):
            box = re.search(r'<table ([^>]*bgcolor="[^>]*)>', cell)
            if 'colspan="2"' in cell:
                self.told_words.add(html.unescape(re.search(r"<font[^>]*>(.*?)</font>", cell).group(1)))
            elif box:
                look = box.group(1)
                self.told_boxes.add((attribute(look, "bgcolor"), attribute(look, "color"), str(cell.count("<table")),
                                     attribute(look, "border") == "2", "dashed" in look))
            else:
                look = re.search(r'<td width="24"[^>]*>', cell).group()
                self.told_lines.add((attribute(look, "color"), attribute(look, "border") == "2", "dashed" in look))

    def problems(self):
        drawn = self.boxes | {(*look, "1", False, False) for look in self.groups}
        for look in (self.told_boxes - drawn) | (self.told_lines - self.lines):
            yield f"the legend of {self.name} shows {look}, which is not drawn"
        if self.words != self.told_words:
            yield f"the legend of {self.name} tells of {sorted(self.told_words)}, and there are {sorted(self.words)}"
        for look in self.boxes:
            is_told = look[:3] in {told[:3] for told in self.told_boxes}
            if look[:2] != PLAIN and not is_told and look[1] != PLAIN[1]:
                yield f"the legend of {self.name} has no {look}"
            if look[3] and not any(told[3] for told in self.told_boxes):
                yield f"the legend of {self.name} does not tell of thick boxes"
        for at, what in ((1, "thick"), (2, "dashed")):
            if any(look[at] for look in self.lines) != any(told[at] for told in self.told_lines):
                yield f"the legend of {self.name} and its picture differ in {what} lines"


def shapes_of(picture):
    for shape in re.findall(r"<(?:path|polygon|polyline|ellipse|circle|rect) [^>]*>", picture):
        yield tuple(attribute(shape, name, default) for name, default in
                    (("fill", "none"), ("stroke", "none"), ("stroke-width", "1"), ("stroke-dasharray", ""))
                    if "circle" not in shape and "ellipse" not in shape or name == "fill")


def page_problems(name, page, graphs):
    """Of each figure: the shapes in its legend are in its picture; its words are those of the DOT."""
    words = set()
    for figure in re.findall(r'<figure class="diagram">(.*?)</figure>', page, re.S):
        picture, legend, rest = re.search(r"(.*)<ul class=\"legend\"(.*?)</ul>(.*)", figure, re.S).groups()
        if picture.count('class="scroll picture') != 1:
            yield f"the legend of the page of {name} is not below the first picture"
        picture += rest
        for shape in set(shapes_of(legend)) - set(shapes_of(picture)):
            yield f"the legend of the page of {name} shows {shape}, which is not drawn"
        words |= set(re.findall(r'<span class="sign">(.*?)</span>', legend))
    told = set().union(*(graph.told_words for graph in graphs)) - {"a_b"}
    is_same = page.count('class="scroll picture') == len(graphs)  # without names, more fits one picture
    if is_same and {html.unescape(word) for word in words} != told:
        yield f"the legends of the page of {name} tell of {sorted(words)}, and the DOT of {sorted(told)}"


def main():
    problems, seen = [], set()
    os.environ["PATH"] = f"{TESTS}/support/hidden_lines:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            made = subprocess.run([sys.argv[1], file, "-o", folder, "--emit=dot,html"], capture_output=True, text=True)
            if made.returncode != 0:
                continue
            dot = pathlib.Path(folder, file.stem + ".dot").read_text()
            graphs = [Graph(text) for text in re.split(r'^digraph "', dot, flags=re.M)[1:]]
            for graph in graphs:
                problems += [f"{file.name}: {problem}" for problem in graph.problems()]
                seen |= graph.words
            problems += page_problems(file.name, pathlib.Path(folder, file.stem + ".html").read_text(), graphs)
    known = {"●—", "a_b", "n states", "undo", "stays done", "from", "→", "amber", "[ ]", "NOT", "[1: ]", "/", "then"}
    if seen != known:
        problems.append(f"no machine here has {sorted(known - seen)}")
    print("\n".join(problems) or f"{len(FILES)} files: each legend as its picture")
    return bool(problems)


sys.exit(main())
