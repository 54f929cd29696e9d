/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/records/live-game-record.h"
#include "daemon/games/live-game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/event-file.h"
#include "formats/record.h"

static int set_text(json_t *tags, const char *name, const char *text)
{
	return *text ? json_object_set_new(tags, name, json_string(text)) : 0;
}

static int set_times(const struct live_game *s, json_t *tags)
{
	const struct event_pairing pairing = event_pairing_of(s->setup.json);
	time_t began_s = live_game_began(s), started_s = (time_t)(s->map.started_us / 1000000);
	char text[LIVE_GAME_DATE], id[96];
	struct tm tm;
	int r = 0;

	live_game_date(s, text);
	r |= set_text(tags, "Date", text);
	gmtime_r(&began_s, &tm);
	strftime(text, sizeof(text), "%Y.%m.%d", &tm);
	r |= set_text(tags, "UTCDate", text);
	strftime(text, sizeof(text), "%H:%M:%S", &tm);
	r |= set_text(tags, "UTCTime", text);
	gmtime_r(&started_s, &tm);
	strftime(text, sizeof(text), "%Y%m%dT%H%M%SZ", &tm);
	if (*pairing.event) /* the board has it before the game begins */
		snprintf(id, sizeof(id), "%.64s-%u.%u", pairing.event, pairing.round, pairing.board);
	else /* two halls count their games alike: the start tells them apart */
		snprintf(id, sizeof(id), "%s-%s", text, s->id);
	return r | set_text(tags, "GameId", id);
}

/* New reference or NULL. What came with the game as tags comes before what follows from it. */
static json_t *make_tags(const struct live_game *s)
{
	static const char *const roster[][2] = {
		{ "Event", "event" }, { "Site", "site" },   { "Date", NULL },
		{ "UTCDate", NULL },  { "UTCTime", NULL },  { "Round", "round" },
		{ "Board", NULL },    { "White", "white" }, { "Black", "black" },
	};
	json_t *tags = json_object(), *given = json_object_get(s->setup.json, "tags");
	int r = tags ? 0 : -1;

	for (size_t i = 0; i < sizeof(roster) / sizeof(roster[0]) && r == 0; i++) {
		r = json_object_set_new(tags, roster[i][0], json_string("")); /* their order */
		if (r == 0 && roster[i][1])
			r = set_text(tags, roster[i][0], game_setup_text(&s->setup, roster[i][1]));
	}
	if (r == 0)
		r = set_times(s, tags);
	if (r == 0 && json_is_object(given))
		r = json_object_update(tags, given);
	if (r != 0) {
		json_decref(tags);
		return NULL;
	}
	return tags;
}

bool live_game_record_is_ready(const struct live_game *s)
{
	if (!publication_queue_has(&s->context->queue, s))
		return true;
	if (s->over || s->published.over)
		return false;
	/* the table's record is made of what was published alone */
	return core_is_silent(s->core) ||
	       (!*s->published.set_fen && publication_queue_only_adds(&s->context->queue, s));
}

/* Result and termination as the game has them by itself now. */
static void get_state(const struct live_game *s, struct core_state *state)
{
	core_get_state(s->core, state);
	if (!s->over) {
		state->result = "none";
		state->termination = "unterminated";
	}
}

/* What decided, in words. */
static const char *decided(const struct live_game *s, const struct core_state *state)
{
	if (!s->over || strcmp(state->result, "none") == 0)
		return "";
	if (s->published.deciding && strcmp(s->published.decided, state->result) == 0)
		return s->published.deciding;
	return strcmp(state->termination, "adjudication") == 0 ? "The arbiter decided the result." : "";
}

/* … and what became of an appeal against it. New text or NULL. */
static char *remark(const struct live_game *s, const char *decided)
{
	const char *appeal = s->over && s->published.appeal ? s->published.appeal : "";
	char *text;

	return asprintf(&text, "%s%s%s", decided, *decided && *appeal ? " " : "", appeal) < 0 ? NULL : text;
}

