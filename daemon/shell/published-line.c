/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/published-line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/number-bytes.h"
#include "rules/packed-turn.h"

#define PAGE 16
#define KEPT 4		/* in full, at least: these are still revised, undone and remarked on */
#define TURN_BYTES 1024 /* at most: a few texts, a position and three numbers */

enum {
	PACKED_BLACK = 1 << 0,
	PACKED_NO_SIDE = 1 << 1,
	PACKED_PLAYED = 1 << 2,	   /* a legal move, and what follows from it */
	PACKED_NOTATION = 1 << 3,  /* SAN is the move's, */
	PACKED_OTHER_SAN = 1 << 4, /* … or another text */
	PACKED_SET = 1 << 5,
	PACKED_REMARK = 1 << 6,
	PACKED_TIMED = 1 << 7,
};

/* --- one turn --- */

/* Is the turn that move, and all that is said of it what follows? */
static bool is_played(const struct game *game, const struct game_position *from, const struct published_turn *turn,
		      struct game_move *move)
{
	struct game_position after = *from;
	char text[GAME_FEN];

	if (game->move_parse(from, turn->uci, move) < 0)
		return false;
	game->move_text(from, move, text);
	game->play(&after, move);
	if (strcmp(text, turn->uci) != 0 || memcmp(&after, &turn->after, sizeof(after)) != 0)
		return false;
	game->format_placement(&after, text);
	return strcmp(text, turn->placement) == 0;
}

static bool is_notation(const struct game *game, const struct game_position *from, const struct published_turn *turn,
			const struct game_move *move)
{
	char text[GAME_TEXT];

	game->move_notation(from, move, text);
	return strcmp(text, turn->san) == 0;
}

static unsigned char *put_text(unsigned char *to, const char *text)
{
	return (unsigned char *)stpcpy((char *)to, text) + 1;
}

static const char *get_text(const unsigned char **from)
{
	const char *text = (const char *)*from;

	*from += strlen(text) + 1;
	return text;
}

static int64_t plus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t minus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* Published as soon as pressed, and its side's time has run until then. */
static int64_t expected_made(const struct published_base *base, const struct published_turn *turn)
{
	return plus(base->made_us, minus(turn->t_us, base->t_us));
}

static int64_t expected_left(const struct published_base *base, const struct published_turn *turn)
{
	return minus(base->left_us[turn->side == BLACK], minus(turn->t_us, base->t_us));
}

static void go_on(struct published_base *base, const struct published_turn *turn)
{
	base->pos = turn->after;
	base->t_us = turn->t_us;
	base->made_us = turn->made_us;
	if (turn->left_us != -1)
		base->left_us[turn->side == BLACK] = turn->left_us;
}

static unsigned char *pack(const struct game *game, struct published_base *base, unsigned char *to,
			   const struct published_turn *turn)
{
	struct game_move move;
	const bool played = is_played(game, &base->pos, turn, &move);
	const bool noted = played && is_notation(game, &base->pos, turn, &move);
	const unsigned bits = (turn->side == BLACK ? PACKED_BLACK : 0) | (turn->side == NO_SIDE ? PACKED_NO_SIDE : 0) |
			      (played ? PACKED_PLAYED : 0) | (noted ? PACKED_NOTATION : 0) |
			      (!noted && *turn->san ? PACKED_OTHER_SAN : 0) | (turn->set_fen ? PACKED_SET : 0) |
			      (turn->remark ? PACKED_REMARK : 0) | (turn->left_us != -1 ? PACKED_TIMED : 0);

	*to++ = (unsigned char)bits;
	if (played) {
		to = pack_move(to, &move, NULL);
	} else {
		to = put_text(put_text(to, turn->uci), turn->placement);
		memcpy(to, turn->after.bytes, sizeof(turn->after.bytes));
		to += sizeof(turn->after.bytes);
	}
	if (bits & PACKED_OTHER_SAN)
		to = put_text(to, turn->san);
	if (bits & PACKED_SET)
		to = put_text(to, turn->set_fen);
	if (bits & PACKED_REMARK)
		to = put_text(to, turn->remark);
	to = put_difference(to, turn->t_us, base->t_us);
	to = put_difference(to, turn->made_us, expected_made(base, turn));
	if (bits & PACKED_TIMED)
		to = put_difference(to, turn->left_us, expected_left(base, turn));
	go_on(base, turn);
	return to;
}

