/* tools/complete.c — shell completion, written from the tables at build time (sybil --completion=SHELL). */
#include "tool.h"

#include <stdio.h>

/* What -W takes: each name and group, with and without no-. */
static int add_warnings(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf, "error no-error everything no-everything");

	for (size_t i = 0; i < WARNING_COUNT && r == 0; i++) {
		const char *name = warning_name(i), *group = warning_group(i);

		r = buf_printf(ctx, buf, " %s no-%s", name, name);
		if (r == 0 && *group && (i == 0 || !str_eq(group, warning_group(i - 1))))
			r = buf_printf(ctx, buf, " %s no-%s", group, group);
	}
	return r;
}

/* A name in a row of the target table; NULL when that is not what values stands for. */
static const char *target_word(const char *values, size_t i)
{
	const struct syb_target_info *t = syb_target_at(i);

	if (str_eq(values, "@arch"))
		return t->arch;
	if (str_eq(values, "@triple"))
		return t->triple;
	return str_eq(values, "@target") ? t->name : NULL;
}

/* What is asked while a line is typed, NULL: nothing. */
static const char *live_kind(const struct option *o)
{
	if (str_eq(o->values, "@kernel"))
		return "kernels";
	if (str_eq(o->values, "@pass"))
		return "passes";
	return str_eq(o->values, "@device") ? "devices" : NULL;
}

static int add_aspects(struct syb_ctx *ctx, struct buf *buf)
{
	int r = 0;

	for (size_t i = 0; i < syb_aspect_count() && r == 0; i++)
		r = buf_printf(ctx, buf, "%s%s", i ? " " : "", syb_aspect_at(i)->name);
	return r;
}

/* The values of an option, separated by blanks: its own, or names of the target table. */
static int add_values(struct syb_ctx *ctx, struct buf *buf, const char *values)
{
	size_t start = buf->len;
	int r = 0;

	if (str_eq(values, "@warning"))
		return add_warnings(ctx, buf);
	if (str_eq(values, "@aspect"))
		return add_aspects(ctx, buf);
	if (str_eq(values, "@device"))
		return buf_text(ctx, buf, "opencl:cpu opencl:gpu cuda:0 level_zero:gpu");
	if (*values == '@' && !target_word(values, 0)) /* none that stay the same */
		return 0;
	if (!target_word(values, 0))
		return buf_text(ctx, buf, values);
	for (size_t i = 0; i < syb_target_count() && r == 0; i++) {
		const char *name = target_word(values, i);
		bool seen = !*name;

		for (size_t k = 0; k < i && !seen; k++)
			seen = str_eq(name, target_word(values, k));
		if (!seen)
			r = buf_printf(ctx, buf, "%s%s", buf->len > start ? " " : "", name);
	}
	return r;
}

static bool wants_file(const struct option *o)
{
	return o->argument && str_starts(o->argument, "FILE");
}

static bool wants_dir(const struct option *o)
{
	return o->argument && str_eq(o->argument, "DIR");
}

/* The words that a verb's first operand is one of, separated by bars; 0 when it is a file. */
static size_t action_length(const struct verb *verb)
{
	size_t n = strcspn(verb->operands, " ");

	return memchr(verb->operands, '|', n) ? n : 0;
}

static int add_actions(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	size_t n = action_length(verb);
	int r = 0;

	for (size_t i = 0; i < n && r == 0; i++)
		r = buf_char(ctx, buf, verb->operands[i] == '|' ? ' ' : verb->operands[i]);
	return r;
}

/* A list in one word. */
static bool wants_list(const struct option *o)
{
	return o->argument && *o->values && (strstr(o->argument, ",...") || str_eq(o->argument, "LIST"));
}

/* How files that a verb works on usually end, separated by bars; others are offered where there are none. "": any. */
static const char *suffixes(const struct verb *verb)
{
	static const struct {
		enum verb_id verb;
		const char *suffixes;
	} rows[] = {
		{ VERB_link, "syclbin|spv|bc|ptx|o|a" }, { VERB_prune, "syclbin|o|a|so" },
		{ VERB_size, "syclbin|o|a|so" },	 { VERB_table, "table" },
		{ VERB_filter, "table" },		 { VERB_opt, "bc|ll|o|a" },
		{ VERB_post_link, "bc|ll|o|a" },	 { VERB_translate, "bc|ll|spv|ptx|o|a" },
		{ VERB_run, "syclbin|o|a|so" },		 { VERB_build, "syclbin|spv|o|a|so" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].verb == verb->id)
			return rows[i].suffixes;
	return "";
}

