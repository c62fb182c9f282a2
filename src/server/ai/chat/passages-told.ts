import type { Citation, SentPassage } from "#contract/chat.ts";
import { CITATION_MARK } from "#contract/wire/answers.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";
import type { Cited } from "./check-citations.ts";
import type { PromptParts } from "./prompt.ts";

const idOf = (item: Retrieved): string =>
  item.kind === "note"
    ? item.noteId
    : item.kind === "file"
      ? (item.fileId ?? item.noteId ?? NOTHING)
      : item.id;
const NOTHING = "00000000-0000-0000-0000-000000000000";
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

export const pictureToSent = ({ id, name }: ReadFile): SentPassage => ({
  kind: "picture",
  id,
  title: name,
  text: "",
});

export const citationsOf = (cited: readonly Cited[], passages: readonly Retrieved[]): Citation[] =>
  cited.map(({ passage, quote }) => {
    const item = passages[passage]!;
    const isNote = item.kind === "note";
    const isPlaced = isNote || item.kind === "file";
    return {
      kind: item.kind,
      id: idOf(item),
      title: item.title,
      heading: isNote ? item.heading : "",
      blockId: isNote ? item.blockId : null,
      range: isPlaced ? item.range : null,
      hash: isPlaced ? item.hash : null,
      text: item.text,
      quote,
    };
  });
