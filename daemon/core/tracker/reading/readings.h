/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading real sensors: a beam of readings.
 *
 * A reading is a line of turns that explains what the sensors said, and what
 * it must assume to do so has a cost: about ten times the natural logarithm
 * of how rarely it happens. At each press every reading is continued by every
 * legal move, the cheapest stay, and the cheapest of all is what is told.
 *
 * reader.c  what the sensors say, and when a turn is judged
 * noise.c   what the squares have done, and what is assumed of those beside the move
 * weigh.c   what one move must assume
 * beam.c    the readings, and how they are continued
 * missed.c  several turns at a press, where some were not pressed
 * gap.c     turns that were played while the board was away
 * tell.c    what is told of them: set down, turns, revisions
 * word.c    what a turn is called that leaves men standing wrongly
 */
#ifndef TRACKER_READER_H
#define TRACKER_READER_H

#include "daemon/core/tracker/tracker.h"

#define BEAM_WIDTH 32		/* readings that stay alive */
#define BEAM_DEPTH 40		/* turns after which the readings must agree */
#define NODES 384		/* turns of all readings; when they run out the readings must agree sooner */
#define HISTORY 128		/* changes of squares that are remembered; a power of two */
#define NO_NODE UINT16_MAX

typedef uint64_t squares_t;	/* a set of squares */

static inline squares_t square_bit(unsigned square)
{
	return UINT64_C(1) << (square & 63);
}

/* One turn of a reading. */
struct node {
	uint64_t captured;
	int64_t t_us;		/* of its press */
	int32_t stood_us;	/* its man stood so long before; -1: it did not */
	uint16_t parent, ply;
	uint8_t refs;
	uint8_t from, to, flags;
	char promotion;
	char piece;
	uint8_t side : 1, kind : 7;	/* enum turn_kind */
};

static inline struct game_move node_move(const struct node *n)
{
	return (struct game_move){ .from = n->from, .to = n->to, .promotion = n->promotion, .flags = n->flags, .captured = n->captured };
}

struct reading {
	struct game_position pos;
	char want[GAME_MAX_SQUARES];	/* what stands on the board by this reading */
	squares_t bad;		/* squares that show something else now */
	squares_t bad1, bad2;	/* at the last judging, at the one before too */
	squares_t old_bad;	/* at many judgings in a row: a change that will not come */
	squares_t light;	/* of bad1: taken for a hand that began early */
	squares_t way;		/* of its last move, if the man did not stand on its goal yet */
	uint32_t done;		/* number of the last change that this reading's last turn explains */
	uint64_t key;		/* of pos, for the side to move */
	int32_t cost;
	uint16_t node;		/* last turn, NO_NODE at the start */
	uint16_t ply;
	uint8_t side;		/* to move */
	uint8_t swapped;	/* whose king and queen were swapped at its start */
};

/* How a turn was judged: its cheapest continuations. */
#define EXPLAINED 48		/* turns whose judging is remembered */
#define EXPLAINED_BEST 4
struct explained {
	uint16_t ply;
	uint8_t count, patience;
	struct {
		uint8_t from, to, kind;
		char promotion;
		bool other;	/* after other turns than the cheapest */
		int16_t own, added, cost;
	} best[EXPLAINED_BEST];
};

/* A change of one square. */
struct change {
	int64_t t_us;
	uint8_t square;
	char is;		/* '.', a letter, '?' */
};

struct turn_press {
	bool waiting;		/* pressed, not judged yet */
	bool fresh;		/* judged, and the man that moved may still go on for WAIT_US */
	enum side side;
	int64_t t_us;
};

/* A turn whose reply came before its press was read. */
#define UNPRESSED 8
struct unpressed {
	enum side side;
	int64_t t_us;		/* when its man stood */
};

enum shown_state { SHOWN_NOTHING = 0, SHOWN_SOON, SHOWN_SET_DOWN };

