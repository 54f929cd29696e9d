// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: what stands on it, what happens on it, its time. See sim.h. */
#include "tests/sim/sim.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/device.h"

static const char start_8x8[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

static const char *const fault_names[SIM_FAULT_COUNT] = {
	[SIM_FAULT_NONE] = "none",
	[SIM_FAULT_INFO_GARBAGE] = "info-garbage",
	[SIM_FAULT_INFO_SHORT] = "info-short",
	[SIM_FAULT_INFO_VERSION] = "info-version",
	[SIM_FAULT_INFO_STALL] = "info-stall",
	[SIM_FAULT_BOARD_STALL] = "board-stall",
	[SIM_FAULT_BOARD_SHORT] = "board-short",
	[SIM_FAULT_REPORT_SHORT] = "report-short",
	[SIM_FAULT_REPORT_LONG] = "report-long",
	[SIM_FAULT_REPORT_VERSION] = "report-version",
	[SIM_FAULT_EVENT_UNKNOWN] = "event-unknown",
	[SIM_FAULT_SQUARE_OUTSIDE] = "square-outside",
	[SIM_FAULT_SEQUENCE] = "sequence",
};

const char *sim_fault_name(enum sim_fault fault)
{
	return (unsigned)fault < SIM_FAULT_COUNT ? fault_names[fault] : "unknown";
}

int sim_fault_from_name(const char *name)
{
	for (int i = 0; i < SIM_FAULT_COUNT; i++)
		if (!strcmp(fault_names[i], name))
			return i;
	return -EINVAL;
}

unsigned sim_cells(const struct sim *sim)
{
	return (unsigned)sim->config.size * sim->config.size;
}

static void unlock(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

/* Holds the board's lock to the end of the block. */
#define LOCKED(sim) \
	__attribute__((cleanup(unlock))) pthread_mutex_t *locked_ = &(sim)->lock; \
	pthread_mutex_lock(locked_)

static const char *copy_text(char to[static SBW_TEXT_SIZE], const char *from)
{
	if (from)
		memcpy(to, from, strnlen(from, SBW_TEXT_SIZE));
	return to;
}

int sim_new(const struct sim_config *config, struct sim **ret)
{
	struct sim *sim;
	pthread_condattr_t attr;

	sim = calloc(1, sizeof(*sim));
	if (!sim)
		return -ENOMEM;
	sim->config = *config;
	if (!sim->config.size)
		sim->config.size = 8;
	if (!sim->config.sensors)
		sim->config.sensors = SBW_SENSORS_PIECE_ID;
	if (!sim->config.features && !config->no_features)
		sim->config.features = SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS |
				       SBW_FEATURE_DEVICE_TIME;
	if (!sim->config.boot_id)
		sim->config.boot_id = 1;
	copy_text(sim->model, config->model ? config->model : "Emulated board");
	copy_text(sim->firmware, config->firmware ? config->firmware : "flagfall-sim");
	copy_text(sim->serial, config->serial);
	sim->config.model = sim->config.firmware = sim->config.serial = NULL;
	sim->config.squares = NULL;

	if ((sim->config.size != 8 && sim->config.size != 10) ||
	    (config->squares && strlen(config->squares) != sim_cells(sim))) {
		free(sim);
		return -EINVAL;
	}
	if (config->squares)
		memcpy(sim->squares, config->squares, sim_cells(sim));
	else if (sim->config.size == 8)
		memcpy(sim->squares, start_8x8, 64);
	else
		memset(sim->squares, '.', 100);
	for (unsigned i = 0; i < sim_cells(sim); i++)
		sim->told.squares[i] = sim->squares[i] == '.' || sim->config.sensors == SBW_SENSORS_PIECE_ID ?
				       sim->squares[i] : '?';
	sim->now_us = sim->beat_us = sim->told.time_us = config->time_us;
	sim->vendor = 0x1209;
	sim->product = 0x0001;

	sim->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (sim->wake < 0) {
		free(sim);
		return -errno;
	}
	pthread_mutex_init(&sim->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&sim->changed, &attr);
	pthread_condattr_destroy(&attr);
	*ret = sim;
	return 0;
}

static void wake(struct sim *sim)
{
	eventfd_write(sim->wake, 1);
}

/* --- the thread that serves the host --- */

static void *serve(void *arg)
{
	struct sim *sim = arg;
	struct pollfd fds[SIM_MAX_FDS + 1];
	eventfd_t woken;
	unsigned n = 0;

	for (;;) {
		pthread_mutex_lock(&sim->lock);
		if (sim->stop) {
			pthread_mutex_unlock(&sim->lock);
			return NULL;
		}
		if (sim->plugged)
			sim->transport->serve(sim, fds + 1, n);
		n = sim->plugged ? sim->transport->fds(sim, fds + 1) : 0;
		pthread_mutex_unlock(&sim->lock);

		fds[0] = (struct pollfd){ .fd = sim->wake, .events = POLLIN };
		poll(fds, n + 1, -1);
		/* A cable pulled meanwhile closed what was polled: what came is void. */
		if (fds[0].revents)
			eventfd_read(sim->wake, &woken);
	}
}

int sim_start(struct sim *sim, const struct sim_transport *transport, void *link)
{
	int r;

	if (sim->started)
		return -EBUSY;
	sim->transport = transport;
	sim->link = link;
	r = pthread_create(&sim->thread, NULL, serve, sim);
	if (r)
		return -r;
	sim->started = true;
	return 0;
}

void sim_free(struct sim *sim)
{
	if (!sim)
		return;
	sim_unplug(sim);
	if (sim->started) {
		pthread_mutex_lock(&sim->lock);
		sim->stop = true;
		wake(sim);
		pthread_mutex_unlock(&sim->lock);
		pthread_join(sim->thread, NULL);
		sim->transport->free(sim);
	}
	close(sim->wake);
	pthread_cond_destroy(&sim->changed);
	pthread_mutex_destroy(&sim->lock);
	free(sim);
}

void sim_usb_ids(struct sim *sim, uint16_t vendor, uint16_t product)
{
	sim->vendor = vendor;
	sim->product = product;
}

/* --- events --- */

static struct sim_event *queued(struct sim *sim, unsigned i)
{
	return &sim->queue[(sim->head + i) % SIM_QUEUE];
}

/* The host knows, or will learn from the whole board only, that this happened. */
static void tell(struct sim *sim, const struct sim_event *ev)
{
	if ((int32_t)(ev->seq - sim->told.seq) <= 0)
		return;
	sim->told.seq = ev->seq;
	sim->told.time_us = ev->time_us;
	if (ev->spoil)
		return;
	if (ev->type == SBW_EVENT_LIFT)
		sim->told.squares[ev->square] = '.';
	else if (ev->type == SBW_EVENT_PLACE)
		sim->told.squares[ev->square] = (char)ev->piece;
	else if (ev->type == SBW_EVENT_PRESS)
		sim->told.lever = ev->piece;
}

/* Forget what is waiting, all but what is on its way. */
static void drop_waiting(struct sim *sim)
{
	for (unsigned i = 0; i < sim->count; i++) {
		tell(sim, queued(sim, i));
		if (i >= sim->taking)
			sim->dropped++;
	}
	sim->count = sim->taking;
}

static void add_event(struct sim *sim, struct sim_event ev)
{
	struct sim_event *last = sim->count > sim->taking ? queued(sim, sim->count - 1) : NULL;

	/* A host that sleeps need not hear of every quarter of a second. */
	if (ev.type == SBW_EVENT_TIME && last && last->type == SBW_EVENT_TIME && sim->count >= SIM_QUEUE / 2) {
		last->time_us = sim->now_us;
		sim->beat_us = sim->now_us;
		return;
	}
	ev.seq = ++sim->seq;
	ev.time_us = sim->now_us;
	sim->beat_us = sim->now_us;
	if (!sim->plugged) {
		tell(sim, &ev);
		sim->dropped++;
		return;
	}
	if (sim->count == SIM_QUEUE)
		drop_waiting(sim);
	*queued(sim, sim->count) = ev;
	sim->count++;
	wake(sim);
}

static uint8_t seen_as(const struct sim *sim, char piece)
{
	return sim->config.sensors == SBW_SENSORS_PIECE_ID ? (uint8_t)piece : '?';
}

static int lift(struct sim *sim, unsigned square)
{
	char piece = sim->squares[square];

	if (piece == '.')
		return 0;
	sim->lifted = piece;
	sim->squares[square] = '.';
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_LIFT, .square = (uint8_t)square, .piece = seen_as(sim, piece) });
	return 1;
}

