import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Import } from "#contract/imports.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { findFile } from "../files/files.ts";
import { createFolder } from "../folders/folders.ts";
import { storageFault } from "../platform/storage-fault.ts";
import { finishImport, getImport, moveImport, readImport } from "./imports.ts";
import { keepOutcomes, type Outcome } from "./keep-items.ts";
import { keepFile } from "./keep-file.ts";
import { patiently } from "./patiently.ts";
import { openSeeds, readPlan, type Seeds } from "./read-plan.ts";
import {
  makeComments,
  makeSettings,
  makeTasks,
  makeTemplates,
  makeThreads,
  putSettingsBack,
  rememberMade,
  removeExtras,
} from "./make-extras.ts";
import type { PlanLine, PlannedExtra, PlannedFile, PlannedFolder, PlannedNote } from "./reading/plan.ts";
import { TREE } from "./reading/plan.ts";
import { assertFree, startRun, type Working } from "./runs.ts";
import { storeNote } from "./store-note.ts";
import { takeBack } from "./undo-import.ts";
import { removeWork, workFolder } from "./work-folder.ts";

export type MakeOptions = { folderId: string | null; withSettings: boolean };
type Maker = {
  services: Services;
  userId: string;
  importId: string;
  folder: string;
  options: MakeOptions;
  seeds: Seeds;
  outcomes: Outcome[];
};

const PARALLEL = 4;
const OUTCOMES_AT_A_TIME = 100;

/** Makes what the plan says, in the background. @throws Failure CONFLICT, NOT_FOUND */
export async function startMaking(
  services: Services,
  userId: string,
  importId: string,
  options: MakeOptions,
): Promise<Import> {
  await readImport(services.db, userId, importId);
  await assertFolder(services, userId, options.folderId);
  assertFree(userId);
  await moveImport(services.db, userId, importId, ["ready"], "making");
  startRun(services, { userId, importId, status: "making" }, (working) =>
    make(services, userId, importId, options, working),
  );
  return getImport(services.db, userId, importId);
}

async function assertFolder({ db }: Services, userId: string, folderId: string | null): Promise<void> {
  if (folderId === null) return;
  const sql = "SELECT 1 FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL";
  if ((await db.queryAs(userId, sql, [folderId, userId])).length === 0)
    throw new Failure("NOT_FOUND", "There is no such folder.");
}

async function make(
  services: Services,
  userId: string,
  importId: string,
  options: MakeOptions,
  working: Working,
): Promise<void> {
  const { db, config } = services;
  const folder = workFolder(config, importId);
  const { plan } = await getImport(db, userId, importId);
  const seeds = await openSeeds(folder);
  const maker: Maker = { services, userId, importId, folder, options, seeds, outcomes: [] };
  try {
    await makeAll(maker, working, plan.notes);
  } finally {
    await seeds.close();
    await flush(maker);
  }
  if (working.signal.aborted) {
    const { status } = await readImport(db, userId, importId);
    // Stopped with the server, it can be completed or undone later; cancelled, nothing of it stays.
    if (status !== "cancelled") return;
    await takeBack(db, userId, importId, true);
    await removeExtras({ db }, userId, importId);
    await putSettingsBack({ db }, userId, importId);
  } else {
    await logImport(services, userId, importId);
    working.release();
    await patiently(() => finishImport(db, userId, importId, "making", { status: "done" }));
  }
  await removeWork(config, importId);
}

async function makeAll(maker: Maker, working: Working, total: number): Promise<void> {
  const inWork = new Set<Promise<void>>();
  let done = 0;
  for await (const { position, line } of readPlan(maker.folder)) {
    if (working.signal.aborted) break;
    // What it belongs to may be under way.
    if ("rows" in line) await Promise.all(inWork);
    const run = makeOne(maker, position, line).then(() => {
      if (line.kind === "note") working.progress({ step: "making", done: ++done, total });
    });
    if (line.kind !== "note") {
      // What comes next may need it.
      await run;
    } else {
      inWork.add(run);
      void run.finally(() => inWork.delete(run)).catch(() => {});
      if (inWork.size >= PARALLEL) await Promise.race(inWork);
    }
    if (maker.outcomes.length >= OUTCOMES_AT_A_TIME) await flush(maker);
  }
  await Promise.all(inWork);
}

async function flush(maker: Maker): Promise<void> {
  const outcomes = maker.outcomes.splice(0);
  await patiently(() => keepOutcomes(maker.services.db, maker.userId, maker.importId, outcomes));
}

