/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real sensors: the timelines R1 … R9 of daemon/core/tracker/sensor-events.c, W1 … W8 of its costs and A1 … A6 of setup/. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define CASTLES "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define PAWN7 "8/4P3/8/8/k7/8/8/4K3 w - - 0 1"
#define TAKES "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1"

/* On both kinds of sensors: the text names the pieces, a presence board does not see them. */
static void both(const char *fen, const char *text, const char *expected)
{
	hands_check(fen, TRACKER_PIECE_ID, text, expected);
	hands_check(fen, TRACKER_PRESENCE, text, expected);
}

static void r1_moves(void **state)
{
	both(NULL, "-e2P +e4P !w -e7p +e5p !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* the goal is told before the origin */
	both(NULL, "+f3N -g1N !w", "down0:g1f3 turn0:w:legal:g1f3");
}

static void r2_pressed_in_the_air(void **state)
{
	both(NULL, "-e2P @100 !w @150 +e4P", "down0:e2e4 turn0:w:legal:e2e4");
	both(NULL, "-g1N @100 !w @150 +f3N @600 -e7p @100 +e5p !b",
	     "down0:g1f3 turn0:w:legal:g1f3 down1:e7e5 turn1:b:legal:e7e5");
}

static void r3_pressed_before_the_hand_began(void **state)
{
	both(NULL, "!w @150 -e2P @100 +e4P", "down0:e2e4 turn0:w:legal:e2e4");
}

static void r4_a_slide_is_shown_when_it_rests(void **state)
{
	both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1R @80 +a2R @40 -a2R @60 +a3R @40 -a3R @60 +a8R !w",
	     "down0:a1a8 turn0:w:legal:a1a8");
	both("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1R @80 +a3R @400 -a3R @60 +a5R @400 !w",
	     "down0:a1a3 back0:a1a3 down0:a1a5 turn0:w:legal:a1a5");
}

