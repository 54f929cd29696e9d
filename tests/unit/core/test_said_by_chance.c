// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Games of chance by every rulebook and by none, on boards of every kind, and what has to be true of all that is said.
 * Clumsy hands play (chance-hands.h); meanwhile people claim, report, decide, stop the clock, set it and the pieces,
 * take back, ask too late, and the program is ended and plays its inputs again.
 *
 * Whoever has the inputs as they are written has the game: played again they publish the same, byte for byte. Each
 * ruling, of more than ten thousand, can be looked up and said in every language (sound-rulings.h). A book that
 * silences the arbiter tells nobody else what is legal. Who is asked is shown something. Time comes from the book, from
 * rulings and from people alone, and no clock shows less than none. FLAGFALL_GAME=NUMBER plays that game alone and
 * prints its inputs and what is published.
 */
#include <errno.h>

#include "tests/unit/core/asked-evidence.h"
#include "tests/unit/core/chance-settings.h"
#include "tests/unit/core/sound-rulings.h"
#include "tests/unit/core/tracker/chance-hands.h"

#define GAMES 2000
#define RULINGS 10000 /* at least */
#ifdef __SANITIZE_ADDRESS__
#define EACH 2 /* of so many one is played */
#else
#define EACH 1
#endif
#define INPUTS 4096

struct game_said {
	struct table table; /* the first, so that who has it has the rest */
	struct core *core;
	struct core_setup setup;
	unsigned number;
	bool no_ticks; /* nobody asks for deadlines */
	bool no_input; /* something was done that is no input: it cannot be played again */
	bool tells;
	bool again;	     /* the inputs are played again */
	char *input[INPUTS]; /* as they are written */
	unsigned groups[INPUTS], group_count, inputs;
	FILE *said; /* what is published, a line each */
	char *text;
	size_t size;
};

static unsigned rulings;

/* --- what is published --- */

/* What a silenced arbiter may not tell is in no public publication: neither which moves are legal nor that a flag is
 * down. */
static void check_silence(const struct game_said *g, const struct publication *p)
{
	json_t *o = publication_format(g->table.game, p, false);

	if (json_object_get(o, "san") || json_object_get(o, "legal") || json_object_get(o, "kind") ||
	    json_object_get(o, "fault") || p->type == PUBLISH_FLAG)
		fail_ruling(g->table.game, p, "a silent book tells everybody");
	json_decref(o);
}

static void hear(void *userdata, const struct publication *p)
{
	struct game_said *g = userdata;
	json_t *o = publication_format(g->table.game, p, true);
	char *line = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS),
	     *evidence = p->evidence ? json_dumps(p->evidence, JSON_COMPACT | JSON_SORT_KEYS) : NULL;

	assert_non_null(line);
	fprintf(g->said, "%d %s %s\n", p->is_public, line, evidence ? evidence : "");
	free(line);
	free(evidence);
	json_decref(o);
	if (g->again)
		return;
	rulings += p->type == PUBLISH_RULING;
	if (p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION)
		check_ruling(g->table.game, g->setup.rulebook, p);
	if (p->is_public && g->core && core_is_silent(g->core))
		check_silence(g, p);
	if (p->type == PUBLISH_CLOCK)
		assert_true(p->left_us[WHITE] >= 0 && p->left_us[BLACK] >= 0);
}

static void new_core(struct game_said *g)
{
	char err[160];

	assert_int_equal(core_new(&g->setup, hear, g, &g->core, err), 0);
	g->table.tracker = core_tracker(g->core);
}

/* The program was ended: a new one reads the inputs from the journal, and says the same again. */
static void start_again(struct game_said *g)
{
	char *before = NULL, err[160];
	struct input in[CORE_GROUP];

	fflush(g->said);
	before = strdup(g->text);
	core_free(g->core);
	g->core = NULL;
	rewind(g->said);
	g->again = true;
	new_core(g);
	for (unsigned i = 0, at = 0; i < g->group_count; at += g->groups[i++]) {
		for (unsigned k = 0; k < g->groups[i]; k++) {
			json_t *o = json_loads(g->input[at + k], 0, NULL);

			if (input_parse(g->table.game, o, &in[k], err) < 0)
				fail_msg("game %u: %s: %s", g->number, g->input[at + k], err);
			json_decref(o);
		}
		core_input_group(g->core, in, g->groups[i], err);
	}
	g->again = false;
	fflush(g->said);
	if (strcmp(before, g->text)) {
		size_t n = 0;

		while (before[n] && before[n] == g->text[n])
			n++;
		while (n && before[n - 1] != '\n')
			n--;
		fail_msg("game %u: was said\n%.*s\nis said\n%.*s", g->number, (int)strcspn(before + n, "\n"),
			 before + n, (int)strcspn(g->text + n, "\n"), g->text + n);
	}
	free(before);
}

