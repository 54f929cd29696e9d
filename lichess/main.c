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
#include <time.h>
#include <unistd.h>

#include "lichess/lichess.h"

#define FIRST_WAIT_S 1
#define LONGEST_WAIT_S 60 /* also where a person has to act, and where lichess asks to wait without saying how long */

#define ROUNDS 99

struct arguments {
	const char *export, *token, *url;
	char rounds[ROUNDS + 1][9]; /* by the number of the round; [0]: the only one that is named */
	unsigned count;
	bool once;
};

enum { OPT_ONCE = 256, OPT_URL };

static const struct argp_option options[] = {
	{ "export", 'e', "DIR", 0, "An event's folder in the export, or that of one of its rounds (round-N)", 0 },
	{ "round", 'r', "ID[,ID...]", 0,
	  "The broadcast rounds of round 1, 2 and so on, or, as 3=ID, of others: the eight characters at the end of their "
	  "addresses. A single ID is that of the only round",
	  0 },
	{ "token", 't', "FILE", 0, "A file whose first line is an access token for \"study:write\"", 0 },
	{ "once", OPT_ONCE, 0, 0,
	  "End when all that is there was sent: with 0, or with 1 if something was refused, token and round included",
	  0 },
	{ "url", OPT_URL, "URL", 0, "Another server (default https://lichess.org)", 0 },
	{ 0 }
};

/* "AbCd1234", "AbCd1234,EfGh5678", "3=AbCd1234 4=EfGh5678". */
static void take_rounds(struct argp_state *state, struct arguments *a, const char *list)
{
	const char *separators = ", \t";

	for (const char *at = list + strspn(list, separators); *at; at += strspn(at, separators)) {
		const size_t n = strcspn(at, separators);
		unsigned number = a->count + 1;
		char word[32] = "", *id = word;

		memcpy(word, at, n < sizeof(word) ? n : 0);
		at += n;
		if (strchr(word, '=')) {
			number = (unsigned)strtoul(word, &id, 10);
			id = *id == '=' ? id + 1 : word;
		}
		if (!push_is_round(id))
			argp_error(state, "--round: \"%.40s\" is not the id of a round, eight letters and digits",
				   word);
		if (number < 1 || number > ROUNDS || *a->rounds[number])
			argp_error(state, "--round: \"%.40s\": a round is a number from 1 to %d, and named once", word,
				   ROUNDS);
		for (unsigned other = 1; other <= ROUNDS; other++)
			if (strcmp(a->rounds[other], id) == 0)
				argp_error(state, "--round: \"%.40s\" is the id of round %u already", word, other);
		strcpy(a->rounds[number], id);
		a->count++;
		if (id == word && a->count == 1 && !*at)
			strcpy(a->rounds[0], id);
	}
}

static error_t lichess_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'e':
		a->export = arg;
		return 0;
	case 'r':
		take_rounds(state, a, arg);
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
		if (!a->export || !a->count || !a->token)
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

/* A round and its broadcast. */
struct round {
	char name[24]; /* "round 3: ", "" there is one only */
	char folder[4000], pgn[4096], report[4096];
	struct push push;
	struct lichess_games games;
	bool forbidden;	 /* only a person can help */
	time_t again_at; /* … and then it is tried again, by CLOCK_MONOTONIC */
	char said[256];	 /* the last fault, so that it is said once */
};

struct run {
	const struct arguments *arguments;
	struct round rounds[ROUNDS];
	unsigned count;
	int stop_fd;
	int changes;  /* inotify */
	int alive_ms; /* a word to the service manager's watchdog each time that this is over, -1 it has none */
	int64_t wait_s;
};

static void lichess_say(struct round *round, const char *fault)
{
	if (strcmp(round->said, fault) == 0)
		return;
	if (*fault)
		fprintf(stderr, "flagfall-lichess: %s%s\n", round->name, fault);
	else
		fprintf(stderr, "flagfall-lichess: %sthe games are sent again\n", round->name);
	snprintf(round->said, sizeof(round->said), "%s", fault);
}

static size_t count_due(const struct round *round)
{
	size_t due = 0;

	for (size_t i = 0; i < round->games.count; i++)
		due += game_is_due(&round->games.list[i]);
	return due;
}

