/* ir/describe/spec_read.c — specialization constants of a module that was lowered before: its metadata → descriptions
 * for a runtime.
 *
 * Native constants are known by their numbers: an image has those that its code uses, and a runtime must not set
 * others. Constants in a buffer keep their places, so an image has all of them. */
#include "spec_constants.h"

static const char native_prefix[] = "_Z20__spirv_SpecConstant";

static int complain(struct pass_run *run, const char *problem)
{
	return syb_fail(run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "spec-constant-metadata",
			"metadata of specialization constants: %s", problem);
}

uint64_t spec_constant_size(const struct spec_constant *constant)
{
	uint64_t size = 0;

	for (size_t i = 0; i < constant->triple_count; i++) {
		const uint32_t *triple = constant->triples + 3 * i;
		uint64_t end = (uint64_t)triple[1] + triple[2];

		size = end > size ? end : size;
	}
	return size;
}

bool spec_constants_sizes_agree(const struct spec_constants *c)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < c->count; i++)
		sum += spec_constant_size(&c->list[i]);
	return sum == c->defaults.len;
}

/* ---- rows ---- */

static int read_row(struct pass_run *run, LLVMMetadataRef node, struct spec_constant *out)
{
	size_t count = shim_node_count(node), len = 0;
	const char *name = shim_string(shim_node_at(node, 0), &len);
	uint32_t *triples;

	if (!name || count < 4 || count % 3 != 1)
		return complain(run, "a row must be a name with three numbers per scalar");
	triples = arena_array(run->ctx, &run->arena, count, sizeof(*triples));
	out->name = triples ? arena_string(run->ctx, &run->arena, name, len) : NULL;
	if (!out->name)
		return -SYB_E_NOMEM;
	for (size_t i = 1; i < count; i++) {
		int64_t number;

		if (!shim_integer(shim_node_at(node, i), &number) || number < INT32_MIN || number > UINT32_MAX)
			return complain(run, "a number is missing");
		triples[i - 1] = (uint32_t)number;
	}
	out->triples = triples;
	out->triple_count = count / 3;
	return 0;
}

static int read_rows(struct pass_run *run, const struct image *image, struct spec_constants *out)
{
	size_t count = shim_named_count(image->module, SPEC_CONSTANTS_NAME);

	out->list = arena_array(run->ctx, &run->arena, count + 1, sizeof(*out->list));
	if (!out->list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		TRY(read_row(run, shim_named_at(image->module, SPEC_CONSTANTS_NAME, i), &out->list[i]));
	out->count = count;
	return 0;
}

static int read_defaults(struct pass_run *run, const struct image *image, struct spec_constants *out)
{
	struct specs specs = { .run = run, .layout = LLVMGetModuleDataLayout(image->module) };
	size_t count = shim_named_count(image->module, SPEC_DEFAULTS_NAME);
	_cleanup_(buf_free) struct buf bytes = { .max = SPEC_SIZE_MOST };
	uint8_t *kept;

	for (size_t i = 0; i < count; i++) {
		LLVMValueRef value = shim_value(shim_node_at(shim_named_at(image->module, SPEC_DEFAULTS_NAME, i), 0));

		if (!value || !LLVMIsConstant(value))
			return complain(run, "a default value is missing");
		TRY(spec_add_bytes(&specs, value, &bytes));
	}
	kept = arena_alloc(run->ctx, &run->arena, bytes.len + 1);
	if (!kept)
		return -SYB_E_NOMEM;
	if (bytes.len)
		memcpy(kept, bytes.ptr, bytes.len);
	out->defaults = (struct syb_bytes){ kept, bytes.len };
	return 0;
}

/* ---- those of an image ---- */

static bool is_native(LLVMValueRef function)
{
	return str_starts(ir_name(function), native_prefix);
}

bool spec_constants_native(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_native(f))
			return true;
	return false;
}

static int note_number(struct pass_run *run, struct hash *numbers, LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
	LLVMValueRef number =
		callee && LLVMIsAFunction(callee) && is_native(callee) ? LLVMGetOperand(instruction, 0) : NULL;
	uint32_t *kept;
	size_t *stored;
	bool found;

	if (!number || !LLVMIsAConstantInt(number))
		return 0;
	kept = arena_alloc(run->ctx, &run->arena, sizeof(*kept));
	if (!kept)
		return -SYB_E_NOMEM;
	*kept = (uint32_t)LLVMConstIntGetZExtValue(number);
	return hash_put(run->ctx, numbers, kept, sizeof(*kept), 0, &stored, &found);
}

static int find_numbers(struct pass_run *run, const struct image *image, struct hash *numbers)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				TRY(note_number(run, numbers, i));
	return 0;
}

static bool is_used(const struct spec_constant *constant, const struct hash *numbers)
{
	for (size_t i = 0; i < constant->triple_count; i++)
		if (hash_get(numbers, &constant->triples[3 * i], sizeof(uint32_t)))
			return true;
	return false;
}

static int keep_used(struct pass_run *run, const struct image *image, struct spec_constants *c)
{
	_cleanup_(hash_free) struct hash numbers = { 0 };
	uint8_t *from = (uint8_t *)(uintptr_t)c->defaults.ptr, *to = from;
	size_t kept = 0;

	TRY(find_numbers(run, image, &numbers));
	for (size_t i = 0; i < c->count; i++) {
		size_t size = (size_t)spec_constant_size(&c->list[i]);

		if (is_used(&c->list[i], &numbers)) {
			memmove(to, from, size);
			to += size;
			c->list[kept++] = c->list[i];
		}
		from += size;
	}
	c->defaults.len = (size_t)(to - c->defaults.ptr);
	c->count = kept;
	return 0;
}

int spec_constants_read(struct pass_run *run, const struct image *image, bool native,
			struct spec_constants *out_constants)
{
	struct spec_constants constants = { 0 };

	if (shim_named_count(image->module, SPEC_CONSTANTS_NAME) == 0)
		return 0;
	TRY(read_rows(run, image, &constants));
	TRY(read_defaults(run, image, &constants));
	if (!spec_constants_sizes_agree(&constants))
		TRY(complain(run, "the size of the default values does not match the constants"));
	if (native)
		TRY(keep_used(run, image, &constants));
	*out_constants = constants;
	return 0;
}
