/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A live game: one game on one board, from StartGame until it is over and after. It belongs to the board's name, and
 * goes on when that board comes back.
 *
 * Two states are kept apart: the core's, which has all inputs, and the published game, which has what was published.
 * The bus sees the latter only.
 */
#ifndef DAEMON_LIVE_GAME_H
#define DAEMON_LIVE_GAME_H

#include <time.h>

#include "daemon/core/core.h"
#include "daemon/context.h"
#include "daemon/games/game-setup.h"
#include "daemon/publish/published-game.h"
#include "daemon/games/game-time.h"

/* A person's act, as it reached the daemon. */
struct act {
	uid_t uid;
	const char *name; /* on the bus */
	int64_t realtime_us;
};

struct live_board;
struct unanswered_call;
struct waiting_input;

struct live_game {
	struct context *context;
	struct live_game *next;
	struct live_game *next_touched; /* dirty-games.c */
	bool touched;
	uint64_t number;
	char id[24], path[64];
	char *board_name;	  /* name */
	struct live_board *board; /* NULL: unplugged */
	bool returning;		  /* the board came back, and has not said yet what stands on it */

	struct game_setup setup;
	struct core *core;
	struct game_time map;
	int64_t last_t_us;		     /* of the last event or tick */
	enum side pressed;		     /* whose lever went down last */
	int64_t ticked_us, ticked_public_us; /* deadlines that were last answered by a tick */
	uint64_t inputs, rulings;
	bool over;			 /* by the core's state, */
	bool told_over;			 /* … as the queue of publications has it or had it last, */
	const char *told_result;	 /* … with this result; NULL none was told */
	bool end_due;			 /* … and that has been sent, but not all that follows from it */
	bool state_due;			 /* … as its state is another one, too */
	bool closed;			 /* and nothing is searched that could change the result */
	char *evidence;			 /* what whoever is asked needs, JSON; NULL nothing is asked */
	int64_t over_us;		 /* CLOCK_BOOTTIME since when it is, as was published */
	bool map_changed;		 /* the journal has it with the next input */
	struct replayed_rulings *replay; /* while recovering */
	json_t *undone_rulings;		 /* rulings that are none any more since acts were undone; NULL none */
	json_t *otherwise;		 /* replayed_rulings_differences(): what would be ruled otherwise now */

	/* What was published, and what has changed since. */
	struct published_game published;
	struct published_game *renewed; /* what it will be when it is told that an act was undone; NULL: none was */
	bool clock_changed;		/* the board's display */
	bool pgn_due;			/* the game record */
	bool export_due;		/* exporter.c */
	bool export_whole;		/* all of it was shown */
	int64_t export_next_us;		/* CLOCK_BOOTTIME when more of it may be shown, INT64_MAX never */
	char *pgn;			/* path, NULL not written yet */
	bool recorded; /* the journal says that the final record is on disk, or that there will be none */

	/* clock-reading.c */
	bool has_reading;
	int64_t read_us[2];
	char read_control[48]; /* the time control that they say */
	char clock_note[200];  /* the clock beside the board was set otherwise than was said, "" it was not */

	/* game-squares.c */
	char open_told[16];	   /* live_game_open(), as it was told */
	bool differs;		   /* told: the board does not show what the record says */
	int64_t differs_from_us;   /* since when it has not, CLOCK_BOOTTIME; CLOCK_NEVER it does */
	int64_t differs_from_t_us; /* the same by the game's time */
	sd_event_source *squares_timer;

	/* record-keeper.c */
	bool record_writing;	 /* a thread has it */
	unsigned record_round;	 /* it has had its turn in that one */
	int record_fault;	 /* negative errno value, 0 none */
	int64_t record_wait_us;	 /* how long was waited last */
	int64_t record_retry_us; /* CLOCK_BOOTTIME: not before */

	unsigned changed;		/* enum live_game_property: what is to be told */
	struct subscribers listeners;	/* to what is public, as JSON */
	struct subscribers subscribers; /* the arbiter's side */

	/* after-reboot.c: found after another boot of the machine */
	struct {
		bool asks;
		enum side running;     /* whose clock ran then */
		int64_t wall_gap_us;   /* since the last that is on disk, by CLOCK_REALTIME */
		int64_t since_boot_us; /* how long the machine had run when it was found */
	} reboot;

	/* game-waiting.c */
	struct waiting_input *waiting;
	bool undoing;	       /* an act is being undone: until the disk has all that was fed nothing is */
	int64_t claims_due_us; /* CLOCK_BOOTTIME: then what is held back is ruled on, though the board says nothing;
				  CLOCK_NEVER */
	sd_event_source *timer;
	int64_t timer_us; /* CLOCK_BOOTTIME: when it comes, INT64_MAX it does not */

