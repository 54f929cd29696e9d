/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is to be written: lines in memory, each chained to the one before it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/inside.h"
#include "common/json-text.h"

/* A line in the list, with its digest. before: of the line that it follows. */
static int stage_line(struct journal *j, enum chain_kind kind, const char *id, const char *json, chain_digest last)
{
	const size_t head = CHAIN_DIGITS + 1;
	const size_t length = head + strlen(chain_kind_name(kind)) + 1 + strlen(id) + 1 + strlen(json);
	char *text = malloc(length + 1);
	chain_digest digest;
	int r;

	if (!text)
		return -ENOMEM;
	sprintf(text, "%s %s %s %s", chain_first, chain_kind_name(kind), id, json);
	chain_digest_of(last, text + head, length - head, digest);
	memcpy(text, digest, CHAIN_DIGITS);
	r = lines_add(&j->staged.lines, text, length);
	free(text);
	if (r < 0)
		return r;
	memcpy(last, digest, sizeof(digest));
	batch_count(&j->staged, kind);
	return 0;
}

/* What was staged since then is not. */
static void unstage(struct journal *j, const struct batch *before)
{
	struct lines *lines = &j->staged.lines;

	lines->length = before->lines.length;
	lines->count = before->lines.count;
	j->staged.inputs = before->inputs;
	j->staged.marks = before->marks;
	if (!lines->count)
		lines_free(lines);
}

static int take_up_line(void *userdata, const struct chain_line *line)
{
	struct journal *j = userdata;
	struct owner *o;
	int r = line->kind == CHAIN_RULEBOOK ? rulebook_add(j, line->id) : 0;

	if (r == 0)
		r = lines_add(&j->staged.lines, line->text, line->length);
	if (r != 0)
		return r < 0 ? r : 0;
	batch_count(&j->staged, line->kind);
	if (line->kind == CHAIN_RULEBOOK)
		return 0;
	o = owner_find(j, line->kind >= CHAIN_EVENT, line->id);
	if (!o)
		o = owner_add(j, line->kind >= CHAIN_EVENT, line->id);
	return o ? owner_take(o, line) : -ENOMEM;
}

/* Who is to have a line: where it has a file of its own, its lines are staged again as they are: all, or none. */
static int take_up(struct journal *j, bool is_event, const char *id, struct owner **ret)
{
	const struct batch before = j->staged;
	const size_t books = j->rulebook_count;
	struct lines lines = { 0 };
	int r = 0;

	*ret = owner_find(j, is_event, id);
	if (*ret)
		return 0;
	r = files_read(j, is_event, id, &lines);
	if (r >= 0)
		r = lines_each(&lines, take_up_line, j);
	lines_free(&lines);
	*ret = owner_find(j, is_event, id);
	if (r < 0) {
		unstage(j, &before);
		j->rulebook_count = books;
		if (*ret)
			owner_remove(j, *ret);
		*ret = NULL;
	}
	return r < 0 ? r : *ret ? 0 : -ENOENT;
}

static int take_up_game(struct journal *j, uint64_t game, struct owner **ret)
{
	char id[24];

	snprintf(id, sizeof(id), "%" PRIu64, game);
	return take_up(j, false, id, ret);
}

static int stage_of_game(struct journal *j, uint64_t game, enum chain_kind kind, const char *json)
{
	struct owner *o;
	int r = take_up_game(j, game, &o);

	return r < 0 ? r : stage_line(j, kind, o->id, json, o->last);
}

static int stage_json(struct journal *j, struct owner *o, enum chain_kind kind, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int r = text ? stage_line(j, kind, o->id, text, o->last) : -ENOMEM;

	free(text);
	return r;
}

/* The texts of a rulebook, unless the segment has them. name: theirs. */
static int stage_rulebooks(struct journal *j, const char *texts, char name[static CHAIN_DIGITS + 1])
{
	chain_digest last;
	int r;

	chain_digest_of(chain_first, texts, strlen(texts), name);
	memcpy(last, chain_first, sizeof(last));
	r = rulebook_add(j, name);
	if (r != 0)
		return r < 0 ? r : 0;
	r = stage_line(j, CHAIN_RULEBOOK, name, texts, last);
	if (r < 0) /* the next game of it stages it */
		j->rulebook_count--;
	return r;
}

