/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a game is to the rest of Flagfall: a small table of functions.
 *
 * Tracker, arbiter and daemon know games only through this table; the one
 * place that knows both by name is game_find(). All functions are pure.
 *
 * Squares here are the game's own: chess 0 = a1, 1 = b1 … 63 = h8; draughts
 * 0 … 49 for the squares numbered 1 … 50. square_of_cell() maps a board's
 * sensor (row * width + column, 0 lower left) to them.
 * A placement is one letter a square: '.' empty, else the piece as in FEN
 * (chess PNBRQKpnbrqk, draughts w b men, W B kings), '?' unknown piece.
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum side { WHITE = 0, BLACK = 1, NO_SIDE = 2 };

static inline enum side other_side(enum side s)
{
	return s == NO_SIDE ? NO_SIDE : (enum side)(s ^ 1);
}

#define GAME_MAX_SQUARES 64
#define GAME_MAX_MOVES 256 /* enough for every position of a game; with more pieces on the board the list is cut */
#define GAME_TEXT 96	   /* a move or a FEN's longest field, NUL included */
#define GAME_FEN 256
#define GAME_NO_SQUARE 0xff
#define GAME_ASPECTS 4

/* A position by value. Only the game that made it reads it. */
struct game_position {
	alignas(8) unsigned char bytes[80];
};

enum game_move_flag {
	GAME_MOVE_CAPTURE = 1 << 0,
	GAME_MOVE_CASTLING = 1 << 1, /* from, to: the king's; in Chess960 they may be the same */
	GAME_MOVE_EN_PASSANT = 1 << 2,
	GAME_MOVE_PROMOTION = 1 << 3,
	GAME_MOVE_IRREVERSIBLE = 1 << 4, /* a capture, a pawn's or a man's move: resets move counts */
};

struct game_move {
	uint8_t from, to;
	char promotion;		    /* letter of the new piece as it stands on the board, 0 none */
	uint8_t flags;		    /* enum game_move_flag */
	uint8_t rook_from, rook_to; /* of a castling that the game found to be legal */
	uint8_t none[2];	    /* moves are compared by their bytes: there is none that nobody writes */
	uint64_t captured;	    /* set of squares (bit = square) emptied by capture */
};

/* A king's step and a castling may share both squares. */
static inline bool game_moves_alike(const struct game_move *a, const struct game_move *b)
{
	return a->from == b->from && a->to == b->to && !((a->flags ^ b->flags) & GAME_MOVE_CASTLING);
}

/* The same in all that is seen of it on the board. */
static inline bool game_moves_same(const struct game_move *a, const struct game_move *b)
{
	return a->from == b->from && a->to == b->to && a->promotion == b->promotion && a->flags == b->flags &&
	       a->captured == b->captured;
}

struct game_moves {
	unsigned count;
	struct game_move move[GAME_MAX_MOVES];
};

/* Moves that are asked for, by sets of squares: of pieces on from, to a square of onto, and to or from one of through.
 * Castling, and what takes a piece beside its way, belong to every choice that has their from. */
struct game_choice {
	uint64_t from, onto, through;
};

/* How a game ends on the board by itself. */
enum game_end {
	GAME_GOES_ON = 0,
	GAME_CHECKMATE, /* side to move is mated */
	GAME_STALEMATE,
	GAME_NO_MOVES,	/* draughts: side to move cannot move: loses */
	GAME_NO_PIECES, /* draughts: side to move has no piece: loses */
};

/* Why a position or a text was refused. */
struct game_error {
	char field[24];	  /* "placement", "side to move", "castling", … */
	char reason[136]; /* a sentence without a full stop */
	unsigned offset;  /* where in the text, bytes from 0; 0 where there is no text */
};

/* What can_win() may search while an event waits: within 20 ms on a slow machine (at most 6 ms on one of 2024). What is
 * undecided then is for a worker with a larger number. */
#define GAME_EVENT_NODES 8000

/* … such a larger number: measured on positions made to be hard, 160 MB and 2 s at most (6 on a busy machine). */
#define GAME_SEARCH_NODES 2000000

/* Tri-state answers that a search gives. */
enum game_answer { GAME_NO = 0, GAME_YES = 1, GAME_UNDECIDED = 2 };

