/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/errors.h"

struct seat_call {
	struct seat_call *next;
	sd_bus_message *call;
	uint32_t request;
};

/* What a board does not do. */
static const char *refusal_of(enum board_request kind)
{
	switch (kind) {
	case BOARD_REQUEST_SQUARES:
	case BOARD_REQUEST_RECALL:
		return "report its squares";
	case BOARD_REQUEST_LEDS:
		return "light its squares";
	case BOARD_REQUEST_CLOCK:
		return "show the clock";
	case BOARD_REQUEST_BEEP:
		return "beep";
	case BOARD_REQUEST_TEXT:
		return "show the text";
	}
	return "answer";
}

static int refuse(const struct seat *seat, enum board_request kind, int r, const char *why, sd_bus_error *error)
{
	return fault(error, r == -EINVAL ? ERROR_BAD_ARGUMENT : ERROR_BOARD_FAULT, "Board %s does not %s: %s",
		     seat->name, refusal_of(kind), why);
}

int seat_call_add(struct seat *seat, sd_bus_message *call, int request, enum board_request kind, sd_bus_error *error)
{
	struct seat_call *c;

	if (request < 0)
		return refuse(seat, kind, request, board_error(seat->board), error);
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->call = sd_bus_message_ref(call);
	c->request = (uint32_t)request;
	c->next = seat->calls;
	seat->calls = c;
	return 1;
}

static void reply_squares(sd_bus_message *call, const struct board_squares *squares)
{
	char text[BOARD_MAX_SQUARES + 1];

	memcpy(text, squares->squares, squares->count);
	text[squares->count] = '\0';
	sd_bus_reply_method_return(call, "sux", text, squares->seq,
				   squares->device_us == BOARD_NO_TIME ? INT64_C(-1) : squares->device_us);
}

static void reply(struct seat *seat, sd_bus_message *call, const struct board_answer *answer)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (answer->result < 0) {
		refuse(seat, answer->kind, answer->result, answer->error, &error);
		sd_bus_reply_method_error(call, &error);
		sd_bus_error_free(&error);
	} else if (answer->kind == BOARD_REQUEST_SQUARES) {
		reply_squares(call, &answer->squares);
	} else {
		sd_bus_reply_method_return(call, NULL);
	}
}

static void call_free(struct seat_call *c)
{
	sd_bus_message_unref(c->call);
	free(c);
}

bool seat_call_answer(struct seat *seat, const struct board_answer *answer)
{
	for (struct seat_call **link = &seat->calls, *c; (c = *link); link = &c->next) {
		if (c->request != answer->request)
			continue;
		*link = c->next;
		reply(seat, c->call, answer);
		call_free(c);
		return true;
	}
	return false;
}

void seat_calls_fail(struct seat *seat)
{
	struct seat_call *c;

	while ((c = seat->calls)) {
		seat->calls = c->next;
		sd_bus_reply_method_errorf(c->call, ERROR_BOARD_FAULT, "Board %s was unplugged", seat->name);
		call_free(c);
	}
}
