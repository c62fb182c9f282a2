import * as Y from "yjs";
import { hasModelText, textOfModels, withoutModels } from "../origins/of-models.ts";
import { repairDocument } from "../repair.ts";
import { toText } from "../text/text.ts";
import { elementFromYjs, textsFromYjs } from "./yjs-nodes.ts";

/**
 * The text of one block at the top level of a note: what people brought into it, and what models wrote. The texts of all its blocks together
 * hold the words of the note.
 */
export function blockTexts(block: Y.XmlElement | Y.XmlText): { people: string; models: string } {
  const content = block instanceof Y.XmlText ? textsFromYjs(block) : [elementFromYjs(block, 1)];
  const doc = repairDocument({ type: "doc", content });
  if (!hasModelText(doc)) return { people: toText(doc), models: "" };
  return { people: toText(withoutModels(doc)), models: textOfModels(doc) };
}
