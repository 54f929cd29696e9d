/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WEB_LIVECHESS_FEED_H
#define WEB_LIVECHESS_FEED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"
#include "web/live.h"
#include "web/livechess/official.h"

/* --- squares.c: The 64 squares of a chessboard as letters, a1 first: '.' empty, '?' a piece that is not named. --- */

#define SQUARES 64
#define SQUARES_FEN 80 /* FEN's first field, NUL included */

/* Seen from the other side. ret and from may be the same. */
void squares_turn(const char from[static SQUARES], char ret[static SQUARES]);
static inline unsigned square_turned(unsigned square)
{
	return SQUARES - 1 - square;
}

/* FEN's first field. False: a piece is not named, and so there is none; ret is "" then. */
bool squares_format(const char squares[static SQUARES], char ret[static SQUARES_FEN]);

/* The same squares are occupied. */
bool squares_occupied_alike(const char a[static SQUARES], const char b[static SQUARES]);
/* The same pieces stand there; what one of both does not name may be any. */
bool squares_agree(const char a[static SQUARES], const char b[static SQUARES]);

/* Chess' own start. */
extern const char squares_start[SQUARES + 1];

/*
 * --- naming.c ---
 * Which piece stands where, on a board whose sensors only say that one does. Hands are followed by the order of lifts
 * and places, without any rule of the game, so that nothing of a move's legality shows; and wherever it is known
 * otherwise which pieces stand on just these squares (the start, what was published of a game), that counts.
 */

#define NAMING_HAND 32

struct naming {
	char letter[SQUARES]; /* '.' empty, '?' nobody knows */
	struct {
		char letter;
		unsigned char from;
	} hand[NAMING_HAND]; /* lifted and not put down, the last one last */
	unsigned in_hand;
};

void naming_begin(struct naming *n);
/* A square emptied. */
void naming_lift(struct naming *n, unsigned square);
/* … or filled. piece: its letter if the sensors name it, else '?'. */
void naming_place(struct naming *n, unsigned square, char piece);
/* The whole board was reported: what is where it was keeps its name. */
void naming_squares(struct naming *n, const char squares[static SQUARES]);
/* These pieces stand there: taken over if just these squares are occupied, and no piece is named otherwise. */
void naming_know(struct naming *n, const char pieces[static SQUARES], const char sensors[static SQUARES]);

/*
 * --- eboards.c ---
 * The boards as the LiveChess API has them ("eboards"): those of the hall that are there, have the squares of chess,
 * and may be told of: boards of an event with a delay are absent.
 */

struct eboard {
	char *serial;
	char source[64]; /* "ttyACM0", "" not known */
	char line[16];	 /* what kind of line that is: "serial", "usb", "hid", "socket", "file" */
	char model[64];
	bool is_there;	/* else it is in no answer */
	bool is_silent; /* a rulebook that silences the arbiter: the squares alone are told */
	bool is_known;	/* squares are */
	bool has_lever, presses_late, names_pieces;
	bool turned;		   /* it was seen to be set up from the other side */
	char squares[SQUARES];	   /* what the sensors show, from the board's own side */
	struct naming naming;	   /* the same with names */
	struct live_clock clock;   /* of its game */
	struct official official;  /* the last game that was played on it, while that may be told */
	bool is_unread;		   /* its game is not read yet: nobody knows what of it may be told */
	unsigned change;	   /* counts whatever is not a sensor's event */
	struct shared_game *games; /* that clients follow on it */
	struct eboard *next;
};

struct eboards {
	struct eboard *first;
	bool undelayed; /* boards of events with a delay are there like others */
	bool hides;	/* some board is absent only for its delay */
};

void eboards_done(struct eboards *all);
struct eboard *eboards_find(const struct eboards *all, const char *serial);
/* What is known of this board is taken anew from live; it may be gone. 0 or -ENOMEM. */
int eboards_refresh(struct eboards *all, const struct live *live, const char *name, int64_t realtime_us);
/* … of all boards. */
int eboards_refresh_all(struct eboards *all, const struct live *live, int64_t realtime_us);
/*
 * eboards_sensor - its sensors saw something
 * True: squares are otherwise than before (a lift, a place), or the whole board was told (then the caller looks at all
 * of them).
 */
bool eboards_sensor(struct eboard *board, const struct live *live, const struct live_news *news);

