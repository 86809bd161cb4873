#include "emit/sql/postgres/lock.h"
#include "emit/sql/postgres/outbox.h"
#include "pawl_abi.h"

/* What runs of flows that emit write into the outbox. */

#define DIGITS_OF(number) #number
#define DIGITS(number)    DIGITS_OF(number)

static const struct postgres_function functions[] = {
    {"pawl_run_event(public.pawl_runs, text, text, text, json)", NULL,
     "-- The time is that of the row, which does not run backwards: it comes first in the outbox's order.\n"
     "create or replace function public.pawl_run_event(known public.pawl_runs, event text, status_before "
     "text,\n"
     "  status_after text, parameters json) returns void\n"
     "language plpgsql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "#variable_conflict use_column\n"
     "begin\n"
     "  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, "
     "to_state,\n"
     "      topic, fingerprint, parameters)\n"
     "    values (hashtextextended($1.id::text, 0) & (" DIGITS(
         PAWL_OUTBOX_SLOTS) " - 1), $1.updated_at, $1.flow,\n"
                            "      $1.id::text, $1.events * " DIGITS(
                                PAWL_SORT_KEY_STEP) ", $2, $3, $4, "
                                                    "$1.topic, $1.fingerprint, $5);\n"
                                                    "end\n"
                                                    "$pawl$;\n"},
    {"pawl_run_parameters(public.pawl_runs, text, text, text, bigint, text, text, text)", NULL,
     "-- JSON as libpawl makes it on SQLite.\n"
     "create or replace function public.pawl_run_parameters(known public.pawl_runs, step text, iteration "
     "text,\n"
     "  direction text, attempt bigint, args text, data text, error text) returns json\n"
     "language sql stable set search_path = pg_catalog, pg_temp\n"
     "return ('{\"step\":' || coalesce(to_json($2)::text, 'null')\n"
     "  || ',\"iteration\":[' || replace(btrim($3, '[]'), '][', ',') || '],\"direction\":\"' || $4\n"
     "  || '\",\"attempt\":' || $5 || ',\"unique\":' || coalesce($1.unique_key, 'null')\n"
     "  || ',\"args\":' || coalesce($6, 'null') || ',\"data\":' || coalesce($7, 'null')\n"
     "  || ',\"error\":' || coalesce(to_json($8)::text, 'null') || '}')::json;\n"},
    {"pawl_run_tell(bigint, text, boolean, text, text, text, boolean, bigint, text)", NULL,
     "-- What the run's row, which is saved, says that is new: that it was started (status_before ''), that "
     "a "
     "step was\n"
     "-- done or undone, that it stands still, or has ended.\n"
     "create or replace function public.pawl_run_tell(run bigint, status_before text, ends boolean,\n"
     "  step_outcome text default null, step_path text default null, step_iteration text default null,\n"
     "  step_is_undo boolean default null, step_attempt bigint default null, step_after text default null)\n"
     "returns void\n"
     "language plpgsql set search_path = pg_catalog, pg_temp\n"
     "as $pawl$\n"
     "#variable_conflict use_column\n"
     "declare\n"
     "  known public.pawl_runs;\n"
     "  before text := status_before;\n"
     "  tells_step boolean := coalesce(step_outcome in ('done', 'undone'), false);\n"
     "  tells_run boolean;\n"
     "begin\n"
     "  select each.* into known from public.pawl_runs each where each.id = $1;\n"
     "  tells_run := known.status <> before\n"
     "    and (before = '' or ends or known.status in ('waiting', 'paused', 'parked'));\n"
     "  if tells_step then\n"
     "    known.events := known.events + 1;\n"
     "    perform public.pawl_run_event(known, case when step_is_undo then 'undo' else 'step' end, before,\n"
     "      case when tells_run then 'ready' else known.status end,\n"
     "      public.pawl_run_parameters(known, step_path, step_iteration,\n"
     "        case when step_is_undo then 'undo' else 'forward' end, step_attempt, null::text, step_after, "
     "null::text));\n"
     "    before := 'ready';\n"
     "  end if;\n"
     "  if tells_run then\n"
     "    known.events := known.events + 1;\n"
     "    perform public.pawl_run_event(known, case when before = '' then 'start' when ends then 'end' else "
     "'stop' end,\n"
     "      before, known.status, public.pawl_run_parameters(known, known.path, known.iteration, "
     "known.direction,\n"
     "        known.attempt, known.args::text, known.data::text, known.error));\n"
     "  end if;\n"
     "  if tells_step or tells_run then\n"
     "    update public.pawl_runs each set events = known.events where each.id = $1;\n"
     "  end if;\n"
     "end\n"
     "$pawl$;\n"},
};

void postgres_run_events(struct text *out) {
    postgres_functions(out, functions, sizeof functions / sizeof *functions);
}
