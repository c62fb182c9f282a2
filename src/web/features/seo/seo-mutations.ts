import type { SeoPage, SeoSettings } from "#contract/seo.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Mend } from "#seo/rule.ts";
import { refreshSeo } from "./seo-queries.ts";

/** A note as the screen has it: what is changed, and what it is put back to. */
export type Mended = { noteId: string; title: string; settings: SeoSettings; page: SeoPage | null };

/** What was to be changed is no longer as it was read; its words are for the person. */
class ChangedMeanwhile extends Error {}

/** Says in a toast why it didn't work. */
async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const isChanged = error instanceof ChangedMeanwhile;
    toast.error(isChanged ? error.message : failureWords(error, t("Failed to change it")));
    return false;
  } finally {
    refreshSeo();
  }
}

/** Changes and offers to take it back. */
async function change(
  words: string,
  title: string,
  run: () => Promise<unknown>,
  back: () => Promise<unknown>,
) {
  const isDone = await attempt(run);
  if (isDone)
    undoable(
      words,
      async () => {
        await back();
        refreshSeo();
      },
      { name: title },
    );
  return isDone;
}

/** What search engines and previews are told. */
export function saveSettings(
  { noteId, title, settings }: Mended,
  changed: Partial<SeoSettings>,
): Promise<boolean> {
  const names = Object.keys(changed) as (keyof SeoSettings)[];
  const before = Object.fromEntries(names.map((name) => [name, settings[name]]));
  return change(
    t("Saved"),
    title,
    () => api.seo.update.call({ noteId, ...changed }),
    () => api.seo.update.call({ noteId, ...before }),
  );
}

type PageChange = { slug?: string; isIndexed?: boolean };

async function changePage({ noteId, title, page }: Mended, changed: PageChange): Promise<boolean> {
  if (!page) return false;
  const before = changed.slug === undefined ? { isIndexed: page.isIndexed } : { slug: page.slug };
  const publish = async (fields: PageChange) => {
    await api.sharing.publish.call({ noteId, ...fields });
    invalidate(api.sharing.key());
  };
  return change(
    t("Page changed"),
    title,
    () => publish(changed),
    () => publish(before),
  );
}

/** Mends what a rule found. */
export function mendFinding(note: Mended, mend: Mend): Promise<boolean> {
  const { noteId, title } = note;
  switch (mend.kind) {
    case "description":
      return saveSettings(note, { description: mend.text });
    case "language":
      return saveSettings(note, { language: mend.language });
    case "slug":
      return changePage(note, { slug: mend.slug });
    case "index":
      return changePage(note, { isIndexed: true });
    case "heading": {
      const set = async (level: number) => {
        const { isChanged } = await api.seo.setHeadingLevel.call({ noteId, blockId: mend.blockId, level });
        if (!isChanged) throw new ChangedMeanwhile(t("This heading was changed meanwhile."));
      };
      return change(
        t("Heading changed"),
        title,
        () => set(mend.level),
        () => set(mend.before),
      );
    }
  }
}

type PlacedWords = { blockId: string; words: string; toNoteId: string };

/** Makes a link of words that name another note. */
export function makeLink({ noteId, title }: Mended, place: PlacedWords): Promise<boolean> {
  const set = async (isLinked: boolean) => {
    const { isChanged } = await api.seo.linkWords.call({ noteId, ...place, isLinked });
    if (!isChanged) throw new ChangedMeanwhile(t("These words are no longer there."));
  };
  return change(
    t("Link added"),
    title,
    () => set(true),
    () => set(false),
  );
}

/** What the button says. */
export function mendWords(mend: Mend): string {
  switch (mend.kind) {
    case "description":
      return t("Use the first paragraph");
    case "language":
      return t("Set to “{language}”", { language: mend.language });
    case "slug":
      return t("Change to “{slug}”", { slug: mend.slug });
    case "index":
      return t("Let search engines list it");
    case "heading":
      return t("Make it level {level}", { level: mend.level });
  }
}
