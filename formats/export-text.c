/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void export_text_set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, *text ? json_string(text) : json_null());
}

/* "Last, First Middle" in its parts; a name without a comma is a last name. */
static json_t *player(const struct player *from)
{
	const char *name = from->name, *comma = strchr(name, ','), *first = comma ? comma + 1 : "";
	char last[128], given[128], middle[128] = "";
	json_t *o = json_object();
	char *blank;

	if (!*name) {
		json_decref(o);
		return json_null();
	}
	snprintf(last, sizeof(last), "%.*s", comma ? (int)(comma - name) : (int)strlen(name), name);
	snprintf(given, sizeof(given), "%s", first + strspn(first, " "));
	blank = strchr(given, ' ');
	if (blank) {
		snprintf(middle, sizeof(middle), "%s", blank + strspn(blank, " "));
		*blank = '\0';
	}
	export_text_set_text(o, "fname", given);
	export_text_set_text(o, "mname", middle);
	export_text_set_text(o, "lname", last);
	export_text_set_text(o, "title", from->title);
	export_text_set_text(o, "federation", from->fed);
	json_object_set_new(o, "gender", json_null());
	if (*from->fide)
		json_object_set_new(o, "fideid", json_integer(strtoll(from->fide, NULL, 10)));
	else
		json_object_set_new(o, "fideid", json_null());
	return o;
}

static char *dump(json_t *object)
{
	char *text = object ? json_dumps(object, JSON_INDENT(1)) : NULL;

	json_decref(object);
	return text;
}

char *export_tournament(const struct export_event *event, const json_t *rounds)
{
	json_t *o = json_object();

	if (!o)
		return NULL;
	json_object_set_new(o, "id", json_string(event->id));
	json_object_set_new(o, "name", json_string(event->name));
	export_text_set_text(o, "location", event->site);
	export_text_set_text(o, "rules", event->rulebook);
	export_text_set_text(o, "timecontrol", event->time);
	json_object_set(o, "rounds", (json_t *)rounds);
	return dump(o);
}

char *export_round(const char *date, const struct export_pairing *pairings, size_t count)
{
	json_t *o = json_object(), *list = json_array();
	char day[16];

	if (!o || !list) {
		json_decref(o);
		json_decref(list);
		return NULL;
	}
	snprintf(day, sizeof(day), "%s", date);
	for (char *c = day; *c; c++)
		*c = *c == '.' ? '-' : *c;
	json_object_set_new(o, "date", json_string(day));
	for (size_t i = 0; i < count; i++) {
		const struct export_pairing *p = &pairings[i];
		json_t *one = json_object();

		json_object_set_new(one, "board", json_integer(p->board));
		json_object_set_new(one, "white", player(&p->player[0]));
		json_object_set_new(one, "black", player(&p->player[1]));
		export_text_set_text(one, "result", p->result);
		json_object_set_new(one, "live", json_boolean(p->live));
		json_array_append_new(list, one);
	}
	json_object_set_new(o, "pairings", list);
	return dump(o);
}

void export_path(char buf[static EXPORT_PATH], unsigned round, unsigned board, const char *suffix)
{
	if (board)
		snprintf(buf, EXPORT_PATH, "round-%u/game-%u.%s", round, board, suffix);
	else
		snprintf(buf, EXPORT_PATH, "round-%u/games.%s", round, suffix);
}

void export_index_path(char buf[static EXPORT_PATH], unsigned round)
{
	snprintf(buf, EXPORT_PATH, "round-%u/index.json", round);
}
