/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many games are read right of which something was not seen, played by orderly hands.
 *
 *   score_gaps [-v] [-n GAMES] [-e EVERY] [-o LETTERS] [GAMES.jsonl]    each line {"moves":"e2e4 e7e5 …"}, maybe
 * {"start":"FEN"}; default games/chess.jsonl of tests/data
 *
 *   gap N    the cable is out for N plies, from each fifth ply (-e) on
 *   boards   each change is a report of the whole board; clumsy: by hands that slide, hover and drag
 *   lost     of the changes 15 % are lost, and the whole board is reported after each that was
 *   begun    the recording begins at each ply, and between it and its press; the board stands either way round
 *
 * -o: only those of these first letters (w: boards). A line says how many are exactly right, and of the others in how
 * many something else than legal moves was read, or more of them than were played, and in how many turns were said to
 * be unseen or unreadable.
 */
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/data/open-data.h"
#include "tests/unit/core/tracker/tracker-play.h"

enum { LOST_IN_HUNDRED = 15, LONGEST_GAP = 8 };

static const struct style orderly = { .name = "orderly", .think = 4000, .step = 250 };
static const struct style club = {
	.name = "club",
	.think = 4000,
	.step = 200,
	.slide = 150,
	.hover = 30,
	.takeback = 10,
	.adjust = 30,
	.two_hands = 200,
	.rook_first = 200,
	.early_press = 20,
	.early_hand = 20,
	.drag = 100,
};

static struct play play;
static unsigned number; /* of the game */
static bool verbose;

struct score {
	unsigned all, right, invented, unread;
};

struct board {
	struct tracker *tracker;
	enum tracker_sensors sensors;
	bool lever, turned;
	char pieces[GAME_MAX_SQUARES];
	int64_t t_us;
};

static void send(struct board *b, struct tracker_event e)
{
	while (tracker_deadline(b->tracker) <= e.t_us) {
		struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(b->tracker) };

		tracker_event(b->tracker, &tick);
		if (tracker_deadline(b->tracker) == tick.t_us)
			break;
	}
	b->t_us = e.t_us;
	tracker_event(b->tracker, &e);
}

static void send_board(struct board *b, int64_t t_us)
{
	char squares[GAME_MAX_SQUARES] = { 0 };

	for (unsigned q = 0; q < 64; q++) {
		const char is = b->pieces[b->turned ? 63 - q : q];

		squares[q] = is == '.' || b->sensors == TRACKER_PIECE_ID ? is : '?';
	}
	send(b, (struct tracker_event){ .type = TRACKER_SQUARES, .t_us = t_us, .squares = squares });
}

static void begin(struct board *b, enum tracker_sensors sensors, bool lever, bool anywhere)
{
	struct tracker_setup setup = {
		.game = play.game, .sensors = sensors, .has_lever = lever, .start = play.start, .any_start = anywhere
	};

	*b = (struct board){ .sensors = sensors, .lever = lever };
	memset(b->pieces, '.', sizeof(b->pieces));
	play.game->placement(&play.start, b->pieces);
	if (tracker_new(&setup, play_ignore, NULL, &b->tracker) < 0)
		exit(1);
}

/* What the hands do, whether it is seen or not. */
static void happens(struct board *b, const struct play_event *e, bool seen, bool as_board)
{
	const bool press = e->square == GAME_NO_SQUARE;
	const char was = press ? '.' : b->pieces[e->square];
	struct tracker_event out = { .type = TRACKER_PRESS, .t_us = e->t_us, .side = e->side };

	if (!press) {
		b->pieces[e->square] = e->is;
		out.type = e->is == '.' ? TRACKER_LIFT : TRACKER_PLACE;
		out.square = (uint8_t)(b->turned ? 63 - e->square : e->square);
		out.piece = b->sensors == TRACKER_PRESENCE ? 0 : e->is == '.' ? was : e->is;
	}
	if (!seen || (press && !b->lever))
		return;
	if (as_board && !press)
		send_board(b, e->t_us);
	else
		send(b, out);
}

