/* ir/prepare_spirv.c — pass prepare-spirv: decorations and execution modes that the translator to SPIR-V has no way for,
 * or gets wrong, as texts that it passes on. What becomes of the texts afterwards is format/spirv_finish.c's.
 *
 * Translators know the decorations of their day, on variables and parameters. Texts (UserSemantic, "sybil-decorate:…")
 * arrive on those unchanged. Everything else — functions, struct members, values in code — is meant by name in texts on a
 * variable that exists for them alone. What the translator does with each form is told in docs/ir-metadata.md. */
#include "metadata.h"

#include "base/buf.h"

#define PREFIX "sybil-decorate:"
#define VARIABLE "sybil.decorations"
#define SUFFIX ".sybil."
#define ANNOTATIONS "llvm.global.annotations"

enum {
	USER_SEMANTIC = 5635,
	RESTRICT = 19,
	STALL_FREE = 6151,
	REGISTER_MAP_INTERFACE = 6160,
	FIRST_FOREIGN = 5000, /* decorations of extensions; those of the core arrive */
	GLOBAL_SPACE = 1,     /* address space of variables in global memory */
};

struct preparing {
	struct syb_ctx *ctx;
	struct syb_ir *ir;
	LLVMBuilderRef builder;
	unsigned decorations, parameters; /* metadata kinds */
	bool typed;	      /* pointers */
	struct buf text;      /* of the carrier that is being made */
	LLVMMetadataRef *all; /* nodes of the variable */
	size_t count, room;
	size_t names; /* given to values */
};

static void drop(struct preparing *p)
{
	LLVMDisposeBuilder(p->builder);
	buf_free(&p->text);
	allocator_free(allocator_of(p->ctx), p->all);
}

/* ---- texts ---- */

static int put_quoted(struct preparing *p, const char *text, size_t len)
{
	int r = buf_char(p->ctx, &p->text, '"');

	for (size_t i = 0; i < len && r == 0; i++) {
		uint8_t c = (uint8_t)text[i];

		if (c == '"' || c == '\\')
			r = buf_printf(p->ctx, &p->text, "\\%c", c);
		else if (c < 0x20 || c == '{' || c == '}')
			r = buf_printf(p->ctx, &p->text, "\\x%02x", c);
		else
			r = buf_char(p->ctx, &p->text, (char)c);
	}
	return r < 0 ? r : buf_char(p->ctx, &p->text, '"');
}

/* "sybil-decorate:", and who is meant. */
static int begin_text(struct preparing *p, const char *kind, const char *name, size_t len)
{
	int r;

	p->text.len = 0;
	r = buf_text(p->ctx, &p->text, PREFIX);
	if (r < 0 || !kind)
		return r;
	r = buf_printf(p->ctx, &p->text, "%s ", kind);
	if (r == 0)
		r = put_quoted(p, name, len);
	return r < 0 ? r : buf_char(p->ctx, &p->text, ' ');
}

static LLVMMetadataRef text_node(struct preparing *p)
{
	LLVMMetadataRef parts[] = { md_int(p->ir, 32, USER_SEMANTIC),
				    md_string(p->ir, (const char *)p->text.ptr, p->text.len) };

	return md_node(p->ir, parts, ARRAY_SIZE(parts));
}

/* The text is complete: it goes to the variable. */
static int add_text(struct preparing *p)
{
	int r = VEC_PUSH(p->ctx, p->all, p->count, p->room);

	if (r == 0)
		p->all[p->count++] = text_node(p);
	return r;
}

/* ---- nodes {i32 NUMBER, operand…} ---- */

static bool is_literal(LLVMMetadataRef md)
{
	int64_t number;
	size_t len;

	return shim_integer(md, &number) || shim_string(md, &len);
}

/* Operands from the i-th on are numbers and strings only. */
static bool is_literals(LLVMMetadataRef node, size_t i)
{
	for (; i < shim_node_count(node); i++)
		if (!is_literal(shim_node_at(node, i)))
			return false;
	return true;
}

