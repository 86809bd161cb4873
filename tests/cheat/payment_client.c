/*
 * payment_client WHERE apply|confirm_many|create|submit|confirm|cancel [KEY]: a legal client of the payment
 * machine for the scripts of this folder. Prints the answer, its message and help; exits 1 where it is not
 * OK.
 */
#include <pawl.h>

#include <stdio.h>
#include <string.h>

#include "payment.h"

int main(int argument_count, char **arguments) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = NULL;
    if (argument_count < 3) {
        fprintf(stderr,
                "usage: payment_client WHERE apply|confirm_many|create|submit|confirm|cancel [KEY]\n");
        return 2;
    }
    const char *verb = arguments[2];
    enum pawl_status status = pawl_open(&db, arguments[1], &err);
    if (status == PAWL_OK && strcmp(verb, "apply") == 0) {
        status = payment_apply(db, &err);
    } else if (status == PAWL_OK && strcmp(verb, "confirm_many") == 0) {
        struct payment_result result;
        status = payment_confirm_many(db, (struct payment_confirm_item[]){{.id = arguments[3]}}, 1, NULL,
                                      &result, &err);
    } else if (status == PAWL_OK) {
        struct payment_create_args create = {.amount = 1000, .currency = "EUR"};
        struct payment_submit_args submit = {.submission_id = "SB1"};
        const enum payment_event event = payment_event_parse(verb);
        const void *args = event == PAYMENT_EVENT_CREATE   ? (const void *)&create
                           : event == PAYMENT_EVENT_SUBMIT ? (const void *)&submit
                                                           : NULL;
        struct pawl_key key = {.text = argument_count > 3 ? arguments[3] : NULL};
        status = pawl_fire(db, &payment_machine, key, (int)event, args, NULL, NULL, &err);
    }
    printf("%s %s\n", pawl_status_name(status), status == PAWL_OK ? "" : err.message);
    if (status != PAWL_OK && err.help[0])
        printf("  %s\n", err.help);
    pawl_close(db);
    return status != PAWL_OK;
}
