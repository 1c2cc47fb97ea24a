/* tests/unit/driver/t_jobs.c — commands that need each other's files: order, failures, retries, limits, make, the end
 * of it.
 */
#include "lib/process.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/clock.h"
#include "base/file.h"
#include "driver/exec/jobs.h"
#include "base/shell.h"
#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64 };

static struct syb_ctx *ctx;
static struct temp temp;
static struct arena arena;
static struct job jobs[MOST];
static size_t count;
static char order[4096]; /* labels in the order they are told */

SYB_PRINTF(1, 2) static const char *fmt(const char *format, ...)
{
	char *text = arena_bytes(ctx, &arena, 4096);
	va_list args;

	va_start(args, format);
	vsnprintf(text, 4096, format, args);
	va_end(args);
	return text;
}

static const char *path(const char *name)
{
	return fmt("%s/%s", temp.path, name);
}

/* Names in the folder, parted by blanks, as a list of paths. */
static const char *const *paths(const char *names)
{
	const char **list = arena_array(ctx, &arena, 32, sizeof(*list));
	size_t n = 0;

	for (const char *p = names; *p; p += strcspn(p, " "), p += *p == ' ')
		list[n++] = fmt("%s/%.*s", temp.path, (int)strcspn(p, " "), p);
	return list;
}

static void begin(void)
{
	jobs_free(jobs, count);
	memset(jobs, 0, sizeof(jobs));
	count = 0;
	order[0] = '\0';
	syb_ctx_diag_clear(ctx);
}

/* A job that runs a script in the folder. */
static struct job *add(const char *label, const char *inputs, const char *outputs, const char *script)
{
	const char **argv = arena_array(ctx, &arena, 4, sizeof(*argv));
	struct job *job = &jobs[count++];

	argv[0] = "/bin/sh";
	argv[1] = "-c";
	argv[2] = fmt("cd %s && %s", temp.path, script);
	*job = (struct job){ .label = label, .argv = argv, .inputs = paths(inputs), .outputs = paths(outputs) };
	return job;
}

static bool note_end(void *user, const struct job *job)
{
	size_t len = strlen(order);

	(void)user;
	snprintf(order + len, sizeof(order) - len, "%s%s", len ? " " : "", job->label);
	return true;
}

static int run(struct jobs_opts opts)
{
	opts.ended = note_end;
	opts.temp = temp.path;
	return jobs_run(ctx, jobs, count, &opts);
}

static const char *check_at(size_t i)
{
	return i < syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, i)->check : "";
}

static const char *text_of(const char *name)
{
	static char text[4096];
	FILE *file = fopen(path(name), "r");
	size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	text[n] = '\0';
	return text;
}

static bool said(const struct job *job, const char *text)
{
	return job->said.len == strlen(text) &&
	       memcmp(job->said.ptr ? (const char *)job->said.ptr : "", text, job->said.len) == 0;
}

/* ---- */

static void test_order(void)
{
	for (unsigned at_once = 1; at_once <= 4; at_once += 3) {
		begin();
		add("pack", "a.o b.o", "out", "cat a.o b.o >out");
		add("a2", "a.i", "a.o", "sed s/^/2/ a.i >a.o; echo said by a2");
		add("b", "", "b.o", "sleep 0.1; echo b >b.o; echo said by b >&2");
		add("a1", "", "a.i", "echo a >a.i");
		is_int(run((struct jobs_opts){ .jobs = at_once }), 0);
		is_str(text_of("out"), "2a\nb\n");
		is_str(order, "pack a2 b a1");
		ok(said(&jobs[1], "said by a2\n") && said(&jobs[2], "said by b\n") && said(&jobs[0], ""),
		   "what they said, standard error or not");
		is_int(jobs[3].state, JOB_DONE);
	}
	begin();
	is_int(run((struct jobs_opts){ 0 }), 0);
	is_int(jobs_run(ctx, jobs, 0, NULL), 0);
}

