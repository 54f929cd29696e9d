// SPDX-License-Identifier: GPL-2.0-or-later
/* Hands that play a given game on a board. See hands.h. */
#include "tests/sim/hands.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST_US 1000
#define UNTIMED_US 3000000

static int64_t seconds_to_us(double s)
{
	return llround(s * 1000) * 1000;
}

/* --- the score --- */

static int read_control(const char *tc, struct hands_score *score, char *err)
{
	char *end;
	double base, increment = 0;

	if (!tc || !strcmp(tc, "-"))
		return 0;
	base = strtod(tc, &end);
	if (*end == '+')
		increment = strtod(end + 1, &end);
	if (*end || end == tc || !(base > 0) || !(increment >= 0) || base > 1e6 || increment > 1e6) {
		snprintf(err, HANDS_ERROR, "tc: '%.32s' is not SECONDS or SECONDS+INCREMENT", tc);
		return -EINVAL;
	}
	score->base_us = seconds_to_us(base);
	score->increment_us = seconds_to_us(increment);
	return 0;
}

static int read_moves(const char *text, struct hands_score *score, char *err)
{
	struct game_position pos = score->start;
	char *copy = strdup(text), *rest = copy, *word;
	unsigned room = 0;
	int r = 0;

	if (!copy)
		return -ENOMEM;
	while (r == 0 && (word = strtok_r(rest, " \t\n", &rest))) {
		if (score->plies == room) {
			struct game_move *more;

			room = room ? 2 * room : 128;
			more = reallocarray(score->move, room, sizeof(*more));
			if (!more) {
				r = -ENOMEM;
				break;
			}
			score->move = more;
		}
		if (score->game->move_parse(&pos, word, &score->move[score->plies]) < 0) {
			snprintf(err, HANDS_ERROR, "moves: ply %u: '%.32s' is not a legal move here", score->plies + 1,
				 word);
			r = -EINVAL;
			break;
		}
		score->game->play(&pos, &score->move[score->plies]);
		score->plies++;
	}
	free(copy);
	return r;
}

/* How long each move took, by what the clock showed after it or by what the source measured. */
static int read_times(json_t *object, struct hands_score *score, char *err)
{
	json_t *clk = json_object_get(object, "clk"), *emt = json_object_get(object, "emt"), *list = clk ? clk : emt;
	const char *key = clk ? "clk" : "emt";
	int64_t left[2] = { score->base_us, score->base_us }, said[2] = { score->base_us, score->base_us };
	enum side side = score->game->to_move(&score->start);

	score->used_us = calloc(score->plies + 1, sizeof(*score->used_us));
	if (!score->used_us)
		return -ENOMEM;
	if (list && json_array_size(list) < score->plies) {
		snprintf(err, HANDS_ERROR, "%s: %zu times for %u moves", key, json_array_size(list), score->plies);
		return -EINVAL;
	}
	if (clk && !score->base_us) {
		snprintf(err, HANDS_ERROR, "clk: there is no tc to count from");
		return -EINVAL;
	}
	for (unsigned i = 0; i < score->plies; i++, side = other_side(side)) {
		json_t *number = json_array_get(list, i);
		int64_t us = UNTIMED_US;

		if (list && (!json_is_number(number) || json_number_value(number) < 0)) {
			snprintf(err, HANDS_ERROR, "%s: ply %u: not a time", key, i + 1);
			return -EINVAL;
		}
		if (list)
			us = seconds_to_us(json_number_value(number));
		if (clk) {
			int64_t shown = us;

			if (shown > said[side] + score->increment_us) {
				snprintf(err, HANDS_ERROR, "clk: ply %u: more time than there was", i + 1);
				return -EINVAL;
			}
			us = left[side] + score->increment_us - shown;
			said[side] = shown;
		}
		if (us < SHORTEST_US)
			us = SHORTEST_US;
		left[side] += score->increment_us - us;
		score->used_us[i] = us;
	}
	return 0;
}

