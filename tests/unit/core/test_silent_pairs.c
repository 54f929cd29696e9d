// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Under a silent rulebook whoever is not the arbiter hears of an illegal turn what he hears of a legal one with the
 * same presses: as many publications, of the same kinds, at the same instants, in the same words. Only squares that
 * stand differently are told differently, and what is told stands there. Nor is the daemon awake at other instants. The
 * same of a flag that has fallen.
 *
 * An argument says how many pairs of each kind are played; FLAGFALL_PAIR=KIND:NUMBER prints what is told of one.
 */
#include <inttypes.h>

#include "tests/unit/core/silent-pairs.h"

static const char *const silent_books[] = { "wbca-1992", "nsb-2004", "ru-2013-blitz", "uschess-blitz" };
#define BOOKS (sizeof(silent_books) / sizeof(silent_books[0]))

static unsigned pairs = 40;
static struct real_games games;
static const struct game *chess;

/* --- a line is played --- */

/* All but what squares are in it. */
static char *words_of(const struct publication *said)
{
	json_t *o = publication_format(chess, said, false);
	char *text;

	if (said->type == PUBLISH_MOVE) {
		json_object_del(o, "uci");
		json_object_del(o, "placement");
	}
	text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(o);
	return text;
}

static void hear_public(void *userdata, const struct publication *p)
{
	struct pair_line *l = userdata;

	if (!p->is_public)
		return;
	if (l->said_count == l->said_room) {
		l->said_room = l->said_room ? l->said_room * 2 : 64;
		l->said = realloc(l->said, l->said_room * sizeof(*l->said));
		assert_non_null(l->said);
	}
	l->said[l->said_count++] = (struct said){ .what = *p, .words = words_of(p) };
}

static void forget_said(struct pair_line *l)
{
	while (l->said_count)
		free(l->said[--l->said_count].words);
}

/* True: White's flag has fallen. */
static bool play_line(struct pair *p, struct pair_line *l, const char *book, enum tracker_sensors sensors,
		      int64_t white_us)
{
	struct rulebook *rules = NULL;
	struct core *core = NULL;
	struct core_setup setup;
	json_t *o = json_loads("{\"sensors\":\"presence\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,"
			       "\"black_ms\":300000,\"running\":\"white\"}}",
			       0, NULL);
	char err[160];
	bool fallen;

	assert_int_equal(core_setup_from_json(o, &setup, err), 0);
	json_decref(o);
	assert_int_equal(rulebook_load(book, NULL, NULL, &rules), 0);
	setup.rulebook = rules;
	setup.sensors = sensors;
	setup.start = p->start;
	setup.clock.running = p->game->to_move(&p->start);
	setup.clock.start_us[WHITE] = white_us;
	if (core_new(&setup, hear_public, l, &core, err) < 0)
		fail_msg("%s", err);
	forget_said(l);
	for (unsigned i = 0; i < p->inputs; i++) {
		struct input in = l->in[i];

		if (sensors == TRACKER_PRESENCE && in.type == INPUT_PLACE)
			in.piece = 0;
		if (core_input(core, &in, err) < 0)
			fail_msg("%s", err);
		l->due_us[i] = core_public_deadline(core);
	}
	fallen = game_clock_flag_down(core_clock(core), WHITE);
	core_free(core);
	rulebook_free(rules);
	core_setup_done(&setup);
	return fallen;
}

/* --- what is told of both --- */

static char difference[4096];

/* Do the pieces differ only where they stand differently, now or before that turn? */
static bool same_squares(const struct pair *p, const struct publication *a, const struct publication *b)
{
	const unsigned ply = a->state == MOVE_UNDONE && a->ply ? a->ply - 1 : a->ply;
	char x[GAME_MAX_SQUARES], y[GAME_MAX_SQUARES];

	/* where the hands did the same it is called the same */
	if ((a->ply >= p->plies || !p->differs[a->ply]) && strcmp(a->uci, b->uci))
		return false;
	if (a->ply >= p->plies || (a->state == MOVE_UNDONE && !a->ply))
		return !strcmp(a->placement, b->placement);
	p->game->placement(&a->after, x);
	p->game->placement(&b->after, y);
	for (unsigned q = 0; q < p->game->squares; q++)
		if (x[q] != y[q] && p->line[0].stood[ply][q] == p->line[1].stood[ply][q] &&
		    (!ply || p->line[0].stood[ply - 1][q] == p->line[1].stood[ply - 1][q]))
			return false;
	return true;
}

