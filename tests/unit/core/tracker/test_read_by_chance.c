// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Thousands of short games of chance, and what has to be true of each: with and without a lever, by sensors that name
 * the pieces, that do not, and that are exact; chess, Chess960 and draughts; by careful hands and by clumsy ones, with
 * cables that are pulled, moves against the rules, takebacks, pieces that are swept off, set up again or stand wrongly
 * from the start.
 *
 * What careful hands play is read so. Of what clumsy ones play some cannot be known: bars[] says how many turns of a
 * thousand have to be right. The facts that are told add up to what the tracker answers, a turn that is called legal
 * is, guidance leads to the official position, and what careful hands did has its reasons. How often the tracker is
 * told that nothing happened changes nothing. FLAGFALL_GAME=NUMBER plays that game alone and prints what is told.
 */
#include "daemon/core/state.h"
#include "daemon/core/tracker/guidance.h"
#include "tests/unit/core/tracker/chance-hands.h"
#include "tests/unit/core/tracker/event-work.h"

#define GAMES 3600
#define TURNS 128

/* Of a thousand turns so many are right, at least: by careful hands and by clumsy ones. */
static const struct bar {
	enum tracker_sensors sensors;
	bool has_lever;
	const char *name;
	unsigned careful, clumsy;
} bars[] = {
	{ TRACKER_PRESENCE, false, "presence, no lever", 975, 925 },
	{ TRACKER_PRESENCE, true, "presence, lever", 995, 968 },
	{ TRACKER_PIECE_ID, false, "piece-id, no lever", 980, 940 },
	{ TRACKER_PIECE_ID, true, "piece-id, lever", 1000, 965 },
	{ TRACKER_EXACT, true, "exact", 1000, 825 },
};
#define BARS (sizeof(bars) / sizeof(bars[0]))

static struct {
	unsigned careful, careful_right, clumsy, clumsy_right;
} sums[BARS];
/* Turns that are called legal and do not follow from those before them, where one of these is read otherwise at last.
 */
static unsigned impossible;
/* The last turn of careful hands, asked for after each event. */
static unsigned explained, unexplained;

struct game_read {
	struct table table;		 /* the first, so that who has it has the rest */
	struct tracker *tracker, *other; /* the other hears the same, and more often that nothing happens */
	unsigned number;
	bool no_ticks, tells;
	/* what the facts say: the turns, and the position before each, as far as it follows from them */
	struct turn told[TURNS];
	struct game_position before[TURNS + 1];
	bool is_known[TURNS + 1];
	unsigned count;
	bool owes; /* a pawn was promoted to nobody knows what: positions follow no more */
	bool is_over;
	int64_t other_t_us;
};

static bool is_legal(const struct game *game, const struct game_position *pos, const struct game_move *m)
{
	struct game_moves all;

	game->moves(pos, &all);
	for (unsigned i = 0; i < all.count; i++)
		if (game_moves_alike(&all.move[i], m) && all.move[i].promotion == m->promotion)
			return true;
	return false;
}

static void told_turn(struct game_read *g, const struct tracker_fact *f)
{
	const struct turn *turn = &f->turn;

	assert_true(f->ply < TURNS);
	g->told[f->ply] = *turn;
	g->count = f->ply + 1;
	g->is_known[g->count] = false;
	g->owes |= turn->kind == TURN_PROMOTION_OWED;
	if (turn->kind != TURN_LEGAL || g->owes || !g->is_known[f->ply])
		return;
	if (!is_legal(g->table.game, &g->before[f->ply], &turn->move)) {
		impossible++;
		return;
	}
	g->before[g->count] = g->before[f->ply];
	g->table.game->play(&g->before[g->count], &turn->move);
	g->is_known[g->count] = true;
}

