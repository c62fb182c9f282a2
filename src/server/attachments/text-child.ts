import { measure } from "../extract/measure.ts";
import { linesOfPage } from "../extract/pdf-lines.ts";
import { DOCUMENT_MAX_BYTES, PDF_PAGES_MAX } from "../extract/limits.ts";

/*
 * Reads the words of one document somebody uploaded, in a process of its own: see read-text.ts. What it writes is the text;
 * whatever goes wrong ends it with another code than 0.
 */

const [, , path = "", kind = "", limit = "0"] = process.argv;
const most = Number(limit);

async function wordsOfDocx(): Promise<string> {
  // What unpacks to more than anybody writes is not unpacked into memory.
  if ((await measure(path)) > DOCUMENT_MAX_BYTES) throw new Error("too large");
  const { default: mammoth } = await import("mammoth");
  return (await mammoth.extractRawText({ path })).value;
}

async function wordsOfPdf(): Promise<string> {
  const [{ getDocumentProxy }, { readFile }] = await Promise.all([
    import("unpdf"),
    import("node:fs/promises"),
  ]);
  const options = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), options);
  let text = "";
  for (let number = 1; number <= Math.min(pdf.numPages, PDF_PAGES_MAX) && text.length < most; number++) {
    const page = await pdf.getPage(number);
    for (const line of linesOfPage((await page.getTextContent()).items)) text += `${line.text}\n`;
    page.cleanup();
  }
  return text;
}

const text = await (kind === "pdf" ? wordsOfPdf() : wordsOfDocx());
process.stdout.write(text.slice(0, most), () => process.exit(0));
