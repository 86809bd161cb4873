-- What a run waits for, and who started it.

{define waits}
select waits.{lock_key}, waits.type from {schema}.pawl_run_waits waits where waits.run = {bigint:1} order by waits.{lock_key}, waits.type

{define starter}
select own.actor from {schema}.pawl_runs own where own.id = {bigint:1}
