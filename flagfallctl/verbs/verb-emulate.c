/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfallctl emulate: emulate a board. Plays a trace on a terminal line of its own, or on a socket. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "emulator/emulated-board.h"
#include "flagfallctl/verbs.h"
#include "common/machine-clock.h"

/* Between two checks of what is due; a scan comes to a square each 3 ms. */
#define TICK_MS 4
#define LATE_MS 250 /* so much of the machine's time passes for the board at once */

struct arguments {
	const struct emulated_kind *kind;
	const char *trace, *link, *bytes;
	double speed;
	struct emulated_options options;
	bool wait, is_hid;
};

enum {
	OPT_SCAN = 256,
	OPT_LATE,
	OPT_TURNED,
	OPT_RIGHT,
	OPT_SERIAL,
	OPT_HID,
	OPT_BYTES,
	OPT_SPARE,
	OPT_SHORT,
	OPT_REMOTE,
	OPT_MUTE,
	OPT_NO_CLOCK,
	OPT_BATTERY
};

static const struct argp_option options[] = {
	{ "link", 'l', "PATH", 0, "Make PATH a link to the line while it is plugged in; native: the socket itself", 0 },
	{ "speed", 's', "N", 0, "Play N times as fast [1]", 0 },
	{ "wait", 'w', 0, 0, "Play when \"play\" comes on standard input, not at once", 0 },
	{ "serial", OPT_SERIAL, "TEXT", 0, "The board's serial number", 0 },
	{ "scan", OPT_SCAN, "MS", 0, "How long a scan of all squares takes [as such a board does]", 0 },
	{ "late", OPT_LATE, "MS", 0,
	  "How late the board reports what it sees; dgt: its clock's answers, which are asked for each "
	  "400 ms anyway [dgt 300, else 0]",
	  0 },
	{ "turned", OPT_TURNED, 0, 0, "The board stands turned by 180 degrees", 0 },
	{ "white-right", OPT_RIGHT, 0, 0, "White sits at the clock's right side", 0 },
	{ "remote", OPT_REMOTE, 0, 0, "dgt: the clock is in the mode in which it can be set from the board", 0 },
	{ "mute-clock", OPT_MUTE, 0, 0, "dgt: the clock does not answer", 0 },
	{ "no-clock", OPT_NO_CLOCK, 0, 0, "dgt: no clock is connected", 0 },
	{ "battery", OPT_BATTERY, "PERCENT", OPTION_ARG_OPTIONAL,
	  "dgt: the board has a battery: it keeps running, and keeps its log, while it is unplugged [84]", 0 },
	{ "spare-queens", OPT_SPARE, 0, 0, "Spare queens stand on d3 and d6 until \"clear\" comes, or it plays", 0 },
	{ "short", OPT_SHORT, 0, 0, "chessnut: reports of 36 bytes, not 38", 0 },
	{ "uhid", OPT_HID, 0, 0,
	  "chessnut: be a HID device of the kernel's, not a terminal line; its hidraw node is printed", 0 },
	{ "bytes", OPT_BYTES, "PATH", 0,
	  "No line: what the board sends goes to PATH, a file or FIFO, and nothing is received", 0 },
	{ 0 }
};

static int64_t milliseconds(const char *text, struct argp_state *state)
{
	return 1000 * ctl_read_number(state, text, 0, 2000, "\"%s\" is not a number of milliseconds up to 2000");
}

/* What an option without a value sets; NULL: it is none. */
static bool *plain_option(struct arguments *a, int key)
{
	switch (key) {
	case 'w':
		return &a->wait;
	case OPT_TURNED:
		return &a->options.turned;
	case OPT_RIGHT:
		return &a->options.white_right;
	case OPT_SPARE:
		return &a->options.spare_queens;
	case OPT_REMOTE:
		return &a->options.remote;
	case OPT_MUTE:
		return &a->options.mute_clock;
	case OPT_NO_CLOCK:
		return &a->options.no_clock;
	case OPT_SHORT:
		return &a->options.short_reports;
	case OPT_HID:
		return &a->is_hid;
	default:
		return NULL;
	}
}

