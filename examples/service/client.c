#include "client.h"

#include "address.h"
#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CUSTOMERS = 64, SEATS = 200, PATIENCE_S = 30 };

/* ---- what is typed ---------------------------------------------------------------------------- */

int client_say(const char *path) {
    char bytes[4096];
    size_t count;
    ssize_t received;
    const int socket = address_connect(path);
    if (socket < 0) {
        fprintf(stderr, "service: %s: %s\n", path, strerror(errno));
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

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct customer {
    pthread_t thread;
    const char *path;
    FILE *service; /* NULL: it was lost, and is to be looked for again */
    int first;     /* of the seats */
    int number;
    int bought, refused;
    char problem[ANSWER_SIZE]; /* "" for none */
};

static atomic_int sold[SEATS];

static void leave(struct customer *customer) {
    if (customer->service != NULL) {
        fclose(customer->service);
        customer->service = NULL;
    }
}

/* False: there is none. */
static bool ask_once(struct customer *customer, const char *line, char answer[ANSWER_SIZE]) {
    if (customer->service == NULL) {
        const int socket = address_connect(customer->path);
        customer->service = socket >= 0 ? fdopen(socket, "r+") : NULL;
    }
    FILE *service = customer->service;
    if (service != NULL && fprintf(service, "%s\n", line) >= 0 && fflush(service) == 0 &&
        fgets(answer, ANSWER_SIZE, service) != NULL && strchr(answer, '\n') != NULL) {
        answer[strcspn(answer, "\n")] = '\0';
        return true;
    }
    leave(customer);
    snprintf(answer, ANSWER_SIZE, "no answer from %s", customer->path);
    return false;
}

/* Nobody knows what has come of it: the service, or its database, was lost; or it was not begun in time. */
static bool is_open(const char *answer) {
    static const char *const words[] = {"BUSY ", "UNKNOWN ", "DB "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(answer, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

/*
 * Says the same again until it is answered, for half a minute: the line has a request, so whatever was done
 * before is not done again, but answered again. The word behind OK is the state; false: something else was
 * answered, which stands in answer.
 */
static bool ask(struct customer *customer, const char *line, char answer[ANSWER_SIZE]) {
    const double gives_up_at = seconds_now() + PATIENCE_S;
    while ((!ask_once(customer, line, answer) || is_open(answer)) && seconds_now() < gives_up_at) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return strncmp(answer, "OK ", 3) == 0;
}

/* Who comes too late is told ILLEGAL, and by which state: an answer, and nothing to worry about. */
static bool is_late(const char *answer) {
    return strncmp(answer, "ILLEGAL ", 8) == 0 || strncmp(answer, "CONFLICT ", 9) == 0;
}

/* Sells only what was held by this customer, and by nobody in between: the seat is where the hold has left
 * it. */
static void buy(struct customer *customer, int seat) {
    char line[LINE_SIZE], answer[ANSWER_SIZE];
    int sort_key = 0;
    snprintf(line, sizeof line, "hold S%d customer=c%d request=hold-%d-%d", customer->first + seat,
             customer->number, customer->number, customer->first + seat);
    if (ask(customer, line, answer)) {
        sscanf(answer, "OK held %d", &sort_key);
        snprintf(line, sizeof line, "sell S%d after=%d request=sell-%d-%d", customer->first + seat, sort_key,
                 customer->number, customer->first + seat);
        if (ask(customer, line, answer)) {
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
    /* all begin elsewhere, and go different ways: each step divides no number of seats */
    for (int i = 0; i < SEATS && customer->problem[0] == '\0'; i++) {
        buy(customer, (customer->number * 31 + i * 7) % SEATS);
    }
    leave(customer);
    return NULL;
}

static bool offer_seats(const char *path, int first) {
    char line[LINE_SIZE], answer[ANSWER_SIZE];
    struct customer house = {.path = path};
    bool is_offered = true;
    for (int i = 0; is_offered && i < SEATS; i++) {
        snprintf(line, sizeof line, "create S%d request=season", first + i);
        is_offered = ask(&house, line, answer);
        if (!is_offered) {
            fprintf(stderr, "service: %s: %s\n", line, answer);
        }
    }
    leave(&house);
    return is_offered;
}

int client_crowd(const char *path, int first) {
    static struct customer customers[CUSTOMERS];
    int bought = 0, refused = 0, started = 0;
    bool failed = false;
    signal(SIGPIPE, SIG_IGN); /* a service that is gone is noticed, and waited for */
    if (!offer_seats(path, first)) {
        return EXIT_FAILURE;
    }
    const double began_at = seconds_now();
    for (; started < CUSTOMERS; started++) {
        struct customer *customer = &customers[started];
        *customer = (struct customer){.path = path, .first = first, .number = started};
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
            fprintf(stderr, "service: seat S%d was sold %d times\n", first + i, atomic_load(&sold[i]));
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
