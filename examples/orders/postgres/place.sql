-- A customer's program: so many orders, for three articles in turn.
with placed as (
  insert into orders (placed_at) select now() from generate_series(1, :count) returning id)
select count((order_create(id, (array['kettle', 'lamp', 'stool'])[1 + id % 3], 1)).status) || ' placed' from placed;
