// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * storm NODE STOP: open, read, poll, ask and close NODE from several threads as fast as they can while
 * it comes and goes, until the file STOP exists. Fails on any error that the ABI does not name.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"

static const char *node, *stop;
static atomic_int strange, opened, gone, records;

static void allow(const char *what, int error, const char *names)
{
	const char *name = strerrorname_np(error);

	if (!name || !strstr(names, name)) {
		printf("%s: %s\n", what, name ? name : "?");
		strange++;
	}
}

static void *reader(void *mode)
{
	struct sensorboard_event ev[8];
	struct sensorboard_squares squares;
	const int flags = mode ? O_RDWR | O_NONBLOCK : O_RDWR;

	while (access(stop, F_OK)) {
		const int fd = open(node, flags);

		if (fd < 0) {
			allow("open", errno, "ENOENT ENXIO ENODEV");
			usleep(1000);
			continue;
		}
		opened++;
		for (int i = 0; i < 200; i++) {
			struct pollfd p = { .fd = fd, .events = POLLIN };
			ssize_t n;

			/* A thread that sleeps in read() is woken by the unplugging alone. */
			n = poll(&p, 1, mode ? 1 : 0) >= 0 ? read(fd, ev, sizeof(ev)) : -1;
			if (n > 0)
				records += (int)(n / (ssize_t)sizeof(*ev));
			else
				allow("read", errno, "EAGAIN ENODEV");
			if (n < 0 && errno == ENODEV) {
				gone++;
				break;
			}
			if (mode && i % 16 == 0 && ioctl(fd, SENSORBOARD_GET_SQUARES, &squares) < 0)
				allow("squares", errno, "ENODEV EPIPE ETIMEDOUT EPROTO ESHUTDOWN EIO");
		}
		close(fd);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];

	if (argc < 3)
		return 2;
	node = argv[1];
	stop = argv[2];
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, reader, i % 2 ? threads : NULL))
			return 1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("opened %d, told that it is gone %d, records %d, strange errors %d\n", opened, gone, records, strange);
	return strange > 0 || !opened || !gone;
}
