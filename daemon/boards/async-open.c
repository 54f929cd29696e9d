/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board is asked who it is, and one that is none or is hung does not answer: that takes up to two seconds, in which
 * other boards play. So it is opened in a thread of its own. The thread sees copies of the URI and of the state
 * folder's name, and nothing else of the daemon, so that it can be left alone when that ends.
 */
#include "daemon/boards/inside.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#define STACK_SIZE (256 * 1024) /* a hall's boards are opened at the same time */

/* One of the two comes first. */
enum {
	OPENING,
	OPENED, /* the thread is done: the loop joins it, and has the board */
	LEFT,	/* the loop waits no longer: the thread lets go of everything */
};

struct async_open {
	async_open_done done;
	void *userdata;
	int finished; /* eventfd */
	sd_event_source *source;
	pthread_t thread;
	atomic_int state;

	/* The thread's from its creation until it is joined. */
	char *uri;
	char *saves; /* the folder that opener names */
	struct board_opener opener;
	struct board *board;
	struct board_squares squares;
	int r;
	char why[512];
};

bool async_open_needed(const char *uri)
{
	const char *path = strrchr(uri, ':');
	struct stat st;

	if (strncmp(uri, "usb:", 4) == 0)
		return true;
	return path && strncmp(uri, "chardev:", 8) != 0 &&
	       (path[1] == '@' ||
		(stat(path + 1, &st) == 0 && (S_ISCHR(st.st_mode) || S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))));
}

static void release(struct async_open *o)
{
	if (o->finished >= 0)
		close(o->finished);
	free(o->uri);
	free(o->saves);
	free(o);
}

static void *work(void *userdata)
{
	struct async_open *o = userdata;
	uint64_t one = 1;
	int state = OPENING;

	o->r = board_open(o->uri, &o->opener, &o->board);
	if (o->r == 0 && !board_get_header(o->board) && board_request_squares(o->board) == 0)
		o->squares = board_get_answer(o->board)->squares;
	if (o->r < 0)
		snprintf(o->why, sizeof(o->why), "%s", board_error(NULL));
	if (atomic_compare_exchange_strong(&o->state, &state, OPENED)) {
		while (write(o->finished, &one, sizeof(one)) < 0 && errno == EINTR)
			;
	} else {
		board_close(o->board);
		release(o);
	}
	return NULL;
}

static int on_finished(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct async_open *o = userdata;
	struct board_squares squares;
	struct board *board;
	async_open_done done = o->done;
	void *of = o->userdata;
	char why[sizeof(o->why)];
	int r;

	pthread_join(o->thread, NULL);
	board = o->board;
	squares = o->squares;
	r = o->r;
	memcpy(why, o->why, sizeof(why));
	sd_event_source_disable_unref(o->source);
	release(o);
	done(of, board, &squares, r, why);
	return 0;
}

int async_open_start(struct context *ctx, const char *uri, async_open_done done, void *userdata,
		     struct async_open **ret)
{
	struct async_open *o = calloc(1, sizeof(*o));
	pthread_attr_t attributes;
	sigset_t all, before;
	int r;

	if (!o)
		return -ENOMEM;
	o->done = done;
	o->userdata = userdata;
	o->saves = strdup(ctx->options.state);
	o->opener.state = o->saves;
	o->uri = strdup(uri);
	o->finished = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	r = !o->uri || !o->saves ? -ENOMEM : o->finished < 0 ? -errno : 0;
	if (r == 0)
		r = sd_event_add_io(ctx->loop, &o->source, o->finished, EPOLLIN, on_finished, o);
	if (r >= 0) {
		/* signals are the event loop's */
		pthread_attr_init(&attributes);
		pthread_attr_setstacksize(&attributes, STACK_SIZE);
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		r = -pthread_create(&o->thread, &attributes, work, o);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		pthread_attr_destroy(&attributes);
	}
	if (r < 0) {
		sd_event_source_disable_unref(o->source);
		release(o);
		return r;
	}
	*ret = o;
	return 0;
}

/* What is there may never answer, and who ends does not wait for it. */
void async_open_free(struct async_open *o)
{
	int state = OPENING;
	pthread_t thread;

	if (!o)
		return;
	thread = o->thread;
	sd_event_source_disable_unref(o->source);
	if (atomic_compare_exchange_strong(&o->state, &state, LEFT)) {
		pthread_detach(thread);
		return;
	}
	pthread_join(thread, NULL);
	board_close(o->board);
	release(o);
}
