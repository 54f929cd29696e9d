/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the arbiter's files share. */
#ifndef ARBITER_PRIVATE_H
#define ARBITER_PRIVATE_H

#include "rules/arbiter.h"
#include "rules/parameters.h"

#define MAX_SET_DOWN 8

/* One closed turn, as the arbiter remembers it. */
struct ply {
	struct turn turn;
	struct game_position before, after;
	int64_t credited_us;		/* what its press added */
	int64_t left_us[2];		/* both clocks when it was closed … */
	int64_t given_us[2];		/* … and what rulings had given by then */
	bool said_adjust;			/* "I adjust" was said before it */
	bool sanctioned;		/* its disorder was dealt with */
	bool pawn_unpromoted;			/* its pawn was never exchanged */
	bool as_announced;		/* it was announced with a draw claim that was wrong */
	bool broke_announcement;			/* another move had been announced with a draw claim that was wrong */
	bool unpressed;			/* stands while a claim of it is judged (unpressed-move.c) */
	bool put_right;			/* and the men were put right, in a second press of the same side */
	int64_t put_right_us;
	unsigned set_down_count;			/* legal moves set down on the way, in order */
	struct game_move set_down[MAX_SET_DOWN];
	unsigned binding_count;		/* squares touched before a correction: still binding */
	struct { uint8_t square; char piece; } binding[TURN_MAX_TOUCHED];
};

/* What a person must decide. */
struct question {
	enum claim_kind claim;		/* what is asked about */
	enum claim_kind object;		/* forced-win: the draw claim or flag that it contests */
	enum side by, against;
	struct arbiter_claim made;	/* texts are not kept */
	bool postponed;
};

/* A captain's answer, which the other captain may contradict. */
struct captain_verdict {
	struct question question;	/* CLAIM_NONE: none that may be taken back */
	enum verdict_kind verdict;
	int64_t us;
	enum side side;
	unsigned turns;			/* that had been played */
	int64_t given_us[2];		/* what it gave and took */
};

/* What a larger search is to find out: after a loss that may be a draw, or of a position that may be dead. */
struct open_search {
	bool open, ends, claimed;
	unsigned number;
	struct game_position position;
	bool side[2];			/* of whom it is asked */
	enum reason reason;		/* of the draw, should it be none who can win */
	enum claim_kind claim;
	enum rulebook_parameter also_cites;
};

/* What it found: asked again of the same position, this is the answer. */
#define KNOWN_ANSWERS 4
struct known_answer {
	struct game_position position;
	enum side side;
	enum game_answer answer;
	bool asked;
};

struct arbiter {
	struct arbiter_setup setup;
	const struct game *game;
	const struct rulebook *book;
	arbiter_sink sink;
	void *userdata;
	bool over, silent, flag_auto, illegal_auto;

	struct ply *ply;
	unsigned count, room;
	struct game_position start;

	bool move_stands;			/* a legal move stands unpressed */
	bool has_set_down[2];			/* has set a move down in this game */
	unsigned moves_made[2];		/* moves pressed, those before the start included */
	bool has_touched[2];		/* since the opponent's turn was closed */
	bool said_adjust[2];
	unsigned set_down_count[2];
	struct game_move set_down[2][MAX_SET_DOWN];
	unsigned binding_count;
	struct { uint8_t square; char piece; } binding[TURN_MAX_TOUCHED];
	unsigned touched_count[2];		/* squares lifted from in the turn at hand */
	struct { uint8_t square; char piece; } touched[2][TURN_MAX_TOUCHED];

	struct { enum side side; struct game_move move; unsigned turns; } announced;	/* what side must play, NO_SIDE nothing (announced-move.c) */

	bool clock_ran;
	bool was_stopped;			/* the clocks, in this turn */
	bool assisted;			/* somebody presses for a player */
	bool increment_given;		/* on a player's request */
	enum side offer;		/* whose draw offer stands */
	bool offered;			/* one was made, of which no turn was told yet */
	bool absent[2];
	unsigned illegal[2];
	unsigned ladder[2][CLAIM_COUNT];	/* [][CLAIM_NONE]: the common one */
	int64_t given_us[2];		/* by all rulings, less what they took */
	int64_t set_us;			/* when a person last set the clocks, ARBITER_ABSENT never */
	enum claim_kind last_ladder;
	enum side last_offender;
	bool last_was_no_progress;	/* the last decision was on such a claim */
	unsigned appeal_level;
	struct question question;
	struct captain_verdict captain_verdict;
	struct arbiter_claim waiting_claim;	/* said without stopping the clock */
	enum claim_kind stop_reason;	/* why the clock stands */
	enum rulebook_parameter also_cites;	/* rulings now also rest on this one, PARAM_COUNT none */
	bool setup_asked;		/* a restart by permission may follow */
	bool undecided[2];			/* what the last question left undecided */
	struct open_search open_search;
	struct known_answer known[KNOWN_ANSWERS];
	unsigned next_known;
};

