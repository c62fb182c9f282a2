import { type Alarm, CLIENT_ERRORS, type ErrorGroup } from "#contract/apm.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import { isOperator } from "../accounts/sign-in/operator.ts";
import { type Context, signedIn } from "../base.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import { notFound } from "../failure.ts";
import { readOverview } from "./overview.ts";

const { apm } = signedIn;

const MOST_GROUPS = 200;
const MOST_ALARMS = 100;
/** Of one account: a page that fails in a loop is one error. */
const REPORTS: Limit = { max: 20, windowMinutes: 10 };

/** Nobody else learns that there is something. @throws Failure NOT_FOUND */
async function assertOperator(context: Context & { currentSession: CurrentSession }): Promise<void> {
  if (!(await isOperator(context.config, context.db.authPool, context.currentSession))) throw notFound();
}

type ErrorRow = Omit<ErrorGroup, "firstSeen" | "lastSeen"> & { first_seen: Date; last_seen: Date };
type AlarmRow = Omit<Alarm, "openedAt" | "closedAt"> & { opened_at: Date; closed_at: Date | null };

export const apmRoutes = {
  overview: apm.overview.handler(async ({ input, context }) => {
    await assertOperator(context);
    return readOverview(context.db, input.hours);
  }),
  errors: apm.errors.handler(async ({ context }) => {
    await assertOperator(context);
    const rows = await context.db.asSystem("list groups of errors", (tx) =>
      tx.call<ErrorRow>("apmErrors", MOST_GROUPS),
    );
    return {
      groups: rows.map(({ first_seen: first, last_seen: last, ...group }) => ({
        ...group,
        firstSeen: first.toISOString(),
        lastSeen: last.toISOString(),
      })),
    };
  }),
  alarms: apm.alarms.handler(async ({ context }) => {
    await assertOperator(context);
    const rows = await context.db.asSystem("list alarms", (tx) =>
      tx.call<AlarmRow>("apmAlarms", MOST_ALARMS),
    );
    return {
      alarms: rows.map(({ opened_at: opened, closed_at: closed, ...alarm }) => ({
        ...alarm,
        openedAt: opened.toISOString(),
        closedAt: closed?.toISOString() ?? null,
      })),
    };
  }),
  reportError: apm.reportError.handler(async ({ input, context }) => {
    const { db, monitor, userId } = context;
    await consumeAttempt(db.authPool, `client-error:${userId}`, REPORTS);
    const name = CLIENT_ERRORS.find((known) => known === input.name) ?? "Error";
    monitor.clientFault({ place: input.route, name, frame: input.frame });
    return {};
  }),
};
