/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/evening/evening-internal.h"

#include <poll.h>
#include <stdio.h>

#define PATIENCE_MS 20000
#define POLL_MS 5

/* Is it one of these lines? */
static bool is_in(const struct evening_table *t, const char *rulings, const char *text)
{
	const size_t length = strlen(text);

	for (const char *at = rulings; (at = strstr(at, text)); at++)
		if ((at == rulings || at[-1] == '\n') && at[length] == '\n')
			return true;
	print_message("# board %s: heard, and not in the journal: %s\n", t->serial, text);
	return false;
}

/* All that was heard on that board was on disk. */
static void expect_heard(struct evening *e, struct evening_table *t)
{
	char *rulings = rig_rows_text(e->rig, t->game, "ruling");

	for (size_t i = 0; i < t->heard_count; i++)
		e->lost += !is_in(t, rulings, t->heard[i]);
	free(rulings);
}

void evening_check_heard(struct evening *e)
{
	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		if (e->table[i].heard_count > 0)
			expect_heard(e, &e->table[i]);
}

unsigned evening_wait_recorded(struct evening *e)
{
	unsigned missing = 0;

	for (int i = 0; i < PATIENCE_MS / POLL_MS; i++) {
		if (rig_games(e->rig, "recorded", NULL) == EVENING_BOARDS)
			return 0;
		poll(NULL, 0, POLL_MS);
	}
	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		if (!rig_game_is(e->rig, e->table[i].game, "recorded")) {
			print_message("# board %s has no record\n", e->table[i].serial);
			missing++;
		}
	return missing;
}

char *evening_rulings(struct evening *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned i = 0; i < EVENING_BOARDS; i++) {
		const struct evening_table *t = &e->table[i];
		char *rulings = rig_rows_text(e->rig, t->game, "ruling"), *rest = rulings, *row;
		char *state = rig_game_says(e->rig, t->game, "state"),
		     *result = rig_game_says(e->rig, t->game, "result");

		while ((row = strsep(&rest, "\n")) && *row)
			fprintf(out, "%s %s\n", t->serial, row);
		fprintf(out, "%s %s %s\n", t->serial, state, result);
		free(rulings);
		free(state);
		free(result);
	}
	fclose(out);
	return text;
}

/* Its number and when it was played. */
static bool is_of_the_evening(const char *line)
{
	static const char *const tags[] = { "[Date ", "[UTCDate ", "[UTCTime ", "[EventDate ", "[Time ", "[GameId " };

	for (unsigned i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (strncmp(line, tags[i], strlen(tags[i])) == 0)
			return true;
	return false;
}

static void write_record(struct evening *e, const struct evening_table *t, FILE *out)
{
	char *path = rig_game_says(e->rig, t->game, "record"), *line = NULL;
	size_t size = 0;
	FILE *f = fopen(path, "r");

	free(path);
	if (!f) {
		fprintf(out, "%s there is no record\n", t->serial);
		return;
	}
	while (getline(&line, &size, f) >= 0)
		if (!is_of_the_evening(line))
			fprintf(out, "%s %s", t->serial, line);
	fclose(f);
	free(line);
}

char *evening_records(struct evening *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned i = 0; i < EVENING_BOARDS; i++)
		write_record(e, &e->table[i], out);
	fclose(out);
	return text;
}
