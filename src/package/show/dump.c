/* package/show/dump.c — package → the text that the tool syclbin-dump prints, for scripts that read it.
 *
 * Numbers in decimal, byte arrays as the bytes they are. The layout is that tool's; see syclbin-dump(1). */
#include "base/buf.h"
#include "format/props/props.h"
#include <sybil/package.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { FLUSH_SIZE = 32 * 1024 };

struct dump {
	struct syb_ctx *ctx;
	struct syb_out *out;
	struct buf buf;
};

static void drop(struct dump *d)
{
	buf_free(&d->buf);
}

SYB_PRINTF(3, 4) static int line(struct dump *d, unsigned level, const char *fmt, ...)
{
	char text[128]; /* titles with numbers only */
	va_list args;
	int r;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r = buf_fill(d->ctx, &d->buf, ' ', (size_t)level * 2);
	if (r == 0)
		r = buf_text(d->ctx, &d->buf, text);
	if (r == 0)
		r = buf_char(d->ctx, &d->buf, '\n');
	if (r == 0 && d->buf.len >= FLUSH_SIZE) {
		r = syb_out_write(d->ctx, d->out, buf_bytes(&d->buf));
		d->buf.len = 0;
	}
	return r;
}

/* `key: `, the start of a line that the value ends. */
static int begin(struct dump *d, unsigned level, const char *key)
{
	int r = buf_fill(d->ctx, &d->buf, ' ', (size_t)level * 2);

	if (r == 0)
		r = buf_text(d->ctx, &d->buf, key);
	return r < 0 ? r : buf_char(d->ctx, &d->buf, ':');
}

static size_t line_length(const char *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] != '\n' && p[n] != '\r')
		n++;
	return n;
}

/* A value with line breaks starts on the next line, and all of its lines are indented. */
static int value(struct dump *d, unsigned level, const char *p, size_t len)
{
	int r;

	if (line_length(p, len) == len) {
		r = buf_char(d->ctx, &d->buf, ' ');
		if (r == 0)
			r = buf_add(d->ctx, &d->buf, p, len);
		return r < 0 ? r : buf_char(d->ctx, &d->buf, '\n');
	}
	r = buf_char(d->ctx, &d->buf, '\n');
	while (r == 0 && len) {
		size_t n = line_length(p, len);
		size_t end = n == len ? 0 : n + 1 < len && p[n] == '\r' && p[n + 1] == '\n' ? 2 : 1;

		r = buf_fill(d->ctx, &d->buf, ' ', (size_t)(level + 1) * 2);
		if (r == 0)
			r = buf_add(d->ctx, &d->buf, p, n);
		if (r == 0)
			r = buf_char(d->ctx, &d->buf, '\n');
		p += n + end;
		len -= n + end;
	}
	return r;
}

static int dump_prop(struct dump *d, unsigned level, const struct syb_prop *prop)
{
	struct syb_bytes bytes = syb_prop_bytes(prop);
	int r = begin(d, level, syb_prop_key(prop));

	if (r < 0)
		return r;
	switch (syb_prop_type(prop)) {
	case SYB_PROP_U32:
		return buf_printf(d->ctx, &d->buf, " %" PRIu32 "\n", syb_prop_u32(prop));
	case SYB_PROP_BYTES:
		return value(d, level, (const char *)bytes.ptr, bytes.len);
	default:
		return value(d, level, syb_prop_raw(prop), strlen(syb_prop_raw(prop)));
	}
}

static int dump_props(struct dump *d, unsigned level, const struct syb_props *props)
{
	int r = 0;

	for (size_t s = 0; r == 0 && s < syb_props_count(props); s++) {
		const struct syb_set *set = syb_props_at(props, s);

		r = begin(d, level, syb_set_name(set));
		if (r == 0)
			r = buf_char(d->ctx, &d->buf, '\n');
		for (size_t i = 0; r == 0 && i < syb_set_count(set); i++)
			r = dump_prop(d, level + 1, syb_set_at(set, i));
	}
	return r;
}

static int dump_image(struct dump *d, const struct syb_image *image, size_t number)
{
	bool ir = syb_image_kind(image) == SYB_IMAGE_IR;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	int r;

	r = syb_image_props(d->ctx, image, &props);
	if (r == 0)
		r = line(d, 1, "%s %zu:", ir ? "IR module" : "Native device code image", number);
	if (r == 0)
		r = line(d, 2, "Metadata:");
	if (r == 0)
		r = dump_props(d, 3, props);
	if (r == 0)
		r = line(d, 2, "Raw %s bytes: <Binary blob of %zu bytes>", ir ? "IR" : "native device code image",
			 syb_image_bytes(image).len);
	return r;
}

/* Images of one kind; they lie together, IR first. */
static int dump_images(struct dump *d, const struct syb_module *module, enum syb_image_kind kind)
{
	size_t first = 0, count = 0, all = syb_module_image_count(module);
	int r;

	for (size_t i = 0; i < all; i++)
		count += syb_image_kind(syb_module_image_at(module, i)) == kind;
	if (kind == SYB_IMAGE_NATIVE)
		first = all - count;
	r = line(d, 1, "Number of %s: %zu", kind == SYB_IMAGE_IR ? "IR Modules" : "Native Device Code Images", count);
	for (size_t i = 0; r == 0 && i < count; i++)
		r = dump_image(d, syb_module_image_at(module, first + i), i);
	return r;
}

static int dump_module(struct dump *d, const struct syb_module *module)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	int r;

	r = syb_module_props(d->ctx, module, &props);
	if (r == 0)
		r = line(d, 0, "Abstract Module %zu:", syb_module_index(module));
	if (r == 0)
		r = line(d, 1, "Metadata:");
	if (r == 0)
		r = dump_props(d, 2, props);
	if (r == 0)
		r = dump_images(d, module, SYB_IMAGE_IR);
	if (r == 0)
		r = dump_images(d, module, SYB_IMAGE_NATIVE);
	return r;
}

int syb_dump(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_out *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *global = NULL;
	_cleanup_(drop) struct dump d = { .ctx = ctx, .out = out };
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, syb_bin_name(bin));
	int r;

	r = syb_bin_props(ctx, bin, &global);
	if (r == 0)
		r = line(&d, 0, "Version: %" PRIu32, syb_bin_format_version(bin));
	if (r == 0)
		r = line(&d, 0, "Global metadata:");
	if (r == 0)
		r = dump_props(&d, 1, global);
	if (r == 0)
		r = line(&d, 0, "Number of Abstract Modules: %zu", syb_bin_module_count(bin));
	for (size_t i = 0; r == 0 && i < syb_bin_module_count(bin); i++)
		r = dump_module(&d, syb_bin_module_at(bin, i));
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&d.buf));
}
