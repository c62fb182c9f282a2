import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "#contract/tokens.ts";
import { createdAt, userId } from "./columns.ts";

/** What programs sign in with instead of a password. The secret is told once and is not kept. */
export const tokens = pgTable(
  "tokens",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    scopes: text("scopes").array().$type<TokenScope[]>().notNull(),
    /** SHA-256 of the secret, in hexadecimal digits. */
    tokenHash: text("token_hash").notNull().unique("tokens_hash"),
    /** Null is until it is revoked. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    lastUserAgent: text("last_user_agent"),
    createdAt: createdAt(),
  },
  (table) => [index("tokens_listed").on(table.userId, table.id)],
);
