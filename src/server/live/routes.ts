import type { LiveEvent } from "#contract/wire/live.ts";
import { signedIn } from "../base.ts";

export const liveRoutes = {
  since: signedIn.live.since.handler(({ input, context }) =>
    context.db.withUser(context.userId, async (tx) => {
      const events = await tx.query<LiveEvent>(
        `SELECT seq, entity, entity_id AS "entityId", operation FROM live_events WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT 500`,
        [context.userId, input.seq],
      );
      const [counter] = await tx.query<{ seq: number }>("SELECT seq FROM live_counters WHERE user_id = $1", [
        context.userId,
      ]);
      return { events, seq: counter?.seq ?? 0 };
    }),
  ),
};
