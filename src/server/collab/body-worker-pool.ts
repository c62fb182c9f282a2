import type { AddressChange } from "#document/yjs/replace-address.ts";
import type { WordsToLink } from "#document/yjs/link-words.ts";
import type { BodyInput, NoteBody } from "#contract/notes.ts";
import type { Comparison } from "#document/compare/compare.ts";
import type { Derived } from "#document/derive.ts";
import type { Hunk } from "#document/hunks/hunks.ts";
import type { HunksPut } from "#document/hunks/put-hunks.ts";
import type { Anchor } from "#document/mark-comment.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import type { NotesByTitle } from "#document/link-titles.ts";
import type { Passage } from "#document/passages.ts";
import type { AboutNote } from "#seo/about-note.ts";
import type { CheckedNote } from "#seo/check-note.ts";
import type { PublicBody } from "#document/html/public-html.ts";
import { Failure } from "../failure.ts";
import { createWorkerPool } from "../platform/worker-pool.ts";
import type { TaskItem } from "#document/tasks.ts";
import type { FoundTask, KnownTasks } from "./note-tasks.ts";
import { withDue } from "./read-due.ts";
import type { Correction, Uncorrection } from "#document/yjs/correction.ts";
import type { FoundClaim } from "./words/body-claims.ts";
import type { FoundPromise } from "./words/body-promises.ts";
import {
  type BodyAnswer,
  type BodyTask,
  doBodyWork,
  isTooDeep,
  type PublishTask,
  type Seeded,
  sizeOf,
  SMALL_BODY,
  type WrittenBody,
} from "./body-tasks.ts";
import type { WorkerAnswer } from "./body-worker.ts";
import type { Compacted, Log } from "./merge-log.ts";
import type { LoggedChange, Written } from "./words/count-written.ts";

type CountedAnswer = { counted: Written[]; ms: number };
type DerivedAnswer = { derived: Derived; written: Written[]; tasks: FoundTask[]; ms: number };

const PATIENCE_MS = 30_000;
const MEMORY_MB = 1024;
/** Long enough that somebody who writes meets a running thread, and short beside the hours in which nobody does. */
const IDLE_MS = 60_000;
/** Letters of titles that are read for days in the server's own thread: words made for it cost 50 ms in as many, a person's 1. */
const FEW_LETTERS = 500;

/**
 * Turns bodies into what is read of them and input into changes of them. Anything that is not small is done beside the
 * server's event loop, because Markdown can be written to take minutes, and typing must not feel somebody else's.
 */
