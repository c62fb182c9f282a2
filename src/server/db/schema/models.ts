import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { ModelPrices, TaskModels } from "#contract/models.ts";
import type { ModelKind, ModelResult, ModelTask } from "#contract/shared/model-choices.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** Servers of models that a person brought; the operator's stand in the configuration. */
export const modelProviders = pgTable(
  "model_providers",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    kind: text("kind").$type<ModelKind>().notNull(),
    name: text("name").notNull(),
    baseUrl: text("base_url").notNull(),
    /** As platform/user-secrets.ts seals it, for the purpose "model-key". */
    sealedKey: text("sealed_key"),
    /** Its last four characters, by which its owner knows it again. */
    keyEnd: text("key_end"),
    models: jsonb("models").$type<TaskModels>().notNull().default({}),
    /** In US dollars for a million tokens, by what its owner entered. */
    prices: jsonb("prices").$type<ModelPrices>().notNull().default({}),
    isEnabled: boolean("is_enabled").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("model_providers_listed").on(table.userId, table.id)],
);

/** What went out to models and what came of it, never in its words: the account's own record. */
export const modelCalls = pgTable(
  "model_calls",
  {
    /** UUIDv7: the order of the calls. */
    id: uuid("id").primaryKey(),
    userId: userId(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    /** Its name then: it may be gone. */
    provider: text("provider").notNull(),
    isOperators: boolean("is_operators").notNull(),
    host: text("host").notNull(),
    model: text("model").notNull(),
    task: text("task").$type<ModelTask>().notNull(),
    passages: integer("passages").notNull(),
    /** Of words, without what the protocol puts around them. */
    sentBytes: integer("sent_bytes").notNull(),
    receivedBytes: integer("received_bytes").notNull().default(0),
    tokensIn: integer("tokens_in"),
    tokensOut: integer("tokens_out"),
    /** In US dollars, as the provider told it or by its prices; null where nobody knows. */
    cost: doublePrecision("cost"),
    /** 'unfinished' until it ends; stays so when the server stops meanwhile. */
    result: text("result").$type<ModelResult>().notNull().default("unfinished"),
    tookMs: integer("took_ms"),
  },
  (table) => [index("model_calls_listed").on(table.userId, table.id), index("model_calls_old").on(table.at)],
);
