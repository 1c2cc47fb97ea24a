/* format/zebin/zebin_read.h — shared by the files that read zebins: zebin_read.c, zebin_tables.c, zebin_notes.c. */
#ifndef FORMAT_ZEBIN_READ_H
#define FORMAT_ZEBIN_READ_H

#include "base/elf_walk.h"
#include "zebin.h"

/* State that is needed only while a zebin is read. */
struct zebin_reader {
	struct syb_ctx *ctx;
	struct syb_zebin *z;
	struct elf_walk elf;
	uint64_t names_left;   /* bytes: hostile files let names overlap */
	uint64_t entries_left; /* relocations and notes: sections may overlap, too */
};

/* A string table, copied; ptr is NULL for a missing one. */
struct zebin_strings {
	const char *ptr;
	size_t len;
	size_t ended; /* bytes up to the last NUL: a string that begins after it does not end */
};

/* Record a flaw; returns 0 or NOMEM. */
int zebin_flaw(struct zebin_reader *r, uint64_t at, const char *check, const char *fmt, ...) SYB_PRINTF(4, 5);
/* Fail: there is one entry or name more than a file without overlaps can have. */
int zebin_too_many(struct zebin_reader *r, uint64_t at, const char *what);
/* Count a name against the limit before it is read. */
int zebin_use_name(struct zebin_reader *r, const char *name, uint64_t at);
int zebin_load_strings(struct zebin_reader *r, uint32_t section, struct zebin_strings *out);
/* The string at an offset; NULL when it is outside of its table or does not end. */
const char *zebin_string_at(const struct zebin_strings *s, uint64_t off);
/* The name of the thing at `at`; "" and a flaw when the table does not have it. */
int zebin_find_name(struct zebin_reader *r, const struct zebin_strings *s, uint64_t off, uint64_t at, const char *what,
		    const char **out);

/* The symbol table; names: of the sections. */
int zebin_read_symbols(struct zebin_reader *r, const struct zebin_strings *names);
int zebin_read_relocs(struct zebin_reader *r);
int zebin_read_notes(struct zebin_reader *r);
/* The device that the notes or the header name. */
int zebin_describe_device(struct zebin_reader *r);

#endif