/* The node from its i-th operand on, as a group of the text. */
static int put_group(struct preparing *p, LLVMMetadataRef node, size_t i)
{
	const char *before = "[";
	int r = 0;

	for (size_t first = i; i < shim_node_count(node) && r == 0; i++) {
		LLVMMetadataRef operand = shim_node_at(node, i);
		int64_t number;
		const char *text;
		size_t len;

		r = buf_text(p->ctx, &p->text, before);
		before = i == first ? ":" : ",";
		text = shim_string(operand, &len);
		if (r == 0 && text)
			r = put_quoted(p, text, len);
		else if (r == 0 && shim_integer(operand, &number))
			r = buf_printf(p->ctx, &p->text, "%u", (unsigned)number);
	}
	return r < 0 ? r : buf_char(p->ctx, &p->text, ']');
}

/* Whether the translator takes it as it is, on a variable or parameter. */
static bool arrives(LLVMMetadataRef node)
{
	int64_t number;

	if (!shim_integer(shim_node_at(node, 0), &number) || !is_literals(node, 1))
		return true; /* nothing that a text could say better */
	if (number == RESTRICT)
		return shim_node_count(node) == 1;
	return number == USER_SEMANTIC || number < FIRST_FOREIGN;
}

/* ---- annotations as groups ---- */

static size_t skip_digits(const char *s, size_t i, size_t len)
{
	while (i < len && s[i] >= '0' && s[i] <= '9')
		i++;
	return i;
}

/* Nothing but groups as DPC++ writes them: {NUMBER} or {NUMBER:"value"}. */
static bool is_groups(const char *s, size_t len)
{
	size_t i = 0;

	while (i < len) {
		size_t digits = i + 1;

		if (s[i] != '{')
			return false;
		i = skip_digits(s, digits, len);
		if (i == digits)
			return false;
		if (len - i > 2 && s[i] == ':' && s[i + 1] == '"') {
			const char *close = memchr(s + i + 2, '"', len - i - 2);

			if (!close)
				return false;
			i = (size_t)(close - s) + 1;
		}
		if (i >= len || s[i++] != '}')
			return false;
	}
	return len > 0;
}

/* What an annotation says, as groups: ours without the prefix, DPC++'s, or any other text as UserSemantic. */
static int put_annotation(struct preparing *p, const char *text, size_t len)
{
	LLVMMetadataRef parts[2];
	int r;

	if (len > strlen(PREFIX) && memcmp(text, PREFIX, strlen(PREFIX)) == 0)
		r = buf_add(p->ctx, &p->text, text + strlen(PREFIX), len - strlen(PREFIX));
	else if (is_groups(text, len))
		r = buf_add(p->ctx, &p->text, text, len);
	else {
		parts[0] = md_int(p->ir, 32, USER_SEMANTIC);
		parts[1] = md_string(p->ir, text, len);
		r = put_group(p, md_node(p->ir, parts, 2), 0);
	}
	return r;
}

/* A node that stands where the translator does not look, as a group. */
static int put_node(struct preparing *p, LLVMMetadataRef node)
{
	int64_t number;
	const char *text;
	size_t len;

	if (!shim_integer(shim_node_at(node, 0), &number) || !is_literals(node, 1))
		return 0;
	text = shim_string(shim_node_at(node, 1), &len);
	return number == USER_SEMANTIC && text ? put_annotation(p, text, len) : put_group(p, node, 0);
}

/* ---- variables and parameters ---- */

/* A list of nodes, those that would not arrive as one text; NULL when it is fine as it is. */
static int convert_list(struct preparing *p, LLVMMetadataRef list, LLVMMetadataRef *out_list)
{
	const size_t count = shim_node_count(list);
	LLVMMetadataRef *kept = NULL;
	size_t n = 0, converted = 0, room = 0;
	int r = begin_text(p, NULL, NULL, 0);

	*out_list = NULL;
	for (size_t i = 0; i < count && r == 0; i++) {
		LLVMMetadataRef node = shim_node_at(list, i);

		if (!arrives(node)) {
			r = put_group(p, node, 0);
			converted++;
			continue;
		}
		r = VEC_PUSH(p->ctx, kept, n, room);
		if (r == 0)
			kept[n++] = node;
	}
	if (r == 0 && converted) {
		r = VEC_PUSH(p->ctx, kept, n, room);
		if (r == 0) {
			kept[n++] = text_node(p);
			*out_list = md_node(p->ir, kept, n);
		}
	}
	allocator_free(allocator_of(p->ctx), kept);
	return r;
}

static int prepare_variable(struct preparing *p, LLVMValueRef variable)
{
	LLVMMetadataRef list = shim_global_metadata(variable, p->decorations), converted;
	int r = list ? convert_list(p, list, &converted) : 0;

	if (r == 0 && list && converted)
		LLVMGlobalSetMetadata(variable, p->decorations, converted);
	return r;
}

