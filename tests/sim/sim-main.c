// SPDX-License-Identifier: GPL-2.0-or-later
/* flagfall-sim: an emulated board on a socket or a USB port, controlled by commands, one a line. */
#include <argp.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/sim/commands.h"

#define CLIENTS 8

struct arguments {
	const char *trace, *socket, *gadget, *redirect, *name, *control, *tell;
	const char *serial, *model;
	unsigned boot_id;
	unsigned scan_us;
	unsigned sensors;
	bool no_device_time, high_speed, in_step, play, quit_after, run_after;
	double speed;
	enum sim_fault fault;
	char words[512]; /* with tell */
	uint16_t vendor, product;
};

enum {
	KEY_NAME = 256,
	KEY_SERIAL,
	KEY_MODEL,
	KEY_SENSORS,
	KEY_SPEED,
	KEY_FAULT,
	KEY_BOOT,
	KEY_AFTER,
	KEY_PLAY,
	KEY_HOST_TIME,
	KEY_SCAN,
	KEY_USB,
	KEY_REDIRECT,
	KEY_HIGH_SPEED,
	KEY_STEP
};

static const struct argp_option options[] = {
	{ "socket", 's', "PATH", 0, "plug into a socket", 0 },
	{ "gadget", 'g', "UDC", 0, "plug into this USB device controller, such as dummy_udc.0; - leaves it unplugged",
	  0 },
	{ "name", KEY_NAME, "NAME", 0, "of the gadget in configfs (default: flagfall)", 0 },
	{ "usb-id", KEY_USB, "VVVV:PPPP", 0, "vendor and product of the gadget (default: 1209:0001)", 0 },
	{ "usbredir", KEY_REDIRECT, "PATH", 0,
	  "plug into a virtual machine: the socket on which QEMU's usb-redir listens; - leaves it unplugged", 0 },
	{ "high-speed", KEY_HIGH_SPEED, NULL, 0, "with --usbredir: a board of high speed (default: full speed)", 0 },
	{ "control", 'c', "PATH", 0, "take commands from a socket at this path, not from standard input", 0 },
	{ "tell", 't', "PATH", 0,
	  "tell the board whose control socket is at PATH the command that follows, and print its answer", 0 },
	{ "serial", KEY_SERIAL, "TEXT", 0, "serial number (default: EMULATED1)", 0 },
	{ "model", KEY_MODEL, "TEXT", 0, "name of the board", 0 },
	{ "sensors", KEY_SENSORS, "KIND", 0, "presence or piece-id (default: as the trace)", 0 },
	{ "scan", KEY_SCAN, "US", 0, "duration of a scan that the board claims", 0 },
	{ "boot-id", KEY_BOOT, "N", 0, "the number of this start of the board (default: 1)", 0 },
	{ "host-time", KEY_HOST_TIME, NULL, 0, "the board's time is not the time of play", 0 },
	{ "speed", KEY_SPEED, "N|max", 0,
	  "the board's time against real time (default: 1); max: as fast as the host takes events", 0 },
	{ "in-step", KEY_STEP, NULL, 0, "with --speed max: after each press wait until the host has shown the clock",
	  0 },
	{ "fault", KEY_FAULT, "NAME", 0,
	  "from the start: info-garbage, info-short, info-version, info-stall, board-stall, "
	  "board-short, mute, with --usbredir halt; with the command fault also report-short, report-long, report-version, event-unknown, square-outside, sequence",
	  0 },
	{ "play", KEY_PLAY, NULL, 0, "play at once, as soon as a host listens", 0 },
	{ "after", KEY_AFTER, "hold|run|quit", 0, "what the board's time does after the trace (default: hold)", 0 },
	{ 0 }
};

