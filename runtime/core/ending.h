/* What a caller's own SQL says of his transaction. Internal. */
#pragma once

enum ending {
    ENDS_NOTHING,
    ENDS_BY_COMMIT,
    ENDS_BY_ROLLBACK,
    ENDS_FAILURE, /* it goes back to a savepoint, and the transaction goes on */
};

/* By the words that the text begins with, behind space and comments. `rest`: what follows the first one. */
enum ending ending_of(const char *sql, const char **rest);

/*
 * The text with ROLLBACK in place of its first word, since what has failed is not committed, as PostgreSQL
 * does it. The caller frees it; NULL: out of memory.
 */
char *ending_as_rollback(const char *rest);
