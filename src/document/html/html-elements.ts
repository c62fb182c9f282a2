import { cleanText } from "../text/clean-text.ts";

export type Attributes = Record<string, string | number | boolean | null | undefined>;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in HTML, in an element and in an attribute alike. */
export function escape(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** The opening of an element; attributes that are null, undefined or false stay out. */
export function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === null || value === undefined || value === false) return "";
    return value === true ? ` ${key}` : ` ${key}="${escape(String(value))}"`;
  });
  return `<${name}${written.join("")}>`;
}

/** An element around HTML that is escaped already. */
export const wrap = (name: string, attributes: Attributes, inner: string) =>
  `${tag(name, attributes)}${inner}</${name}>`;
