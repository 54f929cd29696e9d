/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <string.h>

#define CROSS_TABLE 24 /* players whose games one against the other fit beside each other */

const char *letter_text(char letter, const struct trf_points *points, char buf[static 24])
{
	switch (letter) {
	case '*':
		return "•";
	case ' ':
		return "";
	case '+':
		return "+";
	case '-':
		return "–";
	default:
		return points_text(trf_points_of(points, letter), 10, buf);
	}
}

void put_colour(const struct page *p, bool is_white)
{
	put(p, "<span class=\"unseen\"> ");
	put_word(p, is_white ? "white" : "black");
	put(p, is_white ? "</span><i class=\"side white\"></i>" : "</span><i class=\"side black\"></i>");
}

/* Whom he met there, with which colour, and what that brought: "12w ½". */
static void put_cell(const struct page *p, const struct event_table *t, const struct standings_cell *cell)
{
	const struct trf_points of_matches = { .win = 20, .draw = 10, .bye = 20 };
	char buf[24];

	put(p, "<td class=\"cell\">");
	if (cell->opponent >= 0) {
		put_number(p, t->standings.rows[cell->opponent].rank);
		if (!t->has_teams)
			put_colour(p, cell->has_white);
		put(p, " ");
	}
	put(p, letter_text(cell->letter, t->has_teams ? &of_matches : &t->scoring.points, buf));
	put(p, "</td>");
}

/* What he got against that one. */
static void put_encounter(const struct page *p, const struct event_table *t, unsigned row, unsigned other)
{
	const struct standings *s = &t->standings;
	char buf[24];

	put(p, row == other ? "<td class=\"cell self\">" : "<td class=\"cell\">");
	for (unsigned r = 0; r < s->rounds; r++)
		if (standings_cell(s, row, r)->opponent == (int)other)
			put(p, letter_text(standings_cell(s, row, r)->letter, &t->scoring.points, buf));
	put(p, "</td>");
}

static bool is_cross_table(const struct event_table *t)
{
	return t->standings.is_round_robin && t->standings.count <= CROSS_TABLE && !t->has_teams;
}

static void put_head(const struct page *p, const char *class, const char *text)
{
	fprintf(p->out, "<th scope=\"col\" class=\"%s\">", class);
	put_text(p, text);
	put(p, "</th>");
}

static void put_heads(const struct page *p, const struct event_table *t)
{
	const struct standings *s = &t->standings;
	char text[256], key[32];

	put(p, "<thead><tr><th scope=\"col\">");
	put_word(p, "rank");
	put(p, "</th><th scope=\"col\">");
	put_word(p, t->has_teams ? "team" : "player");
	put(p, "</th><th scope=\"col\" class=\"points\">");
	put_word(p, "points");
	put(p, "</th>");
	for (unsigned i = 0; i < s->tie_count; i++) {
		snprintf(key, sizeof(key), "tie-%s", s->ties[i].code);
		page_words(p, key, text, sizeof(text));
		put(p, "<th scope=\"col\" class=\"tie\"><abbr title=\"");
		put_text(p, text);
		put(p, "\">");
		put_text(p, s->ties[i].code);
		put(p, "</abbr></th>");
	}
	for (unsigned i = 0; i < (is_cross_table(t) ? s->count : s->rounds); i++) {
		const json_t *round = json_array_get(json_object_get(t->event, "rounds"), i);

		snprintf(text, sizeof(text), "%u",
			 is_cross_table(t) ? i + 1 : (unsigned)json_integer_value(json_object_get(round, "round")));
		put_head(p, "cell", text);
	}
	put(p, "</tr></thead>\n");
}

static void put_standing(const struct page *p, const struct event_table *t, unsigned place)
{
	const struct standings *s = &t->standings;
	const unsigned row = s->order[place];
	const struct standings_row *its = &s->rows[row];
	char buf[24];

	put(p, "<tr><th scope=\"row\">");
	put_number(p, its->rank);
	put(p, "</th><td class=\"who\">");
	if (t->has_teams)
		put_text(p, t->list[row].name);
	else
		put_player(p, t->list[row].player, t->event);
	put(p, "</td><td class=\"points\"><b>");
	put(p, points_text(its->points, 10, buf));
	put(p, "</b>");
	if (its->running) {
		put(p, " <span aria-hidden=\"true\">•</span><span class=\"unseen\"> ");
		put_word(p, "running");
		put(p, "</span>");
	}
	put(p, "</td>");
	for (unsigned i = 0; i < s->tie_count; i++) {
		put(p, "<td class=\"tie\">");
		put(p, points_text(its->value[i], s->ties[i].scale, buf));
		put(p, its->unplayed[i] ? "*</td>" : "</td>");
	}
	for (unsigned i = 0; i < (is_cross_table(t) ? s->count : s->rounds); i++)
		if (is_cross_table(t))
			put_encounter(p, t, row, s->order[i]);
		else
			put_cell(p, t, standings_cell(s, row, i));
	put(p, "</tr>\n");
}

static bool has_unplayed(const struct standings *s)
{
	for (unsigned i = 0; i < s->count; i++)
		for (unsigned k = 0; k < s->tie_count; k++)
			if (s->rows[i].unplayed[k])
				return true;
	return false;
}

static bool has_running(const struct standings *s)
{
	for (unsigned i = 0; i < s->count; i++)
		if (s->rows[i].running)
			return true;
	return false;
}

/* What the signs mean, and what is not counted. */
static void put_notes(const struct page *p, const struct event_table *t)
{
	const struct standings *s = &t->standings;
	char text[256], key[32];

	put(p, "<p class=\"notes\">");
	put_word(p, "provisional");
	if (has_running(s)) {
		put(p, " ");
		put_word(p, "running-note");
	}
	if (has_unplayed(s)) {
		put(p, " ");
		put_word(p, "unplayed-note");
	}
	if (*s->uncounted) {
		put(p, " ");
		put_words(p, "uncounted", "ties", s->uncounted);
	}
	put(p, "</p>\n<dl class=\"ties\">");
	for (unsigned i = 0; i < s->tie_count; i++) {
		snprintf(key, sizeof(key), "tie-%s", s->ties[i].code);
		page_words(p, key, text, sizeof(text));
		put(p, "<dt>");
		put_text(p, s->ties[i].code);
		put(p, "</dt><dd>");
		put_text(p, text);
		put(p, "</dd>");
	}
	put(p, "</dl>\n");
}

static void put_files(const struct page *p, const json_t *event)
{
	static const char *const paths[] = { ".pgn", "/standings.csv" };

	put(p, "<p class=\"files\">");
	for (size_t i = 0; i < 2; i++) {
		put(p, "<a class=\"button\" href=\"/event/");
		put_address(p, live_text(event, "id"));
		put(p, paths[i]);
		put(p, "\" download>");
		put_word(p, i ? "as-csv" : "all-games-of-event");
		put(p, "</a>\n");
	}
	put(p, "</p>\n");
}

void put_standings(const struct page *p, const struct event_table *t)
{
	put(p, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
	put_word(p, t->has_teams ? "team-standings" : "standings");
	put(p, "\"><table class=\"standings\"><caption>");
	put_word(p, t->has_teams ? "team-standings" : "standings");
	put(p, " <span class=\"mark\">");
	put_word(p, "provisional-mark");
	put(p, "</span></caption>");
	put_heads(p, t);
	put(p, "<tbody>\n");
	for (unsigned i = 0; i < t->standings.count; i++)
		put_standing(p, t, i);
	put(p, "</tbody></table></div>\n");
	put_notes(p, t);
	if (!t->has_teams)
		put_files(p, t->event);
}
