/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/lichess/made-curl.h"

#include <curl/curl.h>
#include <jansson.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int made_curl_left;
bool made_curl_is_none;

struct request {
	char agent[128], protocols[32];
	const char *url, *body;
	const struct curl_slist *headers;
	curl_off_t size;
	long timeout, no_signal, no_progress;
	curl_write_callback write;
	void *write_data;
	curl_xferinfo_callback progress;
	void *progress_data;
	long status;
	curl_off_t retry_s;
};

CURLcode curl_global_init(long flags)
{
	made_curl_left++;
	return CURLE_OK;
}

void curl_global_cleanup(void)
{
	made_curl_left--;
}

CURL *curl_easy_init(void)
{
	if (made_curl_is_none) {
		made_curl_is_none = false;
		return NULL;
	}
	made_curl_left++;
	return calloc(1, sizeof(struct request));
}

void curl_easy_cleanup(CURL *curl)
{
	made_curl_left -= curl != NULL;
	free(curl);
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text)
{
	struct curl_slist *one = calloc(1, sizeof(*one)), **end = &list;

	one->data = strdup(text);
	made_curl_left++;
	while (*end)
		end = &(*end)->next;
	*end = one;
	return list;
}

void curl_slist_free_all(struct curl_slist *list)
{
	while (list) {
		struct curl_slist *next = list->next;

		made_curl_left--;
		free(list->data);
		free(list);
		list = next;
	}
}

const char *curl_easy_strerror(CURLcode code)
{
	return code == CURLE_WRITE_ERROR     ? "failed writing" :
	       code == CURLE_COULDNT_CONNECT ? "no connection" :
					       "another fault";
}

#undef curl_easy_setopt
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...)
{
	struct request *r = curl;
	va_list ap;

	va_start(ap, option);
	if (option == CURLOPT_URL)
		r->url = va_arg(ap, const char *);
	else if (option == CURLOPT_PROTOCOLS_STR)
		snprintf(r->protocols, sizeof(r->protocols), "%s", va_arg(ap, const char *));
	else if (option == CURLOPT_HTTPHEADER)
		r->headers = va_arg(ap, const struct curl_slist *);
	else if (option == CURLOPT_POSTFIELDS)
		r->body = va_arg(ap, const char *);
	else if (option == CURLOPT_POSTFIELDSIZE_LARGE)
		r->size = va_arg(ap, curl_off_t);
	else if (option == CURLOPT_USERAGENT)
		snprintf(r->agent, sizeof(r->agent), "%s", va_arg(ap, const char *));
	else if (option == CURLOPT_TIMEOUT)
		r->timeout = va_arg(ap, long);
	else if (option == CURLOPT_NOSIGNAL)
		r->no_signal = va_arg(ap, long);
	else if (option == CURLOPT_NOPROGRESS)
		r->no_progress = va_arg(ap, long);
	else if (option == CURLOPT_WRITEFUNCTION)
		r->write = va_arg(ap, curl_write_callback);
	else if (option == CURLOPT_WRITEDATA)
		r->write_data = va_arg(ap, void *);
	else if (option == CURLOPT_XFERINFOFUNCTION)
		r->progress = va_arg(ap, curl_xferinfo_callback);
	else if (option == CURLOPT_XFERINFODATA)
		r->progress_data = va_arg(ap, void *);
	else
		say("option %d\n", (int)option);
	va_end(ap);
	return CURLE_OK;
}

#undef curl_easy_getinfo
CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...)
{
	const struct request *r = curl;
	va_list ap;

	va_start(ap, info);
	if (info == CURLINFO_RESPONSE_CODE)
		*va_arg(ap, long *) = r->status;
	else if (info == CURLINFO_RETRY_AFTER)
		*va_arg(ap, curl_off_t *) = r->retry_s;
	va_end(ap);
	return CURLE_OK;
}

static void say_request(const struct request *r)
{
	const size_t size = strlen(r->body);
	uint32_t hash = 2166136261;

	say("POST %s by %s, %.17s, %ld s%s%s%s\n", r->url, r->protocols, r->agent, r->timeout,
	    r->no_signal ? "" : ", signals", r->no_progress ? ", no progress" : "",
	    r->size == (curl_off_t)size ? "" : ", another size");
	for (const struct curl_slist *h = r->headers; h; h = h->next)
		say("%s\n", h->data);
	for (const char *c = r->body; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619;
	if (size < 500)
		say_text(r->body);
	else
		say("%zu bytes, %08x\n", size, hash);
}

/* What a broadcast says of games: one by "Refused" it cannot take, of one by "Nobody" it says nothing; by "Last" it
 * says first. Where their GameId is "?", it says none. */
static char *judged(const char *body)
{
	json_t *list = json_array(), *answer = json_pack("{s:o}", "games", list);
	char *text;

	for (const char *game = strstr(body, "[Event \""); game; game = strstr(game + 1, "[Event \"")) {
		const char *id = strstr(game, "[GameId \""), *next = strstr(game + 1, "[Event \""),
			   *white = strstr(game, "[White \"");
		json_t *one = json_object(), *tags = json_object();

		json_object_set_new(one, "tags", tags);
		if (id && (!next || id < next) && id[9] != '?')
			json_object_set_new(tags, "GameId", json_stringn(id + 9, strcspn(id + 9, "\"")));
		if (white && strncmp(white + 8, "Refused", 7) == 0)
			json_object_set_new(one, "error", json_string("Cannot play e1-e3"));
		if (white && strncmp(white + 8, "Nobody", 6) == 0)
			json_decref(one);
		else if (white && strncmp(white + 8, "Last", 4) == 0)
			json_array_insert_new(list, 0, one);
		else
			json_array_append_new(list, one);
	}
	text = json_dumps(answer, JSON_COMPACT);
	json_decref(answer);
	return text;
}

static CURLcode give(const struct request *r, const char *text, size_t size, size_t portion)
{
	for (size_t at = 0; at < size; at += portion) {
		const size_t n = size - at < portion ? size - at : portion;
		char *given = malloc(n); /* no zero follows */
		size_t took;

		memcpy(given, text + at, n);
		took = r->write(given, 1, n, r->write_data);
		free(given);
		if (took != n)
			return CURLE_WRITE_ERROR;
	}
	return CURLE_OK;
}

CURLcode curl_easy_perform(CURL *curl)
{
	struct request *r = curl;
	const char *answer = made_curl_asked();
	int at = 0, retry = 0;
	CURLcode code;
	char *text;

	say_request(r);
	if (strcmp(answer, "ends") == 0)
		raise(SIGTERM);
	if (!r->no_progress && r->progress(r->progress_data, 0, 0, 0, 0)) {
		say("stopped\n");
		return CURLE_ABORTED_BY_CALLBACK;
	}
	if (sscanf(answer, "fails %d", &at) == 1)
		return (CURLcode)at;
	if (sscanf(answer, "answer %ld %d %n", &r->status, &retry, &at) != 2 || !at)
		return CURLE_GOT_NOTHING;
	r->retry_s = retry;
	if (strcmp(answer + at, "long") == 0) {
		text = calloc(1, 4 << 20);
		memset(text, ' ', (4 << 20) - 2);
		code = give(r, text, (4 << 20) - 2, 1 << 16);
		if (code == CURLE_OK)
			code = give(r, "  {}", 4, 1);
	} else {
		text = strcmp(answer + at, "ok") == 0 ? judged(r->body) : strdup(answer + at);
		code = give(r, text, strlen(text), 7);
	}
	free(text);
	return code;
}
