/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the lever's press to the D-Bus signal: a board on a socket, flagfalld
 * with its journal at synchronous=FULL, and a client that waits for the
 * committed move. The floor is the least that can be done: the same board, a
 * program that sends a signal for each event it reads, the same bus, the same
 * client.
 *
 * A real game is played again and again, each game anew, until there were as
 * many presses as told (10,000). One JSON object a line.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/echo.h"
#include "tests/bus/rig.h"
#include "tests/sim/hands.h"

#define PRESSES 10000
#define FSYNCS_A_GAME 4
#define MAX_FSYNCS 4096
#define LIMIT_US 5000
#define LIMIT_FSYNCS_P50 1.5
#define LIMIT_FSYNCS 2

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static double percentile_us(int64_t *ns, size_t n, double p)
{
	qsort(ns, n, sizeof(*ns), compare);
	return (double)ns[(size_t)((double)(n - 1) * p)] / 1000;
}

/* --- one press and its signal --- */

struct ear {
	sd_bus *bus;
	bool received;
};

static int on_move(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct ear *ear = userdata;
	const char *side, *uci, *placement, *state;
	int64_t t_us;
	uint32_t ply;

	if (sd_bus_message_read(m, "xussss", &t_us, &ply, &side, &uci, &placement, &state) >= 0 &&
	    strcmp(state, "committed") == 0)
		ear->received = true;
	return 0;
}

static int on_echo(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	((struct ear *)userdata)->received = true;
	return 0;
}

static void listen_until_heard(struct ear *ear)
{
	while (!ear->received) {
		int r = sd_bus_process(ear->bus, NULL);

		if (r == 0)
			r = sd_bus_wait(ear->bus, 10000000);
		if (r < 0 || (r == 0 && !ear->received)) {
			fprintf(stderr, "no signal came: %s\n", strerror(-r));
			exit(1);
		}
	}
}

/* A call that a peer answers has seen all that was sent to it before. */
static void ping(struct ear *ear, const char *name)
{
	sd_bus_call_method(ear->bus, name, "/", "org.freedesktop.DBus.Peer", "Ping", NULL, NULL, NULL);
	while (sd_bus_process(ear->bus, NULL) > 0)
		;
	ear->received = false;
}

static int64_t time_press(struct ear *ear, struct sim *sim, int side, const char *name)
{
	int64_t start;

	sim_flush(sim, -1);
	ping(ear, name);
	start = now_ns();
	sim_press(sim, side);
	listen_until_heard(ear);
	return now_ns() - start;
}

/* --- the disk --- */

struct disk {
	int64_t ns[MAX_FSYNCS];
	size_t count;
	int fd;
};

/* What one durable write of a page costs where the journal lies, in the same minutes. */
static void time_fsyncs(struct disk *disk, struct rig *rig)
{
	char path[112], page[4096] = { 0 };

	if (disk->fd < 0) {
		snprintf(path, sizeof(path), "%s/fsync", rig->dir);
		disk->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	}
	for (int i = 0; i < FSYNCS_A_GAME && disk->count < MAX_FSYNCS; i++) {
		int64_t start = now_ns();

		if (write(disk->fd, page, sizeof(page)) != sizeof(page) || fsync(disk->fd) < 0)
			exit(1);
		disk->ns[disk->count++] = now_ns() - start;
	}
}

/* --- the game --- */

struct play {
	struct hands_event *events;
	size_t count;
	const struct game *game;
};

static struct play read_play(const char *path)
{
	struct hands_options options = { .style = HANDS_ORDERLY };
	struct hands_score score;
	struct play play;
	char err[HANDS_ERROR] = "";

	if (hands_score_load(path, &score, err) < 0 ||
	    hands_play(&score, &options, &play.events, &play.count, err) < 0) {
		fprintf(stderr, "%s: %s\n", path, *err ? err : "cannot be read");
		exit(1);
	}
	play.game = score.game;
	hands_score_free(&score);
	return play;
}

static void daemon_presses(struct rig *rig, const struct play *play, struct disk *disk, int64_t *ns, size_t wanted)
{
	struct ear ear = { .bus = rig_connect(rig) };
	size_t n = 0;

	sd_bus_match_signal(ear.bus, NULL, "org.flagfall1", NULL, "org.flagfall1.Game", "Move", on_move, &ear);
	while (n < wanted) {
		int64_t start;
		char *word;

		time_fsyncs(disk, rig);
		sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
		rig_settle(rig);
		rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
		start = (int64_t)sim_time(rig->sim);
		for (size_t i = 0; i < play->count && n < wanted; i++) {
			const struct hands_event *ev = &play->events[i];

			sim_advance(rig->sim, (uint64_t)(start + ev->t_us));
			if (ev->action == HANDS_LIFT)
				sim_lift(rig->sim, (unsigned)play->game->cell_of_square(ev->square));
			else if (ev->action == HANDS_PLACE)
				sim_place(rig->sim, (unsigned)play->game->cell_of_square(ev->square), ev->piece);
			else
				ns[n++] = time_press(&ear, rig->sim,
						     ev->side == WHITE ? SBW_SIDE_WHITE : SBW_SIDE_BLACK,
						     "org.flagfall1");
		}
		rig_settle(rig);
		rig_drain(rig);
		word = rig_property(rig, "org.flagfall1.Game", "State");
		if (strcmp(word, "over") != 0)
			json_decref(rig_ask(rig, "org.flagfall1.Game", "End", "s", "1/2-1/2"));
		free(word);
		rig_drain(rig);
	}
	sd_bus_flush_close_unref(ear.bus);
}

