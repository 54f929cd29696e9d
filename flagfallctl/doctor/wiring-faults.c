// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which fault of the wiring makes a board report what it did. What wires do comes first: whatever a fault of a wire
 * explains of a square is no fault of that square's.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "flagfallctl/doctor/wiring-inside.h"

struct finding {
	const struct wiring *w;
	wiring_say say;
	void *userdata;
	unsigned faults;
	bool explained[WIRING_CROSSINGS];
};

/* One of the two kinds of wires, so that what is true of files need not be written for ranks again. */
struct wires {
	const char *one, *many;
	unsigned count, others;
	bool ranks;
};

static struct wires wires_of(const struct wiring *w, bool ranks)
{
	return ranks ? (struct wires){ "rank", "ranks", w->ranks, w->files, true } :
		       (struct wires){ "file", "files", w->files, w->ranks, false };
}

/* Where wire n of these crosses wire i of the others. */
static unsigned crossing(const struct wiring *w, const struct wires *wires, unsigned n, unsigned i)
{
	return wires->ranks ? n * w->files + i : i * w->files + n;
}

static void found(struct finding *f, const char *remedy, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void found(struct finding *f, const char *remedy, const char *format, ...)
{
	char what[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(what, sizeof(what), format, ap);
	va_end(ap);
	f->faults++;
	f->say(f->userdata, what, remedy);
}

/* As the drawing names it: files of a chess board have letters, all others are counted from White's left, from 1. */
static const char *wire_name(const struct finding *f, const struct wires *wires, unsigned n, char name[static 8])
{
	if (!wires->ranks && f->w->size == 8)
		snprintf(name, 8, "%c", (char)('a' + n));
	else
		snprintf(name, 8, "%u", n % WIRING_CROSSINGS + 1);
	return name;
}

static unsigned reported(const struct wiring *w, unsigned tried)
{
	unsigned n = 0;

	for (unsigned at = 0; at < wiring_crossings(w); at++)
		n += w->touched[tried][at];
	return n;
}

/* The one square that is reported for it, -1 none or several. */
static int image(const struct wiring *w, unsigned tried)
{
	for (unsigned at = 0; at < wiring_crossings(w); at++)
		if (w->touched[tried][at])
			return reported(w, tried) == 1 ? (int)at : -1;
	return -1;
}

static void explain(struct finding *f, const struct wires *wires, unsigned n)
{
	for (unsigned i = 0; i < wires->others; i++)
		f->explained[crossing(f->w, wires, n, i)] = true;
}

/* --- wires --- */

/* Whatever is tried on one is reported of the other, too. On the line of pieces one hides the other. */
static bool touch_each_other(const struct wiring *w, const struct wires *wires, unsigned a, unsigned b)
{
	for (unsigned i = 1; i < wires->others; i++) {
		const unsigned on_a = crossing(w, wires, a, i), on_b = crossing(w, wires, b, i);

		if (!w->touched[on_a][on_a] || !w->touched[on_a][on_b] || reported(w, on_a) != 2)
			return false;
		if (a > 0 && (!w->touched[on_b][on_a] || !w->touched[on_b][on_b]))
			return false;
	}
	return true;
}

static void find_touching_wires(struct finding *f, const struct wires *wires)
{
	char one[8], other[8];

	for (unsigned a = 0; a < wires->count; a++)
		for (unsigned b = a + 1; b < wires->count; b++) {
			if (!touch_each_other(f->w, wires, a, b))
				continue;
			found(f, "look for a bridge of solder between them, at the switches and at the microcontroller",
			      "the wires of %s %s and %s touch each other", wires->many, wire_name(f, wires, a, one),
			      wire_name(f, wires, b, other));
			explain(f, wires, a);
			explain(f, wires, b);
		}
}

static bool is_silent(const struct wiring *w, const struct wires *wires, unsigned n, bool first)
{
	for (unsigned i = 0; i < wires->others; i++) {
		const unsigned at = crossing(w, wires, n, i);

		if (reported(w, at) || w->first[at] != first)
			return false;
	}
	return true;
}

static void find_silent_wires(struct finding *f, const struct wires *wires)
{
	char name[8];

	for (unsigned n = 0; n < wires->count; n++) {
		const bool grounded = !wires->ranks && is_silent(f->w, wires, n, true);

		if (!grounded && !is_silent(f->w, wires, n, false))
			continue;
		if (grounded)
			found(f, "look for a bridge to ground, or to the lever's wires",
			      "the wire of file %s touches ground: all its squares are reported as occupied",
			      wire_name(f, wires, n, name));
		else
			found(f,
			      "look at the wire from its first square to the microcontroller's pin, and at its solder joints",
			      "the wire of %s %s is broken, or not connected: none of its squares is reported",
			      wires->one, wire_name(f, wires, n, name));
		explain(f, wires, n);
	}
}

/* A piece on it is reported on all ranks of its file, and the line's corner as occupied from the first. */
static void find_grounded_ranks(struct finding *f)
{
	const struct wiring *w = f->w;
	const struct wires ranks = wires_of(w, true);

	for (unsigned rank = 0; rank < w->ranks; rank++) {
		bool all = rank ? w->first[0] : w->first[crossing(w, &ranks, 1, 1)];

		for (unsigned file = 1; file < w->files && all; file++)
			for (unsigned other = 1; other < w->ranks && all; other++)
				all = w->touched[crossing(w, &ranks, rank, file)][crossing(w, &ranks, other, file)];
		if (!all)
			continue;
		found(f, "look for a bridge to ground, or to the lever's wires",
		      "the wire of rank %u touches ground: its pieces are reported on all ranks", rank + 1);
		memset(f->explained, true, sizeof(f->explained));
	}
}

/* Which wire each reads as, if all its squares agree that were reported alone; else itself. False: all as they should.
 */
static bool read_as(const struct finding *f, const struct wires *wires, unsigned as[static 10])
{
	bool other = false;

	for (unsigned n = 0; n < wires->count; n++) {
		unsigned votes[10] = { 0 }, all = 0, best = n;

		for (unsigned i = 0; i < wires->others; i++) {
			const unsigned at = crossing(f->w, wires, n, i);
			const int seen = f->explained[at] ? -1 : image(f->w, at);

			if (seen < 0)
				continue;
			all++;
			votes[wires->ranks ? (unsigned)seen / f->w->files : (unsigned)seen % f->w->files]++;
		}
		for (unsigned k = 0; k < wires->count; k++)
			best = votes[k] > votes[best] ? k : best;
		as[n] = votes[best] >= 3 && 4 * votes[best] >= 3 * all ? best : n;
		other |= as[n] != n;
	}
	return other;
}

static bool is_mirrored(const struct wires *wires, const unsigned *as)
{
	for (unsigned n = 0; n < wires->count; n++)
		if (as[n] != wires->count - 1 - n)
			return false;
	return true;
}

static void tell_exchanged_wires(struct finding *f, const struct wires *wires, const unsigned *as)
{
	char a[8], b[8];

	for (unsigned n = 0; n < wires->count; n++) {
		if (as[n] == n || as[as[n]] != n)
			continue;
		if (n < as[n])
			found(f, "exchange them at the microcontroller", "the wires of %s %s and %s are swapped",
			      wires->many, wire_name(f, wires, n, a), wire_name(f, wires, as[n], b));
	}
	for (unsigned n = 0; n < wires->count; n++)
		if (as[n] != n && as[as[n]] != n)
			found(f, "connect it to the pin that the drawing names",
			      "the wire of %s %s is at the pin of %s %s", wires->one, wire_name(f, wires, n, a),
			      wires->one, wire_name(f, wires, as[n], b));
}

static void find_exchanged_wires(struct finding *f)
{
	const struct wires ranks = wires_of(f->w, true), files = wires_of(f->w, false);
	unsigned rank_as[10], file_as[10];
	const bool ranks_differ = read_as(f, &ranks, rank_as), files_differ = read_as(f, &files, file_as);

	if (!ranks_differ && !files_differ)
		return;
	if (is_mirrored(&ranks, rank_as) && is_mirrored(&files, file_as)) {
		found(f, "turn it so that White sits at rank 1 of the drawing, or turn the board in the daemon",
		      "the board is turned round: its wiring has White at the other side");
	} else {
		if (is_mirrored(&files, file_as))
			found(f, "connect them in the opposite order at the microcontroller",
			      "the files are wired in the opposite order, as in a mirror");
		else if (files_differ)
			tell_exchanged_wires(f, &files, file_as);
		if (is_mirrored(&ranks, rank_as))
			found(f, "connect them in the opposite order at the microcontroller",
			      "the ranks are wired in the opposite order, as in a mirror");
		else if (ranks_differ)
			tell_exchanged_wires(f, &ranks, rank_as);
	}
	for (unsigned at = 0; at < wiring_crossings(f->w); at++) {
		const int seen = image(f->w, at);

		f->explained[at] |= seen >= 0 && (unsigned)seen == rank_as[at / f->w->files] * f->w->files +
									   file_as[at % f->w->files];
	}
}

/* --- diodes --- */

/* Did trying that square report squares of its rank (else: of its file), as far as no piece of the line stands there?
 */
static bool spreads(const struct wiring *w, unsigned tried, bool along_rank)
{
	const unsigned rank = tried / w->files, file = tried % w->files;

	for (unsigned i = 1; i < (along_rank ? w->files : w->ranks); i++) {
		const unsigned at = along_rank ? rank * w->files + i : i * w->files + file;

		if (at != tried && !w->touched[tried][at])
			return false;
	}
	return true;
}

/* Would a bridged or turned diode there explain what was reported? */
static bool leaks(const struct wiring *w, unsigned at)
{
	const unsigned rank = at / w->files, file = at % w->files;

	if (rank && file)
		return w->touched[at][0] && reported(w, at) <= 2 && !w->touched[0][at];
	if (!rank && !file)
		return reported(w, 0) > (w->ranks - 1) * (w->files - 1) / 2;
	if (!rank) {
		for (unsigned r = 1; r < w->ranks; r++)
			if (!spreads(w, r * w->files + file, true))
				return false;
		return true;
	}
	for (unsigned i = 1; i < w->files; i++)
		if (!spreads(w, rank * w->files + i, false))
			return false;
	return true;
}

static void find_diodes(struct finding *f)
{
	const struct wiring *w = f->w;
	char name[8];

	for (unsigned at = 0; at < wiring_crossings(w); at++) {
		const unsigned rank = at / w->files, file = at % w->files;

		if (f->explained[at] || !leaks(w, at))
			continue;
		f->explained[at] = true;
		if (w->touched[at][at])
			found(f, "look for a bridge of solder over it, and replace it if there is none",
			      "the diode of %s lets current through both ways: three pieces are reported as four",
			      wiring_crossing(w, at, name));
		else
			found(f, "turn it: its bar points to the rank's wire",
			      "the diode of %s is the wrong way round: that square is never reported",
			      wiring_crossing(w, at, name));
		/* It spreads what is tried elsewhere. */
		for (unsigned other = 0; other < wiring_crossings(w); other++)
			if (w->touched[other][other] &&
			    (!at || (!rank && other % w->files == file) || (!file && other / w->files == rank)))
				f->explained[other] = true;
	}
}

/* --- single squares --- */

static void find_exchanged_squares(struct finding *f)
{
	char one[8], other[8];

	for (unsigned at = 0; at < wiring_crossings(f->w); at++) {
		const int seen = image(f->w, at);

		if (f->explained[at] || seen < 0 || (unsigned)seen <= at || image(f->w, (unsigned)seen) != (int)at)
			continue;
		found(f, "exchange their switches' places, or their wires", "the switches of %s and %s are exchanged",
		      wiring_crossing(f->w, at, one), wiring_crossing(f->w, (unsigned)seen, other));
		f->explained[at] = f->explained[seen] = true;
	}
}

static void find_square(struct finding *f, unsigned at)
{
	const struct wiring *w = f->w;
	const int seen = image(w, at);
	char name[8], other[8];

	wiring_crossing(w, at, name);
	if (!w->touched[at][at] && w->first[at] && !reported(w, at))
		found(f, "look for a switch that sticks or is magnetised, and for a bridge over it",
		      "the switch of %s is closed all the time, with a piece and without", name);
	else if (!w->touched[at][at] && seen >= 0)
		found(f, "follow its switch's wires", "a piece on %s is reported on %s", name,
		      wiring_crossing(w, (unsigned)seen, other));
	else if (!w->touched[at][at])
		found(f, "look at the switch, the solder joints of switch and diode, and the magnet's distance",
		      "%s is never reported: its switch or its diode is not connected, or does not close", name);
	else if (w->events[at] > 2)
		found(f, "use a stronger magnet, or move the switch nearer to the middle of the square",
		      "%s flickers: a piece that was moved once was reported %u times", name, w->events[at]);
	else if (reported(w, at) > 1)
		found(f, "look for bridges of solder around its switch and diode",
		      "with %s other squares are reported, too", name);
}

/* --- the lever --- */

static void find_lever(struct finding *f)
{
	static const char *const names[] = { "", "White", "Black" };
	static const char *const pins[] = { "", "pin 2, PD1", "pin 3, PD0" };
	const struct wiring *w = f->w;
	unsigned right[3] = { 0 }, wrong[3] = { 0 }, more = 0;

	for (unsigned i = 0; i < WIRING_PRESSES; i++) {
		const unsigned side = i % 2 ? BOARD_BLACK : BOARD_WHITE;

		right[side] += w->pressed[i][side] > 0;
		wrong[side] += w->pressed[i][3 - side] > 0;
		more += w->pressed[i][side] > 1;
	}
	if (wrong[1] && wrong[2] && !right[1] && !right[2]) {
		found(f, "exchange them", "the lever's two wires are swapped");
	} else if (!right[1] && !right[2] && !wrong[1] && !wrong[2] && w->first_lever) {
		found(f, "look for a bridge from that wire to ground",
		      "%s's contact of the lever is closed all the time, so that no press counts",
		      names[w->first_lever]);
	} else if (!right[1] && !right[2] && !wrong[1] && !wrong[2]) {
		found(f,
		      "look at the wire from the lever to ground (GND), and whether both contacts are closed at rest",
		      "no press of the lever was reported");
	} else {
		for (unsigned side = BOARD_WHITE; side <= BOARD_BLACK; side++)
			if (!right[side])
				found(f, "look at that contact and its wire", "%s's lever is never reported (%s)",
				      names[side], pins[side]);
	}
	if (more)
		found(f, "replace that contact: it bounces longer than 20 ms",
		      "a press of the lever was reported more than once");
}

unsigned wiring_diagnose(const struct wiring *w, wiring_say say, void *userdata)
{
	struct finding f = { .w = w, .say = say, .userdata = userdata };
	const struct wires ranks = wires_of(w, true), files = wires_of(w, false);
	bool any = false;

	for (unsigned at = 0; at < wiring_crossings(w); at++)
		any |= reported(w, at) > 0;
	if (!any) {
		found(&f,
		      "look at the plug of the microcontroller, at its supply, and whether it has the firmware of this board's size",
		      "no square was reported at all");
	} else {
		find_grounded_ranks(&f);
		find_touching_wires(&f, &files);
		find_touching_wires(&f, &ranks);
		find_silent_wires(&f, &files);
		find_silent_wires(&f, &ranks);
		find_exchanged_wires(&f);
		find_diodes(&f);
		find_exchanged_squares(&f);
		for (unsigned at = 0; at < wiring_crossings(w); at++)
			if (!f.explained[at])
				find_square(&f, at);
	}
	find_lever(&f);
	return f.faults;
}
