/* 64-bit FNV-1a, for the hash table and the fingerprint. */
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_bytes(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}