static int place(struct sim *sim, unsigned square, char piece)
{
	char before = sim->squares[square];

	sim->squares[square] = piece;
	if (before == piece || (before != '.' && sim->config.sensors == SBW_SENSORS_PRESENCE))
		return 0;
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_PLACE, .square = (uint8_t)square, .piece = seen_as(sim, piece) });
	return 1;
}

int sim_lift(struct sim *sim, unsigned square)
{
	LOCKED(sim);

	return square < sim_cells(sim) ? lift(sim, square) : -ERANGE;
}

int sim_place(struct sim *sim, unsigned square, char piece)
{
	LOCKED(sim);

	if (square >= sim_cells(sim))
		return -ERANGE;
	return place(sim, square, piece ? piece : sim->lifted ? sim->lifted : '?');
}

int sim_set_squares(struct sim *sim, const char *squares)
{
	LOCKED(sim);
	int n = 0;

	if (strlen(squares) != sim_cells(sim))
		return -EINVAL;
	for (unsigned i = 0; i < sim_cells(sim); i++)
		if (squares[i] == '.')
			n += lift(sim, i);
	for (unsigned i = 0; i < sim_cells(sim); i++)
		if (squares[i] != '.')
			n += place(sim, i, squares[i]);
	return n;
}

int sim_press(struct sim *sim, int side)
{
	LOCKED(sim);

	if (!(sim->config.features & SBW_FEATURE_LEVER))
		return -EOPNOTSUPP;
	if (side != SBW_SIDE_WHITE && side != SBW_SIDE_BLACK)
		return -EINVAL;
	sim->lever = (uint8_t)side;
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_PRESS, .piece = (uint8_t)side });
	return 1;
}

