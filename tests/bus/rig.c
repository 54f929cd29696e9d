/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"

#define PATIENCE_US (60 * 1000000LL) /* for what ought to come at once; a busy machine is not a fault */

#define SANITIZER_STATUS 86 /* no program of ours ends with it */

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

static int64_t monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

/* --- processes --- */

/* out: a descriptor that becomes the child's fd 3, -1 none. */
static pid_t spawn(char *const argv[], int out)
{
	pid_t pid = fork();

	if (pid == 0) {
		sigset_t none;

		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (out >= 0 && out != 3)
			dup2(out, 3);
		execvp(argv[0], argv);
		_exit(127);
	}
	assert_true(pid > 0);
	return pid;
}

static void end_process(pid_t *pid, int sig)
{
	if (*pid <= 0)
		return;
	kill(*pid, sig);
	waitpid(*pid, NULL, 0);
	*pid = 0;
}

/* One that crashed before it was asked to end, or of which a sanitizer reported something, a leak at its end, too,
 * fails the test. */
static void end_daemon(struct rig *rig, int sig)
{
	int status = 0;

	if (rig->daemon_pid <= 0)
		return;
	kill(rig->daemon_pid, sig);
	assert_int_equal(waitpid(rig->daemon_pid, &status, 0), rig->daemon_pid);
	rig->daemon_pid = 0;
	if (WIFSIGNALED(status))
		assert_true(WTERMSIG(status) == sig || WTERMSIG(status) == SIGKILL); /* some tests have it killed */
	else
		assert_int_not_equal(WEXITSTATUS(status), SANITIZER_STATUS);
}

/* Sanitizers end the program with a status that it has not itself. */
static void set_sanitizer_status(const char *name)
{
	const char *options = getenv(name);
	char with[1024];

	if (options && strstr(options, "exitcode="))
		return;
	snprintf(with, sizeof(with), "exitcode=%d:%s", SANITIZER_STATUS, options ? options : "");
	setenv(name, with, 1);
}

static void start_bus(struct rig *rig)
{
	char config[96], option[112];
	char *argv[] = { (char *)"dbus-daemon", option, (char *)"--nofork", (char *)"--print-address=3", NULL };
	int fds[2];
	ssize_t n;
	FILE *f;

	snprintf(config, sizeof(config), "%s/bus.conf", rig->dir);
	f = fopen(config, "w");
	assert_non_null(f);
	/* The policy of a system bus as far as clients of any user go; ours is tested by the daemon's own check. */
	fprintf(f,
		"<busconfig><type>custom</type><listen>unix:path=%s/bus</listen><auth>EXTERNAL</auth>"
		"<policy context=\"default\"><allow user=\"*\"/><allow own=\"*\"/><allow send_type=\"*\"/>"
		"<allow receive_type=\"*\"/><allow send_destination=\"*\"/></policy></busconfig>\n",
		rig->dir);
	fclose(f);
	snprintf(option, sizeof(option), "--config-file=%s", config);
	assert_return_code(pipe(fds), errno);
	rig->bus_pid = spawn(argv, fds[1]);
	close(fds[1]);
	n = read(fds[0], rig->address, sizeof(rig->address) - 1);
	close(fds[0]);
	assert_true(n > 1);
	rig->address[n - 1] = '\0';
}

/* --- the client --- */

/* "NAME=VALUE " each; "NAME " of those whose value is no word or number. */
static void keep_properties(sd_bus_message *m, FILE *out)
{
	const char *name, *contents;

	sd_bus_message_enter_container(m, 'a', "{sv}");
	while (sd_bus_message_enter_container(m, 'e', "sv") > 0) {
		union {
			const char *s;
			int64_t x;
			uint32_t u;
			int b;
		} v;

		sd_bus_message_read_basic(m, 's', &name);
		sd_bus_message_peek_type(m, NULL, &contents);
		fputs(name, out);
		if (strlen(contents) == 1 && strchr("soxtub", *contents)) {
			sd_bus_message_enter_container(m, 'v', contents);
			sd_bus_message_read_basic(m, *contents, &v);
			if (*contents == 's' || *contents == 'o')
				fprintf(out, "=%s", v.s);
			else
				fprintf(out, "=%lld",
					*contents == 'u' ? (long long)v.u :
					*contents == 'b' ? (long long)v.b :
							   (long long)v.x);
			sd_bus_message_exit_container(m);
		} else {
			sd_bus_message_skip(m, "v");
		}
		fputc(' ', out);
		sd_bus_message_exit_container(m);
	}
	sd_bus_message_exit_container(m);
}

