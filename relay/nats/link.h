/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A connection to NATS servers for a program with one thread: what libnats' threads receive waits in a queue, and a
 * descriptor says that something is in it. The connection is looked for as long as the program runs.
 */
#ifndef RELAY_NATS_LINK_H
#define RELAY_NATS_LINK_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <systemd/sd-event.h>

struct link;

struct link_options {
	const char *name;	/* this client's, as the server shows it */
	const char *url;	/* one or several, parted by commas */
	const char *creds;	/* file with the user's JWT and seed; NULL none */
	const char *login;	/* file with a line USER:PASSWORD, or a token; NULL none */
	const char *ca;		/* file with certificates of authorities; NULL the system's */
	const char *cert, *key; /* files of the client's own certificate; NULL none */
};

/* REFUSED: the server does not let this user publish or hear something. */
enum link_event_type { LINK_CONNECTED = 1, LINK_LOST, LINK_MESSAGE, LINK_REFUSED };

struct link_event {
	enum link_event_type type;
	unsigned tag;	  /* of the subscription that it came by */
	unsigned waiting; /* so many more had come by it */
	char *subject;	  /* MESSAGE */
	char *reply;	  /* "" nobody waits for one */
	char *hall;	  /* LINK_HALL_HEADER, "" it has none */
	int status;	  /* of a message without content: 100, 404, 408, 503, …; 0 */
	char *text;	  /* terminated; of LOST and REFUSED why, a part of a sentence, NULL without memory */
	size_t size;
};

#define LINK_WHY 160
#define LINK_HEADERS 3
#define LINK_HALL_HEADER "Flagfall-Hall" /* the identity of the hall that a message is from */
struct link_header {
	const char *name, *value;
};

/* err: a sentence. 0; -EINVAL: the options are wrong; another negative errno value. */
int link_open(const struct link_options *options, struct link **ret, char err[static 256]);
void link_close(struct link *link);
/* Why there is no connection by now: the last attempt's fault in libnats' words, "" none yet. */
void link_why_not(struct link *link, char why[static LINK_WHY]);
/* To be polled for reading. */
int link_fd(const struct link *link);
/* The next one; false: there is none now. Give it to link_event_done(). */
bool link_next(struct link *link, struct link_event *ret);
void link_event_done(struct link_event *event);
/* Messages of that subject come as events with this tag, whichever connection there is. Before link_begin(). 0;
 * -ENOBUFS: there are too many; -ENOMEM. */
int link_subscribe(struct link *link, const char *subject, unsigned tag);
/*
 * The same, but with each connection only so many of them, and then as many again after each link_more(): a server
 * gives no more to this program, whatever others say there.
 */
int link_subscribe_some(struct link *link, const char *subject, unsigned tag, unsigned most);
/* Of all that were subscribed to so. What it cannot do now it does with the next connection. */
void link_more(struct link *link);
/* From now on a connection is looked for. 0 or a negative errno value. */
int link_begin(struct link *link);
/* reply: may be NULL. headers: LINK_HEADERS of them, or NULL; those without a name are left out. 0 or -EIO. */
int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size);
/* Where answers to this program go: "INBOX.anything" is a subject of its own. */
const char *link_inbox(const struct link *link);

/*
 * --- jetstream.c ---
 * What these programs ask of JetStream, as its API has it on the wire: a request is JSON to a subject, and the answer
 * comes to an inbox. Nothing here waits. Pure but for jetstream_ask().
 */

#define JETSTREAM_SUBJECT 256

/* Error codes of its answers ("err_code"). */
enum jetstream_error {
	JETSTREAM_TOO_FEW = 10008, /* of the servers that share the stream too few run, or have no leader yet */
	JETSTREAM_NO_CONSUMER = 10014,
	JETSTREAM_NO_MESSAGE = 10037,
	JETSTREAM_NAME_IN_USE = 10058,
	JETSTREAM_NO_STREAM = 10059,
	JETSTREAM_WRONG_LAST = 10071, /* another message was the subject's last one */
};

struct jetstream {
	struct link *link;
	const char *domain; /* NULL: the servers' own */
	const char *stream;
};

