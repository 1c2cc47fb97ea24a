/* ir/lower/front_end.c — pass front-end: facts of the clang plugin (frontend/plugin/facts.cpp) → the forms of the
 * specifications, and a module with device code only.
 *
 * A fact is an annotation "sybil.front-end:" with a kind and fields, each as its length, a colon and its bytes. It is
 * about the annotated global; facts about the module, about types and about declarations are on variables that only
 * carry them. A module without facts is not changed. */
#include "front_end.h"

static const char prefix[] = "sybil.front-end:";
static const char source_prefix[] = "sybil.source:";

enum { FIELDS_MOST = 4096 };

/* ---- facts ---- */

static int damaged(struct front_end *fe)
{
	return syb_fail(fe->run->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "ir-parse",
			"an annotation of the front end is malformed");
}

/* "3:fp16:number" → "fp1" and the rest; false when it is malformed. */
static bool next_field(struct text *rest, struct text *out_field)
{
	size_t len = 0, digits = 0;

	while (digits < rest->len && digits < 9 && rest->ptr[digits] >= '0' && rest->ptr[digits] <= '9')
		len = len * 10 + (size_t)(rest->ptr[digits++] - '0');
	if (digits == 0 || digits == rest->len || rest->ptr[digits] != ':' || len > rest->len - digits - 1)
		return false;
	*out_field = (struct text){ rest->ptr + digits + 1, len };
	*rest = (struct text){ out_field->ptr + len, rest->len - digits - 1 - len };
	return true;
}

static bool writes_spec(const struct front_end *fe)
{
	return fe->run->opts.dialect == SYB_DIALECT_SPEC;
}

/* Add aspects, given as decimal numbers, to the metadata of a function. */
static int apply_function_aspects(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	const struct syb_ir *ir = fe->run->ir;
	unsigned kind = md_kind(ir, writes_spec(fe) ? fact->spec_kind : fact->kind);
	LLVMMetadataRef existing = shim_global_metadata(target, kind);
	size_t before = shim_node_count(existing), count = 0;
	LLVMMetadataRef *operands =
		arena_alloc(fe->run->ctx, &fe->run->arena, (before + fact->count + 1) * sizeof(*operands));

	if (!operands)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < before; i++)
		operands[count++] = shim_node_at(existing, i);
	for (size_t i = 0; i < fact->count; i++) {
		LLVMMetadataRef number;
		int64_t value;
		bool found = false;

		if (!text_number(fact->fields[i], INT32_MIN, INT32_MAX, &value))
			return damaged(fe);
		number = md_int(ir, 32, value);
		for (size_t k = 0; k < count; k++)
			found |= operands[k] == number;
		if (!found)
			operands[count++] = number;
	}
	LLVMGlobalSetMetadata(target, kind, md_node(ir, operands, count));
	return 0;
}

/* Any positive size_t. */
static bool read_size(struct text text, uint64_t *out_size)
{
	uint64_t size = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
		if (!checked_mul(size, (uint64_t)10, &size) || !checked_add(size, (uint64_t)(text.ptr[i] - '0'), &size))
			return false;
	}
	*out_size = size;
	return size > 0;
}

/* Sizes in reverse order, padded to the three that translators expect. */
static int apply_sizes(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	const struct syb_ir *ir = fe->run->ir;
	LLVMMetadataRef operands[3], dimensions = md_int(ir, 32, (int64_t)fact->count);
	uint64_t sizes[3] = { 1, 1, 1 };
	unsigned bits = 32;

	if (fact->count == 0 || fact->count > 3)
		return damaged(fe);
	for (size_t i = 0; i < fact->count; i++) {
		if (!read_size(fact->fields[fact->count - 1 - i], &sizes[i]))
			return damaged(fe);
		bits = sizes[i] > INT32_MAX ? 64 : bits;
	}
	for (size_t i = 0; i < 3; i++)
		operands[i] = md_int(ir, bits, (int64_t)sizes[i]);
	LLVMGlobalSetMetadata(target, md_kind(ir, fact->kind), md_node(ir, operands, 3));
	if (str_eq(fact->kind, "reqd_work_group_size"))
		LLVMGlobalSetMetadata(target, md_kind(ir, "work_group_num_dim"), md_node(ir, &dimensions, 1));
	return 0;
}

