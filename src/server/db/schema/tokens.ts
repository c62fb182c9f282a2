import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { TokenScope } from "#contract/tokens.ts";
import { authSchema } from "./accounts.ts";
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
    /** The program that its owner connected by OAuth; null for an app password. */
    clientId: text("client_id"),
    /** `token_hash` is of an access token then, which counts until here. */
    accessExpiresAt: timestamp("access_expires_at", { withTimezone: true }),
    /** SHA-256 of what all refresh tokens of it begin with, and of the one that counts: each counts once. */
    familyHash: text("family_hash").unique("tokens_family"),
    refreshHash: text("refresh_hash"),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    lastUserAgent: text("last_user_agent"),
    createdAt: createdAt(),
  },
  (table) => [index("tokens_listed").on(table.userId, table.id)],
);

/** Programs that said of themselves who they are (RFC 7591); one that nobody connects is forgotten after a day. */
export const oauthClients = authSchema.table("oauth_clients", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  redirectUris: text("redirect_uris").array().notNull(),
  /** When it last got a token. */
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  createdAt: createdAt(),
});
