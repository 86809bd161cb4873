#include "database/flow_model.h"
#include "look/look.h"
#include "say/json.h"
#include "server.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Room for "1,234,567 · 12 d", which the page writes over it. */
static void put_room(const void *context, const char *name) {
    (void)context;
    if (name != NULL)
        printf("<br/><font point-size=\"12\">00000000000000</font>");
}

/* Starts dot, which draws on our standard output, and makes what we print its input. */
static pid_t begin_to_draw(void) {
    static char program[] = "dot", format[] = "-Tsvg", *words[] = {program, format, NULL};
    int ends[2], error = pipe(ends);
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (error == 0)
        error = posix_spawnp(&pid, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        refused("on Debian: apt-get install graphviz",
                "the program dot, which draws diagrams, does not run: %s",
                strerror(error < 0 ? errno : error));
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    return pid;
}

int diagram_draw(struct call *call) {
    const char *name = call->operands[0];
    const struct flow_model flow = flow_model_read(call, name, NULL);
    const char *diagram =
        flow.found ? text_of(flow.json, "diagram") : models_read(call, name).models->diagram;
    int status = 0;
    if (diagram == NULL)
        refused(NULL, "the database does not hold the diagram of %s", name);
    fflush(stdout);
    const pid_t pid = begin_to_draw();
    diagram_print(diagram, put_room, NULL);
    fflush(stdout);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* so that dot sees the end */
    return waitpid(pid, &status, 0) == pid && status == 0 ? EXIT_DONE : EXIT_REFUSED;
}
