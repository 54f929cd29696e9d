/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RELAY_HALL_HALL_H
#define RELAY_HALL_HALL_H

#include "relay/nats/link.h"
#include "stream/stream.h"

/*
 * --- answers.c ---
 * What a centre may ask of a hall, on the subject flagfall-replay.HALL; it is answered from the stream database, and
 * there is nothing else that could be asked:
 *
 *   {"ask": "heads", "after": id}: {"epoch", "hall": the identity, "heads": [{"id", "event", "round", "board",
 * "last"}]}, at most 1,000 of them; those behind the last id are asked for next
 *   {"ask": "range", "event", "round", "board", "from", "to"}: {"epoch", "hall", "first", "publications": [text]}, as
 * many as fit; those behind are asked for next. first is higher than from where earlier ones are not kept any more, and
 * 0 where none is anything else: {"error": sentence}
 */

/* Not where this hall or its servers say something: who asks does not decide what is said there. */
bool answer_may_go_to(const char *subject);
/* The answer to a request; reader may be NULL. id: the hall's identity. New text, NULL without memory. */
char *answer_to(struct stream_reader *reader, const char *id, const char *request, size_t size);

/*
 * --- jetstream-sender.c ---
 * Brings the stream database's publications into the stream. A message has those of a subject that wait, a line each.
 * Of each subject one is under way at a time, and says which message of the stream has to be the subject's last one: so
 * that their order cannot be wrong, whatever is lost. Of all subjects a bounded number is under way.
 *
 * Where a subject stands is asked of the stream, never remembered:
 *
 *   UNKNOWN --ask for the subject's last message--> ASKING --its number, or none--> READY
 *   UNKNOWN --the stream may have no messages--> READY, for the first one
 *   READY --publish what waits--> SENDING --stored--> READY
 *   ASKING, SENDING --refused, no answer, a duplicate--> UNKNOWN
 *   any --connected anew, the stream has lost something--> UNKNOWN
 */

/*
 * A subject whose last message in the stream is not what the database has parts from it: the database was put back to
 * an earlier copy. Then nothing is sent until it has a new epoch. Where that message is another hall's, or of a later
 * epoch, nothing is sent before the centre says that this is the hall.
 */

struct sender;

#define SENDER_HELD 512 /* why it is held, a sentence */

struct sender_totals {
	int64_t rows, sent; /* publications in the database, and of them in the stream */
	unsigned subjects, under_way;
	int64_t since_us; /* since when something waits, CLOCK_MONOTONIC; 0 nothing does */
};

/* js, stream and hall stay the caller's and live longer; the hall has no identity yet. window: messages under way. 0 or
 * -ENOMEM. */
int sender_new(const struct jetstream *js, const struct jetstream_stream *stream, const char *hall, unsigned window,
	       struct sender **ret);
void sender_free(struct sender *sender);
/* Who this hall is, in each message; "" nobody knows. */
void sender_set_identity(struct sender *sender, const char *id);
/* Another database or epoch, NULL none: what was known is forgotten. It stays the caller's. */
void sender_set_reader(struct sender *sender, struct stream_reader *reader);
/* The database may have more. */
void sender_changed(struct sender *sender);
/* A connection is there, or is gone. */
void sender_connected(struct sender *sender, bool connected);
/* What came to the inbox. words: the subject behind the inbox's name. */
void sender_answer(struct sender *sender, const char *words, const struct link_event *event);
/* At least once a second: answers that have not come. */
void sender_tick(struct sender *sender);
/* The stream parts from the database, which needs a new epoch. */
bool sender_has_parted(const struct sender *sender);
/* This hall is not to send, and why; or it is the one that is meant, whatever another one has sent. */
void sender_hold(struct sender *sender, const char *why);
/* Another one goes by this hall's name: a hall of its own, or the later one of which this is a copy. */
void sender_hold_foreign(struct sender *sender);
void sender_hold_later(struct sender *sender);
void sender_release(struct sender *sender);
void sender_totals(const struct sender *sender, struct sender_totals *ret);
/* {"EVENT": how many publications of it the database has had}. New reference. */
json_t *sender_events(const struct sender *sender);
/* Is all that the database had of the event, when sender_changed() was called last, in the stream? */
bool sender_has_sent(const struct sender *sender, const char *event);
/* What keeps it from sending, a sentence; "" nothing. */
const char *sender_fault(const struct sender *sender);

