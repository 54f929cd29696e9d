/* SPDX-License-Identifier: GPL-2.0-or-later */
/* monitor: a game as it goes on. A live screen on a terminal, lines otherwise, JSON lines with --json. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/texts.h"
#include "flagfallctl/terminal/monitor.h"
#include "flagfallctl/verbs.h"

enum { OPT_PLAIN = 256, OPT_BANNER };

static const struct argp_option options[] = {
	{ "arbiter", 'a', 0, 0,
	  "Subscribe as the arbiter: also what is not public (legality, notation, fallen flags, questions)", 0 },
	{ "all", 'A', 0, 0,
	  "All games from now on: first what each is, then a line a publication, with its game and players", 0 },
	{ "verbose", 'v', 0, 0, "Lines: also provisional moves and accepted turns", 0 },
	{ "banner", OPT_BANNER, 0, 0, "Say on standard error which game is monitored, once nothing more can be missed",
	  0 },
	{ "plain", OPT_PLAIN, 0, 0, "Lines, even on a terminal", 0 },
	{ "num-events", 'n', "N", 0, "End after N publications", 0 },
	{ "until", 'u', "WHAT", 0,
	  "End after the next move (committed), ruling (other than an accepted turn), or at the game's end (default)",
	  0 },
	{ "idle-timeout", 'i', "SECONDS", 0,
	  "End when nothing was published for SECONDS; status 1 if --until was not reached", 0 },
	{ "wait", 'W', 0, 0,
	  "Wait for a game to start (GAME: at this table, the next that goes on there), and for a daemon that left to come back",
	  0 },
	{ 0 }
};

static error_t verb_monitor_parse(int key, char *arg, struct argp_state *state)
{
	struct monitor *m = state->input;

	switch (key) {
	case 'a':
		m->arbiter = true;
		return 0;
	case 'A':
		m->all = true;
		return 0;
	case 'v':
		m->verbose = true;
		return 0;
	case OPT_BANNER:
		m->banner = true;
		return 0;
	case OPT_PLAIN:
		m->plain = true;
		return 0;
	case 'W':
		m->wait = true;
		return 0;
	case 'n':
		m->limit = ctl_read_number(state, arg, 1, LONG_MAX, "--num-events must be a number from 1, not \"%s\"");
		return 0;
	case 'i':
		m->idle_us = (int64_t)(ctl_read_above_0(state, arg, 1e12,
							"--idle-timeout must be a number of seconds, not \"%s\"") *
				       1e6);
		return 0;
	case 'u':
		if (strcmp(arg, "move") == 0)
			m->until = UNTIL_MOVE;
		else if (strcmp(arg, "ruling") == 0)
			m->until = UNTIL_RULING;
		else if (strcmp(arg, "end") == 0)
			m->until = UNTIL_END;
		else
			argp_error(state, "--until must be move, ruling or end, not \"%s\"", arg);
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&m->id, arg, state);
	case ARGP_KEY_END:
		if (m->all && m->id)
			argp_error(state, "--all is all games; \"%s\" names one", m->id);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_monitor_parse,
	.args_doc = "[GAME]",
	.doc = "Show a game as it goes on: board, clocks and rulings on a terminal, a line an event otherwise, and with --json what is "
	       "published, one JSON object a line. GAME may be left out when one is running.\v"
	       "Ends with the game; with --all, when it is interrupted. With --json every line names its game (game, board, round, white, "
	       "black) and the wall time (t_wall); with --all the first lines are of type snapshot, one a game. Between publications the running clock is counted down here.",
};

static void done(struct monitor *m, int status)
{
	m->status = status;
	sd_event_exit(m->event, 0);
}

static int on_rest(sd_event_source *source, uint64_t usec, void *userdata)
{
	done(userdata, CTL_DONE);
	return 0;
}

/* The game is over: what was sent together with the last ruling is still on its way. */
static void over(struct monitor *m)
{
	if (m->over)
		return;
	m->over = true;
	sd_event_add_time_relative(m->event, NULL, CLOCK_MONOTONIC, 200000, 1000, on_rest, m);
}

static int on_idle(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct monitor *m = userdata;

	if (m->until == UNTIL_NOTHING) {
		done(m, CTL_DONE);
		return 0;
	}
	monitor_screen_end(m);
	done(m, ctl_fail(m->ctl, "nothing was published for %g s.", (double)m->idle_us / 1e6));
	return 0;
}

static void restart_idle(struct monitor *m)
{
	if (m->idle)
		sd_event_source_set_time_relative(m->idle, (uint64_t)m->idle_us);
}

static bool is_reached(const struct monitor *m, const json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (m->until == UNTIL_MOVE)
		return strcmp(type, "move") == 0 && strcmp(ctl_text(p, "state"), "committed") == 0;
	if (m->until == UNTIL_RULING)
		return strcmp(type, "ruling") == 0 && strcmp(ctl_text(p, "ruling"), "move-accepted") != 0;
	return false;
}

