/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has been published of a game so far, and nothing more: the bus shows this, not the core's state. */
#include "daemon/publish/published-game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void published_game_init(struct published_game *game, const struct core *core)
{
	const struct game_clock *clock = core_clock(core);
	const struct core_setup *setup = core_get_setup(core);
	struct core_state state;

	core_get_state(core, &state);
	*game = (struct published_game){
		.game = setup->game,
		.to_move = setup->game->to_move(&setup->start),
		.clock_us = { clock->left_us[WHITE], clock->left_us[BLACK] },
		.running = clock->running,
		.ran = clock->running != NO_SIDE,
		.ruling = "",
		.reason = "",
		.result = "none",
		.question = "",
		.absent = { state.absent[WHITE], state.absent[BLACK] },
	};
	setup->game->format_placement(&setup->start, game->start);
	memcpy(game->placement, game->start, sizeof(game->placement));
}

void published_game_free(struct published_game *game)
{
	published_line_done(&game->line);
	free(game->last_ruling);
	free(game->last_notice);
	free(game->deciding);
	free(game->appeal);
	json_decref(game->standing);
}

static int set_turn(struct published_game *game, const struct publication *p)
{
	struct published_turn turn = { .side = p->side,
				       .uci = p->uci,
				       .san = p->says_san ? p->san : "",
				       .placement = p->placement,
				       .set_fen = *game->set_fen ? game->set_fen : NULL,
				       .left_us = p->is_timed && p->side != NO_SIDE ? p->left_us[p->side] : -1,
				       .t_us = p->t_us,
				       .made_us = game->now_us };
	int r;

	if (p->ply > game->line.count)
		return 0; /* the core never skips one */
	if (p->ply < game->line.count) {
		r = published_line_set(&game->line, p->ply, &turn);
	} else {
		r = published_line_add(&game->line, &turn);
		game->set_fen[0] = '\0';
	}
	if (r < 0)
		return r;
	if (p->ply + 1 == game->line.count) {
		memcpy(game->placement, p->placement, sizeof(game->placement));
		game->to_move = other_side(p->side);
	}
	return 0;
}

/* What its mover has left after his press was not known yet as it was published: a clock that runs by itself says it.
 */
static void set_left(struct published_game *game, const struct publication *p)
{
	struct told_turn *last = game->line.count ? &game->line.told[game->line.count - 1] : NULL;

	if (last && last->t_us == p->t_us && last->side != NO_SIDE)
		last->left_us = p->left_us[last->side];
}

static void set_placement(struct published_game *game, const char *fen)
{
	snprintf(game->placement, sizeof(game->placement), "%.*s", (int)strcspn(fen, " "), fen);
}

static void undo(struct published_game *game, const struct publication *p)
{
	if (p->ply < game->line.count) {
		const struct published_turn undone = published_line_at(&game->line, p->ply);

		game->to_move = undone.side;
		snprintf(game->set_fen, sizeof(game->set_fen), "%s", undone.set_fen ? undone.set_fen : "");
		published_line_cut(&game->line, p->ply);
	}
	if (*game->set_fen)
		set_placement(game, game->set_fen);
	else
		snprintf(game->placement, sizeof(game->placement), "%s",
			 game->line.count ? published_line_at(&game->line, game->line.count - 1).placement :
					    game->start);
}

/* A placement, or a FEN, which may have the number of its array before it. */
static void set_start(struct published_game *game, const struct publication *p)
{
	const char *fen = strstr(p->placement, ", "), *side;

	fen = fen ? fen + 2 : p->placement;
	side = strchr(fen, ' ');
	snprintf(game->start, sizeof(game->start), "%.*s", (int)strcspn(fen, " "), fen);
	snprintf(game->start_fen, sizeof(game->start_fen), "%s", side ? fen : "");
	if (game->line.count)
		return;
	memcpy(game->placement, game->start, sizeof(game->placement));
	if (side)
		game->to_move = side[1] == 'b' ? BLACK : WHITE;
}

static void put_time(char buf[static 24], int64_t us)
{
	snprintf(buf, 24, "%d:%02d:%02d", (int)(us / 3600000000), (int)(us / 60000000 % 60), (int)(us / 1000000 % 60));
}

/* What a person set belongs to the record. */
static int note_set_clock(struct published_game *game, const struct publication *p)
{
	char white[24], black[24], remark[96];

	if (!game->line.count)
		return 0;
	put_time(white, p->left_us[WHITE]);
	put_time(black, p->left_us[BLACK]);
	snprintf(remark, sizeof(remark), "the clocks are set: White %s, Black %s", white, black);
	return published_line_remark(&game->line, remark);
}

