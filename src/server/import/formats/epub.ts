import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join, posix } from "node:path";
import type { JSONContent } from "@tiptap/core";
import { docAddresses } from "../doc-addresses.ts";
import { Refused } from "../../extract/refused.ts";
import { safeName } from "../../extract/safe-path.ts";
import { type Stage, STAGED, type StagedNote } from "../reading/stage.ts";
import { borrowed, unzip } from "../../extract/unzip.ts";
import { xmlReader } from "../reading/xml.ts";
import { asHtml, htmlNote, titleOf } from "./html-file.ts";
import { decode } from "./read-text.ts";

type Book = { title: string; author: string; chapters: string[] };

/** A book: a folder of its chapters, and a note that lists them in their order. @throws Refused */
export async function readEpub(file: string, path: string, stage: Stage, scratch: string): Promise<void> {
  const folder = await mkdtemp(join(scratch, "epub-"));
  try {
    await unzip(file, folder, borrowed(stage.budget));
    const book = await readBook(folder);
    const title = book.title || titleOf(path);
    const target = await stage.freeName(posix.dirname(path), title, "");
    await writeChapters(book, title, folder, target, stage);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readBook(folder: string): Promise<Book> {
  const text = (path: string) =>
    readFile(join(folder, path)).then(decode, () => {
      throw new Refused("an EPUB without its table of contents");
    });
  let packagePath = "";
  read(await text("META-INF/container.xml"), ({ name, attributes }) => {
    if (/(^|:)rootfile$/.test(name)) packagePath ||= attributes["full-path"] ?? "";
  });
  const below = (href: string) => posix.normalize(posix.join(posix.dirname(packagePath), safeDecode(href)));
  const items = new Map<string, string>();
  const spine: string[] = [];
  const words: Record<string, string> = {};
  let name = "";
  const reader = xmlReader({
    open: (tag) => {
      name = tag.name.replace(/^.*:/, "");
      const { id = "", href = "", idref = "" } = tag.attributes as Record<string, string>;
      if (name === "item") items.set(id, href);
      if (name === "itemref") spine.push(idref);
    },
    text: (part) => (words[name] = (words[name] ?? "") + part),
    close: () => (name = ""),
  });
  reader.write(await text(packagePath));
  reader.close();
  const chapters = spine.flatMap((id) => items.get(id) ?? []).map(below);
  if (chapters.length === 0) throw new Refused("an EPUB without chapters");
  return { title: (words["title"] ?? "").trim(), author: (words["creator"] ?? "").trim(), chapters };
}

function read(xml: string, open: (tag: { name: string; attributes: Record<string, string> }) => void): void {
  const reader = xmlReader({ open: (tag) => open(tag as never) });
  reader.write(xml);
  reader.close();
}

async function writeChapters(book: Book, title: string, folder: string, target: string, stage: Stage) {
  const paths = new Map<string, string>();
  const notes: { note: StagedNote; from: string }[] = [];
  for (const [index, from] of book.chapters.entries()) {
    if (from.startsWith("..")) continue;
    const bytes = await readFile(join(folder, from)).catch(() => null);
    if (bytes === null) {
      stage.skip(`${target}/${from}`, "listed in the book, but missing");
      continue;
    }
    const note = htmlNote(asHtml(decode(bytes)), stage, target);
    // A cover is a picture that shows the title again.
    if ((note.doc.content ?? []).length === 0) continue;
    const heading = note.doc.content?.find((block) => block.type === "heading");
    const named = (heading?.content ?? [])
      .map((node) => node.text ?? "")
      .join("")
      .trim();
    const isName = note.title === book.title || /\.x?html?$/i.test(note.title);
    note.title = named || (isName ? "" : note.title) || `${title}, part ${index + 1}`;
    if (heading && heading === note.doc.content?.[0]) note.doc.content.shift();
    const number = String(index + 1).padStart(Math.max(2, String(book.chapters.length).length), "0");
    paths.set(from, await stage.freeName(target, `${number} ${note.title}`, STAGED));
    notes.push({ note, from });
  }
  for (const { note, from } of notes) {
    await takePictures(note, from, folder, target, stage, paths);
    await stage.writeNote(paths.get(from)!, note);
  }
  const listed = notes.map(({ note, from }) => ({
    title: note.title,
    path: posix.basename(paths.get(from)!),
  }));
  await stage.writeNote(`${target}/${safeName(title)}${STAGED}`, contents(title, book.author, listed));
}

/** Chapters name each other and their pictures by the book's own folders, which are none of ours. */
async function takePictures(
  note: StagedNote,
  from: string,
  folder: string,
  target: string,
  stage: Stage,
  paths: Map<string, string>,
): Promise<void> {
  for (const address of docAddresses(note.doc)) {
    if (/^[a-z][a-z0-9+.-]*:|^#|^picture-/i.test(address.target)) continue;
    const [plain = "", fragment = ""] = address.target.split("#");
    const path = posix.normalize(posix.join(posix.dirname(from), safeDecode(plain)));
    const chapter = paths.get(path);
    if (chapter) address.replace(encodeURI(posix.basename(chapter)) + (fragment ? `#${fragment}` : ""));
    else if (address.kind === "image" && !path.startsWith("..")) {
      const bytes = await readFile(join(folder, path)).catch(() => null);
      if (bytes === null) continue;
      const name = `${safeName(path.replaceAll("/", "-"))}`;
      await stage.writeFile(`${target}/${name}`, bytes);
      address.replace(encodeURI(name));
    }
  }
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function contents(title: string, author: string, chapters: { title: string; path: string }[]): StagedNote {
  const items = chapters.map(({ title: text, path }): JSONContent => {
    const marks = [{ type: "link", attrs: { href: encodeURI(path) } }];
    return { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text, marks }] }] };
  });
  const by: JSONContent[] = author
    ? [{ type: "paragraph", content: [{ type: "text", text: author, marks: [{ type: "italic" }] }] }]
    : [];
  const doc = { type: "doc", content: [...by, { type: "orderedList", content: items }] };
  return { title, tags: [], created: null, updated: null, doc, warnings: [] };
}
