import { posix } from "node:path";
import type { JSONContent } from "@tiptap/core";
import {
  CSV_COLUMNS_MAX,
  CSV_ROWS_A_NOTE,
  CSV_ROWS_MAX,
  DOCUMENT_MAX_BYTES,
  megabytes,
} from "../../extract/limits.ts";
import { measure } from "../../extract/measure.ts";
import { Refused } from "../../extract/refused.ts";
import { readEntry } from "../../extract/unzip.ts";
import { type Stage, STAGED } from "../reading/stage.ts";
import { xmlReader } from "../reading/xml.ts";
import { table } from "./csv.ts";
import { titleOf } from "./html-file.ts";
import { decode } from "./read-text.ts";
import { readCells, type SheetCells } from "./xlsx-cells.ts";
import { readFormats } from "./xlsx-numbers.ts";

const SHEETS_MAX = 200;

type Sheet = { name: string; rows: SheetCells };
type Part = { words: string; sheets: Sheet[] };

/** All sheets of a workbook: a heading and a table each, as notes of at most a thousand rows. @throws Refused */
export async function writeXlsx(file: string, path: string, stage: Stage): Promise<void> {
  const size = await measure(file);
  if (size > DOCUMENT_MAX_BYTES) throw new Refused(`unpacks to more than ${megabytes(DOCUMENT_MAX_BYTES)}`);
  const sheets = await readWorkbook(file);
  const title = titleOf(path);
  for (const { words, sheets: shown } of partsOf(title, sheets)) {
    const target = await stage.freeName(posix.dirname(path), words, STAGED);
    const doc = { type: "doc", content: shown.flatMap((sheet) => blocksOf(sheet, sheets.length > 1)) };
    await stage.writeNote(target, {
      title: words,
      tags: [],
      created: null,
      updated: null,
      doc,
      warnings: [],
    });
  }
}

function blocksOf({ name, rows }: Sheet, isNamed: boolean): JSONContent[] {
  const [head = [], ...rest] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const heading = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: name }] };
  return [...(isNamed && name !== "" ? [heading] : []), table(head, rest, width, () => null)];
}

/** One note while that bears all rows; else one for each sheet, and several for a long one. */
function partsOf(title: string, sheets: Sheet[]): Part[] {
  const count = sheets.reduce((sum, { rows }) => sum + rows.length - 1, 0);
  if (count <= CSV_ROWS_A_NOTE) return [{ words: title, sheets }];
  return sheets.flatMap(({ name, rows }) => {
    const [head = [], ...all] = rows;
    const own = sheets.length > 1 && name !== "" ? `${title}, ${name}` : title;
    const parts: Part[] = [];
    for (let from = 0; from === 0 || from < all.length; from += CSV_ROWS_A_NOTE) {
      const part = all.slice(from, from + CSV_ROWS_A_NOTE);
      const words = all.length > CSV_ROWS_A_NOTE ? `${own}, rows ${from + 1} to ${from + part.length}` : own;
      parts.push({ words, sheets: [{ name, rows: [head, ...part] }] });
    }
    return parts;
  });
}

async function readWorkbook(file: string): Promise<Sheet[]> {
  const text = async (name: string) => {
    const bytes = await readEntry(file, (entry) => entry === name, DOCUMENT_MAX_BYTES);
    return bytes === null ? null : decode(bytes);
  };
  const book = await text("xl/workbook.xml");
  if (book === null) throw new Refused("a workbook without its list of sheets");
  const { named, isFrom1904 } = sheetsIn(book);
  if (named.length > SHEETS_MAX) throw new Refused(`more than ${SHEETS_MAX} sheets`);
  const targets = targetsIn((await text("xl/_rels/workbook.xml.rels")) ?? "<Relationships/>");
  const strings = stringsIn((await text("xl/sharedStrings.xml")) ?? "<sst/>");
  const formats = readFormats((await text("xl/styles.xml")) ?? "<styleSheet/>", isFrom1904);
  const sheets: Sheet[] = [];
  let rows = 0;
  for (const { name, relation } of named) {
    const xml = await text(targets.get(relation) ?? "");
    if (xml === null) continue;
    const cells = readCells(xml, { strings, formats, columnsMax: CSV_COLUMNS_MAX, rowsMax: CSV_ROWS_MAX });
    rows += cells.length;
    if (rows > CSV_ROWS_MAX) throw new Refused(`more than ${CSV_ROWS_MAX.toLocaleString("en")} rows`);
    if (cells.length > 0) sheets.push({ name, rows: cells });
  }
  if (sheets.length === 0) throw new Refused("an empty table");
  return sheets;
}

const own = (name: string): string => name.replace(/^.*:/, "");

function sheetsIn(xml: string): { named: { name: string; relation: string }[]; isFrom1904: boolean } {
  const named: { name: string; relation: string }[] = [];
  let isFrom1904 = false;
  each(xml, (name, attributes) => {
    if (name === "workbookPr") isFrom1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
    if (name !== "sheet") return;
    const relation = Object.entries(attributes).find(([key]) => own(key) === "id" && key !== "id")?.[1] ?? "";
    named.push({ name: (attributes["name"] ?? "").trim(), relation });
  });
  return { named, isFrom1904 };
}

function targetsIn(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  each(xml, (name, { Id = "", Target = "", TargetMode = "" }) => {
    if (name === "Relationship" && TargetMode !== "External")
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : posix.normalize(`xl/${Target}`));
  });
  return targets;
}

function each(xml: string, open: (name: string, attributes: Record<string, string>) => void): void {
  const reader = xmlReader({
    open: (tag) => open(own(tag.name), tag.attributes as Record<string, string>),
  });
  reader.write(xml);
  reader.close();
}

/** Texts that cells name by their number; what says how they are pronounced is no part of them. */
function stringsIn(xml: string): string[] {
  const strings: string[] = [];
  const open: string[] = [];
  const reader = xmlReader({
    open: (tag) => {
      open.push(own(tag.name));
      if (open.at(-1) === "si") strings.push("");
    },
    text: (text) => {
      if (open.at(-1) === "t" && !open.includes("rPh") && strings.length > 0)
        strings[strings.length - 1] += text;
    },
    close: () => void open.pop(),
  });
  reader.write(xml);
  reader.close();
  return strings;
}
