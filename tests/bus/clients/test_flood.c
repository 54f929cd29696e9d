/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clients that flood the daemon: they wait, and the others do not. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bus/rig.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"
#define AT_ONCE 120 /* the system bus lets a client wait for 128 */
#define FLOODS 3    /* clients at once */
#define OTHERS 100
#define FEW 8
#define FLAG 96	  /* bytes of a path */
#define BOUND 128 /* calls of one client that wait */
#define MANY 10000
#define BOUND_KB (64 << 10) /* what a bus holds of so many on their way is among it */

struct flood {
	unsigned under_way;
	atomic_uint *answered; /* of it, the others' process looks at it, too */
};

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct flood *f = userdata;

	f->under_way--;
	atomic_fetch_add(f->answered, 1);
	return 0;
}

/* Asks for everything, again and again; says when it is at it, until it is told to stop. */
static void flood(struct rig *rig, atomic_uint *answered, int out, int until)
{
	struct flood f = { .answered = answered };
	sd_bus *bus = rig_connect(rig);
	bool said = false;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		struct timespec now = { 0 };
		fd_set stop;

		while (f.under_way < AT_ONCE) {
			if (sd_bus_call_method_async(bus, NULL, "org.flagfall1", "/org/flagfall1",
						     "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
						     on_answer, &f, NULL) < 0)
				_exit(2);
			f.under_way++;
		}
		if (sd_bus_process(bus, NULL) == 0)
			sd_bus_wait(bus, 1000);
		if (!said && atomic_load(answered) >= AT_ONCE) {
			said = true;
			if (write(out, "f", 1) != 1)
				_exit(3);
		}
		FD_ZERO(&stop);
		FD_SET(until, &stop);
		if (pselect(until + 1, &stop, NULL, NULL, &now, NULL) > 0)
			break;
	}
	/* what waits yet is answered, though nobody asks any more */
	while (f.under_way > 0) {
		if (sd_bus_process(bus, NULL) == 0 && sd_bus_wait(bus, 20000000) <= 0)
			_exit(4);
	}
	_exit(0);
}

static int64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void sort(int64_t *values)
{
	qsort(values, OTHERS, sizeof(values[0]), compare);
}

/*
 * How long a call takes is the machine's business; how many of the flood's are answered meanwhile is the daemon's. The
 * median is not moved by calls during which this process, or that one, had to wait for a processor.
 */
static void ask_beside(struct rig *rig, unsigned floods)
{
	atomic_uint *answered = mmap(NULL, sizeof(*answered), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
				     0);
	int64_t took[OTHERS], meanwhile[OTHERS];
	int out[2], until[2], status;
	pid_t pid[FLOODS];
	char byte;

	assert_true(answered != MAP_FAILED);

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	assert_return_code(pipe(out), errno);
	assert_return_code(pipe(until), errno);
	for (unsigned i = 0; i < floods; i++) {
		pid[i] = fork();
		if (pid[i] == 0)
			flood(rig, answered, out[1], until[0]);
	}
	for (unsigned i = 0; i < floods; i++)
		assert_int_equal(read(out[0], &byte, 1), 1);
	for (int i = 0; i < OTHERS; i++) {
		sd_bus_error error = SD_BUS_ERROR_NULL;
		const int64_t start = now_us(), before = atomic_load(answered);

		if (sd_bus_call_method(rig->bus, MANAGER, "ListGames", &error, NULL, NULL) < 0)
			fail_msg("ListGames: %s: %s", error.name, error.message);
		took[i] = now_us() - start;
		meanwhile[i] = atomic_load(answered) - before;
	}
	assert_int_equal(write(until[1], "s", 1), 1); /* nobody reads it: all see it */
	sort(took);
	sort(meanwhile);
	print_message(
		"# a call of another client beside %u floods: median %.1f ms, p99 %.1f ms; median %lld of the floods' answered\n",
		floods, (double)took[OTHERS / 2] / 1000, (double)took[OTHERS * 99 / 100] / 1000,
		(long long)meanwhile[OTHERS / 2]);
	for (unsigned i = 0; i < floods; i++) {
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_int_equal(status, 0);
	}
	/* else each call would wait for all that the floods have under way */
	assert_true(meanwhile[OTHERS / 2] < AT_ONCE / 2);
	munmap(answered, sizeof(*answered));
}

static void others_are_served(void **state)
{
	ask_beside(*state, 1);
}

