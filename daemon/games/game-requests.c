/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/inside.h"

#include <errno.h>

#include "daemon/bus/replies.h"
#include "daemon/boards/live-board.h"

int live_game_journal_fault(const struct live_game *s, sd_bus_error *error)
{
	return fault(error, ERROR_JOURNAL, "There are no rulings while the journal cannot be written: %s",
		     s->context->journal_fault);
}

int live_game_may_act(struct live_game *s, sd_bus_message *m, enum access_role role, sd_bus_error *error)
{
	int r = live_game_may_press(s, m, role, error);

	/* what has become of the game meanwhile nobody has heard, so that nothing else can be said of it */
	if (r > 0 && s->context->journal_fault[0]) {
		live_game_let_go(s, m);
		return live_game_journal_fault(s, error);
	}
	return r;
}

int live_game_may_press(struct live_game *s, sd_bus_message *m, enum access_role role, sd_bus_error *error)
{
	/* before polkit is asked: once it is, who waits for that may act on the board */
	const int64_t came_us = live_game_now(s);
	int r;

	if (live_game_waiting_full(s, m) && !live_game_has_place(s, m))
		return fault(error, ERROR_REFUSED, "Too many claims are waiting in this game");
	r = access_check(s->context, m, role, error);
	/* the boards were read when it came: what they say since polkit was asked is later */
	if (r == 0 && live_game_hold(s, m, came_us) < 0)
		context_exit(s->context, -ENOMEM);
	if (r != 0)
		live_game_let_go(s, m);
	return r;
}

int live_game_refuse_over(const struct live_game *s, sd_bus_error *error)
{
	const char *result = live_game_result(s);
	const bool none = !*result || strcmp(result, "none") == 0;

	return fault(error, ERROR_GAME_OVER, "Game %s is over%s%s", s->id, none ? "" : ": ", none ? "" : result);
}

int live_game_hears(struct live_game *s, enum claim_kind claim, sd_bus_error *error)
{
	if (s->over && claim != CLAIM_APPEAL)
		return live_game_refuse_over(s, error);
	if (!s->setup.book)
		return fault(error, ERROR_REFUSED, "Game %s has no rulebook, so there are no rulings", s->id);
	if (s->setup.core.game->irregular && claim_is_of_chess(claim))
		return fault(error, ERROR_REFUSED, "Game %s is draughts, and \"%s\" is a claim of chess", s->id,
			     claim_name(claim));
	return 1;
}

static int add_waiting(struct live_game *s, const struct input *input, sd_bus_message *call, bool replies)
{
	int r;

	if (s->board && !live_game_has_place(s, call))
		live_board_read(s->board);
	r = live_game_add_waiting(s, input, call, replies);
	return r < 0 ? r : 1;
}

int live_game_request(struct live_game *s, const struct input *input, sd_bus_message *call, sd_bus_error *error)
{
	if (s->context->journal_fault[0])
		return live_game_journal_fault(s, error);
	return add_waiting(s, input, call, true);
}

int live_game_request_json(struct live_game *s, sd_bus_message *call, json_t *object, sd_bus_error *error)
{
	struct input input;
	char err[160] = "";

	json_object_set_new(object, "t_us", json_integer(0));
	if (input_parse(s->setup.core.game, object, &input, err) < 0)
		return fault(error, ERROR_BAD_ARGUMENT, "%s", err);
	return live_game_request(s, &input, call, error);
}

int live_game_request_press(struct live_game *s, enum side side, sd_bus_message *call, sd_bus_error *error)
{
	return add_waiting(s, &(struct input){ .type = INPUT_PRESS, .side = side }, call, false);
}
