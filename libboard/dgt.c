/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dgt:PATH, a DGT board on a serial line (USB, Bluetooth), or a file or FIFO
 * of bytes that one once sent. dgt-frame.c and dgt-decoder.c know what the
 * bytes mean.
 *
 * A live board is first asked for its version: another device behind the same
 * kind of serial adapter has received two letters then, and is closed.
 *
 * After that nothing waits for an answer. What stands on the board is known
 * from its updates; the whole board is requested now and then, and after noise:
 * a change that was lost shows there, and a board that has stopped sending is
 * reported as gone.
 */
#include "libboard/drivers.h"
#include "libboard/dgt.h"
#include "libboard/backend.h"
#include "libboard/serial-line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define ANSWER_US 1000000
#define REQUEST_US 5000000     /* between two requests of the whole board */
#define REQUEST_SOON_US 300000 /* after noise */
#define SILENT_US 12000000     /* two requests without a byte */
#define LOG_US 20000000	       /* 8 kB at 9600 baud take 8.3 s */
#define TEXT_MAJOR 2	       /* the DGT 3000 calls itself 2.something, and the DGT XL has no letters */
#define SHOWS_MS 1500	       /* the clock shows the right times as nearly as it can be read */

/* One whole scan of the squares. */
#define SCAN_US 250000
/* The board asks its clock two or three times a second, and the clock may answer a second late. */
#define GRACE_US 1500000

/* The trace header of a recording. */
#define HEADER \
	"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"piece-id\",\"lever\":true," \
	"\"scan_us\":250000,\"grace_us\":1500000,\"board\":{\"model\":\"DGT e-Board\"}}"