static void unpack_move_of(struct published_reader *r, bool noted, struct published_turn *turn)
{
	const struct game *game = r->line->game;
	struct game_move move;

	r->at = unpack_move(r->at, &move, NULL);
	turn->after = r->base.pos;
	game->move_text(&r->base.pos, &move, r->uci);
	if (noted)
		game->move_notation(&r->base.pos, &move, r->san);
	game->play(&turn->after, &move);
	game->format_placement(&turn->after, r->placement);
	turn->uci = r->uci;
	turn->placement = r->placement;
}

static void unpack(struct published_reader *r, bool with_san, struct published_turn *turn)
{
	const unsigned bits = *r->at++;

	*turn = (struct published_turn){ .side = bits & PACKED_NO_SIDE ? NO_SIDE :
						 bits & PACKED_BLACK   ? BLACK :
									 WHITE,
					 .san = r->san,
					 .left_us = -1 };
	r->san[0] = '\0';
	if (bits & PACKED_PLAYED) {
		unpack_move_of(r, with_san && bits & PACKED_NOTATION, turn);
	} else {
		turn->uci = get_text(&r->at);
		turn->placement = get_text(&r->at);
		memcpy(turn->after.bytes, r->at, sizeof(turn->after.bytes));
		r->at += sizeof(turn->after.bytes);
	}
	if (bits & PACKED_OTHER_SAN)
		turn->san = get_text(&r->at);
	if (bits & PACKED_SET)
		turn->set_fen = get_text(&r->at);
	if (bits & PACKED_REMARK)
		turn->remark = get_text(&r->at);
	r->at = get_difference(r->at, &turn->t_us, r->base.t_us);
	r->at = get_difference(r->at, &turn->made_us, expected_made(&r->base, turn));
	if (bits & PACKED_TIMED)
		r->at = get_difference(r->at, &turn->left_us, expected_left(&r->base, turn));
	go_on(&r->base, turn);
}

/* --- reading --- */

void published_reader_init(struct published_reader *r, const struct published_line *line)
{
	r->line = line;
	r->next = 0;
	r->base = line->start;
}

bool published_reader_next(struct published_reader *r, bool with_san, struct published_turn *ret)
{
	const struct published_line *line = r->line;

	if (r->next >= line->count)
		return false;
	if (r->next >= line->packed) {
		*ret = line->open[r->next - line->packed];
	} else {
		if (r->next % PAGE == 0)
			r->at = line->page[r->next / PAGE];
		unpack(r, with_san, ret);
	}
	r->next++;
	return true;
}

const struct published_turn *published_line_last(const struct published_line *line)
{
	return line->count > line->packed ? &line->open[line->count - line->packed - 1] : NULL;
}

/* --- turns in full --- */

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

static void forget_open(struct published_line *line, unsigned from)
{
	for (unsigned i = from; i < line->count - line->packed; i++)
		turn_free(&line->open[i]);
}

static void free_pages(struct published_line *line, unsigned from)
{
	for (unsigned i = from; i < line->packed / PAGE; i++)
		free(line->page[i]);
}

