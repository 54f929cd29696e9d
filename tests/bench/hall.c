/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hall: flagfalld with that many emulated boards, each with ten sensor events a second and a press every three
 * seconds, and a client that hears of every move. Beside it, in the same seconds and on the same bus, a program that
 * does nothing but send a signal for each event of one board (echo), and what a durable write costs.
 *
 *   hall [--seconds N] [--mute] [--fsync-ms MS] [--full] [--views] [--flood] BOARDS…
 *
 * --mute: the first board answers no request; it is not among the presses that are counted. --fsync-ms: each write
 * that is to be durable takes so much longer. --full: the disk is full, and the boards flicker, with a hundred events a
 * second each; only what that costs is printed. --views: "flagfallctl hall" on a terminal and "monitor --all --json"
 * look at it, and only what each of them costs is printed. --flood: a client asks for everything, again and again, and
 * what that costs others is printed, too. One JSON object a line; "goal" is what is asked of 1,000 boards on two
 * processors.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <dirent.h>

#include "tests/bench/echo.h"
#include "tests/bench/flooding.h"
#include "tests/bench/fsync-shim.h"
#include "tests/bench/hall-views.h"
#include "tests/bench/light-boards.h"
#include "tests/bench/stalls.h"
#include "tests/bus/rig.h"

#define EVENTS_HZ 10
#define FLICKER_HZ 100
#define PRESS_MS 3000
#define ECHO_PRESS_MS 100
#define MAX_BOARDS 1000
#define MAX_SAMPLES (MAX_BOARDS * LIGHT_PLIES)
#define MAX_GAMES 4096
#define PATIENCE_US 20000000
#define FSYNCS 32
#define LATE_PLIES 10 /* of a board: fewer do not say what a game grows by */
#define NAMED 3	      /* boards of which not everything was heard; of the others their number */

/* What is asked of the daemon. */
#define GOAL_STAMP_US 5000
#define GOAL_ABOVE_US 5000
#define GOAL_FSYNCS 2
#define GOAL_CORES 0.5
#define GOAL_KIB 160
#define GOAL_OTHERS_US 50000
#define GOAL_FLOOD_US 20000  /* for each of the others */
#define GOAL_FULL_CORES 0.05 /* a board */
#define GOAL_VIEW_CORES 0.05 /* of 64 boards */

struct options {
	unsigned seconds;
	bool mute;
	unsigned fsync_ms;
	bool full;
	bool views;
	bool flood;
};

struct samples {
	int64_t *us;
	size_t count;
};

struct hall {
	struct rig *rig;
	sd_bus *bus;
	unsigned boards;
	const struct options *options;
	struct light_boards *light, *echo;
	struct fsync_shim *shim;
	struct hall_views views;
	struct flooding flooding;
	pid_t echo_pid;
	unsigned board_of[MAX_GAMES]; /* by the game's number; 0 none, else the board's + 1 */
	unsigned heard[MAX_BOARDS], echoed;
	struct samples move, stamp, ran, floor, disk; /* ran: stamps, without what the machine stood still */
	struct stalls *stalls;
};

static int64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

static void give_up(const char *what, const char *why)
{
	fprintf(stderr, "hall: %s: %s\n", what, why);
	exit(1);
}

static void add(struct samples *s, int64_t us)
{
	if (s->count < MAX_SAMPLES)
		s->us[s->count++] = us;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static double percentile(struct samples *s, double p)
{
	if (!s->count)
		return 0;
	qsort(s->us, s->count, sizeof(*s->us), compare);
	return (double)s->us[(size_t)((double)(s->count - 1) * p)];
}

/* --- what is heard --- */

static unsigned board_of(const struct hall *h, sd_bus_message *m)
{
	const char *slash = strrchr(sd_bus_message_get_path(m), '/');
	unsigned long game = slash ? strtoul(slash + 1, NULL, 10) : 0;

	return game < MAX_GAMES ? h->board_of[game] : 0;
}

static bool counts(const struct hall *h, unsigned board)
{
	return !(h->options->mute && board == 0);
}

static int on_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct hall *h = userdata;
	const char *side, *uci, *placement, *state;
	unsigned board = board_of(h, m);
	int64_t t_us, now = now_us();
	uint32_t ply;

	if (!board || sd_bus_message_read(m, "xussss", &t_us, &ply, &side, &uci, &placement, &state) < 0 ||
	    strcmp(state, "committed") != 0 || ply == 0 || ply > LIGHT_PLIES)
		return 0;
	board--;
	h->heard[board]++;
	if (counts(h, board))
		add(&h->move, now - light_boards_pressed_us(h->light, board, ply - 1));
	return 0;
}