int hands_score_read(json_t *object, struct hands_score *ret, char err[static HANDS_ERROR])
{
	const char *game = "chess", *start = NULL, *moves = NULL, *tc = NULL;
	struct game_error why;
	json_error_t fault;
	int r;

	memset(ret, 0, sizeof(*ret));
	if (json_unpack_ex(object, &fault, 0, "{s:s, s?s, s?s, s?s}", "moves", &moves, "game", &game, "start", &start,
			   "tc", &tc) < 0) {
		snprintf(err, HANDS_ERROR, "%s", fault.text);
		return -EINVAL;
	}
	ret->game = game_find(game);
	if (!ret->game) {
		snprintf(err, HANDS_ERROR, "there is no game named '%.32s'", game);
		return -EINVAL;
	}
	if (!start)
		start = ret->game->start_fen;
	if (ret->game->parse(start, &ret->start, &why) < 0) {
		snprintf(err, HANDS_ERROR, "start: %s: %s", why.field, why.reason);
		return -EINVAL;
	}
	ret->game->format(&ret->start, ret->start_fen);
	r = read_control(tc, ret, err);
	if (r == 0)
		r = read_moves(moves, ret, err);
	if (r == 0)
		r = read_times(object, ret, err);
	if (r < 0)
		hands_score_free(ret);
	return r;
}

int hands_score_load(const char *path, struct hands_score *ret, char err[static HANDS_ERROR])
{
	json_error_t fault;
	json_t *object = json_load_file(path, 0, &fault);
	int r = -EINVAL;

	if (object)
		r = hands_score_read(object, ret, err);
	else
		snprintf(err, HANDS_ERROR, "line %d: %s", fault.line, fault.text);
	json_decref(object);
	return r;
}

void hands_score_free(struct hands_score *score)
{
	free(score->move);
	free(score->used_us);
	score->move = NULL;
	score->used_us = NULL;
}

/* --- one turn --- */

#define TURN_ACTIONS (2 * GAME_MAX_SQUARES + 4)

struct turn_plan {
	struct hands_event action[TURN_ACTIONS];
	unsigned count;
};

static void act(struct turn_plan *plan, enum hands_action action, unsigned square, char piece)
{
	plan->action[plan->count++] =
		(struct hands_event){ .action = action, .square = (uint8_t)square, .piece = piece };
}

/* A piece from one square to another, off the board with whatever stood there. */
static void carry(struct turn_plan *plan, char *board, unsigned from, unsigned to)
{
	if (board[to] != '.')
		act(plan, HANDS_LIFT, to, board[to]);
	act(plan, HANDS_LIFT, from, board[from]);
	act(plan, HANDS_PLACE, to, board[from]);
	board[to] = board[from];
	board[from] = '.';
}

/* The king first where it can, and whoever must make room before that. */
static void plan_castling(struct turn_plan *plan, char *board, const struct game_move *move)
{
	char king = board[move->from], rook = board[move->rook_from];

	if (move->from == move->to) {
		carry(plan, board, move->rook_from, move->rook_to);
		return;
	}
	if (move->rook_from == move->rook_to) {
		carry(plan, board, move->from, move->to);
		return;
	}
	if (move->to == move->rook_from)
		act(plan, HANDS_LIFT, move->rook_from, rook);
	act(plan, HANDS_LIFT, move->from, king);
	act(plan, HANDS_PLACE, move->to, king);
	if (move->to != move->rook_from)
		act(plan, HANDS_LIFT, move->rook_from, rook);
	act(plan, HANDS_PLACE, move->rook_to, rook);
}

static void plan_move(struct turn_plan *plan, const struct game *game, const struct game_position *before,
		      const struct game_move *move)
{
	char board[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];
	struct game_position pos = *before;

	game->placement(before, board);
	game->play(&pos, move);
	game->placement(&pos, after);

	if (move->flags & GAME_MOVE_CASTLING) {
		plan_castling(plan, board, move);
		return;
	}
	carry(plan, board, move->from, move->to);
	if (board[move->to] != after[move->to]) { /* promotion: the piece is exchanged */
		act(plan, HANDS_LIFT, move->to, board[move->to]);
		act(plan, HANDS_PLACE, move->to, after[move->to]);
	}
	/* What else changed: pieces captured elsewhere. */
	for (unsigned s = 0; s < game->squares; s++)
		if (s != move->to && board[s] != '.' && after[s] == '.')
			act(plan, HANDS_LIFT, s, board[s]);
	for (unsigned s = 0; s < game->squares; s++)
		if (s != move->to && board[s] == '.' && after[s] != '.')
			act(plan, HANDS_PLACE, s, after[s]);
}

/* -EINVAL: nothing stands where it begins. */
static int plan_illegal(struct turn_plan *plan, const struct game *game, const struct game_position *pos,
			const struct hands_options *options)
{
	char board[GAME_MAX_SQUARES];

	game->placement(pos, board);
	if (board[options->illegal_from] == '.')
		return -EINVAL;
	carry(plan, board, options->illegal_from, options->illegal_to);
	return 0;
}

