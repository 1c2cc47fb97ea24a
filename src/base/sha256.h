/* base/sha256.h — FIPS 180-4 SHA-256, for naming equal payloads. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "ctx.h"

enum { SHA256_SIZE = 32, SHA256_HEX = 65 };

void sha256(const void *ptr, size_t len, uint8_t out[SHA256_SIZE]);
void sha256_hex(const void *ptr, size_t len, char out[SHA256_HEX]);
/* The same for bytes of files, which may be large: reports progress, reads past them (file.h), and ends early, with a
 * meaningless hash, when the work is cancelled, which the caller checks at its end. */
void sha256_told(struct syb_ctx *ctx, struct syb_bytes bytes, uint8_t out[SHA256_SIZE]);
void sha256_hex_told(struct syb_ctx *ctx, struct syb_bytes bytes, char out[SHA256_HEX]);

#endif
