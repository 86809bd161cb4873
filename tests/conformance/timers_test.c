#include "queue_rows.h"

#include <libpq-fe.h>

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

/* 2030-01-01 00:00 UTC */
#define LATER_US INT64_C(1893456000000000)

static struct pawl_db *new_alarm(const char *id) {
    struct pawl_db *db = open_application();
    expect(PAWL_OK, alarm_create(db, id, NULL, NULL, NULL, &err));
    return db;
}

static struct pawl_db *new_alarm_at(const char *id, int64_t due_us) {
    struct pawl_db *db = open_application();
    struct alarm_create_args args = {.due = {true, due_us}};
    expect(PAWL_OK, alarm_create(db, id, &args, NULL, NULL, &err));
    return db;
}

static void expect_alarm(struct pawl_db *db, const char *id, const char *state_and_sort_key) {
    expect_rows(db, state_and_sort_key, "select state, sort_key from alarm_current where alarm_id = '%s'",
                id);
}

#define MOVE(event, id) expect(PAWL_OK, alarm_##event(db, id, NULL, NULL, &err))

/* ---- what a move does to the queue --------------------------------------------------------------- */

static void timers_begin_with_their_state(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("begun");
    expect_pending(db, "alarm", "begun", "set.remind|10\n");
    assert_int_equal(due_after_move(db, "alarm", "begun", "set.remind"), SECONDS(3600));
    new_alarm_at("begun at", LATER_US);
    expect_pending(db, "alarm", "begun at", "set.remind|10\nset.ring|10\n");
    expect_rows(db, "1\n",
                on_postgres() ? "select count(*) from alarm_pending where alarm_id = 'begun at'"
                                " and due_at = timestamptz '2030-01-01 00:00+00'"
                              : "select count(*) from alarm_pending where alarm_id = 'begun at'"
                                " and due_at = 1893456000000000");
}

static void time_comes_from_the_event_that_entered(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("until");
    struct alarm_snooze_args args = {.until = LATER_US};
    expect(PAWL_OK, alarm_snooze(db, "until", &args, NULL, NULL, &err));
    expect_pending(db, "alarm", "until", "snoozed.ring|20\n");
    args.until += SECONDS(1);
    expect(PAWL_OK, alarm_snooze(db, "until", &args, NULL, NULL, &err));
    expect_pending(db, "alarm", "until", "snoozed.ring|30\n");
    expect_rows(db, "1\n",
                on_postgres() ? "select count(*) from alarm_pending where alarm_id = 'until'"
                                " and due_at = timestamptz '2030-01-01 00:00:01+00'"
                              : "select count(*) from alarm_pending where alarm_id = 'until'"
                                " and due_at = 1893456001000000");
    struct alarm_import_args imported = {.due = {true, LATER_US}, .id_there = "x"};
    expect(PAWL_OK, alarm_import(db, "imported", &imported, NULL, NULL, &err));
    expect_pending(db, "alarm", "imported", "snoozed_import.ring|10\n");
    imported.due.set = false;
    expect(PAWL_OK, alarm_import(db, "never", &imported, NULL, NULL, &err));
    expect_pending(db, "alarm", "never", "");
}

static void stay_goes_on_and_same_begins_anew(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("again", LATER_US);
    MOVE(note, "again");
    expect_pending(db, "alarm", "again", "set.remind|10\nset.ring|10\n");
    MOVE(again, "again");
    expect_pending(db, "alarm", "again", "set.remind|30\nset.ring|30\n");
    assert_int_equal(due_after_move(db, "alarm", "again", "set.remind"), SECONDS(3600));
    MOVE(stop, "again");
    expect_pending(db, "alarm", "again", "");
    MOVE(wind, "again");
    expect_pending(db, "alarm", "again", "set.remind|50\nset.ring|50\n");
}

/* Whoever repaired a head has left it: the move that begins the timer finds it there. */
static void p3_what_was_left_in_the_queue_begins_anew(void **state) {
    (void)state;
    static const struct alarm_arm_item many[] = {{.id = "left twice"}, {.id = "left never"}};
    struct alarm_result results[2];
    struct pawl_db *db = new_alarm("left once");
    new_alarm(many[0].id);
    new_alarm(many[1].id);
    forge("insert into alarm_pending (alarm_id, declaration, is_work, due_at, fence, claim, attempts, "
          "is_asleep)"
          " select alarm_id, 'armed.nag', is_work, due_at, 5, 3, 2, is_asleep from alarm_pending"
          " where alarm_id in ('left once', 'left twice')");
    MOVE(arm, "left once");
    expect(PAWL_OK, alarm_arm_many(db, many, 2, NULL, results, &err));
    expect_rows(db, "left never|armed.nag|20|0|0\nleft once|armed.nag|20|0|0\nleft twice|armed.nag|20|0|0\n",
                "select alarm_id, declaration, fence, claim, attempts from alarm_pending"
                " where alarm_id like 'left %%' and declaration = 'armed.nag' order by alarm_id");
}

/* The history never goes back; what it begins is due by the real clock. */
static void p9_clock_that_ran_ahead_delays_no_timer(void **state) {
    (void)state;
    static const struct alarm_arm_item many[] = {{.id = "ahead 1"}, {.id = "ahead 2"}};
    struct alarm_result results[2];
    struct pawl_transition moved[2];
    struct pawl_db *db = new_alarm("ahead alone");
    new_alarm("ahead 1");
    new_alarm("ahead 2");
    new_alarm("ahead 3");
    new_alarm("ahead 4");
    moved_in_the_future("alarm", "ahead %");
    MOVE(again, "ahead alone");
    assert_between(due_in(db, "alarm", "ahead alone", "set.remind"), SECONDS(3000), SECONDS(3600));
    assert_int_equal(due_after_move(db, "alarm", "ahead alone", "set.remind") < 0, true);
    expect(PAWL_OK, alarm_arm_many(db, many, 2, NULL, results, &err));
    const struct pawl_request requests[] = {alarm_arm_move("ahead 3", NULL), alarm_arm_move("ahead 4", NULL)};
    expect(PAWL_OK, pawl_fire_all(db, requests, 2, moved, NULL, &err));
    static const char *const armed[] = {"ahead 1", "ahead 2", "ahead 3", "ahead 4"};
    for (size_t i = 0; i < sizeof armed / sizeof *armed; i++)
        assert_between(due_in(db, "alarm", armed[i], "armed.expire"), SECONDS(6600), SECONDS(7200));
}

/* From a state to itself by two moves of one event: it is the one that was chosen that counts. */
static void guard_tells_stay_from_same(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("chosen");
    MOVE(repeat, "chosen");
    expect_pending(db, "alarm", "chosen", "set.remind|10\n");
    new_alarm("quiet one");
    MOVE(repeat, "quiet one");
    expect_pending(db, "alarm", "quiet one", "set.remind|20\n");
}

