/* format/item/identify.c — the kind of a file, by its first bytes.
 *
 * Text has no magic. A first line "[…]" begins property sets or a file table: columns are divided by '|', names of
 * property sets hold a '/', and without either the second line decides. Tables without a title line look like any
 * text and are not recognised. ZE Info begins with its version or with its kernels. */
#define _GNU_SOURCE
#include "item.h"

#include "format/elf/ar.h"
#include "base/span.h"
#include "format/bitcode/bitcode.h"
#include "format/bundle/bundle.h"
#include "format/code/code_arch.h"
#include "format/elf/elf.h"
#include "format/offload/offload.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/pe.h"
#include "format/zebin/zebin.h"

static const struct {
	const char *name;
	const char *text;
} kinds[] = {
#define SYB_KIND(id, name, text) { name, text },
#include <sybil/kinds.def>
#undef SYB_KIND
};

static const struct {
	enum syb_kind kind;
	uint8_t size;
	const char *magic;
} magics[] = {
	{ SYB_KIND_SYCLBIN, 4, SYCLBIN_MAGIC_BYTES },
	{ SYB_KIND_OFFLOAD, 4, OFFLOAD_MAGIC },
	{ SYB_KIND_ELF, 4, ELF_MAGIC },
	{ SYB_KIND_ARCHIVE, AR_MAGIC_SIZE, AR_MAGIC },
	{ SYB_KIND_ARCHIVE, AR_MAGIC_SIZE, AR_MAGIC_THIN },
	{ SYB_KIND_FATBIN, FATBIN_MAGIC_SIZE, FATBIN_MAGIC },
	{ SYB_KIND_ZSTD, 4, "\x28\xb5\x2f\xfd" },
	{ SYB_KIND_GZIP, 3, "\x1f\x8b\x08" },
	{ SYB_KIND_POCL, 7, "poclbin" },
	{ SYB_KIND_BUNDLE, BUNDLE_MAGIC_SIZE, BUNDLE_MAGIC },
	{ SYB_KIND_BUNDLE, BUNDLE_COMPRESSED_MAGIC_SIZE, BUNDLE_COMPRESSED_MAGIC },
};

/* Take the first line off s; the line excludes LF and CR LF. */
static struct span take_line(struct span *s)
{
	const uint8_t *lf = s->len ? memchr(s->ptr, '\n', s->len) : NULL;
	size_t len = lf ? (size_t)(lf - s->ptr) : s->len;
	struct span line = { s->ptr, len, s->at };

	*s = span_skip(*s, lf ? len + 1 : len);
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	return line;
}

static bool has(struct span s, char c)
{
	return s.len && memchr(s.ptr, c, s.len);
}

/* "key=1|value" */
static bool is_property(struct span line)
{
	const uint8_t *eq = line.len ? memchr(line.ptr, '=', line.len) : NULL;
	const uint8_t *end;

	if (!eq || eq == line.ptr)
		return false;
	end = line.ptr + line.len;
	for (eq++; eq < end && *eq >= '0' && *eq <= '9'; eq++)
		;
	return eq < end && *eq == '|' && eq[-1] != '=';
}

static bool is_column(struct span name)
{
	static const char *const known[] = { "Code", "Properties", "Symbols", "Manifest", "Prop", "Sym" };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (span_eq(name, known[i]))
			return true;
	return false;
}

static enum syb_kind identify_brackets(struct span name, struct span rest)
{
	struct span second;

	if (has(name, '|'))
		return SYB_KIND_TABLE;
	if (has(name, '/'))
		return SYB_KIND_PROPERTIES;
	do
		second = take_line(&rest);
	while (second.len == 0 && rest.len);
	if (is_property(second) || span_starts(second, "[", 1))
		return SYB_KIND_PROPERTIES;
	return second.len || is_column(name) ? SYB_KIND_TABLE : SYB_KIND_PROPERTIES;
}

static struct span skip_blanks(struct span s)
{
	while (s.len && (*s.ptr == ' ' || *s.ptr == '\t' || *s.ptr == '\n' || *s.ptr == '\r'))
		s = span_skip(s, 1);
	return s;
}

/* PTX: comments, then ".version". */
static bool is_ptx(struct span s)
{
	for (;;) {
		s = skip_blanks(s);
		if (span_starts(s, "//", 2)) {
			take_line(&s);
		} else if (span_starts(s, "/*", 2)) {
			const uint8_t *end = memmem(s.ptr + 2, s.len - 2, "*/", 2);

			if (!end)
				return false;
			s = span_skip(s, (size_t)(end + 2 - s.ptr));
		} else {
			return span_starts(s, ".version", 8) && s.len > 8 && (s.ptr[8] == ' ' || s.ptr[8] == '\t');
		}
	}
}

