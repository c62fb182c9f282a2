import { opendir, rename, rm, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import type { ImportFormat } from "#contract/imports.ts";
import { isCairnExport } from "../cairn/manifest.ts";
import { isNotionName } from "../formats/notion-names.ts";
import { storageFault } from "../../platform/storage-fault.ts";
import { NESTING_MAX } from "../../extract/limits.ts";
import { type Kind, recognise } from "./recognise.ts";
import { ImportRefused, Refused, messageOf } from "../../extract/refused.ts";
import { createStage, type Stage, STAGED, STAGED_NOTE, type StagedNote } from "./stage.ts";
import { type Budget, newBudget, unzip } from "../../extract/unzip.ts";

export type Converted = { format: ImportFormat; stage: Stage };
type Found = { path: string; kind: Kind };

/** Makes a tree of notes and files of whatever was sent; what cannot be read is told and left out. @throws Refused */
export async function convertTree(
  root: string,
  scratch: string,
  onProgress: (done: number, total: number) => void,
  { timeZone = "UTC", budget }: { timeZone?: string; budget?: Budget } = {},
): Promise<Converted> {
  const isVault = await hasFolder(root, ".obsidian");
  const stage = createStage(root, budget ?? newBudget(await sizeOf(root)));
  await unpackAll(stage);
  if (await isCairnExport(root)) return { format: "cairn", stage };
  const isObsidian = isVault || (await hasFolder(root, ".obsidian"));
  const found = await findAll(stage);
  const isNotion =
    found.filter(({ path }) => isNotionName(path)).length * 2 > found.filter(isNoteKind).length;
  const hasNotes = found.some(({ kind }) => kind === "markdown" || kind === "html");
  // Tables last: they lead to the pages beside them.
  const ordered = found.toSorted((a, b) => Number(a.kind === "csv") - Number(b.kind === "csv"));
  for (const [at, file] of ordered.entries()) {
    onProgress(at, ordered.length);
    if (!isConverted(file.kind, hasNotes, isNotion)) continue;
    await convert(file, stage, scratch, { isNotion, timeZone }).catch((error: unknown) =>
      skip(stage, file.path, error),
    );
  }
  return { format: formatOf(found, isNotion, isObsidian), stage };
}

const isNoteKind = ({ kind }: Found) => kind === "markdown" || kind === "html" || kind === "csv";

/** Beside notes, a document is something they show; alone, it is a note. */
function isConverted(kind: Kind, hasNotes: boolean, isNotion: boolean): boolean {
  if (kind === "file" || kind === "zip") return false;
  if (kind === "todoist" || kind === "ticktick" || kind === "ics") return true;
  if (kind === "html" || kind === "enex" || kind === "jex" || kind === "opml" || kind === "notes-json")
    return true;
  if (kind === "markdown" || kind === "csv") return isNotion || (kind === "csv" && !hasNotes);
  return !hasNotes;
}

async function skip(stage: Stage, path: string, error: unknown): Promise<void> {
  if (storageFault(error) || error instanceof ImportRefused) throw error;
  stage.skip(path, error instanceof Refused ? error.message : `can't be read: ${messageOf(error)}`);
  await rm(join(stage.root, path), { force: true });
}

/** Each is loaded when it is met: who waits for the plan of a few Markdown files waits for no reader of PDF. */
const FORMATS = {
  notion: () => import("../formats/notion.ts"),
  html: () => import("../formats/html-file.ts"),
  docx: () => import("../formats/docx.ts"),
  pdf: () => import("../formats/pdf.ts"),
  opml: () => import("../formats/opml.ts"),
  text: () => import("../formats/plain-text.ts"),
  epub: () => import("../formats/epub.ts"),
  enex: () => import("../formats/enex.ts"),
  jex: () => import("../formats/jex.ts"),
  csv: () => import("../formats/csv.ts"),
  xlsx: () => import("../formats/xlsx.ts"),
  ics: () => import("../formats/ics.ts"),
  planner: () => import("../planner/read-planner.ts"),
  json: () => import("../formats/notes-json.ts"),
};

async function convert(
  { path, kind }: Found,
  stage: Stage,
  scratch: string,
  { isNotion, timeZone }: { isNotion: boolean; timeZone: string },
): Promise<void> {
  const file = join(stage.root, path);
  const keep = async (note: StagedNote) => {
    const { mtimeMs } = await stat(file);
    await stage.writeNote(`${path}${STAGED}`, {
      ...note,
      created: note.created ?? mtimeMs,
      updated: note.updated ?? mtimeMs,
    });
  };
  const read = <Format>(format: Promise<Format>, reader: (format: Format) => Promise<StagedNote>) =>
    format.then(reader).then(keep);
  switch (kind) {
    case "markdown":
      await read(FORMATS.notion(), ({ readNotionMarkdown }) => readNotionMarkdown(path, stage));
      break;
    case "html":
      if (isNotion) await read(FORMATS.notion(), ({ readNotionHtml }) => readNotionHtml(path, stage));
      else await read(FORMATS.html(), ({ readHtmlFile }) => readHtmlFile(path, stage));
      break;
    case "docx":
      await read(FORMATS.docx(), ({ readDocx }) => readDocx(file, path, stage));
      break;
    case "pdf":
      await read(FORMATS.pdf(), ({ readPdf }) => readPdf(file, path));
      break;
    case "opml":
      await read(FORMATS.opml(), ({ readOpml }) => readOpml(file, path));
      break;
    case "text":
      await read(FORMATS.text(), ({ readPlainText }) => readPlainText(file, path));
      break;
    case "epub":
      await (await FORMATS.epub()).readEpub(file, path, stage, scratch);
      break;
    case "enex":
      await (await FORMATS.enex()).readEnex(file, path, stage);
      break;
    case "jex":
      await (await FORMATS.jex()).readJex(file, path, stage, scratch);
      break;
    case "csv":
      if (isNotion) return (await FORMATS.notion()).readNotionTable(path, stage);
      await (await FORMATS.csv()).writeCsv(file, path, stage);
      break;
    case "xlsx":
      await (await FORMATS.xlsx()).writeXlsx(file, path, stage);
      break;
    case "ics":
      await (await FORMATS.ics()).readIcs(path, stage, timeZone);
      break;
    case "todoist":
    case "ticktick":
      await (await FORMATS.planner()).readPlanner(kind, path, stage, timeZone);
      break;
    case "notes-json":
      await (await FORMATS.json()).readNotesJson(file, path, stage);
      break;
    case "other-office":
      throw new Refused("a document of a kind that is not read: save it as DOCX, XLSX, CSV or PDF");
    case "zip":
    case "file":
      return;
  }
  await rm(file, { force: true });
}

/** Archives in the tree, and those within them as Notion writes its parts, unpacked where they stand. */
async function unpackAll(stage: Stage): Promise<void> {
  for (let level = 0; level <= NESTING_MAX; level++) {
    const archives: string[] = [];
    for await (const path of filesBelow(stage.root))
      if (/\.zip$/i.test(path) && (await recognise(join(stage.root, path), path)) === "zip")
        archives.push(path);
    if (archives.length === 0) return;
    for (const path of archives) {
      if (level === NESTING_MAX)
        await skip(stage, path, new Refused(`an archive more than ${NESTING_MAX} archives deep`));
      else await unpackOne(stage, path);
    }
  }
}

async function unpackOne(stage: Stage, path: string): Promise<void> {
  const zipPath = join(stage.root, path);
  const moved = `${zipPath}.opened`;
  await rename(zipPath, moved);
  const { skipped } = await unzip(moved, join(stage.root, posix.dirname(path)), stage.budget);
  for (const { path: inside, reason } of skipped) stage.skip(inside, reason);
  await rm(moved);
}

async function findAll(stage: Stage): Promise<Found[]> {
  const found: Found[] = [];
  for await (const path of filesBelow(stage.root)) {
    // Ours alone: what somebody sends under this name would be taken for read already.
    if (STAGED_NOTE.test(path)) await rm(join(stage.root, path));
    else found.push({ path, kind: await recognise(join(stage.root, path), path) });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function* filesBelow(root: string, folder = ""): AsyncGenerator<string> {
  const below: string[] = [];
  for await (const entry of await opendir(join(root, folder))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !entry.name.startsWith(".")) below.push(path);
    else if (entry.isFile() && !entry.name.startsWith(".")) yield path;
  }
  for (const path of below.sort()) yield* filesBelow(root, path);
}

async function hasFolder(root: string, name: string): Promise<boolean> {
  for await (const entry of await opendir(root)) {
    if (!entry.isDirectory()) continue;
    if (entry.name === name) return true;
    const inside = await stat(join(root, entry.name, name)).catch(() => null);
    if (inside?.isDirectory()) return true;
  }
  return false;
}

async function sizeOf(root: string): Promise<number> {
  let size = 0;
  for await (const path of filesBelow(root)) size += (await stat(join(root, path))).size;
  return size;
}

const BY_KIND: Partial<Record<Kind, ImportFormat>> = {
  markdown: "markdown",
  html: "html",
  docx: "docx",
  pdf: "pdf",
  epub: "epub",
  enex: "evernote",
  jex: "joplin",
  opml: "opml",
  csv: "csv",
  xlsx: "xlsx",
  todoist: "todoist",
  ticktick: "ticktick",
  ics: "ics",
  text: "text",
  "notes-json": "json",
};

function formatOf(found: Found[], isNotion: boolean, isObsidian: boolean): ImportFormat {
  if (isNotion && found.some(isNoteKind)) return "notion";
  if (isObsidian) return "obsidian";
  const formats = new Set(found.flatMap(({ kind }) => BY_KIND[kind] ?? []));
  if (formats.has("markdown")) return "markdown";
  if (formats.has("html")) return "html";
  return formats.size === 1 ? [...formats][0]! : "mixed";
}
