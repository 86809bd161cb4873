/* The references in an SQL text lie in it, in their order, and have the shape of a reference. */
#include "resolve/references.h"

#include "input.h"

#include <stdlib.h>
#include <string.h>

static void scan(const char *text, bool comments_nest) {
    struct reference_scanner scanner = reference_scanner(text, comments_nest);
    struct scanned_reference reference;
    size_t length = strlen(text);
    size_t end = 0;
    while (next_reference(&scanner, &reference)) {
        REQUIRE(reference.offset >= end, "references do not overlap");
        REQUIRE(reference.length > 1 && reference.length <= length - reference.offset,
                "a reference lies in the text");
        REQUIRE(text[reference.offset] == ':', "a reference begins with a colon");
        REQUIRE(reference.owner_length == 0 || text[reference.offset + 1 + reference.owner_length] == '.',
                "a dot stands behind the owner");
        end = reference.offset + reference.length;
    }
    REQUIRE(!next_reference(&scanner, &reference), "after the last one there is none");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1); /* of its own, so that the address sanitizer knows its end */
    REQUIRE(text != NULL, "there is memory for the text");
    memcpy(text, data, size);
    text[size] = '\0';
    scan(text, true);
    scan(text, false);
    free(text);
    return 0;
}
