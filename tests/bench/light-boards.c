/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/light-boards.h"

#include <endian.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "kernel/wire.h"
#include "libboard/wire-decoder.h"

#define READY 64
/* A side's knight moves so often, four times out and back, and then a pawn does. */
#define SHUTTLES 8
#define BLACK_EARLIER 4 /* moves: between a pawn's move and the next the knights come home three times at most */

struct light_board {
	int listener, host;
	bool mute;
	uint32_t seq;
	unsigned step;
	uint8_t lever;
	char moving; /* the piece in the hand, 0 none */
	char squares[64];
	atomic_uint presses;
	_Atomic int64_t pressed_us[LIGHT_PLIES], sent_us[LIGHT_PLIES]; /* … and was on its way */
};

struct light_boards {
	struct light_plan plan;
	char folder[80];
	int epoll;
	pthread_t thread;
	atomic_bool playing, over;
	atomic_ullong events, dropped, clocks;
	struct light_board boards[];
};

static int64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

static void give_up(const char *what)
{
	fprintf(stderr, "light boards: %s: %s\n", what, strerror(errno));
	exit(1);
}

void light_boards_path(const struct light_boards *l, unsigned board, char path[static 108])
{
	snprintf(path, 108, "%s/light-%u", l->folder, board);
}

/* --- what is sent --- */

