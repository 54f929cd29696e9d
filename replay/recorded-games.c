/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "replay/replay.h"

#include <errno.h>
#include <string.h>

void replay_games_begin(struct replay_games *games, const struct core_setup *setup)
{
	setup->game->placement(&setup->start, games->squares);
	games->count = 1;
}

void replay_games_done(struct replay_games *games)
{
	for (unsigned i = 0; i < games->count; i++)
		core_free(games->game[i].core);
}

static void note_squares(struct replay_games *games, const struct game *game, const struct input *input)
{
	if (input->type == INPUT_SQUARES)
		memcpy(games->squares, input->squares, game->squares);
	else if (input->type == INPUT_LIFT || input->type == INPUT_PLACE)
		games->squares[input->square] = (char)(input->type == INPUT_LIFT ? '.' :
						       input->piece		 ? input->piece :
										   '?');
}

/* Where the last game is over, or was given up, and the pieces stand as at its start. */
static bool next_begins(const struct replay_games *games)
{
	const struct core *core = games->game[games->count - 1].core;
	const struct game *game = core_get_setup(core)->game;
	const unsigned last = game->squares - 1;
	char start[GAME_MAX_SQUARES];
	struct game_position usual;
	bool straight = true, turned = true;
	struct core_state state;

	core_get_state(core, &state);
	if (games->count == REPLAY_GAMES || !state.turns || !(state.over || state.new_game) ||
	    game->parse(game->start_fen, &usual, NULL) < 0)
		return false;
	game->placement(game->starts ? &core_get_setup(core)->start : &usual, start);
	for (unsigned q = 0; q <= last; q++) {
		const char *is[2] = { &games->squares[q], &games->squares[last - q] };

		straight &= *is[0] == start[q] || (*is[0] == '?' && start[q] != '.');
		turned &= *is[1] == start[q] || (*is[1] == '?' && start[q] != '.');
	}
	return straight || turned;
}

/* Its times count from its first event, which is about to come. */
static int begin_next(struct replay_games *games, int64_t t_us)
{
	struct core_setup setup = *core_get_setup(games->game[0].core);
	struct replay *next = &games->game[games->count];
	struct input stands = input_at(0, INPUT_SQUARES);
	char err[160];
	int r;

	*next = (struct replay){ 0 };
	setup.any_start = false;
	if (!setup.game->starts && setup.game->parse(setup.game->start_fen, &setup.start, NULL) < 0)
		return -EINVAL;
	setup.fitted = false;
	r = core_new(&setup, NULL, NULL, &next->core, err);
	if (r < 0)
		return r;
	games->began_us[games->count++] = t_us;
	memcpy(stands.squares, games->squares, setup.game->squares);
	return replay_input(next, &stands, err);
}

static bool is_from_board(enum input_type type)
{
	return type == INPUT_LIFT || type == INPUT_PLACE || type == INPUT_PRESS || type == INPUT_SQUARES ||
	       type == INPUT_LOST || type == INPUT_CLOCK_REPORT || type == INPUT_TICK || type == INPUT_PAUSE;
}

int replay_games_input(struct replay_games *games, const struct input *input, bool all, char err[static 160])
{
	struct replay *last = &games->game[games->count - 1];
	const bool changes = input->type == INPUT_LIFT || input->type == INPUT_PLACE || input->type == INPUT_PRESS;
	int r = 0;

	if (all && changes && last->count && last->group[0].t_us < input->t_us - games->began_us[games->count - 1])
		r = replay_flush(last, err);
	if (r == 0 && all && changes && next_begins(games))
		r = begin_next(games, input->t_us);
	for (unsigned i = 0; i < games->count && r == 0; i++) {
		struct input in = *input;

		if (i && !is_from_board(in.type))
			continue;
		in.t_us -= games->began_us[i];
		r = replay_input(&games->game[i], &in, err);
	}
	note_squares(games, core_get_setup(games->game[0].core)->game, input);
	return r;
}

static bool has_moves(const struct core *core)
{
	struct core_turn turn;

	for (unsigned ply = 0; core_get_turn(core, ply, &turn) == 0; ply++)
		if (turn.turn->kind != TURN_NO_MOVE)
			return true;
	return false;
}

int replay_games_finish(struct replay_games *games, char err[static 160])
{
	int r = 0;

	for (unsigned i = 0; i < games->count && r == 0; i++)
		r = replay_finish(&games->game[i], err);
	/* pieces that were only set right were no game */
	while (r == 0 && games->count > 1 && !has_moves(games->game[games->count - 1].core))
		core_free(games->game[--games->count].core);
	return r;
}
