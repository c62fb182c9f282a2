import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import * as Y from "yjs";
import type { BodyInput, NoteBody } from "#contract/notes.ts";
import { compareBodies, type Comparison } from "#document/compare/compare.ts";
import { derive, type Derived, deriveFrom } from "#document/derive.ts";
import { toHtml } from "#document/html/html.ts";
import { type Anchor, commentUpdate } from "#document/mark-comment.ts";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import { withoutModels } from "#document/origins/of-models.ts";
import { withOrigin } from "#document/origins/with-origin.ts";
import { type Passage, passagesOf } from "#document/passages.ts";
import { plainTextDoc } from "#document/text/plain-text.ts";
import type { PublicBody } from "#document/html/public-html.ts";
import { toText } from "#document/text/text.ts";
import { type TaskItem, tickUpdate } from "#document/tasks.ts";
import { type Hunk, hunksBetween } from "#document/hunks/hunks.ts";
import { repairDocument } from "#document/repair.ts";
import { withLinkNames } from "#document/link-names.ts";
import { chooseNotes, type NotesByTitle } from "#document/link-titles.ts";
import { type AddressChange, replaceAddressUpdate } from "#document/yjs/replace-address.ts";
import { attributeUpdate } from "#document/yjs/set-attribute.ts";
import {
  type Correction,
  correctionUpdate,
  type Uncorrection,
  uncorrectionUpdate,
} from "#document/yjs/correction.ts";
import { readDoc, replaceUpdate, seedNote } from "#document/yjs/yjs.ts";
import { type HunksPut, putHunks } from "#document/hunks/put-hunks.ts";
import type { AboutNote } from "#seo/about-note.ts";
import type { CheckedNote } from "#seo/check-note.ts";
import type { FoundClaim } from "./words/body-claims.ts";
import type { FoundPromise } from "./words/body-promises.ts";
import type { FoundTask, KnownTasks } from "./note-tasks.ts";
import { applyParts } from "./load-note.ts";
import { type Compacted, type Log, mergeLog } from "./merge-log.ts";
import { linkUpdate, type WordsToLink } from "#document/yjs/link-words.ts";
import { countWritten, type LoggedChange, type Written } from "./words/count-written.ts";

/** A text and how it came about; typed where it isn't said. */
export type WrittenBody = { body: BodyInput; origin?: TextOrigin | undefined };

/** What is computed from bodies and takes as long as whoever wrote them wants. `parts` are as stored. */
export type BodyTask =
  /** `earlier`: what the body was before, oldest first. */
  | ({ kind: "seed"; notes?: NotesByTitle; earlier?: readonly WrittenBody[] | undefined } & WrittenBody)
  | {
      kind: "read";
      parts: Uint8Array[];
      format: NoteBody["format"];
      /** How links call the notes they lead to, instead of the title that was theirs. */
      names?: Record<string, string>;
    }
  /** `origin`: how the words came about that it brings, or that a part does; typed where it isn't said. */
  | {
      kind: "replace";
      parts: Uint8Array[];
      body: BodyInput;
      notes?: NotesByTitle;
      origin?: TextOrigin | undefined;
    }
  /** `parts` are those whose words are counted; `changes`, which follow them, are to be. */
  | { kind: "derive"; parts: Uint8Array[]; changes: LoggedChange[]; known: KnownTasks }
  /** Counts the words of `changes` alone. */
  | { kind: "count"; parts: Uint8Array[]; changes: LoggedChange[] }
  /** The same as `derive` for a note that is being made; without the days of its tasks. */
  | { kind: "first"; parts: Uint8Array[] }
  /** Reads the days in the words of checkboxes. */
  | { kind: "due"; tasks: TaskItem[]; known: KnownTasks }
  | { kind: "tick"; parts: Uint8Array[]; blockId: string; isDone: boolean }
  | { kind: "heading"; parts: Uint8Array[]; blockId: string; level: number }
  | { kind: "link"; parts: Uint8Array[]; link: WordsToLink }
  | { kind: "address"; parts: Uint8Array[]; change: AddressChange }
  | { kind: "comment"; parts: Uint8Array[]; thread: string; anchor: Anchor }
  /** Cuts the body into what can be quoted by itself, or what people wrote of it. */
  | { kind: "passages"; parts: Uint8Array[]; isOfPeople?: boolean }
  /** What is promised in it; `now` is what the writer's clock showed, as if it were UTC. */
  | { kind: "promises"; parts: Uint8Array[]; now: Date }
  /** What is claimed in it. */
  | { kind: "claims"; parts: Uint8Array[] }
  /** What search engines would mind in it. */
  | { kind: "check"; parts: Uint8Array[]; about: AboutNote }
  | { kind: "correct"; parts: Uint8Array[]; correction: Correction }
  | { kind: "uncorrect"; parts: Uint8Array[]; correction: Uncorrection }
  /** What makes the body another one, in parts. */
  | {
      kind: "hunks";
      parts: Uint8Array[];
      body: BodyInput;
      notes?: NotesByTitle;
      origin?: TextOrigin | undefined;
    }
  | { kind: "putHunks"; parts: Uint8Array[]; hunks: Hunk[]; way: "apply" | "undo"; others: Hunk[] }
  /** The same for what further changes make of it. */
  | { kind: "hunksOf"; parts: Uint8Array[]; further: Uint8Array[] }
  | { kind: "compact"; log: Log }
  | { kind: "merge"; parts: Uint8Array[] }
  | { kind: "compare"; parts: Uint8Array[]; further: Uint8Array[] }
  | { kind: "rewind"; parts: Uint8Array[]; target: Uint8Array[] }
  | PublishTask;

