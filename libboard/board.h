/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libboard - read electronic sensor boards and chess clocks
 *
 * A board is opened by a URI (board_uri(7)):
 *
 *   chardev:/dev/sensorboard0      the kernel driver's node
 *   usb:0007                       the same board without the driver: by serial number, port (1-2.3) or USB node
 *   socket:/run/board.sock         an emulated board on a SOCK_SEQPACKET socket
 *   trace:game.jsonl               a recorded trace; "-" is standard input. A FIFO is followed as it is written
 *   dgt:/dev/ttyACM0               a DGT board on a serial line, or a file or FIFO of bytes that one once sent
 *   certabo:/dev/ttyUSB0, …        a board of another maker, or such bytes: flagfall-boards(7) has their schemes
 *   find:/dev/ttyUSB0              whichever maker's board answers there; its own URI is board_uri()
 *   record:out.jsonl,URI           any of these; all that is read is also written to the trace out.jsonl
 *
 * The usual life of a board:
 *
 *   board_open()
 *   board_request_squares()        what stands there now: board_get_answer(). -EOPNOTSUPP from a trace, which has it
 * among its events loop: poll(board_get_fd()) board_read() until it returns -EAGAIN on BOARD_EVENT_LOST
 * board_request_squares() again: what stands there is known, how it came there is not board_close() after -ENODEV or
 * -ENODATA, or at any time before
 *
 * The life of many boards, none of which is to make the others wait: a thread of the library reads each
 *
 *   board_inbox_new()
 *   board_open(), board_start()    each
 *   loop: poll(board_inbox_get_fd())
 *         board_inbox_next() until it returns NULL: of each
 *                 board_read() until it returns -EAGAIN
 *                 what is asked of it by board_request_…() is answered by a BOARD_EVENT_ANSWER
 *   board_close()                  each
 *   board_inbox_free()
 *
 * Conventions
 *
 * Errors: functions return 0 or a positive answer, or a negative errno value.
 * Nothing is printed. board_error() has the sentence.
 *
 * Threads: a struct board or board_monitor belongs to one thread at a time,
 * which need not be the one that opened it. Different ones may be used from
 * different threads at once: the library has no state of its own, except the
 * sentence of the last board_open() of each thread. An inbox and the boards that were started with it belong to one
 * thread together. The threads that read them are the library's own: no signal is delivered there.
 *
 * Sleeping: board_read() and board_monitor_read() never sleep. board_open() and
 * board_request_…() wait for the board's answer, at most a second for each transfer; the latter not if the board was
 * started. board_open() of a stream waits for its
 * first line: ten seconds on a FIFO, without limit on standard input.
 *
 * Pointers: arguments may not be NULL unless it says so. What is "owned by the
 * board" lives until board_close() and may not be freed.
 *
 * Times: int64_t microseconds unless the name says otherwise. host_us is
 * CLOCK_BOOTTIME. device_us is the board's own clock: it begins anywhere and
 * begins anew when board_info.boot_id changes.
 *
 * Squares: numbered row by row as the board itself sees them, from 0 at the
 * lower left corner seen from the side that the board calls White's:
 * square = row * width + column (a1 is 0 and h8 is 63 in chess; on a draughts
 * board of 10x10 square 46 is 0 and square 5 is 99). All sensors have a number, also
 * those under squares on which the game is not played.
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

/* An open source of events. */
struct board;
/* A watch on boards that come and go. */
struct board_monitor;

/* Squares of the largest board, 10x10. */
#define BOARD_MAX_SQUARES 100
/* Bytes of each text of a board, its final NUL included. */
#define BOARD_TEXT_SIZE 32
/* "There is no such time" in every int64_t time of this header. */
#define BOARD_NO_TIME INT64_MIN

/* What happened. The members of struct board_event that each type fills are named beside it; the others are zero. */
enum board_event_type {
	BOARD_EVENT_LIFT = 1, /* square, piece: a piece left the square */
	BOARD_EVENT_PLACE,    /* square, piece: a piece came to the square. If nothing was lifted from it before, the
			       * piece there changed with no "empty" between */
	BOARD_EVENT_PRESS,    /* side: that side's lever went down */
	BOARD_EVENT_PAUSE,    /* the clock's pause button */
	BOARD_EVENT_TIME,     /* nothing happened up to this time */
	BOARD_EVENT_LOST,     /* lost: events are missing here; ask for the whole board */
	BOARD_EVENT_SQUARES,  /* squares: the whole board, sent by the source itself: a trace; a board that has just
			       * learned  which piece is which */
	BOARD_EVENT_TEXT,     /* text: any other event of a trace (a claim, a report, …), for the caller to read */
	BOARD_EVENT_ANSWER,   /* to a request, of a board that was started (board_start()): board_get_answer() has it */
};

