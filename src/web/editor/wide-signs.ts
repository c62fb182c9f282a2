import { type ChainedCommands, Extension, InputRule } from "@tiptap/core";

type Make = (chain: ChainedCommands, sign: string) => ChainedCommands;

/** The signs of Markdown as input methods of East Asia write them, who would have to be switched off for each line otherwise. */
const SIGNS: [find: RegExp, make: Make][] = [
  [/^([＃#]{1,6})\s$/, (chain, { length }) => chain.setNode("heading", { level: length })],
  [/^([－＊＋・])\s$/, (chain) => chain.toggleBulletList()],
  [
    /^([0-9０-９]{1,9})[．.]\s$/,
    (chain, number) =>
      chain.toggleOrderedList().updateAttributes("orderedList", { start: Number(number.normalize("NFKC")) }),
  ],
  [/^(＞)\s$/, (chain) => chain.setBlockquote()],
  [/^(［\s?］)\s$/, (chain) => chain.toggleTaskList()],
  [/^(｀｀｀)\s$/, (chain) => chain.setCodeBlock()],
];

/** What typing "＃ " or "・ " at the start of a paragraph turns into. */
export const WideSigns = Extension.create({
  name: "wideSigns",
  addInputRules: () =>
    SIGNS.map(
      ([find, make]) =>
        new InputRule({
          find,
          handler: ({ state, range, match, chain }) => {
            const { parent } = state.doc.resolve(range.from);
            if (parent.type.name !== "paragraph" || /^[\0-\x7f]*\s$/.test(match[0])) return null;
            make(chain().deleteRange(range), match[1] ?? "").run();
            return undefined;
          },
        }),
    ),
});