static bool tells_alike(const struct pair *p)
{
	const struct pair_line *a = &p->line[0], *b = &p->line[1];
	unsigned n = a->said_count < b->said_count ? a->said_count : b->said_count;

	for (unsigned i = 0; i < n; i++) {
		const struct said *x = &a->said[i], *y = &b->said[i];
		const bool alike = !strcmp(x->words, y->words);

		if (alike && (x->what.type != PUBLISH_MOVE || same_squares(p, &x->what, &y->what)))
			continue;
		snprintf(difference, sizeof(difference), "%s\n%s %s %s\n%s %s %s", alike ? "squares" : "words",
			 x->words, x->what.uci, x->what.placement, y->words, y->what.uci, y->what.placement);
		return false;
	}
	if (a->said_count != b->said_count)
		snprintf(difference, sizeof(difference), "%u and %u publications", a->said_count, b->said_count);
	return a->said_count == b->said_count;
}

/* A timer that wakes the daemon up can be seen, whatever it is for. */
static bool wakes_alike(const struct pair *p)
{
	for (unsigned i = 0; i < p->inputs; i++)
		if (p->line[0].due_us[i] != p->line[1].due_us[i]) {
			snprintf(difference, sizeof(difference),
				 "after input %u, at %" PRId64 " us, %" PRId64 " or %" PRId64, i, p->line[0].in[i].t_us,
				 p->line[0].due_us[i], p->line[1].due_us[i]);
			return false;
		}
	return true;
}

static char as_told(const struct pair *p, char piece, unsigned q)
{
	/* a pawn that is left on the last rank is told as the queen that it is to be */
	return piece == 'P' && q >= p->game->squares - 8 ? 'Q' : piece == 'p' && q < 8 ? 'q' : piece;
}

/* What each turn was last told to have left stands there. */
static bool tells_what_stands(const struct pair *p, const struct pair_line *l, enum tracker_sensors sensors)
{
	for (unsigned i = 0; i < l->said_count; i++) {
		const struct publication *said = &l->said[i].what;
		char told[GAME_MAX_SQUARES];
		bool last = said->type == PUBLISH_MOVE && said->state != MOVE_UNDONE && said->ply < p->plies;

		for (unsigned k = i + 1; k < l->said_count; k++)
			last &= l->said[k].what.type != PUBLISH_MOVE || l->said[k].what.ply != said->ply;
		if (!last)
			continue;
		p->game->placement(&said->after, told);
		for (unsigned q = 0; q < p->game->squares; q++) {
			const char stood = as_told(p, l->stood[said->ply][q], q);

			if (sensors == TRACKER_PIECE_ID ? told[q] == stood : (told[q] == '.') == (stood == '.'))
				continue;
			snprintf(difference, sizeof(difference), "%s %s does not stand", l->said[i].words,
				 said->placement);
			return false;
		}
	}
	return true;
}

static void print_told(const struct pair *p)
{
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < p->line[i].said_count; k++)
			printf("%u: %s %s %s\n", i, p->line[i].said[k].words, p->line[i].said[k].what.uci,
			       p->line[i].said[k].what.placement);
}

static bool is_told(enum pair_kind kind, const char *book)
{
	/* WBCA 17, NSB 17: a pawn left on the last rank is no offence, and everybody may know */
	return kind == PAIR_PAWN_LEFT && (!strcmp(book, "wbca-1992") || !strcmp(book, "nsb-2004"));
}

/*
 * Now and then a reading of what followed is told all the same: a checkmate, which has to be ruled at once, of a
 * position that is read otherwise than it stands; or, where one hand moves two pieces, which is against the rules in
 * both games, that a lever which sprang back gave the turn back.
 */
static unsigned may_differ(enum pair_kind kind, unsigned made)
{
	return made / (kind == PAIR_TWO_PIECES || kind == PAIR_PUT_BACK ? 200 : 500);
}

static void play_kind(enum pair_kind kind)
{
	const char *chosen = getenv("FLAGFALL_PAIR");
	unsigned only_kind = 0, only = 0, made = 0, differ = 0;
	struct pair *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	if (chosen)
		assert_int_equal(sscanf(chosen, "%u:%u", &only_kind, &only), 2);
	for (uint32_t n = 0; n < (chosen ? only + 1 : pairs); n++) {
		const char *book = silent_books[is_told(kind, silent_books[n % BOOKS]) ? 2 + n % 2 : n % BOOKS];
		/* without a name one piece is as good as another */
		const enum tracker_sensors sensors = kind == PAIR_WRONG_PROMOTED || n / BOOKS % 2 ? TRACKER_PIECE_ID :
												    TRACKER_PRESENCE;

		if ((chosen && (n != only || only_kind != (unsigned)kind)) || !make_pair(p, chess, &games, kind, n))
			continue;
		made++;
		for (unsigned i = 0; i < 2; i++)
			play_line(p, &p->line[i], book, sensors, 300000000);
		if (chosen)
			print_told(p);
		if (tells_alike(p) && wakes_alike(p) && tells_what_stands(p, &p->line[0], sensors) &&
		    tells_what_stands(p, &p->line[1], sensors))
			continue;
		differ++;
		print_error("%s %u:%u (%s, %s), parted in turn %u: %s\n", pair_names[kind], kind, n, book,
			    sensors == TRACKER_PRESENCE ? "presence" : "piece-id", p->parted + 1, difference);
	}
	for (unsigned i = 0; i < 2; i++) {
		forget_said(&p->line[i]);
		free(p->line[i].said);
	}
	free(p);
	print_message("# %s: %u pairs, %u told differently\n", pair_names[kind], made, differ);
	assert_true(differ <= may_differ(kind, made));
	if (!chosen)
		assert_true(made > pairs / 2);
}

