/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FORMATS_PAIRINGS_H
#define FORMATS_PAIRINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- text-fault.c: What is wrong in a text that a person wrote, and where: lines and columns count from 1, columns in
 * characters. --- */

struct text_fault {
	unsigned line, column;
	char reason[320];
};

/* Sets *fault (may be NULL), the reason in one line without control characters; returns -EINVAL. */
int text_fault(struct text_fault *fault, unsigned line, unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * text_check - is this text at all?
 * UTF-8 without control characters, NUL among them; tabs, LF, CRLF and CR are fine, and so is a byte order mark at the
 * beginning. 0, or -EINVAL with the first place that is not, and what it seems to be.
 */
int text_check(const char *text, size_t size, struct text_fault *fault);

/* Characters of UTF-8 alone, whatever they are. */
bool text_is_utf8(const char *text, size_t size);

/* How many bytes of text are a byte order mark: 3 or 0. */
size_t text_mark(const char *text, size_t size);

/* The characters of UTF-8. */
size_t text_length(const char *text, size_t size);

/* Moves line and column, which are of text at from, to the place of offset to >= from. */
void text_place(const char *text, size_t from, size_t to, unsigned *line, unsigned *column);

/* A line of text, from which the next is taken. Start with { 0 } and text, size set. */
struct text_lines {
	const char *text; /* the rest */
	size_t size;
	const char *line; /* not terminated */
	size_t length;	  /* without its end */
	unsigned number;  /* from 1 */
};

bool text_next_line(struct text_lines *lines);

/* --- text-encoding.c --- */

/* Is it one as iconv(3) has them: "windows-1257"? */
bool encoding_is_name(const char *name);
/*
 * text_decode - a text that a program wrote, in UTF-8
 * What is no UTF-8 is UTF-16 where its first bytes say so, else Windows-1252. *ret, to be freed, is NULL where it is
 * UTF-8 already. encoding: "", "utf-16le", "utf-16be", "windows-1252". 0; -EINVAL with *fault if a character is cut
 * off; -ENOMEM.
 */
int text_decode(const char *text, size_t size, char **ret, size_t *ret_size, const char **encoding,
		struct text_fault *fault);

/* --- pairing-list.c: The pairings of a round: who plays whom on which board, who does not play, and what became of
 * it. --- */

#define PAIRINGS_MAX 1000 /* a round */
#define PAIRING_GAME 24

struct player {
	char name[104]; /* "Last, First"; "" nobody: a bye */
	char fide[12];	/* FIDE's number, "" unknown; so are the rest */
	char elo[8];
	char title[8]; /* "GM", "WIM", … */
	char team[64];
	char fed[8];
	unsigned number; /* of the report's list of players, 0 none */
	unsigned line, column;
};

/* What a pairing has only when something was said of it. */
enum pairing_key { PAIRING_NOTHING, PAIRING_VOID, PAIRING_RESULT, PAIRING_ABSENT, PAIRING_PAUSED, PAIRING_BEGINS };
#define PAIRING_KEYS 5

enum bye { BYE_NONE, BYE_FULL, BYE_HALF, BYE_ZERO };

struct pairing {
	unsigned board; /* from 1; 0: none, a bye */
	bool placed;	/* no file gave that number: it is the place in an order */
	unsigned match; /* of teams, from 1 in the order of their boards; 0 no teams */
	enum bye bye;	/* then the player is [0], and [1] is nobody */
	struct player player[2];
	/* the result that file or arbiter gave: "" to be played, "1-0", "0-1", "1/2-1/2", "0-0", of draughts "2-0",
	 * "0-2", "1-1"; not played: "+/-", "-/+", "-/-" */
	char given[8];
	unsigned line, column; /* of the board's number, else of the first player; 0: it is of no file */
	/* of a round that was opened (round.h) */
	char *board_name;	      /* that it is played on, "" none */
	char round_tag[24];	      /* of the game's record */
	char game[PAIRING_GAME];      /* its id, "" none */
	char (*voided)[PAIRING_GAME]; /* ids of games that were made void */
	size_t voided_count;
	char game_result[8];	/* "" none yet */
	char absent[8];		/* "white", "black", "both", "" none */
	bool paused;		/* it was stopped with the round */
	struct pairing_begins { /* its game begins when the pieces stand */
		bool is, wait;	/* wait: its clock for Black's press */
		uint32_t uid;	/* who started it */
	} begins;
	enum pairing_key said[PAIRING_KEYS]; /* which of those that may be missing it has, as they came: round.c */
};

#define PAIRINGS_NOTES 4

struct pairings {
	const char *format; /* "trf", "csv", "pgn", "list" */
	char encoding[24];  /* text_decode()'s, or what it was before the caller made UTF-8 of it */
	char *text;	    /* decoded; NULL it was UTF-8 */
	size_t text_size;
	struct pairing *list;
	size_t count, size;
	/* what is to be known: what could not be read and was left out, and the like; beyond these only how many */
	struct text_fault notes[PAIRINGS_NOTES];
	unsigned note_count;
};

/* Another one at the end, zeroed, its line and column set; NULL with *fault where there are too many, or where there is
 * no memory (then fault->line is 0). */
struct pairing *pairings_add(struct pairings *pairings, unsigned line, unsigned column, struct text_fault *fault);
void pairings_done(struct pairings *pairings);
/* What is to be known of it. Returns 0. */
int pairings_note(struct pairings *pairings, const struct text_fault *note);
/* A fault for which the file is not refused: it is noted. Returns 0. */
int pairings_leave_out(struct pairings *pairings, const struct text_fault *fault);

/*
 * pairings_settle - puts what was read into the order of the boards, byes last
 * Numbers the matches of teams: pairings of the same two teams on boards that follow each other. 0; -EINVAL with *fault
 * if a board or a player comes twice, or a pairing lacks a player.
 */
int pairings_settle(struct pairings *pairings, struct text_fault *fault);

/* The same two with the same colours, by their names, and FIDE's numbers where both have them. */
bool pairing_is_same(const struct pairing *a, const struct pairing *b);
/*
 * pairings_keep_boards - the boards of before, where the pairing is the same and its file gives none
 * What is paired anew gets the numbers that are left, in its order.
 */
void pairings_keep_boards(struct pairings *pairings, const struct pairings *before);

/*
 * The same in a game's own writing: results has its words for White wins, Black wins, draw, both lose. A file that
 * knows chess alone says "1-0" for "2-0". What was not played, and "", stay. NULL: it is none of this game. Borrowed.
 */
const char *pairing_result_in(const char *const results[4], const char *result);
/* One that nobody played for. */
bool pairing_is_forfeit(const char *result);

/*
 * --- pairings.c ---
 * Reads the pairings of a round, from a tournament report file (TRF16, FIDE C.04 annex 2, or TRF26, with the further
 * lines that pairing programs write), from CSV, or from PGN of tags only; which of them it is, the text says.
 */

/*
 * pairings_read - the pairings of one round
 * @text: in any encoding that text_decode() knows
 * @round: as told; a text that says another is at fault
 * In the order of their boards, byes last. Every board and every player is there once, every pairing has two players
 * and every bye has one. 0; -EINVAL with *fault; -ENOMEM. On failure *ret is empty.
 */
int pairings_read(const char *text, size_t size, unsigned round, struct pairings *ret, struct text_fault *fault);
/* The same where other rounds are known, the latest first: their players are those of a list that has numbers alone. */
int pairings_read_among(const char *text, size_t size, unsigned round, const struct pairings *const *known,
			size_t known_count, struct pairings *ret, struct text_fault *fault);

/*
 * --- pairings-engine.c ---
 * What pairing engines write: how many pairings there are, then a line each with the numbers of White and Black, 0 for
 * nobody, in the order of their boards.
 */

bool pairings_engine_is(const char *text, size_t size);
int pairings_engine_read(const char *text, size_t size, const struct pairings *const *known, size_t known_count,
			 struct pairings *pairings, struct text_fault *fault);

/*
 * --- pairings-csv.c ---
 * Pairings as CSV (RFC 4180): a first line of column names, then a line a pairing. Commas, or semicolons or tabs where
 * the first line has those, as spreadsheets write them.
 */

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_csv_read(const char *text, size_t size, struct pairings *pairings, struct text_fault *fault);

/*
 * --- pairings-pgn.c ---
 * Pairings as PGN of tags only: a game a pairing. Its board is the tag Board, else the second part of the tag Round
 * ("3.12"), else the game's place in the file.
 */

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_pgn_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault);