static void clock_of_a_composite_runs_on(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("around");
    MOVE(arm, "around");
    expect_pending(db, "alarm", "around", "armed.expire|20\narmed.nag|20\n");
    char *before = rows_of(db, "select declaration, due_at from alarm_pending where alarm_id = 'around'"
                               " and declaration like 'armed%' order by declaration");
    MOVE(turn, "around");
    expect_pending(db, "alarm", "around", "armed.expire|20|asleep\narmed.nag|20\n");
    MOVE(turn, "around");
    expect_pending(db, "alarm", "around", "armed.expire|20\narmed.nag|20\nthird.hurry|40\n");
    MOVE(again, "around"); /* leaves and enters the inner state only */
    expect_pending(db, "alarm", "around", "armed.expire|20\narmed.nag|20\nthird.hurry|50\n");
    MOVE(note, "around");
    expect_pending(db, "alarm", "around", "armed.expire|20\narmed.nag|20\nthird.hurry|50\n");
    MOVE(turn, "around");
    expect_pending(db, "alarm", "around", "armed.expire|20\narmed.nag|20\n");
    expect_rows(db, before,
                "select declaration, due_at from alarm_pending where alarm_id = 'around'"
                " and declaration like 'armed%%' order by declaration");
    free(before);
    MOVE(stop, "around");
    expect_pending(db, "alarm", "around", "");
}

/* Only the named clock, from each state in the composite, whether it sleeps there or not. */
static void event_restarts_the_clock_of_a_composite(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("restarted");
    MOVE(arm, "restarted");
    MOVE(hear, "restarted");
    expect_pending(db, "alarm", "restarted", "armed.expire|30\narmed.nag|20\n");
    assert_int_equal(due_after_move(db, "alarm", "restarted", "armed.expire"), SECONDS(7200));
    MOVE(turn, "restarted");
    MOVE(hear, "restarted");
    expect_pending(db, "alarm", "restarted", "armed.expire|50|asleep\narmed.nag|20\n");
    MOVE(skip, "restarted");
    expect_pending(db, "alarm", "restarted", "armed.expire|60\narmed.nag|20\nthird.hurry|60\n");
    assert_int_equal(due_after_move(db, "alarm", "restarted", "armed.expire"), SECONDS(7200));
    MOVE(keep, "restarted");
    expect_pending(db, "alarm", "restarted", "armed.expire|60\narmed.nag|20\nthird.hurry|70\n");
    MOVE(stop, "restarted");
    expect_pending(db, "alarm", "restarted", "");
}

static void guard_tells_who_restarts(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("checked");
    MOVE(arm, "checked");
    MOVE(check, "checked");
    expect_pending(db, "alarm", "checked", "armed.expire|30\narmed.nag|30\n");
    new_alarm("quiet check");
    MOVE(arm, "quiet check");
    MOVE(check, "quiet check");
    expect_pending(db, "alarm", "quiet check", "armed.expire|20\narmed.nag|20\n");
}

/* In one call, and in one transaction, too. */
static void many_restart(void **state) {
    (void)state;
    static const struct alarm_hear_item many[] = {{.id = "many 1"}, {.id = "many 2"}, {.id = "many 3"}};
    struct alarm_result results[3];
    struct pawl_db *db = new_alarm("many 1");
    new_alarm("many 2");
    new_alarm("many 3");
    MOVE(arm, "many 1");
    MOVE(arm, "many 2");
    MOVE(turn, "many 2");
    expect(PAWL_OK, alarm_hear_many(db, many, 3, NULL, results, &err));
    assert_int_equal(results[2].status, PAWL_ILLEGAL);
    expect_pending(db, "alarm", "many 1", "armed.expire|30\narmed.nag|20\n");
    expect_pending(db, "alarm", "many 2", "armed.expire|40|asleep\narmed.nag|20\n");
    expect_pending(db, "alarm", "many 3", "set.remind|10\n");
    const struct pawl_request requests[] = {alarm_hear_move("many 1", NULL), alarm_hear_move("many 2", NULL)};
    struct pawl_transition moved[2];
    expect(PAWL_OK, pawl_fire_all(db, requests, 2, moved, NULL, &err));
    expect_pending(db, "alarm", "many 1", "armed.expire|40\narmed.nag|20\n");
    expect_pending(db, "alarm", "many 2", "armed.expire|50|asleep\narmed.nag|20\n");
}

/* The latest time counts; without one the timer ends, until an event brings one. */
static void event_prolongs_what_is_due_at_a_time(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("lease");
    struct alarm_snooze_args args = {.until = LATER_US};
    struct alarm_prolong_args later = {.until = {true, LATER_US + SECONDS(1)}};
    expect(PAWL_OK, alarm_snooze(db, "lease", &args, NULL, NULL, &err));
    expect(PAWL_OK, alarm_prolong(db, "lease", &later, NULL, NULL, &err));
    expect_pending(db, "alarm", "lease", "snoozed.ring|30\n");
    expect_rows(db, "1\n",
                on_postgres() ? "select count(*) from alarm_pending where alarm_id = 'lease'"
                                " and due_at = timestamptz '2030-01-01 00:00:01+00'"
                              : "select count(*) from alarm_pending where alarm_id = 'lease'"
                                " and due_at = 1893456001000000");
    later.until.set = false;
    expect(PAWL_OK, alarm_prolong(db, "lease", &later, NULL, NULL, &err));
    expect_pending(db, "alarm", "lease", "");
    later.until.set = true;
    expect(PAWL_OK, alarm_prolong(db, "lease", &later, NULL, NULL, &err));
    expect_pending(db, "alarm", "lease", "snoozed.ring|50\n");
}

static void expect_due_s(struct pawl_db *db, const char *id, int seconds) {
    expect_rows(db, "1\n",
                on_postgres() ? "select count(*) from alarm_pending where alarm_id = '%s' and"
                                " due_at = timestamptz '2030-01-01 00:00+00' + %d * interval '1 second'"
                              : "select count(*) from alarm_pending where alarm_id = '%s' and"
                                " due_at = 1893456000000000 + %d * 1000000",
                id, seconds);
}