static void r5_the_opponent_begins_early(void **state)
{
	both(NULL, "-e2P +e4P @100 -e7p !w @50 +e5p @50 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	both(NULL, "-e2P +e4P @100 -e7p @50 +e5p !w @50 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

static void r5_a_hand_that_began_early_and_bounces_takes_nothing_back(void **state)
{
	both(NULL, "-e2P @100 -e7p @50 +e4P @20 !w @1 +e5p -e5p +e5p @9 -e5p +e5p @300 !b",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* The opponent takes before the press: the exchange is seen before the turn is over. */
static void r5_a_capture_that_began_early(void **state)
{
	struct hands h;

	/* the man went, and his victim was exchanged, while the other hand was still in the air */
	hands_begin(&h, "4k3/8/8/4P3/6n1/1Q6/8/4K3 w - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-b3 @10 -g4 @50 -e5 @100 +e5 @70 +c2 @60 !w @30 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "b3c2 g4e5");
	hands_end(&h);
	/* the man that has just been put down is lifted before its press, and taken */
	hands_begin(&h, "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-f7 @120 +f6 @440 -e5 @130 -f6 @20 !b @150 +f6 @130 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "f7f6 e5f6");
	hands_end(&h);
}

/* The reply goes to the square that the move has left, before the press. */
static void r5_a_reply_where_the_man_came_from(void **state)
{
	struct hands h;

	hands_begin(&h, "1q2k3/p7/8/N7/8/8/8/4K3 b - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-b8 @5 -a5 @300 +b5 @5 +c4 @130 !b @5 -a7 @400 +a5 @50 !w @20 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "b8b5 a5c4 a7a5");
	hands_end(&h);
}

/* … not even the first: the next man that is lifted is the reply's, and no board stands turned. */
static void r6_the_first_origin_is_never_reported(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "+e4P @80 !w @430 -e7 @80 +e5p @100 !b @900 -g1 @100 +f3N @200 !w @900 -b8 @100 +c6n @200 !b @2000 ~");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
}

static void r6_a_change_that_never_came_is_made_good(void **state)
{
	struct hands h;

	/* the bishop's goal is not reported; the next move shows where it stood */
	hands_begin(&h, "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", TRACKER_PRESENCE, true);
	hands_play(&h, "-c1 @200 !w @2000 -e8 @100 +f7 @200 !b @1000 +h4 @100 !w @1000 ~ @1000 ~");
	assert_string_equal(hands_moves(&h), "c1g5 e8f7 g5h4");
	hands_end(&h);
	/* the origin is not reported */
	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, "+f3 @100 !w @1000 -e7 @100 +e5 @100 !b @1000 -f3 @100 -e5 @100 +e5 @100 !w @2000 ~");
	assert_string_equal(hands_moves(&h), "g1f3 e7e5 f3e5");
	hands_end(&h);
}

static void r7_no_move(void **state)
{
	both(NULL, "!w @2000 ~", "turn0:w:no-move");
	both(NULL, "-e2P @300 +e2P !w @2000 ~", "turn0:w:no-move");
	both(NULL, "-e2P +e4P !w @100 !w @100 -e7p +e5p !b",
	     "down0:e2e4 turn0:w:legal:e2e4 empty down1:e7e5 turn1:b:legal:e7e5");
}

static void r8_without_a_lever_the_reply_commits(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, false);
		hands_play(&h, "-e2P @100 +e4P @900 -d7p @100 +d5p @900 -d5p @100 -e4P @100 +d5P @900 -d8q @90 -d5P @90 +d5q @900");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "e2e4 d7d5 e4d5 d8d5");
		hands_end(&h);
	}
}

/* R8: the board goes on changing after mate, with nobody to press. */
static void r8_without_a_lever_after_mate(void **state)
{
	struct hands h;

	hands_begin(&h, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", TRACKER_PIECE_ID, false);
	hands_play(&h, "-a1R @200 +a8R @900 -g8k @900 -f7p @900 -g7p @900 +c3p @900 +d3p @900 +e3k @900 ? #8/8/8/3k4/8/8/8/R6K");
	tracker_finish(h.tracker);
	assert_int_equal(tracker_turn(h.tracker, 0)->to, 56);
	hands_end(&h);
}

/* R9: no press follows that would show it: the last move of a game, a long thought. */
static void r9_pressed_on_the_way(void **state)
{
	const char *fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

	both(fen, "-a1R @50 +a4R @60 !w @50 -a4R @40 +a6R @2000 ~",
	     "down0:a1a4 turn0:w:legal:a1a4 revised0:w:legal:a1a6");
	both(fen, "-a1R @50 +a4R @300 !w @50 -a4R @40 +a6R @2000 ~",
	     "down0:a1a4 turn0:w:legal:a1a4 revised0:w:legal:a1a6");
	/* a man that is put somewhere else later has not been pressed there */
	both(fen, "-a1R @50 +a4R @300 !w @1800 ~ -a4R @40 +a6R @2000 ~", "down0:a1a4 turn0:w:legal:a1a4");
}

static void w_missed_presses(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, true);
		hands_play(&h, "-e2P @100 +e4P @900 -e7p @100 +e5p @100 !b @900 -g1N @100 +f3N @100 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3");
		hands_end(&h);
	}
}

static void w4_captures_any_way_round(void **state)
{
	static const char *const ways[] = {
		"-d5p @200 -e4P @200 +d5P", "-e4P @200 -d5p @200 +d5P", "-e4P -d5p +d5P",
		"-e4P @200 +d5P",	/* an exchange that no scan saw */
		"-d5p @200 -e4P @200 !w @200 +d5P",
		"-e4P @100 -d5p @50 +c6p @100 -c6p @100 +d5P",	/* the victim dragged over a neighbour */
		"-f5n @300 +f5n @300 -e4P @100 -d5p @100 +d5P",	/* another man touched first */
	};

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			struct hands h;

			if (s == TRACKER_PRESENCE && i == 3)
				continue;	/* d5 or f5: tested below */
			hands_begin(&h, TAKES, s, true);
			hands_play(&h, ways[i]);
			if (!strchr(ways[i], '!'))
				hands_play(&h, "@100 !w");
			hands_play(&h, "@2000 ~");
			assert_string_equal(hands_moves(&h), "e4d5");
			hands_end(&h);
		}
}

static void w4_an_unseen_exchange_is_known_by_the_next_move(void **state)
{
	struct hands h;

	hands_begin(&h, TAKES, TRACKER_PRESENCE, true);
	hands_play(&h, "-e4 @200 !w @2000 ~ -d5 @100 +d4 @100 !b @1000");
	/* the pawn of d5 moves on: it was the knight that was taken */
	assert_string_equal(hands_moves(&h), "e4f5 d5d4");
	hands_end(&h);
}

static void castling_any_way_round(void **state)
{
	static const char *const ways[] = {
		"-e1K @200 +g1K @200 -h1R @200 +f1R", "-h1R @200 +f1R @200 -e1K @200 +g1K", "-e1K -h1R @100 +g1K +f1R",
		"-e1K -h1R @100 +f1R +g1K", "-e1K @100 +f1K @300 -f1K @100 +g1K @100 -h1R @100 +f1R",
	};
	struct hands h;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
			hands_begin(&h, CASTLES, s, true);
			hands_play(&h, ways[i]);
			hands_play(&h, "@100 !w @2000 ~");
			assert_string_equal(hands_moves(&h), "e1g1");
			hands_end(&h);
		}
	/* the rook after the press */
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, CASTLES, s, true);
		hands_play(&h, "-e1K @100 +g1K @100 !w @300 -h1R @100 +f1R @900 -a7p @100 +a6p @100 !b");
		assert_string_equal(hands_moves(&h), "e1g1 a7a6");
		hands_end(&h);
	}
}

