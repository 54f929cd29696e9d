/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dgt:PATH, a DGT board on a serial line (USB, Bluetooth), or a file or FIFO
 * of bytes that one once sent. What the bytes mean is dgt-frame.c's and
 * dgt-decoder.c's.
 *
 * A live board is first asked for its version: another device behind the same
 * kind of serial adapter has heard two letters then, and is let go.
 *
 * After that nothing waits for an answer. What stands on the board is known
 * from its updates; the whole board is asked for now and then, and after noise:
 * a change that was lost shows there, and a board that says nothing any more
 * is told to be gone.
 */
#include "libboard/dgt-start-position.h"
#include "libboard/dgt-decoder.h"
#include "libboard/saved-state.h"
#include "libboard/serial-line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define ANSWER_US 1000000
#define ASK_US 5000000		/* the whole board, if nothing else makes us */
#define ASK_SOON_US 300000	/* after noise */
#define SILENT_US 12000000	/* two questions without a byte */
#define LOG_US 20000000		/* 8 kB at 9600 baud take 8.3 s */
#define TEXT_MAJOR 2		/* the DGT 3000 calls itself 2.something, and the DGT XL has no letters */
#define SHOWS_MS 1500		/* the clock shows what it ought to, as nearly as it can be read */

/* One whole scan of the squares. */
#define SCAN_US 250000
/* The board asks its clock two or three times a second, and the clock may answer a second late. */
#define GRACE_US 1500000

/* For a recording, what a trace's header says. */
#define HEADER \
	"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"piece-id\",\"lever\":true," \
	"\"scan_us\":250000,\"grace_us\":1500000,\"board\":{\"model\":\"DGT e-Board\"}%s%s%s}"

struct dgt {
	struct board board;
	const char *path;
	struct serial_line line;
	bool told_noise, told_clock;
	int timer;		/* -1: none */
	int64_t heard_us, ask_us, log_us;
	bool lies;		/* bytes were lost since the whole board was asked for */
	char *memory;		/* file that says on which side of the clock White sits, NULL none */
	enum dgt_side kept;	/* what it says */
	int over;		/* what reading has come to; told when the queue is empty */
	size_t start, end;	/* bytes read and not yet taken */
	uint8_t buf[512];
	struct dgt_decoder reader;
	char header[sizeof(HEADER) + DGT_FEN + 16];	/* of recorded bytes */
};

static struct dgt *dgt_of(const struct board *board)
{
	return (struct dgt *)board;
}

static int send_byte(struct dgt *d, enum dgt_command command)
{
	uint8_t byte = (uint8_t)command;

	return board_serial_line_write(&d->line, &byte, 1);
}

