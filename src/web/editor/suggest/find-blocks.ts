import type { Editor } from "@tiptap/core";
import { ranked } from "../../lib/rank.ts";
import { offeredInsertions } from "../insertions.ts";
import type { Suggestion } from "./suggestion-plugin.ts";

/** The blocks that fit, best first; all of them in their order while nothing is typed. */
export function findBlocks(query: string, editor: Editor): Suggestion[] {
  const all = offeredInsertions(editor).map(({ id, label, description, keywords, icon, keys, run }) => ({
    id,
    title: label,
    about: description,
    keywords,
    icon,
    keys,
    run,
  }));
  // An input method writes "ｈ１" for h1.
  return query.trim() ? ranked(query.normalize("NFKC"), all, all.length).map(({ item }) => item) : all;
}
