/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A native board's cable as a socket (libboard/wire-decoder.h, from the board's end). Nothing here waits: it is served
 * whenever time has passed, or one of its descriptors says so.
 */
#ifndef EMULATOR_SOCKET_LINK_H
#define EMULATOR_SOCKET_LINK_H

#include <poll.h>
#include <sys/un.h>

#include "emulator/native-board.h"
#include "libboard/wire-decoder.h"

struct socket_link {
	int listener; /* -1: unplugged, or the host's end was given out */
	int host;     /* -1: nobody listens */
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	bool mute;	   /* no request is received */
	bool others_wait;  /* a second host waits until the first has gone; else it is sent away */
	bool is_forgetful; /* what happens while nobody listens is not told later */
	bool has_clock;	   /* a clock beside the board, which runs by itself, shows this */
	bool tells_clock;  /* … which the host has not been told yet */
	struct socket_clock clock;
	/* One message that the socket had no room for. */
	uint8_t out[SOCKET_MESSAGE_SIZE];
	size_t out_size;
	bool out_is_report;
};

/* It listens at port; "", NULL: where it was before. 0, or a negative errno value: then nothing is there. */
int socket_link_plug(struct socket_link *link, const char *port);
/* Nobody is connected any more, and nothing listens. */
void socket_link_unplug(struct socket_link *link, struct native_board *board);
/* Answers the host, and sends reports while there are any and it can. */
void socket_link_serve(struct socket_link *link, struct native_board *board);
/* The clock beside the board shows this from now on; running: SBW_SIDE_*, 0 none. with_event: by which the last event
 * is known. */
void socket_link_show(struct socket_link *link, uint32_t white_ms, uint32_t black_ms, int running, bool with_event);
/* What to wait for: two at most, returns how many. */
unsigned socket_link_fds(const struct socket_link *link, struct pollfd *fds);
/* Gives this end little room: what is handed over has nearly been read. */
void socket_link_narrow(int fd);
/* The answer to a message, for a board without a socket. Returns its size. */
size_t socket_link_answer(struct native_board *board, const uint8_t *message, size_t size,
			  uint8_t out[static SOCKET_MESSAGE_SIZE]);

#endif
