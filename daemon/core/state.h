/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DAEMON_CORE_STATE_H
#define DAEMON_CORE_STATE_H

#include <limits.h>

#include "daemon/core/core.h"
#include "daemon/core/format/input.h"
#include "rules/arbiter.h"
#include "rules/game.h"
#include "rules/turn.h"

/* --- recent-events.c: The last inputs of a game, as the evidence of a question shows them. --- */

#define RECENT_EVENTS 48 /* that are remembered */

/* Nearly all are of a piece or the lever, which need little; of any other the whole input is kept. */
struct recent_event {
	enum input_type type;
	uint8_t square;
	char piece;
	enum side side;
	int64_t t_us;
	struct input *whole; /* NULL: there is nothing else */
};

struct recent_events {
	struct recent_event *event; /* number n at n % RECENT_EVENTS; NULL: there was none yet */
	unsigned count;		    /* of all that there were */
};

/* 0, -ENOMEM. */
int recent_events_add(struct recent_events *recent, const struct input *in);
/* The first number that is still there. */
unsigned recent_events_first(const struct recent_events *recent);
/* Number n, from the first one to count. */
struct input recent_events_get(const struct recent_events *recent, unsigned n);
void recent_events_done(struct recent_events *recent);

/* --- The state of one game: what the stages of a pass (core.c) work on. Nothing else is kept between two inputs. ---
 */

#define SET_BY_HAND UINT_MAX

/* A turn as it is closed, and what it is called. */
struct closed_turn {
	struct turn turn;
	struct game_position before, after;
	int64_t left_us;
	char text[GAME_TEXT], notation[GAME_TEXT];
};

/* … and as it is remembered. */
struct past_turn {
	struct kept_turn *kept;
	int64_t left_us;
	unsigned tracked; /* its number in the tracker's list, SET_BY_HAND: a person told it */
	bool is_set;	  /* after: a person set that position */
};

/* Times of turns that are closed no more, and may be again. */
struct kept_time {
	int64_t t_us, left_us;
	enum side side;
};

struct kept_times {
	unsigned from, end;	/* numbers of these turns */
	struct kept_time *time; /* that of turn n at n - base */
	unsigned base;
};

/* A turn as it was last published under a silent rulebook. */
struct silent_turn {
	char text[GAME_TEXT], squares[GAME_MAX_SQUARES];
	int64_t left_us;
};

#define TABLE_HANDS 8

/* table-turn.c: the pieces as everybody sees them, named by the sensors or by what was taken up when one was put down;
 * '?' where that may be one of several. */
struct table_seen {
	char now[GAME_MAX_SQUARES];
	uint64_t filled;	   /* squares on which something was put down since the last press */
	char in_hand[TABLE_HANDS]; /* taken up, and not put down yet */
	unsigned in_hand_count;
	char then[GAME_MAX_SQUARES]; /* before the reply to the turn published last was begun */
	uint64_t then_filled;
	bool reply_begun;
	uint64_t changed;  /* squares that the turn published last has changed … */
	uint64_t passed;   /* … and on which it may have taken what it passed */
	enum side pressed; /* whose lever went down last, and when; NO_SIDE: something has changed since */
	int64_t pressed_us;
};

/* A turn as it was last published. */
struct pressed_turn {
	char text[GAME_TEXT], squares[GAME_MAX_SQUARES];
	int64_t left_us;
	int64_t t_us; /* of its press */
	enum side side;
	bool is_settled; /* what stands says no more of it: a person did */
	bool is_in_hand; /* the piece had not come down, or its sensor has not noticed */
	bool is_reviewed;
};

#define TIMED_PRESSES 64

struct pressed_time {
	int64_t t_us;
	enum side side;
};

/* silent-rulebook.c: under a silent rulebook the public line, where there is a lever. */
struct pressed_line {
	unsigned count;
	struct pressed_time press[TIMED_PRESSES]; /* of the last turns, turn n at n % TIMED_PRESSES … */
	unsigned timed;				  /* … which are so many */
	struct pressed_turn last;
	bool is_last_known;
	char before[GAME_MAX_SQUARES]; /* as was published before it */
	bool is_awaited;	       /* a press is to be published, of that side */
	enum side awaited;
};

