/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/evening/evening-internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_US (60 * 1000000LL)
#define NAME "org.flagfall1"
#define MANAGER NAME, "/org/flagfall1", "org.flagfall1.Manager"
#define AFTER_HANDS_US 2000000 /* an illegal turn is known then, and pieces that were put somewhere count */
#define STEPS_OF_A_START 200
#define PAUSE_US 100000 /* between what somebody says and the next turn, where the score's time has passed */

static int64_t monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

/* --- the daemon --- */

void evening_spare(struct evening *e)
{
	for (unsigned kind = 0; kind < DISK_STEPS; kind++)
		atomic_store(&e->steps->kill_at[kind], DISK_NEVER);
	atomic_store(&e->steps->kill_at_all, DISK_NEVER);
	atomic_store(&e->steps->full_at, DISK_NEVER);
}

uint64_t evening_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* It has ended: it was killed, and not otherwise. */
static void ended(struct evening *e, int status)
{
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		fail_msg("the daemon ended by itself, with status %x", (unsigned)status);
	e->rig->daemon_pid = 0;
	e->kills++;
}

static bool is_dead(struct evening *e)
{
	int status;

	if (e->rig->daemon_pid && waitpid(e->rig->daemon_pid, &status, WNOHANG) == e->rig->daemon_pid)
		ended(e, status);
	return !e->rig->daemon_pid;
}

static void spawn(struct evening *e)
{
	enum { FIXED = 6 };
	char *argv[FIXED + 2 * EVENING_BOARDS + 1], state[96], urls[EVENING_BOARDS][128];
	unsigned n = 0;
	pid_t pid;

	snprintf(state, sizeof(state), "%s/state", e->rig->dir);
	argv[n++] = (char *)(getenv("FLAGFALLD") ? getenv("FLAGFALLD") : RIG_DAEMON);
	argv[n++] = (char *)"--bus";
	argv[n++] = e->rig->address;
	argv[n++] = (char *)"--state";
	argv[n++] = state;
	argv[n++] = (char *)"--no-udev";
	for (unsigned i = 0; i < EVENING_BOARDS; i++) {
		snprintf(urls[i], sizeof(urls[i]), "socket:%s", e->table[i].socket);
		argv[n++] = (char *)"--board";
		argv[n++] = urls[i];
	}
	argv[n] = NULL;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setenv("LD_PRELOAD", DISK_FAULTS, 1);
		setenv("FAULTS_STEPS", e->steps_path, 1);
		execv(argv[0], argv);
		_exit(127);
	}
	e->rig->daemon_pid = pid;
}

static bool is_over(struct evening *e, const char *game)
{
	char *state = rig_game_says(e->rig, game, "state");
	bool is = *state && strcmp(state, "running") != 0;

	free(state);
	return is;
}

/* A game that is over and recorded is not there any more after a restart. */
static bool is_past(struct evening *e, const char *path, const sd_bus_error *error)
{
	return (sd_bus_error_has_name(error, SD_BUS_ERROR_UNKNOWN_OBJECT) ||
		sd_bus_error_has_name(error, "org.flagfall1.Error.NoSuchGame")) &&
	       strrchr(path, '/') && is_over(e, strrchr(path, '/') + 1);
}

/* 0, with no reply where the game is past; 1 it has been killed. */
static int call(struct evening *e, const char *path, const char *interface, const char *method, sd_bus_message **reply,
		const char *types, va_list ap)
{
	static const char *const gone[] = { SD_BUS_ERROR_NO_REPLY, SD_BUS_ERROR_SERVICE_UNKNOWN,
					    SD_BUS_ERROR_NAME_HAS_NO_OWNER, SD_BUS_ERROR_DISCONNECTED };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int64_t until = monotonic_us() + PATIENCE_US;
	bool is_gone = false;

	if (sd_bus_call_methodv(e->rig->bus, NAME, path, interface, method, &error, reply, types, ap) >= 0)
		return 0;
	for (unsigned i = 0; i < 4; i++)
		is_gone |= sd_bus_error_has_name(&error, gone[i]);
	while (is_gone && !is_dead(e)) {
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 1);
	}
	if (!is_gone && !is_past(e, path, &error))
		fail_msg("%s: %s: %s: %s", path, method, error.name, error.message);
	sd_bus_error_free(&error);
	return is_gone;
}

