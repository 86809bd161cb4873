#include "emit/page/contents.h"

#include "builder.h"
#include "compile.h"
#include "test.h"

#include <string.h>

static const struct model *model_of(struct arena *arena, const char *text) {
    struct source *source = arena_alloc(arena, sizeof *source);
    struct diagnostics *diagnostics = arena_alloc(arena, sizeof *diagnostics);
    source_from_bytes(source, arena, "x.fsm", text, strlen(text));
    diagnostics_init(diagnostics, arena, source);
    const struct model *model = compile(arena, source, diagnostics);
    assert_non_null(model);
    return model;
}

static const struct model *model_built(struct arena *arena, struct builder *b) {
    struct model *model = arena_alloc(arena, sizeof *model);
    *model = (struct model){.stem = "x", .machine_count = 1, .machines = builder_machine(b)};
    return model;
}

/* All changes, one on a line: category, kind, subject. */
static const char *changes_between(struct arena *arena, const struct model *old, const struct model *new) {
    static const char *const categories[] = {"source", "data", "behaviour", "cosmetic"};
    const struct diff *diff = diff_models(arena, old, new, page_words);
    const char *all = "";
    size_t counts[DIFF_CATEGORY_COUNT] = {0};
    for (size_t i = 0; i < diff->count; i++) {
        const struct diff_change *change = &diff->changes[i];
        counts[change->category]++;
        assert_non_null(change->machine);
        assert_true(strlen(change->sentence) > 10);
        assert_true(i == 0 || change[-1].category <= change->category);
        all = arena_printf(arena, "%s%s%s %s %s", all, i == 0 ? "" : "\n", categories[change->category],
                           change->kind, change->subject);
    }
    assert_memory_equal(counts, diff->category_count, sizeof counts);
    assert_true(diff_matters(diff) == (counts[0] + counts[1] + counts[2] > 0));
    return all;
}

#define BASE                                                                                                 \
    "/// A payment.\n"                                                                                       \
    "machine payment \"Payment\" {\n"                                                                        \
    "  entity payments.id: text;\n"                                                                          \
    "  event submit(amount: bigint, note: text?);\n"                                                         \
    "  initial state pending { on submit -> submitted; on cancel -> cancelled; }\n"                          \
    "  state submitted { on confirm -> paid; }\n"                                                            \
    "  final state paid \"Paid out\";\n"                                                                     \
    "  final state cancelled;\n"                                                                             \
    "}\n"

/* BASE with each `from` replaced. */
static const char *edited(struct arena *arena, const char *const edits[][2]) {
    const char *text = BASE;
    for (size_t i = 0; edits[i][0] != NULL; i++) {
        const char *at = strstr(text, edits[i][0]);
        assert_non_null(at);
        text = arena_printf(arena, "%.*s%s%s", (int)(at - text), text, edits[i][1], at + strlen(edits[i][0]));
    }
    return text;
}

