// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Thousands of short games of chance by clumsy hands, and all that the tracker says of them: how each is read, what is
 * said when, and why. With and without a lever, by sensors that name the pieces, that do not, and that are exact;
 * chess, Chess960 and draughts; with cables that are pulled, moves against the rules, takebacks, pieces that are swept
 * off, set up again or stand wrongly from the start.
 *
 * The tracker draws nothing by chance, so all of it is the same each time: tests/data/read-by-chance.txt has a line for
 * each game. Not all of them are read right, since not all can be. Who changes the tracker reads in the file's diff
 * what changes with it, and for better or worse: the last line has the sums. FLAGFALL_READ=FILE writes it anew, which
 * is done on purpose only. In a line `read` stands for the turns as they are read at last, `said` for everything that
 * was said and answered meanwhile, with its times, and `why` for the costs of the readings. Steps are what it cost.
 *
 * FLAGFALL_GAME=NUMBER plays that game alone.
 */
#include "tests/sim/restless.h"
#include "tests/unit/core/tracker/chance-table.h"
#include "tests/unit/core/tracker/draughts-play.h"
#include "daemon/core/mirrored-start.h"

#define READ "tests/data/read-by-chance.txt"
#define GAMES 3000
#ifdef __SANITIZE_ADDRESS__
#define EACH 4 /* of so many games one is played */
#else
#define EACH 1
#endif
#define PLIES 24

static const char *const chess_scenes[] = {
	"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 10",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 30",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 40",
	"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 40",
	"8/2p1p3/3p4/KP1P3r/1R2pp1k/8/4P1PP/8 w - - 0 30",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 30",
	"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
	"k7/2Q5/8/8/8/8/8/1K6 w - - 0 60",
	"3q3k/6pp/8/8/8/8/PP6/K2Q4 w - - 0 50",
	"2b1k1n1/8/8/8/8/8/8/1N2K1B1 w - - 0 50",
};

static const char *const draughts_scenes[] = {
	"W:WK5,K10,K28:BK46,K3",
	"W:W7,12,33:B40,44,26",
	"B:W28,32,33,38,39:B7,8,12,13,18",
	"W:W31,32,33,37,38,K42:B6,9,K11,14,22",
	"W:W6,7,8,27,K40:B21,41,42,44,K16",
};

/* --- moves and hands --- */

/* A legal move that gives little away; what is seldom is preferred. False: there is none. */
static bool choose_move(struct table *t, const struct game_position *pos, struct game_move *ret)
{
	const struct game *g = t->game;
	struct game_moves all;
	int best = 1000, exchange;

	g->moves(pos, &all);
	if (!all.count)
		return false;
	exchange = g->best_exchange ? g->best_exchange(pos) : 0;
	for (unsigned i = 0; i < 3; i++) {
		const struct game_move *c = &all.move[next(t, all.count)];
		int loss = g->exchange_loss ? g->exchange_loss(pos, c, exchange) : 0;

		loss -= c->flags & (GAME_MOVE_CASTLING | GAME_MOVE_EN_PASSANT | GAME_MOVE_PROMOTION) ? 40 : 0;
		loss -= c->captured ? 5 : 0;
		if (loss < best) {
			best = loss;
			*ret = *c;
		}
	}
	return true;
}

/* So many moves on. */
static void play_on(struct table *t, struct game_position *pos, unsigned plies)
{
	struct game_move m;

	for (; plies && choose_move(t, pos, &m); plies--)
		t->game->play(pos, &m);
}

/* What hands do and sensors report of it, whatever makes it. */
struct change {
	int64_t t_us;
	bool press;
	enum side side;
	uint8_t square;
	char is, said;
};

struct changes {
	struct change *c;
	size_t count;
};

static void restless_changes(struct table *t, const struct hands_score *score, struct changes *ret)
{
	const struct restless_style *style;
	struct restless hands;
	unsigned styles = 0;

	while (restless_styles[styles].name)
		styles++;
	style = &restless_styles[next(t, styles)];
	assert_int_equal(restless_play(score, style, next(t, 0x7fffffff), &hands), 0);
	ret->c = calloc(hands.count + 1, sizeof(*ret->c));
	assert_non_null(ret->c);
	for (size_t i = 0; i < hands.count; i++) {
		const struct restless_event *e = &hands.event[i];

		ret->c[ret->count++] = (struct change){ .t_us = e->t_us,
							.press = e->action == HANDS_PRESS,
							.side = e->side,
							.square = e->square,
							.is = e->action == HANDS_PLACE ? e->piece : '.',
							.said = e->piece };
	}
	restless_free(&hands);
}