static int ask(struct evening *e, const char *path, const char *interface, const char *method, sd_bus_message **reply,
	       const char *types, ...)
{
	va_list ap;
	int r;

	va_start(ap, types);
	r = call(e, path, interface, method, reply, types, ap);
	va_end(ap);
	return r;
}

static int boards(struct evening *e, unsigned *ret)
{
	sd_bus_message *reply = NULL;
	const char *name, *path;

	*ret = 0;
	if (ask(e, "/org/flagfall1", "org.flagfall1.Manager", "ListBoards", &reply, NULL))
		return 1;
	sd_bus_message_enter_container(reply, 'a', "(so)");
	while (sd_bus_message_read(reply, "(so)", &name, &path) > 0)
		++*ret;
	sd_bus_message_unref(reply);
	return 0;
}

static bool has_name(struct evening *e)
{
	sd_bus_message *reply = NULL;
	int has = 0;

	if (sd_bus_call_method(e->rig->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
			       "NameHasOwner", NULL, &reply, "s", NAME) >= 0)
		sd_bus_message_read(reply, "b", &has);
	sd_bus_message_unref(reply);
	return has;
}

/* Its board has said what stands on it. 1: killed. */
static int wait_back(struct evening *e, struct evening_table *t)
{
	int64_t until = monotonic_us() + PATIENCE_US;
	bool is_back = false;

	while (!is_back) {
		sd_bus_message *reply = NULL;
		const char *state = "";

		if (ask(e, t->path, "org.freedesktop.DBus.Properties", "Get", &reply, "ss", GAME, "State"))
			return 1;
		is_back = !reply ||
			  (sd_bus_message_read(reply, "v", "s", &state) >= 0 && strcmp(state, "board-gone") != 0);
		sd_bus_message_unref(reply);
		if (!is_back)
			poll(NULL, 0, 1);
		assert_true(is_back || monotonic_us() < until);
	}
	return 0;
}

/* 1: killed. */
static int come_up(struct evening *e)
{
	int64_t until = monotonic_us() + PATIENCE_US;
	unsigned there = 0;

	while (!has_name(e)) {
		if (is_dead(e))
			return 1;
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 2);
	}
	while (there < EVENING_BOARDS) {
		if (boards(e, &there))
			return 1;
		assert_true(monotonic_us() < until);
		if (there < EVENING_BOARDS)
			poll(NULL, 0, 1);
	}
	for (unsigned i = 0; i < EVENING_BOARDS; i++) {
		struct evening_table *t = &e->table[i];
		bool is_over = t->rest && !*t->rest;

		if (t->game[0] && !is_over && (ask(e, t->path, ARBITER, "Subscribe", NULL, NULL) || wait_back(e, t)))
			return 1;
	}
	return 0;
}

/* --- what is heard --- */

/* What came from the bus: of it, the rulings are kept. */
static void take_heard(struct evening *e)
{
	struct rig *rig = e->rig;

	while (sd_bus_process(rig->bus, NULL) > 0)
		;
	for (size_t n = 0; n < rig->count; n++) {
		struct received *h = &rig->received[n];
		const char *event = h->json ? json_string_value(json_object_get(h->json, "type")) : NULL;

		for (unsigned i = 0; event && strcmp(event, "ruling") == 0 && i < EVENING_BOARDS; i++) {
			struct evening_table *t = &e->table[i];

			if (strcmp(h->path, t->path) != 0)
				continue;
			t->heard = reallocarray(t->heard, t->heard_count + 1, sizeof(*t->heard));
			assert_non_null(t->heard);
			t->heard[t->heard_count++] = json_dumps(h->json, JSON_COMPACT);
		}
		free(h->member);
		free(h->path);
		free(h->text);
		json_decref(h->json);
	}
	rig->count = rig->seen = 0;
}

void evening_start_daemon(struct evening *e)
{
	do {
		spawn(e);
	} while (come_up(e));
	take_heard(e);
	evening_check_heard(e);
}

