import { readFile, stat } from "node:fs/promises";
import type { JSONContent } from "@tiptap/core";
import { DOCUMENT_MAX_BYTES, megabytes, PDF_PAGES_MAX } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";
import type { StagedNote } from "../reading/stage.ts";
import { titleOf } from "./html-file.ts";
import { linesOfPage, type PdfLine } from "../../extract/pdf-lines.ts";

/** The text of a PDF: paragraphs by the space between lines, headings by their size. Scans have none. @throws Refused */
export async function readPdf(file: string, path: string): Promise<StagedNote> {
  if ((await stat(file)).size > DOCUMENT_MAX_BYTES)
    throw new Refused(`larger than ${megabytes(DOCUMENT_MAX_BYTES)}`);
  const { getDocumentProxy } = await import("unpdf");
  const bytes = new Uint8Array(await readFile(file));
  const options = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  const pdf = await getDocumentProxy(bytes, options).catch((error: Error) => {
    const isLocked = error.name === "PasswordException" || /password/i.test(error.message);
    throw new Refused(isLocked ? "protected by a password" : "damaged, or no PDF");
  });
  if (pdf.numPages > PDF_PAGES_MAX) throw new Refused(`more than ${PDF_PAGES_MAX} pages`);
  const lines: PdfLine[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    lines.push(...linesOfPage((await page.getTextContent()).items));
    page.cleanup();
  }
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> };
  const text = (key: string) => (typeof info[key] === "string" ? info[key].trim() : "");
  const content = toBlocks(lines);
  const isScan = content.length === 0;
  return {
    title: text("Title") || titleOf(path),
    tags: text("Keywords")
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    created: pdfDate(text("CreationDate")),
    updated: pdfDate(text("ModDate")),
    doc: { type: "doc", content },
    warnings: isScan ? ["no text in it: pages that were scanned are pictures"] : [],
  };
}

function toBlocks(lines: PdfLine[]): JSONContent[] {
  const usual = usualSize(lines);
  const blocks: JSONContent[] = [];
  let open: { level: number; text: string } | null = null;
  const end = () => {
    if (open && open.text.trim() !== "") {
      const content = [{ type: "text", text: open.text.trim() }];
      blocks.push(
        open.level > 0
          ? { type: "heading", attrs: { level: open.level }, content }
          : { type: "paragraph", content },
      );
    }
    open = null;
  };
  for (const line of lines) {
    const level = headingLevel(line.size, usual);
    if (open === null || line.startsBlock || open.level !== level) {
      end();
      open = { level, text: line.text };
    } else open.text = joined(open.text, line.text);
  }
  end();
  return blocks;
}

/** A word broken at the end of a line is one word again. */
const joined = (text: string, next: string): string =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`;

const headingLevel = (size: number, usual: number): number =>
  size >= usual * 1.7 ? 1 : size >= usual * 1.35 ? 2 : size >= usual * 1.15 ? 3 : 0;

/** The size in which most of the text is set. */
function usualSize(lines: PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 12;
}

function pdfDate(text: string): number | null {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) =>
    Number(match[at] ?? (at < 4 ? 1 : 0)),
  );
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === "-" ? -1 : 1);
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second) - offset * 60_000;
  return Number.isFinite(at) ? at : null;
}