enum board_side { BOARD_WHITE = 1, BOARD_BLACK = 2 };

enum board_sensors {
	BOARD_PRESENCE = 1, /* whether a piece stands on a square */
	BOARD_PIECE_ID = 2, /* also which one */
};

/* Bits of board_info.features. Others may be set by newer boards and are to be ignored. */
enum board_feature {
	BOARD_FEATURE_LEVER = 1 << 0,	    /* BOARD_EVENT_PRESS comes */
	BOARD_FEATURE_PAUSE = 1 << 1,	    /* BOARD_EVENT_PAUSE comes */
	BOARD_FEATURE_CLOCK = 1 << 2,	    /* board_request_clock() works */
	BOARD_FEATURE_LEDS = 1 << 3,	    /* board_request_leds() works */
	BOARD_FEATURE_DEVICE_TIME = 1 << 4, /* device_us is the time of play, not host_us; BOARD_EVENT_TIME comes at
					     * least four times a second of it while nothing else happens */
	BOARD_FEATURE_BEEP = 1 << 16,	    /* board_request_beep() works */
	BOARD_FEATURE_TEXT = 1 << 17,	    /* board_request_text() works */
};

/* The whole board at one instant. */
struct board_squares {
	int64_t host_us;   /* when the answer came; BOARD_NO_TIME from a trace */
	int64_t device_us; /* the board's own time of its answer (a trace: its t_us), or BOARD_NO_TIME */
	uint32_t seq;	   /* number of the last event that it contains. Lifts and places up to this number that are
			    * read later have already been applied: skip them. Presses have not */
	uint8_t count;	   /* width * height */
	uint8_t lever;	   /* enum board_side whose lever is down, 0 unknown */
	char squares[BOARD_MAX_SQUARES]; /* '.' nothing, '?' a piece that is not known, else its letter: chess as in
					  * FEN, draughts 'w' 'b' a man and 'W' 'B' a king. Zero from count on */
};

/* One event. */
struct board_event {
	enum board_event_type type;
	uint32_t seq;	   /* number of the event since the board was taken, from 1, by one for each; modulo 2^32. LOST
			    * carries that of the last event lost. Only a TIME may be missing without it: one that was
			    * still queued when the next came. SQUARES and TEXT carry the number of the event before */
	int64_t host_us;   /* when it reached the host, never decreasing; BOARD_NO_TIME from a trace */
	int64_t device_us; /* the board's own time of it (a trace: its t_us, never decreasing), or BOARD_NO_TIME */
	uint32_t lost;	   /* LOST: how many, at least; UINT32_MAX if that many or more */
	uint8_t square;	   /* LIFT, PLACE: below width * height */
	char piece;   /* LIFT: what had stood there; PLACE: what stands there now: its letter, '?' where not known */
	uint8_t side; /* PRESS: enum board_side */
	const char *text; /* TEXT: one JSON object. Valid until the next call on this board, owned by the board */
	const struct board_squares *squares; /* SQUARES: the same */
};

/* What the board is. Does not change while it is open, but for what counts on and its sensors: a board that is used for
 * the first time may learn which piece is which, and BOARD_EVENT_SQUARES comes then. Texts are UTF-8 without control
 * characters. */
struct board_info {
	uint8_t width, height; /* columns, rows: 8x8 or 10x10 */
	uint8_t sensors;       /* enum board_sensors */
	uint32_t features;     /* bits of enum board_feature */
	uint32_t scan_us;  /* duration of one scan of all squares, 0 unknown. Two changes within one may come in either
			      order */
	uint32_t grace_us; /* how late an event may be read after it happened: 50000 for a board with a lever of its own
			    */
	uint32_t boot_id;  /* another one whenever the board's own time begins anew; 0 from a trace that does not say */
	char model[BOARD_TEXT_SIZE]; /* "trace" from a trace that does not say */
	char firmware[BOARD_TEXT_SIZE];
	char serial[BOARD_TEXT_SIZE]; /* "" where the board has none */
	uint8_t battery;	      /* percent when it was opened; 0 it has none, or does not say */
	uint32_t unanswered;	      /* how often its clock did not acknowledge a command in time; counts on */
};