#define OF_KIND(name, kind) \
	static void name(void **state) \
	{ \
		play_kind(kind); \
	}
OF_KIND(geometry, PAIR_GEOMETRY)
OF_KIND(blocked_path, PAIR_BLOCKED)
OF_KIND(illegal_capture, PAIR_CAPTURE)
OF_KIND(into_check, PAIR_CHECK)
OF_KIND(castling_on_other_squares, PAIR_CASTLING)
OF_KIND(castling_without_the_right, PAIR_RIGHT_LOST)
OF_KIND(en_passant_too_late, PAIR_LATE_PASSANT)
OF_KIND(two_pieces, PAIR_TWO_PIECES)
OF_KIND(a_second_piece, PAIR_PUT_BACK)
OF_KIND(no_promotion, PAIR_PAWN_LEFT)
OF_KIND(wrong_promotion, PAIR_WRONG_PROMOTED)

/* --- flags --- */

static void forget_times(char *text)
{
	for (char *at = text; (at = strstr(at, "_us\":")); at += 5)
		if (strncmp(at - 1, "t_us", 4))
			memset(at + 5, '0', strspn(at + 5, "0123456789"));
	for (char *from = text, *to = text;; from++) {
		*to = *from;
		to += *from != '0';
		if (!*from)
			break;
	}
}

/* The same game with time enough, and with so little that a flag falls in it which nobody claims. */
static void a_flag_falls_unclaimed(void **state)
{
	struct pair *p = calloc(1, sizeof(*p));
	unsigned made = 0, fell = 0;

	assert_non_null(p);
	p->is_alone = true;
	for (uint32_t n = 0; n < pairs * 2; n++) {
		const enum tracker_sensors sensors = n / BOOKS % 2 ? TRACKER_PIECE_ID : TRACKER_PRESENCE;

		if (!make_pair(p, chess, &games, n % PAIR_CASTLING, n))
			continue;
		made++;
		p->line[1] = (struct pair_line){ .said = p->line[1].said,
						 .said_count = p->line[1].said_count,
						 .said_room = p->line[1].said_room };
		memcpy(p->line[1].in, p->line[0].in, sizeof(p->line[0].in));
		memcpy(p->line[1].stood, p->line[0].stood, sizeof(p->line[0].stood));
		play_line(p, &p->line[0], silent_books[n % BOOKS], sensors, 300000000);
		fell += play_line(p, &p->line[1], silent_books[n % BOOKS], sensors, 8000000);
		for (unsigned i = 0; i < 2; i++)
			for (unsigned k = 0; k < p->line[i].said_count; k++)
				forget_times(p->line[i].said[k].words);
		if (!tells_alike(p) || !wakes_alike(p))
			fail_msg("a flag, pair %u: %s", n, difference);
	}
	for (unsigned i = 0; i < 2; i++) {
		forget_said(&p->line[i]);
		free(p->line[i].said);
	}
	free(p);
	assert_true(made > pairs && fell > made / 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(geometry),
		cmocka_unit_test(blocked_path),
		cmocka_unit_test(illegal_capture),
		cmocka_unit_test(into_check),
		cmocka_unit_test(castling_on_other_squares),
		cmocka_unit_test(castling_without_the_right),
		cmocka_unit_test(en_passant_too_late),
		cmocka_unit_test(two_pieces),
		cmocka_unit_test(a_second_piece),
		cmocka_unit_test(no_promotion),
		cmocka_unit_test(wrong_promotion),
		cmocka_unit_test(a_flag_falls_unclaimed),
	};
	int failed;

	if (argc > 1)
		pairs = (unsigned)strtoul(argv[1], NULL, 10);
	setenv("FLAGFALL_RULES", "rules/books", 0);
	chess = game_find("chess");
	read_games(&games);
	failed = cmocka_run_group_tests_name("silent pairs", tests, NULL, NULL);
	free_games(&games);
	return failed;
}