static void others_are_served_beside_several(void **state)
{
	ask_beside(*state, FLOODS);
}

/* In the order in which the daemon sent them: its own numbers of its messages. */
struct answers {
	uint64_t number[AT_ONCE];
	unsigned count;
};

static int keep_number(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct answers *a = userdata;

	assert_false(sd_bus_message_is_method_error(m, NULL));
	assert_true(a->count < AT_ONCE);
	return sd_bus_message_get_cookie(m, &a->number[a->count++]);
}

/* When it is answered, what was sent before lies in the daemon's socket. */
static void ask_the_bus(sd_bus *bus)
{
	assert_return_code(sd_bus_call_method(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
					      "org.freedesktop.DBus", "GetId", NULL, NULL, NULL),
			   0);
}

static void receive(sd_bus *bus, const struct answers *answers, unsigned count)
{
	while (answers->count < count)
		if (sd_bus_process(bus, NULL) == 0)
			assert_return_code(sd_bus_wait(bus, 60000000), 0);
}

/* flag: the file that holds the disk, while it is there. */
static void start_on_faulty_disk(struct rig *rig, char flag[FLAG])
{
	snprintf(flag, FLAG, "%s/held", rig->dir);
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_SYNC_HOLD", flag, NULL);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
}

static void subscribe_to_board(struct rig *rig)
{
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1/board/SIM_2d0001", BOARD,
					      "Subscribe", NULL, NULL, NULL),
			   0);
}

/* A pawn is lifted and put back so often, and each time the daemon has said so. */
static void fidget(struct rig *rig, unsigned times)
{
	for (unsigned i = 0; i < times; i++) {
		rig_lift(rig, "e7");
		rig_wait(rig, "Event", "lift e7");
		rig_place(rig, "e7", 'p');
		rig_wait(rig, "Event", "place e7");
	}
}

/* A press waits for the disk, and all calls with it; who asked once is not behind all of who asked the most. */
static void a_flood_that_waited_for_the_disk_goes_on_waiting(void **state)
{
	struct rig *rig = *state;
	struct answers flood = { .count = 0 }, other = { .count = 0 };
	unsigned before = 0;
	char flag[FLAG];
	sd_bus *bus;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	start_on_faulty_disk(rig, flag);
	subscribe_to_board(rig);
	bus = rig_connect(rig);
	rig_hold_disk(rig, flag, "e2e4");
	for (int i = 0; i < AT_ONCE; i++)
		assert_return_code(sd_bus_call_method_async(bus, NULL, "org.flagfall1", "/org/flagfall1",
							    "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
							    keep_number, &flood, NULL),
				   0);
	ask_the_bus(bus);
	assert_return_code(sd_bus_call_method_async(rig->bus, NULL, MANAGER, "ListGames", keep_number, &other, NULL),
			   0);
	ask_the_bus(rig->bus);
	/* the daemon takes turns between bus and board: by then it has taken all that lay in its socket */
	fidget(rig, AT_ONCE);
	assert_int_equal(other.count, 0);
	unlink(flag);
	receive(rig->bus, &other, 1);
	receive(bus, &flood, AT_ONCE);
	for (int i = 0; i < AT_ONCE; i++)
		before += flood.number[i] < other.number[0];
	print_message("# %u of %u before who asked once\n", before, AT_ONCE);
	assert_true(before < FEW);
	sd_bus_flush_close_unref(bus);
}

/* Two calls that the daemon finds together. */
static void who_asks_first_is_answered_first(void **state)
{
	struct rig *rig = *state;
	struct answers first = { .count = 0 }, second = { .count = 0 };
	sd_bus *bus = rig_connect(rig);

	kill(rig->daemon_pid, SIGSTOP);
	assert_return_code(sd_bus_call_method_async(bus, NULL, MANAGER, "ListGames", keep_number, &first, NULL), 0);
	ask_the_bus(bus);
	assert_return_code(sd_bus_call_method_async(rig->bus, NULL, MANAGER, "ListGames", keep_number, &second, NULL),
			   0);
	ask_the_bus(rig->bus);
	kill(rig->daemon_pid, SIGCONT);
	receive(bus, &first, 1);
	receive(rig->bus, &second, 1);
	assert_true(first.number[0] < second.number[0]);
	sd_bus_flush_close_unref(bus);
}

