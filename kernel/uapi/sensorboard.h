/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * sensorboard - USB sensor chessboards and chess clocks
 *
 * The interface of /dev/sensorboardN.
 *
 * A board is a grid of sensors, and often a chess clock with a lever. Each
 * open file has its own queue of events: readers do not steal from each other.
 *
 *   open()   -EUSERS: this user has the board open 16 times. A file counts
 *            for the real user id of who opened it, until the last copy of it
 *            is closed, and each board counts for itself: one user does not
 *            take another's places, a daemon with a user of its own always
 *            has its 16. CAP_SYS_RESOURCE is not bound by it. -EBUSY: the hub
 *            sleeps and could not be woken up.
 *   read()   returns whole struct sensorboard_event records, as many as fit.
 *            It sleeps while there are none, unless O_NONBLOCK is set
 *            (-EAGAIN). A buffer smaller than one record is -EINVAL; a buffer
 *            that cannot be written is -EFAULT, and the record stays queued.
 *            After the board is unplugged the queued events can still be
 *            read; then read() returns -ENODEV.
 *   poll()   EPOLLIN | EPOLLRDNORM while events are queued; EPOLLERR |
 *            EPOLLHUP once the board is gone. With O_ASYNC there is a SIGIO
 *            whenever events are queued, one for all that come together, and
 *            one at the end.
 *   ioctl()  the requests at the end of this file. All structures have the
 *            same layout for 32-bit and 64-bit callers; unused members must
 *            be zero on input, or the call fails with -EINVAL, and are zero
 *            on output. A request that is new in a later version of this
 *            file is -ENOTTY before it.
 *
 * The board is read while somebody has it open, and then it is not suspended.
 * What happened before the first open is not told; SENSORBOARD_GET_SQUARES has
 * what became of it.
 *
 * Times of the host, members named time_ns, are nanoseconds of CLOCK_BOOTTIME,
 * or of the clock that SENSORBOARD_SET_CLOCKID has chosen for the open file.
 * Times of the board, members named device_us, are microseconds of its own
 * clock; SENSORBOARD_GET_TIME gives the relation of the two, and how exact
 * it is.
 *
 * Squares are numbered by the geometry, row by row as White sees the board:
 * square = row * width + column, with 0 the lower left corner (a1 in chess).
 */
#ifndef _UAPI_LINUX_SENSORBOARD_H
#define _UAPI_LINUX_SENSORBOARD_H

#include <linux/ioctl.h>
#include <linux/types.h>

/** SENSORBOARD_MAX_SQUARES - squares of the largest geometry (10x10) */
#define SENSORBOARD_MAX_SQUARES 100

/** SENSORBOARD_TEXT_SIZE - bytes of a text in &struct sensorboard_info, the final NUL included */
#define SENSORBOARD_TEXT_SIZE 32

/** SENSORBOARD_NO_TIME - &sensorboard_event.device_us of a record that has no device time */
#define SENSORBOARD_NO_TIME (~0ULL)

/**
 * enum sensorboard_event_type - what happened
 * @SENSORBOARD_EVENT_LIFT: a piece left @square; @piece is what had stood there, if the board knows
 * @SENSORBOARD_EVENT_PLACE: a piece came to @square; @piece is what stands there now, if the board
 *                     knows. A place on a square that was not lifted means that the piece
 *                     there changed with no "empty" between
 * @SENSORBOARD_EVENT_PRESS: the lever on the side given by @value went down
 * @SENSORBOARD_EVENT_PAUSE: the clock's pause button was pressed
 * @SENSORBOARD_EVENT_TIME: nothing happened up to the device time of this record (heartbeat)
 * @SENSORBOARD_EVENT_LOST: @value events are missing at this place for this reader: the reader was
 *                     too slow, the board skipped numbers, or what it sent made no sense (a report
 *                     that cannot be read counts as one event until the next one shows how many it
 *                     held), or what the board had counted a second ago has not come. Ask for the
 *                     whole board
 *
 * After a reset or a sleep there is one, too, whatever was lost: see @boot_id of &struct
 * sensorboard_squares for whether the board has started again.
 *
 * The first value is 1, so that zeroed memory is not an event. Later versions of this file may have
 * more types: a reader ignores those that it does not know.
 */
