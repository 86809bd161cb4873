#include "sql_postgres_flow.h"

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

/* Another version is laid beside those that are there: runs are met by the paths of their steps. */
void postgres_flow(struct text *out, const struct model_flow *flow, const char *model) {
    text_printf(out,
                "\n"
                "insert into public.pawl_flows (flow, fingerprint, abi, model)\n"
                "values ('%s', '%s', %d, %s)\n"
                "on conflict (flow, fingerprint) do update set model = excluded.model;\n",
                flow->name, flow->fingerprint, PAWL_ABI, model);
}