/* turn-memory.c */
void forget_turns_from(struct arbiter *a, unsigned ply);
int reserve_turn(struct arbiter *a);
void remember_turn(struct arbiter *a, struct ply *ply, const struct arbiter_view *v, const struct turn *turn, const struct game_position *after);
/* Turn n was that legal move. */
void count_turn_as(struct arbiter *a, unsigned n, const struct game_move *move);
void keep_touched_binding(struct arbiter *a, const struct ply *ply);

/* table.c */
bool table_shows(const struct arbiter *a, const struct arbiter_view *v, const struct game_position *pos);
enum side first_fallen_flag(const struct arbiter_view *v);

/* game-end.c */
unsigned occurrences(const struct arbiter *a, const struct game_position *pos);
unsigned occurrences_now(const struct arbiter *a, const struct arbiter_view *v);
bool dead_position_found(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
bool rule_automatic_draw(struct arbiter *a, const struct arbiter_view *v);
bool rule_game_end(struct arbiter *a, const struct arbiter_view *v, enum side mover);

/* agreed-draw.c */
void accept_draw_offer(struct arbiter *a, const struct arbiter_view *v, enum side by);

/* appeal.c */
void claim_appeal(struct arbiter *a, const struct arbiter_view *v, enum side by);
void decide_appeal(struct arbiter *a, const struct arbiter_view *v, bool upheld);

/* clock-stop.c */
void claim_stop_for_arbiter(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void claim_promotion_piece_missing(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c);

/* unpressed-move.c: an illegal move that is complete without its press */
bool assume_unpressed_move(struct arbiter *a, const struct arbiter_view *v);	/* it is the last ply until … */
void drop_unpressed_move(struct arbiter *a, bool begun);

/* announced-move.c: the move that was announced with a wrong draw claim must be played */
void announce_move(struct arbiter *a, enum side side, const struct game_move *move);
/* Turn n was another and is taken back: at the press where the arbiter acts by himself, else where the opponent claims it. */
bool enforce_announced_move(struct arbiter *a, const struct arbiter_view *v, unsigned n);
bool enforce_announced_move_on_claim(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim);

/* captains-verdict.c: those who decide together or apart */
bool captains_differ(const struct arbiter *a, const struct arbiter_decision *d);	/* from what the other captain has answered */
void reopen_question(struct arbiter *a, const struct arbiter_view *v);	/* what he answered is open again */
void note_captain_verdict(struct arbiter *a, const struct arbiter_decision *d, const struct question *q, unsigned turns, const int64_t given_us[2]);

/* question.c */
void ask_person(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q);
bool question_covers(const struct question *q, enum claim_kind claim);

/* take-back.c */
unsigned take_back_effects(const struct ply *ply);	/* the effects of taking that turn back */
/* The ruling takes back turns from r->ply on: what that costs or gives in time, where the book says so. */
void refund_time_after_take_back(struct arbiter *a, const struct arbiter_view *v, struct ruling *r);

/* ruling.c: rulings. adjust_us, effects and so on are set by the caller in the draft. */
struct ruling new_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim);
void issue_ruling(struct arbiter *a, struct ruling *r);
/* ruling-wording.c */
void write_sentence(struct ruling *r);

/* common-rulings.c */
void issue_plain_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason, enum claim_kind claim);
void reject_claim(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
/* Rejected, and the claimant's opponent gets time. */
void reject_claim_with_award(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim, enum side by,
		  enum rulebook_parameter award);
void rule_win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason, enum claim_kind claim);
void rule_draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);

/* ruling-articles.c */
void cite_articles(struct arbiter *a, struct ruling *r);
/* The ruling also cites the articles behind p ("event" where the event set it). */
void cite_parameter(struct arbiter *a, struct ruling *r, enum rulebook_parameter p);
/* And those of the book's line for this ruling in that context. */
/* The same, if the book has articles for that word. */
void cite_word(struct arbiter *a, struct ruling *r, const char *word);
void cite_context(struct arbiter *a, struct ruling *r, const char *context);

