/* tools/frame/tool.h — the frame of the command line tool: one run of one verb.
 *
 * verbs.def and options.def are the only description of the command line. Parsing, help, completion, and the option
 * lists of the man pages all read them. A verb is a thin customer of the public API: it reads its arguments, calls
 * the library and hands the record it got to answer(). */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include "base/buf.h"
#include "base/file.h"
#include "base/value.h"

#include <sybil/sybil.h>

enum verb_id {
	VERB_common = -1,
#define VERB(id, name, operands, least, most, summary) VERB_##id,
#include "verbs.def"
	VERB_COUNT
};

enum option_id {
#define OPTION(verb, id, letter, name, argument, kind, values, help) OPT_##verb##_##id,
#include "options.def"
#undef OPTION
#define CC_OPTION(id, name, argument, kind, values, use, help) OPT_cc_##id,
#include "tools/cc_options.def"
#undef CC_OPTION
	OPT_COUNT
};

enum option_kind {
	OPTION_FLAG,
	OPTION_VALUE,
	OPTION_TEXT, /* a VALUE that may be empty */
	OPTION_CHOICE,
	OPTION_MAYBE, /* a CHOICE whose value may be left out; never the next word */
	OPTION_LIST,
	OPTION_LISTFLAG, /* a flag whose place among the others matters */
	/* as clang spells them (args_clang.c); a name has its dashes, and its = */
	OPTION_JOINED,   /* the value follows at once */
	OPTION_PREFIX,   /* the same, may be empty */
	OPTION_SEPARATE, /* the value is the next word */
	OPTION_EITHER,
	OPTION_PAIR, /* two values: the first follows at once, the second is the next word */
};

/* Whose an option of sybil cc is. */
enum option_use {
	USE_NONE, /* of another verb */
	USE_DRIVER,
	USE_CLANG,
	USE_BOTH,
};

struct tool;

struct verb {
	enum verb_id id;
	bool program; /* found by the name sybil is called by; options as LLVM tools spell them */
	const char *name;
	const char *operands;
	int least, most;
	const char *summary;
	int (*run)(struct tool *tool); /* NULL: not in this program */
};

struct option {
	enum verb_id verb;
	enum option_id id;
	char letter;
	const char *name;
	const char *argument;
	enum option_kind kind;
	const char *values;
	const char *help;
	enum option_use use;
};

extern const struct verb verbs[VERB_COUNT];
extern const struct option options[OPT_COUNT];

const struct verb *verb_find(const char *name);
/* true when the option belongs to the verb (common ones included). */
bool option_of(const struct option *option, const struct verb *verb);
/* A verb whose options are spelled as clang's are. */
static inline bool verb_clang(const struct verb *verb)
{
	return verb->id == VERB_cc;
}
/* What stands before the names of a verb's long options. */
static inline const char *verb_dashes(const struct verb *verb)
{
	return verb_clang(verb) ? "" : verb->program ? "-" : "--";
}
/* What stands between the name of an option and its value, in help: "=", " " or nothing. */
const char *option_glue(const struct option *option);
static inline bool option_takes_value(const struct option *option)
{
	return option->argument != NULL;
}

/* ---- parsed command line ---- */
struct arg {
	enum option_id id;
	const char *value; /* NULL for flags */
	/* clang's spelling only */
	const char *text; /* the word as typed */
	const char *next; /* the second value of a pair */
	bool separate;    /* the value was a word of its own */
	size_t at;        /* how many operands stand before it */
};

struct args {
	struct arg *list; /* in the order of the command line */
	size_t count, room;
	const char **operands;
	size_t operand_count, operand_room;
};

/* ---- one run ---- */
struct progress {
	uint64_t first_ns, last_ns; /* when there was something to tell for the first time, and when it was told last */
	uint64_t start_ns, before;  /* of what is told now: its begin, and what was done of it then */
	char what[64];
	size_t file, files; /* of several, the one at work, counted from 1 */
	uint64_t files_ns;  /* when the first of them was begun */
	struct progress_shown {
		size_t columns; /* that the line takes which is shown; 0: none is */
		size_t width;   /* of the terminal then */
	} shown;
	struct ticker *ticker; /* while a call is waited for that tells nothing */
	struct {
		unsigned number;      /* of the run, counted from 1 */
		size_t before, total; /* jobs of the runs before it, and of this one */
		double seconds;       /* since it began */
	} jobs;
};

