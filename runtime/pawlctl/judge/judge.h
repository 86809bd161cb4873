/*
 * Lives here: `verify`, and the checks that it shares with `repair`. Not here: code that writes.
 *
 * Judges histories and heads by the model alone, with none of the code that makes moves, so that a mistake
 * there is found here.
 */
#pragma once

#include "scan.h"

command_fn command_verify;

#define NO_SORT_KEY INT64_MIN /* of what is wrong with no single move; 0 may stand in a spoilt row */

struct problem {
    const char *machine;
    const char *key; /* NULL: of no entity */
    int64_t sort_key;
    const char *check;
    char message[512];
};

struct verdict {
    struct cell key; /* borrowed until the callback returns */
    size_t moves;
    bool history_is_legal; /* there is one, and nothing is wrong with it */
    bool has_head, head_agrees;
    struct cell head[4]; /* where it has one; borrowed likewise */
    const char *state;   /* what a head would have to say, where there is a history */
    int64_t sort_key, since_us;
};

struct judge {
    void (*problem)(void *context, const struct problem *problem);
    void (*verdict)(void *context, const struct verdict *verdict); /* after each entity; NULL: nobody asks */
    void *context;
    int64_t entity_count, move_count, problem_count;
};

/* Reads all entities, or only that one. */
void judge_entities(struct judge *judge, struct call *call, const struct deployed_model *model,
                    const struct pawl_key *only);

/* verify_queue.c: holds the rows of timers and works against the heads. */
void judge_queue(struct judge *judge, struct call *call, const struct deployed_model *model);

/* verify_runs.c: compares runs of flows with their histories, locks and queue. False: there are none. */
struct runs_judged {
    int64_t run_count, step_count, problem_count;
};
bool judge_runs(struct judge *judge, struct call *call, struct runs_judged *judged);

void judge_report(struct judge *judge, const struct deployed_model *model, const char *key, int64_t sort_key,
                  const char *check, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Reports the rows of a search. cells: key, sort_key or null, check, message, owner if of no machine. */
void judge_found(struct judge *judge, const struct deployed_model *model, const struct row_set *rows);
/* Runs the template of such a search. */
void judge_search(struct judge *judge, struct call *call, const struct deployed_model *model,
                  const char *template, const struct database_word *words);
