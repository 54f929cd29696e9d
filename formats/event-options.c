/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/event-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const options[] = {
	"flag_call",	  "illegal_call",    "arbiter_calls", "supervision",	"phase",
	"guidelines_iii", "default_time_ms", "min_draw_move", "players_record",
};

const char *event_option_words(char buf[static EVENT_OPTION_WORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		n += (size_t)snprintf(buf + n, EVENT_OPTION_WORDS - n, "%s%s", i ? ", " : "", options[i]);
	return buf;
}

bool event_has_option(const char *key, size_t size)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (strlen(options[i]) == size && strncmp(options[i], key, size) == 0)
			return true;
	return false;
}

json_t *event_option_value(const char *text)
{
	char *end;
	long long n = strtoll(text, &end, 10);

	if (strcmp(text, "true") == 0)
		return json_true();
	if (strcmp(text, "false") == 0)
		return json_false();
	if (*text && !*end)
		return json_integer(n);
	return json_string(text);
}
