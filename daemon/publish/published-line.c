/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The closed turns of a game as they were published. The core's turns are read anew and revised, and what is published
 * of that waits for the disk: the texts here are those that were sent, and nothing of them is looked up elsewhere.
 */
#include "daemon/publish/published-game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STEP 16 /* turns for which room is made at once */
#define TEXTS 5

/* A hall's games are long: the texts of a turn are one allocation; "": there is none. New text or NULL. */
static char *join(const struct published_turn *turn)
{
	const char *const text[TEXTS] = { turn->uci, turn->placement, turn->san, turn->set_fen ? turn->set_fen : "",
					  turn->remark ? turn->remark : "" };
	size_t size[TEXTS], all = 0;
	char *joined, *to;

	for (unsigned i = 0; i < TEXTS; i++)
		all += size[i] = strlen(text[i]) + 1;
	to = joined = malloc(all);
	for (unsigned i = 0; joined && i < TEXTS; to += size[i++])
		memcpy(to, text[i], size[i]);
	return joined;
}

static int replace_texts(struct told_turn *told, const struct published_turn *turn)
{
	char *texts = join(turn);

	if (!texts)
		return -ENOMEM;
	free(told->texts);
	told->texts = texts;
	return 0;
}

struct published_turn published_line_at(const struct published_line *line, unsigned ply)
{
	const struct told_turn *told = &line->told[ply];
	const char *text[TEXTS] = { told->texts };

	for (unsigned i = 1; i < TEXTS; i++)
		text[i] = text[i - 1] + strlen(text[i - 1]) + 1;
	return (struct published_turn){
		.side = told->side,
		.uci = text[0],
		.placement = text[1],
		.san = text[2],
		.set_fen = *text[3] ? text[3] : NULL,
		.remark = *text[4] ? text[4] : NULL,
		.left_us = told->left_us,
		.t_us = told->t_us,
		.made_us = told->made_us,
	};
}

void published_line_done(struct published_line *line)
{
	published_line_cut(line, 0);
	free(line->told);
}

int published_line_add(struct published_line *line, const struct published_turn *turn)
{
	struct told_turn told = {
		.left_us = turn->left_us, .t_us = turn->t_us, .made_us = turn->made_us, .side = turn->side
	};
	struct told_turn *more;

	if (line->count == line->room) {
		more = reallocarray(line->told, line->room + STEP, sizeof(*more));
		if (!more)
			return -ENOMEM;
		line->told = more;
		line->room += STEP;
	}
	if (replace_texts(&told, turn) < 0)
		return -ENOMEM;
	line->told[line->count++] = told;
	return 0;
}

int published_line_set(struct published_line *line, unsigned ply, const struct published_turn *turn)
{
	struct published_turn now = published_line_at(line, ply);
	struct told_turn *told = &line->told[ply];

	now.uci = turn->uci;
	now.placement = turn->placement;
	now.san = turn->san;
	if (replace_texts(told, &now) < 0)
		return -ENOMEM;
	told->side = turn->side;
	if (turn->left_us != -1)
		told->left_us = turn->left_us;
	return 0;
}

int published_line_remark(struct published_line *line, const char *remark)
{
	struct published_turn last = published_line_at(line, line->count - 1);

	last.remark = remark;
	return replace_texts(&line->told[line->count - 1], &last);
}

void published_line_cut(struct published_line *line, unsigned count)
{
	while (line->count > count)
		free(line->told[--line->count].texts);
}
