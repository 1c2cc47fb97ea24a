/* tools/signals.c — SIGINT, SIGTERM and SIGHUP end the work at its next step, so that nothing half-written stays.
 *
 * The flag is the one piece of mutable static data: a handler has nothing else to write to. A second signal of the
 * same kind kills at once. */
#include "tool.h"

#include <signal.h>

static volatile int caught;

static void on_signal(int number)
{
	caught = number;
}

const volatile int *signals_install(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		struct sigaction now, action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

		/* nohup and shells' background jobs ignore some of them: leave it so */
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_DFL); /* a reader that goes away ends us quietly */
	return &caught;
}

void signals_raise(void)
{
	if (!caught)
		return;
	signal(caught, SIG_DFL);
	raise(caught);
}