	/* game-feed.c */
	const struct act *act; /* whose input is being fed; NULL nobody's */
	struct unanswered_call *unanswered;
	char **answer; /* rulings of the input that is being fed */
	size_t answers;
	bool asked; /* who waits for the answer: else nobody reads it */
	int failed; /* in a sink: -ENOMEM */
};

/*
 * Takes what *setup holds, also on failure. *error names the fault. The game is staged in the journal, not committed,
 * and nobody finds it before live_game_join().
 */
int live_game_new(struct context *ctx, struct game_setup *setup, const char *board, const struct game_time *map,
		  struct live_game **ret, sd_bus_error *error);
void live_game_join(struct live_game *game);
/* The same at once for a game that is in the journal: until replay is NULL again, what is fed was heard long ago. */
int live_game_restore(struct context *ctx, uint64_t number, struct game_setup *setup, const char *board,
		      const struct game_time *map, struct replayed_rulings *replay, struct live_game **ret,
		      sd_bus_error *error);
/* The same game from its start, to be fed again: nobody finds it. NULL: no memory. */
struct live_game *live_game_again(const struct live_game *game, struct replayed_rulings *replay);
void live_game_again_free(struct live_game *again);
/* renewed-game.c: the game goes on as that one, which is freed; it is published that act number did not count. -ENOMEM:
 * the daemon must end. */
int live_game_become(struct live_game *game, struct live_game *again, uint32_t number, enum input_type act);
void live_game_free(struct live_game *game);

struct live_game *live_game_find(struct context *ctx, const char *id);
/* The game that is running on the board of that name, NULL none. */
struct live_game *live_game_on_board(struct context *ctx, const char *board);
/* The game's public state: "running", "board-gone", "over". */
const char *live_game_state(const struct live_game *game);
/* What it came to, as everybody is told: as a person put it right since (LIVE_GAME_VOID: he made it void); else as it
 * was played and published, "none" while it goes on. Borrowed. */
#define LIVE_GAME_VOID "void"
const char *live_game_result(const struct live_game *game);
/* Who is not there yet while it goes on: "white", "black", "both", "". */
const char *live_game_absent(const struct live_game *game);
/* Whose clock runs, as was published: "white", "black", "none". */
const char *live_game_running(const struct live_game *game);
/* Is it over, by what was published, so that nothing is left of it but its record: no search, no appeal that is open,
 * no result that the arbiter has to give? Else the next daemon takes it up again. */
bool live_game_is_settled(const struct live_game *game);
/* It is over, an appeal has taken away its result, and the arbiter is to give another one. */
static inline bool live_game_awaits_result(const struct live_game *game)
{
	struct core_state state;

	if (!game->over)
		return false;
	core_get_state(game->core, &state);
	return state.awaits_result;
}

/* The first move, else the start, by the machine's clock. */
time_t live_game_began(const struct live_game *game);
/* The day of the first move, else of the start, in the time zone of the event. */
void live_game_day(const struct live_game *game, struct tm *ret);
/* PGN's Date: what was given at the start, else that day. */
#define LIVE_GAME_DATE 64
void live_game_date(const struct live_game *game, char text[static LIVE_GAME_DATE]);

/* --- game-signals.c --- */

/* Properties that change while a game goes on, and that no signal of their own tells. */
enum live_game_property {
	LIVE_GAME_STATE = 1 << 0,
	LIVE_GAME_RESULT = 1 << 1,
	LIVE_GAME_QUESTION = 1 << 2,
	LIVE_GAME_PGN_PATH = 1 << 3,
	LIVE_GAME_CLOCK_MODE = 1 << 4,
	LIVE_GAME_BOARD_AGREES = 1 << 5,
	LIVE_GAME_RECORD_FAULT = 1 << 6,
	LIVE_GAME_CLOCK_NOTE = 1 << 7,
	LIVE_GAME_BOARD = 1 << 8,
	LIVE_GAME_ABSENT = 1 << 9,
	LIVE_GAME_OPEN = 1 << 10,
};
/* These have changed: told once, when the turn of the loop is over. */
void live_game_changed(struct live_game *game, unsigned properties);

/* --- clock-reading.c --- */

/* The time control of the record: the clock's own where it runs by itself and was set otherwise, or nobody named one;
 * "?" where that is not known. */
const char *clock_reading_control(const struct live_game *game);

/* --- dirty-games.c --- */

void dirty_games_add(struct live_game *game);

/* --- game-waiting.c --- */

void live_game_let_all_go(struct live_game *game);
/* After any change: sets the timer for what comes next. */
void live_game_arm(struct live_game *game);

#endif