struct game {
	const char *name;	/* "chess", "draughts-10x10" */
	unsigned width, height; /* the board's sensors */
	unsigned squares;	/* squares of the game */
	const char *pieces;	/* letters of all pieces */
	const char *results[4]; /* White wins, Black wins, draw, both lose: "1-0", "0-1", "1/2-1/2", "0-0" */
	const char *start_fen;
	/* PDN's GameType of games whose squares are numbers ("20"): they are written with that tag and read as PDN is.
	 * NULL: PGN. */
	const char *game_type;
	/* PGN's Variant of a game that is written with that tag ("Chess960"), NULL none; the games without one come
	 * before it in the list. */
	const char *variant;
	/* The game whose rulebooks it is played by; NULL: its own. */
	const char *rulebooks_of;

	/* Squares and text. Return a length or square; -EINVAL for bad text. */
	int (*square_of_cell)(unsigned cell); /* -EINVAL: no square of the game */
	int (*cell_of_square)(unsigned square);
	int (*square_name)(unsigned square, char buf[static 8]);
	int (*square_parse)(const char *text); /* whole text */
	enum side (*piece_side)(char piece);   /* NO_SIDE for '.', '?' */

	/* Positions. parse: 0, or -EINVAL with *err filled (err may be NULL). A position that can be read but not
	 * played from (two kings, pawns on the last rank, side not to move in check) is read; playable() refuses it. */
	int (*parse)(const char *fen, struct game_position *ret, struct game_error *err);
	int (*playable)(const struct game_position *pos, struct game_error *err);
	int (*format)(const struct game_position *pos, char buf[static GAME_FEN]);	     /* FEN */
	int (*format_placement)(const struct game_position *pos, char buf[static GAME_FEN]); /* FEN's first field */
	/* FEN with the castling rights by the rooks' files (Shredder-FEN); NULL: the game has no such. */
	int (*format_by_file)(const struct game_position *pos, char buf[static GAME_FEN]);
	enum side (*to_move)(const struct game_position *pos);
	/* Writes all of squares, 0 behind those of the game. */
	void (*placement)(const struct game_position *pos, char squares[static GAME_MAX_SQUARES]);
	void (*sides)(const struct game_position *pos, uint64_t squares[static 2]); /* where each side's pieces are */
	/* The same rights and counters, other pieces: for positions that stand on the board without being legal.
	 * Castling rights whose pieces are gone are dropped; no en passant. Never fails. */
	void (*set_placement)(struct game_position *pos, const char squares[static GAME_MAX_SQUARES],
			      enum side to_move);
	/* The position of which no more is known than what stands: all rights to castle that kings and rooks allow, and
	 * passed is the square that a pawn has just passed, GAME_NO_SQUARE none. 0; -EINVAL: nobody can play on from
	 * it, or no pawn can be taken there in passing. */
	int (*standing)(const char squares[static GAME_MAX_SQUARES], enum side to_move, unsigned passed,
			struct game_position *ret);
	bool (*same)(const struct game_position *a, const struct game_position *b); /* as repetition counts it */
	uint64_t (*key)(const struct game_position *pos);			    /* equal for same() positions */
	unsigned (*quiet_plies)(const struct game_position *pos); /* since the last irreversible move */
	unsigned (*move_number)(const struct game_position *pos);

	/* Where a game may start from one of several arrays: how many there are, the one of a number from 0 (0;
	 * -ERANGE), and the number of the one whose pieces these are (-ENOENT: of none). 0 and NULL: start_fen alone.
	 */
	unsigned starts;
	int (*start)(unsigned number, struct game_position *ret);
	int (*start_number)(const char squares[static GAME_MAX_SQUARES]);

