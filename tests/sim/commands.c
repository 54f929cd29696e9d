// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/sim/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char command_help[] =
	"Commands, one a line, each answered by one line (ok…, error: …):\n"
	"  play                    play the trace to its end\n"
	"  play-until-press N      … until N presses were played, counted from its beginning\n"
	"  play-until-ply N        the same\n"
	"  play-until-ms MS        … up to this time of the trace\n"
	"  hold                    stop playing, stop the board's time\n"
	"  run                     let the board's time run, at --speed\n"
	"  time MS                 let that much of the board's time pass, and say so to the host\n"
	"  lift e2                 lift a piece\n"
	"  place e4 [P]            set down the piece lifted last, or this one\n"
	"  press white|black       a side's lever\n"
	"  pause                   the pause button\n"
	"  set SQUARES             put these pieces up: letters a8 to h1, '/' allowed between rows\n"
	"  unplug                  pull the cable\n"
	"  plug [PORT]             put it back, or into another port\n"
	"  fault NAME              see --fault\n"
	"  reboot [BOOT_ID]        switch the board off and on\n"
	"  flush                   wait until the host has taken all\n"
	"  status                  the board's state as JSON\n"
	"  quit";

static enum command_result put_result(char *answer, int r)
{
	if (r < 0)
		snprintf(answer, COMMAND_ANSWER, "error: %s", strerror(-r));
	else
		snprintf(answer, COMMAND_ANSWER, "ok");
	return COMMAND_DONE;
}

static enum command_result usage(char *answer, const char *what)
{
	snprintf(answer, COMMAND_ANSWER, "error: %s", what);
	return COMMAND_DONE;
}

/* The board as a FEN's first field. */
static void placement(const struct native_state *st, char *text)
{
	for (int row = st->size - 1; row >= 0; row--) {
		unsigned empty = 0;

		for (unsigned column = 0; column < st->size; column++) {
			char c = st->squares[(unsigned)row * st->size + column];

			if (c == '.') {
				empty++;
				continue;
			}
			if (empty)
				text += sprintf(text, "%u", empty);
			empty = 0;
			*text++ = c;
		}
		if (empty)
			text += sprintf(text, "%u", empty);
		if (row)
			*text++ = '/';
	}
	*text = 0;
}

static void report_status(struct trace_player *player, char answer[static COMMAND_ANSWER])
{
	static const char *const states[] = { "held", "running", "playing", "passing" };
	static const char *const sides[] = { "none", "white", "black" };
	char board[2 * SBW_MAX_SQUARES], lit[SBW_MAX_SQUARES * 4] = "", *p = lit;
	struct native_state st;

	sim_get_state(player->sim, &st);
	placement(&st, board);
	for (unsigned i = 0; i < (unsigned)st.size * st.size && p < lit + sizeof(lit) - 8; i++)
		if (st.leds[i])
			p += sprintf(p, "%s%c%u", p > lit ? " " : "", 'a' + i % st.size, i / st.size + 1);
	snprintf(
		answer, COMMAND_ANSWER,
		"{\"state\":\"%s\",\"plugged\":%s,\"host\":%s,\"time_us\":%llu,\"seq\":%u,\"pending\":%u,\"dropped\":%u,"
		"\"presses\":%u,\"event\":%zu,\"events\":%zu,\"board\":\"%s\",\"lever\":\"%s\",\"lit\":\"%s\",\"leds_set\":%u,"
		"\"white_ms\":%u,\"black_ms\":%u,\"running\":\"%s\",\"clock_set\":%u,\"info_asked\":%u,\"board_asked\":%u,\"stalled\":%u,\"unanswered\":%u}",
		states[player->state], sim_plugged(player->sim) ? "true" : "false",
		sim_host(player->sim) ? "true" : "false", (unsigned long long)st.time_us, st.seq, st.pending,
		st.dropped, player->presses, player->next, player->trace ? player->trace->count : 0, board,
		sides[st.lever % 3], lit, st.leds_set, st.white_ms, st.black_ms, sides[st.running % 3], st.clock_set,
		st.info_asked, st.board_asked, st.stalled, st.unanswered);
}

/* "rnbq…" from the far left, to the sensors' order. */
static int set_squares(struct sim *sim, const char *text)
{
	char squares[SBW_MAX_SQUARES + 1] = "";
	struct native_state st;
	unsigned n = 0, cells;

	sim_get_state(sim, &st);
	cells = (unsigned)st.size * st.size;
	for (; *text; text++) {
		unsigned repeat = 1;
		char c = *text;

		if (c == '/')
			continue;
		if (c >= '1' && c <= '9') {
			repeat = (unsigned)(c - '0');
			c = '.';
		}
		while (repeat--) {
			if (n == cells)
				return -EINVAL;
			squares[(st.size - 1 - n / st.size) * st.size + n % st.size] = c;
			n++;
		}
	}
	return n == cells ? sim_set_squares(sim, squares) : -EINVAL;
}

