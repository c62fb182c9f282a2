import * as Y from "yjs";
import { repairDocument } from "../repair.ts";
import { toText } from "../text/text.ts";
import { elementFromYjs, textsFromYjs } from "./yjs-nodes.ts";

/** The text of one block at the top level of a note; the texts of all its blocks together hold the words of the note. */
export function blockText(block: Y.XmlElement | Y.XmlText): string {
  const content = block instanceof Y.XmlText ? textsFromYjs(block) : [elementFromYjs(block, 1)];
  return toText(repairDocument({ type: "doc", content }));
}
