/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <errno.h>
#include <string.h>

enum { POWER = 0x6a, EMPTY_BOARD = 0x6d, START = 0x6f, START_TURNED = 0x7a };

static const char start[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

/* A position in the log, and the squares there once a mark has determined them. */
struct cursor {
	size_t at;
	bool known;
	char squares[DGT_SQUARES];
};

static void put_start(struct cursor *p, bool turned)
{
	for (unsigned i = 0; i < DGT_SQUARES; i++)
		p->squares[i] = start[turned ? DGT_SQUARES - 1 - i : i];
	p->known = true;
}

/* One entry. 1: it is in *ret; 0: a mark, or nothing known; -ENODATA: the log ends. */
static int step(const uint8_t *log, size_t size, struct cursor *p, struct dgt_logged *ret)
{
	uint8_t tag, field;

	if (p->at >= size)
		return -ENODATA;
	tag = log[p->at++];
	if (tag >= 0x40 && tag <= 0x5f) {
		if (p->at >= size)
			return -ENODATA;
		field = log[p->at++];
		if (field >= DGT_SQUARES)
			return 0;
		*ret = (struct dgt_logged){ .square = field ^ 56, .piece = board_dgt_piece(tag & 15) };
		p->squares[ret->square] = ret->piece;
		return 1;
	}
	if ((tag >= 0x60 && tag <= 0x69) || (tag >= 0x70 && tag <= 0x79)) {
		p->at += 2;
		*ret = (struct dgt_logged){ .is_press = true };
		return 1;
	}
	/* what was done before it came is not in the log: the fields after it are what stood then, in no order of time
	 */
	if (tag == POWER)
		p->known = false;
	if (tag == START || tag == START_TURNED)
		put_start(p, tag == START_TURNED);
	if (tag == EMPTY_BOARD) {
		memset(p->squares, '.', sizeof(p->squares));
		p->known = true;
	}
	return 0;
}

int board_dgt_log_missed(const uint8_t *log, size_t size, const char from[static DGT_SQUARES],
			 const char to[static DGT_SQUARES], struct dgt_logged *ret, size_t room)
{
	struct cursor p = { .at = 0 }, begin = { .at = 0 };
	struct dgt_logged entry;
	bool found = false;
	size_t n = 0;
	int r;

	do {
		found &= p.known;
		if (p.known && memcmp(p.squares, from, DGT_SQUARES) == 0) {
			begin = p; /* the last time: what follows was missed */
			found = true;
		}
		r = step(log, size, &p, &entry);
	} while (r >= 0);
	if (!found || !p.known || memcmp(p.squares, to, DGT_SQUARES) != 0)
		return -ENODATA;
	while ((r = step(log, size, &begin, &entry)) >= 0) {
		if (r == 0)
			continue;
		/* a press that was read before the line was cut */
		if (n == 0 && entry.is_press)
			continue;
		if (n == room)
			return -ENOSPC;
		ret[n++] = entry;
	}
	return (int)n;
}
