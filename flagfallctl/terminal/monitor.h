/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_TERMINAL_MONITOR_H
#define FLAGFALLCTL_TERMINAL_MONITOR_H

#include <stdint.h>
#include <systemd/sd-event.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/ctl.h"
#include "flagfallctl/terminal/hall.h"
#include "flagfallctl/terminal/screen.h"

/* --- monitor-all.c: monitor --all: all games from now on, a line a publication. --- */

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

/* --- monitor-display.c: What monitor shows to people, and the run that it belongs to. --- */

enum until { UNTIL_NOTHING, UNTIL_MOVE, UNTIL_RULING, UNTIL_END };

#define MONITOR_LINES 6

struct monitor {
	struct ctl *ctl;
	/* from the command line */
	const char *id;
	json_int_t table;  /* of which a game is waited for, 0 none */
	char event_id[64]; /* whose table, "" of any event */
	bool arbiter, all, verbose, plain, wait, banner;
	long limit;
	int64_t idle_us;
	enum until until;
	/* the run */
	sd_bus *bus;
	sd_event *event;
	sd_event_source *idle;
	sd_bus_slot *slot;
	char path[256], found[128]; /* the game's object and id, "" none yet */
	struct hall hall;	    /* that game alone */
	struct hall_game *game;	    /* NULL none yet */
	long events;
	bool over, result_said;
	char clock_note[256]; /* the one that was said last */
	char fault[256];      /* why the journal cannot be written, "" while it can */
	int status;
	json_t *move; /* a committed move that waits for the clocks after it */
	/* the screen */
	bool on_screen;
	int drawn; /* lines of the last drawing */
	struct screen screen;
	char header[1024];	       /* table or game, players, event, round, rulebook */
	char moves[1024];	       /* the last of those so far */
	char line[MONITOR_LINES][256]; /* the latest lines, oldest first */
	int lines;
};

/* Take a publication in: a line, or the screen. */
void monitor_show(struct monitor *m, json_t *publication);
/* A line that nobody published; with --json nothing. */
void monitor_say(struct monitor *m, const char *sentence);
/* That nothing is ruled, and why, or that the journal can be written again; on a screen as long as it is so. */
void monitor_say_fault(struct monitor *m);
/* Say a move that still waits for its clocks. */
void monitor_print_rest(struct monitor *m);
void monitor_redraw(struct monitor *m);
/* Leave the last drawing where it stands. */
void monitor_screen_end(struct monitor *m);

/* --- monitor-game.c: Which game is monitored. --- */

/* The word becomes the daemon's id, of a game that may begin only later where it is waited for. 0, or an exit status
 * after saying why. */
int monitor_take_game(struct monitor *m);
/* --wait: is what is waited for there? Of a table its id is known then. */
bool monitor_has_game(struct monitor *m, int *status);
/* A game that is over is added, too, when it is taken up again: who waits for one that starts goes on waiting. */
bool monitor_is_awaited(struct monitor *m, const char *id, const char *path);

#endif
