/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/web/raw-client.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HOST "Host: localhost\r\n"
#define GET "GET /api/v1/ HTTP/1.1\r\n" HOST "\r\n"
#define SOCKET \
	"GET /api/v1.0 HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nConnection: Upgrade\r\n" \
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: QlcYg5ggxetS/prhR3GC2A==\r\n\r\n"
#define MASK "\0\0\0\0"

/* $: the page's ETag. */
static const char *const known[] = {
	"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
	"GET / HTTP/1.1\r\n" HOST "If-None-Match: $\r\n\r\n" GET,
	"HEAD / HTTP/1.1\r\n" HOST "\r\n" GET,
	GET "GET / HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: foo\r\n\r\n" GET,
	GET "GET / HTTP/1.1\r\n" HOST "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
	    "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	GET "CONNECT localhost:1 HTTP/1.1\r\n" HOST "\r\nabc",
	GET GET GET,
	"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n" GET,
	"POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" GET,
	"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nab",
	"GET /api/v1/stream HTTP/1.1\r\n" HOST "\r\n" GET,
	SOCKET "GET / HTTP/1.1\r\n\r\n",
};

#define KNOWN (sizeof(known) / sizeof(known[0]))

/* --- what is sent --- */

static void add_bytes(struct raw_connection *c, const char *bytes, size_t n)
{
	if (n > sizeof(c->bytes) - c->length)
		n = sizeof(c->bytes) - c->length;
	memcpy(c->bytes + c->length, bytes, n);
	c->length += n;
}

static void add(struct raw_connection *c, const char *text)
{
	add_bytes(c, text, strlen(text));
}

static const char *one_of(struct raw_client *client, const char *const *list, size_t n)
{
	return list[chance_below(&client->chance, (unsigned)n)];
}

#define ONE_OF(client, list) one_of(client, list, sizeof(list) / sizeof((list)[0]))

static bool sometimes(struct raw_client *client, unsigned times)
{
	return chance_below(&client->chance, times) == 0;
}

static void add_noise(struct raw_client *client, struct raw_connection *c, unsigned most)
{
	for (unsigned n = chance_below(&client->chance, most + 1); n > 0; n--) {
		const char byte = (char)chance_below(&client->chance, 256);

		add_bytes(c, &byte, 1);
	}
}

static void add_header(struct raw_client *client, struct raw_connection *c)
{
	static const char *const headers[] = {
		"Content-Length: 0",
		"Content-Length: 1",
		"Content-Length: 5",
		"Content-Length: 100000",
		"Content-Length: -1",
		"Content-Length: 99999999999999999999",
		"Content-Length:",
		"Content-Length : 4",
		"content-length: 0\r\nContent-Length: 7",
		"Transfer-Encoding: chunked",
		"Transfer-Encoding:\tidentity",
		"Upgrade: websocket",
		"Upgrade: h2c",
		"Upgrade: foo",
		"Upgrade: websocket, foo",
		"Upgrade:",
		"HTTP2-Settings: AAMAAABkAAQAAP__",
		"HTTP2-Settings: ////",
		"Connection: close",
		"Connection: keep-alive",
		"Connection: Upgrade",
		"Connection: Upgrade, HTTP2-Settings",
		"Sec-WebSocket-Version: 13",
		"Sec-WebSocket-Version: 99999999999",
		"Sec-WebSocket-Key: QlcYg5ggxetS/prhR3GC2A==",
		"Sec-WebSocket-Key: x",
		"Sec-WebSocket-Protocol: serve",
		"Sec-WebSocket-Protocol: loop, serve",
		"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
		"Origin: https://lichess.org",
		"Origin: http://[::1]:8964",
		"Accept-Language: de-AT, de;q=0.9",
		"Last-Event-ID: 0123456789abcdef-1",
		"X-Forwarded-For: 192.0.2.1",
		"Expect: 100-continue",
		"Range: bytes=0-1",
		"Authorization: Basic eDp5",
		"Cookie: a=b",
		"GET / HTTP/1.1",
		"POST /other HTTP/1.1",
		":path: /",
		":method: GET",
		"A: b\r\n c",
		"no colon",
		"\x01: \x02",
	};

	if (sometimes(client, 8)) {
		add(c, "If-None-Match: ");
		add(c, client->etag);
	} else if (sometimes(client, 40)) {
		add(c, "X-Long: ");
		for (unsigned n = chance_below(&client->chance, 5000); n > 0; n--)
			add(c, "a");
	} else {
		add(c, ONE_OF(client, headers));
	}
	add(c, sometimes(client, 20) ? "\n" : "\r\n");
}

