/* A worker as a process of its own: signals, a database that goes away, the file that shows that it is well.
 */
#include "queue_rows.h"

#include "../support/cut_proxy.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char health[64];
static struct cut_proxy *proxy;
static pid_t child;

static int finish(void **state) {
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    if (proxy)
        cut_proxy_stop(proxy);
    child = 0;
    proxy = NULL;
    unlink(health);
    return close_handles(state);
}

static void new_job(struct pawl_db *db, const char *id) {
    expect(PAWL_OK, job_create(db, id, NULL, NULL, &err));
}

/* ---- the child ------------------------------------------------------------------------------------ */

struct slow {
    int began[2], goes_on[2]; /* pipes */
};

/* Tells that it has begun, and goes on when it may; the signal does not disturb it. */
static enum pawl_status run(struct pawl_db *db, const struct job_work_call *work,
                            struct job_work_result *result, void *context, struct pawl_error *failure) {
    const struct slow *slow = context;
    char byte = work->id[0];
    (void)db;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "fine"};
    if (write(slow->began[1], &byte, 1) != 1 || read(slow->goes_on[0], &byte, 1) != 1) {
        snprintf(failure->message, sizeof failure->message, "disturbed: %s", strerror(errno));
        return PAWL_DB;
    }
    return PAWL_OK;
}

static enum pawl_status set_hooks(struct pawl_db *db, void *context, struct pawl_error *failure) {
    static struct job_hooks hooks;
    hooks = (struct job_hooks){.context = context, .run = run, .step = run};
    return job_set_hooks(db, &hooks, failure);
}

/* Exits with the status. */
static void start_worker(const char *where, struct slow *slow) {
    const struct pawl_machine *const machines[] = {&job_machine};
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .poll_ms = 100,
                                              .batch = 1,
                                              .context = slow,
                                              .set_up = set_hooks,
                                              .health_file = health};
    snprintf(health, sizeof health, "/tmp/pawl-health-%d", (int)getpid());
    assert_int_equal(pipe(slow->began), 0);
    assert_int_equal(pipe(slow->goes_on), 0);
    child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return;
    struct pawl_error failure = PAWL_ERROR_INIT;
    const enum pawl_status status = pawl_work_main(where, machines, 1, &options, &failure);
    if (status != PAWL_OK)
        fprintf(stderr, "worker: %s\n", failure.message);
    _exit((int)status);
}

static void await_hook(const struct slow *slow, char job) {
    char byte = 0;
    assert_int_equal(read(slow->began[0], &byte, 1), 1);
    assert_int_equal(byte, job);
}

static void let_go_on(const struct slow *slow) {
    assert_int_equal(write(slow->goes_on[1], "x", 1), 1);
}

static void expect_end(enum pawl_status status) {
    int ended = 0;
    assert_int_equal(waitpid(child, &ended, 0), child);
    child = 0;
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), status);
    assert_int_equal(access(health, F_OK), -1); /* it is gone with the worker */
}

static void await_health(void) {
    for (int i = 0; access(health, F_OK) != 0; i++) {
        assert_true(i < 1000);
        sleep_ms(10);
    }
}

/* ---- what it promises ------------------------------------------------------------------------------ */

static void expect_end_after_hook(int number) {
    struct pawl_db *db = open_administrator();
    struct slow slow;
    char first[16], second[16];
    snprintf(first, sizeof first, "a%d", number);
    snprintf(second, sizeof second, "b%d", number);
    new_job(db, first);
    start_worker(application_where(), &slow);
    await_hook(&slow, 'a');
    new_job(db, second); /* which is left to others */
    assert_int_equal(kill(child, number), 0);
    sleep_ms(150);
    assert_int_equal(kill(child, number), 0); /* impatience does not help */
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    let_go_on(&slow);
    expect_end(PAWL_OK);
    expect_rows(db, "finished\n", "select state from job_current where job_id = '%s'", first);
    expect_rows(db, "queued\n", "select state from job_current where job_id = '%s'", second);
    expect(PAWL_OK, job_pause(db, second, NULL, NULL, &err));
}

