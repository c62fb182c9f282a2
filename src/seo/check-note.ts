import type { AboutNote } from "./about-note.ts";
import { blocksOf, type BodyNode } from "./article-from-body.ts";
import { checkArticle, type Report } from "./check-article.ts";

/** `images`: the sources of its pictures. */
export type CheckedNote = Report & { images: string[]; firstWords: string };

const FIRST_WORDS = 200;

/** Asks every rule of a serialised body: the same in a browser and on the server. Pure; takes as long as the text is. */
export function checkNote(body: BodyNode, about: AboutNote): CheckedNote {
  const blocks = blocksOf(body);
  const first = blocks.filter(({ kind }) => kind !== "code").map(({ text }) => text);
  return {
    ...checkArticle({ ...about, blocks }),
    images: blocks.flatMap(({ images }) => images.map(({ src }) => src)),
    firstWords: first
      .slice(0, 20)
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, FIRST_WORDS)
      .toWellFormed(),
  };
}