/* The host writes the variable, and the driver finds it by name. An optimizer would treat a variable of this file alone
 * as constant, or split it. Its id is unique, and with an underscore at its beginning a valid name for all targets. */
static void export_variable(LLVMValueRef variable, struct text id)
{
	char name[1024] = "_";
	size_t at = id.len && *id.ptr == '_' ? 0 : 1;

	if (LLVMGetLinkage(variable) != LLVMInternalLinkage || id.len > sizeof(name) - 1)
		return;
	memcpy(name + at, id.ptr, id.len);
	LLVMSetValueName2(variable, name, at + id.len);
	LLVMSetLinkage(variable, LLVMExternalLinkage);
}

static void add_attribute(struct front_end *fe, LLVMValueRef target, unsigned index, struct text name,
			  struct text value)
{
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(fe->run->ir->context, name.ptr, (unsigned)name.len,
							       value.ptr, (unsigned)value.len);

	if (LLVMIsAFunction(target))
		LLVMAddAttributeAtIndex(target, index, attribute);
	else
		shim_global_attribute_add(target, name.ptr, name.len, value.ptr, value.len);
	if (LLVMIsAGlobalVariable(target) && text_is(name, "sycl-unique-id"))
		export_variable(target, value);
}

/* Consumers of the metadata do not know named sizes; these stay attributes. */
static int apply_sub_group(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	static const char named[] = "sycl-named-sub-group-size";
	const struct syb_ir *ir = fe->run->ir;
	LLVMMetadataRef size;
	int64_t value;

	if (fact->count != 1)
		return damaged(fe);
	if (text_number(fact->fields[0], 1, INT32_MAX, &value)) {
		size = md_int(ir, 32, value);
		LLVMGlobalSetMetadata(target, md_kind(ir, "intel_reqd_sub_group_size"), md_node(ir, &size, 1));
	} else {
		add_attribute(fe, target, LLVMAttributeFunctionIndex, (struct text){ named, sizeof(named) - 1 },
			      fact->fields[0]);
	}
	return 0;
}

static int apply_attribute(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	if (fact->count != 2)
		return damaged(fe);
	add_attribute(fe, target, LLVMAttributeFunctionIndex, fact->fields[0], fact->fields[1]);
	return 0;
}

static int apply_parameter(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	int64_t index;

	if (fact->count != 3 || !LLVMIsAFunction(target) ||
	    !text_number(fact->fields[0], 0, (int64_t)LLVMCountParams(target) - 1, &index))
		return damaged(fe);
	add_attribute(fe, target, (unsigned)index + 1, fact->fields[1], fact->fields[2]);
	return 0;
}

static int add_entry_point(struct front_end *fe, LLVMValueRef target)
{
	return values_add(fe->run->ctx, &fe->entries, target, NULL);
}

/* Several modules may have a copy of one function, and any of the copies serves. */
static int apply_external(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	(void)fact;
	if (!LLVMIsAFunction(target) || LLVMIsDeclaration(target))
		return 0;
	if (LLVMGetLinkage(target) == LLVMLinkOnceODRLinkage)
		LLVMSetLinkage(target, LLVMWeakODRLinkage);
	return add_entry_point(fe, target);
}

static int apply_kernel(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	if (fact->count != 1 || !LLVMIsAFunction(target))
		return damaged(fe);
	if (text_is(fact->fields[0], "shared"))
		LLVMSetLinkage(target, LLVMWeakODRLinkage);
	return add_entry_point(fe, target);
}

static int apply_module(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	(void)target;
	if (fact->count != 1)
		return damaged(fe);
	LLVMSetSourceFileName(fe->run->ir->module, fact->fields[0].ptr, fact->fields[0].len);
	fe->module = fact->fields[0];
	return 0;
}

