import { z } from "zod";

export const MadeImage = z
  .object({
    url: z.string().describe("data:image/webp;base64,..."),
    width: z.int(),
    height: z.int(),
  })
  .describe("A picture that a model made, encoded again; it is kept nowhere");
export type MadeImage = z.infer<typeof MadeImage>;