static bool read_ids(const char *text, struct arguments *a)
{
	unsigned vendor, product;
	char end;

	if (sscanf(text, "%4x:%4x%c", &vendor, &product, &end) != 2)
		return false;
	a->vendor = (uint16_t)vendor;
	a->product = (uint16_t)product;
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	size_t used;
	int fault;

	switch (key) {
	case 's':
		a->socket = arg;
		return 0;
	case 'g':
		a->gadget = arg;
		return 0;
	case KEY_REDIRECT:
		a->redirect = arg;
		return 0;
	case KEY_HIGH_SPEED:
		a->high_speed = true;
		return 0;
	case 'c':
		a->control = arg;
		return 0;
	case 't':
		a->tell = arg;
		return 0;
	case KEY_NAME:
		a->name = arg;
		return 0;
	case KEY_SERIAL:
		a->serial = arg;
		return 0;
	case KEY_MODEL:
		a->model = arg;
		return 0;
	case KEY_BOOT:
		a->boot_id = (unsigned)strtoul(arg, NULL, 0);
		return 0;
	case KEY_SCAN:
		a->scan_us = (unsigned)strtoul(arg, NULL, 0);
		return 0;
	case KEY_HOST_TIME:
		a->no_device_time = true;
		return 0;
	case KEY_STEP:
		a->in_step = true;
		return 0;
	case KEY_PLAY:
		a->play = true;
		return 0;
	case KEY_USB:
		if (!read_ids(arg, a))
			argp_error(state, "'%s' is not a USB id", arg);
		return 0;
	case KEY_SENSORS:
		a->sensors = !strcmp(arg, "presence") ? SBW_SENSORS_PRESENCE :
			     !strcmp(arg, "piece-id") ? SBW_SENSORS_PIECE_ID :
							0;
		if (!a->sensors)
			argp_error(state, "unknown sensors '%s'", arg);
		return 0;
	case KEY_SPEED:
		a->speed = strcmp(arg, "max") ? strtod(arg, NULL) : 0;
		if (strcmp(arg, "max") && !(a->speed > 0))
			argp_error(state, "'%s' is not a speed", arg);
		return 0;
	case KEY_FAULT:
		fault = sim_fault_from_name(arg);
		if (fault < 0 || fault >= SIM_FAULT_REPORT_SHORT)
			argp_error(state, "unknown fault '%s'", arg);
		a->fault = (enum sim_fault)fault;
		return 0;
	case KEY_AFTER:
		a->run_after = !strcmp(arg, "run");
		a->quit_after = !strcmp(arg, "quit");
		if (!a->run_after && !a->quit_after && strcmp(arg, "hold"))
			argp_error(state, "after the trace: hold, run or quit, not '%s'", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (a->tell) {
			used = strlen(a->words);
			if (used + strlen(arg) + 2 >= sizeof(a->words))
				argp_error(state, "the command is too long");
			sprintf(a->words + used, "%s%s", used ? " " : "", arg);
			return 0;
		}
		if (a->trace)
			argp_usage(state);
		a->trace = arg;
		return 0;
	case ARGP_KEY_END:
		if (a->tell && !*a->words)
			argp_error(state, "no command to tell it");
		if (!a->tell && !!a->socket + !!a->gadget + !!a->redirect != 1)
			argp_error(state, "one of --socket, --gadget and --usbredir is required");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int control_socket(const char *path, bool listening)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), r;

	if (fd < 0)
		return -errno;
	if (strlen(path) >= sizeof(address.sun_path)) {
		close(fd);
		return -ENAMETOOLONG;
	}
	strcpy(address.sun_path, path);
	if (listening)
		unlink(path);
	if (listening ? bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, CLIENTS) < 0 :
			connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
		r = -errno;
		close(fd);
		return r;
	}
	return fd;
}

/* --tell: one command, one answer. */
static int tell(const char *path, const char *words)
{
	char answer[COMMAND_ANSWER] = "";
	int fd = control_socket(path, false);
	FILE *stream;

	if (fd < 0) {
		fprintf(stderr, "flagfall-sim: %s: %s\n", path, strerror(-fd));
		return 1;
	}
	stream = fdopen(fd, "r+");
	fprintf(stream, "%s\n", words);
	fflush(stream);
	if (!fgets(answer, sizeof(answer), stream)) {
		fclose(stream);
		if (!strcmp(words, "quit"))
			return 0;
		fprintf(stderr, "flagfall-sim: %s: no answer\n", path);
		return 1;
	}
	fclose(stream);
	fputs(answer, strncmp(answer, "error", 5) ? stdout : stderr);
	return !strncmp(answer, "error", 5);
}

/* Where commands come from: standard input, or a connection to the control socket. */
struct client {
	int in, out; /* in < 0: none */
	char line[256];
	size_t used;
	bool waiting; /* for the end of its command */
};

struct program {
	struct trace_player player;
	struct client client[CLIENTS];
	int listener;
	bool quit;
	bool quit_after, play_at_once;
	sigset_t waiting; /* what is blocked while it waits */
};

