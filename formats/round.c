/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/json-fields.h"

static const char *const states[] = {
	[ROUND_OPEN] = "open", [ROUND_RUNNING] = "running", [ROUND_PAUSED] = "paused", [ROUND_CLOSED] = "closed", NULL
};
static const char *const byes[] = {
	[BYE_NONE] = "", [BYE_FULL] = "full", [BYE_HALF] = "half", [BYE_ZERO] = "zero", NULL
};
static const char *const formats[] = { "trf", "csv", "pgn", "list", NULL };

const char *round_state_name(enum round_state state)
{
	return states[state];
}

size_t rounds_running(const json_t *rounds)
{
	const json_t *round;
	size_t i, running = 0;

	json_array_foreach(rounds, i, round) {
		const char *state = json_string_value(json_array_get(round, 1));

		if (state && (strcmp(state, states[ROUND_RUNNING]) == 0 || strcmp(state, states[ROUND_PAUSED]) == 0))
			running = i + 1;
	}
	return running;
}

bool rounds_are_closed(const json_t *rounds)
{
	const json_t *round;
	size_t i;

	json_array_foreach(rounds, i, round)
		if (strcmp(json_string_value(json_array_get(round, 1)) ?: "", states[ROUND_CLOSED]) != 0)
			return false;
	return true;
}

size_t rounds_current(const json_t *rounds)
{
	const size_t running = rounds_running(rounds);

	return running ? running : json_array_size(rounds);
}

/* --- what may be missing --- */

bool pairing_has(const struct pairing *p, enum pairing_key key)
{
	for (size_t i = 0; i < PAIRING_KEYS; i++)
		if (p->said[i] == key)
			return true;
	return false;
}

static void say(struct pairing *p, enum pairing_key key)
{
	size_t i = 0;

	while (p->said[i] != PAIRING_NOTHING && p->said[i] != key)
		i++;
	p->said[i] = key; /* there is room for each of them once */
}

static void unsay(struct pairing *p, enum pairing_key key)
{
	size_t n = 0;

	for (size_t i = 0; i < PAIRING_KEYS; i++)
		if (p->said[i] != key)
			p->said[n++] = p->said[i];
	while (n < PAIRING_KEYS)
		p->said[n++] = PAIRING_NOTHING;
}

void pairing_set_game_result(struct pairing *p, const char *result)
{
	snprintf(p->game_result, sizeof(p->game_result), "%s", result);
	say(p, PAIRING_RESULT);
}

void pairing_set_absent(struct pairing *p, const char *absent)
{
	snprintf(p->absent, sizeof(p->absent), "%s", absent);
	say(p, PAIRING_ABSENT);
}

void pairing_set_paused(struct pairing *p, bool paused)
{
	p->paused = paused;
	if (paused)
		say(p, PAIRING_PAUSED);
	else
		unsay(p, PAIRING_PAUSED);
}

void pairing_set_begins(struct pairing *p, const struct pairing_begins *begins)
{
	p->begins = begins ? *begins : (struct pairing_begins){ 0 };
	if (begins)
		say(p, PAIRING_BEGINS);
	else
		unsay(p, PAIRING_BEGINS);
}

