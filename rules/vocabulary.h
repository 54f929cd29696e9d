/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The closed vocabulary of claims, reports, verdicts, rulings and reasons.
 *
 * Each list is written once, as X(IDENTIFIER, "name"); enums and name tables
 * are both made from it.
 */
#ifndef RULES_VOCABULARY_H
#define RULES_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>

#define VOCABULARY_RULINGS(X) \
	X(RULING_NONE, "none") \
	X(RULING_WIN, "win") \
	X(RULING_DRAW, "draw") \
	X(RULING_DOUBLE_LOSS, "double-loss") \
	X(RULING_MOVE_ACCEPTED, "move-accepted") \
	X(RULING_MOVE_ILLEGAL, "move-illegal") \
	X(RULING_RESTORE_POSITION, "restore-position") \
	X(RULING_TOUCH_OBLIGATION, "touch-obligation") \
	X(RULING_PROMOTION_INCOMPLETE, "promotion-incomplete") \
	X(RULING_WARNING, "warning") \
	X(RULING_TIME_PENALTY, "time-penalty") \
	X(RULING_POINTS, "points") \
	X(RULING_ADJUST_CLOCK, "adjust-clock") \
	X(RULING_REPLACE_CLOCK, "replace-clock") \
	X(RULING_CLOCK_STOPPED, "clock-stopped") \
	X(RULING_CONTINUE, "continue") \
	X(RULING_RESTART_GAME, "restart-game") \
	X(RULING_REPLAY_GAME, "replay-game") \
	X(RULING_CLAIM_REJECTED, "claim-rejected") \
	X(RULING_CLAIM_PENDING, "claim-pending") \
	X(RULING_CLAIM_POSTPONED, "claim-postponed")

#define VOCABULARY_ENUM(id, name) id,
#define VOCABULARY_CASE(id, name) case id:
enum ruling_kind { VOCABULARY_RULINGS(VOCABULARY_ENUM) RULING_COUNT };

/* Of the claims, those of conduct at the board. */
#define VOCABULARY_CONDUCT(X) \
	X(CLAIM_DISPLACED, "displaced") \
	X(CLAIM_WRONG_HAND, "wrong-hand") \
	X(CLAIM_TWO_HANDS, "two-hands") \
	X(CLAIM_HOVER, "hover") \
	X(CLAIM_BANGING, "banging") \
	X(CLAIM_CLOCK_KNOCKED, "clock-knocked") \
	X(CLAIM_CLOCK_HANDLING, "clock-handling") \
	X(CLAIM_SCORESHEET, "scoresheet") \
	X(CLAIM_PHONE, "phone") \
	X(CLAIM_LEFT_AREA, "left-area") \
	X(CLAIM_NOTES, "notes") \
	X(CLAIM_OUTSIDE_HELP, "outside-help") \
	X(CLAIM_REFUSAL, "refusal") \
	X(CLAIM_DISTRACTION, "distraction") \
	X(CLAIM_REPEATED_OFFERS, "repeated-offers")

