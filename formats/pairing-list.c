/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/pairings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct pairing *pairings_add(struct pairings *p, unsigned line, unsigned column, struct text_fault *fault)
{
	struct pairing *list;

	if (p->count == PAIRINGS_MAX) {
		text_fault(fault, line, column, "here a round has more than %d pairings", PAIRINGS_MAX);
		return NULL;
	}
	if (p->count == p->size) {
		size_t size = p->size ? 2 * p->size : 32;

		list = reallocarray(p->list, size, sizeof(*list));
		if (!list) {
			*fault = (struct text_fault){ .reason = "no memory" };
			return NULL;
		}
		p->list = list;
		p->size = size;
	}
	p->list[p->count] = (struct pairing){ .line = line, .column = column };
	return &p->list[p->count++];
}

int pairings_note(struct pairings *pairings, const struct text_fault *note)
{
	if (pairings->note_count < PAIRINGS_NOTES)
		pairings->notes[pairings->note_count] = *note;
	pairings->note_count++;
	return 0;
}

int pairings_leave_out(struct pairings *pairings, const struct text_fault *fault)
{
	struct text_fault note;

	text_fault(&note, fault->line, fault->column, "%s; it is left out", fault->reason);
	return pairings_note(pairings, &note);
}

void pairings_done(struct pairings *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->list[i].board_name);
		free(p->list[i].voided);
	}
	free(p->list);
	free(p->text);
	*p = (struct pairings){ 0 };
}

/* Byes behind boards; what is alike stays in the order of the file. */
static int by_board(const void *a, const void *b)
{
	const struct pairing *p = a, *q = b;

	if ((p->board == 0) != (q->board == 0))
		return p->board == 0 ? 1 : -1;
	if (p->board != q->board)
		return p->board < q->board ? -1 : 1;
	return p->line != q->line ? (p->line < q->line ? -1 : 1) : p->column < q->column ? -1 : p->column > q->column;
}

static int check_boards(const struct pairings *p, struct text_fault *fault)
{
	for (size_t i = 1; i < p->count; i++) {
		const struct pairing *here = &p->list[i], *before = here - 1;

		if (here->board && here->board == before->board)
			return text_fault(fault, here->line, here->column,
					  "table %u is also in line %u; a table is expected once", here->board,
					  before->line);
	}
	return 0;
}

/* The same number says that, and the same name where not both have numbers. */
static bool is_same(const struct player *a, const struct player *b)
{
	if (a->number && b->number)
		return a->number == b->number;
	if (*a->fide && *b->fide)
		return strcmp(a->fide, b->fide) == 0;
	return strcmp(a->name, b->name) == 0;
}

static int by_place(const void *a, const void *b)
{
	const struct player *const *p = a, *const *q = b;

	return (*p)->line != (*q)->line	   ? ((*p)->line < (*q)->line ? -1 : 1) :
	       (*p)->column < (*q)->column ? -1 :
					     (*p)->column > (*q)->column;
}

static int check_players(const struct pairings *p, struct text_fault *fault)
{
	const struct player **all = calloc(2 * p->count + 1, sizeof(*all));
	size_t n = 0;
	int r = 0;

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < p->count && r == 0; i++)
		for (int side = 0; side < (p->list[i].bye ? 1 : 2); side++) {
			all[n] = &p->list[i].player[side];
			if (!*all[n]->name && r == 0)
				r = text_fault(fault, p->list[i].line, p->list[i].column, "%s has no name",
					       p->list[i].bye ? "the player of a bye" :
					       side	      ? "Black" :
								"White");
			n++;
		}
	if (r == 0)
		qsort(all, n, sizeof(*all), by_place);
	for (size_t i = 1; i < n && r == 0; i++)
		for (size_t j = 0; j < i && r == 0; j++)
			if (is_same(all[i], all[j]))
				r = text_fault(fault, all[i]->line, all[i]->column,
					       "%s is also in line %u; a player is expected once", all[i]->name,
					       all[j]->line);
	free(all);
	return r;
}

static bool same_match(const struct pairing *a, const struct pairing *b)
{
	return (strcmp(a->player[0].team, b->player[0].team) == 0 &&
		strcmp(a->player[1].team, b->player[1].team) == 0) ||
	       (strcmp(a->player[0].team, b->player[1].team) == 0 && strcmp(a->player[1].team, b->player[0].team) == 0);
}

/* Club-mates paired in a tournament of single players are no match: all pairings are of two teams, and neighbours of
 * the same two. */
static bool is_of_teams(const struct pairings *p)
{
	bool neighbours = false;

	for (size_t i = 0; i < p->count && !p->list[i].bye; i++) {
		const struct pairing *here = &p->list[i];

		if (!*here->player[0].team || !*here->player[1].team ||
		    strcmp(here->player[0].team, here->player[1].team) == 0)
			return false;
		neighbours = neighbours || (i > 0 && same_match(here, here - 1));
	}
	return neighbours;
}

static void number_matches(struct pairings *p)
{
	unsigned match = 0;

	if (!is_of_teams(p))
		return;
	for (size_t i = 0; i < p->count && !p->list[i].bye; i++) {
		match += i == 0 || !same_match(&p->list[i], &p->list[i - 1]);
		p->list[i].match = match;
	}
}

int pairings_settle(struct pairings *p, struct text_fault *fault)
{
	int r;

	if (p->count == 0)
		return 0;
	qsort(p->list, p->count, sizeof(*p->list), by_board);
	r = check_boards(p, fault);
	if (r == 0)
		r = check_players(p, fault);
	if (r == 0)
		number_matches(p);
	return r;
}

static bool same_player(const struct player *a, const struct player *b)
{
	return strcmp(a->name, b->name) == 0 && (!*a->fide || !*b->fide || strcmp(a->fide, b->fide) == 0);
}

bool pairing_is_same(const struct pairing *a, const struct pairing *b)
{
	return same_player(&a->player[0], &b->player[0]) && same_player(&a->player[1], &b->player[1]);
}

static unsigned board_before(const struct pairing *p, const struct pairings *before)
{
	for (size_t i = 0; p->placed && i < before->count; i++)
		if (pairing_is_same(p, &before->list[i]))
			return before->list[i].board;
	return 0;
}

static bool is_taken(const struct pairings *p, unsigned board)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].board == board)
			return true;
	return false;
}

void pairings_keep_boards(struct pairings *p, const struct pairings *before)
{
	unsigned next = 1;

	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].placed && !p->list[i].bye)
			p->list[i].board = 0;
	for (size_t i = 0; i < p->count; i++) {
		const unsigned board = p->list[i].bye ? 0 : board_before(&p->list[i], before);

		if (board && !is_taken(p, board))
			p->list[i].board = board;
	}
	for (size_t i = 0; i < p->count; i++) {
		if (p->list[i].board || p->list[i].bye)
			continue;
		while (is_taken(p, next))
			next++;
		p->list[i].board = next;
	}
	if (p->count)
		qsort(p->list, p->count, sizeof(*p->list), by_board);
	number_matches(p);
}

bool pairing_is_forfeit(const char *result)
{
	return strcmp(result, "+/-") == 0 || strcmp(result, "-/+") == 0 || strcmp(result, "-/-") == 0;
}

const char *pairing_result_in(const char *const results[4], const char *result)
{
	static const char *const usual[] = { "1-0", "0-1", "1/2-1/2", "0-0" };

	if (!*result || pairing_is_forfeit(result))
		return result;
	for (size_t i = 0; i < 4; i++)
		if (strcmp(result, results[i]) == 0 || strcmp(result, usual[i]) == 0)
			return results[i];
	return NULL;
}