static void test_failures(void)
{
	begin();
	add("one", "", "1", "echo bad one; exit 1");
	add("needs one", "1", "1b", "echo >1b");
	add("and that", "1b", "1c", "echo >1c");
	add("two", "", "2", "sleep 0.1; echo bad two; exit 1");
	add("three", "", "3", "echo 3 >3; echo good three");
	add("needs two and three", "2 3", "5", "echo >5");
	is_int(run((struct jobs_opts){ .jobs = 3 }), -SYB_E_FORMAT);
	is_str(order, "one needs one and that two three needs two and three");
	ok(said(&jobs[0], "bad one\n") && said(&jobs[3], "bad two\n") && said(&jobs[4], "good three\n"),
	   "nobody's words are lost");
	ok(jobs[1].state == JOB_SKIPPED && jobs[2].state == JOB_SKIPPED && jobs[5].state == JOB_SKIPPED &&
		   jobs[4].state == JOB_DONE,
	   "only what needs a failed one is not run");
	is_int(syb_ctx_diag_count(ctx), 2);
	is_str(check_at(0), "tool-failed");
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "one: sh failed with exit code 1") != NULL, "which one it was");
	ok(access(path("1b"), F_OK) < 0, "nothing was made of nothing");
}

static void wait_itself(struct job *job)
{
	job->early = job->inputs[0];
}

/* Jobs that wait for their first input themselves. */
static void test_early(void)
{
	static const char waits[] = "while [ ! -e made ]; do sleep 0.01; done; cat made > seen";

	begin();
	wait_itself(add("early", "made", "seen", waits));
	add("late", "", "made", "sleep 0.1; while [ ! -e begun ]; do sleep 0.01; done; echo x > made");
	wait_itself(add("begun", "made", "begun", "touch begun"));
	is_int(run((struct jobs_opts){ .jobs = 3 }), 0);
	is_str(text_of("seen"), "x\n");
	is_int(jobs[0].state, JOB_DONE);
	(void)unlink(path("made"));
	/* for the other inputs, it waits as other jobs do */
	begin();
	wait_itself(add("early", "made other", "seen", fmt("[ -e other ] || exit 1; %s", waits)));
	add("first", "", "made", "echo z > made");
	add("second", "", "other", "sleep 0.2; touch other");
	is_int(run((struct jobs_opts){ .jobs = 3 }), 0);
	is_str(text_of("seen"), "z\n");
	(void)unlink(path("made"));
	/* one at a time: after the job that it waits for */
	begin();
	wait_itself(add("early", "made", "seen", waits));
	add("first", "", "made", "echo y > made");
	is_int(run((struct jobs_opts){ .jobs = 1 }), 0);
	is_str(text_of("seen"), "y\n");
	/* the other fails: it is ended, or does not start, and nothing is said about it */
	for (unsigned n = 1; n <= 2; n++) {
		(void)unlink(path("made"));
		begin();
		wait_itself(add("early", "made", "seen", waits));
		add("user", "seen", "used", "touch used");
		add("fails", "", "made", "sleep 0.1; exit 1");
		is_int(run((struct jobs_opts){ .jobs = n }), -SYB_E_FORMAT);
		is_int(jobs[0].state, JOB_SKIPPED);
		is_int(jobs[1].state, JOB_SKIPPED);
		is_int(jobs[2].state, JOB_FAILED);
		is_int(syb_ctx_diag_count(ctx), 1);
	}
}

/* One of two jobs that started together is killed, as the kernel does when memory is short: it starts again, alone. */
static void test_early_killed(void)
{
	static const char waits[] = "echo >>seen.log; while [ ! -e made ]; do sleep 0.01; done; cat made > seen";
	static const char killed[] = "[ -e before ] || { touch before; sleep 0.1; kill -KILL $$; }";

	for (unsigned n = 0; n < 2; n++) {
		begin();
		(void)unlink(path("made")), (void)unlink(path("before")), (void)unlink(path("seen.log"));
		wait_itself(add("early", "made", "seen", n ? fmt("%s; %s", killed, waits) : waits));
		add("user", "seen", "used", "touch used");
		add("maker", "", "made", n ? "sleep 0.2; echo w > made" : fmt("%s; echo w > made", killed));
		is_int(run((struct jobs_opts){ .jobs = 3 }), 0);
		is_str(text_of("seen"), "w\n");
		is_int(jobs[n ? 0 : 2].starts, 2);
		is_int(jobs[n ? 2 : 0].starts, 1);
		is_int(jobs[1].state, JOB_DONE);
	}
	begin();
	(void)unlink(path("made"));
	wait_itself(add("early", "made", "seen", waits));
	add("user", "seen", "used", "touch used");
	add("maker", "", "made", "sleep 0.1; kill -KILL $$");
	is_int(run((struct jobs_opts){ .jobs = 3 }), -SYB_E_TOOL);
	is_int(jobs[0].state, JOB_SKIPPED);
	is_int(jobs[1].state, JOB_SKIPPED);
	is_int(jobs[2].starts, 2);
	is_str(check_at(0), "job-lost");
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "was ended by signal 9 (Killed), twice") != NULL);
	ok(strstr(syb_ctx_diag_at(ctx, 1)->text, "memory may have been short") != NULL);
	/* it had made its file before: jobs that are done stay done */
	begin();
	(void)unlink(path("made")), (void)unlink(path("before"));
	wait_itself(add("early", "made", "seen", "cat made > seen.new && mv seen.new seen"));
	add("maker", "", "made",
	    "echo v > made; while [ ! -e seen ]; do sleep 0.01; done; [ -e before ] || "
	    "{ touch before; sleep 0.2; kill -KILL $$; }");
	add("other", "", "", "sleep 0.5");
	(void)unlink(path("seen"));
	is_int(run((struct jobs_opts){ .jobs = 3 }), 0);
	is_int(jobs[0].starts, 1);
	is_int(jobs[1].starts, 2);
}

