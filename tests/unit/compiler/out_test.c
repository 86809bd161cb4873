#include "out.h"

#include "test.h"

#include <dirent.h>
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

static void a_text_that_failed_is_not_written(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct out out;
    const char *problem = NULL;
    out_init(&out, arena);
    add(&out, "a", "new");
    struct text failed = TEXT_INIT;
    text_write(&failed, "", SIZE_MAX / 2);
    out_add(&out, in_folder(arena, "b"), failed);
    assert_false(out_commit(&out, &problem));
    assert_non_null(problem);
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
        cmocka_unit_test_setup_teardown(folders_are_made, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