/* How libboard opens files on the caller's behalf, who may have more rights, or have them open already. */
struct board_opener {
	/*
	 * As open(2) with these flags (mode 0666 where they contain O_CREAT), but returns a negative errno value on
	 * failure. libboard closes the descriptor. Where path is the socket of an emulated board, the descriptor is a
	 * connected SOCK_SEQPACKET socket: open(2) cannot make one.
	 */
	int (*open)(const char *path, int flags, void *userdata);
	void *userdata; /* given to open */
	/*
	 * A folder in which libboard keeps what it has learned of a board and needs when it is opened again: which
	 * piece of a Certabo board has which id. One small file a board, read and written through open. NULL: nothing
	 * is kept.
	 */
	const char *state;
};

/*
 * board_open - open a board
 * @uri:     what to open, see board_uri(7). Copied
 * @opener:  opens the files that the URI names; NULL: open(2), and connect(2) for sockets. Copied, or not used
 *           after this call. Standard input and output are not asked of it
 * @ret:     the board; board_close() it. Untouched on failure
 *
 * Returns 0, or
 *   -EINVAL           malformed URI, or unknown scheme
 *   -ENODEV           there is something, but it is not a board or a trace
 *   -EPROTONOSUPPORT  it speaks a newer protocol, or the trace has a newer version
 *   -EBADMSG          what it says of itself makes no sense; a malformed header of a trace
 *   -ETIMEDOUT        it does not answer, or no header came
 *   -EUSERS           the user has it open as often as the kernel driver allows, see sensorboard(4)
 *   -ENOMEM, and whatever open(2), connect(2), read(2), write(2) gave
 * board_error(NULL) then has the sentence, until this thread calls board_open() again.
 */
BOARD_API int board_open(const char *uri, const struct board_opener *opener, struct board **ret);

/* Closes the board and frees what it owns. NULL is allowed. */
BOARD_API void board_close(struct board *board);

/* For __attribute__((cleanup(board_closep))). */
static inline void board_closep(struct board **b)
{
	if (*b)
		board_close(*b);
}

/*
 * board_error - why the last call failed
 * @board:  NULL asks for the last board_open() of this thread
 * Returns the sentence, "" if there was no failure. It names the file and the line where there are any, has no
 * full stop, and is valid until the next call on this board. Never NULL.
 */
BOARD_API const char *board_error(const struct board *board);

/* The URI as it was given to board_open(). Owned by the board. */
BOARD_API const char *board_uri(const struct board *board);

/*
 * board_get_fd - what to poll
 * Returns a descriptor for poll(2), epoll(7) and event loops: readable (or hung up) while board_read() has something
 * to say other than -EAGAIN. Not to be read from or closed. It stays the same until board_close(). Cannot fail.
 */
BOARD_API int board_get_fd(const struct board *board);

/*
 * board_read - the next event
 * @ev:  filled when 1 is returned, else undefined
 *
 * Returns 1, or
 *   -EAGAIN   there is none now
 *   -ENODATA  the trace has ended; so do all later calls
 *   -ENODEV   the board is gone, and all its events have been read; so do all later calls
 *   -EBADMSG  malformed input, dropped. The next call reads on
 *   from record: what write(2) gave, once, if the recording had to end. The next call reads on, nothing is lost
 *   whatever read(2) gave
 */
BOARD_API int board_read(struct board *board, struct board_event *ev);

/* What the board is. Cannot fail. Owned by the board. */
BOARD_API const struct board_info *board_get_info(const struct board *board);

/* The first line of a trace, a JSON object with keys for more than libboard reads (start, clock, …); NULL for a live
 * board. record gives that of the board it records. Owned by the board. */
BOARD_API const char *board_get_header(const struct board *board);

/* --- requests --- */

/* What board_request_…() asks for. */
enum board_request {
	BOARD_REQUEST_SQUARES = 1,
	BOARD_REQUEST_RECALL,
	BOARD_REQUEST_LEDS,
	BOARD_REQUEST_CLOCK,
	BOARD_REQUEST_BEEP,
	BOARD_REQUEST_TEXT,
};

