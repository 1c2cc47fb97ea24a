/* ir/properties/annotations.c — `llvm.ptr.annotation` with properties of a member → the annotation string that
 * translators turn into decorations: `{6148:"1"}{7744}`.
 *
 * Supports the specification's form, "sycl-properties:foo,bar=32", and DPC++'s, "sycl-properties" with a fifth argument
 * that points to names and values. Cache controls become metadata of the pointer's instruction, and alignments go to
 * loads, stores and copies. If nothing is left, the pointer replaces the call. This is the only part of the pass that
 * changes code. */
#include "compile_time_properties.h"
#include "ir/module/values.h"
#include "ir/module/constants.h"

#include "base/buf.h"

#include <stdio.h>

static const char prefix[] = "sycl-properties";

enum { ARG_POINTER, ARG_TEXT, ARG_FILE, ARG_LINE, ARG_PROPERTIES, ARG_COUNT };

struct annotations {
	struct lowering *lowering;
	struct values lists, texts; /* variables that may have lost their last use */
	struct hash strings;        /* written so far */
};

/* One call while its properties are read. */
struct annotation {
	struct annotations *all;
	LLVMValueRef call;
	struct subject subject;
	struct buf *groups; /* {6148:"1"}… */
};

/* The variable that a constant points to, if any. */
static int note_text(struct annotations *all, LLVMValueRef constant)
{
	LLVMValueRef variable = constant_variable(constant);

	return variable ? values_add(all->lowering->run->ctx, &all->texts, variable, NULL) : 0;
}

/* ---- reading ---- */

static int add_group(struct annotation *annotation, const struct decoration *decoration)
{
	struct syb_ctx *ctx = annotation->all->lowering->run->ctx;
	struct buf *groups = annotation->groups;
	struct text text = decoration->text;

	TRY(buf_printf(ctx, groups, "{%u", decoration->number));
	for (unsigned i = 0; i < decoration->int_count; i++)
		TRY(buf_printf(ctx, groups, i ? ",%lld" : ":\"%lld", (long long)decoration->ints[i]));
	if (text.ptr)
		TRY(buf_text(ctx, groups, decoration->int_count ? "," : ":\""));
	if (text.ptr)
		TRY(buf_add(ctx, groups, text.ptr, text.len));
	return buf_text(ctx, groups, decoration->int_count || text.ptr ? "\"}" : "}");
}

/* Cache controls of a pointer that an instruction computes. */
static int add_to_instruction(struct lowering *lowering, LLVMValueRef instruction, const struct decoration *asked,
			      size_t count)
{
	struct decorations *list = &lowering->list;

	TRY(decorations_start(list, shim_instruction_metadata(instruction, lowering->decorations_kind)));
	for (size_t i = 0; i < count; i++)
		TRY(decorations_add(list, &asked[i]));
	if (decorations_grew(list))
		shim_instruction_set_metadata(instruction, lowering->decorations_kind, decorations_node(list));
	return 0;
}

static int add_alignment(struct annotation *annotation, const struct property *property, struct text value)
{
	struct lowering *lowering = annotation->all->lowering;
	struct decoration decoration = { .number = property->number, .int_count = 1 };
	bool applied;

	if (!text_number(value, 1, UINT32_MAX, &decoration.ints[0]) || !is_alignment(decoration.ints[0])) {
		complain_value(lowering->run, &annotation->subject, property->name, value, "a power of two");
		return 0;
	}
	TRY(lower_alignment(lowering, annotation->call, (unsigned)decoration.ints[0], &applied));
	return applied ? 0 : add_group(annotation, &decoration);
}

static bool has_any(struct text text, const char *characters)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr(characters, text.ptr[i]))
			return true;
	return false;
}

static int add_property(struct annotation *annotation, const struct property *property, struct text value)
{
	struct lowering *lowering = annotation->all->lowering;
	LLVMValueRef pointer = LLVMGetOperand(annotation->call, ARG_POINTER);
	struct decoration asked[DECORATIONS_MOST];
	size_t count;

	if (!property->of_user && str_eq(property->name, "sycl-alignment"))
		return add_alignment(annotation, property, value);
	if (property->value == PROPERTY_STR && has_any(value, "\"{}")) {
		complain_value(lowering->run, &annotation->subject, property->name, value,
			       "text without quotes and braces");
		return 0;
	}
	count = property_read(lowering->run, &annotation->subject, property, value, asked);
	if ((property->value == PROPERTY_CACHE_READ || property->value == PROPERTY_CACHE_WRITE) &&
	    LLVMIsAInstruction(pointer) && pointer != annotation->call)
		return add_to_instruction(lowering, pointer, asked, count);
	for (size_t i = 0; i < count; i++)
		TRY(add_group(annotation, &asked[i]));
	return 0;
}