/* Its second operand is a kernel of the first. */
static bool wants_kernel(const struct verb *verb)
{
	return str_starts(verb->operands, "FILE KERNEL ");
}

/* The name of an option without the = that clang's names end in. */
static int bare_length(const struct option *o)
{
	return (int)strcspn(o->name, "=");
}

/* Whether a = follows the name in the same word. */
static bool wants_equals(const struct option *o)
{
	if (o->use != USE_NONE)
		return o->name[bare_length(o)] == '=' || o->kind == OPTION_MAYBE;
	return o->argument && !str_eq(o->name, "o");
}

/* ---- bash ---- */

/* Options that stand for themselves, each followed by a blank. */
static int bash_words(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = 0;

	for (size_t i = 0; i < OPT_COUNT && r == 0; i++) {
		const struct option *o = &options[i];

		if (!option_of(o, verb))
			continue;
		if (o->letter)
			r = buf_printf(ctx, buf, "-%c ", o->letter);
		if (r == 0)
			r = buf_printf(ctx, buf, "%s%.*s%s ", verb_dashes(verb), bare_length(o), o->name,
				       wants_equals(o) ? "=" : "");
	}
	return r;
}

/* One case per option that takes a value: what completes it. */
static int bash_values(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = 0;

	for (size_t i = 0; i < OPT_COUNT && r == 0; i++) {
		const struct option *o = &options[i];

		if (!option_of(o, verb) || !o->argument)
			continue;
		r = buf_printf(ctx, buf, "\t\t%s%.*s", verb_dashes(verb), bare_length(o), o->name);
		if (r == 0 && o->letter)
			r = buf_printf(ctx, buf, "|-%c", o->letter);
		if (r == 0)
			r = buf_text(ctx, buf, ") ");
		if (r == 0 && wants_dir(o)) {
			r = buf_text(ctx, buf, "_sybil_files -d");
		} else if (r == 0 && *o->values) {
			r = buf_text(ctx, buf, "_sybil_words '");
			if (r == 0)
				r = add_values(ctx, buf, o->values);
			if (r == 0)
				r = buf_printf(ctx, buf, "' %s", live_kind(o) ? live_kind(o) : "");
		} else if (r == 0) {
			r = buf_text(ctx, buf, wants_file(o) ? "_sybil_files -f" : "COMPREPLY=()");
		}
		if (r == 0)
			r = buf_text(ctx, buf, "; return ;;\n");
	}
	return r;
}

static int bash_verb(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = buf_printf(ctx, buf, "\t%s)\n\t\tcase $prev in\n", verb->name);

	if (r == 0)
		r = bash_values(ctx, buf, verb);
	if (r == 0)
		r = buf_text(ctx, buf, "\t\tesac\n");
	if (r == 0 && action_length(verb)) {
		r = buf_text(ctx, buf, "\t\tif [ \"$COMP_CWORD\" = 2 ]; then COMPREPLY=($(compgen -W '");
		if (r == 0)
			r = add_actions(ctx, buf, verb);
		if (r == 0)
			r = buf_text(ctx, buf, "' -- \"$cur\")); return; fi\n");
	}
	if (r == 0 && wants_kernel(verb))
		r = buf_text(ctx, buf, "\t\tif [ \"$COMP_CWORD\" = 3 ] && [ \"${cur#-}\" = \"$cur\" ]; then "
				       "_sybil_words '' kernels; return; fi\n");
	if (r == 0)
		r = buf_text(ctx, buf, "\t\twords='");
	if (r == 0)
		r = bash_words(ctx, buf, verb);
	return r < 0 ? r : buf_printf(ctx, buf, "' kinds='%s' ;;\n", suffixes(verb));
}

