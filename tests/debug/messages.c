// SPDX-License-Identifier: GPL-2.0-or-later
/* Messages of the wire protocol, sound and otherwise: see bytes.h and doc/protocol.md. */
#include <endian.h>
#include <string.h>

#include "bytes.h"

static uint8_t any_square(struct seeded *s, const struct face *face)
{
	return (uint8_t)below(s, face->width * face->width);
}

static uint8_t any_piece(struct seeded *s, const struct face *face)
{
	const char *pieces = face->width == 10 ? "wbWB" : "PNBRQKpnbrqk";

	if (face->sensors == SBW_SENSORS_PRESENCE)
		return '?';
	return (uint8_t)pieces[below(s, (unsigned int)strlen(pieces))];
}

/* Another length than it should have: nothing, a part, one byte more or less, or far too long. */
static void missize(struct seeded *s, struct message *m)
{
	const size_t was = m->size;

	switch (below(s, 5)) {
	case 0:
		m->size = 0;
		break;
	case 1:
		m->size = was ? below(s, (unsigned int)was) : 0;
		break;
	case 2:
		m->size = was ? was - 1 : 0;
		break;
	case 3:
		m->size = was + 1;
		break;
	case 4:
		m->size = was + below(s, 1024);
		break;
	}
	if (m->size > was)
		noise(s, m->bytes + was, m->size - was);
}

static void spoil(struct seeded *s, struct message *m)
{
	switch (below(s, 4)) {
	case 0:
		missize(s, m);
		break;
	case 1:
		noise(s, m->bytes, m->size);
		break;
	default:
		damage(s, m->bytes, m->size, 4);
		break;
	}
}

struct message make_info(struct seeded *s, struct face *face, bool change, bool hostile)
{
	struct sbw_info info = { .magic = htole32(SBW_MAGIC), .version = SBW_VERSION };
	struct message m = { .size = sizeof(info) };

	if (change) {
		face->width = percent(s, 50) ? 8 : 10;
		face->sensors = percent(s, 50) ? SBW_SENSORS_PRESENCE : SBW_SENSORS_PIECE_ID;
		face->seq = percent(s, 70) ? 0 : (uint32_t)seeded_next(s);
	}
	info.width = info.height = face->width;
	info.sensors = face->sensors;
	info.features = htole32(0x1f);
	info.scan_us = htole32(2500);
	info.boot_id = htole32((uint32_t)seeded_next(s));
	strcpy(info.model, "Hostile board");
	strcpy(info.firmware, "besieger 1");
	strcpy(info.serial, percent(s, 50) ? "H1" : "");
	memcpy(m.bytes, &info, sizeof(info));
	if (hostile)
		spoil(s, &m);
	return m;
}

struct message make_board(struct seeded *s, const struct face *face, bool hostile)
{
	const unsigned int count = face->width * face->width;
	struct sbw_board_header header = {
		.time_us = htole64(face->time_us),
		.seq = htole32(face->seq),
		.count = (uint8_t)count,
		.lever = (uint8_t)below(s, 3),
	};
	struct message m = { .size = sizeof(header) + count };

	memcpy(m.bytes, &header, sizeof(header));
	for (unsigned int i = 0; i < count; i++)
		m.bytes[sizeof(header) + i] = percent(s, 50) ? '.' : any_piece(s, face);
	if (hostile)
		spoil(s, &m);
	return m;
}

static struct sbw_event any_event(struct seeded *s, const struct face *face)
{
	struct sbw_event e = { .type = (uint8_t)(1 + below(s, 5)), .delta_us = htole32(below(s, 5000)) };

	if (e.type == SBW_EVENT_LIFT || e.type == SBW_EVENT_PLACE) {
		e.square = any_square(s, face);
		e.piece = any_piece(s, face);
	} else if (e.type == SBW_EVENT_PRESS) {
		e.piece = (uint8_t)(1 + below(s, 2));
	}
	return e;
}

struct message make_report(struct seeded *s, struct face *face, size_t most)
{
	const unsigned int count = 1 + below(s, SBW_REPORT_EVENTS);
	struct sbw_report r = { .version = SBW_VERSION, .count = (uint8_t)count, .time_us = htole64(face->time_us) };
	struct message m = { .size = sizeof(r) - (SBW_REPORT_EVENTS - count) * sizeof(r.events[0]) };

	r.length = htole16((uint16_t)m.size);
	r.seq = htole32(face->seq + 1);
	face->seq += count;
	face->time_us += below(s, 10000);
	for (unsigned int i = 0; i < count; i++)
		r.events[i] = any_event(s, face);
	switch (below(s, 12)) {
	case 0:
		r.version = (uint8_t)seeded_next(s);
		break;
	case 1:
		r.count = (uint8_t)below(s, 256);
		break;
	case 2:
		r.length = htole16((uint16_t)seeded_next(s));
		break;
	case 3:
		r.seq = htole32((uint32_t)seeded_next(s));
		break;
	case 4:
		r.seq = htole32(face->seq - below(s, 600));
		break; /* behind, or the same again */
	case 5:
		r.seq = htole32(face->seq + below(s, 600));
		break;
	case 6:
		r.time_us = htole64(seeded_next(s));
		break;
	case 7:
		noise(s, r.events, count * sizeof(r.events[0]));
		break;
	case 8:
		damage(s, &r, m.size, 6);
		break;
	}
	memcpy(m.bytes, &r, sizeof(r));
	switch (below(s, 16)) {
	case 0:
		missize(s, &m);
		break;
	case 1:
		m.size = below(s, (unsigned int)most + 1);
		noise(s, m.bytes, m.size);
		break;
	}
	if (m.size > most)
		m.size = most;
	return m;
}
