#include "client.h"

#include "address.h"
#include "command.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CUSTOMERS = 64, SEATS = 200, BUSY_ATTEMPTS = 10 };

/* ---- what is typed ---------------------------------------------------------------------------- */

int client_say(const char *path) {
    char bytes[4096];
    size_t count;
    ssize_t received;
    const int socket = address_connect(path);
    if (socket < 0) {
        return EXIT_FAILURE;
    }
    /* all that is said fits into the buffers of the socket, or a reader would be needed beside this */
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        if (send(socket, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) {
            perror("service: the service does not listen any more");
            close(socket);
            return EXIT_FAILURE;
        }
    }
    shutdown(socket, SHUT_WR);
    while ((received = recv(socket, bytes, sizeof bytes, 0)) > 0) {
        fwrite(bytes, 1, (size_t)received, stdout);
    }
    close(socket);
    return EXIT_SUCCESS;
}

/* ---- a crowd ---------------------------------------------------------------------------------- */

struct customer {
    pthread_t thread;
    const char *path;
    int number;
    int bought, refused;
    char problem[ANSWER_SIZE]; /* "" for none */
};

static atomic_int sold[SEATS];

/* False: there is none. */
static bool ask_once(FILE *service, const char *line, char answer[ANSWER_SIZE]) {
    strcpy(answer, "no answer");
    if (fprintf(service, "%s\n", line) < 0 || fflush(service) != 0 ||
        fgets(answer, ANSWER_SIZE, service) == NULL) {
        return false;
    }
    answer[strcspn(answer, "\n")] = '\0';
    return true;
}

/* The word behind OK is the state; false: something else was answered, which stands in answer. */
static bool ask(FILE *service, const char *line, char answer[ANSWER_SIZE]) {
    bool is_answered = ask_once(service, line, answer);
    for (int i = 0; i < BUSY_ATTEMPTS && is_answered && strncmp(answer, "BUSY ", 5) == 0; i++) {
        is_answered = ask_once(service, line, answer); /* the service has waited already */
    }
    return is_answered && strncmp(answer, "OK ", 3) == 0;
}

/* Who comes too late is told ILLEGAL, and by which state: an answer, and nothing to worry about. */
static bool is_late(const char *answer) {
    return strncmp(answer, "ILLEGAL ", 8) == 0 || strncmp(answer, "CONFLICT ", 9) == 0;
}

/* Sells only what was held by this customer, and by nobody in between: the seat is where the hold has left
 * it. */
static void buy(struct customer *customer, FILE *service, int seat) {
    char line[LINE_SIZE], answer[ANSWER_SIZE];
    int sort_key = 0;
    snprintf(line, sizeof line, "hold S%d customer=c%d request=hold-%d-%d", seat, customer->number,
             customer->number, seat);
    if (ask(service, line, answer)) {
        sscanf(answer, "OK held %d", &sort_key);
        snprintf(line, sizeof line, "sell S%d after=%d request=sell-%d-%d", seat, sort_key, customer->number,
                 seat);
        if (ask(service, line, answer)) {
            customer->bought++;
            atomic_fetch_add(&sold[seat], 1);
            return;
        }
    }
    if (is_late(answer)) {
        customer->refused++;
    } else {
        snprintf(customer->problem, sizeof customer->problem, "%s", answer);
    }
}

static void *shop(void *context) {
    struct customer *customer = context;
    const int socket = address_connect(customer->path);
    FILE *service = socket >= 0 ? fdopen(socket, "r+") : NULL;
    if (service == NULL) {
        strcpy(customer->problem, "the service cannot be reached");
        return NULL;
    }
    /* all begin elsewhere, and go different ways: each step divides no number of seats */
    for (int i = 0; i < SEATS && customer->problem[0] == '\0'; i++) {
        buy(customer, service, (customer->number * 31 + i * 7) % SEATS);
    }
    fclose(service);
    return NULL;
}

static bool offer_seats(const char *path) {
    char line[LINE_SIZE], answer[ANSWER_SIZE];
    const int socket = address_connect(path);
    FILE *service = socket >= 0 ? fdopen(socket, "r+") : NULL;
    bool is_offered = service != NULL;
    for (int i = 0; is_offered && i < SEATS; i++) {
        snprintf(line, sizeof line, "create S%d request=season", i);
        is_offered = ask(service, line, answer);
        if (!is_offered) {
            fprintf(stderr, "service: %s: %s\n", line, answer);
        }
    }
    if (service != NULL) {
        fclose(service);
    }
    return is_offered;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int client_crowd(const char *path) {
    static struct customer customers[CUSTOMERS];
    int bought = 0, refused = 0, started = 0;
    bool failed = false;
    if (!offer_seats(path)) {
        return EXIT_FAILURE;
    }
    const double began_at = seconds_now();
    for (; started < CUSTOMERS; started++) {
        struct customer *customer = &customers[started];
        *customer = (struct customer){.path = path, .number = started};
        if (pthread_create(&customer->thread, NULL, shop, customer) != 0) {
            break;
        }
    }
    for (int i = 0; i < started; i++) {
        pthread_join(customers[i].thread, NULL);
        bought += customers[i].bought;
        refused += customers[i].refused;
        if (customers[i].problem[0] != '\0') {
            fprintf(stderr, "service: customer %d: %s\n", i, customers[i].problem);
            failed = true;
        }
    }
    for (int i = 0; i < SEATS; i++) {
        if (atomic_load(&sold[i]) != 1) {
            fprintf(stderr, "service: seat S%d was sold %d times\n", i, atomic_load(&sold[i]));
            failed = true;
        }
    }
    if (failed || started < CUSTOMERS) {
        return EXIT_FAILURE;
    }
    printf("%d customers at once: %d seats, each sold once; %d came too late (%.0f answers per second)\n",
           started, bought, refused, (2.0 * bought + refused) / (seconds_now() - began_at));
    return EXIT_SUCCESS;
}
