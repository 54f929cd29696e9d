// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/setup.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/rulebook.h"

static int setup_complain(char err[static 160], const char *key, const char *what)
{
	snprintf(err, 160, "\"%s\" %s", key, what);
	return -EINVAL;
}

/* One of few words is wanted, and this one is none of them. */
static int no_such_word(char err[static 160], const char *key, const char *what, const char *word)
{
	snprintf(err, 160, "\"%s\" %s, but \"%.40s\"", key, what, word);
	return -EINVAL;
}

static int get_text(json_t *o, const char *key, const char **ret, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_string(v))
		return setup_complain(err, key, "is not a string");
	*ret = json_string_value(v);
	return 0;
}

static int get_us(json_t *o, const char *key, uint32_t *ret, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	if (!v)
		return 0;
	if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > 60000000)
		return setup_complain(err, key, "is not a number of microseconds up to a minute");
	*ret = (uint32_t)json_integer_value(v);
	return 0;
}

/* A wrong array with the usual castling rights: those that it cannot have are left out. False: that was not what is
 * wrong. */
static bool parse_without_rights(const struct game *game, const char *fen, struct game_position *ret)
{
	const char *side = strchr(fen, ' '), *rights = side ? strchr(side + 1, ' ') : NULL;
	char text[GAME_FEN], kept[8] = "";
	size_t n = rights ? strspn(rights + 1, "KQkq") : 0, at = 0;

	if (!n || n > 4 || (rights[1 + n] && rights[1 + n] != ' ') || strlen(fen) >= sizeof(text))
		return false;
	for (size_t i = 1; i <= n; i++) {
		snprintf(text, sizeof(text), "%.*s%c%s", (int)(rights + 1 - fen), fen, rights[i], rights + 1 + n);
		if (game->parse(text, ret, NULL) == 0)
			kept[at++] = rights[i];
	}
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(rights + 1 - fen), fen, at ? kept : "-", rights + 1 + n);
	return game->parse(text, ret, NULL) == 0;
}

static bool names_files(const char *fen)
{
	const char *side = strchr(fen, ' '), *rights = side ? strchr(side + 1, ' ') : NULL;

	return rights && strcspn(rights + 1, "ABCDEFGHabcdefgh") < strcspn(rights + 1, " ");
}

/* Whoever records a board names a start that stands then: something else may be set up on it. */
static bool start_only_stood(json_t *o, const struct core_setup *s)
{
	struct game_position usual;

	return json_object_get(json_object_get(o, "board"), "model") && !json_object_get(o, "rulebook") &&
	       s->game->parse(s->game->start_fen, &usual, NULL) == 0 && s->game->same(&usual, &s->start);
}

static int get_start(json_t *o, struct core_setup *s, char err[static 160])
{
	const char *fen = NULL;
	json_t *number = json_object_get(o, "start");
	struct game_error why;

	if (s->game->starts && json_is_integer(number)) {
		if (json_integer_value(number) >= 0 && json_integer_value(number) < s->game->starts)
			return s->game->start((unsigned)json_integer_value(number), &s->start);
		snprintf(err, 160, "\"start\" is %lld; the start positions of %s are 0 to %u",
			 (long long)json_integer_value(number), s->game->name, s->game->starts - 1);
		return -EINVAL;
	}
	if (get_text(o, "start", &fen, err) < 0 || (!fen && get_text(o, "start_fen", &fen, err) < 0))
		return -EINVAL;
	s->any_start = !fen;
	s->open_start = s->game->starts && !fen;
	/* rights that name files are another game's */
	if (fen && !s->game->variant && s->game->parse(fen, &s->start, NULL) < 0 && names_files(fen))
		s->game = game_of_fen(fen);
	if (s->game->parse(fen ? fen : s->game->start_fen, &s->start, &why) < 0 &&
	    (strcmp(why.field, "castling") || !parse_without_rights(s->game, fen, &s->start))) {
		snprintf(err, 160, "start position: %.23s: %.110s", why.field, why.reason);
		return -EINVAL;
	}
	s->any_start |= start_only_stood(o, s);
	return 0;
}