/* --- what goes in --- */

/* By a person, or a ruling that is no penalty. */
static bool sets_times(enum input_type type)
{
	return type == INPUT_CLOCK_REPORT || type == INPUT_DECIDE || type == INPUT_TAKEBACK || type == INPUT_POSITION;
}

/* Both clocks together gain what rulings give, and what the book gives for moves and periods; an hourglass gives what
 * it takes. */
static void look(struct game_said *g, const struct core_state *was, const struct game_clock *clock,
		 const struct input *in)
{
	const struct game_clock *now = core_clock(g->core);
	const struct clock_control *control = &now->control;
	int64_t gain = 0, given = 0;
	struct core_state is;

	core_get_state(g->core, &is);
	g->table.need_squares |= is.wants_squares;
	assert_int_equal(is.over && !is.awaits_result, strcmp(is.result, "none") != 0);
	assert_true(core_public_deadline(g->core) >= core_deadline(g->core));
	assert_true(core_judged_count(g->core) <= core_said_count(g->core));
	if (is.open_question != CLAIM_NONE && !next(&g->table, 4)) {
		json_t *evidence = asked_evidence(g->core);

		assert_true(json_object_size(evidence) > 0);
		json_decref(evidence);
	}
	for (enum side side = WHITE; side <= BLACK; side++) {
		int credits = (int)(now->moves[side] - clock->moves[side]);

		assert_true(now->left_us[side] >= 0);
		gain += now->left_us[side] - clock->left_us[side] - (is.adjust_us[side] - was->adjust_us[side]);
		if (in->type == INPUT_PRESS && in->side == side && credits < 1) /* and the count is put right */
			credits = 1;
		if (credits > 0)
			given += credits * (control->bonus_us + control->period[now->period[side]].increment_us);
		for (unsigned n = clock->period[side]; n < now->period[side]; n++)
			given += control->period[n + 1].us;
	}
	/* without a lever it is known later when a move was made, and that a game was over may be, too */
	if (gain > given && !sets_times(in->type) && g->setup.has_lever && is.over == was->over)
		fail_msg("game %u: %s gives %lld us, and the book no more than %lld", g->number,
			 input_type_name(in->type), (long long)gain, (long long)given);
}

/* As the journal has them, FINISH aside. False: nobody can say such a thing. */
static bool write_group(struct game_said *g, struct input *in, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (!can_be_given(g->core, &in[i]))
			return false;
	for (unsigned i = 0; i < count; i++) {
		g->input[g->inputs] = input_format(g->table.game, &in[i], NULL);
		if (g->tells)
			print_message("  %s\n", g->input[g->inputs]);
		g->inputs++;
	}
	g->groups[g->group_count++] = count;
	return true;
}

/* Inputs of one instant. */
static void give_group(struct game_said *g, struct input *in, unsigned count)
{
	struct game_clock clock = *core_clock(g->core);
	struct core_state state;
	char err[160] = "";
	int r;

	core_get_state(g->core, &state);
	assert_true(g->inputs + count <= INPUTS);
	for (unsigned i = 0; i < count; i++)
		in[i].t_us = in[0].t_us;
	if (in->type != INPUT_FINISH && !write_group(g, in, count))
		return;
	r = core_input_group(g->core, in, count, err);
	if (r < 0) {
		assert_int_equal(r, -EINVAL);
		assert_true(*err);
	}
	g->table.tracker = core_tracker(g->core);
	look(g, &state, &clock, in);
}

static void give_one(struct game_said *g, struct input in)
{
	in.t_us = g->table.t_us;
	give_group(g, &in, 1);
}

static void ticks(struct game_said *g)
{
	for (unsigned i = 0; i < 20 && !g->no_ticks && core_deadline(g->core) <= g->table.t_us; i++) {
		struct input tick = input_at(core_deadline(g->core), INPUT_TICK);

		give_group(g, &tick, 1);
	}
}