/* The moves so far, for who joins late; the last of them is marked on the board. */
static void read_moves(struct monitor *m)
{
	json_t *moves = NULL;

	if (!m->on_screen || game_moves_get(m->ctl, m->bus, m->path, &moves))
		return;
	game_moves_text(moves, 100, m->moves, sizeof(m->moves));
	screen_forget_last(&m->screen);
	if (json_array_size(moves))
		screen_set_last(&m->screen, ctl_text(json_array_get(moves, json_array_size(moves) - 1), "uci"));
	json_decref(moves);
}

static void make_header(struct monitor *m)
{
	const struct hall_game *g = m->game;

	snprintf(m->header, sizeof(m->header), "%s  %s%s%s%s%s%s", g->title, g->event, *g->event ? "  " : "",
		 *g->round ? "round " : "", g->round, *g->round ? "  " : "",
		 *g->rulebook ? g->rulebook : "no rulebook");
}

static void published(struct monitor *m, const char *json)
{
	json_t *p = json_loads(json, 0, NULL);
	const char *result = ctl_text(p, "result");

	restart_idle(m);
	if (p && m->game)
		hall_take_publication(m->game, p);
	if (p && strcmp(ctl_text(p, "type"), "move") == 0 && strcmp(ctl_text(p, "state"), "provisional") != 0)
		read_moves(m);
	if (m->ctl->json && p && m->game) {
		json_t *line = json_copy(p);

		hall_name_game(m->game, line);
		ctl_print_json(line);
	} else if (p)
		monitor_show(m, p);
	fflush(stdout);
	if (ferror(stdout))
		done(m, CTL_FAILED);
	if (m->limit && ++m->events == m->limit)
		done(m, CTL_DONE);
	else if (is_reached(m, p))
		done(m, CTL_DONE);
	if (strcmp(ctl_text(p, "type"), "ruling") == 0 && *result && strcmp(result, "none") != 0) {
		m->result_said = true;
		over(m);
	}
	json_decref(p);
}

static void clock_changed(struct monitor *m, sd_bus_message *msg)
{
	struct screen *s = &m->screen;
	const char *running;
	int64_t t;

	if (sd_bus_message_read(msg, "xxxsx", &t, &s->left_us[WHITE], &s->left_us[BLACK], &running, &s->boottime_us) <
	    0)
		return;
	s->running = strcmp(running, "white") == 0 ? WHITE : strcmp(running, "black") == 0 ? BLACK : NO_SIDE;
	/* where no time control was named, the clock beside the board has begun to run */
	s->has_clock = true;
	monitor_redraw(m);
}

/* Lines begin with what the game is; a screen has it in its head. */
static void say_title(const struct monitor *m)
{
	const struct hall_game *g = m->game;

	if (m->ctl->json || m->on_screen || !g)
		return;
	printf("%s: on %s  %s  %u plies%s%s\n", g->title, g->board, g->state, g->ply, *g->last ? ", last " : "",
	       g->last);
	fflush(stdout);
}

static void say_clock_note(struct monitor *m, const char *note)
{
	if (strcmp(note, m->clock_note) == 0)
		return;
	snprintf(m->clock_note, sizeof(m->clock_note), "%s", note);
	if (*note)
		monitor_say(m, note);
}

static void say_disagreement(struct monitor *m)
{
	monitor_say(m, m->game->disagrees ? "the pieces on the board stand otherwise than recorded" :
					    "the pieces on the board stand as recorded again");
}

static void verb_monitor_say_fault(struct monitor *m, const char *fault)
{
	json_t *line;

	if (strcmp(fault, m->fault) == 0)
		return;
	snprintf(m->fault, sizeof(m->fault), "%s", fault);
	if (!m->ctl->json) {
		monitor_say_fault(m);
		return;
	}
	line = json_pack("{s:s, s:s}", "type", "journal", "fault", fault);
	if (m->game)
		hall_name_game(m->game, line);
	ctl_print_json(line);
	fflush(stdout);
}

/* Nothing is ruled while the journal cannot be written. */
static void manager_changed(struct monitor *m, sd_bus_message *msg)
{
	const char *interface;
	json_t *changed;
	int r;

	if (sd_bus_message_read(msg, "s", &interface) < 0 || strcmp(interface, BUS_MANAGER) != 0)
		return;
	changed = bus_read_json(msg, &r);
	if (*m->path && json_object_get(changed, "JournalFault"))
		verb_monitor_say_fault(m, ctl_text(changed, "JournalFault"));
	json_decref(changed);
}

/* Who comes later is to know it, too. */
static void read_fault(struct monitor *m)
{
	char *fault = bus_journal_fault(m->bus);

	if (fault)
		verb_monitor_say_fault(m, fault);
	free(fault);
}

