/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/standings/standings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is needed while they are counted. */
struct count {
	struct standings *s;
	const struct trf_points *points;
};

static int worth(const struct count *c, const struct standings_cell *cell)
{
	return trf_points_of(c->points, cell->letter);
}

int standings_init(struct standings *s, unsigned count, unsigned rounds)
{
	*s = (struct standings){ .count = count, .rounds = rounds };
	s->rows = calloc(count + 1, sizeof(*s->rows));
	s->cells = calloc((size_t)count * rounds + 1, sizeof(*s->cells));
	s->order = calloc(count + 1, sizeof(*s->order));
	if (!s->rows || !s->cells || !s->order)
		return -ENOMEM;
	for (size_t i = 0; i < (size_t)count * rounds; i++)
		s->cells[i] = (struct standings_cell){ .opponent = -1, .letter = ' ' };
	return 0;
}

void standings_done(struct standings *s)
{
	free(s->rows);
	free(s->cells);
	free(s->order);
	*s = (struct standings){ 0 };
}

static bool is_played(const struct standings_cell *cell)
{
	return cell->opponent >= 0 && strchr("10=WLD", cell->letter);
}

/* It is known what it brought. */
static bool is_over(const struct standings_cell *cell)
{
	return cell->letter != '*';
}

/* Who was not there by his own choice. */
static bool is_voluntary(const struct standings_cell *cell)
{
	return is_over(cell) && !is_played(cell) && !strchr("+FU", cell->letter);
}

/* --- what one player has --- */

static bool all_have_met(const struct standings *s)
{
	for (unsigned i = 0; i < s->count; i++) {
		unsigned met = 0;

		for (unsigned r = 0; r < s->rounds; r++)
			met += standings_cell(s, i, r)->opponent >= 0;
		if (met + 1 < s->count)
			return false;
		for (unsigned j = 0; j < s->count; j++) {
			bool found = i == j;

			for (unsigned r = 0; r < s->rounds && !found; r++)
				found = standings_cell(s, i, r)->opponent == (int)j;
			if (!found)
				return false;
		}
	}
	return s->count > 1;
}

static void count_points(struct count *c, unsigned i)
{
	struct standings *s = c->s;
	struct standings_row *row = &s->rows[i];
	int last = -1; /* the last round in which he was to be had */

	row->points = row->adjusted = 0;
	row->running = 0;
	for (unsigned r = 0; r < s->rounds; r++) {
		const struct standings_cell *cell = standings_cell(s, i, r);

		row->points += worth(c, cell);
		row->running += cell->letter == '*';
		if (!is_voluntary(cell))
			last = (int)r;
	}
	for (unsigned r = 0; r < s->rounds; r++) {
		const struct standings_cell *cell = standings_cell(s, i, r);

		if (s->is_round_robin || cell->opponent >= 0 || (int)r <= last)
			row->adjusted += worth(c, cell);
		else
			row->adjusted += c->points->draw;
	}
}

static bool has_unplayed(const struct standings *s, unsigned i)
{
	for (unsigned r = 0; r < s->rounds; r++)
		if (is_over(standings_cell(s, i, r)) && !is_played(standings_cell(s, i, r)))
			return true;
	return false;
}

/* --- Buchholz and Sonneborn-Berger --- */

/* What a round brings to them. */
struct part {
	int score, value;
	bool is_voluntary;
};

/* False: it brings nothing. */
static bool count_part(const struct count *c, unsigned i, unsigned r, bool is_berger, struct part *part)
{
	const struct standings *s = c->s;
	const struct standings_cell *cell = standings_cell(s, i, r);
	int most = 0;

	if (!is_over(cell) || (s->is_round_robin && cell->opponent < 0))
		return false;
	*part = (struct part){ .is_voluntary = !s->is_round_robin && is_voluntary(cell) };
	if (is_played(cell) || s->is_round_robin) {
		part->score = s->rows[cell->opponent].adjusted;
	} else {
		for (unsigned k = 0; k < s->rounds; k++)
			most += is_over(standings_cell(s, i, k)) ? c->points->draw : 0;
		if (cell->opponent >= 0)
			most = s->rows[cell->opponent].adjusted;
		part->score = s->rows[i].points < most ? s->rows[i].points : most;
	}
	part->value = is_berger ? part->score * worth(c, cell) : part->score;
	return true;
}

