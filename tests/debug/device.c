// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One device in one process: see device.h. One thread answers control requests, one sends reports, and the first
 * decides when the device vanishes, in whatever the others are doing. Each has numbers of its own.
 */
#include <endian.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "bytes.h"
#include "device.h"

enum { MASTER = 1, CONTROL = 2, REPORTS = 3, LOOKS = 4 };

static struct {
	const struct round *round;
	struct descriptors d;
	bool high_speed;
	int fd;
	atomic_int handle;	/* of the endpoint, -1 before the host has set the configuration */
	atomic_bool configured; /* else the endpoint is not to be used */
	pthread_mutex_t lock;	/* for what follows */
	pthread_cond_t changed;
	unsigned int requests;
	struct face face;
	struct seeded control; /* numbers of the thread that answers */
	unsigned int infos;
} dev = { .handle = -1, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static void pause_ms(unsigned int ms)
{
	nanosleep(&(struct timespec){ ms / 1000, (long)(ms % 1000) * 1000000 }, NULL);
}

static struct seeded numbers(unsigned int stream)
{
	return seeded_at(dev.round->seed, dev.round->bus, dev.round->number, stream);
}

static struct message make_descriptor(struct seeded *s, unsigned int value)
{
	const bool hostile = dev.round->hostile;
	struct message m = { 0 };

	switch (value >> 8) {
	case USB_DT_DEVICE:
		m.size = dev.d.device_size;
		for (size_t i = 0; i < m.size; i++)
			m.bytes[i] = ((const uint8_t *)&dev.d.device)[i];
		break;
	case USB_DT_CONFIG:
		m = dev.d.config;
		/* Another answer than the first time: the hub compares them after a reset. */
		if (hostile && percent(s, 5))
			damage(s, m.bytes, m.size, 3);
		break;
	case USB_DT_STRING:
		m = make_string(s, value & 0xff, hostile);
		break;
	default: /* none: stalls */
		break;
	}
	return m;
}

/* Every path but SET_CONFIGURATION's ends in an answer, a stall, or silence until the host has given up. */
static void answer_in(struct seeded *s, const struct usb_ctrlrequest *r, bool vendor)
{
	const bool hostile = dev.round->hostile;
	const size_t most = le16toh(r->wLength);
	struct message m = { 0 };

	pthread_mutex_lock(&dev.lock);
	if (vendor && r->bRequest == SBW_REQ_GET_INFO) {
		const bool odd = hostile && percent(s, 40);
		const bool other = dev.infos++ && percent(s, 30);

		m = make_info(s, &dev.face, other, odd);
	} else if (vendor && r->bRequest == SBW_REQ_GET_BOARD) {
		m = make_board(s, &dev.face, percent(s, hostile ? 50 : 15));
	} else if (!vendor && r->bRequest == USB_REQ_GET_DESCRIPTOR) {
		m = make_descriptor(s, le16toh(r->wValue));
	} else if (!vendor) {
		m.size = 2; /* status, configuration, interface: zeros */
	}
	pthread_mutex_unlock(&dev.lock);
	if (!m.size && !vendor) {
		raw_stall(dev.fd);
		return;
	}
	/* More than was asked for is what some hosts' controllers call babble. */
	if (m.size > most && !(hostile && percent(s, 20)))
		m.size = most;
	raw_answer(dev.fd, m.bytes, m.size);
}

static void answer_out(const struct usb_ctrlrequest *r, bool vendor)
{
	uint8_t data[RAW_MOST];

	if (!vendor && r->bRequest == USB_REQ_SET_CONFIGURATION) {
		const int handle = dev.handle < 0 ? raw_enable(dev.fd, &dev.d.endpoint) : dev.handle;

		raw_configured(dev.fd);
		pthread_mutex_lock(&dev.lock);
		dev.handle = handle;
		dev.configured = handle >= 0;
		pthread_cond_broadcast(&dev.changed);
		pthread_mutex_unlock(&dev.lock);
		dev.round->tally->configured[dev.round->bus] = dev.round->number + 1;
	}
	raw_accept(dev.fd, data, le16toh(r->wLength));
}

static void handle(const struct usb_ctrlrequest *r)
{
	struct seeded *s = &dev.control;
	const bool vendor = (r->bRequestType & USB_TYPE_MASK) == USB_TYPE_VENDOR, hostile = dev.round->hostile;
	const unsigned int mood = below(s, 1000);

	if (hostile && mood < (vendor ? 120 : 15)) {
		raw_stall(dev.fd);
		return;
	}
	if (hostile && mood < (vendor ? 200 : 20)) { /* the driver waits a second, the hub five */
		pause_ms(vendor ? 900 + below(s, 600) : below(s, 6000));
		if (percent(s, 50)) {
			raw_stall(dev.fd);
			return;
		}
	} else if (mood < (hostile ? 300 : 50)) {
		pause_ms(below(s, 60));
	}
	if ((r->bRequestType & USB_DIR_IN) && r->wLength)
		answer_in(s, r, vendor);
	else
		answer_out(r, vendor);
}

static void *serve(void *unused)
{
	struct usb_ctrlrequest setup;
	int r;

	while ((r = raw_setup(dev.fd, &setup)) >= 0 || r == -EINTR) {
		if (r != 1)
			continue;
		dev.round->tally->requests++;
		dev.round->tally->asked[dev.round->bus]++;
		pthread_mutex_lock(&dev.lock);
		if (!dev.requests++ && dev.round->hostile)
			dev.round->tally->enumerations++;
		pthread_cond_broadcast(&dev.changed);
		pthread_mutex_unlock(&dev.lock);
		handle(&setup);
	}
	return NULL;
}

static void await_configuration(void)
{
	pthread_mutex_lock(&dev.lock);
	while (!dev.configured)
		pthread_cond_wait(&dev.changed, &dev.lock);
	pthread_mutex_unlock(&dev.lock);
}

static void *report(void *unused)
{
	struct seeded s = numbers(REPORTS);
	const size_t most = le16toh(dev.d.endpoint.wMaxPacketSize);
	unsigned int left = below(&s, dev.round->hostile ? 500 : 10000);

	await_configuration();
	/* Some begin before the driver has asked what they are. */
	pause_ms(percent(&s, 50) ? 0 : below(&s, 100));
	while (left-- > 0) {
		struct message m;

		pthread_mutex_lock(&dev.lock);
		m = make_report(&s, &dev.face, most);
		pthread_mutex_unlock(&dev.lock);
		if (below(&s, 500) == 0)
			raw_halt(dev.fd, dev.handle);
		if (percent(&s, 1))
			pause_ms(below(&s, 40));
		/*
		 * Sleeps while no driver is bound. A reset of the bus ends it; raw_gadget gives up on a device
		 * that tries again before the host has set the configuration anew.
		 */
		while (raw_report(dev.fd, dev.handle, m.bytes, m.size) < 0) {
			dev.configured = false;
			await_configuration();
		}
		dev.round->tally->reports++;
	}
	return NULL;
}

static void await_requests(unsigned int most, unsigned int ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_mutex_lock(&dev.lock);
	while (dev.requests <= most && pthread_cond_timedwait(&dev.changed, &dev.lock, &until) == 0)
		;
	pthread_mutex_unlock(&dev.lock);
}

static int plug(unsigned int bus, unsigned int speed)
{
	int fd = -EBUSY;

	/* The one before may still be on its way out. */
	for (int tries = 0; fd == -EBUSY && tries < 5000; tries++) {
		fd = raw_plug(bus, speed);
		if (fd < 0)
			pause_ms(5);
	}
	return fd;
}

_Noreturn void device_run(const struct round *round)
{
	pthread_t thread;
	struct seeded s, looks;
	unsigned int most, ms;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dev.round = round;
	s = numbers(MASTER);
	looks = numbers(LOOKS);
	dev.control = numbers(CONTROL);
	dev.high_speed = percent(&s, 75);
	make_descriptors(&looks, round->hostile, dev.high_speed, &dev.d);
	dev.face.width = percent(&s, 50) ? 8 : 10;
	dev.face.sensors = percent(&s, 50) ? SBW_SENSORS_PRESENCE : SBW_SENSORS_PIECE_ID;
	dev.fd = plug(round->bus, dev.high_speed ? USB_SPEED_HIGH : USB_SPEED_FULL);
	if (dev.fd < 0)
		_exit(1);
	if (pthread_create(&thread, NULL, serve, NULL) || pthread_create(&thread, NULL, report, NULL))
		_exit(1);
	if (!round->hostile)
		for (;;)
			pause();
	/* Gone after so many requests, or some time after the first; a few stay on until every time-out has passed. */
	most = percent(&s, 40) ? below(&s, 40) : 1000;
	ms = percent(&s, 5) ? 6000 : below(&s, 1500);
	await_requests(0, 20000);
	await_requests(most, ms);
	_exit(0);
}
