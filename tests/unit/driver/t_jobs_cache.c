/* tests/unit/driver/t_jobs_cache.c — jobs that need not be run again, and what makes them run again: arguments, inputs,
 * programs, headers that changed, went or came. With a compiler of ours, and with clang. */
#include "lib/tap.h"

#include "driver/exec/jobs.h"
#include "driver/exec/jobs_headers.h"
#include "base/temp.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct syb_ctx *ctx;
static struct temp files; /* sources, headers, the cache */
static char said[4096];
static bool by_rule; /* headers are known by make rules, not by preprocessing */

static const char *in_files(const char *name)
{
	static char paths[16][4200];
	static size_t next;
	char *path = paths[next++ % 16];

	snprintf(path, sizeof(paths[0]), "%s/%s", files.path, name);
	return path;
}

static void write_file(const char *name, const char *text)
{
	struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } }; /* not while a job runs */
	FILE *file = fopen(in_files(name), "w");

	if (!file || fputs(text, file) < 0 || fclose(file) != 0 || utimensat(AT_FDCWD, in_files(name), times, 0) < 0)
		abort();
}

static const char *text_at(const char *path)
{
	static char text[4096];
	FILE *file = fopen(path, "r");
	size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	text[n] = '\0';
	return text;
}

/* How a job went: "run" or "kept", and what it made. */
struct outcome {
	char how[8], made[4096], rule[4096];
};

/* One job in a temporary folder of its own, whose input there has the given text. */
static struct outcome run(const char *const *argv, const char *input, const char *source, bool compiles,
			  const char *identity)
{
	_cleanup_(temp_drop) struct temp temp = { 0 };
	static struct arena arena;
	struct outcome outcome = { 0 };
	const char *words[24], *preprocess[24] = { NULL }, *inputs[] = { NULL, NULL }, *outputs[] = { NULL, NULL },
			       *rule;
	const char *cache = in_files("cache");
	FILE *file;
	size_t n = 0;

	if (temp_make(ctx, &temp, "t_cache") < 0)
		abort();
	if (identity && *identity == 'n') /* names of other files differ, too */
		(void)temp_file(ctx, &temp, &arena, ".skipped");
	inputs[0] = source ? source : temp_file(ctx, &temp, &arena, ".in");
	outputs[0] = temp_file(ctx, &temp, &arena, ".out");
	rule = temp_file(ctx, &temp, &arena, ".d");
	file = source ? NULL : fopen(inputs[0], "w");
	if (file && (fputs(input, file) < 0 || fclose(file) != 0))
		abort();
	for (; argv[n]; n++)
		words[n] = strcmp(argv[n], "IN") == 0     ? inputs[0]
			   : strcmp(argv[n], "OUT") == 0  ? outputs[0]
			   : strcmp(argv[n], "RULE") == 0 ? rule
							  : argv[n];
	words[n] = NULL;
	memcpy(preprocess, words, (compiles ? n - 2 : 0) * sizeof(*words)); /* without -o OUT */

	struct job job = { .label = "job",
			   .argv = words,
			   .inputs = inputs,
			   .outputs = outputs,
			   .depfile = compiles ? rule : NULL,
			   .preprocess = compiles && !by_rule ? preprocess : NULL,
			   .flags = JOB_CACHE };
	const struct jobs_opts opts = { .cache_dir = cache, .temp = temp.path, .identity = identity };

	if (jobs_run(ctx, &job, 1, &opts) < 0)
		snprintf(outcome.how, sizeof(outcome.how), "failed");
	else
		snprintf(outcome.how, sizeof(outcome.how), "%s", job.state == JOB_CACHED ? "kept" : "run");
	snprintf(outcome.made, sizeof(outcome.made), "%s", text_at(outputs[0]));
	snprintf(outcome.rule, sizeof(outcome.rule), "%s", text_at(rule));
	snprintf(said, sizeof(said), "%.*s", (int)job.said.len, job.said.ptr ? (const char *)job.said.ptr : "");
	if (job.preprocess && strcmp(outcome.how, "failed") != 0)
		ok(strncmp(outcome.rule, temp.path, strlen(temp.path)) == 0, "the rule is about this output");
	jobs_free(&job, 1);
	arena_free(&arena);
	return outcome;
}

