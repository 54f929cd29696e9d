/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal has: of a game, of games, of events. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/inside.h"
#include "common/json-text.h"

/* --- a game's lines --- */

struct reading {
	enum chain_kind kind;
	journal_row_fn fn;
	void *userdata;
	uint64_t n;
	char *text;
};

static int read_line(void *userdata, const struct chain_line *line)
{
	struct reading *rd = userdata;
	int r;

	if (line->kind != rd->kind)
		return 0;
	rd->text = strndup(line->json, line->json_length);
	r = rd->text ? rd->fn(rd->userdata, rd->n++, rd->text) : -ENOMEM;
	free(rd->text);
	return r;
}

static void game_id(uint64_t game, char id[static 24])
{
	snprintf(id, 24, "%" PRIu64, game);
}

/* Lines of it were lost: what is read is not all. */
static int check_lost(struct journal *j, const struct owner *o)
{
	if (!o || !json_object_get(o->state, "lost"))
		return 0;
	journal_say(j, "%s", text_of(o->state, "fault"));
	return -EBADMSG;
}

static int read_rows(struct journal *j, uint64_t game, enum chain_kind kind, journal_row_fn fn, void *userdata)
{
	struct reading rd = { .kind = kind, .fn = fn, .userdata = userdata };
	struct lines lines = { 0 };
	char id[24];
	int r;

	game_id(game, id);
	r = files_read(j, false, id, &lines);
	if (r == -ENOENT) /* its first lines are only staged */
		return 0;
	if (r >= 0 || r == -EBADMSG) {
		const int given = fn ? lines_each(&lines, read_line, &rd) : 0;

		r = given ? given : r;
	}
	lines_free(&lines);
	return r || kind != CHAIN_INPUT ? r : check_lost(j, owner_game(j, game));
}

int journal_inputs(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(j, game, CHAIN_INPUT, fn, userdata);
}

int journal_rulings(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(j, game, CHAIN_RULING, fn, userdata);
}

static int copy_text(void *userdata, uint64_t n, const char *json)
{
	char **ret = userdata;

	(void)n;
	*ret = strdup(json);
	return *ret ? 1 : -ENOMEM;
}

/* Does it name texts? */
static int has_rulebooks(void *userdata, const struct chain_line *line)
{
	json_t *object = line->kind == CHAIN_GAME ? line_json(line) : NULL;

	*(bool *)userdata |= *text_of(object, "rulebooks");
	json_decref(object);
	return line->kind == CHAIN_GAME; /* it says so at its start */
}

int journal_rulebooks(struct journal *j, uint64_t game, char **ret)
{
	struct reading rd = { .kind = CHAIN_RULEBOOK, .fn = copy_text, .userdata = ret };
	struct lines lines = { 0 };
	bool has = false;
	char id[24];
	int r;

	*ret = NULL;
	game_id(game, id);
	r = files_read(j, false, id, &lines);
	if (r >= 0)
		r = lines_each(&lines, read_line, &rd);
	if (r == 0)
		r = lines_each(&lines, has_rulebooks, &has);
	if (r >= 0 && has && !*ret) {
		journal_say(j, "the rulebook of game %" PRIu64 " is missing", game);
		r = -EBADMSG;
	}
	lines_free(&lines);
	return r < 0 ? r : 0;
}

/* --- games --- */

static int cannot_read(struct journal *j, int r)
{
	if (r == -EIO)
		journal_say(j, "the index of games cannot be read");
	return r;
}

uint64_t journal_game_number(const char *id)
{
	char *end;
	uint64_t number = strtoull(id, &end, 10);

	return *id && !*end ? number : 0;
}

int journal_one_game(struct journal *j, uint64_t number, journal_game_fn fn, void *userdata)
{
	return cannot_read(j, index_game(j->index, number, fn, userdata));
}

int journal_find_games(struct journal *j, const struct journal_filter *filter, uint64_t *before, journal_game_fn fn,
		       void *userdata)
{
	return cannot_read(j, index_find(j->index, filter, before, fn, userdata));
}

struct unfinished {
	journal_game_fn fn;
	void *userdata;
};

static int give_unfinished(void *userdata, const struct journal_game *game)
{
	const struct unfinished *u = userdata;
	const bool is_finished = strcmp(game->state, STATE_RECORDED) == 0 || strcmp(game->state, STATE_GIVEN_UP) == 0;

	return is_finished ? 0 : u->fn(u->userdata, game);
}

int journal_unfinished(struct journal *j, journal_game_fn fn, void *userdata)
{
	uint64_t *numbers = calloc(j->owner_count + 1, sizeof(*numbers));
	struct unfinished u = { fn, userdata };
	size_t count = 0;
	int r = numbers ? 0 : -ENOMEM;

	for (size_t i = 0; i < j->owner_count && r == 0; i++) /* fn may change what there is */
		if (!j->owners[i]->is_event)
			numbers[count++] = j->owners[i]->number;
	for (size_t i = 0; i < count && r == 0; i++)
		r = journal_one_game(j, numbers[i], give_unfinished, &u);
	free(numbers);
	return r;
}

uint64_t journal_unrecovered_on(struct journal *j, const char *board)
{
	for (size_t i = 0; i < j->owner_count; i++) {
		const struct owner *o = j->owners[i];

		if (!o->is_event && strcmp(owner_state(o), STATE_UNRECOVERED) == 0 && strcmp(o->board, board) == 0)
			return o->number;
	}
	return 0;
}

/* --- events --- */