/* After the colon of a YAML key. Drivers do not require a blank after the colon. */
static bool skip_colon(struct span *s)
{
	while (s->len && (*s->ptr == ' ' || *s->ptr == '\t'))
		*s = span_skip(*s, 1);
	if (!s->len || *s->ptr != ':')
		return false;
	*s = skip_blanks(span_skip(*s, 1));
	return true;
}

static bool skip_quote(struct span *s)
{
	if (!s->len || (*s->ptr != '"' && *s->ptr != '\''))
		return false;
	*s = span_skip(*s, 1);
	return true;
}

/* Any JSON may have a "version": in braces it must be one of ZE Info. */
static bool is_version(struct span s)
{
	skip_quote(&s);
	return s.len > 2 && s.ptr[0] >= '0' && s.ptr[0] <= '9' && s.ptr[1] == '.';
}

static bool is_zeinfo_key(struct span s, bool braces)
{
	static const char *const keys[] = { "version", "kernels", "functions", "global_host_access_table" };
	bool quoted = skip_quote(&s);

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		struct span rest = s;

		if (!span_starts(s, keys[i], strlen(keys[i])))
			continue;
		rest = span_skip(s, strlen(keys[i]));
		if (skip_quote(&rest) != quoted || !skip_colon(&rest))
			continue;
		return !braces || (i == 0 ? is_version(rest) : span_starts(rest, "[", 1));
	}
	return false;
}

/* ZE Info: a key of its document after comments, blank lines and `---`, in a block or in braces. */
static bool is_zeinfo(struct span s)
{
	bool braces = false;

	if (span_starts(s, "\xef\xbb\xbf", 3)) /* a byte order mark */
		s = span_skip(s, 3);
	for (s = skip_blanks(s); s.len; s = skip_blanks(s)) {
		if (span_starts(s, "#", 1) || (span_starts(s, "%", 1) && !braces)) {
			take_line(&s);
		} else if (span_starts(s, "---", 3)) {
			s = span_skip(s, 3);
		} else if (span_starts(s, "{", 1) && !braces) {
			s = span_skip(s, 1);
			braces = true;
		} else {
			break;
		}
	}
	return is_zeinfo_key(s, braces);
}

static enum syb_kind identify_text(struct span s)
{
	struct span line, rest;

	if (bundle_is_text(s))
		return SYB_KIND_BUNDLE;
	if (s.len > IDENTIFY_MOST)
		s.len = IDENTIFY_MOST;
	rest = skip_blanks(s);
	line = take_line(&rest);
	if (span_starts(line, "[", 1) && !has(line, '\0')) {
		const uint8_t *close = memrchr(line.ptr, ']', line.len);

		if (close)
			return identify_brackets((struct span){ line.ptr + 1, (size_t)(close - line.ptr - 1), 0 },
						 rest);
	}
	if (is_zeinfo(s))
		return SYB_KIND_ZEINFO;
	return is_ptx(s) ? SYB_KIND_PTX : SYB_KIND_UNKNOWN;
}

enum syb_kind syb_identify(struct syb_bytes bytes)
{
	struct span s = span_of(bytes, 0);

	for (size_t i = 0; i < ARRAY_SIZE(magics); i++)
		if (span_starts(s, magics[i].magic, magics[i].size))
			return magics[i].kind == SYB_KIND_ELF && zebin_is(s) ? SYB_KIND_ZEBIN : magics[i].kind;
	if (pe_is(s))
		return SYB_KIND_PE;
	if (spirv_is_module(s))
		return SYB_KIND_SPIRV;
	if (bitcode_is(s))
		return SYB_KIND_BITCODE;
	return identify_text(s);
}

const char *syb_kind_name(enum syb_kind kind)
{
	return (size_t)kind < ARRAY_SIZE(kinds) ? kinds[kind].name : "unknown";
}

const char *syb_kind_text(enum syb_kind kind)
{
	return kinds[(size_t)kind < ARRAY_SIZE(kinds) ? kind : SYB_KIND_UNKNOWN].text;
}

int syb_kind_parse(const char *name, enum syb_kind *out_kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (str_eq(kinds[i].name, name)) {
			*out_kind = (enum syb_kind)i;
			return 0;
		}
	return -SYB_E_NOTFOUND;
}
