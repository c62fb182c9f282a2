import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { storageFault } from "../../platform/storage-fault.ts";
import { withoutNotionId } from "../formats/notion-names.ts";
import { walkFiles } from "../walk-files.ts";
import { type Converted, convertTree } from "./convert-tree.ts";
import {
  type FromReader,
  INCOMING,
  type Skipped,
  STAGED_FILE,
  TOO_HARD,
  type ToReader,
  TREE,
} from "./plan.ts";
import { openPlan, type PlanWriter } from "./plan-writer.ts";
import { planTree } from "./plan-tree.ts";
import { planRows } from "./staged-rows.ts";
import { Refused, messageOf } from "../../extract/refused.ts";

/*
 * The process that reads what people import. It is started for one import, may read this program and write one folder, has no
 * network and no secrets, and is ended by whoever started it when it takes too long or too much: see run-reader.ts.
 */

const tell = (message: FromReader) =>
  new Promise<void>((done, fail) => {
    process.send!(message, (error: Error | null) => (error ? fail(error) : done()));
  });

let onKey: (key: string) => void = () => {};
process.on("message", (message: ToReader) => {
  if (message.is === "key") onKey(message.key);
  else
    void read(message).then(
      () => process.exit(0),
      (error: unknown) => tell({ is: "refused", words: wordsFor(error) }).finally(() => process.exit(1)),
    );
});
// Whoever asked is gone: nobody waits for an answer.
process.on("disconnect", () => process.exit(1));

function wordsFor(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (storageFault(error))
    return "The server's disk is full or failing. Nothing was imported; try again later.";
  return `This could not be read: ${messageOf(error)}`;
}

const TELL_EVERY_MS = 250;

/** What is known once the tree is made, for a reader that goes on from there. */
type Staged = Pick<Converted, "format"> & {
  skipped: Omit<Skipped, "kind">[];
  renamed: Record<string, string>;
  present?: string[];
};

async function makeTree(
  { folder, timeZone }: ReadTask,
  onProgress: Progress,
): Promise<{ key: string; staged: Staged }> {
  await rename(join(folder, INCOMING), join(folder, TREE));
  const scratch = join(folder, "scratch");
  await mkdir(scratch, { mode: 0o700 });
  const root = await realpath(join(folder, TREE));
  const keyed = new Promise<string>((resolve) => (onKey = resolve));
  await tell({ is: "hash", hash: await hashOf(root) });
  const key = await keyed;
  const { format, stage } = await convertTree(
    root,
    scratch,
    (done, total) => onProgress("unpacking", done, total),
    { timeZone },
  );
  const staged = { format, skipped: stage.skipped, renamed: Object.fromEntries(stage.renamed) };
  await writeFile(join(folder, STAGED_FILE), JSON.stringify(staged), { mode: 0o600 });
  return { key, staged };
}

type Progress = (step: "unpacking" | "reading", done: number, total: number) => void;

type ReadTask = Extract<ToReader, { is: "read" }>;

async function read(task: ReadTask): Promise<void> {
  const { folder, userId, limits, again, isInPlace = false, fileIds, email } = task;
  let toldAt = 0;
  const progress: Progress = (step, done, total) => {
    if (Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    void tell({ is: "progress", step, done, total });
  };
  const { key, staged } = again
    ? {
        key: again.key,
        staged: JSON.parse(await readFile(join(folder, STAGED_FILE), "utf8")) as Staged,
      }
    : await makeTree(task, progress);
  const root = await realpath(join(folder, TREE));
  const { format } = staged;
  const plan = openPlan(folder);
  for (const { path, reason } of staged.skipped) await plan.add({ kind: "skipped", path, reason });
  if (format === "cairn") {
    const { planCairn } = await import("../cairn/plan-cairn.ts");
    await planCairn(
      { root, userId, email, key, limits, onProgress: (done, total) => progress("reading", done, total) },
      plan,
    );
  } else
    await planTree(
      {
        root,
        userId,
        key,
        limits,
        renamed: staged.renamed,
        isObsidian: format === "obsidian",
        isInPlace,
        fileIds,
        present: new Set(staged.present),
        nameOf: format === "notion" ? withoutNotionId : (part) => part,
        tooHard: { paths: new Set(again?.tooHard), reason: TOO_HARD },
        onNote: (path) => tell({ is: "at", path }),
        onProgress: (done) => progress("reading", done, 0),
      },
      plan,
    );
  if (!isInPlace) await planRows(root, userId, key, plan);
  await plan.end();
  const { notes, tasks, events } = plan.counts;
  if (notes + tasks + events === 0 && format !== "cairn" && !isInPlace) throw new Refused(whyNothing(plan));
  await tell({ is: "read", format, ...plan.counts });
}

function whyNothing({ skipped, counts }: PlanWriter): string {
  const [first] = skipped;
  if (!first) return "It contains nothing that can be imported as a note.";
  const why = `${first.path}: ${first.reason.replace(/\.$/, "")}`;
  if (counts.skipped === 1) return first.reason.startsWith("This ") ? first.reason : `${why}.`;
  return `None of the files could be imported. ${why}; and ${counts.skipped - 1} more.`;
}

/** What was sent, by names and bytes: the same again is the same import. */
async function hashOf(root: string): Promise<string> {
  const paths: string[] = [];
  for await (const { path } of walkFiles(root, "", /./)) paths.push(path);
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    hash.update(`${path}\0`);
    for await (const chunk of createReadStream(join(root, path), { highWaterMark: 1024 * 1024 }))
      hash.update(chunk as Buffer);
  }
  return hash.digest("hex").slice(0, 32);
}
