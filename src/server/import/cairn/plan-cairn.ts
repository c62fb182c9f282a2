import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ImportRowKind } from "#contract/imports.ts";
import { AI_ACCESS } from "#contract/shared/ai-access.ts";
import { tables } from "../../db/catalog.ts";
import { importId } from "../import-id.ts";
import type { PlannedExtra, PlannedNote } from "../reading/plan.ts";
import type { PlanWriter } from "../reading/plan-writer.ts";
import { Refused } from "../../extract/refused.ts";
import { type FileLimits, findFileProblem } from "../validate-file.ts";
import { MANIFEST } from "./manifest.ts";
import { DAMAGED, type Row, rowsOf, text, textOrNull, timeOf, timeOrNull } from "./rows.ts";
import { readAssignees } from "./assignees.ts";
import { asProblems, readSeenByOthers, type SeenByOthers, sharedWith } from "./sharing-report.ts";
import { type BodyPlaces, versionsOf } from "./versions.ts";

type CairnTask = {
  root: string;
  userId: string;
  email?: string | undefined;
  key: string;
  limits: FileLimits;
  onProgress: (done: number, total: number) => void;
};

const Manifest = z.object({
  app: z.literal("Cairn"),
  version: z.literal(1),
  files: z.record(z.string(), z.string()),
});

const ROWS_A_LINE = 200;

/** Tables whose rows are made again by their nouns. */
const IMPORTED = Object.entries(tables).flatMap(([name, { imported }]) =>
  imported ? [{ table: name.replace("public.", ""), kind: imported.as, ids: imported.ids }] : [],
);

const isFence = ({ kind }: { kind: ImportRowKind }) => kind === "tagFences";
const FENCES = IMPORTED.filter(isFence);
const EXTRAS = IMPORTED.filter((each) => !isFence(each));

/** An export of a whole account: everything in it is made again, under ids of its own. @throws Refused */
export async function planCairn(task: CairnTask, plan: PlanWriter): Promise<void> {
  const manifest = await readManifest(task.root);
  const ids = await readIds(task);
  const toOurs = (id: string) => ids.get(id) ?? id;
  const ours = (value: unknown) => (typeof value === "string" ? (ids.get(value) ?? null) : null);
  const seen = await readSeenByOthers(task.root);
  await planFolders(task, plan, ours, seen);
  await planFiles(task, plan, manifest.files, ours);
  // Before what they keep from models: a large import takes its time.
  await planRows(task, plan, ours, FENCES);
  await planNotes(task, plan, ours, toOurs, seen);
  await planRows(task, plan, ours, EXTRAS);
  await planSettings(task, plan, toOurs);
}

/** As large as files of any other import, and no larger: this server's limits may be lower than those of where it comes from. */
async function planFiles(
  { root, limits }: CairnTask,
  plan: PlanWriter,
  paths: Record<string, string>,
  ours: Ours,
): Promise<void> {
  for await (const { row } of rowsOf(root, "files")) {
    const path = paths[text(row["id"])];
    const name = text(row["name"]);
    const isThere = path !== undefined && !path.split("/").includes("..") && (await isFile(join(root, path)));
    const why = isThere ? await findFileProblem(join(root, path), limits) : "its data isn't in the export";
    if (!isThere || why !== null) await plan.add({ kind: "skipped", path: name, reason: why ?? "" });
    else {
      const trashedAt = timeOrNull(row["trashed_at"]);
      const isPortrait = row["bucket"] === "avatars";
      await plan.add({
        kind: "file",
        id: ours(row["id"])!,
        name,
        path,
        trashedAt,
        isPortrait,
        ...datesOf(row),
      });
    }
  }
}

/** As old as it was. */
const datesOf = (row: Row) => ({
  createdAt: timeOf(row["created_at"]),
  updatedAt: timeOf(row["updated_at"]),
});

const isFile = (path: string) =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function readManifest(root: string): Promise<z.infer<typeof Manifest>> {
  const json: unknown = await readFile(join(root, MANIFEST), "utf8")
    .then(JSON.parse)
    .catch(() => null);
  const found = Manifest.safeParse(json);
  if (!found.success) throw new Refused(DAMAGED);
  return found.data;
}

/** What each thing is called here: links and pictures of any note may name any of them. */
async function readIds({ root, userId, key }: CairnTask): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const kinds = [
    ["folders", "folder"],
    ["files", "file"],
    ["notes_v2", "note"],
    ...IMPORTED.map(({ table }) => [table, "note"] as const),
  ] as const;
  for (const [table, kind] of kinds)
    for await (const { row } of rowsOf(root, table)) {
      const id = text(row["id"]);
      ids.set(id, importId(userId, key, kind, `${table} ${id}`));
    }
  return ids;
}

type Ours = (value: unknown) => string | null;

/** Of a list those that are in the export. */
const oursOf = (value: unknown, ours: Ours): string | null | string[] =>
  Array.isArray(value) ? value.flatMap((id) => ours(id) ?? []) : ours(value);

