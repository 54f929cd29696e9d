/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/event-file.h"
#include "formats/next-round.h"

const json_t *event_round(const json_t *event, unsigned number)
{
	const json_t *round;
	size_t i;

	json_array_foreach(json_object_get(event, "rounds"), i, round)
		if (json_integer_value(json_object_get(round, "round")) == number)
			return round;
	return NULL;
}

bool event_has_teams(const json_t *event)
{
	const json_t *round, *pairing;
	size_t i, k;

	json_array_foreach(json_object_get(event, "rounds"), i, round)
		json_array_foreach(json_object_get(round, "pairings"), k, pairing)
			if (json_integer_value(json_object_get(pairing, "match")) > 0)
				return true;
	return false;
}

const char *points_text(int value, int scale, char buf[static 24])
{
	if (value == STANDINGS_NONE)
		return "–";
	if (scale == 1 || value % scale == 0)
		snprintf(buf, 24, "%d", value / scale);
	else if (2 * value % scale == 0)
		snprintf(buf, 24, "%.0d½", value / scale);
	else
		snprintf(buf, 24, "%.2f", (double)value / scale);
	return buf;
}

/* --- who it is --- */

/* By the report's number, else FIDE's, else the name, of which what has a meaning in addresses is left out. */
void entrant_key(const json_t *player, char key[static ENTRANT_KEY])
{
	const json_int_t number = json_integer_value(json_object_get(player, "number"));
	size_t n = 0;

	if (number > 0)
		snprintf(key, ENTRANT_KEY, "%" JSON_INTEGER_FORMAT, number);
	else if (*live_text(player, "fide"))
		snprintf(key, ENTRANT_KEY, "fide-%s", live_text(player, "fide"));
	else
		for (const char *at = live_text(player, "name"); *at && n < ENTRANT_KEY - 1; at++)
			key[n++] = strchr(" /?#%&\"'<>\\+", *at) || (*at > 0 && *at < ' ') ? '_' : *at;
	if (n > 0)
		key[n] = '\0';
	else if (number <= 0 && !*live_text(player, "fide"))
		*key = '\0';
}

const struct entrant *event_table_find(const struct event_table *t, const char *key)
{
	for (unsigned i = 0; i < t->count; i++)
		if (strcmp(t->list[i].key, key) == 0)
			return &t->list[i];
	return NULL;
}

/* The index of who has that key, who is added where he is new; -1: nobody, or no memory. */
static int find_or_add(struct event_table *t, const char *key, const char *name, const json_t *player)
{
	const struct entrant *found = event_table_find(t, key);
	struct entrant *more;

	if (!*key)
		return -1;
	if (found) {
		if (player) /* what is said of him last holds */
			t->list[found - t->list].player = player;
		return (int)(found - t->list);
	}
	more = reallocarray(t->list, t->count + 1, sizeof(*more));
	if (!more)
		return -1;
	t->list = more;
	more[t->count] = (struct entrant){ .player = player, .name = name };
	snprintf(more[t->count].key, ENTRANT_KEY, "%s", key);
	return (int)t->count++;
}

static int find_player(struct event_table *t, const json_t *pairing, const char *side)
{
	const json_t *player = json_object_get(pairing, side);
	char key[ENTRANT_KEY];

	entrant_key(player, key);
	return find_or_add(t, key, live_text(player, "name"), player);
}

static void team_key(const char *team, char key[static ENTRANT_KEY])
{
	json_t *named = json_pack("{s:s}", "name", team);

	entrant_key(named, key);
	json_decref(named);
}

static int find_team(struct event_table *t, const json_t *pairing, const char *side)
{
	const char *team = live_text(json_object_get(pairing, side), "team");
	char key[ENTRANT_KEY];

	team_key(team, key);
	return find_or_add(t, key, team, NULL);
}

static void find_all(struct event_table *t, bool of_teams)
{
	const json_t *round, *pairing;
	size_t i, k;

	json_array_foreach(json_object_get(t->event, "rounds"), i, round)
		json_array_foreach(json_object_get(round, "pairings"), k, pairing) {
			if (of_teams && json_integer_value(json_object_get(pairing, "match")) == 0)
				continue;
			if (of_teams)
				find_team(t, pairing, "white");
			else
				find_player(t, pairing, "white");
			if (*live_text(pairing, "bye"))
				continue;
			if (of_teams)
				find_team(t, pairing, "black");
			else
				find_player(t, pairing, "black");
		}
}

/* Who is level stands so: by the report's numbers, else as they came. */
static int by_number(const void *a, const void *b)
{
	const struct entrant *p = a, *q = b;
	const json_int_t of_p = json_integer_value(json_object_get(p->player, "number")),
			 of_q = json_integer_value(json_object_get(q->player, "number"));

	return of_p != of_q ? (of_p > of_q) - (of_p < of_q) : (p->place > q->place) - (p->place < q->place);
}

/* --- what each round brought --- */

static char letter_of(const json_t *pairing, int side)
{
	const char *bye = live_text(pairing, "bye");
	char letter;

	if (*bye)
		return strcmp(bye, "full") == 0 ? 'U' : strcmp(bye, "half") == 0 ? 'H' : 'Z';
	letter = trf_letter(live_text(pairing, "result"), side);
	return letter == ' ' ? '*' : letter;
}

static void set_players(struct event_table *t, const json_t *pairing, unsigned round)
{
	const int white = find_player(t, pairing, "white");
	const int black = *live_text(pairing, "bye") ? -1 : find_player(t, pairing, "black");

	if (white >= 0)
		*standings_cell(&t->standings, (unsigned)white,
				round) = (struct standings_cell){ black, letter_of(pairing, 0), true };
	if (black >= 0)
		*standings_cell(&t->standings, (unsigned)black,
				round) = (struct standings_cell){ white, letter_of(pairing, 1), false };
}

