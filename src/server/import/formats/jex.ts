import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import type { JSONContent } from "@tiptap/core";
import { readDate } from "#document/markdown/front-matter.ts";
import { openMarkdown } from "#document/markdown/parse.ts";
import { ENTRY_MAX_BYTES, TEXT_MAX_BYTES } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";
import { safeName } from "../../extract/safe-path.ts";
import { type Stage, STAGED, type StagedNote } from "../reading/stage.ts";
import { borrowed, type Budget, countEntry, spend } from "../../extract/unzip.ts";
import { docAddresses } from "../doc-addresses.ts";
import { htmlNote } from "./html-file.ts";

/** What stands at the end of each item of Joplin: `key: value`, one a line. */
type Item = { id: string; title: string; fields: Record<string, string> };
type Items = {
  notes: Item[];
  folders: Map<string, Item>;
  tags: Map<string, string>;
  files: Map<string, Item>;
  tagsOf: Map<string, string[]>;
};

const ID = /^[0-9a-f]{32}$/;
const [NOTE, FOLDER, RESOURCE, TAG, NOTE_TAG] = ["1", "2", "4", "5", "6"];

/** An archive of Joplin: notebooks as folders, tags, files, things to do. @throws Refused */
export async function readJex(file: string, path: string, stage: Stage, scratch: string): Promise<void> {
  const folder = await mkdtemp(join(scratch, "jex-"));
  try {
    const resources = await unpack(file, folder, borrowed(stage.budget));
    const items = await readItems(folder);
    if (items.notes.length === 0 && items.folders.size === 0)
      throw new Refused("an archive without notes of Joplin");
    const base = posix.dirname(path);
    const folders = await placeFolders(items, base, stage);
    const places = new Map<string, string>();
    for (const note of items.notes) {
      const within = folders.get(note.fields["parent_id"] ?? "") ?? base;
      places.set(note.id, await stage.freeName(within, note.title, STAGED));
    }
    for (const [id, from] of resources) await keepResource(id, from, items, base, stage, places);
    for (const note of items.notes) await writeNote(note, items, folder, places, stage);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Items as files of their id; the paths of resources by theirs. */
async function unpack(file: string, folder: string, budget: Budget): Promise<Map<string, string>> {
  const resources = new Map<string, string>();
  const tar = extract();
  await mkdir(join(folder, "resources"), { recursive: true });
  const done = pipeline(createReadStream(file), tar).catch((error: unknown) => {
    throw error instanceof Refused ? error : new Refused("This archive is damaged or cut off.");
  });
  // Read below; what fails there ends this too.
  done.catch(() => {});
  try {
    for await (const entry of tar) {
      countEntry(budget);
      const { name, type, size } = entry.header;
      const match = /^(?:\.\/)?(resources\/)?([0-9a-f]{32})(\.[A-Za-z0-9]{1,10})?$/.exec(name);
      const isWanted = type === "file" && match !== null && size <= ENTRY_MAX_BYTES;
      if (isWanted) {
        spend(budget, size);
        const target = join(folder, match[1] ?? "", `${match[2]}${match[1] ? (match[3] ?? "") : ".md"}`);
        await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
        if (match[1]) resources.set(match[2]!, target);
      } else entry.resume();
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("This archive is damaged or cut off.");
  }
  await done;
  return resources;
}

async function readItems(folder: string): Promise<Items> {
  const { readdir } = await import("node:fs/promises");
  const items: Items = {
    notes: [],
    folders: new Map(),
    tags: new Map(),
    files: new Map(),
    tagsOf: new Map(),
  };
  const links: Item[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".md")) continue;
    const item = await readItem(join(folder, name));
    if (item === null) continue;
    const { type_: type } = item.fields;
    if (type === NOTE) items.notes.push(item);
    else if (type === FOLDER) items.folders.set(item.id, item);
    else if (type === RESOURCE) items.files.set(item.id, item);
    else if (type === TAG) items.tags.set(item.id, item.title);
    else if (type === NOTE_TAG) links.push(item);
  }
  for (const { fields } of links) {
    const tag = items.tags.get(fields["tag_id"] ?? "");
    const note = fields["note_id"] ?? "";
    if (tag) items.tagsOf.set(note, [...(items.tagsOf.get(note) ?? []), tag]);
  }
  items.notes.sort((a, b) => a.title.localeCompare(b.title) || a.id.localeCompare(b.id));
  return items;
}

/** The text is read again when its note is written: all at once would be the whole archive in memory. */
async function readItem(path: string): Promise<Item | null> {
  const { size } = await stat(path);
  if (size > TEXT_MAX_BYTES) return null;
  const { head, fields } = split(await readFile(path, "utf8"));
  const id = fields["id"] ?? "";
  return ID.test(id) ? { id, title: (head.split("\n", 1)[0] ?? "").trim(), fields } : null;
}

function split(text: string): { head: string; fields: Record<string, string> } {
  const lines = text.replaceAll(/\r\n?/g, "\n").trimEnd().split("\n");
  const fields: Record<string, string> = {};
  let at = lines.length;
  for (; at > 0; at--) {
    const match = /^([a-z_]{2,40}): ?(.*)$/.exec(lines[at - 1]!);
    if (!match) break;
    fields[match[1]!] = match[2]!;
  }
  return { head: lines.slice(0, at).join("\n"), fields };
}

async function placeFolders({ folders }: Items, base: string, stage: Stage): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const place = async (id: string, depth: number): Promise<string> => {
    const folder = folders.get(id);
    if (!folder || depth > 40) return base;
    const known = paths.get(id);
    if (known !== undefined) return known;
    const path = await stage.freeName(
      await place(folder.fields["parent_id"] ?? "", depth + 1),
      folder.title,
      "",
    );
    paths.set(id, path);
    return path;
  };
  for (const id of folders.keys()) await place(id, 0);
  return paths;
}

