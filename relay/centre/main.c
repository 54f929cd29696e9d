/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-centre: gathers what the relays of all halls publish into one file and into export folders as the halls'
 * own. "flagfall-centre status" shows how each hall does. It sends nothing that a hall would do.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <syslog.h>
#include <systemd/sd-daemon.h>

#include "common/machine-clock.h"
#include "common/service-words.h"
#include "relay/centre/centre.h"
#include "relay/store/store.h"
#include "relay/nats/link.h"

#define TICK_US 500000
#define ALIVE_TICKS 4
#define GAMES_TICKS 2	 /* all games of a round, in one file */
#define AGAIN_TICKS 20	 /* what could not be written */
#define FOLDER_US 100000 /* several moves may go into one writing */
#define AT_ONCE 1000	 /* events of the link in one turn of the loop: the others have theirs, however many come */
#define FILES_AT_ONCE 16 /* then what has come meanwhile: the page follows the centre's file, not the folder */
#define MOST_DOMAINS 64

enum tag { TAG_API = 1, TAG_PULL, TAG_HEALTH };

struct centre {
	struct link_arguments nats;
	const char *state;
	bool status, json, metrics;
	const char *accept; /* a hall */
	char *domains[MOST_DOMAINS + 1];
	unsigned domain_count;

	struct program program;
	sd_event_source *files;
	struct link *link;
	struct jetstream js;
	struct store *store;
	struct consumer *consumer;
	struct halls *halls;
	struct folder *folder;
	char *folder_path, *store_path;
	bool connected;
	bool has_failed;	     /* something that came could not be taken */
	char told[400];		     /* the fault that status shows */
	char refused[LINK_WHY + 80]; /* the server does not let it, and what */
	char unwritten[400];	     /* why the centre's file takes nothing, "" it does */
	char unexported[400];	     /* what could not be written of the export last, "" all can */
	unsigned ticks;
};

enum { OPT_STATE = 256, OPT_JSON, OPT_METRICS, OPT_SOURCE };

static const struct argp_option options[] = {
	{ "state", OPT_STATE, "DIR", 0,
	  "The centre's file and export folders (default $STATE_DIRECTORY, else /var/lib/flagfall-centre)", 1 },
	{ "source", OPT_SOURCE, "DOMAIN", 0,
	  "A large hall's leaf node has a stream of its own in this JetStream domain, which a stream that is made gathers "
	  "(repeatable)",
	  11 },
	{ "json", OPT_JSON, 0, 0, "status: as JSON", 1 },
	{ "metrics", OPT_METRICS, 0, 0, "status: as OpenMetrics text", 1 },
	{ 0 }
};

static error_t centre_parse(int key, char *arg, struct argp_state *state)
{
	struct centre *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->nats;
		return 0;
	case OPT_STATE:
		a->state = arg;
		return 0;
	case OPT_JSON:
		a->json = true;
		return 0;
	case OPT_METRICS:
		a->metrics = true;
		return 0;
	case OPT_SOURCE:
		if (!link_is_word(arg))
			argp_error(state, "--source: \"%s\" is not a name of letters, digits, \"-\" and \"_\"", arg);
		if (a->domain_count == MOST_DOMAINS)
			argp_error(state, "--source: there are more than %d", MOST_DOMAINS);
		a->domains[a->domain_count++] = arg;
		a->nats.config.domains = a->domains;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 1 && a->accept && !*a->accept)
			a->accept = arg;
		else if (state->arg_num > 0 || (strcmp(arg, "status") != 0 && strcmp(arg, "accept") != 0))
			argp_error(state, "\"%s\" is not known; \"status\" and \"accept HALL\" are", arg);
		else if (strcmp(arg, "accept") == 0)
			a->accept = "";
		else
			a->status = true;
		return 0;
	case ARGP_KEY_END:
		if (a->accept && !*a->accept)
			argp_error(state, "accept: which hall?");
		if (!a->status && !a->accept && !a->nats.link.url)
			argp_error(state, "--nats is required");
		if (!a->status && (a->json || a->metrics))
			argp_error(state, "--%s belongs to \"status\"", a->json ? "json" : "metrics");
		if (a->json && a->metrics)
			argp_error(state, "--json or --metrics, not both");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &link_argp, 0, "The servers:", 10 }, { 0 } };
static const struct argp argp = {
	.options = options,
	.parser = centre_parse,
	.args_doc = "\nstatus\naccept HALL",
	.children = children,
	.doc = "Gathers the games of all halls, which their relays publish, into DIR/centre.db and DIR/export/HALL/EVENT/, the "
	       "same files as each hall's own.\v\"status\" shows each hall's health, and how far the centre is behind it. \"accept HALL\": another one that calls "
	       "itself so, and is refused, takes its place. See flagfall-centre(8).",
};

