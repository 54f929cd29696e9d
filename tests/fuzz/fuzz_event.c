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

static void check_text(const json_t *event, const char *key, bool may_be_empty)
{
	const char *text = json_string_value(json_object_get(event, key));

	FUZZ_ASSERT(text && (may_be_empty || text[0]));
	FUZZ_ASSERT(text_check(text, strlen(text), NULL) == 0 && !strpbrk(text, "\r\n"));
}

static void check_event(const json_t *event)
{
	static const char *const texts[] = { "site", "timezone", "rulebook", "time", "start" };
	const char *id = json_string_value(json_object_get(event, "id"));
	json_int_t last = 0;
	json_t *one;
	size_t i;

	check_text(event, "name", false);
	check_text(event, "id", false);
	/* it is part of paths */
	FUZZ_ASSERT(strlen(id) < EVENT_ID && !strchr(id, '/') && id[0] != '.');
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_text(event, texts[i], true);
	json_array_foreach(json_object_get(event, "dates"), i, one) {
		const char *date = json_string_value(one);

		FUZZ_ASSERT(date && strlen(date) == 10 && date[4] == '.' && date[7] == '.');
	}
	json_array_foreach(json_object_get(event, "boards"), i, one) {
		json_int_t number = json_integer_value(json_object_get(one, "number"));

		FUZZ_ASSERT(number > last);
		last = number;
		check_text(one, "board", true);
	}
	FUZZ_ASSERT(json_is_object(json_object_get(event, "options")) &&
		    json_is_object(json_object_get(event, "tags")));
	FUZZ_ASSERT(json_integer_value(json_object_get(json_object_get(event, "delay"), "moves")) >= 0);
	FUZZ_ASSERT(json_integer_value(json_object_get(json_object_get(event, "delay"), "minutes")) >= 0);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	json_t *event = NULL, *places = NULL, *place;
	struct text_fault fault = { 0 };
	const char *key;
	char *written;
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
	written = json_dumps(event, 0);
	FUZZ_ASSERT(written);
	free(written);
	json_decref(event);
	json_decref(places);
}