int sim_pause(struct sim *sim)
{
	LOCKED(sim);

	if (!(sim->config.features & SBW_FEATURE_PAUSE))
		return -EOPNOTSUPP;
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_PAUSE });
	return 1;
}

int sim_set_fault(struct sim *sim, enum sim_fault fault)
{
	LOCKED(sim);

	if (fault < SIM_FAULT_REPORT_SHORT) {
		sim->fault = fault;
		return 0;
	}
	if (fault >= SIM_FAULT_COUNT)
		return -EINVAL;
	if (!sim->plugged)
		return -ENOTCONN;
	if (fault == SIM_FAULT_SEQUENCE)
		sim->seq += 3;
	else
		add_event(sim, (struct sim_event){ .type = SBW_EVENT_LIFT, .spoil = (uint8_t)fault });
	return 0;
}

/* --- time --- */

int sim_advance(struct sim *sim, uint64_t until_us)
{
	LOCKED(sim);

	if (until_us < sim->now_us)
		return -EINVAL;
	if (sim->config.features & SBW_FEATURE_DEVICE_TIME)
		while (until_us - sim->beat_us >= SIM_HEARTBEAT_US) {
			uint64_t next = sim->beat_us + SIM_HEARTBEAT_US;

			sim->now_us = next > sim->now_us ? next : sim->now_us;
			add_event(sim, (struct sim_event){ .type = SBW_EVENT_TIME });
		}
	sim->now_us = until_us;
	return 0;
}

int sim_beat(struct sim *sim)
{
	LOCKED(sim);

	add_event(sim, (struct sim_event){ .type = SBW_EVENT_TIME });
	return 0;
}

uint64_t sim_time(struct sim *sim)
{
	LOCKED(sim);

	return sim->now_us;
}

void sim_reboot(struct sim *sim, uint32_t boot_id)
{
	LOCKED(sim);

	drop_waiting(sim);
	sim->count = sim->taking = 0;
	sim->config.boot_id = boot_id;
	sim->now_us = sim->beat_us = sim->told.time_us = 0;
	sim->seq = sim->told.seq = 0;
	sim->lever = sim->told.lever = 0;
	memset(sim->leds, 0, sizeof(sim->leds));
	memset(&sim->clock, 0, sizeof(sim->clock));
}

/* --- what goes over the cable --- */

size_t sim_report(struct sim *sim, uint8_t buf[static SIM_REPLY_SIZE])
{
	struct sbw_report report = { .version = SBW_VERSION };
	const struct sim_event *first;
	enum sim_fault spoil;
	unsigned n;
	size_t length;

	if (sim->taking || !sim->count)
		return 0;
	first = queued(sim, 0);
	spoil = first->spoil;
	for (n = 0; n < sim->count && n < SBW_REPORT_EVENTS; n++) {
		const struct sim_event *ev = queued(sim, n);

		/* Numbers in a report follow each other; a spoiled event goes alone. */
		if (n && (spoil || ev->spoil || ev->seq != first->seq + n || ev->time_us - first->time_us > UINT32_MAX))
			break;
		report.events[n] = (struct sbw_event){ .type = ev->type, .square = ev->square, .piece = ev->piece,
						       .delta_us = htole32((uint32_t)(ev->time_us - first->time_us)) };
	}
	length = offsetof(struct sbw_report, events) + n * sizeof(struct sbw_event);
	report.count = (uint8_t)n;
	report.length = htole16((uint16_t)length);
	report.seq = htole32(first->seq);
	report.time_us = htole64(first->time_us);

	if (spoil == SIM_FAULT_REPORT_VERSION)
		report.version = 9;
	else if (spoil == SIM_FAULT_EVENT_UNKNOWN)
		report.events[0].type = 200;
	else if (spoil == SIM_FAULT_SQUARE_OUTSIDE)
		report.events[0].square = (uint8_t)sim_cells(sim);
	if (spoil)
		report.events[0].piece = '?';
	if (spoil == SIM_FAULT_REPORT_SHORT)
		length -= 5;
	else if (spoil == SIM_FAULT_REPORT_LONG)
		length += 8;

	memcpy(buf, &report, length);
	sim->taking = n;
	return length;
}