static void hear(void *userdata, const struct tracker_fact *f)
{
	struct game_read *g = userdata;

	if (g->tells)
		print_message("# %.3f s: fact %d, side %d, ply %u, %s\n", (double)f->t_us / 1e6, f->type, f->side,
			      f->ply, turn_kind_name(f->turn.kind));
	switch (f->type) {
	case TRACKER_NEED_SQUARES:
		g->table.need_squares = true;
		break;
	case TRACKER_TURN:
		if (f->ply != g->count)
			fail_msg("game %u: turn %u is told after %u", g->number, f->ply, g->count);
		told_turn(g, f);
		break;
	case TRACKER_REVISED:
		assert_true(f->ply < g->count);
		told_turn(g, f);
		break;
	case TRACKER_NEW_GAME:
		assert_true(f->ply <= g->count);
		g->count = f->ply;
		break;
	case TRACKER_SWAPPED:
	case TRACKER_ARRAY:
		g->count = 0;
		g->is_known[0] = false;
		break;
	default:
		break;
	}
}

static void hear_nothing(void *userdata, const struct tracker_fact *f)
{
}

/* A person has changed something, which is not told: that is known already. */
static void by_hand(struct game_read *g)
{
	g->count = tracker_turns(g->tracker);
	for (unsigned i = 0; i < g->count; i++)
		if (tracker_turn(g->tracker, i))
			g->told[i] = *tracker_turn(g->tracker, i);
	g->is_known[g->count] = false;
}

static bool stand_alike(const struct game_read *g, const struct game_position *a, const struct game_position *b)
{
	char text[2][GAME_FEN];

	g->table.game->format(a, text[0]);
	g->table.game->format(b, text[1]);
	return !strcmp(text[0], text[1]);
}

/* Each piece is where it is said to be taken from, and at last all stand as they should. */
static void guidance_leads_home(const struct game_read *g)
{
	struct tracker_step step[GAME_MAX_SQUARES];
	const unsigned steps = tracker_guidance(g->tracker, step);
	char squares[GAME_MAX_SQUARES], wanted[GAME_MAX_SQUARES];

	tracker_placement(g->tracker, squares);
	g->table.game->placement(tracker_position(g->tracker), wanted);
	for (unsigned i = 0; i < steps; i++) {
		if (step[i].from != GAME_NO_SQUARE) {
			assert_true(squares[step[i].from] != '.');
			squares[step[i].from] = '.';
		}
		if (step[i].to != GAME_NO_SQUARE) {
			assert_true(squares[step[i].to] == '.');
			squares[step[i].to] = step[i].piece;
		}
	}
	for (unsigned q = 0; q < g->table.game->squares; q++) /* a man may stand for a king */
		if (squares[q] == '?' ? wanted[q] == '.' :
		    g->table.game == &game_draughts ?
					g->table.game->piece_side(squares[q]) != g->table.game->piece_side(wanted[q]) :
					squares[q] != wanted[q])
			fail_msg("game %u: guidance leaves '%c' on %u, not '%c'", g->number, squares[q], q, wanted[q]);
}

static void look(struct game_read *g)
{
	const unsigned turns = tracker_turns(g->tracker);
	const struct turn *last = turns ? tracker_turn(g->tracker, turns - 1) : NULL;
	char why[2048];

	assert_true(event_work(g->tracker) <= TRACKER_WORK_MAX);
	if (g->is_over ? turns > g->count : turns != g->count) /* at the end those go that were none after all */
		fail_msg("game %u: %u turns are told, and there are %u", g->number, g->count, turns);
	if (last && (last->kind != g->told[turns - 1].kind ||
		     (last->has_move && !game_moves_alike(&last->move, &g->told[turns - 1].move))))
		fail_msg("game %u: turn %u is another one than was told", g->number, turns - 1);
	if (!g->is_known[turns])
		g->before[turns] = *tracker_position(g->tracker);
	else if (!stand_alike(g, &g->before[turns], tracker_position(g->tracker)))
		fail_msg("game %u: after turn %u stands what does not follow from it", g->number, turns);
	g->is_known[turns] = true;
	if (g->table.careful && turns) {
		explained++;
		unexplained += tracker_explain(g->tracker, turns - 1, why, sizeof(why)) <= 0;
	}
	guidance_leads_home(g);
}

