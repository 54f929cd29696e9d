/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Games of chance by every rulebook and by none, on boards of every kind, and all that is said of them: each
 * publication as it goes to players and arbiter, and what the game answers when it is asked. Clumsy hands play
 * (chance-hands.h); meanwhile people claim, report, decide, stop the clock, set it and the pieces, take back, ask too
 * late, and the program is ended and plays its inputs again.
 *
 * A file has a line for each game, which begins with the game's number: how many turns and rulings there were and how
 * it ended; `said` stands for all publications, `stands` for state and clocks after each input, `asked` for the
 * evidence and for the turns at last. Who changes what is said reads in its diff which games are said otherwise.
 * FLAGFALL_SAID=FILE writes it anew, which is done on purpose only; FLAGFALL_GAME=NUMBER plays that game alone and
 * prints what is said.
 */
#ifndef TESTS_CORE_SAID_GAMES_H
#define TESTS_CORE_SAID_GAMES_H

#include "daemon/core/format/statement.h"
#include "rules/sentences/language.h"
#include "tests/unit/core/asked-evidence.h"
#include "tests/unit/core/chance-settings.h"
#include "tests/unit/core/core-testing.h"
#include "tests/unit/core/tracker/chance-hands.h"
#include "tests/unit/core/tracker/said.h"

#define INPUTS 4096

struct game_said {
	struct table table; /* the first, so that who has it has the rest */
	struct core *core;
	struct core_setup setup;
	bool no_ticks, again; /* nobody asks for deadlines; the inputs are played again */
	bool no_input;	      /* something was done that is no input: it cannot be played again */
	bool tells;	      /* what is said is printed */
	unsigned rulings;
	struct input input[INPUTS];
	unsigned groups[INPUTS], group_count, inputs;
	uint64_t said, stands, asked;
};

static void add_json(uint64_t *sum, json_t *o, bool tells)
{
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

	assert_non_null(text);
	add_bytes(sum, text, strlen(text));
	if (tells)
		puts(text);
	free(text);
	json_decref(o);
}

/* Who has only what was published says the same of it. */
static void add_sentence(struct game_said *g, const struct publication *p)
{
	json_t *o = publication_format(g->table.game, p, true);
	char sentence[SENTENCE_TEXT];
	struct statement s;

	if (statement_parse(o, &s)) {
		sentence_write(*language_list(), &s, sentence, sizeof(sentence), NULL);
		add_bytes(&g->said, sentence, strlen(sentence));
	}
	json_decref(o);
}

static void hear(void *userdata, const struct publication *p)
{
	struct game_said *g = userdata;

	if (g->again)
		return;
	g->rulings += p->type == PUBLISH_RULING;
	add_number(&g->said, p->is_public);
	add_json(&g->said, publication_format(g->table.game, p, true), g->tells);
	add_sentence(g, p);
	if (p->is_public)
		add_json(&g->said, publication_format(g->table.game, p, false), false);
	if (p->evidence)
		add_json(&g->said, json_incref(p->evidence), false);
}

