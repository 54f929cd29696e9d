/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Undo of org.flagfall1.Game: as long as the game's result may be another one. */

#include <errno.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/replies.h"
#include "daemon/games/game-acts.h"
#include "daemon/tournaments/inside.h"

static int read_undo(sd_bus_message *m, struct input *input, sd_bus_error *wrong)
{
	const char *reason;
	int r = sd_bus_message_read(m, "us", &input->count, &reason);

	if (r < 0)
		return r;
	if (input->count == 0)
		return fault(wrong, ERROR_BAD_ARGUMENT, "Acts are counted from 1");
	if (strlen(reason) >= sizeof(input->text))
		return fault(wrong, ERROR_BAD_ARGUMENT, "A reason has %zu characters at most", sizeof(input->text) - 1);
	strcpy(input->text, reason);
	return 0;
}

static int check_round(struct live_game *s, sd_bus_error *error)
{
	struct tournament *e = NULL;
	struct live_round *round = NULL;
	const struct pairing *pairing = tournament_pairing_of(s, &e, &round);

	if (!pairing)
		return past_return_check_time(s, error);
	if (s->over && *pairing->given && round->now->state != ROUND_CLOSED)
		return fault(
			error, ERROR_REFUSED,
			"The result %s was given by \"round change\", and stays whatever becomes of the game: take it away first, with result=none",
			pairing->given);
	if (round->now->state != ROUND_CLOSED)
		return 0;
	return fault(error, ERROR_REFUSED,
		     "Game %s is of round %u, which is closed: \"round change\" puts a result right", s->id,
		     round->number);
}

int game_method_undo(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_game *s = userdata;
	struct input input = input_at(0, INPUT_UNDO);
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	const int read = read_undo(m, &input, &wrong);
	int r = access_goes_on(live_game_may_act(s, m, ACCESS_ARBITRATE, error), read, &wrong, error);

	if (r <= 0)
		return access_pending(r);
	r = check_round(s, error);
	return r < 0 ? r : live_game_request(s, &input, m, error);
}
