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

{define never} 9223372036854775807

{define end_of_obstacle}
-- When the lock of another owner ends, or the earlier wait of another run: never. 0: nothing is in the way.
select coalesce(
  (select coalesce(until, {>never}) from main.pawl_locks
    where key = ?1 and (type = ?2 or '' in (type, ?2)) and owner <> 'run ' || ?3
      and (until is null or until > ?4)
    order by until limit 1),
  (select {>never} from main.pawl_run_waits earlier
    where earlier.key = ?1 and (earlier.type = ?2 or '' in (earlier.type, ?2)) and earlier.run <> ?3
      and earlier.number < coalesce((select own.number from main.pawl_run_waits own
        where own.run = ?3 and own.key = ?1 and own.type = ?2), {>never})
    limit 1), 0)

-- ---- queues ----

{define new_wait}
-- No row for a run that waits for the lock already.
select ?1, ?2, ?3, ?4, (select coalesce(max(number), 0) + 1 from main.pawl_run_waits where key = ?2)
where not exists (select 1 from main.pawl_run_waits where run = ?1 and key = ?2 and type = ?3)

{define insert_wait}
insert into main.pawl_run_waits (run, key, type, flow, number) values (?1, ?2, ?3, ?4, ?5)

{define any_wait} select run, key, type, flow, number from main.pawl_run_waits where run = ?1 limit 1
{define delete_wait} delete from main.pawl_run_waits where run = ?1 and key = ?2 and type = ?3
