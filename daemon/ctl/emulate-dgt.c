// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/ctl/emulate-dgt.h"

#include <errno.h>
#include <string.h>

/* How often the board asks its clock, and how long it is silent when nothing changes there. */
#define ASK_US 400000
#define SILENT_US 1000000

static void send(struct emulated_dgt *e, const uint8_t *bytes, size_t n)
{
	/* A host that does not read loses what a line without handshake would lose. */
	if (e->size + n > sizeof(e->out))
		return;
	memcpy(e->out + e->size, bytes, n);
	e->size += n;
}

static uint8_t code_of(char piece)
{
	static const char codes[] = ".PRNBKQprnbkq";
	const char *at = piece ? strchr(codes, piece) : NULL;

	return at ? (uint8_t)(at - codes) : 0;
}

/* The square on the table under a field of the board, which counts from a8 as it stands itself. */
static unsigned square_of(const struct emulated_dgt *e, unsigned field)
{
	unsigned f = e->turned ? 63 - field : field;

	return (7 - f / 8) * 8 + f % 8;
}

void emulated_dgt_init(struct emulated_dgt *e, const struct clock_control *control, const char *squares)
{
	memset(e, 0, sizeof(*e));
	e->scan_us = 200000;
	e->late_us = 300000;
	e->answer_us = CLOCK_NEVER;
	memcpy(e->stands, squares, sizeof(e->stands));
	memset(e->told, '.', sizeof(e->told));
	game_clock_init(&e->clock, control);
}

/* --- the clock --- */

static uint8_t bcd(int64_t n)
{
	return (uint8_t)(n / 10 << 4 | n % 10);
}

static void write_time(const struct emulated_dgt *e, enum side side, uint8_t *bytes)
{
	int64_t left = e->clock.left_us[side], seconds = left <= 0 ? 0 : (left + 999999) / 1000000;
	bool flag = game_clock_flag_down(&e->clock, side);

	if (seconds > 35999)
		seconds = 35999;
	bytes[0] = (uint8_t)(seconds / 3600 | (flag ? 0x10 : 0) | (e->clock.control.bonus_us ? 0x20 : 0));
	bytes[1] = bcd(seconds / 60 % 60);
	bytes[2] = bcd(seconds % 60);
}

static void read_clock(const struct emulated_dgt *e, uint8_t frame[static 10])
{
	enum side right = e->white_right ? WHITE : BLACK;
	enum side on_move = e->clock.running != NO_SIDE ? e->clock.running : e->clock.paused != NO_SIDE ? e->clock.paused : WHITE;

	frame[0] = 0x8d;
	frame[1] = 0;
	frame[2] = 10;
	write_time(e, right, frame + 3);
	write_time(e, other_side(right), frame + 6);
	frame[9] = (uint8_t)((e->clock.running != NO_SIDE ? 0x01 : 0) | (on_move == right ? 0x12 : 0x08));
}

static void answer(struct emulated_dgt *e)
{
	bool news = memcmp(e->answer, e->last, sizeof(e->last)) != 0;

	e->answer_us = CLOCK_NEVER;
	if (e->mode != DGT_ALL && !(e->mode == DGT_NICE && news))
		return;
	if (!news && e->now_us - e->last_us < SILENT_US)
		return;
	memcpy(e->last, e->answer, sizeof(e->last));
	e->last_us = e->now_us;
	send(e, e->answer, sizeof(e->answer));
}

static void tick(struct emulated_dgt *e)
{
	/* A fallen flag stops both. */
	if (game_clock_advance(&e->clock, e->now_us))
		game_clock_pause(&e->clock);
}

/* --- the squares --- */

static void look(struct emulated_dgt *e)
{
	char piece = e->stands[square_of(e, e->field)];

	if (piece != e->told[e->field]) {
		e->told[e->field] = piece;
		if (e->mode != DGT_IDLE)
			send(e, (uint8_t[]){ 0x8e, 0, 5, (uint8_t)e->field, code_of(piece) }, 5);
	}
	e->field = (e->field + 1) % 64;
}

