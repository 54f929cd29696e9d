// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An emulated DGT board with its clock.
 *
 * The squares are looked at one after the other, again and again: a man that
 * is moved from a square that was just looked at to one that is next shows
 * there before he is gone here. The clock is asked now and then and its answer is late.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/emulate.h"

/* How often the board asks its clock, and how long it is silent when nothing changes there. */
#define ASK_US 400000
#define SILENT_US 1000000
#define SCAN_US 200000
#define LATE_US 300000

struct dgt {
	struct emulated base;
	char told[64];		/* as last seen by the board, in its own order */
	unsigned field;		/* looked at next */
	int64_t look_us, step_us;

	struct game_clock clock;
	int64_t ask_us;		/* the clock is asked then */
	int64_t answer_us;	/* and its answer is out then, CLOCK_NEVER: none under way */
	uint8_t answer[10], last[10];
	int64_t last_us;	/* when the last clock frame was sent */

	enum { DGT_IDLE, DGT_FIELDS, DGT_ALL, DGT_NICE } mode;
	unsigned skip, skip_size;	/* bytes of a clock command still to come; 0xff: its length is next */
};

static struct dgt *dgt_of(struct emulated *board)
{
	return (struct dgt *)board;
}

static uint8_t code_of(char piece)
{
	static const char codes[] = ".PRNBKQprnbkq";
	const char *at = piece ? strchr(codes, piece) : NULL;

	return at ? (uint8_t)(at - codes) : 0;
}

/* The square on the table under a field of the board, which counts from a8 as it stands itself. */
static unsigned square_of(const struct dgt *e, unsigned field)
{
	unsigned f = e->base.options.turned ? 63 - field : field;

	return (7 - f / 8) * 8 + f % 8;
}

static void dgt_init(struct emulated *board, const struct clock_control *control)
{
	struct dgt *e = dgt_of(board);
	int64_t scan_us = board->options.scan_us < 0 ? SCAN_US : board->options.scan_us;

	e->step_us = scan_us < 64 ? 1 : scan_us / 64;
	e->answer_us = CLOCK_NEVER;
	memset(e->told, '.', sizeof(e->told));
	game_clock_init(&e->clock, control);
}

static void dgt_power(struct emulated *board)
{
	dgt_of(board)->mode = DGT_IDLE;
	dgt_of(board)->skip = 0;
}

/* --- the clock --- */

static uint8_t bcd(int64_t n)
{
	return (uint8_t)(n / 10 << 4 | n % 10);
}

static void write_time(const struct dgt *e, enum side side, uint8_t *bytes)
{
	int64_t left = e->clock.left_us[side], seconds = left <= 0 ? 0 : (left + 999999) / 1000000;
	bool flag = game_clock_flag_down(&e->clock, side);

	if (seconds > 35999)
		seconds = 35999;
	bytes[0] = (uint8_t)(seconds / 3600 | (flag ? 0x10 : 0) | (e->clock.control.bonus_us ? 0x20 : 0));
	bytes[1] = bcd(seconds / 60 % 60);
	bytes[2] = bcd(seconds % 60);
}

static void read_clock(const struct dgt *e, uint8_t frame[static 10])
{
	enum side right = e->base.options.white_right ? WHITE : BLACK;
	enum side on_move = e->clock.running != NO_SIDE ? e->clock.running : e->clock.paused != NO_SIDE ? e->clock.paused : WHITE;

	frame[0] = 0x8d;
	frame[1] = 0;
	frame[2] = 10;
	write_time(e, right, frame + 3);
	write_time(e, other_side(right), frame + 6);
	frame[9] = (uint8_t)((e->clock.running != NO_SIDE ? 0x01 : 0) | (on_move == right ? 0x12 : 0x08));
}

static void answer(struct dgt *e)
{
	bool news = memcmp(e->answer, e->last, sizeof(e->last)) != 0;

	e->answer_us = CLOCK_NEVER;
	if (e->mode != DGT_ALL && !(e->mode == DGT_NICE && news))
		return;
	if (!news && e->base.now_us - e->last_us < SILENT_US)
		return;
	memcpy(e->last, e->answer, sizeof(e->last));
	e->last_us = e->base.now_us;
	emulated_send(&e->base, e->answer, sizeof(e->answer));
}

static void tick(struct dgt *e)
{
	/* A fallen flag stops both. */
	if (game_clock_advance(&e->clock, e->base.now_us))
		game_clock_pause(&e->clock);
}

/* --- the squares --- */

