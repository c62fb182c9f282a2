import { z } from "zod";

/** How a body is read; json is the document serialised. */
export const ReadFormat = z.enum(["markdown", "text", "html", "json"]);
