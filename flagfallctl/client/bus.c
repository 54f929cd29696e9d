/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The connection to flagfalld, what its failures mean, and its objects as JSON. */
#include "flagfallctl/client/bus.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/round.h"

int bus_open(const struct ctl *ctl, sd_bus **ret)
{
	const bool address = ctl->bus && strcmp(ctl->bus, "user") != 0;
	const int r = bus_connect(ctl->bus, ret);

	if (r >= 0)
		return 0;
	if (address && (r == -EINVAL || !strchr(ctl->bus, ':'))) {
		ctl_fail(ctl, "\"%s\" is not a D-Bus address (such as unix:path=/run/dbus/system_bus_socket).",
			 ctl->bus);
		return CTL_USAGE;
	}
	ctl_fail(ctl, "the %s cannot be reached: %s.", ctl->bus ? "bus" : "system bus", strerror(-r));
	return CTL_NO_DAEMON;
}

static bool is_no_daemon(const sd_bus_error *error, int r)
{
	static const char *const names[] = {
		SD_BUS_ERROR_SERVICE_UNKNOWN, SD_BUS_ERROR_NAME_HAS_NO_OWNER, SD_BUS_ERROR_NO_REPLY,
		SD_BUS_ERROR_TIMEOUT,	      SD_BUS_ERROR_DISCONNECTED,      SD_BUS_ERROR_NO_SERVER,
	};

	if (sd_bus_error_is_set(error)) {
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (sd_bus_error_has_name(error, names[i]))
				return true;
		return strncmp(error->name, "org.freedesktop.DBus.Error.Spawn.", 33) == 0;
	}
	return r == -ECONNREFUSED || r == -ECONNRESET || r == -ENOTCONN || r == -ENOENT || r == -EPIPE ||
	       r == -ETIMEDOUT || r == -EHOSTDOWN || r == -EHOSTUNREACH;
}

int bus_fail(const struct ctl *ctl, const sd_bus_error *error, int r)
{
	char words[2000];
	const char *sentence = error && error->message && *error->message ?
				       bus_sentence(error->message, words, sizeof(words)) :
				       strerror(-r);
	const char *stop = *sentence && strchr(".!?", sentence[strlen(sentence) - 1]) ? "" : ".";

	if (is_no_daemon(error, r)) {
		ctl_fail(ctl, "flagfalld does not answer on this bus: %s%s \"flagfallctl doctor\" says more.", sentence,
			 stop);
		return CTL_NO_DAEMON;
	}
	/* the bus' own words ("Rejected send message, 2 matched rules; …") say nothing to people */
	if (sd_bus_error_has_name(error, SD_BUS_ERROR_ACCESS_DENIED) || (!sd_bus_error_is_set(error) && r == -EACCES))
		return strncmp(sentence, "polkit does not authorise", 25) == 0 ?
			       ctl_fail(ctl,
					"%s%s As installed it authorises the members of the group flagfall "
					"(usermod -aG flagfall YOU, then log in again), and those of "
					"flagfall-operator to start games, claim and stop clocks.",
					sentence, stop) :
		       strncmp(sentence, "polkit ", 7) == 0 ?
			       ctl_fail(ctl, "%s%s", sentence, stop) :
			       ctl_fail(ctl, "you are not in the group flagfall, and only root and its members may act "
					     "(usermod -aG flagfall YOU, then log in again; members of "
					     "flagfall-operator start games, claim and stop clocks).");
	return ctl_fail(ctl, "%s%s", sentence, stop);
}

int bus_objects(const struct ctl *ctl, sd_bus *bus, json_t **ret)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	int r, status = 0;

	r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
			       &error, &reply, NULL);
	if (r >= 0)
		*ret = bus_read_json(reply, &r);
	if (r < 0)
		status = bus_fail(ctl, &error, r);
	sd_bus_message_unref(reply);
	sd_bus_error_free(&error);
	return status;
}

json_t *bus_properties(json_t *objects, const char *path, const char *interface)
{
	return json_object_get(json_object_get(objects, path), interface);
}

const char *bus_game_path(json_t *objects, const char *id)
{
	const char *path;
	json_t *object;

	json_object_foreach(objects, path, object) {
		json_t *game = json_object_get(object, BUS_GAME);

		if (game && strcmp(ctl_text(game, "Id"), id) == 0)
			return path;
	}
	return NULL;
}

unsigned bus_running_round(const json_t *event)
{
	const json_t *rounds = json_object_get(event, "Rounds");
	const size_t at = rounds_running(rounds);

	return at ? (unsigned)json_integer_value(json_array_get(json_array_get(rounds, at - 1), 0)) : 0;
}

