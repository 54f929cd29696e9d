/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/access.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "common/system-log.h"
#include "daemon/bus/replies.h"

/* Who decides who may act. */
enum access_judge { ACCESS_BY_POLKIT, ACCESS_BY_GROUPS, ACCESS_BY_NOBODY };

#define POLKIT "org.freedesktop.PolicyKit1"
#define PATIENCE_US 5000000 /* a polkit that is being started has answered by then; a game does not wait for longer */
#define AGAIN_US 100000
#define MAX_CHECKS 120	      /* the bus gives one connection 128 calls that are not answered yet */
#define MAX_CHECKS_OF_ONE 32  /* connection, */
#define MAX_CHECKS_OF_USER 60 /* … and user, who may have many */

/* A call whose sender polkit is asked about. */
struct access_check {
	struct access_check *next;
	struct context *context;
	sd_bus_message *call;
	sd_bus_slot *slot;
	sd_event_source *again; /* polkit is asked once more */
	uint64_t until_us;	/* CLOCK_MONOTONIC */
	enum access_role role;
	uid_t uid;
	bool answered, allowed;
	bool passed; /* its method has it, or had */
	enum access_judge judge;
	char why_not[200]; /* what polkit said instead */
};

struct access {
	struct access_check *checks; /* callers that polkit is asked about */
	enum access_judge judge;     /* who decided, the last time that it was asked */
	uid_t caller;
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

static int refuse_by_groups(const struct context *ctx, uid_t uid, enum access_role role, sd_bus_error *error)
{
	const unsigned number = uid;

	if (role == ACCESS_OPERATE)
		return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
					 "Only root and members of the groups %s and %s may do this, not user %u",
					 ctx->options.group, ctx->options.operators, number);
	return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
				 "Only root and members of the group %s may do this, not user %u", ctx->options.group,
				 number);
}

/* Nothing that polkit's rules might forbid is allowed. */
static int refuse_unasked(const char *why_not, sd_bus_error *error)
{
	return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
				 "polkit does not say whether you may do this (%s): nothing was done. Try again; root "
				 "need not ask it",
				 why_not);
}

static int refuse(const struct access_check *check, sd_bus_error *error)
{
	const unsigned number = check->uid;

	switch (check->judge) {
	case ACCESS_BY_POLKIT:
		return sd_bus_error_setf(error, SD_BUS_ERROR_ACCESS_DENIED,
					 "polkit does not authorise user %u for %s, which this is", number,
					 action(check->role));
	case ACCESS_BY_NOBODY:
		return refuse_unasked(check->why_not, error);
	case ACCESS_BY_GROUPS:
		break;
	}
	return refuse_by_groups(check->context, check->uid, check->role, error);
}

static void check_free(struct access_check *check)
{
	for (struct access_check **p = &check->context->access->checks; *p; p = &(*p)->next)
		if (*p == check) {
			*p = check->next;
			break;
		}
	sd_event_source_disable_unref(check->again);
	sd_bus_slot_unref(check->slot);
	sd_bus_message_unref(check->call);
	free(check);
}

static int euid_of(int r, sd_bus_creds *creds, uid_t *ret)
{
	if (r >= 0)
		r = sd_bus_creds_get_euid(creds, ret);
	sd_bus_creds_unref(creds);
	return r;
}

/*
 * The system bus lets nobody else have polkit's name. On other buses anybody may, and is believed only if it could do
 * what it allows itself.
 */
static bool may_be_polkit(uid_t uid)
{
	const struct passwd *pw = getpwnam("polkitd");

	return uid == 0 || uid == geteuid() || (pw && uid == pw->pw_uid);
}

static bool is_polkit(const struct context *ctx, sd_bus_message *answer)
{
	uid_t uid;

	return ctx->options.bus == BUS_SYSTEM || (caller_uid_now(answer, &uid) >= 0 && may_be_polkit(uid));
}

/* Has this bus one, though it does not answer? On the system bus that was found out by asking. */
static bool bus_has_polkit(const struct context *ctx)
{
	sd_bus_creds *creds = NULL;
	uid_t uid;
	int r;

	if (ctx->options.bus == BUS_SYSTEM)
		return true;
	r = sd_bus_get_name_creds(ctx->bus, POLKIT, SD_BUS_CREDS_EUID, &creds);
	return euid_of(r, creds, &uid) >= 0 && may_be_polkit(uid);
}

static bool is_of_the_bus(sd_bus_message *m)
{
	const char *sender = sd_bus_message_get_sender(m);

	return !sender || strcmp(sender, "org.freedesktop.DBus") == 0;
}

/*
 * Who decides when polkit gave no answer. The groups do only where there is no polkit, and none that could be started:
 * any other failure is that of a polkit whose rules might forbid it.
 */
