/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options that relay and centre share: where the servers are, who this is to them, and which stream it is. */
#ifndef NATS_LINK_ARGUMENTS_H
#define NATS_LINK_ARGUMENTS_H

#include <argp.h>

#include "relay/nats/jetstream.h"

struct link_arguments {
	struct link_options link;
	const char *domain, *stream;
	struct jetstream_stream config;
};

#define LINK_ARGUMENTS_DEFAULT \
	{ \
		.stream = "flagfall", .config = {.replicas = 1, .duplicates_s = 120 } \
	}

/* A child of the program's own argp; its input is a struct link_arguments. */
extern const struct argp link_argp;

/* Letters, digits, "-" and "_": a word of a subject. */
bool link_is_word(const char *text);
/* What an option of that name is given, if it is a whole number from least to most; else argp's error. */
long link_number(struct argp_state *state, const char *option, const char *text, long least, long most);

#endif
