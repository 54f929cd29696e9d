/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hall: all boards at once, on the whole terminal. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/texts.h"
#include "flagfallctl/terminal/hall.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"
#include "rules/vocabulary.h"

#define FRAME_MS 500	  /* clocks of whole seconds */
#define FAST_FRAME_MS 100 /* while one on the screen shows tenths */
#define TENTHS_US 20000000

static const struct argp_option options[] = {
	{ "arbiter", 'a', 0, 0,
	  "Also what only the arbiter may know, as fallen flags: not for a screen that players see", 0 },
	{ 0 }
};

struct hall_run {
	struct hall_client client;
	struct hall_view view;
	struct terminal terminal;
	int signals; /* signalfd */
	bool quit;
	int status;
};

static error_t verb_hall_parse(int key, char *arg, struct argp_state *state)
{
	struct hall_run *run = state->input;

	if (key != 'a')
		return ARGP_ERR_UNKNOWN;
	run->client.arbiter = true;
	return 0;
}

static const struct argp argp = {
	.options = options,
	.parser = verb_hall_parse,
	.doc = "Show all boards at once on the terminal: players, clocks, last move, state; what needs a person stands first. "
	       "Where no terminal looks on, the screen is printed once; with --json an object a game.\v"
	       "Keys: arrows, page up and down choose a game; enter opens its board; [ and ] go to the round before and back; d decides what is asked, c confirms a result, p "
	       "pauses, r resumes, P pauses all; ? explains, q leaves. What acts needs the rights that the verbs of the same name need.",
};

/* --- what keys do on the bus --- */

/* The answer says what was refused; what was done is seen in the table. */
static int verb_hall_on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct hall_view *view = userdata;
	const sd_bus_error *fault = sd_bus_message_get_error(m);
	char words[sizeof(view->message)];

	if (fault)
		snprintf(view->message, sizeof(view->message), " refused: %s",
			 bus_sentence(fault->message ? fault->message : fault->name, words, sizeof(words)));
	return 1;
}

static void send_call(struct hall_run *run, sd_bus_message *m)
{
	if (sd_bus_call_async(run->client.bus, NULL, m, verb_hall_on_answer, &run->view, 0) < 0)
		snprintf(run->view.message, sizeof(run->view.message), " it could not be sent");
	sd_bus_message_unref(m);
}

static void call(struct hall_run *run, const struct hall_game *game, const char *method, const char *text)
{
	sd_bus_message *m = NULL;

	if (sd_bus_message_new_method_call(run->client.bus, &m, BUS_NAME, game->path, BUS_GAME, method) < 0)
		return;
	if (text)
		sd_bus_message_append(m, "s", text);
	send_call(run, m);
}

static void pause_all(struct hall_run *run)
{
	const struct hall *hall = &run->client.hall;
	unsigned n = 0;

	for (size_t i = 0; i < hall->count; i++)
		if (hall_is_live(hall->game[i]) && strcmp(hall->game[i]->state, "over") != 0) {
			call(run, hall->game[i], "Pause", NULL);
			n++;
		}
	snprintf(run->view.message, sizeof(run->view.message), " %u games are paused", n);
}

/* "accept", or "time-penalty against=white ms=60000". */
static void decide(struct hall_run *run, const struct hall_game *game)
{
	struct hall_view *v = &run->view;
	char *words[32], *next = NULL;
	sd_bus_message *m = NULL;
	const char *fault;
	int n = 0;

	for (char *w = strtok_r(v->text, " ", &next); w && n < 32; w = strtok_r(NULL, " ", &next))
		words[n++] = w;
	if (n == 0 || verdict_from_name(words[0]) <= 0) {
		snprintf(v->message, sizeof(v->message), " \"%s\" is not a verdict", n ? words[0] : "");
		return;
	}
	fault = call_details_check(words + 1, n - 1);
	if (fault) {
		snprintf(v->message, sizeof(v->message), " %s", fault);
		return;
	}
	if (sd_bus_message_new_method_call(run->client.bus, &m, BUS_NAME, game->path, BUS_ARBITER, "Decide") < 0)
		return;
	sd_bus_message_append(m, "ss", game->question, words[0]);
	if (call_details_append(m, words + 1, n - 1) < 0)
		sd_bus_message_unref(m);
	else
		send_call(run, m);
}

