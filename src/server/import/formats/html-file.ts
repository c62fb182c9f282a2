import { join, posix } from "node:path";
import { readHtml } from "../html/read-html.ts";
import type { HtmlReading } from "../html/reading.ts";
import type { Stage, StagedNote } from "../reading/stage.ts";
import { readText } from "./read-text.ts";

/** Empty elements of XML are open ones to a reader of HTML, and swallow what follows. */
const EMPTY =
  /<(?!area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)([a-z][\w:-]{0,40})((?:\s[^<>]{0,2000})?)\/>/gi;

export const asHtml = (xhtml: string): string => xhtml.replaceAll(EMPTY, "<$1$2></$1>");

/** Reads a text of HTML that stands in a folder of the tree. */
export function htmlNote(
  html: string,
  stage: Stage,
  folder: string,
  custom?: HtmlReading["custom"],
): StagedNote {
  const warnings = new Set<string>();
  const page = readHtml(html, {
    keepPicture: stage.keepPicture(folder),
    warn: (words) => warnings.add(words),
    ...(custom ? { custom } : {}),
  });
  const { title, tags, created, updated, doc } = page;
  return { title: title ?? "", tags, created, updated, doc, warnings: [...warnings] };
}

/** A page saved by a browser or exported by a program. */
export async function readHtmlFile(path: string, stage: Stage): Promise<StagedNote> {
  const note = htmlNote(await readText(join(stage.root, path)), stage, posix.dirname(path));
  return { ...note, title: note.title || titleOf(path) };
}

/** What a file is called when it says no title of its own. */
export const titleOf = (path: string): string => posix.basename(path).replace(/\.[A-Za-z0-9]{1,10}$/, "");
