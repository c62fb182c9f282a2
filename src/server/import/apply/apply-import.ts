import type { Import } from "#contract/imports.ts";
import { AVATARS } from "../../accounts/profiles.ts";
import { logActivity } from "../../activity/log-activity.ts";
import type { Services } from "../../base.ts";
import { isUnavailable } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { ATTACHMENTS, findFile } from "../../files/files.ts";
import { setFileTrashedAt } from "../../files/import-files.ts";
import { createFolder } from "../../folders/folders.ts";
import { setFolderTrashedAt } from "../../folders/import-folders.ts";
import { storageFault, StorageUnavailableError } from "../../platform/storage-fault.ts";
import { assertFolder } from "../../notes/assert-folder.ts";
import { finishImport, getImport, readImport } from "../imports.ts";
import { dateMade } from "../date-made.ts";
import { recordOutcomes, type Outcome } from "../import-items.ts";
import { keepFile } from "./keep-file.ts";
import { retryTransient } from "../retry-transient.ts";
import { openSeeds, readPlan, type Seeds } from "../read-plan.ts";
import { forgetMade, makeSettings, rememberMade } from "./apply-extras.ts";
import type { PlanLine, PlannedExtra, PlannedFile, PlannedFolder, PlannedNote } from "../reading/plan.ts";
import { startRun, type Working } from "../runs.ts";
import { storeNote } from "./store-note.ts";
import { takeAllBack } from "./undo-import.ts";
import { fileInTree, removeWork, workFolder } from "../work-folder.ts";

export type MakeOptions = {
  folderId: string | null;
  withSettings: boolean;
  /** Folders of an earlier run that lie in the trash stay there: it is run again and again. */
  keepsTrash?: boolean;
};
type Maker = {
  services: Services;
  userId: string;
  importId: string;
  folder: string;
  options: MakeOptions;
  seeds: Seeds;
  outcomes: Outcome[];
};

type Made = Omit<Outcome, "position">;

const PARALLEL = 4;
const OUTCOMES_AT_A_TIME = 100;
const NOT_WANTED = "not wanted: your own settings stay";

/** Makes what the plan says, in the background. @throws Failure CONFLICT, NOT_FOUND */
export async function startApplying(
  services: Services,
  userId: string,
  importId: string,
  options: MakeOptions,
): Promise<Import> {
  await readImport(services.db, userId, importId);
  await services.db.withUser(userId, (tx) => assertFolder(tx, options.folderId));
  await startRun(services, { userId, importId, from: "ready", status: "making" }, (working) =>
    make(services, userId, importId, options, working),
  );
  return getImport(services.db, userId, importId);
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
  let broken: { error: unknown } | null = null;
  try {
    await makeAll(maker, working, plan.notes + plan.tasks + plan.events);
    await dateMade(services, userId, folder, working.signal);
  } catch (error) {
    broken = { error };
  }
  await seeds.close();
  await flush(maker);
  const isFinished = !broken && (await finish(maker, working));
  const { status } = await retryTransient(() => readImport(db, userId, importId));
  // Cancelled on another server, its plan may have gone from under our hands: whatever that threw, nothing of it stays.
  if (status === "cancelled") await takeAllBack(services, userId, importId);
  else if (broken) throw broken.error;
  // Stopped with the server, it can be completed or undone later.
  else if (!isFinished && status !== "done") return;
  await removeWork(config, importId);
}

/** False when it is not wanted any more; cancelled on another server, that may be heard of here as late as now. */
async function finish({ services, userId, importId }: Maker, working: Working): Promise<boolean> {
  if (working.signal.aborted) return false;
  const { status } = await retryTransient(() => readImport(services.db, userId, importId));
  if (status !== "making") return false;
  await logImport(services, userId, importId);
  working.release();
  return retryTransient(() => finishImport(services.db, userId, importId, "making", { status: "done" }));
}