static void reply(struct client *client, const char *answer)
{
	char line[COMMAND_ANSWER + 1];
	int n = snprintf(line, sizeof(line), "%s\n", answer);

	if (client->in < 0 || write(client->out, line, (size_t)n) == n)
		return;
}

static void hang_up(struct client *client)
{
	if (client->in > 2)
		close(client->in);
	client->in = -1;
	client->waiting = false;
	client->used = 0;
}

/* What was waited for has come to an end, or another command took its place. */
static void reply_waiting(struct program *p, const char *answer)
{
	for (int i = 0; i < CLIENTS; i++)
		if (p->client[i].waiting) {
			p->client[i].waiting = false;
			reply(&p->client[i], answer);
		}
}

static void run_line(struct program *p, struct client *client, char *line)
{
	char answer[COMMAND_ANSWER];
	enum trace_player_state before = p->player.state;

	switch (command_run(&p->player, line, answer)) {
	case COMMAND_LATER:
		reply_waiting(p, "error: another command came first");
		client->waiting = true;
		return;
	case COMMAND_QUIT:
		reply(client, "ok");
		p->quit = true;
		return;
	case COMMAND_DONE:
		if (before >= TRACE_PLAYER_PLAYING && p->player.state != before)
			reply_waiting(p, "error: another command came first");
		reply(client, answer);
	}
}

/* Lines after a command that takes its time wait for its end. */
static void run_lines(struct program *p, struct client *client)
{
	char *end;

	while (!p->quit && !client->waiting && client->in >= 0 && (end = memchr(client->line, '\n', client->used))) {
		size_t length = (size_t)(end - client->line) + 1;

		*end = 0;
		run_line(p, client, client->line);
		client->used -= length;
		memmove(client->line, client->line + length, client->used);
	}
}

static void read_client(struct program *p, struct client *client)
{
	ssize_t n = read(client->in, client->line + client->used, sizeof(client->line) - client->used);

	if (n <= 0 || client->used + (size_t)n == sizeof(client->line)) {
		p->quit |= client->in == 0;
		hang_up(client);
		return;
	}
	client->used += (size_t)n;
	run_lines(p, client);
}

static void accept_client(struct program *p)
{
	int fd = accept(p->listener, NULL, NULL);

	if (fd < 0)
		return;
	for (int i = 0; i < CLIENTS; i++)
		if (p->client[i].in < 0) {
			p->client[i] = (struct client){ .in = fd, .out = fd };
			return;
		}
	close(fd);
}

static volatile sig_atomic_t end_requested;

static void on_signal(int number)
{
	end_requested = number;
}

/* The two signals come while it is waited and nowhere else: not before, when nobody would look again, and not to the
 * board's thread, whose interruption wakes nobody. */
static void catch_end(sigset_t *ret_waiting)
{
	const struct sigaction end = { .sa_handler = on_signal };
	sigset_t both;

	sigemptyset(&both);
	sigaddset(&both, SIGTERM);
	sigaddset(&both, SIGINT);
	sigprocmask(SIG_BLOCK, &both, ret_waiting);
	sigdelset(ret_waiting, SIGTERM);
	sigdelset(ret_waiting, SIGINT);
	sigaction(SIGTERM, &end, NULL);
	sigaction(SIGINT, &end, NULL);
}

static void work(struct program *p)
{
	while (!p->quit && !end_requested) {
		struct pollfd fds[CLIENTS + 1];
		struct timespec wait;
		int wait_ms;

		if (trace_player_step(&p->player, &wait_ms)) {
			reply_waiting(p, "ok");
			if (p->quit_after && p->player.trace && p->player.next == p->player.trace->count) {
				sim_flush(p->player.sim, 10000);
				return;
			}
			for (int i = 0; i < CLIENTS; i++)
				run_lines(p, &p->client[i]);
			continue;
		}
		if (p->play_at_once) {
			if (sim_host(p->player.sim)) {
				p->play_at_once = false;
				trace_player_play(&p->player, 0);
			}
			wait_ms = 10;
		}
		for (int i = 0; i < CLIENTS; i++)
			fds[i] = (struct pollfd){ .fd = p->client[i].waiting ? -1 : p->client[i].in, .events = POLLIN };
		fds[CLIENTS] = (struct pollfd){ .fd = p->listener, .events = POLLIN };
		wait = (struct timespec){ wait_ms / 1000, wait_ms % 1000 * 1000000L };
		if (ppoll(fds, CLIENTS + 1, wait_ms < 0 ? NULL : &wait, &p->waiting) <= 0)
			continue;
		for (int i = 0; i < CLIENTS && !p->quit; i++)
			if (fds[i].revents)
				read_client(p, &p->client[i]);
		if (fds[CLIENTS].revents)
			accept_client(p);
	}
}

