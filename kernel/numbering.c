// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* From a board's event numbers to the host's: see numbering.h. */
#include "numbering.h"

void sbn_start(struct sbn *n, u32 board_seq)
{
	n->offset = n->last - board_seq;
	n->guessed = 0;
	n->stale = SBN_STALE_MAX;
	n->known = 1;
	n->started = 0;
}

void sbn_resume(struct sbn *n, u32 board_seq)
{
	if (n->known)
		n->last += sbn_missing(n, board_seq);
	sbn_start(n, board_seq);
	n->stale = 0x7fffffff;
}

void sbn_settle(struct sbn *n)
{
	n->stale = 0;
}

u32 sbn_give_up(struct sbn *n, u32 count)
{
	n->guessed += count;
	n->last += count;
	return n->last;
}

u32 sbn_lose(struct sbn *n)
{
	return sbn_give_up(n, 1);
}

u32 sbn_missing(const struct sbn *n, u32 board_seq)
{
	const u32 ahead = board_seq + n->offset - n->last;

	return n->known && ahead <= 0x7fffffff ? ahead : 0;
}

int sbn_event(struct sbn *n, u32 board_seq, u32 *seq, u32 *lost)
{
	u32 ahead, behind;

	if (!n->known)
		sbn_start(n, board_seq - 1);
	ahead = board_seq + n->offset - (n->last + 1); /* modulo 2^32, like the numbers */
	behind = -ahead;
	if (ahead <= 0x7fffffff)
		*lost = ahead;
	else if (!n->started && !n->guessed && behind <= n->stale)
		return 0;
	else if (behind > n->guessed)
		*lost = 1; /* at least */
	else
		*lost = 0; /* unreadable reports held fewer events than was guessed */

	n->last += *lost + 1;
	n->offset = n->last - board_seq;
	n->guessed = 0;
	n->started = 1;
	*seq = n->last;
	return 1;
}

u32 sbn_number(struct sbn *n, u32 board_seq)
{
	if (!n->known)
		sbn_start(n, board_seq);
	return board_seq + n->offset;
}
