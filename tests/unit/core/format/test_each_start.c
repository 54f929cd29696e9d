// SPDX-License-Identifier: GPL-2.0-or-later
/* Start positions with each letter left out or another, and which times each rulebook lets a game be played with. */
#include "daemon/core/format/setup.h"
#include "rules/rulebook.h"
#include "tests/unit/core/format/formats-read.h"

static const char *game_said = ""; /* of the header; "" none */

static void read_start(struct line *l, const char *fen)
{
	json_t *o = json_pack("{s:s}", "start", fen);
	char err[160] = "", text[GAME_FEN + 40];
	struct core_setup s;

	if (!o)
		return;
	if (*game_said)
		json_object_set_new(o, "game", json_string(game_said));
	if (core_setup_from_json(o, &s, err) < 0) {
		note(l, false, err);
	} else {
		snprintf(text, sizeof(text), "%s %d ", s.game->name, s.open_start);
		s.game->format(&s.start, text + strlen(text));
		note(l, true, text);
		core_setup_done(&s);
	}
	json_decref(o);
}

static void starts(void)
{
	static const struct {
		const char *game, *fen, *letters;
	} positions[] = {
		{ "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "KQkqAHahRPp18/wb -x" },
		{ "", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 98 60", "KQkqAHahe619/wb -x" },
		{ "", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR b KQkq - 0 1", "KQkqAHah18wb -" },
		{ "", "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w BFbf - 0 1", "KQkqABFGabfg18wb -" },
		{ "chess960", "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1", "KQkqABFGabfg18wb -" },
		{ "draughts-10x10", "W:W31-50:B1-20", "WBK0159:,-x" },
		{ "draughts-10x10", "B:WK5,10,28:BK46,K47", "WBK0159:,-x" },
	};

	for (size_t i = 0; i < sizeof(positions) / sizeof(*positions); i++) {
		struct line l = { .taken = 0 };

		snprintf(l.name, sizeof(l.name), "start %.50s", positions[i].fen);
		game_said = positions[i].game;
		each_letter(&l, positions[i].fen, positions[i].letters, read_start);
		end_line(&l);
	}
}

/* Around each bound that a book has. */
static void times_of_books(void)
{
	static const char *const controls[] = {
		"59",		"60",	     "180",	"299",	   "300",    "300.001", "301",	   "599",   "600",
		"601",		"3599",	     "3600",	"5400",	   "7200",   "180+2",	"240+1",   "240+2", "539+1",
		"300+5",	"540+1",     "541+1",	"3540+1",  "3541+1", "300d3",	"300b3",   "*300",  "*600",
		"40/7200:3600", "40/300:60", "300|600", "600|300", "-",	     "1800|60", "60|1800",
	};
	char **list, err[160];

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct line l = { .taken = 0 };
		struct core_setup s = { .game = NULL };
		struct rulebook *book;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		snprintf(l.name, sizeof(l.name), "times %s", *id);
		s.game = game_find(rulebook_game(book) ? rulebook_game(book) : "chess");
		s.rulebook = book;
		for (size_t i = 0; i < sizeof(controls) / sizeof(*controls); i++) {
			assert_int_equal(clock_control_parse(controls[i], &s.clock, err), 0);
			err[0] = '\0';
			const bool is_allowed = core_setup_check(&s, err) == 0;

			note(&l, is_allowed, is_allowed ? controls[i] : err);
		}
		end_line(&l);
		rulebook_free(book);
	}
	rulebook_list_free(list);
}

static void as_before(void **state)
{
	begin_lines("tests/data/starts.txt");
	starts();
	times_of_books();
	end_lines();
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(as_before) };

	return cmocka_run_group_tests_name("starts", tests, NULL, NULL);
}
