import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Import } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import type { Database } from "../db/client.ts";
import { importId as idOf } from "./import-id.ts";
import { finishImport, getImport, readImport } from "./imports.ts";
import { recordItems } from "./import-items.ts";
import { retryTransient } from "./retry-transient.ts";
import { INCOMING, STAGED_FILE, TREE } from "./reading/plan.ts";
import { runReader } from "./run-reader.ts";
import { startRun, type Working } from "./runs.ts";
import { walkFiles } from "./walk-files.ts";
import { removeWork, workFolder } from "./work-folder.ts";

const PATHS_AT_A_TIME = 1_000;

export type ReadingOptions = {
  /** The real path of a folder of this machine, whose Markdown is read. */
  inPlace?: string;
  /** Runs first, and makes what is read lie in the folder of what was sent. What it fails with is told of the import. */
  prepare?: (incoming: string, working: Working) => Promise<void>;
};

/**
 * Reads what was sent into a plan, in the background.
 * @throws Failure CONFLICT, UNAVAILABLE
 */
export async function startReading(
  services: Services,
  userId: string,
  importId: string,
  { inPlace, prepare }: ReadingOptions = {},
): Promise<Import> {
  const { size } = await readImport(services.db, userId, importId);
  if (size === 0 && inPlace === undefined && prepare === undefined)
    throw new Failure("CONFLICT", "Nothing was uploaded yet.");
  await startRun(services, { userId, importId, from: "uploading", status: "reading" }, (working) =>
    read(services, { userId, importId, inPlace, prepare }, working),
  );
  return getImport(services.db, userId, importId);
}

type Reading = {
  userId: string;
  importId: string;
  inPlace: string | undefined;
  prepare: ReadingOptions["prepare"];
};

async function read(services: Services, reading: Reading, working: Working): Promise<void> {
  const { db, config } = services;
  const { userId, importId, inPlace } = reading;
  const folder = workFolder(config, importId);
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const refuse = async (message: string) => {
    working.release();
    await finishImport(db, userId, importId, "reading", { status: "failed", message });
    return removeWork(config, importId);
  };
  const refusal = await whyUnprepared(reading, incoming, working);
  if (working.signal.aborted) return removeWork(config, importId);
  if (refusal !== null) return refuse(refusal);
  if (inPlace !== undefined) await stageInPlace(db, userId, folder, inPlace);
  const limits = inPlace === undefined ? limitsOf(config) : { maxImageBytes: config.maxImageBytes };
  const result = await runReader(
    { folder, userId, limits, ...(await accountOf(db, userId)), inPlace, signal: working.signal },
    {
      onHash: (hash) => retryTransient(() => keyOf(services, userId, importId, hash)),
      onProgress: (step, done, total) => working.progress({ step, done, total }),
    },
  );
  if (working.signal.aborted) return removeWork(config, importId);
  if (result.is === "refused") return refuse(result.words);
  const counts = await retryTransient(() => recordItems(db, userId, importId, folder));
  const { is: _, format, ...planned } = result;
  const plan = { ...planned, ...counts };
  working.release();
  await retryTransient(() =>
    finishImport(db, userId, importId, "reading", { status: "ready", plan, format }),
  );
}

async function whyUnprepared(
  { prepare }: Reading,
  incoming: string,
  working: Working,
): Promise<string | null> {
  try {
    await prepare?.(incoming, working);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    if (working.signal.aborted) return "";
    throw error;
  }
}

async function accountOf(db: Database, userId: string): Promise<{ timeZone: string; email?: string }> {
  const [row] = await db.queryAs<{ zone: string | null; email: string | null }>(
    userId,
    `SELECT (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS zone,
       (SELECT lower(email) FROM user_profiles WHERE id = $1) AS email`,
    [userId],
  );
  return { timeZone: row?.zone ?? "UTC", ...(row?.email && { email: row.email }) };
}

/** As if it had been sent and unpacked: the tree is a link to it. */
async function stageInPlace(db: Database, userId: string, folder: string, root: string): Promise<void> {
  await symlink(root, join(folder, TREE));
  const present = await retryTransient(() => presentIn(db, userId, root));
  const format = existsSync(join(root, ".obsidian")) ? "obsidian" : "markdown";
  await writeFile(join(folder, STAGED_FILE), JSON.stringify({ format, skipped: [], renamed: {}, present }));
}

/** What an earlier run made is not read again: the command is run again and again. */
async function presentIn(db: Database, userId: string, root: string): Promise<string[]> {
  const present: string[] = [];
  let batch = new Map<string, string>();
  const ask = async () => {
    const rows = await db.queryAs<{ id: string }>(userId, "SELECT id FROM notes_v2 WHERE id = ANY ($1)", [
      [...batch.keys()],
    ]);
    present.push(...rows.map(({ id }) => batch.get(id)!));
    batch = new Map();
  };
  for await (const { path, leftOut } of walkFiles(root)) {
    if (leftOut === undefined) batch.set(idOf(userId, root, "note", path), path);
    if (batch.size >= PATHS_AT_A_TIME) await ask();
  }
  await ask();
  return present;
}

const limitsOf = ({ maxImageBytes, maxFileBytes, maxVideoBytes }: Services["config"]) => ({
  maxImageBytes,
  maxFileBytes,
  maxVideoBytes,
});

/**
 * What the ids are made with: the same files again make nothing twice, unless what they made was undone, because those notes lie
 * in the trash under their ids, or soon will: where another server makes what was cancelled, it hears of it only at its next beat.
 */
async function keyOf({ db }: Services, userId: string, importId: string, hash: string): Promise<string> {
  const [row] = await db.queryAs<{ undone: number }>(
    userId,
    `WITH own AS (UPDATE imports SET hash = $3 WHERE id = $1 AND user_id = $2)
     SELECT count(*)::int AS undone FROM imports i WHERE i.user_id = $2 AND i.hash = $3 AND i.id <> $1 AND i.status IN ('undone', 'cancelled')
       AND EXISTS (SELECT FROM import_items m WHERE m.import_id = i.id AND (m.outcome = 'undone'
         OR (i.status = 'cancelled' AND i.plan ? 'begun' AND m.kind IN ('note', 'tasks', 'events') AND m.outcome IN ('planned', 'made'))))`,
    [importId, userId, hash],
  );
  return `${hash}:${row?.undone ?? 0}`;
}
