/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Chess Peripheral Protocol, which boards speak that people build themselves:
 * lines of text. What stands on the board comes as a FEN's placement, in
 * "state", "sync" or "unsync"; a board that was begun tells its moves, too, and
 * may tell nothing else. It is no arbiter here: every move is answered with "ok".
 *
 * A piece that the board cannot name is '?', or 'w' or 'b' by its colour. A 'b' is
 * a bishop where other pieces have names.
 */
#include "libboard/snapshots.h"

#include <string.h>

#define LINE_MOST 200
#define NAMES "PNRQKpnrqk"

struct cpp {
	bool told, identified;		/* squares are known; and their pieces have just got names */
	char letters[SNAPSHOT_SQUARES]; /* of the last snapshot, with names */
};

/* What follows the word, NULL if the line does not begin with it. */
static const char *after(const char *line, const char *word)
{
	const size_t n = strlen(word);

	if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' '))
		return NULL;
	return line + n + (line[n] == ' ');
}

/* 64 letters from a1. False: it is no placement of eight ranks of eight. */
static bool read_placement(const char *fen, char letters[static SNAPSHOT_SQUARES])
{
	unsigned rank = 7, file = 0;

	for (; *fen && *fen != ' '; fen++) {
		if (*fen == '/') {
			if (file != 8 || rank == 0)
				return false;
			rank--;
			file = 0;
		} else if (*fen >= '1' && *fen <= '8' && file + (unsigned)(*fen - '0') <= 8) {
			memset(letters + 8 * rank + file, '.', (size_t)(*fen - '0'));
			file += (unsigned)(*fen - '0');
		} else if (strchr(NAMES "Bbw?", *fen) && file < 8) {
			letters[8 * rank + file++] = *fen;
		} else {
			return false;
		}
	}
	return rank == 0 && file == 8;
}

/* Letters as libboard's: what has no name is '?'. True: there are pieces with names. */
static bool name(char letters[static SNAPSHOT_SQUARES])
{
	bool named = false;

	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		named |= letters[i] != '.' && strchr(NAMES "B", letters[i]);
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		if (letters[i] == 'w' || (letters[i] == 'b' && !named))
			letters[i] = '?';
	return named;
}

/*
 * A board that names no piece is one of presence sensors, until it does: then they have just been identified, and
 * cpp_learn() says so.
 */
static enum snapshot_result take_letters(struct snapshot_parser *p, const char letters[static SNAPSHOT_SQUARES],
					 bool named)
{
	struct cpp *own = snapshot_own(p, sizeof(*own));

	if (!own)
		return snapshot_drop(p);
	if (!own->told)
		p->presence = !named;
	own->told = true;
	own->identified = p->presence && named;
	memcpy(own->letters, letters, SNAPSHOT_SQUARES);
	for (unsigned i = 0; i < SNAPSHOT_SQUARES; i++)
		p->squares[i] = p->presence && letters[i] != '.' ? '?' : letters[i];
	return SNAPSHOT_COMPLETE;
}

static int square_of(const char *text)
{
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
		return -1;
	return (text[1] - '1') * 8 + text[0] - 'a';
}

/* The rook of a castling, and the pawn that is taken in passing; only who knows the pieces knows of them. */
static void move_others(char squares[static SNAPSHOT_SQUARES], int from, int to)
{
	const char piece = squares[from];

	if ((piece == 'K' || piece == 'k') && from % 8 == 4 && from / 8 == to / 8 &&
	    (to - from == 2 || to - from == -2)) {
		const int rook = to > from ? to + 1 : to - 2;

		squares[(from + to) / 2] = squares[rook];
		squares[rook] = '.';
	} else if ((piece == 'P' || piece == 'p') && from % 8 != to % 8 && squares[to] == '.') {
		squares[from / 8 * 8 + to % 8] = '.';
	}
}

/* A move that the board saw. One that streams its state has shown it before: then nothing stands there any more. */
static enum snapshot_result take_move(struct snapshot_parser *p, const char *uci)
{
	const struct cpp *own = p->own;
	const size_t n = strlen(uci);
	const int from = n == 4 || n == 5 ? square_of(uci) : -1, to = from < 0 ? -1 : square_of(uci + 2);