int core_setup_from_json(json_t *header, struct core_setup *ret, char err[static 160])
{
	struct core_setup s = { .sensors = TRACKER_PRESENCE, .has_lever = true };
	const char *game = "chess", *sensors = "presence";
	json_t *v;

	err[0] = 0;
	if (!json_is_object(header))
		return setup_complain(err, "header", "is not an object");
	if (get_text(header, "game", &game, err) < 0 || get_text(header, "sensors", &sensors, err) < 0)
		return -EINVAL;
	s.game = game_find(game);
	if (!s.game) {
		snprintf(err, 160, "\"game\" is \"%.40s\", which is not a known game", game);
		return -EINVAL;
	}
	if (!strcmp(sensors, "piece-id"))
		s.sensors = TRACKER_PIECE_ID;
	else if (!strcmp(sensors, "sure"))
		s.sensors = TRACKER_EXACT;
	else if (strcmp(sensors, "presence"))
		return setup_complain(err, "sensors", "is neither presence nor piece-id");
	v = json_object_get(header, "lever");
	if (json_is_boolean(v))
		s.has_lever = json_is_true(v);
	s.lever_by_hand = json_is_true(json_object_get(header, "lever_by_hand"));
	if (get_us(header, "scan_us", &s.scan_us, err) < 0 || get_us(header, "grace_us", &s.grace_us, err) < 0 ||
	    get_start(header, &s, err) < 0)
		return -EINVAL;
	v = json_object_get(header, "clock");
	s.clock.running = NO_SIDE;
	if (v && !json_is_null(v) && clock_control_from_json(v, &s.clock, err) < 0)
		return -EINVAL;
	s.press_starts = clock_starts_by_press(v);
	s.options = json_incref(json_object_get(header, "options"));
	s.state = json_incref(json_object_get(header, "state"));
	*ret = s;
	return 0;
}

void core_setup_done(struct core_setup *setup)
{
	json_decref(setup->options);
	json_decref(setup->state);
	setup->options = setup->state = NULL;
}

struct event {
	const struct core_setup *setup;
	char number[24];
};

static const char *event_option(void *userdata, const char *key)
{
	struct event *event = userdata;
	json_t *v;

	if (!strcmp(key, "clock"))
		return event->setup->clock.mode == CLOCK_NONE ? NULL : clock_mode_name(event->setup->clock.mode);
	v = json_object_get(event->setup->options, key);
	if (json_is_integer(v)) {
		snprintf(event->number, sizeof(event->number), "%lld", (long long)json_integer_value(v));
		return event->number;
	}
	if (json_is_boolean(v))
		return json_is_true(v) ? "true" : "false";
	return json_string_value(v);
}

int core_setup_check(const struct core_setup *setup, char err[static 160])
{
	const struct clock_control *c = &setup->clock;
	struct rulebook *book;
	int64_t min, max, us;
	char range[64], words[64];
	int r;

	err[0] = 0;
	if (!setup->rulebook || c->mode == CLOCK_NONE)
		return 0;
	r = core_fit_rulebook(setup, &book);
	if (r < 0)
		return r;
	rulebook_range(book, PARAM_TIME_CONTROL_LIMIT, &min, &max);
	clock_control_format(c, words, sizeof(words));
	if (!rulebook_has(book, PARAM_CLOCK_MODES_ALLOWED, clock_mode_name(c->mode))) {
		snprintf(err, 160, "%s does not allow a clock with %s (%s)", rulebook_id(book),
			 clock_mode_name(c->mode), words);
		r = -EINVAL;
	}
	for (enum side s = WHITE; s <= BLACK && r == 0; s++) {
		us = c->start_us[s] + (c->mode == CLOCK_FISCHER ? 60 * c->bonus_us : 0);
		if (us / 1000 >= min && us / 1000 <= max)
			continue;
		if (min == max)
			snprintf(range, sizeof(range), "%lld seconds", (long long)(min / 1000));
		else if (max > INT64_C(1000000000000))
			snprintf(range, sizeof(range), "at least %lld seconds", (long long)(min / 1000));
		else
			snprintf(range, sizeof(range), "%lld to %lld seconds", (long long)(min / 1000),
				 (long long)(max / 1000));
		snprintf(err, 160, "%.30s is played with %.50s each (60 increments included), not %.25s",
			 rulebook_id(book), range, words);
		r = -EINVAL;
	}
	rulebook_free(book);
	return r;
}

int core_fit_rulebook(const struct core_setup *setup, struct rulebook **ret)
{
	struct event event = { .setup = setup };

	return rulebook_for_event(setup->rulebook, event_option, &event, ret);
}

/* A whole number from 0, absent where there is none. */
static int get_count(json_t *o, const char *key, json_int_t absent, json_int_t *ret, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	*ret = absent;
	if (!v || json_is_null(v))
		return 0;
	if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > INT32_MAX * INT64_C(1000))
		return setup_complain(err, key, "is not a whole number from 0");
	*ret = json_integer_value(v);
	return 0;
}

static int get_unsigned(json_t *o, const char *key, unsigned *ret, char err[static 160])
{
	json_int_t n;

	if (get_count(o, key, 0, &n, err) < 0)
		return -EINVAL;
	*ret = n > 1000000 ? 1000000 : (unsigned)n;
	return 0;
}

static int get_switch(json_t *o, const char *key, bool *ret, char err[static 160])
{
	json_t *v = json_object_get(o, key);

	if (v && !json_is_null(v) && !json_is_boolean(v))
		return setup_complain(err, key, "is neither true nor false");
	*ret = json_is_true(v);
	return 0;
}

static int need_object(json_t *o, const char *key, char err[static 160])
{
	return !o || json_is_null(o) || json_is_object(o) ? 0 : setup_complain(err, key, "is not an object");
}

