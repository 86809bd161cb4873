#include "sql_flow.h"

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
