/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/game-time.h"

#include <errno.h>
#include <string.h>

void game_time_place(struct game_time *map, enum time_source source, const struct machine_time *now, int64_t device_us,
		     uint32_t board_boot, int64_t t_us)
{
	*map = (struct game_time){
		.source = source,
		.boottime_zero_us = now->boottime_us - t_us,
		.realtime_zero_us = now->realtime_us - t_us,
		.started_us = now->realtime_us - t_us,
		.device_zero_us = source == TIME_DEVICE ? device_us - t_us : 0,
		.board_boot = board_boot,
	};
	memcpy(map->boot, now->boot, sizeof(map->boot));
}

int64_t game_time_event(const struct game_time *map, int64_t host_us, int64_t device_us)
{
	return map->source == TIME_DEVICE ? device_us - map->device_zero_us : host_us - map->boottime_zero_us;
}

int64_t game_time_now(const struct game_time *map, const struct machine_time *now)
{
	if (strcmp(map->boot, now->boot) == 0)
		return now->boottime_us - map->boottime_zero_us;
	return now->realtime_us - map->realtime_zero_us;
}

int64_t game_time_boottime(const struct game_time *map, int64_t t_us)
{
	return map->boottime_zero_us + t_us;
}

int64_t game_time_past(const struct game_time *map, const struct machine_time *now, int64_t t_us, int64_t realtime_us)
{
	const bool same_boot = strcmp(map->boot, now->boot) == 0;
	const int64_t latest_us = same_boot ? now->boottime_us : 0;
	int64_t us = map->boottime_zero_us + t_us;

	if (!same_boot || us > latest_us) /* a board whose time goes faster than this machine's */
		us = realtime_us - (now->realtime_us - now->boottime_us);
	return us < latest_us ? us : latest_us;
}

void game_time_follow(struct game_time *map, const struct machine_time *now, int64_t t_us)
{
	map->boottime_zero_us = now->boottime_us - t_us;
	map->realtime_zero_us = now->realtime_us - t_us;
	memcpy(map->boot, now->boot, sizeof(map->boot));
}

bool game_time_return(struct game_time *map, const struct machine_time *now, int64_t device_us, uint32_t board_boot)
{
	int64_t t_us = game_time_now(map, now), started_us = map->started_us;

	if (map->source == TIME_DEVICE && board_boot == map->board_boot) {
		game_time_follow(map, now, device_us - map->device_zero_us);
		return false;
	}
	game_time_place(map, map->source, now, device_us, board_boot, t_us);
	map->started_us = started_us;
	return map->source == TIME_DEVICE;
}

json_t *game_time_format(const struct game_time *map)
{
	return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:s}", "source",
			 map->source == TIME_DEVICE ? "device" : "host", "boottime_zero_us",
			 (json_int_t)map->boottime_zero_us, "realtime_zero_us", (json_int_t)map->realtime_zero_us,
			 "started_us", (json_int_t)map->started_us, "device_zero_us", (json_int_t)map->device_zero_us,
			 "board_boot", (json_int_t)map->board_boot, "boot", map->boot);
}

int game_time_parse(json_t *object, struct game_time *ret)
{
	json_int_t boottime, realtime, device, board_boot, started = 0;
	const char *source, *boot;

	if (json_unpack(object, "{s:s, s:I, s:I, s:I, s:I, s:s, s?I}", "source", &source, "boottime_zero_us", &boottime,
			"realtime_zero_us", &realtime, "device_zero_us", &device, "board_boot", &board_boot, "boot",
			&boot, "started_us", &started) < 0 ||
	    strlen(boot) >= sizeof(ret->boot))
		return -EINVAL;
	*ret = (struct game_time){
		.source = strcmp(source, "device") == 0 ? TIME_DEVICE : TIME_HOST,
		.boottime_zero_us = boottime,
		.realtime_zero_us = realtime,
		.device_zero_us = device,
		.board_boot = (uint32_t)board_boot,
		.started_us = started ? started : realtime,
	};
	strcpy(ret->boot, boot);
	return 0;
}
