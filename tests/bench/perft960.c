/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chess960's move counts beside Debian's stockfish (UCI_Chess960) in the same run: every STEPth start position, and
 * middle games with rights to castle that random moves lead to. Each position goes to stockfish as Shredder-FEN, is
 * read back from X-FEN, and has to count the same. TAP.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rules/game.h"
#include "rules/perft.h"

struct peer {
	FILE *to, *from;
	pid_t pid;
};

static const char *find_stockfish(void)
{
	static const char *const paths[] = { "/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish" };

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		if (!access(paths[i], X_OK))
			return paths[i];
	return NULL;
}

static int start_peer(const char *program, struct peer *ret)
{
	int to[2], from[2];

	if (pipe(to) < 0 || pipe(from) < 0)
		return -1;
	ret->pid = fork();
	if (ret->pid < 0)
		return -1;
	if (ret->pid == 0) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		close(to[1]);
		close(from[0]);
		execl(program, program, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	ret->to = fdopen(to[1], "w");
	ret->from = fdopen(from[0], "r");
	if (!ret->to || !ret->from)
		return -1;
	setlinebuf(ret->to);
	fprintf(ret->to, "setoption name UCI_Chess960 value true\n");
	return 0;
}

static uint64_t peer_count(struct peer *peer, const char *fen, unsigned depth)
{
	char line[256];
	uint64_t nodes;

	fprintf(peer->to, "position fen %s\ngo perft %u\n", fen, depth);
	while (fgets(line, sizeof(line), peer->from))
		if (sscanf(line, "Nodes searched: %" SCNu64, &nodes) == 1)
			return nodes;
	return 0;
}

static unsigned random_below(uint64_t *state, unsigned n)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(*state >> 33) % n;
}

/* How many castlings are legal, and whether both sides still have rights. */
static unsigned castlings(const struct game_position *pos, bool *rights)
{
	struct game_moves moves;
	char fen[GAME_FEN], *field;
	unsigned n = 0;

	game_chess960.format(pos, fen);
	field = strchr(strchr(fen, ' ') + 1, ' ') + 1;
	*strchr(field, ' ') = '\0';
	*rights = strpbrk(field, "ABCDEFGHKQ") && strpbrk(field, "abcdefghkq");
	game_chess960.moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		n += (moves.move[i].flags & GAME_MOVE_CASTLING) != 0;
	return n;
}

/* The nth of the middle games: 8 to 30 plies from a random start, by moves that leave both sides rights. */
static struct game_position middle_game(unsigned n)
{
	uint64_t state = n * UINT64_C(0x9e3779b97f4a7c15) + 1;
	struct game_position pos, before;
	struct game_moves moves;
	unsigned plies = 8 + random_below(&state, 23), tries = 0;
	bool rights;

	game_chess960.start(random_below(&state, game_chess960.starts), &pos);
	for (unsigned ply = 0; ply < plies && tries < 400; tries++) {
		before = pos;
		game_chess960.moves(&pos, &moves);
		if (!moves.count)
			break;
		game_chess960.play(&pos, &moves.move[random_below(&state, moves.count)]);
		castlings(&pos, &rights);
		if (rights && game_chess960.end(&pos) == GAME_GOES_ON)
			ply++;
		else
			pos = before;
	}
	return pos;
}

static bool counts_the_same(struct peer *peer, const struct game_position *pos, const char *what, unsigned number,
			    unsigned depth, uint64_t *sum)
{
	char shredder[GAME_FEN], xfen[GAME_FEN];
	struct game_position back;
	uint64_t ours, theirs;

	game_chess960.format_by_file(pos, shredder);
	game_chess960.format(pos, xfen);
	if (game_chess960.parse(xfen, &back, NULL) < 0 || !game_chess960.same(pos, &back)) {
		printf("# %s %u is not read back: %s\n", what, number, xfen);
		return false;
	}
	ours = perft(&game_chess960, &back, depth);
	theirs = peer_count(peer, shredder, depth);
	*sum += ours;
	if (ours == theirs)
		return true;
	printf("# %s %u, depth %u: %" PRIu64 ", stockfish %" PRIu64 ": %s\n", what, number, depth, ours, theirs,
	       shredder);
	return false;
}

static int refuse(const char *program)
{
	fprintf(stderr, "usage: %s [DEPTH [STEP [MIDDLE-GAMES]]]   (3, 8, 40)\n", program);
	return 2;
}

int main(int argc, char **argv)
{
	unsigned depth = argc > 1 ? (unsigned)atoi(argv[1]) : 3, step = argc > 2 ? (unsigned)atoi(argv[2]) : 8,
		 games = argc > 3 ? (unsigned)atoi(argv[3]) : 40, starts = 0, right = 0, with_castling = 0;
	const char *program = find_stockfish();
	uint64_t sum = 0;
	struct peer peer;

	if (!depth || !step)
		return refuse(argv[0]);
	if (!program) {
		printf("1..0 # SKIP stockfish is not installed\n");
		return 0;
	}
	if (start_peer(program, &peer) < 0)
		return 1;
	printf("1..2\n");
	for (unsigned n = 0; n < game_chess960.starts; n += step, starts++) {
		struct game_position pos;

		game_chess960.start(n, &pos);
		right += counts_the_same(&peer, &pos, "start", n, depth, &sum);
	}
	printf("%s 1 - %u of %u start positions count as stockfish does, depth %u, %" PRIu64 " leaves\n",
	       right == starts ? "ok" : "not ok", right, starts, depth, sum);
	step = right == starts;
	sum = right = 0;
	for (unsigned n = 0; n < games; n++) {
		struct game_position pos = middle_game(n);
		bool rights;

		with_castling += castlings(&pos, &rights) > 0;
		right += counts_the_same(&peer, &pos, "middle game", n, depth, &sum);
	}
	printf("%s 2 - %u of %u middle games do, %u of them with a legal castling, %" PRIu64 " leaves\n",
	       right == games && with_castling ? "ok" : "not ok", right, games, with_castling, sum);
	fprintf(peer.to, "quit\n");
	fclose(peer.to);
	fclose(peer.from);
	waitpid(peer.pid, NULL, 0);
	return !(step && right == games && with_castling);
}
