// SPDX-License-Identifier: GPL-2.0-or-later
/* callers NODE N: N threads that ask for the whole board through one open file, again and again until the board is gone
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "kernel/uapi/sensorboard.h"

static int fd;

static void *ask(void *unused)
{
	struct sensorboard_squares squares;

	while (ioctl(fd, SENSORBOARD_GET_SQUARES, &squares) == 0 || errno != ENODEV)
		;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread = pthread_self();

	fd = argc == 3 ? open(argv[1], O_RDONLY) : -1;
	if (fd < 0) {
		printf("open: %s\n", strerrorname_np(errno));
		return 1;
	}
	for (int i = atoi(argv[2]); i > 0; i--)
		if (pthread_create(&thread, NULL, ask, NULL))
			return 1;
	return pthread_join(thread, NULL);
}