static int tell_both(struct game_read *g, const struct tracker_event *e)
{
	struct tracker_event idle = { .type = TRACKER_TIME, .t_us = g->other_t_us };

	if (g->other && e->t_us > idle.t_us) {
		idle.t_us += next(&g->table, (unsigned)(e->t_us - idle.t_us));
		assert_int_equal(tracker_event(g->other, &idle), 0);
	}
	g->other_t_us = e->t_us;
	if (g->other)
		assert_int_equal(tracker_event(g->other, e), 0);
	return tracker_event(g->tracker, e);
}

static void give(struct table *t, const struct tracker_event *e)
{
	struct game_read *g = (struct game_read *)t;
	struct tracker_event tick = { .type = TRACKER_TIME };
	unsigned ticks = 0;

	for (; ticks < 20 && !g->no_ticks && tracker_deadline(g->tracker) <= e->t_us; ticks++) {
		tick.t_us = tracker_deadline(g->tracker);
		assert_int_equal(tell_both(g, &tick), 0);
		look(g);
	}
	assert_true(ticks < 20);
	assert_int_equal(tell_both(g, e), 0);
	look(g);
	if (!next(t, e->type == TRACKER_PRESS ? 40 : 400)) { /* a person speaks */
		assert_int_equal(tracker_judge_now(g->tracker), 0);
		if (g->other)
			assert_int_equal(tracker_judge_now(g->other), 0);
		look(g);
	}
}

/* They read the same. */
static void compare_other(const struct game_read *g)
{
	assert_int_equal(tracker_turns(g->other), tracker_turns(g->tracker));
	for (unsigned i = 0; i < tracker_turns(g->tracker); i++) {
		const struct turn *one = tracker_turn(g->tracker, i), *other = tracker_turn(g->other, i);

		if (!one)
			continue;
		/* where nobody asks for deadlines times may differ */
		if (g->no_ticks ? one->kind != other->kind || one->from != other->from || one->to != other->to :
				  !turn_same(one, other))
			fail_msg("game %u: turn %u is another one where more is asked", g->number, i);
	}
}

/* What people and hands do beside moves. False: the game is over for it. */
static bool interlude(struct game_read *g)
{
	struct table *t = &g->table;
	const unsigned turns = tracker_turns(t->tracker);
	struct game_position pos = *tracker_position(t->tracker);
	static const char *const promotions[] = { "Q", "N", "R", "B" };
	static const unsigned centre[] = { 27, 28, 35, 36 };
	char piece;

	switch (next(t, 12)) {
	case 0:
		against_the_rules(t);
		if (turns < tracker_turns(t->tracker) && next(t, 4))
			assert_int_equal(tracker_undo(g->tracker, tracker_turns(t->tracker) - turns), 0);
		break;
	case 1:
		tracker_undo(g->tracker, turns < 3 ? turns : 1 + next(t, 3));
		break;
	case 2: /* what the arbiter set */
		play_on(t, &pos, 1 + next(t, 4));
		assert_int_equal(tracker_set_position(g->tracker, &pos), 0);
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
				tracker_set_promotion(g->tracker, turns - 1, piece);
			else
				tracker_rule_promotion(g->tracker, turns - 1, piece);
		}
		break;
	default:
		pause_ms(t, 500, 4000);
		break;
	}
	by_hand(g);
	look(g);
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

static void add_up(const struct game_read *g, const struct count *count)
{
	const struct table *t = &g->table;
	unsigned i = 0;

	while (bars[i].sensors != t->setup.sensors || bars[i].has_lever != t->setup.has_lever)
		i++;
	if (!t->careful) {
		sums[i].clumsy += count->plies;
		sums[i].clumsy_right += count->right;
		return;
	}
	sums[i].careful += count->plies;
	sums[i].careful_right += count->right;
	if (bars[i].careful == 1000 && count->first_wrong >= 0)
		fail_msg("game %u: careful hands are read otherwise from turn %d on", g->number,
			 count->first_wrong + 1);
}

