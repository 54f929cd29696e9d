/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/client/texts.h"

/* Accepted turns and provisional moves say nothing that the committed move does not say. */
static bool is_noise(const json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (strcmp(type, "move") == 0)
		return strcmp(ctl_text(p, "state"), "provisional") == 0;
	if (strcmp(type, "ruling") == 0)
		return strcmp(ctl_text(p, "ruling"), "move-accepted") == 0;
	return false;
}

/* The oldest gives way. */
static void add_line(struct monitor *m, const char *text)
{
	if (m->lines == MONITOR_LINES)
		memmove(m->line[0], m->line[1], sizeof(m->line[0]) * --m->lines);
	snprintf(m->line[m->lines], sizeof(m->line[0]), "%s", text);
	m->line[m->lines][strcspn(m->line[m->lines], "\n")] = '\0';
	m->lines++;
}

static void remember_line(struct monitor *m, json_t *p)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return;
	print_publication(m->ctl, f, p);
	fclose(f);
	add_line(m, text);
	free(text);
}

void monitor_print_rest(struct monitor *m)
{
	if (!m->move)
		return;
	print_move_line(m->ctl, stdout, m->move, NULL);
	json_decref(m->move);
	m->move = NULL;
}

/* Lines: a committed move and the clocks that are published right after it share one. */
static void show_line(struct monitor *m, json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (is_noise(p) && !m->verbose)
		return;
	if (m->move && strcmp(type, "clock") == 0) {
		print_move_line(m->ctl, stdout, m->move, p);
		json_decref(m->move);
		m->move = NULL;
		return;
	}
	monitor_print_rest(m);
	if (strcmp(type, "move") == 0 && strcmp(ctl_text(p, "state"), "committed") == 0 && m->screen.has_clock)
		m->move = json_incref(p);
	else
		print_publication(m->ctl, stdout, p);
}

void monitor_show(struct monitor *m, json_t *p)
{
	const char *type = ctl_text(p, "type");

	if (strcmp(type, "move") == 0 && *ctl_text(p, "placement"))
		snprintf(m->screen.placement, sizeof(m->screen.placement), "%s", ctl_text(p, "placement"));
	if (!m->on_screen) {
		show_line(m, p);
		return;
	}
	/* The clocks have their own line, which the Clock interface keeps up to date. */
	if (strcmp(type, "clock") != 0 && (m->verbose || !is_noise(p)))
		remember_line(m, p);
	monitor_redraw(m);
}

void monitor_say(struct monitor *m, const char *sentence)
{
	if (m->ctl->json)
		return;
	if (!m->on_screen) {
		monitor_print_rest(m);
		printf("%11s%s\n", "", sentence);
		fflush(stdout);
		return;
	}
	add_line(m, sentence);
	monitor_redraw(m);
}

void monitor_say_fault(struct monitor *m)
{
	if (m->on_screen) {
		monitor_redraw(m);
		return;
	}
	monitor_print_rest(m);
	print_journal_fault(stdout, m->fault);
	fflush(stdout);
}

/* What the terminal has room for: the board gives way to the lines of text below it on a low one. */
static void get_size(int *width, int *height)
{
	struct winsize size;

	*width = 80;
	*height = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
		*width = size.ws_col;
		*height = size.ws_row;
	}
}

static int put_line(FILE *f, const char *text, int width)
{
	char line[1200];

	fprintf(f, "%s\n", text_fit(text, width, line, sizeof(line)));
	return 1;
}

/* The end of the moves in at most two lines. */
static int draw_moves(const struct monitor *m, FILE *f, int width)
{
	const char *at = m->moves;
	const size_t n = strlen(at), room = 2 * (size_t)(width > 12 ? width - 8 : 4);
	size_t first;
	char line[1024];

	if (!n)
		return 0;
	if (n > room)
		at += n - room + strcspn(at + (n - room), " ");
	at += *at == ' ';
	first = strlen(at);
	if (first > (size_t)width - 1)
		for (first = (size_t)width - 1; first > 1 && at[first] != ' ';)
			first--;
	snprintf(line, sizeof(line), "%.*s", (int)first, at);
	put_line(f, line, width);
	return at[first] ? 1 + put_line(f, at + first + 1, width) : 1;
}

void monitor_redraw(struct monitor *m)
{
	char *text_out = NULL;
	size_t size;
	FILE *f;
	int n = 0, width, height, from = 0;

	if (!m->on_screen || !*m->path)
		return;
	f = open_memstream(&text_out, &size);
	if (!f)
		return;
	get_size(&width, &height);
	fputs(colour_bold(m->ctl), f);
	n += put_line(f, m->header, width);
	if (*m->fault) {
		char text[300];

		snprintf(text, sizeof(text), "NO RULINGS: %s", m->fault);
		n += put_line(f, text, width);
	}
	fputs(colour_end(m->ctl), f);
	if (height > 14 && width > 22) {
		n += screen_draw_board(m->ctl, &m->screen, f);
		n += screen_draw_captured(m->ctl, &m->screen, f);
	}
	screen_draw_clocks(m->ctl, &m->screen, f);
	n++;
	n += draw_moves(m, f, width);
	/* the picture is drawn over the last one: it must not be higher than the terminal */
	if (m->lines > height - n - 1)
		from = m->lines - (height - n - 1);
	for (int i = from < m->lines ? from : m->lines; i < m->lines; i++, n++)
		fprintf(f, "%s%s\n", m->line[i], colour_end(m->ctl));
	fclose(f);

	if (m->drawn)
		printf("\033[%dA\033[J", m->drawn);
	/* A line that is too long for the terminal is cut, not wrapped: the next drawing counts lines. */
	printf("\033[?7l%s\033[?7h", text_out);
	fflush(stdout);
	free(text_out);
	m->drawn = n;
}

void monitor_screen_end(struct monitor *m)
{
	m->drawn = 0;
}
