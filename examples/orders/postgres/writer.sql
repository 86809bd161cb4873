-- A clerk at psql: has the money of every order, in no particular order, and says so. Each is a transaction of its
-- own. What was paid before, by another clerk, is ILLEGAL: an answer, no error.
select format('select status || coalesce('' -> '' || to_state, '' in '' || from_state) from order_pay(%s, %L)',
    id, :'clerk' || '-' || id)
  from orders order by random() \gexec
