/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/dgt.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* In recorded bytes: a clock frame comes about once a second, a field when it changes. */
#define CLOCK_US 1000000
#define FIELD_US 1000
#define UNTIMED_US 500000 /* … and where no clock tells the time, a field takes so long */
#define AWAY_MS 3000
#define GAP_MS 60000 /* more than that, and its times were set */

/* So many more pieces of one colour than of the other decide where the first move was not seen. */
#define VOTES_MAX 8
#define VOTES_GUESS 5

static const char start[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

static struct dgt_event *dgt_decoder_add(struct dgt_decoder *r, enum board_event_type type)
{
	struct dgt_event *e = &r->queue[r->tail % DGT_QUEUE_SIZE];

	/* SQUARES and TEXT have no number of their own. */
	if (type != BOARD_EVENT_SQUARES && type != BOARD_EVENT_TEXT)
		r->seq++;
	if (r->tail - r->head == DGT_QUEUE_SIZE) {
		r->lost++;
		return NULL;
	}
	r->tail++;
	e->event = (struct board_event){
		.type = type,
		.seq = r->seq,
		.host_us = r->recorded ? BOARD_NO_TIME : r->now_us,
		.device_us = r->recorded ? r->t_us : BOARD_NO_TIME,
	};
	return e;
}

bool board_dgt_decoder_pop(struct dgt_decoder *r, struct board_event *ev)
{
	struct dgt_event *e;

	if (r->head == r->tail) {
		if (!r->lost)
			return false;
		*ev = (struct board_event){
			.type = BOARD_EVENT_LOST,
			.lost = r->lost,
			.seq = r->seq,
			.host_us = r->recorded ? BOARD_NO_TIME : r->now_us,
			.device_us = r->recorded ? r->t_us : BOARD_NO_TIME,
		};
		r->lost = 0;
		return true;
	}
	e = &r->queue[r->head++ % DGT_QUEUE_SIZE];
	*ev = e->event;
	if (ev->type == BOARD_EVENT_TEXT)
		ev->text = e->text;
	if (ev->type == BOARD_EVENT_SQUARES)
		ev->squares = &e->squares;
	return true;
}

static enum dgt_side other(enum dgt_side side)
{
	return side == DGT_LEFT ? DGT_RIGHT : DGT_LEFT;
}

static uint8_t colour(const struct dgt_decoder *r, enum dgt_side side)
{
	enum dgt_side white = r->white ? r->white : r->votes < 0 ? DGT_RIGHT : DGT_LEFT;

	return side == white ? BOARD_WHITE : BOARD_BLACK;
}

unsigned board_dgt_distance_from_start(const char squares[static DGT_SQUARES])
{
	unsigned away = 0;

	for (unsigned i = 0; i < DGT_SQUARES; i++)
		away += squares[i] != start[i];
	return away;
}

unsigned board_dgt_decoder_distance_from_start(const struct dgt_decoder *r)
{
	unsigned away[2] = { board_dgt_distance_from_start(r->squares), 0 };

	for (unsigned i = 0; i < DGT_SQUARES; i++)
		away[1] += r->squares[i] != start[DGT_SQUARES - 1 - i];
	return away[0] < away[1] ? away[0] : away[1];
}

/* Before the first move the guess does no harm, since nobody's time has run. */
static bool knows_white(const struct dgt_decoder *r)
{
	return r->white || r->votes || (r->knows_squares && board_dgt_decoder_distance_from_start(r) <= 2);
}

uint8_t board_dgt_decoder_lever(const struct dgt_decoder *r)
{
	/* The lever is up on the side whose time runs. */
	return r->knows_clock && knows_white(r) ? colour(r, other(r->clock.to_move)) : 0;
}

void board_dgt_decoder_guess_white(struct dgt_decoder *r, enum dgt_side side)
{
	r->votes = side == DGT_LEFT ? VOTES_GUESS : side == DGT_RIGHT ? -VOTES_GUESS : 0;
}

/* --- the board --- */

static void take_field(struct dgt_decoder *r, uint8_t square, char piece)
{
	char old = r->knows_squares ? r->squares[square] : piece == '.' ? '?' : '.';
	struct dgt_event *e;

	r->squares[square] = piece;
	if (piece == old || r->recalling)
		return;
	r->moved = true;
	if (piece != '.' && piece != '?' && r->knows_clock && r->clock.running) {
		bool is_white = isupper((unsigned char)piece);

		r->votes += is_white == (r->clock.to_move == DGT_LEFT) ? 1 : -1;
		r->votes = r->votes > VOTES_MAX ? VOTES_MAX : r->votes < -VOTES_MAX ? -VOTES_MAX : r->votes;
	}
	e = dgt_decoder_add(r, piece == '.' ? BOARD_EVENT_LIFT : BOARD_EVENT_PLACE);
	if (e) {
		e->event.square = square;
		e->event.piece = piece == '.' ? old : piece;
	}
}

/* Recorded bytes: so much time has passed since the last reading of the clock, and the fields came evenly meanwhile. */
static void pass_time(struct dgt_decoder *r, int64_t us)
{
	int64_t from = r->t_us;
	unsigned n = r->deferred_count;

	r->deferred_count = 0;
	for (unsigned i = 0; i < n; i++) {
		r->t_us = from + us * (i + 1) / (n + 1);
		take_field(r, r->deferred[i].square, r->deferred[i].piece);
	}
	r->t_us = from + us;
}

static void defer_field(struct dgt_decoder *r, uint8_t square, char piece)
{
	if (!r->knows_clock) {
		r->t_us += UNTIMED_US;
		take_field(r, square, piece);
		return;
	}
	if (r->deferred_count == DGT_DEFERRED)
		pass_time(r, UNTIMED_US * DGT_DEFERRED);
	r->deferred[r->deferred_count].square = square;
	r->deferred[r->deferred_count++].piece = piece;
}

static void report_board(struct dgt_decoder *r)
{
	struct dgt_event *e = dgt_decoder_add(r, BOARD_EVENT_SQUARES);

	if (!e)
		return;
	e->squares = (struct board_squares){
		.host_us = e->event.host_us,
		.device_us = e->event.device_us,
		.seq = r->seq,
		.count = DGT_SQUARES,
		.lever = board_dgt_decoder_lever(r),
	};
	memcpy(e->squares.squares, r->squares, DGT_SQUARES);
}

/* A board that was reported in recorded bytes stood so before what comes next. */
static void board_stood(struct dgt_decoder *r)
{
	if (r->board_waits)
		report_board(r);
	r->board_waits = false;
}

void board_dgt_decoder_end(struct dgt_decoder *r)
{
	const int64_t us = (int64_t)UNTIMED_US * r->deferred_count;

	if (r->deferred_count)
		pass_time(r, us > CLOCK_US ? us : CLOCK_US);
	board_stood(r);
}

static void take_board(struct dgt_decoder *r, const char *squares)
{
	bool knew = r->knows_squares;

	pass_time(r, FIELD_US * r->deferred_count);
	r->knows_squares = true;
	r->boards++;
	/* a change that was lost on the line shows here: lifts come first, as in a move */
	for (unsigned pass = 0; knew && !r->recorded && pass < 2; pass++)
		for (uint8_t i = 0; i < DGT_SQUARES; i++)
			if (squares[i] != r->squares[i] && (squares[i] == '.') == (pass == 0))
				take_field(r, i, squares[i]);
	memcpy(r->squares, squares, DGT_SQUARES);
	/* when it stood so the clock tells */
	r->board_waits = r->recorded && knew && r->knows_clock;
	if (r->recorded && !r->board_waits)
		report_board(r);
}

/* --- the board's log of what was missed --- */

void board_dgt_decoder_recall(struct dgt_decoder *r, const char from[static DGT_SQUARES])
{
	r->recalling = true;
	memcpy(r->recalled, from, DGT_SQUARES);
}

void board_dgt_decoder_no_log(struct dgt_decoder *r)
{
	r->recalling = false;
	report_board(r);
}

static void report_logged(struct dgt_decoder *r, const struct dgt_logged *logged, size_t n, const char *from)
{
	char was[DGT_SQUARES];
	uint8_t side = 0;

	memcpy(was, from, sizeof(was));
	for (size_t i = 0; i < n; i++) {
		const struct dgt_logged *l = &logged[i];
		enum board_event_type type = l->is_press     ? BOARD_EVENT_PRESS :
					     l->piece == '.' ? BOARD_EVENT_LIFT :
							       BOARD_EVENT_PLACE;
		struct dgt_event *e;

		if (l->is_press ? !side : was[l->square] == l->piece)
			continue;
		e = dgt_decoder_add(r, type);
		if (e && l->is_press) {
			e->event.side = side;
		} else if (e) {
			e->event.square = l->square;
			e->event.piece = l->piece == '.' ? was[l->square] : l->piece;
		}
		/* the side that pressed is that of the piece placed last */
		if (l->is_press)
			side = 0;
		else if (l->piece != '.')
			side = isupper((unsigned char)l->piece) ? BOARD_WHITE : BOARD_BLACK;
		if (!l->is_press)
			was[l->square] = l->piece;
	}
}

static void take_log(struct dgt_decoder *r)
{
	struct dgt_logged logged[DGT_QUEUE_SIZE - 8];
	char turned[DGT_SQUARES];
	int n;

	if (!r->recalling)
		return;
	for (unsigned i = 0; i < DGT_SQUARES; i++)
		turned[i] = r->recalled[DGT_SQUARES - 1 - i];
	r->recalling = false;
	n = board_dgt_log_missed(r->parser.frame + 3, r->parser.have - 3, r->recalled, r->squares, logged,
				 DGT_QUEUE_SIZE - 8);
	if (n >= 0) {
		report_logged(r, logged, (size_t)n, r->recalled);
	} else {
		n = board_dgt_log_missed(r->parser.frame + 3, r->parser.have - 3, turned, r->squares, logged,
					 DGT_QUEUE_SIZE - 8);
		if (n >= 0)
			report_logged(r, logged, (size_t)n, turned);
	}
	report_board(r);
}

/* --- the clock --- */

/* The clock begins to run. */
static void find_white(struct dgt_decoder *r, const struct dgt_clock_reading *clock)
{
	/* One move at most: White's first may have been made before the first clock frame. */
	bool flipped = r->knows_clock && r->clock.to_move != clock->to_move;
	unsigned away;

	if (!r->knows_squares)
		return;
	away = board_dgt_decoder_distance_from_start(r);
	if (away == 0)
		r->white = clock->to_move;
	else if (away <= 2 && r->knows_clock) /* else that side may have pressed already */
		r->white = flipped ? r->clock.to_move : clock->to_move;
}

static void report_times(struct dgt_decoder *r)
{
	const struct dgt_clock_reading *c = &r->clock;
	bool left_white = colour(r, DGT_LEFT) == BOARD_WHITE;
	/* A time of 0 is a fallen flag. The clock shows 0:00 for a while before it says so. */
	uint32_t left = c->left_ms || c->left_flag ? c->left_ms : 1,
		 right = c->right_ms || c->right_flag ? c->right_ms : 1;
	struct dgt_event *e;

	/* Better no times than the wrong player's. */
	if (!knows_white(r) || !(e = dgt_decoder_add(r, BOARD_EVENT_TEXT)))
		return;
	snprintf(e->text, sizeof(e->text),
		 "{\"t_us\":%" PRId64 ",\"type\":\"clock-report\",\"white_ms\":%" PRIu32 ",\"black_ms\":%" PRIu32
		 ",\"running\":\"%s\"}",
		 r->recorded ? r->t_us : r->now_us, left_white ? left : right, left_white ? right : left,
		 !c->running			      ? "none" :
		 colour(r, c->to_move) == BOARD_WHITE ? "white" :
							"black");
}

/* The lever has gone over since the clock was read. Both sides' times ran meanwhile, and if that was long, the line was
 * silent. */
static int64_t away_us(const struct dgt_clock_reading *before, const struct dgt_clock_reading *now)
{
	const int64_t left = (int64_t)before->left_ms - now->left_ms, right = (int64_t)before->right_ms - now->right_ms;
	const int64_t fell = (left > 0 ? left : 0) + (right > 0 ? right : 0);

	return fell > AWAY_MS && fell < GAP_MS ? fell * 1000 : CLOCK_US;
}

/* How long ago a recorded clock was read last, from its own times, which are whole seconds. */
static int64_t since_reading(const struct dgt_decoder *r, const struct dgt_clock_reading *clock)
{
	const struct dgt_clock_reading *before = &r->clock;
	uint32_t then = clock->to_move == DGT_LEFT ? before->left_ms : before->right_ms;
	uint32_t now = clock->to_move == DGT_LEFT ? clock->left_ms : clock->right_ms;

	if (!r->knows_clock || !before->running || !clock->running)
		return CLOCK_US;
	if (before->to_move != clock->to_move)
		return away_us(before, clock);
	return now < then && then - now < GAP_MS ? (then - now) * INT64_C(1000) : CLOCK_US;
}

static void dgt_decoder_take_clock(struct dgt_decoder *r, const struct dgt_clock_reading *clock)
{
	struct dgt_clock_reading before = r->clock;
	bool knew = r->knows_clock, moved = r->moved;
	unsigned presses = knew ? board_dgt_count_presses(&r->increment, &before, clock) : 0;

	if (clock->running && board_dgt_clock_was_turned(&r->clock_queue, clock->to_move))
		presses = 0;
	/* new times from the host show without a press */
	if (r->clock_queue.times_set && presses > 1)
		presses = before.to_move != clock->to_move;
	if (clock->running && !(knew && before.running))
		find_white(r, clock);
	r->knows_clock = true;
	r->moved = false;
	/*
	 * It stood at the last reading, pieces have moved, and now the other side's time runs: it was started before
	 * the lever was pressed. A press while the clock stands would end no turn.
	 */
	if (presses && !before.running && moved && !r->recalling && !r->clock_queue.times_set) {
		r->clock.running = true;
		report_times(r);
	}
	r->clock = *clock;
	r->clock_us = r->now_us;
	if (r->recalling)
		return;
	for (unsigned i = 0; i < presses; i++) {
		struct dgt_event *e = dgt_decoder_add(r, BOARD_EVENT_PRESS);

		if (e)
			e->event.side = colour(r, i % 2 ? other(before.to_move) : before.to_move);
	}
	/* At a flag the clock stands by itself. */
	if (knew && before.running && !clock->running && !clock->left_flag && !clock->right_flag)
		dgt_decoder_add(r, BOARD_EVENT_PAUSE);
	report_times(r);
}

/* A press on a noisy line that the lever's own bit denies: the next frame decides. */
static bool is_doubtful(struct dgt_decoder *r, const struct dgt_clock_reading *clock)
{
	r->doubted = clock->disagrees && r->knows_clock && clock->to_move != r->clock.to_move && !r->doubted;
	return r->doubted;
}

/* --- frames --- */

static int take_frame(struct dgt_decoder *r)
{
	const uint8_t *frame = r->parser.frame;
	char squares[DGT_SQUARES], piece;
	struct dgt_clock_answer answer;
	struct dgt_clock_reading clock;
	uint8_t square;
	int n;

	switch (frame[0]) {
	case DGT_FIELD:
		n = board_dgt_parse_field(frame, &square, &piece);
		if (n == 0)
			board_stood(r);
		if (n == 0 && r->recorded)
			defer_field(r, square, piece);
		else if (n == 0)
			take_field(r, square, piece);
		return n;
	case DGT_BOARD:
		n = board_dgt_parse_board(frame, squares);
		if (n == 0)
			take_board(r, squares);
		return n;
	case DGT_CLOCK:
		if (board_dgt_clock_parse_answer(frame, &answer)) {
			board_dgt_clock_take_answer(&r->clock_queue, &answer);
			return 0;
		}
		n = board_dgt_parse_clock(frame, &clock);
		r->no_clock = n == -ENODEV;
		if (r->no_clock && r->recorded)
			pass_time(r, CLOCK_US);
		if (n > 0 && !is_doubtful(r, &clock)) {
			if (r->recorded)
				pass_time(r, since_reading(r, &clock));
			board_stood(r);
			dgt_decoder_take_clock(r, &clock);
		}
		return n == -EBADMSG ? n : 0;
	case DGT_SERIAL:
	case DGT_LONG_SERIAL:
		for (n = 0; n < (int)r->parser.have - 3; n++)
			r->serial[n] = isalnum(frame[3 + n]) ? (char)frame[3 + n] : '?';
		r->serial[n] = '\0';
		return 0;
	case DGT_LOG:
		take_log(r);
		return 0;
	case DGT_BATTERY:
		r->battery = r->parser.have > 3 && frame[3] <= 100 ? frame[3] : 0;
		return 0;
	case DGT_VERSION:
		snprintf(r->version, sizeof(r->version), "%u.%u", frame[3], frame[4]);
		return 0;
	default:
		return 0; /* nothing that happened */
	}
}

int board_dgt_decoder_byte(struct dgt_decoder *r, uint8_t byte, int64_t now_us)
{
	enum dgt_frame_result result = board_dgt_feed(&r->parser, byte);

	r->now_us = now_us;
	if (result == DGT_FRAME_COMPLETE && take_frame(r) == 0)
		return 0;
	if (result == DGT_FRAME_INCOMPLETE)
		return 0;
	r->noise++;
	return -EBADMSG;
}