void sim_taken(struct sim *sim, bool arrived)
{
	for (unsigned i = 0; i < sim->taking; i++) {
		tell(sim, queued(sim, i));
		sim->dropped += !arrived;
	}
	sim->head = (sim->head + sim->taking) % SIM_QUEUE;
	sim->count -= sim->taking;
	sim->taking = 0;
	pthread_cond_broadcast(&sim->changed);
}

static int get_info(struct sim *sim, uint8_t *reply)
{
	struct sbw_info info = {
		.magic = htole32(SBW_MAGIC),
		.version = sim->fault == SIM_FAULT_INFO_VERSION ? 9 : SBW_VERSION,
		.width = sim->config.size,
		.height = sim->config.size,
		.sensors = sim->config.sensors,
		.features = htole32(sim->config.features),
		.scan_us = htole32(sim->config.scan_us),
		.boot_id = htole32(sim->config.boot_id),
	};

	sim->info_asked++;
	if (sim->fault == SIM_FAULT_INFO_STALL)
		return -EPIPE;
	memcpy(info.model, sim->model, SBW_TEXT_SIZE);
	memcpy(info.firmware, sim->firmware, SBW_TEXT_SIZE);
	memcpy(info.serial, sim->serial, SBW_TEXT_SIZE);
	memcpy(reply, &info, sizeof(info));
	if (sim->fault == SIM_FAULT_INFO_GARBAGE)
		for (size_t i = 0; i < sizeof(info); i++)
			reply[i] = (uint8_t)(i * 167 + 41);
	return sim->fault == SIM_FAULT_INFO_SHORT ? (int)sizeof(info) / 2 : (int)sizeof(info);
}

static int get_board(struct sim *sim, uint8_t *reply)
{
	unsigned cells = sim_cells(sim);
	struct sbw_board_header head = {
		/* Nothing is to come that happened earlier: then it is the board of this very instant. */
		.time_us = htole64(sim->count ? sim->told.time_us : sim->now_us),
		.seq = htole32(sim->told.seq),
		.count = (uint8_t)cells,
		.lever = sim->told.lever,
	};
	int length = (int)(sizeof(head) + cells);

	sim->board_asked++;
	if (sim->fault == SIM_FAULT_BOARD_STALL)
		return -EPIPE;
	memcpy(reply, &head, sizeof(head));
	memcpy(reply + sizeof(head), sim->told.squares, cells);
	return sim->fault == SIM_FAULT_BOARD_SHORT ? length / 2 : length;
}

bool sim_wants(const struct sim *sim, const struct sim_setup *setup)
{
	if (setup->type != 0x41 || setup->value || setup->index)
		return false;
	if (setup->request == SBW_REQ_SET_LEDS)
		return sim->config.features & SBW_FEATURE_LEDS && setup->length == sim_cells(sim);
	return setup->request == SBW_REQ_SET_CLOCK && sim->config.features & SBW_FEATURE_CLOCK &&
	       setup->length == sizeof(sim->clock);
}

int sim_control(struct sim *sim, const struct sim_setup *setup, const uint8_t *data, uint8_t reply[static SIM_REPLY_SIZE])
{
	int r = -EPIPE;

	if (sim_wants(sim, setup)) {
		r = 0;
		if (setup->request == SBW_REQ_SET_LEDS) {
			memcpy(sim->leds, data, setup->length);
			sim->leds_set++;
		} else {
			memcpy(&sim->clock, data, setup->length);
			sim->clock_set++;
		}
	} else if (setup->type == 0xc1 && !setup->value && !setup->index) {
		if (setup->request == SBW_REQ_GET_INFO)
			r = get_info(sim, reply);
		else if (setup->request == SBW_REQ_GET_BOARD)
			r = get_board(sim, reply);
	}
	if (r < 0)
		sim->stalled++;
	pthread_cond_broadcast(&sim->changed);
	return r > setup->length ? setup->length : r;
}

/* --- the cable --- */