struct answer {
	struct syb_out *out;       /* standard output, opened by the first write */
	struct syb_record *record; /* of a document about several files */
	struct syb_value *files;
	size_t count;
};

enum {
	WARNING_COUNT = 0
#define SYB_WARNING(name, group, text) +1
#include <sybil/warnings.def>
#undef SYB_WARNING
};

/* What -W asked for. */
struct warnings {
	struct {
		bool off;
		enum { WARNING_AS_ALL, WARNING_ERROR, WARNING_WARNING } as;
	} of[WARNING_COUNT];
	bool errors; /* -Werror: all that were not named */
	size_t became_errors;
};

struct tool {
	struct syb_ctx *ctx;
	struct syb_ctx *silent; /* for the printer of diagnostics: what it allocates fails quietly */
	struct arena arena;
	const struct verb *verb; /* NULL before it is known */
	struct args args;
	char **argv; /* of the verb, ended by NULL */
	struct answer answer;
	struct progress progress;
	/* Looks at every diagnostic before it is printed (check). */
	void (*watch)(void *user, const struct syb_diag *diag);
	void *watch_user;
	/* Prints diagnostics in another tool's way; user is the tool. NULL = ours. */
	void (*print)(void *user, const struct syb_diag *diag);
	struct warnings warnings;
	/* With diagnostics as JSON lines: the last one, until its notes are known. */
	struct syb_record *held;
	struct syb_value *held_notes;
	bool json, quiet, verbose, force;
	bool json_diags;
	bool color_out, color_err;
	bool note_hidden; /* the last diagnostic was not shown: neither are its notes */
};

/* args.c */
int args_parse(struct tool *tool, int argc, char **argv);
/* Which option a word stands for, of a bundle of letters the last one; NULL: none. The value: NULL when it has none. */
const struct option *args_option(const struct verb *verb, const char *word, const char **out_value);
const struct option *args_option_clang(const char *word, const char **out_value);
/* Whether the next word is a value of it as well. */
bool args_waits(const struct option *option, const char *value);
bool args_has(const struct tool *tool, enum option_id id);
const char *args_get(const struct tool *tool, enum option_id id);
/* Options that have no meaning beside the chosen way, or only there; how says which, between the two names. */
int args_refuse(struct tool *tool, const enum option_id *ids, size_t count, const char *how, const char *way);
/* All values of a repeatable option; lives as long as the tool. */
int args_list(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count);
/* decorations.c: the values NAME=NUMBER[:int|str|none] of an option. */
struct syb_ir_decoration;
int decorations_read(struct tool *tool, enum option_id id, const struct syb_ir_decoration **out_list,
		     size_t *out_count);
/* usage() where the output is the file of the input: it would take the place of what was read. */
int args_guard_file(struct tool *tool, const char *output, const char *input);
/* The same for the values of an option. */
int args_guard(struct tool *tool, const char *output, enum option_id input);
/* The same for operands. */
int args_guard_operands(struct tool *tool, const char *output);
/* Whether two names are of one plain file, which need not be there yet. What is none can be written to twice. */
bool is_same_file(struct tool *tool, const char *a, const char *b);
/* Whether two results would be mixed: in one file, or one pipe. */
bool is_same_output(struct tool *tool, const char *a, const char *b);
int args_numbers(struct tool *tool, enum option_id id, const size_t **out_list, size_t *out_count);
/* The same for values that are lists themselves: "a,b". */
int args_names(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count);
/* The nearest of several names, NULL when none is near. */
const char *nearest_verb(const char *name);
bool parse_number(const char *text, size_t *out_number);
/* usage() about a value that is none of the words it can be; what: how it was given. The nearest word is named. */
int usage_choice(struct tool *tool, const char *what, const char *value, const char *words);

