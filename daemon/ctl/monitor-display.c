/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/ctl/monitor-display.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/colours.h"
#include "daemon/ctl/publication-text.h"
#include "daemon/ctl/screen-board.h"

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

static void remember_line(struct monitor *m, json_t *p)
{
	FILE *f;

	if (m->lines == MONITOR_LINES)
		memmove(m->line[0], m->line[1], sizeof(m->line[0]) * --m->lines);
	f = fmemopen(m->line[m->lines], sizeof(m->line[0]), "w");
	if (!f)
		return;
	print_publication(m->ctl, f, p);
	fclose(f);
	m->line[m->lines][sizeof(m->line[0]) - 1] = '\0';
	m->line[m->lines][strcspn(m->line[m->lines], "\n")] = '\0';
	m->lines++;
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

void monitor_redraw(struct monitor *m)
{
	char *text_out = NULL;
	size_t size;
	FILE *f;
	int n = 0;

	if (!m->on_screen || !*m->path)
		return;
	f = open_memstream(&text_out, &size);
	if (!f)
		return;
	n += screen_draw_board(m->ctl, &m->screen, f);
	screen_draw_clocks(m->ctl, &m->screen, f);
	n++;
	for (int i = 0; i < m->lines; i++, n++)
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
