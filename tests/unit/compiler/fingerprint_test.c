#include "compiled.h"

static const char *fingerprint_of(struct arena *arena, const char *text) {
    struct compiled compiled = machine_from(text);
    char *fingerprint = arena_printf(arena, "%s", compiled.model->machines[0].fingerprint);
    arena_free(compiled.arena);
    return fingerprint;
}

/* Databases hold these: a change of the compiler must not change them. */
static void plain_machines_keep_theirs(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(fingerprint_of(arena,
                                       "machine a { event create(x: int); initial state b { on go -> c; }"
                                       " final state c; }"),
                        "a2be4980a98df692");
    arena_free(arena);
}

static void the_way_it_is_written_changes_nothing(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"machine m { initial state a { on stop -> c; } state b { on stop -> c; } final state c;"
         "  from a on go -> b; }",
         "machine m { initial state both { on stop -> c; initial state a { on go -> b; } state b; }"
         "  final state c; }"},
        {"machine m { initial state a { on stop -> c; } state b { on stop -> c; } final state c;"
         "  from a on go -> b; }",
         "machine m { from any on stop -> c; initial state a \"A\" renamed from z { on go -> b; } state b;"
         "  final state c; assert always can finish; scenario \"x\" { create, stop => c } allow W001 \"x\"; "
         "}"},
        {"machine m { initial state a { on poke -> same; } }",
         "machine m { initial state a { on poke -> a; } }"},
        {"machine m { state x { enter do f; leave do g; initial state a; } final state c;"
         "  initial state b { on go -> a; } from a on go -> c; }",
         "machine m { state a { enter do f; leave do g; on go -> c; } final state c;"
         "  initial state b { on go -> a; } }"},
        {"machine m { initial state b { on go -> d; } state x { after 1d late -> c; state a; state d; }"
         "  from any on run -> a; final state c; }",
         "machine m { state y { state d; after 24h late -> c; state a; } final state c;"
         "  initial state b { on go -> d; } from any on run -> a; }"},
        {"machine m { initial state a { on go -> b; leave do f; } state b { enter do g; } }",
         "machine m { initial state a { on go -> b do f, g; } state b; }"},
        {"machine m { storage head; guard x; initial state a { on go -> a when x; } }",
         "machine m { initial state a { on go -> a when x; } guard unused sql \"select 1\"; }"},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_string_equal(fingerprint_of(arena, pairs[i][0]), fingerprint_of(arena, pairs[i][1]));
    arena_free(arena);
}

/* A program and the functions of a database know hooks by number, and agree where the fingerprint does. */
static void one_fingerprint_numbers_hooks_alike(void **state) {
    (void)state;
    struct compiled texts[] = {
        machine_from(
            "machine m { guard g; guard h sql \"select 1\"; initial state a {"
            " on x -> b when g and not h; on x -> a do f; on y -> b then e; leave do d; } state b; }"),
        machine_from("machine m { effect unused; guard h sql \"select 1\"; state b; initial state a {"
                     " leave do d; on y -> b then e; on x -> b when g and not h; on x -> a do f; } }"),
    };
    static const char *const names[] = {"g", "h", "d", "e", "f"};
    const struct model_machine *machines[] = {texts[0].model->machines, texts[1].model->machines};
    assert_string_equal(machines[0]->fingerprint, machines[1]->fingerprint);
    for (size_t t = 0; t < 2; t++) {
        assert_int_equal(machines[t]->hook_count, 5);
        for (size_t i = 0; i < 5; i++) {
            assert_string_equal(machines[t]->hooks[i]->name, names[i]);
            assert_int_equal(machines[t]->hooks[i]->number, i);
        }
        arena_free(texts[t].arena);
    }
}

#define FRAME(events, inside, items)                                                                         \
    "machine m { entity rows.id: text; event create(p: text, t: timestamp, u: timestamp, n: int);" events    \
    "initial state a { " inside " } state b { on e -> c; on f -> c; } final state c; " items "}"