struct round_text {
	unsigned number;
	char *text;
};

struct rounds {
	char *event;
	struct round_text *list;
	size_t count;
};

static int keep_round(struct rounds *e, unsigned number, const json_t *is)
{
	struct round_text *more;
	char *text = json_dumps(is, JSON_COMPACT);
	size_t i = 0;

	if (!text)
		return -ENOMEM;
	while (i < e->count && e->list[i].number < number)
		i++;
	if (i == e->count || e->list[i].number != number) {
		more = reallocarray(e->list, e->count + 1, sizeof(*more));
		if (!more) {
			free(text);
			return -ENOMEM;
		}
		e->list = more;
		memmove(more + i + 1, more + i, (e->count++ - i) * sizeof(*more));
		more[i] = (struct round_text){ number, NULL };
	}
	free(e->list[i].text);
	e->list[i].text = text;
	return 0;
}

/* The last one counts. */
static int take_event_line(void *userdata, const struct chain_line *line)
{
	struct rounds *e = userdata;
	json_t *object;
	int r = 0;

	if (line->kind == CHAIN_EVENT) {
		free(e->event);
		e->event = strndup(line->json, line->json_length);
		return e->event ? 0 : -ENOMEM;
	}
	if (line->kind != CHAIN_ROUND)
		return 0;
	object = line_json(line);
	r = object ? keep_round(e, (unsigned)json_integer_value(json_object_get(object, "round")),
				json_object_get(object, "is")) :
		     -ENOMEM;
	json_decref(object);
	return r;
}

struct events {
	struct journal *journal;
	journal_event_fn fn;
	void *userdata;
	char **ids;
	size_t count;
};

static int read_event(struct events *all, const char *id)
{
	struct rounds e = { 0 };
	struct lines lines = { 0 };
	int r = files_read(all->journal, true, id, &lines);

	if (r >= 0)
		r = lines_each(&lines, take_event_line, &e);
	lines_free(&lines);
	if (r == 0 && e.event && !e.count)
		r = all->fn(all->userdata, id, e.event, 0, NULL);
	for (size_t i = 0; i < e.count; i++) {
		if (r == 0 && e.event)
			r = all->fn(all->userdata, id, e.event, e.list[i].number, e.list[i].text);
		free(e.list[i].text);
	}
	free(e.list);
	free(e.event);
	return r;
}

static int add_id(void *userdata, const char *id)
{
	struct events *all = userdata;
	char **more = reallocarray(all->ids, all->count + 1, sizeof(*more));

	if (more)
		all->ids = more;
	if (!more || !(more[all->count] = strdup(id)))
		return -ENOMEM;
	all->count++;
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int journal_events(struct journal *j, journal_event_fn fn, void *userdata)
{
	struct events all = { .journal = j, .fn = fn, .userdata = userdata };
	int r = files_events(j, add_id, &all);

	for (size_t i = 0; i < j->owner_count && r == 0; i++)
		if (j->owners[i]->is_event)
			r = add_id(&all, j->owners[i]->id);
	if (all.count)
		qsort(all.ids, all.count, sizeof(all.ids[0]), compare_ids);
	for (size_t i = 0; i < all.count; i++) {
		if (r == 0 && (i == 0 || strcmp(all.ids[i], all.ids[i - 1]) != 0))
			r = read_event(&all, all.ids[i]);
		if (i > 0)
			free(all.ids[i - 1]);
	}
	if (all.count)
		free(all.ids[all.count - 1]);
	free(all.ids);
	return r;
}

struct round_reading {
	enum chain_kind kind;
	unsigned round;
	journal_row_fn fn;
	void *userdata;
	uint64_t n;
	char *source; /* the last one */
};

static int read_round_line(void *userdata, const struct chain_line *line)
{
	struct round_reading *rd = userdata;
	json_t *object = line->kind == rd->kind ? line_json(line) : NULL;
	const char *source = json_string_value(json_object_get(object, "source"));
	char *text;
	int r = 0;

	if (!object || json_integer_value(json_object_get(object, "round")) != rd->round) {
		json_decref(object);
		return 0;
	}
	if (rd->kind == CHAIN_ACT) {
		text = json_dumps(json_object_get(object, "is"), JSON_COMPACT);
		r = text ? rd->fn(rd->userdata, ++rd->n, text) : -ENOMEM;
		free(text);
	} else if (source) {
		free(rd->source);
		rd->source = strdup(source);
		r = rd->source ? 0 : -ENOMEM;
	}
	rd->n += rd->kind == CHAIN_ROUND;
	json_decref(object);
	return r;
}

static int read_round(struct journal *j, const char *event, struct round_reading *rd)
{
	struct lines lines = { 0 };
	int r = files_read(j, true, event, &lines);

	if (r >= 0)
		r = lines_each(&lines, read_round_line, rd);
	lines_free(&lines);
	return r == -ENOENT ? 0 : r;
}

int journal_acts(struct journal *j, const char *event, unsigned round, journal_row_fn fn, void *userdata)
{
	return read_round(j, event,
			  &(struct round_reading){ .kind = CHAIN_ACT, .round = round, .fn = fn, .userdata = userdata });
}

int journal_round_source(struct journal *j, const char *event, unsigned round, journal_row_fn fn, void *userdata)
{
	struct round_reading rd = { .kind = CHAIN_ROUND, .round = round };
	int r = read_round(j, event, &rd);

	if (r == 0 && rd.n)
		r = fn(userdata, round, rd.source ? rd.source : "");
	free(rd.source);
	return r;
}