static void judge(struct board *b, unsigned from_ply, struct score *score, const char *what, unsigned place)
{
	const unsigned plies = play.plies - from_ply, turns = (tracker_finish(b->tracker), tracker_turns(b->tracker));
	bool right = turns == plies, invented = turns > plies, unread = false;
	unsigned first = plies;

	for (unsigned i = 0; i < turns; i++) {
		const struct turn *turn = tracker_turn(b->tracker, i);

		invented |= turn && turn->kind != TURN_LEGAL && turn->kind != TURN_UNREADABLE &&
			    turn->kind != TURN_UNSEEN;
		unread |= turn && (turn->kind == TURN_UNREADABLE || turn->kind == TURN_UNSEEN);
		if (i >= plies ||
		    (turn && turn->kind == TURN_LEGAL && turn->from == play.move[from_ply + i].from &&
		     turn->to == play.move[from_ply + i].to &&
		     (b->sensors == TRACKER_PRESENCE || turn->move.promotion == play.move[from_ply + i].promotion)))
			continue;
		right = false;
		if (i < first)
			first = i;
	}
	score->all++;
	score->right += right;
	score->invented += !right && invented;
	score->unread += !right && unread;
	if (verbose && !right) {
		printf("# game %u, %s %s %s at %u: %u turns of %u, first wrong %u:", number, what,
		       b->sensors == TRACKER_PIECE_ID ? "piece-id" : "presence", b->lever ? "lever" : "no-lever", place,
		       turns, plies, from_ply + first);
		for (unsigned i = first; i < turns && i < first + 6; i++) {
			const struct turn *turn = tracker_turn(b->tracker, i);
			char from[8] = "-", to[8] = "-";

			if (turn && turn->from != GAME_NO_SQUARE)
				play.game->square_name(turn->from, from);
			if (turn && turn->to != GAME_NO_SQUARE)
				play.game->square_name(turn->to, to);
			printf(" %s%s%s", turn ? turn_kind_name(turn->kind) : "?", from, to);
		}
		printf(" | played");
		for (unsigned i = first; i < plies && i < first + 6; i++) {
			char from[8], to[8];

			play.game->square_name(play.move[from_ply + i].from, from);
			play.game->square_name(play.move[from_ply + i].to, to);
			printf(" %s%s", from, to);
		}
		printf("\n");
	}
	tracker_free(b->tracker);
}

static void score_gap(enum tracker_sensors sensors, bool lever, unsigned first, unsigned gap, struct score *score)
{
	unsigned ply = 0, unseen = 0;
	struct board b;

	begin(&b, sensors, lever, false);
	for (unsigned i = 0; i < play.count; i++) {
		const struct play_event *e = &play.event[i];
		const bool out = ply >= first && ply < first + gap, press = e->square == GAME_NO_SQUARE;

		happens(&b, e, !out, false);
		ply += press;
		unseen += press && out;
		if (out && ply == first + gap) {
			send_board(&b, e->t_us + 50000);
			/* where the lever is now was not seen to come */
			if (lever && unseen % 2)
				send(&b, (struct tracker_event){
						 .type = TRACKER_PRESS, .t_us = e->t_us + 51000, .side = e->side });
		}
	}
	judge(&b, 0, score, "gap", first);
}

static void score_boards(enum tracker_sensors sensors, bool lever, struct score *score)
{
	struct board b;

	begin(&b, sensors, lever, false);
	for (unsigned i = 0; i < play.count; i++)
		happens(&b, &play.event[i], true, true);
	judge(&b, 0, score, "boards", 0);
}

/* The whole board is reported with the next change, or, told, when the next one was to come. */
static void score_lost(enum tracker_sensors sensors, bool lever, bool told, uint32_t seed, struct score *score)
{
	struct board b;

	begin(&b, sensors, lever, false);
	play.seed = seed;
	for (unsigned i = 0; i < play.count; i++) {
		const struct play_event *e = &play.event[i];
		const bool lost = e->square != GAME_NO_SQUARE && play_random(&play, 100) < LOST_IN_HUNDRED;

		happens(&b, e, !lost, false);
		if (lost && told)
			send(&b, (struct tracker_event){ .type = TRACKER_EVENTS_LOST, .t_us = e->t_us });
		if (lost)
			send_board(&b, e->t_us + 20000);
	}
	judge(&b, 0, score, told ? "lost, told" : "lost", seed);
}

static void score_begun(bool lever, bool turned, bool between, struct score *score)
{
	char now[GAME_MAX_SQUARES];
	unsigned ply = 0;
	bool moved = false;

	memset(now, '.', sizeof(now));
	play.game->placement(&play.start, now);
	for (unsigned i = 0; i < play.count && ply + 2 < play.plies; i++) {
		const bool press = play.event[i].square == GAME_NO_SQUARE;

		if (between ? press : !moved) {
			struct board b;

			begin(&b, TRACKER_PIECE_ID, lever, true);
			b.turned = turned;
			memcpy(b.pieces, now, sizeof(now));
			send_board(&b, i ? play.event[i - 1].t_us : 0);
			for (unsigned k = i; k < play.count; k++)
				happens(&b, &play.event[k], true, false);
			judge(&b, ply + between, score, "begun", ply);
		}
		moved = !press;
		if (press)
			ply++;
		else
			now[play.event[i].square] = play.event[i].is;
	}
}

