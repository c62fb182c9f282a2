import type { YAMLMap } from "yaml";
import { isMap, isNode, isScalar, isSeq, parseDocument, stringify } from "yaml";

/** What front matter says about when the text was written, in milliseconds since 1970. */
export interface FrontMatterDates {
  created?: number;
  updated?: number;
  /** Of a text that has only one date, as a post or a diary page does. */
  date?: number;
}

export interface FrontMatter {
  title?: string;
  tags: string[];
  dates: FrontMatterDates;
  /** What nobody here understands, with its line in the text; it stays in `rest`. */
  odd: { line: number; source: string }[];
  /** What is neither title nor tags, to the letter and with its fences; null when nothing is left. */
  rest: string | null;
}

function scalarText(value: unknown): string | null {
  if (!isScalar(value) || value.value === null || typeof value.value === "object") return null;
  // A title such as 2024-05-01 or 1.10 is kept as it was written.
  return typeof value.value === "string" ? value.value : (value.source ?? JSON.stringify(value.value));
}

function tagList(value: unknown): string[] | null {
  if (isScalar(value) && value.value === null) return [];
  if (isSeq(value)) {
    const tags = value.items.map(scalarText);
    return tags.every((tag) => tag !== null) ? clean(tags) : null;
  }
  const text = scalarText(value);
  if (text === null) return null;
  return clean(text.split(text.includes(",") ? "," : /\s+/));
}

function clean(tags: string[]): string[] {
  const names = tags.map((tag) => tag.trim().replace(/^#/, "")).filter((tag) => tag !== "");
  return [...new Set(names)];
}

/** The lines of the source that belong to no removed key; comments stay. */
function without(yaml: string, map: YAMLMap, removed: ReadonlySet<unknown>): string {
  const starts = map.items.map((pair) => ({
    pair,
    from: isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0,
  }));
  let kept = yaml.slice(0, starts[0]?.from ?? yaml.length);
  starts.forEach(({ pair, from }, index) => {
    const part = yaml.slice(from, starts[index + 1]?.from ?? yaml.length);
    kept += removed.has(pair)
      ? part
          .split(/(?<=\n)/)
          .filter((line) => line.startsWith("#"))
          .join("")
      : part;
  });
  return kept;
}

/** Takes title and tags out of YAML front matter; whatever cannot be understood stays in `rest`. */
export function readFrontMatter(yaml: string): FrontMatter {
  const all = fenced(yaml);
  const odd = all === null ? [] : [{ line: 1, source: all }];
  const whole: FrontMatter = { tags: [], dates: {}, odd, rest: all };
  const document = parseDocument(yaml, { logLevel: "silent", uniqueKeys: false });
  const map = document.contents;
  if (document.errors.length > 0 || !isMap(map) || map.flow === true) return whole;

  const result: FrontMatter = { tags: [], dates: {}, odd: [], rest: null };
  const removed = new Set<unknown>();
  for (const pair of map.items) {
    const key = scalarText(pair.key);
    if (key !== null && takePair(result, key, pair.value)) removed.add(pair);
    else if (key === null || !takeDate(result.dates, key, pair.value)) {
      const [from, to] = [
        rangeOf(pair.key)?.[0] ?? 0,
        rangeOf(pair.value)?.[1] ?? rangeOf(pair.key)?.[1] ?? 0,
      ];
      // The fence stands on the first line.
      result.odd.push({
        line: yaml.slice(0, from).split("\n").length + 1,
        source: yaml.slice(from, to).trimEnd(),
      });
    }
  }
  result.rest = fenced(without(yaml, map, removed));
  return result;
}

const rangeOf = (node: unknown) => (isNode(node) ? node.range : null);

/** Title and tags become the note's own. */
function takePair(result: FrontMatter, key: string, value: unknown): boolean {
  if (key === "title" && result.title === undefined) {
    const title = scalarText(value);
    if (title !== null) result.title = title;
    return title !== null;
  }
  if (key !== "tags" || result.tags.length > 0) return false;
  const tags = tagList(value);
  if (tags !== null) result.tags = tags;
  return tags !== null;
}

const DATE_KEYS: Record<string, keyof FrontMatterDates> = {
  created: "created",
  createdat: "created",
  datecreated: "created",
  updated: "updated",
  updatedat: "updated",
  modified: "updated",
  lastmod: "updated",
  lastmodified: "updated",
  datemodified: "updated",
  date: "date",
};

function takeDate(dates: FrontMatterDates, key: string, value: unknown): boolean {
  const name = DATE_KEYS[key.toLowerCase().replace(/[ _-]/g, "")];
  const at = readDate(scalarText(value) ?? "");
  if (name === undefined || at === null) return false;
  dates[name] ??= at;
  return true;
}

const DATE =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[ \t]*(Z|z|[+-]\d\d?(?::?\d\d)?))?)?$/;

/** A date of ISO 8601 or YAML. As in YAML, one that names no zone is in UTC. */
export function readDate(text: string): number | null {
  const match = DATE.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const whole = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(whole);
  // The 31st of February is no day.
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day || read.getUTCHours() !== hour)
    return null;
  if (minute > 59 || second > 59) return null;
  const milliseconds = Number(`0.${match[7] ?? 0}`) * 1000;
  return whole + Math.floor(milliseconds) - zoneOffset(match[8] ?? "Z");
}

function zoneOffset(zone: string): number {
  const match = /^([+-])(\d\d?):?(\d\d)?$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === "-" ? -minutes : minutes) * 60_000;
}

function fenced(yaml: string): string | null {
  const body = yaml.replace(/\n+$/, "");
  return body.trim() === "" ? null : `---\n${body}\n---`;
}

/** Front matter for an export: title and tags before what the note kept of its own. */
export function writeFrontMatter(
  head: { title?: string; tags?: string[] },
  rest: string | null,
): string | null {
  const own: Record<string, unknown> = {};
  if (head.title !== undefined && head.title !== "") own.title = head.title;
  if (head.tags !== undefined && head.tags.length > 0) own.tags = head.tags;
  if (Object.keys(own).length === 0) return rest;
  const lines = stringify(own, { lineWidth: 0 }).trimEnd();
  if (rest === null) return `---\n${lines}\n---`;
  // Only YAML can take ours in; any other front matter follows as code would, below.
  return rest.startsWith("---\n") ? `---\n${lines}\n${rest.slice(4)}` : `---\n${lines}\n---\n\n${rest}`;
}
