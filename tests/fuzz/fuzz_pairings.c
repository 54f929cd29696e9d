/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairings and event files from any bytes: read, or refused with a place and a reason; reports are filled in. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/event-file.h"
#include "formats/pairings.h"
#include "rules/game.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"board,white,black,white_fide,black_title,white_team,black_team,result\n1,\"A, \"\"B\"\"\",C,12,gm,X,Y,\n"
	"2,D,E,,,Y,X,+/-\n,F,half-bye,,,,,\n",
	"\xef\xbb\xbf"
	"board;white;black\r\n1;\"B\xc4\x93rzi\xc5\x86\xc5\xa1, A\";Ozols\r\n",
	"[Round \"2.1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*\n\n[Board \"2\"]\n[White \"C\"]\n[Black \"BYE\"]\n*\n",
	"012 Club\n001    1 m GM Aas,Anna                          2500 NOR     1500001 1990/01/01  1.0    1     2 w 1     2 b  \n"
	"001    2 m    B\xc3\xb8, Bodil                         2400 NOR     1500002 1990/01/01  0.0    2     1 b 0     1 w  \n"
	"013 Oslo                               1\nXXR 5\n",
	"name: Club\ndates: [2026-11-22]\nrulebook: x\nboards:\n- {number: 1, board: a}\noptions: {flag_call: claim, y: 2}\n"
	"delay: {moves: 3, minutes: 5}\ntags: {A: b}\nstart: press\n",
	NULL
};
const char *const fuzz_words[] = { "board", "white",	 "bye",	 "\"",	   ",",	       ";", "\n", "\r\n",
				   "001 ",  "013 ",	 "0000", "- H",	   "\xc3\xb8", "1", "0",  "=",
				   "+",	    "[White \"", "\"]",	 "name: ", "{",	       "}", "- ", ": ",
				   "&a",    "*a",	 "9999", "   ",	   NULL };

static void check_fault(const struct text_fault *fault)
{
	FUZZ_ASSERT(fault->line >= 1 && fault->column >= 1 && fault->reason[0]);
	FUZZ_ASSERT(text_check(fault->reason, strlen(fault->reason), NULL) == 0 && !strpbrk(fault->reason, "\r\n"));
}

static void check_list(const struct pairings *p)
{
	FUZZ_ASSERT(p->count > 0 && p->count <= PAIRINGS_MAX);
	for (size_t i = 0; i < p->count; i++) {
		const struct pairing *here = &p->list[i];

		FUZZ_ASSERT(here->player[0].name[0] && (here->bye != BYE_NONE) == !here->player[1].name[0]);
		FUZZ_ASSERT((here->bye != BYE_NONE) == !here->board);
		FUZZ_ASSERT(i == 0 || !here->board || here->board > here[-1].board);
		FUZZ_ASSERT(pairing_result_in(game_chess.results, here->given) ||
			    pairing_result_in(game_draughts.results, here->given));
	}
}

/* What was filled in is what is read then; filled in again it stays. */
static void fill(const char *text, size_t size, const struct pairings *p)
{
	struct trf_result *list = calloc(2 * p->count, sizeof(*list));
	size_t n = 0;
	char *once, *again;

	for (size_t i = 0; i < p->count; i++) {
		const struct player *a = &p->list[i].player[0], *b = &p->list[i].player[1];

		if (p->list[i].bye)
			continue;
		list[n++] = (struct trf_result){ a->number, b->number, 'w', '=' };
		list[n++] = (struct trf_result){ b->number, a->number, 'b', '=' };
	}
	once = trf_fill(text, size, 1, list, n, false);
	FUZZ_ASSERT(once);
	again = trf_fill(once, strlen(once), 1, list, n, false);
	FUZZ_ASSERT(again && strcmp(once, again) == 0);
	free(once);
	free(again);
	free(list);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct text_fault fault = { 0 };
	struct event_file *event;
	json_t *places;
	struct pairings p;
	int r;

	for (unsigned round = 1; round <= 2; round++) {
		memset(&fault, 0, sizeof(fault));
		r = pairings_read(text, size, round, &p, &fault);
		FUZZ_ASSERT(r == 0 || r == -EINVAL);
		if (r < 0) {
			check_fault(&fault);
			continue;
		}
		check_list(&p);
		if (round == 1 && strcmp(p.format, "trf") == 0)
			fill(text, size, &p);
		pairings_done(&p);
	}
	memset(&fault, 0, sizeof(fault));
	r = event_file_read(text, size, &event, &places, &fault);
	FUZZ_ASSERT(r == 0 || r == -EINVAL);
	if (r < 0) {
		check_fault(&fault);
		return;
	}
	FUZZ_ASSERT(event->name[0]);
	FUZZ_ASSERT(event->id[0]);
	event_file_unref(event);
	json_decref(places);
}
