#include "emit/sql/queue.h"
#include "emit/sql/postgres/postgres.h"

#include <inttypes.h>

/* Seconds, since a day of PostgreSQL's intervals has 23 or 25 hours twice a year. */
void postgres_duration(struct text *out, int64_t ms) {
    text_printf(out, "interval '%" PRId64, ms / 1000);
    if (ms % 1000 != 0)
        text_printf(out, ".%03" PRId64, ms % 1000);
    text_put(out, " seconds'");
}

/* Before it is recorded what all machines share. */
void postgres_queue_type(struct text *out, const struct model_machine *machines, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || queue_is_used(&machines[i]);
    if (any)
        text_put(out, "do $pawl$\n"
                      "begin\n"
                      "  if to_regtype('public.pawl_item') is null then\n"
                      "    create type public.pawl_item as (declaration text, fence integer, claim bigint);\n"
                      "  end if;\n"
                      "end\n"
                      "$pawl$;\n");
}
