/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/state.h"

#include <errno.h>
#include <stdlib.h>

static bool is_short(enum input_type type)
{
	return type == INPUT_LIFT || type == INPUT_PLACE || type == INPUT_PRESS;
}

int recent_events_add(struct recent_events *recent, const struct input *in)
{
	struct input *whole = NULL;
	struct recent_event *event;

	if (!recent->event && !(recent->event = calloc(RECENT_EVENTS, sizeof(*recent->event))))
		return -ENOMEM;
	if (!is_short(in->type)) {
		whole = malloc(sizeof(*whole));
		if (!whole)
			return -ENOMEM;
		*whole = *in;
	}
	event = &recent->event[recent->count++ % RECENT_EVENTS];
	free(event->whole);
	*event = (struct recent_event){
		.type = in->type,
		.square = in->square,
		.piece = in->piece,
		.side = in->side,
		.t_us = in->t_us,
		.whole = whole,
	};
	return 0;
}

unsigned recent_events_first(const struct recent_events *recent)
{
	return recent->count > RECENT_EVENTS ? recent->count - RECENT_EVENTS : 0;
}

struct input recent_events_get(const struct recent_events *recent, unsigned n)
{
	const struct recent_event *event = &recent->event[n % RECENT_EVENTS];
	struct input in = input_at(event->t_us, event->type);

	if (event->whole)
		return *event->whole;
	in.square = event->square;
	in.piece = event->piece;
	in.side = event->side;
	return in;
}

void recent_events_done(struct recent_events *recent)
{
	for (unsigned i = 0; recent->event && i < RECENT_EVENTS; i++)
		free(recent->event[i].whole);
	free(recent->event);
}
