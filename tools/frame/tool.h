/* tools/frame/tool.h — the frame of the command line tool: one run of one verb.
 *
 * verbs.def and options.def are the only description of the command line: parsing, help, completion and the option
 * lists of the man pages read them. A verb is a thin user of the public API: it reads its arguments, calls the
 * library and passes the resulting record to answer(). */
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
#include "tools/ir/cc_options.def"
#undef CC_OPTION
#define CXX_OPTION(id, name, argument, kind, values, use, help) OPT_cxx_##id,
#include "tools/ir/cxx_options.def"
#undef CXX_OPTION
	OPT_COUNT
};

enum option_kind {
	OPTION_FLAG,
	OPTION_VALUE,
	OPTION_TEXT, /* a VALUE that may be empty */
	OPTION_CHOICE,
	OPTION_MAYBE, /* a CHOICE with an optional value, never taken from the next word */
	OPTION_LIST,
	OPTION_LISTFLAG, /* a flag whose position among the other options matters */
	/* clang's spelling (args_clang.c); the name includes its dashes, and its = */
	OPTION_JOINED,   /* the value follows in the same word */
	OPTION_PREFIX,   /* the same, may be empty */
	OPTION_SEPARATE, /* the value is the next word */
	OPTION_EITHER,
	OPTION_PAIR, /* two values: the first follows at once, the second is the next word */
};

/* Who uses an option of sybil cc and sybil c++. */
enum option_use {
	USE_NONE, /* another verb's option */
	USE_DRIVER,
	USE_CLANG,
	USE_BOTH,
	USE_HOST, /* the host compiler and the link */
	USE_LINK,
};

struct tool;

struct verb {
	enum verb_id id;
	bool program; /* found by the name under which sybil is called; options as in LLVM's tools */
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
	const char *key; /* the same for options of several verbs that mean the same */
};

extern const struct verb verbs[VERB_COUNT];
extern const struct option options[OPT_COUNT];

const struct verb *verb_find(const char *name);
/* The verb of a program that has a name of its own, or of sybil-c++, which is for CXX=sybil-c++; NULL: sybil. */
const struct verb *verb_of_program(const char *name);
/* Whether the option belongs to the verb, or to all verbs. */
bool option_of(const struct option *option, const struct verb *verb);
/* A verb whose options are spelled as clang's are. */
static inline bool verb_clang(const struct verb *verb)
{
	return verb->id == VERB_cc || verb->id == VERB_cxx;
}
/* The prefix of a verb's long options. */
static inline const char *verb_dashes(const struct verb *verb)
{
	return verb_clang(verb) ? "" : verb->program ? "-" : "--";
}
/* The separator between an option's name and its value in help: "=", " " or nothing. */
const char *option_glue(const struct option *option);
static inline bool option_takes_value(const struct option *option)
{
	return option->argument != NULL;
}

/* ---- parsed command line ---- */
struct arg {
	enum option_id id;
	const char *value; /* NULL for flags */
	/* the rest is for clang's spelling only */
	const char *text; /* the word as typed */
	const char *next; /* the second value of a PAIR */
	bool separate;    /* the value was a word of its own */
	size_t at;        /* number of operands before it */
};

struct args {
	struct arg *list; /* in the order of the command line */
	size_t count, room;
	const char **operands;
	size_t operand_count, operand_room;
};

/* ---- one run ---- */
struct progress {
	uint64_t first_ns, last_ns; /* times of the first and of the latest update */
	uint64_t start_ns, before;  /* the current task: when it began, and how much was done then */
	char what[64];
	size_t file, files; /* the file that is processed now, counted from 1 */
	uint64_t files_ns;  /* when the first file was begun */
	struct progress_shown {
		size_t columns; /* columns of the line that is shown; 0: no line */
		size_t width;   /* the terminal's width at that time */
	} shown;
	struct ticker *ticker; /* while waiting for a call that does not report progress */
	struct {
		unsigned number;      /* number of the run, counted from 1 */
		size_t before, total; /* jobs of earlier runs, and of this one */
		double seconds;       /* since it began */
	} jobs;
};

struct answer {
	struct syb_out *out;       /* standard output, opened by the first write */
	struct syb_record *record; /* the document for several files */
	struct syb_value *files;
	size_t count;
};

enum {
	WARNING_COUNT = 0
#define SYB_WARNING(name, group, text) +1
#include <sybil/warnings.def>
#undef SYB_WARNING
};