/* Where the cable goes. */
static const char *first_port(const struct arguments *a)
{
	return a->socket ? a->socket : a->gadget ? a->gadget : a->redirect;
}

static int plug_in(struct sim *sim, const struct arguments *a)
{
	const char *port = first_port(a);
	int r;

	if (a->socket) {
		r = sim_use_socket(sim);
		return r < 0 ? r : sim_plug(sim, port);
	}
	if (a->vendor)
		sim_usb_ids(sim, a->vendor, a->product);
	r = a->gadget ? sim_use_gadget(sim, a->name) : sim_use_redirect(sim, a->high_speed);
	if (r < 0 || !strcmp(port, "-"))
		return r;
	return sim_plug(sim, port);
}

static struct native_config board_config(const struct arguments *a, const struct emulated_script *trace)
{
	return (struct native_config){
		.size = (uint8_t)trace->width,
		.sensors = (uint8_t)(a->sensors ? a->sensors : trace->sensors),
		.squares = a->trace ? trace->squares : NULL,
		.scan_us = a->scan_us,
		.boot_id = a->boot_id,
		.serial = a->serial,
		.model = a->model,
		.firmware = "flagfall-sim " FLAGFALL_VERSION,
		.features = SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS |
			    (a->no_device_time ? 0 : SBW_FEATURE_DEVICE_TIME),
	};
}

int main(int argc, char **argv)
{
	char doc[2048];
	const struct argp argp = { options, parse, "[TRACE]\n--tell PATH COMMAND…", doc, 0, 0, 0 };
	struct arguments a = {
		.name = "flagfall", .serial = "EMULATED1", .model = "Emulated board", .speed = 1, .boot_id = 1
	};
	struct program p = { .listener = -1 };
	struct emulated_script trace = { 0 };
	struct native_config config;
	char err[EMULATED_ERROR];
	struct sim *sim = NULL;
	int r;

	snprintf(doc, sizeof(doc), "An emulated sensor board that plays a trace.\v%s", command_help);
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (a.tell)
		return tell(a.tell, a.words);
	if (a.trace && emulated_script_load(a.trace, NULL, &trace, err) < 0) {
		fprintf(stderr, "flagfall-sim: %s\n", err);
		return 1;
	}
	if (trace.skipped)
		fprintf(stderr, "flagfall-sim: %s: %u events that no board sends are left out\n", a.trace,
			trace.skipped);
	config = board_config(&a, &trace);
	catch_end(&p.waiting);
	signal(SIGPIPE, SIG_IGN);
	r = sim_new(&config, &sim);
	if (r == 0) {
		sim_set_fault(sim, a.fault);
		r = plug_in(sim, &a);
	}
	if (r < 0) {
		fprintf(stderr, "flagfall-sim: %s: %s\n", first_port(&a), strerror(-r));
		sim_free(sim);
		emulated_script_done(&trace);
		return 1;
	}
	trace_player_init(&p.player, sim, a.trace ? &trace : NULL, a.speed);
	p.player.after = a.run_after ? TRACE_PLAYER_RUNNING : TRACE_PLAYER_HELD;
	p.player.in_step = a.in_step;
	p.quit_after = a.quit_after;
	for (int i = 0; i < CLIENTS; i++)
		p.client[i].in = -1;
	if (a.control) {
		p.listener = control_socket(a.control, true);
		if (p.listener < 0)
			fprintf(stderr, "flagfall-sim: %s: %s\n", a.control, strerror(-p.listener));
		p.quit = p.listener < 0;
	} else {
		p.client[0] = (struct client){ .in = 0, .out = 1 };
	}
	p.play_at_once = a.play;
	work(&p);
	reply_waiting(&p, "error: the emulator is quitting");
	for (int i = 0; i < CLIENTS; i++)
		hang_up(&p.client[i]);
	if (p.listener >= 0) {
		close(p.listener);
		unlink(a.control);
	}
	sim_free(sim);
	emulated_script_done(&trace);
	return 0;
}