/* The moves so far, for who joins late. */
static void read_moves(struct hall_run *run, struct hall_game *game)
{
	struct hall_view *v = &run->view;
	json_t *moves = NULL;

	*v->moves = '\0';
	if (game_moves_get(run->client.ctl, run->client.bus, game->path, &moves))
		return;
	game_moves_text(moves, 150, v->moves, sizeof(v->moves)); /* only the end is shown */
	if (json_array_size(moves))
		screen_set_last(&game->screen, ctl_text(json_array_get(moves, json_array_size(moves) - 1), "uci"));
	json_decref(moves);
}

static void press_key(struct hall_run *run, int key)
{
	struct hall *hall = &run->client.hall;
	const enum hall_action action = hall_key(&run->view, hall, key);
	struct hall_game *game = hall_chosen(&run->view, hall);

	if (action == ACTION_QUIT)
		run->quit = true;
	else if (action == ACTION_PAUSE_ALL)
		pause_all(run);
	else if (action == ACTION_ROUNDS)
		hall_client_look_at_rounds(&run->client);
	if (!game)
		return;
	if (action == ACTION_OPEN && hall_is_live(game))
		read_moves(run, game);
	else if (action == ACTION_PAUSE)
		call(run, game, "Pause", NULL);
	else if (action == ACTION_RESUME)
		call(run, game, "Resume", game->ply % 2 ? "black" : "white");
	else if (action == ACTION_RESULT)
		call(run, game, "End", game->kings);
	else if (action == ACTION_VERDICT)
		decide(run, game);
}

/* --- the loop --- */

static void time_text(char clock[static 16])
{
	const time_t now = time(NULL);
	struct tm tm;

	*clock = '\0';
	if (localtime_r(&now, &tm))
		strftime(clock, 16, "%H:%M:%S", &tm);
}

static void draw(struct hall_run *run)
{
	char clock[16], *picture = NULL;
	size_t size;
	FILE *out = open_memstream(&picture, &size);

	if (!out)
		return;
	time_text(clock);
	run->view.width = run->terminal.width;
	run->view.height = run->terminal.height;
	hall_draw(run->client.ctl, &run->view, &run->client.hall, screen_now(), clock, out);
	fclose(out);
	terminal_show(&run->terminal, picture);
	free(picture);
}

/* Where nobody looks on it is said once: without the blanks that fill a screen. */
static int print_once(const struct hall_run *run, const char *clock)
{
	char *picture = NULL, *next = NULL;
	size_t size;
	FILE *out = open_memstream(&picture, &size);

	if (!out)
		return ctl_fail(run->client.ctl, "%s.", strerror(ENOMEM));
	hall_print(run->client.ctl, &run->client.hall, screen_now(), clock, out);
	fclose(out);
	for (char *line = strtok_r(picture, "\n", &next); line; line = strtok_r(NULL, "\n", &next)) {
		size_t n = strlen(line);

		while (n && line[n - 1] == ' ')
			n--;
		printf("%.*s\n", (int)n, line);
	}
	free(picture);
	return CTL_DONE;
}

/* {"game", "board", "table", …, "state", "result", "need", "last", "white_us", "black_us", "running"} */
static void print_game(const struct hall_game *game)
{
	const struct screen *s = &game->screen;
	json_t *line = json_object();
	char need[64];

	hall_name_game(game, line);
	json_object_set_new(line, "state", json_string(game->state));
	json_object_set_new(line, "result", json_string(game->result));
	json_object_set_new(line, "needs_person", json_boolean(hall_need(game) < NEED_LOOK));
	json_object_set_new(line, "need", json_string(hall_need_text(game, need)));
	json_object_set_new(line, "question", json_string(game->question));
	json_object_set_new(line, "absent", json_string(game->absent));
	json_object_set_new(line, "ply", json_integer(game->ply));
	json_object_set_new(line, "last", json_string(game->last));
	if (s->has_clock) {
		const int64_t now = screen_now();

		json_object_set_new(line, "white_us", json_integer(screen_left(s, WHITE, now)));
		json_object_set_new(line, "black_us", json_integer(screen_left(s, BLACK, now)));
		json_object_set_new(line, "running",
				    json_string(s->running == WHITE ? "white" :
						s->running == BLACK ? "black" :
								      "none"));
	}
	ctl_print_json(line);
}