static int apply_aspects(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	const struct syb_ir *ir = fe->run->ir;

	(void)target;
	for (size_t i = 0; i + 1 < fact->count; i += 2) {
		LLVMMetadataRef operands[2];
		int64_t value;

		if (!text_number(fact->fields[i + 1], INT32_MIN, INT32_MAX, &value))
			return damaged(fe);
		operands[0] = md_string(ir, fact->fields[i].ptr, fact->fields[i].len);
		operands[1] = md_int(ir, 32, value);
		shim_named_add(ir->module, "sycl_aspects", md_node(ir, operands, 2));
	}
	return 0;
}

static int add_type(struct front_end *fe, const char *name, const struct fact *fact)
{
	const struct syb_ir *ir = fe->run->ir;
	const char *list = writes_spec(fe) ? "intel_types_that_use_aspects" : "sycl_types_that_use_aspects";
	LLVMMetadataRef *operands = arena_alloc(fe->run->ctx, &fe->run->arena, (fact->count + 1) * sizeof(*operands));

	if (!operands)
		return -SYB_E_NOMEM;
	operands[0] = md_string(ir, name, strlen(name));
	for (size_t i = 0; i < fact->count; i++) {
		int64_t value;

		if (!text_number(fact->fields[i], INT32_MIN, INT32_MAX, &value))
			return damaged(fe);
		operands[i + 1] = md_int(ir, 32, value);
	}
	shim_named_add(ir->module, list, md_node(ir, operands, fact->count + 1));
	return 0;
}

/* The type of the carrying variable, and its variant inside of derived classes. */
static int apply_type(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(target);
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	char *base;

	if (!name)
		return 0;
	base = arena_printf(fe->run->ctx, &fe->run->arena, "%s.base", name);
	if (!base)
		return -SYB_E_NOMEM;
	TRY(add_type(fe, name, fact));
	if (LLVMGetTypeByName2(fe->run->ir->context, base))
		TRY(add_type(fe, base, fact));
	return 0;
}

static int apply_elsewhere(struct front_end *fe, LLVMValueRef target, const struct fact *fact);

static const struct {
	const char *kind;
	bool carried; /* the annotated variable only carries the fact */
	int (*apply)(struct front_end *fe, LLVMValueRef target, const struct fact *fact);
	const char *metadata, *spec_metadata; /* kinds of metadata, of DPC++ and of the specification */
} kinds[] = {
	{ "used", false, apply_function_aspects, "sycl_used_aspects", "intel_used_aspects" },
	{ "declared", false, apply_function_aspects, "sycl_declared_aspects", "intel_declared_aspects" },
	{ "work-group-size", false, apply_sizes, "reqd_work_group_size", NULL },
	{ "work-group-size-hint", false, apply_sizes, "work_group_size_hint", NULL },
	{ "sub-group-size", false, apply_sub_group, NULL, NULL },
	{ "attribute", false, apply_attribute, NULL, NULL },
	{ "parameter", false, apply_parameter, NULL, NULL },
	{ "external", false, apply_external, NULL, NULL },
	{ "kernel", false, apply_kernel, NULL, NULL },
	{ "module", true, apply_module, NULL, NULL },
	{ "aspects", true, apply_aspects, NULL, NULL },
	{ "type", true, apply_type, NULL, NULL },
	{ "of", true, apply_elsewhere, NULL, NULL },
};

static int read_fact(struct front_end *fe, LLVMValueRef target, struct text text)
{
	struct text rest = { text.ptr + sizeof(prefix) - 1, text.len - (sizeof(prefix) - 1) }, kind;
	struct fact fact = { .count = 0 };

	fact.fields = arena_alloc(fe->run->ctx, &fe->run->arena, (text.len / 2 + 1) * sizeof(*fact.fields));
	if (!fact.fields)
		return -SYB_E_NOMEM;
	if (!next_field(&rest, &kind))
		return damaged(fe);
	while (rest.len) {
		if (fact.count == FIELDS_MOST || !next_field(&rest, &fact.fields[fact.count]))
			return damaged(fe);
		fact.count++;
	}
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!text_is(kind, kinds[i].kind))
			continue;
		if (kinds[i].carried && !LLVMIsAGlobalVariable(target))
			return damaged(fe);
		if (kinds[i].carried)
			TRY(values_add(fe->run->ctx, &fe->carriers, target, NULL));
		fact.kind = kinds[i].metadata;
		fact.spec_kind = kinds[i].spec_metadata;
		return kinds[i].apply(fe, target, &fact);
	}
	return damaged(fe);
}