enum sensorboard_event_type {
	SENSORBOARD_EVENT_LIFT = 1,
	SENSORBOARD_EVENT_PLACE = 2,
	SENSORBOARD_EVENT_PRESS = 3,
	SENSORBOARD_EVENT_PAUSE = 4,
	SENSORBOARD_EVENT_TIME = 5,
	SENSORBOARD_EVENT_LOST = 6,
};

/**
 * enum sensorboard_side - whose lever
 * @SENSORBOARD_SIDE_WHITE: White's
 * @SENSORBOARD_SIDE_BLACK: Black's
 */
enum sensorboard_side {
	SENSORBOARD_SIDE_WHITE = 1,
	SENSORBOARD_SIDE_BLACK = 2,
};

/**
 * enum sensorboard_sensors - what the sensors detect
 * @SENSORBOARD_SENSORS_PRESENCE: whether a piece stands on a square
 * @SENSORBOARD_SENSORS_PIECE_ID: also which piece it is
 */
enum sensorboard_sensors {
	SENSORBOARD_SENSORS_PRESENCE = 1,
	SENSORBOARD_SENSORS_PIECE_ID = 2,
};

/** SENSORBOARD_FEATURE_LEVER - the board has a clock lever and sends presses */
#define SENSORBOARD_FEATURE_LEVER 0x01
/** SENSORBOARD_FEATURE_PAUSE - the board has a pause button */
#define SENSORBOARD_FEATURE_PAUSE 0x02
/** SENSORBOARD_FEATURE_CLOCK - the board can show both clocks: SENSORBOARD_SET_CLOCK works */
#define SENSORBOARD_FEATURE_CLOCK 0x04
/** SENSORBOARD_FEATURE_LEDS - the board can light squares: SENSORBOARD_SET_LEDS works */
#define SENSORBOARD_FEATURE_LEDS 0x08
/**
 * SENSORBOARD_FEATURE_DEVICE_TIME - the board's own clock is the time of play
 *
 * Its events are to be timed by @device_us and not by the arrival at the host, and it sends
 * SENSORBOARD_EVENT_TIME at least four times a second of its time while nothing else happens.
 */
#define SENSORBOARD_FEATURE_DEVICE_TIME 0x10

/**
 * struct sensorboard_event - one record of read()
 * @time_ns: when the host received the report that carried the event, by the open file's clock,
 *           in nanoseconds. Taken as the USB transfer completes, so it is never earlier than the
 *           event; it is later by what the board took to see the event (up to @scan_us of &struct
 *           sensorboard_info), what the event waited in the board, and up to one interval of the
 *           endpoint. Never decreases for one open file, unless CLOCK_REALTIME is set back
 * @device_us: the board's own time of the event, in microseconds since @boot_id of
 *             &struct sensorboard_info was chosen, or SENSORBOARD_NO_TIME
 * @seq: number of the event on this board, counted from 1 since the module took the board,
 *       by one for each event; it wraps. Those of a time in which nobody had it open are left
 *       out. Other numbers that this reader never sees are those that a
 *       SENSORBOARD_EVENT_LOST record accounts for, which carries the last of them, and those of
 *       a SENSORBOARD_EVENT_TIME that was still queued when the next one came and took its place
 * @value: SENSORBOARD_EVENT_PRESS: enum sensorboard_side; SENSORBOARD_EVENT_LOST: number of events
 *         lost, 0xffffffff if that many or more; else 0
 * @type: enum sensorboard_event_type
 * @square: SENSORBOARD_EVENT_LIFT, SENSORBOARD_EVENT_PLACE: the square; else 0
 * @piece: SENSORBOARD_EVENT_LIFT, SENSORBOARD_EVENT_PLACE: the piece's letter (see &struct
 *         sensorboard_squares), '?' where the board does not know; else 0
 * @reserved: zero
 *
 * 32 bytes. Members are aligned to their size, so no compiler pads.
 */