/* Those of its page and all after it are in full. 0; -ENOMEM: nothing has changed. */
static int open_from(struct published_line *line, unsigned ply)
{
	const unsigned packed = ply / PAGE * PAGE, more = line->packed - packed, open = line->count - line->packed;
	struct published_turn *all, turn;
	struct published_reader r;
	struct published_base end;
	unsigned copied = 0;

	if (ply >= line->packed)
		return 0;
	all = calloc(more + open, sizeof(*all));
	if (!all)
		return -ENOMEM;
	published_reader_init(&r, line);
	while (r.next < packed)
		published_reader_next(&r, false, &turn);
	end = r.base;
	while (copied < more && published_reader_next(&r, true, &turn) && copy_turn(&all[copied], &turn) == 0)
		copied++;
	if (copied < more) {
		while (copied > 0)
			turn_free(&all[--copied]);
		free(all);
		return -ENOMEM;
	}
	memcpy(all + more, line->open, open * sizeof(*all));
	free(line->open);
	free_pages(line, packed / PAGE);
	line->open = all;
	line->open_room = more + open;
	line->packed = packed;
	line->end = end;
	return 0;
}

/* --- the list --- */

void published_line_init(struct published_line *line, const struct game *game, const struct game_position *start)
{
	*line = (struct published_line){ .game = game, .start.pos = *start, .end.pos = *start };
}

void published_line_done(struct published_line *line)
{
	forget_open(line, 0);
	free_pages(line, 0);
	free(line->open);
	free(line->page);
}

int published_line_add(struct published_line *line, const struct published_turn *turn)
{
	const unsigned open = line->count - line->packed;
	struct published_turn *more;

	if (open == line->open_room) {
		more = reallocarray(line->open, open + KEPT, sizeof(*more));
		if (!more)
			return -ENOMEM;
		line->open = more;
		line->open_room = open + KEPT;
	}
	if (copy_turn(&line->open[open], turn) < 0)
		return -ENOMEM;
	line->count++;
	return 0;
}

int published_line_set(struct published_line *line, unsigned ply, const struct published_turn *turn)
{
	struct published_turn texts, *old;

	if (open_from(line, ply) < 0 || copy_texts(&texts, turn) < 0)
		return -ENOMEM;
	old = &line->open[ply - line->packed];
	free((char *)old->uci);
	old->uci = texts.uci;
	old->placement = texts.placement;
	old->san = texts.san;
	old->side = turn->side;
	old->after = turn->after;
	if (turn->left_us != -1)
		old->left_us = turn->left_us;
	return 0;
}

int published_line_remark(struct published_line *line, const char *remark)
{
	char *copy = strdup(remark);
	struct published_turn *last;

	if (!copy || open_from(line, line->count - 1) < 0) {
		free(copy);
		return -ENOMEM;
	}
	last = &line->open[line->count - line->packed - 1];
	free((char *)last->remark);
	last->remark = copy;
	return 0;
}

int published_line_cut(struct published_line *line, unsigned count)
{
	if (count >= line->count)
		return 0;
	if (open_from(line, count ? count - 1 : 0) < 0)
		return -ENOMEM;
	forget_open(line, count - line->packed);
	line->count = count;
	return 0;
}

/* The first of those in full. False: no memory, they stay as they are. */
static bool pack_page(struct published_line *line)
{
	unsigned char bytes[PAGE * TURN_BYTES], *to = bytes;
	struct published_base end = line->end;
	unsigned char **more;

	if (line->packed / PAGE == line->page_room) {
		more = reallocarray(line->page, line->page_room + KEPT, sizeof(*more));
		if (!more)
			return false;
		line->page = more;
		line->page_room += KEPT;
	}
	for (unsigned i = 0; i < PAGE; i++)
		to = pack(line->game, &end, to, &line->open[i]);
	line->page[line->packed / PAGE] = malloc((size_t)(to - bytes));
	if (!line->page[line->packed / PAGE])
		return false;
	memcpy(line->page[line->packed / PAGE], bytes, (size_t)(to - bytes));
	for (unsigned i = 0; i < PAGE; i++)
		turn_free(&line->open[i]);
	line->end = end;
	line->packed += PAGE;
	memmove(line->open, line->open + PAGE, (line->count - line->packed) * sizeof(*line->open));
	return true;
}

void published_line_pack(struct published_line *line)
{
	while (line->count - line->packed >= PAGE + KEPT && pack_page(line))
		;
}
