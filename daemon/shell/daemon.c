/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "daemon/shell/daemon.h"
#include "daemon/shell/errors.h"
#include "daemon/shell/board-probe.h"
#include "daemon/shell/async-open.h"
#include "daemon/shell/searcher.h"
#include "daemon/shell/seat.h"
#include "daemon/shell/session.h"

#define RETRY_US 500000		/* a journal that cannot be written */
#define LINGER_US 500000	/* longest that inputs which nobody heard of stay off the disk */
#define IDLE_US 40000		/* what can wait until the pressing is over: records, folding the log */
#define STAGE_BATCH 512

static bool verbose;	/* only note() looks at it */

void note(int priority, const char *format, ...)
{
	va_list ap;

	if (priority >= LOG_INFO && !verbose)
		return;
	fprintf(stderr, "<%d>", priority);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
}

const struct machine_time *daemon_now(struct daemon *d)
{
	machine_time_now(&d->machine);
	return &d->machine;
}

void daemon_die(struct daemon *d, int r)
{
	note(LOG_CRIT, "Leaving: %s", strerror(-r));
	sd_event_exit(d->event, r);
}

/* --- durable before heard --- */

static void set_timer(struct daemon *d, sd_event_source *source, uint64_t after_us)
{
	uint64_t now;

	if (sd_event_now(d->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(source, now + after_us);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static int commit(struct daemon *d)
{
	int r = journal_commit(d->journal);

	if (r < 0) {
		bool first = !d->journal_fault[0];

		if (strcmp(d->journal_fault, journal_error(d->journal)) != 0) {
			snprintf(d->journal_fault, sizeof(d->journal_fault), "%s", journal_error(d->journal));
			note(LOG_ERR, "%s; %s", d->journal_fault, first ? "nothing is ruled until it can be, nothing is lost" : "trying again");
			manager_fault_changed(d);
		}
		publication_queue_refuse_replies(&d->queue, d->journal_fault);
		set_timer(d, d->retry, RETRY_US);
	} else if (d->journal_fault[0]) {
		d->journal_fault[0] = '\0';
		note(LOG_NOTICE, "The journal can be written again");
		manager_fault_changed(d);
	}
	return r;
}

static void settle(struct daemon *d)
{
	bool due = false;

	for (struct session *s = d->sessions; s; s = s->next) {
		session_settle(s);
		due |= s->pgn_due;
	}
	if (due)
		set_timer(d, d->idle, IDLE_US);
	searcher_update(d->searcher);
}

void daemon_flush(struct daemon *d)
{
	bool waits = d->queue.durable_first || d->journal_fault[0] || journal_staged(d->journal) >= STAGE_BATCH;

	if (waits && commit(d) < 0)
		return;
	publication_queue_send(&d->queue);
	settle(d);
	if (journal_staged(d->journal) > 0)
		set_timer(d, d->retry, LINGER_US);
}

int daemon_sync(struct daemon *d)
{
	int r = commit(d);

	if (r >= 0) {
		publication_queue_send(&d->queue);
		settle(d);
	}
	return r;
}

static int on_retry(sd_event_source *source, uint64_t usec, void *userdata)
{
	daemon_sync(userdata);
	return 0;
}

static int on_idle(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct daemon *d = userdata;

	for (struct session *s = d->sessions; s; s = s->next)
		if (s->pgn_due)
			game_record_write(s);
	journal_tidy(d->journal);
	return 0;
}

/* --- boards --- */

static int on_monitor(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct daemon *d = userdata;
	struct board_device device;
	int r;

	while ((r = board_monitor_read(d->monitor, &device)) == 1) {
		struct seat *seat = d->seats;

		while (seat && (seat->named || strcmp(seat->device.node, device.node) != 0))
			seat = seat->next;
		/* a board that is named on the command line and found by udev, too, is one board */
		if (device.change == BOARD_ADDED && !seat_is_at(d, device.node) && !board_probe_at(d, device.node) &&
		    !named_board_opens_at(d, device.node)) {
			if (!async_open_needed(device.uri))
				seat_add(d, &device, NULL);
			else if (board_probe_add(d, &device) < 0)
				note(LOG_ERR, "%s cannot be asked", device.node);
		}
		if (device.change == BOARD_REMOVED)
			board_probe_forget(d, device.node);
		if (device.change == BOARD_REMOVED && seat && seat_read(seat))	/* what is still queued counts */
			seat_remove(seat);
	}
	if (r != -EAGAIN)
		note(LOG_ERR, "Looking for boards: %s", strerror(-r));
	daemon_flush(d);
	return 0;
}

static int start_boards(struct daemon *d)
{
	int r;

	for (char **uri = d->options.boards; uri && *uri; uri++) {
		r = named_board_add(d, *uri);
		if (r < 0)
			return r;
	}
	if (!d->options.udev)
		return 0;
	r = board_monitor_open(&d->monitor);
	if (r < 0) {
		note(LOG_WARNING, "udev does not tell of boards here (%s); only those named with --board are seen", strerror(-r));
		return 0;
	}
	r = sd_event_add_io(d->event, &d->monitor_source, board_monitor_get_fd(d->monitor), EPOLLIN, on_monitor, d);
	if (r >= 0)
		on_monitor(NULL, -1, 0, d);
	return r;
}

/* --- life --- */

static int open_bus(struct daemon *d)
{
	int r;

	switch (d->options.bus) {
	case DAEMON_BUS_SYSTEM:
		return sd_bus_open_system(&d->bus);
	case DAEMON_BUS_SESSION:
		return sd_bus_open_user(&d->bus);
	case DAEMON_BUS_ADDRESS:
		break;
	}
	r = sd_bus_new(&d->bus);
	if (r >= 0)
		r = sd_bus_set_address(d->bus, d->options.address);
	if (r >= 0)
		r = sd_bus_set_bus_client(d->bus, 1);
	return r < 0 ? r : sd_bus_start(d->bus);
}

static int open_journal(struct daemon *d)
{
	char *path = NULL, err[256] = "";
	int r;

	if (mkdir(d->options.state, 0755) < 0 && errno != EEXIST) {
		r = -errno;
		note(LOG_ERR, "%s: %s", d->options.state, strerror(-r));
		return r;
	}
	if (asprintf(&path, "%s/journal.db", d->options.state) < 0)
		return -ENOMEM;
	umask(0027);	/* the journal is not everybody's to read */
	r = journal_open(path, &d->journal, err);
	umask(0022);	/* the game records are */
	if (r < 0)
		note(LOG_ERR, "The journal cannot be used: %s", *err ? err : strerror(-r));
	free(path);
	return r;
}

static int add_timer(struct daemon *d, sd_event_source **source, sd_event_time_handler_t handler, int priority)
{
	int r = sd_event_add_time(d->event, source, CLOCK_MONOTONIC, UINT64_MAX, 1000, handler, d);

	if (r >= 0)
		r = sd_event_source_set_enabled(*source, SD_EVENT_OFF);
	return r < 0 ? r : sd_event_source_set_priority(*source, priority);
}

static int open_event(struct daemon *d)
{
	sigset_t signals;
	int r;

	signal(SIGXFSZ, SIG_IGN);	/* a limit on files is a write that fails, not a death */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	if (sigprocmask(SIG_BLOCK, &signals, NULL) < 0)
		return -errno;
	r = sd_event_new(&d->event);
	if (r >= 0)
		r = sd_event_add_signal(d->event, NULL, SIGTERM, NULL, NULL);
	if (r >= 0)
		r = sd_event_add_signal(d->event, NULL, SIGINT, NULL, NULL);
	if (r >= 0)
		r = sd_event_set_watchdog(d->event, true);
	if (r >= 0)
		r = add_timer(d, &d->retry, on_retry, SD_EVENT_PRIORITY_NORMAL);
	if (r >= 0)
		r = add_timer(d, &d->idle, on_idle, SD_EVENT_PRIORITY_IDLE);
	return r;
}


static int prepare(struct daemon *d)
{
	int r;

	r = open_event(d);
	if (r < 0)
		return r;
	r = open_journal(d);
	if (r < 0)
		return r;
	r = open_bus(d);
	if (r < 0) {
		note(LOG_ERR, "The bus cannot be reached: %s", strerror(-r));
		return r;
	}
	r = sd_bus_attach_event(d->bus, d->event, SD_EVENT_PRIORITY_NORMAL);
	if (r >= 0)
		r = sd_bus_set_exit_on_disconnect(d->bus, 1);
	if (r >= 0)
		r = manager_register(d);
	if (r >= 0)
		r = searcher_new(d, &d->searcher);
	if (r >= 0)
		r = session_recover(d);
	if (r >= 0)
		r = start_boards(d);
	if (r < 0)
		return r;
	for (struct session *s = d->sessions; s; s = s->next)
		session_arm(s);
	daemon_flush(d);
	/* Who sees the name finds all boards and games there. */
	r = sd_bus_request_name(d->bus, DAEMON_BUS_NAME, 0);
	if (r < 0)
		note(LOG_ERR, "The name " DAEMON_BUS_NAME " is not given to us: %s", strerror(-r));
	return r;
}

int daemon_new(const struct daemon_options *options, struct daemon **ret)
{
	struct daemon *d = calloc(1, sizeof(*d));
	int r = -ENOMEM;

	if (!d)
		return -ENOMEM;
	d->options = *options;
	verbose = options->verbose;
	machine_time_init(&d->machine);
	d->games = options->games ? strdup(options->games) : NULL;
	if (d->games || asprintf(&d->games, "%s/games", options->state) >= 0) {
		r = errors_register();
		if (r >= 0)
			r = prepare(d);
	}
	if (r < 0) {
		daemon_free(d);
		return r;
	}
	*ret = d;
	return 0;
}

int daemon_run(struct daemon *d)
{
	sd_notify(0, "READY=1");
	return sd_event_loop(d->event);
}

void daemon_free(struct daemon *d)
{
	searcher_free(d->searcher);
	d->searcher = NULL;
	board_probes_free(d);
	if (d->journal && d->event)
		daemon_sync(d);
	while (d->seats) {
		d->seats->named = NULL;
		seat_remove(d->seats);
	}
	for (struct session *s = d->sessions; s; s = s->next)
		if (s->pgn_due)
			game_record_write(s);
	while (d->sessions)
		session_free(d->sessions);
	named_boards_free(d);
	sd_event_source_disable_unref(d->monitor_source);
	if (d->monitor)
		board_monitor_close(d->monitor);
	publication_queue_done(&d->queue);
	sd_bus_flush_close_unref(d->bus);
	journal_closep(&d->journal);
	sd_event_source_disable_unref(d->retry);
	sd_event_source_disable_unref(d->idle);
	sd_event_unref(d->event);
	free(d->games);
	free(d);
}
