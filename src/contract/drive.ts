import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { backupOperations } from "./drive-backups.ts";
import { folderOperations } from "./drive-folder.ts";
import { DriveKind, WebdavId, webdavOperations } from "./drive-webdav.ts";
import { defineNoun } from "./noun.ts";

/** Files that are taken or sent at once, and all that an account may be connected with. */
export const MOST_AT_ONCE = 50;
export const MOST_DRIVE_ITEMS = 2_000;

/** Where files come from and go to. */
export const DriveSource = z
  .enum(["google", "folder", "webdav"])
  .describe("Google Drive, the account's folder on the server's disk, or a WebDAV server");
export type DriveSource = z.infer<typeof DriveSource>;

export const DriveFile = z
  .object({
    id: z.string().describe("As its source names it"),
    name: z.string(),
    kind: DriveKind,
    size: z.int().nullable().describe("Bytes; null for documents of Google, which have none"),
    modifiedAt: Instant.nullable(),
  })
  .describe("A file in Google Drive or on a WebDAV server that was chosen for Cairn");
export type DriveFile = z.infer<typeof DriveFile>;

const DriveFormat = z.enum(["document", "markdown"]).describe("A Google Doc, or a Markdown file");
export type DriveFormat = z.infer<typeof DriveFormat>;

export const DriveItem = z
  .object({
    id: Id,
    source: DriveSource,
    direction: z.enum(["import", "export"]),
    state: z.enum(["waiting", "done", "failed"]),
    message: z.string().nullable().describe("Why it failed, or what was left out, in words for a person"),
    name: z.string().describe("In Google Drive, in the folder, or on the WebDAV server"),
    path: z
      .string()
      .nullable()
      .describe("In the folder on the server, or below the WebDAV folder; null for Google Drive"),
    link: z.string().nullable().describe("Where it can be seen in Google Drive"),
    format: DriveFormat.nullable().describe("Of what is exported"),
    noteId: Id.nullable(),
    noteTitle: z.string().nullable(),
    fileId: Id.nullable().describe("Of the file that it became"),
    isCompared: z.boolean().describe("Whether changes there can be looked for"),
    checkedAt: Instant.nullable().describe("When it was last asked for"),
    isGone: z.boolean().describe("It was deleted there, or Cairn was kept from it"),
    changesetId: Id.nullable().describe("What changed there, while it waits to be reviewed"),
    at: Instant.describe("When it was imported or last exported"),
  })
  .describe("A note or file that came from Google Drive, a folder on the server or WebDAV, or went there");
export type DriveItem = z.infer<typeof DriveItem>;

export const DriveStatus = z.object({
  isSetUp: z.boolean().describe("The server's administrator registered Cairn with Google"),
  canPick: z.boolean().describe("Files can be chosen with Google's own picker"),
  redirectUri: z.string().describe("What the administrator enters at Google"),
  connection: z
    .object({
      email: z.string().describe("Of the Google account"),
      connectedAt: Instant,
      needsReconnect: z.boolean().describe("Google no longer accepts the connection"),
    })
    .nullable(),
});
export type DriveStatus = z.infer<typeof DriveStatus>;

const GoogleId = text(200).pipe(z.string().regex(/^[\w-]+$/));
/** Files that are chosen: those of the watched folder come by themselves. */
const Chosen = z.object({
  source: DriveSource.exclude(["folder"]).default("google"),
  ids: z
    .array(z.union([GoogleId, WebdavId]))
    .min(1)
    .max(MOST_AT_ONCE)
    .describe("Google's ids, or addresses on the WebDAV server"),
});

const errors = declares("SERVICE_FAILED", "SWITCHED_OFF", "CONFLICT", "QUOTA_EXCEEDED", "TOO_LARGE");

/** Google Drive, with the permission for files that were chosen or made by Cairn alone. */
const operations = {
  status: signedIn
    .route({ method: "GET", path: "/drive", summary: "Whether Google Drive is connected" })
    .input(z.object({}).optional())
    .output(DriveStatus),

  connect: signedIn
    .errors(errors)
    .route({ method: "POST", path: "/drive/connect", summary: "Begin to connect: where the browser is sent" })
    .input(z.object({}).optional())
    .output(z.object({ url: z.string() })),

  finish: signedIn
    .errors(errors)
    .errors(declares("INVALID_TOKEN"))
    .route({
      method: "POST",
      path: "/drive/finish",
      summary: "Connect, with what Google sent the browser back with",
    })
    .input(z.object({ state: text(200), code: text(2_000) }))
    .output(DriveStatus),

  disconnect: signedIn
    .route({
      method: "POST",
      path: "/drive/disconnect",
      summary: "Revoke the permission at Google and forget it here",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        isRevoked: z.boolean().describe("False: Google couldn't be reached, but it is forgotten here"),
      }),
    ),

  files: signedIn
    .errors(errors)
    .route({
      method: "POST",
      path: "/drive/files",
      summary: "What the chosen files are, before they are imported",
    })
    .input(Chosen)
    .output(
      z.object({ files: z.array(DriveFile), missing: z.int().describe("Files that Cairn may not read") }),
    ),

  items: signedIn
    .route({
      method: "GET",
      path: "/drive/items",
      summary: "What came from Google Drive and went there, newest first",
      description:
        "Of the folder on the server, the 500 that matter most: what waits for a review, what failed, then the newest.",
    })
    .input(z.object({ source: DriveSource.default("google") }).optional())
    .output(z.object({ items: z.array(DriveItem) })),

  import: signedIn
    .errors(errors)
    .route({ method: "POST", path: "/drive/import", summary: "Import chosen files, in the background" })
    .input(
      Chosen.extend({
        folderId: Id.nullable().default(null).describe("Where the notes go; null is the top"),
      }),
    )
    .output(z.object({ items: z.array(DriveItem) })),

  export: signedIn
    .errors(errors)
    .route({
      method: "POST",
      path: "/drive/export",
      summary:
        "Save notes in the folder Cairn of Google Drive, in the background; one that is there is replaced",
      description: "Into the folder on the server, and to WebDAV, notes go as Markdown.",
    })
    .input(
      z.object({
        noteIds: z.array(Id).min(1).max(MOST_AT_ONCE),
        format: DriveFormat.default("document"),
        source: DriveSource.default("google"),
      }),
    )
    .output(z.object({ items: z.array(DriveItem) })),

  check: signedIn
    .errors(errors)
    .route({
      method: "POST",
      path: "/drive/items/{itemId}/check",
      summary: "Look whether an imported file was changed where it came from",
      description: "What was changed is proposed as a changeset of the note; nothing is written.",
    })
    .input(z.object({ itemId: Id }))
    .output(DriveItem),

  retry: signedIn
    .errors(errors)
    .route({ method: "POST", path: "/drive/items/{itemId}/retry", summary: "Try again what failed" })
    .input(z.object({ itemId: Id }))
    .output(DriveItem),

  forget: signedIn
    .route({
      method: "DELETE",
      path: "/drive/items/{itemId}",
      summary: "Forget where it came from or went; the note and the file there stay",
    })
    .input(z.object({ itemId: Id }))
    .output(Done),

  undo: signedIn
    .errors(errors)
    .route({
      method: "POST",
      path: "/drive/items/{itemId}/undo",
      summary: "Undo an import: what it made goes into the trash for 30 days, and it is forgotten",
    })
    .input(z.object({ itemId: Id }))
    .output(z.object({ notes: z.int(), files: z.int() })),

  ...backupOperations,
  ...folderOperations,
  ...webdavOperations,
};

export const driveNoun = defineNoun({
  operations,
  liveEntities: ["drive"],
});