/* Result of the -W options. */
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
	struct syb_ctx *silent; /* for the printer of diagnostics: its allocations fail silently */
	struct arena arena;
	const struct verb *verb; /* NULL before it is known */
	struct args args;
	char **argv; /* arguments of the verb, terminated by NULL */
	struct answer answer;
	struct progress progress;
	/* Sees every diagnostic before it is printed (check). */
	void (*watch)(void *user, const struct syb_diag *diag);
	void *watch_user;
	/* Prints diagnostics in another tool's format; NULL = ours. */
	void (*print)(void *user, const struct syb_diag *diag);
	struct warnings warnings;
	struct child_state *child; /* NULL: this process is not a child (child.c) */
	/* For JSON diagnostics: the last one, until its notes are complete. */
	struct syb_record *held;
	struct syb_value *held_notes;
	bool json, quiet, verbose, force;
	bool json_diags;
	bool color_out, color_err;
	bool explained;   /* an error was printed */
	bool answered;    /* a file says why the exit status is 1 */
	bool note_hidden; /* the last diagnostic was not shown, so its notes are not shown either */
};

/* args.c */
int args_parse(struct tool *tool, int argc, char **argv);
enum { MOST_NESTED = 16 }; /* response files in response files */
/* Words that are quoted as in a shell. ARG, not reported: a quote does not end. */
int args_split(struct tool *tool, const char *text, const char ***out_words, size_t *out_count);
/* The option that a word gives; for bundled letters the last one. NULL: none. *out_value is NULL if it has no
 * value. */
const struct option *args_option(const struct verb *verb, const char *word, const char **out_value);
/* Whether the next word is also a value of it. */
bool args_waits(const struct option *option, const char *value);
bool args_has(const struct tool *tool, enum option_id id);
const char *args_get(const struct tool *tool, enum option_id id);
/* Reject options that do not apply with, or without, another one; `how` joins their names in the message. */
int args_refuse(struct tool *tool, const enum option_id *ids, size_t count, const char *how, const char *way);
/* The number of --tolerance; *out is unchanged if the option is missing, or id is OPT_COUNT. */
int args_tolerance(struct tool *tool, enum option_id id, uint32_t *out);
/* All values of a repeatable option; they live as long as the tool. */
int args_list(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count);
/* decorations.c: the values NAME=NUMBER[:int|str|none] of an option. */
struct syb_ir_decoration;
int decorations_read(struct tool *tool, enum option_id id, const struct syb_ir_decoration **out_list,
		     size_t *out_count);
/* Reject an output that is also the input. */
int args_guard_file(struct tool *tool, const char *output, const char *input);
/* The same for the values of an option. */
int args_guard(struct tool *tool, const char *output, enum option_id input);
/* The same for operands. */
int args_guard_operands(struct tool *tool, const char *output);
/* Whether two names are the same regular file, which may not exist yet. Other kinds can be written twice. */
bool is_same_file(struct tool *tool, const char *a, const char *b);
/* Whether two results would be mixed in one file or pipe. */
bool is_same_output(struct tool *tool, const char *a, const char *b);
int args_numbers(struct tool *tool, enum option_id id, const size_t **out_list, size_t *out_count);
/* The same for values that are lists: "a,b". */
int args_names(struct tool *tool, enum option_id id, const char *const **out_list, size_t *out_count);
/* The most similar verb, NULL if none is similar. */
const char *nearest_verb(const char *name);
bool parse_number(const char *text, size_t *out_number);

/* diag.c */
void diag_sink(void *user, const struct syb_diag *diag);
void diag_drop(void *user, const struct syb_diag *diag);
/* Write a line to standard error in one write. */
void diag_put(const struct buf *buf);
/* Print the diagnostic that waits for its notes. */
void diag_end(struct tool *tool);
/* Format a diagnostic; tag: the prefix of its name in brackets. */
int diag_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag, const char *tag);

/* diag_json.c */
/* Diagnostics as JSON lines: one object each, with its notes. */
void diag_json(struct tool *tool, const struct syb_diag *diag);
void diag_json_end(struct tool *tool);
int diag_json_text(struct tool *tool, struct buf *buf, const struct syb_diag *diag);

