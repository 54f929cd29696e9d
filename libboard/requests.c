/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a board can be asked: whether it can, and what was given, is looked at here; then it is asked, here or by its
 * thread (started.c). */
#include "libboard/mailbox.h"

#include <errno.h>
#include <string.h>

static bool can(const struct board_backend *backend, enum board_request kind)
{
	switch (kind) {
	case BOARD_REQUEST_SQUARES:
		return backend->get_squares;
	case BOARD_REQUEST_RECALL:
		return backend->recall;
	case BOARD_REQUEST_LEDS:
		return backend->set_leds;
	case BOARD_REQUEST_CLOCK:
		return backend->set_clock;
	case BOARD_REQUEST_BEEP:
		return backend->beep;
	case BOARD_REQUEST_TEXT:
		return backend->show_text;
	}
	return false;
}

static int check(struct board *board, enum board_request kind)
{
	static const struct {
		uint32_t feature;
		const char *cannot;
	} kinds[] = {
		[BOARD_REQUEST_SQUARES] = { 0, "this source cannot be asked for the whole board" },
		[BOARD_REQUEST_RECALL] = { 0, "this source keeps no log of its own" },
		[BOARD_REQUEST_LEDS] = { BOARD_FEATURE_LEDS, "this board cannot light squares" },
		[BOARD_REQUEST_CLOCK] = { BOARD_FEATURE_CLOCK, "this board cannot show times" },
		[BOARD_REQUEST_BEEP] = { BOARD_FEATURE_BEEP, "this board cannot beep" },
		[BOARD_REQUEST_TEXT] = { BOARD_FEATURE_TEXT, "this board cannot show texts" },
	};

	board->error[0] = '\0';
	if (board->over)
		return board_fail(board, -ENODEV, "%.300s: the board was unplugged", board->uri);
	if (!can(board->asked, kind) || (board->info.features & kinds[kind].feature) != kinds[kind].feature)
		return board_fail(board, -EOPNOTSUPP, "%.300s: %s", board->uri, kinds[kind].cannot);
	return 0;
}

static int get_squares(struct board *board, struct board_squares *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->host_us = ret->device_us = BOARD_NO_TIME;
	return board->backend->get_squares(board, ret);
}

/* A recorder has the board that it records asked. */
static int pass_on(struct board *board, struct board_call *call)
{
	int r = board_make_request(board->source, call);

	return r < 0 ? board_fail(board, r, "%s", board->source->error) : 0;
}

static int give(struct board *board, struct board_call *call)
{
	const struct board_backend *backend = board->backend;

	if (!can(backend, call->answer.kind))
		return pass_on(board, call);
	switch (call->answer.kind) {
	case BOARD_REQUEST_SQUARES:
		return get_squares(board, &call->answer.squares);
	case BOARD_REQUEST_RECALL:
		return backend->recall(board, call->squares);
	case BOARD_REQUEST_LEDS:
		return backend->set_leds(board, call->level, board_cells(&board->info));
	case BOARD_REQUEST_CLOCK:
		return backend->set_clock(board, call->clock.white_ms, call->clock.black_ms, call->clock.running);
	case BOARD_REQUEST_BEEP:
		return backend->beep(board, call->beep.hz, call->beep.ms);
	case BOARD_REQUEST_TEXT:
		return backend->show_text(board, call->show.text, call->show.ms);
	}
	return -EINVAL;
}

int board_make_request(struct board *board, struct board_call *call)
{
	int r = check(board, call->answer.kind);

	return r < 0 ? r : board_finish(board, give(board, call));
}

static int requests_ask(struct board *board, struct board_call *call)
{
	if (board->backend->request)
		return board->backend->request(board, call);
	call->answer.result = board_make_request(board, call);
	call->answer.error = board->error;
	board->answered = call->answer;
	board->answer = &board->answered;
	return board->answered.result;
}

const struct board_answer *board_get_answer(const struct board *board)
{
	return board->answer;
}

int board_request_squares(struct board *board)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_SQUARES };
	int r = check(board, call.answer.kind);

	return r < 0 ? r : requests_ask(board, &call);
}

int board_request_recall(struct board *board, const char *squares)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_RECALL };
	int r = check(board, call.answer.kind);

	if (r < 0)
		return r;
	memcpy(call.squares, squares, board_cells(&board->info));
	return requests_ask(board, &call);
}

int board_request_leds(struct board *board, const uint8_t *level, size_t n)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_LEDS };
	int r = check(board, call.answer.kind);

	if (r < 0)
		return r;
	if (n != board_cells(&board->info))
		return board_fail(board, -EINVAL, "%zu levels were given for a board of %u squares", n,
				  board_cells(&board->info));
	memcpy(call.level, level, n);
	return requests_ask(board, &call);
}

int board_request_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_CLOCK, .clock = { white_ms, black_ms, running } };
	int r = check(board, call.answer.kind);

	if (r < 0)
		return r;
	if (running < 0 || running > BOARD_BLACK)
		return board_fail(board, -EINVAL, "no side has the number %d", running);
	return requests_ask(board, &call);
}

int board_request_beep(struct board *board, unsigned hz, unsigned ms)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_BEEP, .beep = { hz, ms } };
	int r = check(board, call.answer.kind);

	if (r < 0)
		return r;
	if (hz > UINT16_MAX || ms > UINT16_MAX)
		return board_fail(board, -EINVAL, "no board beeps at %u Hz for %u ms", hz, ms);
	return requests_ask(board, &call);
}

int board_request_text(struct board *board, const char *text, unsigned ms)
{
	struct board_call call = { .answer.kind = BOARD_REQUEST_TEXT, .show = { .ms = ms } };
	int r = check(board, call.answer.kind);

	if (r < 0)
		return r;
	for (size_t i = 0; text[i]; i++)
		if (i == BOARD_SHOWN_SIZE || text[i] < ' ' || text[i] > '~')
			return board_fail(board, -EINVAL, "a text has at most %d ASCII characters", BOARD_SHOWN_SIZE);
	if (ms > 600000)
		return board_fail(board, -EINVAL, "no text is shown for %u ms: 600000 at most", ms);
	strcpy(call.show.text, text);
	return requests_ask(board, &call);
}
