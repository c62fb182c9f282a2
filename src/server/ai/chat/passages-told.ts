import type { Citation, SentPassage } from "#contract/chat.ts";
import { CITATION_MARK } from "#contract/wire/chat-limits.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";
import type { Cited } from "./check-citations.ts";
import type { PromptParts } from "./prompt.ts";

const idOf = (item: Retrieved): string =>
  item.kind === "note" || item.kind === "file" ? item.noteId : item.id;
export const toSent = (item: Retrieved): SentPassage => ({
  kind: item.kind,
  id: idOf(item),
  title: item.title,
  text: item.text,
});

/** Memories go out with the question, too. */
export const mindToSent = ({ lasting, earlier }: Pick<PromptParts, "lasting" | "earlier">): SentPassage[] => [
  ...lasting.map(({ id, text }): SentPassage => ({ kind: "memory", id, title: "Kept in mind", text })),
  ...earlier.map(({ id, action, context, result }): SentPassage => ({
    kind: "earlier",
    id,
    title: context,
    text: `${action}\n${result.replaceAll(CITATION_MARK, "")}`,
  })),
];

export const citationsOf = (cited: readonly Cited[], passages: readonly Retrieved[]): Citation[] =>
  cited.map(({ passage, quote }) => {
    const item = passages[passage]!;
    const isNote = item.kind === "note";
    return {
      kind: item.kind,
      id: idOf(item),
      title: item.title,
      heading: isNote ? item.heading : "",
      blockId: isNote ? item.blockId : null,
      range: isNote ? item.range : null,
      hash: isNote ? item.hash : null,
      text: item.text,
      quote,
    };
  });