/* The specification's examples omit the prefix of names. */
static const struct property *find_property(const struct properties *properties, struct text name)
{
	const struct property *property = properties_find(properties, name);
	char whole[128] = "sycl-";
	size_t len = strlen(whole);

	if (property || name.len > sizeof(whole) - len)
		return property;
	memcpy(whole + len, name.ptr, name.len);
	return properties_find(properties, (struct text){ whole, len + name.len });
}

static bool starts_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Length of the first definition of a list. A comma is part of a value unless a name follows it. */
static size_t definition_length(struct text list)
{
	size_t len = 0;

	while (len < list.len && (list.ptr[len] != ',' ||
				  (len + 1 < list.len && list.ptr[len + 1] != ',' && !starts_name(list.ptr[len + 1]))))
		len++;
	return len;
}

/* "foo,bar=32" */
static int read_definitions(struct annotation *annotation, struct text list)
{
	struct lowering *lowering = annotation->all->lowering;
	bool complete = true;

	while (list.len) {
		size_t len = definition_length(list);
		const char *equals = memchr(list.ptr, '=', len);
		struct text name = { list.ptr, equals ? (size_t)(equals - list.ptr) : len };
		struct text value = { equals ? equals + 1 : "", equals ? len - name.len - 1 : 0 };
		const struct property *property = name.len ? find_property(&lowering->properties, name) : NULL;

		complete &= name.len != 0;
		if (property)
			TRY(add_property(annotation, property, value));
		complete &= len + 1 != list.len; /* nothing after the last comma */
		list = text_after(list, len < list.len ? len + 1 : len);
	}
	if (!complete)
		complain_about(lowering->run, &annotation->subject, "property-annotation",
			       "an annotation has a property without a name");
	return 0;
}

/* A value of DPC++'s form: a text, a null pointer, or a number that the front end did not convert. */
static bool read_value(LLVMValueRef constant, char digits[24], struct text *out_value)
{
	if (LLVMIsAConstantInt(constant) && LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64) {
		bool is_bool = LLVMGetIntTypeWidth(LLVMTypeOf(constant)) == 1;
		long long number = LLVMConstIntGetSExtValue(constant);

		snprintf(digits, 24, "%lld", number);
		out_value->ptr = is_bool ? (number ? "true" : "false") : digits;
		out_value->len = strlen(out_value->ptr);
		return true;
	}
	if (LLVMIsAConstantPointerNull(constant)) {
		*out_value = (struct text){ "", 0 };
		return true;
	}
	return constant_text(constant, out_value);
}

/* Names and values in turn. */
static int read_pairs(struct annotation *annotation, LLVMValueRef list)
{
	struct lowering *lowering = annotation->all->lowering;
	int count = LLVMGetNumOperands(list);
	bool complete = count % 2 == 0;

	for (int i = 0; i + 1 < count; i += 2) {
		LLVMValueRef first = LLVMGetOperand(list, (unsigned)i), second = LLVMGetOperand(list, (unsigned)i + 1);
		const struct property *property;
		struct text name, value;
		char digits[24];

		TRY(note_text(annotation->all, first));
		TRY(note_text(annotation->all, second));
		if (!constant_text(first, &name) || name.len == 0 || !read_value(second, digits, &value)) {
			complete = false;
			continue;
		}
		property = properties_find(&lowering->properties, name);
		if (property)
			TRY(add_property(annotation, property, value));
	}
	if (!complete)
		complain_about(lowering->run, &annotation->subject, "property-annotation",
			       "an annotation has a property whose name or value is not a constant string");
	return 0;
}

/* ---- writing ---- */

/* The address of a private constant with this text, of the type that calls take; equal texts share one. */
static int string_for(struct annotations *all, struct text text, LLVMTypeRef type, LLVMValueRef *out_address)
{
	struct pass_run *run = all->lowering->run;
	unsigned space = LLVMGetPointerAddressSpace(type);
	LLVMValueRef bytes = LLVMConstStringInContext(run->ir->context, text.ptr, (unsigned)text.len, false), variable;
	char *key = arena_bytes(run->ctx, &run->arena, sizeof(space) + text.len);
	size_t *at;
	bool found;

	if (!key)
		return -SYB_E_NOMEM;
	memcpy(key, &space, sizeof(space));
	memcpy(key + sizeof(space), text.ptr, text.len);
	TRY(hash_put(run->ctx, &all->strings, key, sizeof(space) + text.len, 0, &at, &found));
	if (!found) {
		variable = ir_add_constant(run->ir->module, bytes, ".properties", space);
		LLVMSetSection(variable, "llvm.metadata");
		*at = (size_t)variable;
	}
	*out_address = LLVMConstPointerCast((LLVMValueRef)*at, type);
	return 0;
}

