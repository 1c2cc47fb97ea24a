/* ir/lower/prepare_text.c — texts that carry decorations: written here, read by format/spirv/spirv_carrier.c. */
#include "prepare_spirv.h"

#define PREFIX "sybil-decorate:"
#define SUFFIX ".sybil."

static int put_quoted(struct preparing *p, const char *text, size_t len)
{
	TRY(buf_char(p->ctx, &p->text, '"'));
	for (size_t i = 0; i < len; i++) {
		uint8_t c = (uint8_t)text[i];

		if (c == '"' || c == '\\')
			TRY(buf_printf(p->ctx, &p->text, "\\%c", c));
		else if (c < 0x20 || c == '{' || c == '}')
			TRY(buf_printf(p->ctx, &p->text, "\\x%02x", c));
		else
			TRY(buf_char(p->ctx, &p->text, (char)c));
	}
	return buf_char(p->ctx, &p->text, '"');
}

/* "sybil-decorate:" and the target. */
int carrier_begin(struct preparing *p, const char *kind, const char *name, size_t len)
{
	p->text.len = 0;
	TRY(buf_text(p->ctx, &p->text, PREFIX));
	if (!kind)
		return 0;
	TRY(buf_printf(p->ctx, &p->text, "%s ", kind));
	TRY(put_quoted(p, name, len));
	return buf_char(p->ctx, &p->text, ' ');
}

LLVMMetadataRef carrier_node(struct preparing *p)
{
	LLVMMetadataRef parts[] = { md_int(p->ir, 32, USER_SEMANTIC),
				    md_string(p->ir, (const char *)p->text.ptr, p->text.len) };

	return md_node(p->ir, parts, ARRAY_SIZE(parts));
}

/* Add the complete text to the variable. */
int carrier_add(struct preparing *p)
{
	TRY(VEC_PUSH(p->ctx, p->all, p->count, p->room));
	p->all[p->count++] = carrier_node(p);
	return 0;
}

/* ---- nodes {i32 NUMBER, operand…} ---- */

static bool is_literal(LLVMMetadataRef md)
{
	int64_t number;
	size_t len;

	return shim_integer(md, &number) || shim_string(md, &len);
}

/* Operands from the i-th on are numbers and strings only. */
bool carrier_is_literals(LLVMMetadataRef node, size_t i)
{
	for (; i < shim_node_count(node); i++)
		if (!is_literal(shim_node_at(node, i)))
			return false;
	return true;
}

/* The node from its i-th operand on, as a group of the text. */
int carrier_put_group(struct preparing *p, LLVMMetadataRef node, size_t i)
{
	const char *before = "[";

	for (size_t first = i; i < shim_node_count(node); i++) {
		LLVMMetadataRef operand = shim_node_at(node, i);
		struct text text = text_of(operand);
		int64_t number;

		TRY(buf_text(p->ctx, &p->text, before));
		before = i == first ? ":" : ",";
		if (text.ptr)
			TRY(put_quoted(p, text.ptr, text.len));
		else if (shim_integer(operand, &number))
			TRY(buf_printf(p->ctx, &p->text, "%u", (unsigned)number));
	}
	return buf_char(p->ctx, &p->text, ']');
}

/* ---- annotations ---- */

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

static bool has_prefix(const char *text, size_t len)
{
	return len > strlen(PREFIX) && memcmp(text, PREFIX, strlen(PREFIX)) == 0;
}

bool carrier_is_groups(const char *text, size_t len)
{
	return has_prefix(text, len) || is_groups(text, len);
}

/* An annotation as groups: ours without the prefix, DPC++'s, or any other text as UserSemantic. */
int carrier_put_annotation(struct preparing *p, const char *text, size_t len)
{
	LLVMMetadataRef parts[2];

	if (has_prefix(text, len))
		TRY(buf_add(p->ctx, &p->text, text + strlen(PREFIX), len - strlen(PREFIX)));
	else if (is_groups(text, len))
		TRY(buf_add(p->ctx, &p->text, text, len));
	else {
		parts[0] = md_int(p->ir, 32, USER_SEMANTIC);
		parts[1] = md_string(p->ir, text, len);
		TRY(carrier_put_group(p, md_node(p->ir, parts, 2), 0));
	}
	return 0;
}

/* A node that the translator ignores, as a group. */
int carrier_put_node(struct preparing *p, LLVMMetadataRef node)
{
	int64_t number;
	const char *text;
	size_t len;

	if (!shim_integer(shim_node_at(node, 0), &number) || !carrier_is_literals(node, 1))
		return 0;
	text = shim_string(shim_node_at(node, 1), &len);
	return number == USER_SEMANTIC && text ? carrier_put_annotation(p, text, len) : carrier_put_group(p, node, 0);
}

/* Give a value a unique name that ends with a number, and begin a text about it. */
int carrier_begin_value(struct preparing *p, LLVMValueRef value)
{
	_cleanup_(buf_free) struct buf name = { 0 };
	size_t len;
	const char *own = LLVMGetValueName2(value, &len);

	TRY(buf_add(p->ctx, &name, own, len));
	TRY(buf_printf(p->ctx, &name, SUFFIX "%zu", p->names++));
	LLVMSetValueName2(value, (const char *)name.ptr, name.len);
	own = LLVMGetValueName2(value, &len); /* LLVM may have added a number */
	return carrier_begin(p, "value", own, len);
}
