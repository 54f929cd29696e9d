/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards: what hands do goes in, the bytes that such a board would send come out. Each kind is one file,
 * emulated-KIND.c, written from what is known of the boards and not from the reader's code. A kind is pure: the caller
 * says what time it is, takes the bytes, and hands over those of the host.
 */
#ifndef EMULATOR_EMULATED_BOARD_H
#define EMULATOR_EMULATED_BOARD_H

#include "daemon/core/core.h"
#include "libboard/board.h"

struct emulated_kind;

/* What the command line says; a kind uses what it has. */
struct emulated_options {
	enum board_sensors sensors; /* of the trace */
	int64_t scan_us;	    /* how long a scan of all squares takes; -1: as that kind does */
	int64_t late_us;   /* how late the board reports what it knows, that of a clock above all; -1: as that kind does
			    */
	bool turned;	   /* the board stands turned by 180 degrees */
	bool spare_queens; /* stand on d3 and d6 until the game begins */
	bool short_reports;
	bool deaf;	    /* it receives nothing: it reports what others report when they are asked */
	bool white_right;   /* White sits at the clock's right side */
	bool remote;	    /* dgt: the clock is in the mode in which it can be set */
	bool mute_clock;    /* dgt: the clock answers no command */
	bool no_clock;	    /* dgt: none is there */
	uint8_t battery;    /* dgt: percent; the board goes on while it is unplugged. 0: it has none */
	const char *serial; /* its serial number, NULL: some */
};

/* First member of every kind's own structure. */
struct emulated {
	const struct emulated_kind *kind;
	struct emulated_options options;
	int64_t now_us;
	bool is_plugged;
	char stands[BOARD_MAX_SQUARES]; /* as on the table: libboard's squares and letters */
	uint8_t harm;			/* this byte was received, which a board would store or hang on */
	size_t size;			/* bytes to be sent; the caller takes them */
	uint8_t out[16384];
	char shown[1024]; /* what people see and hear at the board, lines; the caller takes them */
};

struct emulated_kind {
	const char *name;
	size_t size;		    /* of the structure that begins with struct emulated */
	unsigned width;		    /* files, and ranks */
	enum board_sensors sensors; /* what a trace has to say of the pieces */
	bool has_lever;		    /* else presses are for the caller to pass on */
	int64_t late_us;	    /* unless the options say otherwise */

	/* The rest of the structure is zeroed. */
	void (*init)(struct emulated *board, const struct clock_control *control);
	/* It was plugged in: it has had no power before. NULL: nothing changes. */
	void (*power)(struct emulated *board);
	/* Time passes. */
	void (*advance)(struct emulated *board, int64_t now_us);
	/* The clock's start button: side's time runs. NULL: it has no clock. */
	void (*start)(struct emulated *board, enum side side);
	/* Hands do this, now; a change of squares was put into stands already. NULL: that is all there is. */
	void (*act)(struct emulated *board, const struct board_event *ev);
	/* The host sends a byte. NULL: the host sends messages. */
	void (*receive)(struct emulated *board, uint8_t byte);
	/* The host sends a message, on a socket. What is to be sent has the length of each message before it then, in
	 * two bytes. */
	void (*answer)(struct emulated *board, const uint8_t *message, size_t n);
};

static inline unsigned emulated_cells(const struct emulated *board)
{
	return board->kind->width * board->kind->width;
}

/* squares: what stands there, a letter for each square from a1 on. NULL: no memory. free() it. */
struct emulated *emulated_new(const struct emulated_kind *kind, const struct emulated_options *options,
			      const struct clock_control *control, const char *squares);
/* 0; -EINVAL: a piece without a name, or squares that are not as many as the board's. */
int emulated_apply(struct emulated *board, const struct board_event *ev);

/* For the kinds. A host that does not read loses what a line without handshake would lose. */
void emulated_send(struct emulated *board, const uint8_t *bytes, size_t n);
/* A line without its end: "lights e2 e4", "sound 1000 Hz 300 ms". */
void emulated_show(struct emulated *board, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