static void keep_arguments(sd_bus_message *m, FILE *out)
{
	const char *contents;
	char type;

	while (sd_bus_message_peek_type(m, &type, &contents) > 0) {
		union {
			const char *s;
			int64_t x;
			uint32_t u;
			int b;
		} v;

		if (type == 's' || type == 'o') {
			sd_bus_message_read_basic(m, type, &v);
			fprintf(out, "%s ", v.s);
		} else if (type == 'x') {
			sd_bus_message_read_basic(m, type, &v);
			fprintf(out, "%lld ", (long long)v.x);
		} else if (type == 'u') {
			sd_bus_message_read_basic(m, type, &v);
			fprintf(out, "%u ", v.u);
		} else if (type == 'a' && strcmp(contents, "s") == 0) {
			sd_bus_message_enter_container(m, 'a', "s");
			while (sd_bus_message_read_basic(m, 's', &v) > 0)
				fprintf(out, "%s ", v.s);
			sd_bus_message_exit_container(m);
		} else if (type == 'a' && strcmp(contents, "{sv}") == 0) {
			keep_properties(m, out);
		} else {
			char signature[2] = { type, '\0' };

			sd_bus_message_skip(m, type == 'a' || type == 'v' || type == 'r' || type == 'e' ? NULL :
													  signature);
		}
	}
}

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct rig *rig = userdata;
	struct received *h;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	keep_arguments(m, out);
	fclose(out);
	if (rig->count == rig->size) {
		rig->size = rig->size ? 2 * rig->size : 64;
		rig->received = realloc(rig->received, rig->size * sizeof(*rig->received));
		assert_non_null(rig->received);
	}
	h = &rig->received[rig->count++];
	*h = (struct received){ .member = strdup(sd_bus_message_get_member(m)),
				.path = strdup(sd_bus_message_get_path(m)),
				.text = text };
	if (strcmp(h->member, "Published") == 0 || strcmp(h->member, "Observed") == 0)
		h->json = json_loads(strchr(text, '{'), JSON_DISABLE_EOF_CHECK, NULL);
	return 0;
}

sd_bus *rig_connect(struct rig *rig)
{
	sd_bus *bus = NULL;

	assert_return_code(sd_bus_new(&bus), 0);
	assert_return_code(sd_bus_set_address(bus, rig->address), 0);
	assert_return_code(sd_bus_set_bus_client(bus, 1), 0);
	assert_return_code(sd_bus_start(bus), 0);
	return bus;
}

static bool has_name(struct rig *rig, const char *name)
{
	sd_bus_message *reply = NULL;
	int has = 0;

	if (sd_bus_call_method(rig->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
			       "NameHasOwner", NULL, &reply, "s", name) >= 0)
		sd_bus_message_read(reply, "b", &has);
	sd_bus_message_unref(reply);
	return has;
}

static int boards(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	const char *name, *path;
	int n = 0;

	if (sd_bus_call_method(rig->bus, MANAGER, "ListBoards", NULL, &reply, NULL) < 0)
		return 0;
	sd_bus_message_enter_container(reply, 'a', "(so)");
	while (sd_bus_message_read(reply, "(so)", &name, &path) > 0)
		n++;
	sd_bus_message_unref(reply);
	return n;
}

static void connect_client(struct rig *rig)
{
	rig->bus = rig_connect(rig);
	assert_return_code(
		sd_bus_match_signal(rig->bus, &rig->match, "org.flagfall1", NULL, NULL, NULL, on_signal, rig), 0);
}

