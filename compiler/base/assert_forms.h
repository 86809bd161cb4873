/*
 * What a definition may assert. Each form stands here once: its kind, its name in JSON, in templates and of
 * the function that proves it, and its words between the names of states and events.
 */
#pragma once

#define ASSERT_FORMS(X)                                                                                      \
    X(CAN_FINISH, can_finish, "always can finish")                                                           \
    X(REACHED_EVERYWHERE, reached_everywhere, "can be reached from everywhere")                              \
    X(NEVER_REACHES, never_reaches, "never reaches") /* by any path of at least one move */                  \
    X(NEVER_MOVES, never_moves, "never ->")          /* in one move */                                       \
    X(ONLY_AFTER, only_after, "only after")                                                                  \
    X(LEADS_TO, leads_to, "leads to") /* one of them */                                                      \
    X(AT_MOST_ONCE, at_most_once, "at most once")                                                            \
    X(FINAL_WITHIN, final_within, "final within") /* by the timers alone */                                  \
    X(WORKING_TIMEOUTS, working_timeouts, "working states have timeouts")

#define ASSERT_FORM_KIND(kind, name, words) ASSERT_##kind,
enum assert_form { ASSERT_FORMS(ASSERT_FORM_KIND) };
#undef ASSERT_FORM_KIND

const char *assert_form_name(enum assert_form form);
const char *assert_form_words(enum assert_form form);
