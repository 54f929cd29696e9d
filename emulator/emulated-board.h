/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards: what hands do goes in, the bytes that such a board would send come out. Each kind is one file,
 * emulated-KIND.c, written from what is known of the boards and not from the reader's code. A kind is pure: the caller
 * says what time it is, takes the bytes, and hands over those of the host.
 */
#ifndef EMULATOR_EMULATED_BOARD_H
#define EMULATOR_EMULATED_BOARD_H

#include "daemon/core/core.h"
#include "emulator/socket-link.h"
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
	char stands[BOARD_MAX_SQUARES + 1]; /* as on the table: libboard's squares and letters */
	uint8_t harm;			    /* this byte was received, which a board would store or hang on */
	size_t size;			    /* bytes to be sent; the caller takes them */
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
	/* The host sends a byte. NULL: it speaks to what native() returns, on a socket. */
	void (*receive)(struct emulated *board, uint8_t byte);
	struct native_board *(*native)(struct emulated *board);
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

/* --- emulated-line.c: The terminal line of an emulated board, or what it has in place of one. --- */

struct emulated_line {
	const char *link;  /* leads to the line, NULL: none is made */
	const char *bytes; /* in place of a line: this file or FIFO */
	bool is_hid;	   /* in place of a line: a HID device of the kernel's */
	char node[64];	   /* is_hid: its node, "" as long as the kernel has not made it */
	int master, slave; /* -1: unplugged. The slave is held so that a reader that goes does not hang the line up */
	struct socket_link socket; /* of a native board, in place of a line; link is the socket itself */
};

/* No line yet. */
void emulated_line_init(struct emulated_line *line);

/* A new line; its name is printed, that of a HID device when it is known. 0, or a negative errno value. */
int emulated_line_plug(struct emulated_line *line, struct emulated *board);
void emulated_line_unplug(struct emulated_line *line, struct emulated *board);
/* Receives what the host has sent, and sends what the board has to say. */
void emulated_line_exchange(struct emulated_line *line, struct emulated *board);

/* --- emulated-hid.c: A HID device that the kernel takes for a real one (uhid): a hidraw node instead of a terminal
 * line. --- */

int emulated_hid_plug(struct emulated_line *line);
/* True once, when the kernel has made its node. */
bool emulated_hid_find(struct emulated_line *line);
void emulated_hid_exchange(struct emulated_line *line, struct emulated *board);

/* --- emulated-kinds.c: The kinds of emulated boards that there are, each defined in a file of its name. --- */

#define EMULATED_KINDS(X) \
	X(dgt) \
	X(chessnut) \
	X(certabo) \
	X(sentio) \
	X(millennium) \
	X(cpp) \
	X(cpp_plain) \
	X(native) \
	X(native_10x10)

#define EMULATED_DECLARED(name) extern const struct emulated_kind emulated_##name;
EMULATED_KINDS(EMULATED_DECLARED)
#undef EMULATED_DECLARED

/* By name, NULL: there is none. */
const struct emulated_kind *emulated_find(const char *name);
/* Their names, "a, b and c". */
const char *emulated_names(void);

/* --- emulated-script.c: The trace that an emulated board plays, read into memory. --- */

#define EMULATED_ERROR 512

struct emulated_script {
	struct core_setup setup;
	enum board_sensors sensors;
	unsigned width;
	char squares[BOARD_MAX_SQUARES + 1]; /* what stands there at the start */
	struct board_event *event;
	size_t count;
	unsigned skipped; /* what no board sends: claims, decisions */
};

/* kind: a trace that it cannot play is refused; NULL: any will do. 0, or a negative errno value with the sentence in
 * error. Either way emulated_script_done() it. */
int emulated_script_load(const char *path, const struct emulated_kind *kind, struct emulated_script *ret,
			 char error[static EMULATED_ERROR]);
void emulated_script_done(struct emulated_script *script);

/*
 * --- emulated-snapshots.c ---
 * What emulated boards share that report all their squares after each scan. The squares are scanned one after the
 * other: a piece that is moved from a square that was just scanned to one that is next stands on both.
 */

#define EMULATED_DELAYED 8 /* messages that are on their way at once */
#define EMULATED_MESSAGE 2048

struct emulated_snapshots {
	struct emulated base;
	char seen[64];	/* as the scan that is under way sees it, and the last one from field on: the board's own
			 * order, from its a8 */
	unsigned field; /* scanned next */
	int64_t scan_at_us, step_us;
	bool on; /* it reports what it sees */
	/* After a scan of all squares: reports them. */
	void (*report)(struct emulated_snapshots *s);
	/* A square is scanned: for those that see more than a letter; NULL: seen[field] is all. */
	void (*scan)(struct emulated_snapshots *s, unsigned field, unsigned square);
	unsigned head, tail; /* free running */
	struct emulated_message {
		int64_t due_us;
		size_t size;
		uint8_t bytes[EMULATED_MESSAGE];
	} delayed[EMULATED_DELAYED];
};

/* scan_us: unless the options say otherwise. */
void emulated_snapshots_init(struct emulated_snapshots *s, int64_t scan_us);
void emulated_snapshots_advance(struct emulated *board, int64_t now_us);
/* Sends it late. What the board cannot hold so long is lost. */
void emulated_snapshots_send(struct emulated_snapshots *s, const uint8_t *bytes, size_t n);
/* The square on the table under a field of the board. */
unsigned emulated_square(const struct emulated *board, unsigned field);
/* lit: bit 0 is the board's a1. */
void emulated_show_lights(struct emulated *board, uint64_t lit);

#endif
