/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/replies.h"

struct live_board_call {
	struct live_board_call *next;
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

static int refuse(const struct live_board *board, enum board_request kind, int r, const char *why, sd_bus_error *error)
{
	return fault(error, r == -EINVAL ? ERROR_BAD_ARGUMENT : ERROR_BOARD_FAULT, "Board %s does not %s: %s",
		     board->name, refusal_of(kind), why);
}

int live_board_call_add(struct live_board *board, sd_bus_message *call, int request, enum board_request kind,
			sd_bus_error *error)
{
	struct live_board_call *c;

	if (request < 0)
		return refuse(board, kind, request, board_error(board->handle), error);
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->call = sd_bus_message_ref(call);
	c->request = (uint32_t)request;
	c->next = board->calls;
	board->calls = c;
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

static void reply(struct live_board *board, sd_bus_message *call, const struct board_answer *answer)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (answer->result < 0) {
		refuse(board, answer->kind, answer->result, answer->error, &error);
		sd_bus_reply_method_error(call, &error);
		sd_bus_error_free(&error);
	} else if (answer->kind == BOARD_REQUEST_SQUARES) {
		reply_squares(call, &answer->squares);
	} else {
		sd_bus_reply_method_return(call, NULL);
	}
}

static void call_free(struct live_board_call *c)
{
	sd_bus_message_unref(c->call);
	free(c);
}

bool live_board_call_answer(struct live_board *board, const struct board_answer *answer)
{
	for (struct live_board_call **link = &board->calls, *c; (c = *link); link = &c->next) {
		if (c->request != answer->request)
			continue;
		*link = c->next;
		reply(board, c->call, answer);
		call_free(c);
		return true;
	}
	return false;
}

void live_board_calls_fail(struct live_board *board)
{
	struct live_board_call *c;

	while ((c = board->calls)) {
		board->calls = c->next;
		sd_bus_reply_method_errorf(c->call, ERROR_BOARD_FAULT, "Board %s was unplugged", board->name);
		call_free(c);
	}
}