/* State "over" is how a game without rulings ends. */
static void properties_changed(struct monitor *m, sd_bus_message *msg)
{
	const char *interface;
	json_t *changed;
	int r;

	if (sd_bus_message_read(msg, "s", &interface) < 0 || strcmp(interface, BUS_GAME) != 0)
		return;
	changed = bus_read_json(msg, &r);
	if (json_object_get(changed, "ClockNote"))
		say_clock_note(m, ctl_text(changed, "ClockNote"));
	if (m->game) {
		const bool differed = m->game->disagrees;

		hall_take_properties(m->game, changed);
		if (m->game->disagrees != differed)
			say_disagreement(m);
	}
	if (strcmp(ctl_text(changed, "State"), "over") == 0)
		over(m);
	json_decref(changed);
}

static int on_game_signal(sd_bus_message *msg, void *userdata, sd_bus_error *error)
{
	struct monitor *m = userdata;
	const char *json;
	int64_t t;

	if (sd_bus_message_is_signal(msg, m->arbiter ? BUS_ARBITER : BUS_GAME, m->arbiter ? "Observed" : "Published")) {
		if (sd_bus_message_read(msg, "xs", &t, &json) >= 0)
			published(m, json);
	} else if (sd_bus_message_is_signal(msg, BUS_CLOCK, "Changed")) {
		clock_changed(m, msg);
	} else if (sd_bus_message_is_signal(msg, "org.freedesktop.DBus.Properties", "PropertiesChanged")) {
		properties_changed(m, msg);
	}
	return 0;
}

/* Subscribe to one game first, then read its state, so that nothing falls between. */
static int attach(struct monitor *m)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *objects = NULL;
	const char *path;
	char note[sizeof(m->clock_note)];
	int status, r;

	status = bus_objects(m->ctl, m->bus, &objects);
	if (!status)
		status = bus_find_game(m->ctl, objects, m->id, &path);
	if (status) {
		json_decref(objects);
		return status;
	}
	snprintf(m->path, sizeof(m->path), "%s", path);
	snprintf(m->found, sizeof(m->found), "%s", ctl_text(bus_properties(objects, path, BUS_GAME), "Id"));
	json_decref(objects);
	objects = NULL;

	m->slot = sd_bus_slot_unref(m->slot);
	r = sd_bus_match_signal(m->bus, &m->slot, BUS_NAME, m->path, NULL, NULL, on_game_signal, m);
	if (r >= 0)
		r = sd_bus_call_method(m->bus, BUS_NAME, m->path, m->arbiter ? BUS_ARBITER : BUS_GAME, "Subscribe",
				       &error, NULL, NULL);
	if (r < 0)
		return bus_fail(m->ctl, &error, r);

	status = bus_objects(m->ctl, m->bus, &objects);
	if (status)
		return status;
	screen_from_object(&m->screen, json_object_get(objects, m->path));
	m->game = hall_take_object(&m->hall, m->path, json_object_get(objects, m->path));
	if (m->game) {
		make_header(m);
		read_moves(m);
	}
	if (strcmp(ctl_text(bus_properties(objects, m->path, BUS_GAME), "State"), "over") == 0)
		over(m);
	snprintf(note, sizeof(note), "%s", ctl_text(bus_properties(objects, m->path, BUS_GAME), "ClockNote"));
	json_decref(objects);
	if (m->banner)
		fprintf(stderr, "flagfallctl monitor: listening to game g%s.\n", m->found);
	/* who comes later is to know it, too */
	say_title(m);
	say_clock_note(m, note);
	if (m->game && m->game->disagrees)
		say_disagreement(m);
	read_fault(m);
	monitor_redraw(m);
	return 0;
}

