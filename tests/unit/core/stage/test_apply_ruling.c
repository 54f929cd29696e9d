/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An illegal move is penalised, undone and put right by hand, and then made again: the squares that were wrong may be
 * wrong a second time. The ladders of FIDE 7.5.5 and of the 2013 Russian rules through real sensors.
 */
#include "tests/unit/core/core-testing.h"

struct attempt {
	const char *name, *fen, *from, *to, *legal; /* legal: where the same piece may go */
	char piece, victim;
};

static const struct attempt attempts[] = {
	{ "a king too far", "4k3/pppppppp/8/8/8/8/PPP5/4K2R w - - 0 1", "e1", "e3", "e2", 'K', 0 },
	{ "a knight as a bishop", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1", "d3", "c3", 'N',
	  0 },
	{ "a rook over a pawn", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1", "a1", "a4", "a2", 'R', 0 },
	{ "a pawn too far", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2", "e5", "e4", 'P', 0 },
	{ "into check", "3rk3/8/8/8/8/8/PPP5/4K2R w - - 0 1", "e1", "d1", "e2", 'K', 0 },
	{ "a bishop takes as a rook", "4k3/3p4/8/8/3B4/8/8/4K3 w - - 0 1", "d4", "d7", "c5", 'B', 'p' },
	{ "a knight takes out of reach", "4k3/8/5p2/8/8/2N5/8/4K3 w - - 0 1", "c3", "f6", "d5", 'N', 'p' },
};

struct hand {
	struct played *played;
	bool names;
	int64_t ms;
};

static void event(struct hand *hand, int64_t after_ms, const char *type, const char *key, const char *value, char piece)
{
	char text[160];

	hand->ms += after_ms;
	if (piece && hand->names)
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"%s\",\"%s\":\"%s\",\"piece\":\"%c\"}]",
			 (long long)hand->ms, type, key, value, piece);
	else if (*key)
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"%s\",\"%s\":\"%s\"}]", (long long)hand->ms,
			 type, key, value);
	else
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"%s\"}]", (long long)hand->ms, type);
	play(hand->played, text, false);
}

static void moves(struct hand *hand, const struct attempt *a, const char *from, const char *to, bool takes)
{
	if (takes)
		event(hand, 700, "lift", "square", to, a->victim);
	event(hand, 400, "lift", "square", from, a->piece);
	event(hand, 400, "place", "square", to, a->piece);
	event(hand, 200, "press", "side", "white", 0);
}

static void undone(struct hand *hand, const struct attempt *a)
{
	event(hand, 700, "lift", "square", a->to, a->piece);
	event(hand, 400, "place", "square", a->from, a->piece);
	if (a->victim)
		event(hand, 400, "place", "square", a->to, a->victim);
	event(hand, 400, "pause", "", "", 0);
	event(hand, 400, "resume", "side", "white", 0);
}

static unsigned count(const char *text, const char *what)
{
	unsigned n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

#define CLOCKED \
	"{\"sensors\":\"%s\",\"start\":\"%s\",\"options\":{\"illegal_call\":\"auto\",\"arbiter_calls\":true},\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"

static struct played *begin(const struct attempt *a, bool names, const char *book, struct hand *hand)
{
	struct played *played = calloc(1, sizeof(*played));
	char header[512];

	assert_non_null(played);
	snprintf(header, sizeof(header), CLOCKED, names ? "piece-id" : "presence", a->fen);
	play_start(played, header, book, false);
	*hand = (struct hand){ .played = played, .names = names, .ms = 1000 };
	return played;
}

static void end(struct played *played)
{
	play_end(played);
	free(played);
}

static const char *last_ruling(const char *text)
{
	const char *at, *last = "";

	for (at = text; (at = strstr(at, "\"ruling\":\"")); at++)
		last = at;
	return last;
}

static void expect_ladder(const char *book, unsigned limit)
{
	for (size_t i = 0; i < sizeof(attempts) / sizeof(*attempts); i++)
		/* an exchange against the rules is seen where the sensors name the pieces */
		for (int names = attempts[i].victim != 0; names < 2; names++) {
			const struct attempt *a = &attempts[i];
			char uci[32];
			struct hand hand;
			struct played *played = begin(a, names, book, &hand);

			for (unsigned offence = 1; offence <= limit; offence++) {
				moves(&hand, a, a->from, a->to, a->victim);
				event(&hand, 2000, "tick", "", "", 0);
				snprintf(uci, sizeof(uci), "\"uci\":\"%s%s\"", a->from, a->to);
				if (count(played->text, "\"kind\":\"illegal\"") != offence)
					fail_msg("%s, %s, offence %u of %u under %s:\n%s", a->name,
						 names ? "piece-id" : "presence", offence, limit, book, played->text);
				assert_non_null(strstr(played->text, uci));
				if (offence < limit)
					undone(&hand, a);
			}
			if (strncmp(last_ruling(played->text), "\"ruling\":\"move-illegal\"", 23) == 0)
				fail_msg("%s: no end of the ladder under %s:\n%s", a->name, book, played->text);
			end(played);
		}
}

static void fide_2023_loses_at_the_second(void **state)
{
	expect_ladder("fide2023-standard", 2);
}

static void russia_2013_loses_at_the_third(void **state)
{
	expect_ladder("ru-2013", 3);
}

/* After the first the piece may be moved from where it should not be straight to where it may go. */
static void a_legal_move_from_the_wrong_square(void **state)
{
	for (size_t i = 0; i < sizeof(attempts) / sizeof(*attempts); i++)
		/* an exchange against the rules is seen where the sensors name the pieces */
		for (int names = attempts[i].victim != 0; names < 2; names++)
			for (int straight = 0; straight < 2; straight++) {
				const struct attempt *a = &attempts[i];
				char uci[64];
				struct hand hand;
				struct played *played = begin(a, names, "fide2023-standard", &hand);

				moves(&hand, a, a->from, a->to, a->victim);
				event(&hand, 2000, "tick", "", "", 0);
				if (straight) {
					event(&hand, 400, "pause", "", "", 0);
					event(&hand, 400, "resume", "side", "white", 0);
					if (a->victim) {
						event(&hand, 300, "lift", "square", a->to, a->piece);
						event(&hand, 300, "place", "square", a->to, a->victim);
						event(&hand, 300, "place", "square", a->legal, a->piece);
						event(&hand, 300, "press", "side", "white", 0);
					} else {
						moves(&hand, a, a->to, a->legal, false);
					}
				} else {
					undone(&hand, a);
					moves(&hand, a, a->from, a->legal, false);
				}
				event(&hand, 2000, "tick", "", "", 0);
				snprintf(uci, sizeof(uci), "\"type\":\"move\",\"uci\":\"%s%s\"", a->from, a->legal);
				if (!strstr(played->text, uci) || count(played->text, "\"state\":\"committed\"") != 2 ||
				    count(played->text, "\"kind\":\"illegal\"") != 1)
					fail_msg("%s, %s, %s:\n%s", a->name, names ? "piece-id" : "presence",
						 straight ? "straight" : "put back", played->text);
				end(played);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fide_2023_loses_at_the_second),
		cmocka_unit_test(russia_2013_loses_at_the_third),
		cmocka_unit_test(a_legal_move_from_the_wrong_square),
	};

	return cmocka_run_group_tests_name("repeated", tests, NULL, NULL);
}
