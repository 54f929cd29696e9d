/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the hall is known from. A source fills a struct live, tells of each change there (live_tell()), and gives the
 * records of games: flagfalld's bus (bus-source.c), or the file of a centre (centre-source.c).
 */
#ifndef WEB_SOURCE_H
#define WEB_SOURCE_H

#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "web/live.h"

struct source;

/*
 * source_open - begin to follow a hall, or all halls of a centre
 * @bus:    a D-Bus address, "user", or NULL for the system bus
 * @centre: the folder of a centre, which is followed in place of the bus; NULL none
 * Returns at once: it is read, and read anew when bus and daemon or the file come back, by @event. 0 or a negative
 * errno value.
 */
int source_open(const char *bus, const char *centre, sd_event *event, struct live *live, struct source **ret);
void source_close(struct source *source);

/*
 * source_record - the record of a game, with its event's delay kept
 * @suffix: "pgn" or "pdn", static
 * @text:   lives until the next call of the source
 * 0: here it is. -EAGAIN: it is being fetched; ask again after the loop has turned. -ENOENT: there is no such game.
 * Else why it could not be had.
 */
int source_record(struct source *source, const char *game, const char **suffix, const char **text);

/* --- bus-source.c: The parts of the source that is flagfalld's bus: what they share. For everybody else there is
 * source_open() and the functions after it. --- */

/* A call whose answer is not here yet. */
struct bus_call {
	struct bus_source *source;
	char *path;
	unsigned number; /* of a round */
	sd_bus_slot *slot;
	struct bus_call *next;
};

/* A record that was fetched, or is being. */
struct bus_record {
	char *game, *text, suffix[8];
	int error;		      /* why there is none, 0 */
	uint64_t told;		      /* the game's, when it was asked for */
	int64_t asked_us, fetched_us; /* CLOCK_MONOTONIC; 0 not yet */
	sd_bus_slot *slot;	      /* while it is on the way */
	struct bus_record *next;
};

struct bus_source {
	const char *address;
	sd_event *event;
	sd_event_source *retry;
	sd_bus *bus;
	struct live *live;
	struct bus_call *calls;
	struct bus_record *records; /* the one asked for last first */
	unsigned record_count;
};

/* bus: a D-Bus address, "user", or NULL for the system bus. As source_open(). */
int bus_source_open(const char *bus, sd_event *event, struct live *live, struct bus_source **ret);
void bus_source_close(struct bus_source *source);

/*
 * --- centre-source.c ---
 * The source that is a centre: its file (relay/store/store.h) is followed while flagfall-centre writes it. A game's id
 * is HALL~EVENT~ROUND~BOARD and an event's HALL~EVENT, of which no part has a "~". The games of each event's latest
 * round are shown, and those of earlier rounds that go on; not events of which nothing was heard for two days. What an
 * event shows later was kept back in the hall, so there is no delay here.
 */

struct centre_source;

/* folder: the centre's state. As source_open(). */
int centre_source_open(const char *folder, sd_event *event, struct live *live, struct centre_source **ret);
void centre_source_close(struct centre_source *source);
/* source_record(), but for -EAGAIN. */
int centre_source_record(struct centre_source *source, const char *game, const char **suffix, const char **text);

/* --- bus-calls.c: What is asked of flagfalld; each answer goes into the hall when it comes, and nothing waits for it.
 * --- */

/*
 * bus_call_ask - calls a method, and does not wait
 * @handler: is called with the struct bus_call, and frees it
 * @number:  the call's own, for the handler
 * @types:   of the method's arguments, which follow as in sd_bus_call_method(); NULL none
 * 0 or a negative errno value: then the handler is not called.
 */
int bus_call_ask(struct bus_source *source, const char *path, const char *interface, const char *method,
		 sd_bus_message_handler_t handler, unsigned number, const char *types, ...);
/* Handler of calls whose answer says nothing. */
int bus_call_done(sd_bus_message *m, void *userdata, sd_bus_error *error);
/* What the answer has; NULL: an error. New reference. */
json_t *bus_call_reply(struct bus_call *call, sd_bus_message *m);
void bus_call_free(struct bus_call *call);