static void say_lost(struct centre *centre, const char *why)
{
	program_say_lost(&centre->program, why, "it is looked for");
}

/* What keeps it from reading. */
static const char *centre_fault(const struct centre *centre)
{
	return *centre->unwritten ? centre->unwritten :
	       *centre->refused	  ? centre->refused :
				    consumer_fault(centre->consumer);
}

/* Does status show another fault than there is by now? */
static bool has_news(const struct centre *centre)
{
	return strncmp(centre->told, centre->connected ? centre_fault(centre) : centre->program.why,
		       sizeof(centre->told) - 1) != 0;
}

/* For who asks by "flagfall-centre status". */
static void set_alive(struct centre *centre)
{
	const char *fault = centre->connected ? centre_fault(centre) : centre->program.why;

	snprintf(centre->told, sizeof(centre->told), "%s", fault);
	store_set_alive(centre->store, machine_clock_us(CLOCK_REALTIME), centre->connected, fault);
}

/* A full disk, most likely: the file cannot tell of it. */
static void note_written(struct centre *centre, bool is_written)
{
	const bool was_written = !*centre->unwritten;

	if (is_written)
		centre->unwritten[0] = '\0';
	else
		snprintf(centre->unwritten, sizeof(centre->unwritten),
			 "%.160s cannot be written: %.100s; what the halls publish waits in the stream",
			 centre->store_path, store_error(centre->store));
	if (!is_written || !was_written)
		store_set_last_word(centre->store, machine_clock_us(CLOCK_REALTIME), centre->connected,
				    centre->unwritten);
	if (!is_written)
		program_say_state(&centre->program, LOG_ERR, centre->unwritten);
}

static void on_link_event(struct centre *centre, const struct link_event *event)
{
	const size_t api = strlen(link_inbox(centre->link)) + strlen(".api.");

	switch (event->type) {
	case LINK_CONNECTED:
	case LINK_LOST:
		centre->connected = event->type == LINK_CONNECTED;
		centre->refused[0] = '\0';
		if (centre->connected)
			program_say(&centre->program, LOG_NOTICE, SERVICE_CONNECTED);
		else
			say_lost(centre, event->text ?: "");
		consumer_connected(centre->consumer, centre->connected);
		set_alive(centre);
		return;
	case LINK_REFUSED:
		snprintf(centre->refused, sizeof(centre->refused), "the server does not let this login gather: %s",
			 event->text ?: "");
		return;
	case LINK_MESSAGE:
		break;
	}
	if (event->tag == TAG_PULL) {
		if (consumer_pulled(centre->consumer, event) &&
		    halls_take(centre->halls, event, machine_clock_us(CLOCK_REALTIME)) < 0)
			centre->has_failed = true;
	} else if (event->tag == TAG_HEALTH) {
		halls_health(centre->halls, event, machine_clock_us(CLOCK_REALTIME));
	} else if (strlen(event->subject) > api) {
		consumer_answer(centre->consumer, event->subject + api, event);
		halls_answer(centre->halls, event->subject + api, event);
	}
}

/* Files of the export may be due. */
static void wake_files(struct centre *centre)
{
	int enabled = SD_EVENT_OFF;

	sd_event_source_get_enabled(centre->files, &enabled);
	if (enabled == SD_EVENT_OFF) {
		sd_event_source_set_time_relative(centre->files, FOLDER_US);
		sd_event_source_set_enabled(centre->files, SD_EVENT_ONESHOT);
	}
}

/* What was taken is kept, with how far the stream was read: both or neither. */
static void centre_keep(struct centre *centre)
{
	const bool has_failed = centre->has_failed || consumer_save(centre->consumer) < 0;

	centre->has_failed = false;
	if (has_failed || store_commit(centre->store) < 0) {
		note_written(centre, false);
		store_drop(centre->store);
		consumer_again(centre->consumer); /* from where the file is */
		return;
	}
	wake_files(centre);
}

static int on_link(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct centre *centre = userdata;
	struct link_event event;

	for (unsigned left = AT_ONCE; left > 0 && link_next(centre->link, &event); left--) {
		on_link_event(centre, &event);
		link_event_done(&event);
	}
	centre_keep(centre);
	return 0;
}

static void say_export(struct centre *centre)
{
	if (!*folder_fault(centre->folder))
		return;
	snprintf(centre->unexported, sizeof(centre->unexported), "%s", folder_fault(centre->folder));
	program_say_news(&centre->program, LOG_ERR, centre->unexported);
}

