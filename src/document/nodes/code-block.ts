import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";
import { label, textUpTo } from "../clean-values.ts";
import { isDiagram } from "./is-diagram.ts";
import type { SchemaNode } from "../schema-node.ts";

/** Code with its language and, kept for export only, what else stood behind the fence. */
export const CodeBlock = TiptapCodeBlock.extend({
  addAttributes() {
    return { ...this.parent?.(), meta: { default: null, rendered: false } };
  },
});

export const codeBlock: SchemaNode = {
  extension: CodeBlock,
  hasId: true,
  attributes: { language: textUpTo(200), meta: label },
  isNoExcerpt: isDiagram,
};
