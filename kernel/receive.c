// SPDX-License-Identifier: GPL-2.0-only
/* sensorboard - the interrupt endpoint: from reports to the readers' queues */
#include "internal.h"

/* Waits after failed transfers in a row, doubled each time. */
#define RETRY_FIRST_MS 10U
#define RETRY_MOST_MS 1000U

/* After the longest of them the device is reset; if that is no help, more rarely. */
#define RESET_PAUSE_FIRST_MS 10000U
#define RESET_PAUSE_MOST_MS 300000U

/* How often a silent board is asked whether it has events; a mute one, more rarely. */
#define WATCH_MS 1000U
#define WATCH_MOST_MS 30000U

/*
 * Who took the time first is not always the first to get the lock: a record is
 * never older than the one before it. Called with sb->lock held.
 */
ktime_t sensorboard_newest(struct sensorboard *sb, ktime_t now)
{
	if (ktime_after(now, sb->newest))
		sb->newest = now;
	return sb->newest;
}

/*
 * Queue a record for every reader, with the time by its clock. Called with sb->lock held;
 * unlock_and_tell() wakes them.
 */
static void queue_record(struct sensorboard *sb, ktime_t now, struct sensorboard_event *ev)
{
	struct sensorboard_reader *reader;

	now = sensorboard_newest(sb, now);
	list_for_each_entry(reader, &sb->readers, entry) {
		ev->time_ns = sensorboard_time_ns(now, reader->clock);
		sbq_push(&reader->queue, ev);
	}
	sb->news = true;
}

/*
 * Releases sb->lock, and wakes readers if something has been queued since: once for all of it, and
 * with the lock free, because waking takes longer than queuing and interrupts are off until then.
 */
static void unlock_and_tell(struct sensorboard *sb, unsigned long flags) __releases(&sb->lock)
{
	const bool news = sb->news;

	sb->news = false;
	spin_unlock_irqrestore(&sb->lock, flags);
	if (!news)
		return;
	wake_up_interruptible_poll(&sb->wait, EPOLLIN | EPOLLRDNORM);
	kill_fasync(&sb->async, SIGIO, POLL_IN);
}

static void tell_loss(struct sensorboard *sb, ktime_t now, u32 seq, u32 lost)
{
	struct sensorboard_event ev = {
		.device_us = SENSORBOARD_NO_TIME,
		.seq = seq,
		.value = lost,
		.type = SENSORBOARD_EVENT_LOST,
	};

	sb->lost += lost;
	queue_record(sb, now, &ev);
}

/*
 * Something happened to the board's events that no number shows: readers are
 * to ask for the whole board.
 */
void sensorboard_tell_lost(struct sensorboard *sb)
{
	unsigned long flags;

	spin_lock_irqsave(&sb->lock, flags);
	tell_loss(sb, ktime_get(), sbn_lose(&sb->numbering), 1);
	unlock_and_tell(sb, flags);
}

static void bad_report(struct sensorboard *sb, ktime_t now, const char *why)
{
	unsigned long flags;

	spin_lock_irqsave(&sb->lock, flags);
	sb->bad_reports++;
	tell_loss(sb, now, sbn_lose(&sb->numbering), 1);
	unlock_and_tell(sb, flags);
	dev_warn_ratelimited(&sb->intf->dev, "report dropped: %s\n", why);
}

/* Returns what is wrong with the event, a null pointer if nothing. Called with sb->lock held. */
static const char *receive_event(struct sensorboard *sb, ktime_t now, const struct sbd_event *from)
{
	struct sensorboard_event ev = {
		.device_us = from->time_us,
		.value = from->side,
		.type = from->type, /* the wire's numbers are the ABI's */
		.square = from->square,
		.piece = from->piece,
	};
	u32 lost;

	BUILD_BUG_ON((int)SBW_EVENT_LIFT != (int)SENSORBOARD_EVENT_LIFT);
	BUILD_BUG_ON((int)SBW_EVENT_PLACE != (int)SENSORBOARD_EVENT_PLACE);
	BUILD_BUG_ON((int)SBW_EVENT_PRESS != (int)SENSORBOARD_EVENT_PRESS);
	BUILD_BUG_ON((int)SBW_EVENT_PAUSE != (int)SENSORBOARD_EVENT_PAUSE);
	BUILD_BUG_ON((int)SBW_EVENT_TIME != (int)SENSORBOARD_EVENT_TIME);
	BUILD_BUG_ON((int)SBW_SIDE_WHITE != (int)SENSORBOARD_SIDE_WHITE);
	BUILD_BUG_ON((int)SBW_SIDE_BLACK != (int)SENSORBOARD_SIDE_BLACK);

	if (!sbn_event(&sb->numbering, from->seq, &ev.seq, &lost))
		return NULL;
	if (lost)
		tell_loss(sb, now, ev.seq - 1, lost);
	if (from->bad) {
		sb->bad_events++;
		tell_loss(sb, now, ev.seq, 1);
	} else {
		queue_record(sb, now, &ev);
	}
	return from->bad;
}