async function makeAll(maker: Maker, working: Working, total: number): Promise<void> {
  const inWork = new Set<Promise<void>>();
  let done = 0;
  for await (const { position, line } of readPlan(maker.folder)) {
    if (working.signal.aborted) break;
    // What it belongs to may be under way.
    if ("rows" in line) await Promise.all(inWork);
    const run = makeOne(maker, position, line).then(() => {
      done += sizeOf(line);
      working.progress({ step: "making", done, total });
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

/** How much of the plan's total a line is. */
function sizeOf(line: PlanLine): number {
  if (line.kind === "note" || line.kind === "present") return 1;
  return line.kind === "tasks" || line.kind === "events" ? line.rows.length : 0;
}

async function flush(maker: Maker): Promise<void> {
  const outcomes = maker.outcomes.splice(0);
  await retryTransient(() => recordOutcomes(maker.services.db, maker.userId, maker.importId, outcomes));
}

async function makeOne(maker: Maker, position: number, line: PlanLine): Promise<void> {
  const tell = (outcome: Omit<Outcome, "position">) => maker.outcomes.push({ position, ...outcome });
  let tries = 0;
  try {
    // What a second try finds was made by the first, whose answer was lost.
    const made = await retryTransient(() => makeLine(maker, line, tries++ > 0 ? "made" : "present"));
    if (made) tell(made);
  } catch (error) {
    // A full disk stops everything: nothing that follows would fare better.
    if (storageFault(error)) throw error;
    if (!(error instanceof Failure))
      maker.services.log.warn({ err: error }, "a part of an import was not made");
    tell({ outcome: "skipped", reason: `not stored: ${whyNotStored(error)}` });
  }
}

/** For the person whose import it is; what databases and drivers say is for the log. */
function whyNotStored(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (isUnavailable(error) || error instanceof StorageUnavailableError)
    return "the storage did not answer. Import the same again: only what is missing is made";
  return "something went wrong on our side. Import the same again: only what is missing is made";
}

/** @param found what it means that it is there already */
function makeLine(maker: Maker, line: PlanLine, found: "present" | "made"): Promise<Made | null> {
  switch (line.kind) {
    case "folder":
      return makeFolder(maker, line);
    case "file":
      return makeFile(maker, line, found);
    case "note":
      return makeNote(maker, line, found);
    case "present":
    case "skipped":
      return Promise.resolve(null);
    default:
      return makeExtra(maker, line, found);
  }
}

async function makeFolder({ services, userId, options }: Maker, line: PlannedFolder) {
  const parentId = line.parentId ?? options.folderId;
  const { id, name, aiAccess } = line;
  await createFolder(services.db, userId, { id, name, parentId, aiAccess, isLoggedElsewhere: true });
  // Of an earlier import, and deleted since: what comes into it now has to be found.
  if (!options.keepsTrash) await setFolderTrashedAt(services.db, userId, id, line.trashedAt ?? null);
  return { outcome: "made" as const };
}

async function makeExtra(
  { services, userId, importId, options }: Maker,
  { kind, rows }: PlannedExtra,
  found: "present" | "made",
): Promise<Made> {
  if (kind === "settings" && !options.withSettings) return { outcome: "skipped", reason: NOT_WANTED };
  if (kind === "settings") await makeSettings(services, userId, importId, rows);
  else {
    const fresh = await rememberMade(services, userId, importId, kind, rows);
    await services.importRows[kind].add(services.db, userId, rows, importId).catch(async (error: unknown) => {
      if (error instanceof Failure && fresh) await forgetMade(services, userId, importId, kind, fresh);
      throw error;
    });
    if (fresh?.length === 0) return { outcome: found };
  }
  return { outcome: "made" };
}

async function makeFile(
  { services, userId, folder, options }: Maker,
  { id, name, path, trashedAt, isPortrait }: PlannedFile,
  found: "present" | "made",
): Promise<Made> {
  if (isPortrait && !options.withSettings) return { outcome: "skipped", reason: NOT_WANTED };
  if (await findFile(services.db, userId, id)) return { outcome: found };
  const bucket = isPortrait ? AVATARS : ATTACHMENTS;
  await keepFile(services, userId, { id, name, bucket, path: await fileInTree(folder, path) });
  if (trashedAt) await setFileTrashedAt(services.db, userId, id, trashedAt);
  return { outcome: "made" };
}

async function makeNote(
  { services, userId, options, seeds }: Maker,
  line: PlannedNote,
  found: "present" | "made",
): Promise<Made> {
  const [there] = await services.db.queryAs<{ updated_at: Date }>(
    userId,
    "SELECT updated_at FROM notes_v2 WHERE id = $1",
    [line.id],
    "note-written-at",
  );
  if (there) return { outcome: found, writtenAt: there.updated_at.toISOString() };
  const writtenAt = await storeNote(
    services,
    userId,
    { ...line, folderId: line.folderId ?? options.folderId },
    seeds,
  );
  return { outcome: "made", writtenAt };
}

async function logImport({ db }: Services, userId: string, importId: string): Promise<void> {
  const { made, madeTasks, madeEvents, name, plan } = await getImport(db, userId, importId);
  const counted = [counts(made, "note"), counts(madeTasks, "task"), counts(madeEvents, "event")].flat();
  if (counted.length === 0) return;
  await db.asJob(userId, "log an import", (tx) =>
    logActivity(tx, {
      type: "import_notes",
      title: `Imported ${counted.join(", ")}`,
      description: `From ${name}`,
      metadata: { notes_count: made, folders_count: plan.folders, import_id: importId },
    }),
  );
}

const counts = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