int sim_plug(struct sim *sim, const char *port)
{
	LOCKED(sim);
	int r;

	if (!sim->transport)
		return -EUNATCH;
	if (sim->plugged)
		return -EBUSY;
	r = sim->transport->plug(sim, port);
	if (r < 0)
		return r;
	sim->plugged = true;
	wake(sim);
	return 0;
}

int sim_unplug(struct sim *sim)
{
	LOCKED(sim);

	if (!sim->plugged)
		return -ENOTCONN;
	sim->plugged = false;
	sim->transport->unplug(sim);
	sim_taken(sim, false);
	drop_waiting(sim);
	wake(sim);
	pthread_cond_broadcast(&sim->changed);
	return 0;
}

bool sim_plugged(struct sim *sim)
{
	LOCKED(sim);

	return sim->plugged;
}

bool sim_host(struct sim *sim)
{
	LOCKED(sim);

	return sim->plugged && sim->transport->host(sim);
}

static struct timespec in_ms(int ms)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += ms / 1000;
	ts.tv_nsec += ms % 1000 * 1000000L;
	if (ts.tv_nsec >= 1000000000L) {
		ts.tv_sec++;
		ts.tv_nsec -= 1000000000L;
	}
	return ts;
}

static bool passed(const struct timespec *deadline)
{
	struct timespec now = in_ms(0);

	return now.tv_sec > deadline->tv_sec || (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

int sim_room(struct sim *sim, unsigned events, int timeout_ms)
{
	LOCKED(sim);
	struct timespec deadline = in_ms(timeout_ms < 0 ? 0 : timeout_ms);

	while (sim->count > events) {
		if (timeout_ms < 0)
			pthread_cond_wait(&sim->changed, &sim->lock);
		else if (pthread_cond_timedwait(&sim->changed, &sim->lock, &deadline) == ETIMEDOUT)
			return -ETIMEDOUT;
	}
	return 0;
}

int sim_wait_clock(struct sim *sim, uint32_t times, int timeout_ms)
{
	LOCKED(sim);
	struct timespec deadline = in_ms(timeout_ms);

	while (sim->clock_set <= times)
		if (pthread_cond_timedwait(&sim->changed, &sim->lock, &deadline) == ETIMEDOUT)
			return -ETIMEDOUT;
	return 0;
}

int sim_flush(struct sim *sim, int timeout_ms)
{
	struct timespec deadline = in_ms(timeout_ms < 0 ? 0 : timeout_ms);

	for (;;) {
		int r = sim_room(sim, 0, timeout_ms);
		bool drained;

		if (r < 0)
			return r;
		pthread_mutex_lock(&sim->lock);
		drained = !sim->plugged || !sim->transport->drained || sim->transport->drained(sim);
		pthread_mutex_unlock(&sim->lock);
		if (drained)
			return 0;
		if (timeout_ms >= 0 && passed(&deadline))
			return -ETIMEDOUT;
		nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
	}
}

/* --- what can be read back --- */

void sim_get_state(struct sim *sim, struct sim_state *ret)
{
	LOCKED(sim);

	*ret = (struct sim_state){
		.time_us = sim->now_us, .seq = sim->seq, .pending = sim->count, .dropped = sim->dropped,
		.size = sim->config.size, .lever = sim->lever,
		.leds_set = sim->leds_set, .clock_set = sim->clock_set,
		.white_ms = le32toh(sim->clock.white_ms), .black_ms = le32toh(sim->clock.black_ms),
		.running = sim->clock.running,
		.info_asked = sim->info_asked, .board_asked = sim->board_asked, .stalled = sim->stalled,
	};
	memcpy(ret->squares, sim->squares, sim_cells(sim));
	memcpy(ret->leds, sim->leds, sizeof(ret->leds));
}

int sim_square(const struct sim *sim, const char *name)
{
	unsigned size = sim->config.size, column, n;
	char *end;

	if (*name >= 'a' && *name < (char)('a' + size)) {
		column = (unsigned)(*name - 'a');
		if (name[1] < '1' || name[1] > '9')
			return -EINVAL;
		n = (unsigned)strtoul(name + 1, &end, 10);
		return *end || n > size ? -EINVAL : (int)((n - 1) * size + column);
	}
	/* Draughts: 1 to 50 are the dark squares, row by row from White's far left. */
	if (size != 10 || *name < '1' || *name > '9')
		return -EINVAL;
	n = (unsigned)strtoul(name, &end, 10);
	if (*end || n > 50)
		return -EINVAL;
	n--;
	return (int)((9 - n / 5) * 10 + n % 5 * 2 + (n / 5 % 2 ? 0 : 1));
}
