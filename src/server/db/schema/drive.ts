import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { BackupPlaceName } from "#contract/drive-backups.ts";
import type { DriveSource } from "#contract/drive.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { files } from "./files.ts";
import { noteOfOwner } from "./notes.ts";

/** A person's connection with Google Drive. */
export const driveConnections = pgTable("drive_connections", {
  userId: uuid("user_id").primaryKey(),
  /** Of the Google account. */
  email: text("email").notNull(),
  /** As platform/user-secrets.ts seals it, for the purpose "drive-refresh". */
  sealedRefresh: text("sealed_refresh").notNull(),
  /** The same for "drive-access"; it counts for an hour. */
  sealedAccess: text("sealed_access"),
  accessUntil: timestamp("access_until", { withTimezone: true }),
  /** Google's id of the folder that Cairn made for what it sends. */
  folderId: text("folder_id"),
  /** Google refused the refresh token. */
  isRefused: boolean("is_refused").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What came from Google Drive or a folder of this server, and what went there. */
export const driveItems = pgTable(
  "drive_items",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    source: text("source").$type<DriveSource>().notNull().default("google"),
    direction: text("direction").$type<"import" | "export">().notNull(),
    state: text("state").$type<"waiting" | "done" | "failed">().notNull().default("waiting"),
    /** For the person. */
    message: text("message"),
    /** As its source names it: by Google's id, or by its path in the folder; null for what was not sent yet. */
    googleId: text("google_id"),
    name: text("name").notNull(),
    mimeType: text("mime_type").notNull(),
    link: text("link"),
    /** Of a file that is exported: "document" or "markdown". */
    format: text("format").$type<"document" | "markdown">(),
    /** Where the note is to go, if it is still there then. */
    folderId: uuid("folder_id"),
    /** The note that it became, or that was sent. */
    noteId: uuid("note_id"),
    /** All notes that it became: a long table is several. */
    madeNotes: uuid("made_notes").array().notNull().default([]),
    /** The file that it became. */
    fileId: uuid("file_id"),
    /** Google's count of changes, or size and time of a file in the folder, when it was last read. */
    version: text("version"),
    /** Markdown of what its source had then, in our own writing: with it the next state is compared. */
    baseText: text("base_text"),
    checkedAt: timestamp("checked_at", { withTimezone: true }),
    isGone: boolean("is_gone").notNull().default(false),
    changesetId: uuid("changeset_id"),
    doneAt: timestamp("done_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index("drive_items_user").on(table.userId, table.createdAt),
    index("drive_items_note").on(table.noteId),
    index("drive_items_file").on(table.fileId),
    noteOfOwner("drive_items_note_owner", table.noteId, table.userId),
    foreignKey({
      name: "drive_items_file_owner",
      columns: [table.fileId, table.userId],
      foreignColumns: [files.id, files.userId],
    }).onDelete("cascade"),
  ],
);

/** A person's place at a WebDAV server, such as Nextcloud, for backups. */
export const webdavConnections = pgTable("webdav_connections", {
  userId: uuid("user_id").primaryKey(),
  /** Of the folder that backups get their own folder in; ends with a slash. */
  url: text("url").notNull(),
  username: text("username").notNull(),
  /** As platform/user-secrets.ts seals it, for the purpose "webdav-password". */
  sealedPassword: text("sealed_password").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A person's folder on the server's own disk, whose files come in by themselves. */
export const serverFolders = pgTable("server_folders", {
  userId: uuid("user_id").primaryKey(),
  /** Its name in the folder that the operator set; it stays when the e-mail address changes. */
  directory: text("directory").notNull(),
  /** Where notes go, if it is still there then. */
  folderId: uuid("folder_id"),
  /** Why it can't be read just now, for the person; null when it can. */
  message: text("message"),
  /** What lies there and is not taken in: unreadable, too deep, or beyond the limit. */
  leftOut: integer("left_out").notNull().default(0),
  createdAt: createdAt(),
});

/** Files of it that are known, so that each comes in once; also those whose note or place in the list is gone. */
export const watchedFiles = pgTable(
  "watched_files",
  {
    userId: userId(),
    /** SHA-256 of the path, which may be longer than an index takes. */
    pathHash: text("path_hash").notNull(),
    path: text("path").notNull(),
    /** Size and time of what was last taken in or compared. */
    version: text("version").notNull(),
    /** By it a file is known again under another name. */
    inode: text("inode").notNull(),
    /** In drive_items, as long as that is there. */
    itemId: uuid("item_id").notNull(),
    isMissing: boolean("is_missing").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "watched_files_pkey", columns: [table.userId, table.pathHash] })],
);

/** Where an account's own backups go every night, for as long as its row is there. */
export const backupPlaces = pgTable(
  "backup_places",
  {
    userId: userId(),
    place: text("place").$type<BackupPlaceName>().notNull(),
    /** What seals, and opens nothing: see server/export/account-lock.ts. */
    lock: jsonb("lock").$type<object>().notNull(),
    /** How many stay: the newest of so many days, weeks and months. */
    daily: integer("daily").notNull(),
    weekly: integer("weekly").notNull(),
    monthly: integer("monthly").notNull(),
    /** Google's id of the folder that Cairn made. */
    folderId: text("folder_id"),
    /** Since when one is made; null when none is. */
    begunAt: timestamp("begun_at", { withTimezone: true }),
    /** The last one that arrived whole. */
    madeAt: timestamp("made_at", { withTimezone: true }),
    madeBytes: bigint("made_bytes", { mode: "number" }),
    /** Why the last try failed, for the person; null when it did not. */
    message: text("message"),
    failedAt: timestamp("failed_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "backup_places_pkey", columns: [table.userId, table.place] })],
);
