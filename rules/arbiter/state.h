/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the arbiter remembers of a game, and how its rulebook is asked. */
#ifndef RULES_ARBITER_STATE_H
#define RULES_ARBITER_STATE_H

#include "rules/arbiter.h"
#include "rules/turn.h"
#include "rules/rulebook.h"

#define MAX_SET_DOWN 8

/* One closed turn, and what the arbiter remembers of it: ply_at(). */
struct ply {
	struct kept_turn *kept; /* turn-memory.c's alone to change: change_turn(), change_position() */
	const struct turn *turn;
	int64_t credited_us;	   /* what its press added */
	int64_t adjust_said_us;	   /* when "I adjust" was said in it, ARBITER_NEVER */
	int64_t put_right_us;	   /* see put_right */
	int64_t first_set_down_us; /* when the first legal move of it was set down … */
	struct game_move set_down; /* … which was this one; */
	bool has_set_down;	   /* … if there was one */
	bool sanctioned;	   /* its disorder was dealt with */
	bool order_allowed;	   /* the order of its promotion was judged and found right */
	bool pawn_unpromoted;	   /* the reply came before its pawn was exchanged */
	bool piece_asked;	   /* … and the opponent has asked for it */
	bool pawn_left;		   /* its pawn was exchanged only after the press */
	bool promotion_ruled;	   /* … was penalised, and what it becomes is ruled */
	bool as_announced;	   /* it was announced with a draw claim that was wrong */
	bool broke_announcement;   /* another move had been announced with a draw claim that was wrong */
	bool put_right;		   /* and the pieces were put right, in a second press of the same side */
	bool binds_from_illegal;   /* what binds is that of an illegal move */
	uint8_t binding_count;	   /* squares touched before a correction: still binding */
	struct {
		uint8_t square;
		char piece;
	} binding[TURN_MAX_TOUCHED];
};

/* The position in which it began. */
static inline const struct game_position *ply_before(const struct ply *ply)
{
	return kept_turn_before(ply->kept);
}

/* What a person must decide. */
struct question {
	enum claim_kind claim;	/* what is asked about */
	enum claim_kind object; /* forced-win: the draw claim or flag that it contests */
	enum side by, against;
	struct arbiter_claim made; /* texts are not kept */
	unsigned turn;		   /* illegal-move: the turn that is in doubt, from 1; 0 none */
	bool postponed;
	bool quiet; /* for the person who decides alone: nobody else is to know that it is asked */
};

/* A captain's answer, which the other captain may contradict. */
struct captain_verdict {
	struct question question; /* CLAIM_NONE: none that may be taken back */
	enum verdict_kind verdict;
	int64_t us;
	enum side side;
	unsigned turns;	     /* that had been played */
	int64_t given_us[2]; /* what it gave and took */
};

/* What a larger search is to find out: after a loss that may be a draw, or of a position that may be dead. */
struct open_search {
	bool open, ends, claimed;
	unsigned number;
	struct game_position position;
	bool side[2];	    /* of whom it is asked */
	enum reason reason; /* of the draw, should it be none who can win */
	enum claim_kind claim;
	enum rulebook_parameter decided_by, also_cites;
};

/* What it found: asked again of the same position, this is the answer. */
#define KNOWN_ANSWERS 4
struct known_answer {
	struct game_position position;
	enum side side;
	enum game_answer answer;
	bool asked;
};

/* What was counted against a player: an illegal move, a step of a ladder; NO_SIDE none. */
struct penalty_count {
	enum side illegal, offender;
	enum claim_kind step;
};

static inline struct penalty_count nothing_counted(void)
{
	return (struct penalty_count){ .illegal = NO_SIDE, .offender = NO_SIDE };
}

struct arbiter {
	struct arbiter_setup setup;
	const struct game *game;
	const struct rulebook *book;
	struct ruling_list ruled; /* by the call at hand */
	bool over, silent, flag_auto, illegal_auto;
	bool lost_as_penalty;	     /* what the winner scores may still be said … */
	enum side penalty_winner;    /* … of whom it is … */
	enum claim_kind lost_for;    /* … and for what the other one lost */
	enum person speaker;	     /* whose claim or report is answered, PERSON_NONE nobody's */
	enum person judge;	     /* who decides now, PERSON_NONE nobody: the book says who will */
	struct sentence_facts facts; /* of the next ruling, as far as they are known before it is made */
	struct {
		bool has_clock;
		enum side running, ran, to_move;
		bool out_of_time[2];  /* nothing is left on the clock */
		enum side pressed_to; /* who has the move by what was pressed */
	} seen;			      /* of the view that the last ruling was made on */

