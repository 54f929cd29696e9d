// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfallctl emulate: a board that one can buy, without buying it. Plays a trace on a terminal line of its own. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "daemon/core/core.h"
#include "daemon/ctl/ctl.h"
#include "daemon/ctl/emulate-dgt.h"

int verb_emulate(struct ctl *ctl, int argc, char **argv);

struct arguments {
	const char *kind, *trace, *link;
	double speed;
	int scan_ms, late_ms;
	bool turned, white_right, wait;
};

enum { OPT_SCAN = 256, OPT_LATE, OPT_TURNED, OPT_RIGHT };

static const struct argp_option options[] = {
	{ "link", 'l', "PATH", 0, "Make PATH a link to the line, also after it was plugged in anew", 0 },
	{ "speed", 's', "N", 0, "Play N times as fast [1]", 0 },
	{ "wait", 'w', 0, 0, "Play when \"play\" comes on standard input, not at once", 0 },
	{ "scan", OPT_SCAN, "MS", 0, "How long a look at all squares takes [200]", 0 },
	{ "late", OPT_LATE, "MS", 0, "How late the clock's answers are, besides that it is asked each 400 ms [300]", 0 },
	{ "turned", OPT_TURNED, 0, 0, "The board stands turned by 180 degrees", 0 },
	{ "white-right", OPT_RIGHT, 0, 0, "White sits at the clock's right side", 0 },
	{ 0 }
};

static int milliseconds(const char *text, struct argp_state *state)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (!*text || *end || n < 0 || n > 2000)
		argp_error(state, "\"%s\" is no number of milliseconds up to 2000", text);
	return (int)n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;

	switch (key) {
	case 'l': a->link = arg; return 0;
	case 'w': a->wait = true; return 0;
	case 's':
		a->speed = strtod(arg, &end);
		if (!*arg || *end || !(a->speed > 0) || a->speed > 1000)
			argp_error(state, "--speed: \"%s\" is no number up to 1000", arg);
		return 0;
	case OPT_SCAN: a->scan_ms = milliseconds(arg, state); return 0;
	case OPT_LATE: a->late_ms = milliseconds(arg, state); return 0;
	case OPT_TURNED: a->turned = true; return 0;
	case OPT_RIGHT: a->white_right = true; return 0;
	case ARGP_KEY_ARG:
		if (!a->kind)
			a->kind = arg;
		else if (!a->trace)
			a->trace = arg;
		else
			argp_usage(state);
		return 0;
	case ARGP_KEY_END:
		if (!a->trace)
			argp_usage(state);
		if (strcmp(a->kind, "dgt"))
			argp_error(state, "there is no emulated board \"%s\"; known is dgt", a->kind);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .args_doc = "KIND TRACE",
	.doc = "Emulate a board on a terminal line of its own, and play a trace on it.\v"
	       "KIND is dgt. The line's name is printed: read it as dgt:NAME. On standard input \"play\", \"unplug\", \"plug\" and "
	       "\"quit\" are understood; each is answered by a line. \"played\" is printed at the trace's end; the board "
	       "stays, with its clock running, until \"quit\" or SIGINT.",
};

/* A trace in memory. */
struct script {
	struct board_event *event;
	struct board_squares *squares;	/* one for each event that needs them */
	size_t count;
};

struct emulator {
	const struct arguments *a;
	struct core_setup setup;
	struct script script;
	struct emulated_dgt board;
	int master, slave;	/* -1: unplugged. The slave is held so that a reader that goes does not hang the line up */
	int64_t began_us;	/* the machine's time at the board's 0 */
	bool playing;
	int64_t base_us;	/* the board's time of the trace's 0 */
	size_t next;
};

static int64_t machine_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* --- the trace --- */

