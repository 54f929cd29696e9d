/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <string.h>

/* Whose time is to run, in the last byte of DGT_CLOCK_SET_AND_RUN. */
enum { LEFT_RUNS = 1, RIGHT_RUNS = 2, STANDS = 4, LEVER_TURNS = 8 };
#define LATE_READINGS 2 /* the board answers 300 ms late, and is asked each 400 ms */

enum { DONE = 0x10, REFUSED = 0x40, UNASKED = 0x80, NOT_REMOTE = 0x90 };

static void put_message(struct dgt_clock_message *s, uint8_t command, const uint8_t *data, uint8_t n)
{
	*s = (struct dgt_clock_message){ .bytes = { DGT_CLOCK_MESSAGE, (uint8_t)(n + 3), 0x03, command },
					 .size = (uint8_t)(n + 5) };
	if (n)
		memcpy(s->bytes + 4, data, n);
}

void board_dgt_clock_send(struct dgt_clock_queue *q, enum dgt_clock_command command)
{
	put_message(&q->next, (uint8_t)command, NULL, 0);
}

void board_dgt_clock_set(struct dgt_clock_queue *q, uint32_t left_s, uint32_t right_s, unsigned running)
{
	uint8_t data[7];

	left_s = left_s > 35999 ? 35999 : left_s;
	right_s = right_s > 35999 ? 35999 : right_s;
	data[0] = (uint8_t)(left_s / 3600);
	data[1] = (uint8_t)(left_s / 60 % 60);
	data[2] = (uint8_t)(left_s % 60);
	data[3] = (uint8_t)(right_s / 3600);
	data[4] = (uint8_t)(right_s / 60 % 60);
	data[5] = (uint8_t)(right_s % 60);
	data[6] = running == DGT_LEFT  ? LEFT_RUNS | LEVER_TURNS :
		  running == DGT_RIGHT ? RIGHT_RUNS | LEVER_TURNS :
					 STANDS;
	q->times_set = true;
	put_message(&q->next, DGT_CLOCK_SET_AND_RUN, data, sizeof(data));
}

void board_dgt_clock_show(struct dgt_clock_queue *q, const char *text, uint32_t ms)
{
	uint8_t data[9] = "        ";

	q->text_until_us = 0;
	q->text_ms = *text ? ms : 0;
	if (!*text) {
		put_message(&q->text, DGT_CLOCK_END_DISPLAY, NULL, 0);
		return;
	}
	for (unsigned i = 0; i < 8 && text[i]; i++)
		data[i] = (uint8_t)(text[i] & 0x7f);
	data[8] = 0; /* no beep */
	put_message(&q->text, DGT_CLOCK_ASCII, data, sizeof(data));
}

const struct dgt_clock_message *board_dgt_clock_due(struct dgt_clock_queue *q, int64_t now_us)
{
	if (q->is_silent)
		return NULL;
	if (q->current.size) {
		if (now_us < q->sent_us + DGT_CLOCK_ANSWER_US)
			return NULL;
		q->unanswered++;
		if (q->tries == DGT_CLOCK_TRIES) {
			q->is_silent = true;
			q->current.size = q->next.size = q->text.size = 0;
			return NULL;
		}
	} else {
		struct dgt_clock_message *from = q->next.size ? &q->next : &q->text;

		if (q->text_until_us && now_us >= q->text_until_us && !q->text.size)
			board_dgt_clock_show(q, "", 0);
		if (!from->size)
			return NULL;
		q->current = *from;
		from->size = 0;
		q->tries = 0;
		if (q->current.bytes[3] == DGT_CLOCK_ASCII && q->text_ms)
			q->text_until_us = now_us + q->text_ms * INT64_C(1000);
	}
	q->tries++;
	q->sent_us = now_us;
	return &q->current;
}

int64_t board_dgt_clock_deadline(const struct dgt_clock_queue *q)
{
	if (q->is_silent)
		return INT64_MAX;
	if (q->current.size)
		return q->sent_us + DGT_CLOCK_ANSWER_US;
	return q->next.size || q->text.size ? INT64_MIN : q->text_until_us ? q->text_until_us : INT64_MAX;
}

bool board_dgt_clock_parse_answer(const uint8_t *frame, struct dgt_clock_answer *ret)
{
	if ((frame[3] & 15) != 10 && (frame[6] & 15) != 10)
		return false;
	/* their top bits are in other bytes */
	ret->state = (uint8_t)((frame[4] & 0x7f) | (frame[6] << 3 & 0x80));
	ret->command = (uint8_t)((frame[5] & 0x7f) | (frame[6] << 2 & 0x80));
	ret->data[0] = (uint8_t)((frame[7] & 0x7f) | (frame[3] << 3 & 0x80));
	ret->data[1] = (uint8_t)((frame[8] & 0x7f) | (frame[3] << 2 & 0x80));
	return true;
}

void board_dgt_clock_take_answer(struct dgt_clock_queue *q, const struct dgt_clock_answer *a)
{
	if (a->command == NOT_REMOTE)
		q->refuses = true;
	if ((a->command & UNASKED) || !q->current.size || a->command != q->current.bytes[3])
		return;
	if (a->state == DONE && a->command == DGT_CLOCK_VERSION) {
		q->major = a->data[0] >> 4;
		q->minor = a->data[0] & 15;
	}
	if (a->state == REFUSED && a->command == DGT_CLOCK_ASCII)
		q->no_text = true; /* an older one */
	else if (a->state == REFUSED)
		q->refuses = true;
	else if (a->state == DONE && a->command != DGT_CLOCK_VERSION)
		q->refuses = false;
	if (a->state == DONE && a->command == DGT_CLOCK_SET_AND_RUN) {
		q->turned_to = q->current.bytes[10] & LEFT_RUNS	 ? DGT_LEFT :
			       q->current.bytes[10] & RIGHT_RUNS ? DGT_RIGHT :
								   DGT_NONE;
		q->turned_for = LATE_READINGS;
	}
	q->current.size = 0;
}

bool board_dgt_clock_was_turned(struct dgt_clock_queue *q, unsigned to_move)
{
	const bool turned = q->turned_to != DGT_NONE && to_move == q->turned_to;

	if (turned || !q->turned_for)
		q->turned_to = DGT_NONE;
	else
		q->turned_for--;
	return turned;
}