static void test_codes(void)
{
	static const struct {
		const char *script;
		unsigned flags;
		int code;
		const char *check;
	} cases[] = {
		{ "exit 1", JOB_OURS, -SYB_E_INCOMPATIBLE, "tool-failed" },
		{ "exit 3", JOB_OURS, -SYB_E_FORMAT, "tool-failed" },
		{ "exit 4", JOB_OURS, -SYB_E_TOOL, "tool-failed" },
		{ "exit 5", JOB_OURS, -SYB_E_INTERNAL, "tool-failed" },
		{ "echo \"x: 'No space left on device'\"; exit 1", 0, -SYB_E_IO, "write" },
		{ "exit 7", 0, -SYB_E_FORMAT, "tool-failed" },
		{ "exit 139", 0, -SYB_E_TOOL, "tool-failed" },
		{ "kill -SEGV $$", 0, -SYB_E_TOOL, "tool-failed" },
		{ "no-such-program-of-sybil", 0, -SYB_E_TOOL, "tool-missing" },
		{ "true", 0, -SYB_E_TOOL, "tool-failed" }, /* it makes nothing */
	};
	static const char *const missing[] = { "no-such-program-of-sybil", NULL };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		begin();
		add("job", "", "never", cases[i].script)->flags = cases[i].flags;
		is_int(run((struct jobs_opts){ 0 }), cases[i].code);
		is_str(check_at(0), cases[i].check);
	}
	begin();
	add("job", "", "never", "")->argv = missing;
	add("other", "", "o", "echo >o");
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_TOOL);
	is_str(check_at(0), "tool-missing");
	is_int(jobs[1].state, JOB_DONE);
}

/* ---- functions ---- */

static int succeed(struct syb_ctx *c, struct relay *relay, const void *user)
{
	(void)relay;
	syb_report(c, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "first", "%s", (const char *)user);
	return 0;
}

static int fail(struct syb_ctx *c, struct relay *relay, const void *user)
{
	(void)relay;
	return syb_fail(c, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "second", "%s", (const char *)user);
}

static int crash_signal = SIGABRT;

static int crash(struct syb_ctx *c, struct relay *relay, const void *user)
{
	const struct syb_diag diag = { .severity = SYB_SEVERITY_ERROR,
				       .code = SYB_E_FORMAT,
				       .check = "crash",
				       .file = user,
				       .at = SYB_NO_OFFSET,
				       .text = "it crashed" };

	(void)c;
	relay_stage(relay, &diag);
	signal(crash_signal, SIG_DFL);
	raise(crash_signal);
	return 0;
}

/* Needs the second way. */
static int crash_first(struct syb_ctx *c, struct relay *relay, const void *user)
{
	return strcmp(user, "first") == 0 ? crash(c, relay, user) : succeed(c, relay, user);
}

static size_t loads;

static void count_load(void)
{
	loads++;
}

static void touch_loaded(void)
{
	FILE *file = fopen(path("loaded"), "w");

	if (file)
		fclose(file);
}

static void *wait_long(void *user)
{
	pthread_mutex_lock(user);
	pthread_mutex_unlock(user);
	return NULL;
}