static void draughts_changes(struct table *t, const struct hands_score *score, struct changes *ret)
{
	const struct draughts_style *style = &ONE_OF(t, draughts_styles);
	static struct draughts_play play;

	play.start = &score->start;
	play.plies = score->plies;
	memcpy(play.move, score->move, score->plies * sizeof(*play.move));
	draughts_game(&play, style, next(t, 0x7fffffff));
	ret->c = calloc(play.count + 1, sizeof(*ret->c));
	assert_non_null(ret->c);
	for (unsigned i = 0; i < play.count; i++) {
		const struct draughts_event *e = &play.event[i];

		ret->c[ret->count++] = (struct change){ .t_us = e->t_us,
							.press = e->square == GAME_NO_SQUARE,
							.side = e->side,
							.square = e->square,
							.is = e->is,
							.said = e->is };
	}
}

/* The cable is out from one change to another. What the board says when it is in again is whole, and where the lever
 * is. */
struct gap {
	size_t from, to;
	bool told;
};

static void unplug(struct table *t, const struct gap *gap)
{
	if (gap->told)
		table_event(t, (struct tracker_event){ .type = TRACKER_EVENTS_LOST, .t_us = t->t_us });
	t->unplugged = true;
}

static void plug(struct table *t, unsigned unseen, enum side last)
{
	t->unplugged = t->need_squares = false;
	pause_ms(t, 1, next(t, 3) ? 100 : 3000);
	table_squares(t);
	if (unseen % 2 && next(t, 4)) {
		pause_ms(t, 1, 200);
		table_press(t, last);
	}
}

/* A person speaks. */
static void judge_now(struct table *t)
{
	assert_int_equal(tracker_judge_now(t->tracker), 0);
	table_answers(t);
}

static void hands_move(struct table *t, const struct changes *l)
{
	const int64_t begin = t->t_us;
	struct gap gap = { l->count, l->count, next(t, 2) };
	enum side last = NO_SIDE;
	unsigned unseen = 0;

	if (next(t, 6) == 0) {
		gap.from = next(t, (unsigned)l->count);
		gap.to = gap.from + 1 + next(t, next(t, 3) ? 6 : 24);
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct change *c = &l->c[i];

		if (begin + c->t_us > t->t_us)
			t->t_us = begin + c->t_us;
		if (i == gap.to)
			plug(t, unseen, last);
		if (i == gap.from)
			unplug(t, &gap);
		if (c->press) {
			unseen += t->unplugged;
			last = c->side;
			table_press(t, c->side);
			if (!next(t, 40))
				judge_now(t);
		} else if (t->pieces[c->square] != c->is || t->setup.sensors != TRACKER_EXACT) {
			table_put(t, c->square, c->is, c->said);
		}
	}
	if (t->unplugged)
		plug(t, unseen, last);
}

/* --- a game --- */

struct count {
	unsigned plies, right;
	int first_wrong;
};

static bool is_as_played(const struct table *t, unsigned ply, const struct game_move *m)
{
	const struct turn *turn = tracker_turn(t->tracker, ply);

	return turn && turn->kind == TURN_LEGAL && game_moves_alike(&turn->move, m) &&
	       (t->setup.sensors == TRACKER_PRESENCE || turn->move.promotion == m->promotion);
}

/* A few moves from the official position. False: it is no position to play from. */
static bool play_part(struct table *t, struct count *count)
{
	struct hands_score score = { .game = t->game, .start = *tracker_position(t->tracker) };
	const unsigned most = 2 + next(t, 8), first = tracker_turns(t->tracker);
	struct game_position pos = score.start;
	struct game_move move[PLIES];
	struct changes l = { 0 };

	if (t->game->playable(&pos, NULL) < 0)
		return false;
	score.move = move;
	while (score.plies < most && t->game->end(&pos) == GAME_GOES_ON && choose_move(t, &pos, &move[score.plies])) {
		t->game->play(&pos, &move[score.plies]);
		score.plies++;
	}
	if (!score.plies)
		return false;
	if (t->game == &game_draughts)
		draughts_changes(t, &score, &l);
	else
		restless_changes(t, &score, &l);
	hands_move(t, &l);
	free(l.c);
	pause_ms(t, 100, 3000);
	/* what waits for a reply is not judged yet */
	for (unsigned i = 0; i < score.plies; i++) {
		const bool right = is_as_played(t, first + i, &move[i]) ||
				   (i + 1 == score.plies && tracker_turns(t->tracker) == first + i);

		count->plies++;
		count->right += right;
		if (!right && count->first_wrong < 0)
			count->first_wrong = (int)(first + i);
	}
	return true;
}

