/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of the module has run: kcov's addresses, where the kernel has kcov and the environment names a folder
 * (FLAGFALL_COVER) to put them in. Only the module is compiled for it, so they are all the module's. See
 * Documentation/dev-tools/kcov.rst of the kernel.
 */
#ifndef TESTS_DEBUG_COVER_H
#define TESTS_DEBUG_COVER_H

#include <fcntl.h>
#include <linux/kcov.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define COVER_AREA 0x10000 /* addresses between two calls of cover_note() */
#define COVER_SET 0x10000  /* different addresses; the module has some thousand */

struct cover {
	_Atomic uint64_t *area;	 /* null: there is no kcov, or nobody asks for it */
	uint64_t set[COVER_SET]; /* a hash table of addresses, 0 empty */
};

/*
 * cover_begin: what this thread makes the module do; with @buses, instead, what it does for the hub and for finished
 * transfers on USB buses 1 to @buses. Gives a null pointer where there is no kcov.
 */
static inline struct cover *cover_begin(unsigned int buses)
{
	struct kcov_remote_arg *remote;
	struct cover *c;
	void *area;
	int fd, r;

	if (!getenv("FLAGFALL_COVER"))
		return NULL;
	fd = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, KCOV_INIT_TRACE, COVER_AREA))
		return NULL;
	area = mmap(NULL, COVER_AREA * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	c = calloc(1, sizeof(*c));
	remote = calloc(1, sizeof(*remote) + buses * sizeof(remote->handles[0]));
	if (area == MAP_FAILED || !c || !remote)
		return NULL;
	c->area = area;
	remote->trace_mode = KCOV_TRACE_PC;
	remote->area_size = COVER_AREA;
	remote->num_handles = buses;
	for (unsigned int i = 0; i < buses; i++)
		remote->handles[i] = kcov_remote_handle(KCOV_SUBSYSTEM_USB, i + 1);
	r = buses ? ioctl(fd, KCOV_REMOTE_ENABLE, remote) : ioctl(fd, KCOV_ENABLE, KCOV_TRACE_PC);
	free(remote);
	return r ? NULL : c;
}

static inline void cover_note(struct cover *c)
{
	uint64_t n;

	if (!c)
		return;
	n = c->area[0];
	for (uint64_t i = 0; i < n && i < COVER_AREA - 1; i++) {
		const uint64_t pc = c->area[i + 1];
		size_t at = pc * 0x9e3779b97f4a7c15 >> 48;

		while (c->set[at] && c->set[at] != pc)
			at = (at + 1) % COVER_SET;
		c->set[at] = pc;
	}
	c->area[0] = 0;
}

/* The different addresses, to FOLDER/NAME.PID. */
static inline void cover_write(const struct cover *c, const char *name)
{
	char path[256];
	FILE *f;

	if (!c)
		return;
	snprintf(path, sizeof(path), "%s/%s.%d", getenv("FLAGFALL_COVER"), name, (int)gettid());
	f = fopen(path, "we");
	for (size_t i = 0; f && i < COVER_SET; i++)
		if (c->set[i])
			fprintf(f, "%016llx\n", (unsigned long long)c->set[i]);
	if (f)
		fclose(f);
}

#endif