static bool number(const char *text, unsigned long *ret)
{
	char *end;

	if (!text || *text < '0' || *text > '9')
		return false;
	*ret = strtoul(text, &end, 0);
	return !*end;
}

/* Those that take the board's time; their answer follows when that has passed. */
static enum command_result play(struct trace_player *player, const char *verb, const char *a, char *answer)
{
	unsigned long n = 0;

	if (!strcmp(verb, "time")) {
		if (!number(a, &n))
			return usage(answer, "time: how many milliseconds?");
		trace_player_pass(player, n * 1000);
		return COMMAND_LATER;
	}
	if (!player->trace)
		return usage(answer, "there is no trace to play");
	if (verb[4] && strcmp(verb + 11, "press") && strcmp(verb + 11, "ply") && strcmp(verb + 11, "ms"))
		return usage(answer, "unknown command");
	if (verb[4] && (!number(a, &n) || !n))
		return usage(answer, "play until what?");
	if (verb[4] && !strcmp(verb + 11, "ms"))
		trace_player_play_to(player, n * 1000);
	else
		trace_player_play(player, (unsigned)n);
	return COMMAND_LATER;
}

static enum command_result move_piece(struct sim *sim, const char *verb, const char *a, const char *b, char *answer)
{
	int square = a ? sim_square(sim, a) : -EINVAL;

	if (square < 0)
		return usage(answer, "which square?");
	if (!strcmp(verb, "lift"))
		return put_result(answer, sim_lift(sim, (unsigned)square));
	return put_result(answer, sim_place(sim, (unsigned)square, b ? *b : 0));
}

enum command_result command_run(struct trace_player *player, char *line, char answer[static COMMAND_ANSWER])
{
	char *rest = line, *verb = strtok_r(rest, " \t\r", &rest), *a = strtok_r(rest, " \t\r", &rest);
	char *b = strtok_r(rest, " \t\r", &rest);
	struct sim *sim = player->sim;
	unsigned long n = 0;

	*answer = 0;
	if (!verb)
		return usage(answer, "no command");
	if (!strcmp(verb, "play") || !strncmp(verb, "play-until-", 11) || !strcmp(verb, "time"))
		return play(player, verb, a, answer);
	if (!strcmp(verb, "lift") || !strcmp(verb, "place"))
		return move_piece(sim, verb, a, b, answer);
	if (!strcmp(verb, "hold")) {
		trace_player_hold(player);
		return put_result(answer, 0);
	}
	if (!strcmp(verb, "run")) {
		trace_player_run(player);
		return put_result(answer, 0);
	}
	if (!strcmp(verb, "press")) {
		if (!a || (*a != 'w' && *a != 'b'))
			return usage(answer, "press: white or black?");
		return put_result(answer, sim_press(sim, *a == 'w' ? SBW_SIDE_WHITE : SBW_SIDE_BLACK));
	}
	if (!strcmp(verb, "pause"))
		return put_result(answer, sim_pause(sim));
	if (!strcmp(verb, "set"))
		return put_result(answer, a ? set_squares(sim, a) : -EINVAL);
	if (!strcmp(verb, "unplug"))
		return put_result(answer, sim_unplug(sim));
	if (!strcmp(verb, "plug"))
		return put_result(answer, sim_plug(sim, a));
	if (!strcmp(verb, "fault")) {
		int fault = a ? sim_fault_from_name(a) : -EINVAL;

		return put_result(answer, fault < 0 ? fault : sim_set_fault(sim, (enum sim_fault)fault));
	}
	if (!strcmp(verb, "reboot")) {
		if (a && !number(a, &n))
			return usage(answer, "reboot: which boot id?");
		sim_reboot(sim, a ? (uint32_t)n : 2);
		trace_player_hold(player);
		return put_result(answer, 0);
	}
	if (!strcmp(verb, "flush"))
		return put_result(answer, sim_flush(sim, 60000));
	if (!strcmp(verb, "status")) {
		report_status(player, answer);
		return COMMAND_DONE;
	}
	if (!strcmp(verb, "quit"))
		return COMMAND_QUIT;
	return usage(answer, "unknown command");
}
