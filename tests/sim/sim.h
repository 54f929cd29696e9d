/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated board: a sensor board made of software, for tests and demos.
 *
 * A struct sim is the board itself, with pieces standing on it, a lever, a clock
 * display and a time of its own that runs only as it is told. What happens on
 * it is kept, in the order and with the times it happened, until the host has
 * taken it. A transport carries that to a host: a USB gadget, a socket, or one
 * end of a socket pair; it is served by a thread of the board's own, so that a
 * test may drive board and host from one thread.
 *
 * All functions may be called from any thread. They return 0 (or what they
 * say) or a negative errno value. Squares are the sensors', row by row from
 * White's lower left corner: sim_square() reads names. Times are microseconds
 * of the board's own time.
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/wire.h"

struct sim;

/* What the board says of itself. Members at rest take the value in brackets. */
struct sim_config {
	uint8_t size;	   /* 8 or 10 columns and rows [8] */
	uint8_t sensors;   /* SBW_SENSORS_* [SBW_SENSORS_PIECE_ID] */
	uint32_t features; /* SBW_FEATURE_* [all but none: see no_features] */
	bool no_features;  /* features really is 0 */
	uint32_t scan_us;
	uint32_t boot_id;     /* [1] */
	const char *model;    /* ["Emulated board"]; texts are copied, cut to SBW_TEXT_SIZE bytes */
	const char *firmware; /* ["flagfall-sim"] */
	const char *serial;   /* [none] */
	const char *squares;  /* size * size letters in the order of the sensors [the start position; 10x10: empty] */
	uint64_t time_us;     /* the board's time as it is made */
};

int sim_new(const struct sim_config *config, struct sim **ret); /* -EINVAL, -ENOMEM */
void sim_free(struct sim *sim);
static inline void sim_freep(struct sim **sim)
{
	if (*sim)
		sim_free(*sim);
}

/* "e4", "j10"; on 10x10 also a draughts number "1" to "50". -EINVAL for anything else. */
int sim_square(const struct sim *sim, const char *name);

/*
 * Hands. Each happens at the board's present time. The board tells the host only what its sensors notice: a lift from
 * an empty square and a place of what stands there already are nothing new to it, and a presence-only board does not
 * see one piece put in another's place. Returns 1 if the sensors noticed, 0 if not, -ERANGE for a square outside the
 * board.
 */
int sim_lift(struct sim *sim, unsigned square);
int sim_place(struct sim *sim, unsigned square, char piece); /* 0: whatever was lifted last, '?' if nothing was */
int sim_set_squares(struct sim *sim, const char *squares); /* lifts and places of all that differs; number of events */
int sim_press(struct sim *sim, int side);		   /* SBW_SIDE_*; -EOPNOTSUPP without SBW_FEATURE_LEVER */
int sim_pause(struct sim *sim);				   /* -EOPNOTSUPP without SBW_FEATURE_PAUSE */

/*
 * Time. A board whose time is the time of play (SBW_FEATURE_DEVICE_TIME) says four times a second of it how late it is.
 * sim_advance() lets time pass; never backwards (-EINVAL). sim_beat() says the time at once.
 */
#define SIM_HEARTBEAT_US 250000
int sim_advance(struct sim *sim, uint64_t until_us);
int sim_beat(struct sim *sim);
uint64_t sim_time(struct sim *sim);

/* As if it had been switched off and on: another boot_id, time and numbers from zero. The pieces stand as they stood.
 */
void sim_reboot(struct sim *sim, uint32_t boot_id);

/*
 * The cable. Choose one transport, then plug in.
 *   sim_use_socket  AF_UNIX SOCK_SEQPACKET; libboard/wire-decoder.h. A port is a path
 *   sim_use_gadget  a USB device by configfs and FunctionFS (root). A port is the name of a UDC. name: of the gadget in
 *                   configfs and of the FunctionFS mount in /run; everything is taken away again by sim_free()
 *   sim_use_redirect  a USB device of a virtual machine: a port is the path of a stream socket on which QEMU's
 * usb-redir listens. high_speed: for a host controller without companions for full speed sim_use_pair    the same
 * messages as on the socket, on one end of a socket pair; *host_fd is the caller's sim_plug() of a pair takes no port.
 * Plugging in what is plugged in is -EBUSY. What happens while the board is not plugged in is never told to the host,
 * except by the whole board.
 */