static int keep(struct script *s, const struct board_event *ev)
{
	struct board_event *more = reallocarray(s->event, s->count + 1, sizeof(*more));
	struct board_squares *copy = NULL;

	if (!more)
		return -ENOMEM;
	s->event = more;
	if (ev->type == BOARD_EVENT_SQUARES) {
		copy = malloc(sizeof(*copy));
		if (!copy)
			return -ENOMEM;
		*copy = *ev->squares;
	}
	more[s->count] = *ev;
	more[s->count].squares = copy;
	more[s->count++].text = NULL;
	return 0;
}

static void script_done(struct script *s)
{
	for (size_t i = 0; i < s->count; i++)
		free((void *)s->event[i].squares);
	free(s->event);
}

static int load(struct ctl *ctl, struct emulator *e)
{
	__attribute__((cleanup(board_closep))) struct board *board = NULL;
	struct board_event ev;
	char *uri = NULL, err[160];
	json_t *header;
	int r;

	if (asprintf(&uri, "trace:%s", e->a->trace) < 0)
		return ctl_fail(ctl, "out of memory");
	r = board_open(uri, NULL, &board);
	free(uri);
	if (r < 0)
		return ctl_fail(ctl, "%s", board_error(NULL));
	header = json_loads(board_get_header(board), 0, NULL);
	r = core_setup_from_json(header, &e->setup, err);
	json_decref(header);
	if (r < 0)
		return ctl_fail(ctl, "%s: %s", e->a->trace, err);
	if (board_get_info(board)->width != 8 || board_get_info(board)->sensors != BOARD_PIECE_ID)
		return ctl_fail(ctl, "%s: this board needs a trace of chess that names the men (\"sensors\": \"piece-id\")", e->a->trace);
	while ((r = board_read(board, &ev)) == 1 || r == -EBADMSG) {
		if (r < 0)
			return ctl_fail(ctl, "%s", board_error(board));
		if (ev.type != BOARD_EVENT_TEXT && keep(&e->script, &ev) < 0)
			return ctl_fail(ctl, "out of memory");
	}
	return CTL_DONE;
}

/* --- the line --- */

static void unplug(struct emulator *e)
{
	if (e->master >= 0)
		close(e->master);
	if (e->slave >= 0)
		close(e->slave);
	e->master = e->slave = -1;
}

static int plug(struct emulator *e)
{
	struct termios t;
	const char *name;

	unplug(e);
	e->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (e->master < 0 || grantpt(e->master) < 0 || unlockpt(e->master) < 0 || !(name = ptsname(e->master)))
		return -errno;
	e->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (e->slave < 0 || tcgetattr(e->slave, &t) < 0)
		return -errno;
	cfmakeraw(&t);
	if (tcsetattr(e->slave, TCSANOW, &t) < 0)
		return -errno;
	if (e->a->link) {
		unlink(e->a->link);
		if (symlink(name, e->a->link) < 0)
			return -errno;
	}
	e->board.mode = DGT_IDLE;	/* it has lost its power */
	e->board.size = 0;
	printf("%s\n", name);
	return fflush(stdout) ? -errno : 0;
}

static void exchange(struct emulator *e)
{
	uint8_t heard[64];
	ssize_t n;

	if (e->master < 0) {
		e->board.size = 0;
		return;
	}
	while ((n = read(e->master, heard, sizeof(heard))) > 0)
		for (ssize_t i = 0; i < n; i++)
			emulated_dgt_hear(&e->board, heard[i]);
	n = e->board.size ? write(e->master, e->board.out, e->board.size) : 0;
	if (n > 0) {
		e->board.size -= (size_t)n;
		memmove(e->board.out, e->board.out + n, e->board.size);
	}
}

/* --- time --- */

static int64_t board_us(const struct emulator *e)
{
	return (int64_t)((double)(machine_us() - e->began_us) * e->a->speed);
}

static void begin(struct emulator *e)
{
	if (e->playing)
		return;
	e->playing = true;
	e->base_us = e->board.now_us;
	emulated_dgt_start(&e->board, WHITE);
}

