/* SPDX-License-Identifier: GPL-2.0-or-later */
/* monitor --all: all games from now on, a line a publication. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "flagfallctl/terminal/hall.h"
#include "flagfallctl/terminal/monitor.h"
#include "flagfallctl/client/texts.h"
#include "common/machine-clock.h"

/* Now, by RFC 3339, in UTC. When something happened is told by clocks that may have been set since. */
static const char *wall_time(char buf[static 40])
{
	const int64_t us = machine_clock_us(CLOCK_REALTIME);
	time_t seconds = us / 1000000;
	struct tm tm;
	char text[24] = "";

	if (gmtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(buf, 40, "%s.%03dZ", text, (int)(us / 1000 % 1000));
	return buf;
}

/* Which game, whose, and when: what every line begins with. */
static json_t *line_of(const struct hall_game *game, const char *type)
{
	char wall[40];
	json_t *o = json_object();

	hall_name_game(game, o);
	json_object_set_new(o, "t_wall", json_string(wall_time(wall)));
	if (type)
		json_object_set_new(o, "type", json_string(type));
	return o;
}

static const char *running_word(const struct screen *s)
{
	return s->running == WHITE ? "white" : s->running == BLACK ? "black" : "none";
}

static void print_snapshot(const struct ctl *ctl, struct hall_game *game)
{
	const struct screen *s = &game->screen;
	json_t *o;

	game->differs_told = game->disagrees;
	game->end_told = strcmp(game->state, "over") == 0;
	if (!ctl->json) {
		printf("%s: on %s  %s%s%s  %u plies%s%s\n", game->title, game->board, game->state,
		       strcmp(game->result, "none") ? "  " : "", strcmp(game->result, "none") ? game->result : "",
		       game->ply, *game->last ? ", last " : "", game->last);
		return;
	}
	o = line_of(game, "snapshot");
	json_object_set_new(o, "kind", json_string(s->kind));
	json_object_set_new(o, "rulebook", json_string(game->rulebook));
	json_object_set_new(o, "state", json_string(game->state));
	json_object_set_new(o, "result", json_string(game->result));
	json_object_set_new(o, "question", json_string(game->question));
	json_object_set_new(o, "plies", json_integer(game->ply));
	json_object_set_new(o, "last", json_string(game->last));
	json_object_set_new(o, "board_agrees", json_boolean(!game->disagrees));
	json_object_set_new(o, "placement", json_string(s->placement));
	if (s->has_clock)
		json_object_set_new(o, "clock",
				    json_pack("{s:I, s:I, s:s}", "white_us", (json_int_t)s->left_us[WHITE], "black_us",
					      (json_int_t)s->left_us[BLACK], "running", running_word(s)));
	ctl_print_json(o);
}

static bool is_noise(const json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (strcmp(type, "move") == 0)
		return strcmp(ctl_text(p, "state"), "provisional") == 0;
	return strcmp(type, "ruling") == 0 && strcmp(ctl_text(p, "ruling"), "move-accepted") == 0;
}

static void print_news(const struct ctl *ctl, bool verbose, const struct hall_news *news)
{
	json_t *p = news->json, *o;

	if (ctl->json) {
		o = line_of(news->game, NULL);
		json_object_update(o, p);
		ctl_print_json(o);
	} else if (verbose || !is_noise(p)) {
		printf("%s: ", news->game->title);
		print_publication(ctl, stdout, p);
	}
}

/* The end of a game, once, whoever ended it: no publication says that an arbiter did. */
static void print_end(const struct ctl *ctl, struct hall_game *game)
{
	json_t *o;

	if (!game || game->end_told || strcmp(game->state, "over") != 0)
		return;
	game->end_told = true;
	if (!ctl->json) {
		printf("%s: the game is over: %s\n", game->title, game->result);
		return;
	}
	o = line_of(game, "end");
	json_object_set_new(o, "result", json_string(game->result));
	ctl_print_json(o);
}

/* That the pieces do not stand as recorded, or do again. */
static void print_squares(const struct ctl *ctl, struct hall_game *game)
{
	json_t *o;

	if (!game || game->differs_told == game->disagrees)
		return;
	game->differs_told = game->disagrees;
	if (!ctl->json) {
		printf("%s: the pieces on the board stand %s\n", game->title,
		       game->disagrees ? "otherwise than recorded" : "as recorded again");
		return;
	}
	o = line_of(game, "squares");
	json_object_set_new(o, "agree", json_boolean(!game->disagrees));
	ctl_print_json(o);
}

/* Nothing is ruled while the journal cannot be written. */
static void print_fault(const struct hall_client *c)
{
	const char *fault = c->hall.fault;
	char wall[40];

	if (c->ctl->json)
		ctl_print_json(
			json_pack("{s:s, s:s, s:s}", "t_wall", wall_time(wall), "type", "journal", "fault", fault));
	else
		print_journal_fault(stdout, fault);
}

/* How a run ends: UNTIL_… of monitor, in whatever game. */
static bool is_reached(const struct monitor_all *m, const json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (m->until_move)
		return strcmp(type, "move") == 0 && strcmp(ctl_text(p, "state"), "committed") == 0;
	return m->until_ruling && strcmp(type, "ruling") == 0 && strcmp(ctl_text(p, "ruling"), "move-accepted") != 0;
}

/* One piece of news. True: the run is over, with *status. */
static bool monitor_all_take(const struct monitor_all *m, struct hall_client *c, const struct hall_news *news,
			     long *events, int *status)
{
	switch (news->type) {
	case NEWS_ADDED:
		print_snapshot(c->ctl, news->game);
		break;
	case NEWS_FAULT:
		print_fault(c);
		break;
	case NEWS_DAEMON_BACK:
		for (size_t i = 0; i < c->hall.count; i++)
			print_snapshot(c->ctl, c->hall.game[i]);
		break;
	case NEWS_DAEMON_GONE:
		if (!m->wait) {
			ctl_fail(c->ctl, "flagfalld has left the bus.");
			*status = CTL_NO_DAEMON;
			return true;
		}
		fprintf(stderr, "flagfallctl monitor: flagfalld has left the bus; waiting for it.\n");
		break;
	case NEWS_PUBLICATION:
		print_news(c->ctl, m->verbose, news);
		if (is_reached(m, news->json) || (m->limit && ++*events == m->limit))
			return true;
		break;
	case NEWS_CHANGED:
		print_squares(c->ctl, news->game);
		print_end(c->ctl, news->game);
		break;
	default:
		break;
	}
	return false;
}

static int monitor_all_run(const struct monitor_all *m, struct hall_client *c)
{
	struct hall_news news;
	long events = 0;
	int status = CTL_DONE;
	bool over = false;

	while (!over) {
		int r = hall_client_next(c, &news);

		if (r < 0) {
			ctl_fail(c->ctl, "the connection to the bus was lost.");
			return CTL_NO_DAEMON;
		}
		over = monitor_all_take(m, c, &news, &events, &status);
		json_decref(news.json);
		if (news.type != NEWS_NONE)
			continue;
		fflush(stdout);
		if (ferror(stdout))
			return CTL_FAILED;
		r = sd_bus_wait(c->bus, m->idle_us ? (uint64_t)m->idle_us : UINT64_MAX);
		if (r == 0 && m->idle_us)
			return m->until_move || m->until_ruling ?
				       ctl_fail(c->ctl, "nothing was published for %g s.", (double)m->idle_us / 1e6) :
				       CTL_DONE;
		if (r < 0 && r != -EINTR)
			return bus_fail(c->ctl, NULL, r);
	}
	return status;
}

int monitor_all(const struct ctl *ctl, const struct monitor_all *m)
{
	struct hall_client client = { .ctl = ctl, .arbiter = m->arbiter };
	int status = hall_client_open(&client);

	if (!status) {
		for (size_t i = 0; i < client.hall.count; i++)
			print_snapshot(ctl, client.hall.game[i]);
		if (*client.hall.fault)
			print_fault(&client);
		fflush(stdout);
		if (m->banner)
			fprintf(stderr, "flagfallctl monitor: listening to all games.\n");
		status = monitor_all_run(m, &client);
	}
	hall_client_close(&client);
	return status;
}
