#include "base/assert_forms.h"

#define NAME_OF_FORM(kind, name, words)  #name,
#define WORDS_OF_FORM(kind, name, words) words,

const char *assert_form_name(enum assert_form form) {
    static const char *const names[] = {ASSERT_FORMS(NAME_OF_FORM)};
    return names[form];
}

const char *assert_form_words(enum assert_form form) {
    static const char *const words[] = {ASSERT_FORMS(WORDS_OF_FORM)};
    return words[form];
}
