/* base/words.h — texts that are words with blanks between them, as the tables of this tree have them. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The next word, NULL after the last: begin with *rest at the list. */
static inline const char *words_next(const char **rest, size_t *out_len)
{
	const char *word = *rest + strspn(*rest, " ");

	*out_len = strcspn(word, " ");
	*rest = word + *out_len;
	return *out_len ? word : NULL;
}

static inline bool words_have(const char *words, const char *word, size_t len)
{
	size_t n;

	for (const char *p; (p = words_next(&words, &n));)
		if (n == len && memcmp(p, word, n) == 0)
			return true;
	return false;
}

#endif
