import { bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** Raw bytes: Yjs updates and states. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => "bytea" });

/** Words as the full-text index has them. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Whose row it is. Policies compare it with `app_user_id()`. */
export const userId = () => uuid("user_id").notNull();

export const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

/** When it was put into the trash; purged 30 days later. */
export const trashedAt = () => timestamp("trashed_at", { withTimezone: true });

export const revision = () => bigint("revision", { mode: "number" }).notNull().default(0);
