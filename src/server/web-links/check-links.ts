import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import { enqueue, type QueuedJob, type ScheduledJob } from "../jobs/job.ts";
import { recordChange } from "../live/record-change.ts";
import { askLink, type LinkAnswer } from "./ask-link.ts";
import { type AskedLink, type DueLink, dueLinks, gatherLinks, keepAnswers, postpone } from "./keep-links.ts";

/** Of one run; what is left is for another, so that no account keeps the others waiting. */
const MOST_A_RUN = 100;
const RUN_MS = 4 * 60_000;
const NEXT_RUN_MS = 60_000;
/** Sites that are asked beside each other; one site gets one request at a time and then a pause. */
const SITES_AT_ONCE = 4;
const PAUSE_MS = 1_000;
/** From so many sites without any answer on, it is our own line that is broken. */
const SILENT_SITES = 3;
const REPEAT_MS = 6 * 3_600_000;

type Deps = Pick<Services, "db" | "egress" | "config">;
type Patience = { pauseMs?: number; timeoutMs?: number };
type Asked = { isAsked: boolean };

/** Asks the web links of one account. */
export const checkLinks: QueuedJob<Deps, Asked> = {
  name: "check-links",
  data: z.object({ isAsked: z.boolean() }),
  isLong: true,
  tries: 3,
  run: async (deps, { userId, data, signal, complete }) => {
    const { isMore } = await checkLinksOf(deps, userId, { ...data, signal });
    await deps.db.withUser(userId, async (tx) => {
      await complete(tx);
      // Pages say that nothing is checked any more.
      await recordChange(tx, { userId, entity: "webLink", entityId: userId, operation: "update" });
      if (isMore) await enqueue(tx, checkLinks, data, { key: KEY, at: new Date(Date.now() + NEXT_RUN_MS) });
    });
  },
};

const KEY = "links";

/** Leaves a check for soon. @throws Failure QUOTA_EXCEEDED */
export const askForCheck = (db: Database, userId: string, isAsked: boolean): Promise<void> =>
  db.withUser(userId, async (tx) => {
    await enqueue(tx, checkLinks, { isAsked }, { key: KEY });
    await recordChange(tx, { userId, entity: "webLink", entityId: userId, operation: "update" });
  });

/** Of those who turned it on, and of nobody else. */
export const checkLinksDaily: ScheduledJob<Deps> = {
  name: "check-links-daily",
  everyMs: REPEAT_MS,
  firstMs: 15 * 60_000,
  run: async ({ db }, signal) => {
    const wanting = await db.asSystem("see who wants links checked", (tx) =>
      tx.call<{ user_id: string }>("usersCheckingLinks"),
    );
    for (const { user_id: userId } of wanting) {
      if (signal.aborted) return;
      await askForCheck(db, userId, false);
    }
  },
};

/** One run. @returns whether others are due right after it */
export async function checkLinksOf(
  { db, egress, config }: Deps,
  userId: string,
  { isAsked, signal, ...patience }: Asked & { signal: AbortSignal } & Patience,
): Promise<{ isMore: boolean }> {
  await gatherLinks(db, userId);
  const due = await dueLinks(db, userId, { isAsked, most: MOST_A_RUN });
  const until = performance.now() + RUN_MS;
  const ask = (address: string) =>
    askLink(egress, address, { ...patience, allowed: config.egressAllow, signal });
  const sites = [...Map.groupBy(due, ({ address }) => URL.parse(address)?.host ?? "").values()];
  const waiting = [...sites];
  const asked: AskedLink[] = [];
  const work = async () => {
    for (let site = waiting.shift(); site && performance.now() < until; site = waiting.shift()) {
      const { answers, left, retryMs } = await askSite(site, ask, { until, signal, ...patience });
      asked.push(...answers);
      if (left.length > 0) await postpone(db, userId, left, retryMs);
    }
  };
  await Promise.all(Array.from({ length: SITES_AT_ONCE }, work));
  const isOffline = sites.length >= SILENT_SITES && asked.every(({ answer }) => isSilent(answer));
  // With a broken line of our own nothing is known, and nothing counts against a link.
  if (isOffline)
    await postpone(
      db,
      userId,
      due.map(({ id }) => id),
      REPEAT_MS,
    );
  else await keepAnswers(db, userId, asked);
  return { isMore: !isOffline && due.length === MOST_A_RUN };
}

const isSilent = ({ outcome, status }: LinkAnswer) => outcome === "failed" && status === null;

type Round = { until: number; signal: AbortSignal; pauseMs?: number };

/** The links to one site, one after the other, until it asks to be left alone. */
async function askSite(
  links: DueLink[],
  ask: (address: string) => Promise<LinkAnswer>,
  { until, signal, pauseMs = PAUSE_MS }: Round,
): Promise<{ answers: AskedLink[]; left: string[]; retryMs: number }> {
  const answers: AskedLink[] = [];
  for (const [at, { id, address }] of links.entries()) {
    if (performance.now() > until) break;
    if (at > 0) await pause(pauseMs, undefined, { signal });
    const answer = await ask(address);
    answers.push({ id, answer });
    const retryMs = answer.retryMs ?? (answer.status === 429 ? REPEAT_MS : null);
    if (retryMs !== null) return { answers, left: links.slice(at + 1).map((link) => link.id), retryMs };
  }
  return { answers, left: [], retryMs: 0 };
}
