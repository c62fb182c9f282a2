import { open } from "node:fs/promises";
import { posix } from "node:path";
import { namesIn } from "../../extract/unzip.ts";
import { plannerOf } from "../planner/recognise-planner.ts";

/** What a file is, by what it holds; its ending decides only where the text could be several things. */
export type Kind =
  | "markdown"
  | "html"
  | "docx"
  | "pdf"
  | "epub"
  | "enex"
  | "jex"
  | "opml"
  | "csv"
  | "xlsx"
  | "todoist"
  | "ticktick"
  | "ics"
  | "text"
  | "notes-json"
  | "zip"
  | "other-office"
  | "file";

const HEAD = 4096;
const CALENDAR = /^\.(?:ics|ical|icalendar|ifb)$/;
const OTHER_OFFICE = /\.(?:od[tspg]|doc|xls|ppt|rtf|pages|numbers|key|wpd)$/i;

export async function recognise(path: string, name: string): Promise<Kind> {
  const head = await readHead(path);
  if (
    head.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) ||
    head.subarray(0, 4).equals(Buffer.from("PK\u0005\u0006"))
  )
    return kindOfZip(await namesIn(path, 500), name);
  if (head.subarray(0, 1024).includes("%PDF-")) return "pdf";
  if (head.subarray(257, 262).toString("latin1") === "ustar") return "jex";
  const ending = posix.extname(name).toLowerCase();
  if ([".md", ".markdown"].includes(ending)) return "markdown";
  const text = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (/^BEGIN:VCALENDAR\s*[\r\n]/i.test(text) || CALENDAR.test(ending)) return "ics";
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE en-export|<en-export)/i.test(text))
    return "enex";
  if (ending === ".enex") return "enex";
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<opml/i.test(text) || ending === ".opml") return "opml";
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype html|<html)/i.test(text)) return "html";
  if ([".html", ".htm", ".xhtml"].includes(ending)) return "html";
  if (ending === ".json" && /"exported_at"/.test(text.slice(0, 200))) return "notes-json";
  if ([".csv", ".tsv"].includes(ending)) return plannerOf(head) ?? "csv";
  if ([".txt", ".text"].includes(ending)) return "text";
  if (OTHER_OFFICE.test(name)) return "other-office";
  // Said to be a document and is none: whoever reads it says so.
  const said = {
    ".docx": "docx",
    ".xlsx": "xlsx",
    ".pdf": "pdf",
    ".epub": "epub",
    ".jex": "jex",
    ".zip": "zip",
  } as const;
  return said[ending as keyof typeof said] ?? "file";
}

function kindOfZip(names: string[], name: string): Kind {
  if (names.includes("word/document.xml")) return "docx";
  if (names.includes("META-INF/container.xml")) return "epub";
  if (names.includes("xl/workbook.xml") && !/\.zip$/i.test(name)) return "xlsx";
  const isOffice = names.some((entry) => ["ppt/presentation.xml", "content.xml"].includes(entry));
  if ((isOffice && !/\.zip$/i.test(name)) || OTHER_OFFICE.test(name)) return "other-office";
  return "zip";
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
