#include "syntax/forms.h"

#include <stdbool.h>

enum holder {
    IN_NOTHING,
    IN_FILE,
    IN_MACHINE,
    IN_STATE,
    IN_FLOW,
    IN_BOTH /* machines and flows */,
    IN_ASSERT
};

static const struct {
    enum holder place;
    const char *called, *written;
} forms[TOKEN_KINDS] = {
#define FORM(keyword, place, called, written) [TOKEN_##keyword] = {IN_##place, called, written},
#include "syntax/forms.def"
};

static const char *const helps[TOKEN_KINDS] = {
#define IN(keyword, help) [TOKEN_##keyword] = (help),
#include "syntax/forms.def"
};

static bool is_state(int keyword) {
    return keyword == TOKEN_STATE || keyword == TOKEN_INITIAL || keyword == TOKEN_FINAL ||
           keyword == TOKEN_GOAL;
}

static enum holder place_in(int around) {
    switch (around) {
    case TOKEN_END:
        return IN_FILE;
    case TOKEN_MACHINE:
        return IN_MACHINE;
    case TOKEN_FLOW:
    case TOKEN_PROCEDURE:
    case TOKEN_LOCK:
    case TOKEN_OPTIONAL:
    case TOKEN_REPEAT:
        return IN_FLOW;
    default:
        return is_state(around) ? IN_STATE : IN_NOTHING;
    }
}

static bool may_stand(int keyword, enum holder here) {
    const enum holder place = forms[keyword].place;
    if (place == IN_BOTH)
        return here == IN_MACHINE || here == IN_FLOW;
    if (is_state(keyword) || keyword == TOKEN_ON)
        return here == IN_MACHINE || here == IN_STATE;
    return place == here;
}

const char *form_help(struct arena *arena, int keyword, int previous, int around) {
    if (place_in(around) == IN_NOTHING) /* the braces of a piece that has no pieces in it */
        keyword = around;
    if (keyword == TOKEN_ASSERT && forms[previous].place == IN_ASSERT)
        keyword = previous;
    if (forms[keyword].place == IN_NOTHING)
        return NULL;
    return arena_printf(arena, "%s is written %s", forms[keyword].called, forms[keyword].written);
}

const char *form_words(struct arena *arena, int keyword) {
    return forms[keyword].place == IN_NOTHING || forms[keyword].place == IN_ASSERT
               ? NULL
               : arena_printf(arena, "%s: %s", forms[keyword].called, forms[keyword].written);
}

const char *form_misplaced(struct arena *arena, int keyword, int around) {
    const enum holder place = forms[keyword].place, here = place_in(around);
    if (place == IN_NOTHING || place == IN_ASSERT || here == IN_NOTHING || may_stand(keyword, here))
        return NULL;
    if (place == IN_FILE)
        return "this stands outside of machines and flows: is a `}` missing before it?";
    if (place != IN_FLOW && place != IN_STATE && here == IN_STATE)
        return "this stands in the machine, outside of its states: is a `}` missing before it?";
    return arena_printf(arena, "%s stands in %s: %s", forms[keyword].called,
                        place == IN_FLOW                          ? "a flow"
                        : place == IN_STATE && here == IN_MACHINE ? "the braces of a state"
                        : place == IN_BOTH                        ? "a machine or a flow"
                                                                  : "a machine",
                        forms[keyword].written);
}

const char *form_unknown(struct arena *arena, int around) {
    const enum holder here = place_in(around);
    if (here == IN_NOTHING && forms[around].place != IN_NOTHING)
        return form_help(arena, around, around, around);
    return helps[here == IN_STATE     ? TOKEN_STATE
                 : here == IN_FLOW    ? TOKEN_FLOW
                 : here == IN_MACHINE ? TOKEN_MACHINE
                                      : TOKEN_END];
}