int sim_use_socket(struct sim *sim);
int sim_use_gadget(struct sim *sim, const char *name);
int sim_use_redirect(struct sim *sim, bool high_speed);
int sim_use_pair(struct sim *sim, int *host_fd);
int sim_plug(struct sim *sim, const char *port);
int sim_unplug(struct sim *sim);
bool sim_plugged(struct sim *sim);
/* USB identity of the gadget. Before sim_use_gadget(). [1209:0001] */
void sim_usb_ids(struct sim *sim, uint16_t vendor, uint16_t product);

/*
 * The host. sim_room() waits until at most that many events are still to be taken; sim_flush() until none are. Both
 * -ETIMEDOUT after timeout_ms (negative: never). sim_host(): does one listen?
 */
int sim_room(struct sim *sim, unsigned events, int timeout_ms);
int sim_flush(struct sim *sim, int timeout_ms);
bool sim_host(struct sim *sim);
/* Waits until the host has set the clock's display more often than that (see sim_state). -ETIMEDOUT. */
int sim_wait_clock(struct sim *sim, uint32_t times, int timeout_ms);

/* Faults, for the host to cope with. */
enum sim_fault {
	SIM_FAULT_NONE = 0,
	/* from now on, until SIM_FAULT_NONE */
	SIM_FAULT_INFO_GARBAGE, /* GET_INFO answers with noise */
	SIM_FAULT_INFO_SHORT,	/* … with half of it */
	SIM_FAULT_INFO_VERSION, /* … with version 9 */
	SIM_FAULT_INFO_STALL,	/* GET_INFO is refused */
	SIM_FAULT_BOARD_STALL,	/* GET_BOARD is refused */
	SIM_FAULT_BOARD_SHORT,	/* GET_BOARD answers with half of it */
	SIM_FAULT_MUTE,		/* no request is answered until it is over; what happens on the board is told */
	SIM_FAULT_HALT,		/* with sim_use_redirect(): the interrupt endpoint is halted, and stays so: no answer */
	/* once: one event is spoiled that the board itself did not see happen, or numbers are left out */
	SIM_FAULT_REPORT_SHORT,	  /* a report shorter than it says */
	SIM_FAULT_REPORT_LONG,	  /* a report longer than it says */
	SIM_FAULT_REPORT_VERSION, /* a report of version 9 */
	SIM_FAULT_EVENT_UNKNOWN,  /* an event of an unknown type */
	SIM_FAULT_SQUARE_OUTSIDE, /* an event on a square that the board does not have */
	SIM_FAULT_SEQUENCE,	  /* three numbers are left out */
	SIM_FAULT_COUNT
};
int sim_set_fault(struct sim *sim, enum sim_fault fault);
const char *sim_fault_name(enum sim_fault fault); /* "info-garbage", … */
int sim_fault_from_name(const char *name);	  /* -EINVAL */

/* What can be read back. */
struct sim_state {
	uint64_t time_us;
	uint32_t seq;	  /* of the last event */
	unsigned pending; /* events not yet taken by the host */
	uint32_t dropped; /* events that the host never took: unplugged, or far behind */
	uint8_t size;
	uint8_t lever;
	char squares[SBW_MAX_SQUARES + 1]; /* what truly stands there, '?' a piece whose kind was never told */
	uint8_t leds[SBW_MAX_SQUARES];
	uint32_t leds_set, clock_set; /* how often the host did */
	uint32_t white_ms, black_ms;  /* the clock's display */
	uint8_t running;
	uint32_t info_asked, board_asked, stalled;
	uint32_t unanswered; /* requests: with sim_use_redirect() */
};
void sim_get_state(struct sim *sim, struct sim_state *ret);

#endif