/* One of them as clients get it. letters: naming of whoever asks; flipped: the board is seen from the other side. New
 * reference. */
json_t *eboard_format(const struct eboard *board, const char letters[static SQUARES], bool flipped);
/* FEN's first field of what stands there. False: a piece has no name. */
bool eboard_placement(const char letters[static SQUARES], bool flipped, char ret[static SQUARES_FEN]);
/* New reference; null where there is none. */
json_t *eboard_clock(const struct eboard *board);
/* What answers "sources". New reference. */
json_t *eboards_sources(const struct eboards *all);

/*
 * --- followed-game.c ---
 * The game that a client of the LiveChess API follows on a board from a position that it named: beside the official
 * game, if there is one, without a rulebook, and in this program.
 *
 * Its moves are those that were made, not those that stand: the press of the lever makes a move; without a lever, or
 * until it is pressed for the first time, so does the reply, or that the move has stood for a while. A move is told
 * when it is sure (line.c), and stays; only another reading of the sensors changes it, never a piece that is taken
 * back.
 *
 * Squares are the board's own, a1 first; times are CLOCK_BOOTTIME microseconds and never decrease.
 */

struct reconstruction;

/* --- setup-fen.c: A position that a client names, of 1 to 6 fields, and its game. 0; -EINVAL with a sentence. --- */

int setup_fen_read(const char *fen, const struct game **game, struct game_position *ret, char err[static 160]);

/* A move that stands so long is made, where there is no lever or nobody has pressed it: players set a piece down, look,
 * and take it back two seconds later. */
#define RECONSTRUCTION_SETTLE_US 3000000
#define RECONSTRUCTION_FINAL_US 1000000 /* … that mates or stalemates, where there is a lever: nobody presses then */
#define RECONSTRUCTION_MOVES 1024	/* more are not kept */

/* What a board can do. */
struct reconstruction_board {
	bool has_lever;
	bool presses_late; /* the clock is asked now and then: a press may be read after the reply has begun */
	bool names_pieces;
};

/*
 * reconstruction_new - from a position on
 * @fen: of 1 to 6 fields; Chess960 where its rights to castle say so
 * 0; -EINVAL with a sentence; -ENOMEM.
 */
int reconstruction_new(const char *fen, const struct reconstruction_board *board, struct reconstruction **ret,
		       char err[static 160]);
void reconstruction_free(struct reconstruction *r);

/* A square emptied ('.') or filled (its piece's letter, '?' not named). */
void reconstruction_square(struct reconstruction *r, unsigned square, char letter, int64_t t_us);
/* The whole board, with what was not seen before it. */
void reconstruction_squares(struct reconstruction *r, const char squares[static SQUARES], int64_t t_us);
void reconstruction_press(struct reconstruction *r, enum side side, int64_t t_us);
/* Nothing else happened up to that instant. */
void reconstruction_time(struct reconstruction *r, int64_t t_us);
/* When reconstruction_time() has to be called though nothing happens; INT64_MAX never. */
int64_t reconstruction_due(const struct reconstruction *r);

/* The moves since the start, as players write them. */
unsigned reconstruction_count(const struct reconstruction *r);
const char *reconstruction_san(const struct reconstruction *r, unsigned ply);
/*
 * reconstruction_follow - the official game of the board, as it is now
 * From a position of that game on its moves are the moves: those that it is ahead are told, and what persons changed in
 * it is told otherwise at once. What the sensors say is at most one move ahead of it. To be called each time that it is
 * another one.
 */
void reconstruction_follow(struct reconstruction *r, const struct official *official, int64_t t_us);

/* How often moves that were told were found to be others, by another reading. */
unsigned reconstruction_revisions(const struct reconstruction *r);
/* Since it was asked last, so many of them stayed at least; UINT_MAX: all. */
unsigned reconstruction_take_kept(struct reconstruction *r);
/* The pieces stand on the board as they do after these moves. */
bool reconstruction_matches(const struct reconstruction *r);
/* White sits at the board's other side. */
bool reconstruction_turned(const struct reconstruction *r);
/* What stands on the board, if that is the position or a move from it. */
bool reconstruction_pieces(const struct reconstruction *r, char pieces[static SQUARES]);

/*
 * --- shared-game.c ---
 * The game that is followed on a board from one position, seen from one side: once, whoever follows it. Who joins comes
 * to it as to a new one: no move of it was told yet.
 */