async function keepResource(
  id: string,
  from: string,
  items: Items,
  base: string,
  stage: Stage,
  places: Map<string, string>,
): Promise<void> {
  const ending = posix.extname(from);
  const title = items.files.get(id)?.title ?? "";
  const name = safeName(title.replace(/\.[A-Za-z0-9]{1,10}$/, ""), id.slice(0, 8));
  const path = await stage.freeName(posix.join(base, "_files"), name, ending);
  await stage.takeFile(path, from);
  places.set(id, path);
}

async function writeNote(
  item: Item,
  items: Items,
  folder: string,
  places: Map<string, string>,
  stage: Stage,
): Promise<void> {
  const { head } = split(await readFile(join(folder, `${item.id}.md`), "utf8"));
  const body = head.slice(head.indexOf("\n") < 0 ? head.length : head.indexOf("\n")).replace(/^\n+/, "");
  const path = places.get(item.id)!;
  const toPath = (target: string): string | null => {
    const [, id = "", fragment = ""] = /^:\/([0-9a-f]{32})(#.*)?$/.exec(target) ?? [];
    const place = places.get(id);
    return place ? encodeURI(posix.relative(posix.dirname(path), place)) + fragment : null;
  };
  const read = readBody(item, body, stage, posix.dirname(path), toPath);
  const isEncrypted = item.fields["encryption_applied"] === "1";
  const date = (key: string) =>
    readDate(item.fields[`user_${key}`] ?? "") ?? readDate(item.fields[key] ?? "");
  await stage.writeNote(path, {
    title: item.title || "Untitled",
    tags: items.tagsOf.get(item.id) ?? [],
    created: date("created_time"),
    updated: date("updated_time"),
    doc: item.fields["is_todo"] === "1" ? withTask(read.doc, item) : read.doc,
    warnings: isEncrypted ? [...read.warnings, "encrypted: export it without encryption"] : read.warnings,
  });
}

/** Notes are Markdown; those of the web clipper may be HTML. */
function readBody(
  { fields }: Item,
  body: string,
  stage: Stage,
  folder: string,
  toPath: (target: string) => string | null,
): Pick<StagedNote, "doc" | "warnings"> {
  if (fields["markup_language"] !== "2")
    return { doc: openMarkdown(body).finish(({ target }) => toPath(target)).doc, warnings: [] };
  const read = htmlNote(body, stage, folder);
  for (const address of docAddresses(read.doc)) {
    const target = toPath(address.target);
    if (target) address.replace(target);
  }
  return read;
}

/** A note that is something to do begins with it, as a task. */
function withTask(doc: JSONContent, { title, fields }: Item): JSONContent {
  const due = Number(fields["todo_due"] ?? 0);
  const day = due > 0 ? ` ${new Date(due).toISOString().slice(0, 10)}` : "";
  const checked = Number(fields["todo_completed"] ?? 0) > 0;
  const words = { type: "paragraph", content: [{ type: "text", text: `${title}${day}` }] };
  const task = { type: "taskList", content: [{ type: "taskItem", attrs: { checked }, content: [words] }] };
  return { ...doc, content: [task, ...(doc.content ?? [])] };
}