/* New text or NULL. */
static char *format(const struct published_game *game, const struct publication *p)
{
	json_t *object = publication_format(game->game, p, false);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

static int keep_sentence(const struct publication *p, char **kept)
{
	char sentence[SENTENCE_TEXT];

	publication_sentence(p, sentence);
	free(*kept);
	*kept = strdup(sentence);
	return *kept ? 0 : -ENOMEM;
}

/* Made when the game was over: it decides nothing of what led to the result. */
static bool is_late_appeal(const struct publication *p)
{
	return p->claim == CLAIM_APPEAL && p->to_move == NO_SIDE;
}

static int keep_notice(struct published_game *game, const char *ruling)
{
	free(game->last_notice);
	game->last_notice = strdup(ruling);
	return game->last_notice ? 0 : -ENOMEM;
}

static int keep_ruling(struct published_game *game, const struct publication *p, const char *json)
{
	char *text = json ? strdup(json) : format(game, p);

	if (!text)
		return -ENOMEM;
	free(game->last_ruling);
	game->last_ruling = text;
	if (p->ruling != RULING_MOVE_ACCEPTED && keep_notice(game, text) < 0)
		return -ENOMEM;
	if (is_late_appeal(p))
		return keep_sentence(p, &game->appeal);
	if (p->result && strcmp(p->result, "none") != 0) {
		game->decided = p->result;
		return keep_sentence(p, &game->deciding);
	}
	return 0;
}

static void set_position(struct published_game *game, const struct publication *p)
{
	memcpy(game->set_fen, p->placement, sizeof(game->set_fen));
	set_placement(game, p->placement);
	game->to_move = p->to_move;
}

static int apply_ruling(struct published_game *game, const struct publication *p, const char *json)
{
	game->ruling = ruling_name(p->ruling);
	game->reason = p->reason;
	game->result = p->result;
	if (p->open_question == CLAIM_NONE)
		game->question = "";
	else if (p->ruling == RULING_CLAIM_PENDING)
		game->question = claim_name(p->open_question);
	switch (p->ruling) {
	case RULING_MOVE_ILLEGAL:
	case RULING_RESTORE_POSITION:
	case RULING_RESTART_GAME:
	case RULING_REPLAY_GAME:
		game->to_move = p->to_move;
		memcpy(game->placement, p->placement, sizeof(game->placement));
		break;
	default:
		break;
	}
	return keep_ruling(game, p, json);
}

int published_game_apply(struct published_game *game, const struct publication *p, const char *json)
{
	if (p->type == PUBLISH_QUESTION && p->new_start)
		set_start(game, p);
	if (!p->is_public)
		return 0;
	switch (p->type) {
	case PUBLISH_MOVE:
		if (p->state == MOVE_COMMITTED || (p->state == MOVE_REVISED && p->ply < game->line.count))
			return set_turn(game, p);
		if (p->state == MOVE_UNDONE)
			undo(game, p);
		break;
	case PUBLISH_CLOCK:
		game->clock_us[WHITE] = p->left_us[WHITE];
		game->clock_us[BLACK] = p->left_us[BLACK];
		game->running = p->running;
		game->ran |= p->running != NO_SIDE;
		game->clock_t_us = p->t_us;
		game->by_device = p->by_device;
		if (p->is_read)
			set_left(game, p);
		return p->is_set ? note_set_clock(game, p) : 0;
	case PUBLISH_RULING:
		return apply_ruling(game, p, json);
	case PUBLISH_POSITION:
		set_position(game, p);
		break;
	case PUBLISH_ABSENT:
		memcpy(game->absent, p->absent, sizeof(game->absent));
		break;
	default:
		break;
	}
	return 0;
}

void published_game_end(struct published_game *game, bool over, const char *result)
{
	if (over)
		game->result = result;
	if (over && !game->over) /* what is asked from now on is an appeal */
		game->question = "";
	game->over = over;
}

static const char *text_or(json_t *ruling, const char *key, const char *otherwise)
{
	const char *text = json_string_value(json_object_get(ruling, key));

	return text ? text : otherwise;
}

int published_game_let_stand(struct published_game *game, json_t *ruling)
{
	char *text = ruling ? json_dumps(ruling, JSON_COMPACT) : NULL, *sentence;

	if (ruling && !text)
		return -ENOMEM;
	free(game->last_ruling);
	game->last_ruling = text;
	if (text && strcmp(text_or(ruling, "ruling", ""), ruling_name(RULING_MOVE_ACCEPTED)) != 0 &&
	    keep_notice(game, text) < 0)
		return -ENOMEM;
	game->standing = json_incref(ruling);
	game->ruling = text_or(ruling, "ruling", "");
	game->reason = text_or(ruling, "reason", "");
	game->result = text_or(ruling, "result", "none");
	if (strcmp(game->result, "none") == 0 || strcmp(text_or(ruling, "about", ""), claim_name(CLAIM_APPEAL)) == 0)
		return 0;
	sentence = strdup(text_or(ruling, "sentence", ""));
	if (!sentence)
		return -ENOMEM;
	free(game->deciding);
	game->deciding = sentence;
	game->decided = game->result;
	return 0;
}