/*
 * How far the stamp is from what the board knows. It was sent at some time between two that the board took: where its
 * own thread had to wait in between, which of a thousand boards some do, nobody can say it better.
 */
static int64_t stamp_error_us(const struct hall *h, unsigned board, unsigned n, int64_t stamp_us)
{
	const int64_t before_us = light_boards_pressed_us(h->light, board, n),
		      after_us = light_boards_sent_us(h->light, board, n);

	if (stamp_us < before_us)
		return before_us - stamp_us;
	return after_us && stamp_us > after_us ? stamp_us - after_us : 0; /* 0: it is on its way still, and was heard */
}

static void take_stamp(struct hall *h, unsigned board, unsigned n, int64_t stamp_us)
{
	const int64_t error_us = stamp_error_us(h, board, n, stamp_us);

	add(&h->stamp, error_us);
	add(&h->ran, error_us - (h->stalls ? stalls_between_us(h->stalls, stamp_us - error_us, stamp_us) : 0));
}

/* The clock changes at the press, and says when that was. */
static int on_clock(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct hall *h = userdata;
	unsigned board = board_of(h, m);
	int64_t t_us, white_us, black_us, stamp_us;
	const char *running;

	if (!board || !h->heard[board - 1] ||
	    sd_bus_message_read(m, "xxxsx", &t_us, &white_us, &black_us, &running, &stamp_us) < 0)
		return 0;
	board--;
	if (counts(h, board))
		take_stamp(h, board, h->heard[board] - 1, stamp_us);
	return 0;
}

/* Of each report of the echo's board: only presses count, two reports a move and others besides. */
static int on_echo(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct hall *h = userdata;
	int64_t now = now_us();
	unsigned n = light_boards_presses(h->echo, 0);

	h->echoed++;
	/* the board sends a lift, a place and a press; the third of each is the press's */
	if (h->echoed % 3 == 0 && h->echoed / 3 <= n)
		add(&h->floor, now - light_boards_pressed_us(h->echo, 0, h->echoed / 3 - 1));
	return 0;
}

static void listen_for(struct hall *h, int64_t us)
{
	int64_t until = now_us() + us, left;

	while ((left = until - now_us()) > 0)
		if (sd_bus_process(h->bus, NULL) == 0)
			sd_bus_wait(h->bus, (uint64_t)left);
}

/* --- what it costs --- */

struct cost {
	double cpu_s;
	double views_s[VIEWS]; /* processor's time */
	double cycles;	       /* negative: this machine does not count them */
	unsigned fsyncs;
	uint64_t events;
	double kib;	   /* at the end */
	double late_kib;   /* of it what came in the second half … */
	double late_plies; /* … and what was played then */
};

static double cpu_of(pid_t pid)
{
	unsigned long user = 0, kernel = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (f && fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2)
		user = kernel = 0;
	if (f)
		fclose(f);
	return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static double kib_of(pid_t pid)
{
	char path[64], line[128];
	double kib = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (strncmp(line, "VmRSS:", 6) == 0)
			kib = strtod(line + 6, NULL);
	if (f)
		fclose(f);
	return kib;
}

/* Counts the cycles of all threads that there are. Descriptors into fds; how many, 0: there is no counter. */
static size_t count_cycles(pid_t pid, int *fds, size_t size)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.inherit = 1,
	};
	struct dirent *entry;
	char path[64];
	size_t n = 0;
	DIR *threads;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	threads = opendir(path);
	while (threads && n < size && (entry = readdir(threads))) {
		pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
		int fd = thread > 0 ? (int)syscall(SYS_perf_event_open, &attr, thread, -1, -1, PERF_FLAG_FD_CLOEXEC) :
				      -1;

		if (fd >= 0)
			fds[n++] = fd;
	}
	if (threads)
		closedir(threads);
	return n;
}