static int prepare_parameters(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef lists = shim_global_metadata(function, p->parameters), *all;
	const size_t count = shim_node_count(lists);
	bool changed = false;
	int r = 0;

	if (count == 0)
		return 0;
	all = mem_alloc(p->ctx, count * sizeof(*all));
	if (!all)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count && r == 0; i++) {
		LLVMMetadataRef converted = NULL;

		all[i] = shim_node_at(lists, i);
		r = convert_list(p, all[i], &converted);
		if (converted) {
			all[i] = converted;
			changed = true;
		}
	}
	if (r == 0 && changed)
		LLVMGlobalSetMetadata(function, p->parameters, md_node(p->ir, all, count));
	allocator_free(allocator_of(p->ctx), all);
	return r;
}

/* ---- functions ---- */

static int add_function_text(struct preparing *p, const char *kind, LLVMValueRef function, LLVMMetadataRef node,
			     size_t from)
{
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);
	int r = begin_text(p, kind, name, len);

	if (r == 0)
		r = put_group(p, node, from);
	return r < 0 ? r : add_text(p);
}

static int add_function_number(struct preparing *p, const char *kind, LLVMValueRef function, int64_t number,
			       int64_t operand)
{
	LLVMMetadataRef parts[] = { md_int(p->ir, 32, number), md_int(p->ir, 32, operand) };

	return add_function_text(p, kind, function, md_node(p->ir, parts, operand < 0 ? 1 : 2), 0);
}

/* The translator does not look at decorations of functions. */
static int prepare_function_decorations(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef list = shim_global_metadata(function, p->decorations);
	size_t len;
	const char *name = LLVMGetValueName2(function, &len);
	int r;

	if (!list)
		return 0;
	r = begin_text(p, "function", name, len);
	for (size_t i = 0; i < shim_node_count(list) && r == 0; i++)
		r = put_node(p, shim_node_at(list, i));
	if (r == 0 && shim_node_count(list))
		r = add_text(p);
	if (r == 0)
		LLVMGlobalEraseMetadata(function, p->decorations);
	return r;
}

/* It asserts that sizes of work-groups have three numbers. */
static void pad_sizes(struct preparing *p, LLVMValueRef function, const char *kind)
{
	LLVMMetadataRef node = shim_global_metadata(function, md_kind(p->ir, kind)), sizes[3];
	const size_t count = shim_node_count(node);
	LLVMValueRef first;

	if (count == 0 || count >= ARRAY_SIZE(sizes) || !is_literals(node, 0))
		return;
	first = shim_value(shim_node_at(node, 0));
	if (!first)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		sizes[i] = i < count ? shim_node_at(node, i) :
				       md_int(p->ir, LLVMGetIntTypeWidth(LLVMTypeOf(first)), 1);
	LLVMGlobalSetMetadata(function, md_kind(p->ir, kind), md_node(p->ir, sizes, ARRAY_SIZE(sizes)));
}

/* Kinds of metadata of today's front ends that were not there in its day. */
static int prepare_newer(struct preparing *p, LLVMValueRef function)
{
	LLVMMetadataRef node = shim_global_metadata(function, md_kind(p->ir, "ip_interface"));
	size_t len = 0;
	const char *text = shim_string(shim_node_at(node, 0), &len);
	int r = 0;

	if (text && len == 3 && memcmp(text, "csr", 3) == 0) {
		r = add_function_number(p, "mode", function, REGISTER_MAP_INTERFACE, shim_node_count(node) > 1);
		LLVMGlobalEraseMetadata(function, md_kind(p->ir, "ip_interface"));
	}
	node = shim_global_metadata(function, md_kind(p->ir, "stall_free"));
	if (r == 0 && node) {
		r = add_function_number(p, "function", function, STALL_FREE, -1);
		LLVMGlobalEraseMetadata(function, md_kind(p->ir, "stall_free"));
	}
	return r;
}

static int prepare_function(struct preparing *p, LLVMValueRef function)
{
	int r = prepare_parameters(p, function);

	if (r == 0)
		r = prepare_function_decorations(p, function);
	if (r == 0)
		r = prepare_newer(p, function);
	pad_sizes(p, function, "reqd_work_group_size");
	pad_sizes(p, function, "work_group_size_hint");
	pad_sizes(p, function, "max_work_group_size");
	return r;
}

