/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WEB_PAGES_INSIDE_H
#define WEB_PAGES_INSIDE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "formats/standings/scoring.h"
#include "formats/standings/standings.h"
#include "web/server.h"
#include "web/pages/pages.h"

/* --- markup.c: A page's text. What comes from elsewhere goes in as text, and cannot be anything else. --- */

struct page {
	FILE *out;
	const struct page_file *texts; /* the words of the reader's language */
};

void put(const struct page *p, const char *markup); /* as it is */
void put_text(const struct page *p, const char *text);
void put_number(const struct page *p, long n);
void put_word(const struct page *p, const char *key);
/* … of which {name} is the value; NULL: none. */
void put_words(const struct page *p, const char *key, const char *name, const char *value);
/* A part of an address. */
void put_address(const struct page *p, const char *part);
/* The words of a key; false: there are none. */
bool page_words(const struct page *p, const char *key, char *buf, size_t size);
/* " · " before all but the first of them. */
void put_dot(const struct page *p, bool *is_first);
/* A cell of CSV, and a comma before it unless it is the first of its line. */
void put_csv(const struct page *p, bool is_first, const char *text);

/* --- event-table.c: Who takes part in an event, and what each round brought. --- */

#define ENTRANT_KEY 128

struct entrant {
	const json_t *player; /* of the last pairing; NULL: a team */
	const char *name;
	char key[ENTRANT_KEY]; /* in addresses */
	unsigned place;	       /* among those that came */
};

struct event_table {
	const json_t *event;
	struct entrant *list;
	unsigned count;
	struct scoring scoring;
	struct standings standings; /* a column a round, as the event has them */
	bool has_teams;
};

/* Players, or teams, by number, FIDE's number or name. 0 or -ENOMEM; event_table_done() in any case. */
int event_table_make(const json_t *event, bool of_teams, struct event_table *ret);
void event_table_done(struct event_table *table);
/* NULL: none of that key. */
const struct entrant *event_table_find(const struct event_table *table, const char *key);
void entrant_key(const json_t *player, char key[static ENTRANT_KEY]);

const json_t *event_round(const json_t *event, unsigned number); /* NULL none */
bool event_has_teams(const json_t *event);
/* "4.5", "½" as people write it; scale: so much is 1. */
const char *points_text(int value, int scale, char buf[static 24]);

/* --- event-head.c: What stands above an event's tables. --- */

enum tab { TAB_BOARDS, TAB_RESULTS, TAB_STANDINGS, TAB_MATCHES, TAB_PLAYER };

void put_event_head(const struct page *p, const json_t *event, enum tab tab, unsigned round);
/* "31 January – 2 February 2026", "15 min + 10 s" */
void put_dates(const struct page *p, const json_t *event);
void put_control(const struct page *p, const char *control);

/* --- results-page.c, standings-page.c, player-page.c, tables-csv.c --- */

void put_results(const struct page *p, const json_t *event, unsigned round);
void put_matches(const struct page *p, const json_t *event, unsigned round);
void put_printed(const struct page *p, const char *result); /* "1–0" */
/* brought: what it brought to one of them; NULL: the result. */
void put_result(const struct page *p, const json_t *pairing, const char *brought);
/* Title, name and what else is known. link: to the player's page, of that event. */
void put_player(const struct page *p, const json_t *player, const json_t *event);
void put_marks(const struct page *p, const json_t *pairing);
void put_standings(const struct page *p, const struct event_table *table);
/* What that brought to him: "1", "½", "+"; "•": it goes on. */
const char *letter_text(char letter, const struct trf_points *points, char buf[static 24]);
void put_colour(const struct page *p, bool is_white);
void put_player_page(const struct page *p, const struct event_table *table, const struct entrant *entrant);

/* --- game-page.c --- */

void put_game(const struct page *p, const struct stream *stream, const json_t *game);
void put_game_title(const struct page *p, const json_t *game);
void put_game_preview(const struct page *p, const json_t *game); /* a line */

void put_results_csv(const struct page *p, const json_t *event, unsigned round);
void put_standings_csv(const struct page *p, const struct event_table *table);
void put_player_csv(const struct page *p, const struct event_table *table, const struct entrant *entrant);

#endif
