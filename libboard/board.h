/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libboard - read electronic sensor boards and chess clocks
 *
 * A board is opened by a URI:
 *
 *   chardev:/dev/sensorboard0      the kernel driver's node
 *   socket:/run/board.sock         an emulated board on a SOCK_SEQPACKET socket (see board_socket(7))
 *   trace:game.jsonl               a recorded trace; "-" is standard input. A FIFO is followed as it is written
 *   record:out.jsonl,URI           any of these, everything read is also written to out.jsonl
 *
 * Conventions. Functions return 0 or a positive count, or a negative errno
 * value. Nothing is printed. A struct board belongs to one thread at a time;
 * different boards may be used from different threads.
 * Times are microseconds unless the name says otherwise.
 *
 * Squares are numbered row by row as the board itself sees them, 0 the lower
 * left corner seen from the side that the board calls White's (a1 in chess).
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the shared library exports: the functions of this header and nothing else. */
#define BOARD_API __attribute__((visibility("default")))

struct board;
struct board_monitor;

#define BOARD_MAX_SQUARES 100
#define BOARD_TEXT_SIZE 32
/* "There is no such time" in every int64_t time of this header. */
#define BOARD_NO_TIME INT64_MIN

enum board_event_type {
	BOARD_EVENT_LIFT = 1,	/* square, piece */
	BOARD_EVENT_PLACE,	/* square, piece */
	BOARD_EVENT_PRESS,	/* side: that side's lever went down */
	BOARD_EVENT_PAUSE,	/* the pause button */
	BOARD_EVENT_TIME,	/* nothing happened up to this time */
	BOARD_EVENT_LOST,	/* lost: events are missing here; ask for the whole board */
	BOARD_EVENT_SQUARES,	/* squares: the whole board, told by the source itself (traces) */
	BOARD_EVENT_TEXT,	/* text: any other event of a trace, one JSON object, for the caller to read */
};

enum board_side { BOARD_WHITE = 1, BOARD_BLACK = 2 };
enum board_sensors { BOARD_PRESENCE = 1, BOARD_PIECE_ID = 2 };

enum board_feature {
	BOARD_FEATURE_LEVER = 1 << 0,
	BOARD_FEATURE_PAUSE = 1 << 1,
	BOARD_FEATURE_CLOCK = 1 << 2,
	BOARD_FEATURE_LEDS = 1 << 3,
	BOARD_FEATURE_DEVICE_TIME = 1 << 4,	/* device_us is the time of play */
};

/* What stands on each square: '.', '?' or the piece's letter (FEN; draughts w b W B). */
struct board_squares {
	int64_t host_us;	/* CLOCK_BOOTTIME as the answer came, BOARD_NO_TIME for a trace */
	int64_t device_us;	/* the board's own time, or BOARD_NO_TIME */
	uint32_t seq;		/* last event already contained */
	uint8_t count;		/* width * height */
	uint8_t lever;		/* enum board_side whose lever is down, 0 unknown */
	char squares[BOARD_MAX_SQUARES];
};

struct board_event {
	enum board_event_type type;
	uint32_t seq;		/* number of the event on its board; gaps are told by BOARD_EVENT_LOST */
	int64_t host_us;	/* CLOCK_BOOTTIME of arrival, BOARD_NO_TIME for a trace */
	int64_t device_us;	/* the board's own time (a trace: its t_us), or BOARD_NO_TIME */
	uint32_t lost;		/* BOARD_EVENT_LOST: how many */
	uint8_t square;		/* LIFT, PLACE */
	char piece;		/* LIFT, PLACE: letter, or '?' where the board does not know */
	uint8_t side;		/* PRESS: enum board_side */
	const char *text;	/* TEXT: valid until the next call on this board */
	const struct board_squares *squares;	/* SQUARES: valid until the next call on this board */
};

