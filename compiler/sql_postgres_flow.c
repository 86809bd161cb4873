#include "sql_flow.h"
#include "sql_postgres.h"

static const char registry[] =
    "-- the versions of each flow that programs may count on\n"
    "create table if not exists public.pawl_flows (\n"
    "  flow        text collate \"C\" not null,\n"
    "  fingerprint text collate \"C\" not null,\n"
    "  abi         integer not null,\n"
    "  deployed_at timestamptz not null default now(),\n"
    "  model       json, -- what pawlctl knows of it\n"
    "  primary key (flow, fingerprint)\n"
    ");\n"
    "grant select on public.pawl_flows to pawl_app, pawl_operator;\n" POSTGRES_REFUSE_WRITE(
        "public.pawl_flows");

void postgres_flow_schema(struct text *out) {
    text_put(out, registry);
}
