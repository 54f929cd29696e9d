/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <stdio.h>
#include <string.h>

unsigned emulated_square(const struct emulated *board, unsigned field)
{
	unsigned f = board->options.turned ? 63 - field : field;

	return (7 - f / 8) * 8 + f % 8;
}

void emulated_snapshots_init(struct emulated_snapshots *s, int64_t scan_us)
{
	int64_t scan = s->base.options.scan_us < 0 ? scan_us : s->base.options.scan_us;

	s->step_us = scan < 64 ? 1 : scan / 64;
	for (unsigned field = 0; field < 64; field++)
		s->seen[field] = s->base.stands[emulated_square(&s->base, field)];
	s->on = true;
}

void emulated_snapshots_send(struct emulated_snapshots *s, const uint8_t *bytes, size_t n)
{
	struct emulated_message *m = &s->delayed[s->tail % EMULATED_DELAYED];

	if (s->base.options.late_us <= 0 && s->head == s->tail) {
		emulated_send(&s->base, bytes, n);
		return;
	}
	if (s->tail - s->head == EMULATED_DELAYED || n > sizeof(m->bytes))
		return;
	m->due_us = s->base.now_us + s->base.options.late_us;
	m->size = n;
	memcpy(m->bytes, bytes, n);
	s->tail++;
}

static void scan(struct emulated_snapshots *s)
{
	unsigned square = emulated_square(&s->base, s->field);

	s->seen[s->field] = s->base.stands[square];
	if (s->scan)
		s->scan(s, s->field, square);
	s->field = (s->field + 1) % 64;
	if (s->field == 0 && s->on)
		s->report(s);
}

void emulated_snapshots_advance(struct emulated *board, int64_t now_us)
{
	struct emulated_snapshots *s = (struct emulated_snapshots *)board;

	for (;;) {
		const struct emulated_message *m = s->head == s->tail ? NULL : &s->delayed[s->head % EMULATED_DELAYED];

		if (m && m->due_us <= s->scan_at_us) {
			if (m->due_us > now_us)
				break;
			board->now_us = m->due_us;
			s->head++;
			emulated_send(board, m->bytes, m->size);
		} else {
			if (s->scan_at_us > now_us)
				break;
			board->now_us = s->scan_at_us;
			scan(s);
			s->scan_at_us += s->step_us;
		}
	}
	board->now_us = now_us;
}

void emulated_show_lights(struct emulated *board, uint64_t lit)
{
	char text[8 + 3 * 64] = "lights";
	size_t n = strlen(text);

	for (unsigned q = 0; q < 64; q++)
		if (lit >> q & 1)
			n += (size_t)snprintf(text + n, sizeof(text) - n, " %c%c", 'a' + q % 8, '1' + q / 8);
	emulated_show(board, "%s", lit ? text : "lights off");
}
