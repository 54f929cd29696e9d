/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "emulator/emulated-board.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define REPORT 64

/* Its maker's page, and reports in and out without numbers: the first byte is the board's own. */
static const uint8_t descriptor[] = {
	0x06, 0x00,   0xff, 0x09, 0x01, 0xa1, 0x01, 0x15, 0x00, 0x26,	0xff, 0x00, 0x75, 0x08,
	0x95, REPORT, 0x09, 0x02, 0x81, 0x02, 0x09, 0x03, 0x95, REPORT, 0x91, 0x02, 0xc0,
};

/* The node is found again by this name. */
static void own_name(char *name, size_t size)
{
	snprintf(name, size, "flagfall-%d", (int)getpid());
}

int emulated_hid_plug(struct emulated_line *line)
{
	struct uhid_event ev = { .type = UHID_CREATE2 };

	line->node[0] = '\0';
	line->master = open("/dev/uhid", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (line->master < 0)
		return -errno;
	snprintf((char *)ev.u.create2.name, sizeof(ev.u.create2.name), "Emulated Chessnut board");
	own_name((char *)ev.u.create2.uniq, sizeof(ev.u.create2.uniq));
	ev.u.create2.rd_size = sizeof(descriptor);
	ev.u.create2.bus = 0x03; /* USB */
	ev.u.create2.vendor = 0x2d80;
	ev.u.create2.product = 0x8002;
	memcpy(ev.u.create2.rd_data, descriptor, sizeof(descriptor));
	return write(line->master, &ev, sizeof(ev)) < 0 ? -errno : 0;
}

static bool has_own_name(const char *node)
{
	char path[320], own[32], text[1024] = "";
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/sys/class/hidraw/%s/device/uevent", node);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	own_name(own, sizeof(own));
	return n > 0 && strstr(text, own);
}

bool emulated_hid_find(struct emulated_line *line)
{
	struct dirent *entry;
	DIR *folder;

	if (line->node[0])
		return false;
	folder = opendir("/sys/class/hidraw");
	while (folder && !line->node[0] && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' && has_own_name(entry->d_name))
			snprintf(line->node, sizeof(line->node), "/dev/%.50s", entry->d_name);
	if (folder)
		closedir(folder);
	return line->node[0];
}

/* A message says in its second byte how much follows: one report each. */
static void send(struct emulated_line *line, struct emulated *board)
{
	size_t at = 0;

	while (at + 2 <= board->size && at + 2u + board->out[at + 1] <= board->size) {
		size_t n = 2u + board->out[at + 1];
		struct uhid_event ev = { .type = UHID_INPUT2, .u.input2.size = REPORT };

		memcpy(ev.u.input2.data, board->out + at, n < REPORT ? n : REPORT);
		if (write(line->master, &ev, sizeof(ev)) < 0)
			break;
		at += n;
	}
	board->size = 0;
}

void emulated_hid_exchange(struct emulated_line *line, struct emulated *board)
{
	struct uhid_event ev;

	while (read(line->master, &ev, sizeof(ev)) > 0)
		for (unsigned i = 0; ev.type == UHID_OUTPUT && i < ev.u.output.size && i < UHID_DATA_MAX; i++)
			board->kind->receive(board, ev.u.output.data[i]);
	send(line, board);
}
