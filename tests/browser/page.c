/* page.c — document (JSON, standard input) → page (standard output): syb_page with documents that no file leads to.
 *
 * Reads what the documents of these tests have: JSON without \u beyond U+FFFF's surrogates, strings that may hold bytes
 * which are not UTF-8. */
#include "base/file.h"
#include "base/value.h"
#include <sybil/report.h>

#include <stdio.h>
#include <stdlib.h>

struct reader {
	struct syb_record *rec;
	const char *at;
	char *text; /* room for one string */
};

static void skip(struct reader *r)
{
	r->at += strspn(r->at, " \n\t\r");
}

static void fail(const char *why)
{
	fprintf(stderr, "page: %s\n", why);
	exit(3);
}

static size_t put_utf8(char *to, unsigned c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	to[0] = (char)(0xe0 | c >> 12);
	to[1] = (char)(0x80 | (c >> 6 & 0x3f));
	to[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

static size_t read_string(struct reader *r)
{
	static const char letters[] = "b\bf\fn\nr\rt\t";
	size_t len = 0;

	for (r->at++; *r->at != '"'; r->at++) {
		if (!*r->at)
			fail("a string without end");
		if (*r->at != '\\') {
			r->text[len++] = *r->at;
			continue;
		}
		r->at++;
		if (*r->at == 'u') {
			char digits[5] = { 0 };

			memcpy(digits, r->at + 1, 4);
			len += put_utf8(r->text + len, (unsigned)strtoul(digits, NULL, 16));
			r->at += 4;
		} else {
			const char *letter = strchr(letters, *r->at);

			r->text[len++] = letter && letter[1] < ' ' ? letter[1] : *r->at;
		}
	}
	r->at++;
	r->text[len] = 0;
	return len;
}

static void read_value(struct reader *r, struct syb_value *parent, const char *key);

static void read_children(struct reader *r, struct syb_value *value, char end)
{
	r->at++;
	for (skip(r); *r->at != end; skip(r)) {
		char *key = NULL;

		if (end == '}') {
			read_string(r);
			key = strdup(r->text);
			skip(r);
			r->at++; /* the colon */
		}
		read_value(r, value, key);
		free(key);
		skip(r);
		if (*r->at == ',')
			r->at++;
		else if (*r->at != end)
			fail("no comma");
	}
	r->at++;
}

static void read_number(struct reader *r, struct syb_value *parent, const char *key)
{
	size_t len = strspn(r->at, "0123456789+-.eE");

	if (len == 0)
		fail("no value");
	if (memchr(r->at, '.', len) || memchr(r->at, 'e', len))
		value_real(r->rec, parent, key, strtod(r->at, NULL));
	else if (*r->at == '-')
		value_int(r->rec, parent, key, strtoll(r->at, NULL, 10));
	else
		value_uint(r->rec, parent, key, strtoull(r->at, NULL, 10));
	r->at += len;
}

static void read_value(struct reader *r, struct syb_value *parent, const char *key)
{
	skip(r);
	switch (*r->at) {
	case '{':
		read_children(r, value_map(r->rec, parent, key), '}');
		return;
	case '[':
		read_children(r, value_list(r->rec, parent, key), ']');
		return;
	case '"': {
		size_t len = read_string(r);

		value_stringn(r->rec, parent, key, r->text, len);
		return;
	}
	case 't':
	case 'f':
		value_bool(r->rec, parent, key, *r->at == 't');
		r->at += *r->at == 't' ? 4 : 5;
		return;
	case 'n':
		value_null(r->rec, parent, key);
		r->at += 4;
		return;
	default:
		read_number(r, parent, key);
	}
}

int main(int argc, char **argv)
{
	struct syb_ctx *ctx;
	struct syb_file *file;
	struct syb_out *out;
	struct reader r = { 0 };
	struct syb_bytes bytes;
	char *text;
	int error;

	if (argc != 3 || syb_ctx_new(NULL, &ctx) < 0 || syb_file_open(ctx, argv[1], &file) < 0 ||
	    record_new(ctx, &r.rec) < 0)
		return 2;
	bytes = syb_file_bytes(file);
	text = malloc(bytes.len + 1);
	r.text = malloc(bytes.len + 1);
	memcpy(text, bytes.ptr, bytes.len);
	text[bytes.len] = 0;
	r.at = text;
	skip(&r);
	read_children(&r, r.rec->root, '}');
	error = record_finish(r.rec);
	if (error == 0)
		error = syb_out_open(ctx, argv[2], &out);
	if (error == 0) {
		error = syb_page(ctx, syb_record_root(r.rec), out);
		if (error == 0)
			error = syb_out_commit(ctx, out);
		syb_out_close(out);
	}
	syb_record_free(r.rec);
	syb_file_close(file);
	syb_ctx_free(ctx);
	free(text);
	free(r.text);
	return error < 0 ? 3 : 0;
}