void rig_bus_stop(struct rig *rig)
{
	rig->match = sd_bus_slot_unref(rig->match);
	rig->bus = sd_bus_flush_close_unref(rig->bus);
	end_process(&rig->bus_pid, SIGTERM);
}

void rig_bus_start(struct rig *rig)
{
	int64_t until = monotonic_us() + PATIENCE_US;

	start_bus(rig);
	connect_client(rig);
	while (!has_name(rig, "org.flagfall1")) {
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 5);
	}
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "Subscribe", NULL, NULL, NULL), 0);
}

void rig_daemon_start(struct rig *rig)
{
	char board[112], state[80];
	char *const first[] = { (char *)(getenv("FLAGFALLD") ? getenv("FLAGFALLD") : RIG_DAEMON),
				(char *)"--bus",
				rig->address,
				(char *)"--state",
				state,
				(char *)"--no-udev",
				(char *)"--board",
				board };
	int64_t until = monotonic_us() + PATIENCE_US;
	size_t n = sizeof(first) / sizeof(first[0]), extra = 0;
	char **argv;

	snprintf(board, sizeof(board), "socket:%s", rig->socket);
	snprintf(state, sizeof(state), "%s/state", rig->dir);
	while (rig->extra && rig->extra[extra])
		extra++;
	set_sanitizer_status("ASAN_OPTIONS");
	set_sanitizer_status("UBSAN_OPTIONS");
	argv = calloc(n + extra + 1, sizeof(*argv));
	assert_non_null(argv);
	memcpy(argv, first, sizeof(first));
	for (size_t i = 0; i < extra; i++)
		argv[n + i] = rig->extra[i];
	rig->daemon_pid = spawn(argv, -1);
	free(argv);
	while (!has_name(rig, "org.flagfall1") || (sim_plugged(rig->sim) && boards(rig) == 0)) {
		assert_true(waitpid(rig->daemon_pid, NULL, WNOHANG) == 0);
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 5);
	}
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "Subscribe", NULL, NULL, NULL), 0);
}

void rig_daemon_start_with(struct rig *rig, const char *library, ...)
{
	const char *name, *value;
	va_list ap;

	setenv("LD_PRELOAD", library, 1);
	va_start(ap, library);
	while ((name = va_arg(ap, const char *)) && (value = va_arg(ap, const char *)))
		setenv(name, value, 1);
	va_end(ap);
	rig_daemon_start(rig);
	unsetenv("LD_PRELOAD");
	va_start(ap, library);
	while ((name = va_arg(ap, const char *)) && va_arg(ap, const char *))
		unsetenv(name);
	va_end(ap);
}

void rig_daemon_stop(struct rig *rig, int sig)
{
	int64_t until = monotonic_us() + PATIENCE_US;

	end_daemon(rig, sig);
	while (has_name(rig, "org.flagfall1")) {
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 5);
	}
}

int64_t rig_boards_read(struct rig *rig)
{
	return rig_rows_of(rig, rig->game, "input", "\"squares\":");
}

void rig_wait_board_read(struct rig *rig, int64_t before)
{
	int64_t until = monotonic_us() + PATIENCE_US;

	while (rig_boards_read(rig) <= before) {
		assert_true(monotonic_us() < until);
		poll(NULL, 0, 1);
		/* who asks for the journal has all that the daemon knows written first */
		assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Journal", NULL,
						      NULL, NULL),
				   0);
	}
}

void rig_restart(struct rig *rig, int signal)
{
	int64_t before;

	rig_daemon_stop(rig, signal);
	before = rig_boards_read(rig);
	rig_daemon_start(rig);
	rig_wait_board_read(rig, before);
}