static void en_passant_with_a_late_victim(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", s, true);
		hands_play(&h, "-e5P @100 +d6P @100 !w @300 -d5p @800 -e8k @100 +d8k @100 !b");
		assert_string_equal(hands_moves(&h), "e5d6 e8d8");
		hands_end(&h);
	}
}

static void promotions(void **state)
{
	both(PAWN7, "-e7P @200 +e8Q @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8N @100 !w", "down0:e7e8=N turn0:w:legal:e7e8=N");
	/* put down before the pawn is gone */
	hands_check(PAWN7, TRACKER_PIECE_ID, "+e8Q @300 -e7P @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	/* a pawn left standing, exchanged after the press */
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8P @100 !w @2000 ~ -e8P @200 +e8R @100",
		    "turn0:w:owed:e7e8=Q revised0:w:legal:e7e8=R");
}

/* A rook that stands upside down on the last rank is a rook (a sensor that names it says so). */
static void a_rook_on_the_last_rank_is_a_rook(void **state)
{
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8R @100 !w", "down0:e7e8=R turn0:w:legal:e7e8=R");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @200 +e8P @300 -e8P @200 +e8R @100 !w @2000 ~",
		    "down0:e7e8=R turn0:w:legal:e7e8=R");
}

/* The piece comes down beside the pawn, which is taken off after it, after the press even. */
static void a_piece_put_down_before_the_pawn_is_gone(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, PAWN7, s, true);
		hands_play(&h, "+e8Q @300 !w @200 -e7P @2000 ~");
		assert_string_equal(hands_moves(&h), "e7e8");
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'Q');
		hands_end(&h);
	}
}

/* The pawn is taken off, and the piece is put straight on the last rank: the pawn never stands there. */
static void promoted_directly(void **state)
{
	both(PAWN7, "-e7P @900 +e8Q @100 !w", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
	hands_check(PAWN7, TRACKER_PIECE_ID, "-e7P @900 +e8B @100 !w", "down0:e7e8=B turn0:w:legal:e7e8=B");
}

/* The pawn stands first and is exchanged before the press. */
static void promoted_by_exchange(void **state)
{
	struct hands h;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, PAWN7, s, true);
		hands_play(&h, "-e7P @200 +e8P @400 -e8P @400 +e8Q @100 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "e7e8");
		assert_int_equal(tracker_turn(h.tracker, 0)->kind, TURN_LEGAL);
		assert_int_equal(tracker_turn(h.tracker, 0)->move.promotion, 'Q');
		hands_end(&h);
	}
}

/* The press comes while the pawn is off and nothing stands yet. */
static void promoted_after_the_press(void **state)
{
	both(PAWN7, "-e7P @200 !w @200 +e8Q @2000 ~", "down0:e7e8=Q turn0:w:legal:e7e8=Q");
}

/* A piece that a sensor cannot name is the queen, until a person says otherwise. */
static void an_unseen_underpromotion_is_told_by_a_person(void **state)
{
	struct hands h;

	hands_begin(&h, PAWN7, TRACKER_PRESENCE, true);
	hands_play(&h, "-e7 @200 +e8 @100 !w");
	hands_said(&h);
	assert_int_equal(tracker_set_promotion(h.tracker, 0, 'N'), 0);
	assert_string_equal(hands_said(&h), "revised0:w:legal:e7e8=N");
	hands_end(&h);
}

static void wrongs_are_told_in_words(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID, "-b1N @100 +d3N @100 !w @2000 ~", "turn0:w:illegal:piece:b1d3");
	hands_check(NULL, TRACKER_PRESENCE, "-b1 @100 +d3 @100 !w @2000 ~", "turn0:w:illegal:piece:b1d3");
}

static void put_right_after_a_correction(void **state)
{
	struct hands h;
	struct game_position start;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		hands_begin(&h, NULL, s, true);
		start = *tracker_position(h.tracker);
		hands_play(&h, "-b1N @100 +d3N @100 !w @2000 ~");
		hands_said(&h);
		assert_int_equal(tracker_set_position(h.tracker, &start), 0);
		hands_play(&h, "-d3N @100 +b1N @1000");
		assert_string_equal(hands_said(&h), "restored");
		hands_play(&h, "-e2P @100 +e4P @100 !w");
		assert_string_equal(hands_said(&h), "down1:e2e4 turn1:w:legal:e2e4");
		assert_int_equal(tracker_undo(h.tracker, 1), 0);
		hands_play(&h, "-e4P @100 +e2P @1000 -d2P @100 +d4P @100 !w");
		assert_string_equal(hands_said(&h), "restored down1:d2d4 turn1:w:legal:d2d4");
		hands_end(&h);
	}
}

