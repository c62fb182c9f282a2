import type { YAMLMap } from "yaml";
import { isMap, isScalar, isSeq, parseDocument, stringify } from "yaml";

export interface FrontMatter {
  title?: string;
  tags: string[];
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
  const whole: FrontMatter = { tags: [], rest: fenced(yaml) };
  const document = parseDocument(yaml, { logLevel: "silent", uniqueKeys: false });
  const map = document.contents;
  if (document.errors.length > 0 || !isMap(map) || map.flow === true) return whole;

  const result: FrontMatter = { tags: [], rest: null };
  const removed = new Set<unknown>();
  for (const pair of map.items) {
    const key = scalarText(pair.key);
    if (key === "title" && result.title === undefined) {
      const title = scalarText(pair.value);
      if (title === null) continue;
      result.title = title;
      removed.add(pair);
    } else if (key === "tags" && result.tags.length === 0) {
      const tags = tagList(pair.value);
      if (tags === null) continue;
      result.tags = tags;
      removed.add(pair);
    }
  }
  result.rest = fenced(without(yaml, map, removed));
  return result;
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
