/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct scan {
	struct dgt_decoder decoder;
	bool begins; /* pieces stand at the start of a game: the decoder finds out by itself */
};

static void scan_byte(struct scan *scan, uint8_t byte)
{
	struct dgt_decoder *r = &scan->decoder;
	struct board_event ev;

	board_dgt_decoder_byte(r, byte, 0);
	scan->begins |= r->knows_squares && board_dgt_decoder_distance_from_start(r) == 0;
	while (board_dgt_decoder_pop(r, &ev))
		;
}

static enum dgt_side conclude(const struct scan *scan)
{
	const struct dgt_decoder *r = &scan->decoder;

	if (scan->begins)
		return DGT_NONE;
	return r->white ? r->white : r->votes > 0 ? DGT_LEFT : r->votes < 0 ? DGT_RIGHT : DGT_NONE;
}

int board_dgt_find_white(int fd, enum dgt_side *ret)
{
	struct scan *scan = calloc(1, sizeof(*scan));
	uint8_t buf[4096];
	off_t at = 0;
	ssize_t n;

	if (!scan)
		return -ENOMEM;
	scan->decoder.recorded = true;
	while ((n = pread(fd, buf, sizeof(buf), at)) > 0 && !scan->begins) {
		for (ssize_t i = 0; i < n; i++)
			scan_byte(scan, buf[i]);
		at += n;
	}
	*ret = conclude(scan);
	free(scan);
	return n < 0 ? -errno : 0;
}
