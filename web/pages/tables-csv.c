/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

static void put_end(const struct page *p)
{
	put(p, "\r\n");
}

static void put_csv_player(const struct page *p, const json_t *player, bool is_first)
{
	static const char *const keys[] = { "name", "title", "elo", "fed", "fide", "team" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		put_csv(p, is_first && i == 0, live_text(player, keys[i]));
}

static const char *what_counts(const json_t *pairing)
{
	const char *bye = live_text(pairing, "bye");

	if (*bye)
		return strcmp(bye, "full") == 0 ? "bye" : strcmp(bye, "half") == 0 ? "half-bye" : "zero-bye";
	return live_text(pairing, "result");
}

static void put_pairing(const struct page *p, const json_t *pairing, bool is_first)
{
	char board[16] = "";

	if (json_integer_value(json_object_get(pairing, "table")))
		snprintf(board, sizeof(board), "%" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(pairing, "table")));
	put_csv(p, is_first, board);
	put_csv_player(p, json_object_get(pairing, "white"), false);
	put_csv_player(p, json_object_get(pairing, "black"), false);
	put_csv(p, false, what_counts(pairing));
	put_csv(p, false, live_text(pairing, "state"));
	put_end(p);
}

#define PAIRING_HEADS \
	"table,white,white_title,white_elo,white_fed,white_fide,white_team,black,black_title,black_elo,black_fed," \
	"black_fide,black_team,result,state\r\n"

void put_results_csv(const struct page *p, const json_t *event, unsigned round)
{
	const json_t *pairing;
	size_t i;

	put(p, PAIRING_HEADS);
	json_array_foreach(json_object_get(event_round(event, round), "pairings"), i, pairing)
		put_pairing(p, pairing, true);
}

/* Numbers here are a program's: with a point, and not ½. */
static void put_csv_points(const struct page *p, int value, int scale)
{
	char text[24] = "";

	if (value != STANDINGS_NONE)
		snprintf(text, sizeof(text),
			 scale == 1  ? "%.0f" :
			 scale == 10 ? "%.1f" :
				       "%.2f",
			 (double)value / scale);
	put_csv(p, false, text);
}

void put_standings_csv(const struct page *p, const struct event_table *t)
{
	const struct standings *s = &t->standings;
	char text[32];

	put(p, "rank,name,title,elo,fed,fide,team,points,running");
	for (unsigned i = 0; i < s->tie_count; i++)
		put_csv(p, false, s->ties[i].code);
	put_end(p);
	for (unsigned i = 0; i < s->count; i++) {
		const struct standings_row *row = &s->rows[s->order[i]];

		snprintf(text, sizeof(text), "%u", row->rank);
		put_csv(p, true, text);
		put_csv_player(p, t->list[s->order[i]].player, false);
		put_csv_points(p, row->points, 10);
		snprintf(text, sizeof(text), "%u", row->running);
		put_csv(p, false, text);
		for (unsigned k = 0; k < s->tie_count; k++)
			put_csv_points(p, row->value[k], s->ties[k].scale);
		put_end(p);
	}
}

void put_player_csv(const struct page *p, const struct event_table *t, const struct entrant *e)
{
	const struct standings *s = &t->standings;
	const json_t *rounds = json_object_get(t->event, "rounds"), *pairing;
	char number[24], key[ENTRANT_KEY];
	size_t k;

	put(p, "round," PAIRING_HEADS);
	for (unsigned r = 0; r < s->rounds; r++) {
		const json_t *round = json_array_get(rounds, r);

		json_array_foreach(json_object_get(round, "pairings"), k, pairing)
			for (int side = 0; side < 2; side++) {
				entrant_key(json_object_get(pairing, side ? "black" : "white"), key);
				if (strcmp(key, e->key) != 0)
					continue;
				snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT,
					 json_integer_value(json_object_get(round, "round")));
				put_csv(p, true, number);
				put_pairing(p, pairing, false);
			}
	}
}