/* Children that are done are left to the caller, however many. */
static void test_rest(void)
{
	struct jobs_rest rest = { 0 };

	begin();
	for (size_t i = 0; i < 20; i++) {
		add("job", "", "", "true")->run = succeed;
		jobs[i].user = "done";
	}
	is_int(run((struct jobs_opts){ .rest = &rest, .jobs = 1 }), 0);
	is_int(syb_ctx_diag_count(ctx), 20);
	ok(rest.count > 0 && rest.count <= ARRAY_SIZE(rest.list));
	jobs_rest_wait(&rest);
	is_int(rest.count, 0);
	ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no child is left");
	/* a crash is noticed */
	begin();
	add("crash", "", "", "true")->run = crash;
	is_int(run((struct jobs_opts){ .rest = &rest }), -SYB_E_FORMAT);
	jobs_rest_wait(&rest);
}

/* While a program runs that a function waits for; not where nothing but programs run. */
static void test_load(void)
{
	begin();
	add("program", "", "made", "while [ ! -e loaded ]; do sleep 0.01; done; touch made");
	add("function", "made", "", "true")->run = succeed;
	jobs[1].user = "after the program";
	is_int(run((struct jobs_opts){ .load = touch_loaded }), 0);
	begin();
	loads = 0;
	add("program", "", "", "true");
	is_int(run((struct jobs_opts){ .load = count_load }), 0);
	is_int(loads, 0);
}

static void test_functions(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct rlimit all;
	pthread_t thread;

	begin();
	add("one", "", "", "false")->run = succeed;
	jobs[0].user = "works";
	is_int(run((struct jobs_opts){ 0 }), 0);
	is_int(jobs[0].state, JOB_DONE);
	is_str(check_at(0), "first");
	begin();
	add("two", "", "", "true")->run = fail;
	add("three", "", "", "true")->run = succeed;
	jobs[0].user = jobs[1].user = "fails";
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_INCOMPATIBLE);
	is_str(check_at(0), "second"); /* in order, and nothing more about it */
	is_str(check_at(1), "first");
	begin();
	add("four", "", "", "true")->run = crash;
	jobs[0].user = "a.cl";
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_FORMAT);
	is_str(check_at(0), "crash");
	crash_signal = SIGKILL; /* it did not crash */
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_TOOL);
	is_str(check_at(1), "tool-failed");
	crash_signal = SIGABRT;
	/* another way after a crash; a failure is final */
	begin();
	add("way", "", "", "true")->run = crash_first;
	jobs[0].user = "first";
	jobs[0].user_after_crash = "second";
	is_int(run((struct jobs_opts){ 0 }), 0);
	is_str(check_at(0), "first");
	is_int(jobs[0].starts, 2);
	begin();
	add("failure", "", "", "true")->run = fail;
	jobs[0].user = jobs[0].user_after_crash = "final";
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_INCOMPATIBLE);
	is_int(jobs[0].starts, 1);
	test_rest();
	test_load();
	/* through a launcher it is the program */
	begin();
	add("five", "", "", "true")->run = fail;
	jobs[0].flags = JOB_LAUNCH;
	is_int(run((struct jobs_opts){ .launcher = "env" }), 0);
	/* fork is not safe beside other threads */
	pthread_mutex_lock(&lock);
	if (pthread_create(&thread, NULL, wait_long, &lock) != 0)
		return;
	begin();
	add("six", "", "", "true")->run = succeed;
	add("seven", "", "", "true")->run = fail;
	jobs[0].user = jobs[1].user = "here";
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_INCOMPATIBLE);
	is_str(check_at(0), "first");
	is_str(check_at(1), "second");
	/* a report that cannot be written, as on a full disk: an error, and the process goes on */
	begin();
	add("eight", "", "", "true")->run = succeed;
	jobs[0].user = "here";
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &all);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, all.rlim_max });
	ok(run((struct jobs_opts){ 0 }) < 0, "the job fails");
	setrlimit(RLIMIT_FSIZE, &all);
	signal(SIGXFSZ, SIG_DFL);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 1);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
}

static void test_plans(void)
{
	begin();
	add("a", "x", "y", "true");
	add("b", "y", "x", "true");
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_ARG);
	is_str(check_at(0), "job-cycle");
	begin();
	add("a", "", "y", "true");
	add("b", "", "y", "true");
	is_int(run((struct jobs_opts){ 0 }), -SYB_E_ARG);
	is_str(check_at(0), "job-output");
}

