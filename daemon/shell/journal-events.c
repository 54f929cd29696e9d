/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-events.h"

#include "daemon/shell/journal-internal.h"

int journal_events(struct journal *j, journal_event_fn fn, void *userdata)
{
	sqlite3_stmt *s;
	int rc, r = 0;

	rc = sqlite3_prepare_v2(
		j->db,
		"SELECT events.id, events.json, rounds.round, rounds.json FROM events LEFT JOIN rounds ON "
		"rounds.event = events.id ORDER BY events.id, rounds.round",
		-1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		r = fn(userdata, (const char *)sqlite3_column_text(s, 0), (const char *)sqlite3_column_text(s, 1),
		       (unsigned)sqlite3_column_int(s, 2), (const char *)sqlite3_column_text(s, 3));
	if (r == 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, "reading the journal");
	sqlite3_finalize(s);
	return r;
}

static int read_round(struct journal *j, const char *sql, const char *event, unsigned round, journal_row_fn fn,
		      void *userdata)
{
	sqlite3_stmt *s;
	int rc, r = 0;

	rc = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC);
	sqlite3_bind_int64(s, 2, round);
	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		r = fn(userdata, (uint64_t)sqlite3_column_int64(s, 0), (const char *)sqlite3_column_text(s, 1));
	if (r == 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, "reading the journal");
	sqlite3_finalize(s);
	return r;
}

int journal_acts(struct journal *j, const char *event, unsigned round, journal_row_fn fn, void *userdata)
{
	return read_round(j, "SELECT n, json FROM acts WHERE event = ?1 AND round = ?2 ORDER BY n", event, round, fn,
			  userdata);
}

int journal_round_source(struct journal *j, const char *event, unsigned round, journal_row_fn fn, void *userdata)
{
	return read_round(j, "SELECT round, coalesce(source, '') FROM rounds WHERE event = ?1 AND round = ?2", event,
			  round, fn, userdata);
}