static int setup_bare(void **state, uint32_t features)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	struct native_config config = { .serial = RIG_SERIAL, .model = "Emulated board", .features = features };
	const char *tmp = getenv("TMPDIR");

	snprintf(rig->dir, sizeof(rig->dir), "%s/flagfall.XXXXXX", tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	assert_non_null(mkdtemp(rig->dir));
	chmod(rig->dir, 0755);
	snprintf(rig->socket, sizeof(rig->socket), "%s/board", rig->dir);
	assert_return_code(sim_new(&config, &rig->sim), 0);
	assert_return_code(sim_use_socket(rig->sim), 0);
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	start_bus(rig);
	connect_client(rig);
	*state = rig;
	return 0;
}

int rig_setup_bare(void **state)
{
	return setup_bare(state, 0);
}

int rig_setup_host(void **state)
{
	setup_bare(state, SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE);
	rig_daemon_start(*state);
	return 0;
}

int rig_setup(void **state)
{
	rig_setup_bare(state);
	rig_daemon_start(*state);
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

int rig_teardown(void **state)
{
	struct rig *rig = *state;

	end_daemon(rig, SIGTERM);
	for (size_t i = 0; i < rig->count; i++) {
		free(rig->received[i].member);
		free(rig->received[i].path);
		free(rig->received[i].text);
		json_decref(rig->received[i].json);
	}
	free(rig->received);
	for (char **w = rig->wrong; w && *w; w++)
		free(*w);
	free(rig->wrong);
	sd_bus_slot_unref(rig->match);
	sd_bus_flush_close_unref(rig->bus);
	end_process(&rig->bus_pid, SIGTERM);
	sim_free(rig->sim);
	nftw(rig->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(rig);
	return 0;
}

/* --- methods --- */

static int start(struct rig *rig, const char *board, sd_bus_error *error, va_list ap)
{
	sd_bus_message *m = NULL, *reply = NULL;
	const char *key, *game, *path;
	int r;

	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, MANAGER, "StartGame"), 0);
	sd_bus_message_append(m, "s", board);
	sd_bus_message_open_container(m, 'a', "{sv}");
	while ((key = va_arg(ap, const char *))) {
		const char *value = va_arg(ap, const char *);

		if (strcmp(key, "overrides") == 0)
			sd_bus_message_append(m, "{sv}", key, "as", 1, value);
		else
			sd_bus_message_append(m, "{sv}", key, "s", value);
	}
	sd_bus_message_close_container(m);
	r = sd_bus_call(rig->bus, m, 0, error, &reply);
	sd_bus_message_unref(m);
	if (r < 0)
		return r;
	for (char **w = rig->wrong; w && *w; w++)
		free(*w);
	free(rig->wrong);
	rig->wrong = NULL;
	assert_return_code(sd_bus_message_read(reply, "so", &game, &path), 0);
	snprintf(rig->game, sizeof(rig->game), "%s", game);
	snprintf(rig->path, sizeof(rig->path), "%s", path);
	assert_return_code(sd_bus_message_read_strv(reply, &rig->wrong), 0);
	sd_bus_message_unref(reply);
	return 0;
}

int rig_try_start(struct rig *rig, const char *board, sd_bus_error *error, ...)
{
	va_list ap;
	int r;

	va_start(ap, error);
	r = start(rig, board, error, ap);
	va_end(ap);
	return r;
}

void rig_start(struct rig *rig, ...)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	va_list ap;

	va_start(ap, rig);
	if (start(rig, RIG_SERIAL, &error, ap) < 0)
		fail_msg("StartGame: %s: %s", error.name, error.message);
	va_end(ap);
}

void rig_subscribe_arbiter(struct rig *rig)
{
	assert_return_code(
		sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Subscribe", NULL, NULL, NULL), 0);
}

static sd_bus_message *method(struct rig *rig, const char *interface, const char *name, const char *types, va_list ap)
{
	sd_bus_message *m = NULL;

	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, "org.flagfall1", rig->path, interface, name),
			   0);
	if (types)
		assert_return_code(sd_bus_message_appendv(m, types, ap), 0);
	return m;
}

