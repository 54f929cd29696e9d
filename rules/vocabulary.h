/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The closed vocabulary of claims, reports, verdicts, rulings and reasons.
 *
 * Each list is written once, as X(IDENTIFIER, "name"); enums and name tables
 * are both made from it.
 */
#ifndef RULES_VOCABULARY_H
#define RULES_VOCABULARY_H

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
enum ruling_kind { VOCABULARY_RULINGS(VOCABULARY_ENUM) RULING_COUNT };

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
	X(CLAIM_DISPLACED, "displaced") \
	X(CLAIM_WRONG_HAND, "wrong-hand") \
	X(CLAIM_TWO_HANDS, "two-hands") \
	X(CLAIM_HOVER, "hover") \
	X(CLAIM_BANGING, "banging") \
	X(CLAIM_CLOCK_KNOCKED, "clock-knocked") \
	X(CLAIM_CLOCK_HANDLING, "clock-handling") \
	X(CLAIM_SCORESHEET, "scoresheet") \
	X(CLAIM_INTERFERENCE, "interference") \
	X(CLAIM_NO_CLOCK, "no-clock")
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

/* Names of the values above, and back: a negative value (-EINVAL) for an unknown name. */
const char *ruling_name(enum ruling_kind ruling);
const char *claim_name(enum claim_kind claim);
const char *verdict_name(enum verdict_kind verdict);
const char *person_name(enum person person);
int claim_from_name(const char *name);
int verdict_from_name(const char *name);
int person_from_name(const char *name);
int ruling_from_name(const char *name);

#endif
