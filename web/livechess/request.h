/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a client of the LiveChess API asks: one text frame, one JSON object {"id", "call", "param"}. Facts are from
 * recorded conversations and from what clients send; a call that is not known is refused with a sentence and changes
 * nothing.
 */
#ifndef WEB_LIVECHESS_REQUEST_H
#define WEB_LIVECHESS_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