void bus_call_read_moves(struct bus_source *source,
			 const char *path); /* and when they were made: then the game is_read */
void bus_call_read_event(struct bus_source *source, const char *path);
void bus_call_read_round(struct bus_source *source, const char *path, unsigned number);
int bus_call_read_placement(struct bus_source *source, const char *path);
void bus_call_read_journal_fault(struct bus_source *source);
/* Its changes from now on, and what stands on it then: is_awaited until that is here. 0 or a negative errno value. */
int bus_call_watch_board(struct bus_source *source, const char *path);

/* --- bus-news.c: What flagfalld tells by itself: objects that are there, and its signals. --- */

/* interfaces: {"org.flagfall1.Game": {"Id": …}}, as the object manager has them. */
void bus_news_object(struct bus_source *source, const char *path, const json_t *interfaces);
void bus_news_signal(struct bus_source *source, sd_bus_message *m);

/* --- bus-records.c: Records of games, as flagfalld gives them with the event's delay kept. Asked for once, however
 * many want one. --- */

/* All of them: the daemon is another one, or gone. */
void bus_records_forget(struct bus_source *source);
void bus_record_forget(struct bus_source *source, const char *game); /* it is another one now */

/* source_record(). */
int bus_source_record(struct bus_source *source, const char *game, const char **suffix, const char **text);

/* --- centre-games.c: What a centre's publications and the files of its export say of a game or an event, for struct
 * live. --- */

#define CENTRE_ID 256

/* Whose a file or a publication is. round and board 0 as in stream/stream.h. */
struct centre_subject {
	const char *hall, *event;
	unsigned round, board;
};

void centre_event_id(const struct centre_subject *subject, char id[static CENTRE_ID]);
void centre_game_id(const struct centre_subject *subject, char id[static CENTRE_ID]);
/* The game's subject, its texts in buf. False: it is none's id. */
bool centre_subject_of_id(const char *id, char buf[static CENTRE_ID], struct centre_subject *ret);

/* made_us: when it was said, by live_now(). */
void centre_game_publication(struct live_game *game, const json_t *publication, int64_t made_us);
/* Its record, of which the tags are read. is_pdn: draughts. made_us: as above. */
void centre_game_record(struct live_game *game, const struct centre_subject *subject, const char *text, bool is_pdn,
			int64_t made_us);
/* Nothing more will happen in it. */
bool centre_game_is_over(const struct live_game *game);

/* tournament.json, and a round's index.json. */
void centre_event_tournament(struct live_event *event, const json_t *tournament);
void centre_event_round(struct live_event *event, const struct centre_subject *subject, const json_t *index);

/*
 * --- games-text.c ---
 * Addresses of games as text, and the text: /game/ID.pgn, /event/ID.pgn, /event/ID/round/N.pgn,
 * /event/ID/player/KEY.pgn, and /round/N.pgn, which is a round of the event that runs. A game of draughts is PDN; .pdn
 * is as good.
 */

#define GAMES_TEXT_MOST 4096 /* of one event */

struct games_text {
	char **ids;
	size_t count, at; /* the next one to read */
	char *text;	  /* of those before it */
	size_t length;
};

/* 0: ids are those of that path. -ENOENT: there is none such. -EINVAL: it is no such path. -ENOMEM. games_text_done()
 * in any case. */
int games_text_find(struct games_text *games, const struct live *live, const char *path);
/* 0: *text is the caller's to free. -EAGAIN: ask again after the loop has turned. Else there is none. */
int games_text_read(struct games_text *games, struct source *source, char **text, size_t *length);
void games_text_done(struct games_text *games);

/* --- past-game.c: A game that the hall does not show any more: its pairing, and the moves of its record. --- */

/* As view_game() has it, without moves: events are their views. New reference; NULL: none has it, or no memory. */
json_t *past_game(const json_t *events, const char *id);
/* Adds what its record tells; as far as that can be read. */
void past_game_read(json_t *game, const char *text, size_t length);

#endif