/* --- the floor --- */

static void floor_presses(struct rig *rig, int64_t *ns, size_t wanted)
{
	struct ear ear = { .bus = rig_connect(rig) };
	struct native_config config = { .serial = "ECHO" };
	struct sim *sim = NULL;
	char path[112];
	int has = 0;
	pid_t pid;
	size_t n = 0;

	snprintf(path, sizeof(path), "%s/echo", rig->dir);
	sim_new(&config, &sim);
	sim_use_socket(sim);
	sim_plug(sim, path);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		echo_run(rig->address, path);
	}
	sd_bus_match_signal(ear.bus, NULL, NULL, NULL, "org.flagfall.Echo", "Move", on_echo, &ear);
	while (!has || !sim_host(sim)) {
		sd_bus_message *reply = NULL;

		if (sd_bus_call_method(ear.bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
				       "NameHasOwner", NULL, &reply, "s", "org.flagfall.Echo") >= 0)
			sd_bus_message_read(reply, "b", &has);
		sd_bus_message_unref(reply);
		poll(NULL, 0, 2);
	}
	while (n < wanted) {
		ns[n] = time_press(&ear, sim, n % 2 ? SBW_SIDE_BLACK : SBW_SIDE_WHITE, "org.flagfall.Echo");
		n++;
	}
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	sim_free(sim);
	sd_bus_flush_close_unref(ear.bus);
}

static void goal(const char *name, double value, const char *unit, double wanted)
{
	printf("{\"name\":\"%s\",\"value\":%.1f,\"unit\":\"%s\",\"peer\":null,\"peer_value\":null,\"ratio\":null,\"goal\":%.1f}\n",
	       name, value, unit, wanted);
}

static void line(const char *name, double value, const char *unit, const char *peer, double peer_value)
{
	printf("{\"name\":\"%s\",\"value\":%.1f,\"unit\":\"%s\",\"peer\":\"%s\",\"peer_value\":%.1f,\"ratio\":%.3f}\n",
	       name, value, unit, peer, peer_value, peer_value > 0 ? value / peer_value : 0);
}

int main(int argc, char **argv)
{
	size_t wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : PRESSES;
	int64_t *ours = calloc(wanted, sizeof(*ours)), *theirs = calloc(wanted, sizeof(*theirs));
	struct disk *disk = calloc(1, sizeof(*disk));
	struct play play = read_play("tests/games/blitz-mate.json");
	double p50, p99, floor50, floor99, sync50, sync99;
	void *state = NULL;
	struct rig *rig;

	rig_setup(&state);
	rig = state;
	disk->fd = -1;
	floor_presses(rig, theirs, wanted);
	daemon_presses(rig, &play, disk, ours, wanted);
	close(disk->fd);
	rig_teardown(&state);
	p50 = percentile_us(ours, wanted, 0.5);
	p99 = percentile_us(ours, wanted, 0.99);
	floor50 = percentile_us(theirs, wanted, 0.5);
	floor99 = percentile_us(theirs, wanted, 0.99);
	sync50 = percentile_us(disk->ns, disk->count, 0.5);
	sync99 = percentile_us(disk->ns, disk->count, 0.99);
	line("press-to-signal-p50", p50, "us", "echo-p50", floor50);
	line("press-to-signal-p99", p99, "us", "echo-p99", floor99);
	goal("press-to-signal-p99-limit", p99, "us", LIMIT_US);
	/* like with like: the slow hundredth of the presses against the slow hundredth of the disk's writes */
	goal("press-to-signal-p50-above-echo", (p50 - floor50) / sync50, "fsync-p50", LIMIT_FSYNCS_P50);
	goal("press-to-signal-p99-above-echo", (p99 - floor99) / sync99, "fsync-p99", LIMIT_FSYNCS);
	line("fsync-p50", sync50, "us", "fsync-p99", sync99);
	if (p99 > LIMIT_US || p99 - floor99 > LIMIT_FSYNCS * sync99)
		fprintf(stderr, "press-to-signal: slower than promised (5 ms, and %d fsyncs above the echo)\n",
			LIMIT_FSYNCS);
	free(play.events);
	free(disk);
	free(ours);
	free(theirs);
	return 0;
}