static int by_score(const void *a, const void *b)
{
	const struct part *p = a, *q = b;

	return p->score != q->score ? (p->score > q->score) - (p->score < q->score) :
				      (p->value > q->value) - (p->value < q->value);
}

/* Of the lowest ones the player's own voluntary absence is cut first. Sorted; returns how many are left. */
static unsigned cut_lowest(struct part *parts, unsigned n)
{
	unsigned cut = 0;

	if (n == 0)
		return 0;
	for (unsigned k = 0; k < n; k++)
		if (parts[k].is_voluntary) {
			cut = parts[k].value >= parts[0].value ? k : 0;
			break;
		}
	memmove(parts + cut, parts + cut + 1, (n - cut - 1) * sizeof(*parts));
	return n - 1;
}

/* low and high: so many of the least and of the greatest do not count. */
static int opponents(const struct count *c, unsigned i, bool is_berger, unsigned low, unsigned high)
{
	struct part parts[TRF_MAX_ROUNDS];
	unsigned n = 0;
	int sum = 0;

	for (unsigned r = 0; r < c->s->rounds && n < TRF_MAX_ROUNDS; r++)
		n += count_part(c, i, r, is_berger, &parts[n]);
	qsort(parts, n, sizeof(*parts), by_score);
	while (low-- > 0)
		n = cut_lowest(parts, n);
	n = n > high ? n - high : 0;
	for (unsigned k = 0; k < n; k++)
		sum += parts[k].value;
	return sum;
}

/* --- the others --- */

static int count_cells(const struct count *c, unsigned i, const char *letters, bool as_black)
{
	int n = 0;

	for (unsigned r = 0; r < c->s->rounds; r++) {
		const struct standings_cell *cell = standings_cell(c->s, i, r);

		n += strchr(letters, cell->letter) && (!as_black || (is_played(cell) && !cell->has_white));
	}
	return n;
}

/* The sum of what he had after each round. */
static int progress(const struct count *c, unsigned i)
{
	int points = 0, sum = 0;

	for (unsigned r = 0; r < c->s->rounds; r++) {
		points += worth(c, standings_cell(c->s, i, r));
		sum += points;
	}
	return sum;
}

/* Points against those who have half of all points at least. */
static int koya(const struct count *c, unsigned i)
{
	int sum = 0;

	for (unsigned r = 0; r < c->s->rounds; r++) {
		const struct standings_cell *cell = standings_cell(c->s, i, r);

		if (cell->opponent >= 0 && 2 * c->s->rows[cell->opponent].points >= c->points->win * (int)c->s->rounds)
			sum += worth(c, cell);
	}
	return sum;
}

/* STANDINGS_NONE: one has none. */
static int rating_of_opponents(const struct count *c, unsigned i)
{
	unsigned sum = 0, n = 0;

	for (unsigned r = 0; r < c->s->rounds; r++) {
		const struct standings_cell *cell = standings_cell(c->s, i, r);

		if (!is_played(cell))
			continue;
		if (!c->s->rows[cell->opponent].rating)
			return STANDINGS_NONE;
		sum += c->s->rows[cell->opponent].rating;
		n++;
	}
	return n ? (int)((2 * sum + n) / (2 * n)) : STANDINGS_NONE;
}

#define WON "1+WFU"
#define PLAYED "10=WLD"

static int black_games(const struct count *c, unsigned i)
{
	return count_cells(c, i, PLAYED, true);
}

static int black_wins(const struct count *c, unsigned i)
{
	return count_cells(c, i, "1W", true);
}

static int wins(const struct count *c, unsigned i)
{
	return count_cells(c, i, WON, false);
}

static int wins_at_the_board(const struct count *c, unsigned i)
{
	return count_cells(c, i, "1W", false);
}

static int board_points(const struct count *c, unsigned i)
{
	return c->s->rows[i].board_points;
}

