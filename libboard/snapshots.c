/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chessnut:PATH, certabo:PATH, millennium:PATH. See snapshots.h. */
#include "libboard/saved-state.h"
#include "libboard/snapshots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_US 2000000
/* Men who were lifted lately: one that was taken is not set down again. */
#define HAND 8
#define HAND_US 3000000

struct shots {
	struct board board;
	const struct snapshot_protocol *maker;
	const char *path;
	struct serial_line line;
	struct command_queue speak;
	const struct board_opener *opener;	/* &keeper, NULL: nothing is kept */
	struct board_opener keeper;
	char *memory;			/* the file of what was learned, NULL none */
	bool told_noise;
	unsigned acks;			/* of the parser's, that were passed on */
	int over;
	char *header;
	int64_t t_us;			/* recorded: each telling takes one scan */
	int64_t told_us;		/* when the last one came, 0 none */
	int64_t given_us;		/* the last time that the caller was told: times never decrease */
	uint32_t seq;
	unsigned boards;
	bool knows_squares, squares_due;
	char squares[SNAPSHOT_SQUARES];
	struct board_squares told;	/* what a SQUARES event points to */
	struct man { char piece; int64_t since_us; } hand[HAND];
	unsigned hands;			/* lifted so far */
	unsigned head, tail;
	struct board_event queue[SNAPSHOT_QUEUE];
	bool is_reports;		/* each reading gives one report */
	size_t start, end;
	uint8_t buf[512];
	struct snapshot_parser parser;
};

static struct shots *shots_of(const struct board *board)
{
	return (struct shots *)board;
}

static void add(struct shots *s, enum board_event_type type, uint8_t square, char piece, int64_t now_us)
{
	struct board_event *ev = &s->queue[s->tail++ % SNAPSHOT_QUEUE];

	*ev = (struct board_event){
		.type = type, .seq = ++s->seq, .square = square, .piece = piece,
		.host_us = s->line.is_live ? now_us : BOARD_NO_TIME, .device_us = s->line.is_live ? BOARD_NO_TIME : now_us,
	};
}

/* --- from one telling to the next --- */

static int64_t time_of(const struct shots *s)
{
	return s->line.is_live ? board_now_us() : s->t_us;
}

/*
 * When what has changed did: in the middle of the look that first saw it, since its squares are looked at one after the
 * other. Where a change is believed at the second time that it is told, that look is the one before.
 */
static int64_t changed_us(struct shots *s)
{
	int64_t now = time_of(s), scan = s->maker->scan_us;
	int64_t look = s->told_us && now - s->told_us < scan ? now - s->told_us : scan;
	int64_t end = s->maker->confirms && s->parser.ids && s->told_us ? s->told_us : now;

	s->told_us = now;
	if (s->line.is_live && end - look / 2 > s->given_us)
		s->given_us = end - look / 2;
	else if (!s->line.is_live)
		s->given_us = now;
	return s->given_us;
}

static void lift(struct shots *s, uint8_t q, int64_t now)
{
	s->hand[s->hands++ % HAND] = (struct man){ s->squares[q], now };
	add(s, BOARD_EVENT_LIFT, q, s->squares[q], now);
}

/* The man that was lifted before and is now set down as this piece, or a pawn that became it. */
static struct man *in_hand(struct shots *s, char piece, int64_t now)
{
	bool white = piece < 'a';

	for (unsigned i = 0; i < HAND; i++) {
		struct man *man = &s->hand[i];

		if (man->piece && now - man->since_us < HAND_US &&
		    (man->piece == piece || (piece == '?' ? man->piece == 'P' || man->piece == 'p' : man->piece == (white ? 'P' : 'p'))))
			return man;
	}
	return NULL;
}

static void place(struct shots *s, uint8_t q, int64_t now)
{
	struct man *man = in_hand(s, s->parser.squares[q], now);

	if (man)
		man->piece = 0;
	add(s, BOARD_EVENT_PLACE, q, s->parser.squares[q], now);
}

