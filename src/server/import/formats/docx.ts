import { posix } from "node:path";
import mammoth from "mammoth";
import { readDate } from "#document/markdown/front-matter.ts";
import { DOCUMENT_MAX_BYTES, megabytes } from "../../extract/limits.ts";
import { ImportRefused, Refused } from "../../extract/refused.ts";
import type { Stage, StagedNote } from "../reading/stage.ts";
import { readEntry } from "../../extract/unzip.ts";
import { xmlReader } from "../reading/xml.ts";
import { measure } from "../../extract/measure.ts";
import { htmlNote, titleOf } from "./html-file.ts";

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
  "r[style-name='HTML Code'] => code",
  "highlight => mark",
];

/** A document of Word: headings, lists, tables, pictures, links and footnotes. @throws Refused */
export async function readDocx(file: string, path: string, stage: Stage): Promise<StagedNote> {
  const size = await measure(file);
  if (size > DOCUMENT_MAX_BYTES) throw new Refused(`unpacks to more than ${megabytes(DOCUMENT_MAX_BYTES)}`);
  const keep = stage.keepPicture(posix.dirname(path));
  let lost = 0;
  const image = mammoth.images.imgElement(async (picture) => {
    const src = keep(Buffer.from(await picture.readAsArrayBuffer()), picture.contentType);
    if (src === null) lost++;
    return { src: src ?? "" };
  });
  const { value } = await mammoth
    .convertToHtml({ path: file }, { convertImage: image, styleMap: STYLES, externalFileAccess: false })
    .catch((error: Error) => {
      if (error instanceof ImportRefused) throw error;
      throw new Refused(`cannot be read as a Word document: ${error.message.slice(0, 200)}`);
    });
  const note = htmlNote(value, stage, posix.dirname(path));
  const head = await readProperties(file);
  if (lost > 0) note.warnings.push(`${lost} drawings or pictures of kinds that are not kept`);
  return {
    ...note,
    title: head["dc:title"] || note.title || titleOf(path),
    tags: (head["cp:keywords"] ?? "")
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    created: readDate(head["dcterms:created"] ?? ""),
    updated: readDate(head["dcterms:modified"] ?? ""),
  };
}

/** What the document says of itself. */
async function readProperties(file: string): Promise<Record<string, string>> {
  const bytes = await readEntry(file, (name) => name === "docProps/core.xml", 1_000_000);
  const values: Record<string, string> = {};
  if (!bytes) return values;
  let name = "";
  const reader = xmlReader({
    open: (tag) => (name = tag.name),
    text: (text) => (values[name] = ((values[name] ?? "") + text).trim()),
    close: () => (name = ""),
  });
  try {
    reader.write(bytes.toString("utf8"));
    reader.close();
  } catch (error) {
    // The properties are no part of the text: a document with odd ones is still read.
    if (!(error instanceof Refused)) throw error;
  }
  return values;
}
