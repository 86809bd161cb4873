#include "postgres/state.h"

#include "core/states.h"

static const unsigned sent_after[] = {
    [SENT_NOTHING] = TO(SENT_SOMETHING),
    [SENT_SOMETHING] = TO(SENT_UNDECIDED) | TO(SENT_NOTHING),
    [SENT_UNDECIDED] = TO(SENT_SOMETHING) | TO(SENT_NOTHING),
};

static const unsigned hears_after[] = {
    [HEARS_NOTHING] = TO(HEARS_SOME),
    [HEARS_SOME] = TO(HEARS_ALL) | TO(HEARS_NOTHING),
    [HEARS_ALL] = TO(HEARS_SOME) | TO(HEARS_NOTHING),
};

bool sent_becomes(enum sent *sent, enum sent next) {
    const bool is_legal = is_legal_change(sent_after, *sent, next);
    *sent = is_legal ? next : *sent;
    return is_legal;
}

bool hears_becomes(enum hears *hears, enum hears next) {
    const bool is_legal = is_legal_change(hears_after, *hears, next);
    *hears = is_legal ? next : *hears;
    return is_legal;
}
