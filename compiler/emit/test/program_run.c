/* ---- all of it ---------------------------------------------------------------------------------------- */

static void report_guards(void) {
    for (int i = 0; i < now->hook_count; i++) {
        if (given[0][i] > 0 && given[1][i] > 0)
            tests.guards++;
        if (now->hooks && (own_answers[i].yes || own_answers[i].no))
            printf(
                "%s: note: your guard %s returned yes %d times, no %d times; the test used its own answers\n",
                now->name, now->hook[i].name, own_answers[i].yes, own_answers[i].no);
    }
}

static void test(const struct tested *tested) {
    const int before = failure_count;
    char work_text[32] = "";
    memset(&tests, 0, sizeof tests);
    deploy(tested);
    find_ways();
    try_events();
    try_timers();
    try_work();
    report_guards();
    if (tests.work > 0)
        snprintf(work_text, sizeof work_text, ", %d of work", tests.work);
    printf("%s: %d transitions, %d refusals, %d guards both ways, %d tests of timers%s: ", tested->name,
           tests.transitions, tests.refusals, tests.guards, tests.timers, work_text);
    if (failure_count > before)
        printf("%d failures\n", failure_count - before);
    else
        printf("%s\n", is_stopped() ? "interrupted" : "passed");
    if (tested->untested)
        printf("%s: not tested: %s\n", tested->name, tested->untested);
    free(way_to);
    free(is_reached);
    free(is_broken);
    release();
}

/* The user's file of SQL that makes the tables of guards and effects. */
static void create_users_tables(const char *path) {
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, got = 1;
    for (; in && got > 0; size += got) {
        text = realloc(text, size + 4097);
        if (!text)
            give_up("out of memory");
        got = fread(text + size, 1, 4096, in);
    }
    if (!in || ferror(in))
        give_up("%s cannot be read", path);
    fclose(in);
    text[size] = '\0';
    if (pawl_exec(db, text, &err) != PAWL_OK)
        give_up("%s: %s", path, err.message);
    free(text);
}

static int run(int argc, char **argv, const char *file, const struct database_sql *database_sql,
               const struct tested *const *machines, const struct tested_flow *const *flows) {
    sql = database_sql;
    file_name = file;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s URI [TABLES.sql]\n", argv[0]);
        return 2;
    }
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    signal(SIGHUP, interrupt);
    signal(SIGPIPE, SIG_IGN); /* is_stopped sees it, also after a database's library has ignored it */
    create_database(argv[1]);
    if (argc == 3)
        create_users_tables(argv[2]);
    for (; *machines && !is_stopped(); machines++)
        test(*machines);
    for (; *flows && !is_stopped(); flows++)
        test_flow(*flows);
    if (failure_count > FAILURES_SHOWN)
        printf("%d failures more are not shown\n", failure_count - FAILURES_SHOWN);
    fflush(stdout);
    if (is_stopped())
        give_up("interrupted");
    drop_database();
    return failure_count > 0;
}
