/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is public in a hall now: boards, games and events, as a source (source.h) tells of them. Here everything is
 * without an event's delay. What leaves the program is built from this by view.c, which keeps the delay, or by who
 * looks at live_board_is_shown() first.
 *
 * All strings are UTF-8, NULL-free and owned by their struct. Pointers to a board, game or event live until the next
 * call of a source.
 */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/record.h"
#include "rules/game.h"

struct live_board {
	char *path;	    /* the source's own name of it, unique */
	char *name;	    /* what its games belong to: the serial number, else port path, else URI */
	json_t *properties; /* of org.flagfall1.Board, by their names: "Serial", "Model", "Uri", "Node", "Features"… */
	const struct game *geometry;	/* whose squares a board of that size has; NULL none */
	char squares[GAME_MAX_SQUARES]; /* what its sensors show now: by geometry's squares, '?' not named */
	bool is_known;			/* … and that was told by now */
	bool is_awaited; /* it has been asked for, with all changes from then on; what happens before the answer may
			    be told late or not at all */
	struct live_board *next;
};

struct live_move {
	json_t *json; /* "ply" from 1, "side", "uci", "san" (absent under a silent rulebook), "placement", "left_us" or
			 null */
	int64_t made_us; /* live_now() when it was published */
};

struct live_clock {
	bool is_there;
	int64_t left_us[2];  /* of WHITE, BLACK at that instant */
	enum side running;   /* whose goes since then; NO_SIDE */
	int64_t boottime_us; /* CLOCK_BOOTTIME of that instant */
	int64_t at_us;	     /* … and by live_now() */
};

struct live_game {
	char *path, *id;
	json_t *properties; /* of org.flagfall1.Game, by their names: "Board", "Kind", "White", "State", "StartFen"… */
	bool has_moves;	    /* those before now were read; what happens from now on changes them */
	bool is_read;	    /* … and when they were made. Before that it is in no answer */
	bool is_set;	    /* a person set what stands, since the last move */
	bool is_late;	    /* the hall tells it later: its clock says what it said then */
	bool is_silent;	    /* a rulebook that silences the arbiter: nothing that tells legality is said of it */
	struct delay delay; /* of its event */
	struct live_move *moves;
	size_t count, room;
	struct live_clock clock;
	int64_t over_us; /* live_now() since when it is over; 0 it goes on */
	uint64_t told;	 /* id of the last news of it */
	json_t *ruling;	 /* the last one that is more than a move accepted, as org.flagfall1.Game.Published has it; NULL
			  */
	json_t *rulings; /* those that hold, that one last; since this program follows the game */
	struct live_game *next;
};

struct live_event {
	char *path, *id;
	json_t *properties; /* of org.flagfall1.Event */
	json_t *rounds;	    /* by number as text: what org.flagfall1.Event.Round answers */
	struct live_event *next;
};

enum live_news_type {
	LIVE_ALL = 1, /* the daemon came or went, or everything was read anew: look at everything */
	LIVE_BOARD,   /* it came, went, or a property changed */
	LIVE_SENSOR,  /* its sensors saw something; squares are as after it */
	LIVE_GAME,    /* it came, went, or something of it changed */
	LIVE_EVENT,
};

#define LIVE_NAME 256

struct live_news {
	uint64_t id; /* counts from 1 */
	enum live_news_type type;
	char name[LIVE_NAME]; /* the board's name, the game's or the event's id */
	/* LIVE_SENSOR: as org.flagfall1.Board.Event has it */
	int64_t t_us;	/* CLOCK_BOOTTIME */
	char what[8];	/* "lift", "place", "press", "pause", "lost", "board" */
	char square[8]; /* "" none */
	char piece;	/* '?' not named, 0 none */
	enum side side; /* whose press */
};

#define LIVE_NEWS 4096 /* so many are remembered; who comes later looks at everything anew */

struct live {
	bool is_connected; /* the daemon is there and was read */
	json_t *halls; /* of a centre: [{"hall", "state": "whole", "behind", "silent" or "ended", "behind": by so many
			  publications, "lag_ms", "lag_p99_ms"}]; NULL it is one hall */
	struct live_board *boards;
	struct live_game *games;
	struct live_event *events;
	char *journal_fault;	/* why the hall's journal cannot be written, so that nothing is ruled; NULL: it can.
				   For the hall's own people, and no news */
	struct live_news *news; /* LIVE_NEWS of them, a ring */
	uint64_t last;		/* id of the last news; 0 none yet */
};

/* 0 or -ENOMEM; live_done() in any case. */
int live_init(struct live *live);
void live_done(struct live *live);

/*
 * The news behind id *cursor, which is moved on; NULL: there are no more. Where so many were missed that they are
 * forgotten, the first is a LIVE_ALL. A reader begins with a cursor of 0, and so with a LIVE_ALL.
 */
