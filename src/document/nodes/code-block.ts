import { CodeBlock as TiptapCodeBlock } from "@tiptap/extension-code-block";

/** A language as it may become part of a class name; anything else is no language. */
export function safeLanguage(value: unknown): string | null {
  return typeof value === "string" && /^[\w+#.:/-]{1,60}$/.test(value) ? value : null;
}

/** Code with its language and, kept for export only, what else stood behind the fence. */
export const CodeBlock = TiptapCodeBlock.extend({
  addAttributes() {
    return { ...this.parent?.(), meta: { default: null, rendered: false } };
  },
});