/* What became of a request. */
struct board_answer {
	enum board_request kind;
	uint32_t request;	      /* what board_request_…() returned */
	int result;		      /* 0 or the error; -ECANCELED: a later one took its place */
	const char *error;	      /* the sentence of an error, else "" */
	struct board_squares squares; /* of BOARD_REQUEST_SQUARES, if result is 0 */
};

/*
 * board_request_… - ask the board for something
 *
 * The call waits for the board's answer, at most a second for each transfer, and returns 0 or the error;
 * board_get_answer() has the answer. Of a board that was started (board_start()) nothing is waited for: the call
 * returns a positive number, and a BOARD_EVENT_ANSWER of the same number comes. Events that are queued stay queued.
 *
 * Of a board that was started requests are made one after the other. Of those for lights, times and texts that have not
 * been made yet only the last of each kind is: those before it are answered with -ECANCELED. Times that the board
 * counts down are made right for the time that the request has waited.
 *
 * Errors that there is no answer to: -EOPNOTSUPP where the source cannot be asked for this (a trace for anything),
 * -EINVAL for arguments that are not those below, -ENODEV if the board is gone; of a board that was started -EBUSY if
 * 16 answers have not been read yet, and -ENOMEM. Errors of an answer: -ETIMEDOUT if the board does not answer, -EPIPE
 * if it refuses, -EBADMSG if the answer makes no sense, -ENODEV if it is gone, or what the transfer gave.
 */

/* The whole board: the answer's squares. See board_squares.seq for which events they contain. */
BOARD_API int board_request_squares(struct board *board);

/*
 * What happened while the board was not read. squares: width * height letters, what stood there when it was read last.
 * Some boards keep a log. No events come until it has come, which may take ten seconds; the answer does not wait for
 * it. Then what happened since comes as events, with the time at which they come, and after them the whole board
 * (BOARD_EVENT_SQUARES); that alone where the log does not lead from there to here. No log is ever written or erased.
 */
BOARD_API int board_request_recall(struct board *board, const char *squares);

/* Lights squares (BOARD_FEATURE_LEDS). level: one byte a square, 0 dark to 255 brightest; a board with fewer levels
 * rounds up. n: how many, width * height. */
BOARD_API int board_request_leds(struct board *board, const uint8_t *level, size_t n);

/* Shows times on the board's clock (BOARD_FEATURE_CLOCK): the remaining ones. running: enum board_side whose time the
 * board counts down by itself from now on, 0 none. */
BOARD_API int board_request_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running);

/* Makes the board sound (BOARD_FEATURE_BEEP), how high and how long: up to 65535 each. Boards have their own limits. */
BOARD_API int board_request_beep(struct board *board, unsigned hz, unsigned ms);

/* The longest text that is taken, its final NUL not included. A clock that has room for less shows its beginning. */
#define BOARD_SHOWN_SIZE 32

/*
 * Shows a short text on the board's clock in place of its times (BOARD_FEATURE_TEXT).
 * text: printable ASCII, at most BOARD_SHOWN_SIZE; a DGT 3000 shows eight characters. "": the times again.
 * ms: how long, up to 600000; then the times come back. 0: until the next text or times.
 *
 * A later text takes the place of one that the clock has not shown yet. A clock that does not acknowledge is sent the
 * text again, and left alone after some times: board_info.unanswered counts. The answer waits for none of it.
 */
BOARD_API int board_request_text(struct board *board, const char *text, unsigned ms);

/* The answer to the last request; of a board that was started the one that the last call of board_read() returned as
 * BOARD_EVENT_ANSWER. NULL: there is none. Valid until the next call on this board, owned by the board. */
BOARD_API const struct board_answer *board_get_answer(const struct board *board);

/* --- boards that are read by a thread of their own --- */

/*
 * Host times (board_event.host_us) are those of the reading where the kernel gives none. A program that is busy, or
 * waits for another board's answer, reads late. So a board may be started: a thread reads it as soon as bytes come,
 * stamps what they say, and keeps it in a queue (1024 events, then BOARD_EVENT_LOST says how many are missing) until
 * the program takes it by board_read(). Requests are made by that thread too, and none of these functions sleeps.
 * A board costs a thread with a small stack and two descriptors if it is a socket's.
 */