static void signals_end_it_after_the_hook_under_way(void **state) {
    (void)state;
    expect_end_after_hook(SIGTERM);
    expect_end_after_hook(SIGINT);
}

static void signal_ends_one_that_has_nothing_to_do(void **state) {
    (void)state;
    struct slow slow;
    start_worker(application_where(), &slow);
    await_health();
    sleep_ms(300);
    assert_int_equal(kill(child, SIGTERM), 0);
    expect_end(PAWL_OK);
}

/* Neither at the start nor later; and it stops while the server is away. */
static void it_waits_for_a_server_that_is_away(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* which has none */
    struct pawl_db *db = open_administrator();
    struct slow slow;
    struct stat before, after;
    proxy = cut_proxy_start(application_where());
    cut_proxy_leave(proxy);
    new_job(db, "c");
    new_job(db, "d");
    start_worker(cut_proxy_where(proxy), &slow);
    await_health();
    sleep_ms(1500);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    assert_int_equal(stat(health, &before), 0);
    sleep_ms(1500);
    assert_int_equal(stat(health, &after), 0);
    assert_int_equal(memcmp(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim), 0);

    cut_proxy_return(proxy);
    await_hook(&slow, 'c');
    cut_proxy_leave(proxy); /* in the middle of a hook, whose result is saved when it is back */
    cut_proxy_return(proxy);
    let_go_on(&slow);
    await_hook(&slow, 'd');
    let_go_on(&slow);
    for (int i = 0; i < 1000; i++) {
        char *rows = rows_of(db, "select count(*) from job_current where job_id in ('c', 'd')"
                                 " and state = 'finished'");
        const bool are_done = strcmp(rows, "2\n") == 0;
        free(rows);
        if (are_done)
            break;
        sleep_ms(10);
    }
    expect_rows(db, "finished\nfinished\n", "select state from job_current where job_id in ('c', 'd')");
    assert_int_equal(stat(health, &after), 0);
    assert_int_not_equal(memcmp(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim), 0);

    cut_proxy_leave(proxy);
    sleep_ms(500);
    assert_int_equal(kill(child, SIGTERM), 0);
    expect_end(PAWL_OK);
}

/* ---- in this process ------------------------------------------------------------------------------- */

static volatile sig_atomic_t own_signals;

static void count_signal(int number) {
    (void)number;
    own_signals++;
}

static enum pawl_status refuse(struct pawl_db *db, void *context, struct pawl_error *failure) {
    (void)db, (void)context;
    snprintf(failure->message, sizeof failure->message, "no licence");
    return PAWL_REFUSED;
}

static void it_ends_by_itself_and_leaves_the_signals_as_they_were(void **state) {
    (void)state;
    const struct pawl_machine *const machines[] = {&job_machine};
    struct slow slow = {{0}, {0}};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .context = &slow, .set_up = set_hooks};
    signal(SIGTERM, count_signal);
    expect(PAWL_OK, pawl_work_main(application_where(), machines, 1, &options, &err));
    raise(SIGTERM);
    assert_int_equal(own_signals, 1);
    signal(SIGTERM, SIG_DFL);

    expect(PAWL_MISUSE, pawl_work_main("nonsense:", machines, 1, &options, &err));
    expect(PAWL_MISUSE, pawl_work_main(NULL, machines, 1, &options, &err));
    expect(PAWL_MISUSE, pawl_work_main(application_where(), NULL, 1, &options, &err));
    options.health_file = "/no/such/folder/health";
    expect(PAWL_MISUSE, pawl_work_main(application_where(), machines, 1, &options, &err));
    expect_message_has("/no/such/folder/health");
    options.health_file = NULL;
    options.set_up = refuse;
    expect(PAWL_REFUSED, pawl_work_main(application_where(), machines, 1, &options, &err));
    expect_message("no licence");
    options.set_up = NULL; /* so its hooks are missing */
    expect(PAWL_MISUSE, pawl_work_main(application_where(), machines, 1, &options, &err));
}