void emulated_dgt_advance(struct emulated_dgt *e, int64_t now_us)
{
	for (;;) {
		int64_t next = e->look_us < e->ask_us ? e->look_us : e->ask_us;

		if (e->answer_us < next)
			next = e->answer_us;
		if (next > now_us)
			break;
		e->now_us = next;
		tick(e);
		if (next == e->answer_us) {
			answer(e);
		} else if (next == e->ask_us) {
			if (e->answer_us == CLOCK_NEVER) {
				read_clock(e, e->answer);
				e->answer_us = next + e->late_us;
			}
			e->ask_us = next + ASK_US;
		} else {
			look(e);
			e->look_us = next + e->scan_us / 64;
		}
	}
	e->now_us = now_us;
	tick(e);
}

void emulated_dgt_start(struct emulated_dgt *e, enum side side)
{
	game_clock_resume(&e->clock, side);
}

int emulated_dgt_do(struct emulated_dgt *e, const struct board_event *ev)
{
	switch (ev->type) {
	case BOARD_EVENT_LIFT:
		e->stands[ev->square] = '.';
		return 0;
	case BOARD_EVENT_PLACE:
		if (!code_of(ev->piece))
			return -EINVAL;
		e->stands[ev->square] = ev->piece;
		return 0;
	case BOARD_EVENT_PRESS:
		game_clock_press(&e->clock, ev->side == BOARD_WHITE ? WHITE : BLACK);
		return 0;
	case BOARD_EVENT_PAUSE:
		game_clock_pause(&e->clock);
		return 0;
	case BOARD_EVENT_SQUARES:
		if (ev->squares->count != 64 || memchr(ev->squares->squares, '?', 64))
			return -EINVAL;
		memcpy(e->stands, ev->squares->squares, 64);
		return 0;
	default:
		return 0;
	}
}

/* --- the host --- */

static void send_board(struct emulated_dgt *e)
{
	uint8_t frame[67] = { 0x86, 0, 67 };

	for (unsigned i = 0; i < 64; i++) {
		e->told[i] = e->stands[square_of(e, i)];
		frame[3 + i] = code_of(e->told[i]);
	}
	send(e, frame, sizeof(frame));
}

static void clock_command(struct emulated_dgt *e, uint8_t byte)
{
	if (e->skip == 0xff) {
		e->skip = byte;
		e->skip_size = byte;
	} else {
		/* the command's number is its second byte of data: acknowledged, not done */
		if (e->skip + 1 == e->skip_size)
			send(e, (uint8_t[]){ 0x8d, 0, 10, 0x0a, 0x10, byte & 0x7f, 0, 0, 0, 0 }, 10);
		e->skip--;
	}
}

void emulated_dgt_hear(struct emulated_dgt *e, uint8_t byte)
{
	if (e->skip) {
		clock_command(e, byte);
		return;
	}
	switch (byte) {
	case 0x40: e->mode = DGT_IDLE; break;
	case 0x41: read_clock(e, e->answer); send(e, e->answer, sizeof(e->answer)); break;
	case 0x42: send_board(e); break;
	case 0x43: e->mode = DGT_ALL; memset(e->last, 0, sizeof(e->last)); break;
	case 0x44: e->mode = DGT_FIELDS; break;
	case 0x4b: e->mode = DGT_NICE; break;
	case 0x45: send(e, (const uint8_t *)"\x91\0\x08" "00042", 8); break;
	case 0x46: send(e, (const uint8_t *)"\x90\0\x05\x08\x01", 5); break;
	case 0x47: send(e, (const uint8_t *)"\x92\0\x11" "emulated board", 17); break;
	case 0x4d: send(e, (const uint8_t *)"\x93\0\x05\x01\x08", 5); break;
	case 0x2b: e->skip = 0xff; break;
	default:
		if ((byte >= 0x50 && byte <= 0x54) || byte == 0x60)
			e->harm = byte;
	}
}