/* Whichever event enters, or restarts it; null is a time, too: none. */
static void last_event_with_a_time_counts(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("lent");
    struct alarm_snooze_args snooze = {.until = LATER_US};
    struct alarm_prolong_args later = {.until = {true, LATER_US + SECONDS(1)}};
    struct alarm_doze_args doze = {.minutes = {true, 3}};
    expect(PAWL_OK, alarm_snooze(db, "lent", &snooze, NULL, NULL, &err));
    expect(PAWL_OK, alarm_prolong(db, "lent", &later, NULL, NULL, &err));
    MOVE(lend, "lent");
    expect_pending(db, "alarm", "lent", "leased.lapse|40\n");
    expect_due_s(db, "lent", 1);
    MOVE(again, "lent");
    expect_pending(db, "alarm", "lent", "leased.lapse|50\n");
    expect_due_s(db, "lent", 1);
    later.until.value_us += SECONDS(1);
    expect(PAWL_OK, alarm_prolong(db, "lent", &later, NULL, NULL, &err));
    expect_pending(db, "alarm", "lent", "leased.lapse|60\n");
    expect_due_s(db, "lent", 2);
    MOVE(beat, "lent");
    expect_pending(db, "alarm", "lent", "leased.lapse|60\n");
    expect_due_s(db, "lent", 2);
    later.until.set = false;
    expect(PAWL_OK, alarm_prolong(db, "lent", &later, NULL, NULL, &err));
    expect_pending(db, "alarm", "lent", "");
    MOVE(again, "lent");
    MOVE(beat, "lent");
    expect_pending(db, "alarm", "lent", "");
    new_alarm("never lent");
    MOVE(lend, "never lent");
    expect_pending(db, "alarm", "never lent", "");
    new_alarm("lent for hours");
    expect(PAWL_OK, alarm_doze(db, "lent for hours", &doze, NULL, NULL, &err));
    MOVE(lend, "lent for hours");
    expect_pending(db, "alarm", "lent for hours", "leased.tire|30\n");
    assert_int_equal(due_after_move(db, "alarm", "lent for hours", "leased.tire"), SECONDS(10800));
}

static struct pawl_db *new_dozing(const char *id, int64_t patience_s, int32_t minutes) {
    struct pawl_db *db = open_application();
    struct alarm_create_args args = {.patience = {true, patience_s}};
    struct alarm_doze_args doze = {.minutes = {true, minutes}};
    expect(PAWL_OK, alarm_create(db, id, &args, NULL, NULL, &err));
    expect(PAWL_OK, alarm_doze(db, id, &doze, NULL, NULL, &err));
    return db;
}

/* From the creation and from the event, and again by those that restart it. */
static void data_tells_how_long_it_takes(void **state) {
    (void)state;
    struct pawl_db *db = new_dozing("doze", 90, 3);
    struct alarm_doze_args doze = {.minutes = {true, 5}};
    expect_pending(db, "alarm", "doze", "dozing.bore|20\ndozing.wake|20\n");
    assert_int_equal(due_after_move(db, "alarm", "doze", "dozing.bore"), SECONDS(90));
    assert_int_equal(due_after_move(db, "alarm", "doze", "dozing.wake"), SECONDS(180));
    MOVE(note, "doze");
    expect_pending(db, "alarm", "doze", "dozing.bore|20\ndozing.wake|20\n");
    MOVE(hear, "doze");
    expect_pending(db, "alarm", "doze", "dozing.bore|40\ndozing.wake|20\n");
    assert_int_equal(due_after_move(db, "alarm", "doze", "dozing.bore"), SECONDS(90));
    expect(PAWL_OK, alarm_doze(db, "doze", &doze, NULL, NULL, &err));
    expect_pending(db, "alarm", "doze", "dozing.bore|40\ndozing.wake|50\n");
    assert_int_equal(due_after_move(db, "alarm", "doze", "dozing.wake"), SECONDS(300));
    make_due("alarm", "doze", "dozing.bore", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "doze", "ringing|60\n");
}

static void timer_without_a_number_does_not_begin(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("unnumbered");
    struct alarm_doze_args doze = {.minutes = {true, 5}};
    expect(PAWL_OK, alarm_doze(db, "unnumbered", NULL, NULL, NULL, &err));
    expect_pending(db, "alarm", "unnumbered", "");
    expect(PAWL_OK, alarm_doze(db, "unnumbered", &doze, NULL, NULL, &err));
    expect_pending(db, "alarm", "unnumbered", "dozing.wake|30\n");
    expect(PAWL_OK, alarm_doze(db, "unnumbered", NULL, NULL, NULL, &err));
    expect_pending(db, "alarm", "unnumbered", "");
}

/* As a worker would: less than nothing is due at once, and more than 100 years are 100 years. */
static void p10_any_number_is_a_time(void **state) {
    (void)state;
    static const struct alarm_doze_item many[] = {{.id = "most 1", .args = {.minutes = {true, INT32_MAX}}},
                                                  {.id = "most 2", .args = {.minutes = {true, INT32_MIN}}}};
    struct alarm_result results[2];
    struct pawl_db *db = new_dozing("most", INT64_MAX, INT32_MAX);
    assert_int_equal(due_after_move(db, "alarm", "most", "dozing.bore"), PAWL_DURATION_MAX_US);
    assert_int_equal(due_after_move(db, "alarm", "most", "dozing.wake"), PAWL_DURATION_MAX_US);
    new_dozing("least", INT64_MIN, 0);
    assert_int_equal(due_after_move(db, "alarm", "least", "dozing.bore"), 0);
    assert_int_equal(due_after_move(db, "alarm", "least", "dozing.wake"), 0);
    new_alarm("most 1");
    new_alarm("most 2");
    expect(PAWL_OK, alarm_doze_many(db, many, 2, NULL, results, &err));
    assert_int_equal(due_after_move(db, "alarm", "most 1", "dozing.wake"), PAWL_DURATION_MAX_US);
    assert_int_equal(due_after_move(db, "alarm", "most 2", "dozing.wake"), 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "least", "ringing|30\n");
    expect_alarm(db, "most 2", "set|30\n");
}

/* From the transition that began it: periods of an hour. */
static void expect_periods(struct pawl_db *db, const char *id, int periods) {
    expect_rows(db, "1\n",
                on_postgres()
                    ? "select count(*) from alarm_pending p join alarm_" HISTORY " t using (alarm_id)"
                      " where t.sort_key = p.fence and p.declaration = 'chiming.chime' and alarm_id = '%s'"
                      " and p.due_at - t.created_at = %d * interval '1 hour'"
                    : "select count(*) from alarm_pending p join alarm_" HISTORY " t using (alarm_id)"
                      " where t.sort_key = p.fence and p.declaration = 'chiming.chime' and alarm_id = '%s'"
                      " and p.due_at - t.created_at = %d * 3600000000",
                id, periods);
}

static struct pawl_db *new_chime(const char *id) {
    struct pawl_db *db = new_alarm(id);
    expect(PAWL_OK, alarm_toll(db, id, NULL, NULL, &err));
    return db;
}

/* Each time at a multiple of the period, whatever happens between; claimed once. */
static void timer_comes_again_without_drift(void **state) {
    (void)state;
    struct pawl_db *db = new_chime("tower");
    struct pawl_item items[2];
    size_t count = 0;
    expect_pending(db, "alarm", "tower", "chiming.chime|20\nchiming.wind_up|20\n");
    expect_periods(db, "tower", 1);
    MOVE(note, "tower");
    make_due("alarm", "tower", "chiming.chime", 0);
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_OK, pawl_complete(db, &alarm_machine, &items[0], 0, NULL, NULL, NULL, &err));
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &items[0], 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "tower", "chiming|40\n");
    expect_pending(db, "alarm", "tower", "chiming.chime|20\nchiming.wind_up|20\n");
    expect_periods(db, "tower", 1);
    MOVE(chime, "tower"); /* by hand */
    expect_pending(db, "alarm", "tower", "chiming.chime|20\nchiming.wind_up|20\n");
    expect_periods(db, "tower", 1);
    make_due("alarm", "tower", "chiming.wind_up", 0);
    work_once(db, &alarm_machine, 0);
    expect_pending(db, "alarm", "tower", "chiming.chime|60\nchiming.wind_up|60\n");
    MOVE(stop, "tower");
    expect_pending(db, "alarm", "tower", "");
}

