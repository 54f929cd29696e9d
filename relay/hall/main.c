/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-relay: brings what may leave the hall to a centre. It reads the stream database that flagfalld writes, and
 * nothing else of it; it takes no commands.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <syslog.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "common/machine-clock.h"
#include "common/service-words.h"
#include "relay/hall/hall.h"
#include "relay/nats/link.h"

#define TICK_US 500000
#define HEALTH_TICKS 4
#define AT_ONCE 1000 /* events of the link in one turn of the loop */
/* A centre asks one question after the other. Who asks for more than this hall can spare has no answer, and what is
 * published goes on: each answer takes a time that has to pass before more questions come in. */
#define QUESTIONS 8	 /* before the servers are asked for more of them */
#define ANSWER_US 2000	 /* … and half a microsecond a byte: 500 answers or two million bytes a second */
#define AHEAD_US 1000000 /* for so long all are answered at once */
/* A question behind which so many wait is one of a crowd, and so many of those are said, unless the crowd has gone. */
#define CROWD 4
#define CROWDED 8
#define CROWD_GONE_US 10000000

/* Whoever waits for games at the centre may have forgotten the line. */
#define NOTHING_YET SERVICE_CONNECTED "; nothing is published yet, since no event's file has said \"relay: yes\""

enum tag { TAG_INBOX = 1, TAG_REPLAY };

struct relay {
	struct link_arguments nats;
	const char *stream, *hall;
	char id[IDENTITY_SIZE];
	unsigned window;

	struct program program;
	struct link *link;
	struct jetstream js;
	struct stream_reader *reader;
	struct sender *sender;
	int changes; /* inotify, of the database's folder */
	bool watched, connected;
	unsigned ticks, questions; /* questions: since the servers were asked for more */
	unsigned crowded;	   /* questions of a crowd */
	int64_t crowded_us;	   /* CLOCK_MONOTONIC: the last one of them */
	int64_t answered_us;	   /* CLOCK_MONOTONIC: by when the time of all answers has passed */
	/* What is wrong now beside what the sender says, "" nothing: with the database, and with what the daemon is
	 * told. */
	char trouble[320], untold[320];
	char *word; /* sent_events_tell() */
};

enum { OPT_STREAM = 256, OPT_HALL, OPT_WINDOW };

static const struct argp_option options[] = {
	{ "stream", OPT_STREAM, "FILE", 0,
	  "The stream database (default $STATE_DIRECTORY/relay/stream.db, else /var/lib/flagfall/relay/stream.db)", 1 },
	{ "hall", OPT_HALL, "NAME", 0, "What the hall is called at the centre: letters, digits, \"-\" and \"_\"", 1 },
	{ "window", OPT_WINDOW, "N", 0, "So many messages under way at most (default 256)", 1 },
	{ 0 }
};

static error_t hall_parse(int key, char *arg, struct argp_state *state)
{
	struct relay *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->nats;
		return 0;
	case OPT_STREAM:
		a->stream = arg;
		return 0;
	case OPT_HALL:
		if (!link_is_word(arg))
			argp_error(state, "--hall: \"%s\" is not a name of letters, digits, \"-\" and \"_\"", arg);
		a->hall = arg;
		return 0;
	case OPT_WINDOW:
		a->window = (unsigned)link_number(state, "window", arg, 1, 4096);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "too many words: \"%s\"", arg);
		return 0;
	case ARGP_KEY_END:
		if (!a->hall || !a->nats.link.url)
			argp_error(state, "--hall and --nats are required");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &link_argp, 0, "The servers:", 10 }, { 0 } };
static const struct argp argp = {
	.options = options,
	.parser = hall_parse,
	.children = children,
	.doc = "Publishes what is public of the games of this hall to NATS JetStream, a subject a game, in order, and goes on from "
	       "where the stream is after any outage.\vOnly events whose file says \"relay: yes\" are published. The daemon needs "
	       "none of this. See flagfall-relay(8).",
};

static void watch_folder(struct relay *relay)
{
	const char *slash = strrchr(relay->stream, '/');
	char *folder = slash ? strndup(relay->stream, (size_t)(slash - relay->stream) + 1) : strdup(".");

	if (folder && !relay->watched)
		relay->watched = inotify_add_watch(relay->changes, folder,
						   IN_ATTRIB | IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) >= 0;
	free(folder);
}

/* Is more asked of this hall than it answers, as far as is known by now? */
static bool is_crowded(const struct relay *relay)
{
	return relay->crowded == CROWDED && machine_clock_us(CLOCK_MONOTONIC) - relay->crowded_us <= CROWD_GONE_US;
}