static void play_game(unsigned number, bool tells)
{
	static const struct game *const games[] = { &game_chess, &game_chess,	 &game_chess,	 &game_chess,
						    &game_chess, &game_chess960, &game_chess960, &game_draughts };
	static const enum tracker_sensors sensors[] = { TRACKER_PRESENCE, TRACKER_PRESENCE, TRACKER_PRESENCE,
							TRACKER_PRESENCE, TRACKER_PIECE_ID, TRACKER_PIECE_ID,
							TRACKER_PIECE_ID, TRACKER_PIECE_ID, TRACKER_EXACT };
	static struct game_read g;
	struct table *t = &g.table;
	struct count count = { .first_wrong = -1 };

	g = (struct game_read){ .table = { .seed = number, .give = give }, .number = number, .tells = tells };
	t->careful = number % 4 == 0;
	t->game = t->setup.game = ONE_OF(t, games);
	t->setup.sensors = ONE_OF(t, sensors);
	t->setup.has_lever = t->setup.sensors == TRACKER_EXACT || next(t, 3);
	t->setup.keep_illegal = next(t, 2);
	t->setup.scan_us = next(t, 3) ? 0 : 250000;
	t->setup.late_us = next(t, 4) ? 0 : 1000000;
	t->turned = t->setup.sensors != TRACKER_EXACT && !next(t, 10);
	t->names_lifted = next(t, 2);
	g.no_ticks = !next(t, 6);
	choose_start(t);
	t->names_none = t->setup.sensors == TRACKER_EXACT && !t->careful && next(t, 2);
	assert_int_equal(tracker_new(&t->setup, hear, &g, &g.tracker), 0);
	if (number % 2 == 0)
		assert_int_equal(tracker_new(&t->setup, hear_nothing, NULL, &g.other), 0);
	t->tracker = g.tracker;
	if (t->setup.sensors == TRACKER_EXACT)
		set_right(t, tracker_position(t->tracker), 0);
	else if (t->turned || t->setup.open_start || !next(t, 3))
		set_up(t);
	for (unsigned part = 0; part < 4 && count.plies < 14; part++) {
		if (!play_part(t, &count) || (number % 2 && !interlude(&g)))
			break;
		set_right(t, tracker_position(t->tracker), t->careful ? 0 : 15);
		pause_ms(t, 100, 2000);
	}
	g.is_over = true;
	assert_int_equal(tracker_finish(g.tracker), 0);
	look(&g);
	if (g.other) {
		assert_int_equal(tracker_finish(g.other), 0);
		compare_other(&g);
		tracker_free(g.other);
	}
	add_up(&g, &count);
	tracker_free(g.tracker);
}

static void games_are_read(void **state)
{
	const char *alone = getenv("FLAGFALL_GAME");

	if (alone) {
		play_game((unsigned)atoi(alone), true);
		return;
	}
	for (unsigned n = 1; n <= GAMES; n++)
		play_game(n, false);
	for (unsigned i = 0; i < BARS; i++)
		print_message("# %s: %u of %u turns by careful hands, %u of %u by clumsy ones\n", bars[i].name,
			      sums[i].careful_right, sums[i].careful, sums[i].clumsy_right, sums[i].clumsy);
	for (unsigned i = 0; i < BARS; i++) {
		assert_true(1000 * sums[i].careful_right >= bars[i].careful * sums[i].careful);
		assert_true(1000 * sums[i].clumsy_right >= bars[i].clumsy * sums[i].clumsy);
	}
	assert_true(impossible <= 1);
	assert_true(explained > 10000 && 200 * unexplained < explained);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(games_are_read) };

	return cmocka_run_group_tests_name("games of chance", tests, NULL, NULL);
}