static void give(struct table *t, const struct tracker_event *e)
{
	static const enum input_type types[] = { 0,	     INPUT_LIFT, INPUT_PLACE, INPUT_PRESS, INPUT_SQUARES,
						 INPUT_LOST, INPUT_TICK };
	struct game_said *g = (struct game_said *)t;
	struct input in = input_at(e->t_us, types[e->type]);

	ticks(g);
	if (e->type == TRACKER_LIFT || e->type == TRACKER_PLACE) {
		in.square = e->square;
		in.piece = e->piece;
	}
	in.count = e->type == TRACKER_EVENTS_LOST ? 3 : 0;
	if (e->type == TRACKER_PRESS)
		in.side = e->side;
	if (e->type == TRACKER_SQUARES)
		memcpy(in.squares, e->squares, sizeof(in.squares));
	give_one(g, in);
}

/* --- people --- */

static void fill_in(struct game_said *g, struct input *in)
{
	struct table *t = &g->table;
	struct game_moves moves;

	in->side = (enum side)next(t, 3);
	in->against = (enum side)next(t, 3);
	in->square = next(t, 2) ? GAME_NO_SQUARE : (uint8_t)next(t, t->game->squares);
	in->white_us = next(t, 3) ? INPUT_ABSENT : (int64_t)next(t, 100000000);
	in->black_us = next(t, 3) ? INPUT_ABSENT : (int64_t)next(t, 100000000);
	in->ms = next(t, 2) ? INPUT_ABSENT : (int64_t)next(t, 100000) - 30000;
	in->base_ms = next(t, 2) ? INPUT_ABSENT : 300000;
	in->claim_count = next(t, 2) ? INPUT_ABSENT : next(t, 2) ? 16 : (int64_t)next(t, 30);
	in->forced_win = next(t, 4) == 0;
	snprintf(in->about, sizeof(in->about), "%s", next(t, 2) ? "" : ONE_OF(t, abouts));
	if (next(t, 3) == 0)
		strcpy(in->remedy, "retract");
	if (next(t, 2))
		strcpy(in->want, "rectify");
	if (next(t, 9) == 0)
		strcpy(in->source, "display");
	t->game->moves(tracker_position(t->tracker), &moves);
	if (t->game != &game_draughts && moves.count && next(t, 3) == 0)
		t->game->move_text(tracker_position(t->tracker), &moves.move[next(t, moves.count)], in->intend);
}

/* What is asked is answered, mostly by who is asked. */
static void decide(struct game_said *g)
{
	static const enum verdict_kind verdicts[] = { VERDICT_ACCEPT, VERDICT_ACCEPT, VERDICT_REJECT, VERDICT_REJECT,
						      VERDICT_POSTPONE };
	struct input in = input_at(0, INPUT_DECIDE);
	struct table *t = &g->table;
	struct core_state state;

	core_get_state(g->core, &state);
	fill_in(g, &in);
	in.by = next(t, 4) ? PERSON_ARBITER : (enum person)(1 + next(t, PERSON_COUNT - 1));
	in.claim = state.open_question;
	in.verdict = next(t, 4) ? ONE_OF(t, verdicts) : (enum verdict_kind)(1 + next(t, VERDICT_COUNT - 1));
	if (in.claim == CLAIM_NONE || !next(t, 6))
		in.claim = (enum claim_kind)(1 + next(t, CLAIM_COUNT - 1));
	give_one(g, in);
}

/* A claim or a report, or two at one instant; often with the clock stopped for it. */
static void say(struct game_said *g)
{
	struct input in[2] = { input_at(g->table.t_us, INPUT_CLAIM), input_at(g->table.t_us, INPUT_CLAIM) };
	struct table *t = &g->table;
	struct core_state state;

	if (next(t, 3) == 0)
		in[0].type = INPUT_REPORT;
	if (next(t, 2))
		give_one(g, input_at(0, INPUT_PAUSE));
	for (unsigned i = 0; i < 2; i++) {
		fill_in(g, &in[i]);
		in[i].by = next(t, 2) ? PERSON_WHITE : PERSON_BLACK;
		in[i].claim = next(t, 4) ? ONE_OF(t, claims) : (enum claim_kind)(1 + next(t, CLAIM_COUNT - 1));
	}
	if (in[0].type == INPUT_REPORT && next(t, 5))
		in[0].by = PERSON_ARBITER;
	give_group(g, in, next(t, 5) ? 1 : 2);
	core_get_state(g->core, &state);
	if (state.open_question != CLAIM_NONE && next(t, 2)) {
		pause_ms(t, 100, 5000);
		decide(g);
	}
}

