/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-lichess: sends the games of a round's export to a lichess broadcast, as they are written. The daemon has no
 * network; this is another program that reads files, and nothing else of it.
 */
#include <argp.h>
#include <curl/curl.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "lichess/lichess.h"

#define FIRST_WAIT_S 1
#define LONGEST_WAIT_S 60 /* also where a person has to act, and where lichess asks to wait without saying how long */

struct arguments {
	const char *export, *round, *token, *url;
	bool once;
};

enum { OPT_ONCE = 256, OPT_URL };

static const struct argp_option options[] = {
	{ "export", 'e', "DIR", 0,
	  "The folder of a round (round-N) in an event's export, or the event's with one round", 0 },
	{ "round", 'r', "ID", 0, "The broadcast round: the eight characters at the end of its address", 0 },
	{ "token", 't', "FILE", 0, "A file whose first line is an access token for \"study:write\"", 0 },
	{ "once", OPT_ONCE, 0, 0,
	  "End when all that is there was sent: with 0, or with 1 if something was refused, token and round included",
	  0 },
	{ "url", OPT_URL, "URL", 0, "Another server (default https://lichess.org)", 0 },
	{ 0 }
};

static error_t lichess_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'e':
		a->export = arg;
		return 0;
	case 'r':
		if (!push_is_round(arg))
			argp_error(state, "--round: \"%s\" is not the id of a round, eight letters and digits", arg);
		a->round = arg;
		return 0;
	case 't':
		a->token = arg;
		return 0;
	case OPT_ONCE:
		a->once = true;
		return 0;
	case OPT_URL:
		if (strncmp(arg, "https://", 8) != 0 && strncmp(arg, "http://", 7) != 0)
			argp_error(state, "--url: \"%s\" does not begin with https:// or http://", arg);
		a->url = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "too many words: \"%s\"", arg);
		return 0;
	case ARGP_KEY_END:
		if (!a->export || !a->round || !a->token)
			argp_error(state, "--export, --round and --token are required");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int is_round_folder(const struct dirent *entry)
{
	return strncmp(entry->d_name, "round-", 6) == 0;
}

/* The round's own folder. 0, or a failure that was said. */
static int find_folder(const char *export, char *ret, size_t size)
{
	struct dirent **found = NULL;
	int n = scandir(export, &found, is_round_folder, alphasort);
	int r = 0;

	if (n < 0) {
		fprintf(stderr, "flagfall-lichess: %s: %s\n", export, strerror(errno));
		return -1;
	}
	if (n > 1) {
		fprintf(stderr, "flagfall-lichess: %s has %d rounds; --export must name one of them, as %s/%s\n",
			export, n, export, found[n - 1]->d_name);
		r = -1;
	} else {
		snprintf(ret, size, "%s%s%s", export, n ? "/" : "", n ? found[0]->d_name : "");
	}
	for (int i = 0; i < n; i++)
		free(found[i]);
	free(found);
	return r;
}

struct run {
	const struct arguments *arguments;
	struct push push;
	struct lichess_games games;
	char pgn[4096], report[4096];
	int changes;  /* inotify */
	int alive_ms; /* a word to the service manager's watchdog each time that this is over, -1 it has none */
	int64_t wait_s;
	bool forbidden; /* only a person can help */
	char said[256]; /* the last fault, so that it is said once */
};

static void lichess_say(struct run *run, const char *fault)
{
	if (strcmp(run->said, fault) == 0)
		return;
	if (*fault)
		fprintf(stderr, "flagfall-lichess: %s\n", fault);
	else
		fprintf(stderr, "flagfall-lichess: the games are sent again\n");
	snprintf(run->said, sizeof(run->said), "%s", fault);
}

static size_t count_due(const struct run *run)
{
	size_t due = 0;

	for (size_t i = 0; i < run->games.count; i++)
		due += game_is_due(&run->games.list[i]);
	return due;
}

static bool has_refused(const struct run *run)
{
	for (size_t i = 0; i < run->games.count; i++)
		if (run->games.list[i].refused == run->games.list[i].version)
			return true;
	return false;
}

static void lichess_report(struct run *run, const char *state)
{
	int r = report_write(run->report, run->arguments->round, state, run->push.error, run->wait_s, &run->games);

	if (r < 0)
		fprintf(stderr, "flagfall-lichess: %s: %s\n", run->report, strerror(-r));
}

/* How long to wait before the next request, as asked for, else longer each time. */
static void wait_longer(struct run *run)
{
	if (run->push.wait_s > 0)
		run->wait_s = run->push.wait_s < 3600 ? run->push.wait_s : 3600;
	else if (run->wait_s == 0)
		run->wait_s = FIRST_WAIT_S;
	else
		run->wait_s = 2 * run->wait_s < LONGEST_WAIT_S ? 2 * run->wait_s : LONGEST_WAIT_S;
}