/*
 * --- pairings-trf.c ---
 * Tournament report files: TRF16 (FIDE C.04 annex 2) and TRF26, with lines of codes that it does not know left alone
 * (TRFx).
 *
 * A report has no numbers of boards: they are given in the order in which pairings are published (trf-order.c).
 */

/* Adds what the text, which text_check() found good, has. 0; -EINVAL with *fault; -ENOMEM. */
int pairings_trf_read(const char *text, size_t size, unsigned round, struct pairings *pairings,
		      struct text_fault *fault);

/* --- trf-line.c: A line of a tournament report file, by its columns. --- */

#define TRF_ROUND \
	92 /* the first round's column; each takes 10: opponent in 4, colour in the 6th, result in the 8th \
	    */
#define TRF_MAX_ROUNDS 200

struct trf_line {
	const char *text;
	size_t size;
	bool bytes; /* columns are bytes, not characters: a program counted them so */
};

/* Nothing but blanks, a comment ("###"), or a line that shows where columns are. */
bool trf_is_comment(const char *text, size_t size);
/* Does it begin as each line of a report does: with three letters or digits and a blank? */
bool trf_is_code(const char *text, size_t size);
/* How its columns count is seen from where a line of its code has its blanks. */
struct trf_line trf_line(const char *text, size_t size);
/* The columns from and to (counted from 1), without the blanks around them; "" beyond the line's end. */
const char *trf_cell(const struct trf_line *line, unsigned from, unsigned to, size_t *size);
/* Where a column begins, in bytes; the line's size beyond its end. */
size_t trf_offset(const struct trf_line *line, unsigned column);
/* The first of a round's columns. */
static inline unsigned trf_round_column(unsigned round)
{
	return TRF_ROUND + 10 * (round - 1);
}

