/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/next-round.h"
#include "formats/standings/scoring.h"
#include "formats/trf-report.h"

/* Whether a report counts a game as chess does or as draughts does its points say, where no line of it does. */
void trf_points_settle(struct report *rp, const char *text, size_t size)
{
	const struct trf_points worth[] = { trf_points_read(text, size, false), trf_points_read(text, size, true) };
	unsigned agree[2] = { 0 };

	rp->of_all = scoring_read(text, size, false).is_round_robin;
	for (size_t i = 0; i < rp->count; i++)
		for (int d = 0; d < 2; d++)
			agree[d] += trf_points_agree(&worth[d], &rp->list[i].text, rp->round);
	for (size_t i = 0; i < rp->count; i++)
		rp->list[i].points = trf_points_before(&worth[agree[1] > agree[0]], &rp->list[i].text, rp->round);
}

static int is_unread(struct report *rp, unsigned line)
{
	struct text_fault note;

	text_fault(&note, line, 1,
		   "this line of acceleration has no points, rounds and players of the report in its columns");
	return pairings_leave_out(rp->pairings, &note);
}

/* "XXA NUMBER POINTS POINTS": one player's, round by round. */
static int read_xxa(struct report *rp, const struct trf_line *l, unsigned line)
{
	const unsigned column = 10 + 5 * (rp->round - 1);
	size_t size;
	const char *cell = trf_cell(l, 5, 8, &size);
	const unsigned number = number_read(cell, size, MAX_NUMBER);
	struct entrant *e = number ? rp->by_number[number] : NULL;
	int points;

	if (!e)
		return is_unread(rp, line);
	cell = trf_cell(l, column, column + 3, &size);
	points = trf_tenths(cell, size);
	if (size && points < 0)
		return is_unread(rp, line);
	e->points += size ? points : 0;
	return 0;
}

/* "250 MATCH GAME FIRST LAST FROM TO": of rounds and players; of teams, whose matches have their own order. */
int trf_acceleration_read(struct report *rp, const struct trf_line *l, unsigned line)
{
	static const unsigned columns[4][2] = { { 15, 17 }, { 19, 21 }, { 23, 26 }, { 28, 31 } };
	unsigned numbers[4];
	size_t size;
	const char *cell;
	int points;

	if (*l->text == 'X')
		return read_xxa(rp, l, line);
	if (rp->of_teams)
		return 0;
	for (int i = 0; i < 4; i++) {
		cell = trf_cell(l, columns[i][0], columns[i][1], &size);
		numbers[i] = number_read(cell, size, MAX_NUMBER);
	}
	cell = trf_cell(l, 10, 13, &size);
	points = trf_tenths(cell, size);
	if (points < 0 || !numbers[0] || numbers[1] < numbers[0] || !numbers[2] || numbers[3] < numbers[2])
		return is_unread(rp, line);
	for (unsigned n = numbers[2]; n <= numbers[3] && rp->round >= numbers[0] && rp->round <= numbers[1]; n++)
		if (rp->by_number[n])
			rp->by_number[n]->points += points;
	return 0;
}

struct order {
	unsigned team, place; /* teams: the match, and the board in it */
	int high, sum;
	unsigned low;
	size_t index;
};

static int trf_order_compare(long a, long b)
{
	return a < b ? -1 : a > b;
}

static int by_order(const void *a, const void *b)
{
	const struct order *p = a, *q = b;
	int r = trf_order_compare(p->team, q->team);

	if (r == 0)
		r = trf_order_compare(p->place, q->place);
	if (r == 0)
		r = trf_order_compare(q->high, p->high);
	if (r == 0)
		r = trf_order_compare(q->sum, p->sum);
	return r ? r : trf_order_compare(p->low, q->low);
}

/* Where the numbers of the tables are: 1 for the lowest number that the report has. */
static unsigned in_table(const struct report *rp, unsigned number)
{
	unsigned n = 1;

	for (size_t i = 0; i < rp->count; i++)
		n += rp->list[i].player.number < number;
	return n;
}

/* The board in a match, or the place in Berger's row. */
static unsigned place_of(const struct report *rp, const struct entrant *a, const struct entrant *b)
{
	if (a->team && b->team && (rp->of_teams || !rp->of_all))
		return a->team < b->team ? a->place : b->place;
	return rp->of_all ? berger_place((unsigned)rp->count, in_table(rp, a->player.number),
					 in_table(rp, b->player.number)) :
			    0;
}

int trf_boards_number(struct report *rp, struct pairings *pairings)
{
	struct order *orders = calloc(pairings->count + 1, sizeof(*orders));
	struct text_fault note;
	size_t n = 0;

	if (!orders)
		return -ENOMEM;
	if (rp->accelerated && !rp->has_acceleration && !rp->of_teams) {
		text_fault(&note, rp->kind_line, 5,
			   "the event is accelerated, but no line 250 or XXA says whose points are raised; tables "
			   "are in the order of points without that");
		pairings_note(pairings, &note);
	}
	for (size_t i = 0; i < pairings->count; i++) {
		const struct pairing *p = &pairings->list[i];
		const struct entrant *a = rp->by_number[p->player[0].number], *b;

		if (p->bye)
			continue;
		b = rp->by_number[p->player[1].number];
		orders[n++] = (struct order){
			.team = a->team && b->team ? (a->team < b->team ? a->team : b->team) : 0,
			.place = place_of(rp, a, b),
			.high = a->points > b->points ? a->points : b->points,
			.sum = a->points + b->points,
			.low = a->player.number < b->player.number ? a->player.number : b->player.number,
			.index = i,
		};
	}
	qsort(orders, n, sizeof(*orders), by_order);
	for (size_t i = 0; i < n; i++) {
		pairings->list[orders[i].index].board = (unsigned)i + 1;
		pairings->list[orders[i].index].placed = true;
	}
	free(orders);
	return 0;
}
