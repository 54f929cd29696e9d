/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/rig-journal.h"

#include <poll.h>
#include <stdio.h>

#include "tests/bus/rig-log.h"

#define TRIES 4000 /* of 5 ms */

static enum chain_kind kind_of(const char *name)
{
	static const struct {
		const char *name;
		enum chain_kind kind;
	} kinds[] = {
		{ "input", CHAIN_INPUT },   { "ruling", CHAIN_RULING }, { "game", CHAIN_GAME },
		{ "event", CHAIN_EVENT },   { "round", CHAIN_ROUND },	{ "act", CHAIN_ACT },
		{ "book", CHAIN_RULEBOOK },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return kinds[i].kind;
	fail_msg("the journal has no \"%s\"", name);
	return CHAIN_KINDS;
}

void rig_journal_path(struct rig *rig, char path[static 128])
{
	snprintf(path, 128, "%s/state/journal", rig->dir);
}

/* Of what is written again the latest counts. */
static bool is_latest(const struct rig_log *log, size_t i)
{
	if (log->line[i].kind != CHAIN_EVENT && log->line[i].kind != CHAIN_ROUND)
		return true;
	for (size_t k = i + 1; k < log->count; k++)
		if (log->line[k].kind == log->line[i].kind && strcmp(log->line[k].id, log->line[i].id) == 0 &&
		    (log->line[i].kind == CHAIN_EVENT || atoi(log->line[k].json + strlen("{\"round\":")) ==
								 atoi(log->line[i].json + strlen("{\"round\":"))))
			return false;
	return true;
}

static int64_t count(struct rig *rig, const char *game, const char *kind, const char *part)
{
	struct rig_log log;
	int64_t n = 0;

	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count; i++)
		n += log.line[i].kind == kind_of(kind) && (!game || strcmp(log.line[i].id, game) == 0) &&
		     (!part || strstr(log.line[i].json, part)) && is_latest(&log, i);
	rig_log_done(&log);
	return n;
}

int64_t rig_rows(struct rig *rig, const char *kind, const char *part)
{
	return count(rig, NULL, kind, part);
}

int64_t rig_rows_of(struct rig *rig, const char *game, const char *kind, const char *part)
{
	return count(rig, game, kind, part);
}

char *rig_rows_text(struct rig *rig, const char *game, const char *kind)
{
	struct rig_log log;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count; i++)
		if (log.line[i].kind == kind_of(kind) && strcmp(log.line[i].id, game) == 0)
			fprintf(out, "%s\n", log.line[i].json);
	fclose(out);
	rig_log_done(&log);
	return text;
}

/* A ruling stands in front of the input that led to it. */
int64_t rig_rulings_with_input(struct rig *rig, const char *part)
{
	struct rig_log log;
	int64_t n = 0;

	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count; i++) {
		bool has = false;

		if (log.line[i].kind != CHAIN_RULING || !strstr(log.line[i].json, part))
			continue;
		for (size_t k = i; k < log.count; k++)
			has |= log.line[k].kind == CHAIN_INPUT && strcmp(log.line[k].id, log.line[i].id) == 0;
		n += has;
	}
	rig_log_done(&log);
	return n;
}

/* --- games --- */

/* What has become of the game whose line that is. New reference. */
static json_t *state_of(const struct rig_log *log, size_t game)
{
	json_t *state = json_pack("{s:s}", "state", "running");

	for (size_t i = game; i < log->count; i++)
		if (log->line[i].kind == CHAIN_STATE && strcmp(log->line[i].id, log->line[game].id) == 0) {
			json_decref(state);
			state = json_loads(log->line[i].json, 0, NULL);
		}
	return state;
}

static bool says(const json_t *state, const char *key, const char *value)
{
	const char *text = json_string_value(json_object_get(state, key));

	return !value || (text && strcmp(text, value) == 0);
}

int64_t rig_games(struct rig *rig, const char *state, const char *result)
{
	struct rig_log log;
	int64_t n = 0;

	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count; i++)
		if (log.line[i].kind == CHAIN_GAME) {
			json_t *now = state_of(&log, i);

			n += says(now, "state", state) && says(now, "result", result);
			json_decref(now);
		}
	rig_log_done(&log);
	return n;
}

char *rig_game_says(struct rig *rig, const char *game, const char *what)
{
	struct rig_log log;
	char *text = NULL;

	assert_true(strcmp(what, "state") == 0 || strcmp(what, "result") == 0 || strcmp(what, "record") == 0 ||
		    strcmp(what, "program") == 0);
	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count && !text; i++)
		if (log.line[i].kind == CHAIN_GAME && strcmp(log.line[i].id, game) == 0) {
			json_t *from = strcmp(what, "program") == 0 ? json_loads(log.line[i].json, 0, NULL) :
								      state_of(&log, i);
			const char *value = json_string_value(json_object_get(from, what));

			text = strdup(value ? value : "");
			json_decref(from);
		}
	rig_log_done(&log);
	return text ? text : strdup("");
}

bool rig_game_is(struct rig *rig, const char *game, const char *state)
{
	char *is = rig_game_says(rig, game, "state");
	const bool same = strcmp(is, state) == 0;

	free(is);
	return same;
}

int64_t rig_game_on(struct rig *rig, const char *board)
{
	struct rig_log log;
	int64_t number = 0;

	rig_log_read(rig, &log);
	for (size_t i = 0; i < log.count && !number; i++)
		if (log.line[i].kind == CHAIN_GAME) {
			json_t *game = json_loads(log.line[i].json, 0, NULL);

			if (says(game, "board", board))
				number = atoll(log.line[i].id);
			json_decref(game);
		}
	rig_log_done(&log);
	return number;
}

/* --- while no daemon has it --- */

void rig_lose_journal(struct rig *rig)
{
	char command[300];

	snprintf(command, sizeof(command), "rm %s/state/journal/*.log", rig->dir);
	assert_int_equal(system(command), 0);
}

/* --- what the daemon says --- */

void rig_expect_record(struct rig *rig, const char *words, const char *state)
{
	for (int i = 0; i < TRIES; i++) {
		char *path = rig_property(rig, GAME, "PgnPath"), *text = *path ? rig_read_file(path) : NULL;
		bool is = text && strstr(text, words) && rig_game_is(rig, rig->game, state);

		if (i + 1 == TRIES)
			fail_msg("%s\nis not \"%s\", %s", text, words, state);
		free(text);
		free(path);
		if (is)
			return;
		poll(NULL, 0, 5);
	}
}

void rig_record_begins(struct rig *rig)
{
	bool begun = false;

	while (!begun) {
		char *path = rig_property(rig, GAME, "PgnPath");

		begun = *path;
		free(path);
		if (!begun)
			rig_wait(rig, "PropertiesChanged", GAME);
	}
}

bool rig_is_at_fault(struct rig *rig, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = NULL;
	bool is;

	if (sd_bus_get_property_string(rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
				       "JournalFault", &error, &text) < 0)
		fail_msg("%s", error.message);
	is = words && *words ? strstr(text, words) != NULL : !words == !!*text;
	free(text);
	return is;
}

void rig_expect_fault(struct rig *rig, const char *words)
{
	for (int i = 0; i < TRIES; i++) {
		if (rig_is_at_fault(rig, words))
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("the fault is not \"%s\"", words ? words : "");
}
