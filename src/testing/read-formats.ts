import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { repairDocument } from "#document/repair.ts";
import { convertTree } from "#server/import/reading/convert-tree.ts";
import { STAGED_NOTE, type StagedNote } from "#server/import/reading/stage.ts";
import type { Budget } from "#server/extract/unzip.ts";
import { walkFiles } from "#server/import/walk-files.ts";

export type ReadNote = Omit<StagedNote, "doc"> & { path: string; markdown: string };
export type ReadFiles = {
  format: string;
  notes: ReadNote[];
  /** What lies beside the notes. */
  files: string[];
  skipped: { path: string; reason: string }[];
};

/** What the formats make of files, before links find their notes; in this process, so that failures show their place. */
export async function readFormats(
  files: Record<string, string | Uint8Array>,
  budget?: Budget,
): Promise<ReadFiles> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-formats-")));
  try {
    const root = join(folder, "tree");
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    await mkdir(join(folder, "scratch"));
    const { format, stage } = await convertTree(
      root,
      join(folder, "scratch"),
      () => {},
      budget && { budget },
    );
    const read: ReadFiles = { format, notes: [], files: [], skipped: stage.skipped };
    for await (const { path } of walkFiles(root, "", /./)) {
      if (!STAGED_NOTE.test(path)) read.files.push(path);
      else {
        const { doc, ...note } = JSON.parse(await readFile(join(root, path), "utf8")) as StagedNote;
        read.notes.push({ ...note, path, markdown: toMarkdown(repairDocument(doc)) });
      }
    }
    read.notes.sort((a, b) => (a.path < b.path ? -1 : 1));
    read.files.sort();
    return read;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
