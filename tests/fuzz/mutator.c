/*
 * Changes an input as somebody would who knows the language's tokens and items, and nothing else about it: a
 * new keyword (compiler/syntax/token.def) is used by itself, a new construct once the corpus shows it.
 */
#include "fsm.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two, size_t two_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

static const char *const words[] = {
#define TOKEN(identifier, words)
#define KEYWORD(identifier, spelling)      spelling,
#define PIECE(identifier, spelling, place) spelling,
#include "syntax/token.def"
    "text", "bigint", "int", "bool", "numeric", "timestamp", "uuid", "json", "bytes", "id", "now", "create",
};
static const char *const marks[] = {";", ":", ",", ".", "?", "(", ")", "{", "}", "[", "]", "->", "=>"};
static const char *const numbers[] = {"0",
                                      "1",
                                      "2",
                                      "10",
                                      "3d",
                                      "30s",
                                      "500ms",
                                      "45d",
                                      "2147483648",
                                      "9223372036854775807",
                                      "1w",
                                      "1h30m",
                                      "99999999999999999999w"};
static const char *const strings[] = {
    "\"\"",
    "\"it's\"",
    "\"a \\\"b\\\" \\\\ \\n <c> & {d} | %s\"",
    "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"",
    "\"select :id, :now, :create.x, :x::text, a[1:2] from t\"",
    "\"select $$ :id $$, $t$ :x $t$, ':x', 'it''s :x' -- :x\"",
    "\"select /* :x /* */ :y */ count(*) > 0 from \\\"a:b\\\" where key = :id\"",
    "\"\"\"\n  select true\n  where :x = 1\n\"\"\"",
    "\"W001\"",
};

#ifdef MUTATOR_PAIRS
enum { PAIRS = 1 }; /* two versions with a form feed between them */
#else
enum { PAIRS = 0 };
#endif

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- chance ---------------------------------------------------------------------------------------- */

static uint64_t chance;

static size_t below(size_t limit) {
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return limit == 0 ? 0 : (size_t)((chance >> 33) % limit);
}

/* ---- tokens ---------------------------------------------------------------------------------------- */

enum { TOKENS_MAX = 8192 };

struct piece { /* bytes of the input */
    size_t begin, end;
};

struct cut { /* an input, cut into tokens; blanks and comments are tokens too */
    const char *text;
    size_t size;
    size_t count;
    struct piece tokens[TOKENS_MAX];
};

static bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static size_t behind(const struct cut *cut, size_t at, const char *mark) {
    const char *found = memmem(cut->text + at, cut->size - at, mark, strlen(mark));
    return found == NULL ? cut->size : (size_t)(found - cut->text) + strlen(mark);
}

static bool stands(const struct cut *cut, size_t at, const char *mark) {
    size_t length = strlen(mark);
    return cut->size - at >= length && memcmp(cut->text + at, mark, length) == 0;
}

static size_t token_end(const struct cut *cut, size_t at) {
    char c = cut->text[at];
    size_t end = at + 1;
    if (in_word(c) || is_blank(c)) {
        bool word = in_word(c);
        while (end < cut->size && (word ? in_word(cut->text[end]) : is_blank(cut->text[end])))
            end++;
        return end;
    }
    if (stands(cut, at, "\"\"\""))
        return behind(cut, at + 3, "\"\"\"");
    if (c == '"') {
        while (end < cut->size && cut->text[end] != '"' && cut->text[end] != '\n')
            end += cut->text[end] == '\\' && end + 1 < cut->size ? 2 : 1;
        return end < cut->size ? end + 1 : end;
    }
    if (stands(cut, at, "//"))
        return behind(cut, at, "\n");
    if (stands(cut, at, "/*"))
        return behind(cut, at + 2, "*/");
    return at + (stands(cut, at, "->") || stands(cut, at, "=>") ? 2 : 1);
}

static void cut_into_tokens(struct cut *cut, const uint8_t *data, size_t size) {
    cut->text = (const char *)data;
    cut->size = size;
    cut->count = 0;
    for (size_t at = 0; at < size;) {
        size_t end = cut->count + 1 == TOKENS_MAX ? size : token_end(cut, at);
        cut->tokens[cut->count++] = (struct piece){at, end};
        at = end;
    }
}

static char first_byte(const struct cut *cut, size_t token) {
    return cut->text[cut->tokens[token].begin];
}

/* A token that begins with such a byte, or count. */
static size_t find_token(const struct cut *cut, bool (*fits)(char)) {
    size_t start = below(cut->count);
    for (size_t i = 0; i < cut->count; i++)
        if (fits(first_byte(cut, (start + i) % cut->count)))
            return (start + i) % cut->count;
    return cut->count;
}

/* ---- items: up to a `;`, or a `}` that closes what was opened in it ---------------------------------- */

static bool ends_item(char c) {
    return c == ';' || c == '{' || c == '}';
}

/* Where an item may begin; the end of the input is such a place, too. */
static size_t item_place(const struct cut *cut) {
    size_t token = find_token(cut, ends_item);
    return token == cut->count ? cut->size : cut->tokens[token].end;
}

static struct piece random_item(const struct cut *cut) {
    size_t before = find_token(cut, ends_item);
    size_t token = before == cut->count ? 0 : before + 1;
    size_t depth = 0;
    if (token >= cut->count || below(16) == 0)
        token = 0;
    struct piece item = {cut->count == 0 ? 0 : cut->tokens[token].begin, cut->size};
    for (; token < cut->count; token++) {
        char c = first_byte(cut, token);
        if (c == '}' && depth == 0)
            item.end = cut->tokens[token].begin;
        else if ((c == ';' && depth == 0) || (c == '}' && depth == 1))
            item.end = cut->tokens[token].end;
        depth += c == '{';
        depth -= c == '}' && depth > 0;
        if (item.end != cut->size)
            break;
    }
    return item;
}