static bool read_game(const char *line, const struct game *game, const struct style *hands)
{
	json_t *j = json_loads(line, 0, NULL);
	const char *moves = json_string_value(json_object_get(j, "moves"));
	const char *start = json_string_value(json_object_get(j, "start"));
	char *copy = moves ? strdup(moves) : NULL, *rest = copy, *word;
	struct game_position pos;
	bool ok = copy && game->parse(start ? start : game->start_fen, &pos, NULL) == 0;

	if (ok)
		play_begin(&play, game, &pos, hands, number);
	while (ok && (word = strtok_r(rest, " ", &rest)) && play.plies < PLAY_MOVES) {
		struct game_move m;

		ok = game->move_parse(&play.pos, word, &m) == 0;
		if (ok)
			play_move(&play, &m);
	}
	play_sort(&play);
	free(copy);
	json_decref(j);
	return ok;
}

static void print_score(const char *what, const struct score *s)
{
	if (s->all)
		printf("%s %u/%u invented %u unread %u\n", what, s->right, s->all, s->invented, s->unread);
}

int main(int argc, char **argv)
{
	static const char *const sensor_names[] = { "presence", "piece-id" }, *const levers[] = { "no-lever", "lever" };
	unsigned most = UINT_MAX, every = 5;
	struct score gap[2][2][LONGEST_GAP] = { 0 }, boards[2][2] = { 0 }, clumsy[2][2] = { 0 }, lost[2][2][2] = { 0 },
		     begun[2][2][2] = { 0 };
	const char *only = NULL;
	char *line = NULL, text[80];
	size_t room = 0;
	FILE *f;
	int c;

	while ((c = getopt(argc, argv, "vn:e:o:")) != -1) {
		if (c == 'v')
			verbose = true;
		else if (c == 'n')
			most = (unsigned)atoi(optarg);
		else if (c == 'e')
			every = (unsigned)atoi(optarg);
		else if (c == 'o')
			only = optarg;
	}
	f = optind < argc ? fopen(argv[optind], "r") : open_data("games/chess.jsonl", "games/chess.jsonl", NULL);
	if (!f)
		return 1;
	for (number = 1; number <= most && getline(&line, &room, f) > 0; number++) {
		const struct game *game = strstr(line, "\"chess960\"") ? &game_chess960 : &game_chess;

		if (!read_game(line, game, &orderly)) {
			printf("# game %u cannot be read\n", number);
			continue;
		}
		for (unsigned s = 0; s < 2; s++)
			for (unsigned lever = 0; lever < 2; lever++) {
				const enum tracker_sensors sensors = s ? TRACKER_PIECE_ID : TRACKER_PRESENCE;

				for (unsigned n = 1; (!only || strchr(only, 'g')) && n <= LONGEST_GAP; n++)
					for (unsigned ply = every; ply + n < play.plies; ply += every)
						score_gap(sensors, lever, ply, n, &gap[s][lever][n - 1]);
				if (!only || strchr(only, 'w'))
					score_boards(sensors, lever, &boards[s][lever]);
				for (unsigned told = 0; (!only || strchr(only, 'l')) && told < 2; told++)
					for (uint32_t seed = 1; seed <= 5; seed++)
						score_lost(sensors, lever, told, seed * 77773 + number,
							   &lost[s][lever][told]);
			}
		for (unsigned lever = 0; (!only || strchr(only, 'b')) && lever < 2; lever++)
			for (unsigned turned = 0; turned < 2; turned++)
				for (unsigned between = 0; between <= lever; between++)
					score_begun(lever, turned, between, &begun[lever][turned][between]);
		for (unsigned s = 0; (!only || strchr(only, 'w')) && s < 2 && read_game(line, game, &club); s++)
			for (unsigned lever = 0; lever < 2; lever++)
				score_boards(s ? TRACKER_PIECE_ID : TRACKER_PRESENCE, lever, &clumsy[s][lever]);
	}
	for (unsigned s = 0; s < 2; s++)
		for (unsigned lever = 0; lever < 2; lever++) {
			for (unsigned n = 0; n < LONGEST_GAP; n++) {
				snprintf(text, sizeof(text), "gap-%u-%s-%s", n + 1, sensor_names[s], levers[lever]);
				print_score(text, &gap[s][lever][n]);
			}
			snprintf(text, sizeof(text), "boards-%s-%s", sensor_names[s], levers[lever]);
			print_score(text, &boards[s][lever]);
			snprintf(text, sizeof(text), "clumsy-boards-%s-%s", sensor_names[s], levers[lever]);
			print_score(text, &clumsy[s][lever]);
			for (unsigned told = 0; told < 2; told++) {
				snprintf(text, sizeof(text), "lost%s-%s-%s", told ? "-told" : "", sensor_names[s],
					 levers[lever]);
				print_score(text, &lost[s][lever][told]);
			}
		}
	for (unsigned lever = 0; lever < 2; lever++)
		for (unsigned turned = 0; turned < 2; turned++)
			for (unsigned between = 0; between < 2; between++) {
				snprintf(text, sizeof(text), "begun%s%s-%s", between ? "-before-press" : "",
					 turned ? "-turned" : "", levers[lever]);
				print_score(text, &begun[lever][turned][between]);
			}
	free(line);
	fclose(f);
	return 0;
}
