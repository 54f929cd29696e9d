/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tracker: squares in, turns out. Pure: no clock, no I/O, no threads.
 *
 * A placement is a hypothesis; the lever is the commitment. The tracker keeps
 * what the sensors reported, the readings of it that the game's rules allow, and
 * the list of turns that were closed. What it finds it reports as facts, in order.
 */
#ifndef DAEMON_TRACKER_H
#define DAEMON_TRACKER_H

#include "rules/turn.h"

struct tracker;

enum tracker_sensors {
	TRACKER_PRESENCE = 1, /* a piece stands there or not */
	TRACKER_PIECE_ID = 2, /* and which */
	TRACKER_EXACT = 3,    /* every lift and place is what happened, pieces keep their identity (casebook) */
};

/* May king and queen stand swapped at the start? */
enum tracker_swapped_kq {
	TRACKER_SWAPPED_NEVER = 0,
	TRACKER_SWAPPED_MIRRORED, /* … and castling is mirrored then */
	TRACKER_SWAPPED_WRONG, /* … it is a wrong set-up that nobody saw: a king on the wrong square never castles */
};

struct tracker_setup {
	const struct game *game;
	enum tracker_sensors sensors;
	bool has_lever;	   /* false: moves commit by the reply */
	bool keep_illegal; /* no rulebook: illegal turns stand and play goes on */
	uint32_t scan_us;  /* changes within one scan may come in either order; 0 unknown */
	uint32_t late_us;  /* how late a press may be read (clocks polled once a second); 0 exact */
	struct game_position start;
	enum tracker_swapped_kq swapped_kq;
	bool any_start;	 /* start, unless sensors that name the pieces show that the game has begun before */
	bool open_start; /* start, or another of the game's arrays if sensors that name the pieces show it */
};

enum tracker_event_type {
	TRACKER_LIFT = 1,
	TRACKER_PLACE,
	TRACKER_PRESS,
	TRACKER_SQUARES,
	TRACKER_EVENTS_LOST,
	TRACKER_TIME,
};

struct tracker_event {
	enum tracker_event_type type;
	int64_t t_us;
	uint8_t square;	     /* the game's square */
	char piece;	     /* letter, '?' or 0: not known */
	enum side side;	     /* PRESS */
	const char *squares; /* SQUARES: game->squares letters, '?' unknown piece; game's square order */
};

enum tracker_fact_type {
	TRACKER_TOUCHED = 1,  /* side on move lifted a piece of square (piece) */
	TRACKER_SET_DOWN,     /* a legal move of the side to move stands on the board: provisional */
	TRACKER_TAKEN_BACK,   /* the provisional move stands no more */
	TRACKER_TURN,	      /* a turn was closed: turn, ply */
	TRACKER_REVISED,      /* turn number ply is now read as turn; the plies after it are withdrawn */
	TRACKER_EMPTY_PRESS,  /* the waiting side's lever went down (restart press or nothing) */
	TRACKER_WRONG_SETUP,  /* the board does not show the start position: turn.displaced */
	TRACKER_SETUP_OK,     /* it does now */
	TRACKER_KINGS_CENTRE, /* both kings stand on centre squares: result in winner (NO_SIDE: draw) */
	TRACKER_NEW_GAME, /* the start position stands again after ply turns; what was reported as more is withdrawn */
	TRACKER_NEED_SQUARES, /* ask the board for all squares */
	TRACKER_RESTORED,     /* after a correction: the official position stands on the board again */
	TRACKER_SWAPPED, /* king and queen stand swapped from the start (or do no more): tracker_start(); all turns are
			  * withdrawn and reported again */
	TRACKER_ARRAY,	 /* another start stands on the board, or a move shows who was to move there: tracker_start() */
	TRACKER_AMBIGUOUS, /* turn may have been one of turn.other as well */
};

struct tracker_fact {
	enum tracker_fact_type type;
	int64_t t_us;
	enum side side;
	unsigned ply; /* number of the turn, from 0 */
	uint8_t square;
	char piece;
	enum side winner;
	struct game_move move; /* SET_DOWN, TAKEN_BACK */
	struct turn turn;      /* TURN, REVISED, WRONG_SETUP, AMBIGUOUS */
};

/* Called for each fact while tracker_event() runs. Must not call the tracker. */
typedef void (*tracker_sink)(void *userdata, const struct tracker_fact *fact);

/* 0, -ENOMEM, or -EINVAL for a setup that makes no sense. *setup is copied. */
int tracker_new(const struct tracker_setup *setup, tracker_sink sink, void *userdata, struct tracker **ret);
void tracker_free(struct tracker *tracker);

