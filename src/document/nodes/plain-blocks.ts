import { Blockquote } from "@tiptap/extension-blockquote";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Paragraph } from "@tiptap/extension-paragraph";
import { integer } from "../clean-values.ts";
import type { SchemaNode } from "../schema-node.ts";

export const paragraph: SchemaNode = { extension: Paragraph, hasId: true };
export const heading: SchemaNode = {
  extension: Heading,
  hasId: true,
  attributes: { level: integer(1, 6, 1) },
};
export const blockquote: SchemaNode = { extension: Blockquote, hasId: true };
export const horizontalRule: SchemaNode = { extension: HorizontalRule, hasId: true };
export const hardBreak: SchemaNode = { extension: HardBreak, text: () => "\n" };