static void timer_that_is_refused_waits_for_its_next_period(void **state) {
    (void)state;
    struct pawl_db *db = new_chime("quiet tower");
    make_due("alarm", "quiet tower", "chiming.chime", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "quiet tower", "chiming|20\n");
    expect_periods(db, "quiet tower", 1);
}

#ifndef PAWL_TEST_TRANSITIONS
/* After two periods and a half in which no worker ran. */
static void p9_outage_is_made_up_for_once(void **state) {
    (void)state;
    struct pawl_db *db = new_chime("outage");
    new_chime("quiet outage");
    if (on_sqlite())
        forge("drop trigger alarm_transitions_update");
    forge(on_postgres() ? "update alarm_transitions set created_at = created_at - interval '150 minutes'"
                          " where alarm_id like '%outage' and sort_key = 20"
                        : "update alarm_transitions set created_at = created_at - 9000000000"
                          " where alarm_id like '%outage' and sort_key = 20");
    make_due("alarm", "outage", "chiming.chime", 0);
    make_due("alarm", "quiet outage", "chiming.chime", 0);
    work_once(db, &alarm_machine, 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "outage", "chiming|30\n");
    expect_alarm(db, "quiet outage", "chiming|20\n");
    expect_periods(db, "outage", 3);
    expect_periods(db, "quiet outage", 3);
}
#endif

/* A worker has taken what was due; the event comes first, so that the timer does not strike. */
static void p9_restart_takes_the_claim_away(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("raced");
    struct pawl_item items[2];
    size_t count = 0;
    MOVE(arm, "raced");
    make_due("alarm", "raced", "armed.expire", 0);
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 1);
    MOVE(hear, "raced");
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &items[0], 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "raced", "first|30\n");
    expect_pending(db, "alarm", "raced", "armed.expire|30\narmed.nag|20\n");
    make_due("alarm", "raced", "armed.expire", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "raced", "off|40\n");
}

static void timer_that_has_struck_is_restarted(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("struck");
    MOVE(arm, "struck");
    make_due("alarm", "struck", "armed.nag", 0);
    work_once(db, &alarm_machine, 0);
    expect_pending(db, "alarm", "struck", "armed.expire|20\nthird.hurry|30\n");
    MOVE(turn, "struck");
    MOVE(check, "struck");
    expect_pending(db, "alarm", "struck", "armed.expire|50\narmed.nag|50\n");
}

/* ---- restarts without a history ------------------------------------------------------------------- */

/* As sort keys and the history tell, nothing has happened. */
static void p9_unrecorded_restart_puts_off(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("beating");
    struct alarm_transition moved;
    MOVE(arm, "beating");
    make_due("alarm", "beating", "armed.expire", 0);
    expect(PAWL_OK, alarm_beat(db, "beating", NULL, &moved, &err));
    assert_int_equal(moved.from, ALARM_STATE_FIRST);
    assert_int_equal(moved.to, ALARM_STATE_FIRST);
    assert_int_equal(moved.sort_key, 20);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "beating", "first|20\n");
    expect_rows(db, "2\n", "select count(*) from alarm_" HISTORY " where alarm_id = 'beating'");
    expect_pending(db, "alarm", "beating", "armed.expire|20\narmed.nag|20\n");
    assert_between(due_in(db, "alarm", "beating", "armed.expire"), SECONDS(7000), SECONDS(7200));
    make_due("alarm", "beating", "armed.expire", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "beating", "off|30\n");
    expect(PAWL_ILLEGAL, alarm_beat(db, "beating", NULL, NULL, &err));
    expect_pending(db, "alarm", "beating", "");
}

/* No new sort key tells the claim from the next one. */
static void p9_unrecorded_restart_takes_the_claim_away(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("beaten");
    struct pawl_item late, again;
    size_t count = 0;
    MOVE(arm, "beaten");
    make_due("alarm", "beaten", "armed.expire", 0);
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, &late, 1, &count, &err));
    assert_int_equal(count, 1);
    MOVE(beat, "beaten");
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &late, 0, NULL, NULL, NULL, &err));
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "beaten", "first|20\n");
    make_due("alarm", "beaten", "armed.expire", 0);
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, &again, 1, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &late, 0, NULL, NULL, NULL, &err));
    expect(PAWL_OK, pawl_complete(db, &alarm_machine, &again, 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "beaten", "off|30\n");
}

/* Whether it sleeps, has struck, or is parked. */
static void unrecorded_restart_finds_its_timer(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("found");
    MOVE(arm, "found");
    make_due("alarm", "found", "armed.nag", 0);
    work_once(db, &alarm_machine, 0);
    expect_pending(db, "alarm", "found", "armed.expire|20\nthird.hurry|30\n");
    MOVE(beat, "found");
    expect_pending(db, "alarm", "found", "armed.expire|20\narmed.nag|30\nthird.hurry|30\n");
    assert_between(due_in(db, "alarm", "found", "armed.nag"), SECONDS(86300), SECONDS(86400));
    MOVE(turn, "found");
    MOVE(turn, "found");
    forge(on_postgres() ? "update alarm_pending set parked_at = now(), attempts = 20 where alarm_id = 'found'"
                        : "update alarm_pending set parked_at = 1, attempts = 20 where alarm_id = 'found'");
    MOVE(beat, "found");
    expect_pending(db, "alarm", "found", "armed.expire|20|asleep\narmed.nag|30\n");
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "found", "second|50\n");
    struct pawl_db *unset = new_dozing("unset", 90, 3);
    MOVE(beat, "unset");
    work_once(unset, &alarm_machine, 0);
    assert_between(due_in(unset, "alarm", "unset", "dozing.bore"), SECONDS(60), SECONDS(90));
    struct alarm_doze_args doze = {.minutes = {true, 5}};
    new_alarm("never bored");
    expect(PAWL_OK, alarm_doze(db, "never bored", &doze, NULL, NULL, &err));
    MOVE(beat, "never bored");
    expect_pending(db, "alarm", "never bored", "dozing.wake|20\n");
}

/* It begins a timer that has struck: a snapshot that does not see the timer moves nothing. */
static void p9_unrecorded_restart_is_seen_by_older_snapshots(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite has one writer; InnoDB deletes what is committed */
    struct pawl_db *db = new_dozing("older", 90, 3), *old = open_application();
    for (int i = 0; i < 2; i++) {
        forge("delete from alarm_pending where alarm_id = 'older' and declaration = 'dozing.bore'");
        expect(PAWL_OK, pawl_begin(old, &err));
        execute(old, "set transaction isolation level repeatable read");
        execute(old, "select count(*) from alarm_pending");
        MOVE(beat, "older");
        expect(PAWL_DB, i == 0 ? alarm_stop(old, "older", NULL, NULL, &err)
                               : alarm_beat(old, "older", NULL, NULL, &err));
        expect_message_has("40001");
        expect(PAWL_OK, pawl_rollback(old, &err));
    }
    expect_pending(db, "alarm", "older", "dozing.bore|20\ndozing.wake|20\n");
    MOVE(stop, "older");
    expect_pending(db, "alarm", "older", "");
}