	if (to < 0 || to == from || (n == 5 && !strchr("qrbn", uci[4])))
		return snapshot_drop(p);
	p->reply = "ok\n";
	if (!own || p->squares[from] == '.')
		return SNAPSHOT_INCOMPLETE;
	move_others(p->squares, from, to);
	p->squares[to] = p->squares[from];
	if (n == 5 && (p->squares[to] == 'P' || p->squares[to] == 'p'))
		p->squares[to] = (char)(p->squares[to] == 'P' ? uci[4] - 'a' + 'A' : uci[4]);
	p->squares[from] = '.';
	return SNAPSHOT_COMPLETE;
}

static enum snapshot_result cpp_take_line(struct snapshot_parser *p, const char *line)
{
	static const char *const shows[] = { "state", "sync", "unsync", "unsync_setible" };
	static const char *const says[] = { "ok",	   "nok",	    "err",	  "msg",    "moved",
					    "undo",	   "resign",	    "draw_offer", "option", "options_begin",
					    "options_end", "options_reset", "set_option" };
	char letters[SNAPSHOT_SQUARES];
	const char *rest;

	for (size_t i = 0; i < sizeof(shows) / sizeof(*shows); i++) {
		rest = after(line, shows[i]);
		if (!rest)
			continue;
		if (!read_placement(rest, letters))
			return snapshot_drop(p);
		p->noise = false;
		return take_letters(p, letters, name(letters));
	}
	rest = after(line, "move");
	if (rest)
		return take_move(p, rest);
	for (size_t i = 0; i < sizeof(says) / sizeof(*says); i++)
		if (after(line, says[i]))
			return SNAPSHOT_INCOMPLETE;
	/* What a bootloader says, and other things. */
	return *line ? snapshot_drop(p) : SNAPSHOT_INCOMPLETE;
}

static enum snapshot_result cpp_feed(struct snapshot_parser *p, uint8_t byte)
{
	char line[LINE_MOST + 1];

	if (byte == '\r')
		return SNAPSHOT_INCOMPLETE;
	if (byte != '\n') {
		/* A line that is too long, or no text, keeps a mark that no line begins with. */
		if (p->have == LINE_MOST || byte < ' ' || byte > '~') {
			p->frame[0] = '\1';
			p->have += p->have == 0;
		} else {
			p->frame[p->have++] = byte;
		}
		return SNAPSHOT_INCOMPLETE;
	}
	memcpy(line, p->frame, p->have);
	line[p->have] = '\0';
	p->have = 0;
	return cpp_take_line(p, line);
}

static bool cpp_learn(struct snapshot_parser *p)
{
	struct cpp *own = p->own;

	if (!own || !own->identified)
		return false;
	own->identified = p->presence = false;
	memcpy(p->squares, own->letters, SNAPSHOT_SQUARES);
	return true;
}

/* An empty line first: what was there before may have left half of one. Features are off unless they were asked for. */
static const char *const questions[] = {
	"\nfeature get_state\nfeature state_stream\nget_state\n",
	/* All boards know this one. They may have been starting: opening a line does that to some. */
	"\nfeature get_state\nfeature state_stream\nbegin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
	"\nfeature get_state\nfeature state_stream\nbegin rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
	NULL,
};

static const struct snapshot_protocol protocol = {
	.model = "Chess Peripheral Protocol board",
	.speed = B115200,
	.scan_us = 50000,
	.gap_us = 50000,
	.tries = 1,
	.feed = cpp_feed,
	.learn = cpp_learn,
	.questions = questions,
	.request = { "get_state\n", 10 },
};

const struct board_driver board_driver_cpp = {
	.scheme = "cpp",
	.backend = &board_snapshots,
	.snapshots = &protocol,
	.name = "Chess Peripheral Protocol",
	/* FTDI; CP210x, of ESP32 boards, too */
	.line_ids = { "0403:6001", "10c4:ea60" },
};
