/* For tests that compare a table of states with the .fsm file that draws it (PREFIX drawn). */
#ifndef TEST_DRAWN_H
#define TEST_DRAWN_H

/*
 * names: of the states, in the order of their enum. may_follow: an expression of `from` and `to`. Also a
 * change from a state to itself is legal only if an event leads there. The generated enum begins with "no
 * entity".
 */
#define CHECK_DRAWN(machine, MACHINE, names, may_follow)                                                     \
    do {                                                                                                     \
        assert_int_equal(sizeof(names) / sizeof *(names), DRAWN_##MACHINE##_STATE_COUNT);                    \
        for (int from = 0; from < DRAWN_##MACHINE##_STATE_COUNT; from++) {                                   \
            const enum drawn_##machine##_state drawn = (enum drawn_##machine##_state)(from + 1);             \
            assert_string_equal(drawn_##machine##_state_name(drawn), (names)[from]);                         \
            for (int to = 0; to < DRAWN_##MACHINE##_STATE_COUNT; to++) {                                     \
                bool is_drawn = false;                                                                       \
                for (int event = 1; event <= DRAWN_##MACHINE##_EVENT_COUNT; event++)                         \
                    is_drawn |=                                                                              \
                        (int)drawn_##machine##_next(drawn, (enum drawn_##machine##_event)event) == to + 1;   \
                assert_int_equal(may_follow, is_drawn);                                                      \
            }                                                                                                \
        }                                                                                                    \
    } while (0)

#endif
