/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Event times to game time: t_us, microseconds since the start of the game.
 *
 * A game has one time source. TIME_HOST: the stamp the kernel gave the event
 * (CLOCK_BOOTTIME). TIME_DEVICE: the board's own time, placed when the game
 * starts and kept while the board's boot_id is the same, whoever was unplugged
 * or restarted meanwhile. What must survive a restart of the machine hangs on
 * CLOCK_REALTIME, which may be set at any time. All arithmetic.
 */
#ifndef DAEMON_GAME_TIME_H
#define DAEMON_GAME_TIME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/machine-time.h"

enum time_source { TIME_HOST = 1, TIME_DEVICE };

struct game_time {
	enum time_source source;
	int64_t boottime_zero_us; /* CLOCK_BOOTTIME at t = 0; device source: as of the last event */
	int64_t realtime_zero_us;
	int64_t started_us;	/* CLOCK_REALTIME when it was placed first: does not follow the board's time */
	int64_t device_zero_us; /* the board's time at t = 0 */
	uint32_t board_boot;	/* which boot of the board device_zero_us belongs to */
	char boot[40];		/* which boot of the machine boottime_zero_us belongs to */
};

/* The game is at t_us now, when the board's own time is device_us (ignored for TIME_HOST). */
void game_time_place(struct game_time *map, enum time_source source, const struct machine_time *now, int64_t device_us,
		     uint32_t board_boot, int64_t t_us);
/* When an event happened; host_us or device_us is used, as the source says. */
int64_t game_time_event(const struct game_time *map, int64_t host_us, int64_t device_us);
/* What time it is in the game by the machine's clocks, also after a reboot. */
int64_t game_time_now(const struct game_time *map, const struct machine_time *now);
/* The instant in the game on CLOCK_BOOTTIME. */
int64_t game_time_boottime(const struct game_time *map, int64_t t_us);
/*
 * The same of an instant that has passed, for who wants to know how long ago it was: never later than now. What was
 * before this boot is known by the wall clock alone, on which it was realtime_us; it was before this boot.
 */
int64_t game_time_past(const struct game_time *map, const struct machine_time *now, int64_t t_us, int64_t realtime_us);
/* Device source: an event of t_us was seen now; keeps the host's side of the map along with it. */
void game_time_follow(struct game_time *map, const struct machine_time *now, int64_t t_us);
/* The board came back (or the daemon did). True if the board's own time had restarted and was placed anew. */
bool game_time_return(struct game_time *map, const struct machine_time *now, int64_t device_us, uint32_t board_boot);

/* For the journal. New reference or NULL; 0 or -EINVAL. */
json_t *game_time_format(const struct game_time *map);
int game_time_parse(json_t *object, struct game_time *ret);

#endif
