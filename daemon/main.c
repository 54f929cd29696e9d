/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfalld: boards, games, clocks and rulings on D-Bus. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/daemon.h"

enum {
	OPT_BUS = 256,
	OPT_SESSION,
	OPT_SYSTEM,
	OPT_STATE,
	OPT_GAMES,
	OPT_BOARD,
	OPT_NO_UDEV,
	OPT_GRACE,
	OPT_GROUP,
	OPT_OPERATORS,
	OPT_BUS_PATIENCE,
	OPT_DISK_PATIENCE,
	OPT_KEEP_TRACES
};

static const struct argp_option options[] = {
	{ "system", OPT_SYSTEM, 0, 0, "Serve the system bus (default)", 1 },
	{ "session", OPT_SESSION, 0, 0, "Serve the session bus", 1 },
	{ "bus", OPT_BUS, "ADDRESS", 0, "Serve the bus at this address", 1 },
	{ "state", OPT_STATE, "DIR", 0, "Keep the journal in DIR (default $STATE_DIRECTORY, else /var/lib/flagfall)",
	  2 },
	{ "games", OPT_GAMES, "DIR", 0, "Write game records to DIR (default: games in the state directory)", 2 },
	{ "board", OPT_BOARD, "URI", 0,
	  "Also use the board at this libboard URI, now or whenever it appears (repeatable)", 3 },
	{ "no-udev", OPT_NO_UDEV, 0, 0, "Do not look for boards", 3 },
	{ "grace", OPT_GRACE, "MS", 0, "How late events may be read, in milliseconds (default: as each board says)",
	  3 },
	{ "group", OPT_GROUP, "NAME", 0,
	  "Where there is no polkit: members of this group may do everything (default flagfall)", 4 },
	{ "operators", OPT_OPERATORS, "NAME", 0,
	  "… and those of this group start games, claim for players and stop clocks (default flagfall-operator)", 4 },
	{ "bus-patience", OPT_BUS_PATIENCE, "SECONDS", 0,
	  "How long a bus that goes away is looked for, while games go on (default 60)", 1 },
	{ "disk-patience", OPT_DISK_PATIENCE, "SECONDS", 0,
	  "How long a disk may not answer before it counts as one that cannot be written (default 5)", 2 },
	{ "keep-traces", OPT_KEEP_TRACES, "DAYS", 0,
	  "Remove a finished game's trace from the journal after so many days; its record stays (default 0: never)",
	  2 },
	{ "verbose", 'v', 0, 0, "Log normal events, too", 5 },
	{ 0 }
};

struct arguments {
	struct shell_options options;
	size_t boards;
};

static int add_board(struct arguments *a, char *uri)
{
	char **boards = reallocarray(a->options.boards, a->boards + 2, sizeof(*boards));

	if (!boards)
		return ENOMEM;
	a->options.boards = boards;
	boards[a->boards++] = uri;
	boards[a->boards] = NULL;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;
	long ms;

	switch (key) {
	case OPT_SYSTEM:
		a->options.bus = BUS_SYSTEM;
		break;
	case OPT_SESSION:
		a->options.bus = BUS_SESSION;
		break;
	case OPT_BUS:
		a->options.bus = BUS_ADDRESS;
		a->options.address = arg;
		break;
	case OPT_STATE:
		a->options.state = arg;
		break;
	case OPT_GAMES:
		a->options.games = arg;
		break;
	case OPT_BOARD:
		return add_board(a, arg);
	case OPT_NO_UDEV:
		a->options.udev = false;
		break;
	case OPT_GRACE:
		ms = strtol(arg, &end, 10);
		if (*end || end == arg || ms < 0 || ms > 60000)
			argp_error(state, "--grace: \"%s\" is not a number of milliseconds from 0 to 60000", arg);
		a->options.grace_us = ms * 1000;
		break;
	case OPT_BUS_PATIENCE:
		ms = strtol(arg, &end, 10);
		if (*end || end == arg || ms < 0 || ms > 86400)
			argp_error(state, "--bus-patience: \"%s\" is not a number of seconds from 0 to 86400", arg);
		a->options.bus_patience_us = ms * 1000000;
		break;
	case OPT_DISK_PATIENCE:
		ms = strtol(arg, &end, 10);
		if (*end || end == arg || ms < 1 || ms > 86400)
			argp_error(state, "--disk-patience: \"%s\" is not a number of seconds from 1 to 86400", arg);
		a->options.disk_patience_s = (unsigned)ms;
		break;
	case OPT_KEEP_TRACES:
		ms = strtol(arg, &end, 10);
		if (*end || end == arg || ms < 0 || ms > 36500 || ms == 1)
			argp_error(state, "--keep-traces: \"%s\" is not a number of days from 2 to 36500, or 0", arg);
		a->options.keep_traces_days = (unsigned)ms;
		break;
	case OPT_GROUP:
		a->options.group = arg;
		break;
	case OPT_OPERATORS:
		a->options.operators = arg;
		break;
	case 'v':
		a->options.verbose = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Reads sensor boards and chess clocks, keeps the games, and publishes moves, clock times and rulings on D-Bus.",
};

/* A board takes two descriptors or more. The soft limit is 1,024 for programs that select(2); nothing here does. */
static void raise_limit_of_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files); /* the service manager has set it, and does not allow this */
}

int main(int argc, char **argv)
{
	const char *state = getenv("STATE_DIRECTORY");
	struct arguments arguments = {
		.options = {
			.bus = BUS_SYSTEM, .state = state && *state ? state : "/var/lib/flagfall",
			.group = "flagfall", .operators = "flagfall-operator", .udev = true, .grace_us = -1, .bus_patience_us = 60000000,
			.disk_patience_s = 5,
		},
	};
	struct daemon *daemon = NULL;
	int r, lost = 0;

	raise_limit_of_files();
	/* libc has this variable: another one of its name here would be hidden from it. */
	argp_program_version = "flagfalld " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &arguments);
	r = daemon_new(&arguments.options, &daemon);
	if (r >= 0)
		r = daemon_run(daemon);
	if (daemon)
		lost = daemon_free(daemon);
	free(arguments.options.boards);
	return r < 0 || lost < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
