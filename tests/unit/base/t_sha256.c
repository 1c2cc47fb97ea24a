/* base/sha256.c: the examples of FIPS 180-4, and lengths around the end of a block, by the code for every processor and
 * by the instructions of this one */
#include "base/sha256_blocks.h"
#include "lib/ctx.h"
#include "lib/tap.h"

#include <string.h>

static uint8_t text[3 * 1000 * 1000];

static const struct {
	const char *text; /* or, NULL, */
	char letter;      /* so many times */
	size_t count;
	const char *hash;
} vectors[] = {
	{ "", 0, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
	{ "abc", 0, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0, 56,
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	{ NULL, 'a', 1000 * 1000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
	{ NULL, 'x', 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072" },
	{ NULL, 'x', 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e" },
	{ NULL, 'x', 63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2" },
	{ NULL, 'x', 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c" },
	{ NULL, 'x', 65, "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9" },
	{ NULL, 'x', 119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c" },
	{ NULL, 'x', 120, "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98" },
};

static const char *hex_of(const uint8_t raw[SHA256_SIZE])
{
	static char hex[SHA256_HEX];

	for (int i = 0; i < SHA256_SIZE; i++)
		snprintf(hex + 2 * i, 3, "%02x", raw[i]);
	return hex;
}

static void test_vectors(sha256_blocks *blocks)
{
	uint8_t raw[SHA256_SIZE];
	char hex[SHA256_HEX];

	for (size_t i = 0; i < ARRAY_SIZE(vectors); i++) {
		if (vectors[i].text)
			memcpy(text, vectors[i].text, vectors[i].count);
		else
			memset(text, vectors[i].letter, vectors[i].count);
		sha256_by(blocks, text, vectors[i].count, raw);
		is_str(hex_of(raw), vectors[i].hash);
		sha256_hex(text, vectors[i].count, hex);
		is_str(hex, vectors[i].hash);
	}
}

/* Every length of up to some blocks, at addresses that are not aligned. */
static void test_lengths(sha256_blocks *fast)
{
	uint8_t one[SHA256_SIZE], other[SHA256_SIZE];
	size_t differ = 0;

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i * i >> 7 ^ i * 31);
	for (size_t len = 0; len < 5 * SHA256_BLOCK; len++) {
		sha256_by(sha256_blocks_portable, text + len % 17, len, one);
		sha256_by(fast, text + len % 17, len, other);
		differ += memcmp(one, other, sizeof(one)) != 0;
	}
	is_int(differ, 0);
}

/* In steps, with progress. */
static void test_steps(struct syb_ctx *ctx)
{
	const size_t lengths[] = { 0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 2 << 20, sizeof(text) };
	uint8_t one[SHA256_SIZE], other[SHA256_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		sha256_by(sha256_blocks_portable, text, lengths[i], one);
		sha256_told(ctx, (struct syb_bytes){ text, lengths[i] }, other);
		ok(memcmp(one, other, sizeof(one)) == 0, "%zu bytes", lengths[i]);
	}
}

int main(void)
{
	sha256_blocks *fast = sha256_blocks_fast();
	struct syb_ctx *ctx = test_ctx();

	test_vectors(sha256_blocks_portable);
	if (fast) {
		test_vectors(fast);
		test_lengths(fast);
	} else {
		printf("# this processor has no instructions for SHA-256\n");
	}
	test_steps(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