static const struct kind {
	const char *code;
	int scale;
	bool is_of_opponents, is_berger;		 /* Buchholz or Sonneborn-Berger, */
	unsigned low, high;				 /* without so many of the least and the greatest; */
	int (*count)(const struct count *c, unsigned i); /* another; NULL: between those who are level */
} kinds[] = {
	{ "BH", 10, true, false, 0, 0, NULL },
	{ "BH/C1", 10, true, false, 1, 0, NULL },
	{ "BH/C2", 10, true, false, 2, 0, NULL },
	{ "BH/M1", 10, true, false, 1, 1, NULL },
	{ "BH/M2", 10, true, false, 2, 2, NULL },
	{ "SB", 100, true, true, 0, 0, NULL },
	{ "SB/C1", 100, true, true, 1, 0, NULL },
	{ "WIN", 1, false, false, 0, 0, wins },
	{ "WON", 1, false, false, 0, 0, wins_at_the_board },
	{ "BPG", 1, false, false, 0, 0, black_games },
	{ "BWG", 1, false, false, 0, 0, black_wins },
	{ "PS", 10, false, false, 0, 0, progress },
	{ "KS", 10, false, false, 0, 0, koya },
	{ "ARO", 1, false, false, 0, 0, rating_of_opponents },
	{ "BP", 10, false, false, 0, 0, board_points },
	{ "DE", 10, false, false, 0, 0, NULL },
};

/* "BH#C1" and "BH:GP/C1" are other writings; of a player there are no other points. */
static const struct kind *find_kind(const char *word, size_t size)
{
	char code[16];
	size_t n = 0;

	for (size_t i = 0; i < size && n < sizeof(code) - 1; i++) {
		if (word[i] == ':') {
			i += strcspn(word + i, "/#");
			if (i >= size)
				break;
		}
		code[n++] = word[i] == '#' ? '/' : word[i];
	}
	code[n] = '\0';
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		if (strcmp(kinds[k].code, code) == 0)
			return &kinds[k];
	return NULL;
}

static void name_ties(struct standings *s, const struct kind *of[STANDINGS_TIES], const char *text)
{
	size_t n;

	s->tie_count = 0;
	*s->uncounted = '\0';
	for (text += strspn(text, " ,"); *text; text += n, text += strspn(text, " ,")) {
		const struct kind *kind;
		const size_t at = strlen(s->uncounted);

		n = strcspn(text, " ,");
		if (n == 3 && memcmp(text, "PTS", 3) == 0)
			continue; /* they come first anyway */
		kind = find_kind(text, n);
		if (kind && s->tie_count < STANDINGS_TIES) {
			of[s->tie_count] = kind;
			s->ties[s->tie_count++] = (struct standings_tie){ kind->code, kind->scale };
		} else if (at + n + 2 < sizeof(s->uncounted)) {
			snprintf(s->uncounted + at, sizeof(s->uncounted) - at, "%s%.*s", at ? " " : "", (int)n, text);
		}
	}
}

static void count_ties(struct count *c, const struct kind *const of[STANDINGS_TIES])
{
	struct standings *s = c->s;

	for (unsigned i = 0; i < s->count; i++)
		for (unsigned t = 0; t < s->tie_count; t++) {
			const struct kind *kind = of[t];
			struct standings_row *row = &s->rows[i];

			row->unplayed[t] = false;
			if (!kind->is_of_opponents) {
				row->value[t] = kind->count ? kind->count(c, i) : STANDINGS_NONE;
				continue;
			}
			row->value[t] = opponents(c, i, kind->is_berger, kind->low, kind->high);
			row->unplayed[t] = has_unplayed(s, i);
			for (unsigned r = 0; r < s->rounds && !row->unplayed[t]; r++)
				row->unplayed[t] = standings_cell(s, i, r)->opponent >= 0 &&
						   has_unplayed(s, (unsigned)standings_cell(s, i, r)->opponent);
		}
}

/* --- the order --- */

/* Of those who are level: what each has against the others. */
struct encounter {
	unsigned row;
	int points, most; /* … and what it would be if he had won those games that there were not */
};

static bool count_encounters(const struct count *c, struct encounter *group, unsigned n)
{
	bool all_met = true;

	for (unsigned a = 0; a < n; a++) {
		group[a].points = group[a].most = 0;
		for (unsigned b = 0; b < n; b++) {
			bool met = a == b;

			for (unsigned r = 0; r < c->s->rounds; r++) {
				const struct standings_cell *cell = standings_cell(c->s, group[a].row, r);

				if (cell->opponent != (int)group[b].row || !is_over(cell) ||
				    !(is_played(cell) || c->s->is_round_robin))
					continue;
				met = true;
				group[a].points += worth(c, cell);
				group[a].most += worth(c, cell);
			}
			if (!met)
				group[a].most += c->points->win;
			all_met &= met;
		}
	}
	return all_met;
}

static int by_encounter(const void *a, const void *b)
{
	const struct encounter *p = a, *q = b;

	return p->points != q->points ? (p->points < q->points) - (p->points > q->points) :
					(p->row > q->row) - (p->row < q->row);
}

