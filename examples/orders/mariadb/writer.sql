-- A clerk at mariadb, @clerk: has the money of every order, in no particular order, and says so. Writes a statement for
-- each order, since each is to be a transaction of its own. What was paid before, by another clerk, is ILLEGAL: an answer,
-- no error.
select concat('set @answer = pawl_database.order_pay$8(', id, ', ''', @clerk, '-', id, ''', null, null, null, null, null, null);',
    ' select concat(json_value(@answer, ''$.status''), coalesce(concat('' -> '', json_value(@answer, ''$.to'')),',
    ' concat('' in '', json_value(@answer, ''$.from''))));')
  from orders order by rand();