json_t *rig_ask(struct rig *rig, const char *interface, const char *name, const char *types, ...)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m, *reply = NULL;
	json_t *list = json_array();
	const char *text;
	va_list ap;

	va_start(ap, types);
	m = method(rig, interface, name, types, ap);
	va_end(ap);
	if (sd_bus_call(rig->bus, m, 0, &error, &reply) < 0)
		fail_msg("%s: %s: %s", name, error.name, error.message);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read_basic(reply, 's', &text) > 0)
		json_array_append_new(list, json_loads(text, 0, NULL));
	sd_bus_message_unref(m);
	sd_bus_message_unref(reply);
	return list;
}

sd_bus_error rig_refused(struct rig *rig, const char *interface, const char *name, const char *types, ...)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m;
	va_list ap;

	va_start(ap, types);
	m = method(rig, interface, name, types, ap);
	va_end(ap);
	assert_true(sd_bus_call(rig->bus, m, 0, &error, NULL) < 0);
	sd_bus_message_unref(m);
	return error;
}

char *rig_property(struct rig *rig, const char *interface, const char *name)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = NULL;

	if (sd_bus_get_property_string(rig->bus, "org.flagfall1", rig->path, interface, name, &error, &text) < 0)
		fail_msg("%s: %s", name, error.message);
	return text;
}

void rig_expect(struct rig *rig, const char *interface, const char *name, const char *value)
{
	char *text = rig_property(rig, interface, name);

	if (strcmp(text, value) != 0)
		fail_msg("%s is \"%s\", not \"%s\"", name, text, value);
	free(text);
}

void rig_expect_over(struct rig *rig, const char *result, const char *question)
{
	rig_expect(rig, GAME, "State", "over");
	rig_expect(rig, GAME, "Result", result);
	rig_expect(rig, GAME, "Question", question);
}

void rig_wait_state(struct rig *rig, const char *state)
{
	int64_t until = monotonic_us() + PATIENCE_US;
	bool is;

	do {
		char *text = rig_property(rig, "org.flagfall1.Game", "State");

		is = strcmp(text, state) == 0;
		free(text);
		if (!is)
			poll(NULL, 0, 1);
		assert_true(is || monotonic_us() < until);
	} while (!is);
}

int64_t rig_number(struct rig *rig, const char *interface, const char *name)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int64_t number = 0;

	if (sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, interface, name, &error, 'x', &number) <
	    0)
		fail_msg("%s: %s", name, error.message);
	return number;
}

/* --- hands --- */

static unsigned square(struct rig *rig, const char *name)
{
	char text[3] = { name[0], name[1], '\0' };
	int n = sim_square(rig->sim, text);

	assert_true(n >= 0);
	return (unsigned)n;
}

void rig_time(struct rig *rig, int64_t t_us)
{
	assert_return_code(sim_advance(rig->sim, (uint64_t)t_us), 0);
}

void rig_lift(struct rig *rig, const char *name)
{
	assert_return_code(sim_lift(rig->sim, square(rig, name)), 0);
}

void rig_place(struct rig *rig, const char *name, char piece)
{
	assert_return_code(sim_place(rig->sim, square(rig, name), piece), 0);
}

void rig_press(struct rig *rig, int side, int64_t t_us)
{
	rig_time(rig, t_us);
	assert_return_code(sim_press(rig->sim, side), 0);
}

void rig_move(struct rig *rig, const char *move, int64_t t_us, bool press)
{
	struct native_state state;
	char piece;

	rig_time(rig, t_us);
	sim_get_state(rig->sim, &state);
	piece = state.squares[square(rig, move)];
	if (state.squares[square(rig, move + 2)] != '.')
		rig_lift(rig, move + 2);
	rig_lift(rig, move);
	rig_place(rig, move + 2, move[4] ? move[4] : piece);
	if ((piece == 'K' || piece == 'k') && move[0] == 'e' && (move[2] == 'g' || move[2] == 'c')) {
		/* castling is not done without the rook */
		rig_lift(rig, (char[]){ move[2] == 'g' ? 'h' : 'a', move[1], 0 });
		rig_place(rig, (char[]){ move[2] == 'g' ? 'f' : 'd', move[1], 0 }, piece == 'K' ? 'R' : 'r');
	}
	if (press)
		rig_press(rig, piece >= 'A' && piece <= 'Z' ? SBW_SIDE_WHITE : SBW_SIDE_BLACK, t_us + 100000);
}