#define SHARED_GAME_REVISIONS 16

struct shared_game {
	struct eboard *board;
	struct reconstruction *game;
	char *fen;
	bool flipped; /* as the client or the board said */
	bool named;   /* the board named its pieces when it began */
	unsigned followers;
	unsigned change;				 /* the board's, when its squares were taken last */
	unsigned official;				 /* … and its official game's version */
	unsigned instants;				 /* how often time alone has brought something about */
	unsigned revisions, kept[SHARED_GAME_REVISIONS]; /* of so many moves: the last ones, at their numbers */
	struct shared_game *next;			 /* of the board's */
};

/* As reconstruction_new(), from what stands now. */
int shared_game_join(struct eboard *board, const char *fen, bool flipped, int64_t now_us, struct shared_game **ret,
		     char err[static 160]);
/* NULL is fine; without followers it ends. */
void shared_game_leave(struct shared_game *game);
/* Since that revision so many moves stayed at least; UINT_MAX: all. */
unsigned shared_game_kept(const struct shared_game *game, unsigned since);

/* To all games of the board, before those who follow them look: its sensors saw that; changed: as eboards_sensor()
 * said.
 */
void shared_games_sensor(struct eboard *board, const struct live_news *news, bool changed);
/* … it may have come or gone … */
void shared_games_look(const struct eboard *board, int64_t now_us);
/* … time has passed. When that has to be called again though nothing happens; INT64_MAX never. */
void shared_games_time(const struct eboard *board, int64_t now_us);
int64_t shared_games_due(const struct eboard *board);

/*
 * --- request.c ---
 * What a client of the LiveChess API asks: one text frame, one JSON object {"id", "call", "param"}. Facts are from
 * recorded conversations and from what clients send; a call that is not known is refused with a sentence and changes
 * nothing.
 */

#define REQUEST_MAX 4096 /* bytes of a frame */
#define REQUEST_ID 64	 /* an id's text, NUL included */
#define REQUEST_SERIAL 256
#define REQUEST_FEN 256

enum request_call {
	REQUEST_EBOARDS = 1,
	REQUEST_SOURCES,
	REQUEST_SUBSCRIBE,
	REQUEST_UNSUBSCRIBE,
	REQUEST_SETUP,
	REQUEST_FLIP,
};

struct request {
	enum request_call call;
	char id[REQUEST_ID];	     /* JSON text as it came; "null" where none can be told */
	char feed[REQUEST_ID];	     /* SUBSCRIBE, UNSUBSCRIBE, SETUP, FLIP: the feed's, JSON text as it came */
	char serial[REQUEST_SERIAL]; /* SUBSCRIBE */
	char fen[REQUEST_FEN];	     /* SETUP */
	bool flip;		     /* FLIP */
};

/*
 * request_read - one frame
 * 0; -EINVAL with a sentence in err, and with ret->id where the frame has one. Frames above REQUEST_MAX are for the
 * caller to refuse. text need not end with NUL.
 */
int request_read(const char *text, size_t size, struct request *ret, char err[static 160]);

/*
 * --- feed.c ---
 * What one client was promised of one board: each change of its squares and its clock, and from "setup" on the moves
 * that were made. A feed outlives its board: unplugged and plugged in again, it goes on.
 */

#define FEED_GATHER_US 20000 /* changes of squares within such a time are one message; a move never waits */

struct feed {
	char id[REQUEST_ID]; /* JSON text as the client wrote it */
	char *serial;
	bool is_flipped, flip; /* the client said which side it is seen from, and which */
	bool view;	       /* it said so while moves were there: the game is seen otherwise than it is followed */
	char *fen;	       /* "setup" was called; NULL never */
	struct shared_game *game; /* from fen on, while it may be told */
	unsigned instants;	  /* … and how often time was seen to pass there */
	struct naming naming;	  /* the board's, and what game says of it */
	unsigned change;	  /* the board's, when it was looked at */
	bool is_new;		  /* nothing was told yet: all is */
	bool dirty;
	int64_t due_us; /* when what is dirty is told */
	char told_board[SQUARES_FEN];
	bool told_flipped;
	struct live_clock told_clock;
	bool told_game, told_match; /* … of a game, and what of it */
	unsigned told_moves, told_revisions;
	struct feed *next;
};

