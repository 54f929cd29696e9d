// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the arbiter must not speak first (WBCA 12, NSB 12), nothing public tells an illegal turn from a legal one, or
 * a fallen flag from one that stands, before a player claims it.
 */
#include "tests/unit/core/core-testing.h"

static const char *const silent_books[] = { "wbca-1992", "nsb-2004", "ru-2013-blitz", "uschess-blitz" };
#define BOOKS (sizeof(silent_books) / sizeof(silent_books[0]))

/* The squares of the move are for all to see: they are written alike here. */
static void forget_squares(char *text, const char *uci)
{
	for (char *at = text; (at = strstr(at, "\"uci\":\"")); at += 7)
		if (!strncmp(at + 7, uci, strlen(uci)))
			memset(at + 7, '-', strlen(uci));
	for (char *at = text; (at = strstr(at, "\"placement\":\"")); at += 13)
		for (char *c = at + 13; *c != '"'; c++)
			*c = '-';
	/* lengths of placements differ, not their presence */
	for (char *from = text, *to = text;; from++) {
		if (*from != '-')
			*to++ = *from;
		if (!*from)
			break;
	}
}

static void compare(const char *header, const char *legal, const char *uci, const char *illegal,
		    const char *illegal_uci)
{
	for (size_t i = 0; i < BOOKS; i++) {
		struct played *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));

		play_start(a, header, silent_books[i], true);
		play_start(b, header, silent_books[i], true);
		play(a, legal, false);
		play(b, illegal, false);
		forget_squares(a->text, uci);
		forget_squares(b->text, illegal_uci);
		assert_non_null(strstr(a->text, "move"));
		assert_string_equal(a->text, b->text);
		play_end(a);
		play_end(b);
		free(a);
		free(b);
	}
}

static void an_illegal_move_looks_like_a_legal_one(void **state)
{
	compare(HEADER, "[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," TICK(900) "]", "b1c3",
		"[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," TICK(900) "]", "b1d3");
}

static void an_illegal_move_with_a_reply_looks_like_a_legal_one(void **state)
{
	compare(HEADER,
		"[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," LIFT(500, e7) "," PLACE(
			600, e5) "," PRESS(700, black) "," TICK(900) "]",
		"b1c3",
		"[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," LIFT(500, e7) "," PLACE(
			600, e5) "," PRESS(700, black) "," TICK(900) "]",
		"b1d3");
}

static void an_empty_press_looks_like_a_move(void **state)
{
	compare(HEADER, "[" LIFT(100, b1) "," PLACE(200, c3) "," PRESS(300, white) "," TICK(900) "]", "b1c3",
		"[" PRESS(300, white) "," TICK(900) "]", "0000");
}

#define REAL(kind) \
	"{\"sensors\":\"" kind \
	"\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

struct hand {
	const char *fen;
	const char *turns[6]; /* the same presses: "a1b2 c3" moves or lifts; the first is a legal turn */
	const char *taken;    /* square of what some of them take */
};

static const struct hand table[] = {
	{ NULL, { "b1c3", "b1d3", "b1b4", "e1e4", "a1a5", "e2e5" }, NULL },
	{ NULL, { "e2e4", "e2e5", "d1d4", "e7e5", "f2g3", "g1f4" }, NULL },
	/* into check; another piece stands wrongly beside a legal move; nothing moved */
	{ "3rk3/8/8/8/8/8/PPP5/4K2R w - - 0 1", { "e1e2", "e1d1", "e1e3", "h1h4 a2b3", "0000", "c2c5" }, NULL },
	/* a pawn left on the last rank, castling through check, two moves at once, a pawn's capture of nothing */
	{ "7k/P7/8/8/8/5r2/1PP5/4K2R w K - 0 1", { "b2b3", "a7a8", "e1g1 h1f1", "b2b3 c2c3", "a7b8", "e1e2" }, NULL },
	{ "4k3/8/8/8/8/8/PPP5/4K2R w K - 0 1", { "h1h5", "h1g2", "e1c1", "a2a5", "0000", "c2b3" }, NULL },
};

