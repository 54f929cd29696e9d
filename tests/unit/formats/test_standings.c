/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Standings are those of the tables in tests/data/standings: final tables of tournaments, and some that were counted by
 * hand. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/standings/scoring.h"
#include "formats/standings/standings.h"

#define ROUNDS 16
#define LINE 2048

struct table {
	unsigned players, rounds;
	bool is_draughts;
	char round[ROUNDS][LINE], ties[LINE], order[LINE], unplayed[LINE], ranks[LINE];
	char rows[128][128];
	unsigned row_count;
};

static void read_table(const char *name, struct table *t)
{
	char path[128], line[LINE];
	FILE *file;

	*t = (struct table){ 0 };
	snprintf(path, sizeof(path), "tests/data/standings/%s", name);
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s", path);
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "players %u", &t->players) == 1 || *line == '#')
			continue;
		if (strcmp(line, "draughts") == 0)
			t->is_draughts = true;
		else if (strncmp(line, "round ", 6) == 0)
			strcpy(t->round[t->rounds++], line + 6);
		else if (strncmp(line, "table points ", 13) == 0)
			strcpy(t->ties, line + 13);
		else if (strncmp(line, "order ", 6) == 0)
			strcpy(t->order, line + 6);
		else if (strncmp(line, "rank ", 5) == 0)
			strcpy(t->ranks, line + 5);
		else if (strncmp(line, "unplayed ", 9) == 0)
			strcpy(t->unplayed, line + 9);
		else
			snprintf(t->rows[t->row_count++], sizeof(t->rows[0]), "%.127s", line);
	}
	fclose(file);
}

/* "3-1:=" or "6:H"; White's letter. */
static void play(struct standings *s, unsigned round, const char *text)
{
	static const char letters[] = "10=+-*", others[] = "01=-+*";
	unsigned white, black;
	char letter;

	if (sscanf(text, "%u-%u:%c", &white, &black, &letter) == 3) {
		*standings_cell(s, white - 1, round) = (struct standings_cell){ (int)black - 1, letter, true };
		*standings_cell(s, black - 1, round) =
			(struct standings_cell){ (int)white - 1, others[strchr(letters, letter) - letters], false };
	} else if (sscanf(text, "%u:%c", &white, &letter) == 2) {
		*standings_cell(s, white - 1, round) = (struct standings_cell){ -1, letter, false };
	} else {
		fail_msg("%s", text);
	}
}

static void count(const struct table *t, struct standings *s)
{
	const struct trf_points points = trf_points_read("", 0, t->is_draughts);

	assert_int_equal(standings_init(s, t->players, t->rounds), 0);
	for (unsigned r = 0; r < t->rounds; r++) {
		char copy[LINE], *rest = NULL;

		strcpy(copy, t->round[r]);
		for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
			play(s, r, word);
	}
	assert_int_equal(standings_count(s, &points, t->ties), 0);
}

static void expect_number(const char *name, const char *row, int value, int scale, const char *text)
{
	if (strcmp(text, "-") == 0 ? value != STANDINGS_NONE : value * 1.0 / scale != strtod(text, NULL))
		fail_msg("%s: %s: %d/%d, not %s", name, row, value, scale, text);
}

static void expect_table(const char *name)
{
	struct table *t = calloc(1, sizeof(*t));
	struct standings s;
	char *rest;

	assert_non_null(t);
	read_table(name, t);
	count(t, &s);
	assert_int_equal(t->row_count, t->players);
	for (unsigned k = 0; k < t->row_count; k++) {
		char copy[LINE];
		unsigned i;

		snprintf(copy, sizeof(copy), "%s", t->rows[k]);
		i = (unsigned)atoi(strtok_r(copy, " ", &rest)) - 1;
		expect_number(name, t->rows[k], s.rows[i].points, 10, strtok_r(NULL, " ", &rest));
		for (unsigned tie = 0; tie < s.tie_count; tie++)
			expect_number(name, t->rows[k], s.rows[i].value[tie], s.ties[tie].scale,
				      strtok_r(NULL, " ", &rest));
		if (*t->unplayed)
			assert_true(s.rows[i].unplayed[0]);
	}
	rest = t->order;
	for (unsigned k = 0; *rest; k++)
		assert_int_equal(strtoul(rest, &rest, 10) - 1, s.order[k]);
	rest = t->ranks;
	for (unsigned k = 0; *rest; k++)
		assert_int_equal(strtoul(rest, &rest, 10), s.rows[s.order[k]].rank);
	standings_done(&s);
	free(t);
}

static void as_in_the_tables(void **state)
{
	static const char *const names[] = { "swiss-110.txt",  "round-robin-10.txt", "swiss-5.txt",	"swiss-6.txt",
					     "draughts-4.txt", "encounters-5.txt",   "encounters-6.txt" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		expect_table(names[i]);
}

/* A game that goes on counts nothing yet, and is said. */
static void running(void **state)
{
	const struct trf_points points = trf_points_read("", 0, false);
	struct standings s;

	assert_int_equal(standings_init(&s, 4, 2), 0);
	play(&s, 0, "1-2:1");
	play(&s, 0, "3-4:=");
	play(&s, 1, "1-3:*");
	play(&s, 1, "4-2:1");
	assert_int_equal(standings_count(&s, &points, "PTS,BH:GP#C1 TPR SB"), 0);
	assert_int_equal(s.rows[0].points, 10);
	assert_int_equal(s.rows[0].running, 1);
	assert_int_equal(s.rows[3].running, 0);
	assert_int_equal(s.rows[0].value[1], 0);
	assert_int_equal(s.rows[3].value[1], 25); /* half of 3's half */
	assert_false(s.rows[0].unplayed[1]);
	assert_string_equal(s.ties[0].code, "BH/C1");
	assert_string_equal(s.uncounted, "TPR");
	assert_int_equal(s.order[0], 3);
	standings_done(&s);
}

/* What a report says of points, tie-breaks and its kind; and the same from JSON. */
static void a_reports_scoring(void **state)
{
	static const char text[] =
		"012 Club\n092 Individual: Round-Robin\n162  W 3.0    D 1.0\n202 DE, BH:GP/C1,SB <x>\r\n";
	struct scoring s = scoring_read(text, sizeof(text) - 1, false), again;
	json_t *json = scoring_format(&s);

	assert_int_equal(s.points.win, 30);
	assert_int_equal(s.points.draw, 10);
	assert_true(s.is_round_robin);
	assert_string_equal(s.ties, "DE BH:GP/C1 SB X");
	assert_int_equal(scoring_parse(json, &again), 0);
	assert_memory_equal(&again.points, &s.points, sizeof(s.points));
	assert_string_equal(again.ties, s.ties);
	assert_true(again.is_round_robin);
	json_array_set_new(json_object_get(json, "points"), 0, json_integer(-1));
	assert_int_equal(scoring_parse(json, &again), -EINVAL);
	json_decref(json);

	s = scoring_read("", 0, true);
	assert_int_equal(s.points.win, 20);
	assert_string_equal(s.ties, "");
	assert_false(s.is_round_robin);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_in_the_tables),
		cmocka_unit_test(running),
		cmocka_unit_test(a_reports_scoring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