static bool shows_tenths(const struct hall *hall)
{
	const int64_t now = screen_now();

	for (size_t i = 0; i < hall->count; i++) {
		const struct screen *s = &hall->game[i]->screen;

		if (s->has_clock && s->running != NO_SIDE && screen_left(s, s->running, now) > 0 &&
		    screen_left(s, s->running, now) < TENTHS_US)
			return true;
	}
	return false;
}

static void take_news(struct hall_run *run, const struct hall_news *news)
{
	struct hall_game *open = run->view.mode == MODE_BOARD ? hall_chosen(&run->view, &run->client.hall) : NULL;

	if (news->type == NEWS_DAEMON_GONE)
		snprintf(run->view.message, sizeof(run->view.message), " flagfalld has left the bus; waiting for it");
	else if (news->type == NEWS_DAEMON_BACK)
		snprintf(run->view.message, sizeof(run->view.message), " flagfalld is back");
	else if (news->type == NEWS_PUBLICATION && open && open == news->game &&
		 strcmp(ctl_text(news->json, "type"), "move") == 0 &&
		 strcmp(ctl_text(news->json, "state"), "provisional") != 0)
		read_moves(run, open);
}

/* All that has come in. False: the bus is lost. */
static bool read_bus(struct hall_run *run)
{
	struct hall_news news;
	bool any = false;

	for (;;) {
		if (hall_client_next(&run->client, &news) < 0)
			return false;
		if (news.type == NEWS_NONE)
			break;
		any = true;
		take_news(run, &news);
		json_decref(news.json);
	}
	if (any)
		hall_sort(&run->client.hall);
	return true;
}

static void read_keys(struct hall_run *run)
{
	int key;

	while (!run->quit && (key = terminal_key(&run->terminal)) != KEY_NONE) {
		if (key < 0)
			run->quit = true;
		else
			press_key(run, key);
	}
}

static void read_signals(struct hall_run *run)
{
	struct signalfd_siginfo info;

	while (read(run->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGWINCH)
			terminal_resize(&run->terminal);
		else
			run->quit = true;
	}
}

static int loop(struct hall_run *run)
{
	while (!run->quit) {
		struct pollfd fds[3] = { { .fd = sd_bus_get_fd(run->client.bus), .events = POLLIN },
					 { .fd = STDIN_FILENO, .events = POLLIN },
					 { .fd = run->signals, .events = POLLIN } };

		if (!read_bus(run)) {
			terminal_end(&run->terminal);
			ctl_fail(run->client.ctl, "the connection to the bus was lost.");
			return CTL_NO_DAEMON;
		}
		draw(run);
		sd_bus_flush(run->client.bus);
		if (poll(fds, 3, shows_tenths(&run->client.hall) ? FAST_FRAME_MS : FRAME_MS) < 0 && errno != EINTR)
			return CTL_FAILED;
		if (fds[1].revents)
			read_keys(run);
		if (fds[2].revents)
			read_signals(run);
	}
	return CTL_DONE;
}

/* The hall as it is now. */
static int say_once(struct hall_run *run)
{
	const struct hall *hall = &run->client.hall;
	char clock[16];

	if (!read_bus(run)) {
		ctl_fail(run->client.ctl, "the connection to the bus was lost.");
		return CTL_NO_DAEMON;
	}
	hall_sort(&run->client.hall);
	time_text(clock);
	if (!run->client.ctl->json)
		return print_once(run, clock);
	for (size_t i = 0; i < hall->shown; i++)
		print_game(hall->game[i]);
	return CTL_DONE;
}

static int open_signals(void)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGWINCH);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGHUP);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	return signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
}

static int run_hall(struct ctl *ctl, int argc, char **argv)
{
	struct hall_run *run = calloc(1, sizeof(*run));
	int status;

	if (!run)
		return ctl_fail(ctl, "%s.", strerror(ENOMEM));
	run->client.ctl = ctl;
	run->client.rounds = true;
	ctl_parse(ctl, &argp, argc, argv, run);
	status = hall_client_open(&run->client);
	if (!status && (ctl->json || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))) {
		status = say_once(run);
	} else if (!status) {
		run->signals = open_signals();
		status = terminal_begin(&run->terminal) < 0 ? ctl_fail(ctl, "the terminal cannot be used.") : loop(run);
		terminal_end(&run->terminal);
		close(run->signals);
	}
	hall_client_close(&run->client);
	free(run);
	return status;
}

const struct verb verb_hall = { "hall", run_hall, "all boards at once on a terminal: what needs a person first" };