int pairing_add_void(struct pairing *p, const char *game)
{
	char(*list)[PAIRING_GAME] = reallocarray(p->voided, p->voided_count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	p->voided = list;
	snprintf(list[p->voided_count++], sizeof(*list), "%s", game);
	say(p, PAIRING_VOID);
	return 0;
}

bool pairing_is_void(const struct pairing *p, const char *game)
{
	for (size_t i = 0; i < p->voided_count; i++)
		if (strcmp(p->voided[i], game) == 0)
			return true;
	return false;
}

int pairing_set_board_name(struct pairing *p, const char *name)
{
	char *copy = strdup(name);

	if (!copy)
		return -ENOMEM;
	free(p->board_name);
	p->board_name = copy;
	return 0;
}

int pairing_take_done(struct pairing *to, const struct pairing *from)
{
	int r = pairing_set_board_name(to, from->board_name);

	strcpy(to->game, from->game);
	if (pairing_has(from, PAIRING_RESULT))
		pairing_set_game_result(to, from->game_result);
	for (size_t i = 0; i < from->voided_count && r >= 0; i++)
		r = pairing_add_void(to, from->voided[i]);
	if (!*to->given)
		strcpy(to->given, from->given);
	return r;
}

/* --- a round --- */

struct round *round_new(void)
{
	struct round *round = calloc(1, sizeof(*round));

	if (round)
		round->refs = 1;
	return round;
}

struct round *round_ref(struct round *round)
{
	if (round)
		round->refs++;
	return round;
}

void round_unref(struct round *round)
{
	if (!round || --round->refs > 0)
		return;
	pairings_done(&round->pairings);
	json_decref(round->last.details);
	free(round->file);
	free(round);
}

static int copy_pairing(struct pairing *to, const struct pairing *from)
{
	int r;

	*to = *from;
	to->board_name = NULL;
	to->voided = NULL;
	to->voided_count = 0;
	r = pairing_set_board_name(to, from->board_name);
	for (size_t i = 0; i < from->voided_count && r >= 0; i++)
		r = pairing_add_void(to, from->voided[i]);
	return r;
}

struct round *round_copy(const struct round *from)
{
	struct round *round = round_new();
	int r = 0;

	if (!round)
		return NULL;
	*round = *from;
	round->refs = 1;
	round->file = strdup(from->file);
	round->last.details = json_incref(from->last.details); /* nobody changes what was done */
	round->pairings.list = calloc(from->pairings.count, sizeof(*round->pairings.list));
	round->pairings.size = round->pairings.list ? from->pairings.count : 0;
	round->pairings.count = 0;
	for (size_t i = 0; i < round->pairings.size && r >= 0; i++)
		r = copy_pairing(&round->pairings.list[round->pairings.count++], &from->pairings.list[i]);
	if (r < 0 || !round->file || round->pairings.count < from->pairings.count) {
		round_unref(round);
		return NULL;
	}
	return round;
}

struct pairing *round_pairing(const struct round *round, unsigned board)
{
	for (size_t i = 0; board && i < round->pairings.count; i++)
		if (round->pairings.list[i].board == board)
			return &round->pairings.list[i];
	return NULL;
}

/* --- to JSON --- */

static json_t *format_player(const struct player *p)
{
	json_t *object = json_object();
	int failed = 0;

	for (enum player_field field = PLAYER_NAME; field <= PLAYER_FED; field++)
		failed |= json_put_text(object, player_key(field), player_text(p, field));
	failed |= json_put_number(object, "number", p->number);
	return json_whole(object, failed);
}

static json_t *format_voided(const struct pairing *p)
{
	json_t *list = json_array();
	int failed = 0;

	for (size_t i = 0; i < p->voided_count; i++)
		failed |= json_array_append_new(list, json_string(p->voided[i]));
	return json_whole(list, failed);
}

static int put_said(json_t *object, const struct pairing *p, enum pairing_key key)
{
	switch (key) {
	case PAIRING_NOTHING:
		return 0;
	case PAIRING_VOID:
		return json_object_set_new(object, "void", format_voided(p));
	case PAIRING_RESULT:
		return json_put_text(object, "game_result", p->game_result);
	case PAIRING_ABSENT:
		return json_put_text(object, "absent", p->absent);
	case PAIRING_PAUSED:
		return json_object_set_new(object, "paused", json_true());
	case PAIRING_BEGINS:
		return json_object_set_new(object, "begins",
					   json_pack("{s:b, s:I}", "wait", p->begins.wait, "uid",
						     (json_int_t)p->begins.uid));
	}
	return -1;
}

json_t *pairing_format(const struct pairing *p)
{
	json_t *object = json_object();
	int failed = 0;

	failed |= json_put_number(object, "table", p->board);
	failed |= json_put_text(object, "board", p->board_name);
	failed |= json_put_text(object, "round_tag", p->round_tag);
	failed |= json_put_number(object, "match", p->match);
	failed |= json_put_text(object, "bye", byes[p->bye]);
	failed |= json_object_set_new(object, "white", format_player(&p->player[0]));
	failed |= json_object_set_new(object, "black", format_player(&p->player[1]));
	failed |= json_put_text(object, "given", p->given);
	failed |= json_put_text(object, "game", p->game);
	for (size_t i = 0; i < PAIRING_KEYS; i++)
		failed |= put_said(object, p, p->said[i]);
	return json_whole(object, failed);
}

json_t *round_act_format(const struct round_act *act, uint64_t revision)
{
	json_t *object = json_object();
	int failed = 0;

	failed |= json_put_text(object, "t", act->t);
	if (act->realtime_us)
		failed |= json_put_number(object, "realtime_us", act->realtime_us);
	failed |= json_put_number(object, "uid", act->uid);
	failed |= json_put_text(object, "act", act->what);
	if (revision)
		failed |= json_put_number(object, "revision", revision);
	if (act->details)
		failed |= json_object_update(object, act->details);
	return json_whole(object, failed);
}

json_t *round_format(const struct round *round)
{
	json_t *object = json_object(), *list = json_array();
	int failed = 0;

	for (size_t i = 0; i < round->pairings.count; i++)
		failed |= json_array_append_new(list, pairing_format(&round->pairings.list[i]));
	failed |= json_put_number(object, "round", round->number);
	failed |= json_put_number(object, "revision", round->revision);
	failed |= json_put_text(object, "state", states[round->state]);
	failed |= json_put_text(object, "file", round->file);
	failed |= json_put_text(object, "format", round->pairings.format);
	if (*round->pairings.encoding)
		failed |= json_put_text(object, "encoding", round->pairings.encoding);
	failed |= json_put_text(object, "day", round->day);
	failed |= json_object_set_new(object, "pairings", list);
	if (round->has_scoring)
		failed |= json_object_set_new(object, "scoring", scoring_format(&round->scoring));
	if (*round->last.what)
		failed |= json_object_set_new(object, "last", round_act_format(&round->last, round->revision));
	return json_whole(object, failed);
}

/* --- from JSON --- */

int player_read(const json_t *object, struct player *p)
{
	int r = json_take_number(object, "number", &p->number);

	for (enum player_field field = PLAYER_NAME; field <= PLAYER_FED && r >= 0; field++)
		r = player_put(p, field, json_string_value(json_object_get(object, player_key(field))));
	return r;
}

static int read_voided(const json_t *list, struct pairing *p)
{
	const json_t *one;
	size_t i;
	int r = json_is_array(list) ? 0 : -EINVAL;

	json_array_foreach(list, i, one)
		if (r >= 0)
			r = json_is_string(one) && json_string_length(one) < PAIRING_GAME ?
				    pairing_add_void(p, json_string_value(one)) :
				    -EINVAL;
	return r;
}

static int read_begins(const json_t *object, struct pairing *p)
{
	struct pairing_begins begins = { .is = true, .wait = json_is_true(json_object_get(object, "wait")) };
	int r = json_take_number(object, "uid", &begins.uid);

	if (r >= 0)
		pairing_set_begins(p, &begins);
	return r;
}

/* One of those that may be missing. */
static int read_said(const json_t *object, const char *key, struct pairing *p)
{
	char text[8];
	int r = 0;

	if (strcmp(key, "void") == 0)
		return read_voided(json_object_get(object, key), p);
	if (strcmp(key, "begins") == 0)
		return read_begins(json_object_get(object, key), p);
	if (strcmp(key, "paused") == 0)
		pairing_set_paused(p, json_is_true(json_object_get(object, key)));
	if (strcmp(key, "game_result") == 0 && (r = json_take_text(object, key, text, sizeof(text))) >= 0)
		pairing_set_game_result(p, text);
	if (strcmp(key, "absent") == 0 && (r = json_take_text(object, key, text, sizeof(text))) >= 0)
		pairing_set_absent(p, text);
	return r;
}

static int read_pairing(const json_t *object, struct pairing *p)
{
	const char *board = json_string_value(json_object_get(object, "board")), *key;
	const json_t *value;
	int bye = json_take_word(object, "bye", byes);
	int r = board && bye >= 0 ? pairing_set_board_name(p, board) : -EINVAL;

	p->bye = bye >= 0 ? (enum bye)bye : BYE_NONE;
	if (r >= 0)
		r = json_take_number(object, "table", &p->board);
	if (r >= 0)
		r = json_take_number(object, "match", &p->match);
	if (r >= 0)
		r = json_take_text(object, "round_tag", p->round_tag, sizeof(p->round_tag));
	if (r >= 0)
		r = json_take_text(object, "given", p->given, sizeof(p->given));
	if (r >= 0)
		r = json_take_text(object, "game", p->game, sizeof(p->game));
	if (r >= 0)
		r = player_read(json_object_get(object, "white"), &p->player[0]);
	if (r >= 0)
		r = player_read(json_object_get(object, "black"), &p->player[1]);
	json_object_foreach((json_t *)object, key, value)
		if (r >= 0)
			r = read_said(object, key, p);
	return r;
}

static int read_pairings(const json_t *list, struct pairings *ret)
{
	struct text_fault fault;
	const json_t *one;
	size_t i;
	int r = json_is_array(list) && json_array_size(list) <= PAIRINGS_MAX ? 0 : -EINVAL;

	json_array_foreach(list, i, one) {
		struct pairing *p = r >= 0 ? pairings_add(ret, 0, 0, &fault) : NULL;

		if (r >= 0)
			r = p ? read_pairing(one, p) : -ENOMEM;
	}
	return r;
}

static int read_act(const json_t *object, struct round_act *act)
{
	static const char *const own[] = { "t", "realtime_us", "uid", "act", "revision" };
	const json_int_t us = json_integer_value(json_object_get(object, "realtime_us"));
	int r = json_take_text(object, "act", act->what, sizeof(act->what));

	if (r >= 0)
		r = json_take_text(object, "t", act->t, sizeof(act->t));
	if (r >= 0)
		r = json_take_number(object, "uid", &act->uid);
	if (r < 0)
		return r;
	act->realtime_us = us > 0 ? (uint64_t)us : 0;
	act->details = json_copy((json_t *)object);
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		json_object_del(act->details, own[i]);
	return act->details ? 0 : -ENOMEM;
}

static int read_round(const json_t *json, struct round *round)
{
	const char *file = json_string_value(json_object_get(json, "file"));
	const json_t *revision = json_object_get(json, "revision"), *last = json_object_get(json, "last"),
		     *scoring = json_object_get(json, "scoring");
	int state = json_take_word(json, "state", states), format = json_take_word(json, "format", formats);
	int r = file && state >= 0 && format >= 0 && json_is_integer(revision) ? 0 : -EINVAL;

	if (r < 0)
		return r;
	round->state = (enum round_state)state;
	round->revision = (uint64_t)json_integer_value(revision);
	round->pairings.format = formats[format];
	round->file = strdup(file);
	r = round->file ? json_take_number(json, "round", &round->number) : -ENOMEM;
	if (r >= 0)
		r = json_take_text(json, "day", round->day, sizeof(round->day));
	if (r >= 0 && json_object_get(json, "encoding"))
		r = json_take_text(json, "encoding", round->pairings.encoding, sizeof(round->pairings.encoding));
	if (r >= 0 && *round->pairings.encoding && !encoding_is_name(round->pairings.encoding))
		r = -EINVAL;
	if (r >= 0)
		r = read_pairings(json_object_get(json, "pairings"), &round->pairings);
	round->has_scoring = scoring;
	if (r >= 0 && scoring)
		r = scoring_parse(scoring, &round->scoring);
	if (r >= 0 && last)
		r = read_act(last, &round->last);
	return r;
}

int round_read(const json_t *json, struct round **ret)
{
	struct round *round = round_new();
	int r = round ? read_round(json, round) : -ENOMEM;

	if (r < 0)
		round_unref(round);
	else
		*ret = round;
	return r;
}
