import { callout } from "./nodes/callout.ts";
import { codeBlock } from "./nodes/code-block.ts";
import { column, columns } from "./nodes/columns.ts";
import { fileBlock, video } from "./nodes/file-blocks.ts";
import { image } from "./nodes/image.ts";
import { bulletList, listItem, orderedList, taskItem, taskList } from "./nodes/lists.ts";
import { mathBlock, mathInline } from "./nodes/math.ts";
import { noteEmbed, noteLink } from "./nodes/note-reference-nodes.ts";
import { blockquote, hardBreak, heading, horizontalRule, paragraph } from "./nodes/plain-blocks.ts";
import { rawBlock } from "./nodes/raw-block.ts";
import { rawInline } from "./nodes/raw-inline.ts";
import { table, tableCell, tableHeader, tableRow } from "./nodes/table.ts";
import { toggle, toggleSummary } from "./nodes/toggle.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Every node but document and text, in the order of the schema, which decides what HTML is read as. */
export const NODES: SchemaNode[] = [
  ...[paragraph, heading, blockquote, codeBlock, horizontalRule],
  ...[bulletList, orderedList, listItem, taskList, taskItem],
  ...[table, tableRow, tableHeader, tableCell],
  ...[hardBreak, image, rawBlock, rawInline],
  ...[callout, toggle, toggleSummary, columns, column],
  ...[mathBlock, mathInline, fileBlock, video, noteLink, noteEmbed],
];

const BY_NAME = new Map(NODES.map((node) => [node.extension.name, node]));

/** Undefined for document, text, marks and names that nothing has. */
export const nodeNamed = (typeName: string): SchemaNode | undefined => BY_NAME.get(typeName);