struct shown {			/* the provisional move */
	enum shown_state state;
	struct game_move move;
	int64_t t_us;		/* of its last change */
	int64_t show_us;	/* SOON: when it is told */
	uint32_t changes;	/* so many there had been */
};

struct reader {
	const struct game *game;
	struct tracker_setup setup;
	int64_t now;

	char sensor[GAME_MAX_SQUARES];
	int64_t since[GAME_MAX_SQUARES];	/* when each changed last */
	uint32_t number[GAME_MAX_SQUARES];	/* of that change */
	int64_t judged_us;	/* time of the press that is judged */
	int64_t limit_us;	/* what came later is no evidence */
	bool forced;		/* it is judged whatever has come since */
	bool dear;		/* it was clear, and assumed much beside its own squares */
	squares_t after_press;	/* squares that changed since */
	char at_press[GAME_MAX_SQUARES];	/* what the sensors said then */
	struct change change[HISTORY];
	uint32_t changes;	/* so far: number n stands at n % HISTORY, the first is 1 */
	uint32_t begun;		/* number of the last change before the position was set */
	uint32_t window;	/* number of the last change before the window */

	struct reading beam[BEAM_WIDTH];	/* cheapest first */
	unsigned count;
	int32_t spent;		/* what the best reading has cost so far */
	struct node node[NODES];
	struct explained explained[EXPLAINED];	/* turn n at n % EXPLAINED */
	uint16_t free_node;
	unsigned nodes_free;

	struct turn_press press;
	enum side lever;	/* who pressed last, NO_SIDE nobody yet */
	struct unpressed unpressed[UNPRESSED];	/* turns that a reply closed, oldest first */
	unsigned unpressed_count;
	struct shown shown;
	uint16_t told;		/* node of the last turn that was told; holds it */
	unsigned told_index;	/* the reading that is told */
	squares_t centre;
	bool kings;		/* they stand in the centre since kings_us */
	int64_t kings_us;
	enum side kings_winner;
	bool over;		/* kings in the centre: what follows is no play */
	bool turned;		/* the board stands turned by 180° */
	bool nameless;		/* the last change: lifted by a sensor that did not know what had stood there */
	bool legal_only;	/* no turn is read that is none or against the rules */
	uint32_t gap;		/* 0, or the board was away: number of the first change that came with the whole board */
	uint32_t gap_shown;	/* … and of the last */
	struct shown before_gap;	/* the move that stood then */
	bool lost;		/* events are missing: the next report of the whole board says what was played */
	bool new_game_told;
	bool moves_known;	/* the tracker's moves are those of that reading */
	uint32_t work;		/* done for this event, in moves that were looked at or what takes about as long */
};

/*
 * One event may be worth so much work. Then the readings that are not continued yet are given up: they are taken in the
 * order of their costs, so those are the least likely ones. The cheapest is always continued, which bounds how much more
 * may be done.
 */
enum { WORK_EVENT = 16000, WORK_SQUARE = 1, WORK_READING = 10 };

/* What was tried is undone; that it took work remains. */
static inline void reader_restore(struct reader *r, const struct reader *before)
{
	uint32_t work = r->work;

	*r = *before;
	r->work = work;
}

static inline bool reader_is_tired(const struct reader *r)
{
	return r->work >= WORK_EVENT;
}

/*
 * The lever is not seen as it goes down: the clock is asked now and then, answers late, and two presses between two looks
 * leave no trace. Then a press is one witness among others, and a reply that stands closes a turn as well.
 */
#define LATE_LEVER_US 300000
static inline bool reader_is_late(const struct reader *r)
{
	return r->setup.has_lever && r->setup.late_us >= LATE_LEVER_US;
}
/* Does a reply close the turn? */
static inline bool reader_by_reply(const struct reader *r)
{
	return !r->setup.has_lever || reader_is_late(r);
}

/* around.c */
squares_t around_centre(const struct game *game);

