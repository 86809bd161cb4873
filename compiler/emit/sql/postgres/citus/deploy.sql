-- How machines are deployed on Citus. The shared schema is on every node already: runtime/postgres/schema/distributed/.

{define how_to_apply}
-- For PostgreSQL with Citus (--distribute=citus). Running it again changes nothing, or
-- continues an interrupted run. Apply with a superuser, on the coordinator, and again when a node was added
-- or alter_distributed_table was called. Applications get the role pawl_app:
--   grant pawl_app to my_service;

{define or_do_both} {! pawlctl knows only one node.}

{define require_nodes}
do $pawl$
begin
  if to_regprocedure('public.pawl_on_workers(text)') is null then
    raise exception 'this database has Pawl''s schema for one node; nothing was changed'
      using errcode = 'PW006', hint = 'Apply the pawl.postgres.sql that pawl writes with --distribute=citus.';
  end if;
end
$pawl$;

{define require_entity}
do $pawl$
begin
  if to_regclass({#literal}{parent}{/literal}) is null then
    raise exception 'table % is not there, whose rows machine % is to move; nothing was changed', {#literal}{parent}{/literal}, {machine}
      using errcode = 'undefined_table', hint = format('Create it, select create_distributed_table(%L, %L), and apply this again.',
        {#literal}{parent}{/literal}, {#literal}{parent_column}{/literal});
  end if;
end
$pawl$;

{define one_at_a_time}
-- Between the transactions of this file another deployment may come, but not into one of them.
do $pawl$
begin
  perform pg_advisory_xact_lock(1885435756);
end
$pawl$;

{define after_grants}
{! Citus connects to other nodes as the calling login, and sees committed rows there.}

commit;

-- From here on it is done as pawl_owner, on each node by one connection.
begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;
set local citus.multi_shard_modify_mode = 'sequential';
{>one_at_a_time}

{define before_functions}
{! Citus creates roles and types of a function on other nodes by another connection than the tables, and each would wait for the
other.}

commit;

begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;
set local citus.multi_shard_modify_mode = 'sequential';
{>one_at_a_time}
do $pawl$
begin
  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);
end
$pawl$;
set local role pawl_owner;
-- Checked again, because psql continues after an error without ON_ERROR_STOP.
{>begin_machine}

{define after_commit}

-- After the transaction, because each node adds to its objects.
call public.pawl_on_workers('call public.pawl_protect_node()'::text);
