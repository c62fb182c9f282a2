import { z } from "zod";
import { declares, Done, Id, Instant, signedIn } from "./shared/base.ts";

const ServerFolder = z
  .object({
    isSetUp: z.boolean().describe("The server's administrator set a folder that accounts may have theirs in"),
    connection: z
      .object({
        path: z.string().describe("On the server's disk"),
        folderId: Id.nullable().describe("Where notes go; null is the top"),
        message: z.string().nullable().describe("Why it can't be read just now, in words for a person"),
        leftOut: z.int().describe("What lies there and is not taken in: too many, too deep, or not readable"),
        connectedAt: Instant,
      })
      .nullable(),
  })
  .describe("A folder on the server's disk, whose files come in by themselves");
export type ServerFolder = z.infer<typeof ServerFolder>;

/** The folder of an account on the server's own disk. */
export const folderOperations = {
  folder: signedIn
    .route({ method: "GET", path: "/drive/folder", summary: "The account's folder on the server's disk" })
    .output(ServerFolder),

  connectFolder: signedIn
    .errors(declares("SERVICE_FAILED", "SWITCHED_OFF"))
    .route({
      method: "PUT",
      path: "/drive/folder",
      summary: "Make the account's folder and watch it, or change where its notes go",
    })
    .input(z.object({ folderId: Id.nullable().default(null).describe("Where notes go; null is the top") }))
    .output(ServerFolder),

  disconnectFolder: signedIn
    .route({
      method: "DELETE",
      path: "/drive/folder",
      summary: "Watch the folder no more, and back up there no more; what lies there stays",
    })
    .output(Done),
};
