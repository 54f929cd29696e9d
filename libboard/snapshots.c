/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See snapshots.h. */
#include "libboard/mailbox.h"
#include "libboard/backend.h"
#include "libboard/snapshots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_US 2000000
/* Pieces that were lifted lately: a captured one is not set down again. */
#define LIFTED 8
#define LIFTED_US 3000000

struct snapshot_board {
	struct board board;
	const struct snapshot_protocol *protocol;
	const char *path;
	struct serial_line line;
	struct command_queue commands;
	const struct board_opener *opener; /* &opener_copy; NULL: nothing is saved */
	struct board_opener opener_copy;
	char *state_file; /* for what was learned, NULL none */
	bool noise_reported;
	bool has_request; /* it answers protocol->request */
	unsigned acks;	  /* of the parser's, that were handled */
	int over;
	char *header;
	int64_t t_us;	     /* recorded: each snapshot takes one scan */
	int64_t snapshot_us; /* when the last one came, 0 none */
	int64_t event_us;    /* of the last event: times never decrease */
	uint32_t seq;
	unsigned snapshots;
	bool knows_squares, squares_due;
	char squares[SNAPSHOT_SQUARES];
	struct board_squares squares_event; /* what a SQUARES event points to */
	struct lifted_piece {
		char letter;
		int64_t since_us;
	} lifted[LIFTED];
	unsigned lifts; /* so far */
	unsigned head, tail;
	struct board_event queue[SNAPSHOT_QUEUE];
	bool is_reports; /* each reading gives one report */
	size_t start, end;
	uint8_t buf[512];
	struct snapshot_parser parser;
};

static struct snapshot_board *snapshot_board_of(const struct board *board)
{
	return (struct snapshot_board *)board;
}

static void snapshots_add(struct snapshot_board *s, enum board_event_type type, uint8_t square, char piece,
			  int64_t now_us)
{
	struct board_event *ev = &s->queue[s->tail++ % SNAPSHOT_QUEUE];

	*ev = (struct board_event){
		.type = type,
		.seq = ++s->seq,
		.square = square,
		.piece = piece,
		.host_us = s->line.is_live ? now_us : BOARD_NO_TIME,
		.device_us = s->line.is_live ? BOARD_NO_TIME : now_us,
	};
}

/* --- from one snapshot to the next --- */

static int64_t time_of(const struct snapshot_board *s)
{
	return s->line.is_live ? board_now_us() : s->t_us;
}

/*
 * When a change happened: in the middle of the scan that first showed it, since a scan visits the squares one after the
 * other. Where a change counts at the second snapshot that shows it, that scan is the one before.
 */
static int64_t changed_us(struct snapshot_board *s)
{
	int64_t now = time_of(s), scan = s->protocol->scan_us;
	int64_t span = s->snapshot_us && now - s->snapshot_us < scan ? now - s->snapshot_us : scan;
	int64_t end = s->parser.confirms && s->snapshot_us ? s->snapshot_us : now;

	s->snapshot_us = now;
	if (s->line.is_live && end - span / 2 > s->event_us)
		s->event_us = end - span / 2;
	else if (!s->line.is_live)
		s->event_us = now;
	return s->event_us;
}

static void lift(struct snapshot_board *s, uint8_t q, int64_t now)
{
	s->lifted[s->lifts++ % LIFTED] = (struct lifted_piece){ s->squares[q], now };
	snapshots_add(s, BOARD_EVENT_LIFT, q, s->squares[q], now);
}

/* The piece that was lifted before and is now set down as this one, or a pawn that was promoted to it. */
static struct lifted_piece *find_lifted(struct snapshot_board *s, char piece, int64_t now)
{
	bool white = piece < 'a';

	for (unsigned i = 0; i < LIFTED; i++) {
		struct lifted_piece *lifted = &s->lifted[i];
		char was = lifted->letter;

		if (was && now - lifted->since_us < LIFTED_US &&
		    (was == piece || (piece == '?' ? was == 'P' || was == 'p' : was == (white ? 'P' : 'p'))))
			return lifted;
	}
	return NULL;
}

static void place(struct snapshot_board *s, uint8_t q, int64_t now)
{
	struct lifted_piece *lifted = find_lifted(s, s->parser.squares[q], now);

	if (lifted)
		lifted->letter = 0;
	snapshots_add(s, BOARD_EVENT_PLACE, q, s->parser.squares[q], now);
}

