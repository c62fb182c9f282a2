import type { Agent } from "#contract/agents.ts";
import type { SentPassage } from "#contract/chat.ts";
import type { Services } from "../../base.ts";
import { timeZoneOf } from "../../collab/note-tasks.ts";
import { resolveScope } from "../chat/context.ts";
import { clockOfAccount } from "../answers/account-clock.ts";
import { Draft } from "../tools/draft.ts";
import type { Occasion } from "./happened.ts";
import { inboxToTasks } from "./recipes/inbox-to-tasks.ts";
import { meetingFollowUp } from "./recipes/meeting-follow-up.ts";
import type { Recipe, Spent, Working } from "./recipes/recipe.ts";
import { staleNotes } from "./recipes/stale-notes.ts";
import { tidyTags } from "./recipes/tidy-tags.ts";
import { weeklyReview } from "./recipes/weekly-review.ts";
import { followInstructions } from "./recipes/follow-instructions.ts";
import type { RunRow } from "./run-state.ts";
import type { WatchedRun } from "./watch-run.ts";

const RECIPES: Record<Agent["recipe"], Recipe> = {
  model: followInstructions,
  "weekly-review": weeklyReview,
  "tidy-tags": tidyTags,
  "meeting-follow-up": meetingFollowUp,
  "stale-notes": staleNotes,
  "inbox-to-tasks": inboxToTasks,
};

export const recipeOf = ({ recipe }: Pick<Agent, "recipe">): Recipe => RECIPES[recipe];

type Given = { agent: Agent; run: RunRow; watched: WatchedRun };

export async function workingFor(
  services: Pick<Services, "db" | "collab" | "changeables" | "models">,
  userId: string,
  { agent, run, watched }: Given,
): Promise<Working> {
  const { db } = services;
  const timeZone = (await timeZoneOf(db, userId)) ?? "UTC";
  const [last] = await db.queryAs<{ created_at: Date }>(
    userId,
    `SELECT created_at FROM agent_runs WHERE agent_id = $1 AND state = 'done' AND NOT is_dry ORDER BY id DESC LIMIT 1`,
    [agent.id],
    "last-agent-run",
  );
  const sent: SentPassage[] = [];
  const spent: Spent = { model: null, tokensIn: null, tokensOut: null, cost: null };
  return {
    services,
    userId,
    agent,
    scope: await resolveScope(db, userId, agent.scope),
    clock: await clockOfAccount(db, userId, { now: new Date(), timeZone }),
    draft: new Draft(),
    source: { kind: "agent", prompt: agent.name },
    payload: run.cause === "event" ? null : run.payload,
    happened: run.cause === "event" && run.payload ? (JSON.parse(run.payload) as Occasion) : null,
    since: last?.created_at ?? null,
    signal: watched.signal,
    step: (words, isFault) => watched.step(words, isFault),
    sent,
    spent,
    noteSent: () => keepSent(db, userId, run.id, { sent, spent }),
  };
}

async function keepSent(
  db: Services["db"],
  userId: string,
  runId: string,
  { sent, spent }: Pick<Working, "sent" | "spent">,
): Promise<void> {
  const { model, tokensIn, tokensOut, cost } = spent;
  await db.queryAs(
    userId,
    "UPDATE agent_runs SET sent = $2, model = $3, tokens_in = $4, tokens_out = $5, cost = $6 WHERE id = $1",
    [runId, JSON.stringify(sent), model, tokensIn, tokensOut, cost],
    "keep-sent-by-agent",
  );
}
