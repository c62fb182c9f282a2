import { createHash } from "node:crypto";
import { copyFile, mkdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ImportItem } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { cancelImport } from "../import/apply/undo-import.ts";
import { createImport, replaceRuns } from "../import/imports.ts";
import { startReading } from "../import/read-import.ts";
import { readPlan } from "../import/read-plan.ts";
import { PLAN, type PlanLine } from "../import/reading/plan.ts";
import { count, emptyReport, type FileReport, type ImportReport } from "../import/report.ts";
import { removeWork, workFolder } from "../import/work-folder.ts";
import { apply, type Followed, itemsOf, untilReady } from "./follow-import.ts";

type ImportOptions = {
  /** Says what would be made and makes nothing. */
  isTrial?: boolean;
  onProgress?: Followed["onProgress"];
  /** Called with each file at the end; the next one waits for it. */
  onFile?: (file: FileReport) => void | Promise<void>;
};

/**
 * Makes a note of every Markdown file below a folder, in folders like those on the disk, linked as the files are. Running
 * it again completes it: what is already there is left as it is, also when it was edited or moved since.
 */
export async function importFolder(
  services: Services,
  userId: string,
  folder: string,
  { isTrial = false, onProgress = () => {}, onFile }: ImportOptions = {},
): Promise<ImportReport> {
  const { db, config } = services;
  const root = await realpath(folder);
  const { id } = await createImport(services, userId, basename(root));
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 32);
  if (!isTrial)
    for (const replaced of await replaceRuns(db, userId, id, hash)) await removeWork(config, replaced);
  const followed = { userId, id, onProgress };
  await startReading(services, userId, id, { inPlace: root });
  await untilReady(services, followed);
  // What was made has no plan any more, and items hold the first problems of a note only.
  const plan = `${id}.report`;
  try {
    await mkdir(workFolder(config, plan), { mode: 0o700 });
    await copyFile(join(workFolder(config, id), PLAN), join(workFolder(config, plan), PLAN));
    if (!isTrial) await apply(services, followed, { keepsTrash: true });
    return await reportOn(services, followed, workFolder(config, plan), onFile);
  } finally {
    await removeWork(config, plan);
    if (isTrial) await cancelImport(services, userId, id);
  }
}

async function reportOn(
  services: Services,
  followed: Followed,
  planFolder: string,
  onFile: ImportOptions["onFile"],
): Promise<ImportReport> {
  const report = emptyReport();
  const plan = readPlan(planFolder);
  for await (const item of itemsOf(services, followed)) {
    const line = await lineOf(plan, item.position);
    if (item.kind === "folder" && item.outcome !== "present") report.folders++;
    const file = toFileReport(item, line);
    if (!file) continue;
    if (file.outcome === "made" && line.kind === "note") {
      report.links += line.links ?? 0;
      report.images += line.images ?? 0;
    }
    count(report, file);
    // A picture that could not be kept.
    if (line.kind === "file") report.files--;
    await onFile?.(file);
  }
  return report;
}

/** Lines without an item to tell of are passed over. */
async function lineOf(plan: ReturnType<typeof readPlan>, position: number): Promise<PlanLine> {
  for (;;) {
    const next = await plan.next();
    if (next.done) throw new Error("The plan is shorter than what was made of it");
    if (next.value.position === position) return next.value.line;
  }
}

function toFileReport({ outcome, path, entityId, title, reason }: ImportItem, line: PlanLine) {
  const noteId = entityId ?? "";
  if (outcome === "skipped") return { path, outcome: "left out", reason: reason ?? "" } as const;
  if (line.kind === "present") return { path, outcome: "present", noteId } as const;
  if (line.kind !== "note") return null;
  if (outcome === "present") return { path, outcome, noteId } as const;
  return { path, outcome: "made", noteId, title, problems: line.problems } as const;
}
