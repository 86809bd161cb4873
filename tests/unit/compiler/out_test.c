#include "base/out.h"

#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/pawl-out-XXXXXX");
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static size_t count_entries(void) {
    DIR *entries = opendir(folder);
    size_t count = 0;
    assert_non_null(entries);
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries))
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static const char *in_folder(struct arena *arena, const char *name) {
    return arena_printf(arena, "%s/%s", folder, name);
}

static void add(struct out *out, const char *name, const char *bytes) {
    struct text text = TEXT_INIT;
    text_put(&text, bytes);
    out_add(out, in_folder(out->arena, name), text);
}

static void assert_file(struct arena *arena, const char *name, const char *expected) {
    char bytes[64];
    FILE *file = fopen(in_folder(arena, name), "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(bytes, expected, length);
}

static void files_appear_and_change(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    static const char *const contents[] = {"one", "two, longer", "tw", "", "x"};
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        struct out out;
        const char *problem = NULL;
        out_init(&out, arena);
        add(&out, "a", contents[i]);
        add(&out, "b", "same");
        assert_true(out_commit(&out, &problem));
        out_free(&out);
        assert_file(arena, "a", contents[i]);
        assert_file(arena, "b", "same");
        assert_int_equal(count_entries(), 2);
    }
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat(in_folder(arena, "a"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0666 & ~mask);
    arena_free(arena);
}

static void unchanged_files_are_not_touched(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct stat before, after;
    for (int i = 0; i < 2; i++) {
        struct out out;
        const char *problem = NULL;
        out_init(&out, arena);
        add(&out, "a", "bytes");
        assert_true(out_commit(&out, &problem));
        out_free(&out);
        assert_int_equal(stat(in_folder(arena, "a"), i == 0 ? &before : &after), 0);
    }
    assert_true(before.st_ino == after.st_ino);
    arena_free(arena);
}

static void all_or_nothing(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct out out;
    const char *problem = NULL;
    assert_int_equal(mkdir(in_folder(arena, "c"), 0777), 0);
    out_init(&out, arena);
    add(&out, "a", "new");
    add(&out, "b", "new");
    add(&out, "c", "a folder stands in its place");
    assert_false(out_commit(&out, &problem));
    assert_non_null(strstr(problem, "/c"));
    out_free(&out);
    assert_int_equal(count_entries(), 1);
    arena_free(arena);
}

/* The linker hands renames to these: the one whose number is failing_rename fails. */
static int failing_rename;
static bool exchange_is_known = true;
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);

static bool rename_fails(void) {
    errno = EIO;
    return failing_rename > 0 && --failing_rename == 0;
}

int __wrap_rename(const char *from, const char *to) {
    return rename_fails() ? -1 : __real_rename(from, to);
}

int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    if (!exchange_is_known) {
        errno = EINVAL;
        return -1;
    }
    if (!rename_fails())
        return __real_renameat2(from_folder, from, to_folder, to, flags);
    failing_rename = 1; /* nor does the rename that is tried next */
    errno = EIO;
    return -1;
}

static bool commit_with_failure(struct arena *arena, int failing, const char **problem) {
    struct out out;
    out_init(&out, arena);
    add(&out, "a", "new a");
    add(&out, "b", "new b");
    add(&out, "c", "new c");
    failing_rename = failing;
    bool done = out_commit(&out, problem);
    failing_rename = 0;
    out_free(&out);
    return done;
}

static void put_old(struct arena *arena, const char *name) {
    FILE *file = fopen(in_folder(arena, name), "w");
    assert_non_null(file);
    fprintf(file, "old %s", name);
    fclose(file);
}

static void a_rename_that_fails_is_taken_back(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const char *problem = NULL;
    put_old(arena, "a");
    put_old(arena, "c");
    for (int failing = 1; failing <= 3; failing++) {
        assert_false(commit_with_failure(arena, failing, &problem));
        assert_non_null(strstr(problem, "cannot write"));
        assert_null(strstr(problem, "already"));
        assert_file(arena, "a", "old a");
        assert_file(arena, "c", "old c");
        assert_int_equal(count_entries(), 2);
    }
    assert_true(commit_with_failure(arena, 0, &problem));
    assert_file(arena, "a", "new a");
    assert_int_equal(count_entries(), 3);
    arena_free(arena);
}

static void what_cannot_be_taken_back_is_named(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const char *problem = NULL;
    put_old(arena, "a");
    put_old(arena, "c");
    exchange_is_known = false;
    assert_false(commit_with_failure(arena, 3, &problem));
    exchange_is_known = true;
    assert_non_null(strstr(problem, "/a is the new one already"));
    assert_file(arena, "a", "new a");
    assert_file(arena, "c", "old c");
    assert_int_equal(count_entries(), 2);
    arena_free(arena);
}

static void a_text_that_failed_is_not_written(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct out out;
    const char *problem = NULL;
    out_init(&out, arena);
    add(&out, "a", "new");
    struct text failed = TEXT_INIT;
    text_fail(&failed, "too large");
    out_add(&out, in_folder(arena, "b"), failed);
    assert_false(out_commit(&out, &problem));
    assert_non_null(strstr(problem, "b: too large"));
    out_free(&out);
    assert_int_equal(count_entries(), 0);
    arena_free(arena);
}

static void folders_are_made(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const char *problem = NULL;
    struct stat status;
    assert_true(out_make_folder(arena, in_folder(arena, "x//y/z/"), &problem));
    assert_int_equal(stat(in_folder(arena, "x/y/z"), &status), 0);
    assert_true(out_make_folder(arena, in_folder(arena, "x"), &problem));
    assert_true(out_make_folder(arena, "/", &problem));
    assert_true(out_make_folder(arena, ".", &problem));
    FILE *file = fopen(in_folder(arena, "file"), "w");
    assert_non_null(file);
    fclose(file);
    assert_false(out_make_folder(arena, in_folder(arena, "file"), &problem));
    assert_non_null(strstr(problem, "is not a folder"));
    assert_false(out_make_folder(arena, in_folder(arena, "file/below"), &problem));
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_appear_and_change, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(unchanged_files_are_not_touched, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(all_or_nothing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_text_that_failed_is_not_written, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_rename_that_fails_is_taken_back, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_cannot_be_taken_back_is_named, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(folders_are_made, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
