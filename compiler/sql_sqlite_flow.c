#include "sql_sqlite_flow.h"

#include "pawl_abi.h"

static const char registry[] =
    "-- the versions of each flow that programs may count on\n"
    "create table if not exists main.pawl_flows (\n"
    "  flow        text    not null,\n"
    "  fingerprint text    not null,\n"
    "  abi         integer not null,\n"
    "  deployed_at integer not null,\n"
    "  model       text, -- JSON, what pawlctl knows of it\n"
    "  primary key (flow, fingerprint)\n"
    ") without rowid;\n"
    "create trigger if not exists main.pawl_flows_update before update on pawl_flows\n"
    "begin\n"
    "  select raise(abort, 'pawl_flows is never changed: its rows say what was done');\n"
    "end;\n"
    "create trigger if not exists main.pawl_flows_delete before delete on pawl_flows\n"
    "begin\n"
    "  select raise(abort, 'pawl_flows is never changed: its rows say what was done');\n"
    "end;\n";

void sqlite_flow_schema(struct text *out) {
    text_put(out, registry);
}

/* Another version is laid beside those that are there: runs are met by the paths of their steps. */
void sqlite_flow(struct text *out, const struct model_flow *flow, const char *model) {
    text_printf(
        out,
        "\ninsert into main.pawl_flows (flow, fingerprint, abi, deployed_at, model)\n"
        "select '%s', '%s', %d, cast(strftime('%%s', 'now') as integer) * 1000000,\n  %s\n"
        " where not exists (select 1 from main.pawl_flows where flow = '%s' and fingerprint = '%s');\n",
        flow->name, flow->fingerprint, PAWL_ABI, model, flow->name, flow->fingerprint);
}