static void test_plain(void)
{
	const char *const argv[] = { "/bin/sh", in_files("tool"), "IN", "OUT", NULL };
	const char *const other[] = { "/bin/sh", in_files("tool"), "IN", "OUT", "more", NULL };
	struct outcome o;

	write_file("tool", "echo warning: $0 >&2; cat $1 >$2; [ \"$3\" != more ] || echo more >>$2\n");
	o = run(argv, "x", NULL, false, NULL);
	is_str(o.how, "run");
	is_str(o.made, "x");
	o = run(argv, "x", NULL, false, NULL);
	is_str(o.how, "kept");
	is_str(o.made, "x");
	ok(strstr(said, "warning: ") == said, "a warning is said again");
	is_str(run(argv, "y", NULL, false, NULL).how, "run");
	is_str(run(argv, "x", NULL, false, NULL).how, "kept");
	is_str(run(other, "x", NULL, false, NULL).how, "run");
	is_str(run(other, "x", NULL, false, NULL).made, "xmore\n");
	is_str(run(argv, "x", NULL, false, "another version").how, "run");
	is_str(run(argv, "x", NULL, false, "names").how, "run");
	is_str(run(argv, "x", NULL, false, "names").how, "kept");
	setenv("IGC_Something", "1", 1);
	is_str(run(argv, "x", NULL, false, NULL).how, "run");
	unsetenv("IGC_Something");
}

/* Names in the temporary folder make no difference; failures are not kept. */
static void test_failure(void)
{
	const char *const argv[] = { "/bin/sh", in_files("fails"), "IN", "OUT", NULL };

	write_file("fails", "cat $1 >$2; exit 1\n");
	is_str(run(argv, "x", NULL, false, NULL).how, "failed");
	is_str(run(argv, "x", NULL, false, NULL).how, "failed");
}

static void test_tool(void)
{
	struct timespec times[2] = { { .tv_sec = 2000 }, { .tv_sec = 2000 } };
	const char *const argv[] = { in_files("program"), "IN", "OUT", NULL };

	write_file("program", "#!/bin/sh\ncat $1 >$2\n");
	ok(chmod(in_files("program"), 0755) == 0);
	is_str(run(argv, "x", NULL, false, NULL).how, "run");
	is_str(run(argv, "x", NULL, false, NULL).how, "kept");
	write_file("program", "#!/bin/sh\ncat $1 $1 >$2\n");
	is_str(run(argv, "x", NULL, false, NULL).made, "xx");
	is_str(run(argv, "x", NULL, false, NULL).how, "kept");
	ok(utimensat(AT_FDCWD, in_files("program"), times, 0) == 0);
	is_str(run(argv, "x", NULL, false, NULL).how, "run");
}

static bool compiler_there(void)
{
	if (process_there("clang-15"))
		return true;
	tap_skip("headers", "no clang-15");
	return false;
}

/* clang -E, which finds headers as clang -c does, and shows them. */
static struct outcome compile(const char *source)
{
	static char one[4200], two[4200];
	const char *const argv[] = { "clang-15", "--target=spir64-unknown-unknown",
				     "-I",       one,
				     "-I",       two,
				     "-E",       "-P",
				     "-MD",      "-MF",
				     "RULE",     "-MQ",
				     "OUT",      "IN",
				     "-o",       "OUT",
				     NULL };
	struct outcome o;

	snprintf(one, sizeof(one), "%s", in_files("one"));
	snprintf(two, sizeof(two), "%s", in_files("two"));
	o = run(argv, NULL, in_files(source), true, NULL);
	for (char *p = o.made; *p; p++) /* line breaks are of no interest */
		*p = *p == '\n' ? ' ' : *p;
	while (*o.made && o.made[strlen(o.made) - 1] == ' ')
		o.made[strlen(o.made) - 1] = '\0';
	return o;
}

/* Once run, once kept; both the same. */
static void twice(const char *source, const char *made)
{
	struct outcome o = compile(source);

	is_str(o.how, "run");
	ok(strstr(o.made, made) != NULL, "%s", made);
	o = compile(source);
	is_str(o.how, "kept");
	ok(strstr(o.made, made) != NULL, "%s again", made);
}

static void test_headers(void)
{
	ok(mkdir(in_files("one"), 0700) == 0 && mkdir(in_files("two"), 0700) == 0 &&
	   mkdir(in_files("two/sub"), 0700) == 0);
	write_file("two/a.h", "#include \"sub/b.h\"\nint two_a;\n");
	write_file("two/sub/b.h", "#include <c.h>\nint two_b;\n");
	write_file("two/c.h", "#if __has_include(<maybe/x.h>)\nint has_x;\n#else\nint has_none;\n#endif\n");
	write_file("s.c", "#include <a.h>\n");
	twice("s.c", "int has_none; int two_b; int two_a;");
	write_file("two/sub/b.h", "int changed_b;\n"); /* a header of a header */
	twice("s.c", "int changed_b; int two_a;");
	write_file("two/sub/b.h", "#include <c.h>\nint two_b;\n"); /* and back: it is still known */
	is_str(compile("s.c").how, "kept");
	write_file("one/a.h", "#include_next <a.h>\nint one_a;\n"); /* a new one, found earlier */
	twice("s.c", "int two_a; int one_a;");
	ok(mkdir(in_files("one/sub"), 0700) == 0);
	write_file("one/sub/b.h", "int one_b;\n"); /* not found: two/a.h has its own beside it */
	is_str(compile("s.c").how, "kept");
	ok(mkdir(in_files("one/maybe"), 0700) == 0);
	write_file("one/maybe/x.h", "");
	twice("s.c", "int has_x; int two_b; int two_a; int one_a;");
	ok(unlink(in_files("one/a.h")) == 0);
	twice("s.c", "int has_x; int two_b; int two_a;");
	ok(unlink(in_files("two/a.h")) == 0);
	is_str(compile("s.c").how, "failed");
	write_file("timed.c", "const char *when = __TIME__;\n");
	is_str(compile("timed.c").how, "run");
	sleep(1);
	is_str(compile("timed.c").how, "run");
}

