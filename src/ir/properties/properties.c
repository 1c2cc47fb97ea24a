/* ir/properties/properties.c — the table of properties (properties.def and the user's mappings), and values as
 * decorations. */
#include "properties.h"

#include <stdio.h>

static const struct property known[] = {
#define PROPERTY(name, number, value, decoration) { name, number, PROPERTY_##value, false },
#include "properties.def"
#undef PROPERTY
};

static const enum property_value of_operand[] = {
	[SYB_IR_OPERAND_NONE] = PROPERTY_NONE,
	[SYB_IR_OPERAND_INT] = PROPERTY_INT,
	[SYB_IR_OPERAND_STR] = PROPERTY_STR,
};

static int add_row(struct pass_run *run, struct properties *properties, struct property row)
{
	size_t *at;
	bool found;

	TRY(hash_put(run->ctx, &properties->by_name, row.name, strlen(row.name), properties->count, &at, &found));
	properties->rows[found ? *at : properties->count++] = row; /* the last mapping of a name counts */
	return 0;
}

static int add_mapping(struct pass_run *run, struct properties *properties, const struct syb_ir_decoration *mapping)
{
	if (!mapping->name || !*mapping->name || (size_t)mapping->operand >= ARRAY_SIZE(of_operand))
		return syb_fail(run->ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"a decoration needs a name and an operand kind");
	return add_row(run, properties,
		       (struct property){ mapping->name, mapping->number, of_operand[mapping->operand], true });
}

int properties_new(struct pass_run *run, struct properties *out)
{
	size_t most = ARRAY_SIZE(known) + run->opts.decoration_count;

	out->rows = arena_array(run->ctx, &run->arena, most, sizeof(*out->rows));
	if (!out->rows)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		TRY(add_row(run, out, known[i]));
	for (size_t i = 0; i < run->opts.decoration_count; i++)
		TRY(add_mapping(run, out, &run->opts.decorations[i]));
	return 0;
}

void properties_free(struct properties *properties)
{
	hash_free(&properties->by_name);
}

const struct property *properties_find(const struct properties *properties, struct text name)
{
	const size_t *at = hash_get(&properties->by_name, name.ptr, name.len);

	return at ? &properties->rows[*at] : NULL;
}

enum { NAME_MOST = 200 }; /* characters of a name or value that a message shows */

void complain_value(struct pass_run *run, const struct subject *subject, const char *name, struct text value,
		    const char *wanted)
{
	char parameter[32] = "";

	if (run->opts.without_warnings)
		return;
	if (subject->parameter)
		snprintf(parameter, sizeof(parameter), ", parameter %u", subject->parameter);
	syb_report(run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "property-value",
		   "%s '%.*s'%s: '%s' has the value '%.*s', expected %s; it is ignored", subject->what, NAME_MOST,
		   ir_name(subject->value), parameter, name, value.len > NAME_MOST ? NAME_MOST : (int)value.len,
		   value.ptr, wanted);
}

void complain_about(struct pass_run *run, const struct subject *subject, const char *check, const char *problem)
{
	if (!run->opts.without_warnings)
		syb_report(run->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, check, "%s '%.*s': %s", subject->what,
			   NAME_MOST, ir_name(subject->value), problem);
}

static size_t one_number(const struct property *property, int64_t value, struct decoration *out)
{
	*out = (struct decoration){ .number = property->number, .int_count = 1, .ints = { value } };
	return 1;
}

static size_t read_pipelined(const struct property *property, int64_t value, struct decoration *out)
{
	enum { INITIATION_INTERVAL = 5917 };

	one_number(property, value != 0, out);
	if (value <= 0)
		return 1;
	out[1] = (struct decoration){ .number = INITIATION_INTERVAL, .int_count = 1, .ints = { value } };
	return 2;
}

size_t property_read(struct pass_run *run, const struct subject *subject, const struct property *property,
		     struct text value, struct decoration out[DECORATIONS_MOST])
{
	int64_t number;

	switch (property->value) {
	case PROPERTY_NONE:
		*out = (struct decoration){ .number = property->number };
		return 1;
	case PROPERTY_STR:
		*out = (struct decoration){ .number = property->number, .text = value };
		return 1;
	case PROPERTY_BOOL:
		return one_number(property, !text_is(value, "false") && !text_is(value, "0"), out);
	case PROPERTY_INT:
		if (value.len == 0) { /* a property without a value */
			*out = (struct decoration){ .number = property->number };
			return 1;
		}
		/* fall through */
	case PROPERTY_U32:
		if (text_number(value, property->value == PROPERTY_INT ? INT32_MIN : 0, UINT32_MAX, &number))
			return one_number(property, number, out);
		complain_value(run, subject, property->name, value, "a 32-bit number");
		return 0;
	case PROPERTY_PIPELINED:
		if (text_number(value, INT32_MIN, INT32_MAX, &number))
			return read_pipelined(property, number, out);
		complain_value(run, subject, property->name, value, "a signed 32-bit number");
		return 0;
	case PROPERTY_PREFETCH:
	case PROPERTY_PREFETCH_NT:
	case PROPERTY_CACHE_READ:
	case PROPERTY_CACHE_WRITE:
		return cache_controls_read(run, subject, property, value, out);
	case PROPERTY_HOST_ACCESS:
		break;
	}
	return 0;
}