static struct line_turn *copy_turns(const struct published_game *published)
{
	struct line_turn *turns = calloc(published->line.count + 1, sizeof(*turns));

	for (unsigned i = 0; turns && i < published->line.count; i++) {
		const struct published_turn t = published_line_at(&published->line, i);

		strcpy(turns[i].text, t.uci);
		strcpy(turns[i].placement, t.placement);
		snprintf(turns[i].set_fen, sizeof(turns[i].set_fen), "%s", t.set_fen ? t.set_fen : "");
		snprintf(turns[i].remark, sizeof(turns[i].remark), "%s", t.remark ? t.remark : "");
		turns[i].left_us = t.left_us;
	}
	return turns;
}

/* Each side's time as the last turns that are shown say it. */
static void shown_clocks(const struct live_game *s, unsigned count, int64_t clock_us[2])
{
	const struct published_line *line = &s->published.line;

	for (enum side side = WHITE; side <= BLACK; side++)
		clock_us[side] = s->published.by_device ? -1 : s->setup.core.clock.start_us[side];
	for (unsigned i = 0; i < count && i < line->count; i++)
		if (line->told[i].side != NO_SIDE)
			clock_us[line->told[i].side] = line->told[i].left_us;
}

static bool is_result(const struct game *game, const char *text)
{
	for (unsigned i = 0; i < 4; i++)
		if (strcmp(game->results[i], text) == 0)
			return true;
	return false;
}

/* *said: the caller's, to be freed. */
static int fill_in(const struct live_game *s, bool all, struct record *record, struct core_state *state, char **said)
{
	const struct published_game *published = &s->published;
	const bool behind = publication_queue_has(&s->context->queue, s);
	const char *corrected = s->over ? game_setup_text(&s->setup, "corrected_result") : "", *why;

	get_state(s, state);
	record->core = s->core;
	record->of_table = core_is_silent(s->core) && !(s->over && all);
	record->partial = !all || behind;
	record->set_fen = all ? published->set_fen : "";
	record->result = all ? state->result : "none";
	record->termination = all ? state->termination : "unterminated";
	why = all ? decided(s, state) : "";
	if (all && is_result(s->setup.core.game, corrected) && strcmp(corrected, state->result) != 0) {
		record->result = corrected;
		record->termination = "adjudication";
		why = "The arbiter corrected the result.";
	} else if (all && strcmp(corrected, LIVE_GAME_VOID) == 0) {
		record->result = "none";
		record->termination = "abandoned";
		why = "The game is void.";
	}
	*said = all ? remark(s, why) : strdup("");
	record->remark = *said;
	record->time_control = clock_reading_control(s);
	record->whole_seconds = published->by_device;
	record->clock_us[WHITE] = published->clock_us[WHITE];
	record->clock_us[BLACK] = published->clock_us[BLACK];
	if (!all)
		shown_clocks(s, record->count, record->clock_us);
	if (s->setup.core.clock.mode == CLOCK_NONE && !published->by_device)
		record->clock_us[WHITE] = record->clock_us[BLACK] = -1;
	return *said ? 0 : -ENOMEM;
}

char *live_game_record_of(const struct live_game *s, unsigned count, bool all)
{
	struct line_turn *turns = copy_turns(&s->published);
	struct record record = { .turns = turns, .count = count, .tags = make_tags(s) };
	struct core_state state;
	char *text = NULL, *said = NULL;

	if (turns && record.tags && fill_in(s, all, &record, &state, &said) == 0) {
		for (unsigned i = 0; i < count && !all; i++)
			turns[i].remark[0] = '\0'; /* it may have been said later */
		text = record_format(&record);
	}
	json_decref(record.tags);
	free(turns);
	free(said);
	return text;
}

char *live_game_record(const struct live_game *s)
{
	return live_game_record_of(s, s->published.line.count, true);
}