static void add_request(struct raw_client *client, struct raw_connection *c)
{
	static const char *const methods[] = { "GET", "GET",	"GET",	 "GET",	    "GET",     "GET", "HEAD", "POST",
					       "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "PRI", "get",  "" };
	static const char *const paths[] = {
		"/",
		"/",
		"/texts",
		"/api/v1/",
		"/api/v1/",
		"/api/v1/stream",
		"/api/v1/stream?game=1",
		"/api/v1/stream/",
		"/api/v1/openapi.yaml",
		"/api/v1/games/1",
		"/api/v1/attention",
		"/game/1.pgn",
		"/game/999.pgn",
		"/round/1.pgn",
		"/event/a/round/1.pgn",
		"/api/v1.0",
		"/api/v1.0/eboards",
		"/api/v1.0/game/1",
		"/nothing",
		"*",
		"localhost:1",
		"/../..%2f%00",
		"/%",
		"/a?%zz&=&b",
		"//",
		"",
	};
	static const char *const versions[] = { " HTTP/1.1", " HTTP/1.1", " HTTP/1.1", " HTTP/1.1",
						" HTTP/1.0", " HTTP/2.0", " HTTP/9",   "" };
	static const char *const hosts[] = { HOST, HOST, HOST, HOST, HOST, "Host: evil.example\r\n", "Host:\r\n", "" };
	static const char *const ends[] = { "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "" };

	add(c, ONE_OF(client, methods));
	add(c, " ");
	add(c, ONE_OF(client, paths));
	add(c, ONE_OF(client, versions));
	add(c, "\r\n");
	add(c, ONE_OF(client, hosts));
	for (unsigned n = chance_below(&client->chance, 5); n > 0; n--)
		add_header(client, c);
	add(c, ONE_OF(client, ends));
	if (sometimes(client, 4))
		add(c, sometimes(client, 2) ? "hello" : "5\r\nhello\r\n0\r\n\r\n");
	if (sometimes(client, 10))
		add_noise(client, c, 40);
}

/* A frame of a WebSocket, right or wrong, and sometimes not all of it. */
static void add_frame(struct raw_client *client, struct raw_connection *c)
{
	static const char *const texts[] = {
		"{\"id\":1,\"call\":\"eboards\"}",
		"{\"id\":2,\"call\":\"sources\"}",
		"{\"id\":3,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"x\"}}}",
		"{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}",
		"{",
		"",
	};
	static const unsigned char codes[] = { 0x81, 0x81, 0x81, 0x81, 0x01, 0x80, 0x00, 0x82,
					       0x88, 0x89, 0x8a, 0x09, 0xf1, 0x83, 0x8f };
	const char *text = ONE_OF(client, texts);
	size_t length = strlen(text), says = sometimes(client, 6) ? chance_below(&client->chance, 70000) : length;
	const char first = (char)codes[chance_below(&client->chance, sizeof(codes))];
	const unsigned mask = sometimes(client, 8) ? 0 : 0x80;
	char head[10];
	size_t n = 2;

	head[0] = first;
	if (sometimes(client, 20)) { /* of a length that nobody has */
		head[1] = (char)(mask | 127);
		memset(head + 2, (char)chance_below(&client->chance, 256), 8);
		n = 10;
	} else if (says > 125 || sometimes(client, 8)) {
		head[1] = (char)(mask | 126);
		head[2] = (char)(says >> 8);
		head[3] = (char)says;
		n = 4;
	} else {
		head[1] = (char)(mask | says);
	}
	add_bytes(c, head, n);
	if (mask)
		add_bytes(c, MASK, 4);
	add_bytes(c, text, sometimes(client, 6) ? length / 2 : length);
}

static void cut_anywhere(struct raw_client *client, struct raw_connection *c)
{
	size_t at = 0;

	for (size_t i = 0; i < RAW_CUTS; i++) {
		at += sometimes(client, 2) ? c->length : 1 + chance_below(&client->chance, (unsigned)c->length);
		c->cuts[i] = at < c->length ? at : c->length;
	}
}

static void write_by_chance(struct raw_client *client, struct raw_connection *c)
{
	const bool is_socket = sometimes(client, 4);

	for (unsigned n = chance_below(&client->chance, 4) + !is_socket; n > 0; n--)
		add_request(client, c);
	if (is_socket) {
		add(c, SOCKET);
		for (unsigned n = chance_below(&client->chance, 6); n > 0; n--)
			add_frame(client, c);
	}
	if (sometimes(client, 30))
		add_noise(client, c, 300);
	cut_anywhere(client, c);
	c->end = (enum raw_end)chance_below(&client->chance, RAW_HALF_CLOSED + 1);
	c->idle = sometimes(client, 10) ? chance_below(&client->chance, 200) : chance_below(&client->chance, 4);
}

/* Both ports have had it at one cut, then at the next. */
static void write_known(struct raw_client *client, struct raw_connection *c)
{
	for (const char *at = known[client->known]; *at; at++)
		if (*at == '$')
			add(c, client->etag);
		else
			add_bytes(c, at, 1);
	for (size_t i = 0; i < RAW_CUTS; i++)
		c->cuts[i] = i == 0 ? c->length - client->cut : c->length;
	c->end = RAW_CLOSED;
	c->idle = 2;
}

/* --- connections --- */

static int connect_to(int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const int on = 1;

	if (fd < 0)
		return -1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0)
		return fd;
	close(fd);
	return -1;
}

static bool begin(struct raw_client *client, struct raw_connection *c)
{
	const bool is_known = !raw_client_is_by_chance(client);
	const size_t port = is_known ? client->opened % 2 : chance_below(&client->chance, 2);

	c->length = c->sent = 0;
	if (is_known)
		write_known(client, c);
	else
		write_by_chance(client, c);
	c->fd = connect_to(client->ports[port]);
	client->opened++;
	if (is_known && port == 1 && ++client->cut == c->length) {
		client->cut = 0;
		client->known++;
	}
	return c->fd >= 0;
}

static void end(struct raw_connection *c)
{
	const struct linger at_once = { .l_onoff = 1 };

	if (c->end == RAW_RESET)
		setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(c->fd);
	c->fd = -1;
}

/* Where the piece that begins at what was sent ends. */
static size_t piece_end(const struct raw_connection *c)
{
	for (size_t i = 0; i < RAW_CUTS; i++)
		if (c->cuts[i] > c->sent)
			return c->cuts[i];
	return c->length;
}

static void go_on(struct raw_connection *c)
{
	static char answer[65536];
	ssize_t n;

	if (c->sent < c->length) {
		n = send(c->fd, c->bytes + c->sent, piece_end(c) - c->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
		c->sent = n > 0 ? c->sent + (size_t)n : c->length;
		if (c->sent == c->length && c->end == RAW_HALF_CLOSED)
			shutdown(c->fd, SHUT_WR);
		return;
	}
	n = recv(c->fd, answer, sizeof(answer), MSG_DONTWAIT);
	if (n == 0 || c->idle == 0)
		end(c);
	else
		c->idle--;
}

void raw_client_init(struct raw_client *client, unsigned seed, int page, int livechess, const char *etag)
{
	*client = (struct raw_client){ .chance = { seed }, .ports = { page, livechess } };
	snprintf(client->etag, sizeof(client->etag), "%s", etag);
	for (size_t i = 0; i < RAW_CONNECTIONS; i++)
		client->connections[i].fd = -1;
}

bool raw_client_is_by_chance(const struct raw_client *client)
{
	return client->known == KNOWN;
}

bool raw_client_step(struct raw_client *client)
{
	struct raw_connection *c = &client->connections[client->turn++ % RAW_CONNECTIONS];

	if (c->fd < 0)
		return begin(client, c);
	go_on(c);
	return true;
}

void raw_client_done(struct raw_client *client)
{
	for (size_t i = 0; i < RAW_CONNECTIONS; i++)
		if (client->connections[i].fd >= 0)
			end(&client->connections[i]);
}
