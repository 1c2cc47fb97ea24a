/* tools/ir/decorations.c — options that name SPIR-V decorations, for sybil opt and sybil cc. */
#include "tools/frame/tool.h"

#include <sybil/ir.h>

/* NAME=NUMBER[:int|str|none] */
static bool parse_decoration(char *text, struct syb_ir_decoration *out)
{
	static const char *const operands[] = {
		[SYB_IR_OPERAND_NONE] = "none", [SYB_IR_OPERAND_INT] = "int", [SYB_IR_OPERAND_STR] = "str"
	};
	char *number = strchr(text, '='), *operand = number ? strchr(number, ':') : NULL;
	size_t value;

	if (!number || number == text)
		return false;
	*number++ = '\0';
	if (operand)
		*operand++ = '\0';
	if (!parse_number(number, &value) || value > UINT32_MAX)
		return false;
	*out = (struct syb_ir_decoration){ text, (uint32_t)value, SYB_IR_OPERAND_INT };
	for (size_t i = 0; operand && i < ARRAY_SIZE(operands); i++) {
		if (!str_eq(operand, operands[i]))
			continue;
		out->operand = (enum syb_ir_operand)i;
		return true;
	}
	return !operand;
}

int decorations_read(struct tool *tool, enum option_id id, const struct syb_ir_decoration **out_list, size_t *out_count)
{
	struct syb_ir_decoration *list;
	const char *const *texts;
	size_t count;

	TRY(args_list(tool, id, &texts, &count));
	list = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		char *copy = arena_string(tool->ctx, &tool->arena, texts[i], strlen(texts[i]));

		if (!copy)
			return -SYB_E_NOMEM;
		if (!parse_decoration(copy, &list[i]))
			return usage(tool, "--decoration=%s: expected %s", texts[i], options[id].argument);
	}
	*out_list = list;
	*out_count = count;
	return 0;
}