static void what_is_written(void **state) {
    (void)state;
    static const struct {
        const char *edits[4][2];
        const char *changes;
    } cases[] = {
        {{{NULL, NULL}}, ""},
        {{{"/// A payment.", "/// Another."}, {"\"Paid out\"", "\"Paid\""}, {"\"Payment\" {", "\"P\" {"}},
         "cosmetic machine-label payment\ncosmetic machine-doc payment\ncosmetic state-label paid"},
        {{{"  final state paid \"Paid out\";\n  final state cancelled;",
           "  final state cancelled;\n  final state paid \"Paid out\";"}},
         "cosmetic state-order payment"},
        {{{"final state cancelled;", "final state cancelled stored \"void\";"}},
         "data state-stored cancelled"},
        {{{"state submitted {", "state sent {"}, {"-> submitted", "-> sent"}},
         "source state-removed submitted\nsource state-added sent\ndata state-removed submitted\n"
         "behaviour move-removed confirm\nbehaviour move-changed submit\nbehaviour move-added confirm"},
        {{{"on confirm -> paid", "on confirm -> cancelled"}}, "behaviour move-changed confirm"},
        {{{"final state paid", "state paid"}}, "behaviour state-final paid"},
        {{{" on cancel -> cancelled;", ""},
          {"on confirm -> paid;", "on confirm -> paid; on cancel -> cancelled;"}},
         "behaviour move-removed cancel\nbehaviour move-added cancel"},
        {{{"amount: bigint", "amount: int"}}, "source param-type submit\ndata column-type amount"},
        {{{"note: text?", "note: text"}}, "source param-optional submit"},
        {{{", note: text?", ", memo: text?"}},
         "source param-added submit\nsource param-removed submit\ndata column-added memo\n"
         "data column-removed note"},
        {{{"amount: bigint, note: text?", "note: text?, amount: bigint"}},
         "source param-order submit\nsource column-order payment"},
        {{{"payments.id: text", "bank.payments.id: bigint"}},
         "source key-type-changed payment\ndata entity-changed payment\ndata key-type-changed payment"},
        {{{"event submit(amount: bigint, note: text?)",
           "event submit(amount: bigint, note: text?) \"Send\" stored \"S\""}},
         "data event-stored submit\ncosmetic event-label submit"},
        {{{"on confirm -> paid;", "on accept -> paid;"}},
         "source event-removed confirm\nsource event-added accept\ndata event-removed confirm\n"
         "behaviour move-removed confirm\nbehaviour move-added accept"},
        {{{"machine payment \"Payment\"", "machine bill"}},
         "source machine-added bill\nsource machine-removed payment\ndata machine-added bill\n"
         "data machine-removed payment"},
        {{{"final state cancelled;", "final state cancelled; on import -> submitted;"}},
         "source event-added import\nbehaviour move-added import"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_new();
        const struct model *old = model_of(arena, BASE);
        const struct model *new = model_of(arena, edited(arena, cases[i].edits));
        assert_string_equal(changes_between(arena, old, new), cases[i].changes);
        arena_free(arena);
    }
}

/* ---- the flattened machine ------------------------------------------------------------------------- */

static struct builder *order(struct arena *arena) {
    struct builder *b = builder_new(arena, "parcel", 64);
    builder_composite(b, "open", NULL);
    builder_state(b, "packed", "open");
    builder_state(b, "sent", "open");
    builder_final(b, "done");
    builder_final(b, "lost");
    builder_arrow(b, "create", NULL, "packed", NULL);
    builder_arrow(b, "ship", "packed", "sent", "paid !held");
    builder_arrow(b, "arrive", "sent", "done", NULL);
    builder_arrow(b, "lose", "open", "lost", NULL);
    return b;
}

/* The same moves without the composite. */
static struct builder *flat_order(struct arena *arena) {
    struct builder *b = builder_new(arena, "parcel", 64);
    builder_state(b, "packed", NULL);
    builder_state(b, "sent", NULL);
    builder_final(b, "done");
    builder_final(b, "lost");
    builder_arrow(b, "create", NULL, "packed", NULL);
    builder_arrow(b, "ship", "packed", "sent", "paid !held");
    builder_arrow(b, "arrive", "sent", "done", NULL);
    builder_arrow(b, "lose", "packed", "lost", NULL);
    builder_arrow(b, "lose", "sent", "lost", NULL);
    return b;
}

static void the_same_moves_written_otherwise(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const struct model *old = model_built(arena, order(arena));
    const struct model *new = model_built(arena, flat_order(arena));
    assert_string_equal(changes_between(arena, old, new),
                        "cosmetic state-parent packed\ncosmetic state-parent sent\n"
                        "cosmetic composite-removed open");
    arena_free(arena);
}

static void a_composite_changes_in_one_sentence(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *more = order(arena);
    struct builder *part = order(arena);
    builder_arrow(more, "burn", "open", "lost", NULL);
    builder_refuse(part, "lose", "sent");
    const struct model *old = model_built(arena, order(arena));
    const struct diff *diff = diff_models(arena, old, model_built(arena, more), page_words);
    assert_int_equal(diff->count, 2);
    assert_string_equal(diff->changes[1].sentence, "New: While the parcel is open, burn moves it to lost.");
    assert_non_null(diff->changes[1].new_arrow);
    assert_null(diff->changes[1].new_state);
    diff = diff_models(arena, old, model_built(arena, part), page_words);
    assert_int_equal(diff->count, 1);
    assert_string_equal(diff->changes[0].sentence,
                        "No longer: While the parcel is sent, lose moves it to lost.");
    assert_ptr_equal(diff->changes[0].old_state, &old->machines[0].states[1]);
    arena_free(arena);
}

static void guards_timers_and_order(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = order(arena);
    struct builder *c = order(arena);
    builder_after(b, 86400000, "late", "sent", "lost", NULL);
    builder_after(c, 172800000, "late", "sent", "lost", NULL);
    size_t late = builder_event(c, "late");
    builder_arrow(b, "call", "sent", "stay", NULL);
    struct model_arrow *call = builder_arrow(c, "call", "sent", "stay", NULL);
    call->restarts = &late;
    call->restart_count = 1;
    builder_arrow(b, "check", "sent", "done", "good");
    builder_arrow(b, "check", "sent", "lost", NULL);
    builder_arrow(c, "check", "sent", "lost", "bad");
    builder_arrow(c, "check", "sent", "done", "good");
    builder_arrow(c, "check", "sent", "lost", NULL);
    builder_ignore(c, "ship", "done");
    const struct diff *diff = diff_models(arena, model_built(arena, b), model_built(arena, c), page_words);
    static const char *const sentences[] = {
        "Programs must supply the guard `bad`.",
        ("Now: While the parcel is sent, late moves it to lost; also by itself 2 days after entering sent. "
         "Before: "
         "While the parcel is sent, late moves it to lost; also by itself 1 day after entering sent."),
        ("Now: While the parcel is sent, call is recorded and leaves it there; the clock of late starts "
         "again. "
         "Before: While the parcel is sent, call is recorded and leaves it there, where its clocks run on."),
        "New: While the parcel is sent, check moves it to lost, if bad holds.",
        "New: While the parcel is done, ship is ignored: nothing happens and nothing is recorded.",
    };
    assert_int_equal(diff->count, sizeof sentences / sizeof *sentences);
    for (size_t i = 0; i < diff->count; i++)
        assert_string_equal(diff->changes[i].sentence, sentences[i]);
    arena_free(arena);
}

static void renamed_parts_are_the_same(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = flat_order(arena);
    struct builder *c = builder_new(arena, "package", 64);
    builder_state(c, "boxed", NULL)->renamed_from = "packed";
    builder_state(c, "sent", NULL)->renamed_from = "long_ago";
    builder_final(c, "done");
    builder_final(c, "lost");
    builder_arrow(c, "create", NULL, "boxed", NULL);
    builder_arrow(c, "dispatch", "boxed", "sent", "paid !held");
    builder_arrow(c, "arrive", "sent", "done", NULL);
    builder_arrow(c, "lose", "boxed", "lost", NULL);
    builder_arrow(c, "lose", "sent", "lost", NULL);
    struct model_machine *machine = (struct model_machine *)builder_machine(c);
    machine->renamed_from = "parcel";
    ((struct model_event *)machine->events)[builder_event(c, "dispatch")].renamed_from = "ship";
    const struct model *new = model_built(arena, c);
    assert_string_equal(changes_between(arena, model_built(arena, b), new),
                        "source machine-renamed package\nsource state-renamed boxed\n"
                        "source event-renamed dispatch\ndata machine-renamed package\n"
                        "data state-stored boxed\ndata event-stored dispatch\n"
                        "cosmetic machine-label package\ncosmetic state-label boxed\n"
                        "cosmetic event-label dispatch");
    assert_string_equal(changes_between(arena, new, new), "");
    arena_free(arena);
}

static void promises(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct builder *b = order(arena);
    struct builder *c = order(arena);
    struct model_place lost[] = {builder_place(b, "lost"), builder_place(c, "lost")};
    const struct model_assert of_old[] = {{.kind = ASSERT_CAN_FINISH, .text = "always can finish"},
                                          {.kind = ASSERT_NEVER_REACHES,
                                           .text = "done never reaches lost",
                                           .left = builder_place(b, "done"),
                                           .right = &lost[0],
                                           .right_count = 1}};
    const struct model_assert of_new[] = {
        {.kind = ASSERT_NEVER_REACHES,
         .text = "done never reaches lost",
         .left = builder_place(c, "done"),
         .right = &lost[1],
         .right_count = 1},
        {.kind = ASSERT_WORKING_TIMEOUTS, .text = "working states have timeouts"}};
    struct model_machine *old = (struct model_machine *)builder_machine(b);
    struct model_machine *new = (struct model_machine *)builder_machine(c);
    old->asserts = of_old;
    new->asserts = of_new;
    old->assert_count = new->assert_count = 2;
    assert_string_equal(changes_between(arena,
                                        &(struct model){.stem = "x", .machine_count = 1, .machines = old},
                                        &(struct model){.stem = "x", .machine_count = 1, .machines = new}),
                        "behaviour assert-removed parcel\ncosmetic assert-added parcel");
    arena_free(arena);
}

static void printed(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const struct model *old = model_of(arena, BASE);
    static const char *const edits[][2] = {{"state cancelled;", "state cancelled \"Gone\" stored \"G\";"},
                                           {NULL, NULL}};
    const struct diff *diff = diff_models(arena, old, model_of(arena, edited(arena, edits)), page_words);
    struct text text = TEXT_INIT;
    diff_print(diff, &text);
    char *signature = strstr(text.data, "\nSIGNATURE: pages must be signed again\n  payment: version ");
    assert_non_null(signature);
    assert_non_null(strstr(signature, "; contents "));
    *signature = '\0';
    assert_string_equal(text.data,
                        "DATA: rows or columns that exist must be changed\n"
                        "  payment: State `cancelled` is stored as \"G\" now, and was as \"cancelled\".\n"
                        "\n"
                        "COSMETIC: labels, descriptions and order only\n"
                        "  payment: State `cancelled` is labelled \"Gone\" now, and was \"cancelled\".\n");
    text.length = 0;
    diff_json(diff, "[]", &text);
    signature =
        strstr(text.data, ", \"signatures\": [\n{\"machine\": \"payment\", \"old\": {\"version\": \"");
    assert_non_null(signature);
    *signature = '\0';
    assert_string_equal(
        text.data, "{\"changes\": [\n"
                   "{\"category\": \"data\", \"machine\": \"payment\", \"kind\": \"state-stored\", "
                   "\"subject\": \"cancelled\", \"sentence\": \"State `cancelled` is stored as \\\"G\\\" "
                   "now, and was as \\\"cancelled\\\".\"},\n"
                   "{\"category\": \"cosmetic\", \"machine\": \"payment\", \"kind\": \"state-label\", "
                   "\"subject\": \"cancelled\", \"sentence\": \"State `cancelled` is labelled \\\"Gone\\\" "
                   "now, and was \\\"cancelled\\\".\"}], \"source\": 0, \"data\": 1, \"behaviour\": 0, "
                   "\"cosmetic\": 1");
    text.length = 0;
    diff_print(diff_models(arena, old, old, page_words), &text);
    assert_string_equal(text.data, "No differences.\n");
    text_free(&text);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written),
        cmocka_unit_test(the_same_moves_written_otherwise),
        cmocka_unit_test(a_composite_changes_in_one_sentence),
        cmocka_unit_test(guards_timers_and_order),
        cmocka_unit_test(renamed_parts_are_the_same),
        cmocka_unit_test(promises),
        cmocka_unit_test(printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
