/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words for what a board can do: in the header of a recording (doc/trace.md), and on D-Bus. */
#ifndef BOARD_FEATURE_WORDS_H
#define BOARD_FEATURE_WORDS_H

#include "libboard/board.h"

#define BOARD_FEATURE_WORDS 7
static const struct {
	uint32_t bit; /* enum board_feature */
	const char *word;
} board_feature_words[BOARD_FEATURE_WORDS] = {
	{ BOARD_FEATURE_LEVER, "lever" },
	{ BOARD_FEATURE_PAUSE, "pause" },
	{ BOARD_FEATURE_CLOCK, "clock" },
	{ BOARD_FEATURE_LEDS, "leds" },
	{ BOARD_FEATURE_DEVICE_TIME, "device-time" },
	{ BOARD_FEATURE_BEEP, "beep" },
	{ BOARD_FEATURE_TEXT, "text" },
};

#endif
