/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page-client PORT PATH: what flagfall-web answers there, on stdout; ends with 1 if that is no 200.
 * page-client PORT --lag SECONDS: follows the page's stream for so long. Of each game's clock that has changed: how
 * long after the hall said it that was here. The moves of each game have to come in their order. Prints "CHANGES P50_MS
 * P99_MS"; ends with 1 if a move is missing or the stream ends.
 */
#include <arpa/inet.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_LAGS 1000000

static int64_t now_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static FILE *ask(int port, const char *path)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons((uint16_t)port),
					     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0) {
		perror("page-client");
		exit(1);
	}
	dprintf(fd, "GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n", path);
	return fdopen(fd, "r");
}

static int get(FILE *in)
{
	char *line = NULL;
	size_t room = 0;
	int status = 0, c;

	if (getline(&line, &room, in) > 0)
		sscanf(line, "HTTP/%*s %d", &status);
	while (getline(&line, &room, in) > 0 && strcmp(line, "\r\n") != 0)
		;
	while ((c = getc(in)) != EOF)
		putchar(c);
	free(line);
	return status == 200 ? 0 : 1;
}

static int compare(const void *a, const void *b)
{
	const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

	return p < q ? -1 : p > q;
}

static bool take(json_t *plies, const json_t *game, int64_t *lags, size_t *count)
{
	const json_t *clock = json_object_get(game, "clock"), *move;
	const char *id = json_string_value(json_object_get(game, "id"));
	const json_int_t at_us = json_integer_value(json_object_get(clock, "at_us"));
	json_int_t from = json_integer_value(json_object_get(game, "moves_from"));
	json_t *known = json_object_get(plies, id);
	bool right = true;
	size_t i;

	if (at_us && *count < MOST_LAGS)
		lags[(*count)++] = now_us(CLOCK_REALTIME) - at_us;
	if (!json_object_get(game, "moves"))
		return true;
	right = !known || from <= json_integer_value(known);
	json_array_foreach(json_object_get(game, "moves"), i, move)
		right &= json_integer_value(json_object_get(move, "ply")) == ++from;
	if (!right)
		fprintf(stderr, "%s: a move is out of order\n", id);
	json_object_set_new(plies, id, json_integer(from));
	return right;
}

static int follow(FILE *in, int64_t seconds)
{
	const int64_t end_us = now_us(CLOCK_MONOTONIC) + seconds * 1000000;
	int64_t *lags = calloc(MOST_LAGS, sizeof(*lags));
	json_t *plies = json_object();
	size_t count = 0, room = 0;
	char *line = NULL, type[32] = "";
	bool right = true, ended = false;

	while (!ended && now_us(CLOCK_MONOTONIC) < end_us) {
		ended = getline(&line, &room, in) <= 0; /* the server says something every few seconds */
		if (ended)
			break;
		sscanf(line, "event: %31s", type);
		if (strncmp(line, "data: ", 6) == 0 && strcmp(type, "game") == 0) {
			json_t *game = json_loads(line + 6, 0, NULL);

			right &= take(plies, game, lags, &count);
			json_decref(game);
		}
	}
	qsort(lags, count, sizeof(*lags), compare);
	printf("%zu %.1f %.1f\n", count, count ? (double)lags[count / 2] / 1e3 : 0,
	       count ? (double)lags[(count * 99 - 1) / 100] / 1e3 : 0);
	if (ended)
		fprintf(stderr, "page-client: the stream has ended\n");
	free(line);
	free(lags);
	json_decref(plies);
	return right && !ended ? 0 : 1;
}

int main(int argc, char **argv)
{
	FILE *in;
	int r;

	if (argc != 3 && !(argc == 4 && strcmp(argv[2], "--lag") == 0)) {
		fprintf(stderr, "usage: page-client PORT PATH\n       page-client PORT --lag SECONDS\n");
		return 2;
	}
	in = ask(atoi(argv[1]), argc == 4 ? "/api/v1/stream" : argv[2]);
	r = argc == 4 ? follow(in, atoi(argv[3])) : get(in);
	fclose(in);
	return r;
}