int journal_stage_game(struct journal *j, uint64_t game, const struct journal_start *start)
{
	char id[24], name[CHAIN_DIGITS + 1] = "", *text = NULL, *board = NULL;
	json_t *quoted = json_string(start->board);
	struct owner *o;
	int r = start->rulebooks ? stage_rulebooks(j, start->rulebooks, name) : 0;

	snprintf(id, sizeof(id), "%" PRIu64, game);
	o = r < 0 ? NULL : owner_add(j, false, id);
	if (j->next_game <= game)
		j->next_game = game + 1;
	if (o && quoted)
		board = json_dumps(quoted, JSON_ENCODE_ANY);
	if (board && asprintf(&text,
			      "{\"trace\":%s,\"board\":%s,\"program\":\"" FLAGFALL_VERSION
			      "\",\"rulebooks\":\"%s\",\"setup\":%s,"
			      "\"time\":%s}",
			      start->trace, board, name, start->setup, start->time) < 0)
		text = NULL;
	if (text) {
		o->board = strdup(start->board);
		o->state = json_pack("{s:s}", "state", STATE_RUNNING);
		strcpy(o->rulebook, name);
	}
	r = text && o->board && o->state ? stage_line(j, CHAIN_GAME, id, text, o->last) : -ENOMEM;
	if (r < 0 && o) /* it has not begun: who tries again begins it once */
		owner_remove(j, o);
	json_decref(quoted);
	free(board);
	free(text);
	return r;
}

int journal_stage_input(struct journal *j, uint64_t game, const char *json)
{
	return stage_of_game(j, game, CHAIN_INPUT, json);
}

int journal_stage_ruling(struct journal *j, uint64_t game, const char *json)
{
	return stage_of_game(j, game, CHAIN_RULING, json);
}

int journal_stage_time(struct journal *j, uint64_t game, const char *json)
{
	return stage_of_game(j, game, CHAIN_TIME, json);
}

/* Its state with these instead: NULL and 0 are left out, and so is what is not named. Takes next. */
static int stage_state(struct journal *j, struct owner *o, json_t *next)
{
	int r = next ? stage_json(j, o, CHAIN_STATE, next) : -ENOMEM;

	if (r < 0) {
		json_decref(next);
		return r;
	}
	json_decref(o->state);
	o->state = next;
	return 0;
}

int journal_stage_over(struct journal *j, uint64_t game, const char *result, int64_t ended_us)
{
	struct owner *o;
	int r = take_up_game(j, game, &o);

	if (r < 0)
		return r;
	return stage_state(j, o,
			   result ? json_pack("{s:s, s:s, s:I}", "state", STATE_OVER, "result", result, "ended_us",
					      (json_int_t)ended_us) :
				    json_pack("{s:s}", "state", STATE_RUNNING));
}

/* Its state is named so from now on, NULL: as its result has it; key is text there, NULL: is not there. */
static int change_state(struct journal *j, uint64_t game, const char *state, const char *key, const char *text)
{
	struct owner *o;
	int r = take_up_game(j, game, &o);
	json_t *next;

	if (r < 0)
		return r;
	if (!state)
		state = json_object_get(o->state, "result") ? STATE_OVER : STATE_RUNNING;
	next = json_copy(o->state);
	if (json_object_set_new(next, "state", json_string(state)) < 0 ||
	    (text && json_object_set_new(next, key, json_string(text)) < 0)) {
		json_decref(next);
		return -ENOMEM;
	}
	if (!text)
		json_object_del(next, key);
	return stage_state(j, o, next);
}

int journal_stage_recorded(struct journal *j, uint64_t game, const char *path)
{
	return change_state(j, game, STATE_RECORDED, "record", path);
}

int journal_stage_corrected(struct journal *j, uint64_t game)
{
	struct owner *o;
	int r = take_up_game(j, game, &o);
	const char *path;

	if (r < 0 || strcmp(owner_state(o), STATE_RECORDED) != 0)
		return r;
	path = json_string_value(json_object_get(o->state, "record"));
	return change_state(j, game, STATE_OVER, "record", path);
}

int journal_stage_given_up(struct journal *j, uint64_t game)
{
	return change_state(j, game, STATE_GIVEN_UP, "record", NULL);
}

int journal_stage_unrecovered(struct journal *j, uint64_t game, const char *why)
{
	return change_state(j, game, STATE_UNRECOVERED, "fault", why);
}