static int bash_print(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf, "# bash completion for sybil. Made from its option tables; do not edit.\n"
				   "_sybil_files()\n{\n"
				   "\tlocal f some=() found=\n"
				   "\tcompopt -o filenames 2>/dev/null\n"
				   "\tmapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
				   "\t[ -n \"$2\" ] || return\n"
				   "\tfor f in \"${COMPREPLY[@]}\"; do\n"
				   "\t\tif [[ $f =~ \\.($2)$ ]]; then found=1\n"
				   "\t\telif [ ! -d \"$f\" ]; then continue; fi\n"
				   "\t\tsome+=(\"$f\")\n"
				   "\tdone\n"
				   "\t[ -z \"$found\" ] || COMPREPLY=(\"${some[@]}\")\n}\n\n"
				   "# WORDS KIND: words of a list, and what sybil knows. Names come from untrusted\n"
				   "# files: what a shell would understand is not offered.\n"
				   "_sybil_words()\n{\n"
				   "\tlocal head= last=${cur##*,} w\n"
				   "\tcase $cur in *,*) head=${cur%,*}, ;; esac\n"
				   "\tfor w in $1; do\n"
				   "\t\t[[ $w == \"$last\"* ]] && COMPREPLY+=(\"$head$w\")\n"
				   "\tdone\n"
				   "\t[ -z \"$2\" ] || while read -r w; do\n"
				   "\t\t[[ $w == \"$last\"* && $w =~ ^[A-Za-z0-9_.:-]+$ ]] || continue\n"
				   "\t\t[[ \" $1 \" == *\" $w \"* ]] || COMPREPLY+=(\"$head$w\")\n"
				   "\tdone < <(\"${COMP_WORDS[0]}\" --complete=\"$2\" -- \"${COMP_WORDS[@]:2}\" "
				   "2>/dev/null)\n"
				   "\tCOMPREPLY=(\"${COMPREPLY[@]#\"$colon\"}\")\n}\n\n"
				   "_sybil()\n{\n"
				   "\tlocal cur prev verb words kinds= w colon= at=$COMP_CWORD\n"
				   "\tCOMPREPLY=()\n"
				   "\tcur=${COMP_WORDS[COMP_CWORD]}\n"
				   "\tprev=${COMP_WORDS[COMP_CWORD-1]}\n"
				   "\t# bash splits --name=value at the =, and opencl:cpu at the colon\n"
				   "\tif [ \"$cur\" = ':' ]; then\n"
				   "\t\tcolon=$prev: cur=$colon at=$((at - 1))\n"
				   "\telif [ \"$prev\" = ':' ]; then\n"
				   "\t\tcolon=${COMP_WORDS[at-2]}: cur=$colon$cur at=$((at - 2))\n\tfi\n"
				   "\tprev=${COMP_WORDS[at-1]}\n"
				   "\tif [ \"$cur\" = '=' ]; then\n\t\tcur=\n"
				   "\telif [ \"$prev\" = '=' ]; then\n\t\tprev=${COMP_WORDS[at-2]}\n\tfi\n"
				   "\tverb=${COMP_WORDS[0]##*/}\n"
				   "\tif [ \"$verb\" = sybil ]; then\n"
				   "\t\tverb=${COMP_WORDS[1]}\n"
				   "\t\tif [ \"$COMP_CWORD\" = 1 ] || [ \"$verb\" = help ]; then\n"
				   "\t\t\tCOMPREPLY=($(compgen -W '");

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (!verbs[i].program)
			r = buf_printf(ctx, buf, "%s ", verbs[i].name);
	if (r == 0)
		r = buf_text(ctx, buf, "help --help --version' -- \"$cur\"))\n\t\t\treturn\n\t\tfi\n\tfi\n"
				       "\tcase $verb in\n");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		r = bash_verb(ctx, buf, &verbs[i]);
	if (r == 0)
		r = buf_text(ctx, buf, "\tesac\n"
				       "\tcase $cur in\n"
				       "\t-*)\n"
				       "\t\tcompopt -o nospace 2>/dev/null\n"
				       "\t\tfor w in $(compgen -W \"$words\" -- \"$cur\"); do\n"
				       "\t\t\tcase $w in\n"
				       "\t\t\t*=) COMPREPLY+=(\"$w\") ;;\n"
				       "\t\t\t*) COMPREPLY+=(\"$w \") ;;\n"
				       "\t\t\tesac\n"
				       "\t\tdone ;;\n"
				       "\t*) _sybil_files -f \"$kinds\" ;;\n"
				       "\tesac\n}\n"
				       "complete -F _sybil sybil");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (verbs[i].program)
			r = buf_printf(ctx, buf, " %s", verbs[i].name);
	return r < 0 ? r : buf_char(ctx, buf, '\n');
}