/* noise.c */
enum {
	COST_SLID = 2,		/* a man stood on an empty square in passing, on the way of the move */
	COST_REPEATED = 7,	/* the same again and again */
	COST_WELL_AGAIN = 2,	/* what stood wrongly stands rightly now */
	BOUNCE_US = 80000,	/* so soon after one another changes are a bounce */
	STOOD_US = 250000,	/* what stays so long stood there */
};
struct evidence {
	squares_t seen;		/* squares that changed since the reading's last turn */
	uint8_t changes[GAME_MAX_SQUARES];
	int64_t begun[GAME_MAX_SQUARES];	/* first change since then */
	int64_t last_place[GAME_MAX_SQUARES], last_lift[GAME_MAX_SQUARES];
	uint32_t last[GAME_MAX_SQUARES];
	int64_t first[GAME_MAX_SQUARES], latest[GAME_MAX_SQUARES];	/* change in the window */
	uint8_t window_changes[GAME_MAX_SQUARES];
	squares_t window_seen;
	int32_t noise[GAME_MAX_SQUARES];
	squares_t noisy;
	int32_t noise_sum;
	squares_t touched;	/* all others are as they were at the last turn, and nothing was seen of them */
	squares_t slid;		/* noisy squares that would be cheaper on the way of the move */
	int32_t early;		/* so much less for a reply that stands already: none begins upon no move */
};

struct effect {			/* what a move does to the squares */
	squares_t emptied;	/* captured beside the goal */
	bool takes, castles;
	uint8_t rook_from, rook_to;
	char man;		/* that stands on the goal then */
	char rook;
};

/* Asked for most squares at most events. */
static inline bool square_agrees(const struct reader *r, char want, char is)
{
	if (want == '.' || is == '.')
		return want == is;
	return r->setup.sensors == TRACKER_PRESENCE || is == '?' || want == is || (r->game->shows_as && r->game->shows_as(want, is));
}
/* The squares to which a man of each square may go. */
void goals_of(const struct game_moves *moves, squares_t goals[static GAME_MAX_SQUARES]);
/* The squares that differ since the reading's last turn: what was amiss before it is no news. */
squares_t fresh_squares(const struct reader *r, const struct reading *h);
squares_t compare(const struct reader *r, const char *want);
squares_t seen_squares(const struct reader *r, const struct reading *h);	/* evidence.seen alone */
void gather(struct reader *r, const struct reading *h, enum side side, struct evidence *e);

/* weigh.c */
void effect_of(const struct reader *r, const struct reading *h, const struct game_move *move, struct effect *ret);
/* What the move's own squares assume; *roles: those squares. waited: the press was long enough ago. */
int weigh_move(const struct reader *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	       const struct effect *effect, bool waited, squares_t *roles);
/* The same at once for a move of whose squares nothing was seen: all of these are as dear. False: weigh_move() must tell. */
bool weigh_untouched(const struct reader *r, const struct evidence *e, const struct game_move *move, bool waited, int *ret);
/* What it assumes that the hand began only after the press that is judged. */
int weigh_begin(const struct reader *r, const struct evidence *e, const struct game_move *move);
/* What the changes of all other squares assume beside that move. */
int weigh_rest(const struct reader *r, const struct reading *h, const struct evidence *e, const struct game_move *move,
	       bool waited, squares_t roles);

/* Squares between two on a line of the sensors. */
squares_t between(const struct reader *r, unsigned from, unsigned to);
/* Squares that the man of a move may cross. */
squares_t way_of(const struct reader *r, const struct reading *h, const struct game_move *move);

/* word.c: h is the reading whose last turn *turn is, displaced men listed; before: the position before it. */
void name_wrong(const struct tracker *t, const struct reading *h, const struct game_position *before, struct turn *turn);

/* show.c: does one of the moves stand, and nothing else beside it? */
bool tell_find(struct reader *r, const struct reading *h, const struct game_moves *moves, struct game_move *ret);
/* … as tell_stands(), whatever was wrong before but for those squares. */
bool tell_stands_but(struct tracker *t, squares_t wrong);

