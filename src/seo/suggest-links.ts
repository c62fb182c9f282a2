import { functionWords } from "./language/function-words.ts";
import { stemOf } from "./language/stem.ts";
import { placesOf, type ReadArticle, wordsOf } from "./read-article.ts";

/** A place that names another note, without a link to it anywhere in the article. */
export interface LinkSuggestion {
  noteId: string;
  title: string;
  isPublished: boolean;
  blockId: string | null;
  /** As they stand there. */
  words: string;
  /** The text around them. */
  quote: string;
}

const MOST = 10;
/** A single word as short as this is the title of too much. */
const SHORTEST_WORD = 6;
const AROUND = 60;

type Wanted = { noteId: string; title: string; isPublished: boolean; stems: string[] };

/** Own notes whose title or keyphrase the text says: published ones first, then as they stand in the text. */
export function suggestLinks(article: ReadArticle): LinkSuggestion[] {
  const byFirst = wantedByFirst(article);
  const found = new Map<string, LinkSuggestion>();
  for (const block of article.read) {
    if (block.kind === "heading" || block.kind === "code") continue;
    block.stems.forEach((stem, at) => {
      for (const wanted of byFirst.get(stem) ?? []) {
        if (found.has(wanted.noteId) || !wanted.stems.every((one, step) => block.stems[at + step] === one))
          continue;
        const { noteId, title, isPublished, stems } = wanted;
        const places = placesOf(block.text).slice(at, at + stems.length);
        const [from, to] = [places[0]!.from, places.at(-1)!.to];
        found.set(noteId, {
          noteId,
          title,
          isPublished,
          blockId: block.id,
          words: block.text.slice(from, to),
          quote: around(block.text, from),
        });
      }
    });
  }
  return [...found.values()].toSorted((a, b) => Number(b.isPublished) - Number(a.isPublished)).slice(0, MOST);
}

function wantedByFirst(article: ReadArticle): Map<string, Wanted[]> {
  const linked = new Set(article.links.map(({ link }) => link.noteId ?? link.href.trim().toLowerCase()));
  const small = functionWords(article.spoken);
  const byFirst = new Map<string, Wanted[]>();
  for (const { id, title, keyphrase, isPublished } of article.others) {
    if (id === article.id || linked.has(id) || linked.has(title.trim().toLowerCase())) continue;
    for (const phrase of [title, ...keyphrase.split(",")]) {
      const words = wordsOf(phrase);
      const telling = words.filter((word) => !small.has(word));
      if (telling.length === 0 || (telling.length === 1 && telling[0]!.length < SHORTEST_WORD)) continue;
      const stems = words.map((word) => stemOf(word, article.spoken));
      const first = byFirst.get(stems[0]!) ?? [];
      byFirst.set(stems[0]!, [...first, { noteId: id, title, isPublished, stems }]);
    }
  }
  return byFirst;
}

function around(text: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  const part = text
    .slice(from, at + AROUND)
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${from > 0 ? "…" : ""}${part}${at + AROUND < text.length ? "…" : ""}`;
}
