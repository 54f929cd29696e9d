/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a backend is: one source of events, one file, one table of functions.
 *
 * The public functions (uri.c opens, board.c does the rest) keep this state for
 * every backend, so that no backend has to. "fails" is any other negative
 * value: it is returned as it is.
 *
 *   state   call           backend is called   result            next state
 *   -----   ------------   -----------------   ---------------   ----------
 *   none    board_open     open                0                 live
 *                          open, close         fails             none
 *   live    board_read     read                1, -EAGAIN        live
 *                          read                -EBADMSG          live
 *                          read                -ENODATA          ended
 *                          read                -ENODEV           gone
 *                          read                fails             live
 *   live    board_request  get_squares,        0, -ENODEV,       live: queued events
 *           _…             recall, set_*, …    fails             are still to be read
 *   ended   board_read     -                   -ENODATA          ended
 *   gone    board_read     -                   -ENODEV           gone
 *   ended,  board_request  -                   -ENODEV           as before
 *   gone    _…
 *   any     board_close    close               -                 none
 *
 * A backend that has queued events delivers them before it answers -ENODEV or
 * -ENODATA. A member of the table that is NULL answers -EOPNOTSUPP.
 */
#ifndef LIBBOARD_BACKEND_H
#define LIBBOARD_BACKEND_H

#include "libboard/board.h"

#define BOARD_ERROR_SIZE 512

struct board_call;
struct board_driver;

struct board_backend {
	size_t size;  /* of the structure that begins with struct board */
	bool records; /* its address is FILE,URI: board_open() has opened the URI as board.source, and FILE is given to
			 open */

	/*
	 * The board is zeroed but for its members here. open fills base.info. What open has
	 * opened before it failed is released by close, which must cope with a half-open board.
	 */
	int (*open)(struct board *board, const char *address, const struct board_opener *opener);
	void (*close)(struct board *board);
	int (*get_fd)(const struct board *board);
	/* *ev comes zeroed, its times BOARD_NO_TIME. */
	int (*read)(struct board *board, struct board_event *ev);
	const char *(*get_header)(const struct board *board);
	int (*get_squares)(struct board *board, struct board_squares *ret);
	int (*recall)(struct board *board, const char *squares);
	int (*set_leds)(struct board *board, const uint8_t *level, size_t n);
	int (*set_clock)(struct board *board, uint32_t white_ms, uint32_t black_ms, int running);
	int (*beep)(struct board *board, unsigned hz, unsigned ms);
	int (*show_text)(struct board *board, const char *text, unsigned ms);

	/*
	 * For boards that a thread reads (started.c), each may be NULL.
	 * thread_fd: what the thread polls, which reads until -EAGAIN each time; what the backend had only for callers
	 * that poll is closed. NULL: get_fd.
	 * twin: requests sleep in the kernel, and the events have the kernel's stamps. So the thread makes the requests
	 * and the program reads, from this second structure of the same descriptor. New, to be freed, not closed;
	 * NULL: no memory.
	 */
	int (*thread_fd)(struct board *board);
	struct board *(*twin)(const struct board *board);
	/* The thread's board, as the program holds it: hands the request to the thread. */
	int (*request)(struct board *board, struct board_call *call);
};

struct mailbox;

/* First member of every backend's own structure. */
struct board {
	const struct board_driver *driver; /* whose it is */
	const struct board_backend *backend;
	const struct board_backend *asked; /* whose requests it can make: a recorder's are its source's, and a board's
					    * that was started those of what the thread reads */
	char *uri;
	struct board *source; /* of a recorder: the board that is recorded, opened before it and closed after it */
	struct board_info info;
	struct mailbox *mailbox; /* of a board that a thread reads: events that come while a request waits for its
				  * answer go there. Else NULL */
	int over;		 /* -ENODATA or -ENODEV once reading has come to that, else 0 */
	char error[BOARD_ERROR_SIZE];
	const struct board_answer *answer; /* what board_get_answer() gives */
	struct board_answer answered;	   /* of a board that was not started */
};

/* What board_error(NULL) says: why this thread's last board_open() failed. */
extern _Thread_local char board_open_error[BOARD_ERROR_SIZE];

/* Writes the sentence for board_error() and returns error, a negative errno value. */
int board_fail(struct board *board, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* r; a failure without a sentence of its own gets the system's. */
int board_finish(struct board *board, int r);

/* Opens through the caller's opener if there is one. A descriptor, or a negative errno value. */
int board_open_file(const struct board_opener *opener, const char *path, int flags);

int64_t board_now_us(void); /* CLOCK_BOOTTIME */

static inline unsigned board_cells(const struct board_info *info)
{
	return (unsigned)info->width * info->height;
}

/* --- usb-device.c: Which USB device a usb: URI names. --- */

/*
 * The node of the device at address: a node (with a slash), a port path (1-2.3), or the serial number of a board.
 * 0; -ENODEV there is none; -ENOTUNIQ several boards have this serial number. The sentence is in board.
 */
int board_usb_node(struct board *board, const char *address, char node[static 64]);

struct udev_device;

/* Is this (of libudev) the interface of a board? */
bool board_usb_is_interface(struct udev_device *interface);

/* --- saved-state.c: What is saved of a board for when it is opened again: a small text in a file of its own. See
 * board_opener.state. --- */

#define SAVED_STATE_SIZE 8192

/*
 * The file of the board that is plugged in at this path (a tty), named after its adapter where udev has a name for it,
 * else after the path. free() it; NULL: there is no folder, or not enough memory.
 */
char *board_saved_state_path(const struct board_opener *opener, const char *scheme, const char *path);
/* Its text, NUL at its end. Its length, or a negative errno value. */
int board_saved_state_read(const struct board_opener *opener, const char *file, char text[static SAVED_STATE_SIZE]);
/* In one go: the old text stays until the new one is written. 0, or a negative errno value. */
int board_saved_state_write(const struct board_opener *opener, const char *file, const char *text);

#endif
