/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An emulated DGT board with its clock.
 *
 * The squares are scanned one after the other, again and again: a piece that
 * is moved from a square that was just scanned to one that is next shows
 * there before it is gone here. The clock is asked now and then and its answer is late.
 */
#include <stdio.h>
#include <string.h>

#include "emulator/emulated-board.h"

/* How often the board asks its clock, and how long it is silent when nothing changes there. */
#define ASK_US 400000
#define SILENT_US 1000000
#define SCAN_US 200000
#define LOG_SIZE 0x1f00
#define LOG_SOON_US 250000
#define LATE_US 300000

struct dgt {
	struct emulated base;
	char seen[64];	/* as last seen by the board, in its own order */
	unsigned field; /* scanned next */
	int64_t scan_at_us, step_us;

	struct game_clock clock;
	int64_t ask_us;	   /* the clock is asked then */
	int64_t answer_us; /* and its answer is out then, CLOCK_NEVER: none under way */
	uint8_t answer[10], last[10];
	int64_t last_us; /* when the last clock frame was sent */

	enum { DGT_IDLE, DGT_FIELDS, DGT_ALL, DGT_NICE } mode;
	uint8_t command[20]; /* a message to the clock, as far as it has come */
	unsigned command_size;
	bool shows_text;

	uint8_t log[LOG_SIZE]; /* what was done, oldest first */
	size_t log_size;
	int64_t logged_us;
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

static void dgt_init(struct emulated *board, const struct clock_control *control)
{
	struct dgt *e = dgt_of(board);
	int64_t scan_us = board->options.scan_us < 0 ? SCAN_US : board->options.scan_us;

	e->step_us = scan_us < 64 ? 1 : scan_us / 64;
	e->answer_us = CLOCK_NEVER;
	memset(e->seen, '.', sizeof(e->seen));
	game_clock_init(&e->clock, control);
}

/* --- the log --- */

static void emulated_dgt_keep(struct dgt *e, const uint8_t *bytes, size_t n)
{
	if (e->log_size + n > LOG_SIZE) {
		size_t gone = 512; /* entries that are cut in the middle say nothing any more */

		memmove(e->log, e->log + gone, e->log_size - gone);
		e->log_size -= gone;
	}
	memcpy(e->log + e->log_size, bytes, n);
	e->log_size += n;
}

static void keep_field(struct dgt *e, unsigned field)
{
	static const char start[] = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
	bool soon = e->base.now_us - e->logged_us < LOG_SOON_US;
	bool at_start = true, turned = true;

	emulated_dgt_keep(
		e, (uint8_t[]){ (uint8_t)(0x40 | (soon ? 0x10 : 0) | code_of(e->seen[field])), (uint8_t)field }, 2);
	e->logged_us = e->base.now_us;
	for (unsigned i = 0; i < 64; i++) {
		at_start &= e->seen[i] == start[i];
		turned &= e->seen[i] == start[63 - i];
	}
	if (at_start || turned)
		emulated_dgt_keep(e, (uint8_t[]){ at_start ? 0x6f : 0x7a }, 1);
}

/* The board goes on without its cable? */
static bool has_power(const struct dgt *e)
{
	return e->base.is_plugged || e->base.options.battery;
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
	enum side on_move = e->clock.running != NO_SIDE ? e->clock.running :
			    e->clock.paused != NO_SIDE	? e->clock.paused :
							  WHITE;

	memcpy(frame, (const uint8_t[]){ 0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20 }, 10);
	if (e->base.options.no_clock)
		return;
	write_time(e, right, frame + 3);
	write_time(e, other_side(right), frame + 6);
	frame[9] = (uint8_t)((e->clock.running != NO_SIDE ? 0x01 : 0) | (on_move == right ? 0x12 : 0x08));
}

static void emulated_dgt_answer(struct dgt *e)
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

static void scan(struct dgt *e)
{
	char piece = e->base.stands[emulated_square(&e->base, e->field)];

	if (piece != e->seen[e->field] && has_power(e)) {
		e->seen[e->field] = piece;
		keep_field(e, e->field);
		if (e->mode != DGT_IDLE)
			emulated_send(&e->base, (uint8_t[]){ 0x8e, 0, 5, (uint8_t)e->field, code_of(piece) }, 5);
	}
	e->field = (e->field + 1) % 64;
}

static void dgt_advance(struct emulated *board, int64_t now_us)
{
	struct dgt *e = dgt_of(board);

	for (;;) {
		int64_t next = e->scan_at_us < e->ask_us ? e->scan_at_us : e->ask_us;

		if (e->answer_us < next)
			next = e->answer_us;
		if (next > now_us)
			break;
		board->now_us = next;
		tick(e);
		if (next == e->answer_us) {
			emulated_dgt_answer(e);
		} else if (next == e->ask_us) {
			if (e->answer_us == CLOCK_NEVER) {
				read_clock(e, e->answer);
				e->answer_us = next + board->options.late_us;
			}
			e->ask_us = next + ASK_US;
		} else {
			scan(e);
			e->scan_at_us = next + e->step_us;
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
	struct dgt *e = dgt_of(board);
	struct game_clock *clock = &e->clock;
	enum side side = ev->side == BOARD_WHITE ? WHITE : BLACK;
	uint8_t time[3];

	if (ev->type == BOARD_EVENT_PRESS && game_clock_press(clock, side) && has_power(e) &&
	    !board->options.no_clock) {
		write_time(e, side, time);
		time[0] = (uint8_t)(((side == WHITE) == board->options.white_right ? 0x70 : 0x60) | (time[0] & 15));
		emulated_dgt_keep(e, time, 3);
	}
	if (ev->type == BOARD_EVENT_PAUSE)
		game_clock_pause(clock);
}

/* --- the host --- */

static void send_board(struct dgt *e)
{
	uint8_t frame[67] = { 0x86, 0, 67 };

	for (unsigned i = 0; i < 64; i++) {
		e->seen[i] = e->base.stands[emulated_square(&e->base, i)];
		frame[3 + i] = code_of(e->seen[i]);
	}
	emulated_send(&e->base, frame, sizeof(frame));
}

static void dgt_power(struct emulated *board)
{
	struct dgt *e = dgt_of(board);

	e->mode = board->options.deaf ? DGT_ALL : DGT_IDLE;
	e->command_size = 0;
	if (!board->options.battery)
		emulated_dgt_keep(e, (uint8_t[]){ 0x6a }, 1);
	if (board->options.deaf)
		send_board(e);
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

static void acknowledge(struct dgt *e, uint8_t state, uint8_t command, uint8_t data)
{
	emulated_send(&e->base, (uint8_t[]){ 0x8d, 0, 10, 0x0a, state, command & 0x7f, 0, data & 0x7f, 0, 0 }, 10);
}

static int64_t time_of(const uint8_t *t)
{
	return ((int64_t)t[0] * 3600 + t[1] * 60 + t[2]) * 1000000;
}

static void set_and_run(struct dgt *e, const uint8_t *data)
{
	enum side right = e->base.options.white_right ? WHITE : BLACK;

	game_clock_set(&e->clock, other_side(right), time_of(data));
	game_clock_set(&e->clock, right, time_of(data + 3));
	game_clock_pause(&e->clock);
	if (data[6] & 3)
		game_clock_resume(&e->clock, data[6] & 2 ? right : other_side(right));
	emulated_show(&e->base, "clock set %u:%02u:%02u %u:%02u:%02u %s", data[0], data[1], data[2], data[3], data[4],
		      data[5],
		      data[6] & 1 ? "left runs" :
		      data[6] & 2 ? "right runs" :
				    "stands");
}

static void show_text(struct dgt *e)
{
	e->shows_text = true;
	emulated_show(&e->base, "clock shows %.8s", (const char *)e->command + 4);
}

static void end_text(struct dgt *e)
{
	if (e->shows_text)
		emulated_show(&e->base, "clock shows its times");
	e->shows_text = false;
}

/* A message to the clock is whole: 2b, size, 03, command, data, 00. */
static void clock_command(struct dgt *e)
{
	uint8_t command = e->command[3];

	if (e->base.options.mute_clock || e->base.options.no_clock)
		return;
	if (!e->base.options.remote && command != 0x09) {
		acknowledge(e, 0x40, command, 0);
		return;
	}
	if (command == 0x0a && e->command_size == 12)
		set_and_run(e, e->command + 4);
	else if (command == 0x0c && e->command_size == 14)
		show_text(e);
	else if (command == 0x03)
		end_text(e);
	acknowledge(e, 0x10, command, command == 0x09 ? 0x23 : 0);
}

static void send_log(struct dgt *e)
{
	size_t n = e->log_size + 4;

	emulated_send(&e->base, (uint8_t[]){ 0x8f, (uint8_t)(n >> 7), (uint8_t)(n & 0x7f) }, 3);
	emulated_send(&e->base, e->log, e->log_size);
	emulated_send(&e->base, (uint8_t[]){ 0x6b }, 1);
	emulated_dgt_keep(e, (uint8_t[]){ 0x6e }, 1);
}

/* One more byte of a command for the clock, which says itself how long it is. */
static void add_to_command(struct dgt *e, uint8_t byte)
{
	e->command[e->command_size++] = byte;
	if (e->command_size < sizeof(e->command) && e->command_size != 2u + e->command[1])
		return;
	if (e->command_size < sizeof(e->command))
		clock_command(e);
	e->command_size = 0;
}

/* A command for the board is a byte. */
static void board_command(struct dgt *e, struct emulated *board, uint8_t byte)
{
	switch (byte) {
	case 0x40:
		e->mode = DGT_IDLE;
		break;
	case 0x41:
		read_clock(e, e->answer);
		emulated_send(board, e->answer, sizeof(e->answer));
		break;
	case 0x42:
		send_board(e);
		break;
	case 0x43:
		e->mode = DGT_ALL;
		memset(e->last, 0, sizeof(e->last));
		break;
	case 0x44:
		e->mode = DGT_FIELDS;
		break;
	case 0x4b:
		e->mode = DGT_NICE;
		break;
	case 0x45:
		send_serial(e);
		break;
	case 0x46:
		emulated_send(board, (const uint8_t *)"\x90\0\x05\x08\x01", 5);
		break;
	case 0x47:
		send_text(e, 0x92, "emulated board");
		break;
	case 0x49:
		send_log(e);
		break;
	case 0x4c:
		if (board->options.battery)
			emulated_send(board,
				      (uint8_t[]){ 0xa0, 0, 12, board->options.battery, 0x7f, 0x7f, 1, 0, 0, 0, 0, 2 },
				      12);
		break;
	case 0x4d:
		emulated_send(board, (const uint8_t *)"\x93\0\x05\x01\x08", 5);
		break;
	case 0x2b:
		e->command[0] = byte;
		e->command_size = 1;
		break;
	default:
		/* no other byte has any business here: some are stored, on some a board hangs */
		board->harm = byte;
	}
}

static void dgt_receive(struct emulated *board, uint8_t byte)
{
	struct dgt *e = dgt_of(board);

	if (e->command_size)
		add_to_command(e, byte);
	else
		board_command(e, board, byte);
}

const struct emulated_kind emulated_dgt = {
	.name = "dgt",
	.size = sizeof(struct dgt),
	.width = 8,
	.sensors = BOARD_PIECE_ID,
	.has_lever = true,
	.late_us = LATE_US,
	.init = dgt_init,
	.power = dgt_power,
	.advance = dgt_advance,
	.start = dgt_start,
	.act = dgt_act,
	.receive = dgt_receive,
};
