// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * usb-reset BUS DEVICE [FILE LINE]: reset a USB device through usbfs
 *
 * With FILE, it prints how often LINE was added to that file meanwhile, and how many milliseconds it took.
 */
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

static int count(const char *path, const char *line)
{
	FILE *f = fopen(path, "r");
	char text[4096];
	int n = 0;

	while (f && fgets(text, sizeof(text), f)) {
		text[strcspn(text, "\n")] = '\0';
		n += !strcmp(text, line);
	}
	if (f)
		fclose(f);
	return n;
}

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	char path[64];
	int fd, before = 0;
	long began;

	if (argc != 3 && argc != 5)
		return 2;
	snprintf(path, sizeof(path), "/dev/bus/usb/%03d/%03d", atoi(argv[1]), atoi(argv[2]));
	fd = open(path, O_RDWR);
	if (argc == 5)
		before = count(argv[3], argv[4]);
	began = now_ms();
	if (fd < 0 || ioctl(fd, USBDEVFS_RESET, NULL) < 0) {
		perror(path);
		return 1;
	}
	if (argc == 5)
		printf("%d %ld\n", count(argv[3], argv[4]) - before, now_ms() - began);
	return 0;
}