/* Of the alternatives of an event, some may be recorded. */
static void guard_tells_what_is_recorded(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("pulse");
    MOVE(arm, "pulse");
    make_due("alarm", "pulse", "armed.expire", 0);
    MOVE(pulse, "pulse");
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "pulse", "first|20\n");
    new_alarm("quiet pulse");
    MOVE(arm, "quiet pulse");
    MOVE(pulse, "quiet pulse");
    expect_alarm(db, "quiet pulse", "first|30\n");
    expect_pending(db, "alarm", "quiet pulse", "armed.expire|20\narmed.nag|20\n");
}

/* In one call, in one transaction, not under a request id, and undone. */
static void many_restart_unrecorded(void **state) {
    (void)state;
    static const struct alarm_beat_item many[] = {{.id = "beats 1"}, {.id = "beats 2"}, {.id = "beats 3"}};
    struct alarm_result results[3];
    struct pawl_opts once = {.request_id = "one beat"}, expecting = {.expect_sort_key = 10};
    struct pawl_db *db = new_alarm("beats 1");
    new_alarm("beats 2");
    new_alarm("beats 3");
    MOVE(arm, "beats 1");
    MOVE(arm, "beats 2");
    expect(PAWL_OK, alarm_beat_many(db, many, 3, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_OK);
    assert_int_equal(results[0].moved.sort_key, 20);
    assert_int_equal(results[2].status, PAWL_ILLEGAL);
    const struct pawl_request requests[] = {alarm_beat_move("beats 1", NULL),
                                            alarm_beat_move("beats 2", NULL)};
    struct pawl_transition moved[2];
    expect(PAWL_OK, pawl_fire_all(db, requests, 2, moved, NULL, &err));
    assert_int_equal(moved[1].sort_key, 20);
    expect(PAWL_MISUSE, alarm_beat(db, "beats 1", &once, NULL, &err));
    assert_non_null(strstr(err.message, "an unrecorded event keeps no request id"));
    const struct alarm_beat_item named[] = {{.id = "beats 1", .request_id = "one beat"}, {.id = "beats 2"}};
    expect(PAWL_MISUSE, alarm_beat_many(db, named, 2, NULL, results, &err));
    assert_non_null(strstr(err.message, "an unrecorded event keeps no request id"));
    expect(PAWL_CONFLICT, alarm_beat(db, "beats 1", &expecting, NULL, &err));
    expect_alarm(db, "beats 1", "first|20\n");
    make_due("alarm", "beats 2", "armed.expire", 0);
    expect(PAWL_OK, pawl_begin(db, &err));
    MOVE(beat, "beats 2");
    expect(PAWL_OK, pawl_rollback(db, &err));
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "beats 2", "off|30\n");
}

#ifndef PAWL_TEST_TRANSITIONS
static void time_of_a_removed_event_counts(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("rented");
    struct alarm_snooze_args snooze = {.until = LATER_US};
    expect(PAWL_OK, alarm_snooze(db, "rented", &snooze, NULL, NULL, &err));
    MOVE(lend, "rented");
    forge("update alarm_transitions set event = 'rent' where alarm_id = 'rented' and event = 'snooze'");
    MOVE(beat, "rented");
    expect_pending(db, "alarm", "rented", "leased.lapse|30\n");
}

static void unrecorded_restart_ends_a_timer_whose_time_is_erased(void **state) {
    (void)state;
    struct pawl_db *db = new_dozing("erased", 90, 3);
    forge("update alarm_transitions set patience = null where alarm_id = 'erased'");
    MOVE(beat, "erased");
    expect_pending(db, "alarm", "erased", "dozing.wake|20\n");
}

/* With 40 bytes for the commit, it is 200. */
static void unrecorded_restart_costs_few_bytes(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = new_alarm("cheap");
    long least = LONG_MAX;
    MOVE(arm, "cheap");
    for (int i = 0; i < 10; i++) {
        char *rows = rows_of(db, "explain (analyze, wal, costs off, timing off) select alarm_pulse('cheap')");
        const char *bytes = strstr(rows, " bytes=");
        assert_non_null(bytes);
        const long seen = strtol(bytes + strlen(" bytes="), NULL, 10);
        least = seen < least ? seen : least;
        free(rows);
    }
    assert_between(least, 1, 160);
}
#endif

static void queue_commits_with_the_move(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("undone");
    expect(PAWL_OK, pawl_begin(db, &err));
    MOVE(arm, "undone");
    MOVE(turn, "undone");
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_pending(db, "alarm", "undone", "set.remind|10\n");
    expect(PAWL_OK, pawl_begin(db, &err));
    MOVE(arm, "undone");
    expect(PAWL_ILLEGAL, alarm_arm(db, "undone", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_pending(db, "alarm", "undone", "armed.expire|20\narmed.nag|20\n");
}

static void p8_nobody_else_writes_the_queue(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("guarded");
    static const char *const attempts[] = {
        "update alarm_pending set attempts = attempts + 1",
        "update alarm_pending set alarm_id = 'x'",
        "delete from alarm_pending",
        "insert into alarm_pending (alarm_id, declaration, is_work, due_at, fence, claim, attempts, "
        "is_asleep)"
        " select 'x', declaration, is_work, due_at, fence, claim, attempts, is_asleep from alarm_pending",
    };
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        expect(PAWL_DB, pawl_exec(db, attempts[i], &err));
    expect_pending(db, "alarm", "guarded", "set.remind|10\n");
    if (!on_postgres()) /* the owner of its tables, too, but for TRUNCATE, which SQLite does not have */
        return;
    struct pawl_db *admin = open_administrator();
    expect(PAWL_DB, pawl_exec(admin, "truncate alarm_pending", &err));
}

/* ---- firing --------------------------------------------------------------------------------------- */

static void timer_fires_its_event(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("fires", 1000);
    struct pawl_work_options options = {.struct_size = sizeof options, .once = true, .actor = "the clock"};
    const struct pawl_machine *machine = &alarm_machine;
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    expect_rows(db, "ring|set|ringing|20|the clock\n",
                "select event, from_state, to_state, sort_key, actor from alarm_transitions"
                " where alarm_id = 'fires' and sort_key > 10");
    expect_pending(db, "alarm", "fires", "ringing.give_up|20\n");
    work_once(db, &alarm_machine, PAWL_TIMERS);
    expect_alarm(db, "fires", "ringing|20\n");
    make_due("alarm", "fires", "ringing.give_up", 0);
    work_once(db, &alarm_machine, PAWL_WORKS);
    expect_alarm(db, "fires", "ringing|20\n");
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "fires", "off|30\n");
    expect_pending(db, "alarm", "fires", "");
}

static void guard_that_refuses_is_asked_again(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("quiet", 1000);
    work_once(db, &alarm_machine, 0);
    make_due("alarm", "quiet", "ringing.give_up", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "quiet", "ringing|20\n");
    assert_between(due_in(db, "alarm", "quiet", "ringing.give_up"), SECONDS(1), SECONDS(30));
    expect_rows(db, "0|\n", "select attempts, last_error from alarm_pending where alarm_id = 'quiet'");
}

static void timer_that_stays_fires_once(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("once");
    make_due("alarm", "once", "set.remind", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "once", "set|20\n");
    expect_pending(db, "alarm", "once", "");
    MOVE(note, "once");
    expect_pending(db, "alarm", "once", "");
    MOVE(again, "once");
    expect_pending(db, "alarm", "once", "set.remind|40\n");
    /* by hand the event is one like any other, and its timer goes on */
    MOVE(remind, "once");
    expect_pending(db, "alarm", "once", "set.remind|40\n");
}

static void timer_of_a_composite_fires_once_and_inside(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("inside");
    MOVE(arm, "inside");
    MOVE(turn, "inside");
    make_due("alarm", "inside", "armed.expire", 0); /* sleeps here */
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "inside", "second|30\n");
    make_due("alarm", "inside", "armed.nag", 0);
    forge("update alarm_pending set is_asleep = true where alarm_id = 'inside' and declaration = "
          "'armed.expire'");
    struct pawl_item items[4];
    size_t count = 0;
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 4, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_OK, pawl_complete(db, &alarm_machine, &items[0], 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "inside", "third|40\n");
    expect_pending(db, "alarm", "inside", "armed.expire|20\nthird.hurry|40\n");
    work_once(db, &alarm_machine, 0); /* what was due while it slept */
    expect_alarm(db, "inside", "off|50\n");
}

