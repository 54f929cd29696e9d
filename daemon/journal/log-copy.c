/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The next segment: what is still wanted of the one before it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/log-inside.h"

#define PIECE (1u << 20) /* a batch of what is copied */

static int flush_copy(struct log_copy *c)
{
	int r = c->bytes ? log_append(&c->next, c->body, c->bytes, c->inputs, c->next.place.next_game) : 0;

	c->bytes = 0;
	c->inputs = 0;
	return r;
}

static int copy_line(void *userdata, const struct chain_line *line, struct chain_owner *owner, bool begins)
{
	struct log_copy *c = userdata;

	(void)owner;
	(void)begins;
	if (line->kind <= CHAIN_BATCH || (c->wants && !c->wants(c->userdata, line->kind, line->id)))
		return 0;
	c->inputs += line->kind == CHAIN_INPUT;
	if (c->bytes + line->length + 1 > c->size) {
		const size_t size = c->size + line->length + PIECE;
		char *more = realloc(c->body, size);

		if (!more)
			return -ENOMEM;
		c->body = more;
		c->size = size;
	}
	memcpy(c->body + c->bytes, line->text, line->length);
	c->bytes += line->length;
	c->body[c->bytes++] = '\n';
	return c->bytes >= PIECE ? flush_copy(c) : 0;
}

int log_copy_begin(const struct log *log, struct log_copy *c)
{
	const struct chain_sink sink = { copy_line, c };

	c->next = (struct log){ .path = strdup(log->path), .dir = dup(log->dir), .fd = -1, .lock = -1, .seen = -1 };
	c->next.place = log->place;
	c->from = dup(log->fd);
	c->body = NULL;
	c->bytes = c->size = c->inputs = 0;
	strcpy(c->old, log->name);
	chain_reader_init(&c->reader, &sink);
	c->reader.seen_end = c->salvages ? c->seen_end : UINT64_MAX;
	if (!c->next.path)
		return -ENOMEM;
	if (c->next.dir < 0 || c->from < 0)
		return log_fail_errno(&c->next, "");
	return log_make_segment(&c->next, log->place.segment + 1, &log->place);
}

int log_copy_on(struct log_copy *c, uint64_t to)
{
	int r = log_scan(c->from, to, &c->reader);

	if (r >= 0)
		r = flush_copy(c);
	else if (!*c->next.error)
		log_fail_with(&c->next, r, c->next.name);
	if (r >= 0 && !c->salvages && chain_reader_is_damaged(&c->reader))
		return log_fail(&c->next, -EUCLEAN, "%s is damaged at byte %" PRIu64, c->old, c->reader.first_damage);
	if (r >= 0 && !c->salvages && c->reader.offset < to)
		return log_fail(&c->next, -EUCLEAN, "%s was cut at byte %" PRIu64, c->old, c->reader.offset);
	return r;
}

int log_copy_end(struct log *log, struct log_copy *c)
{
	int r;

	c->next.place.next_game = log->place.next_game;
	r = log_copy_on(c, c->salvages ? log->room : log->place.end);
	if (r >= 0 && !c->next.place.batches) /* so that it says what its head does not */
		r = log_append(&c->next, "", 0, 0, c->next.place.next_game);
	if (r >= 0)
		r = log_finish_segment(&c->next);
	if (r < 0) {
		memcpy(log->error, c->next.error, sizeof(log->error));
		return r;
	}
	if (!*c->aside)
		unlinkat(log->dir, c->old, 0);
	else if (renameat(log->dir, c->old, log->dir, c->aside) < 0 && errno != ENOENT)
		return log_fail_errno(log, c->aside);
	close_fd(&log->fd);
	log->fd = c->next.fd;
	c->next.fd = -1;
	log->place = c->next.place;
	log->room = c->next.room;
	log->dirty = 0;
	log->is_gone = false;
	strcpy(log->name, c->next.name);
	log_write_seen(log);
	return 0;
}

void log_copy_drop(struct log_copy *c)
{
	char unfinished[40];

	if (c->next.fd >= 0) {
		snprintf(unfinished, sizeof(unfinished), "%s" UNFINISHED, c->next.name);
		unlinkat(c->next.dir, unfinished, 0);
	}
	chain_reader_done(&c->reader);
	close_fd(&c->from);
	free(c->body);
	c->body = NULL;
	log_close(&c->next);
}
