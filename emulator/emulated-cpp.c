/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Emulated boards that speak the Chess Peripheral Protocol over a serial line, as people build them: lines of text.
 * cpp names its pieces and answers when it is asked what stands on it; cpp-plain knows only where something stands, and
 * tells of it only once a round was begun. Both are deaf for half a second while they start, which opening a line makes
 * some do.
 */
#include <stdio.h>
#include <string.h>

#include "emulator/emulated-board.h"

#define STARTS_US 500000

struct cpp {
	struct emulated_snapshots snapshots;
	bool plain;	   /* no names, no get_state */
	bool streams;	   /* each change is told: the host has asked for it */
	bool asked, begun; /* get_state, begin */
	int64_t starts_us; /* until then it starts */
	char reported[64];
	char line[256];
	size_t have;
};

static void send_line(struct cpp *c, const char *text)
{
	char line[160];
	int n = snprintf(line, sizeof(line), "%s\r\n", text);

	emulated_snapshots_send(&c->snapshots, (const uint8_t *)line, (size_t)n);
}

/* A FEN's placement of what the last scan saw. */
static void placement(const struct cpp *c, char *fen)
{
	for (unsigned row = 0, gap = 0; row < 8; row++) {
		for (unsigned file = 0; file < 8; file++) {
			const char piece = c->snapshots.seen[8 * row + file];

			if (piece == '.') {
				gap++;
				continue;
			}
			if (gap)
				*fen++ = (char)('0' + gap);
			gap = 0;
			*fen++ = c->plain ? '?' : piece;
		}
		if (gap)
			*fen++ = (char)('0' + gap);
		gap = 0;
		*fen++ = row < 7 ? '/' : '\0';
	}
}

static void emulated_cpp_tell(struct cpp *c, const char *word)
{
	char fen[80], line[120];

	placement(c, fen);
	memcpy(c->reported, c->snapshots.seen, sizeof(c->reported));
	snprintf(line, sizeof(line), "%s %s", word, fen);
	send_line(c, line);
}

static void emulated_cpp_report(struct emulated_snapshots *s)
{
	struct cpp *c = (struct cpp *)s;

	if ((c->streams && c->begun) || (c->asked && !c->begun))
		if (memcmp(c->reported, s->seen, sizeof(c->reported)) != 0)
			emulated_cpp_tell(c, "state");
}

static void cpp_power(struct emulated *e)
{
	struct cpp *c = (struct cpp *)e;

	c->have = 0;
	c->asked = false;
	c->streams = c->begun = e->options.deaf;
	c->starts_us = e->now_us + STARTS_US;
}

static void cpp_init(struct emulated *e, const struct clock_control *control)
{
	struct cpp *c = (struct cpp *)e;

	c->plain = e->kind == &emulated_cpp_plain;
	emulated_snapshots_init(&c->snapshots, 20000);
	c->snapshots.report = emulated_cpp_report;
}

/* Are the pieces where the host has them? */
static bool is_as(const struct cpp *c, const char *fen)
{
	char mine[80];

	placement(c, mine);
	return strncmp(mine, fen, strlen(mine)) == 0;
}

static void emulated_cpp_obey(struct cpp *c, const char *line)
{
	if (!strcmp(line, "feature state_stream")) {
		c->streams = true;
		send_line(c, "ok");
	} else if (!strcmp(line, "feature get_state")) {
		send_line(c, c->plain ? "nok" : "ok");
	} else if (!strncmp(line, "feature ", 8)) {
		send_line(c, "nok");
	} else if (!strcmp(line, "get_state") && !c->plain) {
		c->asked = true;
		emulated_cpp_tell(c, "state");
	} else if (!strncmp(line, "begin ", 6)) {
		c->begun = true;
		emulated_cpp_tell(c, is_as(c, line + 6) ? "sync" : "unsync");
	} else if (*line && strcmp(line, "ok") != 0 && strcmp(line, "nok") != 0) {
		send_line(c, "err Unsupported command");
	}
}

static void cpp_receive(struct emulated *e, uint8_t byte)
{
	struct cpp *c = (struct cpp *)e;

	if (e->now_us < c->starts_us)
		return;
	if (byte != '\n') {
		if (byte != '\r' && c->have < sizeof(c->line) - 1)
			c->line[c->have++] = (char)byte;
		return;
	}
	c->line[c->have] = '\0';
	c->have = 0;
	emulated_cpp_obey(c, c->line);
}

const struct emulated_kind emulated_cpp = {
	.name = "cpp",
	.size = sizeof(struct cpp),
	.width = 8,
	.sensors = BOARD_PIECE_ID,
	.init = cpp_init,
	.power = cpp_power,
	.advance = emulated_snapshots_advance,
	.receive = cpp_receive,
};

const struct emulated_kind emulated_cpp_plain = {
	.name = "cpp-plain",
	.size = sizeof(struct cpp),
	.width = 8,
	.sensors = BOARD_PRESENCE,
	.init = cpp_init,
	.power = cpp_power,
	.advance = emulated_snapshots_advance,
	.receive = cpp_receive,
};
