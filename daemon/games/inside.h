/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of games share. */
#ifndef DAEMON_GAMES_INSIDE_H
#define DAEMON_GAMES_INSIDE_H

#include <jansson.h>

#include "daemon/games/game-acts.h"
#include "daemon/games/live-game.h"
#include "daemon/publish/publisher.h"
#include "daemon/boards/live-board.h"
#include "daemon/core/format/publication.h"

/* --- game-feed.c --- */

/*
 * live_game_feed - one input into the core
 * Staged in the journal, what it says is put in the queue. call (or NULL) is replied to with the rulings; where the
 * rulebook takes more than one instant for the same one, claims are ruled on later, and so is the reply.
 * -EINVAL with a sentence: it cannot be, nothing changed.
 */
int live_game_feed(struct live_game *game, const struct input *input, sd_bus_message *call, char err[static 160]);
/* Into the journal, with who did it (act). 0, or a negative errno value. */
int live_game_stage_input(struct live_game *game, const struct input *input);
/* After an input: is it over, does it go on after all, has it another result? Staged, and queued. As above. */
int live_game_stage_end(struct live_game *game);
/* Where it is in time, and on which board: into the journal with what is staged. 0 or -ENOMEM. */
int live_game_stage_map(struct live_game *game);
void live_game_feed_done(struct live_game *game);

/* The core's sink; userdata is the game. */
void live_game_on_publication(void *userdata, const struct publication *publication);

/* --- game-waiting.c --- */

void live_game_time_init(struct live_game *game);
void live_game_time_done(struct live_game *game);

/* Present time of the game. */
int64_t live_game_now(struct live_game *game);
/*
 * live_game_add_waiting - what a person does, at the present time
 * It is fed once the watermark has passed it: a press made before a claim may still be on its way. call is
 * answered then, if it is to be replied to. 0 or -ENOMEM.
 */
int live_game_add_waiting(struct live_game *game, const struct input *input, sd_bus_message *call, bool replies);
/*
 * Keeps the place of an act that came at t_us until live_game_let_go(): nothing later is fed before. What is added for
 * the same call then has that place; one that has a place keeps it. 0 or -ENOMEM.
 */
int live_game_hold(struct live_game *game, sd_bus_message *call, int64_t t_us);
bool live_game_has_place(const struct live_game *game, const sd_bus_message *call);
void live_game_let_go(struct live_game *game, const sd_bus_message *call);
/* Feeds what the board reports, behind what persons did before; as live_game_feed(). */
int live_game_take(struct live_game *game, const struct input *input, char err[static 160]);
/* Do so many acts wait in it, of all or of the call's user, that no more may? */
bool live_game_waiting_full(const struct live_game *game, sd_bus_message *call);
/* Feeds what persons did up to t_us. */
void live_game_release(struct live_game *game, int64_t t_us);
/* A tick if something happens by itself up to t_us. */
void live_game_tick(struct live_game *game, int64_t t_us);
/* By context_now(): does something happen by itself that no timer is set for, or that one has just come for? */
bool live_game_is_due(struct live_game *game);
/* This machine's time: what is held back is ruled on if that has been long enough. */
void live_game_process_claims(struct live_game *game, int64_t boottime_us);

/* --- game-undo.c --- */

/*
 * A person undoes an act; it has its place in the game, and nothing is fed until the disk has what was fed before. Then
 * the game's inputs are played again without the act, and call is replied to. 0 or -ENOMEM.
 */
int live_game_begin_undo(struct live_game *game, const struct input *input, sd_bus_message *call,
			 const struct act *act);

/* --- game-timer.c --- */

int live_game_timer_add(struct live_game *game);
/* The beat has come (publisher.h): what the timer is not set for, as nobody may hear of it. context_now() was called.
 */
void live_game_on_beat(struct live_game *game);

/* --- game-board.c --- */