/* A fact about a function or variable that is only declared, if the module uses it. */
static int apply_elsewhere(struct front_end *fe, LLVMValueRef target, const struct fact *fact)
{
	LLVMModuleRef module = fe->run->ir->module;
	char *name;

	(void)target;
	if (fact->count != 2 || !text_starts(fact->fields[1], prefix) || fe->elsewhere)
		return damaged(fe);
	name = arena_string(fe->run->ctx, &fe->run->arena, fact->fields[0].ptr, fact->fields[0].len);
	if (!name)
		return -SYB_E_NOMEM;
	target = LLVMGetNamedFunction(module, name);
	if (!target)
		target = LLVMGetNamedGlobal(module, name);
	if (!target)
		return 0;
	fe->elsewhere = true;
	TRY(read_fact(fe, target, fact->fields[1]));
	fe->elsewhere = false;
	return 0;
}

/* ---- annotations ---- */

/* Apply and remove the front end's annotations, and keep the others. */
static int read_annotations(struct front_end *fe)
{
	LLVMModuleRef module = fe->run->ir->module;
	LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.global.annotations");
	LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
	unsigned count = entries && LLVMIsAConstantArray(entries) ? (unsigned)LLVMGetNumOperands(entries) : 0;
	LLVMValueRef *kept = arena_alloc(fe->run->ctx, &fe->run->arena, (count + 1) * sizeof(*kept));
	unsigned kept_count = 0;

	if (!kept)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef entry = LLVMGetOperand(entries, i);
		LLVMValueRef target = LLVMGetNumOperands(entry) > 1 ? constant_global(LLVMGetOperand(entry, 0)) : NULL;
		struct text text;

		if (!target || !constant_text(LLVMGetOperand(entry, 1), &text))
			kept[kept_count++] = entry;
		else if (text_starts(text, prefix))
			TRY(read_fact(fe, target, text));
		else if (!text_starts(text, source_prefix)) /* these have no meaning here */
			kept[kept_count++] = fe_without_folder(fe, entry);
	}
	if (count)
		ir_replace_list(module, list, kept, kept_count);
	return 0;
}

static bool has_facts(LLVMModuleRef module)
{
	return LLVMGetNamedGlobal(module, "llvm.global.annotations") &&
	       LLVMGetNamedGlobal(module, "_ZL17__sybil_carrier_0");
}

static void free_front_end(struct front_end *fe)
{
	values_free(&fe->entries);
	values_free(&fe->carriers);
}

/* State OpenCL C++ 1.0 as the language, as DPC++ does: Intel's CPU runtime needs it to resolve atomics on generic
 * pointers. */
static void name_language(struct syb_ir *ir)
{
	enum { OPENCL_CPP = 4, VERSION = 100000 };
	LLVMMetadataRef operands[] = { md_int(ir, 32, OPENCL_CPP), md_int(ir, 32, VERSION) };

	if (str_starts(LLVMGetTarget(ir->module), "spir") &&
	    !LLVMGetNamedMetadata(ir->module, "spirv.Source", strlen("spirv.Source")))
		shim_named_add(ir->module, "spirv.Source", md_node(ir, operands, ARRAY_SIZE(operands)));
}

int pass_front_end(struct pass_run *run)
{
	_cleanup_(free_front_end) struct front_end fe = { .run = run };

	if (!has_facts(run->ir->module))
		return 0;
	TRY(fe_replace_aliases(&fe));
	TRY(read_annotations(&fe));
	fe_finish_calls(&fe);
	TRY(fe_keep_device_code(&fe));
	fe_use_device_library(&fe);
	fe_name_types(&fe);
	name_language(run->ir);
	return ir_verify(run->ctx, run->ir, SYB_E_INTERNAL);
}
