/** Without Zod, so that pages can use it: they search what they know while the server is away. */

export const IS_VALUES = ["favorite", "untagged", "shared"] as const;
export const HAS_VALUES = ["task", "done", "image", "file", "link", "code", "table"] as const;
export type IsValue = (typeof IS_VALUES)[number];
export type HasValue = (typeof HAS_VALUES)[number];

/** A query taken apart. Words, phrases, tags and folders are in small letters. */
export type SearchQuery = {
  words: string[];
  phrases: string[];
  tags: string[];
  /** `-word`, `-"phrase"` and `-tag:name`: none of them may occur. */
  not: { words: string[]; phrases: string[]; tags: string[] };
  /** Names of folders; those inside count too. */
  folders: string[];
  /** Titles of projects. */
  projects: string[];
  /** `shared`: with others, or by them. */
  is: IsValue[];
  /** `task`: one that is open; `done`: one that is ticked. */
  has: HasValue[];
  /** Days as YYYY-MM-DD: last changed before the one, on or after the other. */
  /** Only what people wrote: what models did is as if it were not there. */
  origin: "human" | null;
  before: string | null;
  after: string | null;
};

/** Longer ones are cut: more narrows nothing any more. */
export const QUERY_MAX = 500;
/** Each further word costs a search of its own, and narrows nothing any more. */
const MOST_WORDS = 24;
const TOKEN = /(-?)(?:(tag|in|project|is|has|origin|before|after):(?:"([^"]*)"|(\S*))|"([^"]+)"|(\S+))/g;

/**
 * `tag:name in:"A folder" project:"A title" is:favorite has:task before:2026-05 after:2026 "a phrase" word -without`. What is no operator after
 * all ("is:great", "see:that") is looked for as it stands; an operator without a value is still being typed and ignored.
 *
 * @param today YYYY-MM-DD, for `after:today`, `after:yesterday` and `after:7d`.
 */
export function parseQuery(query: string, today = new Date().toISOString().slice(0, 10)): SearchQuery {
  const parsed: SearchQuery = {
    words: [],
    phrases: [],
    tags: [],
    not: { words: [], phrases: [], tags: [] },
    folders: [],
    projects: [],
    is: [],
    has: [],
    origin: null,
    before: null,
    after: null,
  };
  for (const [whole, minus, operator, quoted, bare, phrase, word] of query.toLowerCase().matchAll(TOKEN)) {
    const side = minus ? parsed.not : parsed;
    const value = (quoted ?? bare ?? "").replaceAll('"', "").trim();
    if (phrase !== undefined) {
      if (phrase.trim()) side.phrases.push(phrase.trim());
    } else if (minus && operator === undefined && !/^[\p{L}\p{N}]/u.test(word ?? "")) {
      // An arrow, a rule of dashes: signs are looked for as they stand.
      parsed.words.push(whole.replaceAll('"', ""));
    } else if (operator === undefined) {
      side.words.push((word ?? "").replaceAll('"', ""));
    } else if (value !== "" && !take(parsed, side, operator, value, today)) {
      parsed.words.push(whole.replaceAll('"', ""));
    }
  }
  // What is left of a lone quotation mark stands in every text; a lone dash is a word of its own.
  parsed.words = parsed.words.filter(Boolean).slice(0, MOST_WORDS);
  parsed.not.words = parsed.not.words.filter(Boolean).slice(0, MOST_WORDS);
  return parsed;
}

function take(
  parsed: SearchQuery,
  side: SearchQuery["not"],
  operator: string,
  value: string,
  today: string,
): boolean {
  if (operator === "tag") side.tags.push(value.replace(/^#/, ""));
  // Only tags can be excluded: "-is:favorite" is looked for as it stands.
  else if (side !== parsed) return false;
  else if (operator === "in") parsed.folders.push(value);
  else if (operator === "project") parsed.projects.push(value);
  else if (operator === "is") return add(parsed.is, IS_VALUES, value);
  else if (operator === "has") return add(parsed.has, HAS_VALUES, value);
  else if (operator === "origin") {
    if (value !== "human") return false;
    parsed.origin = value;
  } else {
    const day = dayOf(value, today);
    if (day === null) return false;
    parsed[operator as "before" | "after"] = day;
  }
  return true;
}

function add<Value extends string>(list: Value[], known: readonly Value[], value: string): boolean {
  // "has:tasks" is what people write.
  const found = known.find((each) => each === value || `${each}s` === value);
  if (found === undefined) return false;
  if (!list.includes(found)) list.push(found);
  return true;
}

const DAY_MS = 86_400_000;

/** "2026", "2026-05" and "2026-05-01" begin on their first day. */
function dayOf(value: string, today: string): string | null {
  const back = value === "today" ? 0 : value === "yesterday" ? 1 : /^(\d{1,4})d$/.exec(value)?.[1];
  if (back !== undefined)
    return new Date(Date.parse(today) - Number(back) * DAY_MS).toISOString().slice(0, 10);
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value) ?? [];
  if (year === undefined || year < "1000") return null;
  const time = Date.parse(`${year}-${month}-${day}`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(8, 10) !== day
    ? null
    : `${year}-${month}-${day}`;
}

/** Whether anything but words and tags was asked for. */
export const hasFilters = ({
  not,
  folders,
  projects,
  is,
  has,
  origin,
  before,
  after,
}: SearchQuery): boolean =>
  not.words.length + not.phrases.length + not.tags.length + folders.length + projects.length > 0 ||
  is.length + has.length > 0 ||
  origin !== null ||
  before !== null ||
  after !== null;