/* What is wrong now, "" nothing. */
static const char *relay_fault(const struct relay *relay)
{
	if (*relay->trouble)
		return relay->trouble;
	if (*sender_fault(relay->sender))
		return sender_fault(relay->sender);
	if (*relay->untold)
		return relay->untold;
	return !is_crowded(relay) ?
		       "" :
		       "more is asked of this hall, on flagfall-replay, than it answers; what is published goes on: "
		       "look who may publish there";
}

/* What is on this machine somebody has to mend; servers may come back. */
static void say_state(struct relay *relay)
{
	const bool is_here = *relay->trouble || (!*sender_fault(relay->sender) && *relay->untold);

	program_say_state(&relay->program, is_here ? LOG_ERR : LOG_WARNING, relay_fault(relay));
}

/* Nothing is sent of a hall that cannot say who it is. */
static void begin_sending(struct relay *relay)
{
	const int r = identity_take(relay->stream, relay->id);

	sender_set_identity(relay->sender, relay->id);
	sender_set_reader(relay->sender, r < 0 ? NULL : relay->reader);
	if (r >= 0)
		return;
	snprintf(relay->trouble, sizeof(relay->trouble),
		 "beside %.200s the hall's identity cannot be written: %s; nothing is sent", relay->stream,
		 strerror(-r));
	stream_reader_close(relay->reader);
	relay->reader = NULL; /* it is tried again */
}

/* The database comes when an event asks for it first, and it may be another one than before. */
static void follow_database(struct relay *relay)
{
	char err[256];
	int r;

	watch_folder(relay);
	if (relay->reader && stream_reader_is_current(relay->reader))
		return;
	if (relay->reader) {
		sender_set_reader(relay->sender, NULL);
		stream_reader_close(relay->reader);
		relay->reader = NULL;
		relay->watched = false;
		watch_folder(relay);
	}
	relay->trouble[0] = '\0';
	r = stream_reader_open(relay->stream, &relay->reader, err);
	if (r >= 0)
		begin_sending(relay);
	else if (r != -ENOENT)
		snprintf(relay->trouble, sizeof(relay->trouble), "%s", err);
}

/* What the database has begins anew: all of it is sent again, and the centre takes the whole. */
static void begin_epoch(struct relay *relay, int64_t above)
{
	char err[256];

	relay->trouble[0] = '\0';
	if (stream_epoch_begin(relay->stream, above, err) < 0)
		snprintf(relay->trouble, sizeof(relay->trouble), "%s", err); /* it is tried again */
	else
		begin_sending(relay);
}

static void mend_parting(struct relay *relay)
{
	char sentence[400];

	if (!relay->reader || !sender_has_parted(relay->sender))
		return;
	snprintf(sentence, sizeof(sentence), "%s; all of it is sent again, and the centre has what this hall has",
		 sender_fault(relay->sender));
	program_say_news(&relay->program, LOG_WARNING, sentence);
	begin_epoch(relay, 0);
}

static void tell_health(struct relay *relay)
{
	struct sender_totals totals;
	char subject[JETSTREAM_SUBJECT], machine[65] = "", *text;
	json_t *health;

	sender_totals(relay->sender, &totals);
	gethostname(machine, sizeof(machine) - 1);
	health = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:i, s:i, s:I, s:s, s:o}", "hall", relay->hall,
			   "id", relay->id, "machine", machine, "version", FLAGFALL_VERSION, "t_wall",
			   (json_int_t)machine_clock_us(CLOCK_REALTIME), "epoch",
			   (json_int_t)(relay->reader ? stream_reader_epoch(relay->reader) : 0), "rows",
			   (json_int_t)totals.rows, "sent", (json_int_t)totals.sent, "subjects", (int)totals.subjects,
			   "under_way", (int)totals.under_way, "waiting_us",
			   (json_int_t)(totals.since_us ? machine_clock_us(CLOCK_MONOTONIC) - totals.since_us : 0),
			   "fault", relay_fault(relay), "events", sender_events(relay->sender));
	text = health ? json_dumps(health, JSON_COMPACT) : NULL;
	snprintf(subject, sizeof(subject), "flagfall-health.%s", relay->hall);
	if (text)
		link_publish(relay->link, subject, NULL, NULL, text, strlen(text));
	free(text);
	json_decref(health);
}