/* warnings.c */
const char *warning_name(size_t i);
const char *warning_group(size_t i);
/* Read the values of -W; unknown names give a warning. */
int warnings_read(struct tool *tool, enum option_id id);
/* Whether an option's text names our warnings. */
bool warnings_known(const char *text);
/* Whether it is a misspelt name of our warnings. */
bool warnings_misspelled(const char *text);
/* Read one value; `alone`: the name must be ours, otherwise it may be another program's. */
void warnings_take(struct tool *tool, const char *text, bool alone);
/* Apply the options to a diagnostic: NULL if it is not shown, otherwise the prefix of its name in brackets. */
const char *warnings_judge(struct tool *tool, struct syb_diag *diag);
/* The result of a verb after its work: an error if warnings became errors. */
int warnings_result(const struct tool *tool);
/* Report a usage error: one line and a hint. Returns -SYB_E_ARG. */
int usage(struct tool *tool, const char *fmt, ...) SYB_PRINTF(2, 3);

/* form.c */
/* The options of a verb that define the form of a package. */
struct form_options {
	enum option_id dialect, format_version, container, compress;
};
/* Change opts as the options say. */
int form_read(struct tool *tool, const struct form_options *ids, struct syb_bin_write_opts *opts);
/* HOW[:LEVEL] of --compress. */
int form_compress(struct tool *tool, const char *text, enum syb_compress *out_how, int *out_level);

/* link_spirv.c: sybil link --spirv. */
int link_spirv(struct tool *tool);
/* cmd_link.c: the end of --spirv: the result appears under its name, a map (may be NULL) with it. */
int link_commit(struct tool *tool, const struct syb_record *map, const char *path, struct syb_out *out);

/* answer.c */
/* Begin a record with a table of that name; the caller adds rows and calls answer(). */
int table_begin(struct tool *tool, const char *name, struct syb_record **out_record, struct syb_value **out_table);
/* Finish and print a record about one file, and free it in any case. package: its number in the file, or SIZE_MAX. */
int answer(struct tool *tool, const char *file, size_t package, struct syb_record *record);
/* Layout of text on standard output: by the terminal, or the same everywhere without one. */
struct syb_render_opts answer_form(const struct tool *tool);
/* Print text unchanged. */
int answer_text(struct tool *tool, struct syb_bytes text);
/* The same, unless an append failed; returns the failure. */
int answer_buf(struct tool *tool, const struct buf *buf);
int answer_end(struct tool *tool);
/* Columns of the terminal at a descriptor; 0: not a terminal, or unknown. */
unsigned terminal_width(int fd);
/* Call fn for each operand; returns the result with the highest exit code. */
int each_file(struct tool *tool, int (*fn)(struct tool *tool, const char *path));
int worse(int a, int b);
/* The output file; usage() if the option is missing. */
int output_needed(struct tool *tool, enum option_id id, const char **out_path);
/* Fails where binary data would be written to a terminal without --force. */
int output_check(struct tool *tool, const char *path);
/* Open an output for binary data, with that check. */
int output_open(struct tool *tool, const char *path, struct syb_out **out_out);
/* Create a directory for outputs unless it exists. */
int output_dir(struct tool *tool, const char *path, bool *out_made);
/* With --json: print what was written. */
int answer_written(struct tool *tool, const char *path);

/* packages.c */
struct package {
	const struct syb_file *file;
	const struct syb_bin *bin;
	size_t index, count; /* its number among the packages of the file */
};
typedef int package_fn(void *user, const struct package *package);
/* Call fn for every package in a file; continues after NOTFOUND. Returns the worst result. stored: images stay
 * compressed. */
int each_package(struct tool *tool, const struct syb_file *file, bool stored, package_fn *fn, void *user);

/* imports.c */
/* Warn about functions that a package imports ("undefined-function"). */
int warn_imports(struct tool *tool, struct syb_bytes package);

/* packages.c */
/* The kind of a file, for messages. */
const char *file_kind(struct syb_bytes bytes);

/* zebins.c */
/* A zebin, and the objects that own its bytes. */
struct zebins {
	struct tool *tool;
	struct syb_zebin *zebin;
	struct syb_tree **trees;
	struct syb_bin **bins;
	size_t tree_count, tree_room, bin_count, bin_room;
};
/* The only zebin of a file, or the one whose device, member or architecture matches a shell pattern (NULL: any).
 * Drop it, also after a failure. */
int zebins_choose(struct tool *tool, const struct syb_file *file, const char *pattern, struct zebins *out);
/* The name of a zebin in an item: its member name or architecture, otherwise `group`, that of the container. */
const char *zebins_group(const struct syb_item *item, const char *group);
void zebins_drop(struct zebins *zebins);

/* help.c, complete.c, manual.c: help, completion and manual pages, generated from the tables. */
int help_print(struct tool *tool, const struct verb *verb);
int version_print(struct tool *tool);
/* Print the candidates for the last of these words of a command line, which end with NULL. */
int complete_print(struct tool *tool, char **words);
int manual_print(struct tool *tool, const char *verb);
int manual_print_verbs(struct tool *tool, bool programs);
int commands_print(struct tool *tool);

