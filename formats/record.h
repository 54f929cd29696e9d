/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FORMATS_RECORD_H
#define FORMATS_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/core.h"
#include "formats/pairings.h"
#include "formats/pgn.h"
#include "rules/game.h"

/* --- A closed turn as it was published. --- */

struct line_turn {
	char text[GAME_TEXT];	  /* coordinates; "0000" a turn without a move */
	char placement[GAME_FEN]; /* after it */
	char set_fen[GAME_FEN];	  /* the position that the arbiter had set before it; "" none */
	int64_t left_us;	  /* the mover's, after the press; -1 without a clock */
	char remark[96];	  /* what is said after it, "" nothing */
};

/*
 * --- record.c ---
 * What a game record says: PGN, or PDN where squares are numbers. Pure: a function of what was played and published.
 *
 * It has two forms. Under a rulebook that silences the arbiter a running game's record is the table (table-line.c):
 * from where to where, and nothing that would tell a legal turn from an illegal one. Otherwise it is the game
 * (main-line.c): legal moves in notation, and what was none of them in comments, so that every reader accepts it.
 */

struct record {
	const struct core *core;
	bool of_table; /* the first of the two forms */
	const struct line_turn *turns;
	unsigned count;		  /* so many of them are shown */
	bool partial;		  /* what came after them is not to be told */
	const char *set_fen;	  /* set by the arbiter after the last of them; "" none */
	const char *result;	  /* in the game's writing, "none" while it goes on */
	const char *termination;  /* PGN word */
	const char *remark;	  /* a sentence: what decided; "" nothing did */
	const char *time_control; /* as in PGN */
	int64_t clock_us[2];	  /* as last published; -1 no clock */
	bool whole_seconds;	  /* the clock counts no smaller parts */
	json_t *tags; /* names and texts, in order; NULL none. Those that follow from the game are not among them */
};

/*
 * record_format - the record as text
 * free() it; NULL without memory. Lives by itself.
 */
char *record_format(const struct record *record);
/* "pgn" or "pdn": how a file of such records is called. */
const char *record_suffix(const struct game *game);

/* --- comment.c: A comment of a game record, as it grows: words, and moves with their numbers. --- */

struct comment {
	char *text;
	size_t size, room;
	bool failed; /* no memory: comment_finish() says so */
};

/* Behind a blank, where something stands already. What would end a comment becomes a parenthesis. */
void comment_add(struct comment *comment, const char *words);
/* ply: from 0, White's are even. numbered: Black's move has its number as well, being the first. */
void comment_add_move(struct comment *comment, unsigned ply, bool numbered, const char *move);
/* Adds it behind the last move. 0, also without any words; -ENOMEM. */
int comment_finish(struct comment *comment, struct pgn_game *pgn);
void comment_done(struct comment *comment);

/* The arbiter set that position. 0 or -ENOMEM. */
int comment_position(struct pgn_game *pgn, const char *fen);
/* The number, as above, of the ply that is made in a position. */
unsigned comment_first_ply(const struct game *game, const struct game_position *pos);

/*
 * --- main-line.c ---
 * The moves of a record as a game: legal moves in the game's notation, from a position that can be played from, so that
 * every reader accepts them. What was none of these is said in comments.
 *
 * - A turn that stands and is no legal move ends the line; it and what followed are in the comment at the end.
 * - A position that the arbiter set: the moves that lead there from the game, where there is one way only (one or two
 *   that were missed, the last one otherwise, some taken back). Else the record begins anew from it, with a FEN tag,
 * once a move was made from it, and the moves before are in the comment at the beginning.
 */

/*
 * main_line_add - the first count turns of the core's game
 * turns: what was published of them (times are taken from there). Sets SetUp and FEN where the game does not begin at
 * the usual position. partial: what the arbiter set after them is not told. 0, -ENOMEM, -EINVAL.
 */
int main_line_add(struct pgn_game *pgn, const struct core *core, const struct line_turn *turns, unsigned count,
		  bool partial);

