/* base/sha256.c: the examples of FIPS 180-4, and lengths around the end of a block */
#include "base/sha256.h"
#include "lib/tap.h"

#include <string.h>

static const char *hash(char letter, size_t count)
{
	static uint8_t text[1000 * 1000];
	static char out[SHA256_HEX];

	memset(text, letter, count);
	sha256_hex(text, count, out);
	return out;
}

static const char *hash_text(const char *text)
{
	static char out[SHA256_HEX];

	sha256_hex(text, strlen(text), out);
	return out;
}

int main(void)
{
	is_str(hash_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	is_str(hash_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	is_str(hash_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
	       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	is_str(hash('a', 1000 * 1000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	is_str(hash('x', 55), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
	is_str(hash('x', 56), "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
	is_str(hash('x', 63), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
	is_str(hash('x', 64), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
	is_str(hash('x', 65), "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9");
	is_str(hash('x', 119), "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c");
	is_str(hash('x', 120), "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98");
	return tap_done();
}
