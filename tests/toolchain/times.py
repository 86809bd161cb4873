#!/usr/bin/env python3
"""times.py SOURCE: the test clock moves every column for times, on each database.

On PostgreSQL it knows them by their type. On MariaDB and SQLite a time is a number, so it knows them by their names: as its
SQL lists them. Each column of type timestamptz must have such a name, and no other column. A number that only MariaDB or SQLite has
must be listed here, if it is no time.
"""
import glob
import os
import re
import sys

NO_TIMES = {
    'pawl_lock_keys': {'changes'}, 'pawl_run_waits': {'number'}, 'pawl_run_steps': {'duration_us'},
    'pawl_migrations': {'step'}, 'pawl_numbers': {'number', 'taken'}, 'pawl_freezes': {'deferrals'},
    'pawl_gates': {'passed'},
}
TABLE = re.compile(r'create table if not exists ([\w.{}]+?)(?:_pending|_current|_transitions)? \((.*?)^\)', re.S | re.M)
COLUMN = re.compile(r'^\s+(\w+)\s+(timestamptz|bigint|integer|datetime)\b(?!.*\bas \()', re.M)


def tables(source, database):
    found = {}
    for path in (glob.glob(f'{source}/runtime/{database}/schema/**/*.sql', recursive=True)
                 + glob.glob(f'{source}/compiler/emit/sql/{database}/*.sql')):
        with open(path, encoding='utf-8') as file:
            for name, columns in TABLE.findall(file.read()):
                name = re.sub(r'^(public|main|pawl_database|\{schema\})\.', '', name)
                found.setdefault(name, {}).update(COLUMN.findall(columns))
    return found


def names_of(path):
    """The list of names, and the end that others have."""
    with open(path, encoding='utf-8') as file:
        listed = re.search(r"in \(('at'[^)]*)\) or \w+\.\w+ like '%.(_at)' escape", file.read())
    return set(re.findall(r"'(\w+)'", listed.group(1))), listed.group(2)


def main():
    source, problems = sys.argv[1], []
    lists = [names_of(os.path.join(source, path)) for path in
             ('runtime/sqlite/sqlite.sql', 'runtime/mariadb/schema/test_clock/add.sql')]
    if lists[0] != lists[1]:
        problems.append('SQLite and MariaDB have different lists')
    names, end = lists[0]

    def is_time(column):
        return column in names or column.endswith(end)

    known = tables(source, 'postgres')
    assert len(known) > 20 and 'pawl_runs' in known, known.keys()
    for table, columns in known.items():
        for column, kind in columns.items():
            if is_time(column) != (kind == 'timestamptz'):
                problems.append(f'postgres: {table}.{column} is {kind}: the lists of names say otherwise')
    for database in ('mariadb', 'sqlite'):
        for table, columns in tables(source, database).items():
            for column in columns:
                no_time = column.startswith(('is_', 'was_')) or column in NO_TIMES.get(table, ()) or column in known.get(table, ())
                if not is_time(column) and not no_time:
                    problems.append(f'{database}: {table}.{column}: is it a time?')
    print('\n'.join(problems))
    sys.exit(bool(problems))


main()
