/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLAGFALLCTL_TERMINAL_HALL_H
#define FLAGFALLCTL_TERMINAL_HALL_H

#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"

/*
 * --- hall-model.c ---
 * All boards at once: what is known of each game, and which needs a person first. Pure: it is told what came over the
 * bus, and the time is an argument.
 */

/* What a game needs a person for, the most urgent first. */
enum hall_need {
	NEED_DECISION = 1, /* a question is open */
	NEED_FLAG,	   /* a flag is down; known to the arbiter's side, or where the book lets it be said */
	NEED_RECORD,	   /* its record is not on disk */
	NEED_BOARD,	   /* the board is gone */
	NEED_SQUARES,	   /* the pieces do not stand as the record says */
	NEED_RESULT,	   /* the kings say a result that nobody has confirmed */
	NEED_LOOK,	   /* it is over, and nobody has confirmed the result here */
	NEED_NOTHING,
	NEED_NOTHING_MORE, /* over and confirmed */
};

struct hall_game {
	char path[128], id[24], board[64];
	int number; /* of the table in the round, 0 none */
	char title[BUS_GAME_TITLE];
	char white[64], black[64], event[64], round[16], rulebook[32];
	char event_id[64]; /* "" none */
	unsigned event_round;
	bool is_of_another; /* round than the one that is shown */
	char state[16], result[8], question[32], absent[8];
	char asked[256]; /* what is asked, or was ruled last, in words */
	char open[16];	 /* what nobody asks and a person has to see to: Open of the bus */
	bool doubt;	 /* the arbiter's side is asked about a turn that may have been something else */
	bool begins;	 /* … which is that the game begins: past with the first move */
	char kings[8];	 /* the result that the kings say, "" none */
	char last[16];	 /* the last move, as it may be said; "" none */
	unsigned ply;	 /* its number, from 1 */
	bool flag[2], disagrees, unwritten, confirmed, end_told, differs_told;
	struct screen screen;
};

struct hall_event {
	struct hall_event *next;
	char path[128], id[64], name[64];
	json_t *rounds; /* "Rounds" of org.flagfall1.Event */
};

struct hall {
	struct hall_game **game; /* in the order of hall_sort(): those that are shown, and behind them the others */
	size_t count, shown, room;
	struct hall_event *events; /* as far as rounds are looked at */
	size_t back;		   /* so many rounds before the one that runs are shown */
	char fault[256];	   /* why the journal cannot be written, "" it can: nothing is ruled then */
};

struct hall_game *hall_find(const struct hall *hall, const char *path);

/* A game as its object has it ({"org.flagfall1.Game": {…}, …}): added, or read anew. NULL for lack of memory. */
struct hall_game *hall_take_object(struct hall *hall, const char *path, json_t *object);
/* The last of the closed turns (game_moves_get()), which an object does not have. */
void hall_take_moves(struct hall_game *game, const json_t *moves);
/* What Published or Observed said. */
void hall_take_publication(struct hall_game *game, const json_t *publication);
/* Changed properties of the Game interface. */
void hall_take_properties(struct hall_game *game, const json_t *changed);
/* Changed of the Clock interface. */
void hall_take_clock(struct hall_game *game, int64_t white_us, int64_t black_us, const char *running,
		     int64_t boottime_us);
void hall_remove(struct hall *hall, const char *path);

/* Found, or added with that path. NULL for lack of memory. */
struct hall_game *hall_add(struct hall *hall, const char *path);
/* A game of the bus, and no table of a round whose game has not begun or is no more. */
static inline bool hall_is_live(const struct hall_game *game)
{
	return *game->path == '/';
}

/* --- hall-rounds.c: Events, and which round of each is shown: the one that runs, and what of others needs a person or
 * goes on; or one that was before. Tables of the round that have no game here are rows, too. Pure. --- */

void hall_done(struct hall *hall);
/* Those that are shown; what needs a person first; then by number of the table, by the board's name, by the game's id.
 */
