/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/pages/inside.h"

#include <stdlib.h>
#include <string.h>

/* --- facts --- */

struct date {
	unsigned year, month, day;
};

/* "2026.01.31" */
static bool read_date(const char *text, struct date *ret)
{
	return sscanf(text, "%4u.%2u.%2u", &ret->year, &ret->month, &ret->day) == 3 && ret->month >= 1 &&
	       ret->month <= 12;
}

static void put_day(const struct page *p, const struct date *date, bool has_month, bool has_year)
{
	char text[24];

	snprintf(text, sizeof(text), "%u", date->day);
	put_words(p, "day", "n", text);
	if (has_month) {
		put(p, " ");
		snprintf(text, sizeof(text), "month-%u", date->month);
		put_word(p, text);
	}
	if (has_year) {
		put(p, " ");
		put_number(p, date->year);
	}
}

/* Of two days in one month the month is said once. */
void put_dates(const struct page *p, const json_t *event)
{
	const json_t *dates = json_object_get(event, "dates");
	const size_t n = json_array_size(dates);
	const char *first = json_string_value(json_array_get(dates, 0)),
		   *last = json_string_value(json_array_get(dates, n ? n - 1 : 0));
	struct date from, to;

	if (!first || !read_date(first, &from) || !read_date(last, &to))
		return;
	if (strcmp(first, last) != 0) {
		const bool has_year = from.year != to.year, has_month = has_year || from.month != to.month;

		put_day(p, &from, has_month, has_year);
		put(p, has_month ? " – " : "–");
	}
	put_day(p, &to, true, true);
}

static void put_span(const struct page *p, unsigned long seconds)
{
	const bool hours = seconds % 3600 == 0 && seconds, minutes = seconds % 60 == 0;
	char text[24];

	snprintf(text, sizeof(text), "%lu", hours ? seconds / 3600 : minutes ? seconds / 60 : seconds);
	put_words(p, hours ? "hours" : minutes ? "minutes" : "seconds", "n", text);
}

/* "40/7200+30" */
static void put_period(const struct page *p, const char *text, size_t size)
{
	const char *slash = memchr(text, '/', size), *time = slash ? slash + 1 : text;
	char *end;
	const unsigned long seconds = strtoul(time, &end, 10);
	unsigned long increment = 0;

	put_span(p, seconds);
	if (*end == '+' && (increment = strtoul(end + 1, &end, 10)) > 0) {
		put(p, " + ");
		put_span(p, increment);
	}
	if (slash)
		fprintf(p->out, " / %.*s", (int)(slash - text), text);
}

/* What is not written so stays as it is. */
void put_control(const struct page *p, const char *control)
{
	if (strspn(control, "0123456789/+:") != strlen(control)) {
		put_text(p, control);
		return;
	}
	while (*control) {
		const size_t n = strcspn(control, ":");

		put_period(p, control, n);
		control += n;
		if (*control == ':') {
			put(p, ", ");
			control++;
		}
	}
}

static void put_delay(const struct page *p, const json_t *event, bool *is_first)
{
	static const char *const keys[][2] = { { "minutes", "later-minutes" }, { "moves", "later-moves" } };
	const json_t *delay = json_object_get(event, "delay");

	for (size_t i = 0; i < 2; i++) {
		const json_int_t n = json_integer_value(json_object_get(delay, keys[i][0]));
		char text[24];

		if (n <= 0)
			continue;
		snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT, n);
		put_dot(p, is_first);
		put(p, "<strong>");
		put_words(p, keys[i][1], "n", text);
		put(p, "</strong>");
	}
}

static void put_facts(const struct page *p, const json_t *event)
{
	bool is_first = true;

	put(p, "<p class=\"facts\">");
	if (*live_text(event, "site")) {
		put_dot(p, &is_first);
		put_text(p, live_text(event, "site"));
	}
	if (json_array_size(json_object_get(event, "dates"))) {
		put_dot(p, &is_first);
		put_dates(p, event);
	}
	if (*live_text(event, "time")) {
		put_dot(p, &is_first);
		put_control(p, live_text(event, "time"));
	}
	if (*live_text(event, "rulebook")) {
		put_dot(p, &is_first);
		put_text(p, live_rulebook_title(live_text(event, "rulebook")));
	}
	put_delay(p, event, &is_first);
	put(p, "</p>\n");
}

/* --- tabs and rounds --- */

static void put_event_address(const struct page *p, const json_t *event)
{
	put(p, "/event/");
	put_address(p, live_text(event, "id"));
	put(p, "/");
}

static void put_tab(const struct page *p, const json_t *event, const char *word, bool is_here, const char *path,
		    unsigned round)
{
	put(p, "<a href=\"");
	put_event_address(p, event);
	put(p, path);
	if (round)
		put_number(p, round);
	put(p, is_here ? "\" aria-current=\"page\">" : "\">");
	put_word(p, word);
	put(p, "</a>\n");
}

/* Boards there are of the round that is the last; of the others, results. */
static void put_round_links(const struct page *p, const json_t *event, enum tab tab, unsigned round)
{
	const json_t *rounds = json_object_get(event, "rounds"), *one;
	char number[24];
	size_t i;

	put(p, "<nav class=\"rounds\" aria-label=\"");
	put_word(p, "rounds");
	put(p, "\"><span>");
	put_word(p, "round-short");
	put(p, "</span>");
	json_array_foreach(rounds, i, one) {
		const json_int_t n = json_integer_value(json_object_get(one, "round"));

		put(p, "<a href=\"");
		put_event_address(p, event);
		if (tab != TAB_BOARDS || n != round) {
			put(p, tab == TAB_MATCHES ? "matches/" : "round/");
			put_number(p, n);
		}
		put(p, n == round ? "\" aria-current=\"page\"" : "\"");
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, n);
		put(p, " aria-label=\"");
		put_words(p, "round", "round", number);
		put(p, "\">");
		put_number(p, n);
		put(p, "</a>\n");
	}
	put(p, "</nav>\n");
}

void put_event_head(const struct page *p, const json_t *event, enum tab tab, unsigned round)
{
	const unsigned now = (unsigned)json_integer_value(json_object_get(event, "round"));

	put(p, "<header class=\"event\" data-event=\"");
	put_text(p, live_text(event, "id"));
	put(p, "\"><h1>");
	put_text(p, live_text(event, "name"));
	put(p, "</h1>\n");
	put_facts(p, event);
	put(p, "<nav class=\"tabs\" aria-label=\"");
	put_text(p, live_text(event, "name"));
	put(p, "\">\n");
	put_tab(p, event, "boards", tab == TAB_BOARDS, "", 0);
	if (now) {
		put_tab(p, event, "results", tab == TAB_RESULTS, "round/", round ? round : now);
		put_tab(p, event, "standings", tab == TAB_STANDINGS, "standings", 0);
	}
	if (now && event_has_teams(event))
		put_tab(p, event, "matches", tab == TAB_MATCHES, "matches/", round ? round : now);
	put(p, "</nav>\n");
	if (now && (tab == TAB_BOARDS || round))
		put_round_links(p, event, tab, round ? round : now);
	put(p, "</header>\n");
}
