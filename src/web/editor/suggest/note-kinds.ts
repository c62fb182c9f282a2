import type { SuggestionKind } from "./asking.ts";

/** A title as it is typed; brackets end it. */
const TITLE = /^[^[\]|\n]{0,80}$/;

const FINDERS = {
  "note-links": "findNoteLinks",
  "note-embeds": "findNoteEmbeds",
  mentions: "findMentions",
} as const;

const notes = (id: keyof typeof FINDERS, trigger: string, after: RegExp, query: RegExp): SuggestionKind => ({
  id,
  label: "Notes",
  trigger,
  after,
  query,
  fewest: 0,
  load: async () => (await import("./find-notes.ts"))[FINDERS[id]],
});

/** "[[" links to a note, "![[" shows it, "@" at the start of a word mentions it. */
export const noteLinks = notes("note-links", "[[", /[^![]/, TITLE);
export const noteEmbeds = notes("note-embeds", "![[", /\s/, TITLE);
export const mentions = notes("mentions", "@", /[\s(]/, /^(?:\S+(?: \S*){0,5})?$/);
