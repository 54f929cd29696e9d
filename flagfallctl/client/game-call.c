/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/texts.h"

/* A refusal says more than that it is not there; but for who may not ask, and of an older daemon. */
static int take_up(const struct ctl *ctl, sd_bus *bus, const char *id)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "TakeUp", &error, NULL, "s", id), status = 0;

	if (sd_bus_error_has_name(&error, SD_BUS_ERROR_ACCESS_DENIED))
		fprintf(stderr,
			"flagfallctl %s: a game that is not shown any more is taken up again for arbiters alone.\n",
			ctl->verb);
	else if (r < 0 && !sd_bus_error_has_name(&error, "org.flagfall1.Error.NoSuchGame") &&
		 !sd_bus_error_has_name(&error, SD_BUS_ERROR_UNKNOWN_METHOD))
		status = bus_fail(ctl, &error, r);
	sd_bus_error_free(&error);
	return status;
}

int game_call_take_up(const struct ctl *ctl, sd_bus *bus, const char *word, struct called_game *ret)
{
	char again[32];
	int status = called_game_find(ctl, bus, word, true, ret);

	if (status || *ret->path)
		return status;
	snprintf(again, sizeof(again), "g%s", ret->id);
	status = take_up(ctl, bus, ret->id);
	return status ? status : called_game_find(ctl, bus, again, false, ret);
}

int game_call_new(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, const char *interface,
		  const char *method, sd_bus_message **ret)
{
	const int r = sd_bus_message_new_method_call(bus, ret, BUS_NAME, game->path, interface, method);

	return r < 0 ? bus_fail(ctl, NULL, r) : 0;
}

/* What can be done with a game that is over. */
static void what_is_left(const struct called_game *game, char *buf, size_t size)
{
	int n = snprintf(buf, size, "; \"undo %s\" takes back what a person ended it by", game->word);

	if (*game->pairing && n > 0 && (size_t)n < size)
		snprintf(buf + n, size - (size_t)n, ", \"round change %s result=RESULT\" gives another result",
			 game->pairing);
}

int game_call_fail(const struct ctl *ctl, const char *title, const sd_bus_error *error, int r)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error told = SD_BUS_ERROR_NULL;

	if (!sd_bus_error_is_set(error) || strncmp(error->name, "org.flagfall1.", 14) != 0)
		return bus_fail(ctl, error, r);
	sd_bus_error_setf(&told, error->name, "%s: %s", title, error->message);
	return bus_fail(ctl, &told, r);
}

/* What the daemon refuses a game is said of the game: "Table 3, WHITE – BLACK: The game is over: 1-0." */
static int fail(const struct ctl *ctl, const struct called_game *game, const sd_bus_error *error, int r)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error told = SD_BUS_ERROR_NULL;
	char subject[48], next[BUS_PAIRING + 200] = "";
	size_t n;

	if (!sd_bus_error_is_set(error) || strncmp(error->name, "org.flagfall1.", 14) != 0)
		return bus_fail(ctl, error, r);
	if (sd_bus_error_has_name(error, "org.flagfall1.Error.GameOver"))
		what_is_left(game, next, sizeof(next));
	n = (size_t)snprintf(subject, sizeof(subject), "Game %s ", game->id);
	if (strncmp(error->message, subject, n) == 0)
		sd_bus_error_setf(&told, error->name, "The game %s%s", error->message + n, next);
	else
		sd_bus_error_setf(&told, error->name, "%s%s", error->message, next);
	return game_call_fail(ctl, game->title, &told, r);
}

int game_call_answers(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, sd_bus_message *m,
		      json_t **ret)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	json_t *answers = json_array();
	const char *answer;
	int r, status = 0;

	r = sd_bus_call(bus, m, 0, &error, &reply);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read(reply, "s", &answer)) > 0)
		json_array_append_new(answers, json_string(answer));
	if (r < 0)
		status = fail(ctl, game, &error, r);
	sd_bus_message_unref(reply);
	sd_bus_message_unref(m);
	sd_bus_error_free(&error);
	*ret = answers;
	return status;
}

int game_call_run(const struct ctl *ctl, sd_bus *bus, const struct called_game *game, sd_bus_message *m,
		  const char *done)
{
	json_t *answers, *answer;
	size_t i;
	int status = game_call_answers(ctl, bus, game, m, &answers);

	json_array_foreach(answers, i, answer) {
		json_t *object = json_loads(json_string_value(answer), 0, NULL);

		if (ctl->json || !object) {
			puts(json_string_value(answer));
		} else {
			printf("%s: ", game->title);
			print_publication(ctl, stdout, object);
		}
		json_decref(object);
	}
	if (!status && json_array_size(answers) == 0 && done)
		fprintf(ctl->json ? stderr : stdout, "%s: %s\n", game->title, done);
	json_decref(answers);
	return status;
}

int game_call_status(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *json;
	int r;

	r = sd_bus_call_method(bus, BUS_NAME, path, BUS_ARBITER, "Status", &error, &reply, NULL);
	if (r >= 0)
		r = sd_bus_message_read(reply, "s", &json);
	if (r < 0)
		return bus_fail(ctl, &error, r);
	*ret = json_loads(json, 0, NULL);
	return 0;
}
