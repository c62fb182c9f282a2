import { phrasesOf } from "#seo/read-article.ts";
import { languageOf } from "#seo/language/function-words.ts";

type Wanting = { noteId: string; keyphrase: string };

/** Pages by the keyphrases that several of them want to be found by, whatever the forms of the words and their order. */
export function competing<Page extends Wanting>(
  pages: readonly Page[],
): { keyphrase: string; rivals: Page[] }[] {
  const groups = new Map<string, { keyphrase: string; rivals: Page[] }>();
  for (const page of pages)
    for (const { text, stems } of phrasesOf(
      page.keyphrase,
      languageOf(page.keyphrase.split(/\s+/)) ?? "en",
    )) {
      const key = stems.toSorted().join(" ");
      const group = groups.get(key) ?? { keyphrase: text, rivals: [] };
      if (!group.rivals.includes(page)) group.rivals.push(page);
      groups.set(key, group);
    }
  return [...groups.values()].filter(({ rivals }) => rivals.length > 1);
}