static void write_games(struct centre *centre)
{
	while (folder_write_games(centre->folder) > 0)
		say_export(centre);
}

static int on_files(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct centre *centre = userdata;
	int r = folder_write(centre->folder, FILES_AT_ONCE);

	say_export(centre);
	if (r < 0)
		program_say(&centre->program, LOG_ERR, store_error(centre->store));
	if (r != 0) {
		sd_event_source_set_time_relative(centre->files, r > 0 ? 0 : 10 * FOLDER_US);
		sd_event_source_set_enabled(centre->files, SD_EVENT_ONESHOT);
	}
	return 0;
}

/* What keeps all halls' games from the centre comes first, and what is of one hall last. */
static void say_state(struct centre *centre)
{
	const bool is_refused = *centre->unwritten || *centre->refused;

	if (*centre_fault(centre))
		program_say_state(&centre->program, is_refused ? LOG_ERR : LOG_WARNING, centre_fault(centre));
	else if (*halls_fault(centre->halls))
		program_say_state(&centre->program, LOG_WARNING, halls_fault(centre->halls));
	else
		program_say_state(&centre->program, LOG_ERR, centre->unexported);
}

/* What a hall has lost stays here, but not among what it has. */
static void put_lost_aside(struct centre *centre)
{
	json_t *all = halls_lost_rounds(centre->halls), *lost;
	char path[FOLDER_PATH], sentence[FOLDER_PATH + 160];
	size_t i;

	json_array_foreach(all, i, lost) {
		const int r = folder_put_aside(centre->folder, lost, path);

		snprintf(sentence, sizeof(sentence), "hall %s has no round %d of %s any more: %s %.390s%s%s",
			 json_string_value(json_object_get(lost, "hall")),
			 (int)json_integer_value(json_object_get(lost, "round")),
			 json_string_value(json_object_get(lost, "event")),
			 r < 0 ? "what is here of it cannot be moved to" : "what is here of it is now in", path,
			 r < 0 ? ": " : "", r < 0 ? strerror(-r) : "");
		program_say_news(&centre->program, r < 0 ? LOG_ERR : LOG_WARNING, sentence);
	}
	json_decref(all);
}

