/* SPDX-License-Identifier: GPL-2.0-or-later */
/* monitor --all: all games from now on, a line a publication. */
#ifndef FLAGFALLCTL_MONITOR_ALL_H
#define FLAGFALLCTL_MONITOR_ALL_H

#include <stdint.h>
#include "flagfallctl/ctl.h"

struct monitor_all {
	bool arbiter, verbose, wait, banner;
	bool until_move, until_ruling;
	long limit;	 /* of publications, 0 none */
	int64_t idle_us; /* 0: for ever */
};

/*
 * First what each game is now (with --json type "snapshot"), then what is published, each line with its game, board,
 * round, players and wall time. Returns the exit status.
 */
int monitor_all(const struct ctl *ctl, const struct monitor_all *options);

#endif