/*
 * At most 128 events; the queue has room for them. Which of the changes came first is not known: pieces that were
 * lifted in an earlier snapshot are placed before others are lifted, and these are lifted before they are placed.
 */
static void take_changes(struct snapshot_board *s, int64_t now)
{
	bool placed[SNAPSHOT_SQUARES] = { false };

	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		placed[q] = s->parser.squares[q] != '.' && s->parser.squares[q] != s->squares[q];
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES && !s->parser.presence; q++)
		if (placed[q] && find_lifted(s, s->parser.squares[q], now)) {
			place(s, q, now);
			placed[q] = false;
		}
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		if (s->parser.squares[q] == '.' && s->squares[q] != '.')
			lift(s, q, now);
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		if (placed[q])
			place(s, q, now);
}

static void take_snapshot(struct snapshot_board *s)
{
	int64_t now;

	if (s->snapshots++)
		s->t_us += s->protocol->scan_us;
	now = changed_us(s);
	if (s->knows_squares) {
		take_changes(s, now);
	} else {
		s->knows_squares = true;
		s->squares_due = !s->line.is_live;
	}
	memcpy(s->squares, s->parser.squares, SNAPSHOT_SQUARES);
}

static bool has_events(const struct snapshot_board *s)
{
	return s->head != s->tail || s->squares_due;
}

/* Pieces were identified, which is no change of what stands there. A state file that cannot be written is no reason to
 * end. */
static void take_kinds(struct snapshot_board *s)
{
	char text[SAVED_STATE_SIZE];

	memcpy(s->squares, s->parser.squares, SNAPSHOT_SQUARES);
	s->squares_due = s->knows_squares;
	s->board.info.sensors = BOARD_PIECE_ID;
	if (s->state_file && s->protocol->write(&s->parser, text, sizeof(text)) == 0)
		(void)board_saved_state_write(s->opener, s->state_file, text);
}

/* More bytes. Of a hidraw node one report, which has its own end. */
static int read_more(struct snapshot_board *s)
{
	int n = board_serial_line_read(&s->line, s->buf, sizeof(s->buf));

	if (n < 0)
		return n;
	s->start = 0;
	s->end = (size_t)n;
	if (s->is_reports) {
		s->parser.have = 0;
		if (!s->protocol->is_snapshot(s->buf, s->end))
			s->end = 0;
	}
	return 0;
}

static int write_text(struct snapshot_board *s, const char *text)
{
	return board_serial_line_write(&s->line, (const uint8_t *)text, strlen(text));
}

/* Decodes one byte, reading more if there is none. 1; -EBADMSG; or why there is none. */
static int step(struct snapshot_board *s)
{
	enum snapshot_result result;
	int r;

	if (s->start == s->end) {
		r = read_more(s);
		if (r < 0 || s->start == s->end)
			return r < 0 ? r : 1;
	}
	result = s->protocol->feed(&s->parser, s->buf[s->start++]);
	if (result == SNAPSHOT_COMPLETE) {
		take_snapshot(s);
		if (s->protocol->learn && s->protocol->learn(&s->parser))
			take_kinds(s);
		if (s->is_reports)
			s->start = s->end; /* the rest is padding */
	}
	if (s->parser.reply && s->line.is_live) {
		r = write_text(s, s->parser.reply);
		if (r < 0)
			return r;
	}
	s->parser.reply = NULL;
	if (s->acks != s->parser.acks) {
		s->acks = s->parser.acks;
		board_command_queue_acknowledge(&s->commands);
	}
	return result == SNAPSHOT_NOISE ? -EBADMSG : 1;
}

/* What comes while an answer is waited for, to the mailbox of a board that a thread reads; of any other it stays. */
static void hand_over(struct snapshot_board *s)
{
	while (s->board.mailbox && s->head != s->tail)
		board_mailbox_push(s->board.mailbox, &s->queue[s->head++ % SNAPSHOT_QUEUE]);
}

static int wait_for_snapshot(struct snapshot_board *s, unsigned was)
{
	int64_t until = board_now_us() + ANSWER_US;

	while (s->snapshots == was) {
		int r = step(s);
		int64_t left = until - board_now_us();

		hand_over(s);
		if (r == -EAGAIN && left > 0)
			board_serial_line_wait(&s->line, (int)(left / 1000 + 1));
		else if (left <= 0)
			return -ETIMEDOUT;
		else if (r < 0 && r != -EAGAIN && r != -EBADMSG)
			return r;
		if (s->tail - s->head > SNAPSHOT_QUEUE / 2)
			return -ETIMEDOUT;
	}
	return 0;
}