static double read_cycles(int *fds, size_t n)
{
	double sum = n ? 0 : -1;
	uint64_t cycles;

	for (size_t i = 0; i < n; i++) {
		if (read(fds[i], &cycles, sizeof(cycles)) == sizeof(cycles))
			sum += (double)cycles;
		close(fds[i]);
	}
	return sum;
}

static void time_fsyncs(struct hall *h)
{
	char path[112], page[4096] = { 0 };
	int fd;

	snprintf(path, sizeof(path), "%s/fsync", h->rig->dir);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	for (int i = 0; i < FSYNCS; i++) {
		int64_t start = now_us();

		if (write(fd, page, sizeof(page)) != sizeof(page) || fdatasync(fd) < 0)
			give_up(path, strerror(errno));
		add(&h->disk, now_us() - start + h->options->fsync_ms * 1000);
	}
	close(fd);
}

/* --- the hall --- */

static void start_echo(struct hall *h)
{
	const struct light_plan plan = { .boards = 1, .events_hz = 2000 / ECHO_PRESS_MS, .press_ms = ECHO_PRESS_MS };
	char folder[80], path[108];

	snprintf(folder, sizeof(folder), "%s/echo", h->rig->dir);
	mkdir(folder, 0755);
	h->echo = light_boards_new(folder, &plan);
	light_boards_path(h->echo, 0, path);
	h->echo_pid = fork();
	if (h->echo_pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		echo_run(h->rig->address, path);
	}
}

static void share_fsyncs(struct hall *h)
{
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "%s/shim", h->rig->dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || ftruncate(fd, sizeof(*h->shim)) < 0)
		give_up(path, strerror(errno));
	h->shim = mmap(NULL, sizeof(*h->shim), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (h->shim == MAP_FAILED)
		give_up(path, strerror(errno));
	setenv("FSYNC_SHIM", path, 1);
	setenv("LD_PRELOAD", FSYNC_SHIM_SO, 1);
}

static void start_daemon(struct hall *h)
{
	char **extra = calloc(2 * h->boards + 1, sizeof(*extra));

	for (unsigned i = 0; i < h->boards; i++) {
		char path[108];

		light_boards_path(h->light, i, path);
		extra[2 * i] = (char *)"--board";
		if (asprintf(&extra[2 * i + 1], "socket:%s", path) < 0)
			exit(1);
	}
	h->rig->extra = extra;
	share_fsyncs(h);
	rig_daemon_start(h->rig);
	unsetenv("LD_PRELOAD");
	unsetenv("FSYNC_SHIM");
	for (unsigned i = 0; i < h->boards; i++)
		free(extra[2 * i + 1]);
	free(extra);
	h->rig->extra = NULL;
}

static void start_game(struct hall *h, unsigned board)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int64_t until = now_us() + PATIENCE_US;
	char serial[24];
	unsigned game;

	snprintf(serial, sizeof(serial), "LIGHT-%u", board);
	while (rig_try_start(h->rig, serial, &error, "rulebook", "fide2023-standard", "time", "10800", NULL) < 0) {
		if (now_us() > until || strcmp(error.name, "org.flagfall1.Error.NoSuchBoard") != 0)
			give_up(serial, error.message);
		sd_bus_error_free(&error);
		poll(NULL, 0, 20); /* it is being opened */
	}
	game = (unsigned)strtoul(h->rig->game, NULL, 10);
	if (game >= MAX_GAMES)
		give_up(serial, "the game's number is no number");
	h->board_of[game] = board + 1;
}

static unsigned plies_heard(const struct hall *h)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < h->boards; i++)
		sum += h->heard[i];
	return sum;
}

static struct cost play(struct hall *h)
{
	static int counters[MAX_BOARDS + 64];
	size_t n = count_cycles(h->rig->daemon_pid, counters, sizeof(counters) / sizeof(counters[0]));
	unsigned fsyncs = atomic_load(&h->shim->count);
	double cpu = cpu_of(h->rig->daemon_pid), views[VIEWS] = { 0 };
	struct cost cost = { 0 };

