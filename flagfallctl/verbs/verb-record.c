/* SPDX-License-Identifier: GPL-2.0-or-later */
/* record: a board to a trace file. Reads the board itself, or, where the daemon has it, what the daemon tells of it. */
#include <errno.h>
#include <limits.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/verbs.h"
#include "common/machine-clock.h"

struct input {
	const char *board, *file;
	bool force, prints; /* to standard output, as it comes */
	long limit;
	double duration, idle;
};

static const struct argp_option options[] = { { "force", 'f', 0, 0, "Overwrite an existing file", 0 },
					      { "num-events", 'n', "N", 0, "End after N events", 0 },
					      { "duration", 'd', "SECONDS", 0, "End after SECONDS", 0 },
					      { "idle-timeout", 'i', "SECONDS", 0,
						"End when nothing happened for SECONDS", 0 },
					      { 0 } };

static double seconds(struct argp_state *state, const char *arg)
{
	return ctl_read_above_0(state, arg, 1e7, "\"%s\" is not a number of seconds");
}

static error_t verb_record_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case 'f':
		in->force = true;
		return 0;
	case 'n':
		in->limit = ctl_read_number(state, arg, 1, LONG_MAX,
					    "--num-events must be a number from 1, not \"%s\"");
		return 0;
	case 'd':
		in->duration = seconds(state, arg);
		return 0;
	case 'i':
		in->idle = seconds(state, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 0)
			in->file = arg;
		else if (state->arg_num == 1) {
			in->board = in->file;
			in->file = arg;
		} else {
			ctl_too_much(state, arg);
		}
		return 0;
	case ARGP_KEY_END:
		if (!in->file)
			argp_error(state, "no file is named to record into, as record B1 game.trace");
		if (strcmp(in->file, "-") == 0) {
			in->file = "/dev/stdout";
			in->prints = in->force = true;
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_record_parse,
	.args_doc = "[BOARD] FILE",
	.doc = "Record what a board sends to a trace, until it is unplugged, or SIGINT. Needs no daemon and disturbs none: a board that the daemon has is recorded from "
	       "what that tells of its sensors. BOARD is a "
	       "serial number, a by-id name, a node or its number N, a port path, or a libboard URI; it may be left out when one is "
	       "plugged in.\v"
	       "The trace replays: \"flagfallctl replay FILE\". FILE - is standard output: what the board sends is seen as it comes. With --json the answer is {\"events\":N,\"lost\":N,\"file\":FILE}.",
};

struct run {
	const struct input *in;
	struct board *board;
	int64_t begin_us, last_us;
	long events, lost;
};

/* Milliseconds until something must happen without an event, -1 never. */
static int poll_timeout(const struct run *run)
{
	int64_t now = machine_clock_us(CLOCK_MONOTONIC), left = -1, l;

	if (run->in->duration > 0)
		left = run->begin_us + (int64_t)(run->in->duration * 1e6) - now;
	if (run->in->idle > 0) {
		l = run->last_us + (int64_t)(run->in->idle * 1e6) - now;
		left = run->in->duration > 0 && left < l ? left : l;
	}
	if (run->in->duration <= 0 && run->in->idle <= 0)
		return -1;
	return left < 0 ? 0 : (int)(left / 1000 + 1);
}

/* Reads what is there. 1: go on; 0: the end; negative errno. */
static int read_events(const struct ctl *ctl, struct run *run)
{
	struct board_event ev;
	int r;

	while (run->in->limit == 0 || run->events < run->in->limit) {
		r = board_read(run->board, &ev);
		if (r == -EAGAIN)
			return 1;
		if (r == -ENODATA || r == -ENODEV)
			return 0;
		if (r == -EBADMSG) {
			ctl_fail(ctl, "%s.", board_error(run->board));
			continue;
		}
		if (r < 0)
			return r;
		if (ev.type == BOARD_EVENT_TIME)
			continue;
		run->last_us = machine_clock_us(CLOCK_MONOTONIC);
		run->events++;
		if (ev.type == BOARD_EVENT_LOST) {
			run->lost += ev.lost;
			board_request_squares(run->board); /* so that the trace knows where the pieces stand now */
		}
	}
	return 0;
}

static int run_loop(const struct ctl *ctl, struct run *run)
{
	struct pollfd fds[2] = { { .fd = board_get_fd(run->board), .events = POLLIN }, { .events = POLLIN } };
	sigset_t mask;
	int r;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	fds[1].fd = signalfd(-1, &mask, SFD_CLOEXEC);
	if (fds[1].fd < 0)
		return -errno;

	run->begin_us = run->last_us = machine_clock_us(CLOCK_MONOTONIC);
	while ((r = read_events(ctl, run)) > 0) {
		int wait = poll_timeout(run);

		if (wait == 0 || (r = poll(fds, 2, wait)) == 0 || (r > 0 && fds[1].revents)) {
			r = 0;
			break;
		}
		if (r < 0 && errno != EINTR) {
			r = -errno;
			break;
		}
	}
	close(fds[1].fd);
	return r;
}

static void tell_result(const struct ctl *ctl, const struct input *in, long events, long lost)
{
	if (in->prints)
		fprintf(stderr, "flagfallctl record: %ld events.\n", events);
	else if (ctl->json)
		ctl_print_json(json_pack("{s:I, s:I, s:s}", "events", (json_int_t)events, "lost", (json_int_t)lost,
					 "file", in->file));
	else
		printf("%ld events in %s\n", events, in->file);
	if (lost)
		fprintf(stderr, "flagfallctl record: %ld events were lost on the way.\n", lost);
}

/* Frees path. */
static int record_from_daemon(const struct ctl *ctl, const struct input *in, char *path)
{
	struct record_limits limits = { .events = in->limit, .duration_s = in->duration, .idle_s = in->idle };
	long events = 0, lost = 0;
	int status;

	if (isatty(STDERR_FILENO))
		fprintf(stderr, "flagfallctl record: recording what flagfalld reads; Ctrl-C ends it.\n");
	status = record_stream(ctl, path, in->file, in->force, &limits, &events, &lost);
	free(path);
	if (!status)
		tell_result(ctl, in, events, lost);
	return status;
}

static int run_record(struct ctl *ctl, int argc, char **argv)
{
	struct input in = { 0 };
	struct run run = { .in = &in };
	char uri[BOARDS_URI], recorder[2 * BOARDS_URI], *path;
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &in);
	if (!in.force && access(in.file, F_OK) == 0)
		return ctl_fail(ctl, "%s already exists; --force overwrites it.", in.file);
	record_stream_find(ctl, in.board, &path);
	if (path)
		return record_from_daemon(ctl, &in, path);
	status = boards_find(ctl, in.board, uri);
	if (status)
		return status;
	if (strchr(in.file, ','))
		return ctl_fail(ctl, "\"%s\": the file's name must not contain a comma.", in.file);
	snprintf(recorder, sizeof(recorder), "record:%s,%s", in.file, uri);
	r = board_open(recorder, NULL, &run.board);
	if (r < 0)
		return ctl_fail(ctl, "%s.", *board_error(NULL) ? board_error(NULL) : strerror(-r));
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "flagfallctl record: recording %s; Ctrl-C ends it.\n", uri);
	r = run_loop(ctl, &run);
	if (r < 0)
		status = ctl_fail(ctl, "%s.", *board_error(run.board) ? board_error(run.board) : strerror(-r));
	board_close(run.board);
	if (!status)
		tell_result(ctl, &in, run.events, run.lost);
	return status;
}

const struct verb verb_record = { "record", run_record, "record a board to a trace; needs no daemon" };