/* material.c */
bool bare_kings(const struct arbiter *a, const struct game_position *pos);
bool has_major_piece(struct arbiter *a, const struct game_position *pos);
enum mating { MATES_NOT, MATES, MATES_IF_FORCED };
enum mating can_mate(struct arbiter *a, const struct game_position *pos, enum side side, enum rulebook_parameter test);
enum endgame { ENDGAME_NO, ENDGAME_DRAW, ENDGAME_VERDICT };
enum endgame endgame_pattern(struct arbiter *a, const struct game_position *pos, enum claim_kind claim);

/* win-search.c: these two leave in doubt what they could not decide … */
enum game_answer side_can_win(struct arbiter *a, const struct game_position *pos, enum side side);
bool position_is_dead(struct arbiter *a, const struct game_position *pos);
/* … and these keep it open: after the ruling. reason: of the draw that it would be. */
void keep_doubtful_loss(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
void keep_doubtful_dead_position(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* A person is asked about progress; that the opponent cannot win at all would settle it. */
void keep_doubtful_no_progress(struct arbiter *a, const struct arbiter_view *v, enum side opponent);

/* turn-legality.c */
bool promoted_before_pawn_lifted(const struct turn *turn);
bool promotion_order_in_doubt(const struct arbiter *a, enum side claimant);
bool turn_is_illegal(const struct arbiter *a, const struct ply *ply);
bool illegal_position(const struct arbiter *a, const struct game_position *pos);
bool king_and_queen_swapped(const struct arbiter *a);
bool touched_king_and_rook(const struct turn *turn);		/* king and rook were in the hand */

/* closed-turn.c */
void rule_on_closed_turn(struct arbiter *a, const struct arbiter_view *v, unsigned ply);

/* illegal-claim.c */
/* The opponent lets an irregularity stand. */
void claim_accept_stand(struct arbiter *a, const struct arbiter_view *v, enum side by);
void claim_illegal(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);

/* illegal-move.c */
void rule_rectification(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c);
void rule_on_illegal_turn(struct arbiter *a, const struct arbiter_view *v, unsigned ply, const struct arbiter_claim *c, enum side claimant);

/* accepted-turn.c */
void accept_turn(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply);

/* flag-fall.c */
void rule_flag_loss(struct arbiter *a, const struct arbiter_view *v, enum side loser, bool forced_win, enum claim_kind claim);
void claim_flag(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);

/* draw-claims.c */
void claim_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by, bool contested);

/* draughts-draws.c */
/* A player short of time could claim a draw by the men on the board. */
bool time_shortage_open(const struct arbiter *a, const struct arbiter_view *v);
void claim_draughts_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by, bool contested);
bool rule_regulation_draw(struct arbiter *a, const struct arbiter_view *v);

/* touched-pieces.c */
void claim_touch(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by, bool accidental);

/* conduct.c */
void claim_conduct(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void sanction(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim, enum side against);
bool disorder_cost_flag(const struct arbiter *a, const struct arbiter_view *v, enum side culprit);

/* start-claims.c: array, clock setting, interference, appeals */
void restart_game(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
void replay_game(struct arbiter *a, const struct arbiter_view *v);
void claim_about_start(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);

static inline enum side claimant(const struct arbiter_claim *c)
{
	return c->by == PERSON_WHITE ? WHITE : c->by == PERSON_BLACK ? BLACK : NO_SIDE;
}
static inline bool clock_is_stopped(const struct arbiter_view *v)
{
	return !v->has_clock || v->running == NO_SIDE;
}
static inline bool flag_is_down(const struct arbiter_view *v, enum side side)
{
	return v->flag_us[side] != ARBITER_NEVER;
}
/* Draws are had by stopping the clock and appealing. */
static inline bool draws_by_appeal(const struct arbiter *a)
{
	return !rulebook_is(a->book, PARAM_CLEAR_DRAW_APPEAL, "no");
}
#define IS(a, p, choice) rulebook_is((a)->book, PARAM_##p, choice)
#define YES(a, p) rulebook_yes((a)->book, PARAM_##p)
#define NUMBER(a, p) rulebook_number((a)->book, PARAM_##p)
#define AWARD_US(a, p) (rulebook_number((a)->book, p) > 0 ? rulebook_number((a)->book, p) * 1000 : 0)

#endif
