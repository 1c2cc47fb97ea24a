/* base/sha256_blocks.h — SHA-256 of whole blocks, in portable C and with special instructions. */
#ifndef BASE_SHA256_BLOCKS_H
#define BASE_SHA256_BLOCKS_H

#include "sha256.h"

enum { SHA256_BLOCK = 64 };

/* Add blocks to a state. */
typedef void sha256_blocks(uint32_t h[8], const uint8_t *p, size_t count);

extern const uint32_t sha256_keys[64];

/* For every processor. */
sha256_blocks sha256_blocks_portable;
/* By the instructions of this processor for SHA-256; NULL: it has none that we know (sha256_x86.c). */
sha256_blocks *sha256_blocks_fast(void);
/* The hash by one of them. */
void sha256_by(sha256_blocks *blocks, const void *ptr, size_t len, uint8_t out[SHA256_SIZE]);

#endif