/* NULL: no memory. */
struct feed *feed_new(const char *id, const struct eboard *board);
void feed_free(struct feed *f);

/* "setup". 0, -ENOMEM, -EINVAL with a sentence: then all is as it was. */
int feed_setup(struct feed *f, struct eboard *board, const char *fen, int64_t now_us, char err[static 160]);
void feed_flip(struct feed *f, struct eboard *board, bool flip, int64_t now_us);

/* The sensors saw that; changed: as eboards_sensor() said. */
void feed_sensor(struct feed *f, const struct eboard *board, const struct live_news *news, bool changed,
		 int64_t now_us);
/* Something else of the board may have changed: it came or went, it has other sensors, its game is another. */
void feed_look(struct feed *f, struct eboard *board, int64_t now_us);
void feed_time(struct feed *f, int64_t now_us);
/* When feed_next() has to be called though nothing happens; INT64_MAX never. */
int64_t feed_due(const struct feed *f, const struct eboard *board);

/*
 * feed_next - what is to be told now: a message's "param"
 * To be called until it returns NULL. A move that was made is a message of its own. New reference.
 */
json_t *feed_next(struct feed *f, const struct eboard *board, int64_t now_us);

/* How this feed sees the board. */
bool feed_is_flipped(const struct feed *f, const struct eboard *board);

/*
 * --- line.c ---
 * What the sensors are read to say of a game, and what of it was told. A reading may become another one while hands
 * move; who was told a move has sent it on and cannot take it back. So a move is told when it is sure, in order, and
 * told otherwise only when another one is.
 */

#define LINE_SAN 16

struct line_move {
	struct game_move move;
	struct game_position after;
	char san[LINE_SAN];
};

struct line_read {
	struct line_move m;
	bool made;	  /* by a press or a reply; else it only stands */
	int64_t made_us;  /* … since when it is read so */
	int64_t stood_us; /* the pieces stand like that since then; INT64_MAX they do not */
	bool stood;	  /* they have, for long enough to be no hand in passing */
};

struct line {
	const struct game *game;
	struct game_position start;
	struct line_move *told;
	unsigned count, room, most;
	unsigned revisions, kept; /* how often what was told was taken back, and of how many moves (UINT_MAX: never) */
	/* What is read of the plies from base on. */
	struct line_read *read;
	unsigned base, read_count, read_room;
};

void line_init(struct line *l, const struct game *game, const struct game_position *start, unsigned most);
void line_done(struct line *l);

/* Behind all that was told; behind all that was read. */
const struct game_position *line_told_position(const struct line *l);
const struct game_position *line_read_position(const struct line *l);
const struct game_position *line_position_before_last(const struct line *l); /* … that was read */

/* Nothing is read any more; what will be follows so many moves that were told. */
void line_restart(struct line *l, unsigned base);
/* The i-th ply behind base is read as this legal move, which may take the place of another one. */
void line_read(struct line *l, unsigned i, const struct game_move *move, bool made, int64_t t_us);
/* Only so many are read. */
void line_read_end(struct line *l, unsigned count);

/* Until t_us nothing has changed; then the sensors show these squares, from White's side. */
void line_passes(struct line *l, int64_t t_us);
void line_look(struct line *l, const char squares[static SQUARES], int64_t t_us);

/* settle_us: how long a move stands until it is told though nothing has made it; INT64_MAX never. */
bool line_tell_sure(struct line *l, int64_t settle_us, int64_t t_us);
/* When that has to be tried again, INT64_MAX: not before something happens. */
int64_t line_due(const struct line *l, int64_t settle_us);

/* Whatever is read was made. */
void line_tell_all(struct line *l);
/* This move follows, whatever is read. */
void line_tell(struct line *l, const struct game_move *move);
/* Only so many moves that were told are true. */
void line_take_back(struct line *l, unsigned count);

/* --- reach.c: Which moves lead from a position to what stands on the board, where nobody saw them being made. --- */

#define REACH_MOVES 2

/*
 * reach - the shortest line of legal moves, at most so many, after which the pieces stand like that
 * Returns how many moves it has; 0: there is none, or several of that length (which piece a pawn became is taken to be
 * a queen where the sensors do not say).
 */
unsigned reach(const struct game *game, const struct game_position *from, const char squares[static SQUARES],
	       struct game_move line[static REACH_MOVES]);

#endif
