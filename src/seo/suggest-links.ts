import { functionWords } from "./language/function-words.ts";
import { placesOf, type ReadArticle, type ReadBlock } from "./read-article.ts";

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
  const wanted = wantedBy(article);
  const found = new Map<string, LinkSuggestion>();
  for (const block of article.read) {
    if (block.kind === "heading" || block.kind === "code") continue;
    const { stems } = block;
    for (let at = 0; at < stems.length; at++) {
      const beginning = wanted.get(stems[at]!);
      if (beginning === undefined) continue;
      for (const one of beginning.get("") ?? [])
        if (!found.has(one.noteId)) found.set(one.noteId, placed(one, block, at));
      for (const one of beginning.get(stems[at + 1] ?? "") ?? [])
        if (!found.has(one.noteId) && one.stems.every((stem, step) => stems[at + step] === stem))
          found.set(one.noteId, placed(one, block, at));
    }
  }
  return [...found.values()].toSorted((a, b) => Number(b.isPublished) - Number(a.isPublished)).slice(0, MOST);
}

function placed({ noteId, title, isPublished, stems }: Wanted, block: ReadBlock, at: number): LinkSuggestion {
  const places = placesOf(block.text).slice(at, at + stems.length);
  const [from, to] = [places[0]!.from, places.at(-1)!.to];
  return {
    noteId,
    title,
    isPublished,
    blockId: block.id,
    words: block.text.slice(from, to),
    quote: around(block.text, from),
  };
}

/** By the first two stems, "" where there is no second: many titles begin with the same common word. */
type WantedBy = Map<string, Map<string, Wanted[]>>;

function wantedBy(article: ReadArticle): WantedBy {
  const linked = new Set(article.links.map(({ link }) => link.noteId ?? link.href.trim().toLowerCase()));
  const small = functionWords(article.spoken);
  const wanted: WantedBy = new Map();
  for (const { id, title, keyphrase, isPublished } of article.others) {
    if (id === article.id || linked.has(id) || linked.has(title.trim().toLowerCase())) continue;
    for (const phrase of [title, ...keyphrase.split(",")]) {
      const words = article.wordsIn(phrase);
      const telling = words.filter((word) => !small.has(word));
      if (telling.length === 0 || (telling.length === 1 && telling[0]!.length < SHORTEST_WORD)) continue;
      const stems = words.map(article.stem);
      const [first = "", second = ""] = stems;
      const beginning = wanted.get(first) ?? new Map<string, Wanted[]>();
      wanted.set(first, beginning);
      const same = beginning.get(second) ?? [];
      beginning.set(second, same);
      same.push({ noteId: id, title, isPublished, stems });
    }
  }
  return wanted;
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
