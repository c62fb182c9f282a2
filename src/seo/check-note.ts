import type { SeoPage, SeoSettings } from "#contract/seo.ts";
import type { Article, MeasuredPage } from "./article.ts";
import { blocksOf, type BodyNode } from "./article-from-body.ts";
import { checkArticle, type Report } from "./check-article.ts";

/** What is known of a note beside its text. */
export type AboutNote = Omit<Article, "blocks">;

/** `images`: the sources of its pictures. */
export type CheckedNote = Report & { images: string[]; firstWords: string };

const FIRST_WORDS = 200;

/** What is told of a note, as the rules ask for it. @param measured Null where its page was not loaded */
export const aboutNote = (
  note: { noteId: string; title: string; page: SeoPage | null; others: Article["others"] },
  settings: SeoSettings,
  measured: MeasuredPage | null,
): AboutNote => ({
  id: note.noteId,
  title: note.title,
  searchTitle: settings.title,
  description: settings.description,
  keyphrase: settings.keyphrase,
  language: settings.language,
  hasPicture: settings.pictureId !== null,
  page: note.page,
  measured,
  others: note.others,
});

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