static enum access_judge judge_in_its_place(const struct context *ctx, sd_bus_message *m)
{
	const sd_bus_error *e = sd_bus_message_get_error(m);
	bool has_polkit;

	if (is_of_the_bus(m))
		has_polkit = !sd_bus_error_has_name(e, SD_BUS_ERROR_SERVICE_UNKNOWN) && bus_has_polkit(ctx);
	else
		has_polkit = is_polkit(ctx, m);
	return has_polkit ? ACCESS_BY_NOBODY : ACCESS_BY_GROUPS;
}

/* May it answer a while later? Not where it says that it cannot tell: of a caller who is gone, for instance. */
static bool may_answer_later(sd_bus_message *m)
{
	const sd_bus_error *e = sd_bus_message_get_error(m);

	return is_of_the_bus(m) || sd_bus_error_has_name(e, SD_BUS_ERROR_UNKNOWN_OBJECT) ||
	       sd_bus_error_has_name(e, SD_BUS_ERROR_UNKNOWN_INTERFACE) ||
	       sd_bus_error_has_name(e, SD_BUS_ERROR_UNKNOWN_METHOD);
}

/* A rule of the club's for polkit is not heard while somebody else decides: that is said, once. */
static void tell_who_decides(struct context *ctx, enum access_judge judge, const char *why)
{
	if (judge == ctx->access->judge)
		return;
	if (judge == ACCESS_BY_GROUPS)
		log_message(LOG_NOTICE, "polkit does not say who may act (%s): the groups %s and %s do", why,
			    ctx->options.group, ctx->options.operators);
	else if (judge == ACCESS_BY_NOBODY)
		log_message(LOG_WARNING, "polkit does not say who may act (%s): until it does, nobody may but root",
			    why);
	else
		log_message(LOG_NOTICE, "polkit says again who may act");
	ctx->access->judge = judge;
}

/* The call is handled again, now with an answer. */
static void answer(struct access_check *check, enum access_judge judge, bool allowed)
{
	struct context *ctx = check->context;

	check->answered = true;
	check->judge = judge;
	check->allowed = allowed;
	if (sd_bus_message_rewind(check->call, 1) < 0 || sd_bus_enqueue_for_read(ctx->bus, check->call) < 0)
		check_free(check); /* the bus is gone */
}

static int ask_polkit(struct access_check *check);

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct access_check *check = userdata;

	if (ask_polkit(check) < 0)
		answer(check, ACCESS_BY_NOBODY, false);
	return 0;
}

/* It was being started, or has ended meanwhile: a while later it may answer. Is there such a while? */
static bool ask_again(struct access_check *check)
{
	struct context *ctx = check->context;
	uint64_t now;
	int r;

	if (sd_event_now(ctx->loop, CLOCK_MONOTONIC, &now) < 0 || now + AGAIN_US >= check->until_us)
		return false;
	check->slot = sd_bus_slot_unref(check->slot);
	check->again = sd_event_source_disable_unref(check->again);
	r = sd_event_add_time(ctx->loop, &check->again, CLOCK_MONOTONIC, now + AGAIN_US, 1000, on_again, check);
	return r >= 0;
}

/* The words of polkit or the bus; but for those that say nothing to who is to mend it. */
static void say_why_not(struct access_check *check, const sd_bus_error *e)
{
	const char *words = !e ? "its answer is not one" : e->message ? e->message : e->name;

	if (sd_bus_error_has_name(e, POLKIT ".Error.NotAuthorized"))
		words = "org.flagfall1.policy is not among its actions, or names another user than the daemon's";
	snprintf(check->why_not, sizeof(check->why_not), "%s", words);
}

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct access_check *check = userdata;
	const sd_bus_error *e = sd_bus_message_get_error(m);
	int authorised = 0, challenge;
	enum access_judge judge;

	if (!e && is_polkit(check->context, m) && sd_bus_message_enter_container(m, 'r', "bba{ss}") > 0 &&
	    sd_bus_message_read(m, "bb", &authorised, &challenge) > 0) {
		tell_who_decides(check->context, ACCESS_BY_POLKIT, NULL);
		answer(check, ACCESS_BY_POLKIT, authorised);
		return 1;
	}
	say_why_not(check, e);
	judge = judge_in_its_place(check->context, m);
	if (judge == ACCESS_BY_GROUPS) {
		tell_who_decides(check->context, judge, check->why_not);
		answer(check, judge, groups_allow(check->context, check->uid, check->role));
	} else if (!may_answer_later(m) || !ask_again(check)) {
		if (!sd_bus_error_has_name(e, SD_BUS_ERROR_NAME_HAS_NO_OWNER)) /* only of one who is gone */
			tell_who_decides(check->context, judge, check->why_not);
		answer(check, judge, false);
	}
	return 1;
}