/* ---- execution modes ---- */

/* It ends in an assertion on others. */
static bool mode_arrives(int64_t mode)
{
	static const uint16_t known[] = { 17, 18, 30, 31, 33, 35, 4459, 4460, 4461, 4462, 4463, 5618, 5620, 5621, 5622,
					  5623, 5893, 5894, 5895, 5896, 5903, 6154, 6417 };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i] == mode)
			return true;
	return false;
}

static int prepare_modes(struct preparing *p)
{
	static const char name[] = "spirv.ExecutionMode";
	const size_t count = shim_named_count(p->ir->module, name);
	LLVMMetadataRef *kept = count ? mem_alloc(p->ctx, count * sizeof(*kept)) : NULL;
	size_t n = 0;
	int r = count && !kept ? -SYB_E_NOMEM : 0;

	for (size_t i = 0; i < count && r == 0; i++) {
		LLVMMetadataRef node = shim_named_at(p->ir->module, name, i);
		LLVMValueRef function = shim_value(shim_node_at(node, 0));
		int64_t mode;

		if (function && LLVMIsAFunction(function) && shim_integer(shim_node_at(node, 1), &mode) &&
		    !mode_arrives(mode) && is_literals(node, 1))
			r = add_function_text(p, "mode", function, node, 1);
		else
			kept[n++] = node;
	}
	if (r == 0 && n < count) {
		shim_named_remove(p->ir->module, name);
		for (size_t i = 0; i < n; i++)
			shim_named_add(p->ir->module, name, kept[i]);
	}
	allocator_free(allocator_of(p->ctx), kept);
	return r;
}

/* ---- values in code ---- */

/* A name to be found by, which ends with a number; the text then means it. */
static int begin_value_text(struct preparing *p, LLVMValueRef value)
{
	_cleanup_(buf_free) struct buf name = { 0 };
	size_t len;
	const char *own = LLVMGetValueName2(value, &len);
	int r = buf_add(p->ctx, &name, own, len);

	if (r == 0)
		r = buf_printf(p->ctx, &name, SUFFIX "%zu", p->names++);
	if (r < 0)
		return r;
	LLVMSetValueName2(value, (const char *)name.ptr, name.len);
	own = LLVMGetValueName2(value, &len);
	return begin_text(p, "value", own, len);
}

static int prepare_instruction(struct preparing *p, LLVMValueRef inst)
{
	LLVMMetadataRef list = shim_instruction_metadata(inst, p->decorations);
	int r;

	if (shim_node_count(list) == 0)
		return 0;
	if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind) {
		syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "decoration-target",
			   "an instruction without a result has decorations; they are lost");
		return 0;
	}
	r = begin_value_text(p, inst);
	for (size_t i = 0; i < shim_node_count(list) && r == 0; i++)
		r = put_node(p, shim_node_at(list, i));
	if (r == 0)
		r = add_text(p);
	if (r == 0)
		shim_instruction_set_metadata(inst, p->decorations, NULL);
	return r;
}

static int prepare_code(struct preparing *p, LLVMValueRef function)
{
	int r = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && r == 0; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && r == 0; i = LLVMGetNextInstruction(i))
			if (LLVMHasMetadata(i))
				r = prepare_instruction(p, i);
	return r;
}

/* ---- annotations ---- */

/* Without casts that change the type of a pointer only. */
static LLVMValueRef strip(LLVMValueRef value)
{
	for (int steps = 0; steps < 16; steps++) {
		bool cast = LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value);

		if (!cast && LLVMIsAConstantExpr(value)) {
			LLVMOpcode op = LLVMGetConstOpcode(value);

			cast = op == LLVMBitCast || op == LLVMAddrSpaceCast || op == LLVMGetElementPtr;
		}
		if (!cast)
			break;
		value = LLVMGetOperand(value, 0);
	}
	return value;
}

/* The characters of a constant string, NULL when it is none. */
static const char *string_of(LLVMValueRef value, size_t *out_len)
{
	LLVMValueRef variable = strip(value), init;
	const char *text;

	init = LLVMIsAGlobalVariable(variable) ? LLVMGetInitializer(variable) : NULL;
	if (!init || !LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init))
		return NULL;
	text = LLVMGetAsString(init, out_len);
	*out_len = strnlen(text, *out_len);
	return text;
}

