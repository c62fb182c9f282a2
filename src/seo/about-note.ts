import type { SeoPage, SeoSettings } from "#contract/seo.ts";
import type { Article, MeasuredPage } from "./article.ts";

/** What is known of a note beside its text. */
export type AboutNote = Omit<Article, "blocks">;

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
