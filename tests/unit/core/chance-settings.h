/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What games of chance are played with and what is said in them. */
#ifndef TESTS_CORE_CHANCE_SETTINGS_H
#define TESTS_CORE_CHANCE_SETTINGS_H

#include "rules/vocabulary.h"

static const char *const clocks[] = { "60",    "300", "300+2",	      "20+2",	     "300d2",
				      "300b2", "*60", "3/60:3/60:30", "40/300:60+1", "-" };
static const char *const options[] = {
	"{}",
	"{\"flag_call\":\"auto\",\"illegal_call\":\"auto\"}",
	"{\"flag_call\":\"claim\",\"illegal_call\":\"claim\"}",
	"{\"arbiter_calls\":true,\"supervision\":\"full\",\"guidelines_iii\":true}",
	"{\"supervision\":\"none\",\"phase\":\"period\",\"players_record\":true}",
	"{\"phase\":\"quickplay-finish\",\"guidelines_iii\":true,\"min_draw_move\":3}",
	"{\"default_time_ms\":0,\"supervision\":\"limited\"}",
	"{\"default_time_ms\":20000}",
};
static const char *const states[] = {
	"{\"moves_completed\":{\"white\":%u,\"black\":%u}}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"present\":[\"black\"],\"illegal_count\":{\"white\":1}}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"present\":[]}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"illegal_count\":{\"white\":0,\"black\":1}}",
	"{\"moves_completed\":{\"white\":%u,\"black\":%u},\"counters\":{\"kings_only\":23,\"sixteen\":14,\"five\":4}}",
};

static const char *const abouts[] = { "",     "straighten", "adjacent-kings", "crown", "early-removal",
				      "none", "conduct",    "assistant",      "10.2" };
static const enum claim_kind claims[] = {
	CLAIM_FLAG,	    CLAIM_ILLEGAL_MOVE,	   CLAIM_TOUCH_MOVE,	   CLAIM_REPETITION,  CLAIM_FIFTY_MOVES,
	CLAIM_OFFER_DRAW,   CLAIM_DISPLACED,	   CLAIM_DEAD_POSITION,	   CLAIM_NO_PROGRESS, CLAIM_COUNTED_DRAW,
	CLAIM_WRONG_SETUP,  CLAIM_ADD_INCREMENT,   CLAIM_ACCIDENTAL_TOUCH, CLAIM_FORCED_WIN,  CLAIM_CLEAR_DRAW,
	CLAIM_LIGHT_SQUARE, CLAIM_SAME_PIECE_DRAW, CLAIM_REGULATION_DRAW,  CLAIM_RESIGN,      CLAIM_APPEAL,
};

#endif
