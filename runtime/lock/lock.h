/*
 * Lives here: who has to wait, and for whom. Not here: how a database holds a lock.
 *
 * Locks: what a driver must offer for them, and what moves ask. Internal.
 */
#pragma once

#include "core/driver.h"
#include "core/transact.h"

/* What the database says of a lock: OK, LOCKED, ASLEEP, NOT_FOUND, REUSED, DEFERRED, MISUSE. */
struct lock_answer {
    enum pawl_status status;
    int64_t token;
    char detail[LOCK_DETAIL_SIZE]; /* of LOCKED and ASLEEP: the blocker; of MISUSE: why */
};

struct lock_name {
    const char *type; /* "": all machines */
    const char *key;
    const char *owner;
    int64_t token; /* 0 where it is not known */
};

/* An event that waits until its machine wakes. */
struct deferred {
    int64_t number; /* given by the database */
    const char *machine, *fingerprint, *entity, *request_id, *event, *arguments, *actor, *lock_owner;
    int64_t lock_token;
};

enum lock_request {
    LOCK_ACQUIRE,
    LOCK_RENEW,
    LOCK_RELEASE,
    LOCK_BREAK,
    LOCK_FREEZE,
    LOCK_THAW,
    LOCK_DEFER,
    LOCK_REQUEST_COUNT
};

/* One question to the database, and its answer. */
struct lock_call {
    enum lock_request request;
    struct lock_name lock; /* FREEZE, THAW: its type is the machine */
    int64_t lease_ms;
    int64_t waits_ms; /* how long the caller will go on asking, for the list */
    int64_t until_us;
    const char *reason; /* BREAK, FREEZE */
    enum pawl_freeze_mode mode;
    const struct deferred *deferred;
    struct lock_answer answer;
    struct sending sending;
};

/* Of a deferred event that was fired. */
struct deferred_outcome {
    enum pawl_status status;
    const char *from, *to; /* as stored; NULL for none */
    int64_t sort_key, created_at_us;
    const char *detail; /* NULL for none */
};

/* What a move must be asked about before it is made. */
struct lock_question {
    const char *machine, *entity, *request_id;
    const char *lock_key; /* NULL: it honours no held locks */
    const char *lock_owner;
    int64_t lock_token;
};

/* What moves ask of locks whose steps libpawl takes. */
struct lock_steps {
    /* What came of a deferred event, in its transaction. */
    enum pawl_status (*deferred_done)(struct pawl_db *db, int64_t number,
                                      const struct deferred_outcome *outcome, struct pawl_error *err);
    /* Whether a lock forbids a move; OK where none does. */
    enum pawl_status (*refuse)(struct pawl_db *db, const struct lock_question *question,
                               struct lock_answer *answer, struct pawl_error *err);
};

/*
 * All MUST, but where said. The status is that of asking: OK where `answer` holds an answer. Each call is
 * atomic, in a transaction of its own unless one is open.
 */
struct lock_driver {
    const char *list;          /* 1 key or NULL, 2 after key or NULL, 3 after type, 4 limit, 5 also key
                                  -> type, key, owner, token, since, until, waiting */
    const char *next_deferred; /* 1 machine, 2 fingerprint -> number, entity, request id, event, arguments,
                                  actor, lock owner, lock token of the first that waits, and 1 where a version
                                  that may run has such an event or does not say; all null where none waits or
                                  the machine is asleep; no row where programs of that version are refused */
    const char *find_freeze;   /* 1 machine or flow -> mode, until, reason of a freeze that is in force */
    const char *find_deferred; /* 1 machine, 2 fingerprint, 3 entity, 4 request id -> event, status, from,
                                  to, sort_key, created_at, detail; nulls, and no row, likewise */
    /* MAY. What asks where that is one call of a function in the database; see lock/calls.h. */
    const char *acquire, *renew, *release, *break_up, *freeze, *thaw, *defer;
    enum pawl_status (*lock)(struct pawl_db *db, const char *type, const char *key, int64_t timeout_ms,
                             struct lock_answer *answer, struct pawl_error *err);
    /* Into its answer, which is OK before. */
    enum pawl_status (*ask)(struct pawl_db *db, struct lock_call *call, struct pawl_error *err);
    /* MAY. What the moves that began before a freeze are called: transaction, pid, application_name. 1
       machine, 2 NULL, or those transactions that are asked about, with blanks between. NULL: a freeze itself
       waits. */
    const char *freeze_waits_for;
    /* Forgets a freeze that is over and has nothing deferred any more. */
    enum pawl_status (*wake)(struct pawl_db *db, const char *machine, struct pawl_error *err);
    const struct lock_steps *steps; /* MAY. Where no function in the database makes moves */
};

/* Asks the database, outside of a transaction again until it answers. */
enum pawl_status lock_ask(struct pawl_db *db, struct lock_call *call, struct pawl_error *err);

#define LOCK_OWNER_MAX_BYTES  255
#define LOCK_REASON_MAX_BYTES 255

/* ---- waiting outside of transactions ------------------------------------------------------------ */

struct patience {
    int64_t end_us; /* of the clock that only runs forward; INT64_MAX: never */
    int pauses;
};
struct patience patience_of(int64_t timeout_ms); /* PAWL_WAIT: for ever */
/* Sleeps a while, longer from time to time. False, without sleeping, where the time is over. */
bool patience_sleep(struct patience *patience);

/* What a lock on an entity is called by. */
struct lock_key {
    bool is_known;
    char text[PAWL_KEY_MAX_BYTES + 1]; /* "" where it is too long for any lock */
};
/*
 * The key of a lock in the one spelling of transitions: a uuid in small letters. types: those that it may
 * have, a bit for each; 0: any. False, with the reason, if no transition has such a key.
 */
bool lock_key_settle(struct results *memory, const char *machine, unsigned types, const char **key,
                     char refusal[LOCK_DETAIL_SIZE]);
/* The entity's key as its parent has it, where the database takes other texts for the same. */
enum pawl_status find_spelling(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               struct lock_key *spelling, struct pawl_error *err);
/* Of the event that is fired, by its parameters where it creates the entity; unknown where there is none, or
   its machine has no key. Only where libpawl takes the steps. */
enum pawl_status find_lock_key(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               const struct pawl_event *event, const struct value *parameters,
                               struct lock_key *lock_key, struct pawl_error *err);

/* " until 2026-01-31 12:00:00 UTC", or nothing for 0: as PostgreSQL's functions put it. */
#define UNTIL_SIZE 48
const char *until_text(int64_t until_us, char buffer[UNTIL_SIZE]);
/* "frozen until 2026-08-01 04:00:00 UTC: nightly run", "asleep: ..."; "" where it is neither. */
enum pawl_status freeze_find(struct pawl_db *db, const char *machine, char detail[LOCK_DETAIL_SIZE],
                             struct pawl_error *err);
void freeze_text(bool sleeps, int64_t until_us, const char *reason, char detail[LOCK_DETAIL_SIZE]);