/** Parents first. */
async function planFolders(
  { root }: CairnTask,
  plan: PlanWriter,
  ours: Ours,
  { folders: shared }: SeenByOthers,
): Promise<void> {
  const rows = new Map<string, Row>();
  for await (const { row } of rowsOf(root, "folders")) rows.set(text(row["id"]), row);
  const done = new Set<string>();
  const open = new Set<string>();
  const add = async (id: string): Promise<string> => {
    const row = rows.get(id);
    if (!row || done.has(id)) return row ? text(row["name"]) : "";
    done.add(id);
    const said = textOrNull(row["parent_folder_id"]);
    // One that lies within itself, which no server writes, lies at the top.
    const above = said !== null && rows.has(said) && !open.has(said) ? said : null;
    open.add(id);
    const parentPath = above ? await add(above) : "";
    open.delete(id);
    const name = text(row["name"]);
    const path = parentPath ? `${parentPath}/${name}` : name;
    const parentId = above ? ours(above) : null;
    await plan.add({
      kind: "folder",
      id: ours(id)!,
      name,
      parentId,
      path,
      aiAccess: AI_ACCESS.find((one) => one === row["ai_access"]) ?? "any",
      trashedAt: timeOrNull(row["trashed_at"]),
      ...datesOf(row),
    });
    const guests = shared.get(id);
    if (guests) await plan.add({ kind: "skipped", path: `Sharing of ${path}`, reason: sharedWith(guests) });
    return path;
  };
  for (const id of rows.keys()) await add(id);
}

async function planNotes(
  task: CairnTask,
  plan: PlanWriter,
  ours: Ours,
  toOurs: (id: string) => string,
  seen: SeenByOthers,
) {
  const { root } = task;
  const bodies = await findBodies(root);
  const names = await readNames(root);
  let done = 0;
  for await (const { row } of rowsOf(root, "notes_v2")) {
    const id = text(row["id"]);
    const updated = timeOf(row["updated_at"]);
    const places = bodies.get(id) ?? { history: [], snapshots: [], updates: [] };
    const versions = await versionsOf(root, places, names.get(id) ?? new Map(), updated, toOurs);
    const history = [];
    for (const { update, at, name } of versions) history.push({ piece: await plan.keep(update), at, name });
    await plan.add({ ...toNote(row, ours, history), problems: asProblems(seen.notes.get(id) ?? []) });
    task.onProgress(++done, bodies.size);
  }
}

function toNote(row: Row, ours: Ours, history: NonNullable<PlannedNote["history"]>): PlannedNote {
  const tags = Array.isArray(row["tags"]) ? row["tags"].filter((tag) => typeof tag === "string") : [];
  return {
    kind: "note",
    id: ours(row["id"])!,
    folderId: ours(row["folder_id"]),
    path: text(row["title"]),
    title: text(row["title"]).slice(0, 1000),
    tags: tags.slice(0, 100),
    isFavorite: row["is_favorite"] === true,
    category: text(row["content_type"]).slice(0, 100) || "general",
    created: timeOf(row["created_at"]),
    updated: timeOf(row["updated_at"]),
    seed: history[0]!.piece,
    history,
    problems: [],
    trashedAt: timeOrNull(row["trashed_at"]),
  };
}

async function findBodies(root: string): Promise<Map<string, BodyPlaces>> {
  const bodies = new Map<string, BodyPlaces>();
  const of = (row: Row) => {
    const id = text(row["note_id"]);
    const known = bodies.get(id) ?? { history: [], snapshots: [], updates: [] };
    bodies.set(id, known);
    return known;
  };
  for await (const { row, place } of rowsOf(root, "note_history")) of(row).history.push(place);
  for await (const { row, place } of rowsOf(root, "note_snapshots")) of(row).snapshots.push(place);
  for await (const { row, place } of rowsOf(root, "note_updates")) of(row).updates.push(place);
  return bodies;
}

/** Names that somebody gave to versions, by note and place in the log. */
async function readNames(root: string): Promise<Map<string, Map<number, string>>> {
  const names = new Map<string, Map<number, string>>();
  for await (const { row } of rowsOf(root, "note_versions")) {
    const name = textOrNull(row["name"]);
    if (name === null) continue;
    const id = text(row["note_id"]);
    names.set(id, (names.get(id) ?? new Map<number, string>()).set(Number(row["seq"]), name));
  }
  return names;
}

/** Rows of nouns, when everything they belong to is there. */
async function planRows(task: CairnTask, plan: PlanWriter, ours: Ours, of: typeof IMPORTED) {
  const { root } = task;
  for (const { table, kind, ids } of of) {
    let rows: Row[] = [];
    const assignees = table === "tasks" ? readAssignees(task) : null;
    const flush = async () => {
      if (rows.length > 0) await plan.add({ kind, path: `${rows.length} ${kind}`, rows });
      rows = [];
    };
    for await (const { row } of rowsOf(root, table)) {
      const named = Object.fromEntries(["id", ...ids].map((column) => [column, oursOf(row[column], ours)]));
      if (rows.push({ ...row, ...named, ...assignees?.of(row) }) >= ROWS_A_LINE) await flush();
    }
    await flush();
    for (const lost of assignees?.lost() ?? []) await plan.add({ kind: "skipped", ...lost });
  }
}

async function planSettings({ root }: CairnTask, plan: PlanWriter, toOurs: (id: string) => string) {
  const settings: PlannedExtra["rows"] = [];
  for (const table of ["user_preferences", "dashboard_workspaces", "user_profiles"])
    for await (const { row } of rowsOf(root, table)) {
      // Saved searches and windows name folders and notes.
      const mapped = JSON.stringify(row).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, toOurs);
      settings.push({ table, row: JSON.parse(mapped) as Row });
    }
  if (settings.length > 0) await plan.add({ kind: "settings", path: "Settings", rows: settings });
}