static void guidance_names_the_steps(void **state)
{
	struct hands h;
	struct game_position start;
	struct tracker_step steps[GAME_MAX_SQUARES];

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	start = *tracker_position(h.tracker);
	hands_play(&h, "-e2P @100 +e4P @100 !w");
	assert_int_equal(tracker_set_position(h.tracker, &start), 0);
	assert_int_equal(tracker_guidance(h.tracker, steps), 1);
	assert_int_equal(steps[0].from, 28);
	assert_int_equal(steps[0].to, 12);
	assert_int_equal(steps[0].piece, 'P');
	hands_play(&h, "-e4P @100 +e2P");
	assert_int_equal(tracker_guidance(h.tracker, steps), 0);
	hands_end(&h);
}

static void a1_a_wrong_set_up_is_told_until_it_is_right(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID,
		    "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR -b1B -c1N +b1N +c1B",
		    "wrong-setup:2 setup-ok");
	hands_check(NULL, TRACKER_PRESENCE, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR +c1", "wrong-setup:1 setup-ok");
	hands_check(NULL, TRACKER_PIECE_ID, "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "");
}

static void a2_a3_a_board_that_stands_turned(void **state)
{
	hands_check(NULL, TRACKER_PIECE_ID, "#RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr -d7P @100 +d5P @100 !w",
		    "down0:e2e4 turn0:w:legal:e2e4");
	hands_check(NULL, TRACKER_PIECE_ID, "-d7P @100 +d5P @100 !w -d2p @100 +d4p @100 !b",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	/* a recording that begins without the whole board: nobody knows what was lifted */
	hands_check(NULL, TRACKER_PIECE_ID, "-d7 @100 +d5P @100 !w -d2 @100 +d4p @100 !b",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
	hands_check(NULL, TRACKER_PIECE_ID, "+c6N @100 -b8 @100 !w", "down0:g1f3 turn0:w:legal:g1f3");
	hands_check(NULL, TRACKER_PIECE_ID, "-d2 @100 +d4P @100 !w", "down0:d2d4 turn0:w:legal:d2d4");
	hands_check(NULL, TRACKER_PRESENCE, "-d7 @100 +d5 @100 !w @600 -d2 @100 +d4 @100 !b @2000 ~",
		    "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5");
}

/* Once it is known how the board stands, nothing that is corrected changes that. */
static void a2_stays_turned_when_a_promotion_is_told(void **state)
{
	struct hands h;

	hands_begin(&h, "8/P3k3/8/8/8/8/4K2p/8 w - - 0 1", TRACKER_PIECE_ID, true);
	hands_play(&h, "#8/p2K4/8/8/8/8/3k3P/8 -h2P @100 +h1P @100 !w @2000 ~ -h1P @100 +h1Q @1000 "
		   "-a7p @100 +a8p @100 !b @2000 ~ -a8p @100 +a8q @1000 -d7K @100 +d6K @100 !w");
	assert_string_equal(hands_said(&h), "turn0:w:owed:a7a8=Q revised0:w:legal:a7a8=Q turn1:b:owed:h2h1=q revised1:b:legal:h2h1=q "
			    "down2:e2e3 turn2:w:legal:e2e3");
	hands_end(&h);
}

static void begin_swapped(struct hands *h, enum tracker_sensors sensors, enum tracker_swapped_kq swapped_kq)
{
	struct tracker_setup setup = { .sensors = sensors, .has_lever = true, .swapped_kq = swapped_kq };

	memset(h, 0, sizeof(*h));
	h->game = setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, hands_hear, h, &h->tracker), 0);
}

#define MIRRORED "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"

/* A7: sensors that name the piece tell it at once; castling is mirrored, short towards the a-file (WBCA 20, NSB 19). */
static void a7_king_and_queen_swapped_are_seen_at_once(void **state)
{
	struct hands h;

	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED);
	assert_string_equal(hands_said(&h), "swapped:w");
	hands_play(&h, "-d2P @100 +d3P @100 !w @900 -e7p @100 +e5p @100 !b @900 -c1B @100 +g5B @100 !w @900 -a7p @100 +a6p @100 !b");
	hands_play(&h, "@900 -b1N @100 +c3N @100 !w @900 -b7p @100 +b6p @100 !b @900");
	hands_said(&h);
	hands_play(&h, "-d1K @200 +b1K @200 -a1R @200 +c1R @100 !w @2000 ~");
	assert_string_equal(hands_said(&h), "down6:d1b1 turn6:w:legal:d1b1");
	hands_end(&h);
	/* put right before the first move */
	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED " -d1K @100 -e1Q @100 +d1Q @100 +e1K @1000 -e2P @100 +e4P @100 !w");
	assert_string_equal(hands_said(&h), "swapped:w swapped:n down0:e2e4 turn0:w:legal:e2e4");
	hands_end(&h);
	/* where castling is not mirrored it is a wrong set-up */
	begin_swapped(&h, TRACKER_PIECE_ID, TRACKER_SWAPPED_WRONG);
	hands_play(&h, "#" MIRRORED);
	assert_string_equal(hands_said(&h), "wrong-setup:2");
	hands_end(&h);
}

