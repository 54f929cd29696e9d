/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated board of tests and demos: that of emulator/native-board.h, whose
 * functions are here under the same names, with faults and a cable.
 *
 * A transport carries what happens on it to a host: a USB gadget, a socket, or
 * one end of a socket pair; it is served by a thread of the board's own, so that
 * a test may drive board and host from one thread.
 *
 * All functions may be called from any thread. They return 0 (or what they
 * say) or a negative errno value. Squares are the sensors': sim_square() reads
 * names.
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include "emulator/native-board.h"

struct sim;

int sim_new(const struct native_config *config, struct sim **ret); /* -EINVAL, -ENOMEM */
void sim_free(struct sim *sim);
static inline void sim_freep(struct sim **sim)
{
	if (*sim)
		sim_free(*sim);
}

/* "e4", "j10"; on 10x10 also a draughts number "1" to "50". -EINVAL for anything else. */
int sim_square(const struct sim *sim, const char *name);

int sim_lift(struct sim *sim, unsigned square);
int sim_place(struct sim *sim, unsigned square, char piece);
int sim_set_squares(struct sim *sim, const char *squares);
int sim_press(struct sim *sim, int side);
int sim_pause(struct sim *sim);
int sim_advance(struct sim *sim, uint64_t until_us);
int sim_beat(struct sim *sim);
void sim_reboot(struct sim *sim, uint32_t boot_id); /* its time is 0, too */
uint64_t sim_time(struct sim *sim);
void sim_get_state(struct sim *sim, struct native_state *ret);

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
/* Waits until the host has set the clock's display more often than that (see native_state). -ETIMEDOUT. */
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

#endif