/* args_clang.c */
/* The same for options as clang spells them; @FILE stands for the words in FILE. */
int args_parse_clang(struct tool *tool, int argc, char **argv);
/* The words of a response file, quoted as in a shell. */
int args_file(struct tool *tool, const char *path, const char ***out_words, size_t *out_count);

/* diag.c */
void diag_sink(void *user, const struct syb_diag *diag);
void diag_drop(void *user, const struct syb_diag *diag);
/* A line on standard error as it is, in one write. */
void diag_put(const struct buf *buf);
/* Print what waits for its notes. */
void diag_end(struct tool *tool);
/* A diagnostic the way it would be printed; tag is what stands before its name in brackets. */
int diag_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag, const char *tag);

/* diag_json.c */
/* Diagnostics as JSON lines: one object each, with its notes. */
void diag_json(struct tool *tool, const struct syb_diag *diag);
void diag_json_end(struct tool *tool);
int diag_json_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag);

/* warnings.c */
const char *warning_name(size_t i);
const char *warning_group(size_t i);
/* Take over the values of -W; names that do not exist are warnings themselves. */
int warnings_read(struct tool *tool, enum option_id id);
/* Whether an option's text names warnings of ours. */
bool warnings_known(const char *text);
/* Whether it is one of ours with a slip in it. */
bool warnings_misspelled(const char *text);
/* Take over one text; a name that is not ours is an other program's, but for alone. */
void warnings_take(struct tool *tool, const char *text, bool alone);
/* What the options make of a diagnostic: NULL when it is not to be shown, else what stands before its name in
 * brackets. */
const char *warnings_judge(struct tool *tool, struct syb_diag *diag);
/* The result of a verb whose work is done: failed when warnings became errors. */
int warnings_result(const struct tool *tool);
/* A wrong command line: one line, a hint, and -SYB_E_ARG. */
int usage(struct tool *tool, const char *fmt, ...) SYB_PRINTF(2, 3);

/* form.c */
/* The options of a verb that say in which form a package is written. */
struct form_options {
	enum option_id dialect, format_version, container, compress;
};
/* Change opts to what the options ask for. */
int form_read(struct tool *tool, const struct form_options *ids, struct syb_bin_write_opts *opts);
/* HOW[:LEVEL] of --compress. */
int form_compress(struct tool *tool, const char *text, enum syb_compress *out_how, int *out_level);

/* link_packages.c: packages, or whatever holds one, to one package. */
int link_packages(struct tool *tool);
/* link_spirv.c: sybil link --spirv. */
int link_spirv(struct tool *tool);
/* cmd_link.c: the end of both: the result appears under its name, a map (may be NULL) with it, and that is said. */
int link_commit(struct tool *tool, const struct syb_record *map, const char *path, struct syb_out *out);

/* link_objects.c */
/* Takes over a package. */
typedef int link_take_fn(void *user, struct syb_bin *bin);
/* Packages of the device code in objects, archives and bare modules. open: exports may be wanted. */
int link_objects(struct tool *tool, const char *const *paths, size_t count, bool open, link_take_fn *take, void *user);

/* answer.c */
/* A record with a table of that name, for what --list prints: rows are added to it, then it is answered. */
int table_begin(struct tool *tool, const char *name, struct syb_record **out_record, struct syb_value **out_table);
/* Freed here, whatever happens. */
int table_answer(struct tool *tool, struct syb_record *record);
/* A record about one file; freed here, whatever happens. package is its number in the file, or SIZE_MAX. */
int answer(struct tool *tool, const char *file, size_t package, struct syb_record *record);
/* How text on standard output is laid out: by its terminal, or the same everywhere where it is none. */
struct syb_render_opts answer_form(const struct tool *tool);
/* Text as it is, for help and the like. */
int answer_text(struct tool *tool, struct syb_bytes text);
int answer_end(struct tool *tool);
/* Columns of the terminal that a descriptor is; 0: it is none, or does not know. */
unsigned terminal_width(int fd);
/* Call fn for each operand; returns the result with the worst exit code. */
int each_file(struct tool *tool, int (*fn)(struct tool *tool, const char *path));
int worse(int a, int b);
/* The file that the result is to go to; usage() where the option is not there. */
int output_needed(struct tool *tool, enum option_id id, const char **out_path);
/* Open an output for binary data; refuses a terminal without --force. */
int output_open(struct tool *tool, const char *path, struct syb_out **out_out);
/* With --json: what was written. */
int answer_written(struct tool *tool, const char *path);

