#include "pawl.h"

#include <string.h>

/*
 * SHA-256 (FIPS 180-4), since libpq offers none, and a library for ciphers would be a dependency of every
 * program for these few lines. For keys of locks only, which are short and no secret.
 */

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

struct digest {
    uint32_t state[8];
    unsigned char block[64];
    uint64_t length; /* in bytes */
};

static uint32_t rotate_right(uint32_t word, unsigned bits) {
    return word >> bits | word << (32 - bits);
}

static void digest_block(struct digest *digest) {
    uint32_t schedule[64];
    for (size_t i = 0; i < 16; i++) {
        const unsigned char *bytes = digest->block + 4 * i;
        schedule[i] =
            (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    }
    for (size_t i = 16; i < 64; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];
        schedule[i] = schedule[i - 16] + (rotate_right(early, 7) ^ rotate_right(early, 18) ^ early >> 3) +
                      schedule[i - 7] + (rotate_right(late, 17) ^ rotate_right(late, 19) ^ late >> 10);
    }
    uint32_t s[8];
    memcpy(s, digest->state, sizeof s);
    for (size_t i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t first = s[7] + (rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25)) +
                         choice + constants[i] + schedule[i];
        uint32_t second =
            (rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (size_t i = 0; i < 8; i++)
        digest->state[i] += s[i];
}

static void digest_bytes(struct digest *digest, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        digest->block[digest->length++ % 64] = (unsigned char)bytes[i];
        if (digest->length % 64 == 0)
            digest_block(digest);
    }
}

static void digest_end(struct digest *digest) {
    uint64_t bits = digest->length * 8;
    char length[8];
    for (unsigned i = 0; i < 8; i++)
        length[i] = (char)(bits >> (56 - 8 * i) & 0xff);
    digest_bytes(digest, "\x80", 1);
    while (digest->length % 64 != 56)
        digest_bytes(digest, "", 1);
    digest_bytes(digest, length, sizeof length);
}

int64_t pawl_key_number(const char *type, const char *key) {
    if (!type || !key)
        return 0;
    struct digest digest = {.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                      0x1f83d9ab, 0x5be0cd19}};
    digest_bytes(&digest, type, strlen(type) + 1); /* with the NUL, which no text holds */
    digest_bytes(&digest, key, strlen(key));
    digest_end(&digest);
    return (int64_t)((uint64_t)digest.state[0] << 32 | digest.state[1]);
}