/* Spreads the plan over the end of [from, press), or up to press itself where the last piece ends the game. */
static void time_plan(struct turn_plan *plan, int64_t from, int64_t press, int64_t motion, bool ends)
{
	int64_t span = (press - from) * 9 / 10;
	unsigned steps = ends && plan->count > 1 ? plan->count - 1 : plan->count;

	if (span > motion)
		span = motion;
	for (unsigned i = 0; i < plan->count; i++)
		plan->action[i].t_us = press - span + span * i / steps;
	if (ends)
		plan->action[plan->count - 1].t_us = press;
}

int hands_play(const struct hands_score *score, const struct hands_options *options, struct hands_event **ret,
	       size_t *count, char err[static HANDS_ERROR])
{
	const struct game *game = score->game;
	struct game_position pos = score->start;
	unsigned last = options->until && options->until < score->plies ? options->until : score->plies;
	int64_t now = 0, motion = options->motion_us ? options->motion_us : 700000;
	struct hands_event *events = NULL;
	size_t n = 0, room = 0;

	if (options->illegal_ply > last) {
		snprintf(err, HANDS_ERROR, "the game has no ply %u", options->illegal_ply);
		return -EINVAL;
	}
	for (unsigned ply = 1; ply <= last; ply++) {
		const struct game_move *move = &score->move[ply - 1];
		bool illegal = ply == options->illegal_ply, ends = false;
		int64_t press = now + score->used_us[ply - 1];
		enum side side = game->to_move(&pos);
		struct turn_plan plan = { 0 };

		if (illegal) {
			if (plan_illegal(&plan, game, &pos, options) < 0) {
				snprintf(err, HANDS_ERROR, "ply %u: no piece stands where the illegal move begins",
					 ply);
				free(events);
				return -EINVAL;
			}
		} else {
			plan_move(&plan, game, &pos, move);
			game->play(&pos, move);
			ends = game->end(&pos) != GAME_GOES_ON;
		}
		time_plan(&plan, now, press, motion, ends);
		act(&plan, HANDS_PRESS, 0, 0);
		plan.action[plan.count - 1].t_us = press;
		plan.action[plan.count - 1].side = side;

		if (n + plan.count > room) {
			struct hands_event *more;

			room = 2 * room + TURN_ACTIONS;
			more = reallocarray(events, room, sizeof(*more));
			if (!more) {
				free(events);
				return -ENOMEM;
			}
			events = more;
		}
		for (unsigned i = 0; i < plan.count; i++) {
			plan.action[i].ply = ply;
			events[n++] = plan.action[i];
		}
		now = press;
		if (illegal)
			break;
	}
	*ret = events;
	*count = n;
	return 0;
}

/* --- the trace --- */

int hands_write(const struct hands_score *score, const struct hands_event *events, size_t count, bool presence,
		const char *rulebook, FILE *out)
{
	fprintf(out,
		"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"%s\",\"sensors\":\"%s\",\"start\":\"%s\"",
		score->game->name, presence ? "presence" : "piece-id", score->start_fen);
	if (rulebook)
		fprintf(out, ",\"rulebook\":\"%s\"", rulebook);
	if (score->base_us) {
		long long ms = score->base_us / 1000;

		fprintf(out, ",\"clock\":{\"mode\":\"%s\",\"white_ms\":%lld,\"black_ms\":%lld,\"running\":\"%s\"",
			score->increment_us ? "fischer" : "sudden-death", ms, ms,
			score->game->to_move(&score->start) == WHITE ? "white" : "black");
		if (score->increment_us)
			fprintf(out, ",\"increment_ms\":%lld", (long long)score->increment_us / 1000);
		fputc('}', out);
	}
	fputs("}\n", out);
	for (size_t i = 0; i < count; i++) {
		const struct hands_event *ev = &events[i];
		char square[8];

		fprintf(out, "{\"t_us\":%lld,", (long long)ev->t_us);
		if (ev->action == HANDS_PRESS) {
			fprintf(out, "\"type\":\"press\",\"side\":\"%s\"}\n", ev->side == WHITE ? "white" : "black");
			continue;
		}
		score->game->square_name(ev->square, square);
		fprintf(out,
			"\"type\":\"%s\",\"square\":\"%s\",\"piece\":", ev->action == HANDS_LIFT ? "lift" : "place",
			square);
		if (presence)
			fputs("null}\n", out);
		else
			fprintf(out, "\"%c\"}\n", ev->piece);
	}
	return fflush(out) == EOF || ferror(out) ? -EIO : 0;
}