static int by_row(const void *a, const void *b)
{
	const unsigned *p = a, *q = b;

	return (*p > *q) - (*p < *q);
}

/* How many of a sorted group share its front. */
static unsigned level_with_front(const struct encounter *group, unsigned n, bool all_met)
{
	unsigned level = 1;

	while (level < n && all_met && group[level].points == group[0].points)
		level++;
	/* where not all have met: who is first whatever they would have come to */
	for (unsigned k = 1; k < n && !all_met; k++)
		if (group[k].most >= group[0].points)
			return n;
	return level;
}

static int settle(struct count *c, unsigned *order, unsigned n, unsigned tie, unsigned rank);

static int settle_encounters(struct count *c, unsigned *order, unsigned n, unsigned tie, unsigned rank)
{
	struct encounter *group = calloc(n, sizeof(*group));
	bool all_met;
	int r = 0;

	if (!group)
		return -ENOMEM;
	for (unsigned k = 0; k < n; k++)
		group[k].row = order[k];
	all_met = count_encounters(c, group, n);
	qsort(group, n, sizeof(*group), by_encounter);
	for (unsigned k = 0; k < n; k++) {
		int *value = &c->s->rows[group[k].row].value[tie];

		order[k] = group[k].row;
		if (all_met && *value == STANDINGS_NONE)
			*value = group[k].points;
	}
	for (unsigned from = 0, front; from < n && r >= 0; from += front) {
		front = level_with_front(group + from, n - from, all_met);
		qsort(order + from, front, sizeof(*order), by_row);
		/* those who are level in this, but are not the whole group: among themselves once more */
		r = settle(c, order + from, front, all_met && front > 1 && front < n ? tie : tie + 1, rank + from);
	}
	free(group);
	return r;
}

/* By this tie-break and those behind it; rank: of the first of them. */
static int settle(struct count *c, unsigned *order, unsigned n, unsigned tie, unsigned rank)
{
	struct standings *s = c->s;
	unsigned from = 0;
	int r = 0;

	if (n == 1 || tie == s->tie_count) {
		for (unsigned k = 0; k < n; k++)
			s->rows[order[k]].rank = rank;
		return 0;
	}
	if (strcmp(s->ties[tie].code, "DE") == 0)
		return settle_encounters(c, order, n, tie, rank);
	for (unsigned a = 1; a < n; a++) /* who is level keeps his place */
		for (unsigned b = a; b > 0 && s->rows[order[b]].value[tie] > s->rows[order[b - 1]].value[tie]; b--) {
			const unsigned row = order[b];

			order[b] = order[b - 1];
			order[b - 1] = row;
		}
	while (from < n && r >= 0) {
		unsigned level = 1;

		while (from + level < n && s->rows[order[from + level]].value[tie] == s->rows[order[from]].value[tie])
			level++;
		r = settle(c, order + from, level, tie + 1, rank + from);
		from += level;
	}
	return r;
}

static int put_in_order(struct count *c)
{
	struct standings *s = c->s;
	unsigned from = 0;
	int r = 0;

	for (unsigned i = 0; i < s->count; i++)
		s->order[i] = i;
	for (unsigned a = 1; a < s->count; a++)
		for (unsigned b = a; b > 0 && s->rows[s->order[b]].points > s->rows[s->order[b - 1]].points; b--) {
			const unsigned row = s->order[b];

			s->order[b] = s->order[b - 1];
			s->order[b - 1] = row;
		}
	while (from < s->count && r >= 0) {
		unsigned level = 1;

		while (from + level < s->count &&
		       s->rows[s->order[from + level]].points == s->rows[s->order[from]].points)
			level++;
		r = settle(c, s->order + from, level, 0, from + 1);
		from += level;
	}
	return r;
}

int standings_count(struct standings *s, const struct trf_points *points, const char *ties)
{
	const struct kind *of[STANDINGS_TIES] = { NULL };
	struct count c = { s, points };

	s->is_round_robin = s->is_round_robin || all_have_met(s);
	if (!ties[strspn(ties, " ,")])
		ties = s->is_round_robin ? "SB WIN DE" : "BH BH/C1 SB WIN DE";
	name_ties(s, of, ties);
	for (unsigned i = 0; i < s->count; i++)
		count_points(&c, i);
	count_ties(&c, of);
	return put_in_order(&c);
}
