/* tools/frame/signals.c — SIGINT, SIGQUIT, SIGTERM and SIGHUP end the work at its next step, so that no file is
 * left half-written. SIGBUS means that another process truncated a mapped file: it ends the program at once with a
 * message.
 *
 * The flags are the only mutable static data, because a handler has nothing else to write to. A second signal of the
 * same kind kills at once. So does the first while a driver is running, because drivers cannot be interrupted. */
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
	raise(number); /* delivered as soon as the handler returns */
}

/* Unnamed outputs vanish with the process, so nothing has to be removed. */
static void on_bus_error(int number)
{
	static const char text[] = "sybil: error: a file was truncated while it was read [read]\n";

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

		/* nohup and background jobs of shells ignore some signals: keep that */
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	signal(SIGBUS, on_bus_error);
	signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the program quietly */
	return &caught;
}

/* Keep failing: later output goes to the same closed pipe. */
void signals_keep_pipe(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGPIPE, &action, NULL);
}

void signals_at_once(bool on)
{
	at_once = on;
	if (on)
		signals_raise(); /* the previous handler */
}

void signals_raise(void)
{
	if (!caught)
		return;
	signal(caught, SIG_DFL);
	raise(caught);
}