/** A body as visitors read it. The worker alone does it: what draws formulas is large, and visitors must not be felt. */
export type PublishTask = {
  kind: "publish";
  parts: Uint8Array[];
  path: string;
  origin: string;
  /** Stands above the text, which does not say it again. */
  title: string;
  /** Published notes it leads to; `parts` of those that may be shown within it. */
  notes: { id: string; title: string; path: string; parts: Uint8Array[] | null }[];
};

export type BodyAnswer =
  | { update: Uint8Array }
  | { seeded: Seeded }
  | { text: string }
  /** `tasks` and `ms`, what the deriving took, are filled in by the worker for `derive`. */
  | { derived: Derived; written: Written[]; tasks: FoundTask[]; ms: number }
  /** `ms`: as above. */
  | { counted: Written[]; ms: number }
  | { dated: FoundTask[] }
  | { ticked: Uint8Array | null }
  | { marked: Uint8Array | null }
  | { leveled: Uint8Array | null }
  | { linked: Uint8Array | null }
  | { readdressed: { update: Uint8Array; blockIds: string[] } | null }
  | { passages: Passage[] }
  | { promises: FoundPromise[] }
  | { claims: FoundClaim[] }
  | { checked: CheckedNote }
  | { corrected: Uint8Array | null }
  | { compacted: Compacted }
  | { comparison: Comparison }
  | { hunks: Hunk[] }
  | { put: HunksPut }
  | { page: PublicBody };

/** The first change of a note, and what is derived from it; null for a long one, whose writer would wait for it. */
export type Seeded = { update: Uint8Array; derived: Derived | null };

const headingOf = (blockId: string) => ({ nodeName: "heading", blockId, attribute: "level" });

type OfWorker = Extract<BodyTask, { kind: "publish" | "due" | "promises" | "claims" | "check" }>;
const isOfWorker = (task: BodyTask): task is OfWorker =>
  ["publish", "due", "promises", "claims", "check"].includes(task.kind);

/** Pure: runs in the server's thread for small bodies and in a worker for all others. */
export function doBodyWork(task: BodyTask): BodyAnswer {
  if (task.kind === "seed") return { seeded: seededBy(task) };
  if (task.kind === "compact") return { compacted: mergeLog(task.log) };
  if (task.kind === "merge") return { update: Y.mergeUpdates(task.parts) };
  if (isOfWorker(task)) throw new Error("The worker alone does this");
  const doc = new Y.Doc();
  // What cannot be read is left out, as when the note is opened; the log has told of it there.
  applyParts(doc, task.parts, () => {});
  try {
    if (task.kind === "derive" || task.kind === "first") {
      const written = task.kind === "derive" ? applyCounted(doc, task.changes) : [];
      return { derived: derive(Y.encodeStateAsUpdate(doc)), written, tasks: [], ms: 0 };
    }
    if (task.kind === "count") return { counted: applyCounted(doc, task.changes), ms: 0 };
    if (task.kind === "passages") return { passages: passagesIn(readDoc(doc), task.isOfPeople) };
    if (task.kind === "tick") return { ticked: tickUpdate(doc, task.blockId, task.isDone) };
    if (task.kind === "heading")
      return { leveled: attributeUpdate(doc, headingOf(task.blockId), task.level) };
    if (task.kind === "link") return { linked: linkUpdate(doc, task.link) };
    if (task.kind === "address") return { readdressed: replaceAddressUpdate(doc, task.change) };
    if (task.kind === "correct") return { corrected: correctionUpdate(doc, task.correction) };
    if (task.kind === "uncorrect") return { corrected: uncorrectionUpdate(doc, task.correction) };
    if (task.kind === "comment") return { marked: commentUpdate(doc, task.thread, task.anchor) };
    if (task.kind === "putHunks") return { put: putHunks(doc, task.hunks, task.way, task.others) };
    if (task.kind === "hunksOf") return { hunks: hunksBetween(...beforeAndAfter(doc, task.further)) };
    if (task.kind === "hunks" || task.kind === "replace") {
      const before = readDoc(doc);
      const after = rewritten(before, task);
      if (task.kind === "hunks") return { hunks: hunksBetween(before, after) };
      return { update: replaceUpdate(doc, after.toJSON() as JSONContent) };
    }
    if (task.kind === "rewind")
      return { update: replaceUpdate(doc, bodyOf(task.target).toJSON() as JSONContent) };
    if (task.kind === "compare") return { comparison: compareTo(doc, task.further) };
    return { text: readAs(doc, task.format, task.names) };
  } finally {
    doc.destroy();
  }
}

