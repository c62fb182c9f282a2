import { type AnyExtension, type Extensions, InputRule } from "@tiptap/core";

/** The blocks whose signs input methods of East Asia write wide; who uses one would have to switch it off for each line otherwise. */
const BLOCKS = new Set(["heading", "bulletList", "orderedList", "taskItem", "blockquote", "codeBlock"]);
const WIDE = /[＃－＊＋．＞［］｀０-９ａ-ｚ]/g;
/** From "！" for "!" to "～" for "~", all stand equally far from their narrow forms. */
const FAR = "！".charCodeAt(0) - "!".charCodeAt(0);

/** A letter for each letter, so that places stay. */
const narrow = (text: string) =>
  text
    .replaceAll("　", " ")
    .replaceAll("・", "-")
    .replace(WIDE, (letter) => String.fromCharCode(letter.charCodeAt(0) - FAR));

/** The rule of the narrow form itself: what it does and where it does nothing, the wide form does and does not, too. */
function wideToo({ find, handler, undoable }: InputRule): InputRule {
  if (!(find instanceof RegExp)) throw new Error("The signs of blocks are told by patterns");
  return new InputRule({
    undoable,
    find: (text) => {
      const match = find.exec(narrow(text));
      if (!match) return null;
      const { index } = match;
      return { index, text: text.slice(index, index + match[0].length), data: { match } };
    },
    handler: (props) => handler({ ...props, match: (props.match.data as { match: RegExpMatchArray }).match }),
  });
}

/** "＃ " or "・ " typed at the start of a line makes what "# " and "- " make. */
export function withWideSigns(extensions: Extensions): Extensions {
  return extensions.map((extension: AnyExtension) =>
    BLOCKS.has(extension.name)
      ? extension.extend({
          addInputRules(this: { parent?: (() => InputRule[]) | null }) {
            return (this.parent?.() ?? []).map(wideToo);
          },
        })
      : extension,
  );
}
