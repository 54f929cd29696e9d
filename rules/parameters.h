/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parameters that a rulebook sets: everything in which rulebooks differ.
 * The one list of them; doc/rulebooks.md explains each to people who write a
 * book, with the same words.
 *
 * X(IDENTIFIER, "name", TYPE, "choices", "what it decides")
 *
 * Types, and what the accessors below return:
 *   YESNO    yes or no                        rulebook_yes()
 *   CHOICE   one of choices                   rulebook_choice(): its index in choices, from 0
 *   CHOICEN  one of choices, and a number where the choice wants one ("moves 10")
 *                                             rulebook_choice(), rulebook_number()
 *   COUNT    a number; "off" is 0, "none" and "ask" where choices name them
 *                                             rulebook_number()
 *   MS       milliseconds, as COUNT           rulebook_number(): milliseconds
 *   RANGE    "any", "A", "A..B", "A..", "..B" milliseconds, inclusive: rulebook_range()
 *   NUMBERS  a list of numbers, "off" empty; where choices name them, one for each
 *                                             rulebook_numbers()
 *   SET      a list of choices, "all", "none" rulebook_set(): bit i for choice i
 *   WORDS    a list of free words             rulebook_words()
 */
#ifndef RULES_PARAMETERS_H
#define RULES_PARAMETERS_H

/* rulebook_number() of a COUNT or MS that a person must decide, and of one that the book does not have. */
#define RULEBOOK_ASK (-1)
#define RULEBOOK_NONE (-2)

#define RULEBOOK_WINDOWS "until-both-moved|moves|whole-game"
#define RULEBOOK_CLOCKS "sudden-death|fischer|delay|bronstein|periods|hourglass"
#define RULEBOOK_MATING "none|material-list|help-mate"

