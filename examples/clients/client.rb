# PGDATABASE=shop ruby client.rb PAYMENT: a payment, with its row in one transaction; then its submission, twice.
require "pg"

payment = ARGV[0]
db = PG.connect
db.transaction do # commits; after an exception rolls back
  db.exec_params("insert into payments values ($1)", [payment])
  created = db.exec_params("select status from payment_create($1, 900, 'EUR')", [payment])
  puts ["create", *created.values[0]].join(" ")
end
%w[SB1 SB2].each do |bank|
  submitted = db.exec_params("select status, coalesce(to_state, detail) from payment_submit($1, $2, request_id => $2)", [payment, bank])
  puts ["submit", *submitted.values[0]].join(" ")
end
