/* SPDX-License-Identifier: GPL-2.0-or-later */
/* doctor: why is my board not seen? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/doctor/doctor.h"
#include "flagfallctl/verbs.h"

enum { OPT_ROOT = 256 };

struct input {
	struct doctor *doctor;
	const char *board;
};

static const struct argp_option options[] = {
	{ "board", 'b', "BOARD", 0,
	  "Test the wiring of this board: set a piece on each square when it is asked for, and press the lever", 0 },
	{ "root", OPT_ROOT, "DIR", 0, "Look at sys, dev and lib below DIR in place of /", 0 },
	{ 0 }
};

static error_t verb_doctor_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	if (key == OPT_ROOT)
		in->doctor->root = arg;
	else if (key == 'b')
		in->board = arg;
	else if (key == ARGP_KEY_ARG)
		ctl_too_much(state, arg);
	else
		return ARGP_ERR_UNKNOWN;
	return 0;
}

static const struct argp argp = {
	.options = options,
	.parser = verb_doctor_parse,
	.doc = "Check the path from the cable to the daemon step by step; say what is broken and how to fix it. Needs neither the "
	       "daemon nor root.\v"
	       "Checks: plugged (a USB device with a sensor board's interface), module (the kernel driver, and whether DKMS built it), driver (bound to the board), "
	       "node (/dev/sensorboardN), permission (to open it), udev (the rules), answer (what the board says it is), bus, daemon, "
	       "authority (may you act), seen (the daemon has the board), named (a board of its option --board is not there, and why), version (of daemon and module), relay and centre (what those services say, where they run).\n"
	       "Commercial boards: line (a terminal line or hidraw node with the ids of such a board's adapter), permission, modem (would "
	       "ModemManager talk to it), held (which program has it open), answer (whether such a board answers; asked only where no "
	       "program has it).\n\n"
	       "--board: each square is tried by itself, and the lever twice each side; then what is wired wrongly is said, in "
	       "words. BOARD is as for record. Any board can be tested that reports squares.\n\n"
	       "With --json one object a check: \"check\", \"state\" (\"ok\", \"fault\" or \"note\"), \"what\", \"do\". "
	       "Exit status 1 if there is a fault.",
};

static int run_doctor(struct ctl *ctl, int argc, char **argv)
{
	struct doctor *d = calloc(1, sizeof(*d));
	struct input in = { .doctor = d };
	int status = CTL_DONE;

	if (!d)
		return ctl_fail(ctl, "out of memory.");
	d->ctl = ctl;
	d->root = "";
	ctl_parse(ctl, &argp, argc, argv, &in);
	if (strcmp(d->root, "/") == 0)
		d->root = "";
	if (in.board) {
		status = doctor_test_board(d, in.board);
	} else {
		doctor_check_usb(d);
		doctor_check_lines(d);
		doctor_check_bus(d);
		doctor_check_version(d);
		doctor_check_units(d);
		doctor_ask_lines(d);
	}
	status = d->faults ? CTL_FAILED : status;
	if (d->faults && !ctl->json)
		fprintf(stderr, "flagfallctl doctor: %d fault%s.\n", d->faults, d->faults == 1 ? "" : "s");
	free(d);
	return status;
}

const struct verb verb_doctor = { "doctor", run_doctor, "why is my board not seen?" };