/* "Pairing" of a game: event, round, table. The table, 0: in no round. */
static unsigned place(const json_t *game, const char **event, unsigned *round)
{
	const json_t *pairing = json_object_get(game, "Pairing");

	*event = json_string_value(json_array_get(pairing, 0)) ?: "";
	*round = (unsigned)json_integer_value(json_array_get(pairing, 1));
	return (unsigned)json_integer_value(json_array_get(pairing, 2));
}

const char *bus_game_word(json_t *objects, const json_t *game, char buf[static BUS_GAME_WORD])
{
	const char *path, *id;
	unsigned number, table = place(game, &id, &number), running = 0;
	bool current = false;
	json_t *object;

	json_object_foreach(objects, path, object) {
		const json_t *event = json_object_get(object, BUS_EVENT);
		const unsigned round = bus_running_round(event);

		running += round > 0;
		current |= round > 0 && round == number && strcmp(ctl_text(event, "Id"), id) == 0;
	}
	if (!table || !current)
		snprintf(buf, BUS_GAME_WORD, "g%s", ctl_text(game, "Id"));
	else if (running > 1)
		snprintf(buf, BUS_GAME_WORD, "%s:%u", id, table);
	else
		snprintf(buf, BUS_GAME_WORD, "%u", table);
	return buf;
}

const char *bus_pairing_words(const json_t *game, char buf[static BUS_PAIRING])
{
	const char *event;
	unsigned round, table = place(game, &event, &round);

	snprintf(buf, BUS_PAIRING, table ? "%.120s %u --table %u" : "", event, round, table);
	return buf;
}

const char *bus_result_words(const json_t *game, const char *word, char buf[static BUS_RESULT_WORDS])
{
	char pairing[BUS_PAIRING];

	bus_pairing_words(game, pairing);
	if (*pairing && strcmp(ctl_text(game, "Result"), "none") != 0)
		snprintf(buf, BUS_RESULT_WORDS, "round change %s result=RESULT", pairing);
	else
		snprintf(buf, BUS_RESULT_WORDS, "end %s RESULT", word);
	return buf;
}

const char *bus_game_title(const json_t *game, char buf[static BUS_GAME_TITLE])
{
	const char *event, *white = ctl_text(game, "White"), *black = ctl_text(game, "Black");
	unsigned round, table = place(game, &event, &round);
	int n = table ? snprintf(buf, BUS_GAME_TITLE, "Table %u", table) :
			snprintf(buf, BUS_GAME_TITLE, "g%.20s", ctl_text(game, "Id"));

	if (*white || *black)
		snprintf(buf + n, BUS_GAME_TITLE - (size_t)n, ", %.250s – %.250s", *white ? white : "?",
			 *black ? black : "?");
	return buf;
}

const char *bus_absent_text(const char *absent)
{
	return strcmp(absent, "white") == 0 ? "White is absent" :
	       strcmp(absent, "black") == 0 ? "Black is absent" :
	       strcmp(absent, "both") == 0  ? "both players are absent" :
					      "";
}

/* "user 1000" in a sentence: his name, where the machine knows it. Returns how much of the sentence that is. */
static size_t put_user(const char *at, char *buf, size_t size, size_t *n)
{
	unsigned uid;
	int length = 0;
	const struct passwd *user = sscanf(at, "user %u%n", &uid, &length) == 1 ? getpwuid(uid) : NULL;

	if (!user || *n + strlen(user->pw_name) + 2 >= size)
		return 0;
	*n += (size_t)snprintf(buf + *n, size - *n, "%s", user->pw_name);
	return (size_t)length;
}

const char *bus_sentence(const char *sentence, char *buf, size_t size)
{
	size_t n = 0;

	for (const char *at = sentence; *at && n + 2 < size; at++) {
		const size_t before = (size_t)(at - sentence);
		const char *verb = at;
		const size_t user = before >= 3 && strncmp(at - 3, "by ", 3) == 0 ? put_user(at, buf, size, &n) : 0;

		if (user) {
			at += user - 1;
			continue;
		}
		/* "flagfallctl pause 31" */
		while (verb > sentence && at[-1] == ' ' && !strchr("()\"", verb[-1]))
			verb--;
		if (isdigit((unsigned char)*at) &&
		    ((before >= 5 && strncasecmp(at - 5, "game ", 5) == 0) ||
		     (before >= 6 && strncasecmp(at - 6, "game \"", 6) == 0) || strncmp(verb, "flagfallctl ", 12) == 0))
			buf[n++] = 'g';
		buf[n++] = *at;
	}
	buf[n] = '\0';
	return buf;
}