static const struct {
	const char *name;
	int64_t up, down, press; /* ms; a hand may still be moving at the press */
	const char *after;
} tempos[] = {
	{ "at ease", 1000, 1300, 1600, TICK(2000) "," TICK(2850) "," TICK(3100) "," TICK(6000) },
	{ "no ticks", 1000, 1300, 1600, TICK(60000) },
	{ "a reply at ease", 1000, 1300, 1600,
	  LIFT(4000, g8) "," PLACE(4300, f6) "," PRESS(4400, black) "," TICK(8000) },
	{ "a quick reply", 1000, 1300, 1600, LIFT(2000, g8) "," PLACE(2200, f6) "," PRESS(2300, black) "," TICK(8000) },
	{ "a reply at once", 1000, 1300, 1600,
	  LIFT(1700, g8) "," PLACE(1800, f6) "," PRESS(1850, black) "," TICK(8000) },
	{ "a stop", 1000, 1300, 1600, TICK(1700) "," PAUSE(1800) },
	{ "a late stop", 1000, 1300, 1600, TICK(1700) "," TICK(4000) "," PAUSE(4100) },
	{ "the lever springs back", 1000, 1300, 1600, PRESS(1630, black) "," PRESS(1740, white) "," TICK(8000) },
	{ "… so quickly that the clock gives one time", 1000, 1300, 1600,
	  PRESS(1600, black) "," PRESS(1600, white) "," TICK(8000) },
	{ "… and rests on the wrong side", 1000, 1300, 1600, PRESS(1900, black) "," TICK(8000) },
	{ "… and a reply", 1000, 1300, 1600,
	  PRESS(1630, black) "," PRESS(1740, white) "," LIFT(4000, g8) "," PLACE(4300, f6) "," PRESS(
		  4400, black) "," TICK(8000) },
	{ "a claim that does not concern it", 1000, 1300, 1600, CLAIM(1900, black, "offer-draw") "," TICK(5000) },
};

static char *turn_events(const struct hand *hand, const char *turn, size_t tempo, bool names)
{
	const struct game *game = game_find("chess");
	char squares[GAME_MAX_SQUARES], *text, piece[24];
	struct game_position pos;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int64_t up = tempos[tempo].up, down = tempos[tempo].down;

	assert_int_equal(game->parse(hand->fen ? hand->fen : game->start_fen, &pos, NULL), 0);
	game->placement(&pos, squares);
	fputc('[', out);
	for (const char *move = turn; *move && strncmp(move, "0000", 4);
	     move += strcspn(move, " "), move += *move == ' ') {
		char from[3] = { move[0], move[1] }, to[3] = { move[2], move[3] };

		snprintf(piece, sizeof(piece), names ? ",\"piece\":\"%c\"" : "", squares[game->square_parse(from)]);
		if (squares[game->square_parse(to)] != '.')
			fprintf(out, "{\"t_ms\":%lld,\"type\":\"lift\",\"square\":\"%s\"},", (long long)up - 100, to);
		fprintf(out, "{\"t_ms\":%lld,\"type\":\"lift\",\"square\":\"%s\"%s},", (long long)up, from, piece);
		fprintf(out, "{\"t_ms\":%lld,\"type\":\"place\",\"square\":\"%s\"%s},", (long long)down, to, piece);
		up += 20;
		down += 20;
	}
	fprintf(out, "{\"t_ms\":%lld,\"type\":\"press\",\"side\":\"white\"},%s]", (long long)tempos[tempo].press,
		tempos[tempo].after);
	fclose(out);
	return text;
}

/* Only the squares are the turn's own. */
static void forget_own(char *text)
{
	static const char *const own[] = { "\"uci\":\"", "\"placement\":\"" };

	for (size_t i = 0; i < 2; i++)
		for (char *at = text; (at = strstr(at, own[i]));) {
			char *from = at + strlen(own[i]), *end = strchr(from, '"');

			memmove(from, end, strlen(end) + 1);
			at = from;
		}
}