struct jetstream_stream {
	unsigned replicas;
	int64_t duplicates_s; /* how long ids of messages are remembered */
	int64_t max_age_s;    /* 0 for ever */
	char **domains; /* of leaf nodes whose streams it gathers, NULL-terminated; NULL: it has its own subjects */
};

/*
 * jetstream_ask - a request to the API
 * @call: as "STREAM.INFO"; the stream's name follows it
 * @more: what follows the name; NULL nothing
 * @request: JSON, may be NULL; a reference is taken over
 * The answer comes to the link's inbox, with that behind a point. 0 or a negative errno value.
 */
int jetstream_ask(const struct jetstream *js, const char *call, const char *more, json_t *request, const char *inbox);
/* The configuration of the stream with all subjects of all halls. New reference. */
json_t *jetstream_stream_config(const struct jetstream *js, const struct jetstream_stream *stream);
/* Its err_code, 0: it is no error; -1 an error without one. */
int jetstream_error(const json_t *answer);
/* What is wrong by an answer that is no other than an error, or is none (NULL). */
const char *jetstream_words(const json_t *answer);
/* The content of a message that the API gives in base64. New text, NULL where it is none. */
char *jetstream_decode(const char *base64);
/* The stream's sequence of a delivered message, by its reply subject; 0: it has none. */
uint64_t jetstream_sequence(const char *reply);

/* --- link-arguments.c: The options that relay and centre share: where the servers are, who this is to them, and which
 * stream it is. --- */

struct link_arguments {
	struct link_options link;
	const char *domain, *stream;
	struct jetstream_stream config;
};

#define LINK_ARGUMENTS_DEFAULT \
	{ \
		.stream = "flagfall", .config = {.replicas = 1, .duplicates_s = 120 } \
	}

/* A child of the program's own argp; its input is a struct link_arguments. */
extern const struct argp link_argp;

/* Can the certificates be read, of which libnats does not say why it cannot? 0; a negative errno value, err: a
 * sentence. */
int link_look_at_files(const struct link_options *link, char err[static 256]);
/* Letters, digits, "-" and "_": a word of a subject. */
bool link_is_word(const char *text);
/* What an option of that name is given, if it is a whole number from least to most; else argp's error. */
long link_number(struct argp_state *state, const char *option, const char *text, long least, long most);

/* --- program.c: What the relay and the centre are as programs: a loop of events that ends at a signal, and sentences
 * on stderr. --- */

struct program {
	const char *name;
	sd_event *loop;		  /* sd_event_unref() it */
	const char *servers;	  /* as they were named, NULL is not told */
	const char *well;	  /* what it says when nothing is wrong; NULL: SERVICE_CONNECTED */
	char said[512], why[400]; /* why: there is no connection */
	bool is_news;		  /* what was said last does not stay true */
};

/* Its beginning is over: the service manager is told. */
void program_ready(void);
/* The loop ends in order at SIGTERM and SIGINT; a reader that has gone is told by write(). 0 or a negative errno. */
int program_begin(struct program *program);
/*
 * A sentence in the log, behind the program's name, and as the service's status; the last one is not said again. ""
 * says nothing, and forgets the last one. priority: of syslog(3). LOG_ERR: somebody has to do something; LOG_WARNING:
 * what may go by itself; LOG_NOTICE: what has happened.
 */
void program_say(struct program *program, int priority, const char *sentence);
/* How it is while there is a connection: a fault, else, after one or after what program_say_news() said, "connected".
 */
void program_say_state(struct program *program, int priority, const char *fault);
/* What it says when nothing is wrong is another sentence from now on. */
void program_say_well(struct program *program, const char *sentence);
/* What has happened: how it is is said by the next program_say_state(). */
void program_say_news(struct program *program, int priority, const char *sentence);
/*
 * The connection is lost, or has not come yet. why: in libnats' words, "" is not known; what is to be done about it is
 * said behind that. then: what becomes of the work meanwhile.
 */
void program_say_lost(struct program *program, const char *why, const char *then);
/* What these words of libnats mean for who has to do something, and "" where they need no more. Pure. */
const char *program_advice(const char *why);

#endif