/* progress.c: one line on a terminal about long work; callbacks of a context whose user is the tool. */
/* Whether standard error is a terminal that can erase a line. */
bool progress_wanted(void);
void progress_bytes(void *user, const char *what, uint64_t done, uint64_t total);
void progress_count(void *user, const char *what, uint64_t done, uint64_t total);
/* The same for the steps of a build (sybil/compile.h): how many are done, how fast, how long it will take. */
struct syb_compile_progress;
void progress_jobs(struct tool *tool, const struct syb_compile_progress *jobs);
/* Which of several files is at work now. */
void progress_file(struct tool *tool, size_t file, size_t files);
/* Enclose long calls that report no progress, into drivers and LLVM: show a line with the elapsed time or the
 * steps done. Other progress is not shown meanwhile. progress_end() may be called without progress_begin(). */
void progress_begin(struct tool *tool, const char *fmt, ...) SYB_PRINTF(2, 3);
void progress_step(struct tool *tool, uint64_t done, uint64_t total);
void progress_end(struct tool *tool);
/* Call before anything else is written to the terminal. */
void progress_erase(struct tool *tool);
/* Erase the line of another process that has ended. */
void progress_clear(struct tool *tool);
/* The same for a signal handler of a process that is about to end: no line follows. */
void progress_cut(void);

/* beside.c */
/* Path of this program. */
int ourself(struct tool *tool, char *out, size_t room);
/* Path of a program next to this one, whether it exists or not; lives as long as the tool. NULL: the path of this
 * program is unknown. */
int beside(struct tool *tool, const char *relative, const char **out_path);
/* Path of sybil itself, for those that have only some of its verbs. */
int beside_sybil(struct tool *tool, const char **out_path);
/* Name sybil-rt in SYBIL_RT, unless it is set: libsybil starts it to build code for the OpenCL CPU device. */
int beside_runtime(struct tool *tool);

/* start.c */
/* Replace this process with the program that has the LLVM verbs; returns if it is missing. */
int start_ir(struct tool *tool);
/* Become clang++ if sybil c++ is called without -fsycl; otherwise returns 0. Only sybil does so. */
#if defined(SYBIL_IR_TOOL) || defined(SYBIL_RT_TOOL) || defined(SYBIL_REPORT_TOOL)
static inline int start_clang(struct tool *tool)
{
	(void)tool;
	return 0;
}
#else
int start_clang(struct tool *tool);
#endif
/* The same for the runtime. */
int start_rt(struct tool *tool);
int start_page(struct tool *tool);

/* child.c (sybil-rt, sybil-report) */
/* Continue in a child, whose end the parent waits for and reports; the parent does not return. Fails: ARG, NOMEM,
 * TOOL. */
int child_begin(struct tool *tool);
/* What the driver does from now on, for the report if it ends the process or takes too long: "while it built kernel
 * f". builds: code that may be damaged. Does nothing without child_begin(). */
void child_driver(struct tool *tool, bool builds, const char *fmt, ...) SYB_PRINTF(3, 4);
/* A kernel runs, without a time limit, or has run: what it wrote outside of its buffers can crash the process later. */
void child_kernel(struct tool *tool, const char *kernel, const char *device, bool runs);
/* The answer is complete, and the child is about to end with this status. */
void child_done(struct tool *tool, int status);

/* crash.c (sybil-ir) */
/* From now on, report a crash of LLVM with this diagnostic and its exit code. The name of its check lives as long as
 * the program. */
int crash_expect(struct tool *tool, const struct syb_diag *diag);

/* module.c (sybil-ir) */
struct syb_ir;
/* Read LLVM IR from files of any kind that contain it and link several modules into one. A file that makes LLVM
 * crash is reported as damaged and cannot take all memory. triple: the code to use from offload binaries; NULL: any.
 * */
int module_read(struct tool *tool, const char *const *paths, size_t count, const char *triple, struct syb_ir **out_ir);
/* The same; passes run over each module before it is linked. */
struct module_passes {
	const char *const *lists; /* for each input; the last also for all others */
	size_t count;
	bool all_members; /* of archives */
	const struct syb_ir_opts *opts;
};
struct syb_ir_opts;
int module_read_passes(struct tool *tool, const char *const *paths, size_t count, const char *triple,
		       const struct module_passes *passes, struct syb_ir **out_ir);