/* A new game begins with these squares: what they contain already is not the game's. A source without: count is 0. */
void game_board_start(struct live_board *board, const struct board_squares *squares);
void game_board_take(struct live_board *board, struct live_game *game); /* from now on events are that game's */
void game_board_leave(struct live_board *board);			/* the game is over */
void game_board_rejoin(struct live_board *board);			/* the board is back: its game goes on */
/* What it said before its game was known is that game's. */
void game_board_hear(struct live_board *board, const struct board_event *event);
/* The game's time source on this board. */
enum time_source game_board_time_source(const struct live_board *board);

/* Of a game that has its board: */
void game_board_show_clock(struct live_game *game);
/* Where pieces are to be put right: lights the squares of the next step, and puts the lights out after the last. */
void game_board_guide(struct live_game *game);

/* --- game-signals.c: The signals of a game. --- */

/*
 * One publication: to everybody what is public of a move or a ruling, as JSON to those who subscribed, and all of it to
 * the arbiter's side. A clock is told to everybody by live_game_signal_clock().
 */
void live_game_signal_publication(struct live_game *game, const struct publication *publication,
				  struct prepared_signals *prepared);
/* Makes what will be sent of it, so that it need not be made then; sends nothing. */
void live_game_signal_prepare(struct live_game *game, const struct publication *publication,
			      struct prepared_signals *prepared);
/* The clock as it is published now. */
void live_game_signal_clock(struct live_game *game);
/* Tells what has changed since it was told last. */
void live_game_signal_changed(struct live_game *game);

/* What the players are told of a ruling, for whoever keeps the log. */
void live_game_log_ruling(const struct live_game *game, const struct publication *publication);

/* "white", "black", "none". */
const char *side_word(enum side side);

/* --- game-squares.c --- */

/*
 * After every input. Under a rulebook that silences the arbiter only what says nothing of a move's legality counts:
 * pieces that are away, and more wrong squares than a move can make.
 */
void live_game_check_squares(struct live_game *game);
/* What a person has to see to and was not asked: "illegal-move", "new-game", "" nothing, or the arbiter must be silent.
 */
const char *live_game_open(const struct live_game *game);
void live_game_squares_done(struct live_game *game);

/* --- clock-reading.c --- */

/* Each input passes; readings of a device until the first turn count. */
void clock_reading_take(struct live_game *game, const struct input *input);
/* The game begins on this board: what its clock told before counts until it says something else. */
void clock_reading_begin(struct live_game *game, const struct live_board *board);

/* --- after-reboot.c --- */

/* At the end of its replay; does nothing in the same boot, or by a board's own time. */
void after_reboot(struct live_game *game);
/* What the arbiter is asked, JSON, while the clocks stand since then; NULL: nothing. New text. */
char *after_reboot_question(const struct live_game *game);

/* --- replayed-rulings.c --- */

struct replayed_rulings {
	json_t *stored, *now;	      /* arrays of objects, in order */
	json_t *numbers;	      /* of those stored: their rows */
	json_t *undone_rows, *undone; /* rows of what was made since an act, and is not without it, and what it was */
	bool undoes;		      /* an act was undone: … */
	size_t same, gone;	      /* … so many had been made before it; what was stored and stands no more */
};

/* 0 or -ENOMEM; replayed_rulings_done() in any case. */
int replayed_rulings_init(struct replayed_rulings *rulings);
void replayed_rulings_done(struct replayed_rulings *rulings);
/* Those of the journal. 0; or what journal_rulings() returns. */
int replayed_rulings_load(struct replayed_rulings *rulings, struct journal *journal, uint64_t game);
/* An act that is undone comes here; and here it was undone, when so many were stored: what was ruled between is no
 * more. */
void replayed_rulings_leave_out(struct replayed_rulings *rulings);
void replayed_rulings_undo(struct replayed_rulings *rulings, int64_t stored);
/* The next ruling, as it is now. */
void replayed_rulings_add(struct replayed_rulings *rulings, const struct game *game,
			  const struct publication *publication);
