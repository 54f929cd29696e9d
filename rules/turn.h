/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A turn: what one side did between two presses of the lever, in words
 * that a rulebook can use. The tracker writes it, the arbiter reads it. It is
 * an observation: whether it is an offence is the rulebook's to say.
 */
#ifndef RULES_TURN_H
#define RULES_TURN_H

#include "rules/game.h"

enum turn_kind {
	TURN_LEGAL = 1,	     /* one legal move; other pieces may still stand wrongly, see displaced */
	TURN_ILLEGAL,	     /* a move that is not legal stands; fault says why */
	TURN_NO_MOVE,	     /* the position is the one before the turn */
	TURN_SEVERAL,	     /* more than one move of the same side */
	TURN_PROMOTION_OWED, /* a pawn stands on the last rank (draughts: a man not crowned is TURN_LEGAL) */
	TURN_UNREADABLE,     /* no single move explains it; move is its nearest reading if has_move */
	TURN_UNSEEN,	     /* turns of both sides, the last one of this: the board was away, nobody knows how many */
};

enum turn_fault {
	TURN_FAULT_NONE = 0,
	TURN_FAULT_CHECK,	  /* own king left or put in check */
	TURN_FAULT_PIECE,	  /* that piece does not move so */
	TURN_FAULT_BLOCKED,	  /* it moves so, but a piece is in the way or on the square */
	TURN_FAULT_CASTLING,	  /* castling without the right or through check */
	TURN_FAULT_OWN_CAPTURE,	  /* took a piece of his own */
	TURN_FAULT_OTHER_SIDE,	  /* moved a piece of the opponent */
	TURN_FAULT_KING_TAKEN,	  /* the opponent's king was captured */
	TURN_FAULT_KINGS,	  /* the two kings stand next to each other */
	TURN_FAULT_PROMOTION,	  /* promoted to a piece that cannot be */
	TURN_FAULT_APPEARED,	  /* a piece appeared on the board */
	TURN_FAULT_VANISHED,	  /* a piece vanished from the board */
	TURN_FAULT_CAPTURE_COUNT, /* draughts: the wrong number captured */
	TURN_FAULT_NOT_CAPTURED,  /* draughts: a quiet move where a capture is due */
	TURN_FAULT_UNFINISHED,	  /* draughts: stopped in the midst of a capture */
	TURN_FAULT_CAPTURED_LEFT, /* draughts: captured pieces stand still */
	TURN_FAULT_NOT_JUMPED,	  /* draughts: pieces were taken that the capture did not jump */
	TURN_FAULT_REMOVED,	  /* draughts: pieces were taken off and nothing was captured */
	TURN_FAULT_AS_KING,	  /* draughts: a man that is no king moved like one */
};

#define TURN_MAX_DISPLACED 16
#define TURN_MAX_TOUCHED 16
#define TURN_MAX_OTHERS 7

struct turn_displaced {
	uint8_t from; /* where it ought to stand, GAME_NO_SQUARE: it ought not to be on the board */
	uint8_t to;   /* where it stands, GAME_NO_SQUARE: nowhere */
	char piece;
	bool inherited; /* it stood so when the turn began: not this turn's doing */
};

/* What the sensors allow a turn to have been as well. */
struct turn_reading {
	uint8_t kind;	       /* enum turn_kind */
	uint8_t fault;	       /* enum turn_fault */
	uint8_t from, to;      /* as in struct turn */
	char piece;	       /* … */
	uint8_t none[3];       /* as in struct game_move */
	struct game_move move; /* LEGAL */
};

/* A square that was lifted from. Each turn of a game has room for many: it takes ten bytes. */
struct turn_touched {
	int64_t t_us;
	uint8_t square;
	char piece;
} __attribute__((packed, aligned(2)));

struct turn {
	enum side side : 8; /* who pressed, or who moved */
	enum turn_kind kind : 8;
	enum turn_fault fault : 8;
	bool has_move;	  /* move is a legal move (LEGAL), or the legal reading nearest to what stands */
	uint8_t from, to; /* ILLEGAL: of the piece that moved (king first if two did); else the move's */
	char piece;	  /* ILLEGAL: its letter */
	/* There is a lever that shows each press, and it was closed without one: by its reply, or as the game ended. */
	bool unpressed;
	/* It is not proved whether it was a legal move: what the sensors say leaves one of others nearly as likely,
	 * which says the opposite. Nobody is punished for it, and no claim about it refused, without a person's word.
	 */
	bool unsure;
	bool disputed; /* … and what says the opposite is as likely: a person is asked though nobody claims anything */
	bool decided;  /* a person has said what it was: sensors put it in doubt no more */
	bool from_disorder; /* no legal move from where the pieces belong, but one as they stood when the turn began */
	uint8_t displaced_count; /* at most TURN_MAX_DISPLACED: the first of them */
	uint8_t touched_count;	 /* at most TURN_MAX_TOUCHED: the first of them */
	uint8_t other_count;	 /* at most TURN_MAX_OTHERS, the likeliest first; 0: too much is open for a list */
	uint8_t none;		 /* as in struct game_move */
	struct game_move move;
	int64_t t_us;			  /* of the press; of the set-down for a turn ended without one */
	int64_t set_down_us;		  /* when the move was first set down, INT64_MIN if never */
	char placement[GAME_MAX_SQUARES]; /* what stood on the board at the press */
	/* What most turns have little of comes last: turn_size(). */
	struct turn_touched touched[TURN_MAX_TOUCHED]; /* in order, without repetition */
	struct turn_displaced displaced[TURN_MAX_DISPLACED];
	struct turn_reading other[TURN_MAX_OTHERS];
};