static void receive(struct sensorboard *sb, ktime_t now, unsigned int len)
{
	struct sbd_report report;
	const char *why, *bad = NULL;
	unsigned long flags;
	unsigned int i;

	if (sbd_read_report(&sb->info.geometry, sb->buf, len, &report, &why)) {
		bad_report(sb, now, why);
		return;
	}
	spin_lock_irqsave(&sb->lock, flags);
	for (i = 0; i < report.count; i++) {
		why = receive_event(sb, now, &report.events[i]);
		if (why)
			bad = why;
	}
	unlock_and_tell(sb, flags);
	if (bad)
		dev_warn_ratelimited(&sb->intf->dev, "event dropped: %s\n", bad);
}

static void retry_later(struct sensorboard *sb, int status)
{
	WRITE_ONCE(sb->interrupted, true);
	sb->retry_status = status;
	sb->retry_ms = clamp(sb->retry_ms * 2, RETRY_FIRST_MS, RETRY_MOST_MS);
	schedule_delayed_work(&sb->retry, msecs_to_jiffies(sb->retry_ms));

	/* A halt that cannot be cleared, a bus that stays broken: only a reset mends it. */
	if (sb->retry_ms < RETRY_MOST_MS ||
	    (sb->reset_pause && time_before(jiffies, sb->next_reset)))
		return;
	sb->reset_pause = clamp(sb->reset_pause * 2, RESET_PAUSE_FIRST_MS, RESET_PAUSE_MOST_MS);
	sb->next_reset = jiffies + msecs_to_jiffies(sb->reset_pause);
	dev_warn_ratelimited(&sb->intf->dev,
			     "interrupt transfers keep failing (%d); resetting the device\n",
			     status);
	usb_queue_reset_device(sb->intf);
}

void sensorboard_complete(struct urb *urb)
{
	struct sensorboard *sb = urb->context;
	const ktime_t now = ktime_get();
	int error;

	switch (urb->status) {
	case 0:
		sb->retry_ms = 0;
		sb->reset_pause = 0;
		/* Some USB stacks end a full packet with an empty one: that is no report. */
		if (urb->actual_length)
			receive(sb, now, urb->actual_length);
		break;
	case -ENOENT:
	case -ECONNRESET:
	case -ESHUTDOWN:
	case -ENODEV:
		return; /* killed, or the board is gone */
	case -EOVERFLOW:
		bad_report(sb, now, "report is longer than a transfer");
		fallthrough;
	default:
		dev_dbg(&sb->intf->dev, "interrupt transfer failed: %d\n", urb->status);
		retry_later(sb, urb->status);
		return;
	}

	error = usb_submit_urb(urb, GFP_ATOMIC);
	if (error && error != -EPERM && error != -ENODEV)
		retry_later(sb, error);
}

static int clear_halt(struct sensorboard *sb)
{
	int error;

	mutex_lock(&sb->io);
	error = READ_ONCE(sb->doubts) ? -ENODEV : sensorboard_clear_halt(sb);
	mutex_unlock(&sb->io);
	return error;
}

/*
 * Submits the URB. disconnect, suspend and reset poison the URB first and then wait for this, which
 * does not wait for a disk in the same device in turn.
 */
void sensorboard_retry(struct work_struct *work)
{
	struct sensorboard *sb = container_of(to_delayed_work(work), struct sensorboard, retry);
	int error = 0;

	/* sensorboard_start() follows when there is no doubt any more. */
	if (!READ_ONCE(sb->listening) || READ_ONCE(sb->doubts))
		return;
	/* It is idle, unless an open and a reset have both started it. */
	usb_kill_urb(sb->urb);
	if (READ_ONCE(sb->anew)) {
		WRITE_ONCE(sb->anew, false);
		sb->retry_ms = 0;
		sb->retry_status = 0;
	}
	if (sb->retry_status == -EPIPE)
		error = clear_halt(sb);
	if (!error)
		error = usb_submit_urb(sb->urb, GFP_NOIO);
	if (error && error != -EPERM && error != -ENODEV && error != -ESHUTDOWN)
		retry_later(sb, sb->retry_status == -EPIPE ? -EPIPE : error);
}