/* packages.c */
struct package {
	const struct syb_file *file;
	const struct syb_bin *bin;
	size_t index, count; /* among the packages of the file */
};
typedef int package_fn(void *user, const struct package *package);
/* Call fn for every package in a file; goes on when one answers NOTFOUND. Returns the worst result. */
int each_package(struct tool *tool, const char *path, package_fn *fn, void *user);
/* The same in a file that is open. */
int each_package_of(struct tool *tool, const struct syb_file *file, package_fn *fn, void *user);

/* imports.c */
/* Warn about functions that a package imports ("undefined-function"). Fails, where it was linked: INCOMPATIBLE
 * ("link-unresolved"), after each was reported. */
int warn_imports(struct tool *tool, struct syb_bytes package, bool linked);

/* device_code.c */
struct device_code {
	const struct syb_item *item;
	enum syb_kind kind; /* BITCODE, SPIRV, PTX or SYCLBIN */
	const char *name;   /* of the file, and of the member in it */
	const char *triple; /* that an offload binary states, else NULL */
	bool member;        /* of an archive */
};
typedef int device_code_fn(void *user, const struct device_code *code);
/* Call fn for all device code in a tree; stops when it returns non-zero and returns that. Names live as long as the
 * tool. */
int device_code_each(struct tool *tool, const struct syb_tree *tree, const char *name, device_code_fn *fn, void *user);
/* What a file is, for messages. */
const char *file_kind(struct syb_bytes bytes);
/* Whether a file of unknown kind is LLVM IR as text, or is meant to be. */
bool device_code_is_text(const char *path, struct syb_bytes bytes);
/* The error that a file has none of what is compiled and linked; others: how many more were looked into. */
int device_code_none(struct tool *tool, const char *path, struct syb_bytes bytes, size_t others);

/* zebins.c */
/* A zebin, and what its bytes are borrowed from. */
struct zebins {
	struct tool *tool;
	struct syb_zebin *zebin;
	struct syb_tree **trees;
	struct syb_bin **bins;
	size_t tree_count, tree_room, bin_count, bin_room;
};
/* The one zebin of a file, or the one whose device, member or architecture matches a shell pattern (NULL: any). Drop
 * it, also after a failure. */
int zebins_choose(struct tool *tool, const struct syb_file *file, const char *pattern, struct zebins *out);
/* What a zebin in an item is called there, a member's name or an architecture; else `group`, that of what holds it. */
const char *zebins_group(const struct syb_item *item, const char *group);
void zebins_drop(struct zebins *zebins);

/* help.c, complete.c, manual.c: everything told from the tables */
int help_print(struct tool *tool, const struct verb *verb);
int version_print(struct tool *tool);
/* For the completions of shells; words: those of a line, ended by NULL. What fits in place of the last one. */
int complete_print(struct tool *tool, char **words);
/* complete_live.c: names of a kind (kernels of the files among the words, passes, devices), a line each; none where
 * something is wrong. false: nobody could be asked, or it took too long. */
bool complete_names(struct tool *tool, const char *kind, char **words, struct buf *buf);
int complete_names_print(struct tool *tool, const char *kind, char **words);
/* start.c in sybil, which becomes the program that knows, cmd_opt.c (passes, kernels of LLVM IR), live.c (devices). */
int complete_other(struct tool *tool, const char *kind, char **words, struct buf *buf);
int manual_print(struct tool *tool, const char *verb);
int manual_print_verbs(struct tool *tool, bool programs);
int commands_print(struct tool *tool);

