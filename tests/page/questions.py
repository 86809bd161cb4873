#!/usr/bin/python3
"""questions.py CLAIM.DOT: whether the drawn picture of the claim answers the questions of somebody who has not seen its source.

Only what can be seen is used: words, which box they stand in, where an arrow begins and ends, dashes, double
lines.
"""

import json
import subprocess
import sys


def words(thing):
    return [operation["text"].strip() for operation in thing.get("_ldraw_", []) if operation["op"] == "T"]


class Picture:
    def __init__(self, path):
        drawn = json.loads(subprocess.run(["dot", "-Tjson", path], check=True, capture_output=True).stdout)
        self.objects = drawn["objects"]
        self.boxes = {thing["name"]: thing for thing in self.objects if "nodes" in thing}
        lines = [self.ends(edge) for edge in drawn["edges"] if edge.get("style") != "invis"]
        self.arrows = []  # through the boxes with their words
        for start, event in lines:
            if event.get("class", "").startswith("event"):
                ends = [end for other, end in lines if other is event]
                dashed = "timer" in event["class"]
                self.arrows += [(self.title(start), self.title(end), " ".join(words(event)), dashed) for end in ends]

    def title(self, thing):
        """A box's is a node in it."""
        if "nodes" in thing:
            thing = next(self.objects[node] for node in thing["nodes"] if self.objects[node].get("class") == "title")
        return (words(thing) or [""])[0]

    def ends(self, edge):
        ends = [self.objects[edge["tail"]], self.objects[edge["head"]]]
        for i, key in enumerate(("ltail", "lhead")):
            if key in edge:
                ends[i] = self.boxes[edge[key]]
        if edge.get("dir") == "back":
            is_reversed = edge.get("arrowtail", "normal") == "normal"
        else:
            is_reversed = edge.get("arrowhead", "normal") != "normal"
        return ends[::-1] if is_reversed else ends

    def finals(self):
        """Boxes with a line around the line."""
        return {self.title(thing) for thing in self.objects
                if sum(operation["op"] in "bB" for operation in thing.get("_draw_", [])) > 1}

    def begins(self):
        return {(to, label) for start, to, label, _ in self.arrows if start == ""}

    def leads(self, start, word):
        return {(to, label, dashed) for begin, to, label, dashed in self.arrows if begin == start and word in label}


def main():
    picture = Picture(sys.argv[1])
    # How does a claim begin, and in which state?
    assert picture.begins() == {
        ("Being written", "Customer reports damage"),
        ("Being checked", "Take over from the old system"),
    }, picture.begins()
    # What happens to a claim under review if nothing else happens?
    assert picture.leads("Under review", "after") == {("Declined", "after 90 days: No answer", True)}
    # What does the approval depend on, and where does it lead?
    assert picture.leads("Being checked", "Approve") == {
        ("Approved", "Approve [1: covered] / reserve money", False),
        ("Waiting for the", "Approve [otherwise] or Ask the customer", False),
    }, picture.leads("Being checked", "Approve")
    # In which states can it end?
    assert picture.finals() == {"Paid out", "Closed", "Withdrawn"}, picture.finals()
    # Can a withdrawn claim come back?
    assert picture.leads("Withdrawn", "") == {("Being written", "retry (although ended)", False)}


main()
