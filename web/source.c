/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdlib.h>

/* One of the two. */
struct source {
	struct bus_source *bus;
	struct centre_source *centre;
};

int source_open(const char *bus, const char *centre, sd_event *event, struct live *live, struct source **ret)
{
	struct source *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return -ENOMEM;
	r = centre ? centre_source_open(centre, event, live, &s->centre) : bus_source_open(bus, event, live, &s->bus);
	if (r < 0) {
		free(s);
		return r;
	}
	*ret = s;
	return 0;
}

void source_close(struct source *s)
{
	if (!s)
		return;
	bus_source_close(s->bus);
	centre_source_close(s->centre);
	free(s);
}

int source_record(struct source *s, const char *game, const char **suffix, const char **text)
{
	return s->centre ? centre_source_record(s->centre, game, suffix, text) :
			   bus_source_record(s->bus, game, suffix, text);
}
