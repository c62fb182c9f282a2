import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PLAN, type Piece, type PlanLine, SEEDS } from "./reading/plan.ts";

/** The lines of a plan, one at a time. */
export async function* readPlan(folder: string): AsyncGenerator<{ position: number; line: PlanLine }> {
  const input = createReadStream(join(folder, PLAN), { encoding: "utf8" });
  let position = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity }))
    if (text !== "") yield { position: position++, line: JSON.parse(text) as PlanLine };
}

/** The seeds of a plan, each read when it is wanted. */
export async function openSeeds(folder: string) {
  const file = await open(join(folder, SEEDS));
  return {
    async read({ at, length }: Piece): Promise<Buffer> {
      const bytes = Buffer.alloc(length);
      await file.read(bytes, 0, length, at);
      return bytes;
    },
    close: () => file.close(),
  };
}
export type Seeds = Awaited<ReturnType<typeof openSeeds>>;