	for (int i = 0; i < VIEWS && h->options->views; i++)
		views[i] = cpu_of(h->views.pid[i]);
	atomic_store(&h->shim->delay_ms, h->options->fsync_ms);
	atomic_store(&h->shim->full, h->options->full);
	light_boards_play(h->light, true);
	light_boards_play(h->echo, true);
	listen_for(h, h->options->seconds * 500000LL);
	cost.late_kib = -kib_of(h->rig->daemon_pid);
	cost.late_plies = -(double)plies_heard(h);
	listen_for(h, h->options->seconds * 500000LL);
	light_boards_play(h->light, false);
	light_boards_play(h->echo, false);
	/* what is on its way comes */
	listen_for(h, 500000 + 20000LL * h->options->fsync_ms);
	cost.kib = kib_of(h->rig->daemon_pid);
	cost.late_kib += cost.kib;
	cost.late_plies += plies_heard(h);
	cost.cpu_s = cpu_of(h->rig->daemon_pid) - cpu;
	for (int i = 0; i < VIEWS && h->options->views; i++)
		cost.views_s[i] = cpu_of(h->views.pid[i]) - views[i];
	cost.cycles = read_cycles(counters, n);
	cost.fsyncs = atomic_load(&h->shim->count) - fsyncs;
	cost.events = light_boards_events(h->light);
	atomic_store(&h->shim->delay_ms, 0);
	atomic_store(&h->shim->full, false);
	return cost;
}

/* Events that the daemon says are missing, and presses that nobody heard of. */
static unsigned lost(struct hall *h)
{
	unsigned sum = (unsigned)light_boards_dropped(h->light), deaf = 0;

	for (unsigned i = 0; i < h->boards; i++) {
		sd_bus_error error = SD_BUS_ERROR_NULL;
		char path[64];
		uint32_t n = 0;

		snprintf(path, sizeof(path), "/org/flagfall1/board/LIGHT_2d%u", i);
		if (sd_bus_get_property_trivial(h->rig->bus, "org.flagfall1", path, "org.flagfall1.Board", "Lost",
						&error, 'u', &n) < 0)
			give_up(path, error.message);
		sum += n;
		if (h->heard[i] != light_boards_presses(h->light, i)) {
			if (deaf++ < NAMED)
				fprintf(stderr, "hall: board %u pressed %u times, and %u were heard\n", i,
					light_boards_presses(h->light, i), h->heard[i]);
			sum += light_boards_presses(h->light, i) - h->heard[i];
		}
	}
	if (deaf > NAMED)
		fprintf(stderr, "hall: ... and so it is with %u boards more\n", deaf - NAMED);
	return sum;
}

/* --- what is printed --- */

/* peer: measured in the same run, NULL none. goal: what is asked, negative nothing. */
static void line(const struct hall *h, const char *name, double value, const char *unit, const char *peer,
		 double peer_value, double goal)
{
	printf("{\"name\":\"hall-%u%s%s%s-%s\",\"value\":%.6g,\"unit\":\"%s\"", h->boards,
	       h->options->mute ? "-mute" : "", h->options->fsync_ms ? "-slow-disk" : "",
	       h->options->full	 ? "-full-disk" :
	       h->options->flood ? "-flooded" :
				   "",
	       name, value, unit);
	if (peer)
		printf(",\"peer\":\"%s\",\"peer_value\":%.6g,\"ratio\":%.4g", peer, peer_value,
		       peer_value > 0 ? value / peer_value : 0);
	else
		printf(",\"peer\":null,\"peer_value\":null,\"ratio\":null");
	if (goal >= 0)
		printf(",\"goal\":%.6g", goal);
	printf("}\n");
}

#define NO_GOAL (-1.0)

