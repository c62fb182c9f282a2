import { z } from "zod";
import { PASSPHRASE_MIN } from "./wire/backup-figures.ts";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";

export const BackupPlaceName = z
  .enum(["google", "webdav", "folder"])
  .describe("Where backups lie: Google Drive, a WebDAV server, or the account's folder on this server");
export type BackupPlaceName = z.infer<typeof BackupPlaceName>;

const PASSPHRASE_MAX = 200;

/** Counted in letters as people see them would say no more: it is as long as its hash takes. */
const NewPassphrase = text(PASSPHRASE_MAX).pipe(z.string().min(PASSPHRASE_MIN));
export const Passphrase = text(PASSPHRASE_MAX).pipe(z.string().min(1));

const Kept = z.int().min(0).max(100);
export const BackupKeep = z
  .object({ daily: Kept.min(1), weekly: Kept, monthly: Kept })
  .describe("How many backups stay: the newest of so many days, weeks and months that have one");
export type BackupKeep = z.infer<typeof BackupKeep>;

export const DriveBackup = z
  .object({
    keep: BackupKeep,
    isRunning: z.boolean(),
    madeAt: Instant.nullable().describe("The last one that arrived whole"),
    madeBytes: z.int().nullable(),
    message: z.string().nullable().describe("Why the last try failed; null when it didn't"),
    failedAt: Instant.nullable(),
    nextAt: Instant.nullable().describe("When the next one is made by itself"),
    folder: z.string().describe("The name of the folder they are put into"),
  })
  .describe("The nightly backup of an account, sealed with a passphrase that the server doesn't keep");
export type DriveBackup = z.infer<typeof DriveBackup>;

export const StoredBackup = z
  .object({
    id: z.string().describe("As the place names it"),
    name: z.string(),
    size: z.int(),
    madeAt: Instant,
    isOwn: z.boolean().describe("Of this account; others may keep theirs at the same place"),
  })
  .describe("A backup of an account that lies whole at a place");
export type StoredBackup = z.infer<typeof StoredBackup>;

const Place = z.object({ place: BackupPlaceName.default("google") });
const errors = declares("SERVICE_FAILED", "SWITCHED_OFF", "CONFLICT");
const Told = z.object({ backup: DriveBackup.nullable().describe("null: turned off") });

const Webdav = z
  .object({
    connection: z
      .object({
        url: z.string().describe("Of the folder that the folder of backups is made in"),
        username: z.string(),
        connectedAt: Instant,
      })
      .nullable(),
  })
  .describe("A place at a WebDAV server, such as Nextcloud or a NAS");

/** Backups of an account, into its own Google Drive or to a WebDAV server. */
export const backupOperations = {
  webdav: signedIn
    .route({ method: "GET", path: "/drive/webdav", summary: "The WebDAV server that is connected" })
    .output(Webdav),

  connectWebdav: signedIn
    .errors(declares("SERVICE_FAILED", "RATE_LIMITED"))
    .route({
      method: "PUT",
      path: "/drive/webdav",
      summary: "Connect a WebDAV server, in the place of the one before",
      description: "The server is asked whether it lets a folder for backups be made there.",
    })
    .input(
      z.object({
        url: text(2_000).pipe(z.string().trim()),
        username: text(200).pipe(z.string().trim()),
        password: text(500).describe("One for programs, where the server makes such"),
      }),
    )
    .output(Webdav),

  forgetWebdav: signedIn
    .route({
      method: "DELETE",
      path: "/drive/webdav",
      summary: "Forget the WebDAV server and its password, and back up there no more; what lies there stays",
    })
    .output(Done),

  backup: signedIn
    .route({
      method: "GET",
      path: "/drive/backup",
      summary: "How the nightly backup is set up, and how it went",
    })
    .input(Place)
    .output(Told),

  startBackups: signedIn
    .errors(errors)
    .errors(declares("REAUTHENTICATE"))
    .route({
      method: "POST",
      path: "/drive/backup/start",
      summary: "Back up every night, for the first time now",
      description: "The passphrase is used once, to make a key that seals and opens nothing; it isn't kept.",
    })
    .input(
      Place.extend({
        passphrase: NewPassphrase,
        keep: BackupKeep.optional().describe("As before, or 7, 4 and 6 where it is left out"),
      }),
    )
    .output(Told),

  changeBackups: signedIn
    .errors(errors)
    .route({ method: "POST", path: "/drive/backup/keep", summary: "Change how many backups stay" })
    .input(Place.extend({ keep: BackupKeep }))
    .output(Told),

  stopBackups: signedIn
    .route({
      method: "POST",
      path: "/drive/backup/stop",
      summary: "Back up no more; the backups that were made stay where they are",
    })
    .input(Place)
    .output(Done),

  backUpNow: signedIn
    .errors(errors)
    .route({ method: "POST", path: "/drive/backup/now", summary: "Make a backup now, in the background" })
    .input(Place)
    .output(Told),

  backups: signedIn
    .errors(errors)
    .route({ method: "GET", path: "/drive/backups", summary: "The backups that lie there, newest first" })
    .input(Place)
    .output(z.object({ backups: z.array(StoredBackup) })),

  restore: signedIn
    .errors(errors)
    .errors(declares("UNAVAILABLE"))
    .route({
      method: "POST",
      path: "/drive/backups/restore",
      summary:
        "Fetch a backup, open it and read it as an import, which is looked through before it is started",
    })
    .input(Place.extend({ id: text(500).pipe(z.string().min(1)), passphrase: Passphrase }))
    .output(z.object({ importId: Id })),
};