static void send_event(struct light_boards *l, struct light_board *b, uint8_t type, unsigned square, char piece)
{
	struct {
		uint8_t kind;
		struct sbw_report report;
	} __attribute__((packed)) message = { .kind = SOCKET_REPORT };
	size_t length = offsetof(struct sbw_report, events) + sizeof(struct sbw_event);

	message.report.version = SBW_VERSION;
	message.report.count = 1;
	message.report.length = htole16((uint16_t)length);
	message.report.seq = htole32(++b->seq);
	message.report.time_us = htole64((uint64_t)now_us());
	message.report.events[0] =
		(struct sbw_event){ .type = type, .square = (uint8_t)square, .piece = (uint8_t)piece };
	atomic_fetch_add(&l->events, 1);
	if (b->host < 0 || send(b->host, &message, 1 + length, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		atomic_fetch_add(&l->dropped, 1);
}

static void lift(struct light_boards *l, struct light_board *b, unsigned square)
{
	char piece = b->squares[square];

	b->squares[square] = '.';
	send_event(l, b, SBW_EVENT_LIFT, square, piece);
}

static void place(struct light_boards *l, struct light_board *b, unsigned square, char piece)
{
	b->squares[square] = piece;
	send_event(l, b, SBW_EVENT_PLACE, square, piece);
}

/*
 * The squares of a ply. Every (SHUTTLES + 1)th move of a side is a pawn's, one square on, file by file; when each has
 * moved twice, LIGHT_PLIES are over.
 */
static void squares_of(unsigned ply, unsigned *from, unsigned *to)
{
	static const uint8_t files[] = { 0, 1, 2, 3, 4, 6, 7 };
	unsigned black = ply % 2, move = ply / 2 + (black ? BLACK_EARLIER : 0);
	unsigned round = move / (SHUTTLES + 1), part = move % (SHUTTLES + 1);
	unsigned rank = 1 + round / sizeof(files), file = files[round % sizeof(files)];
	unsigned home = 6, out = 2 * 8 + 5; /* g1, f3 */

	*from = part == SHUTTLES ? rank * 8 + file : part % 2 ? out : home;
	*to = part == SHUTTLES ? (rank + 1) * 8 + file : part % 2 ? home : out;
	if (black) {
		*from ^= 56;
		*to ^= 56;
	}
}

static void press(struct light_boards *l, struct light_board *b)
{
	unsigned ply = atomic_load(&b->presses);

	b->lever = ply % 2 ? SBW_SIDE_BLACK : SBW_SIDE_WHITE;
	atomic_store(&b->pressed_us[ply], now_us());
	atomic_store(&b->presses, ply + 1);
	send_event(l, b, SBW_EVENT_PRESS, 0, (char)b->lever);
	atomic_store(&b->sent_us[ply], now_us());
}

/* One step is one sensor event; those of a move come last before its press. */
static void step(struct light_boards *l, unsigned i)
{
	struct light_board *b = &l->boards[i];
	unsigned steps = l->plan.events_hz * l->plan.press_ms / 1000, at = (b->step++ + i) % steps, from, to;
	unsigned ply = atomic_load(&b->presses);

	if (ply == LIGHT_PLIES)
		return;
	squares_of(ply, &from, &to);
	if (at == steps - 2) {
		b->moving = b->squares[from];
		lift(l, b, from);
	} else if (at == steps - 1 && b->moving) {
		place(l, b, to, b->moving);
		b->moving = 0;
		press(l, b);
	} else if (at < steps - 2 && at % 2 == 0) {
		lift(l, b, ply % 2 ? 0 : 56); /* of the side that does not move */
	} else if (b->squares[0] == '.' || b->squares[56] == '.') {
		place(l, b, b->squares[0] == '.' ? 0 : 56, b->squares[0] == '.' ? 'R' : 'r');
	}
}

/* --- what is asked --- */

static size_t info_of(const struct light_boards *l, const struct light_board *b, uint8_t *to)
{
	struct sbw_info info = {
		.magic = htole32(SBW_MAGIC),
		.version = SBW_VERSION,
		.width = 8,
		.height = 8,
		.sensors = SBW_SENSORS_PIECE_ID,
		.features = htole32(SBW_FEATURE_LEVER | SBW_FEATURE_CLOCK),
		.boot_id = htole32(1),
		.model = "Light board",
	};

	snprintf(info.serial, sizeof(info.serial), "LIGHT-%u", (unsigned)(b - l->boards));
	memcpy(to, &info, sizeof(info));
	return sizeof(info);
}

static size_t board_of(const struct light_board *b, uint8_t *to)
{
	struct sbw_board_header head = {
		.time_us = htole64((uint64_t)now_us()),
		.seq = htole32(b->seq),
		.count = 64,
		.lever = b->lever,
	};

	memcpy(to, &head, sizeof(head));
	memcpy(to + sizeof(head), b->squares, 64);
	return sizeof(head) + 64;
}

static void hang_up(struct light_boards *l, struct light_board *b)
{
	close(b->host);
	b->host = -1;
}

static void serve(struct light_boards *l, struct light_board *b)
{
	uint8_t message[SOCKET_MESSAGE_SIZE], reply[SOCKET_MESSAGE_SIZE] = { SOCKET_REPLY, SOCKET_OK };
	struct socket_request request;
	size_t n = sizeof(struct socket_reply);
	ssize_t got = recv(b->host, message, sizeof(message), MSG_DONTWAIT);

	if (got == 0 || (got < 0 && errno != EAGAIN)) {
		hang_up(l, b);
		return;
	}
	if (got < (ssize_t)sizeof(request) || b->mute)
		return;
	memcpy(&request, message, sizeof(request));
	if (request.bRequest == SBW_REQ_GET_INFO)
		n += info_of(l, b, reply + n);
	else if (request.bRequest == SBW_REQ_GET_BOARD)
		n += board_of(b, reply + n);
	else if (request.bRequest == SBW_REQ_SET_CLOCK)
		atomic_fetch_add(&l->clocks, 1);
	if (send(b->host, reply, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		hang_up(l, b);
}

static void take_host(struct light_boards *l, struct light_board *b)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.u32 = 2 * (uint32_t)(b - l->boards) + 1 };
	int fd = accept4(b->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return;
	if (b->host >= 0)
		hang_up(l, b);
	b->host = fd;
	if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, fd, &ev) < 0)
		hang_up(l, b);
}

static void *work(void *userdata)
{
	struct light_boards *l = userdata;
	int64_t begun_us = 0;
	uint64_t done = 0;

	while (!atomic_load(&l->over)) {
		struct epoll_event ready[READY];
		int n = epoll_wait(l->epoll, ready, READY, 1);

		for (int i = 0; i < n; i++) {
			struct light_board *b = &l->boards[ready[i].data.u32 / 2];

			if (ready[i].data.u32 % 2 == 0)
				take_host(l, b);
			else if (b->host >= 0)
				serve(l, b);
		}
		if (!atomic_load(&l->playing)) {
			begun_us = 0;
			continue;
		}
		if (!begun_us) {
			begun_us = now_us();
			done = 0;
		}
		/* all boards in turn, evenly in time */
		for (uint64_t due = (uint64_t)(now_us() - begun_us) * l->plan.events_hz * l->plan.boards / 1000000;
		     done < due; done++)
			step(l, (unsigned)(done % l->plan.boards));
	}
	return NULL;
}

/* --- made, told, asked --- */

static void listen_at(struct light_boards *l, struct light_board *b)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct epoll_event ev = { .events = EPOLLIN, .data.u32 = 2 * (uint32_t)(b - l->boards) };

	light_boards_path(l, (unsigned)(b - l->boards), address.sun_path);
	b->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (b->listener < 0 || bind(b->listener, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    listen(b->listener, 4) < 0 || epoll_ctl(l->epoll, EPOLL_CTL_ADD, b->listener, &ev) < 0)
		give_up(address.sun_path);
}

struct light_boards *light_boards_new(const char *folder, const struct light_plan *plan)
{
	struct light_boards *l = calloc(1, sizeof(*l) + plan->boards * sizeof(l->boards[0]));

	if (!l)
		give_up("no memory");
	l->plan = *plan;
	snprintf(l->folder, sizeof(l->folder), "%s", folder);
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	for (unsigned i = 0; i < plan->boards; i++) {
		l->boards[i].host = -1;
		memcpy(l->boards[i].squares, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr", 64);
		listen_at(l, &l->boards[i]);
	}
	if (pthread_create(&l->thread, NULL, work, l) != 0)
		give_up("no thread");
	return l;
}

void light_boards_free(struct light_boards *l)
{
	char path[108];

	atomic_store(&l->over, true);
	pthread_join(l->thread, NULL);
	for (unsigned i = 0; i < l->plan.boards; i++) {
		close(l->boards[i].listener);
		if (l->boards[i].host >= 0)
			close(l->boards[i].host);
		light_boards_path(l, i, path);
		unlink(path);
	}
	close(l->epoll);
	free(l);
}

void light_boards_play(struct light_boards *l, bool on)
{
	atomic_store(&l->playing, on);
}

void light_boards_mute(struct light_boards *l, unsigned board)
{
	l->boards[board].mute = true; /* before it plays */
}

unsigned light_boards_presses(const struct light_boards *l, unsigned board)
{
	return atomic_load(&l->boards[board].presses);
}

int64_t light_boards_sent_us(const struct light_boards *l, unsigned board, unsigned n)
{
	return atomic_load(&l->boards[board].sent_us[n]);
}

int64_t light_boards_pressed_us(const struct light_boards *l, unsigned board, unsigned n)
{
	return atomic_load(&l->boards[board].pressed_us[n]);
}

uint64_t light_boards_events(const struct light_boards *l)
{
	return atomic_load(&l->events);
}

uint64_t light_boards_dropped(const struct light_boards *l)
{
	return atomic_load(&l->dropped);
}

uint64_t light_boards_clocks(const struct light_boards *l)
{
	return atomic_load(&l->clocks);
}
