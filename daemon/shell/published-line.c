/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/published-line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STEP 16 /* turns for which room is made at once */

static void turn_free(struct published_turn *turn)
{
	free((char *)turn->uci);
	free((char *)turn->set_fen);
	free((char *)turn->remark);
}

/* A hall's games are long: the three texts that each turn has are one allocation, which uci is the beginning of. */
static int copy_texts(struct published_turn *to, const struct published_turn *from)
{
	const size_t uci = strlen(from->uci) + 1, placement = strlen(from->placement) + 1;
	char *texts = malloc(uci + placement + strlen(from->san) + 1);

	if (!texts)
		return -ENOMEM;
	to->uci = memcpy(texts, from->uci, uci);
	to->placement = memcpy(texts + uci, from->placement, placement);
	to->san = strcpy(texts + uci + placement, from->san);
	return 0;
}

static int copy_turn(struct published_turn *to, const struct published_turn *from)
{
	*to = *from;
	to->uci = NULL;
	to->set_fen = from->set_fen ? strdup(from->set_fen) : NULL;
	to->remark = from->remark ? strdup(from->remark) : NULL;
	if (!to->set_fen == !from->set_fen && !to->remark == !from->remark && copy_texts(to, from) == 0)
		return 0;
	turn_free(to);
	return -ENOMEM;
}

void published_line_done(struct published_line *line)
{
	published_line_cut(line, 0);
	free(line->turn);
}

int published_line_add(struct published_line *line, const struct published_turn *turn)
{
	struct published_turn *more;

	if (line->count == line->room) {
		more = reallocarray(line->turn, line->room + STEP, sizeof(*more));
		if (!more)
			return -ENOMEM;
		line->turn = more;
		line->room += STEP;
	}
	if (copy_turn(&line->turn[line->count], turn) < 0)
		return -ENOMEM;
	line->count++;
	return 0;
}

int published_line_set(struct published_line *line, unsigned ply, const struct published_turn *turn)
{
	struct published_turn texts, *old = &line->turn[ply];

	if (copy_texts(&texts, turn) < 0)
		return -ENOMEM;
	free((char *)old->uci);
	old->uci = texts.uci;
	old->placement = texts.placement;
	old->san = texts.san;
	old->side = turn->side;
	if (turn->left_us != -1)
		old->left_us = turn->left_us;
	return 0;
}

int published_line_remark(struct published_line *line, const char *remark)
{
	struct published_turn *last = &line->turn[line->count - 1];
	char *copy = strdup(remark);

	if (!copy)
		return -ENOMEM;
	free((char *)last->remark);
	last->remark = copy;
	return 0;
}

void published_line_cut(struct published_line *line, unsigned count)
{
	while (line->count > count)
		turn_free(&line->turn[--line->count]);
}
