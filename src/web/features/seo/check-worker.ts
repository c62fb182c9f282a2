import { blocksOf } from "./article-from-body.ts";
import type { Article } from "./rules/article.ts";
import { checkArticle, type Report } from "./rules/check-article.ts";

/** `body`: the note as the API serialises it; not even that is read on the page's own thread. */
export type CheckTask = { id: number; body: string; about: Omit<Article, "blocks"> };
export type Checked = Report & { images: string[]; firstWords: string; ms: number };
export type CheckAnswer = { id: number; checked: Checked | null };

const FIRST_WORDS = 200;

function check({ body, about }: CheckTask): Checked {
  const start = performance.now();
  const blocks = blocksOf(body);
  const report = checkArticle({ ...about, blocks });
  const first = blocks.filter(({ kind }) => kind !== "code").map(({ text }) => text);
  return {
    ...report,
    images: blocks.flatMap(({ images }) => images.map(({ src }) => src)),
    firstWords: first
      .slice(0, 20)
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, FIRST_WORDS)
      .toWellFormed(),
    ms: performance.now() - start,
  };
}

addEventListener("message", ({ data }: MessageEvent<CheckTask>) => {
  let checked: Checked | null = null;
  try {
    checked = check(data);
  } catch {
    // Of a body that cannot be read there is no report; the page says so.
  }
  postMessage({ id: data.id, checked } satisfies CheckAnswer);
});
