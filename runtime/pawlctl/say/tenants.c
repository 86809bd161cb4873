#include "print.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct tenant {
    const char *name, *where;
};

static struct tenant *read_tenants(const struct call *call, const char *path, size_t *count) {
    struct tenant *tenants = NULL;
    size_t capacity = 0, size = 0, number = 0;
    char *line = NULL;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        usage_error(call, "%s: %s", path, strerror(errno));
    while (getline(&line, &size, file) > 0) {
        const char *name = line + strspn(line, " \t"), *after = name + strcspn(name, " \t\r\n");
        const char *where = after + strspn(after, " \t");
        number++;
        if (*name == '#' || after == name)
            continue;
        if (strcspn(where, "\r\n") == 0)
            usage_error(call, "%s, line %zu: expected NAME DATABASE, such as `acme postgresql://db1/acme`",
                        path, number);
        tenants = memory_grow(tenants, *count, &capacity, sizeof *tenants);
        tenants[*count] = (struct tenant){arena_strndup(memory, name, (size_t)(after - name)),
                                          arena_strndup(memory, where, strcspn(where, "\r\n"))};
        for (size_t i = 0; i < *count; i++)
            if (strcmp(tenants[i].name, tenants[*count].name) == 0)
                usage_error(call, "%s, line %zu: %s is there twice", path, number, tenants[i].name);
        (*count)++;
    }
    if (ferror(file) != 0)
        usage_error(call, "%s: %s", path, strerror(errno));
    if (*count == 0)
        usage_error(call, "%s names no database", path);
    fclose(file);
    free(line);
    return tenants;
}

/* 0 in the child; what has come of it in the parent. */
static pid_t run_in_child(int *status) {
    fflush(stdout);
    const pid_t child = fork();
    if (child > 0 && waitpid(child, status, 0) == child)
        *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : EXIT_DATABASE;
    else if (child != 0)
        *status = EXIT_DATABASE;
    return child;
}

static const struct completion_option *option_of_database(void) {
    const struct completion_option *found = shared_options;
    while (strcmp(found->spelling, "--db") != 0)
        found++;
    return found;
}

void tenants_each(struct call *call) {
    const char *path = option(call, "--all");
    size_t count = 0, failed = 0;
    int worst = EXIT_DONE;
    struct text names = TEXT_INIT;
    if (path == NULL)
        return;
    if (call->json || option(call, "--db") != NULL)
        usage_error(call, "--all: leave out %s", call->json ? "--json" : "--db");
    if (call->given_count == GIVEN_MAX)
        usage_error(call, "too many options");
    const struct tenant *tenants = read_tenants(call, path, &count);
    for (size_t i = 0; i < count; i++) {
        int status = EXIT_DONE;
        say("%s:\n", tenants[i].name);
        if (run_in_child(&status) == 0) {
            text_free(&names);
            call->given[call->given_count++] = (struct given_option){option_of_database(), tenants[i].where};
            return;
        }
        if (status != EXIT_DONE)
            text_printf(&names, "%s%s", failed++ == 0 ? "" : ", ", tenants[i].name);
        worst = status > worst ? status : worst;
    }
    if (failed > 0)
        complain("remove the cause, and run it again: the others stay as they are", "%zu of %zu failed: %s",
                 failed, count, text_data(&names));
    text_free(&names);
    end(worst);
}