static int ask_polkit(struct access_check *check)
{
	sd_bus_message *m = NULL;
	uint64_t now = 0;
	int r = sd_event_now(check->context->loop, CLOCK_MONOTONIC, &now);

	if (r >= 0 && !check->until_us)
		check->until_us = now + PATIENCE_US;
	if (r >= 0)
		r = sd_bus_message_new_method_call(check->context->bus, &m, POLKIT,
						   "/org/freedesktop/PolicyKit1/Authority", POLKIT ".Authority",
						   "CheckAuthorization");
	if (r >= 0)
		r = sd_bus_message_append(m, "(sa{sv})sa{ss}us", "system-bus-name", 1, "name", "s",
					  sd_bus_message_get_sender(check->call), action(check->role), 0, 0, "");
	if (r >= 0)
		r = sd_bus_call_async(check->context->bus, &check->slot, m, on_answer, check,
				      check->until_us > now ? check->until_us - now : 1);
	sd_bus_message_unref(m);
	return r;
}

static bool asks_too_much(const struct context *ctx, const char *sender, uid_t uid)
{
	unsigned all = 0, own = 0, of_user = 0;

	for (const struct access_check *c = ctx->access->checks; c; c = c->next) {
		all++;
		own += strcmp(sd_bus_message_get_sender(c->call), sender) == 0;
		of_user += c->uid == uid;
	}
	return all >= MAX_CHECKS || own >= MAX_CHECKS_OF_ONE || of_user >= MAX_CHECKS_OF_USER;
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
	check->next = ctx->access->checks;
	ctx->access->checks = check;
	r = ask_polkit(check);
	if (r < 0)
		check_free(check);
	return r < 0 ? r : 0;
}

static struct access_check *access_find(const struct context *ctx, const sd_bus_message *call)
{
	struct access_check *c = ctx->access->checks;

	while (c && c->call != call)
		c = c->next;
	return c;
}

int access_check(struct context *ctx, sd_bus_message *call, enum access_role role, sd_bus_error *error)
{
	struct access_check *check = access_find(ctx, call);
	const char *sender = sd_bus_message_get_sender(call);
	uid_t uid;
	int r;

	if (check && check->answered) {
		ctx->access->caller = check->uid;
		r = check->allowed && check->role == role ? 1 : refuse(check, error);
		check_free(check);
		return r;
	}
	r = caller_uid(ctx, call, &uid);
	if (r < 0)
		return sd_bus_error_set_errnof(error, r, "The bus could not say who is asking");
	ctx->access->caller = uid;
	if (uid == 0 || uid == geteuid())
		return 1;
	if (!sender || asks_too_much(ctx, sender, uid))
		return sd_bus_error_setf(
			error, SD_BUS_ERROR_LIMITS_EXCEEDED,
			"Too many calls wait for an answer of polkit; try again when they are answered");
	r = begin_check(ctx, call, uid, role);
	return r < 0 ? refuse_unasked(strerror(-r), error) : 0;
}

int access_check_act(struct context *ctx, sd_bus_message *call, enum access_role role, sd_bus_error *error)
{
	int r = access_check(ctx, call, role, error);

	return r > 0 && ctx->journal_fault[0] ?
		       fault(error, ERROR_JOURNAL, "The journal cannot be written: %s", ctx->journal_fault) :
		       r;
}

int access_goes_on(int may, int read, sd_bus_error *wrong, sd_bus_error *error)
{
	if (may > 0 && read < 0 && sd_bus_error_is_set(wrong))
		sd_bus_error_move(error, wrong);
	sd_bus_error_free(wrong);
	return may > 0 && read < 0 ? read : may;
}

bool access_has_answer(const struct context *ctx, const sd_bus_message *call)
{
	const struct access_check *check = access_find(ctx, call);

	return check && check->answered;
}

void access_passes(struct context *ctx, const sd_bus_message *call)
{
	if (access_has_answer(ctx, call))
		access_find(ctx, call)->passed = true;
}

sd_bus_message *access_take_unasked(struct context *ctx)
{
	struct access_check *check = ctx->access->checks;
	sd_bus_message *call;

	while (check && !check->passed)
		check = check->next;
	if (!check)
		return NULL;
	call = sd_bus_message_ref(check->call);
	check_free(check);
	return call;
}

uid_t access_caller(const struct context *ctx)
{
	return ctx->access->caller;
}

void access_forget(struct context *ctx)
{
	while (ctx->access && ctx->access->checks)
		check_free(ctx->access->checks);
}

int access_open(struct context *ctx)
{
	ctx->access = calloc(1, sizeof(*ctx->access));
	return ctx->access ? 0 : -ENOMEM;
}

void access_close(struct context *ctx)
{
	access_forget(ctx);
	free(ctx->access);
	ctx->access = NULL;
}
