/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A word that is not known: which known ones were meant. */
#include "flagfallctl/ctl.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40 /* of words that are compared */
#define MEANT 5	   /* so many are offered */
#define FAR 9

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* How many letters were left out, put in, changed, or swapped with their neighbour. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
	unsigned row[3][LONGEST + 1];

	if (n > LONGEST || m > LONGEST)
		return FAR;
	for (size_t j = 0; j <= m; j++)
		row[0][j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned *now = row[i % 3], *before = row[(i - 1) % 3], *earlier = row[(i + 1) % 3];

		now[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = least(now[j], earlier[j - 2] + 1);
		}
	}
	return row[n % 3][m];
}

/* 0 the nearest; FAR: not meant. */
static unsigned how_far(const char *word, const char *known, size_t size)
{
	const size_t n = strlen(word);
	const unsigned wrong = distance(word, n, known, size);
	const char *inside = n >= 3 ? strstr(known, word) : NULL;

	if (wrong <= (n < 5 ? 1 : 2))
		return wrong;
	if (inside == known && size > n)
		return 3;
	if (inside && inside + n <= known + size)
		return 4;
	return FAR;
}

/* "a", "a or b", "a, b or c" */
static void join(const char *const *words, const size_t *sizes, size_t count, char *buf, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < count && n < size; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s%.*s",
				      i == 0	     ? "" :
				      i + 1 == count ? " or " :
						       ", ",
				      (int)sizes[i], words[i]);
}

bool ctl_near_words(const char *word, const char *known, char *buf, size_t size)
{
	const char *meant[MEANT];
	size_t sizes[MEANT], count = 0;

	*buf = '\0';
	for (unsigned far = 0; far < FAR; far++) {
		/* who mistyped meant no longer words */
		if (far == 3 && count)
			break;
		for (const char *at = known; *at; at += strspn(at, ", ")) {
			const size_t n = strcspn(at, ",");

			if (count < MEANT && how_far(word, at, n) == far) {
				meant[count] = at;
				sizes[count++] = n;
			}
			at += n;
		}
	}
	join(meant, sizes, count, buf, size);
	return count > 0;
}

const char *ctl_unknown_word(const char *word, const char *known, const char *all, char buf[static CTL_UNKNOWN_WORD])
{
	char meant[300];

	if (ctl_near_words(word, known, meant, sizeof(meant)))
		snprintf(buf, CTL_UNKNOWN_WORD, all ? "did you mean %s? \"%s\" lists all." : "did you mean %s?", meant,
			 all);
	else if (all)
		snprintf(buf, CTL_UNKNOWN_WORD, "\"%s\" lists what is.", all);
	else
		snprintf(buf, CTL_UNKNOWN_WORD, "there are: %s.", known);
	return buf;
}
