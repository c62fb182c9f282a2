import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Import } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { finishImport, getImport, moveImport, readImport } from "./imports.ts";
import { keepItems } from "./keep-items.ts";
import { patiently } from "./patiently.ts";
import { INCOMING } from "./reading/plan.ts";
import { runReader } from "./run-reader.ts";
import { assertFree, startRun, type Working } from "./runs.ts";
import { removeWork, workFolder } from "./work-folder.ts";

/** Reads what was sent into a plan, in the background. @throws Failure CONFLICT, UNAVAILABLE */
export async function startReading(services: Services, userId: string, importId: string): Promise<Import> {
  const { size } = await readImport(services.db, userId, importId);
  if (size === 0) throw new Failure("CONFLICT", "Nothing was sent yet.");
  assertFree(userId);
  await moveImport(services.db, userId, importId, ["uploading"], "reading");
  startRun(services, { userId, importId, status: "reading" }, (working) =>
    read(services, userId, importId, working),
  );
  return getImport(services.db, userId, importId);
}

async function read(services: Services, userId: string, importId: string, working: Working): Promise<void> {
  const { db, config } = services;
  const folder = workFolder(config, importId);
  await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 });
  const result = await runReader(
    { folder, userId, limits: limitsOf(config), signal: working.signal },
    {
      onHash: (hash) => patiently(() => keyOf(services, userId, importId, hash)),
      onProgress: (step, done, total) => working.progress({ step, done, total }),
    },
  );
  if (working.signal.aborted) return removeWork(config, importId);
  if (result.is === "refused") {
    working.release();
    await finishImport(db, userId, importId, "reading", { status: "failed", message: result.words });
    return removeWork(config, importId);
  }
  const counts = await patiently(() => keepItems(db, userId, importId, folder));
  const { format, folders, notes, files, skipped } = result;
  const plan = { folders, notes, files, skipped, ...counts };
  working.release();
  await patiently(() => finishImport(db, userId, importId, "reading", { status: "ready", plan, format }));
}

const limitsOf = ({ maxImageBytes, maxFileBytes, maxVideoBytes }: Services["config"]) => ({
  maxImageBytes,
  maxFileBytes,
  maxVideoBytes,
});

/**
 * What the ids are made with: the same files again make nothing twice, unless what they made was undone, because those notes lie
 * in the trash under their ids.
 */
async function keyOf({ db }: Services, userId: string, importId: string, hash: string): Promise<string> {
  const [row] = await db.queryAs<{ undone: number }>(
    userId,
    `WITH own AS (UPDATE imports SET hash = $3 WHERE id = $1 AND user_id = $2)
     SELECT count(*)::int AS undone FROM imports i WHERE i.user_id = $2 AND i.hash = $3 AND i.id <> $1 AND i.status IN ('undone', 'cancelled')
       AND EXISTS (SELECT FROM import_items m WHERE m.import_id = i.id AND m.outcome = 'undone')`,
    [importId, userId, hash],
  );
  return `${hash}:${row?.undone ?? 0}`;
}