/* Who waits behind itself is not answered before what has happened meanwhile is on disk and heard. */
static void a_flood_waits_for_the_disk(void **state)
{
	struct rig *rig = *state;
	struct answers flood = { .count = 0 };
	unsigned answered;
	char flag[FLAG];
	sd_bus *bus;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	start_on_faulty_disk(rig, flag);
	subscribe_to_board(rig);
	bus = rig_connect(rig);
	for (int i = 0; i < AT_ONCE; i++)
		assert_return_code(sd_bus_call_method_async(bus, NULL, MANAGER, "ListGames", keep_number, &flood, NULL),
				   0);
	ask_the_bus(bus);
	rig_hold_disk(rig, flag, "e2e4");
	fidget(rig, FEW);
	ask_the_bus(bus);
	while (sd_bus_process(bus, NULL) > 0)
		;
	answered = flood.count;
	fidget(rig, AT_ONCE);
	ask_the_bus(bus);
	while (sd_bus_process(bus, NULL) > 0)
		;
	assert_int_equal(flood.count, answered);
	unlink(flag);
	receive(bus, &flood, AT_ONCE);
	print_message("# %u of %u before\n", answered, AT_ONCE);
	sd_bus_flush_close_unref(bus);
}

/* Calls that want no answer, which no bus counts. */
static void tell(sd_bus *bus, int count, const char *path, const char *interface, const char *method)
{
	for (int i = 0; i < count; i++) {
		sd_bus_message *m = NULL;

		assert_return_code(sd_bus_message_new_method_call(bus, &m, "org.flagfall1", path, interface, method),
				   0);
		sd_bus_message_set_expect_reply(m, 0);
		assert_return_code(sd_bus_send(bus, m, NULL), 0);
		sd_bus_message_unref(m);
	}
	ask_the_bus(bus);
}

static void list_games(sd_bus *bus, const char *when)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(bus, MANAGER, "ListGames", &error, NULL, NULL) < 0)
		fail_msg("%s: %s: %s", when, error.name, error.message);
}

/* Of calls that all wait for the disk, so that it is known how many there are. */
struct bounded {
	unsigned answered, refused;
};

static int on_bounded(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const sd_bus_error *e = sd_bus_message_get_error(m);
	struct bounded *b = userdata;

	b->answered += !e;
	b->refused += e != NULL;
	if (e) {
		assert_string_equal(e->name, SD_BUS_ERROR_LIMITS_EXCEEDED);
		assert_non_null(strstr(e->message, "wait for answers"));
	}
	return 0;
}

static void what_is_too_much_is_refused(void **state)
{
	struct rig *rig = *state;
	struct bounded many = { 0 }, other = { 0 };
	char flag[FLAG];
	sd_bus *bus;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	start_on_faulty_disk(rig, flag);
	bus = rig_connect(rig);
	rig_hold_disk(rig, flag, "e2e4");
	tell(bus, BOUND / 2, "/org/flagfall1", "org.flagfall1.Manager", "ListGames");
	for (int i = 0; i < BOUND / 2 + FEW; i++)
		assert_return_code(sd_bus_call_method_async(bus, NULL, MANAGER, "ListGames", on_bounded, &many, NULL),
				   0);
	ask_the_bus(bus);
	assert_return_code(sd_bus_call_method_async(rig->bus, NULL, MANAGER, "ListGames", on_bounded, &other, NULL), 0);
	while (many.refused < FEW)
		if (sd_bus_process(bus, NULL) == 0)
			assert_return_code(sd_bus_wait(bus, 60000000), 0);
	assert_int_equal(many.answered, 0);
	unlink(flag);
	while (many.answered < BOUND / 2)
		if (sd_bus_process(bus, NULL) == 0)
			assert_return_code(sd_bus_wait(bus, 60000000), 0);
	while (other.answered == 0)
		if (sd_bus_process(rig->bus, NULL) == 0)
			assert_return_code(sd_bus_wait(rig->bus, 60000000), 0);
	assert_int_equal(many.refused, FEW);
	assert_int_equal(other.refused, 0);
	list_games(bus, "when its calls have been answered");
	sd_bus_flush_close_unref(bus);
}

static long resident_kb(const struct rig *rig)
{
	char path[64], line[128];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)rig->daemon_pid);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		if (strncmp(line, "VmRSS:", 6) == 0)
			kb = atol(line + 6);
	fclose(f);
	return kb;
}

