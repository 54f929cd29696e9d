/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-client.h"
#include "common/machine-clock.h"

#define MOST_RECORDS 1024
#define FRESH_US (250 * 1000)	 /* an answer this young is given again, whatever happened since */
#define HELD_US (1000 * 1000)	 /* of a game that is shown later: time alone shows more */
#define PAST_US (60 * 1000000LL) /* of a game that is long over, and of none */

static void free_record(struct bus_record *record)
{
	sd_bus_slot_unref(record->slot);
	free(record->game);
	free(record->text);
	free(record);
}

void bus_records_forget(struct bus_source *s)
{
	struct bus_record *record;

	while ((record = s->records)) {
		s->records = record->next;
		free_record(record);
	}
	s->record_count = 0;
}

/* Found, and put first; NULL: there is none. */
static struct bus_record *bus_records_find(struct bus_source *s, const char *game)
{
	for (struct bus_record **at = &s->records; *at; at = &(*at)->next) {
		struct bus_record *record = *at;

		if (strcmp(record->game, game) != 0)
			continue;
		*at = record->next;
		record->next = s->records;
		return s->records = record;
	}
	return NULL;
}

void bus_record_forget(struct bus_source *s, const char *game)
{
	struct bus_record *record = bus_records_find(s, game);

	if (!record)
		return;
	s->records = record->next;
	s->record_count--;
	free_record(record);
}

/* Those that nobody asked for longest go first. */
static void forget_oldest(struct bus_source *s)
{
	struct bus_record **at = &s->records;

	while (*at && (*at)->next)
		at = &(*at)->next;
	if (*at) {
		free_record(*at);
		*at = NULL;
		s->record_count--;
	}
}

static struct bus_record *bus_records_add(struct bus_source *s, const char *game)
{
	struct bus_record *record;

	if (s->record_count >= MOST_RECORDS)
		forget_oldest(s);
	record = calloc(1, sizeof(*record));
	if (!record || !(record->game = strdup(game))) {
		free(record);
		return NULL;
	}
	s->record_count++;
	record->next = s->records;
	return s->records = record;
}

static int on_record(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_record *record = userdata;
	const char *suffix, *text;
	int whole, r = sd_bus_message_is_method_error(m, NULL) ? -sd_bus_message_get_errno(m) : 0;

	record->slot = sd_bus_slot_unref(record->slot);
	record->fetched_us = machine_clock_us(CLOCK_MONOTONIC);
	if (sd_bus_message_is_method_error(m, "org.flagfall1.Error.NoSuchGame"))
		r = -ENOENT;
	else if (r == 0)
		r = sd_bus_message_read(m, "sbs", &suffix, &whole, &text);
	if (r >= 0) {
		free(record->text);
		record->text = strdup(text);
		snprintf(record->suffix, sizeof(record->suffix), "%s", suffix);
		r = record->text ? 0 : -ENOMEM;
	}
	record->error = r < 0 ? r : 0;
	return 0;
}

static int fetch(struct bus_source *s, struct bus_record *record, const struct live_game *game)
{
	int r;

	if (!s->bus || !s->live->is_connected)
		return -ENOTCONN;
	record->told = game ? game->told : 0;
	record->asked_us = machine_clock_us(CLOCK_MONOTONIC);
	r = sd_bus_call_method_async(s->bus, &record->slot, BUS_NAME, BUS_PATH, BUS_MANAGER, "Record", on_record,
				     record, "s", record->game);
	return r < 0 ? r : -EAGAIN;
}

static bool is_fresh(const struct bus_record *record, const struct live_game *game)
{
	const int64_t age = machine_clock_us(CLOCK_MONOTONIC) - record->fetched_us;

	if (!record->fetched_us)
		return false;
	if (age < FRESH_US)
		return true;
	if (record->error || !game)
		return age < (record->error ? HELD_US : PAST_US);
	return record->told == game->told && ((game->delay.moves == 0 && game->delay.us == 0) || age < HELD_US);
}

int bus_source_record(struct bus_source *s, const char *game, const char **suffix, const char **text)
{
	const struct live_game *known = live_game(s->live, game);
	struct bus_record *record = bus_records_find(s, game);

	if (!record && !(record = bus_records_add(s, game)))
		return -ENOMEM;
	if (record->slot)
		return -EAGAIN;
	if (!is_fresh(record, known))
		return fetch(s, record, known);
	if (record->error)
		return record->error;
	*suffix = strcmp(record->suffix, "pdn") == 0 ? "pdn" : "pgn";
	*text = record->text;
	return 0;
}
