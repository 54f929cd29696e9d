/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a centre's publications and the files of its export say of a game or an event, for struct live. */
#ifndef WEB_CENTRE_GAMES_H
#define WEB_CENTRE_GAMES_H

#include "web/live.h"

#define CENTRE_ID 256

/* Whose a file or a publication is. round and board 0 as in stream/stream-database.h. */
struct centre_subject {
	const char *hall, *event;
	unsigned round, board;
};

void centre_event_id(const struct centre_subject *subject, char id[static CENTRE_ID]);
void centre_game_id(const struct centre_subject *subject, char id[static CENTRE_ID]);
/* The game's subject, its texts in buf. False: it is none's id. */
bool centre_subject_of_id(const char *id, char buf[static CENTRE_ID], struct centre_subject *ret);

/* made_us: when it was said, by live_now(). */
void centre_game_publication(struct live_game *game, const json_t *publication, int64_t made_us);
/* Its record, of which the tags are read. is_pdn: draughts. made_us: as above. */
void centre_game_record(struct live_game *game, const struct centre_subject *subject, const char *text, bool is_pdn,
			int64_t made_us);
/* Nothing more will happen in it. */
bool centre_game_is_over(const struct live_game *game);

/* tournament.json, and a round's index.json. */
void centre_event_tournament(struct live_event *event, const json_t *tournament);
void centre_event_round(struct live_event *event, const struct centre_subject *subject, const json_t *index);

#endif