/* ---- launchers ---- */

static void test_launcher(void)
{
	struct jobs_opts opts = { .jobs = 2, .launcher = fmt("env 'A=a b' sh %s", path("launch")) };
	FILE *file = fopen(path("launch"), "w");

	/* fails as often as the file "fail" has lines left, for jobs whose name is not "bad" */
	fprintf(file, "echo launched >>%s\nif [ -s %s ]; then sed -i 1d %s; exit 1; fi\nexec \"$@\"\n", path("log"),
		path("fail"), path("fail"));
	fclose(file);

	begin();
	add("here", "", "h", "echo here >h");
	add("there", "h", "t", "echo \"$A\" >t")->flags = JOB_LAUNCH | JOB_OURS;
	is_int(run(opts), 0);
	is_str(text_of("t"), "a b\n");
	is_str(text_of("log"), "launched\n");
	is_int(jobs[1].starts, 1);

	is_int(system(fmt("echo x >%s", path("fail"))), 0); /* lost once */
	begin();
	add("there", "", "t", "echo again >t")->flags = JOB_LAUNCH | JOB_OURS;
	is_int(run(opts), 0);
	is_str(text_of("t"), "again\n");
	is_int(jobs[0].starts, 2);

	is_int(system(fmt("printf 'x\\nx\\n' >%s", path("fail"))), 0); /* and twice */
	begin();
	add("there", "", "t", "echo never >t")->flags = JOB_LAUNCH | JOB_OURS;
	is_int(run(opts), -SYB_E_TOOL);
	is_str(check_at(0), "job-lost");
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "there: ") != NULL, "it is named");

	begin();
	add("bad input", "", "t", "echo error; exit 3")->flags = JOB_LAUNCH | JOB_OURS;
	is_int(run(opts), -SYB_E_FORMAT);
	is_int(jobs[0].starts, 1);
	is_str(check_at(0), "tool-failed");

	begin();
	add("killed", "", "t", "kill -KILL $$")->flags = JOB_LAUNCH | JOB_OURS;
	is_int(run(opts), -SYB_E_TOOL);
	is_int(jobs[0].starts, 2);
	is_str(check_at(0), "job-lost");

	begin();
	add("there", "", "t", "echo x >t")->flags = JOB_LAUNCH;
	opts.launcher = "no-such-launcher-of-sybil -n1";
	is_int(run(opts), -SYB_E_TOOL);
	is_str(check_at(0), "tool-missing");
	ok(strstr(syb_ctx_diag_at(ctx, 0)->text, "no-such-launcher-of-sybil") != NULL, "a launcher that is not there");
	opts.launcher = "srun 'open";
	is_int(run(opts), -SYB_E_ARG);
}

static void test_words(void)
{
	static const struct {
		const char *text, *quoted;
	} cases[] = {
		{ "srun -n1", "srun -n1" },
		{ "  a\t'b c'  d\\ e \"f \\\"g\\\" \\n\" '' ", "a 'b c' 'd e' 'f \"g\" \\n' ''" },
		{ "x'y'\"z\"", "xyz" },
		{ "it\\'s $HOME *", "'it'\\''s' '$HOME' '*'" },
		{ "", "" },
	};
	static const char *const bad[] = { "'a", "a \"b", "\"a\\", "\"a\\\"" };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		_cleanup_(buf_free) struct buf buf = { 0 };
		const char **argv;
		size_t n;

		is_int(shell_split(ctx, &arena, cases[i].text, &argv, &n), 0);
		is_int(shell_quote(ctx, &buf, argv), 0);
		is_int(buf_char(ctx, &buf, '\0'), 0);
		is_str((char *)buf.ptr, cases[i].quoted);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const char **argv;
		size_t n;

		is_int(shell_split(ctx, &arena, bad[i], &argv, &n), -SYB_E_ARG);
	}
}

/* ---- limits ---- */

