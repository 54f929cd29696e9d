/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/rig-forge.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "daemon/journal/journal.h"
#include "replay/replay.h"

struct forging {
	struct journal *from, *to;
	rig_forge_fn edit;
	void *userdata;
	uint64_t game;
	const char *event;
	unsigned round;
	char *source;
};

static char *edited(struct forging *f, const char *kind, uint64_t n, const char *text)
{
	return f->edit(f->userdata, kind, f->game, n, text);
}

static int copy_input(void *userdata, uint64_t n, const char *json)
{
	struct forging *f = userdata;
	char *text = edited(f, "input", n, json);

	if (text)
		assert_return_code(journal_stage_input(f->to, f->game, text), 0);
	free(text);
	return 0;
}

static int copy_ruling(void *userdata, uint64_t n, const char *json)
{
	struct forging *f = userdata;
	char *text = edited(f, "ruling", n, json);

	if (text)
		assert_return_code(journal_stage_ruling(f->to, f->game, text), 0);
	free(text);
	return 0;
}

static int copy_game(void *userdata, const struct journal_game *game)
{
	struct forging *f = userdata;
	char *books = NULL, *map, *header;
	json_t *setup, *trace;

	f->game = game->number;
	while (journal_next_game(f->to) < game->number)
		;
	map = edited(f, "map", 0, game->time);
	assert_return_code(journal_rulebooks(f->from, game->number, &books), 0);
	setup = json_loads(game->setup, 0, NULL);
	trace = trace_header(setup);
	header = json_dumps(trace, JSON_COMPACT);
	assert_return_code(journal_stage_game(f->to, game->number,
					      &(struct journal_start){ game->board, game->setup, map, header, books }),
			   0);
	json_decref(setup);
	json_decref(trace);
	free(header);
	free(books);
	free(map);
	assert_return_code(journal_inputs(f->from, game->number, copy_input, f), 0);
	assert_return_code(journal_rulings(f->from, game->number, copy_ruling, f), 0);
	if (game->result) {
		char ended[24], *text;

		snprintf(ended, sizeof(ended), "%" PRId64, game->ended_us);
		text = edited(f, "ended", 0, ended);
		assert_return_code(journal_stage_over(f->to, game->number, game->result, strtoll(text, NULL, 10)), 0);
		free(text);
	}
	if (game->record)
		assert_return_code(journal_stage_recorded(f->to, game->number, game->record), 0);
	if (game->record && strcmp(game->state, "over") == 0)
		assert_return_code(journal_stage_corrected(f->to, game->number), 0);
	return 0;
}

static int copy_act(void *userdata, uint64_t n, const char *json)
{
	struct forging *f = userdata;

	(void)n;
	assert_return_code(journal_stage_act(f->to, f->event, f->round, json), 0);
	return 0;
}

static int note_source(void *userdata, uint64_t n, const char *text)
{
	struct forging *f = userdata;

	(void)n;
	f->source = strdup(text);
	return 0;
}

static int copy_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	struct forging *f = userdata;
	char *text;

	f->game = 0;
	f->event = event;
	f->round = round;
	text = edited(f, "event", 0, json);
	assert_return_code(journal_stage_event(f->to, event, text), 0);
	free(text);
	if (!round_json)
		return 0;
	assert_return_code(journal_round_source(f->from, event, round, note_source, f), 0);
	text = edited(f, "round", round, round_json);
	assert_return_code(journal_stage_round(f->to, event, round, text, f->source), 0);
	free(text);
	free(f->source);
	f->source = NULL;
	assert_return_code(journal_acts(f->from, event, round, copy_act, f), 0);
	return 0;
}

static struct journal *open_it(const char *path)
{
	struct journal *j = NULL;
	char err[256];

	if (journal_open(path, NULL, &j, err) < 0)
		fail_msg("%s", err);
	return j;
}

struct numbers {
	uint64_t number[64];
	unsigned count;
};

static int note_game(void *userdata, const struct journal_game *game)
{
	struct numbers *n = userdata;

	assert_true(n->count < 64);
	n->number[n->count++] = game->number;
	return 0;
}

