/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfall-web: a hall's boards and games for browsers and programs, with what is public alone. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-daemon.h>

#include "web/server.h"
#include "web/livechess/livechess.h"

#define MOST_ADDRESSES 8

enum {
	OPT_BUS = 256,
	OPT_CENTRE,
	OPT_LISTEN,
	OPT_HOST,
	OPT_ORIGIN,
	OPT_EMBED,
	OPT_CERT,
	OPT_KEY,
	OPT_CONNECTIONS,
	OPT_LIVECHESS,
	OPT_LIVECHESS_ORIGIN,
	OPT_LIVECHESS_UNDELAYED
};

struct arguments {
	struct server *server;
	const char *bus;
	const char *centre;
	const char *listen[MOST_ADDRESSES];
	unsigned listen_count;
	const char *livechess[MOST_ADDRESSES];
	unsigned livechess_count;
	struct endpoint_options endpoint;
};

static const struct argp_option options[] = {
	{ "bus", OPT_BUS, "ADDRESS", 0,
	  "Follow flagfalld on the bus at this address; \"user\": the session's (default: the system bus)", 1 },
	{ "centre", OPT_CENTRE, "DIR", 0,
	  "Serve the games of all halls of the flagfall-centre(8) with this state, in place of a hall's", 1 },
	{ "listen", OPT_LISTEN, "ADDRESS:PORT", 0,
	  "Serve there (repeatable; default 127.0.0.1:8964 and [::1]:8964). \":8964\" is every address", 2 },
	{ "host", OPT_HOST, "NAME", 0,
	  "A name by which browsers may ask (repeatable); addresses and localhost always may", 2 },
	{ "origin", OPT_ORIGIN, "URL", 0,
	  "Pages from there may read the answers, such as https://club.example (repeatable)", 2 },
	{ "embed", OPT_EMBED, "URL", 0,
	  "Pages from there may have this page inside them, such as https://club.example (repeatable; default: none)",
	  2 },
	{ "cert", OPT_CERT, "FILE", 0, "TLS, with this certificate (PEM)", 3 },
	{ "key", OPT_KEY, "FILE", 0, "… and its key", 3 },
	{ "connections", OPT_CONNECTIONS, "N", 0, "At most so many at once (default 2048)", 3 },
	{ "livechess", OPT_LIVECHESS, "ADDRESS:PORT", 0,
	  "Be a DGT LiveChess for other programs there (repeatable; default 127.0.0.1:1982 and [::1]:1982); \"none\": nowhere",
	  4 },
	{ "livechess-origin", OPT_LIVECHESS_ORIGIN, "ORIGIN", 0,
	  "Pages from there may connect to it, besides lichess.org, lichess.dev, chess.com and this machine's (repeatable)",
	  4 },
	{ "livechess-undelayed", OPT_LIVECHESS_UNDELAYED, 0, 0,
	  "It has boards of events with a delay, too, and at once", 4 },
	{ 0 }
};

static void web_add(struct argp_state *state, const char **list, unsigned *count, unsigned most, const char *option,
		    const char *text)
{
	if (*count == most)
		argp_error(state, "--%s: at most %u can be given", option, most);
	list[(*count)++] = text;
}

static error_t web_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;
	long n;

	switch (key) {
	case OPT_BUS:
		a->bus = arg;
		return 0;
	case OPT_CENTRE:
		a->centre = arg;
		return 0;
	case OPT_LISTEN:
		web_add(state, a->listen, &a->listen_count, MOST_ADDRESSES, "listen", arg);
		return 0;
	case OPT_HOST:
		web_add(state, a->server->hosts, &a->server->host_count, SERVER_HOSTS, "host", arg);
		return 0;
	case OPT_ORIGIN:
		if (strncmp(arg, "https://", 8) != 0 && strncmp(arg, "http://", 7) != 0)
			argp_error(state, "--origin: \"%s\" does not begin with https:// or http://", arg);
		web_add(state, a->server->origins, &a->server->origin_count, SERVER_HOSTS, "origin", arg);
		return 0;
	case OPT_EMBED:
		if ((strncmp(arg, "https://", 8) != 0 && strncmp(arg, "http://", 7) != 0) || strpbrk(arg, " ;,'\""))
			argp_error(state,
				   "--embed: \"%s\" does not begin with https:// or http://, or is more than a site",
				   arg);
		web_add(state, a->server->embedders, &a->server->embedder_count, SERVER_HOSTS, "embed", arg);
		return 0;
	case OPT_CERT:
		a->server->cert = arg;
		return 0;
	case OPT_KEY:
		a->server->key = arg;
		return 0;
	case OPT_CONNECTIONS:
		n = strtol(arg, &end, 10);
		if (*end || n < 1 || n > 60000)
			argp_error(state, "--connections: \"%s\" is not a number from 1 to 60000", arg);
		a->server->most_connections = (unsigned)n;
		return 0;
	case OPT_LIVECHESS:
		web_add(state, a->livechess, &a->livechess_count, MOST_ADDRESSES, "livechess", arg);
		return 0;
	case OPT_LIVECHESS_ORIGIN:
		web_add(state, a->endpoint.origins, &a->endpoint.origin_count, ENDPOINT_ORIGINS, "livechess-origin",
			arg);
		return 0;
	case OPT_LIVECHESS_UNDELAYED:
		a->endpoint.undelayed = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "too many words: \"%s\"", arg);
		return 0;
	case ARGP_KEY_END:
		if (!a->server->cert != !a->server->key)
			argp_error(state, "--cert and --key are given together");
		if (a->centre && (a->bus || a->livechess_count))
			argp_error(state,
				   "--centre has no boards and no bus: neither --bus nor --livechess belongs to it");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const char doc[] =
	"Serves what flagfalld tells everybody: a page with all boards, a JSON API with a stream of what changes, and the games as PGN."
	"\vIt reads the bus as somebody who may not act, and so has nothing that is the arbiter's. Games of an event with a delay "
	"are shown that much later. It ends with SIGTERM.";