	unsigned count;		    /* turns that are closed */
	struct turn_memory *memory; /* turn-memory.c: them */
	struct game_position start;

	bool move_stands;	   /* a legal move stands unpressed */
	bool reply_made;	   /* to the last closed turn: it was set down, and may have been taken back since */
	bool reply_early;	   /* it was set down before that turn was pressed */
	bool has_set_down[2];	   /* has set a move down in this game */
	unsigned moves_made[2];	   /* moves pressed, those before the start included */
	bool has_touched[2];	   /* since the opponent's turn was closed */
	int64_t adjust_said_us[2]; /* in the turn at hand, ARBITER_NEVER */
	unsigned set_down_count[2];
	bool end_was_judged[2]; /* whether the move set down ends the game … */
	struct game_move judged[2];
	struct game_move set_down[2][MAX_SET_DOWN];
	int64_t first_set_down_us[2];
	unsigned binding_count;
	bool binds_from_illegal;
	struct {
		uint8_t square;
		char piece;
	} binding[TURN_MAX_TOUCHED];
	unsigned touched_count[2]; /* squares lifted from in the turn at hand */
	struct {
		uint8_t square;
		char piece;
	} touched[2][TURN_MAX_TOUCHED];

	struct {
		enum side side;
		struct game_move move;
		unsigned turns;
		bool released; /* let go in a turn that was taken back, and not announced with a claim */
	} announced;	       /* what side must play, NO_SIDE nothing (announced-move.c) */

	struct {
		enum side mover; /* NO_SIDE none */
		int64_t until_us;
	} held_end; /* a move that ends the game, made against what was touched: a claim that comes at once is heard */

	bool clock_ran;
	bool was_stopped;	    /* the clocks, in this turn */
	unsigned period_over;	    /* number of the turn, from 1, in which a flag ended a period; 0 none */
	unsigned pressed_again;	    /* likewise: before it the other side's clock was pressed down for it; 0 none */
	bool assisted;		    /* somebody presses for a player */
	bool increment_given;	    /* on a player's request */
	enum side offer;	    /* whose draw offer stands */
	bool agreed_early;	    /* on a draw, before the event allows it: the arbiter may consent */
	bool offered_by_claim;	    /* which was a draw claim */
	bool offer_withdrawn;	    /* as its maker says: it stands */
	const char *refused[2];	    /* how each has refused the last offer, NULL */
	bool offered;		    /* one was made since the last ruling on a turn */
	bool is_pressed;	    /* what is told of turns is told at their press (arbiter_pressed()) … */
	enum side told_offer;	    /* … and by whose offer, until the other side has pressed; NO_SIDE none */
	bool absent[2], late_ruled; /* late_ruled: on the time by which they had to be there */
	enum person may_be_late[2]; /* by whose decision, PERSON_NONE nobody's */
	unsigned illegal[2];
	unsigned fined[2]; /* the last turn, from 1, that was counted as illegal, though it may be taken back; 0 none */
	unsigned ladder[2][CLAIM_COUNT]; /* [][CLAIM_NONE]: the common one */
	int64_t given_us[2];		 /* by all rulings, less what they took */
	int64_t flags_void_us; /* when it was ruled that both flags fell and the game goes on, ARBITER_ABSENT never */
	struct penalty_count counted; /* by the next ruling */
	struct {
		struct penalty_count counted;
		int64_t adjust_us[2];
		enum side taken_back; /* whose turn, NO_SIDE nobody's */
		bool no_move;	      /* … which was a press without a move */
	} decision;		      /* the last one, which an appeal may take back */
	bool last_was_no_progress;    /* the last decision was on such a claim */
	unsigned appeal_level;
	struct question question;
	enum person position_found; /* who has seen an illegal position and waits for the next move, PERSON_NONE */
	unsigned doubt;		    /* number of the last turn of which it is not proved what it was, from 1; 0: none */
	struct captain_verdict captain_verdict;
	struct arbiter_claim waiting_claim; /* said without stopping the clock */
	enum claim_kind stop_reason;	    /* why the clock stands */
	enum rulebook_parameter
		decided_by; /* what rulings now rest on first, PARAM_COUNT none: before the book's line */
	enum rulebook_parameter also_cites; /* what they also rest on, PARAM_COUNT none: after it */
	const char *circumstance; /* the word for what decides them, where the book has a line for it; NULL none */
	bool setup_asked;	  /* a restart by permission may follow */
	bool undecided[2];	  /* what the last question left undecided */
	struct open_search open_search;
	struct known_answer known[KNOWN_ANSWERS];
	unsigned next_known;
};

