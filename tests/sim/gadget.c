// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The emulated board as a USB device: a gadget of configfs with one FunctionFS
 * function. Control requests are answered on ep0; reports go to the interrupt
 * endpoint by asynchronous writes (io_submit(2)), since a plain write sleeps
 * until the host asks for it, and the host may ask other things meanwhile.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/usb/functionfs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/sim/sim-internal.h"

#define CONFIGFS "/sys/kernel/config/usb_gadget"

struct gadget_link {
	char dir[128];	 /* in configfs */
	char mount[128]; /* of FunctionFS */
	char name[32];
	char udc[64];
	bool mounted, enabled;
	int ep0, ep1;
	aio_context_t aio;
	int aio_done; /* eventfd */
	uint8_t out[NATIVE_REPLY_SIZE];
	size_t out_size;
	bool writing;
};

/* --- configfs --- */

static int write_file(const char *dir, const char *file, const char *text)
{
	char path[256];
	ssize_t n;
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = write(fd, text, strlen(text));
	if (n < 0)
		r = -errno;
	close(fd);
	return r;
}

static int make_dir(const char *dir, const char *sub)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", dir, sub);
	return mkdir(path, 0755) < 0 ? -errno : 0;
}

static void remove_dir(const char *dir, const char *sub)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", dir, sub);
	rmdir(path);
}

static void function_paths(const struct gadget_link *link, char *function, char *in_config, size_t size)
{
	snprintf(function, size, "%s/functions/ffs.%s", link->dir, link->name);
	snprintf(in_config, size, "%s/configs/c.1/ffs.%s", link->dir, link->name);
}

static int make_gadget(struct sim *sim, struct gadget_link *link)
{
	char function[256], in_config[256], ids[2][16], serial[SBW_TEXT_SIZE + 1] = "", model[SBW_TEXT_SIZE + 1] = "";
	int r;

	memcpy(serial, sim->board.info.serial, SBW_TEXT_SIZE);
	memcpy(model, sim->board.info.model, SBW_TEXT_SIZE);
	snprintf(ids[0], sizeof(ids[0]), "0x%04x", sim->vendor);
	snprintf(ids[1], sizeof(ids[1]), "0x%04x", sim->product);
	function_paths(link, function, in_config, sizeof(function));

	if ((r = make_dir(link->dir, "")) < 0 || (r = write_file(link->dir, "idVendor", ids[0])) < 0 ||
	    (r = write_file(link->dir, "idProduct", ids[1])) < 0 ||
	    (r = write_file(link->dir, "bcdUSB", "0x0200")) < 0 ||
	    (r = write_file(link->dir, "max_speed", "full-speed")) < 0 ||
	    (r = make_dir(link->dir, "/strings/0x409")) < 0 ||
	    (r = write_file(link->dir, "strings/0x409/manufacturer", "Flagfall")) < 0 ||
	    (r = write_file(link->dir, "strings/0x409/product", model)) < 0 ||
	    (*serial && (r = write_file(link->dir, "strings/0x409/serialnumber", serial)) < 0) ||
	    (r = make_dir(link->dir, "/configs/c.1")) < 0 || (r = make_dir(function, "")) < 0)
		return r;
	return symlink(function, in_config) < 0 ? -errno : 0;
}

static void remove_gadget(struct gadget_link *link)
{
	char function[256], in_config[256];

	function_paths(link, function, in_config, sizeof(function));
	unlink(in_config);
	rmdir(function);
	remove_dir(link->dir, "/configs/c.1");
	remove_dir(link->dir, "/strings/0x409");
	rmdir(link->dir);
}

/* --- FunctionFS --- */

struct descriptors {
	struct usb_functionfs_descs_head_v2 head;
	__le32 fs_count;
	struct usb_interface_descriptor interface;
	struct usb_endpoint_descriptor_no_audio report;
} __attribute__((packed));

struct strings {
	struct usb_functionfs_strings_head head;
	__le16 language;
	char interface[sizeof("Sensor board")];
} __attribute__((packed));

