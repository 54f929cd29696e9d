/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULINGS_H
#define RULES_ARBITER_RULINGS_H

#include <string.h>

#include "rules/arbiter/state.h"

/* --- ruling.c --- */

/* Who has decided, for sentences; PERSON_NONE: nobody has yet. */
const char *judge_word(const struct arbiter *a, enum person who);
/* adjust_us, effects and so on are then set by the caller. */
struct ruling new_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			 enum claim_kind claim);
/* Adds articles and what the sentence names, and holds the arbiter to it from then on. */
void issue_ruling(struct arbiter *a, struct ruling *r);

/* --- ruling-articles.c --- */

/*
 * cite_articles - the articles of a ruling: the deciding one first, ARBITER_ARTICLES at most
 * What was cited already stays in front. Then come a->decided_by; the book's line for r->word or a->circumstance, or
 * else for the claim or the reason; what add_ground() named; a->also_cites. "event", where the event set one of these
 * values, comes last and always fits.
 */
void cite_articles(struct arbiter *a, struct ruling *r);
/* The articles behind p decide: they come next. */
void cite_parameter(struct arbiter *a, struct ruling *r, enum rulebook_parameter p);
/* The ruling also rests on p (at most two such): its articles come after the book's line. */
void add_ground(struct ruling *r, enum rulebook_parameter p);
/* The book's line for this ruling and that word comes next, if it has one. */
void cite_word(struct arbiter *a, struct ruling *r, const char *word);
/* word, if the book has a line for this ruling and that word: its text says more of it than others do. */
const char *word_in_book(const struct arbiter *a, const struct ruling *r, const char *word, const char *otherwise);
/* The same of a ruling that is made next, where its sentence has no other word. */
void name_in_book(struct arbiter *a, enum ruling_kind kind, enum reason reason, const char *word);
/* The ground of a claim that the opponent cannot win: that of the US federation. */
#define LOSING_CHANCES "losing-chances"

/* --- ruling-wording.c --- */

/* Is it castling that is said to be wrong, for whatever reason? word may be NULL. */
static inline bool is_castling_word(const char *word)
{
	return word && !strncmp(word, "castling", strlen("castling"));
}

/* How a game ends that ends so on the board, where that is said of a move that does not count; NULL: otherwise. */
static inline const char *mate_word(enum game_end end)
{
	return end == GAME_CHECKMATE ? reason_name(REASON_CHECKMATE) :
	       end == GAME_STALEMATE ? reason_name(REASON_STALEMATE) :
				       NULL;
}

/* What the sentence names: a piece and where it stood, a second one; or a move; or what a turn was, and whose. */
void name_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square);
void name_other_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square);
void name_move(const struct arbiter *a, struct sentence_facts *f, const struct game_position *before,
	       const struct game_move *move);
void name_turn(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply);
/* The illegal turn was the first half of a legal move, castling or a capture in passing, whose piece was released: that
 * move must be made. False: it was not, or the rulebook binds nobody to it. */
bool half_done_move(const struct arbiter *a, const struct ply *ply, struct game_move *ret);
/* Of that move: where the rook stands, or the pawn that it takes. */
void name_half_done(const struct arbiter *a, struct sentence_facts *f, const struct game_move *move);
/* The same of turn n, for the next ruling. */
struct sentence_facts facts_of_turn(const struct arbiter *a, unsigned n);
/* Of the next ruling: the first piece that stands wrongly after the turn, where it belongs and where it stands. turn
 * may be NULL. */
void name_displaced(struct arbiter *a, const struct turn *turn);
/* Whom it concerns, and whose clock a person has to start, of a ruling of which all else is known. */
void complete_facts(const struct arbiter *a, struct ruling *r);

/* --- common-rulings.c --- */

void issue_plain_ruling(struct arbiter *a, const struct arbiter_view *v, enum ruling_kind kind, enum reason reason,
			enum claim_kind claim);
void reject_claim(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);
/* Rejected, and the claimant's opponent gets time. */
void reject_claim_with_award(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim,
			     enum side by, enum rulebook_parameter award);
void rule_win(struct arbiter *a, const struct arbiter_view *v, enum side winner, enum reason reason,
	      enum claim_kind claim);
void rule_draw(struct arbiter *a, const struct arbiter_view *v, enum reason reason, enum claim_kind claim);

/* --- measures.c --- */