/* Which events that are over the daemon need not keep any more. */
static void tell_daemon(struct relay *relay)
{
	int r = relay->reader ? sent_events_tell(relay->stream, relay->reader, relay->sender, &relay->word) : 0;

	relay->untold[0] = '\0';
	if (r < 0)
		snprintf(
			relay->untold, sizeof(relay->untold),
			"beside %.200s nothing can be written: %s; what is kept there of events that are over stays for a week",
			relay->stream, strerror(-r));
}

/* More questions may come, if there is time for them and so many have. */
static void take_questions(struct relay *relay, unsigned least)
{
	if (relay->questions < least || relay->answered_us - machine_clock_us(CLOCK_MONOTONIC) >= AHEAD_US)
		return;
	relay->questions = 0;
	link_more(relay->link);
}

/* A centre asks the next question when it has its answer: a few centres are no crowd. */
static void count_crowd(struct relay *relay, unsigned waiting, int64_t now_us)
{
	if (now_us - relay->crowded_us > CROWD_GONE_US)
		relay->crowded = 0;
	if (waiting < CROWD)
		return;
	relay->crowded_us = now_us;
	if (relay->crowded < CROWDED && ++relay->crowded == CROWDED)
		say_state(relay);
}

/* False: it is none. */
static bool take_word(struct relay *relay, const struct link_event *event)
{
	const int64_t epoch = relay->reader ? stream_reader_epoch(relay->reader) : 0;
	struct centre_word word;

	if (!centre_word_read(event->text, event->size, relay->id, epoch, &word))
		return false;
	switch (word.verdict) {
	case HALL_IS_THIS:
		sender_release(relay->sender);
		break;
	case HALL_IS_ANOTHER:
		sender_hold_foreign(relay->sender);
		break;
	case HALL_IS_LATER:
		sender_hold_later(relay->sender);
		break;
	case HALL_IS_TO_BE_THIS:
		if (!relay->reader || identity_write(relay->stream, word.id) < 0)
			break; /* it is said again */
		program_say_news(&relay->program, LOG_NOTICE,
				 "the centre has accepted this hall in the other one's place");
		begin_epoch(relay, word.epoch);
		break;
	case HALL_IS_OTHERWISE:
		if (!relay->reader)
			break;
		program_say_news(&relay->program, LOG_WARNING,
				 "what the centre has of this hall was said before it was put back to an earlier copy; "
				 "all of it is sent again, and the centre has what this hall has");
		begin_epoch(relay, word.epoch);
		break;
	}
	return true;
}

static void answer_centre(struct relay *relay, const struct link_event *event)
{
	const int64_t now_us = machine_clock_us(CLOCK_MONOTONIC);
	const bool may_answer = !take_word(relay, event) && answer_may_go_to(event->reply);
	char *text = may_answer ? answer_to(relay->reader, relay->id, event->text, event->size) : NULL;
	const size_t size = text ? strlen(text) : 0;

	if (text)
		link_publish(relay->link, event->reply, NULL, NULL, text, size);
	free(text);
	if (relay->answered_us < now_us)
		relay->answered_us = now_us;
	relay->answered_us += ANSWER_US + (int64_t)(size + event->size) / 2;
	relay->questions++;
	count_crowd(relay, event->waiting, now_us);
	take_questions(relay, QUESTIONS / 2);
}

static void say_lost(struct relay *relay, const char *why)
{
	program_say_lost(&relay->program, why, "what is published waits in the stream database");
}

/* Most likely the name and the login are not of one hall. */
static void hold_refused(struct relay *relay, const char *why)
{
	char sentence[SENDER_HELD];

	snprintf(
		sentence, sizeof(sentence),
		"the server does not take this from hall %s with this login: %.120s; look at HALL and at the login, or at the server's "
		"permissions",
		relay->hall, why);
	sender_hold(relay->sender, sentence);
	program_say_state(&relay->program, LOG_ERR, sender_fault(relay->sender));
}

static void on_link_event(struct relay *relay, const struct link_event *event)
{
	const size_t inbox = strlen(link_inbox(relay->link));

	switch (event->type) {
	case LINK_CONNECTED:
		follow_database(relay); /* the connection may be there before the first look at it */
		program_say_well(&relay->program, relay->reader ? SERVICE_CONNECTED : NOTHING_YET);
		relay->connected = true;
		relay->questions = 0;
		program_say(&relay->program, LOG_NOTICE, relay->program.well);
		sender_connected(relay->sender, true);
		tell_health(relay);
		break;
	case LINK_LOST:
		relay->connected = false;
		say_lost(relay, event->text ?: "");
		sender_connected(relay->sender, false);
		break;
	case LINK_REFUSED:
		hold_refused(relay, event->text ?: "");
		break;
	case LINK_MESSAGE:
		if (event->tag == TAG_REPLAY)
			answer_centre(relay, event);
		else if (strlen(event->subject) > inbox + 1)
			sender_answer(relay->sender, event->subject + inbox + 1, event);
		mend_parting(relay);
		break;
	}
}

