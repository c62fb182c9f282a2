import { z } from "zod";
import { declares, Id, Instant, signedIn, visibleText } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { AiAccess } from "./shared/ai-access-schema.ts";

export const Folder = z
  .object({
    id: Id,
    name: z.string(),
    parentId: Id.nullable(),
    aiAccess: AiAccess.describe("Of its notes and all folders below it; one above it may be stricter"),
    noteCount: z.int().describe("Notes directly in it, without the trash"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("A folder of notes");
export type Folder = z.infer<typeof Folder>;

const Moved = z
  .object({ notes: z.array(Id).max(100_000), folders: z.array(Id).max(10_000) })
  .describe("What moved one level up when a folder was removed; given back to `restore`, it returns");

const name = visibleText(200);

const FolderFields = z.object({
  name: name.optional(),
  parentId: Id.nullable().optional(),
  aiAccess: AiAccess.optional(),
});

export const folders = {
  list: signedIn
    .route({ method: "GET", path: "/folders", summary: "All folders, last changed first" })
    .input(z.object({}).optional())
    .output(z.object({ folders: z.array(Folder) })),

  create: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/folders", summary: "Create a folder", successStatus: 201 })
    .input(z.object({ id: Id.optional(), name, parentId: Id.nullable().default(null) }))
    .output(Folder),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PATCH",
      path: "/folders/{folderId}",
      summary: "Rename or move a folder, or say which AI models may read it",
    })
    .input(
      FolderFields.extend({
        folderId: Id,
        onlyIf: FolderFields.optional().describe(
          "What the folder must still say; if it says something else by now, CONFLICT and no change",
        ),
      }),
    )
    .output(Folder),

  remove: signedIn
    .route({ method: "DELETE", path: "/folders/{folderId}", summary: "Put a folder into the trash" })
    .input(
      z.object({
        folderId: Id,
        notes: z
          .enum(["moveUp", "trash"])
          .default("moveUp")
          .describe("What becomes of the notes and folders in it"),
      }),
    )
    .output(Folder.extend({ moved: Moved })),

  restore: signedIn
    .route({ method: "POST", path: "/folders/{folderId}/restore", summary: "Take a folder out of the trash" })
    .input(z.object({ folderId: Id, moved: Moved.optional() }))
    .output(Folder),
};

export const foldersNoun = defineNoun({
  operations: folders,
  liveEntities: ["folder"],
  activityTypes: ["folder_created", "folder_updated", "folder_deleted", "folder_restored"],
  activityEntities: ["folder"],
  trash: { folder: "folders" },
});