static bool has_refused(const struct round *round)
{
	for (size_t i = 0; i < round->games.count; i++)
		if (round->games.list[i].refused == round->games.list[i].version)
			return true;
	return false;
}

static void lichess_report(const struct run *run, const struct round *round, const char *state)
{
	int r = report_write(round->report, round->push.round, state, round->push.error, run->wait_s, &round->games);

	if (r < 0)
		fprintf(stderr, "flagfall-lichess: %s: %s\n", round->report, strerror(-r));
}

/* How long to wait before the next request, as asked for, else longer each time. */
static void wait_longer(struct run *run, const struct push *push)
{
	if (push->wait_s > 0)
		run->wait_s = push->wait_s < 3600 ? push->wait_s : 3600;
	else if (run->wait_s == 0)
		run->wait_s = FIRST_WAIT_S;
	else
		run->wait_s = 2 * run->wait_s < LONGEST_WAIT_S ? 2 * run->wait_s : LONGEST_WAIT_S;
}

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

/* One request. False: the program is to end. */
static bool push_some(struct run *run, struct round *round)
{
	enum push_answer answer = push_games(&round->push, &round->games);

	round->forbidden = answer == PUSH_FORBIDDEN;
	round->again_at = now_s() + LONGEST_WAIT_S;
	switch (answer) {
	case PUSH_TAKEN:
		run->wait_s = 0;
		lichess_report(run, round, has_refused(round) ? "refused" : count_due(round) ? "waiting" : "pushed");
		lichess_say(round, "");
		return true;
	case PUSH_REFUSED:
		run->wait_s = 0;
		lichess_report(run, round, "refused");
		lichess_say(round, round->push.error);
		return true;
	case PUSH_FORBIDDEN:
		run->wait_s = LONGEST_WAIT_S;
		lichess_report(run, round, "forbidden");
		lichess_say(round, round->push.error);
		run->wait_s = run->count > 1 ? 0 : run->wait_s; /* the others go on */
		return true;
	case PUSH_LATER:
		wait_longer(run, &round->push);
		lichess_report(run, round, "waiting");
		lichess_say(round, round->push.error);
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

static bool is_due(const struct run *run)
{
	for (unsigned i = 0; i < run->count; i++)
		if (count_due(&run->rounds[i]) > 0)
			return true;
	return false;
}

/* How long until a request is repeated though nothing changes, -1 none is. */
static int until_again_ms(const struct run *run)
{
	const time_t now = now_s();
	time_t soonest = LONGEST_WAIT_S + 1;

	for (unsigned i = 0; i < run->count && run->wait_s == 0; i++) {
		const struct round *round = &run->rounds[i];

		if (round->forbidden && count_due(round) > 0 && round->again_at - now < soonest)
			soonest = round->again_at > now ? round->again_at - now : 0;
	}
	if (soonest <= LONGEST_WAIT_S)
		return (int)soonest * 1000;
	return run->wait_s > 0 && is_due(run) ? (int)(run->wait_s * 1000) : -1;
}

/* Waits for a change of the files, for the time of the next request, or for the end. False: the end. */
static bool wait_for_more(struct run *run)
{
	struct pollfd fds[2] = { { .fd = run->stop_fd, .events = POLLIN }, { .fd = run->changes, .events = POLLIN } };
	char events[4096];
	/* while it waits for the server, changes are read when it is asked again */
	const bool waits = run->wait_s > 0 && is_due(run);
	int n = poll_alive(run, fds, waits ? 1 : 2, until_again_ms(run));

	if (n < 0 && errno != EINTR)
		return false;
	if (fds[0].revents)
		return false;
	for (unsigned i = 0; i < run->count; i++) /* perhaps a person was there */
		run->rounds[i].forbidden = run->rounds[i].forbidden && n != 0 && run->rounds[i].again_at > now_s();
	while (read(run->changes, events, sizeof(events)) > 0)
		;
	return true;
}

static void read_games(struct run *run, struct round *round)
{
	char fault[256];
	int r;

	inotify_add_watch(run->changes, round->folder, IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR);
	r = games_read(&round->games, round->pgn);
	if (r < 0 && r != -ENOENT) {
		snprintf(fault, sizeof(fault), "%.200s: %s", round->pgn, strerror(-r));
		lichess_say(round, fault);
	}
}

/* All that is due of a round, as far as the server takes it. False: the program is to end. */
static bool push_round(struct run *run, struct round *round)
{
	while (count_due(round) > 0 && !round->forbidden) {
		if (!push_some(run, round))
			return false;
		if (run->wait_s > 0)
			break;
		if (count_due(round) > 0) { /* the next hundred */
			sd_notify(0, "WATCHDOG=1");
			read_games(run, round);
		}
	}
	return true;
}

/* Is nothing left to be done but by a person? */
static bool is_done(const struct run *run)
{
	for (unsigned i = 0; i < run->count; i++)
		if (!run->rounds[i].forbidden && count_due(&run->rounds[i]) > 0)
			return false;
	return true;
}

static int outcome(const struct run *run)
{
	int r = 0;

	for (unsigned i = 0; i < run->count; i++)
		r |= run->rounds[i].forbidden || has_refused(&run->rounds[i]);
	return r;
}

static int loop(struct run *run)
{
	do {
		sd_notify(0, "WATCHDOG=1");
		for (unsigned i = 0; i < run->count; i++)
			read_games(run, &run->rounds[i]);
		for (unsigned i = 0; i < run->count; i++) {
			if (run->count == 1)
				run->rounds[i].forbidden = false;
			if (!push_round(run, &run->rounds[i]))
				return 0;
			if (run->wait_s > 0)
				break; /* the server is the same for all */
		}
		if (run->arguments->once && is_done(run))
			return outcome(run);
	} while (wait_for_more(run));
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
	"Sends the games of an event's rounds to a lichess broadcast, whenever the export is written: those that have changed, at most 100 "
	"in a request.\v"
	"Beside the games of a round it writes push.json: what became of each. When the server cannot be reached, or asks to wait, it is "
	"tried again, later each time.";

static void add_round(struct run *run, const char *folder, const char *id, unsigned number)
{
	const struct arguments *a = run->arguments;
	struct round *round = &run->rounds[run->count++];

	char dir[4000];

	snprintf(dir, sizeof(dir), "%s", folder);
	if (number) {
		snprintf(round->name, sizeof(round->name), "round %u: ", number);
		snprintf(dir, sizeof(dir), "%.3900s/round-%u", folder, number);
	}
	strcpy(round->folder, dir);
	snprintf(round->pgn, sizeof(round->pgn), "%s/games.pgn", dir);
	snprintf(round->report, sizeof(round->report), "%s/push.json", dir);
	round->push = (struct push){ .url = a->url, .round = id, .token_file = a->token, .stop_fd = run->stop_fd };
}

/* What is watched: a round's folder, or an event's, in which its rounds come to be. False: a failure that was said. */
static bool find_rounds(struct run *run)
{
	const struct arguments *a = run->arguments;
	char folder[4000];

	if (*a->rounds[0]) {
		if (find_folder(a->export, folder, sizeof(folder)) < 0)
			return false;
		add_round(run, folder, a->rounds[0], 0);
	} else {
		snprintf(folder, sizeof(folder), "%s", a->export);
		for (unsigned n = 1; n <= ROUNDS; n++)
			if (*a->rounds[n])
				add_round(run, folder, a->rounds[n], n);
	}
	if (inotify_add_watch(run->changes, folder, IN_MOVED_TO | IN_CLOSE_WRITE | IN_CREATE | IN_ONLYDIR) < 0) {
		fprintf(stderr, "flagfall-lichess: %s: %s\n", folder, strerror(errno));
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options, lichess_parse, 0, doc, 0, 0, 0 };
	struct arguments a = { .url = "https://lichess.org" };
	struct run *run;
	int r = 1;

	argp_program_version = "flagfall-lichess " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	run = calloc(1, sizeof(*run));
	if (!run)
		return 1;
	run->arguments = &a;
	run->stop_fd = stop_descriptor();
	run->changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (run->stop_fd < 0 || run->changes < 0) {
		fprintf(stderr, "flagfall-lichess: %s\n", strerror(errno));
	} else if (find_rounds(run)) {
		curl_global_init(CURL_GLOBAL_DEFAULT);
		run->alive_ms = alive_ms();
		sd_notify(0, "READY=1");
		r = loop(run);
		sd_notify(0, "STOPPING=1");
		curl_global_cleanup();
	}
	for (unsigned i = 0; i < run->count; i++)
		games_done(&run->rounds[i].games);
	free(run);
	return r;
}
