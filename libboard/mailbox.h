/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBBOARD_MAILBOX_H
#define LIBBOARD_MAILBOX_H

#include <pthread.h>
#include <stdatomic.h>

#include "libboard/backend.h"

/* --- requests.c: What a board is asked to do, on its way to the backend and back. --- */

struct board_call {
	struct board_call *next; /* in a mailbox */
	struct board_answer answer;
	char error[BOARD_ERROR_SIZE];
	int64_t asked_us; /* when: a clock that is set later is set to less */
	union {
		char squares[BOARD_MAX_SQUARES];
		uint8_t level[BOARD_MAX_SQUARES];
		struct {
			uint32_t white_ms, black_ms;
			int running;
		} clock;
		struct {
			unsigned hz, ms;
		} beep;
		struct {
			char text[BOARD_SHOWN_SIZE + 1];
			unsigned ms;
		} show;
	};
};

/* Asks the board and waits. 0, with call->answer.squares filled where they are what is asked for, or the error. */
int board_make_request(struct board *board, struct board_call *call);

/*
 * --- mailbox.c ---
 * The one place where threads meet: what a board's thread hands to the program, and what the program asks of it.
 *
 *   board's thread  ── events, errors, answers, in one queue ──►  the program's thread
 *                   ◄── requests ──
 *
 * A mailbox is one board's. The inbox has a list of those in which something new lies, and one descriptor for all of
 * them, so that a board costs none for this direction. One lock, the inbox's, is for the queues of all its mailboxes;
 * it is held for the moving of one item and never over a system call other than the eventfd's and the timer's.
 *
 * Bounded: MAILBOX_EVENTS, then BOARD_EVENT_LOST says how many are missing; MAILBOX_REQUESTS that are not answered yet,
 * for whose answers there is always room.
 */

#define MAILBOX_EVENTS 1024
#define MAILBOX_REQUESTS 16

/* One item for the program: an event, or what board_read() fails with. */
struct mail {
	int result; /* 1: event; else an error */
	struct board_event event;
	void *data; /* the squares of SQUARES, TEXT's text, ANSWER's struct board_call, an error's sentence; free() it
		     */
};

struct mailbox {
	struct board_inbox *inbox;
	struct board *board;	   /* the program's name for it. Set once, before the thread begins */
	int wake_fd;		   /* an eventfd that the thread polls: a request, or the end */
	pthread_mutex_t receiving; /* held while what comes from the device is on its way into the queue */
	bool entered;		   /* the thread's alone: it has receiving */
	/* The program's thread's alone. */
	struct mailbox *next; /* in the inbox's list of all */
	int node;	      /* what the program reads itself, -1: nothing */

	/* Under the inbox's lock. */
	struct mailbox *next_ready;
	bool is_ready; /* in the list of those in which something new lies */
	bool closing;  /* the program has let go of it */
	bool ended;    /* the thread reads no more, and answers nothing more */
	bool finished; /* the thread is no more */
	struct board_info info;
	struct mail *ring;
	unsigned size, head, used;
	struct board_call *calls; /* to be sent, oldest first */
	unsigned unanswered;	  /* sent or not, and the answer was not taken yet */
	uint32_t last_call;
};

struct board_inbox {
	pthread_mutex_t lock;
	pthread_cond_t thread_ended;
	int fd;		       /* what the program polls: these two, and nodes that it reads itself */
	int event_fd;	       /* see marked */
	int timer_fd;	       /* see marked_soon */
	atomic_uint receiving; /* how many threads are between taking bytes and handing over their events */
	struct mailbox *all;   /* the program's thread's alone, */
	unsigned nodes;	       /* … and so is how many of them have a node */

	/* Under the lock. */
	bool urgent;	  /* something of what lies ready does not wait for others */
	bool marked;	  /* event_fd is readable, or becomes so at once */
	bool marked_soon; /* timer_fd is readable, or becomes so in a moment */
	struct mailbox *ready, **ready_end;
	unsigned threads;
	bool is_left; /* by the program: the last thread frees it */
};

/* Makes *mailbox, which comes zeroed, part of the inbox. 0, or a negative errno value. By the program's thread. */
int board_mailbox_open(struct mailbox *mailbox, struct board_inbox *inbox, struct board *board);
/* Nothing is handed over any more. True: the thread has finished, and the mailbox is the caller's to free. By the
 * program's thread. */
bool board_mailbox_close(struct mailbox *mailbox);
/* The thread's last act. True: the program has let go of it already, and the mailbox is the caller's to free. */
bool board_mailbox_finish(struct mailbox *mailbox);
/* Frees what it holds. */
void board_mailbox_done(struct mailbox *mailbox);

/* The thread's side. Between enter and leave what the device has sent is not in its system buffer any more and not yet
 * here. mailbox may be NULL: then nothing is done. */
void board_mailbox_enter(struct mailbox *mailbox);
void board_mailbox_leave(struct mailbox *mailbox);
void board_mailbox_push(struct mailbox *mailbox, const struct board_event *event);
void board_mailbox_push_error(struct mailbox *mailbox, int error, const char *sentence);
void board_mailbox_set_info(struct mailbox *mailbox, const struct board_info *info);
/* The next request, NULL none. *closing: there will be none. */
struct board_call *board_mailbox_next_call(struct mailbox *mailbox, bool *closing);
void board_mailbox_answer(struct mailbox *mailbox, struct board_call *call);
/* Reading has come to error: so do all requests that wait and all that come. */
void board_mailbox_end(struct mailbox *mailbox, int error, const char *sentence);

/* The program's side. */
/* The oldest item, and the board's info as it is by then; false if there is none. */
bool board_mailbox_pop(struct mailbox *mailbox, struct mail *ret, struct board_info *info);
/* Takes over *call on success, allocated when it is made, so that the answer cannot fail. Its number; -ENODEV it has
 * ended; -EBUSY too many are not answered. Of several of its kind that show something only the last is sent: the others
 * are answered with -ECANCELED. */
int board_mailbox_call(struct mailbox *mailbox, struct board_call *call);
/* A node that the program reads itself belongs to the inbox's descriptor. 0, or a negative errno value. */
int board_mailbox_add_node(struct mailbox *mailbox, int fd);

#endif