/* The kill has come. At random, every second time, another one comes before all is as it was. */
static void revive(struct evening *e)
{
	evening_spare(e);
	if (e->random && evening_random(&e->random) % 2)
		atomic_store(&e->steps->kill_at_all,
			     atomic_load(&e->steps->all) + (long)(evening_random(&e->random) % STEPS_OF_A_START));
	take_heard(e);
	evening_start_daemon(e);
}

/* --- boards --- */

/* 1: it was killed before it had taken all. */
static int flush(struct evening *e, struct evening_table *t)
{
	int64_t until = monotonic_us() + PATIENCE_US;

	while (sim_flush(t->sim, 5) < 0) {
		if (is_dead(e))
			return 1;
		assert_true(monotonic_us() < until);
	}
	return is_dead(e);
}

/* All that happened on the board has been taken, and what it led to is heard. */
static void settle(struct evening *e, struct evening_table *t)
{
	for (;;) {
		sd_bus_message *reply = NULL;

		if (!flush(e, t) &&
		    !ask(e, t->path, "org.freedesktop.DBus.Properties", "Get", &reply, "ss", GAME, "Plies")) {
			sd_bus_message_unref(reply);
			take_heard(e);
			return;
		}
		revive(e);
	}
}

static unsigned acts_in_journal(struct evening *e, const struct evening_table *t)
{
	return (unsigned)rig_rows_of(e->rig, t->game, "input", "\"actor\":");
}

/* Somebody says it, again if it was lost with the daemon before it was answered and before it was on disk. */
static void act(struct evening *e, struct evening_table *t, const char *interface, const char *method,
		const char *types, ...)
{
	for (bool said = false; !said;) {
		va_list ap;

		sim_beat(t->sim);
		settle(e, t); /* the act's time is that of the beat */
		va_start(ap, types);
		said = !call(e, t->path, interface, method, NULL, types, ap);
		va_end(ap);
		if (!said) {
			revive(e);
			said = acts_in_journal(e, t) > t->acts;
		}
	}
	t->acts++;
	settle(e, t);
}

/* --- a game begins --- */

static int try_start(struct evening *e, struct evening_table *t)
{
	const char *const options[][2] = { { "rulebook", t->plan->rulebook },
					   { "time", t->plan->time },
					   { "white", "Ann" },
					   { "black", "Bo" },
					   { "lever", t->plan->by_hand ? "hand" : NULL },
					   { "game", strcmp(t->score.game->name, "chess960") ? NULL : "chess960" },
					   { "fen",
					     strncmp(t->plan->score, "chess960", 8) ? NULL : t->score.start_fen } };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m = NULL, *reply = NULL;
	const char *game, *path;
	int r;

	assert_return_code(sd_bus_message_new_method_call(e->rig->bus, &m, MANAGER, "StartGame"), 0);
	sd_bus_message_append(m, "s", t->serial);
	sd_bus_message_open_container(m, 'a', "{sv}");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i][1])
			sd_bus_message_append(m, "{sv}", options[i][0], "s", options[i][1]);
	sd_bus_message_close_container(m);
	r = sd_bus_call(e->rig->bus, m, 0, &error, &reply);
	sd_bus_message_unref(m);
	if (r < 0 && !sd_bus_error_has_name(&error, SD_BUS_ERROR_NO_REPLY) &&
	    !sd_bus_error_has_name(&error, SD_BUS_ERROR_SERVICE_UNKNOWN) &&
	    !sd_bus_error_has_name(&error, SD_BUS_ERROR_NAME_HAS_NO_OWNER))
		fail_msg("%s: %s: %s", t->serial, error.name, error.message);
	sd_bus_error_free(&error);
	if (r < 0) {
		while (!is_dead(e))
			poll(NULL, 0, 1);
		return 1;
	}
	assert_return_code(sd_bus_message_read(reply, "so", &game, &path), 0);
	snprintf(t->game, sizeof(t->game), "%s", game);
	snprintf(t->path, sizeof(t->path), "%s", path);
	sd_bus_message_unref(reply);
	return 0;
}

