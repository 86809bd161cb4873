/*
 * Two versions of a file, with a form feed between them: what changed in words and as JSON, and the page that
 * shows it. Without a form feed, a version against itself, of which nothing changed.
 */
#include "emit/emit.h"
#include "emit/migrate/migrate.h"
#include "emit/page/contents.h"
#include "input.h"

#include <string.h>

static void print(const struct diff *diff, const struct input *old, const struct input *new) {
    static const char *const paths[2] = {"old.fsm", "new.fsm"};
    struct text words = TEXT_INIT;
    struct text json = TEXT_INIT;
    struct text programs = TEXT_INIT;
    diff_print(diff, &words);
    migrate_tell_programs(&words, new->arena, paths, old->model, new->model);
    migrate_programs_json(&programs, new->arena, old->model, new->model);
    diff_json(diff, text_data(&programs), &json);
    text_free(&programs);
    input_require_text(&words);
    input_require_text(&json);
}

static void emit(const struct input *old, const struct input *new) {
    for (size_t b = 0; backends[b].name != NULL; b++) {
        struct text text = TEXT_INIT;
        if (backends[b].executes)
            continue;
        const struct emit_context context = {
            .backend = &backends[b], .arena = new->arena, .model = new->model, .since = old->model};
        backends[b].emit(&context, &text);
        input_require_text(&text);
    }
}

static void compare(const struct input *old, const struct input *new, bool same) {
    const struct diff *diff = diff_models(new->arena, old->model, new->model, page_words);
    size_t counted = 0;
    for (size_t category = 0; category < DIFF_CATEGORY_COUNT; category++)
        counted += diff->category_count[category];
    REQUIRE(counted == diff->count, "every change is counted in one category");
    REQUIRE(!same || diff->count == 0, "nothing changed in the same version");
    print(diff, old, new);
    emit(old, new);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input old, new;
    const uint8_t *form_feed = size == 0 ? NULL : memchr(data, '\f', size);
    size_t old_size = form_feed == NULL ? size : (size_t)(form_feed - data);
    const uint8_t *second = form_feed == NULL ? data : form_feed + 1;
    input_compile(&old, data, old_size, NULL);
    if (old.model != NULL) {
        input_compile(&new, second, form_feed == NULL ? size : size - old_size - 1, NULL);
        if (new.model != NULL) {
            compare(&old, &new, form_feed == NULL);
            compare(&new, &old, form_feed == NULL);
        }
        input_free(&new);
    }
    input_free(&old);
    return 0;
}
