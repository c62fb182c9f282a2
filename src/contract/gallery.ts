import { z } from "zod";
import { declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Of an account, those in the trash not counted. */
export const MOST_PICTURES = 5_000;
/** Pictures one call takes. */
const AT_ONCE = 200;

const Title = text(200).pipe(z.string().trim());
const Description = text(5_000).pipe(z.string().trim());
const Tag = text(100).pipe(z.string().trim().min(1));
const Tags = z
  .array(Tag)
  .max(30)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()])
  .describe("Upper and lower case are the same tag");

export const Picture = z
  .object({
    id: Id,
    fileId: Id.describe("The file that holds its bytes: a picture is once in the store"),
    name: z.string().describe("The file's"),
    url: z.string().describe("The file's, /files/{id}: asks for the owner's session"),
    kind: z.enum(["image", "video"]),
    type: z.string().describe("Media type"),
    size: z.int().describe("Bytes"),
    width: z.int().nullable().describe("Pixels; null for videos"),
    height: z.int().nullable(),
    storagePath: z.string().describe("A label, never an address"),
    title: z.string().describe("May be empty: then the file's name is shown"),
    description: z.string(),
    tags: z.array(z.string()),
    isPublic: z.boolean().describe("Anyone with publicUrl can see it"),
    publicUrl: z
      .string()
      .nullable()
      .describe("Another one each time it is made public; null while it is not"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("A picture or video of one's gallery");
export type Picture = z.infer<typeof Picture>;

export const gallery = {
  list: signedIn
    .route({ method: "GET", path: "/gallery", summary: "Your gallery, newest first, without the trash" })
    .input(
      z.object({
        query: text(200).optional().describe("In title, description, a tag or the file's name, in any case"),
        tag: text(100).optional().describe("Those with exactly this tag, in any case"),
        kind: z.enum(["image", "video"]).optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(60),
      }),
    )
    .output(z.object({ pictures: z.array(Picture), nextCursor: z.string().nullable() })),

  tags: signedIn
    .route({ method: "GET", path: "/gallery-tags", summary: "Tags of your gallery, by name" })
    .input(z.object({}).optional())
    .output(z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) })),

  get: signedIn
    .route({ method: "GET", path: "/gallery/{pictureId}", summary: "One picture" })
    .input(z.object({ pictureId: Id }))
    .output(Picture),

  add: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/gallery",
      summary: "Add an uploaded image or video to your gallery",
      description:
        "The file is uploaded first (POST /api/files/upload or /api/files/uploads). Repeated, it answers the picture that is there; one in the trash comes back. " +
        `An account has at most ${MOST_PICTURES} pictures.`,
    })
    .input(
      z.object({
        fileId: Id,
        isUpload: z
          .boolean()
          .default(false)
          .describe("It was uploaded for this: if it can't be added, the file is removed"),
        title: Title.optional(),
        description: Description.optional(),
        tags: Tags.optional(),
      }),
    )
    .output(Picture),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PATCH", path: "/gallery/{pictureId}", summary: "Change a picture" })
    .input(
      z.object({
        pictureId: Id,
        title: Title.optional(),
        description: Description.optional(),
        tags: Tags.optional(),
        isPublic: z.boolean().optional().describe("Switched off, publicUrl stops at once and permanently"),
        onlyIf: z
          .object({ title: Title, description: Description, tags: Tags })
          .partial()
          .optional()
          .describe("What must still stand there; if something else does by now, CONFLICT and no change"),
      }),
    )
    .output(Picture),

  remove: signedIn
    .route({
      method: "POST",
      path: "/gallery/remove",
      summary: "Put pictures into the trash for 30 days",
      description: "Their files go with them, except those that a note or the workspace still shows.",
    })
    .input(z.object({ pictureIds: z.array(Id).min(1).max(AT_ONCE) }))
    .output(
      z.object({
        removed: z.array(Id).describe("What was there; the rest is passed over"),
        keptFiles: z.array(Id).describe("Files that stay, because something shows them"),
      }),
    ),

  restore: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/gallery/{pictureId}/restore", summary: "Take it out of the trash" })
    .input(z.object({ pictureId: Id }))
    .output(Picture),
};

export const galleryNoun = defineNoun({
  operations: gallery,
  liveEntities: ["picture"],
  activityEntities: ["picture"],
  activityTypes: ["picture_added", "picture_updated", "picture_deleted", "picture_restored"],
  trash: { picture: "pictures" },
  importKinds: ["pictures"],
});
