/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * web_latency [SECONDS [SEED]]: how long readers of the page, and of LiveChess' API, wait for an answer while a client
 * sends bytes that no reader sends (tests/web/raw-client.h), over a thousand connections a second; beside it what they
 * wait for when it is not there. One JSON object a line.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/web/program.h"
#include "tests/web/raw-client.h"

#define SECONDS 20
#define ALONE_S 5
#define RAW_TURNS 8	/* each millisecond: more would measure the queue in which connections wait */
#define PAUSE_MS 5	/* between two requests */
#define SOCKET_TURNS 25 /* a connection may not call more often */
#define P99_MS 100
#define MAX_MS 1000

enum reader { PAGE, BOARDS, CALL, READERS };

static const char *const names[] = { "page-request", "livechess-request", "livechess-call" };

struct waits {
	double *ms;
	size_t count, room;
};

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static void log_message(struct waits *w, double ms)
{
	if (w->count == w->room) {
		w->room = w->room ? 2 * w->room : 4096;
		w->ms = realloc(w->ms, w->room * sizeof(*w->ms));
		if (!w->ms)
			abort();
	}
	w->ms[w->count++] = ms;
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double percentile(struct waits *w, double p)
{
	qsort(w->ms, w->count, sizeof(*w->ms), compare);
	return w->ms[(size_t)((double)(w->count - 1) * p)];
}

static void ask(enum reader reader, int program)
{
	const struct web livechess = { .port = web.livechess_port };

	switch (reader) {
	case PAGE:
		json_decref(web_json(&web, "/api/v1/"));
		break;
	case BOARDS:
		json_decref(web_json(&livechess, "/api/v1.0/eboards"));
		break;
	default:
		program_say(program, "{\"id\":1,\"call\":\"eboards\"}");
		json_decref(program_until(program, "call", 1));
	}
}

static void measure(struct waits waits[READERS], double seconds)
{
	const double until = now_ms() + seconds * 1000;
	const int program = program_open(&web, 0);

	for (unsigned turn = 0; now_ms() < until; turn++) {
		for (enum reader r = PAGE; r < READERS; r++) {
			const double began = now_ms();

			if (r == CALL && turn % SOCKET_TURNS != 0)
				continue;
			ask(r, program);
			log_message(&waits[r], now_ms() - began);
		}
		poll(NULL, 0, PAUSE_MS);
	}
	close(program);
}

/* Until it is ended. */
static pid_t send_raw_bytes(unsigned seed)
{
	static struct raw_client client;
	char *etag = web_etag(&web);
	const pid_t pid = fork();

	if (pid != 0) {
		free(etag);
		return pid;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	raw_client_init(&client, seed, web.port, web.livechess_port, etag);
	for (unsigned turn = 0; raw_client_step(&client); turn++)
		if (turn % RAW_TURNS == 0)
			poll(NULL, 0, 1);
	fprintf(stderr, "web_latency: connection %zu cannot be opened\n", client.opened);
	_exit(1);
}

static void print(enum reader reader, const char *what, double ms, double alone_ms, int wanted_ms)
{
	printf("{\"name\":\"%s-%s\",\"value\":%.1f,\"unit\":\"ms\",\"peer\":\"without-raw-bytes\",\"peer_value\":%.1f,\"ratio\":%.3f,\"goal\":%d}\n",
	       names[reader], what, ms, alone_ms, alone_ms > 0 ? ms / alone_ms : 0, wanted_ms);
}

int main(int argc, char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : SECONDS;
	const unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 1;
	struct waits waits[READERS] = { 0 }, alone[READERS] = { 0 };
	void *state = NULL;
	pid_t raw;
	int status;

	web_setup(&state);
	measure(alone, ALONE_S);
	raw = send_raw_bytes(seed);
	measure(waits, seconds);
	kill(raw, SIGKILL);
	if (waitpid(raw, &status, 0) != raw || !WIFSIGNALED(status))
		return 1;
	web_teardown(&state);
	for (enum reader r = PAGE; r < READERS; r++) {
		print(r, "p99", percentile(&waits[r], 0.99), percentile(&alone[r], 0.99), P99_MS);
		print(r, "max", percentile(&waits[r], 1), percentile(&alone[r], 1), MAX_MS);
		free(waits[r].ms);
		free(alone[r].ms);
	}
	return 0;
}
