import type { Browser } from "@playwright/test";
import { SocketEditor } from "./process-editors.ts";
import { addVerdicts, inParallel, type Verdict } from "./process-oracle.ts";
import { aVisitor, PageEditor } from "./process-pages.ts";
import { type Answer, ApiWriter } from "./process-writers.ts";

const PEOPLE_PER_ACCOUNT = 5;

/** People at work on one server, whose acknowledged words are compared after each accident. */
export type Load = {
  writers: ApiWriter[];
  editors: SocketEditor[];
  /** Closes and opens its note all the time, so that logs are compacted. */
  closer: SocketEditor;
  acknowledged: () => number;
  start: () => void;
  /** API writers stop between two calls; editors go on, as nobody tells them. */
  holdWriters: () => Promise<void>;
  releaseWriters: () => void;
  /** Only while the writers are held. `isWhole`: also what has not changed since the last time. */
  verify: (isWhole?: boolean) => Promise<Verdict>;
  stop: () => Promise<void>;
};

export async function createLoad(
  server: { url: string },
  options: {
    editors: number;
    writers: number;
    pages?: { browser: Browser; count: number };
    random: () => number;
    /** Between two calls of one writer, and between two words of one editor. */
    pauseMs: number;
    uploadShare?: number;
    onAnswer?: (answer: Answer) => void;
  },
): Promise<Load> {
  const { random, pauseMs } = options;
  const optional = {
    ...(options.onAnswer ? { onAnswer: options.onAnswer } : {}),
    ...(options.uploadShare === undefined ? {} : { uploadShare: options.uploadShare }),
  };
  const people = options.editors + options.writers + (options.pages?.count ?? 0) + 1;
  const accounts = await inParallel(
    Array.from({ length: Math.ceil(people / PEOPLE_PER_ACCOUNT) }, (_, index) => index),
    2,
    (index) => aVisitor(server, `person${index}`),
  );
  let next = 0;
  const visitor = () => accounts[next++ % accounts.length]!;
  const named = (count: number, letter: string) =>
    Array.from({ length: count }, (_, index) => letter + index);
  const editors = named(options.editors, "e").map(
    (name) => new SocketEditor({ server, visitor: visitor(), name, pauseMs }),
  );
  const closer = new SocketEditor({ server, visitor: visitor(), name: "c", pauseMs: 1, closesAfter: 25 });
  const writers = named(options.writers, "w").map(
    (name) => new ApiWriter({ visitor: visitor(), name, random, pauseMs, ...optional }),
  );
  const pages: PageEditor[] = [];
  if (options.pages)
    for (const name of named(options.pages.count, "b"))
      pages.push(await PageEditor.open(options.pages.browser, server, visitor(), name));
  const typing = [...editors, closer];
  const everybody = [...typing, ...writers, ...pages];
  return {
    writers,
    editors,
    closer,
    acknowledged: () => everybody.reduce((sum, person) => sum + person.acknowledged, 0),
    start: () => everybody.forEach((person) => person.start()),
    holdWriters: async () => void (await Promise.all(writers.map((writer) => writer.stop()))),
    releaseWriters: () => writers.forEach((writer) => writer.start()),
    verify: async (isWhole = false) =>
      addVerdicts(await inParallel(everybody, 4, (person) => person.verify(isWhole))),
    stop: async () => void (await Promise.all(everybody.map((person) => person.stop()))),
  };
}
