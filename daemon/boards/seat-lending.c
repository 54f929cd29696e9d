/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-lending.h"

#include <errno.h>
#include <syslog.h>

#include "daemon/bus/access.h"
#include "daemon/bus/errors.h"
#include "daemon/boards/seat-calls.h"
#include "daemon/games/session.h"

/* The lights go out, and a text that was to stay ends; one for some time ends by itself. */
static void restore(struct seat *seat)
{
	static const uint8_t dark[BOARD_MAX_SQUARES];
	const struct board_info *info = board_get_info(seat->board);
	int r = 0;

	if (seat->lent_lights)
		r = board_request_leds(seat->board, dark, (size_t)info->width * info->height);
	if (seat->lent_text && r >= 0)
		r = board_request_text(seat->board, "", 0);
	if (r < 0 && r != -ENODEV)
		note(LOG_WARNING, "Board %s keeps what a program showed: %s", seat->name, board_error(seat->board));
	seat->lent_lights = seat->lent_text = false;
}

static int on_left(sd_bus_track *track, void *userdata)
{
	restore(userdata);
	return 1; /* done: with 0 sd-bus calls again at once */
}

void seat_lending_end(struct seat *seat)
{
	restore(seat);
	seat->lent_to = sd_bus_track_unref(seat->lent_to);
}

/* The caller has them from now on, if nobody else has: 1, or as access_check(). */
static int borrow(struct seat *seat, sd_bus_message *m, sd_bus_error *error)
{
	int r = access_check(seat->context, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return r;
	if (seat->session)
		return fault(error, ERROR_BOARD_BUSY,
			     "Game %s is running on board %s: its lights, sounds and texts are the game's",
			     seat->session->id, seat->name);
	if (sd_bus_track_count(seat->lent_to) > 0 &&
	    !sd_bus_track_contains(seat->lent_to, sd_bus_message_get_sender(m)))
		return fault(
			error, ERROR_REFUSED,
			"Another program (%s) has the lights, sounds and texts of board %s until it leaves the bus",
			sd_bus_track_first(seat->lent_to), seat->name);
	if (!seat->lent_to)
		r = sd_bus_track_new(seat->context->bus, &seat->lent_to, on_left, seat);
	if (r >= 0)
		r = sd_bus_track_add_sender(seat->lent_to, m);
	return r < 0 ? r : 1;
}

int seat_set_leds(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	const struct board_info *info = board_get_info(seat->board);
	const void *levels;
	size_t count;
	int r = borrow(seat, m, error);

	if (r <= 0)
		return access_pending(r);
	r = sd_bus_message_read_array(m, 'y', &levels, &count);
	if (r < 0)
		return r;
	if (count != (size_t)info->width * info->height)
		return fault(error, ERROR_BAD_ARGUMENT, "Board %s has %u squares, not %zu", seat->name,
			     info->width * info->height, count);
	r = seat_call_add(seat, m, board_request_leds(seat->board, levels, count), BOARD_REQUEST_LEDS, error);
	if (r >= 0)
		seat->lent_lights = true;
	return r;
}

int seat_beep(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	uint32_t hz, ms;
	int r = borrow(seat, m, error);

	if (r <= 0)
		return access_pending(r);
	r = sd_bus_message_read(m, "uu", &hz, &ms);
	if (r < 0)
		return r;
	return seat_call_add(seat, m, board_request_beep(seat->board, hz, ms), BOARD_REQUEST_BEEP, error);
}

int seat_show_text(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;
	const char *text;
	uint32_t ms;
	int r = borrow(seat, m, error);

	if (r <= 0)
		return access_pending(r);
	r = sd_bus_message_read(m, "su", &text, &ms);
	if (r < 0)
		return r;
	r = seat_call_add(seat, m, board_request_text(seat->board, text, ms), BOARD_REQUEST_TEXT, error);
	if (r >= 0)
		seat->lent_text = *text && ms == 0;
	return r;
}

int seat_release(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct seat *seat = userdata;

	if (sd_bus_track_contains(seat->lent_to, sd_bus_message_get_sender(m)))
		seat_lending_end(seat);
	return sd_bus_reply_method_return(m, NULL);
}