/*
 * At most 128 events; the queue is empty enough. Which of the changes came first is not known: men that are in the hand since
 * an earlier telling are set down before others are lifted, these before they are set down.
 */
static void take_changes(struct shots *s, int64_t now)
{
	bool set_down[SNAPSHOT_SQUARES] = { false };

	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		set_down[q] = s->parser.squares[q] != '.' && s->parser.squares[q] != s->squares[q];
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES && !s->parser.presence; q++)
		if (set_down[q] && in_hand(s, s->parser.squares[q], now)) {
			place(s, q, now);
			set_down[q] = false;
		}
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		if (s->parser.squares[q] == '.' && s->squares[q] != '.')
			lift(s, q, now);
	for (uint8_t q = 0; q < SNAPSHOT_SQUARES; q++)
		if (set_down[q])
			place(s, q, now);
}

static void take_board(struct shots *s)
{
	int64_t now;

	if (s->boards++)
		s->t_us += s->maker->scan_us;
	now = changed_us(s);
	if (s->knows_squares) {
		take_changes(s, now);
	} else {
		s->knows_squares = true;
		s->squares_due = !s->line.is_live;
	}
	memcpy(s->squares, s->parser.squares, SNAPSHOT_SQUARES);
}

static bool has_events(const struct shots *s)
{
	return s->head != s->tail || s->squares_due;
}

/* Men have got their names: not a change of what stands there. A memory that cannot be written is no reason to end. */
static void take_names(struct shots *s)
{
	char text[SAVED_STATE_SIZE];

	memcpy(s->squares, s->parser.squares, SNAPSHOT_SQUARES);
	s->squares_due = s->knows_squares;
	s->board.info.sensors = BOARD_PIECE_ID;
	if (s->memory && s->maker->write(&s->parser, text, sizeof(text)) == 0)
		(void)board_saved_state_write(s->opener, s->memory, text);
}

/* More bytes. Of a hidraw node one report, which has its own end. */
static int read_more(struct shots *s)
{
	int n = board_serial_line_read(&s->line, s->buf, sizeof(s->buf));

	if (n < 0)
		return n;
	s->start = 0;
	s->end = (size_t)n;
	if (s->is_reports) {
		s->parser.have = 0;
		if (!s->maker->wants(s->buf, s->end))
			s->end = 0;
	}
	return 0;
}

/* One byte, read if there is none. 1; -EBADMSG; or why there is none. */
static int step(struct shots *s)
{
	enum snapshot_result fed;
	int r;

	if (s->start == s->end) {
		r = read_more(s);
		if (r < 0 || s->start == s->end)
			return r < 0 ? r : 1;
	}
	fed = s->maker->feed(&s->parser, s->buf[s->start++]);
	if (fed == SNAPSHOT_COMPLETE) {
		take_board(s);
		if (s->maker->learn && s->maker->learn(&s->parser))
			take_names(s);
		if (s->is_reports)
			s->start = s->end;	/* what follows fills the report up */
	}
	if (s->acks != s->parser.acks) {
		s->acks = s->parser.acks;
		board_command_queue_acknowledge(&s->speak);
	}
	return fed == SNAPSHOT_NOISE ? -EBADMSG : 1;
}

