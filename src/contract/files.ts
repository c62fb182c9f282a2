import { z } from "zod";
import { Id, Instant, signedIn } from "./base.ts";

/** Images are the only kind taken so far; the limit of their size is a setting of the server. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;

export const FileEntry = z
  .object({
    id: Id,
    name: z.string().describe("Letters, digits, dot and dash; others became underscore"),
    url: z.string().describe("/files/{id}: asks for the session of someone who may see it"),
    type: z.string().describe("Media type, read from the content"),
    size: z.int().describe("Bytes"),
    width: z.int().nullable(),
    height: z.int().nullable(),
    createdAt: Instant,
  })
  .describe("An uploaded file. Upload: POST /api/files/upload?name=..., the bytes as the body.");
export type FileEntry = z.infer<typeof FileEntry>;

export const files = {
  get: signedIn
    .route({ method: "GET", path: "/files/{fileId}", summary: "What is known of a file" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),

  remove: signedIn
    .route({ method: "DELETE", path: "/files/{fileId}", summary: "Put a file into the trash for 30 days" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),

  restore: signedIn
    .route({ method: "POST", path: "/files/{fileId}/restore", summary: "Take a file out of the trash" })
    .input(z.object({ fileId: Id }))
    .output(FileEntry),
};
