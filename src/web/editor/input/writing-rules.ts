import { Extension, InputRule } from "@tiptap/core";
import { safeHref } from "#document/html/safe-urls.ts";
import { writingChoices } from "../view/writing-choices.ts";

/** Signs that keyboards lack, made of those they have; Backspace right after gives back what was typed. */
const SIGNS: [find: RegExp, sign: string][] = [
  [/(?<!\.)\.\.\.$/, "…"],
  [/(?<![-<=])->$/, "→"],
  [/(?<!\S)<- $/, "← "],
  // Between words: an option of a command has no space behind its dashes.
  [/(?<=[^-\s] ?)-- $/, "— "],
];

const sign = ([find, words]: (typeof SIGNS)[number]) =>
  new InputRule({
    find,
    handler: ({ state, range }) => {
      if (!writingChoices().hasSmartPunctuation) return null;
      state.tr.insertText(words, range.from, range.to);
    },
  });

/** [words](address), as Markdown writes a link. */
const link = new InputRule({
  find: /(?<!!)\[([^\]\n]+)\]\(([^\s)]+)\)$/,
  handler: ({ state, range, match }) => {
    const [, words = "", address = ""] = match;
    const href = safeHref(address);
    const type = state.schema.marks["link"];
    if (href === null || !type) return null;
    const marks = [...state.doc.resolve(range.from).marks(), type.create({ href })];
    state.tr.replaceWith(range.from, range.to, state.schema.text(words, marks)).removeStoredMark(type);
  },
});

/** What typing turns into something else, beyond what each node and mark brings itself. */
export const WritingRules = Extension.create({
  name: "writingRules",
  addInputRules: () => [link, ...SIGNS.map(sign)],
});