/* Jobs that wait until `want` of them have begun, and note how many run at once: the most there ever were. */
static int most_at_once(struct jobs_opts opts, size_t n, uint64_t memory, int want)
{
	int most = 0, now = 0;
	FILE *file;
	char line[16];

	(void)unlink(path("log"));
	begin();
	for (size_t i = 0; i < n; i++)
		add("job", "", fmt("o%zu", i),
		    fmt("echo + >>log; n=0; until [ $(grep -c + log) -ge %d ] || [ $n = 400 ]; do sleep 0.05; "
			"n=$((n+1)); done; sleep 0.05; echo - >>log; echo >o%zu",
			want, i))
			->memory = memory;
	is_int(run(opts), 0);
	file = fopen(path("log"), "r");
	while (file && fgets(line, sizeof(line), file)) {
		now += *line == '+' ? 1 : -1;
		most = now > most ? now : most;
	}
	if (file)
		fclose(file);
	return most;
}

/* No more than that many at once, and no fewer. */
static void at_once(struct jobs_opts opts, size_t n, uint64_t memory, int want)
{
	is_int(most_at_once(opts, n, memory, want), want);
}

static void test_limits(void)
{
	at_once((struct jobs_opts){ .jobs = 1 }, 3, 0, 1);
	at_once((struct jobs_opts){ .jobs = 4 }, 8, 1, 4);
	at_once((struct jobs_opts){ .jobs = 4, .memory = 250 }, 4, 100, 2);
	at_once((struct jobs_opts){ .jobs = 4, .memory = 250 }, 2, 1000, 1); /* too large for all: alone */
	/* more than any machine has: one at a time */
	at_once((struct jobs_opts){ .jobs = 4 }, 2, UINT64_C(1) << 60, 1);
}

/* One that is killed while others run is run once more, alone. */
static void test_out_of_memory(void)
{
	begin();
	add("other", "", "a", "until [ -e tried ]; do sleep 0.05; done; sleep 0.7; echo >a");
	add("large", "", "b", "[ -e tried ] && echo >b && exit; : >tried; kill -KILL $$");
	is_int(run((struct jobs_opts){ .jobs = 2 }), 0);
	is_int(jobs[1].starts, 2);
	begin();
	add("large", "", "c", "kill -KILL $$");
	is_int(run((struct jobs_opts){ .jobs = 2 }), -SYB_E_TOOL);
	is_int(jobs[0].starts, 1);
}

/* A server with a number of tokens: both forms. */
static void test_make(void)
{
	char tokens[8] = "abcdefg";
	int ends[2], fifo;

	if (pipe(ends) < 0 || write(ends[1], tokens, 2) != 2)
		abort();
	setenv("MAKEFLAGS", fmt(" -j3 --jobserver-auth=%d,%d", ends[0], ends[1]), 1);
	at_once((struct jobs_opts){ .jobs = 8 }, 8, 1, 3);
	ok(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 && read(ends[0], tokens, 8) == 2, "the tokens are back");
	at_once((struct jobs_opts){ .jobs = 8 }, 3, 1, 1);
	close(ends[0]);
	close(ends[1]);
	/* make has closed its descriptors: not one of its own; who asked knows, else one */
	at_once((struct jobs_opts){ .jobs = 2 }, 4, 1, 2);
	at_once((struct jobs_opts){ .jobs = 0 }, 3, 1, 1);
	setenv("MAKEFLAGS", " -j1", 1);
	at_once((struct jobs_opts){ .jobs = 0 }, 3, 1, 1);

	if (mkfifo(path("fifo"), 0600) < 0)
		abort();
	fifo = open(path("fifo"), O_RDWR | O_NONBLOCK);
	if (write(fifo, tokens, 1) != 1)
		abort();
	setenv("MAKEFLAGS", fmt("--jobserver-auth=fifo:%s -- X=1", path("fifo")), 1);
	at_once((struct jobs_opts){ .jobs = 8 }, 5, 1, 2);
	is_int(read(fifo, tokens, 8), 1);
	/* a token that comes later is used */
	begin();
	add("a", "", "a", fmt("printf x >%s; while [ ! -e seen ]; do sleep 0.05; done; echo >a", path("fifo")));
	add("b", "", "b", "echo >seen; echo >b");
	is_int(run((struct jobs_opts){ .jobs = 2 }), 0);
	close(fifo);
	unsetenv("MAKEFLAGS");
}

/* ---- the end ---- */

static volatile int cancel;

/* A process that has ended may wait for somebody to take note: that is no running. */
static bool runs(const char *name)
{
	const char *stat = fmt("/proc/%ld/stat", strtol(text_of(name), NULL, 10));

	for (int i = 0; i < 200; i++) {
		FILE *file = fopen(stat, "r");
		char state = 'Z';

		if (!file || fscanf(file, "%*d %*s %c", &state) != 1 || state == 'Z') {
			if (file)
				fclose(file);
			return false;
		}
		fclose(file);
		nanosleep(&(struct timespec){ .tv_nsec = 50000000 }, NULL);
	}
	return true;
}

