/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/nats/link.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-daemon.h>

int program_begin(struct program *program)
{
	static const int ends[] = { SIGTERM, SIGINT };
	sigset_t signals;
	int r = sd_event_new(&program->loop);

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaddset(&signals, ends[i]);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && r >= 0; i++)
		r = sd_event_add_signal(program->loop, NULL, ends[i], NULL, NULL);
	return r < 0 ? r : 0;
}

void program_say(struct program *program, const char *sentence)
{
	if (strcmp(program->said, sentence) == 0)
		return;
	snprintf(program->said, sizeof(program->said), "%s", sentence);
	if (!*sentence)
		return;
	fprintf(stderr, "%s: %s\n", program->name, sentence);
	sd_notifyf(0, "STATUS=%s", sentence);
}

void program_say_news(struct program *program, const char *sentence)
{
	program_say(program, sentence);
	program->is_news = true;
}

void program_say_state(struct program *program, const char *fault)
{
	if (*fault)
		program_say_news(program, fault);
	else if (program->is_news)
		program_say(program, PROGRAM_CONNECTED);
	if (!*fault)
		program->is_news = false;
}

void program_say_lost(struct program *program, const char *why, const char *then)
{
	char sentence[sizeof(program->said)];

	snprintf(sentence, sizeof(sentence), "there is no connection%s%.200s; %.200s", *why ? ": " : "", why, then);
	program_say(program, sentence);
}
