/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/access.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "daemon/shell/note.h"
#include "daemon/shell/user-groups.h"

#define POLKIT "org.freedesktop.PolicyKit1"
#define PATIENCE_US 2000000 /* then the groups decide: a game does not wait for longer */
#define MAX_CHECKS 256
#define MAX_CHECKS_OF_ONE 32

/* A call whose sender polkit is asked about. */
struct access_check {
	struct access_check *next;
	struct context *context;
	sd_bus_message *call;
	sd_bus_slot *slot;
	enum access_role role;
	uid_t uid;
	bool answered, allowed;
	bool by_polkit; /* it answered; not the groups in its place */
};

static const char *action(enum access_role role)
{
	return role == ACCESS_OPERATE ? "org.flagfall1.operate" : "org.flagfall1.arbitrate";
}

static bool groups_allow(const struct context *ctx, uid_t uid, enum access_role role)
{
	return user_is_in_group(uid, ctx->options.group) ||
	       (role == ACCESS_OPERATE && user_is_in_group(uid, ctx->options.operators));
}

static int refuse(const struct context *ctx, uid_t uid, enum access_role role, bool by_polkit, sd_bus_error *error)
{
	const unsigned number = uid;

	if (by_polkit)
		return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
					 "polkit does not authorise user %u for %s, which this is", number,
					 action(role));
	if (role == ACCESS_OPERATE)
		return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
					 "Only root and members of the groups %s and %s may do this, not user %u",
					 ctx->options.group, ctx->options.operators, number);
	return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
				 "Only root and members of the group %s may do this, not user %u", ctx->options.group,
				 number);
}

static void check_free(struct access_check *check)
{
	for (struct access_check **p = &check->context->checks; *p; p = &(*p)->next)
		if (*p == check) {
			*p = check->next;
			break;
		}
	sd_bus_slot_unref(check->slot);
	sd_bus_message_unref(check->call);
	free(check);
}

static int get_uid(sd_bus_message *message, uid_t *ret)
{
	sd_bus_creds *creds = NULL;
	int r;

	/* Only what the bus says of the sender, nothing looked up in /proc: a pid may be somebody else's by now. */
	r = sd_bus_query_sender_creds(message, SD_BUS_CREDS_EUID, &creds);
	if (r >= 0)
		r = sd_bus_creds_get_euid(creds, ret);
	sd_bus_creds_unref(creds);
	return r;
}

/*
 * The system bus lets nobody else have polkit's name. On other buses anybody may, and is believed only if it could do
 * what it allows itself.
 */
static bool is_polkit(const struct context *ctx, sd_bus_message *answer)
{
	const struct passwd *pw;
	uid_t uid;

	if (ctx->options.bus == BUS_SYSTEM)
		return true;
	if (get_uid(answer, &uid) < 0)
		return false;
	pw = getpwnam("polkitd");
	return uid == 0 || uid == geteuid() || (pw && uid == pw->pw_uid);
}

/* A rule of the club's for polkit is not heard while the groups decide: that is said, once. */
static void tell_who_decides(struct context *ctx, bool is_by_polkit, sd_bus_message *answer)
{
	const sd_bus_error *e = sd_bus_message_get_error(answer);

	if (!is_by_polkit && !ctx->groups_decide)
		note(LOG_NOTICE, "polkit does not say who may act (%s): the groups %s and %s do",
		     e ? e->message ? e->message : e->name : "its answer is not one", ctx->options.group,
		     ctx->options.operators);
	else if (is_by_polkit && ctx->groups_decide)
		note(LOG_NOTICE, "polkit says again who may act");
	ctx->groups_decide = !is_by_polkit;
}

/* The call is handled again, now with an answer. */
static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct access_check *check = userdata;
	int authorised = 0, challenge;

	check->answered = true;
	check->by_polkit = !sd_bus_message_is_method_error(m, NULL) && is_polkit(check->context, m) &&
			   sd_bus_message_enter_container(m, 'r', "bba{ss}") > 0 &&
			   sd_bus_message_read(m, "bb", &authorised, &challenge) > 0;
	tell_who_decides(check->context, check->by_polkit, m);
	check->allowed = check->by_polkit ? authorised : groups_allow(check->context, check->uid, check->role);
	if (sd_bus_message_rewind(check->call, 1) < 0 || sd_bus_enqueue_for_read(check->context->bus, check->call) < 0)
		check_free(check); /* the bus is gone */
	return 1;
}

static int ask_polkit(struct access_check *check)
{
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_call(check->context->bus, &m, POLKIT, "/org/freedesktop/PolicyKit1/Authority",
					       POLKIT ".Authority", "CheckAuthorization");

	if (r >= 0)
		r = sd_bus_message_append(m, "(sa{sv})sa{ss}us", "system-bus-name", 1, "name", "s",
					  sd_bus_message_get_sender(check->call), action(check->role), 0, 0, "");
	if (r >= 0)
		r = sd_bus_call_async(check->context->bus, &check->slot, m, on_answer, check, PATIENCE_US);
	sd_bus_message_unref(m);
	return r;
}

static bool asks_too_much(const struct context *ctx, const char *sender)
{
	unsigned all = 0, own = 0;

	for (const struct access_check *c = ctx->checks; c; c = c->next) {
		all++;
		own += strcmp(sd_bus_message_get_sender(c->call), sender) == 0;
	}
	return all >= MAX_CHECKS || own >= MAX_CHECKS_OF_ONE;
}

/* 0, or a negative errno value. */
static int begin_check(struct context *ctx, sd_bus_message *call, uid_t uid, enum access_role role)
{
	struct access_check *check = calloc(1, sizeof(*check));
	int r;

	if (!check)
		return -ENOMEM;
	check->context = ctx;
	check->call = sd_bus_message_ref(call);
	check->uid = uid;
	check->role = role;
	check->next = ctx->checks;
	ctx->checks = check;
	r = ask_polkit(check);
	if (r < 0)
		check_free(check);
	return r < 0 ? r : 0;
}

static struct access_check *find(const struct context *ctx, const sd_bus_message *call)
{
	struct access_check *c = ctx->checks;

	while (c && c->call != call)
		c = c->next;
	return c;
}

int access_check(struct context *ctx, sd_bus_message *call, enum access_role role, sd_bus_error *error)
{
	struct access_check *check = find(ctx, call);
	const char *sender = sd_bus_message_get_sender(call);
	bool allowed;
	uid_t uid;
	int r;

	if (check && check->answered) {
		bool by_polkit = check->by_polkit;

		ctx->caller = uid = check->uid;
		allowed = check->allowed && check->role == role;
		check_free(check);
		return allowed ? 1 : refuse(ctx, uid, role, by_polkit, error);
	}
	r = get_uid(call, &uid);
	if (r < 0)
		return sd_bus_error_set_errnof(error, r, "The bus could not say who is asking");
	ctx->caller = uid;
	if (uid == 0 || uid == geteuid())
		return 1;
	if (!sender || asks_too_much(ctx, sender))
		return sd_bus_error_setf(
			error, SD_BUS_ERROR_LIMITS_EXCEEDED,
			"Too many calls wait for an answer of polkit; try again when they are answered");
	if (begin_check(ctx, call, uid, role) >= 0)
		return 0;
	return groups_allow(ctx, uid, role) ? 1 : refuse(ctx, uid, role, false, error);
}

uid_t access_caller(const struct context *ctx)
{
	return ctx->caller;
}

void access_done(struct context *ctx)
{
	while (ctx->checks)
		check_free(ctx->checks);
}
