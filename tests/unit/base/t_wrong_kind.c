/* tests/unit/base/t_wrong_kind.c — readers called on bytes of another kind. No file gets them there: without the magic
 * number it is not taken for that kind. */
#include "base/file.h"
#include "format/spirv/spirv.h"
#include "format/syclbin/syclbin.h"
#include "lib/tap.h"

static const uint8_t text[] = "sixty bytes of text that are neither SPIR-V nor a SYCLBIN body";

int main(void)
{
	struct span s = { text, sizeof(text) & ~(size_t)3, 0 };
	struct syb_bin body = { .body = s };
	struct syb_ctx *ctx = NULL;
	struct spirv_header header;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	is_int(spirv_read_header(ctx, s, &header), -SYB_E_FORMAT);
	is_int(syb_ctx_diag_count(ctx), 1);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "spirv-header");

	syb_ctx_diag_clear(ctx);
	is_int(syclbin_v1_read(ctx, &body), -SYB_E_FORMAT);
	is_int(syb_ctx_diag_count(ctx), 1);
	is_str(syb_ctx_diag_at(ctx, 0)->check, "syclbin-magic");

	syb_ctx_free(ctx);
	return tap_done();
}
