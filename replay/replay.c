// SPDX-License-Identifier: GPL-2.0-or-later
#include "replay/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/record.h"

int replay_flush(struct replay *replay, char err[static 160])
{
	int r = 0;

	if (replay->count)
		r = core_input_group(replay->core, replay->group, replay->count, err);
	replay->count = 0;
	return r;
}

int replay_input(struct replay *replay, const struct input *next, char err[static 160])
{
	struct input passed = *next, *input = &passed;

	if (next->type == INPUT_UNDO && !undone_acts_has(&replay->undone, next->count)) {
		snprintf(err, 160, "act %u is undone here, and was played already: replay this from a file",
			 (unsigned)next->count);
		return -EINVAL;
	}
	if (!undone_acts_pass(&replay->undone, input, NULL))
		return 0;
	if (replay->count && (replay->group[0].t_us != input->t_us || replay->count == CORE_GROUP)) {
		int r = replay_flush(replay, err);

		if (r < 0)
			return r;
	}
	replay->group[replay->count++] = *input;
	return 0;
}

/* What a daemon has a thread for. */
static int search(struct replay *replay, char err[static 160])
{
	const struct game *game = core_get_setup(replay->core)->game;
	struct core_search s;
	int r = 0;

	while (r == 0 && core_next_search(replay->core, &s)) {
		struct core_state state;
		struct input in;

		core_get_state(replay->core, &state);
		in = core_answer(&s, game->can_win(&s.position, s.side, GAME_SEARCH_NODES, NULL), state.t_us);
		r = core_input(replay->core, &in, err);
	}
	return r;
}

int replay_finish(struct replay *replay, char err[static 160])
{
	int r = replay_flush(replay, err);

	if (r == 0)
		r = core_input(replay->core, &(struct input){ .type = INPUT_FINISH }, err);
	return r < 0 ? r : search(replay, err);
}

int replay_moves(const struct core *core, FILE *out)
{
	struct core_turn turn;

	for (unsigned ply = 0; core_get_turn(core, ply, &turn) == 0; ply++)
		if (turn.turn->kind != TURN_UNSEEN)
			fprintf(out, "%s\n", turn.text);
	return ferror(out) ? -EIO : 0;
}

static int add_tags(const struct core *core, struct pgn_game *pgn)
{
	const struct core_setup *setup = core_get_setup(core);
	struct core_state state;
	char text[GAME_FEN];
	struct game_position start;
	struct core_turn first;
	int r = 0;

	core_get_state(core, &state);
	if (setup->game->variant)
		r = pgn_set_tag(pgn, "Variant", setup->game->variant);
	if (setup->game->variant || setup->game->parse(setup->game->start_fen, &start, NULL) < 0 ||
	    !setup->game->same(&start, &setup->start)) {
		setup->game->format(&setup->start, text);
		if (r == 0)
			r = pgn_set_tag(pgn, "SetUp", "1");
		if (r == 0)
			r = pgn_set_tag(pgn, "FEN", text);
	}
	clock_control_format(&setup->clock, text, sizeof(text));
	/* a clock that reports was set by hand: how is not known here */
	if (setup->clock.mode == CLOCK_NONE && core_get_turn(core, 0, &first) == 0 && first.timed)
		strcpy(text, "?");
	if (r == 0)
		r = pgn_set_tag(pgn, "TimeControl", text);
	/* what the players showed counts where nothing was ruled */
	if (!state.over && strcmp(state.kings_result, "none")) {
		state.result = state.kings_result;
		state.termination = state.kings_termination;
	}
	if (r == 0)
		r = pgn_set_tag(pgn, "Termination", state.termination);
	if (r == 0 && setup->rulebook)
		r = pgn_set_tag(pgn, "Rulebook", rulebook_id(setup->rulebook));
	snprintf(pgn->result, sizeof(pgn->result), "%s", strcmp(state.result, "none") ? state.result : "*");
	return r;
}

unsigned replay_unseen(const struct core *core, unsigned from)
{
	struct core_turn turn;

	for (unsigned ply = from; core_get_turn(core, ply, &turn) == 0; ply++)
		if (turn.turn->kind == TURN_UNSEEN)
			return ply + 1;
	return 0;
}

/* As in a record: from a position on that was seen. */
static int add_seen(struct pgn_game *pgn, const struct core *core)
{
	struct line_turn *turns;
	struct core_turn turn;
	unsigned count = 0;
	int r;

	while (core_get_turn(core, count, &turn) == 0)
		count++;
	turns = calloc(count, sizeof(*turns));
	if (!turns)
		return -ENOMEM;
	for (unsigned ply = 0; ply < count && core_get_turn(core, ply, &turn) == 0; ply++)
		turns[ply].left_us = turn.timed ? turn.left_us : -1;
	r = main_line_add(pgn, core, turns, count, false);
	free(turns);
	return r;
}

struct pgn_game *core_pgn(const struct core *core)
{
	struct pgn_game *pgn = pgn_new();
	struct core_turn turn;
	int r;

	if (!pgn)
		return NULL;
	r = add_tags(core, pgn);
	if (r == 0 && replay_unseen(core, 0))
		r = add_seen(pgn, core);
	else
		for (unsigned ply = 0; r == 0 && core_get_turn(core, ply, &turn) == 0; ply++)
			r = pgn_add_move(pgn, turn.notation, turn.timed ? turn.left_us / 1000 : PGN_NO_TIME,
					 PGN_NO_TIME, NULL);
	if (r < 0) {
		pgn_free(pgn);
		return NULL;
	}
	return pgn;
}