/* ---- zsh ---- */

/* Text inside '…[…]': quotes, brackets and colons escaped. */
static int zsh_text(struct syb_ctx *ctx, struct buf *buf, const char *text)
{
	int r = 0;

	for (; *text && r == 0; text++) {
		if (*text == '\'')
			r = buf_text(ctx, buf, "'\\''");
		else if (strchr("[]:\\", *text))
			r = buf_printf(ctx, buf, "\\%c", *text);
		else
			r = buf_char(ctx, buf, *text);
	}
	return r;
}

/* :message:action of an option with a value. */
static int zsh_action(struct syb_ctx *ctx, struct buf *buf, const struct option *o)
{
	int r = buf_char(ctx, buf, ':');

	if (r == 0)
		r = zsh_text(ctx, buf, o->argument);
	if (r == 0 && live_kind(o)) /* a blank: the function gets these words only */
		return buf_printf(ctx, buf, ": _sybil_live %s", live_kind(o));
	if (r == 0 && *o->values) {
		_cleanup_(buf_free) struct buf values = { 0 };

		r = add_values(ctx, &values, o->values);
		if (r == 0)
			r = buf_text(ctx, buf, wants_list(o) ? ": _sybil_list " : ":(");
		for (size_t i = 0; r == 0 && i < values.len; i++)
			r = buf_printf(ctx, buf, "%s%c", values.ptr[i] == ':' ? "\\" : "", values.ptr[i]);
		return r < 0 || wants_list(o) ? r : buf_char(ctx, buf, ')');
	}
	if (r == 0)
		r = buf_text(ctx, buf, wants_dir(o) ? ":_files -/" : wants_file(o) ? ":_files" : ": ");
	return r;
}

static int zsh_option(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb, const struct option *o,
		      const char *spelling, const char *glue)
{
	bool repeats = o->kind == OPTION_LIST || o->kind == OPTION_LISTFLAG || o->use != USE_NONE;
	int r = buf_printf(ctx, buf, "\t\t'%s%s%s[", repeats ? "*" : "", spelling, o->argument ? glue : "");

	(void)verb;
	if (r == 0)
		r = zsh_text(ctx, buf, o->help);
	if (r == 0)
		r = buf_char(ctx, buf, ']');
	if (r == 0 && o->argument)
		r = zsh_action(ctx, buf, o);
	return r < 0 ? r : buf_text(ctx, buf, "' \\\n");
}

/* How a value follows: behind a =, in the same word or the next one. */
static const char *zsh_glue(const struct option *o)
{
	if (o->use == USE_NONE)
		return str_eq(o->name, "o") ? "" : "=";
	if (wants_equals(o))
		return "=-";
	return o->kind == OPTION_PREFIX ? "-" : o->kind == OPTION_EITHER ? "+" : "";
}

static int zsh_verb(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb)
{
	int r = buf_printf(ctx, buf, "\t%s)\n\t\t_arguments -s \\\n", verb->name);
	char spelling[64], files[80] = "_files";

	for (size_t i = 0; i < OPT_COUNT && r == 0; i++) {
		const struct option *o = &options[i];

		if (!option_of(o, verb))
			continue;
		if (o->letter) {
			snprintf(spelling, sizeof(spelling), "-%c", o->letter);
			r = zsh_option(ctx, buf, verb, o, spelling, "+");
		}
		snprintf(spelling, sizeof(spelling), "%s%.*s", verb_dashes(verb), bare_length(o), o->name);
		if (r == 0)
			r = zsh_option(ctx, buf, verb, o, spelling, zsh_glue(o));
	}
	if (r == 0 && action_length(verb)) {
		r = buf_text(ctx, buf, "\t\t'1:action:(");
		if (r == 0)
			r = add_actions(ctx, buf, verb);
		if (r == 0)
			r = buf_text(ctx, buf, ")' \\\n");
	}
	if (*suffixes(verb))
		snprintf(files, sizeof(files), "_files -g \"*.(%s)(-.)\"", suffixes(verb));
	if (r == 0 && wants_kernel(verb))
		r = buf_printf(ctx, buf, "\t\t'1:file:%s' '2:kernel: _sybil_live kernels' \\\n", files);
	return r < 0 ? r : buf_printf(ctx, buf, "\t\t'*:file:%s' ;;\n", wants_kernel(verb) ? "_files" : files);
}

