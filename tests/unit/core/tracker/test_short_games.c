/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Short games by clumsy hands (tracker-play.h): captures that no sensor sees as an empty square, hands that begin
 * early, presses that come early or not at all, pieces that bounce, hover, slide or are knocked over, changes that come
 * late or never, boards that were away. What was played is known, and each has to be read as that. They were chosen
 * from thousands because one small piece of the evidence decides: a tracker that weighs it otherwise reads another
 * game.
 */
#include "tests/unit/core/tracker/tracker-hands.h"

#include "tests/unit/core/tracker/short-games.h"

static bool has_word(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at && (at == text || at[-1] == ' ');
}

static void begin(struct hands *h, const char *board, const char *fen)
{
	struct tracker_setup setup = {
		.sensors = has_word(board, "piece-id") ? TRACKER_PIECE_ID : TRACKER_PRESENCE,
		.has_lever = has_word(board, "lever"),
		.late_us = has_word(board, "polled") ? 1000000 : 0,
		.keep_illegal = has_word(board, "kept"),
	};

	memset(h, 0, sizeof(*h));
	h->game = setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

static void turns(const struct hands *h, char *text, size_t size)
{
	*text = '\0';
	for (unsigned i = 0; i < tracker_turns(h->tracker); i++) {
		const struct turn *turn = tracker_turn(h->tracker, i);
		size_t n = strlen(text);

		n += (size_t)snprintf(text + n, size - n, "%s%s%s%s", i ? " " : "",
				      turn->kind == TURN_LEGAL	 ? "" :
				      turn->kind == TURN_ILLEGAL ? "illegal:" :
								   "?",
				      square_text(h, turn->from), square_text(h, turn->to));
		if (turn->has_move && turn->move.promotion)
			snprintf(text + n, size - n, "=%c", turn->move.promotion);
	}
}

static void short_games_are_read_as_played(void **state)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < sizeof(short_games) / sizeof(*short_games); i++) {
		const char *said;
		char moves[512];
		struct hands h;

		begin(&h, short_games[i].board, short_games[i].fen);
		hands_play(&h, short_games[i].hands);
		assert_int_equal(tracker_finish(h.tracker), 0);
		turns(&h, moves, sizeof(moves));
		said = hands_said(&h);
		if (strcmp(moves, short_games[i].moves)) {
			printf("# %s, %s, %s\n#   read as %s, played %s\n", short_games[i].board, short_games[i].fen,
			       short_games[i].hands, moves, short_games[i].moves);
			wrong++;
		} else if (has_word(short_games[i].board, "at-once") &&
			   (strstr(said, "revised") || strstr(said, "ambiguous") || strchr(said, ','))) {
			printf("# %s, %s, %s\n#   %s\n", short_games[i].board, short_games[i].fen, short_games[i].hands,
			       said);
			wrong++;
		}
		hands_end(&h);
	}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_games_are_read_as_played),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
