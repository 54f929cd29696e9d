/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A whole road for one test: a private dbus-daemon, flagfalld on it, an
 * emulated board on a socket, and a client that keeps what it receives. The
 * board's own time is the time of play, so nothing here sleeps; what is waited
 * for comes or the test fails.
 *
 * Functions that cannot do their part end the test with the reason.
 */
#ifndef TESTS_BUS_RIG_H
#define TESTS_BUS_RIG_H

#include <jansson.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <systemd/sd-bus.h>

#include "tests/sim/sim.h"

#define RIG_SERIAL "SIM-0001"

/* The daemon's interfaces, as clients know them: written out, so that a test sees when one changes. */
#define GAME "org.flagfall1.Game"
#define CLOCK "org.flagfall1.Clock"
#define BOARD "org.flagfall1.Board"
#define ARBITER "org.flagfall1.Arbiter"

struct received {
	char *member; /* signal */
	char *path;
	json_t *json; /* of Published and Observed; else NULL */
	char *text;   /* arguments: strings and numbers, blank-separated; of a dictionary NAME=VALUE */
};

struct rig {
	char dir[64], address[128], socket[96];
	pid_t bus_pid, daemon_pid;
	struct sim *sim;
	sd_bus *bus;
	sd_bus_slot *match;
	struct received *received;
	size_t count, size;
	size_t seen; /* rig_wait() looks from here */
	char game[32], path[64];
	char **wrong;
	char **extra; /* arguments of flagfalld, NULL-terminated; may be NULL */
};

/* cmocka's setup and teardown: *state is the rig. Everything runs when setup returns. */
int rig_setup(void **state);
int rig_teardown(void **state);
/* The same with a board without a time of its own: the machine's clock is the time of play. */
int rig_setup_host(void **state);
/* Without the daemon; the caller may change it before rig_daemon_start(). */
int rig_setup_bare(void **state);

/* Returns when it has its name and, if one is plugged in, the board; what it publishes is subscribed to. */
void rig_daemon_start(struct rig *rig);
/* … with a library that is loaded before the C library (tests/faults/); pairs of environment variable and value, for
 * this daemon alone, end with NULL. Not under a sanitizer that wants to be the first itself. */
void rig_daemon_start_with(struct rig *rig, const char *library, ...) __attribute__((sentinel));
/* flag: what FAULTS_SYNC_HOLD names. The disk is held while that file is there; the move is what waits for it first. */
void rig_hold_disk(struct rig *rig, const char *flag, const char *move);
void rig_daemon_stop(struct rig *rig, int signal); /* returns when it has ended */
/*
 * In the middle of the rig's game it is stopped and started again. It has read the whole board when this returns: what
 * is done on the board before is part of the gap, and no turn.
 */
void rig_restart(struct rig *rig, int signal);
/* The same for who does something in between: how often the whole board was read, asked while there is no daemon, … */
int64_t rig_boards_read(struct rig *rig);
/* … and, when it was started, wait until it is once more. */
void rig_wait_board_read(struct rig *rig, int64_t before);

/* The bus goes, and comes back: the rig's client is a new one then, and the daemon has its name. */
void rig_bus_stop(struct rig *rig);
void rig_bus_start(struct rig *rig);

sd_bus *rig_connect(struct rig *rig); /* one more client */

/* StartGame; pairs of option and text, ends with NULL. */
void rig_start(struct rig *rig, ...) __attribute__((sentinel));
/* What the game's arbiter is told is heard from now on, too. */
void rig_subscribe_arbiter(struct rig *rig);
/* As above; the error's name is returned (to be freed with sd_bus_error_free()), *error filled. 0: it was started. */
int rig_try_start(struct rig *rig, const char *board, sd_bus_error *error, ...) __attribute__((sentinel));
/* A method of the game that answers with rulings; types and arguments as sd_bus_call_method(). New reference: array of
 * objects. */
json_t *rig_ask(struct rig *rig, const char *interface, const char *method, const char *types, ...);
/* … that is to fail: the error. */
sd_bus_error rig_refused(struct rig *rig, const char *interface, const char *method, const char *types, ...);

char *rig_property(struct rig *rig, const char *interface,
		   const char *name); /* text of a property of the game; free() */
/* That property is just that text; and the game is over, with this Result and Question. */
void rig_expect(struct rig *rig, const char *interface, const char *name, const char *value);
void rig_expect_over(struct rig *rig, const char *result, const char *question);
int64_t rig_number(struct rig *rig, const char *interface, const char *name);
/* Waits until the game's State is that: a board that is plugged in again has to say first what stands on it. */
void rig_wait_state(struct rig *rig, const char *state);

/* A move by the hands: "e2e4", victims lifted first. At that time of play (µs since the start); pressed if press. */
void rig_move(struct rig *rig, const char *move, int64_t t_us, bool press);
/* Moves one after the other, one second each, from the game's last one on, all pressed. */
void rig_moves(struct rig *rig, const char *moves);
/* As rig_moves(), and then two seconds pass: a turn that was pressed too early or illegally is judged. */
void rig_moves_judged(struct rig *rig, const char *moves);
void rig_press(struct rig *rig, int side, int64_t t_us);
void rig_lift(struct rig *rig, const char *square);
void rig_place(struct rig *rig, const char *square, char piece);
void rig_time(struct rig *rig, int64_t t_us); /* lets time pass */
void rig_settle(struct rig *rig);	      /* the daemon has taken all that happened on the board */
/*
 * Waits until just these squares are lit, "d5 e4 " in the order of the board, "" none. Every request to a board is
 * answered by a thread of that board's, so what the daemon has done is not yet on the board.
 */
void rig_wait_lit(struct rig *rig, const char *expected);

/*
 * Waits for a signal whose arguments contain the text (for Published: its JSON), after those waited for before.
 * The pointer lives until the next call.
 */
const struct received *rig_wait(struct rig *rig, const char *member, const char *text);
/*
 * Waits for a turn ("1 white e2e4") that is committed, and so on disk. Its Move is heard before, too, when it is set
 * down: whoever waits for that may find that its press has not been read yet.
 */
const struct received *rig_wait_committed(struct rig *rig, const char *turn);
/* Has it been received, as far as the bus was read? */
bool rig_has_received(struct rig *rig, const char *member, const char *text);
bool rig_has_committed(struct rig *rig, const char *turn);
/* … up to now? Everything the daemon sent before this call counts. */
bool rig_has_heard(struct rig *rig, const char *member, const char *text);
/* Takes all signals that were sent before now. */
void rig_drain(struct rig *rig);

/* The file's text; free(). NULL if it is not there. */
char *rig_read_file(const char *path);

#endif
