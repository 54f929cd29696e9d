/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/websocket.h"

#include <errno.h>
#include <gcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

#include "common/machine-clock.h"

#define PONG_US (30 * 1000000)	/* so long a ping may stay unanswered */
#define LEAVE_US (5 * 1000000)	/* so long is waited for somebody who does not read why it is left */
#define READ_AT_ONCE (64 << 10) /* bytes: others are served, too */
#define VERSION "13"
#define KEY 24 /* letters of 16 bytes in base64 */

struct websocket {
	struct MHD_UpgradeResponseHandle *urh;
	int fd;
	wslay_event_context_ptr wslay;
	sd_event_source *io, *leaving;
	struct client *client;
	char *early; /* what came with the request, and how much of it is read */
	size_t early_size, early_read;
	size_t read;	   /* bytes since the socket was ready last */
	int64_t pinged_us; /* nothing was heard since then; 0 something was */
	bool is_over;
};

bool websocket_accept(struct MHD_Connection *mhd, char ret[static WEBSOCKET_ACCEPT])
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *key = MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, "Sec-WebSocket-Key");
	const char *version = MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, "Sec-WebSocket-Version");
	unsigned char hash[21] = { 0 }; /* SHA-1, and a byte to fill it up */
	char text[KEY + 40];

	if (!key || strlen(key) != KEY || !version || strcmp(version, VERSION) != 0)
		return false;
	snprintf(text, sizeof(text), "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
	gcry_md_hash_buffer(GCRY_MD_SHA1, hash, text, strlen(text));
	for (size_t i = 0; i < 7; i++) {
		const unsigned bits = (unsigned)hash[3 * i] << 16 | (unsigned)hash[3 * i + 1] << 8 | hash[3 * i + 2];

		for (unsigned k = 0; k < 4; k++)
			*ret++ = letters[bits >> (18 - 6 * k) & 63];
	}
	strcpy(ret - 1, "=");
	return true;
}

/* --- bytes --- */

static ssize_t on_read(wslay_event_context_ptr wslay, uint8_t *buf, size_t most, int flags, void *user_data)
{
	struct websocket *w = user_data;
	ssize_t n = (ssize_t)(w->early_size - w->early_read);

	if (n > 0) {
		n = (size_t)n < most ? n : (ssize_t)most;
		memcpy(buf, w->early + w->early_read, (size_t)n);
		w->early_read += (size_t)n;
		return n;
	}
	n = w->read < READ_AT_ONCE ? recv(w->fd, buf, most, 0) : (errno = EAGAIN, -1);
	if (n > 0) {
		w->read += (size_t)n;
		w->pinged_us = 0;
		return n;
	}
	wslay_event_set_error(wslay, n < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return -1;
}

static ssize_t on_write(wslay_event_context_ptr wslay, const uint8_t *buf, size_t size, int flags, void *user_data)
{
	struct websocket *w = user_data;
	const ssize_t n = send(w->fd, buf, size, MSG_NOSIGNAL | (flags & WSLAY_MSG_MORE ? MSG_MORE : 0));

	if (n < 0)
		wslay_event_set_error(wslay, errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return n;
}

static int on_left(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct websocket *w = userdata;

	w->is_over = true;
	return 0;
}

/* It is told why, if its socket takes that soon. */
static void leave(struct websocket *w, unsigned status, const char *why)
{
	if (w->leaving)
		return;
	wslay_event_queue_close(w->wslay, (uint16_t)status, (const uint8_t *)why, strlen(why));
	w->is_over = sd_event_add_time_relative(sd_event_source_get_event(w->io), &w->leaving, CLOCK_MONOTONIC,
						LEAVE_US, 0, on_left, w) < 0;
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message,
		       void *user_data)
{
	struct websocket *w = user_data;

	if (message->opcode == WSLAY_BINARY_FRAME)
		leave(w, WSLAY_CODE_UNSUPPORTED_DATA, "text is expected");
	else if (message->opcode == WSLAY_TEXT_FRAME)
		client_receive(w->client, (const char *)message->msg, message->msg_length, client_now());
}

/* --- its life --- */

/* One at a time: those that its socket does not take stay with its client, which counts them. */
static bool queue_next(struct websocket *w)
{
	struct wslay_event_msg message = { .opcode = WSLAY_TEXT_FRAME };

	if (wslay_event_get_queued_msg_count(w->wslay) > 0)
		return false;
	message.msg = (const uint8_t *)client_text(w->client, &message.msg_length);
	if (!message.msg || wslay_event_queue_msg(w->wslay, &message) < 0)
		return false;
	client_sent(w->client);
	return true;
}

bool websocket_send(struct websocket *w)
{
	if (!w->is_over && w->client->over)
		leave(w, WSLAY_CODE_POLICY_VIOLATION, w->client->over);
	do
		w->is_over |= wslay_event_send(w->wslay) != 0;
	while (!w->is_over && queue_next(w));
	w->is_over |= !wslay_event_want_read(w->wslay) && !wslay_event_want_write(w->wslay);
	if (w->is_over)
		sd_event_source_set_enabled(w->io, SD_EVENT_OFF);
	else
		sd_event_source_set_io_events(w->io, EPOLLIN | (wslay_event_want_write(w->wslay) ? EPOLLOUT : 0));
	return !w->is_over;
}

static int on_ready(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct websocket *w = userdata;

	w->read = 0;
	w->is_over |= wslay_event_recv(w->wslay) != 0;
	websocket_send(w);
	return 0;
}

void websocket_keep_alive(struct websocket *w)
{
	static const struct wslay_event_msg ping = { .opcode = WSLAY_PING };
	const int64_t now_us = machine_clock_us(CLOCK_MONOTONIC);

	w->is_over |= w->pinged_us && now_us - w->pinged_us >= PONG_US;
	if (w->pinged_us)
		return;
	w->pinged_us = now_us;
	wslay_event_queue_msg(w->wslay, &ping);
}

struct websocket *websocket_new(struct MHD_UpgradeResponseHandle *urh, int fd, sd_event *event, const char *early,
				size_t size, struct client *client)
{
	static const struct wslay_event_callbacks callbacks = { .recv_callback = on_read,
								.send_callback = on_write,
								.on_msg_recv_callback = on_message };
	struct websocket *w = client ? calloc(1, sizeof(*w)) : NULL;

	if (!w) {
		MHD_upgrade_action(urh, MHD_UPGRADE_ACTION_CLOSE);
		return NULL;
	}
	*w = (struct websocket){ .urh = urh, .fd = fd, .client = client, .early_size = size };
	w->early = malloc(size + 1);
	if (!w->early || wslay_event_context_server_init(&w->wslay, &callbacks, w) != 0 ||
	    sd_event_add_io(event, &w->io, fd, EPOLLIN | EPOLLOUT, on_ready, w) < 0) {
		websocket_free(w);
		return NULL;
	}
	if (size > 0) /* else early may be NULL */
		memcpy(w->early, early, size);
	wslay_event_config_set_max_recv_msg_length(w->wslay, 2 * REQUEST_MAX);
	return w;
}

void websocket_free(struct websocket *w)
{
	sd_event_source_disable_unref(w->io);
	sd_event_source_disable_unref(w->leaving);
	if (w->wslay)
		wslay_event_context_free(w->wslay);
	MHD_upgrade_action(w->urh, MHD_UPGRADE_ACTION_CLOSE);
	free(w->early);
	free(w);
}