struct sensorboard_event {
	__u64 time_ns;
	__u64 device_us;
	__u32 seq;
	__u32 value;
	__u8 type;
	__u8 square;
	__u8 piece;
	__u8 reserved[5];
};

/**
 * struct sensorboard_info - what the board is
 * @protocol: version of the wire protocol of the board
 * @width: columns
 * @height: rows
 * @sensors: enum sensorboard_sensors
 * @reserved: zero
 * @features: SENSORBOARD_FEATURE_* bits; unknown bits are to be ignored
 * @scan_us: how long the board takes to scan all squares, in microseconds, 0 if unknown.
 *           Two changes within one scan can arrive in either order
 * @boot_id: a number that the board chooses anew whenever its own time restarts
 * @lost: events lost between the board and the module since the module took the board. Those that
 *        a slow reader loses are reported to that reader alone
 * @model: name of the board, NUL-terminated
 * @firmware: name and version of its firmware, NUL-terminated
 * @serial: serial number, NUL-terminated, empty where the board has none
 */
struct sensorboard_info {
	__u8 protocol;
	__u8 width;
	__u8 height;
	__u8 sensors;
	__u32 reserved;
	__u32 features;
	__u32 scan_us;
	__u32 boot_id;
	__u32 lost;
	char model[SENSORBOARD_TEXT_SIZE];
	char firmware[SENSORBOARD_TEXT_SIZE];
	char serial[SENSORBOARD_TEXT_SIZE];
};

/**
 * struct sensorboard_squares - the whole board at one instant
 * @time_ns: when the host received the answer, by the open file's clock, in nanoseconds
 * @device_us: the board's own time of its answer, or SENSORBOARD_NO_TIME
 * @seq: number of the last event that the answer already contains: later events change it
 * @count: number of squares: width * height
 * @lever: enum sensorboard_side whose lever is down, 0 where the board does not know
 * @reserved: zero
 * @squares: what stands on each square: '.' nothing, '?' a piece that the board cannot name, else
 *           the piece's letter: chess as in FEN (PNBRQK White, pnbrqk Black), draughts 'w' and
 *           'b' a man, 'W' and 'B' a king. Bytes from @count on are zero
 * @boot_id: that of &struct sensorboard_info at this time. If it is another than before, the board
 *           has started again: its time with it, and what it is may have changed; ask with
 *           SENSORBOARD_GET_INFO. udev hears of it as a "change" of the device
 */
struct sensorboard_squares {
	__u64 time_ns;
	__u64 device_us;
	__u32 seq;
	__u8 count;
	__u8 lever;
	__u8 reserved[2];
	__u8 squares[SENSORBOARD_MAX_SQUARES];
	__u32 boot_id;
};

/**
 * struct sensorboard_leds - which squares to light
 * @level: one byte a square, 0 dark to 255 brightest; a board with fewer levels rounds up. Bytes
 *         from width * height on are zero
 * @reserved: zero
 */
struct sensorboard_leds {
	__u8 level[SENSORBOARD_MAX_SQUARES];
	__u8 reserved[4];
};

/**
 * struct sensorboard_clock - what the board's clock is to show
 * @white_ms: White's remaining time in milliseconds
 * @black_ms: Black's remaining time in milliseconds
 * @running: enum sensorboard_side whose time the board counts down by itself, 0 none
 * @reserved: zero
 */
struct sensorboard_clock {
	__u32 white_ms;
	__u32 black_ms;
	__u8 running;
	__u8 reserved[7];
};

/**
 * struct sensorboard_clockid - which of the host's clocks an open file's times are of
 * @clock: CLOCK_BOOTTIME (7; what each file starts with), CLOCK_MONOTONIC (1) or CLOCK_REALTIME (0)
 * @flags: zero
 */
struct sensorboard_clockid {
	__s32 clock;
	__u32 flags;
};