/* A7: a takeback in such a game takes back what was agreed, and no more. */
static void a7_a_takeback_after_a_swapped_start(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		begin_swapped(&h, s, TRACKER_SWAPPED_MIRRORED);
		hands_play(&h, "#" MIRRORED " -d2P @100 +d3P @100 !w @900 -a7p @100 +a6p @100 !b @900 -e2P @100 +e3P @100 !w @900 "
			   "-a6p @100 +a5p @100 !b @900 -e1Q @200 +e2Q @300 !w @900 -a5p @100 +a4p @100 !b @900 -e2Q @200 +g4Q @200 !w @2000 ~");
		assert_int_equal(tracker_undo(h.tracker, 1), 0);
		hands_play(&h, "-g4Q @200 +e2Q @900 -e2Q @200 +f3Q @200 !w @2000 ~");
		assert_string_equal(hands_moves(&h), "d2d3 a7a6 e2e3 a6a5 e1e2 a5a4 e2f3");
		hands_end(&h);
	}
}

/* A7: without names both readings live until a move fits one of them only. */
static void a7_king_and_queen_swapped_are_known_by_the_move_that_only_fits(void **state)
{
	struct hands h;
	char fen[GAME_FEN];

	begin_swapped(&h, TRACKER_PRESENCE, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "#" MIRRORED " -d2 @100 +d3 @100 !w @900 -a7 @100 +a6 @100 !b @900");
	assert_string_equal(hands_said(&h), "down0:d2d3 turn0:w:legal:d2d3 down1:a7a6 turn1:b:legal:a7a6");
	/* e1 goes along the diagonal: it is a queen */
	hands_play(&h, "-e2 @100 +e3 @100 !w @900 -a6 @100 +a5 @100 !b @900 -e1 @200 +e2 @300 !w @900 -a5 @100 +a4 @100 !b @900");
	hands_said(&h);
	hands_play(&h, "-e2 @200 +g4 @200 !w @2000 ~");
	assert_string_equal(hands_said(&h),
			    "swapped:w down0:d2d3 turn0:w:legal:d2d3 down1:a7a6 turn1:b:legal:a7a6 down2:e2e3 turn2:w:legal:e2e3 "
			    "down3:a6a5 turn3:b:legal:a6a5 down4:e1e2 turn4:w:legal:e1e2 down5:a5a4 turn5:b:legal:a5a4 "
			    "down6:e2g4 turn6:w:legal:e2g4");
	h.game->format_placement(tracker_position(h.tracker), fen);
	assert_string_equal(fen, "rnbqkbnr/1ppppppp/8/8/p5Q1/3PP3/PPP2PPP/RNBK1BNR");
	hands_end(&h);
	/* the usual set-up stays what it is */
	begin_swapped(&h, TRACKER_PRESENCE, TRACKER_SWAPPED_MIRRORED);
	hands_play(&h, "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900 -d1 @100 +h5 @100 !w @900 -b8 @100 +c6 @100 !b @2000 ~");
	assert_null(strstr(hands_said(&h), "swapped"));
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 d1h5 b8c6");
	hands_end(&h);
}

/* A7: where castling is not mirrored nobody sees the wrong set-up, and the game is read on as it is played. */
static void a7_a_swapped_set_up_that_nobody_saw_is_read_on(void **state)
{
	static const char game[] = "-d2P @100 +d3P @100 !w @900 -a7p @100 +a6p @100 !b @900 -e2P @100 +e3P @100 !w @900 "
				   "-a6p @100 +a5p @100 !b @900 -e1Q @200 +e2Q @300 !w @900 -a5p @100 +a4p @100 !b @900 ";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		char fen[GAME_FEN];

		begin_swapped(&h, s, TRACKER_SWAPPED_WRONG);
		hands_play(&h, game);
		hands_play(&h, "-e2Q @200 +g4Q @200 !w @2000 ~");
		assert_non_null(strstr(hands_said(&h), "swapped:w"));
		assert_string_equal(hands_moves(&h), "d2d3 a7a6 e2e3 a6a5 e1e2 a5a4 e2g4");
		h.game->format(tracker_start(h.tracker), fen);
		assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1");
		hands_end(&h);
	}
}