/* Claims and reports share one list: a report is one of these made by the arbiter or a captain. */
#define VOCABULARY_CLAIMS(X) \
	X(CLAIM_NONE, "none") \
	X(CLAIM_FLAG, "flag") \
	X(CLAIM_ILLEGAL_MOVE, "illegal-move") \
	X(CLAIM_RESIGN, "resign") \
	X(CLAIM_OFFER_DRAW, "offer-draw") \
	X(CLAIM_ACCEPT_DRAW, "accept-draw") \
	X(CLAIM_DECLINE_DRAW, "decline-draw") \
	X(CLAIM_WITHDRAW, "withdraw") \
	X(CLAIM_REPETITION, "repetition") \
	X(CLAIM_FIFTY_MOVES, "fifty-moves") \
	X(CLAIM_DEAD_POSITION, "dead-position") \
	X(CLAIM_CLEAR_DRAW, "clear-draw") \
	X(CLAIM_NO_PROGRESS, "no-progress") \
	X(CLAIM_FORCED_WIN, "forced-win") \
	X(CLAIM_SAME_PIECE_DRAW, "same-piece-draw") \
	X(CLAIM_OPPOSITE_BISHOPS_DRAW, "opposite-bishops-draw") \
	X(CLAIM_ROOK_PAWN_DRAW, "rook-pawn-draw") \
	X(CLAIM_KING_PAWN_DRAW, "king-pawn-draw") \
	X(CLAIM_ROOK_ROOKPAWN_DRAW, "rook-rookpawn-draw") \
	X(CLAIM_COUNTED_DRAW, "counted-draw") \
	X(CLAIM_REGULATION_DRAW, "regulation-draw") \
	X(CLAIM_TIME_SHORTAGE_DRAW, "time-shortage-draw") \
	X(CLAIM_ADD_INCREMENT, "add-increment") \
	X(CLAIM_MOVES_MET, "moves-met") \
	X(CLAIM_TOUCH_MOVE, "touch-move") \
	X(CLAIM_ACCIDENTAL_TOUCH, "accidental-touch") \
	X(CLAIM_ADJUST, "adjust") \
	X(CLAIM_ACCEPT_STAND, "accept-stand") \
	X(CLAIM_PROMOTION_PIECE_MISSING, "promotion-piece-missing") \
	X(CLAIM_STOP_FOR_ARBITER, "stop-for-arbiter") \
	X(CLAIM_CLOCK_CHOICE, "clock-choice") \
	X(CLAIM_APPEAL, "appeal") \
	X(CLAIM_WRONG_SETUP, "wrong-setup") \
	X(CLAIM_WRONG_TIME, "wrong-time") \
	X(CLAIM_WRONG_COLOURS, "wrong-colours") \
	X(CLAIM_BOARD_ORIENTATION, "board-orientation") \
	X(CLAIM_CLOCK_DEFECT, "clock-defect") \
	VOCABULARY_CONDUCT(X) \
	X(CLAIM_INTERFERENCE, "interference") \
	X(CLAIM_HAND, "hand") \
	X(CLAIM_COUNTER, "counter") \
	X(CLAIM_LIGHT_SQUARE, "light-square") \
	X(CLAIM_RECTIFY_AGREED, "rectify-agreed") \
	X(CLAIM_NO_CLOCK, "no-clock") \
	X(CLAIM_BOTH_LOSE, "both-lose") \
	X(CLAIM_POINTS, "points") \
	X(CLAIM_EXPULSION, "expulsion")
enum claim_kind { VOCABULARY_CLAIMS(VOCABULARY_ENUM) CLAIM_COUNT };

#define VOCABULARY_VERDICTS(X) \
	X(VERDICT_NONE, "none") \
	X(VERDICT_ACCEPT, "accept") \
	X(VERDICT_REJECT, "reject") \
	X(VERDICT_POSTPONE, "postpone") \
	X(VERDICT_WARNING, "warning") \
	X(VERDICT_TIME_PENALTY, "time-penalty") \
	X(VERDICT_ADJUST_CLOCK, "adjust-clock") \
	X(VERDICT_REPLACE_CLOCK, "replace-clock") \
	X(VERDICT_LOSS, "loss") \
	X(VERDICT_BOTH_LOSE, "both-lose") \
	X(VERDICT_POINTS, "points") \
	X(VERDICT_EXPULSION, "expulsion") \
	X(VERDICT_COUNTER, "counter") \
	X(VERDICT_REPLAY, "replay") \
	X(VERDICT_RESTART, "restart") \
	X(VERDICT_CONTINUE, "continue")
enum verdict_kind { VOCABULARY_VERDICTS(VOCABULARY_ENUM) VERDICT_COUNT };

#define VOCABULARY_PERSONS(X) \
	X(PERSON_NONE, "none") \
	X(PERSON_WHITE, "white") \
	X(PERSON_BLACK, "black") \
	X(PERSON_SPECTATOR, "spectator") \
	X(PERSON_ARBITER, "arbiter") \
	X(PERSON_CAPTAIN, "captain")
enum person { VOCABULARY_PERSONS(VOCABULARY_ENUM) PERSON_COUNT };

