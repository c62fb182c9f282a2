import { createElement, Fragment, type ReactNode } from "react";
import { fill, messages, type Source } from "./catalog.ts";

type TagName<Text extends string> = Text extends `${string}</${infer Found}>${infer Rest}`
  ? Found | TagName<Rest>
  : never;
type ValueName<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? Found | ValueName<Rest>
  : never;

/**
 * A message with more than words in it, so that a translation may put each part where its language wants it:
 * `rich("Type {word} or <link>go back</link>", { word: <b>yes</b>, link: (words) => <a href="/">{words}</a> })`.
 */
export function rich<const Text extends string>(
  source: Source<Text>,
  parts: { readonly [name in TagName<Text>]: (words: string) => ReactNode } & {
    readonly [name in ValueName<Text>]: ReactNode;
  },
): ReactNode {
  const text = (messages[source] as string | undefined) ?? source;
  const given = parts as Readonly<Record<string, ReactNode | ((words: string) => ReactNode)>>;
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g)) {
    const [whole, value, tag = "", words = ""] = found;
    const part = given[value ?? tag];
    nodes.push(
      text.slice(end, found.index),
      typeof part === "function" ? part(fill(words, given as Record<string, string>)) : part,
    );
    end = found.index + whole.length;
  }
  return createElement(Fragment, null, ...nodes, text.slice(end));
}
