import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, userId } from "./columns.ts";

/** Work of one user that waits for its time. See docs/decisions/078-jobs-in-our-own-tables.md. */
export const jobs = pgTable(
  "jobs",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** Of the jobs of a name one waits for each key. */
    key: text("key"),
    data: jsonb("data").notNull(),
    /** No node takes it earlier. While one runs it, this is when another may take it over. */
    runAt: timestamp("run_at", { withTimezone: true }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Of the latest attempt: who lost it to another one cannot end the job any more. */
    claim: uuid("claim"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("jobs_key").on(table.userId, table.name, table.key),
    index("jobs_due").on(table.runAt),
    index("jobs_tried")
      .on(table.runAt)
      .where(sql`attempts > 0`),
  ],
);

/** When each scheduled job last succeeded. */
export const jobSchedules = pgTable("job_schedules", {
  name: text("name").primaryKey(),
  finishedAt: timestamp("finished_at", { withTimezone: true }).notNull(),
});

/** The node that runs the scheduled jobs; one row. */
export const jobLeader = pgTable("job_leader", {
  id: boolean("id").primaryKey().default(true),
  /** A name it gave itself at its start. */
  node: text("node").notNull(),
  until: timestamp("until", { withTimezone: true }).notNull(),
});
