#include "emit/sql/mariadb/mariadb.h"

#include "emit/sql/function/function.h"

/* MariaDB 10.11, "Reserved Words", with those of Oracle's mode. */
static const char reserved[] =
    "accessible add all alter analyze and as asc asensitive before between bigint binary blob body "
    "both by call cascade case change char character check collate column condition constraint "
    "continue convert create cross current_date current_role current_time current_timestamp "
    "current_user cursor database databases day_hour day_microsecond day_minute day_second dec decimal "
    "declare default delayed delete delete_domain_id desc describe deterministic distinct distinctrow "
    "div do_domain_ids double drop dual each else elseif elsif enclosed escaped except exists exit "
    "explain false fetch float float4 float8 for force foreign from fulltext general goto grant group "
    "having high_priority history hour_microsecond hour_minute hour_second if ignore ignore_domain_ids "
    "ignore_server_ids in index infile inner inout insensitive insert int int1 int2 int3 int4 int8 "
    "integer intersect interval into is iterate join key keys kill leading leave left like limit "
    "linear lines load localtime localtimestamp lock long longblob longtext loop low_priority "
    "master_heartbeat_period master_ssl_verify_server_cert match maxvalue mediumblob mediumint "
    "mediumtext middleint minute_microsecond minute_second mod modifies natural no_write_to_binlog not "
    "null numeric offset on optimize option optionally or order others out outer outfile over package "
    "page_checksum parse_vcol_expr partition period portion position precision primary procedure purge "
    "raise range read read_write reads real recursive ref_system_id references regexp release rename "
    "repeat replace require resignal restrict return returning revoke right rlike row_number rowid "
    "rownum rowtype rows schema schemas second_microsecond select sensitive separator set show signal "
    "slow smallint spatial specific sql sql_big_result sql_calc_found_rows sql_small_result "
    "sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent "
    "stats_sample_pages straight_join system system_time table terminated then tinyblob tinyint "
    "tinytext to trailing trigger true undo union unique unlock unsigned update usage use using "
    "utc_date utc_time utc_timestamp value values varbinary varchar varcharacter varying versioning "
    "when where while window with without write xor year_month zerofill";

#define TEXTS "char,varchar,tinytext,text,mediumtext,longtext,binary,varbinary"
static const char *const key_columns[] = {[PAWL_TYPE_TEXT] = TEXTS,
                                          [PAWL_TYPE_INT] = "tinyint,smallint,mediumint,int",
                                          [PAWL_TYPE_BIGINT] = "tinyint,smallint,mediumint,int,bigint",
                                          [PAWL_TYPE_UUID] = "uuid," TEXTS};
#undef TEXTS

const char *const mariadb_types[] = {
    [PAWL_TYPE_TEXT] = "longtext character set utf8mb4 collate utf8mb4_nopad_bin",
    [PAWL_TYPE_BIGINT] = "bigint",
    [PAWL_TYPE_INT] = "integer",
    [PAWL_TYPE_BOOL] = "boolean",
    [PAWL_TYPE_TIMESTAMP] = "bigint",
    [PAWL_TYPE_NUMERIC] = "varchar(1010) character set utf8mb4 collate utf8mb4_nopad_bin",
    [PAWL_TYPE_UUID] = "char(36) character set utf8mb4 collate utf8mb4_nopad_bin",
    [PAWL_TYPE_JSON] = "longtext character set utf8mb4 collate utf8mb4_nopad_bin",
    [PAWL_TYPE_BYTES] = "longblob"};

static void cast(struct text *out, const char *value, enum pawl_type type) {
    (void)type;
    text_put(out, value);
}

static void begin(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                  size_t count) {
    struct template_scope scope = sql_scope(dialect, machines);
    template_render(out, &scope, "deploy_begin");
    for (size_t i = 0; i < count; i++) {
        scope.machine = &machines[i];
        template_render(out, &scope, "check_parent");
        template_render(out, &scope, "check_rows_table");
    }
}

static void end(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines) {
    struct template_scope scope = sql_scope(dialect, machines);
    template_render(out, &scope, "deploy_end");
}

static const struct template_vocabulary *const vocabularies[] = {
    &mariadb_machine_vocabulary, &function_event_vocabulary,       &function_lock_vocabulary,
    &function_many_vocabulary,   &function_choice_vocabulary,      &function_hook_vocabulary,
    &function_follow_vocabulary, &function_deferred_vocabulary,    &function_why_vocabulary,
    &function_outbox_vocabulary, &function_transitions_vocabulary, NULL};

const struct sql_dialect sql_mariadb = {
    .name = "mariadb",
    .number = PAWL_DIALECT_MARIADB,
    .templates = {.base = &sql_common, .fragments = sql_mariadb_fragments, .vocabularies = vocabularies},
    .schema_parts = sql_mariadb_schema,
    .owner_clause = "definer = pawl_database_owner ",
    .can_be_strict = true,
    .shell = "sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' ",
    .shell_end = " | mariadb shop",
    .reserved = reserved,
    .mark = "$",
    .replaced_prefix = "pawl_",
    .schema = "pawl_database",
    .name_quote = '`',
    .may_lack_roles = true,
    .migration = mariadb_migration_fragments,
    .migrates_in_steps = true,
    .statements_name_indexes = true,
    .name_max = 64,
    .numbers_functions = true,
    .types = mariadb_types,
    .key_columns = key_columns,
    .cast = cast,
    .literal = escape_sql_literal,
    .parameter = sql_plain_parameter,
    .duration = sql_microseconds,
    .begin = begin,
    .end = end,
    .test = sql_mariadb_test,
};