/* Why a ruling was made. Reason and ruling together tell what happened; a reason may serve several rulings. */
#define VOCABULARY_REASONS(X) \
	X(REASON_NOTHING_PUBLISHED, "nothing-published") \
	X(REASON_CHECKMATE, "checkmate") \
	X(REASON_FLAG, "flag") \
	X(REASON_ILLEGAL_LIMIT, "illegal-limit") \
	X(REASON_ILLEGAL_LOSES, "illegal-loses") \
	X(REASON_LATE_FORFEIT, "late-forfeit") \
	X(REASON_NO_MOVES, "no-moves") \
	X(REASON_NO_PIECES, "no-pieces") \
	X(REASON_PENALTY_LOSS, "penalty-loss") \
	X(REASON_RESIGN, "resign") \
	X(REASON_AGREED, "agreed") \
	X(REASON_BOTH_FLAGS, "both-flags") \
	X(REASON_BOTH_FLAGS_UNKNOWN, "both-flags-unknown") \
	X(REASON_CLEAR_DRAW, "clear-draw") \
	X(REASON_COUNTED, "counted") \
	X(REASON_DEAD_POSITION, "dead-position") \
	X(REASON_ENDGAME_RULE, "endgame-rule") \
	X(REASON_FIFTY_MOVES, "fifty-moves") \
	X(REASON_FIFTY_MOVES_INTENDED, "fifty-moves-intended") \
	X(REASON_FIVEFOLD, "fivefold") \
	X(REASON_FLAG_CANNOT_MATE, "flag-cannot-mate") \
	X(REASON_ILLEGAL_CANNOT_MATE, "illegal-cannot-mate") \
	X(REASON_ILLEGAL_POSITION, "illegal-position") \
	X(REASON_NO_PROGRESS_IMPOSSIBLE, "no-progress-impossible") \
	X(REASON_NO_PROGRESS_UPHELD, "no-progress-upheld") \
	X(REASON_REGULATION_DRAW, "regulation-draw") \
	X(REASON_REPETITION, "repetition") \
	X(REASON_REPETITION_INTENDED, "repetition-intended") \
	X(REASON_RESIGN_CANNOT_MATE, "resign-cannot-mate") \
	X(REASON_SEVENTYFIVE_MOVES, "seventyfive-moves") \
	X(REASON_STALEMATE, "stalemate") \
	X(REASON_TIME_SHORTAGE_UPHELD, "time-shortage-upheld") \
	X(REASON_LATE_BOTH, "late-both") \
	X(REASON_NO_CLOCK, "no-clock") \
	X(REASON_IRREGULAR_STANDS, "irregular-stands") \
	X(REASON_PLAYED, "played") \
	X(REASON_ILLEGAL_MOVE, "illegal-move") \
	X(REASON_NO_MOVE, "no-move") \
	X(REASON_PROMOTION_MISSING, "promotion-missing") \
	X(REASON_BOARD_ORIENTATION, "board-orientation") \
	X(REASON_DISPLACED, "displaced") \
	X(REASON_EARLY_REMOVAL, "early-removal") \
	X(REASON_PROMOTION_FINAL, "promotion-final") \
	X(REASON_RELEASED, "released") \
	X(REASON_RETRACTION_CHOSEN, "retraction-chosen") \
	X(REASON_MUST_CASTLE, "must-castle") \
	X(REASON_ROOK_FIRST, "rook-first") \
	X(REASON_TOUCH_MOVE, "touch-move") \
	X(REASON_NOT_CROWNED, "not-crowned") \
	X(REASON_PROMOTION_OWED, "promotion-owed") \
	X(REASON_CONDUCT, "conduct") \
	X(REASON_TWO_HANDS, "two-hands") \
	X(REASON_ASSISTANT, "assistant") \
	X(REASON_INCREMENT_ADDED, "increment-added") \
	X(REASON_WRONG_TIME, "wrong-time") \
	X(REASON_COUNTER, "counter") \
	X(REASON_CLOCK_DEFECT, "clock-defect") \
	X(REASON_PROMOTION_PIECE, "promotion-piece") \
	X(REASON_STOPPED, "stopped") \
	X(REASON_APPEAL_UPHELD, "appeal-upheld") \
	X(REASON_CLOCK_CHOICE, "clock-choice") \
	X(REASON_FLAG_MOVES_MET, "flag-moves-met") \
	X(REASON_LATE, "late") \
	X(REASON_PLAY_ON, "play-on") \
	X(REASON_RESTART_PRESS, "restart-press") \
	X(REASON_RESUMED, "resumed") \
	X(REASON_START, "start") \
	X(REASON_WRONG_SETUP, "wrong-setup") \
	X(REASON_INTERFERENCE, "interference") \
	X(REASON_ADJUSTED, "adjusted") \
	X(REASON_AGREED_TOO_EARLY, "agreed-too-early") \
	X(REASON_AGREED_TOO_MANY_MEN, "agreed-too-many-men") \
	X(REASON_ALLOWED_ACT, "allowed-act") \
	X(REASON_APPEAL_REJECTED, "appeal-rejected") \
	X(REASON_CLEAR_DRAW_REJECTED, "clear-draw-rejected") \
	X(REASON_COUNTED_SHORT, "counted-short") \
	X(REASON_DISPLAY_BASED, "display-based") \
	X(REASON_ENDGAME_NOT_COVERED, "endgame-not-covered") \
	X(REASON_FIFTY_WRONG, "fifty-wrong") \
	X(REASON_FINAL_DECISION, "final-decision") \
	X(REASON_FLAG_NOT_DOWN, "flag-not-down") \
	X(REASON_FORCED_WIN_SHOWN, "forced-win-shown") \
	X(REASON_ILLEGAL_NOT_COMPLETED, "illegal-not-completed") \
	X(REASON_ILLEGAL_STANDS, "illegal-stands") \
	X(REASON_NO_ILLEGALITY, "no-illegality") \
	X(REASON_NO_PROGRESS_REJECTED, "no-progress-rejected") \
	X(REASON_NO_PROGRESS_TOO_EARLY, "no-progress-too-early") \
	X(REASON_NO_PROGRESS_UNAVAILABLE, "no-progress-unavailable") \
	X(REASON_NOT_ENTITLED, "not-entitled") \
	X(REASON_NOT_ON_MOVE, "not-on-move") \
	X(REASON_NOT_PROVEN, "not-proven") \
	X(REASON_OFFER_LAPSED, "offer-lapsed") \
	X(REASON_OWN_FLAG_DOWN, "own-flag-down") \
	X(REASON_POSITION_INTACT, "position-intact") \
	X(REASON_REGULATION_FISCHER, "regulation-fischer") \
	X(REASON_REGULATION_MATERIAL, "regulation-material") \
	X(REASON_REGULATION_OBVIOUS_WIN, "regulation-obvious-win") \
	X(REASON_REPETITION_WRONG, "repetition-wrong") \
	X(REASON_SETUP_TOO_LATE, "setup-too-late") \
	X(REASON_TIME_SHORTAGE_FISCHER, "time-shortage-fischer") \
	X(REASON_TIME_SHORTAGE_PIECES, "time-shortage-pieces") \
	X(REASON_TIME_SHORTAGE_REJECTED, "time-shortage-rejected") \
	X(REASON_TIME_SHORTAGE_TOO_EARLY, "time-shortage-too-early") \
	X(REASON_TOUCH_MOVE_OFF, "touch-move-off") \
	X(REASON_TOUCH_RIGHT_LOST, "touch-right-lost") \
	X(REASON_TOUCHED_BEFORE_CLAIM, "touched-before-claim") \
	X(REASON_TOUCHED_UNMOVABLE, "touched-unmovable") \
	X(REASON_ACCIDENTAL, "accidental") \
	X(REASON_APPEAL, "appeal") \
	X(REASON_NEEDS_STOP, "needs-stop") \
	X(REASON_NEEDS_VERDICT, "needs-verdict") \
	X(REASON_NO_PROGRESS_ADMISSIBLE, "no-progress-admissible") \
	X(REASON_NO_PROGRESS_REFERRED, "no-progress-referred") \
	X(REASON_REGULATION_CONTESTED, "regulation-contested") \
	X(REASON_SILENT, "silent") \
	X(REASON_STOP_REASON, "stop-reason") \
	X(REASON_TIME_SHORTAGE_ADMISSIBLE, "time-shortage-admissible") \
	X(REASON_NO_PROGRESS_POSTPONED, "no-progress-postponed")