/* What is due by now. False: the trace has an event that this board cannot have. */
static bool play_on(struct emulator *e)
{
	int64_t now = board_us(e);

	while (e->playing && e->next < e->script.count && e->base_us + e->script.event[e->next].device_us <= now) {
		const struct board_event *ev = &e->script.event[e->next++];

		emulated_dgt_advance(&e->board, e->base_us + ev->device_us);
		if (emulated_dgt_do(&e->board, ev) < 0)
			return false;
		if (e->next == e->script.count) {
			puts("played");
			fflush(stdout);
		}
	}
	emulated_dgt_advance(&e->board, now);
	return true;
}

/* One command. False: to end. */
static bool obey(struct emulator *e, char *line)
{
	int r;

	line[strcspn(line, "\r\n")] = '\0';
	if (strcmp(line, "quit") == 0)
		return false;
	if (strcmp(line, "play") == 0) {
		begin(e);
		puts("playing");
	} else if (strcmp(line, "unplug") == 0) {
		unplug(e);
		puts("unplugged");
	} else if (strcmp(line, "plug") == 0) {
		r = plug(e);
		if (r < 0)
			printf("not plugged in: %s\n", strerror(-r));
	} else {
		printf("\"%s\" is none of play, unplug, plug, quit\n", line);
	}
	fflush(stdout);
	return true;
}

static int run(struct ctl *ctl, struct emulator *e, int signals)
{
	bool input = true;

	while (true) {
		struct pollfd fds[] = { { .fd = signals, .events = POLLIN }, { .fd = input ? STDIN_FILENO : -1, .events = POLLIN },
					{ .fd = e->master, .events = POLLIN } };
		char line[256];

		poll(fds, 3, 2);
		if (fds[0].revents)
			return CTL_DONE;
		if (fds[1].revents) {
			input = fgets(line, sizeof(line), stdin) != NULL;
			if (input && !obey(e, line))
				return CTL_DONE;
		}
		if (!play_on(e))
			return ctl_fail(ctl, "%s: event %zu puts a man on the board without a name", e->a->trace, e->next);
		exchange(e);
		if (e->board.harm)
			return ctl_fail(ctl, "the host sent 0x%02x, which a real board would store or hang on", e->board.harm);
	}
}

static void set_up(struct emulator *e)
{
	const struct game *game = e->setup.game;
	char letters[GAME_MAX_SQUARES], squares[64];
	struct clock_control control = e->setup.clock;

	memset(letters, '.', sizeof(letters));
	game->placement(&e->setup.start, letters);
	for (unsigned i = 0; i < 64; i++)
		squares[game->cell_of_square(i)] = letters[i];
	if (control.mode == CLOCK_NONE)
		control = (struct clock_control){ .mode = CLOCK_SUDDEN_DEATH, .start_us = { 7200000000, 7200000000 } };
	control.running = NO_SIDE;
	emulated_dgt_init(&e->board, &control, squares);
	e->board.scan_us = e->a->scan_ms ? e->a->scan_ms * 1000 : 64;
	e->board.late_us = e->a->late_ms * 1000;
	e->board.turned = e->a->turned;
	e->board.white_right = e->a->white_right;
}

int verb_emulate(struct ctl *ctl, int argc, char **argv)
{
	struct arguments a = { .speed = 1, .scan_ms = 200, .late_ms = 300 };
	struct emulator e = { .a = &a, .master = -1, .slave = -1 };
	sigset_t mask;
	int status, r, signals;

	ctl_parse(ctl, &argp, argc, argv, &a);
	setvbuf(stdin, NULL, _IONBF, 0);	/* so that poll() knows of every line */
	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	signals = signalfd(-1, &mask, SFD_CLOEXEC);
	status = load(ctl, &e);
	if (status == CTL_DONE) {
		set_up(&e);
		e.began_us = machine_us();
		r = plug(&e);
		if (!a.wait)
			begin(&e);
		status = r < 0 ? ctl_fail(ctl, "no terminal line: %s", strerror(-r)) : run(ctl, &e, signals);
		if (a.link)
			unlink(a.link);
	}
	unplug(&e);
	close(signals);
	script_done(&e.script);
	core_setup_done(&e.setup);
	return status;
}