static void clock_acts(struct game_said *g)
{
	static const enum input_type types[] = { INPUT_PAUSE,  INPUT_RESUME,	   INPUT_RESUME,       INPUT_TICK,
						 INPUT_ARRIVE, INPUT_CLOCK_REPORT, INPUT_CLOCK_REPORT, INPUT_PRESS };
	struct table *t = &g->table;
	struct input in = input_at(0, ONE_OF(t, types));

	in.side = (enum side)next(t, 2);
	if (in.type == INPUT_RESUME && next(t, 2))
		in.side = NO_SIDE;
	if (in.type == INPUT_CLOCK_REPORT) {
		in.has_first = next(t, 2);
		in.sets = !in.has_first && next(t, 2);
		in.first = (enum side)next(t, 3);
		in.running = (enum side)next(t, 3);
		in.white_us = next(t, 3) ? (int64_t)next(t, 60) * 1000000 : INPUT_ABSENT;
		in.black_us = next(t, 3) ? (int64_t)next(t, 60) * 1000000 : INPUT_ABSENT;
	}
	t->t_us += 1000 * (int64_t)next(t, next(t, 4) ? 2000 : 60000);
	ticks(g);
	give_one(g, in);
}

/* The pieces, moves and the end by a person's word. */
static void corrects(struct game_said *g)
{
	static const enum input_type types[] = { INPUT_TAKEBACK, INPUT_TAKEBACK,  INPUT_POSITION,
						 INPUT_MOVE,	 INPUT_PROMOTION, INPUT_END };
	struct table *t = &g->table;
	struct input in = input_at(0, ONE_OF(t, types));
	struct game_position pos;
	struct game_move m;

	core_get_position(g->core, &pos);
	in.count = 1 + next(t, 3);
	in.by = PERSON_ARBITER;
	in.piece = "QRBN"[next(t, 4)];
	switch (in.type) {
	case INPUT_POSITION:
		play_on(t, &pos, next(t, 4));
		t->game->format(&pos, in.text);
		break;
	case INPUT_MOVE:
		if (choose_move(t, &pos, &m))
			t->game->move_text(&pos, &m, in.text);
		break;
	case INPUT_END:
		strcpy(in.text, t->game->results[next(t, 4)]);
		if (next(t, 3))
			return;
		break;
	default:
		break;
	}
	give_one(g, in);
}

/* The search that went on outside has an answer, or not yet. */
static void answer(struct game_said *g)
{
	struct core_search search;

	if (core_next_search(g->core, &search) && next(&g->table, 3))
		give_one(g, core_answer(&search, (enum game_answer)next(&g->table, 3), g->table.t_us));
}

static void meanwhile(struct table *t)
{
	struct game_said *g = (struct game_said *)t;
	struct input late = input_at(0, INPUT_PRESS);

	if (next(t, 14))
		return;
	switch (next(t, 12)) {
	case 0:
	case 1:
	case 2:
		clock_acts(g);
		break;
	case 3:
		decide(g);
		break;
	case 4:
		corrects(g);
		break;
	case 5: /* of a time that has passed already */
		late.t_us = t->t_us - 1000 * (int64_t)next(t, 3000);
		late.side = (enum side)next(t, 2);
		give_group(g, &late, 1);
		break;
	case 6:
		answer(g);
		break;
	case 7:
		if (!g->no_input && !next(t, 3))
			start_again(g);
		break;
	case 8:
		assert_int_equal(core_end_instant(g->core), 0);
		g->no_input = true;
		break;
	default:
		say(g);
		break;
	}
}

/* --- games --- */

/* Who can win is not found in the time of an input. */
#define WALL "2k5/p1p1p1p1/P1P1P1P1/2p1P2K/8/8/2P1P3/8 w - - 0 1"