/* A7: … but a king that an illegal move leaves in check is no queen. */
static void a7_a_king_left_in_check_is_no_swapped_set_up(void **state)
{
	for (enum tracker_swapped_kq k = TRACKER_SWAPPED_MIRRORED; k <= TRACKER_SWAPPED_WRONG; k++) {
		struct hands h;

		begin_swapped(&h, TRACKER_PRESENCE, k);
		hands_play(&h, "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900 -f2 @100 +f4 @100 !w @900 "
			   "-d8 @100 +h4 @100 !b @900 -b1 @200 +c3 @200 !w @2000 ~");
		assert_null(strstr(h.said, "swapped"));
		assert_non_null(strstr(hands_said(&h), "turn4:w:illegal:check:b1c3"));
		hands_end(&h);
	}
}

static void a4_kings_in_the_centre_are_a_result(void **state)
{
	const char *ending = "8/8/4k3/8/8/3K4/6P1/8 w - - 0 1";

	both(ending, "-d3K @300 +e4K @300 -e6k @300 +d5k @3000 ~", "down0:d3e4 back0:d3e4 kings:w");
	both(ending, "-d3K @300 +d4K @300 -e6k @300 +e5k @3000 ~", "down0:d3d4 back0:d3d4 kings:b");
	both("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "-e1K @300 +e4K @300 -e8k @300 +e5k @3000 ~", "kings:d");
}

static void a5_a_new_game(void **state)
{
	both(NULL,
	     "-e2P +e4P !w @900 -e7p +e5p !b @900 -g1N +f3N !w @900 -f3N +g1N @500 -e4P +e2P @500 -e5p +e7p",
	     "down0:e2e4 turn0:w:legal:e2e4 down1:e7e5 turn1:b:legal:e7e5 down2:g1f3 turn2:w:legal:g1f3 new-game");
}

static void a_gap_of_lost_events_is_closed_by_the_whole_board(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "-e2P @100 +e4P @100 !w @1000 ? #rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	hands_play(&h, "@1000 !w @500 -b8n @100 +c6n @100 !b");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
	/* a cable pulled and put back: nobody says that events are missing */
	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, "-e2 @100 +e4 @100 !w @1000 #rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	hands_play(&h, "@1000 !w @500 -b8 @100 +c6 @100 !b");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 b8c6");
	hands_end(&h);
}

/* The hands' line is read as these moves, on both kinds of sensors. */
static void read_as(const char *fen, bool lever, const char *line, const char *moves)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, fen, s, lever);
		hands_play(&h, line);
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), moves);
		hands_end(&h);
	}
}

static void the_rook_first_and_the_king_after_the_press(void **state)
{
	read_as("4k3/p7/8/8/8/8/8/4K2R w K - 0 1", true,
		"-h1R @150 +f1R @100 !w @40 -e1K @150 +g1K @800 -a7p @100 +a6p @100 !b @2000 ~", "e1g1 a7a6");
}

static void a_man_goes_on_after_the_press(void **state)
{
	read_as("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", true,
		"-a1R @100 +b1R @30 !w @20 -b1R @20 +c1R @20 -c1R @20 +d1R @700 -a7p @100 +a6p @100 !b @900 -d1R @90 +d7R @90 !w @2000 ~",
		"a1d1 a7a6 d1d7");
}

static void a_reply_that_stands_before_the_press(void **state)
{
	/* castling takes long: the reply is made before the rook has come, and one more reply follows */
	read_as("rnbqkb1r/1p2pppp/p2p1n2/8/2BNP3/2N5/PPP2PPP/R1BQK2R b KQkq - 1 6", true,
		"-e7p @115 +e6p @10 -e1K @100 +g1K @100 !b @150 -g7p @30 -h1R @70 +f1R @5 +g6p @200 !w @110 !b @4000 -c1B @200 +g5B @100 !w",
		"e7e6 e1g1 g7g6 c1g5");
}

static void a_bounce_at_the_reply_s_press_unmakes_no_move(void **state)
{
	read_as("8/P1R2pkp/8/6p1/r7/2K4P/8/8 b - - 1 50", true,
		"-h7p @2 -c3K @110 +b3K @50 !b @30 !w @35 +h5p @1100 -a4r !b @10 +a4r @6 -a4r @90 +a1r @1300 -b3K @150 +c4K @100 !w",
		"h7h5 c3b3 a4a1 b3c4");
}