static void what_is_due_the_longest_comes_first(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm("order1");
    new_alarm("order2");
    new_alarm("order3");
    make_due("alarm", "order1", "set.remind", 30);
    make_due("alarm", "order2", "set.remind", 10);
    make_due("alarm", "order3", "set.remind", 20);
    struct pawl_item items[2];
    size_t count = 0;
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 2);
    bool swapped = strcmp(items[0].key_text, "order2") != 0;
    assert_string_equal(items[swapped].key_text, "order2");
    assert_string_equal(items[!swapped].key_text, "order3");
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 1);
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 0);
}

/* ---- claims --------------------------------------------------------------------------------------- */

static struct pawl_item claim_one(struct pawl_db *db) {
    struct pawl_item items[2];
    size_t count = 0;
    wait_for_all_nodes();
    expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 2, &count, &err));
    assert_int_equal(count, 1);
    return items[0];
}

static void claim_is_fenced_by_entering(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("fence", 1000);
    struct pawl_item old = claim_one(db);
    MOVE(arm, "fence");
    MOVE(stop, "fence");
    MOVE(wind, "fence");
    forge("update alarm_pending set claim = 1 where alarm_id = 'fence' and declaration = 'set.ring'");
    /* there again, under the same name and number: but it is another stay */
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &old, 0, NULL, NULL, NULL, &err));
    expect_message("alarm fence: ring: the claim on set.ring does not hold any more");
    expect(PAWL_CONFLICT, pawl_fail(db, &alarm_machine, &old, "late", &err));
    expect_message("alarm fence: the claim on set.ring does not hold any more");
    expect(PAWL_CONFLICT, pawl_not_yet(db, &alarm_machine, &old, -1, &err));
    expect(PAWL_CONFLICT, pawl_extend(db, &alarm_machine, &old, 0, &err));
    expect_alarm(db, "fence", "set|40\n");
    expect_pending(db, "alarm", "fence", "set.remind|40\nset.ring|40\n");
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "fence", "ringing|50\n");
}

static void claim_is_lost_to_a_later_one(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("later", 1000);
    struct pawl_item old = claim_one(db);
    make_due("alarm", "later", "set.ring", 0);
    struct pawl_item later = claim_one(db);
    assert_int_equal(later.fence, old.fence);
    assert_int_equal(later.attempts, 2);
    expect(PAWL_CONFLICT, pawl_fail(db, &alarm_machine, &old, "late", &err));
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &old, 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "later", "set|10\n");
    expect(PAWL_OK, pawl_complete(db, &alarm_machine, &later, 0, NULL, NULL, NULL, &err));
    expect_alarm(db, "later", "ringing|20\n");
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &later, 0, NULL, NULL, NULL, &err));
}