/* False: not every book allows every clock, or start. */
static bool begin(struct game_said *g)
{
	static const enum tracker_sensors sensors[] = { TRACKER_PRESENCE, TRACKER_PIECE_ID, TRACKER_EXACT };
	struct core_setup *setup = &g->setup;
	struct table *t = &g->table;
	const char *fen = t->game->start_fen;
	const unsigned made = next(t, 12), of_black = made + next(t, 2);
	char err[160], state[200];

	setup->game = t->game;
	setup->sensors = t->setup.sensors = ONE_OF(t, sensors);
	setup->has_lever = t->setup.has_lever = setup->sensors == TRACKER_EXACT || next(t, 5);
	setup->lever_by_hand = !next(t, 8);
	setup->scan_us = next(t, 3) ? 0 : 250000;
	setup->grace_us = next(t, 3) ? 0 : 1000000;
	setup->press_starts = !next(t, 4);
	setup->keeps_events = next(t, 2);
	if (next(t, 2))
		fen = t->game == &game_draughts ? ONE_OF(t, draughts_scenes) : ONE_OF(t, chess_scenes);
	if (t->game == &game_chess && !next(t, 25))
		fen = WALL;
	if (t->game->starts)
		assert_int_equal(t->game->start(next(t, t->game->starts), &setup->start), 0);
	else
		assert_int_equal(t->game->parse(fen, &setup->start, NULL), 0);
	if (next(t, 2) && strcmp(fen, WALL))
		play_on(t, &setup->start, next(t, 40));
	t->game->placement(&setup->start, t->pieces);
	if (!next(t, 12)) { /* king and queen swapped, or two others */
		const unsigned q = next(t, t->game->squares - 1);
		const char piece = t->pieces[q];

		t->pieces[q] = t->pieces[q + 1];
		t->pieces[q + 1] = piece;
	}
	do {
		assert_int_equal(clock_control_parse(ONE_OF(t, clocks), &setup->clock, err), 0);
	} while (setup->rulebook && core_setup_check(setup, err) < 0 && next(t, 12));
	if (setup->clock.mode != CLOCK_NONE && !setup->press_starts)
		setup->clock.running = t->game->to_move(&setup->start);
	setup->options = json_loads(ONE_OF(t, options), 0, NULL);
	snprintf(state, sizeof(state), ONE_OF(t, states), made, of_black);
	if (next(t, 2))
		setup->state = json_loads(state, 0, NULL);
	if (core_new(setup, hear, g, &g->core, err) < 0)
		return false;
	t->tracker = core_tracker(g->core);
	return true;
}

static struct rulebook *books[64];
static unsigned book_count;

static void end(struct game_said *g)
{
	core_free(g->core);
	json_decref(g->setup.options);
	json_decref(g->setup.state);
	for (unsigned i = 0; i < g->inputs; i++)
		free(g->input[i]);
	fclose(g->said);
	if (g->tells)
		print_message("%s", g->text);
	free(g->text);
}

static void play_game(unsigned number, bool tells)
{
	static struct game_said g;
	struct table *t = &g.table;
	struct core_state state;
	struct count count = { .first_wrong = -1 };

	memset(&g, 0, sizeof(g));
	t->seed = UINT64_C(1000000) + number;
	t->give = give;
	t->meanwhile = meanwhile;
	g.number = number;
	g.tells = tells;
	g.said = open_memstream(&g.text, &g.size);
	assert_non_null(g.said);
	g.setup.rulebook = books[next(t, book_count)]; /* the last one is none */
	t->game = g.setup.rulebook ? game_find(rulebook_game(g.setup.rulebook)) : &game_chess;
	if (t->game == &game_chess && !next(t, 6))
		t->game = &game_chess960;
	t->names_lifted = next(t, 2);
	g.no_ticks = !next(t, 8);
	if (!begin(&g)) {
		end(&g);
		return;
	}
	t->names_none = t->setup.sensors == TRACKER_EXACT && next(t, 2);
	if (next(t, 3))
		table_squares(t);
	for (unsigned part = 0; part < 3; part++) {
		if (!play_part(t, &count))
			break;
		if (!next(t, 4))
			against_the_rules(t);
		for (unsigned n = next(t, 3); n; n--) {
			pause_ms(t, 100, 4000);
			ticks(&g);
			if (next(t, 3))
				decide(&g);
			else
				say(&g);
		}
		set_right(t, tracker_position(t->tracker), 15);
		core_get_state(g.core, &state);
		if (state.over && next(t, 3))
			break;
		if (next(t, 2))
			give_one(&g, input_at(0, INPUT_RESUME));
	}
	if (!g.no_input)
		start_again(&g);
	give_one(&g, input_at(0, INPUT_FINISH));
	end(&g);
}

static void all_that_is_said_is_true(void **state)
{
	const char *alone = getenv("FLAGFALL_GAME");
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (; list[book_count]; book_count++)
		assert_int_equal(rulebook_load(list[book_count], NULL, NULL, &books[book_count]), 0);
	books[book_count++] = NULL;
	rulebook_list_free(list);
	for (unsigned n = alone ? (unsigned)atoi(alone) : 1; n <= (alone ? (unsigned)atoi(alone) : GAMES); n += EACH)
		play_game(n, alone);
	print_message("%u rulings\n", rulings);
	assert_true(alone || rulings >= RULINGS / EACH);
	for (unsigned i = 0; i < book_count; i++)
		rulebook_free(books[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(all_that_is_said_is_true) };

	return cmocka_run_group_tests_name("games of chance", tests, NULL, NULL);
}