static void report(struct hall *h, const struct cost *cost, double kib_before)
{
	double p99 = percentile(&h->move, 0.99), floor99 = percentile(&h->floor, 0.99);
	double disk99 = percentile(&h->disk, 0.99), goal = GOAL_ABOVE_US + GOAL_FSYNCS * disk99;
	double stamp = percentile(&h->stamp, 1);

	if (h->options->flood)
		goal = GOAL_FLOOD_US;
	if (h->options->mute || h->options->fsync_ms)
		goal = GOAL_OTHERS_US > GOAL_FSYNCS * disk99 ? GOAL_OTHERS_US : GOAL_FSYNCS * disk99;
	line(h, "lost", lost(h), "events", NULL, 0, 0);
	line(h, "presses", (double)h->move.count, "presses", NULL, 0, NO_GOAL);
	line(h, "stamp-error-max", stamp, "us", NULL, 0, GOAL_STAMP_US);
	if (h->stalls) {
		line(h, "stamp-error-max-while-it-ran", percentile(&h->ran, 1), "us", NULL, 0, GOAL_STAMP_US);
		line(h, "stall-max", (double)stalls_longest_us(h->stalls), "us", NULL, 0, NO_GOAL);
	}
	line(h, "stamp-error-p99", percentile(&h->stamp, 0.99), "us", NULL, 0, GOAL_STAMP_US);
	line(h, "press-to-signal-p50", percentile(&h->move, 0.5), "us", "echo-p50", percentile(&h->floor, 0.5),
	     NO_GOAL);
	line(h, "press-to-signal-p99", p99, "us", "echo-p99", floor99, NO_GOAL);
	line(h, "press-to-signal-p99-above-echo", p99 - floor99, "us", NULL, 0, goal);
	line(h, "fsync-p50", percentile(&h->disk, 0.5), "us", "fsync-p99", disk99, NO_GOAL);
	line(h, "cores", cost->cpu_s / h->options->seconds, "cores", NULL, 0, GOAL_CORES);
	line(h, "memory", cost->kib, "KiB", NULL, 0, NO_GOAL);
	line(h, "memory-a-board", (cost->kib - kib_before) / h->boards, "KiB", NULL, 0, GOAL_KIB);
	if (cost->late_plies >= h->boards * LATE_PLIES)
		line(h, "memory-a-ply", cost->late_kib * 1024 / cost->late_plies, "bytes", NULL, 0, NO_GOAL);
	line(h, "cpu-an-event", cost->cpu_s * 1e6 / (double)cost->events, "us", NULL, 0, NO_GOAL);
	if (cost->cycles >= 0)
		line(h, "cycles-an-event", cost->cycles / (double)cost->events, "cycles", NULL, 0, NO_GOAL);
	else
		fprintf(stderr,
			"hall: this machine does not count a program's cycles; cpu-an-event says what can be said\n");
	line(h, "fsyncs-an-event", cost->fsyncs / (double)cost->events, "fsyncs", NULL, 0, NO_GOAL);
	line(h, "fsyncs-a-press", cost->fsyncs / ((double)h->move.count + 1e-9), "fsyncs", NULL, 0, NO_GOAL);
	fflush(stdout);
}

/* What looking at it costs. */
static void report_views(struct hall *h, const struct cost *cost)
{
	for (int i = 0; i < VIEWS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "%s-cores", hall_view_names[i]);
		line(h, name, cost->views_s[i] / h->options->seconds, "cores", "daemon-cores",
		     cost->cpu_s / h->options->seconds, GOAL_VIEW_CORES);
	}
	line(h, "view-echo-p99", percentile(&h->floor, 0.99), "us", NULL, 0, NO_GOAL);
	hall_views_stop(&h->views);
	fflush(stdout);
}

/* What those wait for who ask for little. */
static void report_flood(struct hall *h)
{
	const int64_t *daemon_us, *bus_us;
	unsigned flooded;
	const size_t count = flooding_stop(&h->flooding, &daemon_us, &bus_us, &flooded);
	struct samples calls = { calloc(count + 1, sizeof(int64_t)), 0 },
		       bus = { calloc(count + 1, sizeof(int64_t)), 0 };

	for (size_t i = 0; i < count; i++) {
		add(&calls, daemon_us[i]);
		add(&bus, bus_us[i]);
	}
	line(h, "flood-calls", flooded, "calls", NULL, 0, NO_GOAL);
	line(h, "call-p50", percentile(&calls, 0.5), "us", "bus-call-p50", percentile(&bus, 0.5), NO_GOAL);
	line(h, "call-p99", percentile(&calls, 0.99), "us", "bus-call-p99", percentile(&bus, 0.99), GOAL_FLOOD_US);
	free(calls.us);
	free(bus.us);
	fflush(stdout);
}