/* claim: what they answer. */
void rule_both_lose(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* Offender's points for this game are reduced, or, where whose is the opponent, the opponent's are raised. */
void rule_points(struct arbiter *a, const struct arbiter_view *v, enum side offender, enum side whose,
		 enum claim_kind claim);
/* NO_SIDE: somebody who does not play here. */
/* Of a game that was lost as a penalty the arbiter says what the winner scores (FIDE 11.7, 12.9.6). */
bool gives_score(const struct arbiter *a, const struct arbiter_decision *d);
void rule_score(struct arbiter *a, const struct arbiter_view *v);
void rule_expulsion(struct arbiter *a, const struct arbiter_view *v, enum side against);
/* The counter of side, NO_SIDE both, shows that many moves; ARBITER_ABSENT: a person is asked how many. */
void rule_counter(struct arbiter *a, const struct arbiter_view *v, enum side by, enum side side, int64_t moves);

/* --- late-arrival.c --- */

/* Who comes after the time that the book or the event allows does not lose for that; NO_SIDE: neither player. */
void let_come_late(struct arbiter *a, const struct arbiter_view *v, enum side side);
/* It was asked whether both lose, and they do not. */
void let_both_come_late(struct arbiter *a, const struct arbiter_view *v);

/* --- question.c --- */

void ask_person(struct arbiter *a, const struct arbiter_view *v, enum reason reason, const struct question *q);
/* Whether a lone knight or bishop wins by force, which the mating test of that parameter leaves open. */
void ask_about_forced_win(struct arbiter *a, const struct arbiter_view *v, const struct question *q,
			  enum rulebook_parameter test);
/* Of a clock that shows something wrong. stops: the word for that it is stopped at once, where the book has one. */
void ask_about_clock(struct arbiter *a, const struct arbiter_view *v, const struct question *q, const char *stops);
/* ask_person() without a word to anybody: what is open is told to the arbiter's side by whoever saw it. Nothing is
 * asked while something else is. */
void ask_quietly(struct arbiter *a, const struct question *q);
/* Is a decision about that claim an answer to q? */
bool question_covers(const struct question *q, enum claim_kind claim);

/* --- clock-stop.c --- */

void claim_stop_for_arbiter(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			    enum side by);
void claim_promotion_piece_missing(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c);

/* --- flag-fall.c --- */

void claim_flag(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* It fell, and it was not decided since then that the game goes on. */
bool flag_counts(const struct arbiter *a, const struct arbiter_view *v, enum side side);
/* side's flag is down, and that is ruled at once: what it does from then on comes too late. */
bool flag_loses_now(const struct arbiter *a, const struct arbiter_view *v, enum side side);
void rule_flag_loss(struct arbiter *a, const struct arbiter_view *v, enum side loser, bool forced_win,
		    enum claim_kind claim);
void play_on_after_both_flags(struct arbiter *a, const struct arbiter_view *v);
void rule_moves_met(struct arbiter *a, const struct arbiter_view *v, enum side side, enum claim_kind claim);

/* --- game-end.c --- */

/* How often a position has stood: in the record, and with what stands now. */
unsigned occurrences(const struct arbiter *a, const struct game_position *pos);
unsigned occurrences_now(const struct arbiter *a, const struct arbiter_view *v);
/* Plies without capture or pawn move, up to what stands now. By the moves as the rules count them; where the arbiter is
 * silent by what everybody sees: a turn against the rules counts as any other that moves such pieces. */
unsigned quiet_plies_now(const struct arbiter *a, const struct arbiter_view *v);
/* What a small search cannot decide stays open for a larger one (claims.h). */
bool dead_position_found(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* Mate, stalemate, and what a game's rules end at once; then draws that need nobody. True: the game is over. */
bool rule_game_end(struct arbiter *a, const struct arbiter_view *v, enum side mover);
/* The move that stands (ply NULL), or this one, ends it, and breaks the rules of touched pieces: it waits for a claim.
 */
bool hold_end(struct arbiter *a, const struct arbiter_view *v, enum side mover, const struct ply *ply);

/* --- material.c --- */

enum mating { MATES_NOT, MATES, MATES_IF_FORCED };
enum endgame { ENDGAME_NO, ENDGAME_DRAW, ENDGAME_VERDICT };

/* test: the parameter that says how it is found out. */
enum mating can_mate(struct arbiter *a, const struct game_position *pos, enum side side, enum rulebook_parameter test);
enum endgame endgame_pattern(struct arbiter *a, const struct game_position *pos, enum claim_kind claim);
bool bare_kings(const struct arbiter *a, const struct game_position *pos);
/* With a queen or a rook nothing short of a forced capture could keep both sides from mating. A board that is
 * dead in spite of it is found by search at the next claim or flag. */
bool has_major_piece(const struct arbiter *a, const struct game_position *pos);

#endif