async function makeOne(maker: Maker, position: number, line: PlanLine): Promise<void> {
  const tell = (outcome: Omit<Outcome, "position">) => maker.outcomes.push({ position, ...outcome });
  try {
    const made = await patiently(() => makeLine(maker, line));
    if (made) tell(made);
  } catch (error) {
    // A full disk stops everything: nothing that follows would fare better.
    if (storageFault(error)) throw error;
    tell({
      outcome: "skipped",
      reason: `not stored: ${error instanceof Error ? error.message : "an unknown fault"}`,
    });
  }
}

function makeLine(maker: Maker, line: PlanLine): Promise<Omit<Outcome, "position"> | null> {
  switch (line.kind) {
    case "folder":
      return makeFolder(maker, line);
    case "file":
      return makeFile(maker, line);
    case "note":
      return makeNote(maker, line);
    case "skipped":
      return Promise.resolve(null);
    default:
      return makeExtra(maker, line);
  }
}

async function makeFolder({ services, userId, options }: Maker, line: PlannedFolder) {
  const parentId = line.parentId ?? options.folderId;
  const { id, name } = line;
  await createFolder(services.db, userId, { id, name, parentId, isLoggedElsewhere: true });
  // Of an earlier import, and deleted since: what comes into it now has to be found.
  await services.db.queryAs(
    userId,
    "UPDATE folders SET trashed_at = $2 WHERE id = $1 AND trashed_at IS DISTINCT FROM $2::timestamptz",
    [id, line.trashedAt ?? null],
  );
  return { outcome: "made" as const };
}

async function makeExtra({ services, userId, importId, options }: Maker, { kind, rows }: PlannedExtra) {
  if (kind === "settings" && !options.withSettings)
    return { outcome: "skipped" as const, reason: "not wanted: your own settings stay" };
  if (kind === "settings") await makeSettings(services, userId, importId, rows);
  if (kind === "tasks" || kind === "templates") await rememberMade(services, userId, importId, kind, rows);
  if (kind === "tasks") await makeTasks(services, userId, importId, rows);
  if (kind === "threads") await makeThreads(services, userId, rows);
  if (kind === "comments") await makeComments(services, userId, rows);
  if (kind === "templates") await makeTemplates(services, userId, rows);
  return { outcome: "made" as const };
}

/**
 * The plan was written by the reader, which has read what somebody sent: a file is taken from where the reader may put files, and
 * from nowhere else.
 */
async function fileInTree(folder: string, path: string): Promise<string> {
  const tree = await realpath(join(folder, TREE));
  const given = join(tree, path);
  const isFile = await lstat(given).then(
    (found) => found.isFile(),
    () => false,
  );
  const real = isFile ? await realpath(given) : "";
  if (!real.startsWith(tree + sep))
    throw new Failure("INVALID_INPUT", "This file is not among what was sent.");
  return real;
}

async function makeFile({ services, userId, folder }: Maker, { id, name, path, trashedAt }: PlannedFile) {
  if (await findFile(services.db, userId, id)) return { outcome: "present" as const };
  await keepFile(services, userId, { id, name, path: await fileInTree(folder, path) });
  if (trashedAt)
    await services.db.queryAs(userId, "UPDATE files SET trashed_at = $2 WHERE id = $1", [id, trashedAt]);
  return { outcome: "made" as const };
}

async function makeNote({ services, userId, options, seeds }: Maker, line: PlannedNote) {
  const found = await services.db.queryAs(
    userId,
    "SELECT 1 FROM notes_v2 WHERE id = $1",
    [line.id],
    "has-note",
  );
  if (found.length > 0) return { outcome: "present" as const };
  const writtenAt = await storeNote(
    services,
    userId,
    { ...line, folderId: line.folderId ?? options.folderId },
    seeds,
  );
  return { outcome: "made" as const, writtenAt };
}

async function logImport({ db }: Services, userId: string, importId: string): Promise<void> {
  const { made, name, plan } = await getImport(db, userId, importId);
  if (made === 0) return;
  await db.asJob(userId, "log an import", (tx) =>
    logActivity(tx, {
      type: "import_notes",
      title: `Imported ${made} ${made === 1 ? "note" : "notes"}`,
      description: `From ${name}`,
      metadata: { notes_count: made, folders_count: plan.folders, import_id: importId },
    }),
  );
}