/* WBCA 17, NSB 17: a pawn left on the last rank is no offence, and everybody may know. Elsewhere it is one, if it is
 * claimed. */
static bool owed_is_told(const char *book)
{
	return !strcmp(book, "wbca-1992") || !strcmp(book, "nsb-2004");
}

/* Whatever is pressed: the same types, order, times and words. For either kind of sensors. */
static void real_sensors_tell_all_turns_alike(void **state)
{
	static const char *const kinds[] = { "presence", "piece-id" };

	for (size_t b = 0; b < BOOKS; b++)
		for (size_t k = 0; k < 2; k++)
			for (size_t h = 0; h < sizeof(table) / sizeof(*table); h++)
				for (size_t tempo = 0; tempo < sizeof(tempos) / sizeof(*tempos); tempo++) {
					struct played *legal = calloc(1, sizeof(*legal)),
						      *other = calloc(1, sizeof(*other));

					/* a reply needs its knight */
					if (table[h].fen && strstr(tempos[tempo].name, "reply"))
						goto next;
					for (size_t i = 0; i < 6; i++) {
						struct played *played = i ? other : legal;
						char header[400], *events = turn_events(&table[h], table[h].turns[i],
											tempo, k == 1);

						snprintf(
							header, sizeof(header),
							"{\"sensors\":\"%s\",%s%s%s\"clock\":{\"mode\":\"sudden-death\","
							"\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}",
							kinds[k], table[h].fen ? "\"start\":\"" : "",
							table[h].fen ? table[h].fen : "", table[h].fen ? "\"," : "");
						play_start(played, header, silent_books[b], true);
						play(played, events, false);
						forget_own(played->text);
						assert_non_null(strstr(played->text, "\"committed\",\"t_us\":1600000"));
						if (owed_is_told(silent_books[b]) && k == 1 &&
						    !strcmp(table[h].turns[i], "a7a8"))
							assert_non_null(strstr(other->text, "promotion-incomplete"));
						else if (i && strcmp(legal->text, other->text))
							fail_msg("%s, %s, %s, %s is not %s:\n%s---\n%s",
								 silent_books[b], kinds[k], tempos[tempo].name,
								 table[h].turns[i], table[h].turns[0], other->text,
								 legal->text);
						play_end(played);
						free(events);
					}
				next:
					free(legal);
					free(other);
				}
}

/* A press before the piece stands is published at once too, and again when that is reviewed. */
static void pressed_in_the_air(void **state)
{
	static const char *const goals[] = { "c3", "d3", "b4", "a3" };
	char first[8192] = "";

	for (size_t i = 0; i < 4; i++) {
		struct played *played = calloc(1, sizeof(*played));
		char events[400];

		play_start(played, REAL("piece-id"), "wbca-1992", true);
		snprintf(
			events, sizeof(events),
			"[{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"b1\",\"piece\":\"N\"}," PRESS(
				1200,
				white) ",{\"t_ms\":1300,\"type\":\"place\",\"square\":\"%s\",\"piece\":\"N\"}," TICK(4000) "]",
			goals[i]);
		play(played, events, false);
		assert_non_null(strstr(played->text, "\"committed\",\"t_us\":1200000"));
		/* nothing is received between the press and its review */
		for (const char *at = played->text; (at = strstr(at, "\"t_us\":")); at++)
			assert_true(atoll(at + 7) == 1200000 || atoll(at + 7) == 2700000);
		forget_own(played->text);
		/* where the guess was right nothing needs to be said; the others are published in the same words */
		if (strstr(played->text, "revised")) {
			if (*first)
				assert_string_equal(played->text, first);
			strcpy(first, played->text);
		}
		play_end(played);
		free(played);
	}
}

/* Whatever hands do: every press that the clock takes is published at its instant, and plies are published without
 * gaps. */