/* The same, by the files of the last rule. */
static void test_headers_by_rule(void)
{
	by_rule = true;
	ok(unlink(in_files("one/sub/b.h")) == 0); /* it would be taken for the one that is found */
	write_file("two/a.h", "#include \"sub/b.h\"\nint two_a;\n");
	write_file("two/sub/b.h", "int two_b;\n");
	write_file("r.c", "#include <a.h>\n");
	twice("r.c", "int two_b; int two_a;");
	write_file("two/sub/b.h", "int changed_b;\n"); /* a header of a header */
	twice("r.c", "int changed_b; int two_a;");
	write_file("two/sub/b.h", "int two_b;\n"); /* and back: it is still known */
	is_str(compile("r.c").how, "kept");
	write_file("one/a.h", "#include_next <a.h>\nint one_a;\n"); /* a new one, found earlier */
	twice("r.c", "int two_a; int one_a;");
	ok(unlink(in_files("one/a.h")) == 0);
	is_str(compile("r.c").how, "run");
	write_file("r.c", "#include <a.h>\nint more;\n");
	twice("r.c", "int two_a; int more;");
	write_file("asks.c", "#if __has_include(<later.h>)\nint later;\n#else\nint none;\n#endif\n");
	is_str(compile("asks.c").how, "run");
	is_str(compile("asks.c").how, "run");
	write_file("timed2.c", "const char *when = __TIME__;\n");
	is_str(compile("timed2.c").how, "run");
	is_str(compile("timed2.c").how, "run");
	by_rule = false;
}