function seededBy({ body, origin, notes = {}, earlier }: Extract<BodyTask, { kind: "seed" }>): Seeded {
  if (earlier && earlier.length > 0) {
    const { update } = seedNote(writtenInSteps([...earlier, { body, origin }], notes));
    // Its words are of several writers: who counts them has to read it.
    return { update, derived: null };
  }
  const chosen = chooseNotes(toDocument(body), notes);
  const { doc, update } = seedNote(origin ? madeBy(chosen, origin).toJSON() : chosen);
  return { update, derived: update.length <= DERIVED_AT_ONCE_MAX ? deriveFrom(doc) : null };
}

/** The last of these bodies; words that stayed since one before are still of who wrote that. */
function writtenInSteps(steps: readonly WrittenBody[], notes: NotesByTitle): JSONContent {
  const doc = new Y.Doc();
  for (const { body, origin } of steps) {
    const next = madeBy(chooseNotes(toDocument(body), notes), origin, readDoc(doc));
    Y.applyUpdate(doc, replaceUpdate(doc, next.toJSON() as JSONContent));
  }
  const written = readDoc(doc).toJSON() as JSONContent;
  doc.destroy();
  return written;
}

const passagesIn = (body: Node, isOfPeople = false): Passage[] =>
  passagesOf(isOfPeople ? withoutModels(body) : body);

/** What a text that comes from outside makes of a body. */
function rewritten(
  before: Node,
  { body, notes = {}, origin }: Extract<BodyTask, { kind: "hunks" | "replace" }>,
): Node {
  return madeBy(chooseNotes(toDocument(body), notes, before), origin, before);
}

function madeBy(json: JSONContent, origin: TextOrigin | undefined, before?: Node): Node {
  return withOrigin(repairDocument(json), origin, before);
}

/** What cannot be counted is applied all the same: words are a figure, the body is what somebody wrote. */
function applyCounted(doc: Y.Doc, changes: LoggedChange[]): Written[] {
  try {
    return countWritten(doc, changes);
  } catch {
    applyParts(
      doc,
      changes.map(({ payload }) => payload),
      () => {},
    );
    return [];
  }
}

/** The stack ended: somebody nested what the parser reads by recursion, thousands deep. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** The body that stored parts make. */
export function bodyOf(parts: Uint8Array[]) {
  const doc = new Y.Doc();
  applyParts(doc, parts, () => {});
  try {
    return readDoc(doc);
  } finally {
    doc.destroy();
  }
}

const compareTo = (doc: Y.Doc, further: Uint8Array[]): Comparison =>
  compareBodies(...beforeAndAfter(doc, further));

function beforeAndAfter(doc: Y.Doc, further: Uint8Array[]): [Node, Node] {
  const before = readDoc(doc);
  applyParts(doc, further, () => {});
  return [before, readDoc(doc)];
}

function toDocument(body: BodyInput) {
  return body.format === "markdown" ? parseMarkdown(body.text).doc : plainTextDoc(body.text);
}

function readAs(doc: Y.Doc, format: NoteBody["format"], names?: Record<string, string>): string {
  const node = names ? withLinkNames(readDoc(doc), names) : readDoc(doc);
  if (format === "markdown") return toMarkdown(node);
  if (format === "text") return toText(node);
  return format === "html" ? toHtml(node) : JSON.stringify(node.toJSON());
}

/** Bytes of a first change from which on a note is answered before it is derived: about ten thousand words. */
export const DERIVED_AT_ONCE_MAX = 65_536;

/** Bytes of input that the server's own thread takes on; beyond it, handing over costs less than it could. */
export const SMALL_BODY = 16_384;

export function sizeOf(task: BodyTask): number {
  const parts = "parts" in task ? task.parts.reduce((sum, part) => sum + part.length, 0) : 0;
  const more = "further" in task ? task.further : "target" in task ? task.target : [];
  const others = more.reduce((sum, part) => sum + part.length, 0);
  const steps = task.kind === "seed" ? (task.earlier ?? []) : [];
  const earlier = steps.reduce((sum, { body }) => sum + body.text.length, 0);
  return parts + others + earlier + ("body" in task ? task.body.text.length : 0);
}
