import { signedIn } from "../base.ts";
import { recordPageLoad, summarizePerformance } from "./performance.ts";

const { performance } = signedIn;

export const performanceRoutes = {
  record: performance.record.handler(async ({ input, context }) => {
    await recordPageLoad(context.db, context.userId, input);
    return {};
  }),
  summary: performance.summary.handler(({ context }) => summarizePerformance(context.db, context.userId)),
};
