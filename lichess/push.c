/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lichess/lichess.h"

#include <ctype.h>
#include <curl/curl.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_ANSWER (4 << 20)
#define TIMEOUT_S 30

struct answer {
	char *text;
	size_t size;
};

bool push_is_round(const char *id)
{
	size_t n = 0;

	while (isascii((unsigned char)id[n]) && isalnum((unsigned char)id[n]))
		n++;
	return n == 8 && !id[n];
}

static size_t push_on_answer(char *data, size_t size, size_t count, void *userdata)
{
	struct answer *a = userdata;
	size_t n = size * count;
	char *more = a->size + n < LARGEST_ANSWER ? realloc(a->text, a->size + n + 1) : NULL;

	if (!more)
		return 0;
	a->text = more;
	memcpy(a->text + a->size, data, n);
	a->size += n;
	a->text[a->size] = '\0';
	return n;
}

/* Not 0: the transfer ends here. */
static int on_progress(void *userdata, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	const struct push *push = userdata;
	struct pollfd fd = { .fd = push->stop_fd, .events = POLLIN };

	return poll(&fd, 1, 0) > 0;
}

/* "Authorization: Bearer …" from the file. False with push->error. */
static bool read_token(struct push *push, char header[static 320])
{
	FILE *file = fopen(push->token_file, "re");
	char line[256] = "";
	size_t n;

	if (!file || !fgets(line, sizeof(line), file)) {
		snprintf(push->error, sizeof(push->error), "the token cannot be read from %.180s: %s", push->token_file,
			 file ? "it is empty" : strerror(errno));
		if (file)
			fclose(file);
		return false;
	}
	fclose(file);
	n = strcspn(line, " \t\r\n");
	line[n] = '\0';
	for (const char *c = line; *c; c++)
		if (!isgraph((unsigned char)*c))
			n = 0;
	if (n == 0) {
		snprintf(push->error, sizeof(push->error), "%.200s holds no token in its first line", push->token_file);
		return false;
	}
	snprintf(header, 320, "Authorization: Bearer %s", line);
	return true;
}

static char *gather(const struct lichess_games *games, struct lichess_game *sent[static PUSH_AT_ONCE], size_t *count)
{
	char *body = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&body, &size);

	*count = 0;
	for (size_t i = 0; out && i < games->count && *count < PUSH_AT_ONCE; i++)
		if (game_is_due(&games->list[i])) {
			fprintf(out, "%s%s\n", *count ? "\n" : "", games->list[i].text);
			sent[(*count)++] = &games->list[i];
		}
	if (!out || fclose(out) != 0) {
		free(body);
		return NULL;
	}
	return body;
}

static void keep_answer(struct lichess_game *game, const char *error)
{
	snprintf(game->error, sizeof(game->error), "%s", error ? error : "");
	if (error) {
		game->refused = game->version;
	} else {
		game->taken = game->version;
		game->taken_at = time(NULL);
		game->refused = 0;
	}
}

/* By GameId, else the games are answered in the order in which they were sent. */
static bool take_answers(const char *text, struct lichess_game **sent, size_t count)
{
	json_t *object = text ? json_loads(text, 0, NULL) : NULL, *list = json_object_get(object, "games"), *one;
	size_t i;

	if (!json_is_array(list) || json_array_size(list) > count) {
		json_decref(object);
		return false;
	}
	json_array_foreach(list, i, one) {
		const char *id = json_string_value(json_object_get(json_object_get(one, "tags"), "GameId"));
		struct lichess_game *game = sent[i];

		for (size_t k = 0; id && k < count; k++)
			if (strcmp(sent[k]->id, id) == 0)
				game = sent[k];
		keep_answer(game, json_string_value(json_object_get(one, "error")));
	}
	for (i = 0; i < count; i++)
		if (game_is_due(sent[i]))
			keep_answer(sent[i], "the broadcast did not say what became of it");
	json_decref(object);
	return true;
}

/* What the server says is wrong, or its status. */
static void note_error(struct push *push, long status, const char *text)
{
	json_t *object = text ? json_loads(text, 0, NULL) : NULL;
	const char *error = json_string_value(json_object_get(object, "error"));

	if (error)
		snprintf(push->error, sizeof(push->error), "%.200s (status %ld)", error, status);
	else
		snprintf(push->error, sizeof(push->error), "the server answered with status %ld", status);
	json_decref(object);
}

static enum push_answer judge(struct push *push, long status, const struct answer *answer, struct lichess_game **sent,
			      size_t count)
{
	if (status == 200 && take_answers(answer->text, sent, count))
		return PUSH_TAKEN;
	if (status == 200) {
		snprintf(push->error, sizeof(push->error), "the server's answer is not that of a broadcast");
		return PUSH_LATER;
	}
	note_error(push, status, answer->text);
	if (status == 408 || status == 425 || status == 429 || status >= 500 || status < 400)
		return PUSH_LATER;
	if (status != 400 && status != 413 && status != 422)
		return PUSH_FORBIDDEN;
	for (size_t i = 0; i < count; i++)
		keep_answer(sent[i], push->error);
	return PUSH_REFUSED;
}

static CURL *make_request(struct push *push, const char *address, const char *body, struct curl_slist *headers,
			  struct answer *answer)
{
	CURL *curl = curl_easy_init();

	if (!curl)
		return NULL;
	curl_easy_setopt(curl, CURLOPT_URL, address);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(body));
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "flagfall-lichess/" FLAGFALL_VERSION);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, push_on_answer);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, push);
	return curl;
}

static enum push_answer perform(struct push *push, CURL *curl, const struct answer *answer, struct lichess_game **sent,
				size_t count)
{
	CURLcode code = curl_easy_perform(curl);
	curl_off_t wait_s = 0;
	long status = 0;

	if (code == CURLE_ABORTED_BY_CALLBACK)
		return PUSH_STOPPED;
	if (code != CURLE_OK) {
		snprintf(push->error, sizeof(push->error), "%.80s cannot be reached: %s", push->url,
			 curl_easy_strerror(code));
		return PUSH_LATER;
	}
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	if (curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait_s) == CURLE_OK)
		push->wait_s = (int64_t)wait_s;
	if (status == 429 && push->wait_s == 0)
		push->wait_s = 60; /* what lichess asks for */
	return judge(push, status, answer, sent, count);
}

enum push_answer push_games(struct push *push, struct lichess_games *games)
{
	struct lichess_game *sent[PUSH_AT_ONCE];
	char address[256], header[320];
	struct curl_slist *headers = NULL;
	struct answer answer = { 0 };
	enum push_answer result = PUSH_LATER;
	size_t count;
	CURL *curl;
	char *body;

	push->error[0] = '\0';
	push->wait_s = 0;
	if (!read_token(push, header))
		return PUSH_FORBIDDEN;
	snprintf(address, sizeof(address), "%s/api/broadcast/round/%s/push", push->url, push->round);
	headers = curl_slist_append(headers, header);
	headers = curl_slist_append(headers, "Content-Type: text/plain");
	headers = curl_slist_append(headers, "Expect:");
	body = gather(games, sent, &count);
	curl = body ? make_request(push, address, body, headers, &answer) : NULL;
	if (curl)
		result = perform(push, curl, &answer, sent, count);
	else
		snprintf(push->error, sizeof(push->error), "there is no memory left");
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
	memset(header, 0, sizeof(header));
	free(answer.text);
	free(body);
	return result;
}