/* Whether the translator must not have it: it loses every annotation where pointers have no types, and acts on braces. */
static bool is_ours(const struct preparing *p, const char *text, size_t len)
{
	return !p->typed || is_groups(text, len) ||
	       (len > strlen(PREFIX) && memcmp(text, PREFIX, strlen(PREFIX)) == 0);
}

/* The member of a named struct that a pointer was computed for. */
static bool member_of(LLVMValueRef pointer, const char **out_struct, unsigned *out_member)
{
	LLVMValueRef gep = pointer;
	LLVMTypeRef type;
	const char *name = NULL;
	unsigned member = 0, count;

	while (LLVMIsABitCastInst(gep) || LLVMIsAAddrSpaceCastInst(gep))
		gep = LLVMGetOperand(gep, 0);
	if (!LLVMIsAGetElementPtrInst(gep))
		return false;
	type = LLVMGetGEPSourceElementType(gep);
	count = (unsigned)LLVMGetNumOperands(gep);
	for (unsigned i = 2; i < count; i++) { /* after the pointer and the step over whole objects */
		LLVMValueRef index = LLVMGetOperand(gep, i);

		name = NULL;
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			if (!LLVMIsAConstantInt(index))
				return false;
			member = (unsigned)LLVMConstIntGetZExtValue(index);
			name = LLVMGetStructName(type);
			type = LLVMStructGetTypeAtIndex(type, member);
		} else {
			type = LLVMGetElementType(type);
		}
	}
	*out_struct = name;
	*out_member = member;
	return name != NULL;
}

/* A copy of the pointer with a name, in place of the annotation: what is said is said of this use only. */
static LLVMValueRef copy_pointer(struct preparing *p, LLVMValueRef call, LLVMValueRef pointer)
{
	LLVMValueRef zero = LLVMConstInt(LLVMInt64TypeInContext(p->ir->context), 0, false);
	LLVMTypeRef element = p->typed ? LLVMGetElementType(LLVMTypeOf(pointer)) : LLVMInt8TypeInContext(p->ir->context);

	LLVMPositionBuilderBefore(p->builder, call);
	return LLVMBuildGEP2(p->builder, element, pointer, &zero, 1, "");
}

static int prepare_annotation(struct preparing *p, LLVMValueRef call)
{
	LLVMValueRef pointer = LLVMGetOperand(call, 0), result = pointer;
	const char *text, *name;
	unsigned member;
	size_t len;
	int r;

	text = string_of(LLVMGetOperand(call, 1), &len);
	if (!text || !is_ours(p, text, len))
		return 0;
	if (member_of(pointer, &name, &member)) {
		r = begin_text(p, "member", name, strlen(name));
		if (r == 0)
			r = buf_printf(p->ctx, &p->text, "%u ", member);
	} else {
		result = copy_pointer(p, call, pointer);
		if (LLVMIsAInstruction(result)) {
			r = begin_value_text(p, result);
		} else {
			syb_report(p->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "decoration-target",
				   "a constant pointer is annotated; its decorations are lost");
			return 0;
		}
	}
	if (r == 0)
		r = put_annotation(p, text, len);
	if (r == 0)
		r = add_text(p);
	if (r < 0)
		return r;
	LLVMReplaceAllUsesWith(call, result);
	LLVMInstructionEraseFromParent(call);
	return 0;
}

static int prepare_annotations_of(struct preparing *p, LLVMValueRef intrinsic)
{
	LLVMUseRef next;
	int r = 0;

	for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use && r == 0; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == intrinsic)
			r = prepare_annotation(p, user);
	}
	return r;
}

/* 1 when an entry of the list has become a text, 0 when the translator can have it. */
static int prepare_global_annotation(struct preparing *p, LLVMValueRef entry)
{
	LLVMValueRef target = strip(LLVMGetOperand(entry, 0));
	const char *text, *name;
	size_t len, name_len;
	int r;

	text = string_of(LLVMGetOperand(entry, 1), &len);
	if (!text || !is_ours(p, text, len) || (!LLVMIsAFunction(target) && !LLVMIsAGlobalVariable(target)))
		return 0;
	name = LLVMGetValueName2(target, &name_len);
	r = begin_text(p, LLVMIsAFunction(target) ? "function" : "variable", name, name_len);
	if (r == 0)
		r = put_annotation(p, text, len);
	if (r == 0)
		r = add_text(p);
	return r < 0 ? r : 1;
}

