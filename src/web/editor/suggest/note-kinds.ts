import type { SuggestionKind } from "./suggestion-plugin.ts";
import { t } from "../../lib/messages/t.ts";

/** A title as it is typed; brackets end it. */
const TITLE = /^[^[\]|\n]{0,80}$/;

/** Where a word may begin: after a space or a bracket, and anywhere in scripts that put no spaces between words. */
export const AT_WORD = /[\s(（\u3001-\u303f！？\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]/u;

const FINDERS = {
  "note-links": "findNoteLinks",
  "note-embeds": "findNoteEmbeds",
  mentions: "findMentions",
} as const;

const notes = (
  id: keyof typeof FINDERS,
  [trigger, ...wide]: [string, ...string[]],
  after: RegExp,
  query: RegExp,
): SuggestionKind => ({
  id,
  label: t("Notes"),
  trigger,
  wide,
  after,
  query,
  fewest: 0,
  load: async () => (await import("./find-notes.ts"))[FINDERS[id]],
});

/** "[[" links to a note, "![[" shows it, "@" at the start of a word mentions it, or a person. The key of "[" writes 「 in Japanese, 【 in Chinese. */
export const noteLinks = notes("note-links", ["[[", "［［", "「「", "【【"], /[^![]/, TITLE);
export const noteEmbeds = notes("note-embeds", ["![[", "！［［", "！「「", "！【【"], /\s/, TITLE);
export const mentions = notes("mentions", ["@", "＠"], AT_WORD, /^(?:\S+(?: \S*){0,5})?$/);
