#include "model/dialect.h"

const struct dialect mariadb_dialect = {
    .name = "mariadb",
    .title = "MariaDB",
    .backticks_quote = true,
    .hash_comments = true,
    .shell = "mariadb",
    .shell_ends = "//",
    .kept =
        {
            [PAWL_TYPE_TIMESTAMP] = "a timestamp is a whole number, microseconds since 1970",
            [PAWL_TYPE_NUMERIC] = "a numeric is a text: compare it as `cast(:x as decimal(65, 20))`",
            [PAWL_TYPE_UUID] = "a uuid is a text in small letters",
            [PAWL_TYPE_JSON] = "a json is a text, for json_extract and the like",
            [PAWL_TYPE_BYTES] = "bytes are a longblob",
        },
};