/* 0, or -EINVAL for an event that cannot be (a square outside the game). Times never decrease. */
int tracker_event(struct tracker *tracker, const struct tracker_event *event);

/* The last press was the lever springing back: it belongs to the one before. It is decided by presses, squares and the
 * turn as it was reported, whether that was legal or not. */
bool tracker_press_rebounded(const struct tracker *tracker);
/* A press is not judged yet. */
bool tracker_press_pending(const struct tracker *tracker);
/* What its turn is by what stands now, for those who must not learn that it is pending. 0; -ENOENT: none is pending;
 * -ENOMEM. */
int tracker_guess(const struct tracker *tracker, struct turn *ret);

/* A person makes a claim about the turn: a press that is not judged yet, since a sensor may be late, is judged by what
 * is known. */
int tracker_judge_now(struct tracker *tracker);

/* Turn ply, as it was reported: what came since may have proved what it was, or put it in doubt. Sets turn->unsure and
 * what it may have been as well; false: that is as it was. */
bool tracker_weigh(struct tracker *tracker, unsigned ply, struct turn *turn);

/* No more events will come: commits what can be committed (a legal last move set down). */
int tracker_finish(struct tracker *tracker);

/* What the arbiter or the players decided. The official position changes, the pieces on the board may lag behind:
 * until they stand like that, differences are being restored and are no moves. */
int tracker_set_position(struct tracker *tracker, const struct game_position *pos); /* restored, corrected */
/* What kings in the centre, or pieces that were set up anew, seemed to say was not meant: play goes on from the
 * official position as soon as it stands again. */
void tracker_play_on(struct tracker *tracker);
/* Takeback. -ERANGE: more than were played, or so many that what stood then is forgotten; all of them can always go. */
int tracker_undo(struct tracker *tracker, unsigned plies);
/* The promotion on the last turn is this piece, by a person's word. */
int tracker_set_promotion(struct tracker *tracker, unsigned ply, char piece);
/* The same by a ruling: a pawn that is seen to stand there is that piece once it is put there, or after the reply. */
int tracker_rule_promotion(struct tracker *tracker, unsigned ply, char piece);

/* What stands: the official position after all closed turns, and after the provisional move if one is set down. */
const struct game_position *tracker_position(const struct tracker *tracker);
const struct game_position *tracker_provisional_position(const struct tracker *tracker);
/* The legal move that stands on the board unpressed, reported (TRACKER_SET_DOWN) or not yet, and the position after it.
 * False: none does, the piece is in the hand again (which takes no move back: it may come down on the same square), or
 * the sensors are exact. */
bool tracker_standing_move(const struct tracker *tracker, struct game_move *ret, struct game_position *after);
const struct game_position *tracker_start(const struct tracker *tracker);
/* The closed turns. The pointer lives until the next call that changes the tracker. NULL: no such turn, or it is
 * forgotten: the newest 512 are always remembered unless the position was set by hand again and again. */
unsigned tracker_turns(const struct tracker *tracker);
const struct turn *tracker_turn(const struct tracker *tracker, unsigned ply);
/* What the sensors show now, letters of the game's squares. */
void tracker_placement(const struct tracker *tracker, char squares[static GAME_MAX_SQUARES]);

/* A piece of the side to move was put where it does not belong before the last press, and stands there: the one who
 * pressed displaced it, or it is a reply that was made early. */
bool tracker_moved_early(const struct tracker *tracker);

/* The next instant at which the tracker reports something by itself (a settled move becomes provisional, a turn pressed
 * too early is judged): send TRACKER_TIME then. INT64_MAX: never. */
int64_t tracker_deadline(const struct tracker *tracker);

/* The board stands turned by 180°: its squares are the game's, counted from the other end. */
bool tracker_turned(const struct tracker *tracker);
/* The pieces do not stand as was decided, or as the game starts: differences are no moves until they are restored. */
bool tracker_restoring(const struct tracker *tracker);

/* Bytes that it takes now, never more than TRACKER_MEMORY_MAX. While an event is judged some copies live on beside it.
 */
#define TRACKER_MEMORY_MAX (64 * 1024)
size_t tracker_memory(const struct tracker *tracker);

/* What an event costs at most, in moves considered or what takes about as long. */
#define TRACKER_WORK_MAX 32000

/* Why turn ply is read as it is: its readings, their costs, and what decided, as lines of text. Returns the length as
 * snprintf() does; -ENOENT: no such turn, or too long ago. */
int tracker_explain(const struct tracker *tracker, unsigned ply, char *buf, size_t size);

#endif
