/* tools/frame/crash.c — handles LLVM giving up or crashing, which damaged bitcode can cause.
 *
 * Nothing has to be undone: outputs get their names at the end, as whole files, and vanish with the process before
 * that. The handler reports the crash and sets the exit code. It may only call write(), so its message is formatted
 * beforehand and kept in the only static data here. */
#include "tool.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { STACK_SIZE = 64 << 10 };

static struct {
	struct tool *tool;
	enum syb_code code;
	const char *check;
	int status;
	char text[4096];
	size_t length;
	atomic_flag spoken;
	_Alignas(16) char stack[STACK_SIZE]; /* LLVM recurses: the usual one may be used up */
} last;

/* Several threads may crash at once: only one reports it. */
static void on_crash(int number)
{
	(void)number;
	signals_raise();
	while (atomic_flag_test_and_set(&last.spoken))
		pause();
	progress_cut();
	(void)!write(STDERR_FILENO, last.text, last.length);
	_exit(last.status);
}

#ifdef SYBIL_IR_TOOL
#include <sybil/ir.h>

static void on_fatal(const char *message)
{
	syb_fail(last.tool->ctx, last.code, SYB_NO_OFFSET, last.check, "%s", message);
	diag_end(last.tool);
	_exit(last.status);
}
#endif

static const int numbers[] = { SIGSEGV, SIGABRT, SIGILL, SIGFPE };

static void install(void)
{
	const stack_t stack = { .ss_sp = last.stack, .ss_size = sizeof(last.stack) };

	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK };

		sigaction(numbers[i], &action, NULL);
	}
#ifdef SYBIL_IR_TOOL
	syb_ir_own_process(on_fatal);
#endif
}

int crash_expect(struct tool *tool, const struct syb_diag *diag)
{
	struct buf buf = { 0 };

	TRY(tool->json_diags ? diag_json_text(tool, &buf, diag) : diag_text(tool, &buf, diag, ""));
	last.length = buf.len < sizeof(last.text) ? buf.len : sizeof(last.text);
	memcpy(last.text, buf.ptr, last.length);
	buf_free(&buf);
	last.tool = tool;
	last.code = diag->code;
	last.check = diag->check;
	last.status = syb_code_exit(-(int)diag->code);
	install();
	return 0;
}
