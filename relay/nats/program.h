/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the relay and the centre are as programs: a loop of events that ends at a signal, and sentences on stderr. */
#ifndef NATS_PROGRAM_H
#define NATS_PROGRAM_H

#include <systemd/sd-event.h>

struct program {
	const char *name;
	sd_event *loop; /* sd_event_unref() it */
	char said[512];
};

/* The loop ends in order at SIGTERM and SIGINT; a reader that has gone is told by write(). 0 or a negative errno. */
int program_begin(struct program *program);
/*
 * A sentence on stderr, behind the program's name, and as the service's status; the last one is not said again. "" says
 * nothing, and forgets the last one.
 */
void program_say(struct program *program, const char *sentence);
/* The connection is lost, or has not come yet. why: "" is not known; then: what becomes of the work meanwhile. */
void program_say_lost(struct program *program, const char *why, const char *then);

#endif
