import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { posix } from "node:path";
import { megabytes, ENTRY_MAX_BYTES, TEXT_MAX_BYTES } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";
import { safeName } from "../../extract/safe-path.ts";
import { type Stage, STAGED } from "../reading/stage.ts";
import { xmlReader } from "../reading/xml.ts";
import { type EvernoteResource, type EvernoteTask, readEnml } from "./enml.ts";
import { titleOf } from "./html-file.ts";

type Note = {
  title: string;
  content: string;
  created: string;
  updated: string;
  source: string;
  tags: string[];
  resources: EvernoteResource[];
  tasks: EvernoteTask[];
};
type Fields = Record<string, string>;

const newNote = (): Note => ({
  title: "",
  content: "",
  created: "",
  updated: "",
  source: "",
  tags: [],
  resources: [],
  tasks: [],
});

/** A notebook of Evernote, read while it streams: one note at a time is in memory. @throws Refused */
export async function readEnex(file: string, path: string, stage: Stage): Promise<void> {
  const folder = await stage.freeName(posix.dirname(path), titleOf(path), "");
  const finished: Note[] = [];
  const reader = enexReader((note) => finished.push(note), stage, folder);
  const decoder = new TextDecoder("utf-8");
  let isFirst = true;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    reader.write(isFirst ? text.replace(/^\uFEFF/, "") : text);
    isFirst = false;
    for (const note of finished.splice(0)) await writeNote(note, folder, stage);
  }
  reader.close();
  for (const note of finished.splice(0)) await writeNote(note, folder, stage);
}

/** Hears of each note when it ends. Its resources are on the disk by then. */
function enexReader(onNote: (note: Note) => void, stage: Stage, folder: string) {
  let note: Note | null = null;
  let inside: "" | "resource" | "task" = "";
  let fields: Fields = {};
  let name = "";
  let text: string[] = [];
  let size = 0;
  return xmlReader({
    open: (tag) => {
      name = tag.name;
      text = [];
      size = 0;
      if (name === "note") note = newNote();
      if (name === "resource" || name === "task") {
        inside = name;
        fields = {};
      }
    },
    text: (part) => {
      size += part.length;
      assertFits(name, size);
      text.push(part);
    },
    close: (tag) => {
      const value = text.join("");
      text = [];
      if (!note) return;
      if (tag.name === "resource") note.resources.push(keepResource(fields, stage, folder));
      else if (tag.name === "task") note.tasks.push(toTask(fields));
      else if (tag.name === "note") {
        onNote(note);
        note = null;
      } else if (inside) fields[tag.name] ??= value;
      else setField(note, tag.name, value);
      if (tag.name === inside) inside = "";
    },
  });
}

/** A file stands there as base64. */
function assertFits(name: string, size: number): void {
  if (name === "data" ? size <= ENTRY_MAX_BYTES * 1.4 : size <= TEXT_MAX_BYTES * 2) return;
  throw new Refused(
    name === "data"
      ? `A file in it is larger than ${megabytes(ENTRY_MAX_BYTES)}.`
      : `A note in it is longer than ${TEXT_MAX_BYTES / 1e6} MB.`,
  );
}

function setField(note: Note, name: string, value: string): void {
  if (name === "tag") note.tags.push(value.trim());
  else if (name === "source-url") note.source = value.trim();
  else if (name === "title" || name === "content" || name === "created" || name === "updated")
    note[name] = name === "content" ? value : value.trim();
}

const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "video/mp4": "mp4",
};

/** Evernote names the files of a note by the MD5 of their bytes. */
function keepResource(fields: Fields, stage: Stage, folder: string): EvernoteResource {
  const bytes = Buffer.from(fields["data"] ?? "", "base64");
  const hash = createHash("md5").update(bytes).digest("hex");
  const type = fields["mime"]?.trim() ?? "application/octet-stream";
  const given = safeName(fields["file-name"] ?? "", "");
  const ending = ENDINGS[type] ?? /\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? "bin";
  const name = given || `${hash}.${ending}`;
  const path = `_files/${hash.slice(0, 8)}-${name}`;
  stage.writeFileNow(`${folder}/${path}`, bytes);
  return { hash, type, name, path };
}

const toTask = (fields: Fields): EvernoteTask => ({
  title: fields["title"]?.trim() ?? "",
  isDone: fields["taskStatus"] === "completed",
  group: fields["taskGroupNoteLevelID"]?.trim() ?? "",
  due: fields["dueDate"]?.trim() ?? "",
});

/** 20240131T093000Z */
function readStamp(stamp: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(stamp);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

async function writeNote(note: Note, folder: string, stage: Stage): Promise<void> {
  const title = note.title || "Untitled";
  const { doc, warnings } = readEnml(note, stage, folder);
  const tags = [...new Set(note.tags.filter(Boolean))];
  const created = readStamp(note.created);
  const updated = readStamp(note.updated) ?? created;
  const path = await stage.freeName(folder, title, STAGED);
  await stage.writeNote(path, { title, tags, created, updated, doc, warnings });
}
