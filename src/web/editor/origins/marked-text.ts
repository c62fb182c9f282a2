import { Fragment, type Mark, Slice } from "@tiptap/pm/model";
import type { TextOrigin } from "#document/marks/origin.ts";

/** Any other origin goes: a text has one. Code has no marks. */
function marked(content: Fragment, mark: Mark): Fragment {
  const nodes = [];
  for (let index = 0; index < content.childCount; index++) {
    const node = content.child(index);
    if (node.isText) nodes.push(node.mark(mark.addToSet(node.marks)));
    else
      nodes.push(
        node.isTextblock && !node.type.allowsMarkType(mark.type)
          ? node
          : node.copy(marked(node.content, mark)),
      );
  }
  return Fragment.fromArray(nodes);
}

/** A piece of text that says where it came from, whatever it said before. */
export function markedSlice({ content, openStart, openEnd }: Slice, origin: TextOrigin): Slice {
  const type = content.firstChild?.type.schema.marks["origin"];
  return type ? new Slice(marked(content, type.create(origin)), openStart, openEnd) : Slice.empty;
}

/** The origin that most of a piece has, by its letters; null where most of it was typed. */
export function mostOfFragment(content: Fragment): TextOrigin | null {
  const letters: Record<string, number> = {};
  content.descendants((node) => {
    const mark = node.marks.find(({ type }) => type.name === "origin");
    const key = JSON.stringify(mark?.attrs ?? null);
    if (node.isText) letters[key] = (letters[key] ?? 0) + node.nodeSize;
  });
  const [most = "null"] = Object.keys(letters).sort((one, other) => letters[other]! - letters[one]!);
  return JSON.parse(most) as TextOrigin | null;
}
