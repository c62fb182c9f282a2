import { readdir, rm } from "node:fs/promises";
import { join, posix } from "node:path";
import { readDate } from "#document/markdown/front-matter.ts";
import { openMarkdown } from "#document/markdown/parse.ts";
import { hasClass, type HtmlElement } from "../html/element.ts";
import type { Stage, StagedNote } from "../reading/stage.ts";
import { writeCsv } from "./csv.ts";
import { htmlNote, titleOf } from "./html-file.ts";
import { withoutNotionId } from "./notion-names.ts";
import { readText } from "./read-text.ts";

/** A page as Markdown: its title is the first line, its properties the next ones. */
export async function readNotionMarkdown(path: string, stage: Stage): Promise<StagedNote> {
  const text = (await readText(join(stage.root, path))).replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const [, heading = "", rest = text] = /^\s*# ([^\n]*)\n?([\s\S]*)$/.exec(text) ?? [];
  const { properties, body } = takeProperties(rest);
  const { doc } = openMarkdown(withCallouts(`${properties.kept}${body}`)).finish();
  const { tags, created, updated } = properties;
  const title = heading.trim() || withoutNotionId(titleOf(path));
  return { title, tags, created, updated, doc, warnings: [] };
}

type Properties = { tags: string[]; created: number | null; updated: number | null; kept: string };

/** Lines `Name: value` right below the title; those with a place of their own here go there. */
function takeProperties(text: string): { properties: Properties; body: string } {
  const properties: Properties = { tags: [], created: null, updated: null, kept: "" };
  const lines = text.replace(/^\n+/, "").split("\n");
  const isProperty = (line: string) => /^[\p{L}\p{N}][^:\n]{0,60}: \S/u.test(line);
  let at = 0;
  while (at < lines.length && isProperty(lines[at]!)) at++;
  // A sentence with a colon is no list of properties: they end with an empty line.
  if (at === 0 || (at < lines.length && lines[at]!.trim() !== "")) return { properties, body: text };
  const kept: string[] = [];
  for (const line of lines.slice(0, at)) {
    const colon = line.indexOf(": ");
    if (!takeProperty(properties, line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 2).trim()))
      kept.push(`- **${line.slice(0, colon).trim()}:** ${line.slice(colon + 2).trim()}`);
  }
  properties.kept = kept.length > 0 ? `${kept.join("\n")}\n\n` : "";
  return { properties, body: lines.slice(at).join("\n") };
}

function takeProperty(properties: Properties, name: string, value: string): boolean {
  if (name === "tags" || name === "tag") {
    properties.tags = value
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    return true;
  }
  const at = notionDate(value);
  if (at === null) return false;
  if (/^(created|created time|date created)$/.test(name)) properties.created = at;
  else if (/^(updated|last edited|last edited time|last modified)$/.test(name)) properties.updated = at;
  else return false;
  return true;
}

/** "March 3, 2024 10:15 AM", in no zone: read as UTC, as a date of front matter is. */
function notionDate(text: string): number | null {
  const iso = readDate(text);
  if (iso !== null) return iso;
  if (!/^[A-Z][a-z]+ \d{1,2}, \d{4}( \d{1,2}:\d\d( [AP]M)?)?$/.test(text)) return null;
  const at = Date.parse(`${text} UTC`);
  return Number.isFinite(at) ? at : null;
}

/** Notion writes callouts as HTML; as quotes of GitHub's kind they become ours. */
function withCallouts(markdown: string): string {
  return markdown.replaceAll(/^<aside>\n([\s\S]*?)\n<\/aside>$/gm, (_, inside: string) => {
    const lines = inside.trim().split("\n");
    return [`> [!NOTE]`, ...lines.map((line) => `> ${line}`)].join("\n");
  });
}

/** A page as HTML. */
export async function readNotionHtml(path: string, stage: Stage): Promise<StagedNote> {
  const custom = (element: HtmlElement) =>
    hasClass(element, "page-header-icon") || hasClass(element, "icon") ? [] : undefined;
  const html = await readText(join(stage.root, path));
  const note = htmlNote(html, stage, posix.dirname(path), custom);
  return { ...note, title: note.title || withoutNotionId(titleOf(path)) };
}

/** A database: a table whose first column leads to the pages of its rows. Of its two files the one with all rows counts. */
export async function readNotionTable(path: string, stage: Stage): Promise<void> {
  const whole = path.replace(/\.csv$/i, "_all.csv");
  const names: string[] = await readdir(join(stage.root, posix.dirname(path))).catch(() => []);
  if (!/_all\.csv$/i.test(path) && names.includes(posix.basename(whole))) {
    await rm(join(stage.root, path));
    return;
  }
  const folder = path.replace(/(?:_all)?\.csv$/i, "");
  const within = [folder, posix.join(posix.dirname(folder), withoutNotionId(posix.basename(folder)))];
  const pages = new Map<string, string>();
  for (const candidate of within)
    for (const name of await readdir(join(stage.root, candidate)).catch(() => []))
      if (/\.(?:md|html)(?:\.cairnnote)?$/i.test(name)) {
        const href = encodeURI(`${posix.basename(candidate)}/${name.replace(/\.cairnnote$/i, "")}`);
        pages.set(withoutNotionId(titleOf(name.replace(/\.cairnnote$/i, ""))).toLowerCase(), href);
      }
  const linkOf = (cell: string) => pages.get(cell.trim().slice(0, 100).toLowerCase()) ?? null;
  const named = posix.join(
    posix.dirname(path),
    `${withoutNotionId(titleOf(path).replace(/_all$/i, ""))}.csv`,
  );
  const [made] = await writeCsv(join(stage.root, path), named, stage, linkOf);
  await rm(join(stage.root, path));
  // Pages lead to the table by the name of its file.
  if (made !== undefined) stage.rename(path.replace(/_all(?=\.csv$)/i, ""), made);
}
