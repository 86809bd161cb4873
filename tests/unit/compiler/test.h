/* cmocka and what it asks to be included before it. */
#ifndef PAWL_COMPILER_TEST_H
#define PAWL_COMPILER_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
