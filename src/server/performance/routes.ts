import { isOperator } from "../accounts/sign-in/operator.ts";
import { signedIn } from "../base.ts";
import { notFound } from "../failure.ts";
import { readMachine } from "./machine.ts";
import { performanceByDay, recordPageLoad, summarizePerformance } from "./performance.ts";

const { performance } = signedIn;

export const performanceRoutes = {
  machine: performance.machine.handler(async ({ context }) => {
    const { config, db, currentSession } = context;
    if (!(await isOperator(config, db.authPool, currentSession))) throw notFound();
    return readMachine(config.dataDir);
  }),
  record: performance.record.handler(async ({ input, context }) => {
    await recordPageLoad(context.db, context.userId, input);
    return {};
  }),
  trend: performance.trend.handler(async ({ input, context }) => ({
    days: await performanceByDay(context.db, context.userId, input),
  })),
  summary: performance.summary.handler(({ input, context }) =>
    summarizePerformance(context.db, context.userId, input?.deviceId),
  ),
};
