import type { SuggestionKind } from "./suggestion-plugin.ts";
import { AT_WORD, mentions, noteEmbeds, noteLinks } from "./note-kinds.ts";
import { t } from "../../lib/messages/t.ts";

/** "/" at the start of a word: every block. */
export const blocks: SuggestionKind = {
  id: "blocks",
  label: t("Blocks"),
  trigger: "/",
  wide: ["／"],
  after: AT_WORD,
  query: /^(?:\S+(?: \S*){0,3})?$/,
  fewest: 0,
  load: async () => (await import("./find-blocks.ts")).findBlocks,
};

/** ":name" at the start of a word: an emoji. */
const emoji: SuggestionKind = {
  id: "emoji",
  label: t("Emoji"),
  trigger: ":",
  after: /[\s(]/,
  query: /^[\w+-]*:?$/,
  fewest: 2,
  load: async () => (await import("./find-emoji.ts")).findEmoji,
};

export const suggestionKinds: SuggestionKind[] = [blocks, emoji, noteEmbeds, noteLinks, mentions];