export function createBodyWorkerPool() {
  const { work, stop } = createPools();
  const dated = datedBy(work);
  return {
    ...seedBy(work),
    read: async (parts: Uint8Array[], format: NoteBody["format"], names?: Record<string, string>) =>
      ((await work({ kind: "read", parts, format, ...(names ? { names } : {}) })) as { text: string }).text,
    ...partsBy(work),
    /** The smallest change from the stored body to this one. */
    replace: async (parts: Uint8Array[], body: BodyInput, notes: NotesByTitle = {}, origin?: TextOrigin) =>
      ((await work({ kind: "replace", parts, body, notes, origin })) as { update: Uint8Array }).update,
    ...hunksBy(work),
    compact: async ({ state, rows, open, cuts }: Log) =>
      ((await work({ kind: "compact", log: { state, rows, open, cuts } })) as { compacted: Compacted })
        .compacted,
    /** What differs between a body and what it became by the further parts. */
    compare: async (parts: Uint8Array[], further: Uint8Array[]) =>
      ((await work({ kind: "compare", parts, further })) as { comparison: Comparison }).comparison,
    /** The smallest change from the stored body back to what these parts made. */
    rewind: async (parts: Uint8Array[], target: Uint8Array[]) =>
      ((await work({ kind: "rewind", parts, target })) as { update: Uint8Array }).update,
    /** Several updates as one, without loss. */
    merge: async (parts: Uint8Array[]) =>
      ((await work({ kind: "merge", parts })) as { update: Uint8Array }).update,
    ...derivedBy(work),
    /** Checkboxes with the days in their words. */
    dated,
    /** What is derived from the first change of a note; its writer waits for it, so nobody's derivations are waited for. */
    deriveFirst: async (update: Uint8Array, known: KnownTasks) => {
      const { derived } = (await work({ kind: "first", parts: [update] })) as { derived: Derived };
      return { derived, tasks: await dated(derived.tasks, known) };
    },
    /** The change that ticks a checkbox or clears it; null where there is nothing to change. */
    tick: async (parts: Uint8Array[], blockId: string, isDone: boolean) =>
      ((await work({ kind: "tick", parts, blockId, isDone })) as { ticked: Uint8Array | null }).ticked,
    /** The change that gives a heading another level; null where there is nothing to change. */
    setHeading: async (parts: Uint8Array[], blockId: string, level: number) =>
      ((await work({ kind: "heading", parts, blockId, level })) as { leveled: Uint8Array | null }).leveled,
    /** The change that makes a link of words, or takes it from them; null where they are not there. */
    link: async (parts: Uint8Array[], link: WordsToLink) =>
      ((await work({ kind: "link", parts, link })) as { linked: Uint8Array | null }).linked,
    /** The change that marks what a thread of comments is about; null where that is gone. */
    comment: async (parts: Uint8Array[], thread: string, anchor: Anchor) =>
      ((await work({ kind: "comment", parts, thread, anchor })) as { marked: Uint8Array | null }).marked,
    /** What visitors of its page read of a body. */
    publish: async (task: Omit<PublishTask, "kind">) =>
      ((await work({ kind: "publish", ...task })) as { page: PublicBody }).page,
    stop,
  };
}

type Work = (task: BodyTask) => Promise<BodyAnswer>;

const datedBy = (work: Work) => async (tasks: TaskItem[], known: KnownTasks) =>
  tasks.reduce((sum, { title }) => sum + title.length, 0) <= FEW_LETTERS
    ? withDue(tasks, known)
    : ((await work({ kind: "due", tasks, known })) as { dated: FoundTask[] }).dated;

const derivedBy = (work: Work) => ({
  /** What is derived from a body, and the words that came and went by the changes of it that are not counted yet. */
  derive: async (parts: Uint8Array[], changes: LoggedChange[], known: KnownTasks) =>
    (await work({ kind: "derive", parts, changes, known })) as DerivedAnswer,
  /** The latter alone. */
  count: async (parts: Uint8Array[], changes: LoggedChange[]) => {
    const { counted, ms } = (await work({ kind: "count", parts, changes })) as CountedAnswer;
    return { written: counted, ms };
  },
});

const seedBy = (work: Work) => ({
  /** The first change of a note with this body. @param earlier What it was before, oldest first */
  seed: async (
    body: BodyInput,
    notes: NotesByTitle = {},
    origin?: TextOrigin,
    earlier?: readonly WrittenBody[],
  ) => ((await work({ kind: "seed", body, notes, origin, earlier })) as { seeded: Seeded }).seeded,
});