/*
 * The last event before a long thought is one whose loss no later number shows,
 * and it can be the press. What the board had counted a second ago has come by
 * now, or is lost: if transfers have run all that second, and did not wait for
 * their next try.
 */
static void compare(struct sensorboard *sb, u32 board_seq)
{
	unsigned long flags;
	u32 missing, late;

	spin_lock_irqsave(&sb->lock, flags);
	missing = sbn_missing(&sb->numbering, board_seq);
	late = READ_ONCE(sb->interrupted) ? 0 : sb->awaited - sb->numbering.last;
	WRITE_ONCE(sb->interrupted, delayed_work_pending(&sb->retry));
	if (missing && late && late <= missing)
		tell_loss(sb, ktime_get(), sbn_give_up(&sb->numbering, late), late);
	sb->awaited = sb->numbering.last + sbn_missing(&sb->numbering, board_seq);
	sbn_settle(&sb->numbering);
	unlock_and_tell(sb, flags);
}

void sensorboard_watch(struct work_struct *work)
{
	struct sensorboard *sb = container_of(to_delayed_work(work), struct sensorboard, watch);
	struct sbd_board board;
	unsigned int pause_ms;
	int error;

	mutex_lock(&sb->io);
	/* What comes before that doubt is over does not make it wait. */
	error = READ_ONCE(sb->doubts) ? -EBUSY : sensorboard_get_board(sb, &board);
	mutex_unlock(&sb->io);
	/* It cannot tell. A new start of the transfers asks again. */
	if (error == -EPIPE || error == -ENODEV)
		return;
	if (!error)
		compare(sb, board.seq);
	pause_ms = error ? min(READ_ONCE(sb->watch_ms) * 2, WATCH_MOST_MS) : WATCH_MS;
	WRITE_ONCE(sb->watch_ms, pause_ms);
	if (READ_ONCE(sb->listening))
		queue_delayed_work(system_freezable_wq, &sb->watch, msecs_to_jiffies(pause_ms));
}

/*
 * Transfers may run, if anybody listens. Called by those that hold the device's
 * lock (suspend and reset) and by sensorboard_identify(), for which the others
 * wait first.
 */
void sensorboard_start(struct sensorboard *sb)
{
	bool stopped;

	spin_lock_irq(&sb->lock);
	stopped = sb->stopped;
	sb->stopped = false;
	sb->awaited = sb->numbering.last;
	spin_unlock_irq(&sb->lock);
	if (stopped)
		usb_unpoison_urb(sb->urb);
	if (!READ_ONCE(sb->listening))
		return;
	WRITE_ONCE(sb->anew, true);
	WRITE_ONCE(sb->watch_ms, WATCH_MS);
	/* The work submits the URB, and tries again if that fails. */
	schedule_delayed_work(&sb->retry, 0);
	queue_delayed_work(system_freezable_wq, &sb->watch, msecs_to_jiffies(WATCH_MS));
}

/* No report is received and none is asked for after it returns. Without sb->io. */
void sensorboard_stop(struct sensorboard *sb)
{
	bool stopped;

	cancel_delayed_work_sync(&sb->identify);
	spin_lock_irq(&sb->lock);
	stopped = sb->stopped;
	sb->stopped = true;
	spin_unlock_irq(&sb->lock);
	if (!stopped)
		usb_poison_urb(sb->urb);
	cancel_delayed_work_sync(&sb->retry);
	cancel_delayed_work_sync(&sb->watch);
}

/* The first reader has come. What happened before is not for him. With sb->files held. */
void sensorboard_listen(struct sensorboard *sb)
{
	set_bit(SENSORBOARD_DOUBT_NUMBER, &sb->doubts);
	smp_mb__after_atomic(); /* who sees that somebody listens sees the doubt */
	WRITE_ONCE(sb->listening, true);
	sensorboard_ask(sb);
}

/* The last reader has gone. With sb->files held. */
void sensorboard_ignore(struct sensorboard *sb)
{
	WRITE_ONCE(sb->listening, false);
	cancel_delayed_work_sync(&sb->retry);
	cancel_delayed_work_sync(&sb->watch);
	usb_kill_urb(sb->urb);
	/* Its completion may have asked for one more try. */
	cancel_delayed_work_sync(&sb->retry);
}
