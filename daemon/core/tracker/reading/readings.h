/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading real sensors: a beam of readings.
 *
 * A reading is a line of turns that explains what the sensors reported, and what
 * it must assume to do so has a cost: about ten times the natural logarithm
 * of how rarely it happens. At each press every reading is continued by every
 * legal move, the cheapest stay, and the cheapest of all is what is reported.
 */
#ifndef TRACKER_READINGS_H
#define TRACKER_READINGS_H

#include <string.h>

#include "daemon/core/tracker/squares.h"
#include "daemon/core/tracker/tracker.h"

#define BEAM_WIDTH 32 /* readings that stay alive */
#define BEAM_DEPTH 40 /* turns after which the readings must agree */
#define NODES 384     /* turns of all readings; when they run out the readings must agree sooner */
#define HISTORY 128   /* changes of squares that are remembered; a power of two */
#define NO_NODE UINT16_MAX

/* One turn of a reading. */
struct node {
	uint64_t captured;
	int64_t t_us;	  /* of its press */
	int32_t stood_us; /* its piece stood so long before; -1: it did not */
	uint16_t parent, ply;
	uint8_t refs;
	uint8_t from, to, flags;
	uint8_t rook_from; /* of a castling */
	char promotion;
	char piece, taken;	    /* the piece that moved, and the one that it took, the first of them */
	uint8_t blunder;	    /* what nothing but playing well speaks against */
	uint8_t side : 1, kind : 6; /* enum turn_kind */
	bool whole : 1;		    /* a legal move that was seen as a whole: it and the other squares assume nothing */
	bool in_check : 1;	    /* against the rules, and its side's king is in check after it */
	bool unpressed : 1;	    /* closed without a press, where each press is seen */
	bool in_air : 1;	    /* a legal move that was pressed before its piece stood, as was thought */
	bool guessed : 1;	    /* a legal move, by what was seen the piece stands where it stood */
	bool invented : 1;	    /* … and it was not even touched */
	bool plain : 1;		    /* against the rules, or no move: all of it was seen, and hardly anything else */
	uint8_t assumed;	    /* what it assumes beside that it was against the rules */
};

struct reading {
	struct game_position pos;
	char expected[GAME_MAX_SQUARES];	 /* what stands on the board by this reading */
	squares_t pieces[2];			 /* … of each side */
	squares_t mismatch;			 /* squares that show something else now */
	squares_t mismatch_last, mismatch_twice; /* at the last judging, at the one before too */
	squares_t stuck;      /* at many judgings in a row: a change that will not come; until the square does change */
	squares_t early_hand; /* of mismatch_last: taken for a hand that began early */
	squares_t path;	      /* of its last move, if the piece did not stand on its goal yet */
	uint32_t explained_upto; /* number of the last change that this reading's last turn explains */
	uint64_t key;		 /* of pos, for the side to move */
	int32_t cost;
	uint16_t node; /* last turn, NO_NODE at the start */
	uint16_t ply;
	uint8_t side;	 /* to move */
	uint8_t swapped; /* its start: whose king and queen were swapped, or see start.c */

	/* without a lever (by-time/) */
	bool continued;			/* by the moves that stand now */
	uint8_t cost_part;		/* hundredths, to be added to the cost */
	uint8_t paid[GAME_MAX_SQUARES]; /* for each square that does not match, twice */
	squares_t roles;		/* the squares of its last move */
	int64_t moved_us;		/* when that stood */
	int16_t exchange;		/* game.best_exchange() of pos; -1: nobody has asked */
};

/* How a turn was judged: its cheapest continuations. */
#define EXPLAINED 48 /* turns whose judging is remembered */
#define EXPLAINED_BEST 4
struct explained {
	uint16_t ply;
	uint8_t count, patience; /* without a lever: enum closed_by, explain.h */
	struct {
		uint8_t from, to, kind;
		uint8_t rook_from; /* of a legal castling, else GAME_NO_SQUARE */
		char promotion;
		bool other; /* after other turns than the cheapest */
		/* without a lever: squares that show something else, how long the first stood (in 10 ms), and how much
		 * more it costs than the first */
		int16_t own, added, cost;
	} best[EXPLAINED_BEST];
};

/* A change of one square. */
struct change {
	int64_t t_us;
	uint8_t square;
	char is; /* '.', a letter, '?' */
};

struct turn_press {
	bool pending;	/* pressed, not judged yet */
	bool revisable; /* judged, and the piece that moved may still go on for WAIT_US */
	bool scanned;	/* clear but for what a scan was still to bring: judged then */
	enum side side;
	int64_t t_us;
};

