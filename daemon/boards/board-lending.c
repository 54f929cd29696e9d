/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board's lights, sounds and texts for programs: one program has them at a time, from its first call until it leaves
 * the bus, gives them back, or a game begins, to which they belong then.
 */
#include "daemon/boards/inside.h"

#include <errno.h>
#include <syslog.h>

#include "build/data/bus-vtables.h"
#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"

/* The lights go out, and a text that was to stay ends; one for some time ends by itself. */
static void restore(struct live_board *board)
{
	static const uint8_t dark[BOARD_MAX_SQUARES];
	const struct board_info *info = board_get_info(board->handle);
	int r = 0;

	if (board->lent_lights)
		r = board_request_leds(board->handle, dark, (size_t)info->width * info->height);
	if (board->lent_text && r >= 0)
		r = board_request_text(board->handle, "", 0);
	if (r < 0 && r != -ENODEV)
		log_message(LOG_WARNING, "Board %s keeps what a program showed: %s", board->name,
			    board_error(board->handle));
	board->lent_lights = board->lent_text = false;
}

static int on_left(sd_bus_track *track, void *userdata)
{
	restore(userdata);
	return 1; /* done: with 0 sd-bus calls again at once */
}

void live_board_lending_end(struct live_board *board)
{
	restore(board);
	board->lent_to = sd_bus_track_unref(board->lent_to);
}

/* The caller has them from now on, if nobody else has: 1, or as access_check(). */
static int borrow(struct live_board *board, sd_bus_message *m, sd_bus_error *error)
{
	int r = access_check(board->context, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return r;
	if (board->game)
		return fault(error, ERROR_BOARD_BUSY,
			     "Game %s is running on board %s: its lights, sounds and texts are the game's",
			     board->context->boards->user->id(board), board->name);
	if (sd_bus_track_count(board->lent_to) > 0 &&
	    !sd_bus_track_contains(board->lent_to, sd_bus_message_get_sender(m)))
		return fault(
			error, ERROR_REFUSED,
			"Another program (%s) has the lights, sounds and texts of board %s until it leaves the bus",
			sd_bus_track_first(board->lent_to), board->name);
	if (!board->lent_to)
		r = sd_bus_track_new(board->context->bus, &board->lent_to, on_left, board);
	if (r >= 0)
		r = sd_bus_track_add_sender(board->lent_to, m);
	return r < 0 ? r : 1;
}

int board_method_set_leds(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	const struct board_info *info = board_get_info(board->handle);
	const void *levels;
	size_t count;
	int r = sd_bus_message_read_array(m, 'y', &levels, &count);

	if (r >= 0)
		r = borrow(board, m, error);
	if (r <= 0)
		return access_pending(r);
	if (count != (size_t)info->width * info->height)
		return fault(error, ERROR_BAD_ARGUMENT, "Board %s has %u squares, not %zu", board->name,
			     info->width * info->height, count);
	r = live_board_call_add(board, m, board_request_leds(board->handle, levels, count), BOARD_REQUEST_LEDS, error);
	if (r >= 0)
		board->lent_lights = true;
	return r;
}

int board_method_beep(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	uint32_t hz, ms;
	int r = sd_bus_message_read(m, "uu", &hz, &ms);

	if (r >= 0)
		r = borrow(board, m, error);
	if (r <= 0)
		return access_pending(r);
	return live_board_call_add(board, m, board_request_beep(board->handle, hz, ms), BOARD_REQUEST_BEEP, error);
}

int board_method_show_text(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;
	const char *text;
	uint32_t ms;
	int r = sd_bus_message_read(m, "su", &text, &ms);

	if (r >= 0)
		r = borrow(board, m, error);
	if (r <= 0)
		return access_pending(r);
	r = live_board_call_add(board, m, board_request_text(board->handle, text, ms), BOARD_REQUEST_TEXT, error);
	if (r >= 0)
		board->lent_text = *text && ms == 0;
	return r;
}

int board_method_release(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct live_board *board = userdata;

	if (sd_bus_track_contains(board->lent_to, sd_bus_message_get_sender(m)))
		live_board_lending_end(board);
	return sd_bus_reply_method_return(m, NULL);
}
