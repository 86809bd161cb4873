-- Operators' actions on locks, parked jobs and parked events: freeze, thaw, break; retry (a job), resend (events), resume
-- (a thaw).
create table if not exists main.pawl_lock_log (
  number    integer not null,
  logged_at integer not null,
  login     text not null,
  action    text not null,
  type      text not null,
  key       text,
  owner     text,
  token     integer,
  reason    text,
  actor     text, -- of retry, resend, resume: the person's name
  primary key (number)
) without rowid;
-- what upgrade/3.sql has copied; migrations, which only renew triggers, have no part in this
insert into main.pawl_lock_log select * from temp.pawl_logged;
drop table temp.pawl_logged;