static void every_press_is_told_at_once(void **state)
{
	unsigned seed = 1;

	for (unsigned game = 0; game < 120; game++) {
		struct played *played = calloc(1, sizeof(*played));
		int64_t t_ms = 1000;
		unsigned plies = 0;
		bool pressed = false;
		char squares[64], err[160];

		play_start(played, game & 1 ? REAL("presence") : REAL("piece-id"), silent_books[game % 4], true);
		memcpy(squares, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr", 64);
		for (unsigned n = 0; n < 60; n++) {
			struct input in = { .side = NO_SIDE };
			struct core_state now;
			unsigned from, to, what;
			bool in_step;

			core_get_state(played->core, &now);
			if (now.over)
				break;
			/* pieces thrown about may leave the tracker a press behind the clock */
			in_step = (core_clock(played->core)->running ==
				   played->setup.game->to_move(tracker_position(core_tracker(played->core)))) !=
				  tracker_press_pending(core_tracker(played->core));
			seed = seed * 1103515245 + 12345;
			from = seed >> 8 & 63;
			to = seed >> 16 & 63;
			what = seed >> 24 & 7;
			t_ms += 40 + (seed >> 12 & 1023);
			in.t_us = t_ms * 1000;
			played->size = 0;
			*played->text = 0;
			if (what < 3 && squares[from] != '.') {
				in.type = INPUT_LIFT;
				in.square = (uint8_t)from;
				in.piece = game & 1 ? 0 : squares[from];
				assert_int_equal(core_input(played->core, &in, err), 0);
				in.t_us += 10000;
				t_ms += 10;
				in.type = INPUT_PLACE;
				in.square = (uint8_t)to;
				squares[to] = squares[from];
				if (from != to)
					squares[from] = '.';
			} else if (what < 7) {
				/* nothing has moved since the last press: sooner it would be the lever that springs
				 * back */
				if (pressed)
					in.t_us = (t_ms += 300) * 1000;
				in.type = INPUT_PRESS;
				in.side = core_clock(played->core)->running;
			} else {
				in.type = INPUT_TICK;
			}
			assert_int_equal(core_input(played->core, &in, err), 0);
			for (const char *at = played->text; (at = strstr(at, "\"ply\":")); at++) {
				unsigned ply = (unsigned)atoi(at + 6);

				if (!strncmp(strstr(at, "\"state\":") + 8, "\"committed", 10))
					assert_int_equal(ply, ++plies);
				else if (!strncmp(strstr(at, "\"state\":") + 8, "\"undone", 7))
					plies = ply - 1;
				else
					assert_in_range(ply, 1, plies);
			}
			pressed = in.type == INPUT_PRESS || (in.type == INPUT_TICK && pressed);
			core_get_state(played->core, &now);
			if (in.type == INPUT_PRESS && !now.over && in_step) {
				char when[80];

				snprintf(when, sizeof(when), "\"committed\",\"t_us\":%lld", (long long)in.t_us);
				if (!strstr(played->text, when) && !strstr(played->text, "undone"))
					fail_msg("game %u: %s", game, played->text);
				assert_non_null(strstr(played->text, "\"clock\""));
			}
		}
		play_end(played);
		free(played);
	}
}

/* A claim does not wait for the sensors: 0.4 s after the press it is received. */
static void a_claim_finds_the_turn_judged(void **state)
{
	struct played *played = calloc(1, sizeof(*played));

	play_start(played, REAL("presence"), "wbca-1992", false);
	play(played,
	     "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "," CLAIM(700, black, "illegal-move") "]",
	     false);
	assert_non_null(strstr(played->text, "illegal-loses"));
	play_end(played);
	free(played);
}

#define QUIET_START(count) \
	"{\"sensors\":\"%s\",\"start\":\"6n1/4k3/8/8/3P4/8/8/1N2K3 w - - " #count \
	" 80\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

