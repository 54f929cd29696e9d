/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What halls say of themselves, and what they have lost. */
#include <stdio.h>

#include "relay/store/store-inside.h"

#define HALLS_OF "SELECT hall, heard_us, health, lag_us, lag_p99_us, id, refused, refused_us, accepted FROM halls"

json_t *store_halls(struct store *store)
{
	return store_ask(store,
			 HALLS_OF " UNION ALL SELECT DISTINCT hall, 0, '', 0, 0, '', '', 0, '' FROM subjects"
				  " WHERE hall NOT IN (SELECT hall FROM halls) ORDER BY hall",
			 NULL);
}

json_t *store_hall(struct store *store, const char *hall)
{
	json_t *rows = store_ask(store, HALLS_OF " WHERE hall = ?", hall), *row = json_array_get(rows, 0);

	json_incref(row);
	json_decref(rows);
	return row;
}

int64_t store_epoch(struct store *store, const char *hall)
{
	json_t *rows = store_ask(store, "SELECT max(epoch) AS epoch FROM subjects WHERE hall = ?", hall);
	const int64_t epoch = json_integer_value(json_object_get(json_array_get(rows, 0), "epoch"));

	json_decref(rows);
	return epoch;
}

json_t *store_lost_rounds(struct store *store, const char *hall, int64_t epoch)
{
	char question[1024];

	/* a hall that has lost its stream database alone sends no moves of rounds that are over, and names the rounds
	 */
	snprintf(
		question, sizeof(question),
		"SELECT event, round, max(epoch) AS epoch FROM subjects AS gone WHERE hall = ? AND round > 0"
		" GROUP BY event, round HAVING max(epoch) < %lld"
		" AND EXISTS (SELECT 1 FROM subjects AS own WHERE own.hall = gone.hall AND own.event = gone.event"
		" AND own.round = 0 AND own.board = 0 AND own.epoch = %lld)"
		" AND EXISTS (SELECT 1 FROM files WHERE files.hall = gone.hall AND files.event = gone.event"
		" AND path = 'tournament.json' AND iif(json_valid(text), json_array_length(text, '$.rounds'), NULL) < gone.round)"
		" AND EXISTS (SELECT 1 FROM files WHERE files.hall = gone.hall AND files.event = gone.event"
		" AND path GLOB 'round-' || gone.round || '/*')",
		(long long)epoch, (long long)epoch);
	return store_ask(store, question, hall);
}

int store_set_hall(struct store *store, const char *hall, int64_t heard_us, const char *health, int64_t lag_us,
		   int64_t lag_p99_us)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r :
		       database_file_run(&store->base, SET_HALL, "titii", hall, heard_us, health, lag_us, lag_p99_us);
}

int store_set_identity(struct store *store, const char *hall, const char *id)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, SET_IDENTITY, "tt", hall, id);
}

int store_set_refused(struct store *store, const char *hall, int64_t heard_us, const char *health)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, SET_REFUSED, "tit", health, heard_us, hall);
}

int store_accept(struct store *store, const char *hall)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, ACCEPT, "t", hall);
}

int store_take_again(struct store *store, const char *hall)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, TAKE_AGAIN, "t", hall);
}