static int wait_for_board(struct shots *s, unsigned was)
{
	int64_t until = board_now_us() + ANSWER_US;

	while (s->boards == was) {
		int r = step(s);
		int64_t left = until - board_now_us();

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

static int make_header(struct shots *s)
{
	const struct board_info *info = &s->board.info;

	if (asprintf(&s->header, "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"%s\",\"lever\":false,"
		     "\"scan_us\":%u,\"grace_us\":%u,\"board\":{\"model\":\"%s\"}}",
		     info->sensors == BOARD_PIECE_ID ? "piece-id" : "presence", info->scan_us, info->grace_us, info->model) < 0) {
		s->header = NULL;
		return -ENOMEM;
	}
	return 0;
}

/* What was learned when this board was open before. What cannot be read is learned again. */
static void remember(struct shots *s, const char *address, const struct board_opener *opener)
{
	char text[SAVED_STATE_SIZE];

	if (!s->maker->read || !s->line.is_live || !opener)
		return;
	s->keeper = *opener;
	s->opener = &s->keeper;
	s->memory = board_saved_state_path(opener, s->maker->scheme, address);
	if (s->memory && board_saved_state_read(opener, s->memory, text) > 0)
		(void)s->maker->read(&s->parser, text);
}

static int begin(struct shots *s)
{
	const struct snapshot_protocol *maker = s->maker;
	int r;

	if (!s->line.is_live)
		return 0;
	s->is_reports = maker->wants && !isatty(s->line.fd);
	if (maker->dtr_low)
		board_serial_line_lower_dtr(&s->line);
	r = board_command_queue_open(&s->speak, &s->line, maker->gap_us, maker->tries);
	return r == 0 && maker->hello.size ? board_command_queue_send(&s->speak, COMMAND_SOUND, maker->hello.bytes, maker->hello.size) : r;
}

static int open_shots(struct board *board, const char *address, const struct board_opener *opener, const struct snapshot_protocol *maker)
{
	struct shots *s = shots_of(board);
	int r;

	s->maker = maker;
	board_serial_line_init(&s->line);
	board_command_queue_init(&s->speak);
	s->path = strchr(board->uri, ':') + 1;
	r = board_serial_line_open(&s->line, board, address, maker->speed, opener);
	if (r < 0)
		return r;
	remember(s, address, opener);
	r = begin(s);
	/* The first board tells that it is one, and whether it names the men. */
	if (r == 0)
		r = wait_for_board(s, 0);
	while (r == 0 && s->line.is_file && maker->learning && maker->learning(&s->parser))
		r = wait_for_board(s, s->boards);
	if (s->boards && r == -ENODATA)
		r = 0;
	if (r == -ETIMEDOUT || r == -ENODATA)
		return board_fail(board, -ENODEV, "%.300s: what is there does not tell squares like a %s", s->path, maker->model);
	if (r < 0)
		return r;
	board->info = (struct board_info){
		.width = 8, .height = 8, .scan_us = maker->scan_us, .grace_us = (maker->confirms && s->parser.ids ? 3 : 2) * maker->scan_us,
		.sensors = s->parser.presence ? BOARD_PRESENCE : BOARD_PIECE_ID,
		.features = (s->line.is_live ? maker->features : BOARD_FEATURE_DEVICE_TIME),
	};
	snprintf(board->info.model, sizeof(board->info.model), "%s", maker->model_of ? maker->model_of(&s->parser) : maker->model);
	board_poll_set_mark(&s->line.poll_set, s->line.is_file || has_events(s) || s->start < s->end);
	return s->line.is_live ? 0 : make_header(s);
}

static int open_chessnut(struct board *board, const char *address, const struct board_opener *opener)
{
	return open_shots(board, address, opener, &board_snapshot_chessnut);
}

static int open_certabo(struct board *board, const char *address, const struct board_opener *opener)
{
	return open_shots(board, address, opener, &board_snapshot_certabo);
}

static int open_millennium(struct board *board, const char *address, const struct board_opener *opener)
{
	return open_shots(board, address, opener, &board_snapshot_millennium);
}

static void shots_close(struct board *board)
{
	struct shots *s = shots_of(board);

	if (s->maker && s->maker->done)
		s->maker->done(&s->parser);
	board_command_queue_close(&s->speak);
	board_serial_line_close(&s->line);
	free(s->memory);
	free(s->header);
}

static int shots_get_fd(const struct board *board)
{
	return shots_of(board)->line.poll_set.fd;
}

static const char *shots_get_header(const struct board *board)
{
	return shots_of(board)->header;
}

static void tell_squares(struct shots *s, struct board_event *ev)
{
	int64_t host_us, device_us;

	s->given_us = time_of(s);
	host_us = s->line.is_live ? s->given_us : BOARD_NO_TIME;
	device_us = s->line.is_live ? BOARD_NO_TIME : s->given_us;
	s->told = (struct board_squares){ .host_us = host_us, .device_us = device_us, .seq = s->seq, .count = SNAPSHOT_SQUARES };
	memcpy(s->told.squares, s->squares, SNAPSHOT_SQUARES);
	*ev = (struct board_event){
		.type = BOARD_EVENT_SQUARES, .seq = s->seq, .host_us = host_us, .device_us = device_us, .squares = &s->told,
	};
}

static int next_event(struct shots *s, struct board_event *ev)
{
	int r = s->over;

	while (!r && !has_events(s)) {
		r = step(s);
		if (r == -EBADMSG && !s->told_noise) {
			s->told_noise = true;	/* once: a bad cable goes on for hours */
			return board_fail(&s->board, r, "%.300s: noise on the line: bytes that are nothing a %s says", s->path,
					  s->maker->model);
		}
		r = r > 0 || r == -EBADMSG ? 0 : r;
	}
	/* The whole board comes after the events that led to it. */
	if (s->squares_due && s->head == s->tail) {
		s->squares_due = false;
		tell_squares(s, ev);
		return 1;
	}
	if (s->head == s->tail)
		return r;
	*ev = s->queue[s->head++ % SNAPSHOT_QUEUE];
	return 1;
}

static int shots_read(struct board *board, struct board_event *ev)
{
	struct shots *s = shots_of(board);
	int r = s->line.is_live ? board_command_queue_run(&s->speak) : 0;

	r = r < 0 ? r : next_event(s, ev);

	if (r == -ENODATA || r == -ENODEV)
		s->over = r;
	if (!s->line.is_file)
		board_poll_set_mark(&s->line.poll_set, has_events(s) || s->start < s->end);
	if (r == -ENODATA)
		return board_fail(board, r, "%.300s: the recorded bytes have ended", s->path);
	return r;
}

/* The board as last told; one that tells when asked is asked. */
static int shots_get_squares(struct board *board, struct board_squares *ret)
{
	struct shots *s = shots_of(board);
	int r = 0;

	if (!s->line.is_live)
		return board_fail(board, -EOPNOTSUPP, "%.300s: recorded bytes cannot be asked for the whole board", s->path);
	if (s->maker->ask.size) {
		r = board_serial_line_write(&s->line, s->maker->ask.bytes, s->maker->ask.size);
		if (r == 0)
			r = wait_for_board(s, s->boards);
		board_poll_set_mark(&s->line.poll_set, has_events(s) || s->start < s->end);
	}
	if (r < 0)
		return r;
	ret->host_us = s->given_us = board_now_us();
	ret->seq = s->seq;
	ret->count = SNAPSHOT_SQUARES;
	memcpy(ret->squares, s->squares, SNAPSHOT_SQUARES);
	return 0;
}

static int shots_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	struct shots *s = shots_of(board);
	uint8_t bytes[COMMAND_SIZE];
	uint64_t lit = 0;

	for (size_t i = 0; i < n; i++)
		lit |= (uint64_t)(level[i] != 0) << i;
	return board_command_queue_send(&s->speak, COMMAND_LIGHTS, bytes, s->maker->leds(&s->parser, lit, bytes));
}

static int shots_beep(struct board *board, unsigned hz, unsigned ms)
{
	struct shots *s = shots_of(board);
	uint8_t bytes[COMMAND_SIZE];

	return board_command_queue_send(&s->speak, COMMAND_SOUND, bytes, s->maker->beep(hz, ms, bytes));
}

#define SHOTS(word) { \
	.scheme = #word, .size = sizeof(struct shots), .open = open_ ## word, .close = shots_close, .get_fd = shots_get_fd, \
	.read = shots_read, .get_header = shots_get_header, .get_squares = shots_get_squares, .set_leds = shots_set_leds, \
	.beep = shots_beep, \
}

const struct board_backend board_chessnut = SHOTS(chessnut);
const struct board_backend board_certabo = SHOTS(certabo);
const struct board_backend board_millennium = SHOTS(millennium);