	/* Moves. */
	void (*moves)(const struct game_position *pos, struct game_moves *ret); /* all legal ones */
	/* Some of them, in the same order: cheaper where few are asked for. All of the choice are there; of pieces on
	 * its from there may be others. */
	void (*some_moves)(const struct game_position *pos, const struct game_choice *choice, struct game_moves *ret);
	void (*play)(struct game_position *pos, const struct game_move *move); /* move must be legal */
	bool (*in_check)(const struct game_position *pos, enum side side);     /* draughts: false */
	enum game_end (*end)(const struct game_position *pos);
	int (*move_text)(const struct game_position *pos, const struct game_move *move,
			 char buf[static GAME_TEXT]); /* UCI; 32-28 */
	int (*move_notation)(const struct game_position *pos, const struct game_move *move,
			     char buf[static GAME_TEXT]); /* SAN; PDN */
	/* Reads UCI or SAN (PDN). 0; -EINVAL no such text, -ENOENT not legal here, -ENOTUNIQ ambiguous. */
	int (*move_parse)(const struct game_position *pos, const char *text, struct game_move *ret);

	/* What makes the piece of from on to illegal for the side to move, an enum turn_fault; 0: nothing known does.
	 * May be NULL. */
	int (*fault)(const struct game_position *pos, unsigned from, unsigned to);

	/*
	 * Where the pieces taken off belong to the move (draughts): what is irregular with the pieces as they stand, an
	 * enum turn_fault, where no legal move of the side to move makes them. *from, *to: of the piece that moved,
	 * GAME_NO_SQUARE none. 0: nothing of that kind. NULL: pieces that are missing beside a legal move are
	 * displaced.
	 */
	int (*irregular)(const struct game_position *pos, const char squares[static GAME_MAX_SQUARES], unsigned *from,
			 unsigned *to);

	/* May a sensor that names pieces show that letter where piece stands? Draughts: a king that was not crowned is
	 * seen as a man. NULL: its own letter alone. */
	bool (*shows_as)(char piece, char letter);
	/* The squares where the piece may touch down between from and to (without these two), where its path is no
	 * straight line (draughts: captures of several). May be NULL. */
	uint64_t (*path_squares)(const struct game_position *pos, const struct game_move *move);

	/* Words for what a legal move is, by which rulebooks cite articles: "capture", … Returns how many. May be NULL.
	 */
	unsigned (*aspects)(const struct game_position *pos, const struct game_move *move,
			    const char *ret[static GAME_ASPECTS]);

	/* The best exchange of the side to move, and how much worse than that the move's own is, in tenths of a pawn;
	 * the latter from 0 to 100: what players rarely do. For telling apart moves that the sensors cannot. May be
	 * NULL, both. */
	int (*best_exchange)(const struct game_position *pos);
	int (*exchange_loss)(const struct game_position *pos, const struct game_move *move, int best);

	/* Can side still win by any series of legal moves? At most nodes positions are searched. Another thread may set
	 * *stop: the answer is GAME_UNDECIDED soon then. NULL: nobody stops it. */
	enum game_answer (*can_win)(const struct game_position *pos, enum side side, uint64_t nodes,
				    const atomic_bool *stop);

	/* Leaves of the tree of legal moves at that depth, where the game counts them faster than rules/perft.h; else
	 * NULL. */
	uint64_t (*perft)(const struct game_position *pos, unsigned depth);
};

/* The game of that name, NULL if there is none. game_list() ends with NULL. */
const struct game *game_find(const char *name);
const struct game *const *game_list(void);
/* The game that writes FENs like this one, where nothing else says which it is: numbered squares follow a colon; in
 * Chess960 rights to castle have files, belong to other rooks than chess has, or both kings with rights stand on the
 * d-file. Never NULL; the FEN may be bad all the same. */
const struct game *game_of_fen(const char *fen);
/* The name of the game whose rulebooks that game is played by. */
const char *game_rulebooks(const struct game *game);
/* The start that a game which began like that should have had: start_fen, or one of several arrays, if it is one. */
void game_right_start(const struct game *game, const struct game_position *began, struct game_position *ret);

extern const struct game game_chess;
extern const struct game game_chess960;
extern const struct game game_draughts;

/* --- game-error.c: For the readers of positions, moves and games: one way to say what is wrong and where. --- */

/* Fills *err (may be NULL), cutting what is too long, and returns code, so that a reader can `return refuse(…)`. */
int game_refuse(struct game_error *err, int code, const char *field, unsigned offset, const char *reason, ...)
	__attribute__((format(printf, 5, 6)));

/* A byte of bad input as it may be shown: 'x' for printing ASCII, byte 0x9f for others. */
const char *game_show_byte(unsigned char c, char buf[static 16]);

#endif