static void a_change_that_never_comes_is_not_told_away_later(void **state)
{
	/* f1 says for ever that the rook stands there: many turns later the move is still the move */
	read_as("6k1/p6p/8/8/8/8/7P/4KR2 w - - 0 1", true,
		"+f4R @100 !w @2000 -a7p @100 +a6p @100 !b @900 -h2P @90 +h3P @90 !w @900 -a6p @90 +a5p @90 !b"
		" @900 -h3P @90 +h4P @90 !w @900 -a5p @90 +a4p @90 !b @900 -h4P @90 +h5P @90 !w @900 -a4p @90 +a3p @90 !b"
		" @900 -h5P @90 +h6P @90 !w @900 -g8k @90 +h8k @90 !b @900 -e1K @90 +e2K @90 !w @900 -h8k @90 +g8k @90 !b"
		" @900 -e2K @90 +e3K @90 !w @900 -g8k @90 +h8k @90 !b @900 -e3K @90 +e2K @90 !w @900 -h8k @90 +g8k @90 !b",
		"f1f4 a7a6 h2h3 a6a5 h3h4 a5a4 h4h5 a4a3 h5h6 g8h8 e1e2 h8g8 e2e3 g8h8 e3e2 h8g8");
}

static void a_king_that_walks_by_the_other_is_no_result(void **state)
{
	read_as("8/8/4k3/8/4K3/8/6P1/8 b - - 0 1", true, "-e6k @200 +d5k @1000 -d5k @20 +d6k @100 !b @900 -g2P @90 +g3P @90 !w",
		"e6d6 g2g3");
}

static void an_illegal_move_pressed_in_the_air(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PIECE_ID, true);
	hands_play(&h, "-b1N @300 !w @200 +d3N @2000 ~");
	assert_string_equal(hands_said(&h), "turn0:w:illegal:piece:b1d3");
	hands_end(&h);
}

static void r8_a_reply_that_began_before_the_move_stood(void **state)
{
	read_as("4k3/4b3/8/8/8/8/8/2B1K3 w - - 0 1", false, "-c1B @220 -e7b @80 +b2B @170 +f6b @3000 -b2B @200 -f6b @150 +f6B @900",
		"c1b2 e7f6 b2f6");
}

/* Both hands in motion at once: neither move stood alone (R13). */
static void r13_without_a_lever_a_move_and_its_reply_at_once(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;

		hands_begin(&h, NULL, s, false);
		hands_play(&h, "-d2P @200 +d4P @900 -g8n @100 -c2P @100 +f6n @40 -e7p @40 +c4P @100 +e6p @2000 -g1N @200 +f3N @900 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "d2d4 g8f6 c2c4 e7e6 g1f3");
		hands_end(&h);
		/* the reply's origin is seen empty only after its goal is taken */
		hands_begin(&h, NULL, s, false);
		hands_play(&h, "-d2P @200 +d4P @200 +f6n @900 -g8n @900 -c2P @200 +c4P @900 ~");
		assert_int_equal(tracker_finish(h.tracker), 0);
		assert_string_equal(hands_moves(&h), "d2d4 g8f6 c2c4");
		hands_end(&h);
	}
}

static void r8_a_victim_dragged_over_its_neighbour(void **state)
{
	read_as("3q1r1k/8/8/6Q1/8/8/8/6K1 w - - 0 1", false,
		"-g5Q @500 -d8q @30 +e8q @120 -e8q @650 +d8Q @7000 -f8r @350 -d8Q @750 +d8r @4000 -g1K @300 +g2K @900", "g5d8 f8d8 g1g2");
}

static void r8_a_neighbour_knocked_and_put_right(void **state)
{
	read_as("4q2k/p7/8/8/4p3/Q7/8/6K1 w - - 0 1", false,
		"-a3Q @460 -e4p @40 +d3Q @90 +f4p @2350 -f4p @500 +e4p @5400 -e8q @500 +e5q @4000 -d3Q @300 +c3Q @900", "a3d3 e8e5 d3c3");
}

/* R12: enough has changed to look for several turns, but nobody plays the other's men. */
static void r12_without_a_lever_an_own_neighbour_knocked_and_put_right(void **state)
{
	read_as("4k1n1/8/8/8/8/3RP3/8/6K1 w - - 0 1", false,
		"-e3P @30 +e3P @9 -e3P @6 +e3P @9 -e3P @9 +e3P @1200 -e3P @220 +e4P @20 -d3R @30 +c4R @870 -c4R @270 +d3R @4500 "
		"-g8n @190 +f6n @3000 -d3R @300 +d1R @900", "e3e4 g8f6 d3d1");
}

static void r8_a_capture_by_a_man_the_sensor_cannot_name(void **state)
{
	read_as("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false, "-d5p @200 -e4P @200 +d5? @1500 -e8k @200 +e7k @1500 -e1K @200 +e2K @900",
		"e4d5 e8e7 e1e2");
}