/*
 * --- table-line.c ---
 * The moves of a record as they stand on the table: the piece's letter with from and to ("Ng1f3", "e7e8Q", "32-28"),
 * castling by where king and rook went. Readers that know the rules take them as moves, as far as they are legal; the
 * text does not say how far that is. No reader takes a turn without a move, which everybody at the table has seen: it
 * and what follows are in a comment.
 */

/*
 * table_line_add - the moves of a running game under a silent rulebook
 * start: FEN of the position before the first turn. set_fen: set after the last one, "" none. A position that the
 * arbiter set begins the record anew, with a FEN tag, once a turn was made from it. 0, -ENOMEM, -EINVAL.
 */
int table_line_add(struct pgn_game *pgn, const struct game *game, const char *start, const struct line_turn *turns,
		   unsigned count, const char *set_fen);

/* One move, made between these two placements (FEN's first field). */
void table_move_text(const struct game *game, const char *before, const char *after, const char *coordinates,
		     char text[static GAME_TEXT + 1]);

/* --- record-tags.c: The tags of a record that its caller knows: of players, board and event. --- */

/*
 * record_tags_set - tags from names and texts, in order
 * Empty texts, and what follows from the game itself (Result, FEN, …), are passed over; control characters become
 * blanks. tags may be NULL. 0 or -ENOMEM.
 */
int record_tags_set(struct pgn_game *pgn, const json_t *tags);

/* --- unplayed.c: The record of a pairing without a game: one that has not begun, or that was decided without the
 * board. --- */

/* "1-0" for "+/-", and so on; another result as it is. */
const char *unplayed_result(const struct game *game, const char *result);
/* tags: as those of struct record. result: as a round has it, also "+/-", "-/+", "-/-"; "" none. free() the text; NULL
 * without memory. */
char *unplayed_record(const struct game *game, const json_t *tags, const char *result);

/*
 * --- export-text.c ---
 * The files of an event's export folder besides the games, in the form of DGT's LiveChess: tournament.json, and for
 * each round index.json; the games of a round lie beside that, each in a file and all in another. Pure.
 */

/* "" where nothing is known. */
struct export_event {
	const char *id, *name, *site, *rulebook, *time;
};

struct export_pairing {
	unsigned board; /* its number */
	struct player player[2];
	const char *result; /* "" none */
	bool live;
};

/*
 * export_tournament - tournament.json
 * @rounds: array in the order of their numbers, of {"count", "live"}: games, and how many of them run. A number that
 *          has no round is {"count":0,"live":0}
 * free() the text; NULL without memory.
 */
char *export_tournament(const struct export_event *event, const json_t *rounds);
/*
 * export_round - index.json
 * @date: "2026.01.31"; written with hyphens
 * @pairings: in the order of their boards
 */
char *export_round(const char *date, const struct export_pairing *pairings, size_t count);

/* Paths below the event's folder. board: the number of a game's; 0: all games. */
#define EXPORT_PATH 64
void export_path(char buf[static EXPORT_PATH], unsigned round, unsigned board, const char *suffix);
void export_index_path(char buf[static EXPORT_PATH], unsigned round);
#define EXPORT_TOURNAMENT "tournament.json"

/*
 * --- delay.c ---
 * What of a game may be shown when an event shows its games later. A move is shown when so many moves of the game
 * (each player's counts) and so much time have passed since; the result, and with it the last moves, when so much time
 * has passed since the game was over: no move comes after it. That a game is over is not told by its moves earlier.
 */

struct delay {
	unsigned moves;
	int64_t us;
};

/* Instants by a clock that nobody sets, microseconds. */
struct delay_game {
	const int64_t *made_us; /* of each turn, in order */
	unsigned count;
	bool over;
	int64_t over_us;
};

struct delay_shown {
	unsigned count;	 /* turns */
	bool all;	 /* and the result */
	int64_t next_us; /* when more is to be shown though nothing happens; INT64_MAX: nothing is */
};

void delay_apply(const struct delay *delay, const struct delay_game *game, int64_t now_us, struct delay_shown *ret);

#endif
