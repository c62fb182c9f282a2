import type { BodyNode } from "#seo/article-from-body.ts";
import type { AboutNote } from "#seo/about-note.ts";
import { type CheckedNote, checkNote } from "#seo/check-note.ts";

/** `body`: the note as the API serialises it; not even that is read on the page's own thread. */
export type CheckTask = { id: number; body: string; about: AboutNote };
export type Checked = CheckedNote & { ms: number };
export type CheckAnswer = { id: number; checked: Checked | null };

function check({ body, about }: CheckTask): Checked {
  const start = performance.now();
  const checked = checkNote(JSON.parse(body) as BodyNode, about);
  return { ...checked, ms: performance.now() - start };
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
