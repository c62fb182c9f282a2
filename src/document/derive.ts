import type { Node } from "@tiptap/pm/model";
import { toHtml } from "./html/html.ts";
import { toOutline } from "./html/outline.ts";
import { hasModelText, withoutModels } from "./origins/of-models.ts";
import type { NoteLink } from "./links.ts";
import { linksOf } from "./links.ts";
import { repairDocument } from "./repair.ts";
import { toSearchText } from "./text/search-text.ts";
import { type TaskItem, tasksOf } from "./tasks.ts";
import { toExcerpt, toText } from "./text/text.ts";
import { countWords } from "./text/words.ts";
import { readState } from "./yjs/yjs.ts";

/** Everything that is stored beside a note's body and can be made from it again at any time. */
export interface Derived {
  /** What is stored of its HTML: see toOutline. */
  outline: string;
  text: string;
  /** What lists show of it: see toExcerpt. */
  excerpt: string;
  /** The text as far as the full-text index can hold it: see SEARCH_TEXT_MAX_BYTES. */
  searchText: string;
  /** The same without what models wrote; null where they wrote none of it. */
  humanText: string | null;
  wordCount: number;
  links: NoteLink[];
  /** Its checkboxes, as far as they have words. */
  tasks: TaskItem[];
  /** Blocks at the top level of the note. */
  blocks: number;
  /** What could not be read or made; empty for a healthy note. */
  problems: string[];
}

const EXCERPT_LENGTH = 200;

/** Derives all of it from an encoded Yjs state. Never throws: from an unreadable state comes an empty note. */
export function derive(state: Uint8Array): Derived {
  const problems: string[] = [];
  return deriveFrom(
    attempt(problems, "body", () => readState(state), repairDocument(null)),
    problems,
  );
}

/** The same from the document itself. */
export function deriveFrom(doc: Node, problems: string[] = []): Derived {
  const text = attempt(problems, "text", () => toText(doc), "");
  return {
    outline: attempt(problems, "outline", () => toOutline(toHtml(doc)), ""),
    text,
    excerpt: attempt(problems, "excerpt", () => toExcerpt(doc).slice(0, EXCERPT_LENGTH).toWellFormed(), ""),
    searchText: attempt(problems, "search text", () => toSearchText(text), ""),
    humanText: attempt(
      problems,
      "human text",
      () => (hasModelText(doc) ? toSearchText(toText(withoutModels(doc))) : null),
      null,
    ),
    wordCount: attempt(problems, "words", () => countWords(text), 0),
    links: attempt(problems, "links", () => linksOf(doc), []),
    tasks: attempt(problems, "tasks", () => tasksOf(doc), []),
    blocks: doc.childCount,
    problems,
  };
}

function attempt<Value>(problems: string[], what: string, make: () => Value, otherwise: Value): Value {
  try {
    return make();
  } catch (error) {
    problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return otherwise;
  }
}