/* What a person said or did to the clock, to be judged later by the table as it stood. */
struct pending_claim {
	struct input in;
	int64_t t_us, until_us; /* said then, judged then */
	enum clock_start start;
	struct arbiter_view table; /* as it was then */
};

/* settling.c: the legal move that stands unpressed, and when it was set down. */
struct standing_move {
	bool stands;
	struct game_move move;
	int64_t t_us;		 /* set down then */
	int64_t gone_us;	 /* it stood until then */
	struct game_clock clock; /* as it was when the move was set down … */
	int64_t adjust_us[2];	 /* … and what rulings had given by then */
	bool ends;		 /* the question at hand is whether it ended the game */
};

#define NOTED_PRESSES 64

/* What a press of the lever showed, for turns that are closed long after theirs. */
struct noted_press {
	int64_t t_us, left_us[2]; /* by enum side */
};

struct core {
	struct core_setup setup;
	const struct game *game;
	struct tracker *tracker;
	struct arbiter *arbiter; /* NULL without a rulebook */
	struct rulebook *book;	 /* the rulebook as it stands for this event's options */
	struct game_clock clock;
	int64_t now;	   /* watermark */
	bool started;	   /* a clock ran */
	enum side awaited; /* nobody is there yet: whose clock starts when somebody comes, NO_SIDE */
	int failed;	   /* -ENOMEM met where nothing could be returned */
	bool in_pass;	   /* an input is being dealt with: no other may come in between */

	/* From one stage of a pass to the next: what the tracker found, what is to be published. (Rulings:
	 * arbiter_take_rulings().) */
	struct tracker_fact *facts;
	unsigned fact_count, fact_room;
	struct publication *publications;
	unsigned publication_count, publication_room;
	core_sink sink; /* gets them when a step is over */
	void *userdata;

	struct past_turn *past; /* history.c: the closed turns, and those that were, until others come in their place */
	unsigned past_count, past_room;
	unsigned closed_count;
	unsigned closed_before; /* up to there are turns that were closed before: their times, if they are closed again
				 */
	struct kept_times kept; /* … of those that are not in the list any more */
	struct noted_press presses[NOTED_PRESSES];
	unsigned press_count;	    /* how many there were; the last are noted */
	struct game_position start; /* the position before the first of them */
	bool start_is_set;	    /* a person set it */
	unsigned moves_before[2];   /* of each, which the setup says were completed */

	/* A legal move that stands unpressed. */
	struct {
		bool stands;
		struct game_move move;
		enum side side;
		int64_t t_us;	   /* since when */
		unsigned earlier;  /* moves of the same side that stand unpressed before it */
		int64_t counts_us; /* when it counts without a press, CLOCK_NEVER */
	} set_down;
	enum claim_kind comes;	   /* the draw claim among the inputs at hand, CLAIM_NONE none */
	struct arbiter_view held;  /* the table when a move was set down that ends the game if no claim comes */
	int64_t held_adjust_us[2]; /* what rulings had given by then */
	bool being_restored;	   /* the pieces do not stand as ruled yet */
	struct standing_move stood;
	int64_t changed_us; /* when a square last changed since the last press; long ago: none has */

	/* silent-rulebook.c */
	struct silent_turn *published; /* published_at() */
	unsigned published_from, published_count,
		published_room; /* those before published_from are as they are closed */
	int64_t review_us;	/* when it is seen whether a turn is to be published otherwise, CLOCK_NEVER */
	bool reviewed;		/* … in this pass, and no turn has changed since */
	struct table_seen table;
	struct pressed_line line;

	/* device-clock.c: a clock that runs by itself reports */
	bool has_device;
	enum side device_running;   /* whose time it counts */
	int64_t device_since_us;    /* since when */
	int64_t device_us[2];	    /* its last reading of each */
	int64_t device_stood_us[2]; /* the same while that side's time stood */

	/* move-clock.c: without a lever */
	struct game_clock clock_before; /* as it was before the move that stands switched it */
	bool clock_moved;		/* it did */

	struct recent_events recent; /* none, unless setup.keeps_events */

