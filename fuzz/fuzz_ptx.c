/* fuzz/fuzz_ptx.c — PTX: read, link with what follows the first NUL (or alone), read the result; it must have the same
 * kernels, and linking it alone must change nothing about its symbols. */
#include "format/ptx/ptx.h"
#include "fuzz.h"
#include "format/ptx/ptx_link.h"
#include <sybil/link.h>

static int link_texts(struct syb_ctx *ctx, const struct syb_bytes *texts, size_t count, bool library,
		      struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_record_free_p) struct syb_record *map = NULL;
	const struct syb_ptx_link_opts opts = { .size = sizeof(opts), .partial = true, .library = library };
	struct syb_link_input inputs[2];
	int r;

	for (size_t i = 0; i < count; i++)
		inputs[i] = (struct syb_link_input){ .size = sizeof(*inputs), .name = "fuzz", .bytes = texts[i] };
	claim(out_scratch(ctx, &out) == 0);
	r = syb_ptx_link(ctx, inputs, count, &opts, out, &map);
	claim((r == 0) == (map != NULL));
	if (r < 0)
		return r;
	claim(out_scratch_file(ctx, out, out_file) == 0);
	return 0;
}

static size_t count_kernels(const struct ptx *ptx)
{
	size_t count = 0;

	for (size_t i = 0; i < ptx->symbol_count; i++)
		count += ptx->symbols[i].kernel && ptx->symbols[i].defined;
	return count;
}

static void read_again(struct syb_ctx *ctx, const struct syb_file *file, size_t kernels)
{
	_cleanup_(syb_file_close_p) struct syb_file *more = NULL;
	_cleanup_(ptx_free_p) struct ptx *first = NULL, *second = NULL;
	struct syb_bytes bytes = syb_file_bytes(file);

	claim(ptx_read(ctx, span_of(bytes, 0), &first) == 0);
	claim(count_kernels(first) == kernels);
	claim(link_texts(ctx, &bytes, 1, true, &more) == 0);
	claim(ptx_read(ctx, span_of(syb_file_bytes(more), 0), &second) == 0);
	claim(first->symbol_count == second->symbol_count);
	for (size_t i = 0; i < first->symbol_count; i++) {
		const struct ptx_symbol *a = &first->symbols[i];
		const size_t *place = hash_get(&second->index, a->name, strlen(a->name));

		claim(place && second->symbols[*place].defined == a->defined);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	const uint8_t *nul = size ? memchr(data, '\0', size) : NULL;
	size_t len = nul ? (size_t)(nul - data) : size, kernels = 0;
	const struct syb_bytes texts[2] = { { data, len }, { data + len + (nul != NULL), size - len - (nul != NULL) } };

	for (size_t count = 1; count <= (nul ? 2u : 1u); count++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		_cleanup_(ptx_free_p) struct ptx *ptx = NULL;

		if (ptx_read(ctx, span_of(texts[count - 1], 0), &ptx) < 0)
			break;
		kernels += count_kernels(ptx);
		if (link_texts(ctx, texts, count, size % 2, &file) == 0)
			read_again(ctx, file, kernels);
	}
	return 0;
}