static void begin(struct evening *e, struct evening_table *t)
{
	while (try_start(e, t)) {
		int64_t game;

		revive(e);
		game = rig_game_on(e->rig, t->serial);
		if (game == 0)
			continue;
		snprintf(t->game, sizeof(t->game), "%lld", (long long)game);
		snprintf(t->path, sizeof(t->path), "/org/flagfall1/game/%lld", (long long)game);
		break;
	}
	while (ask(e, t->path, ARBITER, "Subscribe", NULL, NULL))
		revive(e);
	settle(e, t);
	t->base_us = (int64_t)sim_time(t->sim);
}

/* --- what happens on the board --- */

static void keep_before(struct evening_table *t)
{
	struct native_state state;

	sim_get_state(t->sim, &state);
	memcpy(t->before[t->ply], state.squares, sizeof(t->before[0]));
}

static int sensor(const struct evening_table *t, unsigned square)
{
	int cell = t->score.game->cell_of_square(square);

	assert_true(cell >= 0);
	return cell;
}

static int64_t clock_in_journal(struct evening *e, const struct evening_table *t)
{
	return rig_rows_of(e->rig, t->game, "input", "\"type\":\"press\"") +
	       rig_rows_of(e->rig, t->game, "input", "\"type\":\"pause\"");
}

/*
 * A press, or with NO_SIDE the pause key. A daemon that was killed finds by the lever that is down who has pressed, but
 * not that the clocks were stopped, nor a press of the side whose lever was down before an arbiter started its clock
 * again: who sees that the clock goes on does it once more.
 */
static void at_clock(struct evening *e, struct evening_table *t, enum side side)
{
	const int64_t before = clock_in_journal(e, t);
	const unsigned kills = e->kills;

	do {
		assert_return_code(side == NO_SIDE ? sim_pause(t->sim) :
						     sim_press(t->sim, side == WHITE ? SBW_SIDE_WHITE : SBW_SIDE_BLACK),
				   0);
		settle(e, t);
	} while (e->kills != kills && clock_in_journal(e, t) == before);
}

static void press(struct evening *e, struct evening_table *t, enum side side)
{
	if (t->plan->by_hand)
		act(e, t, GAME, "Press", "s", side == WHITE ? "white" : "black");
	else
		at_clock(e, t, side);
}

static void turn(struct evening *e, struct evening_table *t)
{
	int64_t late = (int64_t)sim_time(t->sim) + PAUSE_US;

	assert_true(t->ply < EVENING_PLIES);
	keep_before(t);
	while (t->next < t->count && t->hands[t->next].ply <= t->ply)
		t->next++;
	assert_true(t->next < t->count);
	if (t->base_us + t->hands[t->next].t_us < late)
		t->base_us = late - t->hands[t->next].t_us;
	for (; t->next < t->count && t->hands[t->next].ply == t->ply + 1; t->next++) {
		const struct hands_event *h = &t->hands[t->next];

		assert_return_code(sim_advance(t->sim, (uint64_t)(t->base_us + h->t_us)), 0);
		if (h->action == HANDS_LIFT)
			sim_lift(t->sim, (unsigned)sensor(t, h->square));
		else if (h->action == HANDS_PLACE)
			sim_place(t->sim, (unsigned)sensor(t, h->square), h->piece);
		else
			press(e, t, h->side);
	}
	t->ply++;
	settle(e, t);
}

static void wait_ms(struct evening *e, struct evening_table *t, int64_t us)
{
	/* not all beats at once: the daemon takes them as they come */
	assert_return_code(sim_advance(t->sim, sim_time(t->sim) + (uint64_t)us), 0);
	settle(e, t);
}

static void illegal(struct evening *e, struct evening_table *t, const char *from, const char *to)
{
	int a = sim_square(t->sim, from), b = sim_square(t->sim, to);
	struct native_state state;
	enum side side = t->ply % 2 ? BLACK : WHITE;

	assert_true(a >= 0 && b >= 0);
	keep_before(t);
	sim_advance(t->sim, sim_time(t->sim) + 5 * PAUSE_US);
	sim_get_state(t->sim, &state);
	if (state.squares[b] != '.')
		sim_lift(t->sim, (unsigned)b);
	sim_lift(t->sim, (unsigned)a);
	sim_advance(t->sim, sim_time(t->sim) + PAUSE_US);
	sim_place(t->sim, (unsigned)b, state.squares[a]);
	sim_advance(t->sim, sim_time(t->sim) + PAUSE_US);
	press(e, t, side);
	settle(e, t);
	wait_ms(e, t, AFTER_HANDS_US);
}

