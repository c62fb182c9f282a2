import type { Node } from "@tiptap/pm/model";
import type { OriginKind, TextOrigin } from "../marks/origin.ts";
import { countWords } from "../text/words.ts";
import { originOfText } from "./origins.ts";

export type ShareKind = "typed" | OriginKind;
/** Words of a text by how they came about, and of those that models wrote by which and what for. */
export type Shares = { words: Record<ShareKind, number>; models: { origin: TextOrigin; words: number }[] };

/** Counts neighbouring text of one origin together: formatting makes no more words. */
export function sharesOf(doc: Node): Shares {
  const words: Shares["words"] = { typed: 0, pasted: 0, imported: 0, dictated: 0, ai: 0 };
  const models = new Map<string, Shares["models"][number]>();
  const add = (origin: TextOrigin | null, text: string) => {
    const count = countWords(text);
    words[origin?.kind ?? "typed"] += count;
    if (origin?.kind !== "ai" || count === 0) return;
    const key = JSON.stringify([origin.model, origin.prompt]);
    const known = models.get(key);
    if (known) known.words += count;
    else models.set(key, { origin, words: count });
  };
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    let run: { origin: TextOrigin | null; key: string; text: string } | null = null;
    block.forEach((child) => {
      const origin = child.isText ? originOfText(child) : null;
      const key = JSON.stringify(origin);
      if (run && run.key !== key) add(run.origin, run.text);
      if (run?.key === key) run.text += child.text ?? " ";
      else run = { origin, key, text: child.text ?? " " };
    });
    const last = run as { origin: TextOrigin | null; text: string } | null;
    if (last) add(last.origin, last.text);
    return false;
  });
  return { words, models: [...models.values()] };
}

/** Shares of a hundred in the order of their kinds, of those there are; what is there is never nothing. */
export function percentOf(words: Shares["words"]): [kind: ShareKind, percent: number][] {
  const all = Object.values(words).reduce((sum, count) => sum + count, 0);
  return (Object.entries(words) as [ShareKind, number][]).flatMap(([kind, count]): [ShareKind, number][] =>
    count === 0
      ? []
      : [[kind, Math.max(1, Math.min(count === all ? 100 : 99, Math.round((count / all) * 100)))]],
  );
}