/* The same of one file that is open, which is closed, whatever happens. */
int module_read_file(struct tool *tool, struct syb_file *file, struct syb_ir **out_ir);
/* A module may be written back to the only file of LLVM IR that it was read from; usage() if it would replace
 * another file. */
int module_guard_output(struct tool *tool, const char *output);
/* The name of an input in messages. */
const char *module_name(const char *path);
/* From now on a crash is a bug in sybil. name: of the module. */
int module_guard(struct tool *tool, const char *name);

/* start.c in sybil, cmd_opt.c in sybil-ir: what a build gets of LLVM, NULL: nothing. */
struct syb_compile_ir;
const struct syb_compile_ir *start_compiler(void);
/* compiler.c in sybil, cmd_opt.c in sybil-ir: the same for a build that needs LLVM. sybil becomes sybil-ir where it
 * cannot load LLVM itself. */
int build_compiler(struct tool *tool, const struct syb_compile_ir **out_ir);
/* sybil link: become sybil-ir where an input has LLVM IR. */
int start_link(struct tool *tool);

/* translate_target.c (sybil-ir): sybil translate --target. opts: for the translator to SPIR-V, if it is a step. */
struct syb_translate_opts;
int translate_target(struct tool *tool, const char *target, const struct syb_translate_opts *opts, struct syb_out *out);
/* --list-targets */
int translate_list(struct tool *tool);

/* signals.c */
const volatile int *signals_install(void);
/* For verbs with temporary files: a closed pipe ends the work at the next step, as an interrupt does. */
void signals_keep_pipe(void);
/* While drivers run, the first signal ends the process; no named file may be half-written then. */
void signals_at_once(bool on);
/* End the process as the signal would have, after cleaning up. */
void signals_raise(void);

/* tform.c: operations on file tables for two spellings; the ids map options to operations. */
struct tform_ids {
	enum option_id output, replace, replace_cell, rename, extract, copy_single_file, merge, drop_titles;
};
int tform_run(struct tool *tool, const struct tform_ids *ids);

/* table_files.c */
/* Read a file table. A text of unknown kind may be a table without titles; list: it may also be a list of files.
 * */
int table_read(struct tool *tool, const struct syb_file *file, bool list, struct syb_table **out_table);
/* After failure r, report the line that names a missing file. code: files of the first column are read, too. */
int table_explain(struct tool *tool, const struct syb_file *file, bool code, int r);
/* args_guard_file() for all cells, which are file names. */
int table_guard_cells(struct tool *tool, const char *output, const struct syb_table *table);

/* targets.c */
/* Entries of the device configuration; drop it, also after a failure. */
struct targets {
	struct syb_devices *devices;
	const struct syb_device **list;
	const char **names; /* as given */
	size_t count;
};
/* Read the configuration that an option names (otherwise the installed one) and look up names in it. None: all of it.
 */
int targets_find(struct tool *tool, enum option_id config, const char *const *names, size_t count, struct targets *out);
void targets_drop(struct targets *targets);

/* filter.c: used by two programs; OPT_COUNT for an option that one does not have. */
struct filter_ids {
	enum option_id target, device_config, output, out_dir, explain;
};
int filter_run(struct tool *tool, const struct filter_ids *ids);

/* check_targets.c: kernels × targets for sybil check. */
int check_targets_begin(struct tool *tool, struct targets *out);
/* Add the matrix of a file to its map; fails with INCOMPATIBLE if a kernel runs on no target (--all: not on all).
 * */
int check_targets(struct tool *tool, const struct targets *targets, const struct syb_file *file,
		  struct syb_record *record, struct syb_value *map);
/* Judge a matrix: INCOMPATIBLE if a kernel runs on no target (--all: not on all). */
int check_targets_judge(struct tool *tool, const struct syb_value *matrix);
/* Print the matrices of a finished map as tables, if it has any. */
int check_targets_print(struct tool *tool, const struct syb_value *map);

/* Selected devices (live.c). */
struct live {
	struct syb_rt *rt; /* NULL: none */
	struct syb_rt_device **list;
	size_t count;
};

/* check_devices.c in sybil-rt; in sybil, start.c, which starts sybil-rt for it: kernels × devices. */
int check_devices_begin(struct tool *tool, struct live *out);
/* As check_targets. */
int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map);
void check_devices_drop(struct live *live);

#define VERB(id, name, operands, least, most, summary) int cmd_##id(struct tool *tool);
#include "verbs.def"

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_table *, syb_table_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);

#endif
