import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Agent, AgentRun, RunStep } from "#contract/agents.ts";
import type { SentPassage } from "#contract/chat.ts";
import { changesets } from "./changesets.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** What works by itself for its owner, and proposes what it would change. */
export const agents = pgTable(
  "agents",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    recipe: text("recipe").$type<Agent["recipe"]>().notNull(),
    instructions: text("instructions").notNull(),
    tools: text("tools").array().notNull(),
    scope: jsonb("scope").$type<Agent["scope"]>().notNull(),
    trigger: jsonb("trigger").$type<Agent["trigger"]>().notNull(),
    /** Of the operator's providers too, which are no rows. */
    providerId: uuid("provider_id"),
    budget: jsonb("budget").$type<Agent["budget"]>().notNull(),
    applies: text("applies").array().$type<Agent["applies"]>().notNull(),
    isOn: boolean("is_on").notNull(),
    /** When somebody who was signed in last allowed it. */
    grantedAt: timestamp("granted_at", { withTimezone: true }).notNull().defaultNow(),
    nextRunAt: timestamp("next_run_at", { withTimezone: true }),
    /** Up to when it was looked for events that set it off. */
    lookedAt: timestamp("looked_at", { withTimezone: true }).notNull().defaultNow(),
    webhookHash: text("webhook_hash"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("agents_user").on(table.userId, table.name),
    uniqueIndex("agents_webhook")
      .on(table.webhookHash)
      .where(sql`webhook_hash IS NOT NULL`),
  ],
);

/** What an agent did, step by step. */
export const agentRuns = pgTable(
  "agent_runs",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    agentId: uuid("agent_id").references(() => agents.id, { onDelete: "set null" }),
    agentName: text("agent_name").notNull(),
    cause: text("cause").$type<AgentRun["cause"]>().notNull(),
    /** What came with it: of a webhook its body, of an event what happened. Of anybody's making. */
    payload: text("payload"),
    isDry: boolean("is_dry").notNull().default(false),
    state: text("state").$type<AgentRun["state"]>().notNull().default("waiting"),
    summary: text("summary").notNull().default(""),
    fault: text("fault"),
    steps: jsonb("steps").$type<RunStep[]>().notNull().default([]),
    /** Passages that went to a model. */
    sent: jsonb("sent").$type<SentPassage[]>().notNull().default([]),
    model: text("model"),
    tokensIn: integer("tokens_in"),
    tokensOut: integer("tokens_out"),
    cost: doublePrecision("cost"),
    changesetId: uuid("changeset_id").references(() => changesets.id, { onDelete: "set null" }),
    proposed: integer("proposed").notNull().default(0),
    applied: integer("applied").notNull().default(0),
    createdAt: createdAt(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    seenAt: timestamp("seen_at", { withTimezone: true }),
  },
  (table) => [
    index("agent_runs_listed").on(table.userId, table.id.desc().nullsFirst()),
    index("agent_runs_agent").on(table.agentId, table.id.desc().nullsFirst()),
    index("agent_runs_changeset")
      .on(table.changesetId)
      .where(sql`changeset_id IS NOT NULL`),
    index("agent_runs_unseen")
      .on(table.userId)
      .where(sql`seen_at IS NULL AND ended_at IS NOT NULL`),
  ],
);