/* Where boards that were started leave what they have read. */
struct board_inbox;

/* board_inbox_new - an inbox; board_inbox_free() it. Returns 0, -ENOMEM, or what eventfd(2), timerfd_create(2) or
 * epoll_create1(2) gave.
 */
BOARD_API int board_inbox_new(struct board_inbox **ret);

/* Frees it. All its boards have been closed before; waits until their threads have ended, but not for one that still
 * waits for its board's answer: that one frees it, at most a request's time later. NULL is allowed. */
BOARD_API void board_inbox_free(struct board_inbox *inbox);

/* A descriptor to poll, as board_get_fd(), for all boards of the inbox. That pieces were moved it tells a millisecond
 * later, of all boards together; all else at once. */
BOARD_API int board_inbox_get_fd(const struct board_inbox *inbox);

/*
 * board_inbox_next - the next board that has something new to say
 * Each is returned once until board_read() has returned -EAGAIN for it: who stops reading it earlier has to come back
 * to it without being told. Returns NULL if there is none.
 */
BOARD_API struct board *board_inbox_next(struct board_inbox *inbox);

/* After this, board_inbox_next() knows of everything that the threads had received before the call: what a board said
 * before something else happened can be read before it. Does not sleep for longer than a thread takes to decode. */
BOARD_API void board_inbox_settle(struct board_inbox *inbox);

/*
 * board_start - have a board read by a thread
 * @board:     from board_open(). On success another pointer, which takes its place; its uri, info and events are the
 *             same. Untouched on failure
 * @userdata:  for board_userdata()
 *
 * From now on board_get_fd() is the inbox's, board_close() does not wait for a request that is not answered yet, and
 * answers to requests come as events.
 * Returns 0, -EOPNOTSUPP for a trace or recorded bytes, which nobody has to stamp, -ENOMEM, or what eventfd(2) or
 * pthread_create(3) gave.
 */
BOARD_API int board_start(struct board **board, struct board_inbox *inbox, void *userdata);

/* What was given to board_start(); NULL for a board that was not started. */
BOARD_API void *board_userdata(const struct board *board);

/* --- finding boards: libudev --- */

enum board_change { BOARD_ADDED = 1, BOARD_REMOVED = 2 };

/*
 * A board that came or went, or (uri "find:…") an adapter behind which there may be one: board_open() asks it, which
 * may take some seconds, and gives -ENODEV where it is none. udev's property FLAGFALL_IGNORE=1 keeps one from being
 * reported. Texts are "" where they are not known, and UTF-8 without control characters. When it goes they are what
 * they were as it came.
 */
struct board_device {
	enum board_change change;
	char uri[128]; /* for board_open() */
	char node[64]; /* /dev/sensorboard0; the number is the next free one and means nothing. Without the module: the
			  USB device's, /dev/bus/usb/001/004, for whoever may write to it */
	char by_id[128]; /* /dev/sensorboard/by-id/MODEL_SERIAL or /dev/serial/by-id/…, if udev made this link */
	char port[64];	 /* USB port path, e.g. 1-2.3: where the board is plugged in */
	char serial[BOARD_TEXT_SIZE]; /* from its USB descriptors, as the next */
	char model[BOARD_TEXT_SIZE];
};

/*
 * board_monitor_open - watch boards come and go
 * @ret:  the watch; board_monitor_close() it. Untouched on failure
 *
 * The boards that are there already come first, as BOARD_ADDED. A board is reported when udev has finished with it:
 * its node can be opened then, if this user may.
 * Returns 0, -ENOMEM, or what libudev gave.
 */
BOARD_API int board_monitor_open(struct board_monitor **ret);

/* NULL is allowed. */
BOARD_API void board_monitor_close(struct board_monitor *monitor);

/* A descriptor to poll, as board_get_fd(). */
BOARD_API int board_monitor_get_fd(const struct board_monitor *monitor);

/*
 * board_monitor_read - the next change
 * @ret:  filled when 1 is returned, else undefined
 * Returns 1, -EAGAIN if there is none now, -ENOMEM.
 */
BOARD_API int board_monitor_read(struct board_monitor *monitor, struct board_device *ret);

#ifdef __cplusplus
}
#endif
#endif
