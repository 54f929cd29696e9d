/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/nats/link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	OPT_URL = 512,
	OPT_CREDS,
	OPT_LOGIN,
	OPT_CA,
	OPT_CERT,
	OPT_KEY,
	OPT_DOMAIN,
	OPT_JETSTREAM,
	OPT_REPLICAS,
	OPT_DUPLICATES,
	OPT_KEEP
};

static const struct argp_option options[] = {
	{ "nats", OPT_URL, "URL", 0, "The NATS servers, parted by commas: nats://HOST:4222, or tls:// for TLS", 10 },
	{ "creds", OPT_CREDS, "FILE", 0, "The user's credentials (JWT and seed)", 10 },
	{ "login", OPT_LOGIN, "FILE", 0, "… or a line USER:PASSWORD, or a token", 10 },
	{ "ca", OPT_CA, "FILE", 0, "Certificates of those who may vouch for the servers; asks for TLS", 10 },
	{ "cert", OPT_CERT, "FILE", 0, "This client's own certificate, with --key; asks for TLS", 10 },
	{ "key", OPT_KEY, "FILE", 0, "… and its private key", 10 },
	{ "domain", OPT_DOMAIN, "NAME", 0, "The JetStream domain (default: the servers' own)", 11 },
	{ "jetstream", OPT_JETSTREAM, "NAME", 0, "The stream (default flagfall). One that is not there is made:", 11 },
	{ "replicas", OPT_REPLICAS, "N", 0, "… on so many servers (default 1)", 11 },
	{ "duplicates", OPT_DUPLICATES, "SECONDS", 0, "… that knows ids of messages for so long (default 120)", 11 },
	{ "keep", OPT_KEEP, "DAYS", 0, "… and messages for so long (default 0, for ever)", 11 },
	{ 0 }
};

int link_look_at_files(const struct link_options *link, char err[static 256])
{
	const char *const files[] = { link->ca, link->cert, link->key };

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (files[i] && access(files[i], R_OK) < 0) {
			const int r = -errno;

			snprintf(err, 256, "%.200s: %s", files[i], strerror(-r));
			return r;
		}
	return 0;
}

bool link_is_word(const char *text)
{
	return *text && !text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")];
}

long link_number(struct argp_state *state, const char *option, const char *text, long least, long most)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (*end || end == text || n < least || n > most)
		argp_error(state, "--%s: \"%s\" is not a whole number from %ld to %ld", option, text, least, most);
	return n;
}

static error_t link_arguments_parse(int key, char *arg, struct argp_state *state)
{
	struct link_arguments *a = state->input;

	switch (key) {
	case OPT_URL:
		if (!arg[strspn(arg, ", ")])
			argp_error(state, "--nats: no server is named (NATS of the service's file in /etc/flagfall)");
		a->link.url = arg;
		return 0;
	case OPT_CREDS:
		a->link.creds = arg;
		return 0;
	case OPT_LOGIN:
		a->link.login = arg;
		return 0;
	case OPT_CA:
		a->link.ca = arg;
		return 0;
	case OPT_CERT:
		a->link.cert = arg;
		return 0;
	case OPT_KEY:
		a->link.key = arg;
		return 0;
	case OPT_DOMAIN:
	case OPT_JETSTREAM:
		if (!link_is_word(arg))
			argp_error(state, "--%s: \"%s\" is not a name of letters, digits, \"-\" and \"_\"",
				   key == OPT_DOMAIN ? "domain" : "jetstream", arg);
		*(key == OPT_DOMAIN ? &a->domain : &a->stream) = arg;
		return 0;
	case OPT_REPLICAS:
		a->config.replicas = (unsigned)link_number(state, "replicas", arg, 1, 5);
		return 0;
	case OPT_DUPLICATES:
		a->config.duplicates_s = link_number(state, "duplicates", arg, 1, 86400);
		return 0;
	case OPT_KEEP:
		a->config.max_age_s = link_number(state, "keep", arg, 0, 3650) * 86400;
		return 0;
	case ARGP_KEY_END:
		if (!a->link.cert != !a->link.key)
			argp_error(state, "--cert and --key belong together");
		if (a->link.creds && a->link.login)
			argp_error(state, "--creds or --login, not both");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp link_argp = { .options = options, .parser = link_arguments_parse };