/* Ten thousand acts and ten thousand questions of one client, while the disk is held, and before it has gone. */
static void many_that_are_held_cost_others_nothing(void **state)
{
	struct rig *rig = *state;
	struct answers other = { .count = 0 };
	char flag[FLAG];
	long before_kb, after_kb;
	sd_bus *bus;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	start_on_faulty_disk(rig, flag);
	bus = rig_connect(rig);
	list_games(rig->bus, "before");
	before_kb = resident_kb(rig);
	rig_hold_disk(rig, flag, "e2e4");
	tell(bus, MANY, rig->path, GAME, "Pause");
	tell(bus, MANY, "/org/flagfall1", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
	assert_return_code(sd_bus_call_method_async(rig->bus, NULL, MANAGER, "ListGames", keep_number, &other, NULL),
			   0);
	ask_the_bus(rig->bus);
	unlink(flag);
	receive(rig->bus, &other, 1);
	tell(bus, MANY, rig->path, GAME, "Pause");
	sd_bus_flush_close_unref(bus);
	list_games(rig->bus, "after the client went");
	rig_moves(rig, "e7e5");
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	after_kb = resident_kb(rig);
	print_message("# %ld kB before, %ld kB after %d calls\n", before_kb, after_kb, 3 * MANY);
	assert_true(after_kb - before_kb < BOUND_KB);
}

/* As many calls at once as the system bus allows are all answered, in their order. */
static int on_next(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	unsigned *answered = userdata;
	uint64_t cookie, last = 0;
	static uint64_t before; /* cookies go on from one test to the next, or begin anew */

	assert_false(sd_bus_message_is_method_error(m, NULL));
	assert_return_code(sd_bus_message_get_reply_cookie(m, &cookie), 0);
	if (*answered > 0)
		last = before;
	assert_true(cookie > last);
	before = cookie;
	++*answered;
	return 0;
}

static void wait_for_answers(struct rig *rig, const unsigned *answered, unsigned all)
{
	while (*answered < all)
		if (sd_bus_process(rig->bus, NULL) == 0)
			assert_return_code(sd_bus_wait(rig->bus, 20000000), 0);
}

/* What a person does comes between the questions before it and those behind it. */
static void an_act_keeps_its_place_among_questions(void **state)
{
	struct rig *rig = *state;
	unsigned answered = 0;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	for (int i = 0; i < 7; i++) {
		if (i == 3)
			assert_return_code(sd_bus_call_method_async(rig->bus, NULL, "org.flagfall1", rig->path, GAME,
								    "Pause", on_next, &answered, NULL),
					   0);
		else
			assert_return_code(sd_bus_call_method_async(rig->bus, NULL, MANAGER, "ListGames", on_next,
								    &answered, NULL),
					   0);
	}
	wait_for_answers(rig, &answered, 7);
}

static void many_at_once_wait(void **state)
{
	struct rig *rig = *state;
	unsigned answered = 0;

	for (int i = 0; i < 128; i++)
		assert_return_code(sd_bus_call_method_async(rig->bus, NULL, "org.flagfall1", "/org/flagfall1",
							    "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
							    on_next, &answered, NULL),
				   0);
	wait_for_answers(rig, &answered, 128);
}

/* Who asks one thing after the other is never refused, however fast. */
static void one_after_the_other(void **state)
{
	struct rig *rig = *state;

	for (int i = 0; i < 2000; i++)
		assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", "/org/flagfall1",
						      "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL,
						      NULL, NULL),
				   0);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(others_are_served),
		road(others_are_served_beside_several),
		road(who_asks_first_is_answered_first),
		road(many_at_once_wait),
		road(an_act_keeps_its_place_among_questions),
		road(one_after_the_other),
		cmocka_unit_test_setup_teardown(a_flood_waits_for_the_disk, rig_setup_bare, rig_teardown),
		cmocka_unit_test_setup_teardown(what_is_too_much_is_refused, rig_setup_bare, rig_teardown),
		cmocka_unit_test_setup_teardown(many_that_are_held_cost_others_nothing, rig_setup_bare, rig_teardown),
		cmocka_unit_test_setup_teardown(a_flood_that_waited_for_the_disk_goes_on_waiting, rig_setup_bare,
						rig_teardown),
	};

	return cmocka_run_group_tests_name("flood", tests, NULL, NULL);
}
