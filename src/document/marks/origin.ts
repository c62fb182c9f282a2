import { Mark } from "@tiptap/core";
import { oneOf, textUpTo } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";

/** How words came into a text other than by being typed there, which has no mark. */
export type OriginKind = "pasted" | "imported" | "dictated" | "ai";

/** What is known of it; null where it isn't. */
export type TextOrigin = {
  kind: OriginKind;
  /** The site or program that it was copied from, the file that was imported. */
  from: string | null;
  /** Which model wrote it, and what it was asked for. */
  model: string | null;
  prompt: string | null;
};

/** Each is kept once for each piece of text: only so many letters of it. */
const short = textUpTo(200);
/** Their clean values; see attributes.ts. */
export const ORIGIN_ATTRIBUTES = {
  kind: oneOf("pasted", "imported", "dictated", "ai"),
  from: short,
  model: short,
  prompt: short,
};

/** An origin as it is kept. */
export function originOf({ kind, ...rest }: Pick<TextOrigin, "kind"> & Partial<TextOrigin>): TextOrigin {
  const of = (value: string | null = null) => short(value?.replace(/\s+/g, " ").trim()) as string | null;
  return { kind, from: of(rest.from), model: of(rest.model), prompt: of(rest.prompt) };
}

/** `data-origin-from`; the kind is `data-origin`. */
const htmlName = (name: string) => (name === "kind" ? "data-origin" : `data-origin-${name}`);

/**
 * How a text came about. A text has one origin, the first: what is copied takes it along. What is typed beside it, or in the
 * middle of it, has none.
 */
export const Origin = Mark.create({
  name: "origin",
  inclusive: false,
  keepOnSplit: false,

  addAttributes: () =>
    Object.fromEntries(
      Object.entries(ORIGIN_ATTRIBUTES).map(([name, clean]) => [
        name,
        {
          default: null,
          parseHTML: (element: ParsedElement) => clean(element.getAttribute(htmlName(name))),
          renderHTML: (attrs: Record<string, unknown>) => ({ [htmlName(name)]: attrs[name] }),
        },
      ]),
    ),

  parseHTML: () => [{ tag: "span[data-origin]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});