struct dgt {
	struct board board;
	const char *path;
	struct serial_line line;
	bool noise_reported, clock_reported;
	int timer;	  /* -1: none */
	int64_t armed_us; /* when the timer runs */
	int64_t received_us, request_us,
		log_us;	 /* last bytes; when the board is requested next; when the log is given up */
	bool bytes_lost; /* since the whole board was requested */
	struct board_opener opener;
	char *state_file;	   /* keeps on which side of the clock White is, NULL none */
	enum dgt_side saved_white; /* what it says */
	int over;		   /* how reading ended; returned when the queue is empty */
	size_t start, end;	   /* bytes read and not yet taken */
	uint8_t buf[512];
	struct dgt_decoder decoder;
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

static int64_t next_due(const struct dgt *d)
{
	int64_t due = d->request_us, clock = board_dgt_clock_deadline(&d->decoder.clock_queue);

	if (clock < due)
		due = clock;
	if (d->decoder.recalling && d->log_us < due)
		due = d->log_us;
	return due < 1000 ? 1000 : due;
}

static void dgt_set_timer(struct dgt *d)
{
	int64_t due = next_due(d);
	struct itimerspec at = { .it_value = { 0 } };

	if (d->timer < 0)
		return;
	d->armed_us = due;
	at.it_value.tv_sec = due / 1000000;
	at.it_value.tv_nsec = due % 1000000 * 1000;
	timerfd_settime(d->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

/* White's side of the clock is kept for when a cable is pulled in mid-game. */
static void save_white(struct dgt *d)
{
	if (!d->state_file || !d->decoder.white || d->decoder.white == d->saved_white)
		return;
	d->saved_white = d->decoder.white;
	(void)board_saved_state_write(&d->opener, d->state_file,
				      d->saved_white == DGT_LEFT ? "white left\n" : "white right\n");
}

static void restore_white(struct dgt *d, const struct board_opener *opener)
{
	char text[SAVED_STATE_SIZE];

	if (!opener || !opener->state || !d->decoder.serial[0] ||
	    asprintf(&d->state_file, "%s/dgt-%s", opener->state, d->decoder.serial) < 0) {
		d->state_file = NULL;
		return;
	}
	d->opener = *opener;
	if (board_saved_state_read(opener, d->state_file, text) < 0)
		return;
	d->saved_white = strcmp(text, "white left\n") == 0  ? DGT_LEFT :
			 strcmp(text, "white right\n") == 0 ? DGT_RIGHT :
							      DGT_NONE;
	board_dgt_decoder_guess_white(&d->decoder, d->saved_white);
}

/* Does what is due by now. 0; -EBADMSG once, if the clock does not obey; or the line's failure. */
static int do_due(struct dgt *d)
{
	int64_t now = board_now_us();
	const struct dgt_clock_message *message;
	uint64_t n;
	int r = 0;

	if (d->timer < 0)
		return 0;
	(void)!read(d->timer, &n, sizeof(n));
	if (now >= d->received_us + SILENT_US)
		return board_fail(&d->board, -ENODEV, "%.300s: the DGT board has stopped sending", d->path);
	if (d->decoder.recalling && now >= d->log_us)
		board_dgt_decoder_no_log(&d->decoder);
	if (now >= d->request_us && !d->decoder.recalling) {
		r = send_byte(d, DGT_SEND_BOARD);
		d->request_us = now + REQUEST_US;
		d->bytes_lost = false;
	}
	while (r == 0 && (message = board_dgt_clock_due(&d->decoder.clock_queue, now)))
		r = board_serial_line_write(&d->line, message->bytes, message->size);
	d->board.info.unanswered = d->decoder.clock_queue.unanswered;
	save_white(d);
	if (r == 0 && (d->decoder.clock_queue.is_silent || d->decoder.clock_queue.refuses) && !d->clock_reported) {
		d->clock_reported = true;
		r = board_fail(
			&d->board, -EBADMSG,
			d->decoder.clock_queue.is_silent ?
				"%.300s: the clock does not answer; it runs by itself" :
				"%.300s: the clock is not in its mode for being set (23 of the DGT XL, 25 of the DGT 3000); it runs by itself",
			d->path);
	}
	dgt_set_timer(d);
	return r;
}

/* Takes bytes until there is an event or an error. 1: events wait. */
static int read_events(struct dgt *d)
{
	int r = do_due(d);

	while (r == 0 && dgt_decoder_is_empty(&d->decoder)) {
		if (d->start == d->end) {
			int n = board_serial_line_read(&d->line, d->buf, sizeof(d->buf));

			if (n == -ENODATA)
				board_dgt_decoder_end(&d->decoder);
			if (n < 0)
				return dgt_decoder_is_empty(&d->decoder) ? n : 1;
			d->received_us = d->line.is_live ? board_now_us() : 0;
			d->start = 0;
			d->end = (size_t)n;
		}
		if (board_dgt_decoder_byte(&d->decoder, d->buf[d->start++], d->received_us) < 0) {
			if (d->line.is_live && !d->bytes_lost) {
				d->bytes_lost = true;
				if (d->request_us > d->received_us + REQUEST_SOON_US)
					d->request_us = d->received_us + REQUEST_SOON_US;
				dgt_set_timer(d);
			}
			if (!d->noise_reported) {
				d->noise_reported = true; /* once, since a bad cable goes on for hours */
				return board_fail(
					&d->board, -EBADMSG,
					"%.300s: noise on the line: bytes that are not a frame of a DGT board ",
					d->path);
			}
		}
	}
	return r < 0 ? r : 1;
}

/* Reads ahead until done() holds; events stay queued. */
static int wait_for(struct dgt *d, bool (*done)(const struct dgt_decoder *, unsigned), unsigned was, int64_t us)
{
	int64_t until = board_now_us() + us;

	while (!done(&d->decoder, was)) {
		int64_t left = until - board_now_us();
		int n;

		if (d->start < d->end) {
			board_dgt_decoder_byte(&d->decoder, d->buf[d->start++], board_now_us());
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

static int dgt_ask(struct dgt *d, enum dgt_command command, bool (*done)(const struct dgt_decoder *, unsigned),
		   unsigned was)
{
	int r = send_byte(d, command);

	return r < 0 || !done ? r : wait_for(d, done, was, ANSWER_US);
}

static bool has_version(const struct dgt_decoder *r, unsigned was)
{
	return r->version[0];
}
static bool has_serial(const struct dgt_decoder *r, unsigned was)
{
	return r->serial[0];
}
static bool has_board(const struct dgt_decoder *r, unsigned was)
{
	return r->boards != was;
}
static bool has_clock(const struct dgt_decoder *r, unsigned was)
{
	return r->knows_clock || r->no_clock;
}
static bool has_answer(const struct dgt_decoder *r, unsigned was)
{
	return !r->clock_queue.current.size;
}

/* Can the host set this clock? Its answers are waited for this once. */
static int identify_clock(struct dgt *d)
{
	struct dgt_clock_queue *queue = &d->decoder.clock_queue;
	static const enum dgt_clock_command commands[] = { DGT_CLOCK_VERSION, DGT_CLOCK_END_DISPLAY };

	for (unsigned i = 0; i < 2 && !queue->refuses; i++) {
		const struct dgt_clock_message *message;
		int r = 0;

		board_dgt_clock_send(queue, commands[i]);
		message = board_dgt_clock_due(queue, board_now_us());
		if (message)
			r = board_serial_line_write(&d->line, message->bytes, message->size);
		if (r == 0)
			r = wait_for(d, has_answer, 0,
				     DGT_CLOCK_ANSWER_US); /* the board asks it two or three times a second */
		queue->current.size = 0;
		if (r == -ETIMEDOUT)
			d->board.info.unanswered = ++queue->unanswered;
		if (r < 0)
			return r;
	}
	if (!queue->refuses)
		d->board.info.features |= BOARD_FEATURE_CLOCK;
	if (!queue->refuses && queue->major >= TEXT_MAJOR)
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
	int r = dgt_ask(d, DGT_SEND_RESET, NULL, 0);

	/* twice: an earlier probe in another protocol may have confused it */
	if (r == 0)
		r = dgt_ask(d, DGT_SEND_VERSION, has_version, 0);
	if (r == -ETIMEDOUT)
		r = dgt_ask(d, DGT_SEND_VERSION, has_version, 0);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, -ENODEV, "%.300s: what is there does not answer like a DGT board",
				  d->path);
	if (r < 0)
		return r;
	snprintf(info->firmware, sizeof(info->firmware), "%s", d->decoder.version);
	r = dgt_ask(d, DGT_SEND_SERIAL, has_serial, 0);
	if (r < 0 && r != -ETIMEDOUT)
		return r;
	snprintf(info->serial, sizeof(info->serial), "%s", d->decoder.serial);
	r = dgt_ask(d, DGT_SEND_BATTERY, NULL, 0); /* a board without one does not answer */
	if (r == 0)
		r = dgt_ask(d, DGT_SEND_BOARD, has_board, d->decoder.boards);
	if (r == -ETIMEDOUT)
		return board_fail(&d->board, r, "%.300s: the DGT board does not send its squares", d->path);
	if (r == 0)
		r = dgt_ask(d, DGT_SEND_CLOCK, has_clock, 0);
	if (d->decoder.no_clock || r == -ETIMEDOUT)
		info->features &= ~(uint32_t)(BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE);
	else if (r == 0)
		r = identify_clock(d);
	info->battery = d->decoder.battery;
	forget_events(&d->decoder);
	return r < 0 && r != -ETIMEDOUT ? r : dgt_ask(d, DGT_SEND_UPDATES, NULL, 0);
}

static int start_timer(struct dgt *d)
{
	struct epoll_event ev = { .events = EPOLLIN };

	d->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (d->timer < 0 || epoll_ctl(d->line.poll_set.fd, EPOLL_CTL_ADD, d->timer, &ev) < 0)
		return -errno;
	d->received_us = board_now_us();
	d->request_us = d->received_us + REQUEST_US;
	dgt_set_timer(d);
	return 0;
}

static int open_recording(struct dgt *d)
{
	enum dgt_side white = DGT_NONE;
	int r = d->line.is_file ? board_dgt_find_white(d->line.fd, &white) : 0;

	if (r < 0)
		return board_fail(&d->board, r, "%.300s: %s", d->path, strerror(-r));
	board_dgt_decoder_guess_white(&d->decoder, white);
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
		.width = 8,
		.height = 8,
		.sensors = BOARD_PIECE_ID,
		.features = BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE,
		.scan_us = SCAN_US,
		.grace_us = GRACE_US,
		.model = "DGT e-Board",
	};
	d->decoder.recorded = !d->line.is_live;
	if (!d->line.is_live)
		r = open_recording(d);
	else if ((r = identify(d)) == 0 && (r = start_timer(d)) == 0)
		restore_white(d, opener);
	board_poll_set_mark(&d->line.poll_set,
			    d->line.is_file || !dgt_decoder_is_empty(&d->decoder) || d->start < d->end);
	return r;
}

static void dgt_close(struct board *board)
{
	struct dgt *d = dgt_of(board);
	uint8_t byte = DGT_SEND_RESET;

	if (d->line.is_live && d->line.fd >= 0 && !d->over && d->decoder.version[0])
		(void)board_serial_line_write(&d->line, &byte, 1);
	if (d->timer >= 0)
		close(d->timer);
	save_white(d);
	free(d->state_file);
	board_serial_line_close(&d->line);
}

static int dgt_get_fd(const struct board *board)
{
	return dgt_of(board)->line.poll_set.fd;
}

static const char *dgt_get_header(const struct board *board)
{
	return dgt_of(board)->line.is_live ? NULL : HEADER;
}

static int dgt_read(struct board *board, struct board_event *ev)
{
	struct dgt *d = dgt_of(board);
	int r = d->over;

	if (!r || !dgt_decoder_is_empty(&d->decoder))
		r = read_events(d);
	if (r == 1)
		board_dgt_decoder_pop(&d->decoder, ev);
	/* An answer of the clock lets the next command go, though the board may have nothing more to say for long. */
	if (next_due(d) != d->armed_us)
		dgt_set_timer(d);
	if (r == -ENODATA || r == -ENODEV)
		d->over = r;
	if (!d->line.is_file)
		board_poll_set_mark(&d->line.poll_set, !dgt_decoder_is_empty(&d->decoder) || d->start < d->end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the recorded bytes have ended", d->path);
	return r;
}

/* The squares are known. Since the caller may have a reason to doubt them, the board's next answer is compared. */
static int dgt_get_squares(struct board *board, struct board_squares *ret)
{
	struct dgt *d = dgt_of(board);
	int r;

	if (!d->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked for the whole board",
				  d->path);
	r = d->decoder.recalling ? 0 : send_byte(d, DGT_SEND_BOARD);
	if (r < 0)
		return r;
	ret->host_us = board_now_us();
	ret->seq = d->decoder.seq;
	ret->count = DGT_SQUARES;
	ret->lever = board_dgt_decoder_lever(&d->decoder);
	memcpy(ret->squares, d->decoder.squares, DGT_SQUARES);
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
	board_dgt_decoder_recall(&d->decoder, squares);
	d->log_us = board_now_us() + LOG_US;
	dgt_set_timer(d);
	return 0;
}

/* What the clock shows now, when it was read last a while ago and has counted down by itself since. */
static struct dgt_clock_reading shown_by_now(const struct dgt_decoder *decoder)
{
	struct dgt_clock_reading shown = decoder->clock;
	int64_t passed_ms = (board_now_us() - decoder->clock_us) / 1000;
	uint32_t *ms = shown.to_move == DGT_LEFT ? &shown.left_ms : &shown.right_ms;

	if (shown.running)
		*ms -= passed_ms < *ms ? (uint32_t)passed_ms : *ms;
	return shown;
}

/*
 * The clock counts down by itself and changes sides at the lever: it is set only to what it does not show already. A
 * command more than needed is not harmless: it turns the clock back where a lever is pressed while it is on its way.
 */
static int dgt_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct dgt *d = dgt_of(board);
	const struct dgt_clock_reading shown = shown_by_now(&d->decoder);
	bool left_white = d->decoder.white != DGT_RIGHT;
	int64_t left = left_white ? white_ms : black_ms, right = left_white ? black_ms : white_ms;
	enum dgt_side runs = !running ? DGT_NONE : (running == BOARD_WHITE) == left_white ? DGT_LEFT : DGT_RIGHT;

	if (d->decoder.clock_queue.is_silent || d->decoder.clock_queue.refuses)
		return 0; /* was reported */
	if (d->decoder.knows_clock && shown.running == (runs != DGT_NONE) && (!running || shown.to_move == runs) &&
	    llabs(shown.left_ms - left) < SHOWS_MS && llabs(shown.right_ms - right) < SHOWS_MS)
		return 0;
	board_dgt_clock_set(&d->decoder.clock_queue, (uint32_t)(left + 999) / 1000, (uint32_t)(right + 999) / 1000,
			    runs);
	dgt_set_timer(d);
	return 0;
}

static int dgt_show_text(struct board *board, const char *text, unsigned ms)
{
	struct dgt *d = dgt_of(board);

	if (d->decoder.clock_queue.is_silent || d->decoder.clock_queue.refuses || d->decoder.clock_queue.no_text)
		return 0; /* was reported */
	board_dgt_clock_show(&d->decoder.clock_queue, text, ms);
	dgt_set_timer(d);
	return 0;
}

static const struct board_backend backend = {
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

const struct board_driver board_driver_dgt = {
	.scheme = "dgt",
	.backend = &backend,
	.name = "DGT",
	/* Microchip's CDC-ACM; FTDI, of older boards */
	.line_ids = { "04d8:000a", "0403:6001" },
};
