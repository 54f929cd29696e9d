/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scene: a few moves at the board and what is said about them, played by sensors that are sure, by sensors that name
 * pieces, and by those that see only whether one stands there. All have to rule the same.
 *
 *   -e2   lift e2          +e4   place on e4         +a8=Q   a new queen is placed on a8
 *   !w !b press            ||    the clock is stopped
 *   @500  500 ms pass before the next event (200 ms pass between two events of a hand otherwise)
 *   w:illegal-move         White claims it; b: Black, a: the arbiter reports it
 *   w:illegal-move:want=rectify   the same, with a key
 */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include "tests/unit/core/core-testing.h"

struct scene {
	const char *name; /* and the article that decides */
	const char *books;
	const char *fen, *hands;
	const char *ruled; /* "RULING REASON RESULT" of the last ruling */
};

struct scene_table {
	char piece[GAME_MAX_SQUARES], hand[8];
	unsigned in_hand;
};

static inline void scene_event(struct played *p, struct scene_table *table, const char *word, int64_t t_ms)
{
	const bool names = p->setup.sensors == TRACKER_PIECE_ID;
	char text[240], square[4] = "", piece[32] = "";
	unsigned q = 0, n = 0;
	const char *new;

	if (*word == '-' || *word == '+') {
		new = strchr(word, '=');
		snprintf(square, sizeof(square), "%.*s", new ? (int)(new - word - 1) : 2, word + 1);
		for (q = 0; q < p->setup.game->squares; q++) {
			p->setup.game->square_name(q, text);
			if (!strcmp(text, square))
				break;
		}
		assert_true(q < p->setup.game->squares);
		if (*word == '-') {
			assert_true(table->in_hand < sizeof(table->hand));
			table->hand[table->in_hand++] = table->piece[q];
			table->piece[q] = '.';
		} else if (new) {
			table->piece[q] = new[1];
		} else {
			assert_true(table->in_hand > 0);
			table->piece[q] = table->hand[--table->in_hand];
		}
		if (p->setup.sensors != TRACKER_PRESENCE && *word == '+' && (names || new))
			snprintf(piece, sizeof(piece), ",\"piece\":\"%c\"", table->piece[q]);
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"%s\",\"square\":\"%s\"%s}]", (long long)t_ms,
			 *word == '-' ? "lift" : "place", square, piece);
	} else if (*word == '!') {
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"press\",\"side\":\"%s\"}]", (long long)t_ms,
			 word[1] == 'w' ? "white" : "black");
	} else if (!strcmp(word, "||") || !strcmp(word, "~")) {
		snprintf(text, sizeof(text), "[{\"t_ms\":%lld,\"type\":\"%s\"}]", (long long)t_ms,
			 *word == '~' ? "tick" : "pause");
	} else {
		const char *by = *word == 'w' ? "white" : *word == 'b' ? "black" : "arbiter", *what = word + 2;
		const char *word_for = *word == 'a' ? "report" : "claim";
		const char *key = strchr(what, ':');

		n = (unsigned)snprintf(text, sizeof(text),
				       "[{\"t_ms\":%lld,\"type\":\"%s\",\"by\":\"%s\",\"%s\":\"%.*s\"", (long long)t_ms,
				       word_for, by, word_for, key ? (int)(key - what) : (int)strlen(what), what);
		if (key)
			n += (unsigned)snprintf(text + n, sizeof(text) - n, ",\"%.*s\":\"%s\"",
						(int)strcspn(key + 1, "="), key + 1, strchr(key, '=') + 1);
		snprintf(text + n, sizeof(text) - n, "}]");
	}
	play(p, text, false);
}

/* The last ruling, as "RULING REASON RESULT". */
static inline void scene_ruled(const struct played *p, char *ret, size_t size)
{
	snprintf(ret, size, "nothing");
	for (const char *line = p->text; *line; line = strchr(line, '\n') + 1) {
		json_t *o = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);

		if (!strcmp(json_string_value(json_object_get(o, "type")), "ruling"))
			snprintf(ret, size, "%s %s %s", json_string_value(json_object_get(o, "ruling")),
				 json_string_value(json_object_get(o, "reason")),
				 json_string_value(json_object_get(o, "result")));
		json_decref(o);
	}
}

/* clock: the JSON of a clock, NULL five minutes each, White's running or that of the side to move. */
static inline void scene_play(struct played *p, const char *sensors, const char *book, const char *game,
			      const char *clock, const char *fen, const char *hands)
{
	struct scene_table table = { .in_hand = 0 };
	char header[640], usual[160], words[512];
	int64_t t_ms = 1000;
	const bool white = strchr(fen, '/') ? strstr(fen, " w ") != NULL : fen[0] == 'W';

	snprintf(usual, sizeof(usual),
		 "{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"%s\"}",
		 white ? "white" : "black");
	snprintf(
		header, sizeof(header),
		"{\"sensors\":\"%s\",\"lever\":true,\"game\":\"%s\",\"start\":\"%s\",\"start_fen\":\"%s\",\"clock\":%s}",
		sensors, game, fen, fen, clock ? clock : usual);
	play_start(p, header, book, true);
	memset(table.piece, '.', sizeof(table.piece));
	p->setup.game->placement(&p->setup.start, table.piece);
	snprintf(words, sizeof(words), "%s", hands);
	for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		if (*word == '@') {
			t_ms += atol(word + 1);
			continue;
		}
		scene_event(p, &table, word, t_ms);
		if (*word == '-' || *word == '+')
			t_ms += 200;
	}
}

/* Each scene, under each of its books (blank-separated), by each of these kinds of sensor. */
static inline void scenes_play_by(const char *const *sensors, unsigned kinds, const struct scene *scenes,
				  unsigned count, const char *game, const char *clock)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < kinds; k++) {
			char books[160], ruled[120];

			snprintf(books, sizeof(books), "%s", scenes[i].books);
			for (char *save, *book = strtok_r(books, " ", &save); book; book = strtok_r(NULL, " ", &save)) {
				struct played played;

				scene_play(&played, sensors[k], book, game, clock, scenes[i].fen, scenes[i].hands);
				scene_ruled(&played, ruled, sizeof(ruled));
				if (strcmp(ruled, scenes[i].ruled))
					fail_msg("%s (%s, %s): %s, not %s\n%s", scenes[i].name, book, sensors[k], ruled,
						 scenes[i].ruled, played.text);
				play_end(&played);
			}
		}
}

static inline void scenes_play(const struct scene *scenes, unsigned count, const char *game, const char *clock)
{
	static const char *const sensors[] = { "sure", "piece-id", "presence" };

	scenes_play_by(sensors, 3, scenes, count, game, clock);
}

#endif
