#!/usr/bin/python3
# PGDATABASE=shop client.py PAYMENT: a payment, with its row in one transaction; then its submission, twice.
import sys
import psycopg2

payment = sys.argv[1]
db = psycopg2.connect("")
with db, db.cursor() as sql:  # commits; after an exception rolls back
    sql.execute("insert into payments values (%s)", [payment])
    sql.execute("select status from payment_create(%s, 900, 'EUR')", [payment])
    print("create", *sql.fetchone())
with db, db.cursor() as sql:
    for bank in "SB1", "SB2":
        sql.execute("select status, coalesce(to_state, detail) from payment_submit(%s, %s, request_id => %s)", [payment, bank, bank])
        print("submit", *sql.fetchone())