/* progress.c: one line on a terminal about work that takes long; the callbacks of a context whose user is the tool. */
/* Whether standard error is a terminal that can take a line back. */
bool progress_wanted(void);
void progress_bytes(void *user, const char *what, uint64_t done, uint64_t total);
void progress_count(void *user, const char *what, uint64_t done, uint64_t total);
/* The same for jobs (base/jobs.h): how many are done, how fast, how long it will take. */
struct jobs_progress;
void progress_jobs(void *user, const struct jobs_progress *jobs);
/* Which of several files is at work now. */
void progress_file(struct tool *tool, size_t file, size_t files);
/* Around calls that tell nothing for a long time, those into drivers and LLVM: a line with the time they take, or with
 * the steps done. What others tell meanwhile is not shown. May be ended without having begun. */
void progress_begin(struct tool *tool, const char *fmt, ...) SYB_PRINTF(2, 3);
void progress_step(struct tool *tool, uint64_t done, uint64_t total);
void progress_end(struct tool *tool);
/* Before anything else is written to the terminal. */
void progress_erase(struct tool *tool);
/* The same for a handler of signals whose process is about to end: no line comes after it. */
void progress_cut(void);

/* next_step.c */
/* At the end of a verb that returned r: a file of the wrong kind is named, and what can be done with it. */
void next_step(struct tool *tool, int r);
/* A file's name as a shell takes it, for lines that are suggested; the arena's. */
const char *next_step_name(struct tool *tool, const char *path);

/* beside.c */
/* Path of this program. */
int ourself(struct tool *tool, char *out, size_t room);
/* Path of a program beside this one, there or not; NULL: nobody knows where this one is. Lives as long as the tool. */
int beside(struct tool *tool, const char *relative, const char **out_path);

/* start.c */
/* Become the program that has the verbs that need LLVM; returns when there is none. */
int start_ir(struct tool *tool);
/* The same for the runtime. */
int start_rt(struct tool *tool);

/* crash.c (sybil-ir, sybil-rt) */
/* From here on: what is said, and the exit code, when LLVM gives up, or it, a driver or a kernel crashes. diag lives as
 * long as the program. */
int crash_expect(struct tool *tool, const struct syb_diag *diag);
/* Behind that: another one for when somebody gives up by abort(). */
int crash_expect_abort(struct tool *tool, const struct syb_diag *diag);
/* No more of that. */
void crash_forget(void);
/* While an input of that size is read: memory beyond all reason is refused. */
void crash_limit_memory(uint64_t input_size);
void crash_unlimit_memory(void);

/* module.c (sybil-ir) */
struct syb_ir;
/* Read LLVM IR out of files of any kind that holds some, several modules linked to one; a file that makes LLVM crash is
 * told to be damaged, and does not take all memory. triple: of the code wanted in offload binaries; NULL: any one. */
int module_read(struct tool *tool, const char *const *paths, size_t count, const char *triple, struct syb_ir **out_ir);
/* The same of one file that is open, which is closed, whatever happens. */
int module_read_file(struct tool *tool, struct syb_file *file, struct syb_ir **out_ir);
/* A module may be written back to the one file of LLVM IR that it was read from; usage() where another would go. */
int module_guard_output(struct tool *tool, const char *output);
/* Bytes of the caller's, as if they were a file of that name. */
int module_read_bytes(struct tool *tool, const char *name, struct syb_bytes bytes, struct syb_ir **out_ir);
/* What an input is called in messages. */
const char *module_name(const char *path);
/* From here on a crash is a bug of ours. name: of the module. */
int module_guard(struct tool *tool, const char *name);

/* start.c (sybil) */
/* Programs and libraries of ours of which the verbs for LLVM IR consist: whoever keeps their results asks whether they
 * are the same. The list, ended by NULL, lives as long as the tool. */
int start_ours(struct tool *tool, const char *const **out_list);

/* translate_target.c (sybil-ir): sybil translate --target. opts: of the translator to SPIR-V, where it is a step. */
struct syb_translate_opts;
int translate_target(struct tool *tool, const char *target, const struct syb_translate_opts *opts, struct syb_out *out);
/* --list-targets */
int translate_list(struct tool *tool);