static void arm(struct dgt *d)
{
	int64_t due = d->ask_us, clock = board_dgt_clock_deadline(&d->reader.talk);
	struct itimerspec at = { .it_value = { 0 } };

	if (d->timer < 0)
		return;
	if (clock < due)
		due = clock;
	if (d->reader.recalling && d->log_us < due)
		due = d->log_us;
	if (due < 1000)
		due = 1000;
	at.it_value.tv_sec = due / 1000000;
	at.it_value.tv_nsec = due % 1000000 * 1000;
	timerfd_settime(d->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/* White's side of the clock outlives a cable that is pulled in mid-game. */
static void keep_white(struct dgt *d)
{
	if (!d->memory || !d->reader.white || d->reader.white == d->kept)
		return;
	d->kept = d->reader.white;
	(void)board_saved_state_write(NULL, d->memory, d->kept == DGT_LEFT ? "white left\n" : "white right\n");
}

static void recall_white(struct dgt *d, const struct board_opener *opener)
{
	char text[SAVED_STATE_SIZE];

	if (!opener || !opener->state || !d->reader.serial[0] ||
	    asprintf(&d->memory, "%s/dgt-%s", opener->state, d->reader.serial) < 0) {
		d->memory = NULL;
		return;
	}
	if (board_saved_state_read(opener, d->memory, text) < 0)
		return;
	d->kept = strcmp(text, "white left\n") == 0 ? DGT_LEFT : strcmp(text, "white right\n") == 0 ? DGT_RIGHT : DGT_NONE;
	board_dgt_decoder_guess_white(&d->reader, d->kept);
}

/* What is due by now. 0, or a sentence about the clock that is said once, or the line's failure. */
static int tick(struct dgt *d)
{
	int64_t now = board_now_us();
	const struct dgt_clock_message *said;
	uint64_t n;
	int r = 0;

	if (d->timer < 0)
		return 0;
	(void)!read(d->timer, &n, sizeof(n));
	if (now >= d->heard_us + SILENT_US)
		return board_fail(&d->board, -ENODEV, "%.300s: the DGT board says nothing any more", d->path);
	if (d->reader.recalling && now >= d->log_us)
		board_dgt_decoder_no_log(&d->reader);
	if (now >= d->ask_us && !d->reader.recalling) {
		r = send_byte(d, DGT_SEND_BOARD);
		d->ask_us = now + ASK_US;
		d->lies = false;
	}
	while (r == 0 && (said = board_dgt_clock_due(&d->reader.talk, now)))
		r = board_serial_line_write(&d->line, said->bytes, said->size);
	d->board.info.unanswered = d->reader.talk.unanswered;
	keep_white(d);
	if (r == 0 && (d->reader.talk.is_mute || d->reader.talk.refuses) && !d->told_clock) {
		d->told_clock = true;
		r = board_fail(&d->board, -EBADMSG, d->reader.talk.is_mute ? "%.300s: the clock does not answer; it runs by itself" :
			       "%.300s: the clock is not in its mode for being set (23 of the DGT XL, 25 of the DGT 3000); it runs by itself",
			       d->path);
	}
	arm(d);
	return r;
}

/* Takes bytes until there is an event, or something to say. 1: events wait. */
static int advance(struct dgt *d)
{
	int r = tick(d);

	while (r == 0 && dgt_decoder_is_empty(&d->reader)) {
		if (d->start == d->end) {
			int n = board_serial_line_read(&d->line, d->buf, sizeof(d->buf));

			if (n == -ENODATA)
				board_dgt_decoder_end(&d->reader);
			if (n < 0)
				return dgt_decoder_is_empty(&d->reader) ? n : 1;
			d->heard_us = d->line.is_live ? board_now_us() : 0;
			d->start = 0;
			d->end = (size_t)n;
		}
		if (board_dgt_decoder_byte(&d->reader, d->buf[d->start++], d->heard_us) < 0) {
			if (d->line.is_live && !d->lies) {
				d->lies = true;
				if (d->ask_us > d->heard_us + ASK_SOON_US)
					d->ask_us = d->heard_us + ASK_SOON_US;
				arm(d);
			}
			if (!d->told_noise) {
				d->told_noise = true;	/* once: a bad cable goes on for hours */
				return board_fail(&d->board, -EBADMSG, "%.300s: noise on the line: bytes that are no frame of a DGT board ",
						  d->path);
			}
		}
	}
	return r < 0 ? r : 1;
}

/* Reads ahead until done says so; events stay queued. */
static int wait_for(struct dgt *d, bool (*done)(const struct dgt_decoder *, unsigned), unsigned was, int64_t us)
{
	int64_t until = board_now_us() + us;

	while (!done(&d->reader, was)) {
		int64_t left = until - board_now_us();
		int n;

		if (d->start < d->end) {
			board_dgt_decoder_byte(&d->reader, d->buf[d->start++], board_now_us());
			continue;
		}
		if (left <= 0)
			return -ETIMEDOUT;
		board_serial_line_wait(&d->line, (int)(left / 1000 + 1));
		n = board_serial_line_read(&d->line, d->buf, sizeof(d->buf));
		if (n < 0 && n != -EAGAIN)
			return n;
		d->start = 0;
		d->end = n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int ask(struct dgt *d, enum dgt_command command, bool (*done)(const struct dgt_decoder *, unsigned), unsigned was)
{
	int r = send_byte(d, command);

	return r < 0 || !done ? r : wait_for(d, done, was, ANSWER_US);
}

static bool has_version(const struct dgt_decoder *r, unsigned was) { return r->version[0]; }
static bool has_serial(const struct dgt_decoder *r, unsigned was) { return r->serial[0]; }
static bool has_board(const struct dgt_decoder *r, unsigned was) { return r->boards != was; }
static bool has_clock(const struct dgt_decoder *r, unsigned was) { return r->knows_clock || r->no_clock; }
static bool has_answer(const struct dgt_decoder *r, unsigned was) { return !r->talk.under_way.size; }

/* Is the clock one that can be set from here? What it says is awaited once. */
static int greet_clock(struct dgt *d)
{
	struct dgt_clock_queue *talk = &d->reader.talk;
	static const enum dgt_clock_command commands[] = { DGT_CLOCK_VERSION, DGT_CLOCK_END_DISPLAY };

	for (unsigned i = 0; i < 2 && !talk->refuses; i++) {
		const struct dgt_clock_message *said;
		int r = 0;

		board_dgt_clock_send(talk, commands[i]);
		said = board_dgt_clock_due(talk, board_now_us());
		if (said)
			r = board_serial_line_write(&d->line, said->bytes, said->size);
		if (r == 0)
			r = wait_for(d, has_answer, 0, DGT_CLOCK_ANSWER_US);	/* the board asks it two or three times a second */
		talk->under_way.size = 0;
		if (r < 0)
			return r;
	}
	if (!talk->refuses)
		d->board.info.features |= BOARD_FEATURE_CLOCK;
	if (!talk->refuses && talk->major >= TEXT_MAJOR)
		d->board.info.features |= BOARD_FEATURE_TEXT;
	return 0;
}

static void forget_events(struct dgt_decoder *r)
{
	r->head = r->tail;
	r->lost = 0;
}

static int identify(struct dgt *d)
{
	struct board_info *info = &d->board.info;
	int r = ask(d, DGT_SEND_RESET, NULL, 0);

	/* twice: who is taken for something else may be asked in another's words */
	if (r == 0)
		r = ask(d, DGT_SEND_VERSION, has_version, 0);
	if (r == -ETIMEDOUT)
		r = ask(d, DGT_SEND_VERSION, has_version, 0);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, -ENODEV, "%.300s: what is there does not answer like a DGT board", d->path);
	if (r < 0)
		return r;
	snprintf(info->firmware, sizeof(info->firmware), "%s", d->reader.version);
	r = ask(d, DGT_SEND_SERIAL, has_serial, 0);
	if (r < 0 && r != -ETIMEDOUT)
		return r;
	snprintf(info->serial, sizeof(info->serial), "%s", d->reader.serial);
	r = ask(d, DGT_SEND_BATTERY, NULL, 0);	/* a board without one says nothing */
	if (r == 0)
		r = ask(d, DGT_SEND_BOARD, has_board, d->reader.boards);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, r, "%.300s: the DGT board does not tell its squares", d->path);
	if (r == 0)
		r = ask(d, DGT_SEND_CLOCK, has_clock, 0);
	if (d->reader.no_clock || r == -ETIMEDOUT)
		info->features &= ~(uint32_t)(BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE);
	else if (r == 0)
		r = greet_clock(d);
	info->battery = d->reader.battery;
	forget_events(&d->reader);
	return r < 0 && r != -ETIMEDOUT ? r : ask(d, DGT_SEND_UPDATES, NULL, 0);
}

static int start_timer(struct dgt *d)
{
	struct epoll_event ev = { .events = EPOLLIN };

	d->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (d->timer < 0 || epoll_ctl(d->line.poll_set.fd, EPOLL_CTL_ADD, d->timer, &ev) < 0)
		return -errno;
	d->heard_us = board_now_us();
	d->ask_us = d->heard_us + ASK_US;
	arm(d);
	return 0;
}

static int open_recording(struct dgt *d)
{
	struct dgt_start_position begin;
	int r = d->line.is_file ? board_dgt_start_position(d->line.fd, &begin) : 0;

	if (r < 0)
		return board_fail(&d->board, r, "%.300s: %s", d->path, strerror(-r));
	if (r == 1)
		board_dgt_decoder_guess_white(&d->reader, begin.white);
	snprintf(d->header, sizeof(d->header), HEADER, r ? ",\"start\":\"" : "", r ? begin.fen : "", r ? "\"" : "");
	d->board.info.features |= BOARD_FEATURE_DEVICE_TIME;
	return 0;
}

static int dgt_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct dgt *d = dgt_of(board);
	int r;

	board_serial_line_init(&d->line);
	d->timer = -1;
	d->path = strchr(board->uri, ':') + 1;
	r = board_serial_line_open(&d->line, board, address, B9600, opener);
	if (r < 0)
		return r;
	board->info = (struct board_info){
		.width = 8, .height = 8, .sensors = BOARD_PIECE_ID, .features = BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE,
		.scan_us = SCAN_US, .grace_us = GRACE_US, .model = "DGT e-Board",
	};
	d->reader.recorded = !d->line.is_live;
	if (!d->line.is_live)
		r = open_recording(d);
	else if ((r = identify(d)) == 0 && (r = start_timer(d)) == 0)
		recall_white(d, opener);
	board_poll_set_mark(&d->line.poll_set, d->line.is_file || !dgt_decoder_is_empty(&d->reader) || d->start < d->end);
	return r;
}

static void dgt_close(struct board *board)
{
	struct dgt *d = dgt_of(board);
	uint8_t byte = DGT_SEND_RESET;

	if (d->line.is_live && d->line.fd >= 0 && !d->over && d->reader.version[0])
		(void)board_serial_line_write(&d->line, &byte, 1);
	if (d->timer >= 0)
		close(d->timer);
	keep_white(d);
	free(d->memory);
	board_serial_line_close(&d->line);
}

static int dgt_get_fd(const struct board *board)
{
	return dgt_of(board)->line.poll_set.fd;
}

static const char *dgt_get_header(const struct board *board)
{
	return dgt_of(board)->line.is_live ? NULL : dgt_of(board)->header;
}

static int dgt_read(struct board *board, struct board_event *ev)
{
	struct dgt *d = dgt_of(board);
	int r = d->over;

	if (!r || !dgt_decoder_is_empty(&d->reader))
		r = advance(d);
	if (r == 1)
		board_dgt_decoder_pop(&d->reader, ev);
	if (r == -ENODATA || r == -ENODEV)
		d->over = r;
	if (!d->line.is_file)
		board_poll_set_mark(&d->line.poll_set, !dgt_decoder_is_empty(&d->reader) || d->start < d->end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the recorded bytes have ended", d->path);
	return r;
}

/* What stands there is known. Whoever asks may have a reason to doubt it: what the board says next is compared. */
static int dgt_get_squares(struct board *board, struct board_squares *ret)
{
	struct dgt *d = dgt_of(board);
	int r;

	if (!d->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked for the whole board", d->path);
	r = d->reader.recalling ? 0 : send_byte(d, DGT_SEND_BOARD);
	if (r < 0)
		return r;
	ret->host_us = board_now_us();
	ret->seq = d->reader.seq;
	ret->count = DGT_SQUARES;
	ret->lever = board_dgt_decoder_lever(&d->reader);
	memcpy(ret->squares, d->reader.squares, DGT_SQUARES);
	return 0;
}

static int dgt_recall(struct board *board, const char *squares)
{
	struct dgt *d = dgt_of(board);
	int r;

	if (!d->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked", d->path);
	r = send_byte(d, DGT_SEND_LOG);
	if (r < 0)
		return r;
	board_dgt_decoder_recall(&d->reader, squares);
	d->log_us = board_now_us() + LOG_US;
	arm(d);
	return 0;
}

/* The clock counts down by itself, and turns at the lever: it is told only what it does not show already. */
static int dgt_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct dgt *d = dgt_of(board);
	const struct dgt_clock_reading *shown = &d->reader.clock;
	bool left_white = d->reader.white != DGT_RIGHT;
	int64_t left = left_white ? white_ms : black_ms, right = left_white ? black_ms : white_ms;
	enum dgt_side runs = !running ? DGT_NONE : (running == BOARD_WHITE) == left_white ? DGT_LEFT : DGT_RIGHT;

	if (d->reader.talk.is_mute || d->reader.talk.refuses)
		return 0;	/* that was said */
	if (d->reader.knows_clock && shown->running == (runs != DGT_NONE) && (!running || shown->to_move == runs) &&
	    llabs(shown->left_ms - left) < SHOWS_MS && llabs(shown->right_ms - right) < SHOWS_MS)
		return 0;
	board_dgt_clock_set(&d->reader.talk, (uint32_t)(left + 999) / 1000, (uint32_t)(right + 999) / 1000, runs);
	arm(d);
	return 0;
}

static int dgt_show_text(struct board *board, const char *text, unsigned ms)
{
	struct dgt *d = dgt_of(board);

	if (d->reader.talk.is_mute || d->reader.talk.refuses || d->reader.talk.no_text)
		return 0;	/* that was said */
	board_dgt_clock_show(&d->reader.talk, text, ms);
	arm(d);
	return 0;
}

const struct board_backend board_dgt = {
	.scheme = "dgt",
	.size = sizeof(struct dgt),
	.open = dgt_open,
	.close = dgt_close,
	.get_fd = dgt_get_fd,
	.read = dgt_read,
	.get_header = dgt_get_header,
	.get_squares = dgt_get_squares,
	.recall = dgt_recall,
	.set_clock = dgt_set_clock,
	.show_text = dgt_show_text,
};