/* Board by board: a match is won by more points at its boards. */
struct match {
	int team[2], points[2];
	bool is_running, is_forfeit;
};

static void add_board(struct event_table *t, const json_t *pairing, struct match *m)
{
	const char *const sides[2] = { "white", "black" };

	for (int side = 0; side < 2; side++) {
		const int team = find_team(t, pairing, sides[side]);
		const char letter = letter_of(pairing, side);
		const int place = m->team[0] < 0 || m->team[0] == team ? 0 : 1;

		m->team[place] = team;
		m->points[place] += trf_points_of(&t->scoring.points, letter);
		m->is_running |= letter == '*';
		m->is_forfeit &= letter == '+' || letter == '-';
	}
}

static void set_match(struct event_table *t, const struct match *m, unsigned round)
{
	for (int side = 0; side < 2; side++) {
		const int more = m->points[side] - m->points[!side];
		const char letter = m->is_running ? '*' :
				    more > 0	  ? (m->is_forfeit ? '+' : '1') :
				    more < 0	  ? (m->is_forfeit ? '-' : '0') :
						    '=';

		if (m->team[side] < 0)
			continue;
		*standings_cell(&t->standings, (unsigned)m->team[side],
				round) = (struct standings_cell){ m->team[!side], letter, side == 0 };
		t->standings.rows[m->team[side]].board_points += m->points[side];
	}
}

static void set_matches(struct event_table *t, const json_t *round, unsigned index)
{
	struct match m = { .team = { -1, -1 }, .is_forfeit = true };
	json_int_t number = 0;
	const json_t *pairing;
	size_t k;

	json_array_foreach(json_object_get(round, "pairings"), k, pairing) {
		const json_int_t its = json_integer_value(json_object_get(pairing, "match"));

		if (its == 0)
			continue;
		if (its != number) {
			set_match(t, &m, index);
			m = (struct match){ .team = { -1, -1 }, .is_forfeit = true };
			number = its;
		}
		add_board(t, pairing, &m);
	}
	set_match(t, &m, index);
}

/* What the report of the last round that has one says. */
static void read_scoring(struct event_table *t)
{
	const bool of_draughts = strcmp(event_game(live_text(t->event, "rulebook"))->results[0], "2-0") == 0;
	const json_t *round;
	size_t i;

	t->scoring = scoring_read("", 0, of_draughts);
	json_array_foreach(json_object_get(t->event, "rounds"), i, round) {
		struct scoring said;

		if (json_object_get(round, "scoring") && scoring_parse(json_object_get(round, "scoring"), &said) >= 0)
			t->scoring = said;
	}
}

#define BERGER 128 /* players of a round robin whose table is looked up */

/* Is that round as Berger's tables have it? */
static bool is_of_berger(const struct event_table *t, unsigned index, bool twice)
{
	const json_t *round = json_array_get(json_object_get(t->event, "rounds"), index);
	struct next_pair pairs[BERGER / 2];
	const unsigned count = berger_round(t->count, (unsigned)json_integer_value(json_object_get(round, "round")),
					    twice, pairs);

	for (unsigned i = 0; i < count; i++) {
		const struct standings_cell *cell = standings_cell(&t->standings, pairs[i].white - 1, index);

		if (cell->opponent != (int)pairs[i].black - 1 || (pairs[i].black && !cell->has_white))
			return false;
	}
	return count > 0;
}

/* No report says what a list of players is paired by, but who has met whom, by their numbers, in all rounds so far. */
static bool is_round_robin(const struct event_table *t)
{
	bool once = true, twice = true;

	if (t->count < 3 || t->count > BERGER || !t->standings.rounds)
		return false;
	for (unsigned n = 0; n < t->count; n++)
		if (json_integer_value(json_object_get(t->list[n].player, "number")) != n + 1)
			return false;
	for (unsigned r = 0; r < t->standings.rounds && (once || twice); r++) {
		once = once && is_of_berger(t, r, false);
		twice = twice && is_of_berger(t, r, true);
	}
	return once || twice;
}

int event_table_make(const json_t *event, bool of_teams, struct event_table *ret)
{
	static const struct trf_points of_matches = { .win = 20, .draw = 10, .bye = 20 };
	struct event_table *t = ret;
	const json_t *round, *pairing;
	size_t i, k;
	int r;

	*t = (struct event_table){ .event = event, .has_teams = of_teams };
	read_scoring(t);
	find_all(t, of_teams);
	for (unsigned n = 0; n < t->count; n++)
		t->list[n].place = n;
	if (t->count)
		qsort(t->list, t->count, sizeof(*t->list), by_number);
	r = standings_init(&t->standings, t->count, (unsigned)json_array_size(json_object_get(event, "rounds")));
	if (r < 0)
		return r;
	t->standings.is_round_robin = !of_teams && t->scoring.is_round_robin;
	for (unsigned n = 0; n < t->count; n++)
		t->standings.rows[n].rating = (unsigned)atoi(live_text(t->list[n].player, "elo"));
	json_array_foreach(json_object_get(event, "rounds"), i, round) {
		if (of_teams)
			set_matches(t, round, (unsigned)i);
		else
			json_array_foreach(json_object_get(round, "pairings"), k, pairing)
				set_players(t, pairing, (unsigned)i);
	}
	t->standings.is_round_robin |= !of_teams && is_round_robin(t);
	return of_teams ? standings_count(&t->standings, &of_matches, "BP BH SB DE") :
			  standings_count(&t->standings, &t->scoring.points, t->scoring.ties);
}

void event_table_done(struct event_table *t)
{
	standings_done(&t->standings);
	free(t->list);
	*t = (struct event_table){ 0 };
}