static void verb_emulate_take_word(struct arguments *a, char *word, struct argp_state *state)
{
	if (state->arg_num == 0 && !(a->kind = emulated_find(word)))
		argp_error(state, "there is no emulated board \"%s\"; known: %s", word, emulated_names());
	else if (state->arg_num == 1)
		a->trace = word;
	else if (state->arg_num > 1)
		argp_usage(state);
}

static void check_arguments(const struct arguments *a, struct argp_state *state)
{
	if (!a->trace)
		argp_error(state, "it takes a kind of board and a trace, as emulate dgt game.trace; kinds: %s",
			   emulated_names());
	if (a->is_hid && a->kind != &emulated_chessnut)
		argp_error(state, "--uhid: only chessnut is a HID device");
	if (a->bytes && a->kind->native)
		argp_error(state, "--bytes: %s is on a socket, no line", a->kind->name);
	if (a->bytes && (a->link || a->is_hid))
		argp_error(state, "--bytes goes with neither --link nor --uhid");
}

static error_t verb_emulate_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	bool *plain = plain_option(a, key);

	if (plain) {
		*plain = true;
		return 0;
	}
	switch (key) {
	case 'l':
		a->link = arg;
		return 0;
	case 's':
		a->speed = ctl_read_above_0(state, arg, 1000, "--speed: \"%s\" is not a number up to 1000");
		return 0;
	case OPT_SERIAL:
		a->options.serial = arg;
		return 0;
	case OPT_SCAN:
		a->options.scan_us = milliseconds(arg, state);
		return 0;
	case OPT_LATE:
		a->options.late_us = milliseconds(arg, state);
		return 0;
	case OPT_BATTERY:
		a->options.battery =
			(uint8_t)(arg ? ctl_read_number(state, arg, 1, 100,
							"--battery: \"%s\" is not a number from 1 to 100") :
					84);
		return 0;
	case OPT_BYTES:
		a->bytes = arg;
		a->options.deaf = true;
		return 0;
	case ARGP_KEY_ARG:
		verb_emulate_take_word(a, arg, state);
		return 0;
	case ARGP_KEY_END:
		check_arguments(a, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* KIND's choices are put into the manual by the names the kinds have. */
static char *filter(int key, const char *text, void *input)
{
	char *said;

	if (key != ARGP_KEY_HELP_POST_DOC || asprintf(&said, "KIND: %s.\n\n%s", emulated_names(), text) < 0)
		return (char *)text;
	return said;
}

static const struct argp argp = {
	.options = options,
	.parser = verb_emulate_parse,
	.args_doc = "KIND TRACE",
	.help_filter = filter,
	.doc = "Emulate a board on a terminal line of its own (native: on a socket), and play a trace on it.\v"
	       "The line's name is printed: read it as KIND:NAME, a sentio as certabo:NAME, a native one as socket:NAME. On standard input \"clear\", \"play\", \"step\", "
	       "\"change N\", \"rest MS\", \"unplug\", \"plug\" and \"quit\" are understood; each is answered by a line. What one sees and hears "
	       "at the board is printed, too (\"lights e2 e4\", \"sound 1000 Hz 300 ms\", \"clock 2:58.3 3:00.0, Black's runs\"), and, for a board without a lever, \"press white\" or \"press black\" where the trace has a "
	       "press: hand it to flagfallctl press. \"played\" is printed at the trace's end; the board "
	       "stays, with its clock running, until \"quit\" or SIGINT.",
};

struct emulator {
	const struct arguments *a;
	struct emulated_script script;
	struct emulated *board;
	struct emulated_line line;
	int64_t began_us; /* the machine's time at the board's 0 */
	int64_t seen_us;  /* the machine's time as it was looked at last */
	bool playing, begun;
	bool step;	       /* until the next press */
	unsigned changes;      /* so many events more, 0 all */
	int64_t base_us;       /* the board's time of the trace's 0 */
	int64_t rest_until_us; /* of the board's time, 0: nobody asked */
	size_t next;
};

/* While the machine has no processor for it, the board stands still: the events of that time would all be one, and its
 * squares are looked at between them. */
static int64_t board_us(struct emulator *e)
{
	const int64_t now = machine_clock_us(CLOCK_MONOTONIC), late = now - e->seen_us - LATE_MS * 1000;

	if (late > 0)
		e->began_us += late;
	e->seen_us = now;
	return (int64_t)((double)(now - e->began_us) * e->a->speed);
}

static void verb_emulate_say(const char *text)
{
	puts(text);
	fflush(stdout);
}

/* On the squares where Certabo's own programs have them while the pieces are learned. */
static void spare_queens(struct emulator *e, enum board_event_type type)
{
	bool stand = e->board->stands[19] == 'Q' && e->board->stands[43] == 'q';

	for (unsigned i = 0; e->a->options.spare_queens && stand == (type == BOARD_EVENT_LIFT) && i < 2; i++)
		emulated_apply(e->board,
			       &(struct board_event){ .type = type, .square = i ? 43 : 19, .piece = i ? 'q' : 'Q' });
}

static void verb_emulate_begin(struct emulator *e)
{
	if (e->playing)
		return;
	e->playing = true;
	/* a turn's thinking is left out where turns are played one by one */
	e->base_us = e->board->now_us;
	if (e->next < e->script.count && (e->step || e->changes || e->begun))
		e->base_us -= e->script.event[e->next].device_us;
	if (e->begun)
		return;
	e->begun = true;
	spare_queens(e, BOARD_EVENT_LIFT);
	if (e->board->kind->start)
		e->board->kind->start(e->board, WHITE);
}

/* What is due by now. False: the trace has an event that this board cannot have. */
static bool play_on(struct emulator *e)
{
	int64_t now = board_us(e);

	while (e->playing && e->next < e->script.count && e->base_us + e->script.event[e->next].device_us <= now) {
		const struct board_event *ev = &e->script.event[e->next++];

		e->board->kind->advance(e->board, e->base_us + ev->device_us);
		if (emulated_apply(e->board, ev) < 0)
			return false;
		if (ev->type == BOARD_EVENT_PRESS && !e->board->kind->has_lever)
			verb_emulate_say(ev->side == BOARD_WHITE ? "press white" : "press black");
		if (e->next == e->script.count)
			verb_emulate_say("played");
		if (e->step && (ev->type == BOARD_EVENT_PRESS || e->next == e->script.count)) {
			e->step = e->playing = false;
			verb_emulate_say("stepped");
		}
		if (e->changes && (--e->changes == 0 || e->next == e->script.count)) {
			e->changes = 0;
			e->playing = false;
			verb_emulate_say("changed");
		}
	}
	e->board->kind->advance(e->board, now);
	if (e->rest_until_us && now >= e->rest_until_us) {
		e->rest_until_us = 0;
		verb_emulate_say("rested");
	}
	return true;
}

/* One command. False: to end. */
static bool verb_emulate_obey(struct emulator *e, char *line)
{
	int r;

	line[strcspn(line, "\r\n")] = '\0';
	if (strcmp(line, "quit") == 0)
		return false;
	if (strcmp(line, "play") == 0) {
		verb_emulate_begin(e);
		puts("playing");
	} else if (strcmp(line, "step") == 0) {
		e->step = true;
		verb_emulate_begin(e);
	} else if (strncmp(line, "change ", 7) == 0 && strspn(line + 7, "0123456789") == strlen(line + 7) &&
		   atoi(line + 7) > 0) {
		e->changes = (unsigned)atoi(line + 7);
		verb_emulate_begin(e);
	} else if (strncmp(line, "rest ", 5) == 0 && strspn(line + 5, "0123456789") == strlen(line + 5) &&
		   atoi(line + 5) > 0) {
		e->rest_until_us = e->board->now_us + atoi(line + 5) * 1000LL;
	} else if (strcmp(line, "clear") == 0) {
		spare_queens(e, BOARD_EVENT_LIFT);
		puts("cleared");
	} else if (strcmp(line, "unplug") == 0) {
		/* its name goes with it: another line may have the number next */
		if (e->a->link)
			unlink(e->a->link);
		emulated_line_unplug(&e->line, e->board);
		puts("unplugged");
	} else if (strcmp(line, "plug") == 0) {
		r = emulated_line_plug(&e->line, e->board);
		if (r < 0)
			printf("not plugged in: %s\n", strerror(-r));
	} else {
		printf("\"%s\" is not one of clear, play, step, change N, rest MS, unplug, plug, quit\n", line);
	}
	fflush(stdout);
	return true;
}

static int verb_emulate_run(struct ctl *ctl, struct emulator *e, int signals)
{
	bool input = true;

	while (true) {
		struct pollfd fds[] = { { .fd = signals, .events = POLLIN },
					{ .fd = input ? STDIN_FILENO : -1, .events = POLLIN },
					{ .fd = e->board->kind->native ? e->line.socket.host : e->line.master,
					  .events = POLLIN } };
		char line[256];

		poll(fds, 3, TICK_MS);
		if (fds[0].revents)
			return CTL_DONE;
		if (fds[1].revents) {
			input = fgets(line, sizeof(line), stdin) != NULL;
			if (input && !verb_emulate_obey(e, line))
				return CTL_DONE;
		}
		if (!play_on(e))
			return ctl_fail(ctl, "%s: event %zu puts a piece on the board without naming it", e->a->trace,
					e->next);
		emulated_line_exchange(&e->line, e->board);
		if (e->board->shown[0]) {
			e->board->shown[strlen(e->board->shown) - 1] = '\0';
			verb_emulate_say(e->board->shown);
			e->board->shown[0] = '\0';
		}
		if (e->board->harm)
			return ctl_fail(ctl, "the host sent 0x%02x, which a real board would store or hang on",
					e->board->harm);
	}
}

static struct emulated *verb_emulate_set_up(const struct arguments *a, const struct emulated_script *script)
{
	struct clock_control control = script->setup.clock;

	if (control.mode == CLOCK_NONE)
		control = (struct clock_control){ .mode = CLOCK_SUDDEN_DEATH, .start_us = { 7200000000, 7200000000 } };
	control.running = NO_SIDE;
	return emulated_new(a->kind, &a->options, &control, script->squares);
}

static int emulate(struct ctl *ctl, struct emulator *e, int signals)
{
	int r;

	e->board = verb_emulate_set_up(e->a, &e->script);
	if (!e->board)
		return ctl_fail(ctl, "out of memory");
	spare_queens(e, BOARD_EVENT_PLACE);
	e->began_us = e->seen_us = machine_clock_us(CLOCK_MONOTONIC);
	r = emulated_line_plug(&e->line, e->board);
	if (r < 0)
		return ctl_fail(ctl, "the board's line cannot be created: %s", strerror(-r));
	if (!e->a->wait)
		verb_emulate_begin(e);
	return verb_emulate_run(ctl, e, signals);
}

static int run_emulate(struct ctl *ctl, int argc, char **argv)
{
	struct arguments a = { .speed = 1, .options = { .scan_us = -1, .late_us = -1 } };
	struct emulator e = {
		.a = &a,
	};
	sigset_t mask;
	char error[EMULATED_ERROR];
	int status, signals, r;

	ctl_parse(ctl, &argp, argc, argv, &a);
	setvbuf(stdin, NULL, _IONBF, 0); /* so that poll() knows of every line */
	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	signals = signalfd(-1, &mask, SFD_CLOEXEC);
	emulated_line_init(&e.line);
	e.line.link = a.link;
	e.line.bytes = a.bytes;
	e.line.is_hid = a.is_hid;
	r = emulated_script_load(a.trace, a.kind, &e.script, error);
	a.options.sensors = e.script.sensors;
	status = r < 0 ? ctl_fail(ctl, "%s", error) : emulate(ctl, &e, signals);
	if (a.link)
		unlink(a.link);
	if (e.board)
		emulated_line_unplug(&e.line, e.board);
	free(e.board);
	emulated_script_done(&e.script);
	close(signals);
	return status;
}

const struct verb verb_emulate = { "emulate", run_emulate, "emulate a commercial board" };