static int on_manager_signal(sd_bus_message *msg, void *userdata, sd_bus_error *error)
{
	struct monitor *m = userdata;
	const char *id, *path;
	int status;

	if (sd_bus_message_is_signal(msg, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
		manager_changed(m, msg);
	else if (sd_bus_message_is_signal(msg, BUS_MANAGER, "GameAdded") && !*m->path &&
		 sd_bus_message_read(msg, "so", &id, &path) >= 0 && monitor_is_awaited(m, id, path)) {
		status = attach(m);
		if (status)
			done(m, status);
	} else if (sd_bus_message_is_signal(msg, BUS_MANAGER, "GameRemoved") &&
		   sd_bus_message_read(msg, "so", &id, &path) >= 0 && strcmp(path, m->path) == 0) {
		over(m);
	}
	return 0;
}

static int on_owner(sd_bus_message *msg, void *userdata, sd_bus_error *error)
{
	struct monitor *m = userdata;
	const char *name, *old, *new;
	int status;

	if (sd_bus_message_read(msg, "sss", &name, &old, &new) < 0)
		return 0;
	if (*old && !*new && !m->over) {
		monitor_screen_end(m);
		if (!m->wait) {
			ctl_fail(m->ctl, "flagfalld has left the bus.");
			done(m, CTL_NO_DAEMON);
			return 0;
		}
		fprintf(stderr, "flagfallctl monitor: flagfalld has left the bus; waiting for it.\n");
	} else if (*new && * m->path) {
		/* The same game, brought back from the journal. */
		m->table = 0;
		m->id = m->found;
		status = attach(m);
		if (status)
			done(m, status);
	}
	return 0;
}

static int on_signal(sd_event_source *source, const struct signalfd_siginfo *info, void *userdata)
{
	done(userdata, CTL_DONE);
	return 0;
}

static int on_disconnected(sd_bus_message *msg, void *userdata, sd_bus_error *error)
{
	struct monitor *m = userdata;

	monitor_screen_end(m);
	ctl_fail(m->ctl, "the connection to the bus was lost.");
	done(m, CTL_NO_DAEMON);
	return 0;
}

static int on_frame(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct monitor *m = userdata;

	if (m->screen.has_clock && m->screen.running != NO_SIDE)
		monitor_redraw(m);
	sd_event_source_set_time_relative(source, 100000);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
	return 0;
}

static int verb_monitor_set_up(struct monitor *m)
{
	sigset_t mask;
	int r;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);

	r = sd_event_new(&m->event);
	if (r >= 0)
		r = sd_event_add_signal(m->event, NULL, SIGINT, on_signal, m);
	if (r >= 0)
		r = sd_event_add_signal(m->event, NULL, SIGTERM, on_signal, m);
	if (r >= 0 && m->idle_us)
		r = sd_event_add_time_relative(m->event, &m->idle, CLOCK_MONOTONIC, (uint64_t)m->idle_us, 1000, on_idle,
					       m);
	if (r >= 0 && m->on_screen)
		r = sd_event_add_time_relative(m->event, NULL, CLOCK_MONOTONIC, 100000, 1000, on_frame, m);
	if (r >= 0)
		r = sd_bus_attach_event(m->bus, m->event, 0);
	if (r >= 0)
		r = sd_bus_match_signal(m->bus, NULL, BUS_NAME, BUS_PATH, NULL, NULL, on_manager_signal, m);
	if (r >= 0)
		r = sd_bus_add_match(
			m->bus, NULL,
			"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BUS_NAME "'",
			on_owner, m);
	if (r >= 0)
		r = sd_bus_match_signal(m->bus, NULL, NULL, "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
					"Disconnected", on_disconnected, m);
	return r < 0 ? bus_fail(m->ctl, NULL, r) : 0;
}

/* How it ended, which an arbiter's result says by no ruling. */
static void say_result(struct monitor *m)
{
	if (m->ctl->json || m->result_said || !m->game)
		return;
	if (strcmp(m->game->result, "none") == 0)
		printf("%s: the game is over, without a result\n", m->game->title);
	else
		printf("%s: the game is over: %s\n", m->game->title, m->game->result);
}

static int run_monitor(struct ctl *ctl, int argc, char **argv)
{
	struct monitor m = { .ctl = ctl, .status = CTL_DONE };
	int status, r;

	ctl_parse(ctl, &argp, argc, argv, &m);
	if (m.all)
		return monitor_all(ctl, &(struct monitor_all){ .arbiter = m.arbiter,
							       .verbose = m.verbose,
							       .wait = m.wait,
							       .banner = m.banner,
							       .until_move = m.until == UNTIL_MOVE,
							       .until_ruling = m.until == UNTIL_RULING,
							       .limit = m.limit,
							       .idle_us = m.idle_us });
	m.on_screen = !ctl->json && !m.plain && isatty(STDOUT_FILENO);
	status = bus_open(ctl, &m.bus);
	if (!status && m.id)
		status = monitor_take_game(&m);
	if (!status)
		status = verb_monitor_set_up(&m);
	if (!status && (!m.wait || monitor_has_game(&m, &status)) && !status)
		status = attach(&m);
	else if (!status && m.banner)
		fprintf(stderr, "flagfallctl monitor: waiting for a game%s.\n", m.table ? " at that table" : "");
	if (!status) {
		r = sd_event_loop(m.event);
		status = r < 0 ? bus_fail(ctl, NULL, r) : m.status;
	}
	monitor_print_rest(&m);
	monitor_screen_end(&m);
	if (!status && m.over)
		say_result(&m);
	hall_done(&m.hall);
	sd_bus_slot_unref(m.slot);
	sd_event_source_unref(m.idle);
	sd_bus_flush_close_unref(m.bus);
	sd_event_unref(m.event);
	return status;
}

const struct verb verb_monitor = { "monitor", run_monitor, "a game as it goes on: board, clocks, rulings" };