/* The arbiter sets a position up of which men are still in the box: a man put elsewhere is no reply of theirs. */
static void r8_men_away_when_the_position_is_set_made_no_move(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct hands h;
		struct game_position start;

		hands_begin(&h, NULL, s, false);
		start = *tracker_position(h.tracker);
		hands_end(&h);
		hands_begin(&h, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", s, false);
		assert_int_equal(tracker_set_position(h.tracker, &start), 0);
		hands_play(&h, "+e5p @900 -e5p @300 +e7p @300 +e2P @900");
		assert_string_equal(hands_said(&h), "restored");
		hands_play(&h, "-e2P @300 +e4P @900 -e7p @300 +e5p @900");
		assert_non_null(strstr(hands_said(&h), "turn0:w:legal:e2e4"));
		hands_end(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(r1_moves),
		cmocka_unit_test(r2_pressed_in_the_air),
		cmocka_unit_test(r3_pressed_before_the_hand_began),
		cmocka_unit_test(r4_a_slide_is_shown_when_it_rests),
		cmocka_unit_test(r5_the_opponent_begins_early),
		cmocka_unit_test(r5_a_hand_that_began_early_and_bounces_takes_nothing_back),
		cmocka_unit_test(r5_a_capture_that_began_early),
		cmocka_unit_test(r5_a_reply_where_the_man_came_from),
		cmocka_unit_test(r6_the_first_origin_is_never_reported),
		cmocka_unit_test(r6_a_change_that_never_came_is_made_good),
		cmocka_unit_test(r7_no_move),
		cmocka_unit_test(r8_without_a_lever_the_reply_commits),
		cmocka_unit_test(r8_without_a_lever_after_mate),
		cmocka_unit_test(r9_pressed_on_the_way),
		cmocka_unit_test(w_missed_presses),
		cmocka_unit_test(w4_captures_any_way_round),
		cmocka_unit_test(w4_an_unseen_exchange_is_known_by_the_next_move),
		cmocka_unit_test(castling_any_way_round),
		cmocka_unit_test(en_passant_with_a_late_victim),
		cmocka_unit_test(promotions),
		cmocka_unit_test(a_rook_on_the_last_rank_is_a_rook),
		cmocka_unit_test(a_piece_put_down_before_the_pawn_is_gone),
		cmocka_unit_test(promoted_directly),
		cmocka_unit_test(promoted_by_exchange),
		cmocka_unit_test(promoted_after_the_press),
		cmocka_unit_test(an_unseen_underpromotion_is_told_by_a_person),
		cmocka_unit_test(wrongs_are_told_in_words),
		cmocka_unit_test(put_right_after_a_correction),
		cmocka_unit_test(guidance_names_the_steps),
		cmocka_unit_test(a1_a_wrong_set_up_is_told_until_it_is_right),
		cmocka_unit_test(a2_a3_a_board_that_stands_turned),
		cmocka_unit_test(a2_stays_turned_when_a_promotion_is_told),
		cmocka_unit_test(a4_kings_in_the_centre_are_a_result),
		cmocka_unit_test(a5_a_new_game),
		cmocka_unit_test(a7_king_and_queen_swapped_are_seen_at_once),
		cmocka_unit_test(a7_a_takeback_after_a_swapped_start),
		cmocka_unit_test(a7_king_and_queen_swapped_are_known_by_the_move_that_only_fits),
		cmocka_unit_test(a7_a_swapped_set_up_that_nobody_saw_is_read_on),
		cmocka_unit_test(a7_a_king_left_in_check_is_no_swapped_set_up),
		cmocka_unit_test(a_gap_of_lost_events_is_closed_by_the_whole_board),
		cmocka_unit_test(the_rook_first_and_the_king_after_the_press),
		cmocka_unit_test(a_man_goes_on_after_the_press),
		cmocka_unit_test(a_reply_that_stands_before_the_press),
		cmocka_unit_test(a_bounce_at_the_reply_s_press_unmakes_no_move),
		cmocka_unit_test(a_change_that_never_comes_is_not_told_away_later),
		cmocka_unit_test(a_king_that_walks_by_the_other_is_no_result),
		cmocka_unit_test(an_illegal_move_pressed_in_the_air),
		cmocka_unit_test(r8_a_reply_that_began_before_the_move_stood),
		cmocka_unit_test(r13_without_a_lever_a_move_and_its_reply_at_once),
		cmocka_unit_test(r8_a_victim_dragged_over_its_neighbour),
		cmocka_unit_test(r8_a_neighbour_knocked_and_put_right),
		cmocka_unit_test(r12_without_a_lever_an_own_neighbour_knocked_and_put_right),
		cmocka_unit_test(r8_a_capture_by_a_man_the_sensor_cannot_name),
		cmocka_unit_test(r8_men_away_when_the_position_is_set_made_no_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
