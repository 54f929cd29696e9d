/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the relay and the centre are as programs: a loop of events that ends at a signal, and sentences on stderr. */
#ifndef NATS_PROGRAM_H
#define NATS_PROGRAM_H

#include <systemd/sd-event.h>

struct program {
	const char *name;
	sd_event *loop; /* sd_event_unref() it */
	char said[256];
};

/* The loop ends in order at SIGTERM and SIGINT; a reader that has gone is told by write(). 0 or a negative errno. */
int program_begin(struct program *program);
/* A sentence, behind the program's name; the last one is not said again. "" says nothing, and forgets the last one. */
void program_say(struct program *program, const char *sentence);

#endif