/* "white": number, "black": number */
static int get_pair(json_t *o, const char *key, unsigned ret[2], char err[static 160])
{
	json_t *pair = json_object_get(o, key);

	if (need_object(pair, key, err) < 0 || get_unsigned(pair, "white", &ret[WHITE], err) < 0 ||
	    get_unsigned(pair, "black", &ret[BLACK], err) < 0)
		return -EINVAL;
	return 0;
}

static bool has_name(json_t *list, const char *name)
{
	json_t *v;
	size_t i;

	json_array_foreach(list, i, v)
		if (json_is_string(v) && !strcmp(json_string_value(v), name))
			return true;
	return false;
}

/* A list of sides. */
static int check_present(json_t *list, char err[static 160])
{
	json_t *v;
	size_t i;

	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list))
		return setup_complain(err, "present", "is not a list");
	json_array_foreach(list, i, v)
		if (!json_is_string(v) ||
		    (strcmp(json_string_value(v), "white") && strcmp(json_string_value(v), "black")))
			return setup_complain(err, "present", "holds something other than white and black");
	return 0;
}

/* auto 1, claim 0, absent -1 */
static int get_call(json_t *o, const char *key, int *ret, char err[static 160])
{
	const char *s = NULL;

	*ret = -1;
	if (get_text(o, key, &s, err) < 0)
		return -EINVAL;
	if (!s)
		return 0;
	if (strcmp(s, "auto") && strcmp(s, "claim"))
		return no_such_word(err, key, "is neither auto nor claim", s);
	*ret = !strcmp(s, "auto");
	return 0;
}

static int get_options(json_t *o, struct arbiter_options *ret, char err[static 160])
{
	const char *supervision = NULL, *phase = NULL;
	json_int_t ms;

	if (need_object(o, "options", err) < 0 || get_call(o, "flag_call", &ret->flag_auto, err) < 0 ||
	    get_call(o, "illegal_call", &ret->illegal_auto, err) < 0 ||
	    get_text(o, "supervision", &supervision, err) < 0 || get_text(o, "phase", &phase, err) < 0)
		return -EINVAL;
	if (supervision) {
		if (!strcmp(supervision, "full"))
			ret->supervision = SUPERVISION_FULL;
		else if (!strcmp(supervision, "limited"))
			ret->supervision = SUPERVISION_LIMITED;
		else if (!strcmp(supervision, "none"))
			ret->supervision = SUPERVISION_NONE;
		else
			return no_such_word(err, "supervision", "is neither full, limited nor none", supervision);
	}
	ret->quickplay = -1;
	if (phase) {
		if (strcmp(phase, "period") && strcmp(phase, "quickplay-finish"))
			return no_such_word(err, "phase", "is neither period nor quickplay-finish", phase);
		ret->quickplay = !strcmp(phase, "quickplay-finish");
	}
	if (get_switch(o, "arbiter_calls", &ret->arbiter_calls, err) < 0 ||
	    get_switch(o, "guidelines_iii", &ret->guidelines, err) < 0 ||
	    get_switch(o, "players_record", &ret->players_record, err) < 0 ||
	    get_count(o, "default_time_ms", -1, &ms, err) < 0 ||
	    get_unsigned(o, "min_draw_move", &ret->min_draw_move, err) < 0)
		return -EINVAL;
	ret->default_us = ms < 0 ? ARBITER_ABSENT : ms * 1000;
	return 0;
}

int core_arbiter_setup(const struct core_setup *setup, struct arbiter_setup *ret, char err[static 160])
{
	json_t *state = setup->state, *present = json_object_get(state, "present"),
	       *counters = json_object_get(state, "counters");
	struct arbiter_setup a = {
		.game = setup->game,
		.start = setup->start,
		.clock_mode = setup->clock.mode == CLOCK_NONE ? NULL : clock_mode_name(setup->clock.mode),
		.base_us = { setup->clock.start_us[WHITE], setup->clock.start_us[BLACK] },
		.bonus_us = setup->clock.bonus_us,
		.clock_runs = setup->clock.running != NO_SIDE,
		.sensors_sure = setup->sensors == TRACKER_EXACT,
	};

	if (get_options(setup->options, &a.options, err) < 0 || need_object(state, "state", err) < 0 ||
	    get_pair(state, "moves_completed", a.moves, err) < 0 ||
	    get_pair(state, "illegal_count", a.illegal, err) < 0 || need_object(counters, "counters", err) < 0 ||
	    get_unsigned(counters, "kings_only", &a.kings_only, err) < 0 ||
	    get_unsigned(counters, "sixteen", &a.sixteen, err) < 0 ||
	    get_unsigned(counters, "five", &a.five, err) < 0 || check_present(present, err) < 0)
		return -EINVAL;
	a.absent[WHITE] = json_is_array(present) && !has_name(present, "white");
	a.absent[BLACK] = json_is_array(present) && !has_name(present, "black");
	*ret = a;
	return 0;
}
