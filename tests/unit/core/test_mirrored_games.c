// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * No rule knows the colours: whatever is done and said at one board is done and said at another with the colours
 * exchanged and the board turned over, and each ruling there is the mirrored one. By every rulebook, from positions in
 * which its rules are asked for, with hands, claims, reports and verdicts of chance.
 * Some books have values changed. And each ruling can be looked up and said (sound-rulings.h).
 */
#include "tests/unit/core/chance-settings.h"
#include "tests/unit/core/core-testing.h"
#include "tests/unit/core/mirrored.h"
#include "tests/unit/core/sound-rulings.h"

static uint32_t seed;

static uint32_t next(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* Positions in which rules are asked for that are not in every game. The moves made so far are said, since a FEN in
 * which Black begins says otherwise what each has made. */
struct scene {
	const char *fen;
	enum claim_kind claim; /* that it asks for */
};

static const struct scene chess_scenes[] = {
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CLAIM_OFFER_DRAW },
	{ "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 20", CLAIM_TOUCH_MOVE },
	{ "8/P5k1/8/8/8/8/p5K1/8 w - - 0 40", CLAIM_PROMOTION_PIECE_MISSING },	     /* promotion */
	{ "8/1P3k2/8/8/8/8/1p3K2/8 w - - 98 60", CLAIM_FIFTY_MOVES },		     /* and fifty moves */
	{ "4k3/8/8/8/8/8/8/R3K2R w KQ - 148 90", CLAIM_FIFTY_MOVES },		     /* seventy-five */
	{ "8/5k2/4b3/8/8/3B4/4PK2/8 w - - 20 70", CLAIM_OPPOSITE_BISHOPS_DRAW },     /* bishops of opposite colours */
	{ "8/5k2/3b4/8/2p5/3B4/2P1PK2/8 w - - 20 70", CLAIM_OPPOSITE_BISHOPS_DRAW }, /* two pawns against one */
	{ "k7/8/8/8/P7/8/1K6/8 w - - 10 70", CLAIM_ROOK_PAWN_DRAW },		     /* a rook's pawn */
	{ "8/8/4k3/4P3/8/4K3/8/8 w - - 10 70", CLAIM_KING_PAWN_DRAW },	   /* a pawn, and the king in front of it */
	{ "k7/8/8/r7/P7/8/1K6/R7 w - - 10 70", CLAIM_ROOK_ROOKPAWN_DRAW }, /* rook and rook's pawn */
	{ "4k3/3n4/8/8/8/8/3N4/4K3 w - - 10 70", CLAIM_SAME_PIECE_DRAW },  /* one knight each */
	{ "4k3/3r4/8/8/8/8/3R4/4K3 w - - 10 70", CLAIM_SAME_PIECE_DRAW },  /* one rook each */
	{ "4k3/8/8/8/8/8/3N4/4K3 w - - 10 70", CLAIM_DEAD_POSITION },	   /* nobody can mate */
	{ "4k3/3p4/8/8/8/8/3N4/4K3 w - - 10 70", CLAIM_NO_PROGRESS },	   /* a knight that mates with a pawn's help */
	{ "4k3/8/8/8/8/8/8/4K3 w - - 10 70", CLAIM_CLEAR_DRAW },	   /* kings alone */
	{ "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30", CLAIM_FLAG },	   /* mate in one */
	{ "k7/2Q5/8/8/8/8/8/1K6 w - - 0 30", CLAIM_NO_PROGRESS },	   /* stalemate near */
	{ "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", CLAIM_WRONG_SETUP }, /* king and queen swapped */
};

static const struct scene draughts_scenes[] = {
	{ "W:W31-50:B1-20", CLAIM_OFFER_DRAW },		{ "W:WK5,K10,K28:BK46", CLAIM_COUNTED_DRAW },
	{ "W:WK5,28:BK46", CLAIM_REGULATION_DRAW },	{ "W:WK5:BK46", CLAIM_COUNTED_DRAW },
	{ "W:W6,K20:B45,K31", CLAIM_LIGHT_SQUARE },	{ "W:WK3,K8,K22:B46", CLAIM_TIME_SHORTAGE_DRAW },
	{ "W:W7,12,33:B40,44,26", CLAIM_ILLEGAL_MOVE }, { "W:WK5,K10,K28,33:BK46,K47", CLAIM_REGULATION_DRAW },
};

