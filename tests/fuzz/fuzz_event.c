/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Event files from any bytes: read, or refused with a place and a reason. What is read has all that its header
 * promises, in texts that a log and the bus can take, and the places that are named lie in the file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/event-file.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"name: Club Open\nsite: Oslo\ndates: [2026-11-22, 2026-11-23]\ntimezone: Europe/Oslo\nrulebook: fide2023-blitz\n"
	"time: 5m+3s\nboards:\n- {number: 1, board: a}\n- {number: 12, board: \"00042\"}\noptions: {flag_call: claim, y: 2}\n"
	"delay: {moves: 3, minutes: 5}\ntags: {Annotator: \"B, C\"}\nstart: press\nid: club-open\n",
	"name: \"N\xc3\xb8tt\"\ndates: 2026-02-28\nboards: [{number: 3}]\n",
	"name: a\noptions:\n  - x\n",
	"name: &a b\nsite: *a\n",
	"---\nname: |\n  two\n  lines\n...\n",
	NULL
};
const char *const fuzz_words[] = {
	"name: ",   "site: ",	 "dates: ",   "timezone: ", "rulebook: ",  "time: ", "boards:\n",
	"options:", "delay:",	 "tags:",     "start: ",    "id: ",	   "press",  "number: ",
	"board: ",  "moves: ",	 "minutes: ", "2026-02-30", "99999999999", "-1",     "0",
	"\n",	    "- ",	 "{",	      "}",	    "[",	   "]",	     ", ",
	": ",	    "\"",	 "'",	      "&a ",	    "*a",	   "<<: *a", "|\n",
	"#",	    "~",	 "null",      "true",	    "\t",	   "---\n",  "\xc3\xa9",
	"\xff",	    "!!binary ", "? ",	      "../",	    "\\u0000",	   "\\x07",  NULL
};

static void check_text(const char *text, bool may_be_empty)
{
	FUZZ_ASSERT(may_be_empty || text[0]);
	FUZZ_ASSERT(text_check(text, strlen(text), NULL) == 0 && !strpbrk(text, "\r\n"));
}

static void check_event(const struct event_file *event)
{
	const char *const texts[] = { event->site, event->timezone, event->rulebook, event->time, event->start };
	unsigned last = 0;

	check_text(event->name, false);
	check_text(event->id, false);
	/* it is part of paths */
	FUZZ_ASSERT(strlen(event->id) < EVENT_ID && !strchr(event->id, '/') && event->id[0] != '.');
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_text(texts[i], true);
	for (size_t i = 0; i < event->date_count; i++)
		FUZZ_ASSERT(strlen(event->dates[i]) == 10 && event->dates[i][4] == '.' && event->dates[i][7] == '.');
	for (size_t i = 0; i < event->board_count; i++) {
		FUZZ_ASSERT(event->boards[i].number > last);
		last = event->boards[i].number;
		check_text(event->boards[i].board, true);
	}
	FUZZ_ASSERT(json_is_object(event->options) && json_is_object(event->tags));
}

/* What is written of it is read as it is. */
static void check_written(const struct event_file *event)
{
	json_t *written = event_file_format(event), *rewritten;
	struct event_file *again;

	FUZZ_ASSERT(written && event_file_parse(written, &again) == 0);
	rewritten = event_file_format(again);
	FUZZ_ASSERT(json_equal(written, rewritten));
	json_decref(written);
	json_decref(rewritten);
	event_file_unref(again);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct event_file *event = NULL;
	json_t *places = NULL, *place;
	struct text_fault fault = { 0 };
	const char *key;
	int r = event_file_read((const char *)data, size, &event, &places, &fault);

	FUZZ_ASSERT(r == 0 || r == -EINVAL);
	if (r < 0) {
		FUZZ_ASSERT(fault.line >= 1 && fault.column >= 1 && fault.reason[0]);
		FUZZ_ASSERT(text_check(fault.reason, strlen(fault.reason), NULL) == 0 &&
			    !strpbrk(fault.reason, "\r\n"));
		return;
	}
	check_event(event);
	json_object_foreach(places, key, place)
		FUZZ_ASSERT(json_integer_value(json_array_get(place, 0)) >= 1 &&
			    json_integer_value(json_array_get(place, 1)) >= 1);
	check_written(event);
	event_file_unref(event);
	json_decref(places);
}
