/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the sender share, and nobody else. */
#ifndef RELAY_HALL_SENDER_INSIDE_H
#define RELAY_HALL_SENDER_INSIDE_H

#include "relay/hall/hall.h"

enum subject_state { UNKNOWN = 1, ASKING, READY, SENDING };

struct subject {
	enum subject_state state;
	char *event, *name; /* name: as NATS has it */
	unsigned round, board;
	int64_t last, next;  /* in the database, and the one to be sent next */
	int64_t sending;     /* SENDING: so many, from the next on */
	uint64_t stream_seq; /* of the subject's last message in the stream, 0 there is none */
	uint64_t mark;	     /* of the publication before the next one, 0 it is not known */
	uint64_t sent_mark;  /* SENDING: of the last one */
	unsigned attempt;    /* an answer to an earlier one counts no more */
	int64_t deadline_us;
	struct subject *next_due;
	bool is_due;
	int64_t id;
};

struct sender {
	const struct jetstream *js;
	const struct jetstream_stream *stream;
	const char *hall;
	char id[IDENTITY_SIZE];
	bool has_parted;
	bool is_meant;		/* the centre has said that this is the hall */
	char held[SENDER_HELD]; /* why nothing is sent, "" it is */
	struct stream_reader *reader;
	int64_t epoch, after;	   /* of the reader: the row that was seen last */
	struct subject **subjects; /* by id */
	size_t size;
	unsigned window, under_way;
	struct subject *due, **due_end;
	bool connected;
	bool ready;		     /* the stream is there */
	bool may_ask;		     /* … and is known to have messages: see begin_subject() */
	int64_t pause_us, resume_us; /* after a fault */
	int64_t audit_us, since_us;
	uint64_t stored; /* highest sequence that the stream has confirmed */
	char created[40];
	char fault[160];
};

#endif
