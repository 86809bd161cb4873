-- A customer's program: @count orders, for three articles in turn. Writes the statements that create them.
insert into orders (placed_at)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < @count) select now(6) from numbers;
select concat('set @answer = pawl_database.order_create$5(', id, ', ''', elt(1 + id % 3, 'kettle', 'lamp', 'stool'),
    ''', 1, null, null); select json_value(@answer, ''$.status'');')
  from orders;
