/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Many emulated boards at little cost: one thread serves them all, so that what is measured beside it is the daemon.
 * They are piece-ID boards with a lever and a clock, on sockets (libboard/wire-decoder.h), and their time is the
 * machine's. Each plays the same legal game, knights out and back and a pawn now and then, so that no position comes
 * four times and nothing ends the game, and a sensor under a rook flickers between.
 */
#ifndef TESTS_BENCH_LIGHT_BOARDS_H
#define TESTS_BENCH_LIGHT_BOARDS_H

#include <stdbool.h>
#include <stdint.h>

#define LIGHT_PLIES 240 /* at most; then the boards stand still */

struct light_boards;

struct light_plan {
	unsigned boards;
	unsigned events_hz; /* sensor events a second, of each */
	unsigned press_ms;  /* one press in this time, of each */
};

/* Boards 0 to plan.boards - 1 at the sockets FOLDER/light-0…, with the serial numbers LIGHT-0…. Ends the program on
 * failure. */
struct light_boards *light_boards_new(const char *folder, const struct light_plan *plan);
void light_boards_free(struct light_boards *boards);
void light_boards_path(const struct light_boards *boards, unsigned board, char path[static 108]);

/* From now on, or until told otherwise. */
void light_boards_play(struct light_boards *boards, bool on);
/* That board answers no request any more. */
void light_boards_mute(struct light_boards *boards, unsigned board);

/* How often it pressed, and when it did so the n-th time, from 0 (CLOCK_BOOTTIME, just before it was sent). */
unsigned light_boards_presses(const struct light_boards *boards, unsigned board);
int64_t light_boards_pressed_us(const struct light_boards *boards, unsigned board, unsigned n);
/* … and just after; 0: its thread has not gone on since. */
int64_t light_boards_sent_us(const struct light_boards *boards, unsigned board, unsigned n);
/* All events of all boards so far, presses with them; and how many the host did not take from its socket in time. */
uint64_t light_boards_events(const struct light_boards *boards);
uint64_t light_boards_dropped(const struct light_boards *boards);
/* How often a board's clock was set. */
uint64_t light_boards_clocks(const struct light_boards *boards);

#endif