/* Bytes from its beginning to the end of the last that it lists: where it is remembered, it takes no more. */
size_t turn_size(const struct turn *turn);
/* The turn with room for all that can be listed. Of a turn that is remembered no copy is made otherwise. */
struct turn turn_copy(const struct turn *turn);
/* Do they say the same, in the same bytes? */
bool turn_same(const struct turn *a, const struct turn *b);
struct turn_reading turn_as_reading(const struct turn *turn);
/* A person has said that it is what it is. */
void turn_decide(struct turn *turn);
/* The turn, were that what it was. */
struct turn turn_read_as(const struct turn *turn, const struct turn_reading *reading);

/* "legal", "illegal", "no-move", …; "check", "piece", …: names used in JSON and on the bus. */
const char *turn_kind_name(enum turn_kind kind);
const char *turn_fault_name(enum turn_fault fault);
/* The word for what the turn was by which a rulebook cites articles: its fault; "displaced", a legal move beside
 * which pieces stand wrongly; else its kind. */
const char *turn_word(const struct turn *turn);
/* Were pieces displaced in the course of this turn? Those that stood wrongly before are not asked about. */
bool turn_displaces(const struct turn *turn);
/* What the turn is called: a legal move by the game (text: coordinates, notation: the game's own), else from and to of
 * the piece that moved; "0000" and "--" without a move. before: the position in which it began. */
void turn_notation(const struct game *game, const struct game_position *before, const struct turn *turn,
		   char text[static GAME_TEXT], char notation[static GAME_TEXT]);
/* Is that the name of a fault or a kind? */
bool turn_has_word(const char *word);

/*
 * --- kept-turn.c ---
 * A turn that was closed, and the positions before and after it, once for all who remember it. Nobody changes one that
 * somebody else holds, too: who wants it otherwise takes a copy.
 */

struct kept_turn {
	struct kept_turn *last; /* it holds the one before it; of the first that is the start, whose turn is none */
	unsigned holders;
	bool is_whole; /* turn has room for all that can be listed; else it ends where turn_size() says */
	struct game_position after;
	struct turn turn;
};

/* Held by the caller alone; last (NULL: this is the start) is held by it. NULL: no memory. */
struct kept_turn *kept_turn_new(struct kept_turn *last, const struct turn *turn, const struct game_position *after);
/* turn may be NULL. */
struct kept_turn *kept_turn_hold(struct kept_turn *turn);
void kept_turn_drop(struct kept_turn *turn);
/* *turn is one that the caller alone holds, and may be changed. NULL: no memory, *turn stays what it is. */
struct kept_turn *kept_turn_own(struct kept_turn **turn);
/* Is it that turn, and were those the positions? */
bool kept_turn_is(const struct kept_turn *kept, const struct turn *turn, const struct game_position *before,
		  const struct game_position *after);

/* The position before it, which is not the start. */
static inline const struct game_position *kept_turn_before(const struct kept_turn *turn)
{
	return &turn->last->after;
}

/* --- turn-readings.c: The readings of a turn of which it is not proved what it was: the turn itself and its others, by
 * name and in codes. --- */

/* Is it one that nobody is punished for? */
static inline bool turn_is_innocent(const struct turn *turn)
{
	return turn->kind == TURN_LEGAL || turn->kind == TURN_PROMOTION_OWED;
}

/* How many there are, the turn itself included, and one of them: index 0 is the likeliest innocent one. */
unsigned turn_reading_count(const struct turn *turn);
struct turn turn_reading_at(const struct turn *turn, unsigned index);
/* What a person calls it: a legal move as the game writes it, "0000" for none, where a piece came from and went to,
 * else the word for its kind. before: the position in which the turn began. */
void turn_reading_name(const struct game *game, const struct game_position *before, const struct turn *reading,
		       char ret[static GAME_TEXT]);
/* All of them as sentences take them (struct statement), "VERDICT WORD PIECE FROM TO NAME" each, with ", " between.
 * Those that there is no room for are left out. */
void turn_readings_format(const struct game *game, const struct game_position *before, const struct turn *turn,
			  char *buf, size_t size);
/* "reject move=e2f3, accept move=e2g7": how the question about it is answered; the same is left out. */
void turn_readings_answers(const struct game *game, const struct game_position *before, const struct turn *turn,
			   char *buf, size_t size);

#endif