static int zsh_print(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf, "#compdef sybil");

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (verbs[i].program)
			r = buf_printf(ctx, buf, " %s", verbs[i].name);
	if (r == 0)
		r = buf_text(ctx, buf, "\n# zsh completion for sybil. Made from its option tables; do not edit.\n"
				       "_sybil_list() {\n"
				       "\tcompset -P '*,'\n"
				       "\tcompadd -- \"$@\"\n}\n"
				       "_sybil_live() {\n"
				       "\tcompset -P '*,'\n"
				       "\tlocal -a names=("
				       "${(f)\"$(sybil --complete=$1 -- ${words[2,-1]} 2>/dev/null)\"})\n"
				       "\t[[ $1 == devices ]] && names+=(opencl:cpu opencl:gpu cuda:0 level_zero:gpu)\n"
				       "\tcompadd -- $names\n}\n"
				       "local verb=${words[1]:t}\n"
				       "if [[ $verb == sybil ]]; then\n"
				       "\tif [[ CURRENT -eq 2 || ( CURRENT -eq 3 && $words[2] == help ) ]]; then\n"
				       "\t\tlocal -a verbs=(\n");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		if (!verbs[i].program) {
			r = buf_printf(ctx, buf, "\t\t\t'%s:", verbs[i].name);
			if (r == 0)
				r = zsh_text(ctx, buf, verbs[i].summary);
			if (r == 0)
				r = buf_text(ctx, buf, "'\n");
		}
	if (r == 0)
		r = buf_text(ctx, buf, "\t\t\t'help:explain a verb'\n\t\t)\n"
				       "\t\t_describe verb verbs\n\t\treturn\n\tfi\n"
				       "\tverb=$words[2]\n\tshift words\n\t(( CURRENT-- ))\nfi\n"
				       "case $verb in\n");
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		r = zsh_verb(ctx, buf, &verbs[i]);
	return r < 0 ? r : buf_text(ctx, buf, "esac\n");
}

/* ---- fish ---- */

static int fish_quoted(struct syb_ctx *ctx, struct buf *buf, const char *text)
{
	int r = buf_char(ctx, buf, '\'');

	for (; *text && r == 0; text++)
		r = *text == '\'' || *text == '\\' ? buf_printf(ctx, buf, "\\%c", *text) : buf_char(ctx, buf, *text);
	return r < 0 ? r : buf_char(ctx, buf, '\'');
}

static int fish_option(struct syb_ctx *ctx, struct buf *buf, const struct verb *verb, const struct option *o)
{
	int r;

	if (verb->program)
		r = buf_printf(ctx, buf, "complete -c %s -o %s", verb->name, o->name);
	else if (o->use != USE_NONE) /* -s c, -o fsycl, -l launcher */
		r = buf_printf(ctx, buf, "complete -c sybil -n '__fish_seen_subcommand_from %s' -%c '%.*s'", verb->name,
			       str_starts(o->name, "--") ? 'l' : bare_length(o) == 2 ? 's' : 'o',
			       bare_length(o) - (str_starts(o->name, "--") ? 2 : 1),
			       o->name + (str_starts(o->name, "--") ? 2 : 1));
	else
		r = buf_printf(ctx, buf, "complete -c sybil -n '__fish_seen_subcommand_from %s' -l %s", verb->name,
			       o->name);
	if (r == 0 && o->letter)
		r = buf_printf(ctx, buf, " -s %c", o->letter);
	if (r == 0 && o->argument)
		r = buf_text(ctx, buf, wants_file(o) ? " -r -F" : " -x");
	if (r == 0 && wants_dir(o)) {
		r = buf_text(ctx, buf, " -a '(__fish_complete_directories)'");
	} else if (r == 0 && *o->values) {
		r = buf_text(ctx, buf, wants_list(o) ? " -a '(__sybil_list " : " -a '");
		if (r == 0)
			r = add_values(ctx, buf, o->values);
		if (r == 0 && live_kind(o))
			r = buf_printf(ctx, buf, " (sybil --complete=%s -- (commandline -opc)[3..] 2>/dev/null)",
				       live_kind(o));
		if (r == 0)
			r = buf_text(ctx, buf, wants_list(o) ? ")'" : "'");
	}
	if (r == 0)
		r = buf_text(ctx, buf, " -d ");
	if (r == 0)
		r = fish_quoted(ctx, buf, o->help);
	return r < 0 ? r : buf_char(ctx, buf, '\n');
}