	unsigned search_published; /* number of the last open search that was published */
	bool absent[2];		   /* arrival.c: the player is not there yet */
	bool somebody_arrives;	   /* in this pass: he is judged by when he comes */
	int64_t flag_due_us[2];	   /* when a fallen flag is ruled on: after what came at its instant; CLOCK_NEVER */
	bool flag_waited[2];	   /* … and after what stood then has shown that it stays */

	/* pending-claims.c: what was said, until what counts as the same instant is over and what stood then stays */
	int64_t tolerance_us;
	struct pending_claim *pending;
	unsigned pending_count;
	int64_t pending_until_us; /* CLOCK_NEVER */
	uint64_t judged_count;
	const struct arbiter_view *judged; /* the table as it stood when what is judged was said; NULL: now */

	const char *kings_termination;
	const char *kings_result; /* what kings in the centre say, NULL nothing */
	int64_t kings_count_us;	  /* when that ends a game without a rulebook, unless play goes on; CLOCK_NEVER */
	bool new_game;		  /* the start stands on the board again */
	bool last_unpressed;	  /* the game ended while its last move stood without a press */

	bool over;
	bool awaits_result; /* an appeal was upheld: the arbiter gives another one */
	const char *result;
	enum ruling_kind ruling;
	enum reason reason;
	const char *termination;
	int64_t adjust_us[2];
	int64_t shown_us[2]; /* as last published: where a flag may not be shown, it stays so */
	bool wants_squares;
	unsigned asked_ply; /* the last turn of the tracker's whose readings a person was asked about, from 1; 0 none */
};

/*
 * --- publish.c ---
 * The list of publications of one step of a pass. Each carries what a listener needs of the game at that instant: when
 * the list is delivered, as the step is over (core.c), the game has gone on.
 */

/* Adds a copy. */
void publish(struct core *core, const struct publication *p);
/* All that is in the list is delivered, in its order, and the list is empty. */
void deliver_publications(struct core *core);
void publish_turn_as(struct core *core, const struct closed_turn *closed, unsigned ply, enum move_state state);
/* As the history has it. */
void publish_past(struct core *core, unsigned ply, enum move_state state);
void publish_provisional(struct core *core, const struct game_move *move, enum side side, enum move_state state);
/* What the turn was, or how the board is set up. */
void publish_observation(struct core *core, const struct turn *turn, enum publication_type type);
void publish_clock(struct core *core);
/* The same, of times that a person set. */
void publish_set_clock(struct core *core);
void publish_read_clock(struct core *core);
/* Also keeps it as the last ruling, if it is public. is_known: it was published at the press, and is kept only. */
void publish_ruling(struct core *core, const struct ruling *ruling, bool is_known);
/* A person set it. */
void publish_position(struct core *core, const struct game_position *pos);
/* Who is not there. */
void publish_absent(struct core *core);
void publish_kings(struct core *core, const char *result, enum side winner);
void publish_new_game(struct core *core);
/* hidden: from the players. */
void publish_mirrored_start(struct core *core, enum side side, bool hidden);
void publish_array(struct core *core, bool hidden);
void publish_readings(struct core *core, const struct turn *turn, unsigned ply);
/* The turn in doubt that is asked about now, if it is another than was (arbiter_doubt_asked()). */
void publish_doubt(struct core *core, unsigned was);
/* Whether side can still win, to the arbiter alone: reason is the state of the question. */
void publish_search(struct core *core, const char *reason, enum side side, const char *fen);

/* --- swapped-start.c: A start position set up with king and queen swapped. --- */

/* Whose king and queen stand swapped, bits. */
#define SWAPPED_WHITE 1u
#define SWAPPED_BLACK 2u
#define SWAPPED_ALL 3u

/* The start with king and queen of those sides swapped; castling is mirrored in it. False: it cannot be (no such
 * pieces, no castling to mirror, a game in which they may stand so from the start); *ret is start then. */
bool swapped_start(const struct game *game, const struct game_position *start, unsigned sides,
		   struct game_position *ret);

/* Where castling is not mirrored: a colour whose king does not stand on its square may not castle at all. */
void unmirrored_start(const struct game *game, struct game_position *pos);

#endif
