/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lichess/lichess.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/text-mark.h"

#define LARGEST (16 << 20)

static void free_list(struct lichess_game *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(list[i].text);
	free(list);
}

void games_done(struct lichess_games *games)
{
	free_list(games->list, games->count);
	*games = (struct lichess_games){ 0 };
}

bool game_is_due(const struct lichess_game *game)
{
	return game->version != game->taken && game->version != game->refused;
}

/* The game of that GameId, NULL none. */
static struct lichess_game *games_find(struct lichess_games *games, const char *id)
{
	for (size_t i = 0; i < games->count; i++)
		if (strcmp(games->list[i].id, id) == 0)
			return &games->list[i];
	return NULL;
}

static int read_all(const char *path, char **ret)
{
	FILE *file = fopen(path, "re");
	size_t size = 0, room = 65536;
	char *text = file ? malloc(room) : NULL;
	int r = !file ? -errno : text ? 0 : -ENOMEM;

	while (r == 0) {
		size_t n = fread(text + size, 1, room - size - 1, file);

		size += n;
		if (n == 0)
			break;
		if (size + 1 == room) {
			char *more = room < LARGEST ? realloc(text, 2 * room) : NULL;

			r = more ? 0 : room < LARGEST ? -ENOMEM : -EFBIG;
			text = more ? more : text;
			room = 2 * room;
		}
	}
	if (r == 0 && ferror(file))
		r = -EIO;
	if (file)
		fclose(file);
	if (r < 0) {
		free(text);
		return r;
	}
	text[size] = '\0';
	*ret = text;
	return 0;
}

/* A tag's value, as it is written. */
static void get_tag(const char *text, const char *name, char ret[static GAME_TAG])
{
	char head[32];
	const char *at;
	size_t n = 0;

	snprintf(head, sizeof(head), "[%s \"", name);
	*ret = '\0';
	for (at = strstr(text, head); at && at != text && at[-1] != '\n'; at = strstr(at + 1, head))
		;
	if (!at)
		return;
	for (at += strlen(head); *at && *at != '"' && *at != '\n' && n + 1 < GAME_TAG; at++) {
		if (*at == '\\' && at[1])
			at++;
		ret[n++] = *at;
	}
	ret[n] = '\0';
}

/* It takes no name of one letter, and none that says nobody; then FIDE's number does. */
static bool is_named(const char *text, const char *name, const char *number)
{
	char fide[GAME_TAG];

	get_tag(text, number, fide);
	return *fide || (*name && name[1] && strcasecmp(name, "bye") != 0 && strcasecmp(name, "unknown") != 0);
}

const char *game_left_out(const struct lichess_game *game)
{
	static const char *const reasons[] = {
		"",
		"White has neither a name that the broadcast takes (two letters, not \"Unknown\" or \"bye\") nor FIDE's number",
		"Black has neither a name that the broadcast takes (two letters, not \"Unknown\" or \"bye\") nor FIDE's number",
		"neither player has a name that the broadcast takes (two letters, not \"Unknown\" or \"bye\") or FIDE's number",
	};

	return reasons[!game->named[0] + 2 * !game->named[1]];
}

static int games_take_game(struct lichess_game *game, const char *text, size_t size)
{
	char round[GAME_TAG];

	while (size && (text[size - 1] == '\n' || text[size - 1] == ' '))
		size--;
	game->text = strndup(text, size);
	if (!game->text)
		return -ENOMEM;
	get_tag(game->text, "GameId", game->id);
	get_tag(game->text, "Board", game->board);
	get_tag(game->text, "White", game->white);
	get_tag(game->text, "Black", game->black);
	get_tag(game->text, "Round", round);
	game->named[0] = is_named(game->text, game->white, "WhiteFideId");
	game->named[1] = is_named(game->text, game->black, "BlackFideId");
	if (!*game->id)
		snprintf(game->id, sizeof(game->id), "%.24s/%.48s/%.48s", round, game->white, game->black);
	game->version = text_mark(game->text);
	return 0;
}

/* Where the next game begins: each has the Event tag first, and a blank line before it. */
static const char *next_game(const char *text)
{
	const char *at = strstr(text + 1, "\n\n[Event \"");

	return at ? at + 2 : text + strlen(text);
}

static int split(const char *text, struct lichess_games *ret)
{
	for (const char *end; *text; text = end) {
		struct lichess_game *more;
		int r;

		end = next_game(text);
		if (!text[strspn(text, " \n")])
			break;
		more = reallocarray(ret->list, ret->count + 1, sizeof(*more));
		if (!more)
			return -ENOMEM;
		ret->list = more;
		more[ret->count] = (struct lichess_game){ 0 };
		r = games_take_game(&more[ret->count++], text, (size_t)(end - text));
		if (r < 0)
			return r;
	}
	return 0;
}

int games_read(struct lichess_games *games, const char *path)
{
	struct lichess_games now = { 0 };
	char *text = NULL;
	int r = read_all(path, &text);

	if (r == 0)
		r = split(text, &now);
	free(text);
	if (r < 0) {
		games_done(&now);
		return r;
	}
	for (size_t i = 0; i < now.count; i++) {
		const struct lichess_game *before = games_find(games, now.list[i].id);

		if (!before)
			continue;
		now.list[i].taken = before->taken;
		now.list[i].taken_at = before->taken_at;
		now.list[i].refused = before->refused;
		memcpy(now.list[i].error, before->error, sizeof(before->error));
	}
	games_done(games);
	*games = now;
	return 0;
}
