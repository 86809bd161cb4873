/* What the compiler costs: processor time and memory of pawl on made-up machines, and of gcc after it. */
#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 15, PATH_BYTES = 4096 };

struct cost {
    double cpu_seconds, peak_megabytes;
};

static struct cost run(const char *const arguments[]) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        bench_fail("fork: %s", strerror(errno));
    }
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL) {
            execvp(arguments[0], (char *const *)(void *)arguments);
        }
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child || status != 0) {
        bench_fail("%s failed with status %d", arguments[0], status);
    }
    return (struct cost){
        .cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
        .peak_megabytes = (double)usage.ru_maxrss / 1024,
    };
}

/* Every state has as many moves; where they lead is scattered, and every state can be reached. */
static void write_machine(const char *path, int states, int moves, int events) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        bench_fail("%s: %s", path, strerror(errno));
    }
    fprintf(file, "machine big {\n");
    int moves_of_state = moves / states;
    for (int state = 0; state < states; state++) {
        fprintf(file, "  %sstate state_%d {\n", state == 0 ? "initial " : "", state);
        for (int i = 0; i < moves_of_state; i++) {
            int event = (state * 7 + i * (events / moves_of_state)) % events;
            int target = i == 0 ? (state + 1) % states : (state * 31 + i * 1717) % states;
            fprintf(file, "    on event_%d -> state_%d;\n", event, target);
        }
        fprintf(file, "  }\n");
    }
    fprintf(file, "}\n");
    if (fclose(file) != 0) {
        bench_fail("%s: %s", path, strerror(errno));
    }
}

static const char *text_outputs = "--emit=header,source,postgres,sqlite,dot,mermaid,json";

static void compile(const char *pawl, const char *directory, const char *machine, double *seconds,
                    double *megabytes, int samples) {
    char output[PATH_BYTES];
    snprintf(output, sizeof output, "%s/generated", directory);
    for (int i = 0; i < samples; i++) {
        struct cost cost = run((const char *const[]){pawl, machine, "-o", output, text_outputs, NULL});
        seconds[i] = cost.cpu_seconds;
        megabytes[i] = cost.peak_megabytes;
    }
}

static void scale(double *samples, int count, double factor) {
    for (int i = 0; i < count; i++) {
        samples[i] *= factor;
    }
}

static void measure_compiler(const char *pawl, const char *directory) {
    char small[PATH_BYTES];
    char tenth[PATH_BYTES];
    char big[PATH_BYTES];
    char source[PATH_BYTES];
    char object[PATH_BYTES];
    char include[PATH_BYTES];
    double seconds[SAMPLES];
    double megabytes[SAMPLES];
    double of_tenth[SAMPLES];

    snprintf(small, sizeof small, "%s/small.fsm", directory);
    snprintf(tenth, sizeof tenth, "%s/tenth.fsm", directory);
    snprintf(big, sizeof big, "%s/big.fsm", directory);
    snprintf(source, sizeof source, "%s/generated/big.c", directory);
    snprintf(object, sizeof object, "%s/generated/big.o", directory);
    snprintf(include, sizeof include, "-I%s", PAWL_INCLUDE);
    write_machine(small, 20, 100, 10);
    write_machine(tenth, 1000, 10000, 50);
    write_machine(big, 10000, 100000, 50);

    figures_heading("the compiler, all text outputs");
    compile(pawl, directory, small, seconds, megabytes, SAMPLES);
    scale(seconds, SAMPLES, 1000);
    figure("20 states: milliseconds of processor", seconds, SAMPLES, 1, GOAL_AT_MOST, 10);
    compile(pawl, directory, tenth, of_tenth, megabytes, SAMPLES);
    compile(pawl, directory, big, seconds, megabytes, SAMPLES);
    double slope[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        slope[i] = seconds[i] / of_tenth[i] / 10;
    }
    figure("10,000 states, 100,000 moves: seconds", seconds, SAMPLES, 2, GOAL_AT_MOST, 1);
    figure("the same: megabytes", megabytes, SAMPLES, 0, GOAL_AT_MOST, 300);
    figure("time per move / that with a tenth of it", slope, SAMPLES, 2, GOAL_AT_MOST, 1.3);
    for (int i = 0; i < SAMPLES; i++) {
        seconds[i] =
            run((const char *const[]){"gcc", "-O2", include, "-c", source, "-o", object, NULL}).cpu_seconds;
    }
    figure("gcc -O2 of its C: seconds", seconds, SAMPLES, 1, GOAL_AT_MOST, 10);
}

/* ---- instructions of payment_next, beside a switch by hand ------------------------------------------ */

static double instructions(const char *program, const char *way, const char *calls, const char *directory) {
    char output[PATH_BYTES];
    char option[PATH_BYTES + 32];
    snprintf(output, sizeof output, "%s/callgrind", directory);
    snprintf(option, sizeof option, "--callgrind-out-file=%s", output);
    run((const char *const[]){"valgrind", "--tool=callgrind", "-q", option, program, way, calls, NULL});
    FILE *file = fopen(output, "r");
    char line[256];
    double total = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "summary: %lf", &total) == 1 || sscanf(line, "totals: %lf", &total) == 1) {
            break;
        }
    }
    if (file == NULL || fclose(file) != 0 || total <= 0) {
        bench_fail("callgrind told nothing of %s", program);
    }
    return total;
}

static double instructions_per_call(const char *program, const char *way, const char *directory) {
    return (instructions(program, way, "20000", directory) - instructions(program, way, "10000", directory)) /
           10000;
}

static void measure_next(const char *program, const char *directory) {
    double samples[SAMPLES];
    figures_heading("payment_next, instructions per call");
    double table = instructions_per_call(program, "pawl", directory);
    double by_hand = instructions_per_call(program, "by-hand", directory);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i] = table; /* counted, so that all samples are the same */
    }
    figure("Pawl", samples, SAMPLES, 1, GOAL_NONE, 0);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i] = by_hand;
    }
    figure("a switch by hand", samples, SAMPLES, 1, GOAL_NONE, 0);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i] = table / by_hand;
    }
    figure("Pawl / by hand", samples, SAMPLES, 2, GOAL_AT_MOST, 1);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: bench_compiler PAWL NEXT_CALLS FOLDER\n");
        return 2;
    }
    measure_compiler(argv[1], argv[3]);
    measure_next(argv[2], argv[3]);
    return figures_fall_short() ? 1 : 0;
}