#define RULEBOOK_PARAMETERS(X) \
	X(TIME_CONTROL_LIMIT, "time-control-limit", RANGE, "", "time a player may have: base time and 60 increments") \
	X(CLOCK_MODES_ALLOWED, "clock-modes-allowed", SET, RULEBOOK_CLOCKS, "clocks that the event may use") \
	X(INCREMENT_MOVE_LIMIT, "increment-move-limit", COUNT, "", "moves that earn an increment, 0 all") \
	X(PERIOD_CREDIT, "period-credit", CHOICE, "none|on-zero|on-move", "when the next period's time is added") \
	X(UNPRESSED_MOVE_COMPLETE, "unpressed-move-complete", CHOICE, "never|next-made", \
	  "a move that was not pressed is complete when the same player has made his next one") \
	X(SETUP_CLAIM_WINDOW, "setup-claim-window", CHOICEN, RULEBOOK_WINDOWS, \
	  "how long a wrong array may be claimed") \
	X(WRONG_SETUP, "wrong-setup", CHOICE, "new-game|verdict", \
	  "what a wrong array leads to while it may be claimed") \
	X(SETUP_RESTART_BY_PERMISSION, "setup-restart-by-permission", YESNO, "", \
	  "the arbiter may permit a restart after the window") \
	X(CLOCK_SETTING_WINDOW, "clock-setting-window", CHOICEN, RULEBOOK_WINDOWS, \
	  "how long a wrong clock setting may be claimed") \
	X(COLOURS_REVERSED, "colours-reversed", CHOICEN, "verdict|moves", \
	  "colours were reversed: a new game before so many moves of each side, or the arbiter's verdict") \
	X(EXCESS_TIME_REDUCIBLE, "excess-time-reducible", CHOICE, "no|yes|on-report", \
	  "too much time may be reduced after the window") \
	X(SWAPPED_KQ_CASTLING, "swapped-kq-castling", CHOICE, "none|mirrored", \
	  "castling when king and queen were set up swapped") \
	X(FLAG_CALLER, "flag-caller", CHOICE, "opponent|arbiter-and-players|arbiter", \
	  "who may establish that a flag fell") \
	X(FLAG_CALL_DEFAULT, "flag-call-default", CHOICE, "claim|auto", "is the board an observing arbiter for flags") \
	X(FLAG_CLAIM_NEEDS_STOP, "flag-claim-needs-stop", YESNO, "", \
	  "a flag claim counts only with the clock stopped") \
	X(FLAG_CLAIMANT_OWN_FLAG_UP, "flag-claimant-own-flag-up", YESNO, "", "the claimant's own flag must be up") \
	X(FLAG_OWN_CLAIM, "flag-own-claim", CHOICE, "ignored|counts", "a player announces his own flag") \
	X(BOTH_FLAGS_KNOWN_ORDER, "both-flags-known-order", CHOICE, \
	  "first-loses|draw-at-second-fall|draw-on-notice|draw", "both flags down, order known") \
	X(BOTH_FLAGS_READ, "both-flags-read", CHOICE, "as-they-fell|draw", \
	  "the arbiter reads both flags as down, and it is known which fell first") \
	X(BOTH_FLAGS_UNKNOWN_PERIOD, "both-flags-unknown-period", CHOICE, "continue|draw|ask", \
	  "both down, order unknown, not the last period") \
	X(BOTH_FLAGS_UNKNOWN_LAST_PERIOD, "both-flags-unknown-last-period", CHOICE, "draw|ask", \
	  "both down, order unknown, last period") \
	X(FLAG_MATING_TEST, "flag-mating-test", CHOICE, RULEBOOK_MATING, \
	  "what the winner on time must still be able to do") \
	X(MINOR_ALONE_BY_FORCED_WIN, "minor-alone-by-forced-win", YESNO, "", \
	  "a lone minor piece wins if a forced win is shown") \
	X(TIE_BOARD_AND_FLAG, "tie-board-and-flag", CHOICE, "board", "the game ends on the board as the flag falls") \
	X(TIE_ILLEGAL_AND_FLAG_CLAIM, "tie-illegal-and-flag-claim", CHOICE, "first-in-file|illegal-mover-loses", \
	  "both players claim at once") \
	X(SIMULTANEITY_TOLERANCE, "simultaneity-tolerance", MS, "", "what counts as the same instant") \
	X(GAME_END_NEEDS_PRESS, "game-end-needs-press", YESNO, "", "mate must be pressed to count") \
	X(LEGAL_MOVE_COMPLETE, "legal-move-complete", CHOICE, "set-down|press", "when a legal move is complete") \
	X(ILLEGAL_MOVE_COMPLETE, "illegal-move-complete", CHOICE, "press", "when an illegal move is complete") \
	X(RELEASE_EVIDENCE, "release-evidence", CHOICE, "none|set-down", "what shows that a piece was released") \
	X(EMPTY_PRESS, "empty-press", CHOICE, "illegal-move", "a press without a move") \
	X(ILLEGAL_CALLER, "illegal-caller", CHOICE, "opponent|anyone|opponent-choice", \
	  "who may act on an illegal move") \
	X(ILLEGAL_CALL_DEFAULT, "illegal-call-default", CHOICE, "claim|auto", \
	  "is the board an observing arbiter for illegal moves") \
	X(ILLEGAL_CLAIM_NEEDS_STOP, "illegal-claim-needs-stop", YESNO, "", \
	  "the claim counts only with the clock stopped") \
	X(ILLEGAL_WINDOW, "illegal-window", CHOICE, "until-reply-set-down|until-reply-pressed|whole-game", \
	  "how long the claim lives") \
	X(ILLEGAL_REMEDY, "illegal-remedy", CHOICE, "loses|restore|rectify-or-stand", "what an illegal move costs") \
	X(ILLEGAL_RETRACTION_OPTION, "illegal-retraction-option", YESNO, "", \
	  "the opponent may want the move back instead") \
	X(ILLEGAL_AWARD, "illegal-award", MS, "", "time given to the opponent") \
	X(ILLEGAL_LIMIT, "illegal-limit", COUNT, "", "which offence loses, 0 none") \
	X(ILLEGAL_LOSS_MATING_TEST, "illegal-loss-mating-test", CHOICE, RULEBOOK_MATING, \
	  "what the winner by an illegal move must be able to do") \
	X(ILLEGAL_INCREMENT_REVOKED, "illegal-increment-revoked", YESNO, "", \
	  "the increment of an illegal move is taken back") \
	X(ILLEGAL_POSITION_FOUND, "illegal-position-found", CHOICE, "none|draw-after-next-move", \
	  "an illegal position is found late") \
	X(RESTORE_TIME_POLICY, "restore-time-policy", CHOICE, "keep", "clocks after a position was restored") \
	X(RECTIFY_AGREED, "rectify-agreed", CHOICE, "no|in-window|any-time", \
	  "the players agree to put an illegal move right: while it may be claimed, or later too") \
	X(ADJACENT_KING_CLAIM, "adjacent-king-claim", CHOICE, "as-any|loses", \
	  "who put his king beside the other claims that this was overlooked") \
	X(KING_CAPTURE, "king-capture", CHOICE, "illegal|ignored|claims-win", "a king is taken") \
	X(TOUCH_MOVE, "touch-move", CHOICE, "no|yes|on-request|ask", "a touched piece must move") \
	X(TOUCH_CLAIM_WINDOW, "touch-claim-window", CHOICE, "none|until-reply|until-touch", \
	  "how long that may be claimed") \
	X(PROMOTION_PAWN_LEFT, "promotion-pawn-left", CHOICE, \
	  "owed|illegal-restore|illegal-queen|illegal-if-claimed|not-crowned|ask", "a pawn is left on the last rank") \
	X(PROMOTION_ORDER, "promotion-order", CHOICE, "free|pawn-first-verdict", \
	  "the new piece is put down before the pawn arrives") \
	X(RESIGN_MATING_TEST, "resign-mating-test", CHOICE, "none|help-mate", \
	  "what the winner by resignation must be able to do") \
	X(AGREED_DRAW_MIN_MOVES, "agreed-draw-min-moves", COUNT, "", "moves of each side before a draw may be agreed") \
	X(AGREED_DRAW_MAX_MEN, "agreed-draw-max-men", COUNT, "", \
	  "men of each side above which none may be agreed, 0 no limit") \
	X(REPETITION_COUNT, "repetition-count", COUNT, "ask", "occurrences that draw on a claim") \
	X(REPETITION_CLAIMANT, "repetition-claimant", CHOICE, "either|on-move", "who may claim") \
	X(REPETITION_INTENDED, "repetition-intended", YESNO, "", "a claim may announce the move that repeats") \
	X(REPETITION_AUTOMATIC, "repetition-automatic", COUNT, "", "occurrences that draw by themselves, 0 never") \
	X(FIFTY_MOVES, "fifty-moves", COUNT, "ask", "quiet half-moves that draw on a claim, 0 no such claim") \
	X(SEVENTYFIVE_MOVES, "seventyfive-moves", COUNT, "", "quiet half-moves that draw by themselves, 0 never") \
	X(DEAD_POSITION, "dead-position", CHOICE, "none|on-claim|automatic", \
	  "neither side can mate by any series of moves") \
	X(COUNTED_DRAWS, "counted-draws", NUMBERS, "", "moves after which counted endings are drawn") \
	X(REGULATION_DRAW, "regulation-draw", CHOICE, "off|material-list", \
	  "endings that are drawn by their pieces alone") \
	X(ENDGAME_CLAIMS, "endgame-claims", SET, \
	  "same-piece-draw|opposite-bishops-draw|rook-pawn-draw|king-pawn-draw|rook-rookpawn-draw", \
	  "endings that may be claimed as draws") \
	X(CLEAR_DRAW_APPEAL, "clear-draw-appeal", CHOICE, "no|yes|listed", \
	  "an appeal that a position is clearly drawn") \
	X(NO_PROGRESS_CLAIM, "no-progress-claim", MS, "", "own time below which the claim is open, 0 never") \
	X(NO_PROGRESS_AWARD, "no-progress-award", MS, "", "time to the opponent when it is rejected") \
	X(NO_PROGRESS_POSTPONE, "no-progress-postpone", CHOICEN, "off|verdict", \
	  "the arbiter may postpone; number: milliseconds if the verdict names none") \
	X(NO_PROGRESS_FINAL_WORD, "no-progress-final-word", CHOICE, "any-time|after-flag", \
	  "when a postponed claim may be settled") \
	X(ADD_INCREMENT_REQUEST, "add-increment-request", MS, "", \
	  "increment that a player short of time may ask for, 0 none") \
	X(TIME_SHORTAGE_CLAIM, "time-shortage-claim", NUMBERS, "milliseconds|pieces", \
	  "own time (ms, inclusive) and number of pieces for a claim in time shortage") \
	X(WRONG_DRAW_CLAIM_AWARD, "wrong-draw-claim-award", MS, "", \
	  "time to the opponent for a draw claim wrong on the facts") \
	X(INADMISSIBLE_CLAIM_AWARD, "inadmissible-claim-award", MS, "", \
	  "time to the opponent for a claim that fails on form") \
	X(DISPLAY_CLAIMS, "display-claims", CHOICE, "accepted|rejected", "claims that rest on a display") \
	X(CONDUCT_LADDER, "conduct-ladder", CHOICEN, "verdict|ladder", \
	  "misconduct: the arbiter's verdict, or warning, number ms, loss") \
	X(CONDUCT_LADDER_SCOPE, "conduct-ladder-scope", CHOICE, "per-article|common", \
	  "one ladder for each article or for all") \
	X(CONDUCT_REPORTER, "conduct-reporter", CHOICE, "arbiter-and-opponent|arbiter", "who may speak of misconduct") \
	X(TWO_HANDS, "two-hands", CHOICE, "verdict|ladder|illegal-move|on-request", "a move made with two hands") \
	X(TWO_HANDS_CASTLING_EXEMPT, "two-hands-castling-exempt", YESNO, "", "castling may be made with two hands") \
	X(CLOCK_KNOCKED_AWARD, "clock-knocked-award", CHOICEN, "verdict|ladder|award", \
	  "a player knocks the clock over") \
	X(PHONE_CARRIED, "phone-carried", CHOICE, "verdict|loses", \
	  "a player has an electronic device on him that was not allowed") \
	X(REFUSAL_PERSISTS, "refusal-persists", CHOICE, "verdict|loses", \
	  "a player goes on refusing to keep to the rules") \
	X(HOVER_SANCTION, "hover-sanction", CHOICE, "verdict|warning|ladder", "a hand held over the clock") \
	X(DISPLACED_FIRST, "displaced-first", CHOICEN, "verdict|warning|either-flag|none", \
	  "first offence of leaving pieces displaced; number: ms given instead of a warning if it felled the opponent's flag, or either flag") \
	X(DISPLACED_FOUND_LATER, "displaced-found-later", CHOICE, "put-right|undo", \
	  "pieces are found displaced after further moves: they are put right, or those moves are undone too") \
	X(STOP_REASON_TEST, "stop-reason-test", CHOICE, "none|obvious|always-allowed", \
	  "a player stops the clock without good reason") \
	X(RESTART_PRESS, "restart-press", CHOICE, "no|opponent", \
	  "the opponent may restart the clock of a disordered turn") \
	X(ARBITER_SILENCE, "arbiter-silence", CHOICE, "none|illegal-and-flags", "what the arbiter must not call") \
	X(INTERFERENCE_REPLAY, "interference-replay", CHOICE, "no|optional", \
	  "a game may be replayed after interference") \
	X(LATE_DEFAULT_TIME, "late-default-time", MS, "none", "a player later than this loses") \
	X(LATE_BOTH, "late-both", CHOICE, "none|double-loss", "both are later") \
	X(WHITE_LOSES_WHILE_BOTH_ABSENT, "white-loses-while-both-absent", CHOICE, "no|yes|if-default", \
	  "White's clock runs while nobody is there") \
	X(CLOCK_CHOICE, "clock-choice", CHOICE, "arbiter|black|ask", \
	  "who chooses the clock and its place: the arbiter before the game, or Black") \
	X(NO_CLOCK, "no-clock", CHOICE, "ask|double-loss", "neither player has a clock") \
	X(DEFECTIVE_CLOCK_JUDGE, "defective-clock-judge", CHOICE, "arbiter|director", "who judges a clock") \
	X(APPEAL_LEVELS, "appeal-levels", WORDS, "", \
	  "levels of appeal in order; \"open\": a person decides; \"final\": none; \"claims-final\": none for claims of no progress") \
	X(ARBITER_PERSONS, "arbiter-persons", CHOICE, "one|captains|none", "who decides") \
	X(RESULT_NOTATION, "result-notation", CHOICE, "chess|draughts", "how results are written")

#define RULEBOOK_PARAMETER_ID(id, name, type, choices, doc) PARAM_##id,
enum rulebook_parameter { RULEBOOK_PARAMETERS(RULEBOOK_PARAMETER_ID) PARAM_COUNT };

enum rulebook_type {
	RULEBOOK_YESNO,
	RULEBOOK_CHOICE,
	RULEBOOK_CHOICEN,
	RULEBOOK_COUNT,
	RULEBOOK_MS,
	RULEBOOK_RANGE,
	RULEBOOK_NUMBERS,
	RULEBOOK_SET,
	RULEBOOK_WORDS,
};

struct rulebook_parameter_info {
	const char *name;
	enum rulebook_type type;
	const char *choices; /* separated by '|' */
	const char *doc;
};

const struct rulebook_parameter_info *rulebook_parameter_info(enum rulebook_parameter p);
int rulebook_parameter_find(const char *name); /* -ENOENT */

#endif
