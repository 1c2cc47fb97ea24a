/* package/show/dump.c — package → the text that the tool syclbin-dump prints, for scripts that read it.
 *
 * Numbers are decimal, byte arrays are copied as they are. The layout is that tool's; see syclbin-dump(1). */
#include "base/buf.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include <sybil/package.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { FLUSH_SIZE = 32 * 1024 };

struct dump {
	struct syb_ctx *ctx;
	struct syb_out *out;
	struct buf buf; /* keeps the first failure, also of reading and writing */
};

static void drop(struct dump *d)
{
	buf_free(&d->buf);
}

SYB_PRINTF(3, 4) static void line(struct dump *d, unsigned level, const char *fmt, ...)
{
	char text[128]; /* titles with numbers only */
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	buf_fill(d->ctx, &d->buf, ' ', (size_t)level * 2);
	buf_text(d->ctx, &d->buf, text);
	buf_char(d->ctx, &d->buf, '\n');
	if (!d->buf.failed && d->buf.len >= FLUSH_SIZE) {
		d->buf.failed = syb_out_write(d->ctx, d->out, buf_bytes(&d->buf));
		d->buf.len = 0;
	}
}

/* `key:`, the start of a line that the value ends. */
static void key(struct dump *d, unsigned level, const char *name)
{
	buf_fill(d->ctx, &d->buf, ' ', (size_t)level * 2);
	buf_text(d->ctx, &d->buf, name);
	buf_char(d->ctx, &d->buf, ':');
}

static size_t line_length(const char *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] != '\n' && p[n] != '\r')
		n++;
	return n;
}

/* A value with line breaks starts on the next line, and all of its lines are indented. */
static void value(struct dump *d, unsigned level, const char *p, size_t len)
{
	const bool one = line_length(p, len) == len;

	buf_char(d->ctx, &d->buf, one ? ' ' : '\n');
	do {
		size_t n = line_length(p, len);
		size_t end = n == len ? 0 : n + 1 < len && p[n] == '\r' && p[n + 1] == '\n' ? 2 : 1;

		buf_fill(d->ctx, &d->buf, ' ', one ? 0 : (size_t)(level + 1) * 2);
		buf_add(d->ctx, &d->buf, p, n);
		buf_char(d->ctx, &d->buf, '\n');
		p += n + end;
		len -= n + end;
	} while (len);
}

static void dump_prop(struct dump *d, unsigned level, const struct syb_prop *prop)
{
	struct syb_bytes bytes = syb_prop_bytes(prop);
	char number[16];

	key(d, level, syb_prop_key(prop));
	switch (syb_prop_type(prop)) {
	case SYB_PROP_U32:
		snprintf(number, sizeof(number), "%" PRIu32, syb_prop_u32(prop));
		value(d, level, number, strlen(number));
		break;
	case SYB_PROP_BYTES:
		value(d, level, (const char *)bytes.ptr, bytes.len);
		break;
	default:
		value(d, level, syb_prop_raw(prop), strlen(syb_prop_raw(prop)));
	}
}

/* r: the result of reading the properties. */
static void dump_props(struct dump *d, unsigned level, int r, struct syb_props *const *props)
{
	if (!d->buf.failed)
		d->buf.failed = r;
	for (size_t s = 0; !d->buf.failed && s < syb_props_count(*props); s++) {
		const struct syb_set *set = syb_props_at(*props, s);

		key(d, level, syb_set_name(set));
		buf_char(d->ctx, &d->buf, '\n');
		for (size_t i = 0; !d->buf.failed && i < syb_set_count(set); i++)
			dump_prop(d, level + 1, syb_set_at(set, i));
	}
}

static void dump_image(struct dump *d, const struct syb_image *image, size_t number)
{
	bool ir = syb_image_kind(image) == SYB_IMAGE_IR;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	line(d, 1, "%s %zu:", ir ? "IR module" : "Native device code image", number);
	line(d, 2, "Metadata:");
	dump_props(d, 3, syb_image_props(d->ctx, image, &props), &props);
	line(d, 2, "Raw %s bytes: <Binary blob of %zu bytes>", ir ? "IR" : "native device code image",
	     syb_image_bytes(image).len);
}

/* Images of one kind are adjacent, IR first. */
static void dump_images(struct dump *d, const struct syb_module *module, enum syb_image_kind kind)
{
	size_t first = 0, count = 0, all = syb_module_image_count(module);

	for (size_t i = 0; i < all; i++)
		count += syb_image_kind(syb_module_image_at(module, i)) == kind;
	if (kind == SYB_IMAGE_NATIVE)
		first = all - count;
	line(d, 1, "Number of %s: %zu", kind == SYB_IMAGE_IR ? "IR Modules" : "Native Device Code Images", count);
	for (size_t i = 0; !d->buf.failed && i < count; i++)
		dump_image(d, syb_module_image_at(module, first + i), i);
}

static void dump_module(struct dump *d, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	line(d, 0, "Abstract Module %zu:", syb_module_index(module));
	line(d, 1, "Metadata:");
	dump_props(d, 2, syb_module_props(d->ctx, module, &props), &props);
	dump_images(d, module, SYB_IMAGE_IR);
	dump_images(d, module, SYB_IMAGE_NATIVE);
}

int syb_dump(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_out *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(drop) struct dump d = { .ctx = ctx, .out = out };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));

	if (syb_bin_format_version(bin) == 0)
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "no-package", "the file is not a SYCLBIN package");
	line(&d, 0, "Version: %" PRIu32, syb_bin_format_version(bin));
	line(&d, 0, "Global metadata:");
	dump_props(&d, 1, syb_bin_props(ctx, bin, &props), &props);
	line(&d, 0, "Number of Abstract Modules: %zu", syb_bin_module_count(bin));
	for (size_t i = 0; !d.buf.failed && i < syb_bin_module_count(bin); i++)
		dump_module(&d, syb_bin_module_at(bin, i));
	return d.buf.failed ? d.buf.failed : syb_out_write(ctx, out, buf_bytes(&d.buf));
}
