import { copyFile, mkdir, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Import, ImportItem } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { createImport, setImportSize } from "../import/imports.ts";
import { startReading } from "../import/read-import.ts";
import { INCOMING } from "../import/reading/plan.ts";
import { cancelImport } from "../import/apply/undo-import.ts";
import { workFolder } from "../import/work-folder.ts";
import { apply, type Followed, itemsOf, untilReady } from "./follow-import.ts";

const REMARKS_SHOWN = 20;

type Options = { isTrial: boolean; reportPath: string | null; onProgress: Followed["onProgress"] };

/**
 * What the browser does with a file, for a command: a Notion ZIP, an Evernote notebook, a document. The person finds the import in
 * the settings, and can undo it there.
 * @returns what came of it, for a terminal
 */
export async function importOneFile(
  services: Services,
  userId: string,
  path: string,
  { isTrial, reportPath, onProgress }: Options,
): Promise<string> {
  const { db, config } = services;
  const { id } = await createImport(services, userId, basename(path));
  const folder = join(workFolder(config, id), INCOMING);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { size, atime, mtime } = await stat(path);
  await copyFile(path, join(folder, basename(path)));
  await utimes(join(folder, basename(path)), atime, mtime);
  await setImportSize(db, userId, id, size);
  await startReading(services, userId, id);
  const followed = { userId, id, onProgress };
  const plan = await untilReady(services, followed);
  const end = isTrial ? plan : await apply(services, followed);
  const items: ImportItem[] = [];
  for await (const item of itemsOf(services, followed)) items.push(item);
  if (reportPath !== null) await writeFile(reportPath, JSON.stringify({ import: end, items }, null, 1));
  if (isTrial) await cancelImport(services, userId, id);
  return words(end, items, isTrial);
}

function words(end: Import, items: ImportItem[], isTrial: boolean): string {
  const { plan, fresh, present, made, madeTasks, madeEvents, presentRows, format } = end;
  const skipped = items.filter(({ outcome }) => outcome === "skipped");
  const rows = plan.tasks + plan.events > 0 ? `, ${fresh.tasks} tasks, ${fresh.events} events` : "";
  const what = `${format}: ${fresh.notes} notes, ${fresh.folders} folders, ${fresh.files} files${rows}`;
  const madeRows = rows === "" ? "" : `, ${madeTasks} tasks and ${madeEvents} events`;
  const lines = [
    isTrial ? `Would import ${what}. Nothing was changed.` : `Imported ${made} notes${madeRows} (${what}).`,
  ];
  if (presentRows > 0) lines.push(`${presentRows} tasks and events of an earlier import stay as they are.`);
  if (present > 0) lines.push(`${present} notes of an earlier import stay as they are.`);
  if (skipped.length > 0) lines.push("", `Left out (${skipped.length}):`);
  for (const { path, reason } of skipped.slice(0, REMARKS_SHOWN)) lines.push(`  ${path}: ${reason}`);
  if (!isTrial) lines.push("", "It can be undone in the settings, Import and export.");
  return lines.join("\n");
}