/* A turn without capture or pawn move is one of the fifty, as everybody has seen, and how many the arbiter counts is
 * not told: by that number he would tell which turns he does not count. */
static void a_claim_counts_what_everybody_saw(void **state)
{
	static const char *const goals[] = { "c3", "d3", "b3", "f5" }, *const kinds[] = { "presence", "piece-id" };
	static const char *const headers[] = { QUIET_START(97), QUIET_START(40) };
	static const char knight[] = "[{\"t_ms\":1000,\"type\":\"lift\",\"square\":\"b1\",\"piece\":\"N\"},"
				     "{\"t_ms\":1300,\"type\":\"place\",\"square\":\"%s\",\"piece\":\"N\"},";
	static const char reply[] = PRESS(1600, white) "," LIFT(4000, g8) "," PLACE(4300, f6) "," PRESS(4400, black);
	static const char king[] = LIFT(6000, e1) "," PLACE(6300, e2) "," PRESS(6600, white);
	static const char claims[] = CLAIM(9000, black, "repetition") "," CLAIM(9500, black, "fifty-moves");

	for (size_t b = 1; b < BOOKS; b++) /* there are no fifty moves in the first */
		for (size_t k = 0; k < 2 * 2; k++) {
			char first[8192] = "";

			for (size_t i = 0; i < 4; i++) {
				struct played *played = calloc(1, sizeof(*played));
				char header[400], moved[200], events[1200];

				snprintf(header, sizeof(header), headers[k / 2], kinds[k % 2]);
				snprintf(moved, sizeof(moved), knight, goals[i]);
				snprintf(events, sizeof(events), "%s%s,%s,%s,%s,%s]", moved, reply, king, claims,
					 PAUSE(9900), TICK(15000));
				play_start(played, header, silent_books[b], true);
				play(played, events, false);
				forget_own(played->text);
				assert_null(strstr(played->text, "\"count\""));
				assert_int_equal(strstr(played->text, "\"reason\":\"fifty-moves\"") != NULL, k < 2);
				if (*first)
					assert_string_equal(played->text, first);
				assert_true(strlen(played->text) < sizeof(first));
				strcpy(first, played->text);
				play_end(played);
				free(played);
			}
		}
}

static const char *times_of(char *text)
{
	/* a clock that ran out stays published as it last was: the times at presses differ by the clock, not by the
	 * flag */
	for (char *at = text; (at = strstr(at, "_us\":")); at += 5)
		if (strncmp(at - 1, "t_us", 4))
			for (char *c = at + 5; *c >= '0' && *c <= '9'; c++)
				*c = '0';
	return text;
}

static void a_fallen_flag_says_nothing(void **state)
{
	const char *events = "[" LIFT(1100, b1) "," PLACE(1200, c3) "," PRESS(1300, white) "," TICK(2500) "]";

	for (size_t i = 0; i < BOOKS; i++) {
		struct played *up = calloc(1, sizeof(*up)), *down = calloc(1, sizeof(*down));
		char *p, *q;

		play_start(up, HEADER, silent_books[i], true);
		play_start(down, SHORT, silent_books[i], true);
		play(up, events, false);
		play(down, events, false);
		assert_null(strstr(down->text, "flag"));
		assert_non_null(strstr(down->text, "\"white_us\":1000000"));
		/* the same lines, but for the digits of the times */
		for (p = (char *)times_of(up->text), q = (char *)times_of(down->text); *p && *q;) {
			if (*p == '0' || *q == '0') {
				while (*p == '0')
					p++;
				while (*q == '0')
					q++;
				continue;
			}
			assert_int_equal(*p++, *q++);
		}
		assert_int_equal(*p, *q);
		play_end(up);
		play_end(down);
		free(up);
		free(down);
	}
}

