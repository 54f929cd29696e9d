/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-witness.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 256 /* of the file: each slot has its place */
#define MOST_SLOTS 65536

static struct witness_slot *add_slot(struct witness *w)
{
	if ((w->count & (w->count - 1)) == 0) {
		struct witness_slot *more = reallocarray(w->slots, w->count ? 2 * w->count : 1, sizeof(*more));

		if (!more)
			return NULL;
		w->slots = more;
	}
	w->slots[w->count] = (struct witness_slot){ 0 };
	return &w->slots[w->count++];
}

int witness_open(struct witness *w, const char *path)
{
	char line[LINE + 1];

	*w = (struct witness){ .fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600) };
	if (w->fd < 0)
		return 0;
	while (w->count < MOST_SLOTS && pread(w->fd, line, LINE, (off_t)(w->count * LINE)) == LINE) {
		struct witness_slot *slot = add_slot(w);
		int board = 0;

		if (!slot)
			return -ENOMEM;
		line[LINE] = '\0';
		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "game %" SCNu64 " inputs %" SCNu64 " rulings %" SCNu64 " board %n", &slot->game,
			   &slot->inputs, &slot->rulings, &board) < 3 ||
		    !board || strlen(line + board) >= sizeof(slot->board))
			slot->game = 0;
		else
			strcpy(slot->board, line + board);
	}
	return 0;
}

void witness_close(struct witness *w)
{
	if (w->fd >= 0)
		close(w->fd);
	free(w->slots);
	*w = (struct witness){ .fd = -1 };
}

struct witness_slot *witness_of(struct witness *w, uint64_t game, bool make)
{
	struct witness_slot *free_one = NULL;

	if (w->last < w->count && w->slots[w->last].game == game)
		return &w->slots[w->last];
	if (w->count > 0 && game > w->slots[0].game) /* a hall's games began one after the other */
		w->last = game - w->slots[0].game;
	if (w->last < w->count && w->slots[w->last].game == game)
		return &w->slots[w->last];
	for (size_t i = 0; i < w->count; i++) {
		if (w->slots[i].game == game) {
			w->last = i;
			return &w->slots[i];
		}
		if (w->slots[i].game == 0 && !free_one)
			free_one = &w->slots[i];
	}
	if (!make)
		return NULL;
	if (!free_one)
		free_one = add_slot(w);
	if (free_one)
		*free_one = (struct witness_slot){ .game = game, .changed = true };
	return free_one;
}

void witness_forget(struct witness *w, uint64_t game)
{
	struct witness_slot *slot = witness_of(w, game, false);

	if (slot)
		*slot = (struct witness_slot){ .changed = true };
}

void witness_write(struct witness *w)
{
	for (size_t i = 0; i < w->count; i++) {
		struct witness_slot *slot = &w->slots[i];
		char line[LINE + 1];
		int n;

		if (!slot->changed)
			continue;
		slot->changed = false;
		memset(line, ' ', LINE);
		n = slot->game ?
			    snprintf(line, LINE, "game %" PRIu64 " inputs %" PRIu64 " rulings %" PRIu64 " board %s",
				     slot->game, slot->inputs, slot->rulings, slot->board) :
			    0;
		if (n >= LINE)
			n = LINE - 1;
		line[n] = '\n';
		line[LINE - 1] = '\n';
		if (w->fd >= 0 && pwrite(w->fd, line, LINE, (off_t)(i * LINE)) < 0)
			slot->changed = true; /* with the next commit */
	}
}
