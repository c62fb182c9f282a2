import type { Node } from "@tiptap/pm/model";
import { trustedUrl } from "../../platform/trusted-url.ts";
import { blocksWithText, findInTexts, patternOf, type Match, type Query } from "./find-in-text.ts";
import type { FindAnswer, FindTask } from "./find-worker.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker out of it
import workerPath from "./find-worker.ts?worker&url";
import { t } from "../../lib/messages/t.ts";

/** A pattern can be written that would try for years. */
const WITHIN_MS = 2000;

/**
 * Every match in a note, in the order of the text. A person's own pattern runs beside the page, where it can be
 * stopped; throws with what to say when it makes no sense or takes too long.
 */
export async function findMatches(doc: Node, query: Query): Promise<Match[]> {
  const pattern = patternOf(query);
  if (!pattern) return [];
  const blocks = blocksWithText(doc);
  const texts = blocks.map(({ text }) => text);
  const found = query.isPattern ? await askWorker(texts, pattern) : findInTexts(texts, pattern);
  return found.map(([index, from, to]) => {
    const { start } = blocks[index]!;
    return { from: start + from, to: start + to };
  });
}

function askWorker(texts: string[], { source, flags }: RegExp): Promise<FindAnswer> {
  const worker = new Worker(trustedUrl(workerPath), { type: "module" });
  const answer = new Promise<FindAnswer>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<FindAnswer>) => resolve(data));
    worker.addEventListener("error", () => reject(new Error(t("Couldn't start the search."))));
    setTimeout(() => reject(new Error(t("This pattern takes too long to match."))), WITHIN_MS);
  });
  worker.postMessage({ texts, source, flags } satisfies FindTask);
  return answer.finally(() => worker.terminate());
}
