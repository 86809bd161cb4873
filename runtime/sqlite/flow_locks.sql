-- The locks of runs on SQLite, and the queues in which runs wait for them. A lock of all types has the type ''.

-- ---- the first of those who wait ----

{define first_wait_of_all_types}
select run, key, type, flow, number from main.pawl_run_waits
where key = ?1 and type = ''
order by number limit 1

{define first_wait_of_next_type}
-- Of the type that comes after parameter 2.
select run, key, type, flow, number from main.pawl_run_waits
where key = ?1 and type > ?2
order by type, number limit 1

-- ---- what is in the way ----

{define end_of_lock_in_the_way}
select until from main.pawl_locks
where key = ?1 and (type = ?2 or '' in (type, ?2)) and owner <> ?3
  and (until is null or until > ?4)
order by until limit 1

{define place_in_queue}
select number from main.pawl_run_waits where run = ?1 and key = ?2 and type = ?3

{define wait_in_the_way}
-- Of another run, before the number of parameter 4.
select 1 from main.pawl_run_waits
where key = ?1 and (type = ?2 or '' in (type, ?2)) and run <> ?3 and number < ?4
limit 1

-- ---- queues ----

{define new_wait}
-- No row for a run that waits for the lock already.
select ?1, ?2, ?3, ?4, (select coalesce(max(number), 0) + 1 from main.pawl_run_waits)
where not exists (select 1 from main.pawl_run_waits where run = ?1 and key = ?2 and type = ?3)

{define insert_wait}
insert into main.pawl_run_waits (run, key, type, flow, number) values (?1, ?2, ?3, ?4, ?5)

{define any_wait}
select run, key, type, flow, number from main.pawl_run_waits where run = ?1 limit 1

{define delete_wait}
delete from main.pawl_run_waits where run = ?1 and key = ?2 and type = ?3