/**
 * struct sensorboard_time - one instant by the board's clock and by the host's
 * @time_ns: the instant by the open file's clock, in nanoseconds
 * @device_us: the same instant by the board's clock, in microseconds
 * @error_ns: the board read its clock at most this long before or after @time_ns: half of the time
 *            that its answer took
 * @boot_id: that of &struct sensorboard_info: @device_us of before another one is of another clock
 * @reserved: zero
 *
 * An event with the board's time d happened at
 *
 *	@time_ns + 1000 * (d - @device_us) nanoseconds,
 *
 * give or take @error_ns, the board's rounding (at most a millisecond), and what the two clocks run
 * apart in between: 100 ns for each millisecond from @device_us to d, with crystals that are wrong
 * by 50 ppm each. Whoever needs it closer asks again from time to time; the smallest @error_ns is
 * the best. An emulated board with SENSORBOARD_FEATURE_DEVICE_TIME may play faster than time goes
 * by: then only the instant itself is so.
 */
struct sensorboard_time {
	__u64 time_ns;
	__u64 device_us;
	__u64 error_ns;
	__u32 boot_id;
	__u32 reserved;
};

/*
 * All of these fail with -ENODEV once the board is gone, -EFAULT for a bad
 * pointer, -ENOTTY for an unknown request. Those that ask the board do so one
 * after the other, at the board's pace, for at most a second each: -EINTR (or
 * the call is made anew, see SA_RESTART) if a signal came while another caller
 * had the board; else the error of the transfer (-EPIPE: the board refuses,
 * -ETIMEDOUT: it does not answer, -EPROTO or -EIO: the bus failed, -EBADMSG:
 * the answer makes no sense). Unplugging ends a transfer that is under way. While the device is
 * reset, and after a sleep or the first open until the board has been asked, callers wait. Those
 * that change what the board shows need a file that is open for writing: -EBADF.
 */

/** SENSORBOARD_IOC_MAGIC - ioctl-number.rst gives it to nobody; 0x00 to 0x1f are used */
#define SENSORBOARD_IOC_MAGIC 0xd3

/** SENSORBOARD_GET_INFO - read what the board is; does not ask the board again */
#define SENSORBOARD_GET_INFO _IOR(SENSORBOARD_IOC_MAGIC, 0x00, struct sensorboard_info)
/**
 * SENSORBOARD_GET_SQUARES - ask the board for all its squares
 *
 * Events that this reader has queued and that the answer already contains have sequence numbers
 * up to @seq: the reader skips them.
 */
#define SENSORBOARD_GET_SQUARES _IOR(SENSORBOARD_IOC_MAGIC, 0x01, struct sensorboard_squares)
/** SENSORBOARD_SET_LEDS - light squares; -EOPNOTSUPP without SENSORBOARD_FEATURE_LEDS */
#define SENSORBOARD_SET_LEDS _IOW(SENSORBOARD_IOC_MAGIC, 0x02, struct sensorboard_leds)
/** SENSORBOARD_SET_CLOCK - show times; -EOPNOTSUPP without SENSORBOARD_FEATURE_CLOCK */
#define SENSORBOARD_SET_CLOCK _IOW(SENSORBOARD_IOC_MAGIC, 0x03, struct sensorboard_clock)
/**
 * SENSORBOARD_SET_CLOCKID - choose the clock of this open file's times; does not ask the board
 *
 * -EINVAL for any other clock. Records that are queued with times of the clock before are dropped
 * and reported as one SENSORBOARD_EVENT_LOST: choose right after opening.
 */
#define SENSORBOARD_SET_CLOCKID _IOW(SENSORBOARD_IOC_MAGIC, 0x04, struct sensorboard_clockid)
/** SENSORBOARD_GET_TIME - ask the board for its time */
#define SENSORBOARD_GET_TIME _IOR(SENSORBOARD_IOC_MAGIC, 0x05, struct sensorboard_time)

#endif /* _UAPI_LINUX_SENSORBOARD_H */
