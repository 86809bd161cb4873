-- Privileges -------------------------------------------------------------------------------------------
-- Applications get pawl_app. pawl_operator may read everything, freeze machines and break locks. pawl_reader may read.
call public.pawl_take_back_calls('public'::text, null::text[]);

grant select on public.pawl_machines, public.pawl_objects, public.pawl_past_moves, public.pawl_repairs,
    public.pawl_grants, public.pawl_granted, public.pawl_lock_keys, public.pawl_locks, public.pawl_lock_waiters, public.pawl_held_locks, public.pawl_lock_log,
    public.pawl_freezes, public.pawl_deferred, public.pawl_outbox, public.pawl_outbox_parked,
    public.pawl_outbox_slots, public.pawl_flows, public.pawl_runs, public.pawl_run_steps, public.pawl_run_ready,
    public.pawl_run_signals, public.pawl_run_waits to pawl_app, pawl_operator, pawl_reader;

call public.pawl_restrict_calls('public'::text,
  '{pawl_lock,pawl_acquire,pawl_renew,pawl_release,pawl_wake,pawl_defer,pawl_undo_all,pawl_run_start,pawl_run_claim,pawl_run_lock,pawl_run_save}'::text[],
  '{pawl_app}'::text[]);
call public.pawl_restrict_calls('public'::text,
  '{pawl_break,pawl_freeze,pawl_freeze_waits_for,pawl_thaw,pawl_outbox_claim,pawl_outbox_settle,pawl_outbox_park,pawl_outbox_retry,pawl_log_action}'::text[],
  '{pawl_operator}'::text[]);
call public.pawl_restrict_calls('public'::text, '{pawl_run_say,pawl_run_signal,pawl_log_action}'::text[], '{pawl_app,pawl_operator}'::text[]);
call public.pawl_restrict_calls('public'::text, '{pawl_node_rows}'::text[], '{pawl_app,pawl_operator,pawl_reader}'::text[]);
-- Each deploying login calls three of these, with its own rights, and each reader the last.
call public.pawl_restrict_calls('public'::text, '{pawl_require_mirror,pawl_require_rights,pawl_become_owner,pawl_by_index}'::text[], '{public}'::text[]);