void rig_moves(struct rig *rig, const char *moves)
{
	char *copy = strdup(moves), *rest = copy;

	for (char *move; (move = strsep(&rest, " "));) {
		int64_t t_us = (int64_t)sim_time(rig->sim) + 900000;

		rig_move(rig, move, t_us, true);
	}
	free(copy);
	rig_settle(rig);
}

void rig_hold_disk(struct rig *rig, const char *flag, const char *move)
{
	char waits[104];

	snprintf(waits, sizeof(waits), "%s.waits", flag);
	unlink(waits);
	fclose(fopen(flag, "w"));
	rig_moves(rig, move);
	while (access(waits, F_OK) < 0)
		poll(NULL, 0, 5);
}

void rig_moves_judged(struct rig *rig, const char *moves)
{
	rig_moves(rig, moves);
	rig_time(rig, (int64_t)sim_time(rig->sim) + 2000000);
	rig_settle(rig);
}

void rig_settle(struct rig *rig)
{
	assert_return_code(sim_flush(rig->sim, (int)(PATIENCE_US / 1000)), 0);
}

void rig_wait_lit(struct rig *rig, const char *expected)
{
	int64_t until = monotonic_us() + PATIENCE_US;
	struct native_state state;
	char text[256];

	do {
		rig_drain(rig);
		sim_get_state(rig->sim, &state);
		text[0] = 0;
		for (unsigned q = 0; q < 64; q++)
			if (state.leds[q])
				snprintf(text + strlen(text), sizeof(text) - strlen(text), "%c%u ", 'a' + q % 8,
					 1 + q / 8);
	} while (strcmp(text, expected) != 0 && monotonic_us() < until);
	assert_string_equal(text, expected);
}

/* --- ears --- */

static bool fits(const struct received *h, const char *member, const char *text)
{
	return strcmp(h->member, member) == 0 && (!text || strstr(h->text, text));
}

const struct received *rig_wait(struct rig *rig, const char *member, const char *text)
{
	int64_t until = monotonic_us() + PATIENCE_US;

	for (;;) {
		int64_t left = until - monotonic_us();

		while (rig->seen < rig->count)
			if (fits(&rig->received[rig->seen++], member, text))
				return &rig->received[rig->seen - 1];
		if (left <= 0)
			break;
		if (sd_bus_process(rig->bus, NULL) == 0)
			sd_bus_wait(rig->bus, (uint64_t)left);
	}
	for (size_t i = 0; i < rig->count; i++)
		print_message("# received %s %s\n", rig->received[i].member, rig->received[i].text);
	fail_msg("no signal %s with %s came", member, text ? text : "anything");
	return NULL;
}

const struct received *rig_wait_committed(struct rig *rig, const char *turn)
{
	const struct received *h;

	do
		h = rig_wait(rig, "Move", turn);
	while (!strstr(h->text, "committed"));
	return h;
}

void rig_drain(struct rig *rig)
{
	boards(rig); /* its reply comes after all that was sent before */
	while (sd_bus_process(rig->bus, NULL) > 0)
		;
}

bool rig_has_received(struct rig *rig, const char *member, const char *text)
{
	for (size_t i = 0; i < rig->count; i++)
		if (fits(&rig->received[i], member, text))
			return true;
	return false;
}

bool rig_has_committed(struct rig *rig, const char *turn)
{
	for (size_t i = 0; i < rig->count; i++)
		if (fits(&rig->received[i], "Move", turn) && strstr(rig->received[i].text, "committed"))
			return true;
	return false;
}

bool rig_has_heard(struct rig *rig, const char *member, const char *text)
{
	rig_drain(rig);
	return rig_has_received(rig, member, text);
}

/* --- files --- */

char *rig_read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &size, '\0', f) < 0) {
		free(text);
		text = NULL;
	}
	fclose(f);
	return text;
}