/* What stands in a round's columns: the opponent's number, 0 none; the letter of the result, ' ' none. */
unsigned trf_opponent(const struct trf_line *line, unsigned round);
char trf_result_letter(const struct trf_line *line, unsigned round);

/* --- trf-points.c: What a result is worth in a tournament report. --- */

/* "3.0", " 1", "0,5": in tenths; -1 it is none. */
int trf_tenths(const char *text, size_t size);

/* In tenths. */
struct trf_points {
	int win, draw, loss;
	int bye;     /* for who cannot be paired (U) */
	int zero;    /* a bye of no points (Z) */
	int forfeit; /* for who did not come (-) */
};

/*
 * trf_points_read - as the report's lines say
 * Of TRF26 line 162, of bbpPairings BBW, BBD, BBL, BBU, BBZ and BBF, of JaVaFo XXS with W=, D=, L=, PAB=, ZPB= and FL=.
 * What none says is 1 for a win and a bye, a half for a draw, and else nothing; in draughts 2 and 1.
 */
struct trf_points trf_points_read(const char *text, size_t size, bool of_draughts);
/* The first of its 162 lines that cannot be read, or not wholly. False: there is none. */
bool trf_points_unread(const char *text, size_t size, struct text_fault *fault);
/* Of a letter in the column of results; 0 for what is none. A full bye is worth a win, a half bye a draw. */
int trf_points_of(const struct trf_points *points, char result);
/*
 * trf_points_before - a player's points before a round
 * Those in the line, without what they have of this round and later ones. Of byes that are known before the round, some
 * programs count the points at once, and some do not: what the rounds before brought tells. Without points in the line
 * it is what they brought.
 */
int trf_points_before(const struct trf_points *points, const struct trf_line *line, unsigned round);
/* Are the points in the line what the rounds brought? */
bool trf_points_agree(const struct trf_points *points, const struct trf_line *line, unsigned round);

/* --- trf-results.c: A tournament report file with the results of a round filled in. --- */

/* What a round says of one player. */
struct trf_result {
	unsigned number;   /* the player's */
	unsigned opponent; /* 0: a bye */
	char colour;	   /* 'w', 'b', '-' */
	char result;	   /* '1', '0', '=', '+', '-', 'H', 'U', 'Z'; ' ' not known yet */
};

/*
 * trf_fill - the text with these results in the columns of that round
 * A line that says the result already stays as it is, whatever letters it has for it ("W", a blank colour, "0007").
 * Else points (columns 81 to 84) are raised by what the round brings (trf_points_read()), where the file has them, and
 * what the file has counted of it already is not counted twice; a bye keeps the letter that the file gave it.
 * Everything else, also the lines' ends, stays. free() it; NULL without memory.
 */
char *trf_fill(const char *text, size_t size, unsigned round, const struct trf_result *results, size_t count,
	       bool of_draughts);

/* What White (side 0) or Black gets for a pairing's result; ' ' none yet. */
char trf_letter(const char *result, int side);

/*
 * --- csv-guard.c ---
 * Spreadsheets take a cell that begins with =, +, -, @, a tab or the end of a line for a formula, and carry it out.
 * Such a text, which anybody may have entered as a name, is written with ' before it, and read without.
 */

/* Would it be taken for a formula, or for one that is guarded already? Then a ' belongs before it. */
bool csv_needs_guard(const char *text, size_t size);
/* Does it begin with a ' that was put there? */
bool csv_is_guarded(const char *text, size_t size);

/* --- player-text.c: What files say of a player and of a pairing's result, one word at a time; for the readers of
 * pairings. --- */

/* In the order in which JSON has them. */
enum player_field { PLAYER_NAME = 1, PLAYER_FIDE, PLAYER_ELO, PLAYER_TITLE, PLAYER_TEAM, PLAYER_FED };

/* The text, blanks around it left out, becomes that field; "" and PGN's "-" and "?" leave it empty, and so does a
 * rating or number of 0. 0 or -EINVAL with *fault at line and column. */
int player_set(struct player *player, enum player_field field, const char *text, size_t size, unsigned line,
	       unsigned column, struct text_fault *fault);

/* What stands there; what it is called in JSON: "name", "fide", … */
const char *player_text(const struct player *player, enum player_field field);
const char *player_key(enum player_field field);
/* As it is. 0 or -EINVAL: it is too long, or NULL. */
int player_put(struct player *player, enum player_field field, const char *text);

/* A number from 1 to max in decimal digits, else 0. */
unsigned number_read(const char *text, size_t size, unsigned max);

/* "bye", "half-bye", "zero-bye" and their other names; BYE_NONE: it is a name. */
enum bye bye_read(const char *text, size_t size);

/* Takes a result in any usual writing ("1:0", "½-½", "+/-", "*"): 0 or -EINVAL without a sentence. */
int result_read(const char *text, size_t size, char result[static 8]);

#endif