/* By the name that a socket unit gives it. */
static enum server_kind kind_of_socket(const char *name)
{
	return strcmp(name, "livechess") == 0 ? SERVER_LIVECHESS : SERVER_PAGE;
}

/* Where programs look for a LiveChess; another one that is there already stays. */
static int listen_as_livechess(const struct arguments *a)
{
	static const char *const usual[] = { "127.0.0.1:1982", "[::1]:1982" };
	int r = 0;

	if (a->centre)
		return 0;
	if (a->livechess_count == 1 && strcmp(a->livechess[0], "none") == 0)
		return 0;
	for (unsigned i = 0; i < a->livechess_count && r >= 0; i++)
		r = server_listen(a->server, SERVER_LIVECHESS, a->livechess[i]);
	for (unsigned i = 0; !a->livechess_count && i < sizeof(usual) / sizeof(usual[0]); i++)
		if (server_listen(a->server, SERVER_LIVECHESS, usual[i]) == -EADDRINUSE)
			fprintf(stderr,
				"flagfall-web: another program is the LiveChess there; --livechess chooses another address\n");
	return r;
}

/* Sockets that systemd opened, else those that were asked for. */
static int listen_everywhere(const struct arguments *a)
{
	static const char *const usual[] = { "127.0.0.1:8964", "[::1]:8964" };
	char **names = NULL;
	const int given = sd_listen_fds_with_names(1, &names);
	int r = 0;

	for (int i = 0; i < given && r >= 0; i++)
		r = server_listen_fd(a->server, kind_of_socket(names[i]), SD_LISTEN_FDS_START + i);
	for (int i = 0; i < given; i++)
		free(names[i]);
	free(names);
	if (given > 0 && r < 0)
		fprintf(stderr, "flagfall-web: a socket of systemd cannot be used: %s\n", strerror(-r));
	if (given > 0)
		return r;
	for (unsigned i = 0; i < a->listen_count && r >= 0; i++)
		r = server_listen(a->server, SERVER_PAGE, a->listen[i]);
	for (unsigned i = 0; !a->listen_count && i < sizeof(usual) / sizeof(usual[0]) && r >= 0; i++) {
		r = server_listen(a->server, SERVER_PAGE, usual[i]);
		if (i > 0 && (r == -EADDRNOTAVAIL || r == -EAFNOSUPPORT))
			r = 0; /* a machine without IPv6 */
	}
	return r < 0 ? r : listen_as_livechess(a);
}

static int serve(const struct arguments *a)
{
	struct server *s = a->server;
	int r = server_init(s);

	if (r == -EINVAL && s->cert)
		fprintf(stderr, "flagfall-web: %s and %s cannot be used\n", s->cert, s->key);
	else if (r < 0)
		fprintf(stderr, "flagfall-web: %s\n", strerror(-r));
	if (r >= 0)
		r = endpoint_open(s, &a->endpoint);
	if (r >= 0)
		r = listen_everywhere(a);
	if (r < 0)
		return r;
	r = source_open(a->bus, a->centre, s->event, &s->live, &s->source);
	if (r < 0) {
		fprintf(stderr, "flagfall-web: %s\n", strerror(-r));
		return r;
	}
	server_print(s, SERVER_PAGE, "http", "/");
	server_print(s, SERVER_LIVECHESS, "ws", ENDPOINT_PATH);
	sd_notify(0, "READY=1");
	r = server_run(s);
	sd_notify(0, "STOPPING=1");
	return r;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options, web_parse, 0, doc, 0, 0, 0 };
	static struct server server = { .most_connections = 2048 };
	struct arguments a = { .server = &server };
	int r;

	argp_program_version = "flagfall-web " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	r = serve(&a);
	server_done(&server);
	return r < 0;
}