static int on_link(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct relay *relay = userdata;
	struct link_event event;

	for (unsigned left = AT_ONCE; left > 0 && link_next(relay->link, &event); left--) {
		on_link_event(relay, &event);
		link_event_done(&event);
	}
	return 0;
}

static int on_changes(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct relay *relay = userdata;
	char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));

	while (read(relay->changes, buffer, sizeof(buffer)) > 0)
		;
	if (!relay->reader)
		follow_database(relay);
	sender_changed(relay->sender);
	return 0;
}

static int on_tick(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct relay *relay = userdata;
	char why[LINK_WHY];

	follow_database(relay);
	sender_changed(relay->sender);
	sender_tick(relay->sender);
	mend_parting(relay);
	take_questions(relay, 0);
	program_say_well(&relay->program, relay->reader ? SERVICE_CONNECTED : NOTHING_YET);
	if (relay->connected)
		say_state(relay);
	link_why_not(relay->link, why);
	if (!relay->connected && *why)
		say_lost(relay, why);
	if (relay->connected && ++relay->ticks % HEALTH_TICKS == 0) {
		tell_health(relay);
		tell_daemon(relay);
	}
	return sd_event_source_set_time_relative(source, TICK_US) < 0 ?
		       0 :
		       sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static int start_loop(struct relay *relay)
{
	int r = program_begin(&relay->program);

	relay->changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (relay->changes < 0)
		return -errno;
	if (r >= 0)
		r = sd_event_add_io(relay->program.loop, NULL, relay->changes, EPOLLIN, on_changes, relay);
	if (r >= 0)
		r = sd_event_add_time_relative(relay->program.loop, NULL, CLOCK_MONOTONIC, 0, 0, on_tick, relay);
	return r;
}

static int hall_start(struct relay *relay)
{
	char subject[JETSTREAM_SUBJECT], err[256] = "";
	int r = start_loop(relay);

	relay->nats.link.name = relay->program.name;
	relay->program.servers = relay->nats.link.url;
	if (r >= 0)
		r = link_look_at_files(&relay->nats.link, err);
	if (r >= 0)
		r = link_open(&relay->nats.link, &relay->link, err);
	relay->js = (struct jetstream){ relay->link, relay->nats.domain, relay->nats.stream };
	if (r >= 0)
		r = sender_new(&relay->js, &relay->nats.config, relay->hall, relay->window, &relay->sender);
	snprintf(subject, sizeof(subject), "%s.>", r >= 0 ? link_inbox(relay->link) : "");
	if (r >= 0)
		r = link_subscribe(relay->link, subject, TAG_INBOX);
	snprintf(subject, sizeof(subject), "flagfall-replay.%s", relay->hall);
	if (r >= 0)
		r = link_subscribe_some(relay->link, subject, TAG_REPLAY, QUESTIONS);
	if (r >= 0)
		r = sd_event_add_io(relay->program.loop, NULL, link_fd(relay->link), EPOLLIN, on_link, relay);
	if (r >= 0)
		r = link_begin(relay->link);
	if (r < 0)
		program_say(&relay->program, LOG_ERR, *err ? err : strerror(-r));
	return r;
}

int main(int argc, char **argv)
{
	const char *state = getenv("STATE_DIRECTORY");
	struct relay relay = { .program = { .name = "flagfall-relay", .well = NOTHING_YET },
			       .nats = LINK_ARGUMENTS_DEFAULT,
			       .window = 256,
			       .changes = -1 };
	char *stream = NULL;
	int r;

	if (asprintf(&stream, "%s/relay/stream.db", state && *state ? state : "/var/lib/flagfall") < 0)
		return EXIT_FAILURE;
	relay.stream = stream;
	argp_program_version = "flagfall-relay " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &relay);
	r = hall_start(&relay);
	if (r >= 0)
		r = sd_event_set_watchdog(relay.program.loop, true);
	if (r >= 0) {
		program_ready();
		r = sd_event_loop(relay.program.loop);
		sd_notify(0, "STOPPING=1");
	}
	sender_free(relay.sender);
	stream_reader_close(relay.reader);
	link_close(relay.link);
	if (relay.changes >= 0)
		close(relay.changes);
	sd_event_unref(relay.program.loop);
	free(relay.word);
	free(stream);
	return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