/* A square that goes and comes by itself (unsteady-squares.h). */
#define UNSTEADY 4
struct unsteady {
	int64_t t_us;	   /* since when its sensor says what it says, … */
	int64_t lasted_us; /* … and how long it contradicted what counts, less what agreed since */
	uint8_t square;
	char is;
};

/* The lever's last press, and its rebounds. */
struct lever_press {
	enum side side;	  /* NO_SIDE: there was none */
	int64_t t_us;	  /* of the last of them */
	uint32_t changes; /* so many there had been */
	bool doubtful;	  /* it came so soon after one of the other side that it may be its rebound */
	bool rebounded;	  /* the last was a rebound */
	bool idle;	  /* no square had changed since the one of the other side before it */
	enum side sprang; /* that side's lever went down since, and it seemed to be a rebound; NO_SIDE: none did */
	int64_t sprang_us;
};

/* A turn whose reply came before its press was read. */
#define UNPRESSED 8
struct unpressed {
	enum side side;
	int64_t t_us; /* when its piece stood */
};

enum provisional_state { PROVISIONAL_NONE = 0, PROVISIONAL_SOON, PROVISIONAL_REPORTED };

struct provisional_move { /* stands, and is not pressed yet */
	enum provisional_state state;
	struct game_move move;
	int64_t t_us;	  /* of its last change */
	int64_t due_us;	  /* SOON: when it will be reported */
	uint32_t changes; /* so many there had been */
};

struct readings {
	const struct game *game;
	struct tracker_setup setup;

	char sensor[GAME_MAX_SQUARES];
	int64_t since[GAME_MAX_SQUARES];   /* when each changed last */
	uint32_t number[GAME_MAX_SQUARES]; /* of that change */
	int64_t judged_us;		   /* time of the press that is judged */
	int64_t limit_us;		   /* what came later is no evidence */
	bool forced;			   /* it is judged whatever has come since */
	squares_t after_press;		   /* squares that changed since */
	char at_press[GAME_MAX_SQUARES];   /* what the sensors showed then */
	struct change change[HISTORY];
	struct unsteady unsteady[UNSTEADY];
	unsigned unsteady_count;
	uint32_t flickers, judged_turns;	 /* squares that flickered beside the move, in so many turns */
	uint8_t went_and_came[GAME_MAX_SQUARES]; /* how often each square did while nothing else changed, … */
	int64_t came_us[GAME_MAX_SQUARES];	 /* … and when last */
	uint32_t changes;			 /* so far: number n stands at n % HISTORY, the first is 1 */
	uint32_t position_change;		 /* number of the last change before the position was set */
	uint32_t set_change;			 /* … by a person */
	uint32_t window_start;			 /* number of the last change before the window */

	struct reading beam[BEAM_WIDTH]; /* cheapest first */
	unsigned count;
	int32_t spent; /* what the best reading has cost so far */
	struct node node[NODES];
	struct explained explained[EXPLAINED]; /* turn n at n % EXPLAINED */
	uint16_t free_node;
	uint16_t agreed_past; /* a turn that all readings contain, NO_NODE: none is known */
	unsigned nodes_free;