/* ---- changes --------------------------------------------------------------------------------------- */

/* Writes the input with other bytes in the place of a piece; 0 where that would be too long. */
static size_t replace(const struct cut *cut, struct piece piece, const char *with, size_t length,
                      uint8_t *out, size_t max_size) {
    size_t size = cut->size - (piece.end - piece.begin) + length;
    if (size > max_size)
        return 0;
    memcpy(out, cut->text, piece.begin);
    memcpy(out + piece.begin, with, length);
    memcpy(out + piece.begin + length, cut->text + piece.end, cut->size - piece.end);
    return size;
}

static size_t replace_by_string(const struct cut *cut, struct piece piece, const char *with, uint8_t *out,
                                size_t max_size) {
    return replace(cut, piece, with, strlen(with), out, max_size);
}

static struct piece token_or_end(const struct cut *cut, size_t token) {
    return token < cut->count ? cut->tokens[token] : (struct piece){cut->size, cut->size};
}

static bool begins_string(char c) {
    return c == '"';
}

static bool begins_number(char c) {
    return c >= '0' && c <= '9';
}

static size_t insert_word(const struct cut *cut, uint8_t *out, size_t max_size) {
    char with[64] = " ";
    size_t place = cut->count == 0 ? 0 : cut->tokens[below(cut->count)].begin;
    const char *word = below(3) == 0 ? marks[below(COUNT(marks))] : words[below(COUNT(words))];
    strncat(with, word, sizeof with - 3);
    strcat(with, " ");
    return replace_by_string(cut, (struct piece){place, place}, with, out, max_size);
}

static size_t change_once(const struct cut *cut, uint8_t *out, size_t max_size) {
    struct piece piece = token_or_end(cut, below(cut->count));
    struct piece other = token_or_end(cut, below(cut->count));
    size_t place;
    switch (below(13)) {
    case 0: /* take tokens out */
        place = piece.begin;
        for (size_t more = below(6); more > 0 && piece.end < cut->size; more--)
            piece.end = token_end(cut, piece.end);
        return replace(cut, (struct piece){place, piece.end}, "", 0, out, max_size);
    case 1: /* one token in the place of another */
        return replace(cut, piece, cut->text + other.begin, other.end - other.begin, out, max_size);
    case 2:
    case 3: /* a name in the place of another: mostly both are declared */
        piece = token_or_end(cut, find_token(cut, in_word));
        other = token_or_end(cut, find_token(cut, in_word));
        return replace(cut, piece, cut->text + other.begin, other.end - other.begin, out, max_size);
    case 4:
        piece = token_or_end(cut, find_token(cut, in_word));
        return replace_by_string(cut, piece, words[below(COUNT(words))], out, max_size);
    case 5:
        return insert_word(cut, out, max_size);
    case 6:
        piece = token_or_end(cut, find_token(cut, begins_string));
        return replace_by_string(cut, piece, strings[below(COUNT(strings))], out, max_size);
    case 7:
        piece = token_or_end(cut, find_token(cut, begins_number));
        return replace_by_string(cut, piece, numbers[below(COUNT(numbers))], out, max_size);
    case 8: /* a new name */
        piece = token_or_end(cut, find_token(cut, in_word));
        return replace_by_string(cut, (struct piece){piece.end, piece.end}, below(2) == 0 ? "_a" : "2", out,
                                 max_size);
    case 9:
        return replace(cut, random_item(cut), "", 0, out, max_size);
    case 10:
    case 11: /* an item once more, somewhere else */
        piece = random_item(cut);
        place = item_place(cut);
        return replace(cut, (struct piece){place, place}, cut->text + piece.begin, piece.end - piece.begin,
                       out, max_size);
    default: /* an item in the place of another */
        piece = random_item(cut);
        other = random_item(cut);
        return replace(cut, other, cut->text + piece.begin, piece.end - piece.begin, out, max_size);
    }
}

/* The first version twice: what is changed from now on, is changed in one of the two. */
static size_t double_version(uint8_t *data, size_t size, size_t max_size) {
    const uint8_t *form_feed = size == 0 ? NULL : memchr(data, '\f', size);
    size_t length = form_feed == NULL ? size : (size_t)(form_feed - data);
    if (length * 2 + 1 > max_size || below(form_feed == NULL ? 3 : 16) != 0)
        return size;
    data[length] = '\f';
    memcpy(data + length + 1, data, length);
    return length * 2 + 1;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    static struct cut cut;
    static uint8_t changed[1024 * 1024];
    chance = seed;
    below(1);
    if (max_size > sizeof changed)
        max_size = sizeof changed;
    if (below(6) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    if (PAIRS)
        size = double_version(data, size, max_size);
    for (size_t times = 1 + below(4); times > 0; times--) {
        cut_into_tokens(&cut, data, size);
        size_t length = change_once(&cut, changed, max_size);
        if (length > 0) {
            memcpy(data, changed, length);
            size = length;
        }
    }
    return size;
}

/* An item of the second input goes into the first. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two, size_t two_size,
                                 uint8_t *out, size_t max_size, unsigned seed) {
    static struct cut first, second;
    chance = seed;
    below(1);
    cut_into_tokens(&first, one, one_size);
    cut_into_tokens(&second, two, two_size);
    struct piece item = random_item(&second);
    size_t place = item_place(&first);
    struct piece piece = below(3) == 0 ? random_item(&first) : (struct piece){place, place};
    return replace(&first, piece, second.text + item.begin, item.end - item.begin, out, max_size);
}
