// SPDX-License-Identifier: GPL-2.0-or-later
#include "emulator/native-board.h"

#include <endian.h>
#include <errno.h>
#include <string.h>

static const char start_8x8[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

unsigned native_cells(const struct native_board *board)
{
	return (unsigned)board->state.size * board->state.size;
}

static bool has(const struct native_board *board, uint32_t feature)
{
	return le32toh(board->info.features) & feature;
}

static void copy_text(char to[static SBW_TEXT_SIZE], const char *from)
{
	if (from)
		memcpy(to, from, strnlen(from, SBW_TEXT_SIZE));
}

/* As the sensors see it. */
static char seen(const struct native_board *board, char piece)
{
	return piece == '.' || board->info.sensors == SBW_SENSORS_PIECE_ID ? piece : '?';
}

int native_init(struct native_board *board, const struct native_config *config)
{
	const uint8_t size = config->size ? config->size : 8;
	const uint32_t all = SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS |
			     SBW_FEATURE_DEVICE_TIME;

	board->state.size = size;
	if ((size != 8 && size != 10) || (config->squares && strlen(config->squares) != native_cells(board)))
		return -EINVAL;
	board->info = (struct sbw_info){
		.magic = htole32(SBW_MAGIC),
		.version = SBW_VERSION,
		.width = size,
		.height = size,
		.sensors = config->sensors ? config->sensors : SBW_SENSORS_PIECE_ID,
		.features = htole32(config->features || config->no_features ? config->features : all),
		.scan_us = htole32(config->scan_us),
		.boot_id = htole32(config->boot_id ? config->boot_id : 1),
	};
	copy_text(board->info.model, config->model ? config->model : "Emulated board");
	copy_text(board->info.firmware, config->firmware ? config->firmware : "flagfall-sim");
	copy_text(board->info.serial, config->serial);
	memset(board->state.squares, '.', native_cells(board));
	if (config->squares || size == 8)
		memcpy(board->state.squares, config->squares ? config->squares : start_8x8, native_cells(board));
	for (unsigned i = 0; i < native_cells(board); i++)
		board->known.squares[i] = seen(board, board->state.squares[i]);
	board->state.time_us = board->beat_us = board->known.time_us = config->time_us;
	board->state.lever = board->known.lever = config->lever;
	board->every_us = config->beat_us ? config->beat_us : NATIVE_BEAT_US;
	return 0;
}

/* --- events --- */

static struct native_event *queued_event(struct native_board *board, unsigned i)
{
	return &board->queue[(board->head + i) % NATIVE_QUEUE];
}

/* The host knows, or will learn from the whole board only, that this happened. */
static void mark_known(struct native_board *board, const struct native_event *ev)
{
	if ((int32_t)(ev->seq - board->known.seq) <= 0)
		return;
	board->known.seq = ev->seq;
	board->known.time_us = ev->time_us;
	if (ev->mark)
		return;
	if (ev->type == SBW_EVENT_LIFT)
		board->known.squares[ev->square] = '.';
	else if (ev->type == SBW_EVENT_PLACE)
		board->known.squares[ev->square] = (char)ev->piece;
	else if (ev->type == SBW_EVENT_PRESS)
		board->known.lever = ev->piece;
}

void native_drop_waiting(struct native_board *board)
{
	for (unsigned i = 0; i < board->state.pending; i++) {
		mark_known(board, queued_event(board, i));
		if (i >= board->taking)
			board->state.dropped++;
	}
	board->state.pending = board->taking;
}

static void add_event(struct native_board *board, struct native_event ev)
{
	struct native_state *state = &board->state;
	struct native_event *last = state->pending > board->taking ? queued_event(board, state->pending - 1) : NULL;

	board->beat_us = state->time_us;
	/* A host that sleeps need not hear of every quarter of a second. */
	if (ev.type == SBW_EVENT_TIME && last && last->type == SBW_EVENT_TIME && state->pending >= NATIVE_QUEUE / 2) {
		last->time_us = state->time_us;
		return;
	}
	ev.seq = ++state->seq;
	ev.time_us = state->time_us;
	if (!board->is_plugged) {
		mark_known(board, &ev);
		state->dropped++;
		return;
	}
	if (state->pending == NATIVE_QUEUE)
		native_drop_waiting(board);
	*queued_event(board, state->pending++) = ev;
}

int native_lift(struct native_board *board, unsigned square)
{
	char piece;

	if (square >= native_cells(board))
		return -ERANGE;
	piece = board->state.squares[square];
	if (piece == '.')
		return 0;
	board->lifted = piece;
	board->state.squares[square] = '.';
	add_event(board, (struct native_event){ .type = SBW_EVENT_LIFT,
						.square = (uint8_t)square,
						.piece = (uint8_t)seen(board, piece) });
	return 1;
}

int native_place(struct native_board *board, unsigned square, char piece)
{
	char before;

	if (square >= native_cells(board))
		return -ERANGE;
	if (!piece)
		piece = board->lifted ? board->lifted : '?';
	before = board->state.squares[square];
	board->state.squares[square] = piece;
	if (before == piece || (before != '.' && board->info.sensors == SBW_SENSORS_PRESENCE))
		return 0;
	add_event(board, (struct native_event){ .type = SBW_EVENT_PLACE,
						.square = (uint8_t)square,
						.piece = (uint8_t)seen(board, piece) });
	return 1;
}

int native_set_squares(struct native_board *board, const char *squares)
{
	int n = 0;

	if (strlen(squares) != native_cells(board))
		return -EINVAL;
	for (unsigned i = 0; i < native_cells(board); i++)
		if (squares[i] == '.')
			n += native_lift(board, i);
	for (unsigned i = 0; i < native_cells(board); i++)
		if (squares[i] != '.')
			n += native_place(board, i, squares[i]);
	return n;
}

int native_press(struct native_board *board, int side)
{
	if (!has(board, SBW_FEATURE_LEVER))
		return -EOPNOTSUPP;
	if (side != SBW_SIDE_WHITE && side != SBW_SIDE_BLACK)
		return -EINVAL;
	board->state.lever = (uint8_t)side;
	add_event(board, (struct native_event){ .type = SBW_EVENT_PRESS, .piece = (uint8_t)side });
	return 1;
}

int native_pause(struct native_board *board)
{
	if (!has(board, SBW_FEATURE_PAUSE))
		return -EOPNOTSUPP;
	add_event(board, (struct native_event){ .type = SBW_EVENT_PAUSE });
	return 1;
}

void native_mark(struct native_board *board, uint8_t mark)
{
	add_event(board, (struct native_event){ .type = SBW_EVENT_LIFT, .mark = mark });
}

int native_advance(struct native_board *board, uint64_t until_us)
{
	if (until_us < board->state.time_us)
		return -EINVAL;
	while (has(board, SBW_FEATURE_DEVICE_TIME) && until_us - board->beat_us >= board->every_us) {
		const uint64_t next = board->beat_us + board->every_us;

		if (next > board->state.time_us)
			board->state.time_us = next;
		native_beat(board);
	}
	board->state.time_us = until_us;
	return 0;
}

int native_beat(struct native_board *board)
{
	add_event(board, (struct native_event){ .type = SBW_EVENT_TIME });
	return 0;
}

void native_reboot(struct native_board *board, uint32_t boot_id, uint64_t time_us)
{
	struct native_state *state = &board->state;

	native_drop_waiting(board);
	state->pending = board->taking = 0;
	board->info.boot_id = htole32(boot_id);
	state->time_us = board->beat_us = board->known.time_us = time_us;
	state->seq = board->known.seq = 0;
	state->lever = board->known.lever = 0;
	memset(state->leds, 0, sizeof(state->leds));
	state->white_ms = state->black_ms = state->running = 0;
}

/* --- the cable --- */

void native_plug(struct native_board *board)
{
	board->is_plugged = true;
}

void native_unplug(struct native_board *board)
{
	board->is_plugged = false;
	native_report_taken(board, false);
	native_drop_waiting(board);
}

size_t native_next_report(struct native_board *board, uint8_t buf[static NATIVE_REPLY_SIZE])
{
	struct sbw_report report = { .version = SBW_VERSION };
	const struct native_event *first = queued_event(board, 0);
	unsigned n;
	size_t length;

	if (board->taking || !board->state.pending)
		return 0;
	for (n = 0; n < board->state.pending && n < SBW_REPORT_EVENTS; n++) {
		const struct native_event *ev = queued_event(board, n);

		/* Numbers in a report follow each other; what did not happen goes alone. */
		if (n && (first->mark || ev->mark || ev->seq != first->seq + n ||
			  ev->time_us - first->time_us > SBW_REPORT_SPAN_US))
			break;
		report.events[n] = (struct sbw_event){ .type = ev->type,
						       .square = ev->square,
						       .piece = ev->piece,
						       .delta_us = htole32((uint32_t)(ev->time_us - first->time_us)) };
	}
	length = offsetof(struct sbw_report, events) + n * sizeof(struct sbw_event);
	report.count = (uint8_t)n;
	report.length = htole16((uint16_t)length);
	report.seq = htole32(first->seq);
	report.time_us = htole64(first->time_us);
	if (first->mark && board->spoil_report)
		length = board->spoil_report(board, first->mark, &report, length);
	memcpy(buf, &report, length);
	board->taking = n;
	return length;
}

void native_report_taken(struct native_board *board, bool arrived)
{
	for (unsigned i = 0; i < board->taking; i++) {
		mark_known(board, queued_event(board, i));
		board->state.dropped += !arrived;
	}
	board->head = (board->head + board->taking) % NATIVE_QUEUE;
	board->state.pending -= board->taking;
	board->taking = 0;
}

static int get_info(struct native_board *board, uint8_t *reply)
{
	board->state.info_asked++;
	memcpy(reply, &board->info, sizeof(board->info));
	return (int)sizeof(board->info);
}

static int get_board(struct native_board *board, uint8_t *reply)
{
	const unsigned cells = native_cells(board);
	const struct sbw_board_header head = {
		/* Nothing is to come that happened earlier: then it is the board of this very instant. */
		.time_us = htole64(board->state.pending ? board->known.time_us : board->state.time_us),
		.seq = htole32(board->known.seq),
		.count = (uint8_t)cells,
		.lever = board->known.lever,
	};

	board->state.board_asked++;
	memcpy(reply, &head, sizeof(head));
	memcpy(reply + sizeof(head), board->known.squares, cells);
	return (int)(sizeof(head) + cells);
}

bool native_accepts(const struct native_board *board, const struct native_setup *setup)
{
	if (setup->type != 0x41 || setup->value || setup->index)
		return false;
	if (setup->request == SBW_REQ_SET_LEDS)
		return has(board, SBW_FEATURE_LEDS) && setup->length == native_cells(board);
	return setup->request == SBW_REQ_SET_CLOCK && has(board, SBW_FEATURE_CLOCK) &&
	       setup->length == sizeof(struct sbw_clock);
}

static void show(struct native_board *board, const struct native_setup *setup, const uint8_t *data)
{
	struct native_state *state = &board->state;
	struct sbw_clock clock;

	if (setup->request == SBW_REQ_SET_LEDS) {
		memcpy(state->leds, data, setup->length);
		state->leds_set++;
	} else {
		memcpy(&clock, data, sizeof(clock));
		state->white_ms = le32toh(clock.white_ms);
		state->black_ms = le32toh(clock.black_ms);
		state->running = clock.running;
		state->clock_set++;
	}
	if (board->on_shown)
		board->on_shown(board, setup->request);
}

int native_control(struct native_board *board, const struct native_setup *setup, const uint8_t *data,
		   uint8_t reply[static NATIVE_REPLY_SIZE])
{
	int r = -EPIPE;

	if (native_accepts(board, setup)) {
		show(board, setup, data);
		r = 0;
	} else if (setup->type == 0xc1 && !setup->value && !setup->index) {
		if (setup->request == SBW_REQ_GET_INFO)
			r = get_info(board, reply);
		else if (setup->request == SBW_REQ_GET_BOARD)
			r = get_board(board, reply);
		if (r > 0 && board->spoil_answer)
			r = board->spoil_answer(board, setup->request, reply, r);
	}
	if (r < 0)
		board->state.stalled++;
	return r > setup->length ? setup->length : r;
}
