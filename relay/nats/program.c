/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/nats/link.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <systemd/sd-daemon.h>

#include "common/service-words.h"
#include "common/system-log.h"

int program_begin(struct program *program)
{
	static const int ends[] = { SIGTERM, SIGINT };
	sigset_t signals;
	int r = sd_event_new(&program->loop);

	log_init(program->name, true);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaddset(&signals, ends[i]);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && r >= 0; i++)
		r = sd_event_add_signal(program->loop, NULL, ends[i], NULL, NULL);
	return r < 0 ? r : 0;
}

void program_say(struct program *program, int priority, const char *sentence)
{
	if (strcmp(program->said, sentence) == 0)
		return;
	snprintf(program->said, sizeof(program->said), "%s", sentence);
	if (!*sentence)
		return;
	log_message(priority, "%s: %s", program->name, sentence);
	sd_notifyf(0, "STATUS=%s", sentence);
}

void program_ready(void)
{
	sd_notify(0, "READY=1\nSTATUS=" SERVICE_BEGINS);
}

void program_say_news(struct program *program, int priority, const char *sentence)
{
	program_say(program, priority, sentence);
	program->is_news = true;
}

void program_say_state(struct program *program, int priority, const char *fault)
{
	if (*fault)
		program_say_news(program, priority, fault);
	else if (program->is_news)
		program_say(program, LOG_NOTICE, program->well ?: SERVICE_CONNECTED);
	if (!*fault)
		program->is_news = false;
}

void program_say_well(struct program *program, const char *sentence)
{
	const bool was_well = strcmp(program->said, program->well ?: SERVICE_CONNECTED) == 0;

	program->well = sentence;
	if (was_well)
		program_say(program, LOG_NOTICE, sentence);
}

const char *program_advice(const char *why)
{
	static const struct {
		const char *words, *advice;
	} all[] = {
		{ "Authorization Violation",
		  "the servers do not know this login: look at its file, and at their users" },
		{ "self-signed", "--ca has to name the authority that made the server's certificate" },
		{ "self signed", "--ca has to name the authority that made the server's certificate" },
		{ "issuer certificate", "--ca has to name the authority that made the server's certificate" },
		{ "ostname mismatch", "the server's certificate is not of the name by which it is looked for" },
		{ "IP address mismatch", "the server's certificate is not of the address by which it is looked for" },
		{ "has expired", "the server's certificate is too old, or this machine's clock is wrong" },
		{ "not yet valid", "this machine's clock is wrong, or the server's certificate is too new" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strstr(why, all[i].words))
			return all[i].advice;
	return "";
}

void program_say_lost(struct program *program, const char *why, const char *then)
{
	const bool is_nobody = program->servers && strncmp(why, "No server available", 19) == 0;
	const char *advice = program_advice(why);
	char sentence[sizeof(program->said)];

	snprintf(program->why, sizeof(program->why), "%.160s%s%.120s%s%.100s", why, is_nobody ? " at " : "",
		 is_nobody ? program->servers : "", *advice ? ": " : "", advice);
	snprintf(sentence, sizeof(sentence), "there is no connection%s%s; %.80s", *why ? ": " : "", program->why, then);
	program_say(program, LOG_WARNING, sentence);
}
