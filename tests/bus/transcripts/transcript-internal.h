/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of a transcript share: whose rig it is, what was heard of it, and what is told. */
#ifndef TESTS_BUS_TRANSCRIPT_INTERNAL_H
#define TESTS_BUS_TRANSCRIPT_INTERNAL_H

#include <stdio.h>

#include "tests/bus/transcripts/transcript.h"
#include "tests/bus/transcripts/message-text.h"

#define NAME "org.flagfall1"
#define ROOT_PATH "/org/flagfall1"
#define MOST_BOARDS 4
#define MOST_CHANGES 256

struct change {
	char *key; /* object, interface, property */
	char *value;
};

struct transcript {
	struct rig *rig;
	sd_bus *bus; /* of who acts and hears */
	struct sim *sims[MOST_BOARDS];
	char sockets[MOST_BOARDS][128], serials[MOST_BOARDS][32];
	char *arguments[64];
	unsigned boards, argument_count;
	struct change changes[MOST_CHANGES]; /* of properties, since they were last told */
	unsigned change_count;
	char *heard; /* signals since they were last told, a line each */
	size_t heard_size;
	FILE *saying;
	FILE *out;
	bool untimed;	     /* a game has changed boards: the machine's time is in its times */
	int64_t patience_us; /* left for all that is waited for; used up: it is not waited any more */
	int64_t waited_us;   /* when it was waited last in this step */
};

/* transcript-said.c: signals and changed properties, as lines */
int transcript_on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error);
char *transcript_text_of(sd_bus_message *m); /* new */
const char *transcript_short_interface(const char *interface);
void transcript_tell(struct transcript *t, const char *text);
void transcript_tell_all(struct transcript *t); /* what was heard since it was told last */
int64_t transcript_now_us(void);
/* A millisecond passes; false if what is waited for has not come in all that time: it is not waited any more then. */
bool transcript_is_patient(struct transcript *t);

/* transcript-files.c: what the daemon has written. Texts are new, NULL what is not there or cannot be asked now. */
char *transcript_file(struct transcript *t, const char *name, const char *unused);
char *transcript_rows(struct transcript *t, const char *name, const char *sql);
/* … [until WORDS]: what text_of_it() finds by the first own words; when it has those words, since it is written in time
 */
void transcript_show(struct transcript *t, char *(*text_of_it)(struct transcript *, const char *, const char *),
		     char **words, unsigned count, unsigned own);
void transcript_files(struct transcript *t, const char *folder);

#endif
