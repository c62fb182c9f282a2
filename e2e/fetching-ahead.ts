import { type BrowserContext, expect, type TestInfo } from "@playwright/test";
import type { ServerProcess } from "./server-process.ts";

/** Tests whose pages lose the server or files of the app, or get them late or changed. */
const TAG = "@fetches-ahead";
const LOST = `loses the server or files of the app: give it the tag ${TAG}, or @service-worker where its pages shall open without the server.`;

/** The test that runs, told by the fixtures; none between tests, where hooks stop what they started. */
let present: TestInfo | null = null;

/** Whether a test says so by a tag. */
export const mayLose = ({ tags }: TestInfo) => tags.includes(TAG) || tags.includes("@service-worker");

function assertMayLose(test: TestInfo | null): void {
  if (test && !mayLose(test)) throw new Error(`"${test.title}" ${LOST}`);
}

/** Makes the test known to `onlyAsTagged`. */
export async function duringTest(test: TestInfo, run: () => Promise<void>): Promise<void> {
  present = test;
  try {
    await run();
  } finally {
    present = null;
  }
}

/** The server all tests share, which only those stop that say so by a tag. */
export const onlyAsTagged = (server: ServerProcess): ServerProcess => ({
  ...server,
  stop: async () => {
    assertMayLose(present);
    return server.stop();
  },
  kill: async (options) => {
    assertMayLose(present);
    return server.kill(options);
  },
});

/** Keeps a browser's line up but in tests that say so by a tag. */
export function staysOnline(context: BrowserContext): void {
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (isOffline) => {
    if (isOffline) assertMayLose(present);
    await setOffline(isOffline);
  };
}

/** @returns Fails the test when its pages lost a file of the app all the same */
export function losesNothing(context: BrowserContext, test: TestInfo): () => void {
  const lost: string[] = [];
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What a page that is left no longer wants is aborted.
    if (request.url().includes("/assets/") && !why.includes("ERR_ABORTED"))
      lost.push(`${request.url()}: ${why}`);
  });
  return () => expect(lost, `"${test.title}" ${LOST}`).toEqual([]);
}

/**
 * For pages, before anything else. Without a worker a page fetches each part's files before it imports them, so that one that was lost can be
 * asked for again (scripts/retry-chunk-plugin.ts): 75 requests more for each page. With a worker it does not, and here only in tests that may
 * lose files.
 */
export function answerWithoutAsking(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    typeof input === "string" && /^[^?]+\/assets\/[^/?]+\.js$/.test(input) && !init
      ? new Response()
      : fetch(input, init);
}
