import { escape, wrap } from "../html/html-elements.ts";
import { safeLanguage } from "../html/safe-language.ts";
import type { NodeFormat } from "./format.ts";

export const codeBlock: NodeFormat = {
  html: (node) => {
    const language = safeLanguage(node.attrs.language);
    const attributes = { class: language === null ? null : `language-${language}` };
    return wrap("pre", {}, wrap("code", attributes, escape(node.textContent)));
  },
  markdown: (node) => ({
    type: "code",
    lang: node.attrs.language,
    meta: node.attrs.meta,
    value: node.textContent,
  }),
};