void rig_forge(struct rig *rig, rig_forge_fn edit, void *userdata)
{
	const struct journal_filter any = { 0 };
	struct forging f = { .edit = edit, .userdata = userdata };
	struct numbers numbers = { .count = 0 };
	char path[128], made[400], folder[96], aside[96], command[400];
	uint64_t before = 0;

	rig_journal_path(rig, path);
	snprintf(folder, sizeof(folder), "%s/state/journal", rig->dir);
	snprintf(aside, sizeof(aside), "%s/forged", rig->dir);
	assert_int_equal(mkdir(aside, 0700), 0);
	f.from = open_it(path);
	snprintf(made, sizeof(made), "%s%s", aside, path + strlen(folder));
	f.to = open_it(made);
	do
		assert_return_code(journal_find_games(f.from, &any, &before, note_game, &numbers), 0);
	while (before > 0);
	while (numbers.count > 0) /* the newest comes first */
		assert_return_code(journal_one_game(f.from, numbers.number[--numbers.count], copy_game, &f), 0);
	assert_return_code(journal_events(f.from, copy_event, &f), 0);
	assert_int_equal(journal_submit(f.to, true), 1);
	assert_return_code(journal_finish(f.to, true), 0);
	journal_close(f.from);
	journal_close(f.to);
	snprintf(command, sizeof(command), "rm -r %s && mv %s %s", folder, aside, folder);
	assert_int_equal(system(command), 0);
}

/* --- what is forged --- */

static char *replaced(const char *text, const char *from, const char *to)
{
	char *changed = NULL;
	size_t size;
	FILE *out = open_memstream(&changed, &size);

	for (const char *at; (at = strstr(text, from)); text = at + strlen(from))
		fprintf(out, "%.*s%s", (int)(at - text), text, to);
	fputs(text, out);
	fclose(out);
	return changed;
}

struct change {
	const char *kind, *from, *to;
	uint64_t game, n;
	bool is_each; /* whatever game and n */
	unsigned count;
};

static char *change(void *userdata, const char *kind, uint64_t game, uint64_t n, const char *text)
{
	struct change *c = userdata;

	if (strcmp(kind, c->kind) != 0 || (!c->is_each && (game != c->game || n != c->n)))
		return strdup(text);
	c->count += strstr(text, c->from) != NULL;
	return c->to ? replaced(text, c->from, c->to) : NULL;
}

void rig_forge_round(struct rig *rig, const char *from, const char *to)
{
	struct change c = { .kind = "round", .from = from, .to = to, .is_each = true };

	rig_forge(rig, change, &c);
	assert_int_equal(c.count, 1);
}

void rig_forge_ruling(struct rig *rig, unsigned n, const char *from, const char *to)
{
	struct change c = { .kind = "ruling", .from = from, .to = to, .game = strtoull(rig->game, NULL, 10), .n = n };

	rig_forge(rig, change, &c);
	assert_int_equal(c.count, 1);
}

struct boot {
	uint64_t game;
	const char *name;
	int64_t behind_us;
};

static char *boot_otherwise(void *userdata, const char *kind, uint64_t game, uint64_t n, const char *text)
{
	const struct boot *b = userdata;
	json_t *o;
	char *map;

	(void)n;
	if (strcmp(kind, "map") != 0 || game != b->game)
		return strdup(text);
	o = json_loads(text, 0, NULL);
	assert_non_null(o);
	json_object_set_new(o, "boot", json_string(b->name));
	json_object_set_new(o, "realtime_zero_us",
			    json_integer(json_integer_value(json_object_get(o, "realtime_zero_us")) - b->behind_us));
	map = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return map;
}

void rig_forge_boot(struct rig *rig, const char *boot, int64_t behind_us)
{
	struct boot b = { strtoull(rig->game, NULL, 10), boot, behind_us };

	rig_forge(rig, boot_otherwise, &b);
}

struct end {
	uint64_t game;
	int64_t earlier_us;
};

static char *end_earlier(void *userdata, const char *kind, uint64_t game, uint64_t n, const char *text)
{
	const struct end *e = userdata;
	char *earlier;

	(void)n;
	if (strcmp(kind, "ended") != 0 || game != e->game)
		return strdup(text);
	assert_true(asprintf(&earlier, "%lld", strtoll(text, NULL, 10) - (long long)e->earlier_us) > 0);
	return earlier;
}

void rig_forge_end(struct rig *rig, int64_t earlier_us)
{
	struct end e = { strtoull(rig->game, NULL, 10), earlier_us };

	rig_forge(rig, end_earlier, &e);
}
