/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A session: one game on one board, from StartGame until it is over and after.
 * It belongs to the board's name, and goes on when that board comes back.
 *
 * Two states are kept apart: the core's, which has all inputs, and the view,
 * which has what was published. The bus sees the view only.
 */
#ifndef SHELL_SESSION_H
#define SHELL_SESSION_H

#include "daemon/core/core.h"
#include "daemon/shell/daemon.h"
#include "daemon/shell/game-setup.h"
#include "daemon/shell/timemap.h"

struct seat;

/* A closed turn as it was published. */
struct published_turn {
	enum side side;
	char uci[GAME_TEXT];
	char placement[GAME_FEN];
	int64_t left_us;	/* the mover's, after the press; -1 without a clock */
	int64_t t_us;
};

struct published_game {
	struct published_turn *turns;
	unsigned count, size;
	char placement[GAME_FEN];
	enum side to_move;
	int64_t clock_us[2], clock_t_us;
	enum side running;
	bool by_device;		/* the clock beside the board is the game's: nobody named a time control */
	const char *ruling, *reason, *result;
	const char *question;	/* what a person is asked about, "" nothing */
	bool over;
};

/* What persons do, until the watermark has passed it: a press made before a claim may still be on its way. */
struct waiting_input {
	struct waiting_input *next;
	struct input input;
	sd_bus_message *call;
};

/* What was said and is judged later: who asked, and what was ruled until then. */
struct unanswered_call {
	struct unanswered_call *next;
	sd_bus_message *call;
	uint64_t hearing;	/* it is judged when the core counts one more */
	char **answer;
	size_t answers;
};

struct session {
	struct daemon *daemon;
	struct session *next;
	uint64_t number;
	char id[24], path[64];
	char *board;		/* name */
	struct seat *seat;	/* NULL: unplugged */

	struct game_setup setup;
	struct core *core;
	struct timemap map;
	int64_t last_t_us;	/* of the last event or tick */
	enum side pressed;	/* whose lever went down last */
	int64_t ticked_us;	/* deadline that was last answered by a tick */
	uint64_t inputs, rulings;
	bool over;		/* by the core's state */
	bool closed;		/* and nothing is searched that could change the result */
	char *evidence;		/* what whoever is asked needs, JSON; NULL nothing is asked */
	bool map_changed, clock_changed;

	struct published_game published;
	struct waiting_input *waiting, **waiting_end;
	struct unanswered_call *unanswered;
	int64_t claims_due_us;	/* CLOCK_BOOTTIME: then what is held is judged, though the board says nothing; CLOCK_NEVER */
	char **answer;		/* rulings of the input that is being fed */
	size_t answers;
	int failed;		/* in a sink: -ENOMEM */
	struct replayed_rulings *replay;	/* while recovering */

	sd_bus_track *subscribers;
	sd_event_source *timer;
	char *pgn;		/* path, NULL not written yet */
	bool pgn_due;
};

/* Takes what *setup holds, also on failure. *error names the fault. The game is staged in the journal, not committed. */
int session_new(struct daemon *daemon, struct game_setup *setup, const char *board, const struct timemap *map,
		struct session **ret, sd_bus_error *error);
void session_free(struct session *session);
/* Reads the running games back from the journal. */
int session_recover(struct daemon *daemon);

struct session *session_find(struct daemon *daemon, const char *id);
/* The game that is running on the board of that name, NULL none. */
struct session *session_on_board(struct daemon *daemon, const char *board);

/*
 * session_feed - one input into the core
 * Staged in the journal, what it says is put in the queue. call (or NULL) is replied to with the rulings.
 * -EINVAL with a sentence: it cannot be, nothing changed.
 */
int session_feed(struct session *session, const struct input *input, sd_bus_message *call, char err[static 160]);
/* A public ruling, for whoever's input is being fed or was held. */
void session_answer(struct session *session, const struct publication *publication);
/* This machine's time: what is held is judged if that has been long enough. */
void session_process_claims(struct session *session, int64_t boottime_us);
void session_feed_done(struct session *session);
/* What a person does, at the present time: fed when no earlier event can come any more. */
int session_request(struct session *session, const struct input *input, sd_bus_message *call, sd_bus_error *error);
/* The same for what happens at the board and is not the board's to tell, a lever beside it: also while the journal cannot
 * be written. call may be NULL. */
int session_enqueue(struct session *session, const struct input *input, sd_bus_message *call, sd_bus_error *error);
/* Feeds what persons did up to t_us. */
void session_release(struct session *session, int64_t t_us);
/* A tick if something happens by itself up to t_us. */
void session_tick(struct session *session, int64_t t_us);
/* Present time of the game. */
int64_t session_now(struct session *session);
/* After any change: sets the timer for what comes next. */
void session_arm(struct session *session);

/* Sends one publication: called by the queue once it may be heard. */
void session_publish(struct session *session, const struct publication *publication);
/* After all was sent: clock display, game record, the end. */
void session_settle(struct session *session);
/* The game's public state word: "running", "board-gone", "over". */
const char *session_state(const struct session *session);
void session_state_changed(struct session *session);

/* Bus objects (session-dbus.c, session-methods.c, session-signals.c, arbiter-dbus.c). */
int session_register(struct daemon *daemon);
void session_emit(struct session *session, const struct publication *publication);
void session_emit_properties(struct session *session, char **names);
/* The game has a clock now. */
void session_mode_changed(struct session *session);
extern const sd_bus_vtable session_vtable[], session_clock_vtable[], session_arbiter_vtable[];
/* As session_request(), from the JSON form of an input without its time. */
int session_request_json(struct session *session, sd_bus_message *message, json_t *object, sd_bus_error *error);
int session_allowed(struct session *session, sd_bus_message *message, sd_bus_error *error);

/* The view (published-game.c). -ENOMEM */
int published_game_init(struct published_game *view, const struct core *core);
int published_game_apply(struct published_game *view, const struct core *core, const struct publication *publication);
void published_game_free(struct published_game *view);

/* The game record (game-record.c). Errors are said and tried again at the next move. */
void game_record_write(struct session *session);

#endif