void bus_name_game(json_t *object, const char *key)
{
	const char *id = ctl_text(object, key);

	if (*id && !id[strspn(id, "0123456789")])
		json_object_set_new(object, key, json_sprintf("g%s", id));
}

/* Tables in order, then games in no round. */
static int compare_games(const void *a, const void *b)
{
	const char *event[2];
	unsigned round[2];
	const unsigned table[2] = { place(*(json_t *const *)a, &event[0], &round[0]),
				    place(*(json_t *const *)b, &event[1], &round[1]) };
	const int of_event = strcmp(event[0], event[1]);

	if (!table[0] != !table[1])
		return table[0] ? -1 : 1;
	if (of_event || round[0] != round[1])
		return of_event ? of_event : (int)round[0] - (int)round[1];
	if (table[0] != table[1])
		return table[0] < table[1] ? -1 : 1;
	return (int)(strtoll(ctl_text(*(json_t *const *)a, "Id"), NULL, 10) -
		     strtoll(ctl_text(*(json_t *const *)b, "Id"), NULL, 10));
}

static size_t games_in_order(json_t *objects, const json_t ***ret)
{
	const json_t **list = calloc(json_object_size(objects) + 1, sizeof(*list));
	const char *path;
	json_t *object;
	size_t n = 0;

	json_object_foreach(objects, path, object)
		if (list && json_object_get(object, BUS_GAME))
			list[n++] = json_object_get(object, BUS_GAME);
	if (n)
		qsort(list, n, sizeof(*list), compare_games);
	*ret = list;
	return n;
}

int bus_find_game(const struct ctl *ctl, json_t *objects, const char *id, const char **ret)
{
	char running[512] = "", word[BUS_GAME_WORD];
	const json_t **games, *found = NULL;
	const size_t count = games_in_order(objects, &games);
	size_t used = 0;
	int n = 0;

	*ret = id ? bus_game_path(objects, id) : NULL;
	for (size_t i = 0; i < count && !*ret; i++) {
		if (strcmp(ctl_text(games[i], "State"), "over") == 0)
			continue;
		found = games[i];
		n++;
		if (used < sizeof(running))
			used += (size_t)snprintf(running + used, sizeof(running) - used, "%s%s", n > 1 ? ", " : "",
						 bus_game_word(objects, games[i], word));
	}
	free(games);
	if (*ret)
		return 0;
	if (id)
		return ctl_fail(ctl, "there is no game g%s here; running: %s.", id, n ? running : "none");
	if (n == 0)
		return ctl_fail(ctl, "no game is running.");
	if (n > 1)
		return ctl_fail(ctl, "%d games are running, so name one of them: %s.", n, running);
	*ret = bus_game_path(objects, ctl_text(found, "Id"));
	return 0;
}

json_t *bus_snake_case(const json_t *properties)
{
	json_t *out = json_object(), *value;
	const char *name;

	json_object_foreach((json_t *)properties, name, value) {
		char key[64];
		size_t n = 0;

		for (const char *p = name; *p && n < sizeof(key) - 2; p++) {
			if (isupper((unsigned char)*p) && p > name)
				key[n++] = '_';
			key[n++] = (char)tolower((unsigned char)*p);
		}
		key[n] = '\0';
		json_object_set(out, key, value);
	}
	return out;
}

char *bus_journal_fault(sd_bus *bus)
{
	char *fault = NULL;

	if (sd_bus_get_property_string(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "JournalFault", NULL, &fault) < 0)
		return NULL;
	return fault;
}

int bus_watch(sd_bus *bus, const char *interface, const char *member, const char *property, sd_bus_error *error,
	      sd_bus_message **reply)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *call = NULL;
	int r = sd_bus_message_new_method_call(bus, &call, BUS_NAME, BUS_PATH, interface, member);

	if (r >= 0)
		r = sd_bus_message_set_auto_start(call, false);
	if (r >= 0 && property)
		r = sd_bus_message_append(call, "ss", BUS_MANAGER, property);
	return r < 0 ? r : sd_bus_call(bus, call, 0, error, reply);
}

int bus_counters(sd_bus *bus, sd_bus_error *error, json_t **ret)
{
	sd_bus_message *reply = NULL;
	int r = bus_watch(bus, "org.freedesktop.DBus.Properties", "Get", "Counters", error, &reply);

	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'v', "a{st}");
	*ret = r < 0 ? NULL : bus_read_json(reply, &r);
	sd_bus_message_unref(reply);
	return r < 0 ? r : *ret ? 0 : -ENOMEM;
}
