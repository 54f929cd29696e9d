// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hostile [-a] [-s SEED] [-t SECONDS] [-p FILE] [-f STATE] [-b BUS] [-r ROUND] [-n ROUNDS]: hostile boards on every bus
 * of dummy_hcd at once, made with raw_gadget, for the module to survive
 *
 * Each bus goes through rounds of its own. A round is one device: either a hostile one, whose descriptors, answers
 * and moment of leaving are any, or a sound one that is bound and unbound, reset and unplugged, while it sends
 * hostile reports. All that a device does follows from the seed, the bus and the number of the round.
 *
 *   -a        sound boards are also refused and let in again by the hub, as a whole and as an interface, and suspended
 *   -p FILE   say there every second how far it has come ("flagfall-guest: at STATE")
 *   -f STATE  go on from there: its seed, rounds and counts
 *   -b, -r, -n  only this bus, from this round on, so many rounds: to see a crash again
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cover.h"
#include "device.h"
#include "starved.h"

#define DRIVER "/sys/bus/usb/drivers/sensorboard"
#define HOSTILE_PERCENT 65

static const struct {
	const char *name;
	size_t at;
} counters[] = {
	{ "seconds", offsetof(struct tally, seconds) },	      { "bindings", offsetof(struct tally, bindings) },
	{ "unbindings", offsetof(struct tally, unbindings) }, { "unplugs", offsetof(struct tally, unplugs) },
	{ "resets", offsetof(struct tally, resets) },	      { "refusals", offsetof(struct tally, refusals) },
	{ "reports", offsetof(struct tally, reports) },	      { "enumerations", offsetof(struct tally, enumerations) },
	{ "requests", offsetof(struct tally, requests) },     { "missed", offsetof(struct tally, missed) },
};

static struct {
	uint64_t seed;
	unsigned int buses, first, rounds; /* rounds: of each bus, 0 any number */
	bool all_acts;
	struct tally *tally;
} all = { .seed = 1 };

static atomic_ulong *counter(size_t i)
{
	return (atomic_ulong *)((char *)all.tally + counters[i].at);
}

static void pause_ms(unsigned int ms)
{
	nanosleep(&(struct timespec){ ms / 1000, (long)(ms % 1000) * 1000000 }, NULL);
}

/* The USB bus that a controller of dummy_hcd makes. */
static int usb_bus(unsigned int controller)
{
	char path[64];
	struct dirent *e;
	DIR *dir;
	int bus = 0;

	snprintf(path, sizeof(path), "/sys/devices/platform/dummy_hcd.%u", controller);
	dir = opendir(path);
	while (dir && !bus && (e = readdir(dir)))
		if (strncmp(e->d_name, "usb", 3) == 0)
			bus = atoi(e->d_name + 3);
	if (dir)
		closedir(dir);
	return bus;
}

static bool is_bound(int bus)
{
	char path[64], to[256];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/bus/usb/devices/%d-1:1.0/driver", bus);
	n = readlink(path, to, sizeof(to) - 1);
	to[n > 0 ? n : 0] = 0;
	return strstr(to, "/sensorboard");
}

/* "bind" or "unbind", through sysfs; returns when probe or disconnect has. */
static bool tell_driver(const char *what, int bus)
{
	char path[64], name[16];
	int fd, n;
	bool done;

	snprintf(path, sizeof(path), DRIVER "/%s", what);
	n = snprintf(name, sizeof(name), "%d-1:1.0", bus);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	done = fd >= 0 && write(fd, name, (size_t)n) == n;
	if (fd >= 0)
		close(fd);
	return done;
}

