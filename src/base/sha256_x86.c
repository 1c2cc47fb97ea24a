/* base/sha256_x86.c — SHA-256 by the SHA extensions of x86 processors, which compute two rounds, or parts of four words
 * of the schedule, in one instruction. Compiled on all machines, and used where the C library says that the processor
 * has them: unlike the instruction CPUID, that costs nothing in a virtual machine. */
#include "sha256_blocks.h"

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <immintrin.h>
#include <sys/platform/x86.h>

/* Four rounds, with four words of the schedule. */
#define ROUNDS __attribute__((target("sha,sse4.1,ssse3"), always_inline)) static inline

ROUNDS void four_rounds(__m128i *abef, __m128i *cdgh, __m128i words, int first)
{
	__m128i sum = _mm_add_epi32(words, _mm_loadu_si128((const __m128i *)(const void *)&sha256_keys[first]));

	*cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
	*abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0e));
}

/* The next four words of the schedule, from the last sixteen. */
ROUNDS __m128i next_words(const __m128i w[4])
{
	__m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[0], w[1]), _mm_alignr_epi8(w[3], w[2], 4));

	return _mm_sha256msg2_epu32(sum, w[3]);
}

__attribute__((target("sha,sse4.1,ssse3"))) static void blocks(uint32_t h[8], const uint8_t *p, size_t count)
{
	const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
	__m128i *state = (__m128i *)(void *)h;
	__m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128(state), 0xb1); /* the order that the instructions expect */
	__m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(state + 1), 0x1b);
	__m128i abef = _mm_alignr_epi8(dcba, efgh, 8), cdgh = _mm_blend_epi16(efgh, dcba, 0xf0);

	for (; count; p += SHA256_BLOCK, count--) {
		const __m128i abef_before = abef, cdgh_before = cdgh;
		__m128i w[4];

		for (int i = 0; i < 4; i++) {
			w[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
			w[i] = _mm_shuffle_epi8(w[i], big_endian);
			four_rounds(&abef, &cdgh, w[i], 4 * i);
		}
#pragma GCC unroll 12
		for (int i = 16; i < 64; i += 4) {
			const __m128i next = next_words(w);

			w[0] = w[1];
			w[1] = w[2];
			w[2] = w[3];
			w[3] = next;
			four_rounds(&abef, &cdgh, next, i);
		}
		abef = _mm_add_epi32(abef, abef_before);
		cdgh = _mm_add_epi32(cdgh, cdgh_before);
	}
	dcba = _mm_shuffle_epi32(abef, 0x1b);
	efgh = _mm_shuffle_epi32(cdgh, 0xb1);
	_mm_storeu_si128(state, _mm_blend_epi16(dcba, efgh, 0xf0));
	_mm_storeu_si128(state + 1, _mm_alignr_epi8(efgh, dcba, 8));
}

sha256_blocks *sha256_blocks_fast(void)
{
	return CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1) && CPU_FEATURE_ACTIVE(SSSE3) ? blocks : NULL;
}
#else
sha256_blocks *sha256_blocks_fast(void)
{
	return NULL;
}
#endif