/* Above READ COMMITTED it would lock the gap into which the other timer comes. */
static void p5_claim_keeps_no_creation_waiting(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = new_alarm_at("claimed", 1000), *other = open_application();
    const struct alarm_create_args args = {.due = {true, 2000}};
    char *names = rows_of(db, "select database()");
    execute(other, "set innodb_lock_wait_timeout = 1");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect_rows(db, "1\n", "select json_length(%.*s_pawl.alarm_pending_claim(10, 'timer', null))",
                (int)strcspn(names, "\n"), names);
    free(names);
    expect(PAWL_OK, alarm_create(other, "beside it", &args, NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    MOVE(stop, "claimed");
    MOVE(stop, "beside it");
}

static void claim_is_joined_by_the_callers_transaction(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("joins", 1000);
    struct pawl_item item = claim_one(db);
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_complete(db, &alarm_machine, &item, 0, NULL, NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_fail(db, &alarm_machine, &item, "not this time", &err));
    expect(PAWL_CONFLICT, pawl_complete(db, &alarm_machine, &item, 0, NULL, NULL, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    struct pawl_opts opts = {.struct_size = sizeof opts, .request_id = "r-1", .item = &item};
    expect(PAWL_OK, alarm_ring(db, "joins", &opts, NULL, &err));
    expect(PAWL_OK, alarm_ring(db, "joins", &opts, NULL, &err)); /* said once, done once */
    expect_alarm(db, "joins", "ringing|20\n");
}

/* Who fails an item and then moves its entity does not wait for one that moves it and waits for the item. */
static void head_is_locked_before_the_queue(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("head first", 1000);
    struct pawl_item item = claim_one(db);
    struct fire other = {.machine = &alarm_machine, .key = "head first", .event = ALARM_EVENT_AGAIN};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_fail(db, &alarm_machine, &item, "first", &err));
    fire_start(&other);
    assert_true(fire_waits(&other));
    if (on_postgres()) /* a deadlock would be mended by trying again, in silence */
        execute(db, "set lock_timeout = '200ms'");
    expect(PAWL_OK, alarm_note(db, "head first", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&other);
    assert_int_equal(other.status, PAWL_OK);
    expect_alarm(db, "head first", "set|30\n");
    MOVE(stop, "head first");
}

/* A move that has touched a row and is not committed yet keeps nobody from the others, first or not. */
static void claim_passes_by_what_is_locked(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* it has one writer at a time */
    struct pawl_db *db = new_alarm_at("first", 1000), *other = open_application();
    new_alarm_at("locked", 2000);
    new_alarm_at("last", 3000);
    struct pawl_item items[3];
    size_t count = 0;
    expect(PAWL_OK, pawl_begin(db, &err));
    MOVE(again, "locked");
    execute(other, on_postgres() ? "set lock_timeout = '1s'" : "set innodb_lock_wait_timeout = 1");
    expect(PAWL_OK, pawl_claim(other, &alarm_machine, PAWL_TIMERS, 0, items, 3, &count, &err));
    assert_int_equal(count, 2);
    bool swapped = strcmp(items[0].key_text, "first") != 0;
    assert_string_equal(items[swapped].key_text, "first");
    assert_string_equal(items[!swapped].key_text, "last");
    make_due("alarm", "last", "set.ring", 4000);
    MOVE(stop, "locked");
    expect(PAWL_OK, pawl_claim(other, &alarm_machine, PAWL_TIMERS, 0, items, 1, &count, &err));
    assert_int_equal(count, 1);
    assert_string_equal(items[0].key_text, "last");
    expect(PAWL_OK, pawl_commit(db, &err));
}

static void wrong_calls_are_told(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("wrong", 1000);
    struct pawl_item item = claim_one(db), items[1];
    size_t count = 0;
    expect(PAWL_MISUSE, pawl_complete(db, &alarm_machine, &item, ALARM_EVENT_STOP, NULL, NULL, NULL, &err));
    expect_message("alarm wrong: stop cannot complete the timer set.ring");
    struct pawl_opts opts = {.struct_size = sizeof opts, .item = &item};
    new_alarm("other");
    expect(PAWL_MISUSE, alarm_ring(db, "other", &opts, NULL, &err));
    expect_message("alarm other: ring cannot complete set.ring of another alarm");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 1, &count, &err));
    expect_message("alarm: pawl_claim inside an open transaction");
    expect(PAWL_MISUSE, pawl_work(db, (const struct pawl_machine *[]){&alarm_machine}, 1, NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_MISUSE, pawl_claim(db, &alarm_machine, 0, 0, items, 1, &count, &err));
    expect(PAWL_MISUSE, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, items, 0, &count, &err));
    expect(PAWL_MISUSE, pawl_claim(db, &alarm_machine, PAWL_TIMERS, -1, items, 1, &count, &err));
    expect(PAWL_MISUSE, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, NULL, 1, &count, &err));
    item.pending = 99;
    expect(PAWL_MISUSE, pawl_fail(db, &alarm_machine, &item, "?", &err));
    expect(PAWL_NOT_FOUND, pawl_retry(db, &alarm_machine, (struct pawl_key){.text = "wrong"}, 0, &err));
    expect_message("alarm wrong: set.remind has no parked job");
}

/* ---- what goes wrong ------------------------------------------------------------------------------ */

static void poison(void) {
    struct pawl_db *admin = open_administrator();
    if (on_mariadb()) {
        break_on_mariadb("poison", "before insert", "alarm_transitions",
                         "new.alarm_id = 'poison' and new.event = 'ring'", "poisoned");
        return;
    }
    if (!on_postgres()) {
        execute(admin, "create trigger poison before insert on alarm_transitions when new.alarm_id = 'poison'"
                       " and new.event = 'ring' begin select raise(abort, 'poisoned'); end");
        return;
    }
    execute(admin,
            "create function poison() returns trigger language plpgsql as $$ begin"
            " if new.alarm_id = 'poison' and new.event = 'ring' then raise exception 'poisoned'; end if;"
            " return new; end $$");
    execute(admin, "create trigger poison before insert on alarm_transitions for each row"
                   " execute function poison()");
}

static void poisoned_timer_stops_nobody_and_is_parked(void **state) {
    (void)state;
    struct pawl_db *db = new_alarm_at("poison", 1000);
    new_alarm_at("healthy", 2000);
    poison();
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "poison", "set|10\n");
    expect_alarm(db, "healthy", "ringing|20\n");
    expect_rows(db, "1\n",
                "select count(*) from alarm_pending where alarm_id = 'poison' and attempts >= 1"
                " and declaration = 'set.ring' and last_error like '%%poisoned%%'"
                " and parked_at is null");
    assert_between(due_in(db, "alarm", "poison", "set.ring"), -SECONDS(30), SECONDS(2));
    forge("update alarm_pending set attempts = 19 where alarm_id = 'poison' and declaration = 'set.ring'");
    make_due("alarm", "poison", "set.ring", 0);
    work_once(db, &alarm_machine, 0);
    expect_pending(db, "alarm", "poison", "set.remind|10\nset.ring|10|parked\n");
    make_due("alarm", "poison", "set.ring", 0);
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "poison", "set|10\n");
    if (on_mariadb())
        mend_on_mariadb("poison");
    else
        execute(open_administrator(),
                on_postgres() ? "drop trigger poison on alarm_transitions" : "drop trigger poison");
    expect(PAWL_OK, pawl_retry(db, &alarm_machine, (struct pawl_key){.text = "poison"}, 1, &err));
    work_once(db, &alarm_machine, 0);
    expect_alarm(db, "poison", "ringing|20\n");
}

/* ---- the loop ------------------------------------------------------------------------------------- */

struct looping {
    pthread_t thread;
    struct pawl_db *db;
    atomic_bool stop;
    int poll_ms;
    enum pawl_status status;
};

static bool shall_stop(void *context) {
    return atomic_load(&((struct looping *)context)->stop);
}

static void *loop(void *context) {
    struct looping *looping = context;
    const struct pawl_machine *machine = &alarm_machine;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .poll_ms = looping->poll_ms, .stop = shall_stop, .context = looping};
    looping->status = pawl_work(looping->db, &machine, 1, &options, NULL);
    return NULL;
}

static bool rings_within(struct pawl_db *db, const char *id, int ms) {
    wait_for_all_nodes(); /* one of them has made it */
    for (int waited = 0; waited < ms; waited += 20) {
        struct alarm_current current;
        expect(PAWL_OK, alarm_get(db, id, &current, &err));
        if (current.state == ALARM_STATE_RINGING)
            return true;
        sleep_ms(20);
    }
    return false;
}