/* Make rules as compilers write them, and texts that are none. */
static void test_rules(void)
{
	static const struct {
		const char *rule, *names;
	} cases[] = {
		{ "a.o: b.c c.h\n", "b.c|c.h|" },
		{ "a.o: b.c \\\n  c\\ d.h \\\n\te$$f\\#.h\n\nc\\ d.h:\n", "b.c|c d.h|e$f#.h|" },
		{ "a.o: b.c\\\r\n c.h\r\n", "b.c|c.h|" },
		{ "x:y.o: b.c", "b.c|" },
		{ "a.o: b\\c.h", "b\\c.h|" },
		{ "a.o:", "" },
		{ "a.o: \\", "" },
		{ "no rule", "" },
		{ "a:b", "" },
		{ ":", "" },
		{ "", "" },
		{ "a: \\\n\\\n\\\nb", "b|" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct header_names names = { 0 };
		struct arena arena = { 0 };
		size_t len = strlen(cases[i].rule);
		uint8_t *copy = malloc(len ? len : 1); /* its end is where the sanitizer sees it */
		char all[256] = "";

		memcpy(copy, cases[i].rule, len);
		is_int(headers_of_rule(ctx, &arena, (struct syb_bytes){ copy, len }, &names), 0);
		for (size_t k = 0; k < names.count; k++)
			snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s|", names.list[k]);
		is_str(all, cases[i].names);
		headers_drop(&names, ctx);
		arena_free(&arena);
		free(copy);
	}
}

/* ---- files that nobody knows before ---- */

/* Names in the list that a job has made, one in each line. */
static int read_list(struct syb_ctx *c, const struct job *job, struct arena *arena, const char *const **out_paths)
{
	const char **paths = arena_array(c, arena, 8, sizeof(*paths));
	const char *text = text_at(job->outputs[0]), *end;

	for (size_t n = 0; paths && n < 7 && (end = strchr(text, '\n')); text = end + 1)
		paths[n++] = arena_string(c, arena, text, (size_t)(end - text));
	*out_paths = paths;
	return paths ? 0 : -SYB_E_NOMEM;
}

struct pair {
	char how[16];             /* of both jobs: "run" or "kept" */
	bool list, first, second; /* which are files */
	char made[64];
};

/* A job that makes a list of two files, and one that reads the first of them. */
static struct pair run_pair(const char *tool, const char *input, const char *word)
{
	_cleanup_(temp_drop) struct temp temp = { 0 };
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct pair pair = { 0 };
	const char *in = in_files("pair.in"), *list, *first, *second, *made;
	char names[3][4200];

	write_file("pair.in", input);
	if (temp_make(ctx, &temp, "t_cache") < 0)
		abort();
	for (size_t i = 0; i < 3; i++)
		snprintf(names[i], sizeof(names[i]), "%s/list%s", temp.path, i ? i == 1 ? ".1" : ".2" : "");
	list = names[0], first = names[1], second = names[2];
	made = temp_file(ctx, &temp, &arena, ".made");

	const char *const split_argv[] = { "/bin/sh", tool, in, list, NULL };
	const char *const copy_argv[] = { "/bin/sh", "-c", "cat $0 >$1; echo $2 >>$1", first, made, word, NULL };
	struct job jobs[] = { { .label = "split",
				.argv = split_argv,
				.inputs = (const char *const[]){ in, NULL },
				.outputs = (const char *const[]){ list, NULL },
				.files = read_list,
				.flags = JOB_CACHE },
			      { .label = "copy",
				.argv = copy_argv,
				.inputs = (const char *const[]){ first, NULL },
				.outputs = (const char *const[]){ made, NULL },
				.flags = JOB_CACHE } };
	const struct jobs_opts opts = { .cache_dir = in_files("cache"), .temp = temp.path };

	/* as sybil cc does it: what is in the list is known when the first has ended */
	for (size_t i = 0; i < 2; i++)
		if (jobs_run(ctx, &jobs[i], 1, &opts) < 0)
			snprintf(pair.how, sizeof(pair.how), "failed");
	if (!*pair.how)
		snprintf(pair.how, sizeof(pair.how), "%s %s", jobs[0].state == JOB_CACHED ? "kept" : "run",
			 jobs[1].state == JOB_CACHED ? "kept" : "run");
	pair.list = access(list, F_OK) == 0;
	pair.first = access(first, F_OK) == 0;
	pair.second = access(second, F_OK) == 0;
	snprintf(pair.made, sizeof(pair.made), "%s", text_at(made));
	snprintf(said, sizeof(said), "%.*s", (int)jobs[0].said.len, jobs[0].said.ptr ? (char *)jobs[0].said.ptr : "");
	jobs_free(jobs, 2);
	return pair;
}

static void test_named_files(void)
{
	char tool[4200];
	struct pair p;

	snprintf(tool, sizeof(tool), "%s", in_files("split"));
	write_file("split", "echo warning: split >&2; cp $1 $2.1; echo two >$2.2; printf '%s\\n' $2.1 $2.2 >$2\n");
	p = run_pair(tool, "one\n", "a");
	is_str(p.how, "run run");
	ok(p.list && p.first && p.second, "what a job makes are files");
	p = run_pair(tool, "one\n", "a");
	is_str(p.how, "kept kept");
	is_str(p.made, "one\na\n");
	ok(p.list && p.first && p.second, "so is what comes from the cache");
	ok(strstr(said, "warning: split") != NULL, "a warning is said again");
	p = run_pair(tool, "one\n", "b");
	is_str(p.how, "kept run");
	is_str(p.made, "one\nb\n");
	is_str(run_pair(tool, "one\n", "b").how, "kept kept");
	p = run_pair(tool, "other\n", "b");
	is_str(p.how, "run run");
	is_str(p.made, "other\nb\n");

	/* an entry does not say where files are put: names elsewhere are not used */
	snprintf(tool, sizeof(tool), "%s", in_files("elsewhere"));
	write_file("elsewhere", "cp $1 $2.1; printf '%s\\n' $2.1 $1 >$2\n");
	is_str(run_pair(tool, "one\n", "c").how, "run run");
	is_str(run_pair(tool, "one\n", "c").how, "run kept");
}

/* A cache that cannot be used is a warning. */
static void test_no_folder(void)
{
	const char *const argv[] = { "true", NULL };
	struct job job = { .label = "job", .argv = argv, .flags = JOB_CACHE };
	const struct jobs_opts opts = { .cache_dir = "/dev/null" };

	syb_ctx_diag_clear(ctx);
	is_int(jobs_run(ctx, &job, 1, &opts), 0);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_WARNING), 1);
	jobs_free(&job, 1);
}

int main(void)
{
	if (syb_ctx_new(NULL, &ctx) < 0 || temp_make(ctx, &files, "t_jobs_cache") < 0)
		return 99;
	test_plain();
	test_failure();
	test_tool();
	if (compiler_there()) {
		test_headers();
		test_headers_by_rule();
	}
	test_rules();
	test_named_files();
	test_no_folder();
	temp_drop(&files);
	syb_ctx_free(ctx);
	return tap_done();
}
