import type { Node } from "@tiptap/pm/model";
import * as callout from "./formats/callout.ts";
import * as codeBlock from "./formats/code-block.ts";
import * as columns from "./formats/columns.ts";
import * as files from "./formats/file-blocks.ts";
import * as image from "./formats/image.ts";
import * as lists from "./formats/lists.ts";
import * as math from "./formats/math.ts";
import * as references from "./formats/note-references.ts";
import * as plain from "./formats/plain-blocks.ts";
import * as raw from "./formats/raw.ts";
import * as table from "./formats/table.ts";
import * as toggle from "./formats/toggle.ts";
import type { NodeFormat } from "./formats/format.ts";

/** Each of these files exports formats alone, under the names of their nodes. Apart from the schema: an open editor needs none of them. */
const FORMATS: Record<string, NodeFormat> = {
  ...plain,
  ...lists,
  ...table,
  ...codeBlock,
  ...image,
  ...raw,
  ...callout,
  ...toggle,
  ...columns,
  ...math,
  ...files,
  ...references,
};

/** How a node is written outside the editor; undefined for document and text. */
export const formatOf = ({ type }: Node): NodeFormat | undefined => FORMATS[type.name];