static void note_state(struct game_said *g)
{
	const struct game_clock *clock = core_clock(g->core);
	struct game_position pos;
	struct core_search search;
	struct core_state s;
	const int64_t numbers[] = { core_deadline(g->core),
				    core_pending_until(g->core),
				    (int64_t)core_said_count(g->core),
				    (int64_t)core_judged_count(g->core),
				    clock->left_us[WHITE],
				    clock->left_us[BLACK],
				    clock->flag_us[WHITE],
				    clock->flag_us[BLACK],
				    clock->running,
				    clock->moves[WHITE],
				    clock->moves[BLACK] };

	for (unsigned i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		add_number(&g->stands, numbers[i]);
	core_get_state(g->core, &s);
	add_number(&g->stands, s.t_us);
	add_number(&g->stands, s.over << 4 | s.new_game << 3 | s.wants_squares << 2 | s.board_agrees << 1);
	add_number(&g->stands, s.to_move << 8 | s.ruling);
	add_number(&g->stands, (int64_t)s.turns << 8 | s.open_question);
	add_number(&g->stands, s.adjust_us[WHITE]);
	add_number(&g->stands, s.adjust_us[BLACK]);
	add_bytes(&g->stands, s.result, strlen(s.result));
	add_bytes(&g->stands, s.reason, strlen(s.reason));
	add_bytes(&g->stands, s.termination, strlen(s.termination));
	add_bytes(&g->stands, s.kings_result, strlen(s.kings_result));
	core_get_position(g->core, &pos);
	add_position(&g->stands, g->table.game, &pos);
	if (core_next_search(g->core, &search))
		add_bytes(&g->stands, search.fen, strlen(search.fen));
	if (s.open_question != CLAIM_NONE && !next(&g->table, 4))
		add_json(&g->asked, asked_evidence(g->core), false);
	g->table.need_squares |= s.wants_squares;
}

/* What is written of an input, and what is read of that again. */
static void read_back(struct game_said *g, const struct input *in)
{
	char *text, err[160] = "";
	struct input back;
	json_t *o;

	if (in->type == INPUT_FINISH) /* which is not written */
		return;
	text = input_format(g->table.game, in, NULL);
	o = json_loads(text, 0, NULL);
	assert_non_null(text);
	add_bytes(&g->stands, text, strlen(text));
	if (g->tells)
		printf("  %s\n", text);
	free(text);
	if (input_parse(g->table.game, o, &back, err) == 0) {
		text = input_format(g->table.game, &back, NULL);
		add_json(&g->stands, json_loads(text, 0, NULL), false);
		free(text);
	}
	add_bytes(&g->stands, err, strlen(err));
	json_decref(o);
}

/* Inputs of one instant. */
static void give_group(struct game_said *g, struct input *in, unsigned count)
{
	char err[160] = "";

	assert_true(g->inputs + count <= INPUTS);
	for (unsigned i = 0; i < count; i++)
		in[i].t_us = in[0].t_us;
	memcpy(&g->input[g->inputs], in, count * sizeof(*in));
	g->inputs += count;
	g->groups[g->group_count++] = count;
	for (unsigned i = 0; i < count; i++)
		read_back(g, &in[i]);
	add_number(&g->stands, core_input_group(g->core, in, count, err));
	add_bytes(&g->stands, err, strlen(err));
	g->table.tracker = core_tracker(g->core);
	note_state(g);
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

static void new_core(struct game_said *g)
{
	char err[160];

	assert_int_equal(core_new(&g->setup, hear, g, &g->core, err), 0);
	g->table.tracker = core_tracker(g->core);
}

/* The program was ended: a new one gets the same inputs, and nothing is otherwise. */
static void start_again(struct game_said *g)
{
	const struct game_clock was = *core_clock(g->core);
	struct core_state before, after;
	unsigned at = 0;
	char err[160];

	core_get_state(g->core, &before);
	core_free(g->core);
	new_core(g);
	g->again = true;
	for (unsigned i = 0; i < g->group_count; at += g->groups[i++])
		core_input_group(g->core, &g->input[at], g->groups[i], err);
	g->again = false;
	g->table.tracker = core_tracker(g->core);
	core_get_state(g->core, &after);
	assert_int_equal(before.turns, after.turns);
	assert_int_equal(before.over, after.over);
	assert_int_equal(before.open_question, after.open_question);
	assert_string_equal(before.result, after.result);
	for (enum side s = WHITE; s <= BLACK; s++)
		assert_int_equal(was.left_us[s], core_clock(g->core)->left_us[s]);
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
		add_number(&g->stands, core_end_instant(g->core));
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

static void note_turns(struct game_said *g)
{
	struct core_turn turn;

	for (unsigned i = 0; core_get_turn(g->core, i, &turn) == 0; i++) {
		add_turn(&g->asked, g->table.game, turn.turn);
		add_number(&g->asked, turn.timed ? turn.left_us : 0);
		add_bytes(&g->asked, turn.text, strlen(turn.text));
		add_bytes(&g->asked, turn.notation, strlen(turn.notation));
		add_number(&g->asked, turn.timed << 1 | turn.is_legal);
	}
}

static struct rulebook *books[64];
static unsigned book_count;

static void play_game(unsigned number, char line[static 200], bool tells)
{
	static const char *const words[] = { "", "presence", "piece-id", "exact" };
	static struct game_said g;
	struct table *t = &g.table;
	struct core_state state;
	struct count count = { .first_wrong = -1 };

	memset(&g, 0, sizeof(g));
	t->seed = UINT64_C(1000000) + number;
	t->give = give;
	t->meanwhile = meanwhile;
	g.tells = tells;
	g.setup.rulebook = books[next(t, book_count)]; /* the last one is none */
	t->game = g.setup.rulebook ? game_find(rulebook_game(g.setup.rulebook)) : &game_chess;
	if (t->game == &game_chess && !next(t, 6))
		t->game = &game_chess960;
	t->names_lifted = next(t, 2);
	g.no_ticks = !next(t, 8);
	if (!begin(&g)) {
		snprintf(line, 200, "%u %s: no game\n", number, rulebook_id(g.setup.rulebook));
		json_decref(g.setup.options);
		json_decref(g.setup.state);
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
	give_one(&g, input_at(0, INPUT_FINISH));
	note_turns(&g);
	core_get_state(g.core, &state);
	snprintf(line, 200, "%u %s %s %s%s: %u turns, %u rulings, %s%s%s, said %06x stands %06x asked %06x\n", number,
		 g.setup.rulebook ? rulebook_id(g.setup.rulebook) : "no-rules", t->game->name, words[t->setup.sensors],
		 t->setup.has_lever ? "" : " no-lever", state.turns, g.rulings, state.result, *state.reason ? " " : "",
		 state.reason, (unsigned)(g.said >> 40), (unsigned)(g.stands >> 40), (unsigned)(g.asked >> 40));
	core_free(g.core);
	json_decref(g.setup.options);
	json_decref(g.setup.state);
}

static void list_books(void)
{
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (; list[book_count]; book_count++)
		assert_int_equal(rulebook_load(list[book_count], NULL, NULL, &books[book_count]), 0);
	books[book_count++] = NULL;
	rulebook_list_free(list);
}

/* In the games of the file; of so many one is played. */
static void the_same_is_said_as_before(const char *name, unsigned each)
{
	const char *path = getenv("FLAGFALL_SAID"), *alone = getenv("FLAGFALL_GAME");
	FILE *f = fopen(name, "r"), *new = path ? fopen(path, "w") : NULL;
	unsigned others = 0, games = 0;
	char line[200], there[200];

	assert_true(f && (new || !path));
	list_books();
	while (fgets(there, sizeof(there), f) && others < 20) {
		const unsigned number = (unsigned)atoi(there);

		if (alone ? number != (unsigned)atoi(alone) : ++games % each && !path)
			continue;
		play_game(number, line, alone);
		if (path)
			fputs(line, new);
		else if (strcmp(line, there) && ++others)
			print_message("# now  %s# then %s", line, there);
	}
	fclose(f);
	assert_true(!new || fclose(new) == 0);
	for (unsigned i = 0; i < book_count; i++)
		rulebook_free(books[i]);
	book_count = 0;
	assert_true(alone || games > 100);
	assert_int_equal(others, 0);
}

#endif
