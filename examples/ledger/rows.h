/* Rows of a query with parameters, on the connection below a handle. libpawl reads only what it has written.
 */
#ifndef LEDGER_ROWS_H
#define LEDGER_ROWS_H

#include <pawl.h>

enum { ROWS_PARAMETERS_MAX = 8, ROWS_COLUMNS_MAX = 16 };

/* Cells are text, or NULL, and live until it returns. */
typedef void row_fn(void *context, const char *const *cells);

/*
 * Parameters are text, $1 and so on in all databases. Whoever compares them with numbers has to cast. It
 * takes part in the transaction that is open.
 */
enum pawl_status rows_read(struct pawl_db *db, const char *sql, int parameter_count,
                           const char *const *parameters, row_fn *each, void *context,
                           struct pawl_error *err);

#endif
