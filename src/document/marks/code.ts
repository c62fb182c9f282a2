import { Code as TiptapCode } from "@tiptap/extension-code";

/** Inline code that may also be a link or bold, as the text of half of all API references is. */
export const Code = TiptapCode.extend({ excludes: "code" });
