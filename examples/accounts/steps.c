#include "steps.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { IBAN_SIZE = 24, ACCOUNTS_MAX = 100 };

/* One line for each attempt, as it is made: > forward, < back. */
__attribute__((format(printf, 4, 5))) static void
say(const struct teller *teller, const struct pawl_step *step, char direction, const char *format, ...) {
    va_list words;
    printf("%-5s run %" PRId64 "  %c %-11s", teller->name, step->run, direction, step->path);
    va_start(words, format);
    vprintf(format, words);
    va_end(words);
    putchar('\n');
    fflush(stdout);
    if (teller->dies_at != NULL && strcmp(teller->dies_at, step->path) == 0)
        raise(SIGKILL);
}

static enum pawl_status failed(struct pawl_error *err, const char *why) {
    snprintf(err->message, sizeof err->message, "%s", why);
    return PAWL_REFUSED;
}

/* ---- the machine, within the run's transaction ---------------------------------------------------- */

static struct pawl_opts opts_of(const struct teller *teller) {
    return (struct pawl_opts){.struct_size = sizeof(struct pawl_opts), .actor = teller->name};
}

/* A frozen machine, or a customer whom somebody has locked, is no failure of the step: later, then. */
static enum pawl_status later_if_locked(enum pawl_status status) {
    return status == PAWL_LOCKED || status == PAWL_ASLEEP ? PAWL_NOT_YET : status;
}

/* ---- opening an account --------------------------------------------------------------------------- */

static enum pawl_status apply(struct pawl_db *db, const struct pawl_step *step,
                              const struct open_account_args *args, const struct open_account_data *data,
                              void *context, struct pawl_error *err) {
    (void)data;
    struct pawl_opts opts = opts_of(context);
    struct account_create_args wanted = {.customer = args->customer};
    enum pawl_status status = account_create(db, args->account, &wanted, &opts, NULL, err);
    if (status == PAWL_OK)
        say(context, step, '>', "account %s of %s is applied for", args->account, args->customer);
    return later_if_locked(status);
}

static enum pawl_status withdraw(struct pawl_db *db, const struct pawl_step *step,
                                 const struct open_account_args *args, const struct open_account_data *data,
                                 void *context, struct pawl_error *err) {
    (void)data;
    struct pawl_opts opts = opts_of(context);
    enum pawl_status status = account_close(db, args->account, &opts, NULL, err);
    if (status == PAWL_OK)
        say(context, step, '<', "account %s is closed", args->account);
    return later_if_locked(status);
}

static enum pawl_status get_iban(const struct pawl_step *step, const struct open_account_args *args,
                                 struct open_account_data *data, void *context, struct pawl_error *err) {
    (void)err;
    static char iban[IBAN_SIZE]; /* is read before the step is called again */
    snprintf(iban, sizeof iban, "PW%s", args->account);
    data->iban = iban;
    say(context, step, '>', "the register gives %s for the key %s", iban, step->key);
    return PAWL_OK;
}

static enum pawl_status return_iban(const struct pawl_step *step, const struct open_account_args *args,
                                    const struct open_account_data *data, void *context,
                                    struct pawl_error *err) {
    (void)args, (void)err;
    say(context, step, '<', "the register takes %s back", data->iban);
    return PAWL_OK;
}

/* The agency is busy at first, and its first answer is about another customer of that name. */
static enum pawl_status rate(const struct pawl_step *step, const struct open_account_args *args,
                             struct open_account_data *data, void *context, struct pawl_error *err) {
    (void)args;
    if (step->attempt == 1) {
        say(context, step, '>', "the agency is busy");
        return failed(err, "the agency is busy");
    }
    bool is_first = strstr(step->key, "#1") != NULL;
    data->credit.set = true;
    data->credit.value = is_first ? 50 : 5000;
    say(context, step, '>', "the agency says %" PRId32 " for the key %s", data->credit.value, step->key);
    return PAWL_OK;
}

static enum pawl_status forget_rating(const struct pawl_step *step, const struct open_account_args *args,
                                      const struct open_account_data *data, void *context,
                                      struct pawl_error *err) {
    (void)args, (void)data, (void)err;
    say(context, step, '<', "the agency forgets what it said for %s", step->key);
    return PAWL_OK;
}