static bool stop_after_some_rounds(void *context) {
    return ++*(int *)context > 30;
}

/* Its status, and all that it printed, which the caller frees. */
static enum pawl_status work_and_read(const char *where, char **printed) {
    const struct pawl_machine *const machines[] = {&job_machine};
    int rounds = 0;
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .kinds = PAWL_TIMERS,
                                              .poll_ms = 50,
                                              .context = &rounds,
                                              .stop = stop_after_some_rounds};
    FILE *file = tmpfile();
    assert_non_null(file);
    const int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    const enum pawl_status status = pawl_work_main(where, machines, 1, &options, &err);
    dup2(before, STDERR_FILENO);
    close(before);
    *printed = calloc(1, 4096);
    assert_non_null(*printed);
    rewind(file);
    (void)!fread(*printed, 1, 4095, file);
    fclose(file);
    return status;
}

static void expect_printed_once(const char *printed, const char *words) {
    const char *found = strstr(printed, words);
    if (!found || strstr(found + 1, words))
        fail_msg("expected \"%s\" once in:\n%s", words, printed);
}

static void it_waits_for_a_machine_that_is_not_deployed(void **state) {
    (void)state;
    char *printed;
    expect(PAWL_OK, work_and_read("sqlite::memory:", &printed));
    assert_string_equal(printed, "pawl: machine job: this database does not have it\n"
                                 "  call job_apply once, or run the generated sqlite SQL\n"
                                 "pawl: trying again\n");
    free(printed);
}

/* On MariaDB a login without the role cannot see whether the machine is deployed. */
static void it_names_the_role_that_its_login_lacks(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* it has no logins */
    struct pawl_db *admin = open_administrator();
    char *login =
        rows_of(open_application(), on_mariadb() ? "select concat(replace(current_user(), '@', '@`'), '`')"
                                                 : "select session_user");
    char *role =
        rows_of(admin, on_mariadb() ? "select concat(database(), '_pawl_app')" : "select 'pawl_app'");
    char *printed, grant[256];
    login[strcspn(login, "\n")] = role[strcspn(role, "\n")] = '\0';
    snprintf(grant, sizeof grant, "grant %s to ", role);
    if (on_mariadb()) {
        execute(admin, "set default role none for %s", login);
        const enum pawl_status unused = work_and_read(application_where(), &printed);
        execute(admin, "set default role %s for %s", role, login);
        expect(PAWL_DB, unused);
        assert_string_equal(printed, "");
        assert_non_null(strstr(err.help, "set default role "));
        free(printed);
    }
    execute(admin, "revoke %s from %s", role, login);
    const enum pawl_status status = work_and_read(application_where(), &printed);
    execute(admin, "grant %s to %s", role, login);
    if (on_mariadb()) {
        execute(admin, "set default role %s for %s", role, login);
        expect(PAWL_OK, status);
        expect_printed_once(printed, "or this login cannot see it\n");
        expect_printed_once(printed, "pawl: trying again\n");
        assert_non_null(strstr(printed, grant));
        assert_null(strstr(printed, "connected again"));
    } else {
        expect(PAWL_DB, status);
        assert_string_equal(printed, "");
        assert_non_null(strstr(err.help, grant));
    }
    free(printed);
    free(role);
    free(login);
}

#define MAIN(function) cmocka_unit_test_teardown(function, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        MAIN(it_ends_by_itself_and_leaves_the_signals_as_they_were),
        MAIN(signals_end_it_after_the_hook_under_way),
        MAIN(signal_ends_one_that_has_nothing_to_do),
        MAIN(it_waits_for_a_server_that_is_away),
        MAIN(it_waits_for_a_machine_that_is_not_deployed),
        MAIN(it_names_the_role_that_its_login_lacks),
    };
    moves_only(&job_machine, NULL);
    return run_suite(tests);
}