/* What follows help: verbs, no files. */
static int fish_help(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf, "complete -c sybil -n '__fish_seen_subcommand_from help' -f -a '");
	const char *between = "";

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++) {
		if (verbs[i].program)
			continue;
		r = buf_printf(ctx, buf, "%s%s", between, verbs[i].name);
		between = " ";
	}
	return r < 0 ? r : buf_text(ctx, buf, "'\n");
}

static int fish_print(struct syb_ctx *ctx, struct buf *buf)
{
	int r = buf_text(ctx, buf, "# fish completion for sybil. Made from its option tables; do not edit.\n"
				   "function __sybil_list # WORD...: behind what stands before the last comma\n"
				   "\tset -l head (commandline -ct | string replace -r '^-[^=]*=' '' | "
				   "string match -r '^.*,')\n"
				   "\tfor word in $argv\n\t\techo \"$head$word\"\n\tend\nend\n");

	for (size_t i = 0; i < VERB_COUNT && r == 0; i++) {
		if (verbs[i].program)
			continue;
		r = buf_printf(ctx, buf, "complete -c sybil -n __fish_use_subcommand -f -a %s -d ", verbs[i].name);
		if (r == 0)
			r = fish_quoted(ctx, buf, verbs[i].summary);
		if (r == 0)
			r = buf_char(ctx, buf, '\n');
		if (r == 0 && action_length(&verbs[i])) {
			r = buf_printf(ctx, buf, "complete -c sybil -n '__fish_seen_subcommand_from %s' -a '",
				       verbs[i].name);
			if (r == 0)
				r = add_actions(ctx, buf, &verbs[i]);
			if (r == 0)
				r = buf_text(ctx, buf, "'\n");
		}
		if (r == 0 && wants_kernel(&verbs[i]))
			r = buf_printf(ctx, buf,
				       "complete -c sybil -n '__fish_seen_subcommand_from %s; "
				       "and test (count (commandline -opc)) -eq 3' -f "
				       "-a '(sybil --complete=kernels -- (commandline -opc)[3] 2>/dev/null)'\n",
				       verbs[i].name);
	}
	if (r == 0)
		r = buf_text(ctx, buf, "complete -c sybil -n __fish_use_subcommand -f -a help -d 'explain a verb'\n"
				       "complete -c sybil -n __fish_use_subcommand -l help -s h -d 'list the verbs'\n"
				       "complete -c sybil -n __fish_use_subcommand -l version "
				       "-d 'print the version'\n");
	if (r == 0)
		r = fish_help(ctx, buf);
	for (size_t i = 0; i < VERB_COUNT && r == 0; i++)
		for (size_t k = 0; k < OPT_COUNT && r == 0; k++)
			if (option_of(&options[k], &verbs[i]))
				r = fish_option(ctx, buf, &verbs[i], &options[k]);
	return r;
}

int completion_print(struct tool *tool, const char *shell)
{
	static const struct {
		const char *name;
		int (*print)(struct syb_ctx *ctx, struct buf *buf);
	} shells[] = { { "bash", bash_print }, { "zsh", zsh_print }, { "fish", fish_print } };
	struct buf buf = { 0 };
	int r = -SYB_E_ARG;

	for (size_t i = 0; i < ARRAY_SIZE(shells); i++)
		if (str_eq(shells[i].name, shell))
			r = shells[i].print(tool->ctx, &buf);
	if (r == 0)
		r = answer_text(tool, buf_bytes(&buf));
	else if (r == -SYB_E_ARG)
		r = usage(tool, "--completion=%s: not one of: bash zsh fish", shell);
	buf_free(&buf);
	return r;
}