static enum pawl_status activate(struct pawl_db *db, const struct pawl_step *step,
                                 const struct open_account_args *args, const struct open_account_data *data,
                                 void *context, struct pawl_error *err) {
    struct pawl_opts opts = opts_of(context);
    struct account_activate_args found = {.iban = data->iban, .credit = data->credit.value};
    enum pawl_status status = account_activate(db, args->account, &found, &opts, NULL, err);
    if (status == PAWL_OK)
        say(context, step, '>', "account %s is open", args->account);
    return later_if_locked(status);
}

static enum pawl_status issue_card(struct pawl_db *db, const struct pawl_step *step,
                                   const struct open_account_args *args, const struct open_account_data *data,
                                   void *context, struct pawl_error *err) {
    (void)data;
    enum pawl_status status = pawl_query(db, "insert into cards (account) values ($1)",
                                         PAWL_VALUES(pawl_text(args->account)), NULL, err);
    if (status == PAWL_OK)
        say(context, step, '>', "account %s has a card", args->account);
    return status;
}

static enum pawl_status welcome(const struct pawl_step *step, const struct open_account_args *args,
                                const struct open_account_data *data, void *context, struct pawl_error *err) {
    (void)err;
    say(context, step, '>', "welcome, %s: %s, %" PRId32 " of credit", args->customer, data->iban,
        data->credit.value);
    return PAWL_OK;
}

/* ---- the other flows ------------------------------------------------------------------------------ */

static enum pawl_status send_statement(const struct pawl_step *step, const struct statement_args *args,
                                       void *context, struct pawl_error *err) {
    (void)err;
    say(context, step, '>', "a statement goes to %s", args->customer);
    return PAWL_OK;
}

/* The run has locked the customer, so it shows its token where it moves his accounts. */
static enum pawl_status look_at(struct pawl_db *db, const struct pawl_step *step,
                                const struct audit_args *args, struct audit_data *data, void *context,
                                struct pawl_error *err) {
    struct pawl_opts opts = opts_of(context);
    opts.lock_owner = step->lock_owner;
    opts.lock_token = pawl_step_token(step, args->customer);
    char keys[ACCOUNTS_MAX][PAWL_KEY_MAX_BYTES + 1];
    struct account_page page;
    enum pawl_status status = account_with_key(db, args->customer, NULL, ACCOUNTS_MAX, &page, err);
    size_t count = 0;
    data->accounts.set = true;
    data->accounts.value = 0;
    for (size_t i = 0; status == PAWL_OK && i < page.count; i++)
        if (page.rows[i].state == ACCOUNT_STATE_ACTIVE || page.rows[i].state == ACCOUNT_STATE_BLOCKED)
            snprintf(keys[count++], sizeof keys[0], "%s", page.rows[i].id); /* gone with the next call */
    for (size_t i = 0; status == PAWL_OK && i < count; i++)
        status = account_audit(db, keys[i], &opts, NULL, err);
    if (status != PAWL_OK)
        return later_if_locked(status);
    data->accounts.value = (int32_t)count;
    say(context, step, '>', "%zu account%s of %s", count, count == 1 ? "" : "s", args->customer);
    return PAWL_OK;
}

/* ---- all ------------------------------------------------------------------------------------------ */

enum pawl_status set_hooks(struct pawl_db *db, void *teller, struct pawl_error *err) {
    static struct open_account_hooks opening;
    static struct statement_hooks statements;
    static struct audit_hooks audits;
    opening = (struct open_account_hooks){.context = teller,
                                          .apply = apply,
                                          .withdraw = withdraw,
                                          .get_iban = get_iban,
                                          .return_iban = return_iban,
                                          .rate = rate,
                                          .forget_rating = forget_rating,
                                          .activate = activate,
                                          .issue_card = issue_card,
                                          .welcome = welcome};
    statements = (struct statement_hooks){.context = teller, .send = send_statement};
    audits = (struct audit_hooks){.context = teller, .look_at = look_at};
    enum pawl_status status = open_account_set_hooks(db, &opening, err);
    if (status == PAWL_OK)
        status = statement_set_hooks(db, &statements, err);
    return status == PAWL_OK ? audit_set_hooks(db, &audits, err) : status;
}