const partsBy = (work: Work) => ({
  passages: async (parts: Uint8Array[], isOfPeople = false) =>
    ((await work({ kind: "passages", parts, isOfPeople })) as { passages: Passage[] }).passages,
  /** Who promises what in it. @param now What the writer's clock showed, as if it were UTC */
  promises: async (parts: Uint8Array[], now: Date) =>
    ((await work({ kind: "promises", parts, now })) as { promises: FoundPromise[] }).promises,
  /** When things are, what they cost, whose they are, by its words. */
  claims: async (parts: Uint8Array[]) =>
    ((await work({ kind: "claims", parts })) as { claims: FoundClaim[] }).claims,
  /** The change that puts another web address in the place of one, and the blocks that had it; null where it is not there. */
  replaceAddress: async (parts: Uint8Array[], change: AddressChange) =>
    (
      (await work({ kind: "address", parts, change })) as {
        readdressed: { update: Uint8Array; blockIds: string[] } | null;
      }
    ).readdressed,
  /** What search engines would mind in it. @param about What the rules ask beside its text */
  check: async (parts: Uint8Array[], about: AboutNote) =>
    ((await work({ kind: "check", parts, about })) as { checked: CheckedNote }).checked,
  /** The change that links a sentence to the note that corrects it; null where the sentence is gone. */
  correct: async (parts: Uint8Array[], correction: Correction) =>
    ((await work({ kind: "correct", parts, correction })) as { corrected: Uint8Array | null }).corrected,
  /** The change that takes the link away; null where it is gone. */
  uncorrect: async (parts: Uint8Array[], correction: Uncorrection) =>
    ((await work({ kind: "uncorrect", parts, correction })) as { corrected: Uint8Array | null }).corrected,
});

const hunksBy = (work: Work) => ({
  /** What makes the stored body this one, in parts that are accepted and undone by themselves. */
  hunks: async (parts: Uint8Array[], body: BodyInput, notes: NotesByTitle = {}, origin?: TextOrigin) =>
    ((await work({ kind: "hunks", parts, body, notes, origin })) as { hunks: Hunk[] }).hunks,
  /** The same for a body and what it became by further parts. */
  hunksOf: async (parts: Uint8Array[], further: Uint8Array[]) =>
    ((await work({ kind: "hunksOf", parts, further })) as { hunks: Hunk[] }).hunks,
  /** The change that puts some into the stored body or takes them out of it, and what became of each, and of others that stay in it. */
  putHunks: async (parts: Uint8Array[], hunks: Hunk[], way: "apply" | "undo", others: Hunk[]) =>
    ((await work({ kind: "putHunks", parts, hunks, way, others })) as { put: HunksPut }).put,
});

/** What nobody waits for with a page open on it. */
const IN_BACKGROUND = new Set<BodyTask["kind"]>([
  "derive",
  "count",
  "compact",
  "merge",
  "promises",
  "claims",
  "check",
]);

/** Workers that do not wait for each other, and what is small enough to be done at once. */
function createPools() {
  const file = new URL("./body-worker.ts", import.meta.url);
  const options = { file, patienceMs: PATIENCE_MS, memoryMb: MEMORY_MB, idleMs: IDLE_MS };
  // Two, so that a derivation of a long note holds up nobody who reads or creates one.
  const requests = createWorkerPool<BodyTask, WorkerAnswer>({ ...options, size: 1 });
  const background = createWorkerPool<BodyTask, WorkerAnswer>({ ...options, size: 1 });

  // Started by the first visitor of a published page.
  const visitors = createWorkerPool<BodyTask, WorkerAnswer>({ ...options, size: 1 });

  async function work(task: BodyTask): Promise<BodyAnswer> {
    const isBackground = IN_BACKGROUND.has(task.kind);
    const isPublic = task.kind === "publish";
    if (!isBackground && !isPublic && task.kind !== "due" && sizeOf(task) <= SMALL_BODY)
      return workHere(task);
    const done = await (isPublic ? visitors : isBackground ? background : requests).ask(task);
    if (!done)
      throw new Failure("TOO_LARGE", "This text takes too long to process. Split it into several notes.");
    if ("error" in done) throw done.isTooDeep ? tooDeep() : new Error(done.error);
    return done.answer;
  }

  return {
    work,
    stop: async () => {
      await Promise.all([requests.stop(), background.stop(), visitors.stop()]);
    },
  };
}

function workHere(task: BodyTask): BodyAnswer {
  try {
    return doBodyWork(task);
  } catch (error) {
    throw isTooDeep(error) ? tooDeep() : error;
  }
}

const tooDeep = () => new Failure("TOO_LARGE", "This text is nested too deeply.");

export type BodyWorkerPool = ReturnType<typeof createBodyWorkerPool>;
