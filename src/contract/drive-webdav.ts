import { z } from "zod";
import { declares, Instant, signedIn, text } from "./shared/base.ts";

/** What comes of a file: a note, which is compared with it later, or a file as it is. */
export const DriveKind = z
  .enum(["document", "table", "text", "file"])
  .describe("document, table and text become notes; everything else is kept as a file");
export type DriveKind = z.infer<typeof DriveKind>;

/** An address below the folder that is connected, as a listing told it. */
export const WebdavId = text(8_000).pipe(z.string().regex(/^https?:\/\//));

const WebdavEntry = z
  .object({
    id: z.string().describe("Its address"),
    name: z.string(),
    isFolder: z.boolean(),
    kind: DriveKind.nullable().describe("null for folders"),
    size: z.int().nullable().describe("Bytes, as far as the server says"),
    modifiedAt: Instant.nullable(),
  })
  .describe("A file or folder on the WebDAV server");
export type WebdavEntry = z.infer<typeof WebdavEntry>;

const WebdavFolder = z
  .object({
    entries: z.array(WebdavEntry).describe("Folders first, each by name"),
    leftOut: z.int().describe("What can't be listed: too many, or with an address elsewhere"),
  })
  .describe("What lies right in a folder on the WebDAV server");
export type WebdavFolder = z.infer<typeof WebdavFolder>;

/** Files at the WebDAV server that is connected. */
export const webdavOperations = {
  webdavFolder: signedIn
    .errors(declares("SERVICE_FAILED", "CONFLICT", "RATE_LIMITED"))
    .route({
      method: "POST",
      path: "/drive/webdav/folder",
      summary: "What lies in a folder on the WebDAV server, to choose from",
    })
    .input(
      z.object({ folder: WebdavId.nullable().default(null).describe("null: the one that is connected") }),
    )
    .output(WebdavFolder),
};