/* The list of annotations of functions and variables, with those entries alone. */
static void replace_annotations(struct preparing *p, LLVMValueRef list, LLVMValueRef *entries, unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(LLVMGetInitializer(list), 0));
	LLVMValueRef shorter = LLVMAddGlobal(p->ir->module, LLVMArrayType(type, count), "");

	LLVMSetInitializer(shorter, LLVMConstArray(type, entries, count));
	LLVMSetLinkage(shorter, LLVMAppendingLinkage);
	LLVMSetSection(shorter, LLVMGetSection(list));
	LLVMDeleteGlobal(list);
	if (count)
		LLVMSetValueName2(shorter, ANNOTATIONS, strlen(ANNOTATIONS));
	else
		LLVMDeleteGlobal(shorter);
}

static int prepare_global_annotations(struct preparing *p)
{
	LLVMValueRef list = LLVMGetNamedGlobal(p->ir->module, ANNOTATIONS), *kept;
	LLVMValueRef array = list ? LLVMGetInitializer(list) : NULL;
	unsigned count = array && LLVMIsAConstantArray(array) ? (unsigned)LLVMGetNumOperands(array) : 0, n = 0;
	int r = 0;

	if (count == 0)
		return 0;
	kept = mem_alloc(p->ctx, count * sizeof(*kept));
	if (!kept)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < count && r >= 0; i++) {
		LLVMValueRef entry = LLVMGetOperand(array, i);

		r = LLVMIsAConstantStruct(entry) ? prepare_global_annotation(p, entry) : 0;
		if (r == 0)
			kept[n++] = entry;
	}
	if (r >= 0 && n < count)
		replace_annotations(p, list, kept, n);
	allocator_free(allocator_of(p->ctx), kept);
	return r < 0 ? r : 0;
}

/* ---- all of it ---- */

/* Texts of an earlier run stay. */
static int add_variable(struct preparing *p)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(p->ir->context);
	LLVMValueRef variable = LLVMGetNamedGlobal(p->ir->module, VARIABLE);
	LLVMMetadataRef before = variable ? shim_global_metadata(variable, p->decorations) : NULL;
	int r = 0;

	if (p->count == 0)
		return 0;
	for (size_t i = 0; i < shim_node_count(before) && r == 0; i++) {
		r = VEC_PUSH(p->ctx, p->all, p->count, p->room);
		if (r == 0)
			p->all[p->count++] = shim_node_at(before, i);
	}
	if (r < 0)
		return r;
	if (!variable) {
		variable = LLVMAddGlobalInAddressSpace(p->ir->module, type, VARIABLE, GLOBAL_SPACE);
		LLVMSetInitializer(variable, LLVMConstInt(type, 0, false));
		LLVMSetLinkage(variable, LLVMPrivateLinkage);
		LLVMSetGlobalConstant(variable, true);
	}
	LLVMGlobalSetMetadata(variable, p->decorations, md_node(p->ir, p->all, p->count));
	return 0;
}

static int prepare_functions(struct preparing *p)
{
	static const char annotation[] = "llvm.ptr.annotation.";
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(p->ir->module); f && r == 0; f = LLVMGetNextFunction(f)) {
		size_t len;
		const char *name = LLVMGetValueName2(f, &len);

		if (len > strlen(annotation) && memcmp(name, annotation, strlen(annotation)) == 0)
			r = prepare_annotations_of(p, f);
		else
			r = prepare_function(p, f);
		if (r == 0)
			r = prepare_code(p, f);
		if (r == 0)
			r = ctx_cancelled(p->ctx);
	}
	return r;
}

int pass_prepare_spirv(struct pass_run *run)
{
	_cleanup_(drop) struct preparing p = {
		.ctx = run->ctx,
		.ir = run->ir,
		.builder = LLVMCreateBuilderInContext(run->ir->context),
		.decorations = md_kind(run->ir, "spirv.Decorations"),
		.parameters = md_kind(run->ir, "spirv.ParameterDecorations"),
		.typed = shim_typed_pointers(run->ir->module),
	};
	int r = 0;

	for (LLVMValueRef g = LLVMGetFirstGlobal(run->ir->module); g && r == 0; g = LLVMGetNextGlobal(g))
		r = prepare_variable(&p, g);
	if (r == 0)
		r = prepare_functions(&p);
	if (r == 0)
		r = prepare_modes(&p);
	if (r == 0)
		r = prepare_global_annotations(&p);
	return r < 0 ? r : add_variable(&p);
}
