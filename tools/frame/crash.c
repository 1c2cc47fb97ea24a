/* tools/frame/crash.c — handles LLVM giving up or crashing, which damaged bitcode can cause, and crashes of
 * drivers and of kernels that run on the CPU.
 *
 * Nothing has to be undone: outputs get their names at the end, as whole files, and vanish with the process before
 * that. The handler reports the crash and sets the exit code. It may only call write(), so its message is formatted
 * beforehand and kept in the only static data here. */
#include "tool.h"

#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { STACK_SIZE = 64 << 10 };

static struct {
	struct tool *tool;
	enum syb_code code;
	const char *check;
	int status;
	struct words {
		char text[4096];
		size_t length;
	} words, when_aborted; /* the second may be empty */
	atomic_flag spoken;
	_Alignas(16) char stack[STACK_SIZE]; /* LLVM recurses: the usual one may be used up */
} last;

/* Kernels crash on several threads at once: only one reports it. Drivers also abort when a signal ended a program
 * that they started; then the signal ends this process too. */
static void on_crash(int number)
{
	const struct words *words = number == SIGABRT && last.when_aborted.length ? &last.when_aborted : &last.words;

	signals_raise();
	while (atomic_flag_test_and_set(&last.spoken))
		pause();
	progress_cut();
	(void)!write(STDERR_FILENO, words->text, words->length);
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

void crash_forget(void)
{
	for (size_t i = 0; last.tool && i < ARRAY_SIZE(numbers); i++)
		signal(numbers[i], SIG_DFL);
}

static int make_words(struct tool *tool, const struct syb_diag *diag, struct words *out)
{
	struct buf buf = { 0 };

	TRY(tool->json_diags ? diag_json_text(tool, &buf, diag) : diag_text(tool, &buf, diag, ""));
	out->length = buf.len < sizeof(out->text) ? buf.len : sizeof(out->text);
	memcpy(out->text, buf.ptr, out->length);
	buf_free(&buf);
	return 0;
}

int crash_expect(struct tool *tool, const struct syb_diag *diag)
{
	TRY(make_words(tool, diag, &last.words));
	last.when_aborted.length = 0;
	last.tool = tool;
	last.code = diag->code;
	last.check = diag->check;
	last.status = syb_code_exit(-(int)diag->code);
	install();
	return 0;
}

int crash_of_driver(struct tool *tool, bool aborted, const char *fmt, ...)
{
	char text[1024];
	const struct syb_diag diag = { .severity = SYB_SEVERITY_ERROR,
				       .code = SYB_E_DEVICE,
				       .check = "driver-failed",
				       .at = SYB_NO_OFFSET,
				       .text = text };
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return aborted ? make_words(tool, &diag, &last.when_aborted) : crash_expect(tool, &diag);
}
