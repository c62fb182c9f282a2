import { z } from "zod";
import { AI_ACCESS } from "./ai-access.ts";

/** Of a folder with all that is below it, of a tag, or as it holds for a note. */
export const AiAccess = z
  .enum(AI_ACCESS)
  .describe("Which AI models may read it: any, those on this server and in its network, or none");