static void behaviour_changes_it(void **state) {
    (void)state;
    static const char *const texts[] = {
        FRAME("", "on e -> b;", ""),
        FRAME("", "on e -> b when g;", ""),
        FRAME("", "on e -> b when not g;", ""),
        FRAME("", "on e -> b when h;", ""),
        FRAME("", "on e -> b when g and h;", ""),
        FRAME("", "on e -> b when g; on e -> c;", ""),
        FRAME("", "on e -> b when g; on e -> c when h;", ""),
        FRAME("", "on e -> c when h; on e -> b when g;", ""),
        FRAME("guard g sql \"select 1\";", "on e -> b when g;", ""),
        FRAME("guard g sql \"select 2\";", "on e -> b when g;", ""),
        FRAME("guard g sql postgres \"select 2\" sqlite \"select 3\";", "on e -> b when g;", ""),
        FRAME("", "on e -> b do x;", ""),
        FRAME("", "on e -> b do x, y;", ""),
        FRAME("", "on e -> b do y, x;", ""),
        FRAME("", "on e -> b then x;", ""),
        FRAME("effect x sql \"select 1\";", "on e -> b do x;", ""),
        FRAME("", "on e -> b; on f -> c; leave do x;", ""),
        FRAME("", "on e -> b; enter do x;", ""),
        FRAME("", "on e -> b; on f -> same;", ""),
        FRAME("", "on e -> b; on f -> stay;", ""),
        FRAME("", "on e -> b; ignore f;", ""),
        FRAME("", "after 1d e -> b;", ""),
        FRAME("", "after 2d e -> b;", ""),
        FRAME("", "after 2d e -> b; on f -> stay;", ""),
        FRAME("", "after 2d e -> b; on f -> stay restart e;", ""),
        FRAME("", "after 2d e -> b; on f -> stay restart e unrecorded;", ""),
        FRAME("", "after 2d e -> b; on f -> stay when g restart e; on f -> stay;", ""),
        FRAME("", "after 2d e -> b; on f -> stay when g; on f -> stay restart e;", ""),
        FRAME("", "after 2d e -> b when g every 1h;", ""),
        FRAME("", "after 2d e -> b when g every 2h;", ""),
        FRAME("", "at :t e -> b;", ""),
        FRAME("", "after every 2d e -> b;", ""),
        FRAME("", "after :n h e -> b;", ""),
        FRAME("", "after :n d e -> b;", ""),
        FRAME("", "after :create.n d e -> b;", ""),
        FRAME("", "at :u e -> b;", ""),
        FRAME("", "at :create.t e -> b;", ""),
        FRAME("", "on e -> b; work w;", ""),
        FRAME("", "on e -> b; work v;", ""),
        FRAME("", "on e -> b; work w lease 1s;", ""),
        FRAME("", "on e -> b; work w every 1s;", ""),
        FRAME("", "on e -> b; work w attempts 2;", ""),
        FRAME("", "on e -> b; work w attempts 2 else e;", ""),
        FRAME("", "on e -> b; work w backoff 1s to 2s;", ""),
        FRAME("", "on e -> b; work w backoff 1s to 3s;", ""),
        FRAME("", "on e -> b;", "key :id;"),
        FRAME("", "on e -> b;", "key :create.p;"),
        FRAME("", "on e -> b;", "mirror rows.state;"),
        FRAME("", "on e -> b;", "mirror rows.status;"),
        FRAME("", "on e -> b;", "emit \"x\";"),
        FRAME("", "on e -> b;", "emit \"y\";"),
        FRAME("", "on e -> b;", "emit :create.p;"),
        FRAME("", "on e -> b;", "storage head unindexed;"),
        FRAME("", "on e -> b;", "storage transitions;"),
        FRAME("", "on e -> b;", "storage transitions enforced;"),
        FRAME("event e serialize by (:id);", "on e -> b;", ""),
        FRAME("event e serialize by (:create.p);", "on e -> b;", ""),
        "machine m { entity rows.id: text; event create(p: text, t: timestamp, u: timestamp);"
        "initial state z { after 1d e -> b; initial state a; } state b { on e -> c; on f -> c; } final state "
        "c; }",
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    struct arena *arena = arena_new();
    const char *fingerprints[TEXTS];
    for (size_t i = 0; i < TEXTS; i++) {
        fingerprints[i] = fingerprint_of(arena, texts[i]);
        for (size_t j = 0; j < i; j++)
            if (strcmp(fingerprints[i], fingerprints[j]) == 0)
                fail_msg("the same for\n%s\n%s", texts[j], texts[i]);
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_machines_keep_theirs),
        cmocka_unit_test(the_way_it_is_written_changes_nothing),
        cmocka_unit_test(one_fingerprint_numbers_hooks_alike),
        cmocka_unit_test(behaviour_changes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