static void loop_waits_and_stops(void **state) {
    (void)state;
    struct looping looping = {.db = open_application(), .poll_ms = 100};
    pthread_create(&looping.thread, NULL, loop, &looping);
    struct pawl_db *db = new_alarm_at("loop", 1000);
    assert_true(rings_within(db, "loop", 10000));
    /* due in a moment: neither polling nor a word is needed */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    new_alarm_at("soon", (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 + 300000);
    assert_true(rings_within(db, "soon", 10000));
    atomic_store(&looping.stop, true);
    pthread_join(looping.thread, NULL);
    assert_int_equal(looping.status, PAWL_OK);
}

/* ---- LISTEN ---------------------------------------------------------------------------------------- */

static struct looping *start_loop(int poll_ms) {
    static struct looping looping;
    looping = (struct looping){.db = open_application(), .poll_ms = poll_ms};
    pthread_create(&looping.thread, NULL, loop, &looping);
    return &looping;
}

static void stop_loop(struct looping *looping) {
    atomic_store(&looping->stop, true);
    pthread_join(looping->thread, NULL);
    assert_int_equal(looping->status, PAWL_OK);
}

static void word_shortens_the_wait(void **state) {
    (void)state;
    if (!can_listen())
        skip();
    struct looping *looping = start_loop(60000);
    struct pawl_db *db = new_alarm("silent");
    wait_for_sleeper("alarm_pending");
    new_alarm_at("spoken", 1000);
    assert_true(rings_within(db, "spoken", 10000));
    wait_for_sleeper("alarm_pending");
    new_alarm_at("spoken again", 1000);
    assert_true(rings_within(db, "spoken again", 10000));
    stop_loop(looping);
}

/* It may have looked whether somebody sleeps before the worker said so, and commits after that has looked. */
static void move_under_way_as_a_worker_falls_asleep_is_found(void **state) {
    (void)state;
    if (!can_listen())
        skip();
    struct pawl_db *db = open_application(), *other = open_application();
    const struct alarm_create_args due = {.due = {true, 1000}};
    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_OK, alarm_create(other, "under way", &due, NULL, NULL, &err));
    struct looping *looping = start_loop(60000);
    wait_for_sleeper("alarm_pending");
    sleep_ms(300);
    expect(PAWL_OK, pawl_commit(other, &err));
    assert_true(rings_within(db, "under way", 10000));
    stop_loop(looping);
}

static void old_snapshot_sees_who_sleeps(void **state) {
    (void)state;
    if (!can_listen())
        skip();
    struct pawl_db *db = open_application(), *other = open_application();
    const struct alarm_create_args due = {.due = {true, 1000}};
    expect(PAWL_OK, pawl_begin(other, &err));
    execute(other, "set transaction isolation level repeatable read");
    execute(other, "select count(*) from alarm_current");
    struct looping *looping = start_loop(60000);
    wait_for_sleeper("alarm_pending");
    sleep_ms(300);
    expect(PAWL_OK, alarm_create(other, "old snapshot", &due, NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(other, &err));
    assert_true(rings_within(db, "old snapshot", 10000));
    stop_loop(looping);
}

static bool is_told(PGconn *connection) {
    PQclear(PQexec(connection, "select 1"));
    PGnotify *word = PQnotifies(connection);
    bool told = word != NULL;
    for (; word; word = PQnotifies(connection))
        PQfreemem(word);
    return told;
}

/* Whoever says something commits alone, so that nobody says anything where nobody has to hear it. */
static void nobody_speaks_where_nobody_sleeps(void **state) {
    (void)state;
    if (!can_listen())
        skip();
    struct pawl_db *ear = open_application();
    const char *schema = getenv("PAWL_TEST_SCHEMA");
    execute(ear, "listen \"%s%salarm_pending\"", schema ? schema : "", schema ? "." : "");
    assert_false(worker_sleeps(open_administrator(), "alarm_pending")); /* those who did have left */
    new_alarm_at("unheard", 1000);
    assert_false(is_told(pawl_native(ear)));
    struct pawl_db *looker = open_administrator(); /* another transition, which looks at the same moment */
    execute(looker, "select pg_advisory_lock(pawl_key('sleeping worker', 'alarm_pending'))");
    new_alarm_at("unheard too", 1000);
    assert_false(is_told(pawl_native(ear)));
    execute(looker, "select pg_advisory_unlock_all()");
    struct looping *looping = start_loop(60000);
    wait_for_sleeper("alarm_pending");
    new_alarm_at("heard", 1000);
    assert_true(rings_within(ear, "heard", 10000));
    assert_true(is_told(pawl_native(ear)));
    stop_loop(looping);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(timers_begin_with_their_state),
        TEST(time_comes_from_the_event_that_entered),
        TEST(stay_goes_on_and_same_begins_anew),
        TEST(p3_what_was_left_in_the_queue_begins_anew),
        TEST(p9_clock_that_ran_ahead_delays_no_timer),
        TEST(guard_tells_stay_from_same),
        TEST(clock_of_a_composite_runs_on),
        TEST(event_restarts_the_clock_of_a_composite),
        TEST(guard_tells_who_restarts),
        TEST(many_restart),
        TEST(event_prolongs_what_is_due_at_a_time),
        TEST(last_event_with_a_time_counts),
        TEST(data_tells_how_long_it_takes),
        TEST(timer_without_a_number_does_not_begin),
        TEST(p10_any_number_is_a_time),
        TEST(timer_comes_again_without_drift),
        TEST(timer_that_is_refused_waits_for_its_next_period),
#ifndef PAWL_TEST_TRANSITIONS
        TEST(p9_outage_is_made_up_for_once),
#endif
        TEST(p9_restart_takes_the_claim_away),
        TEST(timer_that_has_struck_is_restarted),
        TEST(p9_unrecorded_restart_puts_off),
        TEST(p9_unrecorded_restart_takes_the_claim_away),
        TEST(unrecorded_restart_finds_its_timer),
        TEST(p9_unrecorded_restart_is_seen_by_older_snapshots),
        TEST(guard_tells_what_is_recorded),
        TEST(many_restart_unrecorded),
#ifndef PAWL_TEST_TRANSITIONS
        TEST(unrecorded_restart_costs_few_bytes),
        TEST(time_of_a_removed_event_counts),
        TEST(unrecorded_restart_ends_a_timer_whose_time_is_erased),
#endif
        TEST(queue_commits_with_the_move),
        TEST(p8_nobody_else_writes_the_queue),
        TEST(timer_fires_its_event),
        TEST(guard_that_refuses_is_asked_again),
        TEST(timer_that_stays_fires_once),
        TEST(timer_of_a_composite_fires_once_and_inside),
        TEST(what_is_due_the_longest_comes_first),
        TEST(claim_is_fenced_by_entering),
        TEST(claim_is_lost_to_a_later_one),
        TEST(p5_claim_keeps_no_creation_waiting),
        TEST(claim_is_joined_by_the_callers_transaction),
        TEST_ON_ONE_NODE(head_is_locked_before_the_queue),
        TEST_ON_ONE_NODE(claim_passes_by_what_is_locked),
        TEST(wrong_calls_are_told),
        TEST(poisoned_timer_stops_nobody_and_is_parked),
        TEST(loop_waits_and_stops),
        TEST(word_shortens_the_wait),
        TEST(move_under_way_as_a_worker_falls_asleep_is_found),
        TEST(old_snapshot_sees_who_sleeps),
        TEST(nobody_speaks_where_nobody_sleeps),
    };
    moves_only(&alarm_machine, NULL);
    return run_suite(tests);
}
