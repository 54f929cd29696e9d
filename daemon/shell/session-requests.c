/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/session-requests.h"

#include "daemon/shell/access.h"
#include "daemon/shell/errors.h"
#include "daemon/shell/seat-events.h"
#include "daemon/shell/session-time.h"

int session_allowed(struct session *s, sd_bus_message *m, sd_bus_error *error)
{
	return access_check(m, s->context->options.group, error);
}

int session_hears(struct session *s, enum claim_kind claim, sd_bus_error *error)
{
	if (s->over && claim != CLAIM_APPEAL)
		return fault(error, ERROR_GAME_OVER, "Game %s is over: %s", s->id, s->published.result);
	if (!s->setup.book)
		return fault(error, ERROR_REFUSED, "Game %s has no rulebook, so there are no rulings", s->id);
	return 1;
}

/* What the board said before this is read before it. */
static int add_waiting(struct session *s, const struct input *input, sd_bus_message *call, sd_bus_error *error)
{
	int r;

	if (session_waiting_full(s))
		return fault(error, ERROR_REFUSED, "Too many claims are waiting in this game");
	if (s->seat)
		seat_read(s->seat);
	r = session_add_waiting(s, input, call);
	return r < 0 ? r : 1;
}

int session_request(struct session *s, const struct input *input, sd_bus_message *call, sd_bus_error *error)
{
	if (s->context->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "There are no rulings while the journal cannot be written: %s",
			     s->context->journal_fault);
	return add_waiting(s, input, call, error);
}

int session_request_json(struct session *s, sd_bus_message *call, json_t *object, sd_bus_error *error)
{
	struct input input;
	char err[160] = "";

	json_object_set_new(object, "t_us", json_integer(0));
	if (input_parse(s->setup.core.game, object, &input, err) < 0)
		return fault(error, ERROR_BAD_ARGUMENT, "%s", err);
	return session_request(s, &input, call, error);
}

int session_request_press(struct session *s, enum side side, sd_bus_error *error)
{
	return add_waiting(s, &(struct input){ .type = INPUT_PRESS, .side = side }, NULL, error);
}
