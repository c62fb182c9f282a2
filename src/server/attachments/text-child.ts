import { measure } from "../extract/measure.ts";
import { linesOfPage } from "../extract/pdf-lines.ts";
import { DOCUMENT_MAX_BYTES, PDF_PAGES_MAX } from "../extract/limits.ts";
import { picturesOfPage } from "./page-pictures.ts";
import { openPictureReader, type ReadPicture } from "./picture-text.ts";
import type { ChildTask, FileText } from "./text-task.ts";

/*
 * Reads the words of one file somebody uploaded, in a process of its own: see read-text.ts. It writes what it read as JSON; whatever
 * goes wrong ends it with another code than 0.
 */

const { path, kind, textMax, languages, stopsAfterMs } = JSON.parse(process.argv[2]!) as ChildTask;
const endsAt = performance.now() + stopsAfterMs;

async function wordsOfDocx(): Promise<FileText> {
  // What unpacks to more than anybody writes is not unpacked into memory.
  if ((await measure(path)) > DOCUMENT_MAX_BYTES) throw new Error("too large");
  const { default: mammoth } = await import("mammoth");
  return { text: (await mammoth.extractRawText({ path })).value, pagesUnread: 0 };
}

async function wordsOfPicture(): Promise<FileText> {
  const [{ readFile }, read] = await Promise.all([import("node:fs/promises"), openPictureReader(languages)]);
  return { text: read(await readFile(path)), pagesUnread: 0 };
}

/** @param withPictures pages that have no words of their own are looked at; else they are counted */
async function wordsOfPdf(withPictures: boolean): Promise<FileText> {
  const [{ getDocumentProxy, getResolvedPDFJS }, { readFile }] = await Promise.all([
    import("unpdf"),
    import("node:fs/promises"),
  ]);
  const options = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), options);
  const { OPS } = await getResolvedPDFJS();
  let read: ReadPicture | null = null;
  let text = "";
  let pagesUnread = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, PDF_PAGES_MAX) && text.length < textMax; number++) {
    const page = await pdf.getPage(number);
    let words = "";
    for (const line of linesOfPage((await page.getTextContent()).items)) words += `${line.text}\n`;
    if (words === "" && withPictures && performance.now() < endsAt) {
      const pictures = await picturesOfPage(page, OPS.paintImageXObject);
      if (pictures.length > 0) read ??= await openPictureReader(languages);
      for (const picture of pictures) words += `${read!(picture)}\n`;
      words = words.trim() && `${words.trim()}\n`;
    }
    if (words === "") pagesUnread++;
    text += words;
    page.cleanup();
  }
  return { text, pagesUnread };
}

const readers = {
  docx: wordsOfDocx,
  pdf: () => wordsOfPdf(false),
  scan: () => wordsOfPdf(true),
  picture: wordsOfPicture,
};
const { text, pagesUnread } = await readers[kind]();
process.stdout.write(JSON.stringify({ text: text.slice(0, textMax), pagesUnread }), () => process.exit(0));