const struct live_news *live_next(const struct live *live, uint64_t *cursor);

struct live_board *live_board(const struct live *live, const char *name);
struct live_game *live_game(const struct live *live, const char *id);
struct live_event *live_event(const struct live *live, const char *id);
/* By the source's own names. */
struct live_board *live_board_at(const struct live *live, const char *path);
struct live_game *live_game_at(const struct live *live, const char *path);
struct live_event *live_event_at(const struct live *live, const char *path);
/* The game that is played on it now, NULL none. */
struct live_game *live_board_game(const struct live *live, const struct live_board *board);
/*
 * May what its sensors show be told to everybody at that instant (live_now())? Not of the boards of an event with a
 * delay: the pieces of a game that is over may still stand there, also when nobody here knows of that game any more.
 */
bool live_event_is_delayed(const struct live_event *event);
bool live_board_is_shown(const struct live *live, const struct live_board *board, int64_t now_us);

/* How much of a game everybody may see at that instant. 0 or -ENOMEM: then nothing. */
int live_game_shown(const struct live_game *game, int64_t now_us, struct delay_shown *ret);

/* A text among properties, "" if there is none. */
const char *live_text(const json_t *properties, const char *name);

/*
 * This program's time: the wall clock as it stood when the program began. It goes on like CLOCK_BOOTTIME, whoever sets
 * the wall clock since: delays and the clocks of pages depend on it.
 */
int64_t live_now(void);
int64_t live_of_boottime(int64_t boottime_us); /* at an instant of CLOCK_BOOTTIME */
int64_t live_to_boottime(int64_t live_us);     /* … and back */
int64_t live_of_wall(int64_t realtime_us);     /* … of an instant of CLOCK_REALTIME, as that clock stands now */

/* --- for sources --- */

/* Found, or made with these names. NULL: no memory. */
struct live_board *live_add_board(struct live *live, const char *path, const char *name);
struct live_game *live_add_game(struct live *live, const char *path, const char *id);
struct live_event *live_add_event(struct live *live, const char *path, const char *id);
void live_remove(struct live *live, const char *path); /* a board or a game; it is told */
void live_clear(struct live *live);		       /* all, untold */

void live_set_journal_fault(struct live *live, const char *fault); /* "" none */

/* The news is in the ring, and may be filled in until the next call. */
struct live_news *live_tell(struct live *live, enum live_news_type type, const char *name);

/* FEN's first field, '?' and lists included: as org.flagfall1.Board.Placement. False: it is none; nothing is known
 * then. */
bool live_set_squares(struct live_board *board, const char *placement);
/* The move of that ply, counted from 1; takes the reference. One that is there is told otherwise, and made when it was.
 * -EINVAL where one before it is missing. */
int live_set_move(struct live_game *game, size_t ply, json_t *move, int64_t made_us);
/*
 * --- live-rulings.c ---
 * What was ruled in a game, with "sentences" by language and "words", of the articles: [{"article", "text"}].
 */

/* NULL: there is none. It is copied. */
void live_set_ruling(struct live_game *game, const json_t *ruling);
/* Those that hold, with the "ply" behind which each was made; shown: so many moves are, and nothing that may be later
 * than the last of them. New reference. */
json_t *live_rulings(const struct live_game *game, size_t shown);
/* What a rulebook calls itself; its id, where it is not known here. Until the next call. */
const char *live_rulebook_title(const char *id);

void live_forget_moves(struct live_game *game, size_t from_ply); /* that one, and those behind it */

/*
 * --- view.c ---
 * What everybody may see now, as JSON: the hall with the delay of each event kept. Whatever is told to spectators is
 * made of this. web/page/openapi.yaml describes the keys.
 */

/*
 * One game. "moves" holds references to the moves' own objects, so that two views of a game share them.
 * *next_us: when more is to be seen though nothing happens, if that is earlier than what is there. New reference; NULL:
 * nothing of it is known yet.
 */
json_t *view_game(const struct live_game *game, int64_t now_us, int64_t *next_us);
/* One board; NULL: nothing of it may be told. */
json_t *view_board(const struct live *live, const struct live_board *board, int64_t now_us);
/* One event; NULL: not all of its rounds were read yet. */
json_t *view_event(const struct live *live, const struct live_event *event, int64_t now_us, int64_t *next_us);
/* What needs somebody's eyes, of all games and without delay: for the hall's own people. Public facts, and no moves. */
json_t *view_attention(const struct live *live);

/* --- live-publication.c: What a game says (daemon/core/format/publication.h, as JSON), and what that changes of what
 * is known of it. --- */

/* made_us: when it was said, by live_now(). Moves, the time left of the last one, the position and the last ruling; it
 * is not told. */
void live_publication_take(struct live_game *game, const json_t *publication, int64_t made_us);
/* "white", "black"; any other word is NO_SIDE. */
enum side live_side(const char *word);

#endif