/* Full speed only: what a small microcontroller has. */
static int describe(int ep0)
{
	struct descriptors descriptors = {
		.head = { .magic = htole32(FUNCTIONFS_DESCRIPTORS_MAGIC_V2),
			  .length = htole32(sizeof(descriptors)),
			  .flags = htole32(FUNCTIONFS_HAS_FS_DESC) },
		.fs_count = htole32(2),
		.interface = { .bLength = USB_DT_INTERFACE_SIZE,
			       .bDescriptorType = USB_DT_INTERFACE,
			       .bNumEndpoints = 1,
			       .bInterfaceClass = SBW_INTERFACE_CLASS,
			       .bInterfaceSubClass = SBW_INTERFACE_SUBCLASS,
			       .bInterfaceProtocol = SBW_INTERFACE_PROTOCOL,
			       .iInterface = 1 },
		.report = { .bLength = USB_DT_ENDPOINT_SIZE,
			    .bDescriptorType = USB_DT_ENDPOINT,
			    .bEndpointAddress = 1 | USB_DIR_IN,
			    .bmAttributes = USB_ENDPOINT_XFER_INT,
			    .wMaxPacketSize = htole16(SBW_REPORT_SIZE),
			    .bInterval = 1 },
	};
	struct strings strings = {
		.head = { .magic = htole32(FUNCTIONFS_STRINGS_MAGIC),
			  .length = htole32(sizeof(strings)),
			  .str_count = htole32(1),
			  .lang_count = htole32(1) },
		.language = htole16(0x409),
		.interface = "Sensor board",
	};

	if (write(ep0, &descriptors, sizeof(descriptors)) < 0 || write(ep0, &strings, sizeof(strings)) < 0)
		return -errno;
	return 0;
}