/* --- two games, and what is said in each --- */

#define RULINGS 64

static unsigned rulings;

#define GAMES 150
struct heard {
	struct publication ruling[RULINGS];
	unsigned count;
	struct turn turn; /* the last one that was closed */
	const struct rulebook *book;
};

static void tell(const char *what, const struct publication *p)
{
	json_t *o = publication_format(game, p, true);
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);

	print_error("%s: %s\n", what, text);
	free(text);
	json_decref(o);
}

static void listen(void *userdata, const struct publication *p)
{
	struct heard *heard = userdata;

	if (p->type == PUBLISH_TURN)
		heard->turn = p->turn;
	if (p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION)
		check_ruling(game, heard->book, p);
	if (p->type != PUBLISH_RULING)
		return;
	assert_true(heard->count < RULINGS);
	heard->ruling[heard->count++] = *p;
	rulings++;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* In a square's name or two. */
static bool same_square(const char *name, const char *other)
{
	int square = *name ? game->square_parse(name) : -1, there = *other ? game->square_parse(other) : -1;

	return square < 0 ? there < 0 : there == mirrored_square((uint8_t)square);
}

/* From the start, where White moves first at either board. */
static bool begins_anew(const struct publication *p)
{
	return p->ruling == RULING_RESTART_GAME || p->ruling == RULING_REPLAY_GAME;
}

/* Of several pieces that are displaced the first square's is named: from the other side that is another one. */
static bool is_mirrored(const struct publication *a, const struct publication *b)
{
	for (unsigned i = 0; i < a->articles && i < b->articles; i++)
		if (strcmp(a->article[i], b->article[i]))
			return false;
	return a->ruling == b->ruling && !strcmp(a->reason, b->reason) &&
	       !strcmp(mirrored_result(a->result), b->result) && a->adjust_us[WHITE] == b->adjust_us[BLACK] &&
	       a->adjust_us[BLACK] == b->adjust_us[WHITE] && a->articles == b->articles && a->claim == b->claim &&
	       a->open_question == b->open_question && (mirrored_side(a->to_move) == b->to_move || begins_anew(a)) &&
	       a->is_public == b->is_public && mirrored_side(a->facts.player) == b->facts.player &&
	       same_text(a->facts.word, b->facts.word) &&
	       (a->claim == CLAIM_DISPLACED ||
		(same_text(a->facts.piece, b->facts.piece) && same_square(a->facts.square, b->facts.square))) &&
	       a->facts.count == b->facts.count && a->facts.limit == b->facts.limit &&
	       a->facts.time_us == b->facts.time_us;
}

/* What the sensors showed was read as the same. Where pieces lie about, two readings may be as near as each other, and
 * the order of the squares decides. */
static bool same_reading(const struct core *core[2], const struct turn *one, const struct turn *other)
{
	char squares[2][GAME_MAX_SQUARES];

	/* with a move that is set down, or not */
	for (unsigned i = 0; i < 2; i++)
		game->placement(tracker_provisional_position(core_tracker(core[i])), squares[i]);
	for (unsigned q = 0; q < game->squares; q++)
		if (squares[1][mirrored_square((uint8_t)q)] != mirrored_piece(squares[0][q]))
			return false;
	return one->kind == other->kind && one->fault == other->fault && mirrored_square(one->from) == other->from &&
	       mirrored_square(one->to) == other->to && one->has_move == other->has_move &&
	       one->displaced_count == other->displaced_count;
}

static unsigned games, readings_apart;

struct pair {
	struct core *core[2];
	struct heard heard[2];
	const char *fen;
	enum claim_kind claim; /* that the position asks for */
	uint32_t begun;
	int64_t t;
	bool done; /* it begins anew, or was read otherwise */
};

/* False: the boards are read otherwise, and what is ruled need not be the same. */
static bool all_mirrored(struct pair *p, const struct input *in)
{
	const struct heard *one = &p->heard[0], *other = &p->heard[1];
	struct core_state state[2];
	unsigned i = 0;

	for (unsigned k = 0; k < 2; k++)
		core_get_state(p->core[k], &state[k]);
	for (; i < one->count && i < other->count && is_mirrored(&one->ruling[i], &other->ruling[i]); i++)
		if (begins_anew(&one->ruling[i])) {
			p->done = true;
			return true;
		}
	if (i == one->count && i == other->count && state[0].turns == state[1].turns &&
	    state[0].over == state[1].over && mirrored_side(state[0].to_move) == state[1].to_move)
		return true;
	/* what was ruled is the same, and what stands is taken for a move at one board alone */
	if ((i < one->count || i < other->count || state[0].over != state[1].over) &&
	    same_reading((const struct core *[2]){ p->core[0], p->core[1] }, &one->turn, &other->turn)) {
		char *text = input_format(game, in, NULL);

		if (i < one->count)
			tell("one board", &one->ruling[i]);
		if (i < other->count)
			tell("the other", &other->ruling[i]);
		print_error("after %s\n", text);
		fail_msg("%s, game %u from %s: no mirrored ruling", rulebook_id(one->book), p->begun, p->fen);
	}
	p->done = true;
	readings_apart++;
	return false;
}

/* What happens at one instant, at both boards. */
static void give_group(struct pair *p, struct input *in, unsigned count)
{
	struct input other[4];
	char err[2][160] = { "", "" };
	int r[2];

	if (p->done)
		return;
	for (unsigned i = 0; i < count; i++) {
		in[i].t_us = p->t;
		if (!can_be_given(p->core[0], &in[i]))
			return;
		other[i] = mirrored_input(&in[i]);
	}
	p->heard[0].count = p->heard[1].count = 0;
	r[0] = core_input_group(p->core[0], in, count, err[0]);
	r[1] = core_input_group(p->core[1], other, count, err[1]);
	assert_int_equal(r[0], r[1]);
	if (!all_mirrored(p, in) || p->done)
		return;
	for (enum side s = WHITE; s <= BLACK; s++)
		assert_int_equal(core_clock(p->core[0])->left_us[s], core_clock(p->core[1])->left_us[other_side(s)]);
}

static void give(struct pair *p, struct input *in)
{
	give_group(p, in, 1);
}

static void touch(struct pair *p, enum input_type type, uint8_t square, char piece)
{
	struct input in = input_at(0, type);

	in.square = square;
	in.piece = piece;
	p->t += 1000 * next(400);
	give(p, &in);
}

static void press(struct pair *p, enum side side)
{
	struct input in = input_at(0, INPUT_PRESS);

	in.side = side;
	p->t += 1000 * next(400);
	give(p, &in);
}

static uint8_t any_square(const char *squares, enum side side)
{
	for (unsigned tries = 0; tries < 100; tries++) {
		uint8_t q = (uint8_t)next(game->squares);

		if (side == NO_SIDE || game->piece_side(squares[q]) == side)
			return q;
	}
	return 0;
}

/* A legal move, mostly as it is made, sometimes with another piece touched first, and sometimes not pressed. */
static void move_by_hand(struct pair *p)
{
	const struct game_position *pos = tracker_provisional_position(core_tracker(p->core[0]));
	enum side side = game->to_move(pos);
	struct game_moves moves;
	struct game_move m;
	char squares[GAME_MAX_SQUARES];

	game->moves(pos, &moves);
	if (!moves.count)
		return;
	m = moves.move[next(moves.count)];
	game->placement(pos, squares);
	if (next(6) == 0) {
		uint8_t other = any_square(squares, next(3) ? side : other_side(side));

		touch(p, INPUT_LIFT, other, 0);
		touch(p, INPUT_PLACE, other, 0);
	}
	if (m.flags & GAME_MOVE_CASTLING && next(4) == 0) {
		touch(p, INPUT_LIFT, m.rook_from, 0);
		touch(p, INPUT_PLACE, m.rook_to, 0);
	}
	for (uint64_t taken = m.captured; taken && next(8); taken &= taken - 1)
		touch(p, INPUT_LIFT, (uint8_t)__builtin_ctzll(taken), 0);
	touch(p, INPUT_LIFT, m.from, 0);
	touch(p, INPUT_PLACE, m.to, 0);
	if (m.flags & GAME_MOVE_CASTLING && next(6)) {
		touch(p, INPUT_LIFT, m.rook_from, 0);
		touch(p, INPUT_PLACE, m.rook_to, 0);
	}
	if (m.flags & GAME_MOVE_PROMOTION && next(3)) {
		touch(p, INPUT_LIFT, m.to, 0);
		touch(p, INPUT_PLACE, m.to, m.promotion);
	}
	if (next(12))
		press(p, side);
}

/* Anything that may lie on a board: a piece of either side, put anywhere. */
static void disorder(struct pair *p)
{
	char squares[GAME_MAX_SQUARES];
	enum side side = next(2) ? WHITE : BLACK;

	tracker_placement(core_tracker(p->core[0]), squares);
	touch(p, INPUT_LIFT, any_square(squares, next(4) ? side : NO_SIDE), 0);
	touch(p, INPUT_PLACE, any_square(squares, NO_SIDE), 0);
	if (next(3))
		press(p, side);
}

/* Claims that are one in ten of all and of which a position asks for one. */
static const enum claim_kind of_positions[] = {
	CLAIM_SAME_PIECE_DRAW, CLAIM_OPPOSITE_BISHOPS_DRAW,   CLAIM_ROOK_PAWN_DRAW, CLAIM_KING_PAWN_DRAW,
	CLAIM_FIFTY_MOVES,     CLAIM_ROOK_ROOKPAWN_DRAW,      CLAIM_DEAD_POSITION,  CLAIM_NO_PROGRESS,
	CLAIM_COUNTED_DRAW,    CLAIM_REGULATION_DRAW,	      CLAIM_REPETITION,	    CLAIM_FLAG,
	CLAIM_CLEAR_DRAW,      CLAIM_TIME_SHORTAGE_DRAW,      CLAIM_ILLEGAL_MOVE,   CLAIM_TOUCH_MOVE,
	CLAIM_OFFER_DRAW,      CLAIM_PROMOTION_PIECE_MISSING, CLAIM_ADD_INCREMENT,  CLAIM_DISPLACED,
};

#define ONE_OF(list) ((list)[next(sizeof(list) / sizeof(*(list)))])

static void fill_in(struct pair *p, struct input *in)
{
	struct game_moves moves;

	in->side = (enum side)next(3);
	in->against = (enum side)next(3);
	in->square = next(2) ? GAME_NO_SQUARE : (uint8_t)next(game->squares);
	in->white_us = next(3) ? INPUT_ABSENT : (int64_t)next(100000000);
	in->black_us = next(3) ? INPUT_ABSENT : (int64_t)next(100000000);
	in->ms = next(2) ? INPUT_ABSENT : (int64_t)next(100000) - 30000;
	in->base_ms = next(2) ? INPUT_ABSENT : 300000;
	in->claim_count = next(2) ? INPUT_ABSENT : next(2) ? 16 : (int64_t)next(30);
	in->forced_win = next(4) == 0;
	snprintf(in->about, sizeof(in->about), "%s", next(2) ? "" : ONE_OF(abouts));
	if (next(3) == 0)
		strcpy(in->remedy, "retract");
	if (next(2))
		strcpy(in->want, "rectify");
	if (next(9) == 0)
		strcpy(in->source, "display");
	game->moves(tracker_position(core_tracker(p->core[0])), &moves);
	if (game == &game_chess && moves.count && next(3) == 0)
		game->move_text(tracker_position(core_tracker(p->core[0])), &moves.move[next(moves.count)], in->intend);
}

/* What is asked is answered, mostly by who is asked. */
static void decide(struct pair *p)
{
	struct input in = input_at(0, INPUT_DECIDE);
	struct core_state state;

	core_get_state(p->core[0], &state);
	fill_in(p, &in);
	in.by = next(3) ? PERSON_ARBITER : (enum person)(1 + next(PERSON_COUNT - 1));
	in.claim = state.open_question;
	in.verdict = next(2) ? VERDICT_ACCEPT : next(2) ? VERDICT_REJECT : VERDICT_POSTPONE;
	if (next(3) == 0 || in.claim == CLAIM_NONE) {
		in.claim = (enum claim_kind)(1 + next(CLAIM_COUNT - 1));
		in.verdict = (enum verdict_kind)(1 + next(VERDICT_COUNT - 1));
	}
	if (next(4) == 0)
		in.verdict = (enum verdict_kind)(1 + next(VERDICT_COUNT - 1));
	give(p, &in);
}

/* A claim or a report, often with the clock stopped for it, and now and then one by each player. */
static void say(struct pair *p)
{
	struct input in[2] = { input_at(0, next(3) ? INPUT_CLAIM : INPUT_REPORT), input_at(0, INPUT_CLAIM) };
	struct core_state state;

	p->t += next(3) ? 1000 * next(400) : 0;
	if (next(2)) {
		struct input pause = input_at(0, INPUT_PAUSE);

		give(p, &pause);
	}
	for (unsigned i = 0; i < 2; i++) {
		fill_in(p, &in[i]);
		in[i].by = next(2) ? PERSON_WHITE : PERSON_BLACK;
		in[i].claim = next(3) == 0 ? p->claim :
			      next(2)	   ? ONE_OF(of_positions) :
					     (enum claim_kind)(1 + next(CLAIM_COUNT - 1));
	}
	if (in[0].type == INPUT_REPORT)
		in[0].by = next(4) ? PERSON_ARBITER : (enum person)(1 + next(PERSON_COUNT - 1));
	if (in[0].by != PERSON_BLACK && in[0].by != PERSON_WHITE)
		in[1].by = PERSON_BLACK;
	else
		in[1].by = mirrored_person(in[0].by);
	if (next(2))
		in[1].claim = next(2) ? CLAIM_FORCED_WIN : CLAIM_ACCIDENTAL_TOUCH;
	give_group(p, in, next(3) ? 1 : 2);
	if (p->done)
		return;
	core_get_state(p->core[0], &state);
	if (state.open_question != CLAIM_NONE && next(2))
		decide(p);
}

static void clock_acts(struct pair *p)
{
	static const enum input_type types[] = { INPUT_PAUSE,  INPUT_RESUME,	   INPUT_TICK,
						 INPUT_ARRIVE, INPUT_CLOCK_REPORT, INPUT_PRESS };
	struct input in = input_at(0, types[next(sizeof(types) / sizeof(*types))]);

	in.side = next(2) ? WHITE : BLACK;
	if (in.type == INPUT_CLOCK_REPORT) {
		in.has_first = next(2);
		in.sets = next(2);
		in.first = (enum side)next(3);
		in.white_us = next(3) ? (int64_t)next(60) * 1000000 : INPUT_ABSENT;
		in.black_us = next(3) ? (int64_t)next(60) * 1000000 : INPUT_ABSENT;
	}
	p->t += 1000 * next(next(4) ? 2000 : 60000);
	give(p, &in);
}

/* --- games --- */

/* what is the same for both sides */
static const char *const even_states[] = {
	"{\"moves_completed\":{\"white\":%u,\"black\":%u}}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"illegal_count\":{\"white\":1,\"black\":1}}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"counters\":{\"kings_only\":23,\"sixteen\":14,\"five\":4}}",
};

static bool start(struct pair *p, const struct rulebook *book)
{
	struct core_setup setup = { .game = game, .sensors = TRACKER_EXACT, .has_lever = true, .rulebook = book };
	struct core_setup other;
	char err[160], state[200];
	unsigned made = 1 + next(12);
	struct scene scene;
	bool begun;

	scene = game == &game_chess ? ONE_OF(chess_scenes) : ONE_OF(draughts_scenes);
	p->fen = scene.fen;
	p->claim = scene.claim;
	assert_int_equal(game->parse(p->fen, &setup.start, NULL), 0);
	assert_int_equal(clock_control_parse(ONE_OF(clocks), &setup.clock, err), 0);
	if (setup.clock.mode != CLOCK_NONE)
		setup.clock.running = WHITE;
	setup.options = json_loads(ONE_OF(options), 0, NULL);
	snprintf(state, sizeof(state), ONE_OF(even_states), made, made);
	setup.state = json_loads(state, 0, NULL);
	assert_true(setup.options && setup.state);
	other = setup;
	other.start = mirrored_position(p->fen, &setup.start);
	other.clock.running = mirrored_side(setup.clock.running);
	/* not every book allows every clock */
	begun = core_new(&setup, listen, &p->heard[0], &p->core[0], err) == 0;
	assert_int_equal(core_new(&other, listen, &p->heard[1], &p->core[1], err) == 0, begun);
	json_decref(setup.options);
	json_decref(setup.state);
	return begun;
}

static void one_game(const struct rulebook *book, uint32_t number)
{
	struct pair p = { .begun = number };

	for (unsigned i = 0; i < 2; i++)
		p.heard[i] = (struct heard){ .book = book, .turn = { .from = GAME_NO_SQUARE, .to = GAME_NO_SQUARE } };
	seed = number;
	if (!start(&p, book))
		return;
	games++;
	if (next(2)) /* as the pieces stand now */
		say(&p);
	for (unsigned i = 0; i < 40 && !p.done; i++) {
		switch (next(10)) {
		case 0:
		case 1:
		case 2:
			move_by_hand(&p);
			break;
		case 3:
			disorder(&p);
			break;
		case 4:
			clock_acts(&p);
			break;
		case 5:
			decide(&p);
			break;
		default:
			say(&p);
			break;
		}
	}
	core_free(p.core[0]);
	core_free(p.core[1]);
}

/* Up to eight values are what the book might have as well; what would contradict another is for the arbiter to bear. */
static void change_values(struct rulebook *book)
{
	for (unsigned changes = 1 + next(8); changes; changes--) {
		const enum rulebook_parameter p = next(PARAM_COUNT);
		const struct rulebook_parameter_info *info = rulebook_parameter_info(p);
		static const char *const numbers[] = { "off", "1", "2", "3", "10", "1000", "60000", "300000" };
		char assignment[200], err[160];
		const char *value = ONE_OF(numbers);
		size_t size = strlen(value);

		if (info->type == RULEBOOK_YESNO) {
			value = next(2) ? "yes" : "no";
			size = strlen(value);
		} else if (info->type == RULEBOOK_CHOICE || info->type == RULEBOOK_SET || (*info->choices && next(2))) {
			unsigned count = 1, which;

			for (const char *c = info->choices; *c; c++)
				count += *c == '|';
			value = info->choices;
			for (which = next(count); which; which--)
				value = strchr(value, '|') + 1;
			size = strcspn(value, "|");
		}
		snprintf(assignment, sizeof(assignment), "%s=%.*s", info->name, (int)size, value);
		rulebook_override(book, assignment, err); /* or it is none of its values */
	}
}

/* The one right that a colour has: where Black chooses the clock, White may not. */
static void let_nobody_choose_the_clock(struct rulebook *book)
{
	char err[160];

	assert_int_equal(rulebook_override(book, "clock-choice=ask", err), 0);
}

static void rulings_do_not_know_the_colours(void **state)
{
	const char *most = getenv("FLAGFALL_GAMES");
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		let_nobody_choose_the_clock(book);
		game = game_find(rulebook_game(book));
		for (uint32_t n = 1; n <= (most ? (uint32_t)atoi(most) : GAMES); n++)
			one_game(book, n * 1000);
		rulebook_free(book);
		for (uint32_t n = 0; n < 20 && !most; n++) {
			seed = n;
			assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
			change_values(book);
			let_nobody_choose_the_clock(book);
			for (uint32_t k = 1; k <= 10; k++)
				one_game(book, (n * 10 + k) * 1000);
			rulebook_free(book);
		}
	}
	rulebook_list_free(list);
	print_message("# %u rulings in %u games, %u of them read otherwise at the other board\n", rulings, games,
		      readings_apart);
	assert_true(readings_apart * 20 < games);
	assert_true(most || rulings > 50000);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(rulings_do_not_know_the_colours) };

	return cmocka_run_group_tests_name("mirrored games", tests, NULL, NULL);
}