/*
 * Where the two differ in more than words: an array of {"published", "now"}, without the one that there is not. Owned
 * by the caller; NULL: nowhere, or there is no memory.
 */
json_t *replayed_rulings_differences(const struct replayed_rulings *rulings);
/* The last of the journal's that everybody heard, NULL there is none. Borrowed. */
json_t *replayed_rulings_last_public(const struct replayed_rulings *rulings);

/* --- pending-start.c --- */

struct live_game;

typedef int start_function(struct context *ctx, const char *board, json_t *options, start_again *again, start_done done,
			   void *userdata, sd_bus_error *error);

struct pending_start {
	struct pending_start *next; /* of those whose board may be back at once */
	struct context *context;
	struct live_board *board; /* NULL: unplugged */
	char *name;		  /* of the board */
	json_t *options;
	struct game_setup setup; /* as of them, until the board has answered */
	json_t *asked;		 /* … as they were given */
	start_again *again;	 /* its pieces stand: what is to be done; NULL: it begins anyway */
	start_function *begin;	 /* all of it anew: the board is there again, and may be able to do more */
	start_done done;
	void *userdata;
	sd_event_source *source; /* runs when the answer is here */
	sd_event_source *timer;	 /* … when the board is there again, or was away for long */
	uint32_t request;	 /* for the whole board; 0: it has been answered */
	int result;
	char error[256];
	struct board_squares squares;
	bool has_begun; /* … and the first moves stand */
	bool queued;	/* the journal is waited for; */
	struct live_game
		*game; /* … for this game: nobody knows it yet, and its board is not read until then; NULL none */
	char **wrong;
};

/* Of board->start: the board has answered, 0 or with an error and its sentence. */
void pending_start_answer(struct pending_start *start, int result, const char *error,
			  const struct board_squares *squares);
/* Ends it with this fault. */
void pending_start_fail(struct pending_start *start, const char *name, const char *sentence);
/* The board is gone. What the journal may have by now is begun none the less, and waits for it to come back; any other
 * start waits for it for a moment. */
void pending_start_lose_board(struct pending_start *start);
/* For BOARD_RETURN_US it is waited for, then it begins anew, or fails. 0, or a negative errno value. */
int pending_start_await_board(struct pending_start *start);
/* That board has come. */
void pending_starts_look(const struct live_board *board);
/* Frees it; nobody is told. NULL is allowed. */
void pending_start_free(struct pending_start *start);
/* What stands wrongly is compared once more. */
void pending_start_forget_wrong(struct pending_start *start);

/* --- awaited-start.c --- */

/* Those that nobody but this daemon knows of, where the next one finds them. */
void awaited_starts_keep(struct context *ctx);
/* No game is awaited on it any more. */
void awaited_start_drop(struct live_board *board);
void awaited_starts_free(struct context *ctx);

/* --- first-moves.c --- */

/* Of a board, after everybody else has heard it: what happens where no game is, or one that is over. */
void first_moves_note(struct live_board *board, const struct board_event *event);
/* This game begins on it: what was kept is not the next one's. */
void first_moves_begin(struct live_board *board, const struct live_game *game);
/* Has this game begun already, from the usual start? Then with these squares; the others are as they were. */
bool first_moves_fit(const struct live_board *board, const struct game_setup *setup, struct board_squares *ret);
/* What was kept, for free(); how many. */
size_t first_moves_take(struct live_board *board, struct board_event **ret);
/* The board goes. */
void first_moves_forget(struct live_board *board);

/* --- dirty-games.c --- */

/* It goes. */
void dirty_games_remove(struct live_game *game);
/* Takes the first of them out; NULL: there is none. */
struct live_game *dirty_games_take(struct context *ctx);

/* --- searcher.c --- */

struct searcher;
/*
 * Starts the next search if there is one and none is under way; stops one that nobody asks for any more. asks: one of
 * the games in which something has happened asks for one. NULL is allowed.
 */
void searcher_update(struct searcher *searcher, bool asks);

#endif