static int open_endpoint(struct gadget_link *link, const char *name)
{
	char path[160];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", link->mount, name);
	fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

static int make_function(struct gadget_link *link)
{
	int r;

	if (mkdir(link->mount, 0700) < 0 && errno != EEXIST)
		return -errno;
	if (mount(link->name, link->mount, "functionfs", 0, NULL) < 0)
		return -errno;
	link->mounted = true;
	link->ep0 = open_endpoint(link, "ep0");
	if (link->ep0 < 0)
		return link->ep0;
	r = describe(link->ep0);
	if (r < 0)
		return r;
	link->ep1 = open_endpoint(link, "ep1");
	return link->ep1 < 0 ? link->ep1 : 0;
}

/* --- reports --- */

static bool submit(struct gadget_link *link)
{
	struct iocb request = {
		.aio_lio_opcode = IOCB_CMD_PWRITE,
		.aio_fildes = (uint32_t)link->ep1,
		.aio_buf = (uint64_t)(uintptr_t)link->out,
		.aio_nbytes = link->out_size,
		.aio_flags = IOCB_FLAG_RESFD,
		.aio_resfd = (uint32_t)link->aio_done,
	};
	struct iocb *list[] = { &request };

	return syscall(SYS_io_submit, link->aio, 1L, list) == 1;
}

/* Looks whether the write on its way has ended; waits for it at most ms. */
static void reap(struct sim *sim, int ms)
{
	struct gadget_link *link = sim->link;
	struct io_event done;
	struct timespec timeout = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	eventfd_t n;

	if (!link->writing)
		return;
	eventfd_read(link->aio_done, &n);
	if (syscall(SYS_io_getevents, link->aio, ms ? 1L : 0L, 1L, &done, &timeout) != 1)
		return;
	link->writing = false;
	native_report_taken(&sim->board, done.res == (int64_t)link->out_size);
}

static void send_report(struct sim *sim)
{
	struct gadget_link *link = sim->link;

	if (!link->enabled || link->writing)
		return;
	link->out_size = native_next_report(&sim->board, link->out);
	if (!link->out_size)
		return;
	link->writing = submit(link);
	if (!link->writing)
		native_report_taken(&sim->board, false);
}

/* --- control requests --- */

static void answer(struct sim *sim, const struct usb_ctrlrequest *request)
{
	struct gadget_link *link = sim->link;
	uint8_t data[NATIVE_REPLY_SIZE], reply[NATIVE_REPLY_SIZE];
	struct native_setup setup = { .type = request->bRequestType,
				      .request = request->bRequest,
				      .value = le16toh(request->wValue),
				      .index = le16toh(request->wIndex),
				      .length = le16toh(request->wLength) };
	ssize_t n;
	int r;

	if (sim->fault == SIM_FAULT_MUTE)
		return; /* the host gives it up */
	/* A transfer in the wrong direction stalls; a data stage that the host gave up is no one's fault. */
	if (setup.type & USB_DIR_IN) {
		/* The answer must know what the host knows. */
		reap(sim, 0);
		r = native_control(&sim->board, &setup, NULL, reply);
		n = r < 0 ? read(link->ep0, data, 0) : write(link->ep0, reply, (size_t)r);
	} else if (native_accepts(&sim->board, &setup)) {
		n = read(link->ep0, data, setup.length);
		if (n == setup.length)
			native_control(&sim->board, &setup, data, reply);
	} else {
		sim->board.state.stalled++;
		n = write(link->ep0, data, 0);
	}
	(void)n;
}

static void gadget_serve(struct sim *sim)
{
	struct gadget_link *link = sim->link;
	struct usb_functionfs_event ev;

	reap(sim, 0);
	while (read(link->ep0, &ev, sizeof(ev)) == sizeof(ev)) {
		if (ev.type == FUNCTIONFS_ENABLE)
			link->enabled = true;
		else if (ev.type == FUNCTIONFS_DISABLE || ev.type == FUNCTIONFS_UNBIND)
			link->enabled = false;
		else if (ev.type == FUNCTIONFS_SETUP)
			answer(sim, &ev.u.setup);
	}
	send_report(sim);
}

static unsigned gadget_fds(struct sim *sim, struct pollfd *fds)
{
	struct gadget_link *link = sim->link;

	fds[0] = (struct pollfd){ .fd = link->ep0, .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = link->aio_done, .events = POLLIN };
	return 2;
}

static bool gadget_host(struct sim *sim)
{
	struct gadget_link *link = sim->link;

	return link->enabled;
}

/* --- the cable --- */

static int gadget_plug(struct sim *sim, const char *port)
{
	struct gadget_link *link = sim->link;
	char text[sizeof(link->udc) + 1];

	if (port && *port)
		snprintf(link->udc, sizeof(link->udc), "%s", port);
	if (!*link->udc)
		return -EINVAL;
	snprintf(text, sizeof(text), "%s\n", link->udc);
	return write_file(link->dir, "UDC", text);
}

static void gadget_unplug(struct sim *sim)
{
	struct gadget_link *link = sim->link;
	struct usb_functionfs_event ev;

	write_file(link->dir, "UDC", "\n");
	link->enabled = false;
	reap(sim, 1000);
	/* What the host said before it was gone is of no use to the next one. */
	while (read(link->ep0, &ev, sizeof(ev)) == sizeof(ev))
		if (ev.type == FUNCTIONFS_SETUP && read(link->ep0, &ev, 0) < 0)
			break;
}

static void gadget_free(struct sim *sim)
{
	struct gadget_link *link = sim->link;

	if (link->aio)
		syscall(SYS_io_destroy, link->aio);
	if (link->ep1 >= 0)
		close(link->ep1);
	if (link->ep0 >= 0)
		close(link->ep0);
	if (link->aio_done >= 0)
		close(link->aio_done);
	remove_gadget(link);
	if (link->mounted)
		umount(link->mount);
	rmdir(link->mount);
	free(link);
}

static const struct sim_transport gadget_transport = {
	.plug = gadget_plug,
	.unplug = gadget_unplug,
	.free = gadget_free,
	.fds = gadget_fds,
	.serve = gadget_serve,
	.host = gadget_host,
};

int sim_use_gadget(struct sim *sim, const char *name)
{
	struct gadget_link *link;
	int r;

	if (sim->started)
		return -EBUSY;
	if (!*name || strlen(name) >= sizeof(link->name) || strchr(name, '/'))
		return -EINVAL;
	link = calloc(1, sizeof(*link));
	if (!link)
		return -ENOMEM;
	strcpy(link->name, name);
	snprintf(link->dir, sizeof(link->dir), CONFIGFS "/%s", name);
	snprintf(link->mount, sizeof(link->mount), "/run/flagfall-sim-%s", name);
	link->ep0 = link->ep1 = -1;
	link->aio_done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sim->link = link;
	if (access(link->dir, F_OK) == 0) { /* not ours: leave it alone */
		close(link->aio_done);
		free(link);
		return -EEXIST;
	}
	if (link->aio_done < 0 || syscall(SYS_io_setup, 4L, &link->aio) < 0)
		r = -errno;
	else if ((r = make_gadget(sim, link)) == 0 && (r = make_function(link)) == 0)
		r = sim_start(sim, &gadget_transport, link);
	if (r < 0)
		gadget_free(sim);
	return r;
}
