set time zone 'UTC';
select status from "table".current_create(3, 'a', 2, 3, true, '2001-02-03 04:05:06.000007');
select status from "table".current_create(1, 'a', 2, 3, true, 'infinity');
select status from "table".current_create(1, 'a', 9223372036854775807, 3, true, '2001-02-03 04:05:06.000007');
select status from "table"."current_user"(1);
select status from "table"."current_user"(1, 't', 1, 2, false, '9999-12-31 23:59:59.999999', 'bob');
select status from "table"."current_date"(1, 'x', null, '1969-12-31 23:59:59.999999');
select status from "table"."current_user"(1);
select current_id, event, from_state, to_state, "select", "values", "position", found, "order", "time", "offset",
       "row", head, "current_date", outcome, raise
  from "table".current_transitions order by sort_key;
