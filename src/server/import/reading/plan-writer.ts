import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { PLAN, type Piece, type PlanCounts, type PlanLine, SEEDS, type Skipped } from "./plan.ts";

export type PlanWriter = {
  counts: PlanCounts;
  /** The first few that are left out. */
  skipped: Skipped[];
  add: (line: PlanLine) => Promise<void>;
  /** Keeps bytes outside of the lines, which stay short however long a note is. */
  keep: (bytes: Uint8Array) => Promise<Piece>;
  end: () => Promise<void>;
};

export function openPlan(folder: string): PlanWriter {
  const lines = createWriteStream(join(folder, PLAN), { mode: 0o600 });
  const seeds = createWriteStream(join(folder, SEEDS), { mode: 0o600 });
  const counts: PlanCounts = { folders: 0, notes: 0, files: 0, skipped: 0, tasks: 0, events: 0 };
  const skipped: Skipped[] = [];
  let kept = 0;
  const write = async (to: typeof lines, bytes: string | Uint8Array) => {
    if (!to.write(bytes)) await once(to, "drain");
  };
  return {
    counts,
    skipped,
    async add(line) {
      if (line.kind === "folder") counts.folders++;
      else if (line.kind === "note" || line.kind === "present") counts.notes++;
      else if (line.kind === "file") counts.files++;
      else if (line.kind === "skipped") {
        counts.skipped++;
        if (skipped.length < 2) skipped.push(line);
      } else if (line.kind === "tasks" || line.kind === "events") counts[line.kind] += line.rows.length;
      await write(lines, `${JSON.stringify(line)}\n`);
    },
    async keep(bytes) {
      const piece = { at: kept, length: bytes.length };
      kept += bytes.length;
      await write(seeds, bytes);
      return piece;
    },
    async end() {
      lines.end();
      seeds.end();
      await Promise.all([finished(lines), finished(seeds)]);
    },
  };
}
