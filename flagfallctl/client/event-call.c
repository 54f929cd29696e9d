/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/client/bus.h"
#include "formats/event-file.h"

#define MAX_FILE (24 * 1024 * 1024) /* what the bus carries */

int event_call_read_file(const struct ctl *ctl, const char *name, const char *what, char **ret, size_t *size)
{
	FILE *f = fopen(name, "re");
	char *text = NULL, *more;
	size_t n = 0, room = 0;
	int status = 0;

	if (!f)
		return ctl_fail(ctl, "%s, where %s is expected, cannot be read: %s.", name, what, strerror(errno));
	do {
		room = room ? 2 * room : 65536;
		more = realloc(text, room + 1);
		if (!more) {
			status = ctl_fail(ctl, "%s: %s.", name, strerror(ENOMEM));
			break;
		}
		text = more;
		n += fread(text + n, 1, room - n, f);
	} while (n == room && room <= MAX_FILE);
	if (!status && ferror(f))
		status = ctl_fail(ctl, "%s: %s.", name, strerror(errno));
	else if (!status && n > MAX_FILE)
		status = ctl_fail(ctl, "%s:1:1: this has more than %d bytes; a round's pairings have some thousands.",
				  name, MAX_FILE);
	fclose(f);
	if (status) {
		free(text);
		return status;
	}
	text[n] = '\0';
	*ret = text;
	*size = n;
	return 0;
}

static bool is_file(const char *word)
{
	size_t n = strlen(word);

	return strchr(word, '/') || (n > 5 && strcmp(word + n - 5, ".yaml") == 0) ||
	       (n > 4 && strcmp(word + n - 4, ".yml") == 0);
}

/* The id that an event's file gives it. */
static int id_of_file(const struct ctl *ctl, const char *name, char **id)
{
	struct text_fault fault = { 0 };
	struct event_file *file;
	json_t *places;
	size_t size;
	char *text;
	int r, status = event_call_read_file(ctl, name, "an event's file", &text, &size);

	if (status)
		return status;
	r = event_file_read(text, size, &file, &places, &fault);
	free(text);
	if (r == -EINVAL)
		return ctl_fail(ctl, "%s:%u:%u: %s.", name, fault.line, fault.column, fault.reason);
	if (r < 0)
		return ctl_fail(ctl, "%s: %s.", name, strerror(-r));
	*id = strdup(file->id);
	event_file_unref(file);
	json_decref(places);
	return *id ? 0 : ctl_fail(ctl, "%s.", strerror(ENOMEM));
}

static int say_none(const struct ctl *ctl, const char *id, unsigned count, const char *known)
{
	if (id)
		return ctl_fail(ctl, "there is no event \"%s\"; known: %s.", id, count ? known : "none");
	if (count == 0)
		return ctl_fail(ctl, "no round is open; \"flagfallctl round open EVENT.yaml N PAIRINGS\" opens one.");
	return ctl_fail(ctl, "there are %u events, so name one of them: %s.", count, known);
}

int event_call_find(const struct ctl *ctl, sd_bus *bus, const char *word, char **ret)
{
	char *id = NULL, known[512] = "";
	const char *path, *found = NULL;
	json_t *objects = NULL, *object;
	unsigned count = 0;
	size_t used = 0;
	int status = 0;

	if (word && is_file(word))
		status = id_of_file(ctl, word, &id);
	else if (word)
		id = strdup(word);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	json_object_foreach(objects, path, object) {
		json_t *event = json_object_get(object, BUS_EVENT);

		if (!event || (id && strcmp(ctl_text(event, "Id"), id) == 0)) {
			found = event ? path : found;
			continue;
		}
		if (!id)
			found = path;
		count++;
		if (used < sizeof(known))
			used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", used ? ", " : "",
						 ctl_text(event, "Id"));
	}
	if (!status && (!found || (!id && count > 1)))
		status = say_none(ctl, id, count, known);
	else if (!status)
		*ret = strdup(found);
	json_decref(objects);
	free(id);
	return status;
}

/* The last round of an event, 0 none. */
static int last_round(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned *number)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	json_t *rounds;
	int r = sd_bus_get_property(bus, BUS_NAME, path, BUS_EVENT, "Rounds", &error, &reply, "a(ust)");
	int status = 0;

	rounds = r < 0 ? NULL : bus_read_json(reply, &r);
	if (r < 0)
		status = bus_fail(ctl, &error, r);
	else if (json_array_size(rounds) == 0)
		status = ctl_fail(ctl, "no round is open.");
	else
		*number = (unsigned)json_integer_value(
			json_array_get(json_array_get(rounds, json_array_size(rounds) - 1), 0));
	json_decref(rounds);
	sd_bus_message_unref(reply);
	sd_bus_error_free(&error);
	return status;
}

int event_call_round(const struct ctl *ctl, sd_bus *bus, const char *path, unsigned number, json_t **ret)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;
	int r, status = number ? 0 : last_round(ctl, bus, path, &number);

	if (status)
		return status;
	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_EVENT, "Round", &error, &reply, "u", (uint32_t)number);
	if (r >= 0)
		r = sd_bus_message_read(reply, "s", &text);
	*ret = r >= 0 ? json_loads(text, 0, NULL) : NULL;
	if (r < 0 || !*ret)
		status = bus_fail(ctl, &error, r < 0 ? r : -EBADMSG);
	sd_bus_message_unref(reply);
	sd_bus_error_free(&error);
	return status;
}