/* A piece goes where it may not, or a turn is no turn; pressed. */
static void against_the_rules(struct table *t)
{
	const enum side side = t->game->to_move(tracker_position(t->tracker));
	unsigned from = any_square(t, next(t, 6) ? is_to_move : is_opponents);

	switch (next(t, 5)) {
	case 0:
		carry(t, from, any_square(t, is_opponents));
		break;
	case 1: /* something else is gone, or two are moved */
		carry(t, from, any_square(t, is_empty));
		from = any_square(t, is_taken);
		if (next(t, 2))
			table_put(t, from, '.', '.');
		else
			carry(t, from, any_square(t, is_empty));
		break;
	case 2: /* a piece too many */
		table_put(t, any_square(t, is_empty), t->pieces[from], t->pieces[from]);
		break;
	case 3:
		carry(t, from, any_square(t, is_taken));
		break;
	default:
		carry(t, from, any_square(t, is_empty));
		break;
	}
	pause_ms(t, 20, 200);
	table_press(t, next(t, 12) ? side : other_side(side));
	if (next(t, 2))
		table_wait(t, 1000 + next(t, 2000));
}

/* What people and hands do beside moves. False: the game is over for it. */
static bool interlude(struct table *t)
{
	const unsigned turns = tracker_turns(t->tracker);
	struct game_position pos = *tracker_position(t->tracker);
	static const char *const promotions[] = { "Q", "N", "R", "B" };
	static const unsigned centre[] = { 27, 28, 35, 36 };
	char piece;

	switch (next(t, 12)) {
	case 0:
		against_the_rules(t);
		if (turns < tracker_turns(t->tracker) && next(t, 4))
			assert_int_equal(tracker_undo(t->tracker, tracker_turns(t->tracker) - turns), 0);
		break;
	case 1:
		tracker_undo(t->tracker, turns < 3 ? turns : 1 + next(t, 3));
		break;
	case 2: /* what the arbiter set */
		play_on(t, &pos, 1 + next(t, 4));
		assert_int_equal(tracker_set_position(t->tracker, &pos), 0);
		break;
	case 3:
		for (unsigned n = 1 + next(t, 3); n; n--)
			carry_any(t, is_taken, next(t, 3) ? is_empty : is_taken);
		break;
	case 4:
		table_event(t, (struct tracker_event){ .type = TRACKER_EVENTS_LOST, .t_us = t->t_us });
		table_squares(t);
		break;
	case 5:
		table_press(t, next(t, 2) ? WHITE : BLACK);
		pause_ms(t, 1, 400);
		table_press(t, next(t, 2) ? WHITE : BLACK);
		break;
	case 6: /* set up for the next game, or cleared away */
		t->game->parse(t->game->start_fen, &pos, NULL);
		if (next(t, 2))
			t->game->set_placement(&pos, memset((char[GAME_MAX_SQUARES]){ 0 }, '.', GAME_MAX_SQUARES),
					       WHITE);
		set_right(t, &pos, 0);
		table_wait(t, 500);
		return next(t, 2);
	case 7: /* kings in the centre */
		for (unsigned q = 0; q < t->game->squares; q++)
			if ((t->pieces[q] | 32) == 'k' && t->game != &game_draughts)
				carry(t, q, ONE_OF(t, centre));
		table_wait(t, next(t, 4000));
		return next(t, 2);
	case 8:
		piece = *ONE_OF(t, promotions);
		if (turns && t->game != &game_draughts && tracker_turn(t->tracker, turns - 1) &&
		    tracker_turn(t->tracker, turns - 1)->move.promotion) {
			piece = turns % 2 ? piece : (char)(piece | 32);
			if (next(t, 2))
				tracker_set_promotion(t->tracker, turns - 1, piece);
			else
				tracker_rule_promotion(t->tracker, turns - 1, piece);
		}
		break;
	default:
		pause_ms(t, 500, 4000);
		break;
	}
	table_answers(t);
	return true;
}

/* The pieces before the first move: as they should, or not. */
static void set_up(struct table *t)
{
	table_squares(t);
	if (next(t, 8) == 0)
		for (unsigned n = 1 + next(t, 3); n; n--)
			carry_any(t, is_taken, is_empty);
	if (next(t, 2))
		table_squares(t);
	pause_ms(t, 100, 2000);
	if (next(t, 3))
		set_right(t, tracker_position(t->tracker), 30);
}

static void choose_start(struct table *t)
{
	struct game_position *start = &t->setup.start, stands;
	const char *fen = t->game->start_fen;

	if (next(t, 3) == 0)
		fen = t->game == &game_draughts ? ONE_OF(t, draughts_scenes) : ONE_OF(t, chess_scenes);
	if (t->game->starts)
		assert_int_equal(t->game->start(next(t, t->game->starts), start), 0);
	else
		assert_int_equal(t->game->parse(fen, start, NULL), 0);
	stands = *start;
	t->setup.swapped_kq = next(t, 3);
	if (next(t, 3)) {
		play_on(t, start, next(t, 50));
		stands = *start;
	} else if (t->game->starts && next(t, 2)) {
		t->setup.open_start = true;
		assert_int_equal(t->game->start(next(t, t->game->starts), &stands), 0);
	} else if (t->setup.swapped_kq && next(t, 2)) {
		swapped_start(t->game, start, 1 + next(t, 3), &stands);
	}
	t->game->placement(&stands, t->pieces);
}

