/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/flooding.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

#define AT_ONCE 120 /* the system bus lets a client wait for 128 */
#define PAUSE_MS 20
#define MOST 65536

struct flooding_calls {
	atomic_uint flooded; /* of the flood's, answered */
	atomic_size_t count;
	int64_t daemon_us[MOST], bus_us[MOST];
};

static _Noreturn void give_up(const char *what)
{
	fprintf(stderr, "flooding: %s\n", what);
	_exit(1);
}

static sd_bus *connect_to(const char *address)
{
	sd_bus *bus = NULL;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sd_bus_new(&bus) < 0 || sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 ||
	    sd_bus_start(bus) < 0)
		give_up("the bus cannot be reached");
	return bus;
}

struct flood {
	struct flooding_calls *calls;
	unsigned under_way;
};

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct flood *f = userdata;

	f->under_way--;
	atomic_fetch_add(&f->calls->flooded, 1);
	return 0;
}

static _Noreturn void flood(const char *address, struct flooding_calls *calls)
{
	struct flood f = { .calls = calls };
	sd_bus *bus = connect_to(address);

	for (;;) {
		for (; f.under_way < AT_ONCE; f.under_way++)
			if (sd_bus_call_method_async(bus, NULL, "org.flagfall1", "/org/flagfall1",
						     "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
						     on_answer, &f, NULL) < 0)
				give_up("the bus has gone");
		if (sd_bus_process(bus, NULL) == 0)
			sd_bus_wait(bus, UINT64_MAX);
	}
}

static int64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

static int64_t time_call(sd_bus *bus, const char *name, const char *path, const char *interface, const char *member)
{
	const int64_t start = now_us();
	sd_bus_message *reply = NULL;

	if (sd_bus_call_method(bus, name, path, interface, member, NULL, &reply, NULL) < 0)
		give_up(member);
	sd_bus_message_unref(reply);
	return now_us() - start;
}

static _Noreturn void ask(const char *address, struct flooding_calls *calls)
{
	sd_bus *bus = connect_to(address);

	for (;;) {
		const size_t n = atomic_load(&calls->count);

		if (n < MOST) {
			calls->daemon_us[n] = time_call(bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
							"Metrics");
			calls->bus_us[n] = time_call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
						     "org.freedesktop.DBus", "GetId");
			atomic_store(&calls->count, n + 1);
		}
		poll(NULL, 0, PAUSE_MS);
	}
}

void flooding_start(struct flooding *f, const char *address)
{
	f->calls = mmap(NULL, sizeof(*f->calls), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (f->calls == MAP_FAILED)
		give_up("no memory");
	f->pid[0] = fork();
	if (f->pid[0] == 0)
		flood(address, f->calls);
	while (atomic_load(&f->calls->flooded) < AT_ONCE) {
		if (waitpid(f->pid[0], NULL, WNOHANG) != 0)
			give_up("it has ended");
		poll(NULL, 0, PAUSE_MS);
	}
	f->pid[1] = fork();
	if (f->pid[1] == 0)
		ask(address, f->calls);
}

size_t flooding_stop(struct flooding *f, const int64_t **daemon_us, const int64_t **bus_us, unsigned *flooded)
{
	for (int i = 0; i < 2; i++) {
		kill(f->pid[i], SIGKILL);
		waitpid(f->pid[i], NULL, 0);
	}
	*daemon_us = f->calls->daemon_us;
	*bus_us = f->calls->bus_us;
	*flooded = atomic_load(&f->calls->flooded);
	return atomic_load(&f->calls->count);
}