int journal_stage_recovered(struct journal *j, uint64_t game)
{
	return change_state(j, game, NULL, "fault", NULL);
}

int journal_stage_event(struct journal *j, const char *event, const char *json)
{
	struct owner *o;
	json_t *object;
	int r = take_up(j, true, event, &o);

	if (r == -ENOENT) {
		o = owner_add(j, true, event);
		r = o ? 0 : -ENOMEM;
	}
	if (r >= 0)
		r = stage_line(j, CHAIN_EVENT, event, json, o->last);
	if (r < 0)
		return r;
	object = json_loads(json, 0, NULL);
	o->has_ended = *text_of(object, "ended");
	json_decref(object);
	return 0;
}

static int stage_of_round(struct journal *j, const char *event, enum chain_kind kind, unsigned round, const char *json,
			  const char *source)
{
	struct owner *o;
	json_t *quoted = source ? json_string(source) : NULL;
	char *text = NULL, *from = quoted ? json_dumps(quoted, JSON_ENCODE_ANY) : NULL;
	int r = take_up(j, true, event, &o);

	if (r >= 0 && source && !from)
		r = -ENOMEM;
	if (r >= 0 && asprintf(&text, "{\"round\":%u,\"is\":%s%s%s}", round, json, from ? ",\"source\":" : "",
			       from ? from : "") < 0) {
		text = NULL;
		r = -ENOMEM;
	}
	if (r >= 0)
		r = stage_line(j, kind, event, text, o->last);
	json_decref(quoted);
	free(from);
	free(text);
	return r;
}

int journal_stage_round(struct journal *j, const char *event, unsigned round, const char *json, const char *source)
{
	return stage_of_round(j, event, CHAIN_ROUND, round, json, source);
}

int journal_stage_act(struct journal *j, const char *event, unsigned round, const char *json)
{
	return stage_of_round(j, event, CHAIN_ACT, round, json, NULL);
}

/* --- what is not to be written after all --- */

struct dropping {
	struct batch kept; /* its lines: of those that it had, in their place, so that no memory is needed */
	bool is_event;
	const char *id;
};

static int drop_line(void *userdata, const struct chain_line *line)
{
	struct dropping *d = userdata;
	struct lines *to = &d->kept.lines;

	if (line->kind > CHAIN_RULEBOOK && (line->kind >= CHAIN_EVENT) == d->is_event && strcmp(line->id, d->id) == 0)
		return 0;
	batch_count(&d->kept, line->kind);
	memmove(to->text + to->length, line->text, line->length + 1); /* with its end */
	to->length += line->length + 1;
	to->count++;
	return 0;
}

static void drop_from(struct batch *batch, bool is_event, const char *id)
{
	struct dropping d = { .kept.lines = { .text = batch->lines.text, .size = batch->lines.size },
			      .is_event = is_event,
			      .id = id };

	lines_each(&batch->lines, drop_line, &d);
	*batch = d.kept;
	if (!batch->lines.count)
		lines_free(&batch->lines);
}

static int go_on_line(void *userdata, const struct chain_line *line)
{
	struct owner *o = userdata;

	if (line->kind <= CHAIN_RULEBOOK || (line->kind >= CHAIN_EVENT) != o->is_event || strcmp(line->id, o->id) != 0)
		return 0;
	return owner_take(o, line);
}

/* Of an owner, all that is staged: it goes on behind what is on disk or on its way. */
static void staging_drop(struct journal *j, bool is_event, const char *id)
{
	struct owner *o = owner_find(j, is_event, id);
	struct lines lines = { 0 };

	drop_from(&j->staged, is_event, id);
	if (!j->writing)
		drop_from(&j->written, is_event, id);
	if (!o)
		return;
	memcpy(o->last, chain_first, sizeof(o->last));
	if (files_read(j, is_event, id, &lines) >= 0)
		lines_each(&lines, go_on_line, o);
	lines_free(&lines);
	lines_each(&j->written.lines, go_on_line, o);
	if (strcmp(o->last, chain_first) == 0)
		owner_remove(j, o);
}

void journal_forget(struct journal *j, uint64_t game)
{
	char id[24];

	snprintf(id, sizeof(id), "%" PRIu64, game);
	staging_drop(j, false, id);
}

void journal_forget_event(struct journal *j, const char *event)
{
	staging_drop(j, true, event);
}
