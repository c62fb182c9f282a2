import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CalendarRole, Publication, ShareRole } from "#contract/sharing.ts";
import { calendars } from "./calendar.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { folders } from "./folders.ts";
import { notes } from "./notes.ts";

/** The page a note is published on. `notes_v2.is_public` says that there is one. */
export const notePublications = pgTable(
  "note_publications",
  {
    noteId: uuid("note_id").primaryKey(),
    userId: userId(),
    /** The last part of its address, small letters; one for the whole server. */
    slug: text("slug").notNull().unique("note_publications_slug"),
    /** Null: everybody may read it. */
    passwordHash: text("password_hash"),
    /** From then on there is no page. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** Whether search engines may list it. */
    isIndexed: boolean("is_indexed").notNull().default(false),
    /** Whether the page says its owner's name. */
    isSigned: boolean("is_signed").notNull().default(false),
    theme: text("theme").$type<Publication["theme"]>().notNull().default("system"),
    /** Null: Cairn's own. */
    accent: text("accent").$type<Publication["accent"]>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    foreignKey({
      name: "note_publications_note_owner",
      columns: [table.noteId, table.userId],
      foreignColumns: [notes.id, notes.userId],
    }).onDelete("cascade"),
  ],
);

/**
 * What an owner shares with whom: a note, a folder with whatever is in it now and later, or a calendar. Who may see which note at
 * this moment is `note_access`, which triggers keep in step with these rows; calendars are asked for here (`calendar_access`).
 */
export const shares = pgTable(
  "shares",
  {
    id: uuid("id").primaryKey(),
    ownerId: uuid("owner_id").notNull(),
    noteId: uuid("note_id"),
    folderId: uuid("folder_id"),
    calendarId: uuid("calendar_id"),
    /** As it was invited, in small letters; the owner is shown nothing else of the account before it accepts. */
    email: text("email").notNull(),
    /** Null until there is an account that may answer to the address. */
    userId: uuid("user_id"),
    /** viewer, commenter or editor; of a calendar free_busy, viewer or editor */
    role: text("role").$type<ShareRole | CalendarRole>().notNull(),
    /** When the invited person accepted it: nobody but its owner sees anything of what is shared before. */
    acceptedAt: timestamp("accepted_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("shares_note").on(table.noteId, table.email),
    uniqueIndex("shares_folder").on(table.folderId, table.email),
    uniqueIndex("shares_calendar").on(table.calendarId, table.email),
    index("shares_owner").on(table.ownerId),
    index("shares_user").on(table.userId),
    index("shares_waiting")
      .on(table.email)
      .where(sql`user_id IS NULL`),
    check("shares_one_thing", sql`num_nonnulls(note_id, folder_id, calendar_id) = 1`),
    check(
      "shares_role",
      sql`role IN ('viewer', 'editor') OR (CASE WHEN calendar_id IS NULL THEN role = 'commenter' ELSE role = 'free_busy' END)`,
    ),
    check("shares_with_others", sql`user_id <> owner_id`),
    foreignKey({
      name: "shares_note_owner",
      columns: [table.noteId, table.ownerId],
      foreignColumns: [notes.id, notes.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "shares_folder_owner",
      columns: [table.folderId, table.ownerId],
      foreignColumns: [folders.id, folders.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "shares_calendar_owner",
      columns: [table.calendarId, table.ownerId],
      foreignColumns: [calendars.id, calendars.userId],
    }).onDelete("cascade"),
  ],
);

/** Whose invitations somebody does not want to see any more; the other is not told. */
export const shareBlocks = pgTable(
  "share_blocks",
  {
    userId: userId(),
    blockedId: uuid("blocked_id").notNull(),
    /** As they were when it was blocked. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "share_blocks_pk", columns: [table.userId, table.blockedId] })],
);