enum reason { VOCABULARY_REASONS(VOCABULARY_ENUM) REASON_COUNT };

/* Names of the values above, and back: a negative value (-EINVAL) for an unknown name. */
const char *ruling_name(enum ruling_kind ruling);
const char *claim_name(enum claim_kind claim);
const char *verdict_name(enum verdict_kind verdict);
const char *person_name(enum person person);
const char *reason_name(enum reason reason);
int claim_from_name(const char *name);
/* May a player say it, and may an arbiter or captain report it? */
bool claim_is_claimed(enum claim_kind claim);
bool claim_is_reported(enum claim_kind claim);
/* It speaks of pieces or rules of chess: no other game has it. */
bool claim_is_of_chess(enum claim_kind claim);
/* Is it one of conduct at the board? */
static inline bool claim_is_conduct(enum claim_kind claim)
{
	switch (claim) {
		VOCABULARY_CONDUCT(VOCABULARY_CASE)
		return true;
	default:
		return false;
	}
}
/* What a verdict may be about: a claim, a report, or one of the words for what nobody claims. */
bool about_is_known(const char *about);
/* All of these words, ", " between them. Cut to size; the length that it has whole. */
enum vocabulary_words { WORDS_CLAIMS, WORDS_REPORTS, WORDS_VERDICTS, WORDS_ABOUT };
size_t vocabulary_words(enum vocabulary_words which, char *buf, size_t size);
int verdict_from_name(const char *name);
int person_from_name(const char *name);
int ruling_from_name(const char *name);
int reason_from_name(const char *name);

#endif
