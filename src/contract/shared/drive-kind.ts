import { z } from "zod";

/** What comes of a file: a note, which is compared with it later, or a file as it is. */
export const DriveKind = z
  .enum(["document", "table", "text", "file"])
  .describe("document, table and text become notes; everything else is kept as a file");
export type DriveKind = z.infer<typeof DriveKind>;
