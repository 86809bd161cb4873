#!/usr/bin/env python3
"""Reads what pg_dump writes, and leaves out what differs from one pg_dump to the next (its version, and what only
newer ones say), the headings, and the definitions of functions in pawl_objects: each is taken from the function, which
the dump has made before, as the deployment took it."""
import re
import sys

text = sys.stdin.read()
for pattern in (
    r"^\\(un)?restrict .*\n",
    r"^-- Dumped (from|by) .*\n",
    r"^SET transaction_timeout.*\n",
    r"^\n--\n-- .*; Type: .*; Schema: .*; Owner: .*\n--\n\n",
):
    text = re.sub(pattern, "", text, flags=re.MULTILINE)
text = re.sub(
    r"^(INSERT INTO public\.pawl_objects VALUES \('\w*', 'function (.*)', 'owner .*\n(?:grants .*\n)?)"
    r"CREATE OR REPLACE (?:.*\n)*?'\);$",
    r"\1' || pg_catalog.pg_get_functiondef('\2'::pg_catalog.regprocedure));",
    text,
    flags=re.MULTILINE,
)
sys.stdout.write(text)