static int number_in(int bus, const char *attribute)
{
	char path[64];
	int n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/bus/usb/devices/%d-1/%s", bus, attribute);
	f = fopen(path, "re");
	if (f && fscanf(f, "%d", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

/* @of: "" for the device, ":1.0" for the interface */
static bool set_attribute(int bus, const char *of, const char *attribute, const char *value)
{
	const size_t size = strlen(value);
	char path[80];
	int fd;
	bool done;

	snprintf(path, sizeof(path), "/sys/bus/usb/devices/%d-1%s/%s", bus, of, attribute);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	done = fd >= 0 && write(fd, value, size) == (ssize_t)size;
	if (fd >= 0)
		close(fd);
	return done;
}

static bool reset(int bus)
{
	char path[64];
	int fd;
	bool done;

	snprintf(path, sizeof(path), "/dev/bus/usb/%03d/%03d", bus, number_in(bus, "devnum"));
	fd = open(path, O_RDWR | O_CLOEXEC);
	done = fd >= 0 && ioctl(fd, USBDEVFS_RESET, 0) == 0;
	if (fd >= 0)
		close(fd);
	return done;
}

/*
 * Until the board is bound. What was plugged in before may still be there, the hub takes its time, and a busy machine
 * takes more: the host has as long as it does something on this bus, asks the board or lets devices come and go. Missed
 * is what it leaves alone for 24 seconds, or is not done with after that ten times.
 */
static bool await_binding(const struct round *round, int bus)
{
	enum { LOOK_MS = 40, QUIET_MOST = 600, MOST = 10 * QUIET_MOST };
	struct tally *t = round->tally;
	unsigned int asked = 0, quiet = 0;
	int device = 0;

	for (unsigned int looks = 0; looks < MOST && quiet++ < QUIET_MOST && !t->stop; looks++) {
		const unsigned int asked_now = t->asked[round->bus];
		const int device_now = number_in(bus, "devnum");

		if (asked != asked_now || device != device_now)
			quiet = 0;
		asked = asked_now;
		device = device_now;
		pause_ms(LOOK_MS);
		if (t->configured[round->bus] == round->number + 1 && is_bound(bus))
			return true;
	}
	return false;
}

/* Refused by the hub and let in again, which unbinds and probes; or left to be suspended whenever nobody has it open.
 */
static void refuse_or_suspend(struct seeded *s, const struct round *round, int bus)
{
	const char *of = percent(s, 50) ? "" : ":1.0";
	char delay[16];

	if (percent(s, 40)) {
		snprintf(delay, sizeof(delay), "%u", below(s, 300));
		set_attribute(bus, "", "power/autosuspend_delay_ms", delay);
		set_attribute(bus, "", "power/control", percent(s, 80) ? "auto" : "on");
		return;
	}
	round->tally->refusals += set_attribute(bus, of, "authorized", "0");
	pause_ms(below(s, 60));
	set_attribute(bus, of, "authorized", "1");
	/* An interface that is let in again waits to be asked for. */
	if (*of && tell_driver("bind", bus))
		round->tally->bindings++;
}

/* A board that should work: bound, unbound, reset, and then pulled out in the middle of its reports. */
static void live_sound(struct seeded *s, const struct round *round, int bus)
{
	struct tally *t = round->tally;

	if (!await_binding(round, bus)) {
		t->missed += !t->stop;
		return;
	}
	t->bindings++;
	for (unsigned int acts = below(s, 10); acts > 0 && !t->stop; acts--) {
		pause_ms(below(s, 120));
		if (percent(s, 15)) {
			t->resets += reset(bus);
			continue;
		}
		if (all.all_acts && percent(s, 35)) {
			refuse_or_suspend(s, round, bus);
			continue;
		}
		if (tell_driver("unbind", bus))
			t->unbindings++;
		if (percent(s, 50))
			pause_ms(below(s, 30));
		if (tell_driver("bind", bus))
			t->bindings++;
	}
	/* Some stay to send most of their reports. */
	for (unsigned int ms = below(s, percent(s, 60) ? 15000 : 200); ms >= 200 && !t->stop; ms -= 200)
		pause_ms(200);
	if (is_bound(bus)) {
		t->unplugs++;
		t->unbindings++;
	}
}

static void do_round(unsigned int controller, unsigned int number, int bus)
{
	struct seeded s = seeded_at(all.seed, controller, number, 0);
	const struct round round = {
		.seed = all.seed,
		.bus = controller,
		.number = number,
		.hostile = percent(&s, HOSTILE_PERCENT),
		.tally = all.tally,
	};
	const pid_t pid = fork();

	if (pid == 0) {
		mark_starved(false);
		device_run(&round);
	}
	if (pid < 0) {
		pause_ms(100);
		return;
	}
	if (!round.hostile) {
		live_sound(&s, &round, bus);
		kill(pid, SIGKILL);
	}
	waitpid(pid, NULL, 0);
	/* Plugged in again at once, or after the host has noticed. */
	if (percent(&s, 50))
		pause_ms(below(&s, 150));
}

static _Noreturn void live_on(unsigned int controller)
{
	atomic_uint *next = &all.tally->next_round[controller];
	const int bus = usb_bus(controller);

	/* What the module does when its attributes are written is done in their writer's name. */
	if (all.all_acts)
		mark_starved(true);
	for (unsigned int n = 0; !all.tally->stop && (!all.rounds || n < all.rounds); n++) {
		do_round(controller, *next, bus);
		++*next;
	}
	_exit(0);
}

/* STATE: name=number:…:rounds=n,n,… */
static void print_state(FILE *f)
{
	fprintf(f, "flagfall-guest: at seed=%llu", (unsigned long long)all.seed);
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		fprintf(f, ":%s=%lu", counters[i].name, *counter(i));
	for (unsigned int i = 0; i < MAX_BUSES; i++)
		fprintf(f, "%s%u", i ? "," : ":rounds=", all.tally->next_round[i]);
	fprintf(f, "\n");
	fflush(f);
}

static void read_state(char *state)
{
	for (char *save, *field = strtok_r(state, ":", &save); field; field = strtok_r(NULL, ":", &save)) {
		char *value = strchr(field, '=');

		if (!value)
			continue;
		*value++ = 0;
		if (strcmp(field, "seed") == 0)
			all.seed = strtoull(value, NULL, 0);
		for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
			if (strcmp(field, counters[i].name) == 0)
				*counter(i) = strtoul(value, NULL, 0);
		if (strcmp(field, "rounds") == 0)
			for (unsigned int i = 0; i < MAX_BUSES && *value; i++, value += *value == ',')
				all.tally->next_round[i] = (unsigned int)strtoul(value, &value, 0);
	}
}

static bool all_ended(unsigned int *running)
{
	while (*running && waitpid(-1, NULL, WNOHANG) > 0)
		--*running;
	return !*running;
}

static unsigned long uptime_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long)now.tv_sec;
}

int main(int argc, char **argv)
{
	unsigned int seconds = 60, running = 0, bus = MAX_BUSES;
	pid_t pids[MAX_BUSES];
	FILE *progress = NULL;
	int option;

	all.tally = mmap(NULL, sizeof(*all.tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (all.tally == MAP_FAILED)
		return 1;
	while ((option = getopt(argc, argv, "as:t:p:f:b:r:n:")) != -1) {
		switch (option) {
		case 'a':
			all.all_acts = true;
			break;
		case 's':
			all.seed = strtoull(optarg, NULL, 0);
			break;
		case 't':
			seconds = (unsigned int)atoi(optarg);
			break;
		case 'p':
			progress = fopen(optarg, "we");
			break;
		case 'f':
			read_state(optarg);
			break;
		case 'b':
			bus = (unsigned int)atoi(optarg);
			break;
		case 'r':
			all.first = (unsigned int)atoi(optarg);
			break;
		case 'n':
			all.rounds = (unsigned int)atoi(optarg);
			break;
		default:
			return 2;
		}
	}
	while (all.buses < MAX_BUSES && usb_bus(all.buses))
		all.buses++;
	if (!all.buses || access("/dev/raw-gadget", R_OK | W_OK)) {
		printf("no bus of dummy_hcd, or no /dev/raw-gadget\n");
		return 1;
	}
	for (unsigned int i = bus < MAX_BUSES ? bus : 0; i < all.buses; i++) {
		if (bus < MAX_BUSES && all.first)
			all.tally->next_round[i] = all.first;
		pids[running] = fork();
		if (pids[running] == 0)
			live_on(i);
		running++;
		if (bus < MAX_BUSES)
			break;
	}
	const unsigned int workers = running;
	struct cover *cover = cover_begin(all.buses);

	const unsigned long before = all.tally->seconds;

	for (unsigned long begun = uptime_s(); uptime_s() - begun < seconds && !all_ended(&running);) {
		print_state(progress ? progress : stdout);
		for (int i = 0; i < 20; i++) {
			pause_ms(50);
			cover_note(cover);
		}
		all.tally->seconds = before + (uptime_s() - begun);
	}
	all.tally->stop = true;
	for (int tries = 0; tries < 300 && !all_ended(&running); tries++)
		pause_ms(100);
	for (unsigned int i = 0; running && i < workers; i++)
		kill(pids[i], SIGKILL);
	cover_write(cover, "hostile");
	if (progress)
		print_state(progress);
	print_state(stdout);
	if (running)
		printf("%u buses did not come to an end\n", running);
	return running > 0;
}