/* One request. False: the program is to end. */
static bool push_some(struct run *run)
{
	enum push_answer answer = push_games(&run->push, &run->games);

	run->forbidden = answer == PUSH_FORBIDDEN;
	switch (answer) {
	case PUSH_TAKEN:
		run->wait_s = 0;
		lichess_report(run, has_refused(run) ? "refused" : count_due(run) ? "waiting" : "pushed");
		lichess_say(run, "");
		return true;
	case PUSH_REFUSED:
		run->wait_s = 0;
		lichess_report(run, "refused");
		lichess_say(run, run->push.error);
		return true;
	case PUSH_FORBIDDEN:
		run->wait_s = LONGEST_WAIT_S;
		lichess_report(run, "forbidden");
		lichess_say(run, run->push.error);
		return true;
	case PUSH_LATER:
		wait_longer(run);
		lichess_report(run, "waiting");
		lichess_say(run, run->push.error);
		return true;
	case PUSH_STOPPED:
		break;
	}
	return false;
}

/* As poll(), with a word to the watchdog as often as it wants one. */
static int poll_alive(const struct run *run, struct pollfd *fds, nfds_t count, int left_ms)
{
	bool is_cut;
	int n;

	do {
		is_cut = run->alive_ms > 0 && (left_ms < 0 || run->alive_ms < left_ms);
		sd_notify(0, "WATCHDOG=1");
		n = poll(fds, count, is_cut ? run->alive_ms : left_ms);
		left_ms -= is_cut && left_ms > 0 ? run->alive_ms : 0;
	} while (n == 0 && is_cut);
	return n;
}

/* Waits for a change of the file, for the time of the next request, or for the end. False: the end. */
static bool wait_for_more(struct run *run)
{
	struct pollfd fds[2] = { { .fd = run->push.stop_fd, .events = POLLIN },
				 { .fd = run->changes, .events = POLLIN } };
	char events[4096];
	bool waits = run->wait_s > 0 && count_due(run) > 0;
	/* while it waits for the server, changes are read when it is asked again */
	int n = poll_alive(run, fds, waits ? 1 : 2, waits ? (int)(run->wait_s * 1000) : -1);

	if (n < 0 && errno != EINTR)
		return false;
	if (fds[0].revents)
		return false;
	while (read(run->changes, events, sizeof(events)) > 0)
		;
	return true;
}

static void read_games(struct run *run)
{
	char fault[256];
	int r = games_read(&run->games, run->pgn);

	if (r < 0 && r != -ENOENT) {
		snprintf(fault, sizeof(fault), "%.200s: %s", run->pgn, strerror(-r));
		lichess_say(run, fault);
	}
}

static int loop(struct run *run)
{
	do {
		sd_notify(0, "WATCHDOG=1");
		read_games(run);
		if (count_due(run) > 0 && !push_some(run))
			return 0;
		if (run->arguments->once && (run->forbidden || count_due(run) == 0))
			return run->forbidden || has_refused(run);
		if (count_due(run) > 0 && run->wait_s == 0)
			continue; /* the next hundred */
	} while ((count_due(run) > 0 && run->wait_s == 0) || wait_for_more(run));
	return 0;
}

/* Half of what the service manager waits for. */
static int alive_ms(void)
{
	uint64_t us;

	return sd_watchdog_enabled(0, &us) > 0 ? (int)(us / 2000) : -1;
}

static int stop_descriptor(void)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	return signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

static const char doc[] =
	"Sends the games of a round to a lichess broadcast, whenever its export is written: those that have changed, at most 100 in a "
	"request.\v"
	"Beside the games it writes push.json: what became of each. When the server cannot be reached, or asks to wait, it is tried "
	"again, later each time.";

int main(int argc, char **argv)
{
	static const struct argp argp = { options, lichess_parse, 0, doc, 0, 0, 0 };
	struct arguments a = { .url = "https://lichess.org" };
	struct run run = { .arguments = &a };
	char folder[4000];
	int r = 1;

	argp_program_version = "flagfall-lichess " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (find_folder(a.export, folder, sizeof(folder)) < 0)
		return 1;
	snprintf(run.pgn, sizeof(run.pgn), "%s/games.pgn", folder);
	snprintf(run.report, sizeof(run.report), "%s/push.json", folder);
	run.push = (struct push){ .url = a.url, .round = a.round, .token_file = a.token, .stop_fd = stop_descriptor() };
	run.changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (run.push.stop_fd < 0 || run.changes < 0 ||
	    inotify_add_watch(run.changes, folder, IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR) < 0) {
		fprintf(stderr, "flagfall-lichess: %s: %s\n", folder, strerror(errno));
	} else {
		curl_global_init(CURL_GLOBAL_DEFAULT);
		run.alive_ms = alive_ms();
		sd_notify(0, "READY=1");
		r = loop(&run);
		sd_notify(0, "STOPPING=1");
		curl_global_cleanup();
	}
	games_done(&run.games);
	return r;
}