static int on_tick(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct centre *centre = userdata;
	char why[LINK_WHY];

	link_why_not(centre->link, why);
	if (!centre->connected && *why)
		say_lost(centre, why);
	consumer_tick(centre->consumer);
	if (centre->connected)
		halls_tick(centre->halls);
	if (*centre->unexported && !folder_has_failed(centre->folder))
		centre->unexported[0] = '\0';
	if (centre->connected)
		say_state(centre);
	if (centre->ticks++ % ALIVE_TICKS == 0 || *centre->unwritten || has_news(centre)) {
		set_alive(centre);
		note_written(centre, store_commit(centre->store) >= 0);
	}
	if (centre->ticks % AGAIN_TICKS == 0) {
		folder_again(centre->folder);
		wake_files(centre);
	}
	if (centre->ticks % GAMES_TICKS == 0)
		write_games(centre);
	if (centre->ticks % AGAIN_TICKS == 0)
		put_lost_aside(centre);
	sd_event_source_set_time_relative(source, TICK_US);
	return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static int start_loop(struct centre *centre)
{
	int r = program_begin(&centre->program);

	if (r >= 0)
		r = sd_event_add_time_relative(centre->program.loop, NULL, CLOCK_MONOTONIC, TICK_US, 0, on_tick,
					       centre);
	if (r >= 0)
		r = sd_event_add_time_relative(centre->program.loop, &centre->files, CLOCK_MONOTONIC, 0, 0, on_files,
					       centre);
	return r;
}

static int centre_subscribe(struct centre *centre)
{
	char subject[JETSTREAM_SUBJECT];
	int r;

	snprintf(subject, sizeof(subject), "%s.api.>", link_inbox(centre->link));
	r = link_subscribe(centre->link, subject, TAG_API);
	snprintf(subject, sizeof(subject), "%s.pull.>", link_inbox(centre->link));
	if (r >= 0)
		r = link_subscribe(centre->link, subject, TAG_PULL);
	return r < 0 ? r : link_subscribe(centre->link, "flagfall-health.*", TAG_HEALTH);
}

static int centre_start(struct centre *centre)
{
	char err[256] = "";
	int r = start_loop(centre);

	if (r >= 0 && mkdir(centre->state, 0755) < 0 && errno != EEXIST) {
		r = -errno;
		snprintf(err, sizeof(err), "%.200s: %s", centre->state, strerror(-r));
	}
	if (r >= 0)
		r = store_open(centre->store_path, false, &centre->store, err);
	if (r >= 0)
		r = store_files_again(centre->store); /* the folder may be another one than was written */
	if (r >= 0)
		r = store_commit(centre->store);
	if (r >= 0)
		r = folder_new(centre->store, centre->folder_path, &centre->folder);
	centre->nats.link.name = centre->program.name;
	centre->program.servers = centre->nats.link.url;
	if (r >= 0)
		r = link_look_at_files(&centre->nats.link, err);
	if (r >= 0)
		r = link_open(&centre->nats.link, &centre->link, err);
	centre->js = (struct jetstream){ centre->link, centre->nats.domain, centre->nats.stream };
	if (r >= 0)
		r = consumer_new(&centre->js, &centre->nats.config, centre->store, &centre->consumer);
	if (r >= 0)
		r = halls_new(centre->link, centre->store, centre->consumer, &centre->halls);
	if (r >= 0)
		r = centre_subscribe(centre);
	if (r >= 0)
		r = sd_event_add_io(centre->program.loop, NULL, link_fd(centre->link), EPOLLIN, on_link, centre);
	if (r >= 0)
		r = link_begin(centre->link);
	if (r < 0)
		program_say(&centre->program, LOG_ERR, *err ? err : strerror(-r));
	return r;
}

static int centre_run(struct centre *centre)
{
	int r = centre_start(centre);

	if (r >= 0)
		r = sd_event_set_watchdog(centre->program.loop, true);
	if (r >= 0) {
		strcpy(centre->program.why, "they are looked for");
		set_alive(centre);
		store_commit(centre->store);
		program_ready();
		r = sd_event_loop(centre->program.loop);
		sd_notify(0, "STOPPING=1");
	}
	if (r >= 0) {
		while (folder_write(centre->folder, FILES_AT_ONCE) > 0)
			say_export(centre);
		write_games(centre);
		store_set_alive(centre->store, 0, false, "");
		store_commit(centre->store);
	}
	folder_free(centre->folder);
	halls_free(centre->halls);
	consumer_free(centre->consumer);
	link_close(centre->link);
	store_close(centre->store);
	sd_event_source_unref(centre->files);
	sd_event_unref(centre->program.loop);
	return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int show_status(struct centre *centre)
{
	char err[256];
	json_t *status;

	if (store_open(centre->store_path, true, &centre->store, err) < 0) {
		fprintf(stderr, "flagfall-centre: %s; no centre has run with this state\n", err);
		return EXIT_FAILURE;
	}
	status = status_of(centre->store, machine_clock_us(CLOCK_REALTIME));
	if (status && centre->json) {
		json_dumpf(status, stdout, JSON_COMPACT);
		putchar('\n');
	} else if (status && centre->metrics) {
		status_print_metrics(status);
	} else if (status) {
		status_print(status);
	}
	store_close(centre->store);
	json_decref(status);
	return status ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The one of that name which is refused is to take the place: the centre that runs tells it. */
static int accept_hall(struct centre *centre)
{
	char err[256];
	json_t *row, *status = NULL;
	int r = store_open(centre->store_path, false, &centre->store, err);

	if (r < 0) {
		fprintf(stderr, "flagfall-centre: %s\n", err);
		return EXIT_FAILURE;
	}
	status = status_of(centre->store, machine_clock_us(CLOCK_REALTIME));
	row = status_hall(status, centre->accept);
	if (!json_is_object(json_object_get(row, "refused"))) {
		fprintf(stderr,
			"flagfall-centre: no other hall is heard that calls itself \"%s\"; \"flagfall-centre status\" shows who is\n",
			centre->accept);
		r = -ENOENT;
	} else {
		r = store_accept(centre->store, centre->accept);
		r = r < 0 ? r : store_commit(centre->store);
		if (r < 0)
			fprintf(stderr, "flagfall-centre: %s\n", store_error(centre->store));
		else
			status_print_accepted(row);
	}
	json_decref(status);
	store_close(centre->store);
	return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	const char *state = getenv("STATE_DIRECTORY");
	struct centre centre = { .program.name = "flagfall-centre",
				 .nats = LINK_ARGUMENTS_DEFAULT,
				 .state = state && *state ? state : "/var/lib/flagfall-centre" };
	int r = EXIT_FAILURE;

	argp_program_version = "flagfall-centre " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &centre);
	if (asprintf(&centre.store_path, "%s/centre.db", centre.state) >= 0 &&
	    asprintf(&centre.folder_path, "%s/export", centre.state) >= 0)
		r = centre.accept ? accept_hall(&centre) : centre.status ? show_status(&centre) : centre_run(&centre);
	free(centre.store_path);
	free(centre.folder_path);
	return r;
}
