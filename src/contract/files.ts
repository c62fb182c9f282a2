import { z } from "zod";
import { declares, Id, Instant, signedIn, text, visibleText } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Images that pages show; their size has a limit of its own, a setting of the server. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;
/** Videos that pages play. */
export const VIDEO_TYPES = ["video/mp4", "video/webm"] as const;

export const FileKind = z.enum(["image", "video", "audio", "document", "other"]);
export type FileKind = z.infer<typeof FileKind>;

/** Files one call takes. */
export const FILES_MAX = 500;

export const FileEntry = z
  .object({
    id: Id,
    name: z
      .string()
      .describe("As uploaded: letters, digits, dot and dash, others became underscore; or as renamed"),
    url: z
      .string()
      .describe(
        "/files/{id}: asks for the session of someone who may see it; /original, /medium and /thumb below it",
      ),
    kind: FileKind,
    type: z.string().describe("Media type, read from the content"),
    size: z.int().describe("Bytes"),
    width: z.int().nullable().describe("Pixels; null for what is no image that pages show"),
    height: z.int().nullable(),
    storagePath: z
      .string()
      .describe("Bucket and path as the storage is thought of; a label, never an address"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe(
    "An uploaded file. Images: POST /api/files/upload?name=..., the bytes as the body. " +
      "Anything, in parts: POST /api/files/uploads, by the tus protocol 1.0.0.",
  );
export type FileEntry = z.infer<typeof FileEntry>;

/** Notes of a project that a file says it is in. */
export const MOST_NAMING = 5;

export const ListedFile = FileEntry.extend({
  uses: z.int().describe("Notes that name it, those in the trash included"),
  projectId: Id.nullable().describe("The project that it was put into"),
  sharedBy: z
    .object({ name: z.string() })
    .nullable()
    .describe("Of a file in a project that is someone else's: whose. Only they can rename or delete it"),
  notes: z
    .array(z.object({ id: Id, title: z.string() }))
    .optional()
    .describe(
      `Where a project is asked for: its notes that name the file, at most ${MOST_NAMING}, last changed first`,
    ),
});
export type ListedFile = z.infer<typeof ListedFile>;

export const FileSort = z.enum(["created", "name", "size"]);
export type FileSort = z.infer<typeof FileSort>;

const KindCount = z.object({ kind: FileKind, files: z.int(), bytes: z.int() });

export const files = {
  list: signedIn
    .route({ method: "GET", path: "/files", summary: "Your files, without those in the trash" })
    .input(
      z.object({
        kind: FileKind.optional(),
        projectId: Id.optional().describe(
          "Those put into this project by its owner or its guests, or named by a note of it; of one that someone else shares, shown by a note that the caller may read",
        ),
        query: text(200).optional().describe("In the name, in any case"),
        unused: z
          .stringbool()
          .or(z.boolean())
          .optional()
          .describe("true: those that no note names and no project has"),
        sort: FileSort.default("created"),
        order: z.enum(["asc", "desc"]).optional(),
        cursor: z.string().max(400).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(60),
      }),
    )
    .output(z.object({ files: z.array(ListedFile), nextCursor: z.string().nullable() })),

  usage: signedIn
    .route({
      method: "GET",
      path: "/file-usage",
      summary: "What your files take, and what this server takes",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        bytes: z.int().describe("All files, those in the trash and uploads under way included"),
        trashedBytes: z.int(),
        quotaBytes: z.int().nullable().describe("null: as much as there is room for"),
        kinds: z.array(KindCount).describe("Without the trash; kinds without files are left out"),
        maxImageBytes: z.int(),
        maxVideoBytes: z.int(),
        maxFileBytes: z.int().describe("Of everything else"),
      }),
    ),

  get: signedIn
    .route({ method: "GET", path: "/files/{fileId}", summary: "What is known of a file" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),

  uses: signedIn
    .route({
      method: "GET",
      path: "/files/{fileId}/uses",
      summary: "The notes that name a file, last changed first, and the project it was put into",
    })
    .input(z.object({ fileId: Id }))
    .output(
      z.object({
        notes: z.array(z.object({ id: Id, title: z.string(), updatedAt: Instant, isTrashed: z.boolean() })),
        project: z.object({ id: Id, title: z.string() }).nullable().describe("The one that it was put into"),
      }),
    ),

  text: signedIn
    .route({
      method: "GET",
      path: "/files/{fileId}/text",
      summary: "The words that were read in a document, a scan or a picture, as search has them",
    })
    .input(z.object({ fileId: Id }))
    .output(
      z.object({
        state: z
          .enum(["read", "waiting", "unread"])
          .describe(
            "unread: this kind of file isn't read here; video, for one, or pictures where the operator switched that off",
          ),
        text: z.string(),
        pagesUnread: z.int().describe("Of a PDF: pages on which no words were found"),
      }),
    ),

  rename: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PATCH", path: "/files/{fileId}", summary: "Rename a file" })
    .input(
      z.object({
        fileId: Id,
        name: visibleText(200),
        onlyIf: z
          .object({ name: z.string().max(200) })
          .optional()
          .describe("What it must still be called; if it has another name by now, CONFLICT and no change"),
      }),
    )
    .output(FileEntry),

  remove: signedIn
    .route({ method: "DELETE", path: "/files/{fileId}", summary: "Put a file into the trash for 30 days" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),

  removeMany: signedIn
    .route({ method: "POST", path: "/files/remove", summary: "Put files into the trash for 30 days" })
    .input(z.object({ fileIds: z.array(Id).min(1).max(FILES_MAX) }))
    .output(z.object({ removed: z.array(Id).describe("What was there; the rest is passed over") })),

  cleanUp: signedIn
    .route({
      method: "POST",
      path: "/files/clean-up",
      summary: "Put files that no note, no history and nothing in the trash names into the trash",
    })
    .input(z.object({}).optional())
    .output(z.object({ removed: z.array(Id) })),

  restore: signedIn
    .route({ method: "POST", path: "/files/{fileId}/restore", summary: "Take a file out of the trash" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),
};

export const filesNoun = defineNoun({
  operations: files,
  liveEntities: ["file"],
  activityTypes: ["file_deleted", "file_restored"],
  activityEntities: ["file"],
  trash: { file: "files" },
});
