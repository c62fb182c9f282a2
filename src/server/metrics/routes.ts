import { signedIn } from "../base.ts";
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

export const metricRoutes = {
  record: metrics.record.handler(async ({ input, context: { db, userId } }) => {
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
