/* tools/frame/signals.c — SIGINT, SIGQUIT, SIGTERM and SIGHUP end the work at its next step, so that nothing
 * half-written stays. SIGBUS is what reading a mapped file gives that somebody else has made shorter: it ends the work
 * at once, with words.
 *
 * Flags are the only mutable static data: a handler has nothing else to write to. A second signal of the same kind
 * kills at once. So does the first one while a driver is at work, which cannot be asked to stop. */
#include "tool.h"

#include <signal.h>
#include <unistd.h>

static volatile int caught;
static volatile sig_atomic_t at_once;

static void on_signal(int number)
{
	caught = number;
	if (!at_once)
		return;
	progress_cut();
	signal(number, SIG_DFL);
	raise(number); /* as soon as we return */
}

/* Outputs without a name vanish with the process, so there is nothing to take back. */
static void on_bus_error(int number)
{
	static const char text[] = "sybil: error: a file became shorter while it was read [read]\n";

	(void)number;
	progress_cut(); /* NOLINT(bugprone-signal-handler): it calls write only */
	(void)!write(STDERR_FILENO, text, sizeof(text) - 1);
	_exit(4);
}

const volatile int *signals_install(void)
{
	static const int numbers[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		struct sigaction now, action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

		/* nohup and shells' background jobs ignore some of them: leave it so */
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	signal(SIGBUS, on_bus_error);
	signal(SIGPIPE, SIG_DFL); /* a reader that goes away ends us quietly */
	return &caught;
}

/* Again and again: what is said on the way out goes the same way. */
void signals_keep_pipe(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGPIPE, &action, NULL);
}

void signals_at_once(bool on)
{
	at_once = on;
	if (on)
		signals_raise(); /* what came before */
}

void signals_raise(void)
{
	if (!caught)
		return;
	signal(caught, SIG_DFL);
	raise(caught);
}
