import { type Context, open, signedIn } from "../base.ts";
import { Failure } from "../failure.ts";
import { authenticate } from "../tokens/authenticate.ts";
import {
  countValue,
  historyOf,
  listMetrics,
  pointsOf,
  recordValue,
  removeMetric,
  removePoint,
  updateMetric,
} from "./metrics.ts";
import { checkSource, connectSource, disconnectSource } from "./sources.ts";

const { metrics } = signedIn;

/** Before the input is looked at: what is wrong with it is told to nobody but the account's own. */
const sending = open.use(async ({ context, next }) => next({ context: { userId: await senderOf(context) } }));

export const metricRoutes = {
  record: sending.metrics.record.handler(async ({ input, context: { db, userId } }) => {
    await countValue(db.authPool, userId);
    return recordValue(db, userId, input);
  }),
  list: metrics.list.handler(async ({ input, context }) => ({
    metrics: await listMetrics(context.db, context.userId, input.days),
  })),
  history: metrics.history.handler(async ({ input, context }) => ({
    days: await historyOf(context.db, context.userId, input),
  })),
  points: metrics.points.handler(async ({ input, context }) => ({
    points: await pointsOf(context.db, context.userId, input),
  })),
  connect: metrics.connect.handler(({ input, context }) => connectSource(context, context.userId, input)),
  check: metrics.check.handler(({ input, context }) => checkSource(context, context.userId, input.metricId)),
  disconnect: metrics.disconnect.handler(async ({ input, context }) => {
    await disconnectSource(context.db, context.userId, input.metricId);
    return {};
  }),
  update: metrics.update.handler(async ({ input: { metricId, ...change }, context }) => {
    await updateMetric(context.db, context.userId, metricId, change);
    return {};
  }),
  removePoint: metrics.removePoint.handler(async ({ input: { metricId, at }, context }) => {
    await removePoint(context.db, context.userId, metricId, at);
    return {};
  }),
  remove: metrics.remove.handler(async ({ input, context }) => {
    await removeMetric(context.db, context.userId, input.metricId);
    return {};
  }),
};

/**
 * A program says with each request who it is, by an app password; the cookie of a browser does not count beside it.
 * @throws Failure UNAUTHENTICATED, RATE_LIMITED for the network of wrong app passwords
 */
async function senderOf({ db, request, session }: Context): Promise<string> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const signed = await session();
    if (!signed) throw new Failure("UNAUTHENTICATED");
    return signed.userId;
  }
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const bearer = secret
    ? await authenticate(db, { secret, ip: request.ip, userAgent: request.headers["user-agent"] })
    : null;
  if (!bearer?.scopes.includes("metrics:write"))
    throw new Failure("UNAUTHENTICATED", "This needs an app password with the scope metrics:write.");
  return bearer.userId;
}