/* signals.c */
const volatile int *signals_install(void);
/* For verbs with temporary files: a reader that goes away ends us at the next step, as an interrupt does. */
void signals_keep_pipe(void);
/* While drivers are at work: the first signal ends the process. Nothing that has a name may be half-written then. */
void signals_at_once(bool on);
/* End the way the signal would have, once everything is cleaned up. */
void signals_raise(void);

/* tform.c: the operations of file tables for two spellings. Ids say which options mean what. */
struct tform_ids {
	enum option_id output, replace, replace_cell, rename, extract, copy_single_file, merge, drop_titles;
};
int tform_run(struct tool *tool, const struct tform_ids *ids);

/* table_files.c */
/* A file table: text of a kind that is not known may be one without titles, other kinds are none. list: it may also be
 * a list of files. */
int table_read(struct tool *tool, const struct syb_file *file, bool list, struct syb_table **out_table);
/* Says of the failure r which line names a file that is not there. code: those of the first column are read, too. */
int table_explain(struct tool *tool, const struct syb_file *file, bool code, int r);
/* args_guard_file() for all cells, which are names of files. */
int table_guard_cells(struct tool *tool, const char *output, const struct syb_table *table);

/* targets.c */
/* Entries of the device configuration; drop it, also after a failure. */
struct targets {
	struct syb_devices *devices;
	const struct syb_device **list;
	const char **names; /* as given */
	size_t count;
};
/* Read the configuration that an option names (else the usual one) and find names in it. */
int targets_find(struct tool *tool, enum option_id config, const char *const *names, size_t count, struct targets *out);
void targets_drop(struct targets *targets);

/* filter.c: the same for two spellings; OPT_COUNT for an option that one does not have. */
struct filter_ids {
	enum option_id target, device_config, output, out_dir, explain;
};
int filter_run(struct tool *tool, const struct filter_ids *ids);

/* check_targets.c: kernels × targets for sybil check. */
int check_targets_begin(struct tool *tool, struct targets *out);
/* Add the matrix of a file to its map; fails INCOMPATIBLE when a kernel runs nowhere (--all: not everywhere). */
int check_targets(struct tool *tool, const struct targets *targets, const struct syb_file *file,
		  struct syb_record *record, struct syb_value *map);
/* Judge a matrix: INCOMPATIBLE when a kernel runs nowhere (--all: not everywhere). */
int check_targets_judge(struct tool *tool, const struct syb_value *matrix);
/* The matrices of a file's finished map as tables; nothing when it has none. */
int check_targets_print(struct tool *tool, const struct syb_value *map);

/* Devices that were asked for (live.c). */
struct live {
	struct syb_rt *rt; /* NULL: none */
	struct syb_rt_device **list;
	size_t count;
};

/* check_devices.c in sybil-rt, start.c in sybil, which becomes sybil-rt where devices are asked: kernels × devices. */
int check_devices_begin(struct tool *tool, struct live *out);
/* As check_targets. */
int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map);
void check_devices_drop(struct live *live);

/* report.c: a page about files, for two verbs; OPT_COUNT for an option that one does not have. */
struct report_ids {
	enum option_id html, output, force, target, device, device_config, map, tolerance, fail_if_worse;
	bool diff;
};
int report_run(struct tool *tool, const struct report_ids *ids);
/* Fails where an option is there that only a page needs. */
int report_refuse(struct tool *tool, const struct report_ids *ids);
/* The number of --tolerance; *out stays where the option is not there. */
int report_tolerance(struct tool *tool, enum option_id id, uint32_t *out);

/* report_devices.c in sybil-rt, start.c in sybil, as above: devices that a page is to tell about. */
struct report_devices {
	struct live *live;
	const struct syb_device **list;
	const char **names, **origins;
	size_t count;
};
int report_devices_begin(struct tool *tool, const struct report_ids *ids, struct report_devices *out);
void report_devices_drop(struct report_devices *devices);

#define VERB(id, name, operands, least, most, summary) int cmd_##id(struct tool *tool);
#include "verbs.def"

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);

#endif