/*
 * --- identity.c ---
 * Who this hall is, whatever it is called: a word made by chance at the relay's first start, in the file "identity"
 * beside the stream database. It goes with a copy of the hall's state.
 */

#define IDENTITY_SIZE 33

bool identity_is_one(const char *text);
/* id: what it was, "" not known yet. Made or written again where it is not there. 0 or a negative errno value. */
int identity_take(const char *stream, char id[static IDENTITY_SIZE]);
int identity_write(const char *stream, const char *id);

/*
 * --- stream-place.c ---
 * Where a subject stands in the stream, by the message that it has last.
 */

enum stream_place_verdict {
	PLACE_NONE,	  /* the stream has nothing of this epoch: all is to be sent */
	PLACE_FOUND,	  /* the database has that, too */
	PLACE_PARTED,	  /* the database has another one, or never had it */
	PLACE_FOREIGN,	  /* it is of a hall with another identity */
	PLACE_LATER,	  /* it is of a later epoch: this hall goes on at another place, or this is a copy of it */
	PLACE_UNREADABLE, /* the database cannot be read */
};

struct stream_place {
	uint64_t stream_seq; /* of the message, 0 there is none */
	int64_t seq;	     /* of its last publication */
	uint64_t mark;	     /* of that one's text, 0 it is not known */
};

/* id: this hall's, "" any is. subject: its id in the database. answer: of STREAM.MSG.GET. */
enum stream_place_verdict stream_place_find(struct stream_reader *reader, const char *id, int64_t epoch,
					    int64_t subject, const json_t *answer, struct stream_place *ret);

/*
 * --- centre-word.c ---
 * Of what comes on flagfall-replay.HALL the one thing that is no question: which hall the centre takes for the one of
 * this name, said after each word of a hall's health.
 *
 *   {"ask": "hall", "id", "epoch": the latest that it has of it, "accepted": {"id", "epoch"}: which other one is to
 *       take its place, as somebody has said at the centre}
 *
 * All that comes of it is whether this relay sends, and that what it sends begins anew.
 */

#define CENTRE_WORD_MOST 1024

enum centre_word_verdict {
	HALL_IS_THIS,
	HALL_IS_ANOTHER,
	HALL_IS_LATER,	    /* this is a copy of what it was */
	HALL_IS_TO_BE_THIS, /* with that identity, and an epoch above that */
	HALL_IS_OTHERWISE,  /* it is this, and what it says is not what it said before: an epoch above that */
};

struct centre_word {
	enum centre_word_verdict verdict;
	char id[IDENTITY_SIZE];
	int64_t epoch;
};

/* id, epoch: this hall's. False: it is none. */
bool centre_word_read(const char *text, size_t size, const char *id, int64_t epoch, struct centre_word *ret);

/* --- sender-inside.h, sender-state.c: parts of the sender. --- */

/*
 * --- sent-events.c ---
 * The relay's word to its daemon: a file beside the stream database, which of the events that are over it has sent
 * whole. The daemon keeps nothing of those any more. That is all that it is ever told.
 *
 *   {"epoch": the database's, "sent": {"EVENT": how many publications it has ended with}}
 */

/*
 * sent_events_tell - writes it, if it is another one now
 * @stream: the stream database's path
 * @said:   the word that was written last, NULL none; free() it
 * 0 or a negative errno value: it is tried again by the next call.
 */
int sent_events_tell(const char *stream, struct stream_reader *reader, struct sender *sender, char **said);

#endif