/* When the first job has begun to wait. */
static void cancel_later(void *user, const struct syb_compile_progress *p)
{
	(void)user;
	(void)p;
	cancel = access(path("ready"), F_OK) == 0;
}

static void test_cancel(void)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &cancel };
	struct syb_ctx *before = ctx;
	double from = clock_seconds();

	begin();
	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	add("with children", "", "a",
	    "trap 'echo cleaned >cleaned; exit 1' TERM; sleep 60 & echo $! >child; echo >ready; wait");
	add("plain", "", "b", "exec sleep 60");
	add("waits", "a", "c", "true");
	signal(SIGTERM, SIG_IGN); /* whatever our caller ignores */
	is_int(run((struct jobs_opts){ .jobs = 3, .progress = cancel_later }), -SYB_E_CANCELLED);
	ok(clock_seconds() - from < 20, "soon after it was asked");
	ok(!runs("child"), "what they started is gone");
	is_str(text_of("cleaned"), "cleaned\n");
	is_int(jobs[2].state, JOB_WAITING);
	signal(SIGTERM, SIG_DFL);
	begin();
	syb_ctx_free(ctx);
	ctx = before;
}

static size_t progress_calls, progress_done;

static void note_progress(void *user, const struct syb_compile_progress *p)
{
	(void)user;
	progress_calls++;
	progress_done = p->done;
	ok((p->label != NULL) == (p->running > 0), "who is waited for is named");
	ok(p->total == 2 && p->done <= 2 && p->running <= 2 && (p->done == 0 || p->rate > 0), "a sane report");
}

static void test_progress(void)
{
	begin();
	add("a", "", "a", "echo >a");
	add("b", "", "b", "echo >b");
	is_int(run((struct jobs_opts){ .jobs = 2, .progress = note_progress }), 0);
	ok(progress_calls >= 2 && progress_done == 2, "progress up to the end");
}

static int run_two(struct syb_ctx *c, void *arg)
{
	static const char *const first[] = { "/bin/sh", "-c", "echo said", NULL }, *const second[] = { "true", NULL };
	static const char *const made[] = { "/dev/null", NULL };
	struct job two[] = { { .label = "a", .argv = first, .outputs = made, .flags = JOB_LAUNCH },
			     { .label = "b", .argv = second, .inputs = made } };
	const struct jobs_opts opts = { .launcher = "env A=b" };
	int r = jobs_run(c, two, 2, &opts);

	(void)arg;
	jobs_free(two, 2);
	return r;
}

static void test_temp(void)
{
	struct temp other = { 0 };
	char was[4096];

	is_int(temp_make(ctx, &other, "test"), 0);
	memcpy(was, other.path, sizeof(was));
	is_int(system(fmt("cd %s && mkdir -p a/b && echo >a/b/c && echo >d && ln -s %s link", other.path, temp.path)),
	       0);
	temp_drop(&other);
	ok(access(was, F_OK) < 0, "a folder with folders in it");
	ok(access(temp.path, F_OK) == 0 && !*other.path, "links are not followed");
	temp_drop(&other);
	setenv("TMPDIR", "/no/such/folder", 1);
	is_int(temp_make(ctx, &other, "test"), -SYB_E_IO);
	unsetenv("TMPDIR");
	ok(!*other.path, "nothing to drop");
}

int main(void)
{
	size_t fds;

	if (syb_ctx_new(NULL, &ctx) < 0 || temp_make(ctx, &temp, "t_jobs") < 0)
		return 99;
	unsetenv("MAKEFLAGS");
	fds = open_fds();
	test_order();
	test_failures();
	test_early();
	test_early_killed();
	test_codes();
	test_functions();
	test_plans();
	test_launcher();
	test_words();
	test_limits();
	test_out_of_memory();
	test_make();
	test_cancel();
	test_progress();
	torture(run_two, NULL);
	test_temp();
	is_int(open_fds(), fds);
	ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no zombies");
	begin();
	temp_drop(&temp);
	arena_free(&arena);
	syb_ctx_free(ctx);
	return tap_done();
}
