/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* Without its port, and without brackets. False: it is too long to be one. */
static bool host_name(const char *host, char buf[static 256])
{
	const char *end = *host == '[' ? strchr(host, ']') : strrchr(host, ':');
	const size_t skip = *host == '[', length = end ? (size_t)(end - host) - skip : strlen(host);

	if (length >= 256 || (*host == '[' && !end))
		return false;
	snprintf(buf, 256, "%.*s", (int)length, host + skip);
	return true;
}

bool host_is_ours(const struct server *s, const char *host)
{
	unsigned char address[sizeof(struct in6_addr)];
	char name[256];

	if (!host_name(host, name))
		return false;
	if (strcasecmp(name, "localhost") == 0 || inet_pton(AF_INET, name, address) == 1 ||
	    inet_pton(AF_INET6, name, address) == 1)
		return true;
	for (unsigned i = 0; i < s->host_count; i++)
		if (strcasecmp(name, s->hosts[i]) == 0)
			return true;
	return false;
}

bool origin_may_read(const struct server *s, const char *origin)
{
	for (unsigned i = 0; i < s->origin_count; i++)
		if (strcasecmp(origin, s->origins[i]) == 0)
			return true;
	return false;
}

void host_policy(const struct server *s, char buf[static HOST_POLICY])
{
	size_t n =
		(size_t)snprintf(buf, HOST_POLICY,
				 "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
				 "'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors%s",
				 s->embedder_count ? "" : " 'none'");

	for (unsigned i = 0; i < s->embedder_count; i++)
		n += (size_t)snprintf(buf + n, HOST_POLICY - n, " %.256s", s->embedders[i]);
}

static bool is_loopback(const struct sockaddr_storage *name)
{
	const struct sockaddr_in *v4 = (const void *)name;
	const struct sockaddr_in6 *v6 = (const void *)name;

	if (name->ss_family == AF_INET)
		return ntohl(v4->sin_addr.s_addr) >> 24 == 127;
	return name->ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

bool host_is_loopback(int fd)
{
	struct sockaddr_storage here = { 0 }, there = { 0 };
	socklen_t size = sizeof(here);

	if (getsockname(fd, (struct sockaddr *)&here, &size) < 0 || !is_loopback(&here))
		return false;
	size = sizeof(there);
	return getpeername(fd, (struct sockaddr *)&there, &size) < 0 || is_loopback(&there);
}