static int rewrite(struct annotation *annotation)
{
	LLVMValueRef call = annotation->call, address, list = LLVMGetOperand(call, ARG_PROPERTIES);
	struct text text = { (const char *)annotation->groups->ptr, annotation->groups->len };

	TRY(string_for(annotation->all, text, LLVMTypeOf(LLVMGetOperand(call, ARG_TEXT)), &address));
	LLVMSetOperand(call, ARG_TEXT, address);
	LLVMSetOperand(call, ARG_PROPERTIES, LLVMConstNull(LLVMTypeOf(list)));
	return 0;
}

/* Remove the call; metadata that an annotation of its result left on it moves to the pointer. */
static int replace_by_pointer(struct annotation *annotation)
{
	struct lowering *lowering = annotation->all->lowering;
	LLVMValueRef call = annotation->call, pointer = LLVMGetOperand(call, ARG_POINTER);
	LLVMMetadataRef moved = shim_instruction_metadata(call, lowering->decorations_kind);

	if (pointer == call) /* unreachable code */
		pointer = LLVMGetUndef(LLVMTypeOf(call));
	if (moved && LLVMIsAInstruction(pointer) && !shim_instruction_metadata(pointer, lowering->decorations_kind))
		shim_instruction_set_metadata(pointer, lowering->decorations_kind, moved);
	LLVMReplaceAllUsesWith(call, pointer);
	LLVMInstructionEraseFromParent(call);
	return 0;
}

/* ---- calls ---- */

static int lower_call(struct annotation *annotation)
{
	struct annotations *all = annotation->all;
	struct pass_run *run = all->lowering->run;
	LLVMValueRef argument = LLVMGetOperand(annotation->call, ARG_PROPERTIES);
	LLVMValueRef variable = constant_variable(argument), list = variable ? LLVMGetInitializer(variable) : NULL;
	struct text text;

	if (!constant_text(LLVMGetOperand(annotation->call, ARG_TEXT), &text) || !text_starts(text, prefix))
		return 0;
	text = text_after(text, strlen(prefix));
	if (text.len && text.ptr[0] != ':')
		return 0;
	if (text.len == 0 && !LLVMIsNull(argument) &&
	    (!list || !(LLVMIsAConstantStruct(list) || LLVMIsAConstantArray(list)))) {
		complain_about(run, &annotation->subject, "property-annotation",
			       "the properties of an annotation are not a constant list; it is not changed");
		return 0;
	}
	if (variable)
		TRY(values_add(run->ctx, &all->lists, variable, NULL));
	TRY(note_text(all, LLVMGetOperand(annotation->call, ARG_TEXT)));
	TRY(note_text(all, LLVMGetOperand(annotation->call, ARG_FILE)));
	if (text.len)
		TRY(read_definitions(annotation, text_after(text, 1)));
	else if (list)
		TRY(read_pairs(annotation, list));
	return annotation->groups->len ? rewrite(annotation) : replace_by_pointer(annotation);
}

static bool is_annotation(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;

	return callee && LLVMIsAFunction(callee) && LLVMGetNumArgOperands(instruction) == ARG_COUNT &&
	       str_starts(ir_name(callee), "llvm.ptr.annotation.");
}

/* The order of uses depends on how the module was read, so calls are visited in the order of the code. */
static int lower_function(struct annotations *all, LLVMValueRef function)
{
	_cleanup_(buf_free) struct buf groups = { 0 };
	LLVMValueRef next;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
			struct annotation annotation = { all, i, { .what = "function", .value = function }, &groups };

			next = LLVMGetNextInstruction(i);
			groups.len = 0;
			if (is_annotation(i))
				TRY(lower_call(&annotation));
		}
	return 0;
}

static bool has_annotations(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstUse(f) && str_starts(ir_name(f), "llvm.ptr.annotation."))
			return true;
	return false;
}

/* Translators would turn unused lists and texts into variables. */
static void drop_unused(const struct annotations *all)
{
	for (size_t i = 0; i < all->lists.count; i++)
		shim_global_drop_unused(all->lists.items[i]);
	for (size_t i = 0; i < all->texts.count; i++)
		if (values_find(&all->lists, all->texts.items[i]) == SIZE_MAX)
			shim_global_drop_unused(all->texts.items[i]);
}

static void free_annotations(struct annotations *all)
{
	hash_free(&all->strings);
	values_free(&all->lists);
	values_free(&all->texts);
}

int lower_annotations(struct lowering *lowering)
{
	_cleanup_(free_annotations) struct annotations all = { .lowering = lowering };
	LLVMModuleRef module = lowering->run->ir->module;

	if (!has_annotations(module))
		return 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		TRY(lower_function(&all, f));
	drop_unused(&all);
	return 0;
}