/* The line of a game. */
static void play_game(unsigned number, char line[static 200], struct count *count, uint64_t *steps)
{
	static const struct game *const games[] = { &game_chess, &game_chess,	 &game_chess,	 &game_chess,
						    &game_chess, &game_chess960, &game_chess960, &game_draughts };
	static const enum tracker_sensors sensors[] = { TRACKER_PRESENCE, TRACKER_PRESENCE, TRACKER_PRESENCE,
							TRACKER_PRESENCE, TRACKER_PIECE_ID, TRACKER_PIECE_ID,
							TRACKER_PIECE_ID, TRACKER_PIECE_ID, TRACKER_EXACT };
	static const char *const words[] = { "", "presence", "piece-id", "exact" };
	struct table t = { .seed = number };
	char wrong[40] = "";

	t.game = t.setup.game = ONE_OF(&t, games);
	t.setup.sensors = ONE_OF(&t, sensors);
	t.setup.has_lever = t.setup.sensors == TRACKER_EXACT || next(&t, 3);
	t.setup.keep_illegal = next(&t, 2);
	t.setup.scan_us = next(&t, 3) ? 0 : 250000;
	t.setup.late_us = next(&t, 4) ? 0 : 1000000;
	t.turned = t.setup.sensors != TRACKER_EXACT && !next(&t, 10);
	t.names_lifted = next(&t, 2);
	t.no_ticks = !next(&t, 6);
	memset(&t.said, 0, sizeof(t.said));
	choose_start(&t);
	*count = (struct count){ .first_wrong = -1 };
	assert_int_equal(tracker_new(&t.setup, table_hear, &t, &t.tracker), 0);
	if (t.setup.sensors == TRACKER_EXACT)
		set_right(&t, tracker_position(t.tracker), 0);
	else if (t.turned || t.setup.open_start || !next(&t, 3))
		set_up(&t);
	for (unsigned part = 0; part < 4 && count->plies < 14; part++) {
		if (!play_part(&t, count) || !interlude(&t))
			break;
		set_right(&t, tracker_position(t.tracker), 15);
		pause_ms(&t, 100, 2000);
	}
	assert_int_equal(tracker_finish(t.tracker), 0);
	table_answers(&t);
	add_game(&t.said, t.game, t.tracker);
	if (count->first_wrong >= 0)
		snprintf(wrong, sizeof(wrong), " (not %d)", count->first_wrong + 1);
	snprintf(line, 200, "%u %s %s %s: %u of %u%s, read %06x said %06x why %06x\n", number, t.game->name,
		 words[t.setup.sensors], t.setup.has_lever ? "lever" : "no-lever", count->right, count->plies, wrong,
		 (unsigned)(t.said.read >> 40), (unsigned)(t.said.said >> 40), (unsigned)(t.said.why >> 40));
	*steps += t.steps;
	tracker_free(t.tracker);
}

static void games_are_read_as_before(void **state)
{
	const char *path = getenv("FLAGFALL_READ"), *alone = getenv("FLAGFALL_GAME");
	FILE *f = fopen(path ? path : READ, path ? "w" : "r");
	unsigned others = 0, right = 0, plies = 0, games_right = 0;
	char line[200], there[200];
	struct count count;
	uint64_t steps = 0;

	assert_non_null(f);
	for (unsigned n = 1; n <= GAMES && others < 20; n++) {
		const bool wanted = alone ? n == (unsigned)atoi(alone) : path || n % EACH == 0;

		if (!path && !fgets(there, sizeof(there), f))
			*there = '\0';
		if (!wanted)
			continue;
		play_game(n, line, &count, &steps);
		right += count.right;
		plies += count.plies;
		games_right += count.first_wrong < 0;
		if (path)
			fputs(line, f);
		else if (strcmp(line, there) && ++others)
			print_message("# now  %s# then %s", line, there);
	}
	snprintf(line, sizeof(line), "all: %u of %u games, %u of %u turns, %llu steps\n", games_right, GAMES, right,
		 plies, (unsigned long long)steps);
	if (path)
		fputs(line, f);
	else if (!others && EACH == 1 && !alone)
		assert_true(fgets(there, sizeof(there), f) && !strcmp(line, there));
	fclose(f);
	assert_int_equal(others, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(games_are_read_as_before) };

	return cmocka_run_group_tests_name("games of chance", tests, NULL, NULL);
}
