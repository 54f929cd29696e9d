/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

/* --- the parts of a pairing --- */

void put_player(const struct page *p, const json_t *player, const json_t *event)
{
	char key[ENTRANT_KEY];
	const bool is_linked = event && *live_text(player, "name");

	if (*live_text(player, "title")) {
		put(p, "<span class=\"title\">");
		put_text(p, live_text(player, "title"));
		put(p, "</span> ");
	}
	if (is_linked) {
		entrant_key(player, key);
		put(p, "<a href=\"/event/");
		put_address(p, live_text(event, "id"));
		put(p, "/player/");
		put_address(p, key);
		put(p, "\">");
	}
	put_text(p, live_text(player, "name"));
	if (is_linked)
		put(p, "</a>");
	if (*live_text(player, "elo")) {
		put(p, " <span class=\"elo\">");
		put_text(p, live_text(player, "elo"));
		put(p, "</span>");
	}
	if (*live_text(player, "fed")) {
		put(p, " <abbr class=\"fed\">");
		put_text(p, live_text(player, "fed"));
		put(p, "</abbr>");
	}
}

void put_printed(const struct page *p, const char *result)
{
	static const char *const list[][2] = { { "1-0", "1–0" }, { "0-1", "0–1" }, { "1/2-1/2", "½–½" },
					       { "0-0", "0–0" }, { "2-0", "2–0" }, { "0-2", "0–2" },
					       { "1-1", "1–1" }, { "+/-", "+:–" }, { "-/+", "–:+" },
					       { "-/-", "–:–" } };

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (strcmp(list[i][0], result) == 0) {
			put(p, list[i][1]);
			return;
		}
	if (strcmp(result, "void") == 0)
		put_word(p, "void");
	else
		put_text(p, result);
}

static bool is_going_on(const json_t *pairing)
{
	static const char *const states[] = { "ready", "running", "paused", "board-gone" };

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (strcmp(live_text(pairing, "state"), states[i]) == 0)
			return true;
	return false;
}

/* The result, or how it stands, is the way to the game. */
void put_result(const struct page *p, const json_t *pairing, const char *brought)
{
	const char *result = live_text(pairing, "result"), *id = live_text(pairing, "game");

	if (*id) {
		put(p, "<a href=\"/game/");
		put_address(p, id);
		put(p, "\">");
	}
	if (*result) {
		put(p, "<b>");
		if (brought)
			put(p, brought);
		else
			put_printed(p, result);
		put(p, "</b>");
	} else {
		put_word(p, is_going_on(pairing) ? "running" : "not-begun");
	}
	if (*id) {
		put(p, "<span class=\"unseen\"> ");
		put_word(p, "look");
		put(p, "</span></a>");
	}
}