/* beam.c */
void beam_start(struct reader *r, const struct game_position *pos, unsigned ply);
/* One more reading of the same start, with other men on it. */
void beam_add(struct reader *r, const struct game_position *pos, unsigned swapped, int cost);
static inline struct reading *beam_reading(struct reader *r, unsigned i) { return &r->beam[i]; }
static inline struct reading *reader_told(struct reader *r) { return beam_reading(r, r->told_index); }
/*
 * beam_press - the turn of side is judged, every reading is continued
 * IF_CLEAR: false is returned, and nothing changes, while the turn is not clear. AT_ONCE: it must be judged although the
 * press was just now. WAITED: all that will come has come. PAST: the move stood at t_us, what came since is the reply.
 * ENDED: no event will come.
 * ignoring: what it costs to take the press for none.
 */
enum { IGNORE_LEVER = 110 };	/* a press that was none */
enum { SEVERAL_FROM = 80 };	/* a turn that assumes so much: perhaps presses before it were missed */
enum patience { IF_CLEAR, AT_ONCE, WAITED, PAST, ENDED };
bool beam_press(struct reader *r, enum side side, int64_t t_us, enum patience patience, int ignoring);
/* Turns of a reading that were played while the board was away, and what that assumes. */
#define GAP_TURNS 6
struct gap_line {
	const struct reading *from;
	int32_t cost;
	uint8_t count;
	bool whole;		/* the move that stands after them does so as a whole, or there is none */
	struct game_move move[GAP_TURNS];
};
/* The readings are those of the lines, cheapest first; their turns were closed at t_us. Returns how many, 0: none, and nothing
 * has changed. */
unsigned beam_play(struct reader *r, const struct gap_line *line, unsigned count, int64_t t_us);
/* No event will come: the readings are weighed by what the sensors show now; if the cheapest needs it, a last turn is
 * closed at t_us. */
void beam_finish(struct reader *r, int64_t t_us);
/* The position after node's turn. */
void node_play(const struct reader *r, struct game_position *pos, const struct node *n);
void node_hold(struct reader *r, uint16_t node);
void node_release(struct reader *r, uint16_t node);

/* lookback.c: the sensors as they were after change number upto. Returns how many came since, in later, for look_on() to put
 * back; 0: too many, nothing is done. want: what stands where no change is remembered. */
#define BACK (HISTORY / 2)
unsigned look_back(struct reader *r, uint32_t upto, const char *want, struct change later[static BACK]);
void look_on(struct tracker *t, const struct change *later, unsigned n);

/* reply.c: all but the first two return 0, what tell_turns() does, or -ENOMEM */
void reply_owes_press(struct reader *r, enum side side, int64_t stood_us);	/* that side's turn is closed, its press to come */
/* Is this the press of a turn that a reply has closed already? What is older will not come any more. */
bool reply_was_pressed(struct reader *r, enum side side, int64_t t_us);
/* Without a lever: does lifting from square begin the reply to what stands? */
int reply_begins(struct tracker *t, unsigned square);
/* The turn is judged as it stood when it was shown: what came since belongs to the next one. False: too long ago. */
bool reply_closes(struct tracker *t);
/* Without a lever: a man on square may be a reply upon a move that was not seen whole. */
int reply_implies(struct tracker *t, unsigned square);

/* pair.c: a move and its reply stand that were made at once: the move is in r->shown. */
bool pair_stands(struct tracker *t);

/* missed.c: the press was read at a cost of spent since before. Were some before it missed? Then each turn is closed where its
 * reply stood, and the reader holds that reading. */
void missed_presses(struct tracker *t, const struct reader *before, int32_t spent);
/* gap.c: the board was away, and shows what stands now: the turns that make it are closed but the last. */
int gap_search(struct tracker *t);

/* catchup.c: turns are closed until what stands, but for the squares in wrong, is the position or one move from it, at most
 * so many. Returns what that assumes, -1 if none does. */
int32_t catch_up_close(struct tracker *t, unsigned most, squares_t wrong);
/* What stood for a while fits nothing: perhaps some turns together make it. */
int catch_up_astray(struct tracker *t);

#endif