void hall_sort(struct hall *hall);
/* An event as its object has it, or its changed properties. NULL for lack of memory. */
struct hall_event *hall_take_event(struct hall *hall, const char *path, const json_t *properties);
struct hall_event *hall_find_event(const struct hall *hall, const char *path);
/* The number of the round of it that is shown, 0 none. */
unsigned hall_round(const struct hall *hall, const struct hall_event *event);
/* Are its tables to be read (hall_take_round())? */
bool hall_wants_round(const struct hall *hall, const struct hall_event *event);
/* By 1 a round further back, by -1 one less. False: there is none. */
bool hall_goes_back(struct hall *hall, int by);
/* The round that is shown, as Round of org.flagfall1.Event has it. 0, or -1 for lack of memory. */
int hall_take_round(struct hall *hall, const struct hall_event *event, const json_t *round);
/* "Club evening  round 2  ", of events that have rows; after hall_sort(). */
void hall_rounds_text(const struct hall *hall, char *buf, size_t size);

/* Into a JSON line: which game it is about, on which board, at which table of which round, whose. */
void hall_name_game(const struct hall_game *game, json_t *line);

enum hall_need hall_need(const struct hall_game *game);
/* In words, short: "decide: flag"; "" for nothing. */
const char *hall_need_text(const struct hall_game *game, char buf[static 64]);

/* --- hall-client.c: The hall as flagfalld tells of it: all games from now on, one piece of news after the other. ---
 */

struct hall_client {
	const struct ctl *ctl;
	bool arbiter; /* also what is not public */
	bool rounds;  /* events and their rounds, too */
	bool rounds_due;
	sd_bus *bus;
	struct hall hall;
};

enum hall_news_type {
	NEWS_NONE,	  /* nothing is there now */
	NEWS_ADDED,	  /* a game started */
	NEWS_REMOVED,	  /* game is NULL by now */
	NEWS_PUBLICATION, /* json is what was published */
	NEWS_CHANGED,	  /* a clock or a property */
	NEWS_FAULT,	  /* the journal cannot be written, or can again: hall.fault */
	NEWS_OTHER,
	NEWS_DAEMON_GONE,
	NEWS_DAEMON_BACK, /* the hall was read anew */
};

struct hall_news {
	enum hall_news_type type;
	struct hall_game *game;
	json_t *json; /* a reference that is the reader's */
};

/*
 * Subscribes first and then reads what there is, so that nothing falls between; what happened meanwhile may be told
 * again. 0, or an exit status after saying why. hall_client_close() in any case.
 */
int hall_client_open(struct hall_client *client);
/* The rounds that are shown are read, before there is no more news. */
void hall_client_look_at_rounds(struct hall_client *client);
/* The next piece of news, without waiting. 0; a negative errno value where the bus is lost. */
int hall_client_next(struct hall_client *client, struct hall_news *news);
void hall_client_close(struct hall_client *client);

/*
 * --- hall-view.c ---
 * The hall as somebody looks at it: which game is chosen, what is asked, what a key means, and the picture of it all.
 * Pure.
 */

enum hall_mode { MODE_TABLE, MODE_BOARD, MODE_ASK_PAUSE_ALL, MODE_ASK_RESULT, MODE_VERDICT, MODE_HELP };

/* What a key asks to be done on the bus, to the chosen game unless it is all of them. */
enum hall_action {
	ACTION_NONE,
	ACTION_QUIT,
	ACTION_OPEN, /* its moves are wanted */
	ACTION_PAUSE,
	ACTION_RESUME,
	ACTION_PAUSE_ALL,
	ACTION_VERDICT, /* what stands in text answers the question */
	ACTION_RESULT,	/* the game ends with what its kings say */
	ACTION_ROUNDS,	/* another round is shown */
};

struct hall_view {
	enum hall_mode mode, back; /* back: where a question was asked */
	char chosen[128];	   /* the game's path, "" none */
	size_t top;		   /* first game on the screen */
	char text[200];		   /* being typed */
	char message[256];	   /* what came of the last act, "" nothing */
	char moves[2048];	   /* of the open game, as players write them */
	int width, height;
};

/* The chosen one, where there is one; the first, where it is gone. */
struct hall_game *hall_chosen(struct hall_view *view, const struct hall *hall);
/* A key of screen.h. */
enum hall_action hall_key(struct hall_view *view, struct hall *hall, int key);
/* The whole picture, a line a row of the terminal. now: CLOCK_BOOTTIME; clock: the time of day, written out. */
void hall_draw(const struct ctl *ctl, struct hall_view *view, const struct hall *hall, int64_t now, const char *clock,
	       FILE *out);
/* The table of games alone, all rows as wide as they need to be, where no terminal looks on. */
void hall_print(const struct ctl *ctl, const struct hall *hall, int64_t now, const char *clock, FILE *out);

#endif
