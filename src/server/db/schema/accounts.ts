import {
  bigint,
  boolean,
  index,
  integer,
  pgSchema,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, createdAt, updatedAt } from "./columns.ts";

/** Tables of the sign-in library and beside them; readable only on connections that set `app.auth` (db/client.ts). */
export const authSchema = pgSchema("auth");

export const users = authSchema.table("users", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The name stays a literal, so that rows can be typed by it (row.ts). */
const account = <const Name extends string>(column: Name) =>
  uuid(column)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const accountOwner = () => account("user_id");

export const sessions = authSchema.table(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    token: text("token").notNull().unique(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    userId: accountOwner(),
    /** When its person last proved in this session who they are; dangerous actions ask for it to be recent. */
    reauthenticatedAt: timestamp("reauthenticated_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("sessions_user_id").on(table.userId)],
);

export const credentials = authSchema.table(
  "accounts",
  {
    id: uuid("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: accountOwner(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("accounts_user_id").on(table.userId)],
);

export const verifications = authSchema.table(
  "verifications",
  {
    id: uuid("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Tries per key in a window; in the database so that a restart forgives nothing. */
export const rateLimits = authSchema.table("rate_limits", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowStart: timestamp("window_start", { withTimezone: true }).notNull(),
});

export const invitations = authSchema.table("invitations", {
  /** SHA-256 of the code, so that a leaked backup invites nobody. */
  codeHash: text("code_hash").primaryKey(),
  /** When set, the code works for this address only. */
  email: text("email"),
  createdBy: account("created_by"),
  usedBy: uuid("used_by"),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  createdAt: createdAt(),
});

/** Addresses that want no invitations to events from this server, whoever sends them. */
export const mailBlocks = authSchema.table("mail_blocks", {
  /** Keyed hash of the address, so that a list of them tells nobody's. */
  addressHash: text("address_hash").primaryKey(),
  createdAt: createdAt(),
});

/** The authenticator app of an account; it counts at sign-in once a first code has confirmed it. */
export const twoFactors = authSchema.table("two_factors", {
  userId: accountOwner().primaryKey(),
  /** Encrypted with the server's secret. */
  secret: text("secret").notNull(),
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
  /** The newest time step a code was taken for: none is taken twice. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  /** SHA-256 of the codes that are left. */
  backupCodes: text("backup_codes").array().notNull(),
  createdAt: createdAt(),
});

export const passkeys = authSchema.table(
  "passkeys",
  {
    id: uuid("id").primaryKey(),
    userId: accountOwner(),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    /** The name the browser knows this server by; the key works there and nowhere else. */
    rpId: text("rp_id").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (table) => [index("passkeys_user_id").on(table.userId)],
);

/** The spec's profile row: what others may see of a person and the app greets with. */
export const userProfiles = pgTable("user_profiles", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  displayName: text("display_name").notNull(),
  avatarUrl: text("avatar_url"),
  welcomeMessage: text("welcome_message").notNull().default("Welcome back"),
  /** Everywhere, or by a reset of the password: what was allowed before, to work without a session, counts no more. */
  signedOutAt: timestamp("signed_out_at", { withTimezone: true }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
