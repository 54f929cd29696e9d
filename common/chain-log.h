/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text of the journal: lines "DIGEST KIND ID JSON", each chained to the one before it of the same game or the same
 * event. Pure: what is read is in memory.
 *
 * DIGEST is the first 128 bits, in hexadecimal, of the SHA-256 of the digest before it (32 times "0" for the first) and
 * of "KIND ID JSON". A game's chain begins with its "game" line, an event's with its "event" line; the text of a
 * rulebook stands alone. In a segment, what was written at once is a batch: a line "batch" with its length, whose
 * digest is that of its own text and of all that follows it, and then the lines.
 *
 *   segment:        log, then batches
 *   finished game:  rulebook, game, input, ruling, time, state …; the last line says that it is recorded or given up
 *   ended event:    event, round, act …
 */
#ifndef COMMON_CHAIN_LOG_H
#define COMMON_CHAIN_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CHAIN_FORMAT "flagfall-log"
#define CHAIN_VERSION 1
#define CHAIN_DIGITS 32
#define CHAIN_ID 128		     /* an ID's most characters */
#define CHAIN_BATCH_MAX (256u << 20) /* a batch's most bytes */

enum chain_kind {
	CHAIN_HEAD, /* log: of a segment; ID its number */
	CHAIN_BATCH,
	CHAIN_RULEBOOK, /* ID: the digest of its text */
	CHAIN_GAME,	/* ID of this and the next four: the game's number */
	CHAIN_INPUT,
	CHAIN_RULING,
	CHAIN_TIME, /* how its time lies on the machine's */
	CHAIN_STATE,
	CHAIN_EVENT, /* ID of this and the next two: the event's */
	CHAIN_ROUND,
	CHAIN_ACT,
	CHAIN_KINDS
};

typedef char chain_digest[CHAIN_DIGITS + 1];

/* Before any digest: makes libgcrypt ready. 0 or -ENOTSUP. */
int chain_begin(void);
/* *ret may be before. */
void chain_digest_of(const chain_digest before, const char *text, size_t length, chain_digest ret);
extern const chain_digest chain_first; /* what stands before the first */

const char *chain_kind_name(enum chain_kind kind);

/* A line as it is read. Pointers are into what was given. */
struct chain_line {
	enum chain_kind kind;
	const char *text; /* whole, without its end */
	size_t length;
	char digest[CHAIN_DIGITS + 1];
	char id[CHAIN_ID + 1];
	const char *json; /* not terminated */
	size_t json_length;
};

/* False: that is none. text: to its end of line, which is not counted. */
bool chain_line_parse(const char *text, size_t length, struct chain_line *ret);

/* What a batch says of itself, and of the log behind it. */
struct chain_batch {
	chain_digest after; /* the batch before it; of the first, the segment's head */
	uint64_t number;    /* in its segment, from 1 */
	size_t bytes;	    /* what follows its line */
	uint64_t inputs;    /* in its segment, with it */
	uint64_t next_game; /* a number that no game has had */
};

#define CHAIN_BATCH_LINE 320 /* a batch's line is shorter */
/* Its line, with its end, for a body of batch->bytes. Its length. */
size_t chain_batch_format(const struct chain_batch *batch, const char *body, char text[static CHAIN_BATCH_LINE],
			  chain_digest digest);

/* A game or an event, while a log is read. */
struct chain_owner {
	struct chain_owner *next;
	bool is_event;
	char id[CHAIN_ID + 1];
	chain_digest last;	 /* of its last sound line */
	uint64_t inputs, others; /* sound lines */
	bool broken;		 /* lines behind the last sound one do not follow from it, */
	uint64_t lost;		 /* … so many */
	void *userdata;		 /* who reads */
};

struct chain_sink {
	/* A sound line. owner: NULL of heads, batches and rulebooks. begins: its game or event begins with it (anew,
	 * where it stood already). Returns 0 to go on, or a negative errno value that is passed on. */
	int (*line)(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins);
	void *userdata;
};

struct chain_reader {
	struct chain_sink sink;
	struct chain_owner **table;
	size_t owners, slots;
	uint64_t offset;   /* of what is given next */
	uint64_t seen_end; /* what lies before was on disk once: if it does not end with a whole batch there, it is
			      damaged */
	bool has_head;
	struct chain_batch batch; /* the last whole one */
	chain_digest digest;	  /* of it, or of the head */
	uint64_t end;		  /* behind it */
	uint64_t torn;		  /* bytes behind that: a batch that was being written, not damage */
	uint64_t inputs;	  /* sound ones */
	uint64_t unsound;	  /* lines that cannot be read or do not follow */
	uint64_t gaps;		  /* batches that are damaged or missing */
	uint64_t first_damage;	  /* offset */
};

void chain_reader_init(struct chain_reader *reader, const struct chain_sink *sink);
void chain_reader_done(struct chain_reader *reader);
struct chain_owner *chain_reader_find(const struct chain_reader *reader, bool is_event, const char *id);
bool chain_reader_is_damaged(const struct chain_reader *reader);
/*
 * chain_read - a piece of a segment, in order
 * @size: bytes; zeros at the end of the last are room that nothing was written to
 * @last: nothing follows
 * What was used; the next piece begins with what was not. 0: a longer piece is needed. -ENOMEM, or what the sink says.
 */
ssize_t chain_read(struct chain_reader *reader, const char *data, size_t size, bool last);
/* All of a file of a game or an event. 0, -ENOMEM, or what the sink says. */
int chain_read_lines(struct chain_reader *reader, const char *data, size_t size);

#endif