/* What is kept from the players is shown to the arbiter. */
static void the_arbiter_hears_it(void **state)
{
	struct played *played = calloc(1, sizeof(*played));

	play_start(played, SHORT, "wbca-1992", false);
	play(played, "[" LIFT(100, b1) "," PLACE(200, d3) "," PRESS(300, white) "]", false);
	assert_non_null(strstr(played->text, "\"kind\":\"illegal\""));
	assert_non_null(strstr(played->text, "\"fault\":\"piece\""));
	play_end(played);
	play_start(played, SHORT, "wbca-1992", false);
	play(played, "[" TICK(2000) "]", false);
	assert_non_null(strstr(played->text, "\"type\":\"flag\""));
	play_end(played);
	free(played);
}

#define TIMED(white_ms) \
	"{\"sensors\":\"piece-id\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":" #white_ms \
	",\"black_ms\":300000,\"running\":\"white\"}}"

/* When something is noticed can be seen, too: what has an instant of its own is what everybody may hear of. */
static void only_what_is_public_has_its_instant(void **state)
{
	struct played *g = calloc(1, sizeof(*g));

	for (size_t i = 0; i < BOOKS; i++) {
		play_start(g, TIMED(1000), silent_books[i], false);
		assert_int_equal(core_deadline(g->core), 1000000); /* the flag */
		assert_int_equal(core_public_deadline(g->core), CLOCK_NEVER);
		play(g, "[" LIFT(100, e2) "," PLACE(200, e4) "]", false);
		assert_in_range(core_deadline(g->core), 200000, 1000000);
		assert_int_equal(core_public_deadline(g->core), CLOCK_NEVER);
		play(g, "[" PRESS(300, white) "]", false); /* what stands is looked at again after each press */
		assert_int_equal(core_public_deadline(g->core), 1800000);
		play(g, "[" TICK(1800) "]", false);
		assert_int_equal(core_public_deadline(g->core), CLOCK_NEVER);
		/* and who asks is answered, when a piece that was just set down has stood */
		play(g, "[" LIFT(1900, e7) "," PLACE(1950, e5) "," CLAIM(2000, white, "repetition") "]", false);
		assert_int_equal(core_public_deadline(g->core), 2950000);
		play_end(g);
	}
	play_start(g, TIMED(1000), "fide2023-blitz", false);
	assert_int_equal(core_public_deadline(g->core), 1000000);
	play_end(g);
	free(g);
}

/* A mate that is set down ends the game for everybody. */
static void an_end_has_its_instant(void **state)
{
	struct played *g = calloc(1, sizeof(*g));

	play_start(g, TIMED(300000), "nsb-2004", false);
	play(g,
	     "[" LIFT(100, f2) "," PLACE(200, f3) "," PRESS(300, white) "," LIFT(400, e7) "," PLACE(500, e5) "," PRESS(
		     600, black) "," LIFT(700, g2) "," PLACE(800, g4) "," PRESS(900, white) "," TICK(2400) "]",
	     false);
	assert_int_equal(core_public_deadline(g->core), CLOCK_NEVER);
	play(g, "[" LIFT(2500, d8) "," PLACE(2600, h4) "]", false);
	assert_int_equal(core_public_deadline(g->core), 3600000);
	play(g, "[" TICK(3600) "]", false);
	assert_non_null(strstr(g->text, "checkmate"));
	play_end(g);
	free(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_illegal_move_looks_like_a_legal_one),
		cmocka_unit_test(an_illegal_move_with_a_reply_looks_like_a_legal_one),
		cmocka_unit_test(an_empty_press_looks_like_a_move),
		cmocka_unit_test(real_sensors_tell_all_turns_alike),
		cmocka_unit_test(pressed_in_the_air),
		cmocka_unit_test(every_press_is_told_at_once),
		cmocka_unit_test(a_claim_finds_the_turn_judged),
		cmocka_unit_test(a_claim_counts_what_everybody_saw),
		cmocka_unit_test(a_fallen_flag_says_nothing),
		cmocka_unit_test(the_arbiter_hears_it),
		cmocka_unit_test(only_what_is_public_has_its_instant),
		cmocka_unit_test(an_end_has_its_instant),
	};

	return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