static int make_header(struct snapshot_board *s)
{
	const struct board_info *info = &s->board.info;

	if (asprintf(
		    &s->header,
		    "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"%s\",\"lever\":false,"
		    "\"scan_us\":%u,\"grace_us\":%u,\"board\":{\"model\":\"%s\"}}",
		    info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence", info->scan_us, info->grace_us,
		    info->model) < 0) {
		s->header = NULL;
		return -ENOMEM;
	}
	return 0;
}

/* What was learned when this board was open before. What cannot be read is learned again. */
static void read_state(struct snapshot_board *s, const char *address, const struct board_opener *opener)
{
	char text[SAVED_STATE_SIZE];

	if (!s->protocol->read || !s->line.is_live || !opener)
		return;
	s->opener_copy = *opener;
	s->opener = &s->opener_copy;
	s->state_file = board_saved_state_path(opener, s->board.driver->scheme, address);
	if (s->state_file && board_saved_state_read(opener, s->state_file, text) > 0)
		(void)s->protocol->read(&s->parser, text);
}

static int start_board(struct snapshot_board *s)
{
	const struct snapshot_protocol *protocol = s->protocol;
	int r;

	if (!s->line.is_live)
		return 0;
	s->is_reports = protocol->is_snapshot && !isatty(s->line.fd);
	if (protocol->dtr_low)
		board_serial_line_lower_dtr(&s->line);
	r = board_command_queue_open(&s->commands, &s->line, protocol->gap_us, protocol->tries);
	return r == 0 && protocol->start.size ? board_command_queue_send(&s->commands, COMMAND_SOUND,
									 protocol->start.bytes, protocol->start.size) :
						r;
}

/* The first snapshot shows that it is a board, and whether it knows the kinds of pieces. */
static int first_snapshot(struct snapshot_board *s)
{
	const char *const *question = s->line.is_live ? s->protocol->questions : NULL;
	int r = -ETIMEDOUT;

	s->has_request = s->protocol->request.size;
	if (!question)
		return wait_for_snapshot(s, 0);
	for (; r == -ETIMEDOUT && *question; question++) {
		s->has_request &= question == s->protocol->questions;
		r = write_text(s, *question);
		if (r == 0)
			r = wait_for_snapshot(s, 0);
	}
	return r;
}

static int snapshot_open(struct board *board, const char *address, const struct board_opener *opener)
{
	const struct snapshot_protocol *protocol = board->driver->snapshots;
	struct snapshot_board *s = snapshot_board_of(board);
	int r;

	s->protocol = protocol;
	board_serial_line_init(&s->line);
	board_command_queue_init(&s->commands);
	s->path = strchr(board->uri, ':') + 1;
	r = board_serial_line_open(&s->line, board, address, protocol->speed, opener);
	if (r < 0)
		return r;
	read_state(s, address, opener);
	r = start_board(s);
	if (r == 0)
		r = first_snapshot(s);
	while (r == 0 && s->line.is_file && protocol->learning && protocol->learning(&s->parser))
		r = wait_for_snapshot(s, s->snapshots);
	if (s->snapshots && r == -ENODATA)
		r = 0;
	if (r == -ETIMEDOUT || r == -ENODATA)
		return board_fail(board, -ENODEV, "%.300s: what is there does not report squares like a %s", s->path,
				  protocol->model);
	if (r < 0)
		return r;
	board->info = (struct board_info){
		.width = 8,
		.height = 8,
		.scan_us = protocol->scan_us,
		.grace_us = (s->parser.confirms ? 3 : 2) * protocol->scan_us,
		.sensors = s->parser.presence ? BOARD_PRESENCE : BOARD_PIECE_ID,
		.features = (s->line.is_live ? protocol->features : BOARD_FEATURE_DEVICE_TIME),
	};
	snprintf(board->info.model, sizeof(board->info.model), "%s",
		 protocol->model_of ? protocol->model_of(&s->parser) : protocol->model);
	board_poll_set_mark(&s->line.poll_set, s->line.is_file || has_events(s) || s->start < s->end);
	return s->line.is_live ? 0 : make_header(s);
}

static void snapshot_close(struct board *board)
{
	struct snapshot_board *s = snapshot_board_of(board);

	free(s->parser.own);
	board_command_queue_close(&s->commands);
	board_serial_line_close(&s->line);
	free(s->state_file);
	free(s->header);
}

