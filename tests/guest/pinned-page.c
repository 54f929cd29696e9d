// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pinned-page NODE REQUEST: a request whose memory is a page that does not come
 *
 * REQUEST is read or an ioctl: info, squares, time, leds, clock, clockid. It says "pinned" once the kernel waits for
 * the page, lets it come when there is a line on standard input, and then says what the request gave: "ok", or the name
 * of the error. Where there is no userfaultfd it says "userfaultfd: ERROR".
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"

#define PAGE 4096UL

static const struct {
	const char *name;
	unsigned long number; /* 0: read() */
} requests[] = {
	{ "read", 0 },
	{ "info", SENSORBOARD_GET_INFO },
	{ "squares", SENSORBOARD_GET_SQUARES },
	{ "time", SENSORBOARD_GET_TIME },
	{ "leds", SENSORBOARD_SET_LEDS },
	{ "clock", SENSORBOARD_SET_CLOCK },
	{ "clockid", SENSORBOARD_SET_CLOCKID },
};

static struct {
	int fd;
	unsigned long number;
	void *page;
	long result;
	int error;
} call;

static int fail(const char *what)
{
	printf("%s: %s\n", what, strerrorname_np(errno));
	return 1;
}

static void say(const char *what)
{
	printf("%s\n", what);
	fflush(stdout);
}

static void *make_request(void *unused)
{
	call.result = call.number ? ioctl(call.fd, call.number, call.page) : read(call.fd, call.page, PAGE);
	call.error = errno;
	if (call.result < 0)
		say(strerrorname_np(call.error));
	else
		say("ok");
	return NULL;
}

/* A descriptor that tells when somebody needs the page, or -1. */
static int watch_page(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register part = {
		.range = { .start = (unsigned long)call.page, .len = PAGE },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	const int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) < 0 || ioctl(fd, UFFDIO_REGISTER, &part) < 0)
		return -1;
	return fd;
}

int main(int argc, char **argv)
{
	struct uffdio_zeropage come = { .range = { .len = PAGE } };
	struct uffd_msg fault;
	pthread_t thread;
	size_t i = 0;
	char line[16];
	int pages;

	while (argc == 3 && i < sizeof(requests) / sizeof(*requests) && strcmp(requests[i].name, argv[2]))
		i++;
	if (argc != 3 || i == sizeof(requests) / sizeof(*requests))
		return 2;
	call.number = requests[i].number;
	call.fd = open(argv[1], O_RDWR);
	if (call.fd < 0)
		return fail("open");
	call.page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pages = call.page == MAP_FAILED ? -1 : watch_page();
	if (pages < 0)
		return fail("userfaultfd");
	say("open");
	if (pthread_create(&thread, NULL, make_request, NULL))
		return 1;
	if (read(pages, &fault, sizeof(fault)) != sizeof(fault) || fault.event != UFFD_EVENT_PAGEFAULT)
		return fail("fault");
	say("pinned");
	if (!fgets(line, sizeof(line), stdin))
		return 1;
	come.range.start = (unsigned long)call.page;
	if (ioctl(pages, UFFDIO_ZEROPAGE, &come) < 0)
		return fail("page");
	pthread_join(thread, NULL);
	return 0;
}
