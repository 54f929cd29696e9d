// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usb-load READERS EVENTS NODE…: that many readers of each node, until each has had EVENTS events
 *
 * Says "open" when all are there. Every event must come, in its order: the numbers go up by one, and nothing is lost.
 * Says how much memory of the kernel that cannot be reclaimed was in use after a quarter of them, and at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"

static unsigned long want;
static _Atomic unsigned long had;
static _Atomic int failures;

/* From /proc/meminfo, in kB. */
static long slab(void)
{
	char line[128];
	long kb = -1;
	FILE *f = fopen("/proc/meminfo", "r");

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "SUnreclaim: %ld", &kb);
	if (f)
		fclose(f);
	return kb;
}

static void *reader(void *arg)
{
	const int fd = (int)(intptr_t)arg;
	struct sensorboard_event ev[32];
	unsigned long n = 0;
	unsigned last = 0;

	while (n < want) {
		ssize_t got = read(fd, ev, sizeof(ev));

		if (got <= 0) {
			printf("after %lu events: %s\n", n, strerrorname_np(errno));
			failures++;
			break;
		}
		for (size_t i = 0; i < (size_t)got / sizeof(*ev); i++) {
			if (ev[i].type == SENSORBOARD_EVENT_LOST || (last && ev[i].seq != last + 1)) {
				printf("event %u of type %u after %u\n", ev[i].seq, ev[i].type, last);
				failures++;
			}
			last = ev[i].seq;
		}
		n += (size_t)got / sizeof(*ev);
		had += (size_t)got / sizeof(*ev);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const int readers = argc > 3 ? atoi(argv[1]) : 0, nodes = argc - 3;
	pthread_t *threads = calloc((size_t)(readers * nodes + 1), sizeof(*threads));
	long before, after;

	if (!readers || !threads)
		return 2;
	want = strtoul(argv[2], NULL, 0);
	for (int i = 0; i < readers * nodes; i++) {
		int fd = open(argv[3 + i / readers], O_RDONLY);

		if (fd < 0 || pthread_create(&threads[i], NULL, reader, (void *)(intptr_t)fd)) {
			perror(argv[3 + i / readers]);
			return 1;
		}
	}
	printf("open\n");
	fflush(stdout);
	while (had < want * (unsigned long)(readers * nodes) / 4 && !failures)
		poll(NULL, 0, 10);
	before = slab();
	for (int i = 0; i < readers * nodes; i++)
		pthread_join(threads[i], NULL);
	after = slab();
	printf("%lu events read, %d failures, kernel memory %ld kB, then %ld kB\n", (unsigned long)had, (int)failures,
	       before, after);
	return failures || after > before + 1024;
}