void put_marks(const struct page *p, const json_t *pairing)
{
	const char *result = live_text(pairing, "result"), *absent = live_text(pairing, "absent");
	const struct {
		bool is;
		const char *key;
	} marks[] = {
		{ strcmp(result, "+/-") == 0 || strcmp(result, "-/+") == 0 || strcmp(result, "-/-") == 0, "forfeit" },
		{ json_is_true(json_object_get(pairing, "corrected")), "corrected" },
		{ json_is_true(json_object_get(pairing, "appealed")), "appealed" },
		{ !*result && strcmp(absent, "white") == 0, "absent-white" },
		{ !*result && strcmp(absent, "black") == 0, "absent-black" },
		{ !*result && strcmp(absent, "both") == 0, "absent-both" },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (marks[i].is) {
			put(p, " <span class=\"mark\">");
			put_word(p, marks[i].key);
			put(p, "</span>");
		}
}

/* --- a round --- */

static void put_row(const struct page *p, const json_t *event, const json_t *pairing)
{
	const char *bye = live_text(pairing, "bye");

	if (json_integer_value(json_object_get(pairing, "table"))) {
		put(p, "<tr><th scope=\"row\">");
		put_number(p, (long)json_integer_value(json_object_get(pairing, "table")));
		put(p, "</th><td>");
	} else {
		put(p, "<tr><td></td><td>");
	}
	put_player(p, json_object_get(pairing, "white"), event);
	put(p, "</td><td class=\"result\">");
	if (*bye) {
		put(p, "</td><td>");
		put_word(p, strcmp(bye, "full") == 0 ? "bye-full" : strcmp(bye, "half") == 0 ? "bye-half" : "bye-zero");
		put(p, "</td></tr>\n");
		return;
	}
	put_result(p, pairing, NULL);
	put_marks(p, pairing);
	put(p, "</td><td>");
	put_player(p, json_object_get(pairing, "black"), event);
	put(p, "</td></tr>\n");
}

static void put_heads(const struct page *p, const char *const keys[], size_t count)
{
	put(p, "<thead><tr>");
	for (size_t i = 0; i < count; i++) {
		put(p, strcmp(keys[i], "result") == 0 ? "<th scope=\"col\" class=\"result\">" : "<th scope=\"col\">");
		put_word(p, keys[i]);
		put(p, "</th>");
	}
	put(p, "</tr></thead>\n");
}

static void put_files(const struct page *p, const json_t *event, unsigned round)
{
	static const char *const suffixes[] = { ".pgn", ".csv" };

	put(p, "<p class=\"files\">");
	for (size_t i = 0; i < 2; i++) {
		put(p, "<a class=\"button\" href=\"/event/");
		put_address(p, live_text(event, "id"));
		put(p, "/round/");
		put_number(p, round);
		put(p, suffixes[i]);
		put(p, "\" download>");
		put_word(p, i ? "as-csv" : "all-games");
		put(p, "</a>\n");
	}
	put(p, "</p>\n");
}

static void put_caption(const struct page *p, unsigned round)
{
	char number[24];

	snprintf(number, sizeof(number), "%u", round);
	put(p, "<caption>");
	put_words(p, "round", "round", number);
	put(p, "</caption>");
}

void put_results(const struct page *p, const json_t *event, unsigned round)
{
	static const char *const keys[] = { "table-short", "white", "result", "black" };
	const json_t *pairing;
	size_t i;

	put(p, "<table class=\"results\">");
	put_caption(p, round);
	put_heads(p, keys, sizeof(keys) / sizeof(keys[0]));
	put(p, "<tbody>\n");
	json_array_foreach(json_object_get(event_round(event, round), "pairings"), i, pairing)
		put_row(p, event, pairing);
	put(p, "</tbody></table>\n");
	put_files(p, event, round);
}

/* --- matches of teams --- */

static void put_score(const struct page *p, const struct event_table *t, int team, unsigned index)
{
	char buf[24];
	int points = 0;
	const json_t *round = json_array_get(json_object_get(t->event, "rounds"), index), *pairing;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		for (int side = 0; side < 2; side++)
			if (json_integer_value(json_object_get(pairing, "match")) > 0 &&
			    strcmp(live_text(json_object_get(pairing, side ? "black" : "white"), "team"),
				   t->list[team].name) == 0)
				points += trf_points_of(&t->scoring.points,
							trf_letter(live_text(pairing, "result"), side));
	put(p, points_text(points, 10, buf));
}

static void put_match(const struct page *p, const struct event_table *t, unsigned index, unsigned row)
{
	const struct standings_cell *cell = standings_cell(&t->standings, row, index);

	put(p, "<h2>");
	put_text(p, t->list[row].name);
	put(p, " <b>");
	put_score(p, t, (int)row, index);
	put(p, " : ");
	if (cell->opponent >= 0)
		put_score(p, t, cell->opponent, index);
	put(p, "</b> ");
	if (cell->opponent >= 0)
		put_text(p, t->list[cell->opponent].name);
	if (cell->letter == '*') {
		put(p, " <span class=\"mark\">");
		put_word(p, "running");
		put(p, "</span>");
	}
	put(p, "</h2>\n");
}

void put_matches(const struct page *p, const json_t *event, unsigned round)
{
	const json_t *pairing;
	struct event_table t;
	json_int_t match = 0;
	unsigned index = 0;
	size_t i;

	if (event_table_make(event, true, &t) < 0)
		goto out;
	while (json_array_get(json_object_get(event, "rounds"), index) != event_round(event, round))
		index++;
	json_array_foreach(json_object_get(event_round(event, round), "pairings"), i, pairing) {
		const json_int_t its = json_integer_value(json_object_get(pairing, "match"));

		if (its == 0)
			continue;
		if (its != match) {
			const char *team = live_text(json_object_get(pairing, "white"), "team");

			put(p, match ? "</tbody></table></section>\n<section class=\"match\">" :
				       "<section class=\"match\">");
			for (unsigned k = 0; k < t.count; k++)
				if (strcmp(t.list[k].name, team) == 0)
					put_match(p, &t, index, k);
			put(p, "<table class=\"results\"><tbody>\n");
			match = its;
		}
		put_row(p, event, pairing);
	}
	if (match)
		put(p, "</tbody></table></section>\n");
	put_files(p, event, round);
out:
	event_table_done(&t);
}