static void look(struct dgt *e)
{
	char piece = e->base.stands[square_of(e, e->field)];

	if (piece != e->told[e->field]) {
		e->told[e->field] = piece;
		if (e->mode != DGT_IDLE)
			emulated_send(&e->base, (uint8_t[]){ 0x8e, 0, 5, (uint8_t)e->field, code_of(piece) }, 5);
	}
	e->field = (e->field + 1) % 64;
}

static void dgt_advance(struct emulated *board, int64_t now_us)
{
	struct dgt *e = dgt_of(board);

	for (;;) {
		int64_t next = e->look_us < e->ask_us ? e->look_us : e->ask_us;

		if (e->answer_us < next)
			next = e->answer_us;
		if (next > now_us)
			break;
		board->now_us = next;
		tick(e);
		if (next == e->answer_us) {
			answer(e);
		} else if (next == e->ask_us) {
			if (e->answer_us == CLOCK_NEVER) {
				read_clock(e, e->answer);
				e->answer_us = next + board->options.late_us;
			}
			e->ask_us = next + ASK_US;
		} else {
			look(e);
			e->look_us = next + e->step_us;
		}
	}
	board->now_us = now_us;
	tick(e);
}

static void dgt_start(struct emulated *board, enum side side)
{
	game_clock_resume(&dgt_of(board)->clock, side);
}

static void dgt_act(struct emulated *board, const struct board_event *ev)
{
	struct game_clock *clock = &dgt_of(board)->clock;

	if (ev->type == BOARD_EVENT_PRESS)
		game_clock_press(clock, ev->side == BOARD_WHITE ? WHITE : BLACK);
	else if (ev->type == BOARD_EVENT_PAUSE)
		game_clock_pause(clock);
}

/* --- the host --- */

static void send_board(struct dgt *e)
{
	uint8_t frame[67] = { 0x86, 0, 67 };

	for (unsigned i = 0; i < 64; i++) {
		e->told[i] = e->base.stands[square_of(e, i)];
		frame[3 + i] = code_of(e->told[i]);
	}
	emulated_send(&e->base, frame, sizeof(frame));
}

static void send_text(struct dgt *e, uint8_t id, const char *text)
{
	size_t n = strlen(text);

	emulated_send(&e->base, (uint8_t[]){ id, 0, (uint8_t)(n + 3) }, 3);
	emulated_send(&e->base, (const uint8_t *)text, n);
}

static void send_serial(struct dgt *e)
{
	char text[6];

	snprintf(text, sizeof(text), "%.5s", e->base.options.serial ? e->base.options.serial : "00042");
	send_text(e, 0x91, text);
}

static void clock_command(struct dgt *e, uint8_t byte)
{
	if (e->skip == 0xff) {
		e->skip = byte;
		e->skip_size = byte;
	} else {
		/* the command's number is its second byte of data: acknowledged, not done */
		if (e->skip + 1 == e->skip_size)
			emulated_send(&e->base, (uint8_t[]){ 0x8d, 0, 10, 0x0a, 0x10, byte & 0x7f, 0, 0, 0, 0 }, 10);
		e->skip--;
	}
}

static void dgt_hear(struct emulated *board, uint8_t byte)
{
	struct dgt *e = dgt_of(board);

	if (e->skip) {
		clock_command(e, byte);
		return;
	}
	switch (byte) {
	case 0x40: e->mode = DGT_IDLE; break;
	case 0x41: read_clock(e, e->answer); emulated_send(board, e->answer, sizeof(e->answer)); break;
	case 0x42: send_board(e); break;
	case 0x43: e->mode = DGT_ALL; memset(e->last, 0, sizeof(e->last)); break;
	case 0x44: e->mode = DGT_FIELDS; break;
	case 0x4b: e->mode = DGT_NICE; break;
	case 0x45: send_serial(e); break;
	case 0x46: emulated_send(board, (const uint8_t *)"\x90\0\x05\x08\x01", 5); break;
	case 0x47: send_text(e, 0x92, "emulated board"); break;
	case 0x4d: emulated_send(board, (const uint8_t *)"\x93\0\x05\x01\x08", 5); break;
	case 0x2b: e->skip = 0xff; break;
	default:
		if ((byte >= 0x50 && byte <= 0x54) || byte == 0x60)
			board->harm = byte;
	}
}

const struct emulated_kind emulated_dgt = {
	.name = "dgt",
	.size = sizeof(struct dgt),
	.sensors = BOARD_PIECE_ID, .has_lever = true, .late_us = LATE_US,
	.init = dgt_init,
	.power = dgt_power,
	.advance = dgt_advance,
	.start = dgt_start,
	.act = dgt_act,
	.hear = dgt_hear,
};
