/* tools/frame/tables.c — verbs.def and options.def as data. */
#include "tool.h"

/* Four programs share the tables: sybil; sybil-ir, which has LLVM and the verbs that need it; sybil-rt, which has the
 * runtime; and sybil-report, which has --html of two verbs. */
#if defined(SYBIL_IR_TOOL)
#define HERE(id) NULL
#define ALSO_IR(id) cmd_##id
#define ALSO_RT(id) NULL
#define ALSO_REPORT(id) NULL
#define IN_IR(id) cmd_##id
#define IN_RT(id) NULL
#elif defined(SYBIL_REPORT_TOOL)
#define HERE(id) NULL
#define ALSO_IR(id) NULL
#define ALSO_RT(id) NULL
#define ALSO_REPORT(id) cmd_##id
#define IN_IR(id) NULL
#define IN_RT(id) NULL
#elif defined(SYBIL_RT_TOOL)
#define HERE(id) NULL
#define ALSO_IR(id) NULL
#define ALSO_RT(id) cmd_##id
#define ALSO_REPORT(id) NULL
#define IN_IR(id) NULL
#define IN_RT(id) cmd_##id
#else
#define HERE(id) cmd_##id
#define ALSO_IR(id) cmd_##id
#define ALSO_RT(id) cmd_##id
#define ALSO_REPORT(id) cmd_##id
#define IN_IR(id) start_ir
#define IN_RT(id) start_rt
#endif

const struct verb verbs[VERB_COUNT] = {
#define ROW(id, program, run, ...) { VERB_##id, program, __VA_ARGS__, run(id) },
#define VERB(id, ...) ROW(id, false, HERE, __VA_ARGS__)
#define VERB_ALSO_IR(id, ...) ROW(id, false, ALSO_IR, __VA_ARGS__)
#define VERB_ALSO_RT(id, ...) ROW(id, false, ALSO_RT, __VA_ARGS__)
#define VERB_ALSO_REPORT(id, ...) ROW(id, false, ALSO_REPORT, __VA_ARGS__)
#define VERB_IR(id, ...) ROW(id, false, IN_IR, __VA_ARGS__)
#define VERB_RT(id, ...) ROW(id, false, IN_RT, __VA_ARGS__)
#define PROGRAM(id, ...) ROW(id, true, HERE, __VA_ARGS__)
#define PROGRAM_IR(id, ...) ROW(id, true, IN_IR, __VA_ARGS__)
#include "verbs.def"
};

const struct option options[OPT_COUNT] = {
#define OPTION(verb, id, letter, name, argument, kind, values, help) \
	{ VERB_##verb, OPT_##verb##_##id, letter, name, argument, OPTION_##kind, values, help, USE_NONE, #id },
#include "options.def"
#undef OPTION
#define CC_OPTION(id, name, argument, kind, values, use, help) \
	{ VERB_cc, OPT_cc_##id, 0, name, argument, OPTION_##kind, values, help, USE_##use, #id },
#include "tools/ir/cc_options.def"
#undef CC_OPTION
#define CXX_OPTION(id, name, argument, kind, values, use, help) \
	{ VERB_cxx, OPT_cxx_##id, 0, name, argument, OPTION_##kind, values, help, USE_##use, #id },
#include "tools/ir/cxx_options.def"
#undef CXX_OPTION
};

const struct verb *verb_find(const char *name)
{
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (str_eq(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

const struct verb *verb_of_program(const char *name)
{
	const struct verb *verb = verb_find(name);

	if (str_eq(name, "sybil-c++"))
		return &verbs[VERB_cxx];
	return verb && verb->program ? verb : NULL;
}

bool option_of(const struct option *option, const struct verb *verb)
{
	return option->verb == verb->id || (option->verb == VERB_cc && verb->id == VERB_cxx) ||
	       (option->verb == VERB_common && !verb->program && !verb_clang(verb));
}

const char *option_glue(const struct option *option)
{
	if (!option->argument)
		return "";
	switch (option->kind) {
	case OPTION_JOINED:
	case OPTION_PREFIX:
	case OPTION_PAIR:
		return "";
	case OPTION_SEPARATE:
	case OPTION_EITHER:
		return " ";
	case OPTION_MAYBE:
		return "[=";
	default:
		return str_eq(option->name, "o") ? " " : "=";
	}
}
