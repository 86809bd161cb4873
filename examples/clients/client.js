// PGDATABASE=shop node client.js PAYMENT: a payment, with its row in one transaction; then its submission, twice.
const { Client } = require("pg");
(async (payment) => {
  const db = new Client();
  await db.connect();
  const fire = async (event, text, values) => console.log(event, ...(await db.query({ text, values, rowMode: "array" })).rows[0]);
  await db.query("begin"); // after an exception the connection ends, and the transaction with it
  await db.query("insert into payments values ($1)", [payment]);
  await fire("create", "select status from payment_create($1, 900, 'EUR')", [payment]);
  await db.query("commit");
  for (const bank of ["SB1", "SB2"])
    await fire("submit", "select status, coalesce(to_state, detail) from payment_submit($1, $2, request_id => $2)", [payment, bank]);
  await db.end();
})(process.argv[2]);