static void run(unsigned boards, const struct options *options)
{
	const struct light_plan plan = { .boards = boards,
					 .events_hz = options->full ? FLICKER_HZ : EVENTS_HZ,
					 .press_ms = PRESS_MS };
	struct hall *h = calloc(1, sizeof(*h));
	double before;
	struct cost cost;
	void *state = NULL;

	rig_setup_bare(&state);
	h->rig = state;
	h->boards = boards;
	h->options = options;
	h->move.us = calloc(5 * (size_t)MAX_SAMPLES, sizeof(int64_t));
	h->stamp.us = h->move.us + MAX_SAMPLES;
	h->floor.us = h->stamp.us + MAX_SAMPLES;
	h->disk.us = h->floor.us + MAX_SAMPLES;
	h->ran.us = h->disk.us + MAX_SAMPLES;
	/* the daemon alone, with the rig's one board and no game */
	rig_daemon_start(h->rig);
	before = kib_of(h->rig->daemon_pid);
	rig_daemon_stop(h->rig, SIGTERM);
	h->light = light_boards_new(h->rig->dir, &plan);
	start_echo(h);
	start_daemon(h);
	for (unsigned i = 0; i < boards; i++)
		start_game(h, i);
	if (options->mute)
		light_boards_mute(h->light, 0);
	h->bus = rig_connect(h->rig);
	sd_bus_match_signal(h->bus, NULL, "org.flagfall1", NULL, "org.flagfall1.Game", "Move", on_move, h);
	sd_bus_match_signal(h->bus, NULL, "org.flagfall1", NULL, "org.flagfall1.Clock", "Changed", on_clock, h);
	sd_bus_match_signal(h->bus, NULL, NULL, NULL, "org.flagfall.Echo", "Move", on_echo, h);
	/* the rig's own client hears everything, which is for tests; here it would only be work for the bus */
	h->rig->match = sd_bus_slot_unref(h->rig->match);
	sd_bus_call_method(h->rig->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager", "Unsubscribe", NULL,
			   NULL, NULL);
	if (options->views)
		hall_views_start(&h->views, h->rig->address);
	if (options->flood)
		flooding_start(&h->flooding, h->rig->address);
	time_fsyncs(h);
	h->stalls = stalls_start();
	cost = play(h);
	time_fsyncs(h);
	if (options->views)
		report_views(h, &cost);
	else if (options->full)
		line(h, "cores", cost.cpu_s / options->seconds, "cores", NULL, 0, GOAL_FULL_CORES * boards);
	else
		report(h, &cost, before);
	if (options->flood)
		report_flood(h);
	stalls_stop(h->stalls);
	kill(h->echo_pid, SIGTERM);
	waitpid(h->echo_pid, NULL, 0);
	sd_bus_flush_close_unref(h->bus);
	light_boards_free(h->echo);
	rig_teardown(&state);
	light_boards_free(h->light);
	munmap(h->shim, sizeof(*h->shim));
	free(h->move.us);
	free(h);
}

static unsigned number(const char *text, unsigned most)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (*end || end == text || n < 1 || n > most)
		give_up(text, "not a number that is possible here");
	return (unsigned)n;
}

int main(int argc, char **argv)
{
	struct options options = { .seconds = 20 };
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
			options.seconds = number(argv[++i], LIGHT_PLIES * PRESS_MS / 1000);
		else if (strcmp(argv[i], "--fsync-ms") == 0 && i + 1 < argc)
			options.fsync_ms = number(argv[++i], 10000);
		else if (strcmp(argv[i], "--mute") == 0)
			options.mute = true;
		else if (strcmp(argv[i], "--full") == 0)
			options.full = true;
		else if (strcmp(argv[i], "--views") == 0)
			options.views = true;
		else if (strcmp(argv[i], "--flood") == 0)
			options.flood = true;
		else
			run(number(argv[i], MAX_BOARDS), &options);
	}
	return 0;
}