/* FEN's first field on a board of eight rows. */
static void stand(struct evening *e, struct evening_table *t, const char *placement)
{
	char squares[65];
	unsigned row = 7, column = 0;

	memset(squares, '.', 64);
	squares[64] = '\0';
	for (const char *c = placement; *c && *c != ' '; c++) {
		if (*c == '/') {
			row--;
			column = 0;
		} else if (*c >= '1' && *c <= '8') {
			column += (unsigned)(*c - '0');
		} else {
			squares[row * 8 + column++] = *c;
		}
	}
	sim_advance(t->sim, sim_time(t->sim) + PAUSE_US);
	sim_set_squares(t->sim, squares);
	settle(e, t);
	wait_ms(e, t, AFTER_HANDS_US);
}

static void restore(struct evening *e, struct evening_table *t)
{
	sim_advance(t->sim, sim_time(t->sim) + PAUSE_US);
	sim_set_squares(t->sim, t->before[t->ply]);
	settle(e, t);
	wait_ms(e, t, AFTER_HANDS_US);
}

/* --- the script --- */

static bool is_word(char **line, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*line, word, n) != 0 || ((*line)[n] != ' ' && (*line)[n] != '\0'))
		return false;
	*line += (*line)[n] ? n + 1 : n;
	return true;
}

static void do_act(struct evening *e, struct evening_table *t, char *line)
{
	char a[32] = "", b[32] = "";

	if (is_word(&line, "claim")) {
		assert_int_equal(sscanf(line, "%31s %31s", a, b), 2);
		act(e, t, GAME, "Claim", "ssa{sv}", a, b, 0);
	} else if (is_word(&line, "pause")) {
		act(e, t, GAME, "Pause", NULL);
	} else if (is_word(&line, "resume")) {
		act(e, t, GAME, "Resume", "s", line);
	} else if (is_word(&line, "end")) {
		act(e, t, GAME, "End", "s", line);
	} else if (is_word(&line, "position")) {
		act(e, t, GAME, "SetPosition", "s", line);
	} else if (is_word(&line, "clock")) {
		assert_int_equal(sscanf(line, "%31s %31s", a, b), 2);
		act(e, t, ARBITER, "ClockReport", "a{sv}", 2, "white_ms", "x", (int64_t)atoll(a), "black_ms", "x",
		    (int64_t)atoll(b));
	} else if (is_word(&line, "takeback")) {
		act(e, t, GAME, "TakeBack", "u", (uint32_t)atoi(line));
		t->ply -= (unsigned)atoi(line);
		t->next = 0;
		restore(e, t);
	} else {
		fail_msg("%s: nobody knows what '%s' is", t->serial, line);
	}
}

static void do_line(struct evening *e, struct evening_table *t, char *line)
{
	char a[8] = "", b[8] = "";

	if (is_word(&line, "illegal")) {
		assert_int_equal(sscanf(line, "%7s %7s", a, b), 2);
		illegal(e, t, a, b);
	} else if (is_word(&line, "restore")) {
		restore(e, t);
	} else if (is_word(&line, "stand")) {
		stand(e, t, line);
	} else if (is_word(&line, "stop")) {
		at_clock(e, t, NO_SIDE);
	} else if (is_word(&line, "wait")) {
		wait_ms(e, t, atoll(line) * 1000);
	} else {
		do_act(e, t, line);
	}
}

bool evening_step(struct evening *e, struct evening_table *t)
{
	char line[160], *words = line;
	size_t n;

	if (!*t->game) {
		begin(e, t);
		t->rest = t->plan->script;
		return true;
	}
	if (!*t->rest)
		return false;
	n = strcspn(t->rest, ";");
	assert_true(n < sizeof(line));
	memcpy(line, t->rest, n);
	line[n] = '\0';
	if (!is_word(&words, "play")) {
		do_line(e, t, line);
	} else {
		turn(e, t);
		if (t->ply < (unsigned)atoi(words))
			return true;
	}
	t->rest += t->rest[n] ? n + 2 : n;
	return true;
}