/* Short forms, for a parameter by the end of its name. */
#define IS(a, p, choice) rulebook_is((a)->book, PARAM_##p, choice)
#define YES(a, p) rulebook_yes((a)->book, PARAM_##p)
#define NUMBER(a, p) rulebook_number((a)->book, PARAM_##p)

/* The time that p awards, 0: none. */
static inline int64_t award_us(const struct arbiter *a, enum rulebook_parameter p)
{
	int64_t ms = rulebook_number(a->book, p);

	return ms > 0 ? ms * 1000 : 0;
}

/* Draws are had by stopping the clock and appealing. */
static inline bool draws_by_appeal(const struct arbiter *a)
{
	return !rulebook_is(a->book, PARAM_CLEAR_DRAW_APPEAL, "no");
}

/* NO_SIDE: no player. */
static inline enum side claimant(const struct arbiter_claim *c)
{
	return c->by == PERSON_WHITE ? WHITE : c->by == PERSON_BLACK ? BLACK : NO_SIDE;
}

/* --- turn-memory.c --- */

/* NULL: no memory. */
struct turn_memory *turn_memory_new(void);
void turn_memory_free(struct arbiter *a);
/* A turn that is closed. It stays where it is. */
struct ply *ply_at(const struct arbiter *a, unsigned n);
/* … to be held while turns are forgotten. */
struct ply ply_held(const struct arbiter *a, unsigned n);
void ply_drop(struct ply *ply);
#define HELD_PLY __attribute__((cleanup(ply_drop))) struct ply
/* What is said of a turn, and of the position after it, is to be another from now on. Never NULL: without memory
 * forget_old_turns() says so. */
struct turn *change_turn(struct arbiter *a, struct ply *ply);
struct game_position *change_position(struct arbiter *a, struct ply *ply);
/* The call is over: turns that were taken back are held no more. 0; -ENOMEM: what was ruled may be wrong. */
int forget_old_turns(struct arbiter *a);
/* How often the position stood after a closed turn. */
unsigned count_positions(const struct arbiter *a, const struct game_position *pos);
/* Where the pieces stood that bind or were touched in a turn, in this order; how many. Not what was in the hand
 * already. */
unsigned touched_squares(const struct arbiter *a, const struct ply *ply, uint8_t list[2 * TURN_MAX_TOUCHED]);
/* The next turn, ply_at(count), which is not counted yet. 0 or -ENOMEM. */
int remember_turn(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn,
		  const struct game_position *after);
/* 0 or -ENOMEM. */
int read_turn_anew(struct arbiter *a, unsigned n, const struct turn *turn, const struct game_position *after);
/* Turns from ply on are no more: a ruling took them back. */
void forget_turns_from(struct arbiter *a, unsigned ply);
/* Turns from ply on are being taken back: none of them was a move made. */
void uncount_moves_from(struct arbiter *a, unsigned ply);
/* Turn n was that legal move. */
void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move);
/* The pieces touched in a turn that is taken back bind its replacement, and so do those that have bound the turn
 * itself. illegal: it is taken back as an illegal move (FIDE 7.5.1), and not for what was touched (FIDE 4.3). */
void keep_touched_binding(struct arbiter *a, const struct ply *ply, bool illegal);
/* Of an illegal turn that was the first half of a legal move: the piece that was released binds the replacement to it.
 */
void bind_to_move(struct arbiter *a, const struct ply *ply, const struct game_move *move);

static inline bool same_move(const struct game_move *a, const struct game_move *b)
{
	return game_moves_alike(a, b) && a->promotion == b->promotion && a->captured == b->captured;
}

/* The pieces that stood wrongly when turn n began, and not before the last one, were displaced in that. */
void charge_turn_before(struct arbiter *a, unsigned n);
/* The turn of side in which pieces were displaced that nobody has put right since; a->count: none. */
unsigned displacing_turn(const struct arbiter *a, enum side side);

/* --- table.c --- */

/* The pieces stand as in pos; one that is not known may be any. */
bool table_shows(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos);
/* A piece of side's was moved before the opponent had pressed, and side has not pressed since: the opponent displaced
 * it, though it may stand where side could have played it. */
bool moved_on_others_time(const struct arbiter *a, const struct arbiter_view *v, enum side side);
enum side first_fallen_flag(const struct arbiter_view *v);

/* Does a legal move stand unpressed, or one of each side? */
bool unpressed_stands(const struct arbiter *a, const struct arbiter_view *v);

static inline bool clock_is_stopped(const struct arbiter_view *v)
{
	return !v->has_clock || v->running == NO_SIDE;
}

static inline bool flag_is_down(const struct arbiter_view *v, enum side side)
{
	return v->flag_us[side] != ARBITER_NEVER;
}

#endif