	struct turn_press press;
	enum side lever; /* who pressed last, NO_SIDE nobody yet */
	struct lever_press last_press;
	struct unpressed unpressed[UNPRESSED]; /* turns that a reply closed, oldest first */
	unsigned unpressed_count;
	struct provisional_move provisional;
	struct provisional_move stood; /* a provisional move that stood for long enough to be the last of the game, … */
	unsigned stood_ply;	       /* … and its number */
	uint16_t reported;	       /* node of the last turn that was reported; holds it */
	unsigned reported_index;       /* the reading that is reported */
	squares_t centre;
	bool kings_in_centre; /* they stand in the centre since kings_us */
	int64_t kings_us;
	enum side kings_winner;
	unsigned kings_ply;   /* so many turns there were when they came, … */
	bool kings_went_home; /* … and they went back */
	bool ended_by_kings;  /* kings in the centre: what follows is no play */
	bool board_turned;    /* the board stands turned by 180° */
	bool unnamed_lift;    /* the last change: lifted by a sensor that did not know what had stood there */
	uint32_t gap;	      /* 0, or the board was away: number of the first change that came with the whole board */
	uint32_t gap_end;     /* … and of the last */
	struct provisional_move before_gap; /* the move that stood then */
	int64_t told_us;		    /* when the whole board was told last */
	int64_t heard_us;		    /* … or anything else, before events were lost */
	int64_t gap_us;			    /* heard_us when the board was away, … */
	uint8_t begun;			    /* … and so many moves had begun then */
	uint32_t gap_upto;		    /* number of the last change that gap_stood contains */
	uint16_t gap_ply;		    /* … and so many turns had been closed, … */
	enum side gap_side;		    /* whose turn is the last that was closed by it; NO_SIDE: none was */
	char gap_stood[GAME_MAX_SQUARES];   /* … and what stood when it was back */
	bool after_gap;			    /* no press has shown yet whether it was read rightly */
	squares_t gap_wrong, gap_rest;	    /* squares that were wrong before, and that the next turn has to explain */
	bool guessed;	      /* which pieces stand is a guess, and a turn against it is not illegal, … */
	uint16_t guessed_ply; /* … from this turn on */
	bool unseen;	      /* no few turns make what stood when it was back */
	bool events_lost;     /* events are missing: the next report of the whole board shows what was played */
	bool new_game_reported;
	bool is_final;	    /* the last turn ended the game, and has stood since */
	bool moves_known;   /* the tracker's moves are those of that reading, … */
	uint64_t moves_key; /* … of this position */
	/* without a lever (by-time/) */
	int64_t passed_us;		   /* the readings have paid for the time until then */
	unsigned stands_index;		   /* the cheapest, but for kings that come to the centre */
	int64_t tried_us;		   /* when moves that were missed were searched for last */
	bool lines_added;		   /* since the readings agreed on their past, … */
	uint16_t agreed;		   /* … which this was the last turn of */
	uint32_t quiet_changes;		   /* so many there had been when all was quiet last */
	uint32_t before[GAME_MAX_SQUARES]; /* number of each square's change before its last */
	struct game_position unreadable;   /* after the newest turn that cannot be read */
	struct reading over;		   /* nobody plays any more since this reading, which holds its node */
	uint32_t work;			   /* done for this event, in moves considered or what takes about as long */
};

/*
 * One event may be worth so much work. Then the readings that are not continued yet are given up: they are taken in the
 * order of their costs, so those are the least likely ones. The cheapest is always continued, which bounds how much
 * more may be done.
 */
enum { WORK_EVENT = 16000, WORK_SQUARE = 1, WORK_READING = 10 };

/* What was tried is undone; that it took work remains. */
static inline void readings_restore(struct readings *r, const struct readings *before)
{
	uint32_t work = r->work;

	*r = *before;
	r->work = work;
}

static inline bool work_is_exhausted(const struct readings *r)
{
	return r->work >= WORK_EVENT;
}

/*
 * The lever is not seen as it goes down: the clock is polled now and then, answers late, and two presses between two
 * polls leave no trace. Then a press is one witness among others, and a reply that stands closes a turn as well.
 */
#define LATE_LEVER_US 300000
static inline bool lever_is_late(const struct readings *r)
{
	return r->setup.has_lever && r->setup.late_us >= LATE_LEVER_US;
}

/* A turn that was closed without a press was not pressed. */
static inline bool presses_are_seen(const struct readings *r)
{
	return r->setup.has_lever && !lever_is_late(r);
}

/* In pieces that registers hold: for a whole reading the compiler takes an instruction that begins slowly. */
static inline void reading_copy(struct reading *to, const struct reading *from)
{
	enum { PIECE = 64, WHOLE = sizeof(*to) / PIECE * PIECE };

	for (unsigned i = 0; i < WHOLE; i += PIECE)
		memcpy((char *)to + i, (const char *)from + i, PIECE);
	memcpy((char *)to + WHOLE, (const char *)from + WHOLE, sizeof(*to) - WHOLE);
}

static inline struct reading *beam_reading(struct readings *r, unsigned i)
{
	return &r->beam[i];
}
static inline const struct reading *reported_reading(const struct readings *r)
{
	return &r->beam[r->reported_index];
}

/* The reading that contains the move that stands, where one does. */
static inline const struct reading *standing_reading(const struct readings *r)
{
	return r->setup.has_lever || r->stands_index >= r->count ? reported_reading(r) : &r->beam[r->stands_index];
}

/* How long a turn that is not clear may wait for what is still to come. */
enum patience {
	IF_CLEAR, /* it is judged only if it is clear */
	AT_ONCE,  /* it must be judged although the press was just now */
	WAITED,	  /* all that will come has come */
	PAST,	  /* the move stood then, what came since is the reply */
	ENDED,	  /* no event will come */
};

#endif
