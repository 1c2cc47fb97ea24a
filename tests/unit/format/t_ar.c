/* Static archives. */
#include "format/elf/ar.h"
#include "lib/package.h"
#include "lib/torture.h"

#define HEADER(name, size) name "0           0     0     644     " size "`\n"

static const char gnu[] = AR_MAGIC HEADER("/               ", "4         ") "\0\0\0\0" HEADER(
	"//              ",
	"26        ") "a_member_with_long_name/\n\n" HEADER("short/          ",
							    "3         ") "abc\n" HEADER("/0              ",
											 "2         ") "de" HEADER("emp"
														   "ty/"
														   "   "
														   "   "
														   "   "
														   " ",
														   "0  "
														   "   "
														   "   "
														   " ");
static const char bsd[] = AR_MAGIC HEADER("__.SYMDEF SORTED", "2         ") "xx" HEADER(
	"#1/20           ",
	"22        ") "__.SYMDEF\0\0\0\0\0\0\0\0\0\0\0yy" HEADER("#1/8            ",
								 "11        ") "name.o\0\0abc\n" HEADER("plain         "
													"  ",
													"1         ") "z\n";

/* Names and contents as "name=content;". */
static int outline(struct syb_ctx *ctx, const void *ptr, size_t len, char out[256])
{
	struct ar ar;
	struct ar_member m;
	size_t n = 0;
	int r = ar_open(ctx, span_of((struct syb_bytes){ ptr, len }, 0), &ar);

	out[0] = '\0';
	while (r == 0 && (r = ar_next(ctx, &ar, &m)) > 0) {
		n += (size_t)snprintf(out + n, 256 - n, "%.*s=%.*s;", (int)m.name.len, (const char *)m.name.ptr,
				      (int)m.bytes.len, (const char *)m.bytes.ptr);
		r = 0;
	}
	return r;
}

static void cut(struct syb_ctx *ctx, const char *what, const char *bytes, size_t len)
{
	char all[256], text[256];
	size_t odd = 0;

	is_int(outline(ctx, bytes, len, all), 0);
	for (size_t n = 0; n < len; n++) {
		char *copy = malloc(n ? n : 1);
		int r;

		memcpy(copy, bytes, n);
		r = outline(ctx, copy, n, text);
		/* at the end of a member the rest is missed by nobody */
		odd += r != -SYB_E_FORMAT && !(r == 0 && strncmp(text, all, strlen(text)) == 0);
		free(copy);
	}
	ok(odd == 0, "%s cut at every byte", what);
	syb_ctx_diag_clear(ctx);
}

static void broken(struct syb_ctx *ctx, size_t at, const char *with, const char *check)
{
	char copy[sizeof(gnu)], text[256];

	memcpy(copy, gnu, sizeof(gnu));
	memcpy(copy + at, with, strlen(with));
	syb_ctx_diag_clear(ctx);
	is_int(outline(ctx, copy, sizeof(copy) - 1, text), -SYB_E_FORMAT);
	is_str(first_check(ctx), check);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;
	char text[256];

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	is_int(outline(ctx, gnu, sizeof(gnu) - 1, text), 0);
	is_str(text, "short=abc;a_member_with_long_name=de;empty=;");
	is_int(outline(ctx, bsd, sizeof(bsd) - 1, text), 0);
	is_str(text, "name.o=abc;plain=z;");
	is_int(outline(ctx, AR_MAGIC, 8, text), 0);

	is_int(outline(ctx, AR_MAGIC_THIN, 8, text), -SYB_E_FORMAT);
	is_str(first_check(ctx), "archive-thin");
	syb_ctx_diag_clear(ctx);
	is_int(outline(ctx, "!<arch", 6, text), -SYB_E_FORMAT);
	is_str(first_check(ctx), "archive-header");

	cut(ctx, "GNU", gnu, sizeof(gnu) - 1);
	cut(ctx, "BSD", bsd, sizeof(bsd) - 1);
	broken(ctx, 8 + 58, "x", "archive-header");
	broken(ctx, 8 + 48, "-", "archive-header");
	broken(ctx, 8 + 48, "4x", "archive-header");
	broken(ctx, 8 + 48, "9999999999", "archive-member");
	broken(ctx, 222, "/26 ", "archive-name");
	broken(ctx, 222, "/x ", "archive-name");
	broken(ctx, 222, "#1/9 ", "archive-name");
	syb_ctx_free(ctx);
	return tap_done();
}