struct board_info {
	uint8_t width, height;
	uint8_t sensors;	/* enum board_sensors */
	uint32_t features;	/* enum board_feature */
	uint32_t scan_us;	/* one scan of the board, 0 unknown */
	uint32_t grace_us;	/* how late an event may be read: 50000 for a board with a lever of its own */
	uint32_t boot_id;	/* changes when the board's own time restarts */
	char model[BOARD_TEXT_SIZE];
	char firmware[BOARD_TEXT_SIZE];
	char serial[BOARD_TEXT_SIZE];	/* "" where there is none */
};

/* How libboard opens files on the caller's behalf: a daemon may hand out already opened
 * descriptors. Returns a descriptor that libboard closes, or a negative errno value. */
struct board_opener {
	int (*open)(const char *path, int flags, void *userdata);
	void *userdata;
};

/*
 * board_open - open a board
 * @uri:     see the top of this file
 * @opener:  NULL for open(2); copied
 * @ret:     the board; board_close() it
 * Returns 0; -EINVAL for a malformed URI or an unknown scheme; -ENODEV if the thing there is not
 * a board; -EPROTONOSUPPORT if it speaks a newer protocol; else as open(2) and read(2).
 * board_error() of a NULL board then gives the sentence (thread-local).
 */
BOARD_API int board_open(const char *uri, const struct board_opener *opener, struct board **ret);
BOARD_API void board_close(struct board *board);
static inline void board_closep(struct board **b) { if (*b) board_close(*b); }

/* The sentence that explains the last failure on this board ("" if none); NULL: of board_open() in this thread. */
BOARD_API const char *board_error(const struct board *board);

BOARD_API const char *board_uri(const struct board *board);

/* A descriptor for poll(2): readable when board_read() has something to say. */
BOARD_API int board_get_fd(const struct board *board);

/*
 * board_read - next event
 * Never sleeps. Returns 1 and fills *ev; -EAGAIN if there is none now; -ENODATA at the end of a
 * trace; -ENODEV when the board is gone; -EBADMSG for malformed input (board_error() names line
 * and fault; reading may go on).
 */
BOARD_API int board_read(struct board *board, struct board_event *ev);

/* What the board is. Cannot fail. Owned by the board. */
BOARD_API const struct board_info *board_get_info(const struct board *board);

/* The first line of a trace as JSON text, NULL for a live board. Owned by the board. */
BOARD_API const char *board_get_header(const struct board *board);

/* Ask for the whole board. -EOPNOTSUPP where the source cannot tell (a trace); -ETIMEDOUT, -EPIPE, -ENODEV. */
BOARD_API int board_get_squares(struct board *board, struct board_squares *ret);

/* Light squares: level[0..width*height-1], 0 dark to 255. -EOPNOTSUPP without BOARD_FEATURE_LEDS. */
BOARD_API int board_set_leds(struct board *board, const uint8_t *level, size_t n);

/* Show times on the board's clock; running: enum board_side that counts down, 0 none. */
BOARD_API int board_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running);

/* --- finding boards: libudev --- */

enum board_change { BOARD_ADDED = 1, BOARD_REMOVED = 2 };

struct board_device {
	enum board_change change;
	char uri[128];		/* for board_open() */
	char node[64];		/* /dev/sensorboard0 */
	char by_id[128];	/* /dev/sensorboard/by-id/..., "" if udev made none */
	char port[64];		/* USB port path, e.g. 1-2.3: where the board is plugged in */
	char serial[BOARD_TEXT_SIZE];
	char model[BOARD_TEXT_SIZE];
};

/*
 * board_monitor_open - watch boards come and go
 * The boards that are there already are delivered first, as BOARD_ADDED.
 * board_monitor_read() as board_read(): 1, -EAGAIN, or an error.
 */
BOARD_API int board_monitor_open(struct board_monitor **ret);
BOARD_API void board_monitor_close(struct board_monitor *monitor);
BOARD_API int board_monitor_get_fd(const struct board_monitor *monitor);
BOARD_API int board_monitor_read(struct board_monitor *monitor, struct board_device *ret);

#ifdef __cplusplus
}
#endif
#endif