static int snapshot_get_fd(const struct board *board)
{
	return snapshot_board_of(board)->line.poll_set.fd;
}

static const char *snapshot_get_header(const struct board *board)
{
	return snapshot_board_of(board)->header;
}

static void report_squares(struct snapshot_board *s, struct board_event *ev)
{
	int64_t host_us, device_us;

	s->event_us = time_of(s);
	host_us = s->line.is_live ? s->event_us : BOARD_NO_TIME;
	device_us = s->line.is_live ? BOARD_NO_TIME : s->event_us;
	s->squares_event = (struct board_squares){
		.host_us = host_us, .device_us = device_us, .seq = s->seq, .count = SNAPSHOT_SQUARES
	};
	memcpy(s->squares_event.squares, s->squares, SNAPSHOT_SQUARES);
	*ev = (struct board_event){
		.type = BOARD_EVENT_SQUARES,
		.seq = s->seq,
		.host_us = host_us,
		.device_us = device_us,
		.squares = &s->squares_event,
	};
}

static int next_event(struct snapshot_board *s, struct board_event *ev)
{
	int r = s->over;

	while (!r && !has_events(s)) {
		r = step(s);
		if (r == -EBADMSG && !s->noise_reported) {
			s->noise_reported = true; /* once, since a bad cable goes on for hours */
			return board_fail(&s->board, r, "%.300s: noise on the line: bytes that a %s does not send",
					  s->path, s->protocol->model);
		}
		r = r > 0 || r == -EBADMSG ? 0 : r;
	}
	/* The whole board comes after the events that led to it. */
	if (s->squares_due && s->head == s->tail) {
		s->squares_due = false;
		report_squares(s, ev);
		return 1;
	}
	if (s->head == s->tail)
		return r;
	*ev = s->queue[s->head++ % SNAPSHOT_QUEUE];
	return 1;
}

static int snapshot_read(struct board *board, struct board_event *ev)
{
	struct snapshot_board *s = snapshot_board_of(board);
	int r = s->line.is_live ? board_command_queue_run(&s->commands) : 0;

	r = r < 0 ? r : next_event(s, ev);

	if (r == -ENODATA || r == -ENODEV)
		s->over = r;
	if (!s->line.is_file)
		board_poll_set_mark(&s->line.poll_set, has_events(s) || s->start < s->end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the recorded bytes have ended", s->path);
	return r;
}

/* The last snapshot; a board that can be asked for one is asked. */
static int snapshot_get_squares(struct board *board, struct board_squares *ret)
{
	struct snapshot_board *s = snapshot_board_of(board);
	int r = 0;

	if (!s->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked for the whole board",
				  s->path);
	if (s->has_request) {
		r = board_serial_line_write(&s->line, s->protocol->request.bytes, s->protocol->request.size);
		if (r == 0)
			r = wait_for_snapshot(s, s->snapshots);
		board_poll_set_mark(&s->line.poll_set, has_events(s) || s->start < s->end);
	}
	if (r < 0)
		return r;
	ret->host_us = s->event_us = board_now_us();
	ret->seq = s->seq;
	ret->count = SNAPSHOT_SQUARES;
	memcpy(ret->squares, s->squares, SNAPSHOT_SQUARES);
	return 0;
}

static int snapshot_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	struct snapshot_board *s = snapshot_board_of(board);
	uint8_t bytes[COMMAND_SIZE];
	uint64_t lit = 0;

	for (size_t i = 0; i < n; i++)
		lit |= (uint64_t)(level[i] != 0) << i;
	return board_command_queue_send(&s->commands, COMMAND_LIGHTS, bytes, s->protocol->leds(&s->parser, lit, bytes));
}

static int snapshot_beep(struct board *board, unsigned hz, unsigned ms)
{
	struct snapshot_board *s = snapshot_board_of(board);
	uint8_t bytes[COMMAND_SIZE];

	return board_command_queue_send(&s->commands, COMMAND_SOUND, bytes, s->protocol->beep(hz, ms, bytes));
}

const struct board_backend board_snapshots = {
	.size = sizeof(struct snapshot_board),
	.open = snapshot_open,
	.close = snapshot_close,
	.get_fd = snapshot_get_fd,
	.read = snapshot_read,
	.get_header = snapshot_get_header,
	.get_squares = snapshot_get_squares,
	.set_leds = snapshot_set_leds,
	.beep = snapshot_beep,
};
